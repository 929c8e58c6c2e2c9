#!/bin/sh
# The tests to run while working, in a minute; see CONTRIBUTING.md: formatting, layers, loops, pages, sizes, names, unit
# tests but for the slow ones, a part of the golden tests. Prints details of failures only, and at the end "N passed, N failed".
#
#   scripts/check.sh [BUILD]          a folder that is built (build/release)
set -u
cd "$(dirname "$0")/.." || exit 2
export LC_ALL=C
build=${1:-build/release}
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
trap 'exit 130' INT TERM HUP
passed=0
failed=0

# count PASSED FAILED NAME
count() {
    passed=$((passed + $1))
    failed=$((failed + $2))
    printf '%-20s %4d passed, %d failed\n' "$3" "$1" "$2"
}

checks='format layers loops architecture sizes names docs'
for check in $checks; do
    ("scripts/check-$check.sh" >"$temp/$check" 2>&1 || : >"$temp/$check.failed") &
done
wait
for check in $checks; do
    if [ ! -e "$temp/$check.failed" ]; then
        count 1 0 "$check"
    else
        count 0 1 "$check"
        head -n 50 "$temp/$check" | sed 's/^/  /'
    fi
done

# parts NAME COMMAND...: the last line that the command prints is "N passed, N failed".
parts() {
    name=$1
    shift
    "$@" >"$temp/log" 2>&1 </dev/null
    code=$?
    sums=$(sed -n '$s/^\([0-9][0-9]*\) passed, \([0-9][0-9]*\) failed$/\1 \2/p' "$temp/log")
    : "${sums:=0 1}"
    [ "$code" -eq 0 ] || [ "${sums#* }" -gt 0 ] || sums="${sums% *} 1"
    count "${sums% *}" "${sums#* }" "$name"
    sed -e '/^[0-9]* passed, [0-9]* failed$/d' -e '/^  test_[a-z_]*.*: seed [0-9]*$/d' "$temp/log" | head -n 200
}
parts 'unit tests' scripts/run.py tap "$build/tests"
CHORUS=$build/chorus
export CHORUS
parts 'some golden tests' scripts/run.py golden --every=20
parts 'some through the library' scripts/run.py tap "$build/tests/chorus-library-golden"
parts 'some idioms' scripts/run.py idioms --every=40
parts 'some surveys' scripts/run.py surveys --every=20

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
