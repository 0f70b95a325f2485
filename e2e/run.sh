#!/usr/bin/env bash
# Tests the servers of this repository with clients that were written elsewhere; see README.md. Arguments choose parts, as in
# "e2e/run.sh client http"; without any all are run. Ends with 1 if a check fails, and with 0 where the clients cannot be had.
set -euo pipefail
cd "$(dirname "$0")"

say() { echo "e2e: $*"; }

skip() {
	echo "e2e skipped: $*"
	exit 0
}

# limit SECONDS COMMAND… ends the command when the time is over, where the machine has a program that can.
limit() {
	if timeout --foreground 1 true 2>/dev/null; then
		timeout --foreground -k 5 "$@"
	else
		"${@:2}"
	fi
}

# The clients come from the lock file; no script of a package is run.
install() {
	if cmp -s package-lock.json node_modules/.installed; then
		return
	fi
	command -v npm >/dev/null || skip "npm is missing"
	say "installing the clients with npm"
	limit 120 npm ci --ignore-scripts --fetch-retry-mintimeout=1000 --no-audit --no-fund --loglevel=error >"$work/npm.log" 2>&1 || explain $?
	cp package-lock.json node_modules/.installed
}

# What the registry cannot give is no fault of the repository; a lock file that does not fit is.
explain() {
	local code
	code=$(sed -n 's/^npm error code //p' "$work/npm.log" | head -n 1)
	case "$1 $code" in
	124* | 137*) skip "npm ci: no answer in time" ;;
	*ENOTFOUND | *EAI_AGAIN | *ECONN* | *ENETUNREACH | *ETIMEDOUT | *TIMEOUT | *E40[1347] | *E429 | *E5[0-9][0-9]) skip "npm ci: the registry cannot be used: $code" ;;
	esac
	cat "$work/npm.log"
	say "npm ci failed"
	exit 1
}

# The Node of the machine, or the one that comes with the clients if that is too old for them.
find_node() {
	local node
	for node in node node_modules/.bin/node; do
		if "$node" -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b >= 19) ? 0 : 1)' 2>/dev/null; then
			echo "$node"
			return
		fi
	done
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
install
node=$(find_node)
[ -n "$node" ] || skip "Node 22.19 or newer is missing"
command -v go >/dev/null || { say "go is missing"; exit 1; }
say "building the servers"
go build -o "$work" ../examples/home ./fixture ./waiting
say "running the clients with Node $("$node" --version)"
code=0
E2E_WORK=$work limit 200 "$node" main.mjs "$@" || code=$?
if [ "$code" -eq 124 ]; then
	say "no end in time"
	exit 1
fi
exit "$code"
