# What the two commands of the README do not cover.

FUZZTIME ?= 10s

.PHONY: test race lint fuzz bench update examples

test:
	go test ./...

race:
	go test -race ./...

lint:
	test -z "$$(gofmt -l .)"
	go vet ./...
	go tool -modfile=tools/go.mod staticcheck ./...
	go mod tidy -diff

# Runs every fuzz target for FUZZTIME, one after the other.
fuzz:
	@set -e; for pkg in $$(go list ./...); do \
		for target in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
			echo "$$pkg $$target"; go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$pkg; \
		done; \
	done

bench:
	go test -run '^$$' -bench . -benchmem ./...

# Rewrites the golden files after a change that is meant.
update:
	JARVIS_UPDATE=1 go test ./...

examples:
	go run ./examples/quickstart
	go run ./examples/home
	go run ./examples/home schema >/dev/null
