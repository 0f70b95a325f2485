# What the two commands of the README do not cover.

FUZZTIME ?= 10s

.PHONY: test race lint fuzz splits bench update examples e2e

test:
	go test ./...

race:
	go test -race ./...

lint:
	test -z "$$(gofmt -l .)"
	go vet ./...
	go tool -modfile=tools/go.mod staticcheck ./...
	go mod tidy -diff
	cd bench && go vet ./... && go tool -modfile=../tools/go.mod staticcheck ./... && go test -count=1 ./... && go mod tidy -diff

# Runs every fuzz target for FUZZTIME, one after the other.
fuzz:
	@set -e; for pkg in $$(go list ./...); do \
		for target in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
			echo "$$pkg $$target"; go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$pkg; \
		done; \
	done

# Cuts answers of every format 10,000 times at random.
splits:
	JARVIS_SPLITS=10000 JARVIS_SEED=random go test -run TestPiecesGiveTheSame -v ./toolcall

bench:
	go test -run '^$$' -bench . -benchmem ./... && cd bench && go run ./report

# Rewrites the golden files after a change that is meant.
update:
	JARVIS_UPDATE=1 go test ./...
	cd bench && JARVIS_UPDATE=1 go test -count=1 ./...

examples:
	go run ./examples/quickstart
	go run ./examples/home
	go run ./examples/home check
	go run ./examples/toolcalls
	go run ./examples/assistant <examples/assistant/testdata/said.txt

# Serves commands to clients that were written elsewhere: the TypeScript SDK of MCP, its inspector and its conformance suite.
e2e:
	e2e/run.sh
