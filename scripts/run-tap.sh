#!/bin/sh
# Runs test programs that print TAP and counts their tests.
#
#   scripts/run-tap.sh FOLDER|PROGRAM...
#
# A FOLDER (build/PRESET/tests) stands for the programs in it whose source is in tests/. Prints the
# failed tests with what they said, the seeds of random tests, and at the end "N passed, N failed". A
# program that crashes, runs longer than TAP_LIMIT seconds (600) or tests less than its plan counts as
# one failure more. TAP_TIMES=N: prints the N tests that took the most processor time.
#
# All tests of the folders are one queue: each slow test (tests/tap.h) is a job, these come first; the others of a
# program are jobs of a few tests.
set -u
limit=${TAP_LIMIT:-600}
root=$(dirname "$0")/..
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
trap 'exit 130' INT TERM HUP

# jobs PROGRAM: "order PROGRAM ARGUMENT" for each job; PROGRAM has the options of tests/tap.h.
jobs() {
    # The alarm of a test does not count here: a program that hangs before main would.
    if ! timeout 20 "$1" --list >"$logs/names" 2>/dev/null </dev/null; then
        echo "1 $1"
        return
    fi
    awk -v program="$1" '
        / \(slow\)$/ { print 1, program, "--only=" $1; next }
        { quick++ }
        END {
            parts = int((quick + 5) / 6)
            for (i = 1; i <= parts; i++) print 2, program, "--part=" i "/" parts
        }' "$logs/names"
}

for arg in "$@"; do
    if [ -d "$arg" ]; then
        for source in "$root"/tests/unit/test_*.c "$root"/tests/unsound/test_*.c; do
            jobs "$arg/$(basename "$source" .c)"
        done
        for source in "$root"/tests/fuzz/fuzz_*.c; do
            [ ! -f "$source" ] || echo "2 $arg/$(basename "$source" .c)"
        done
    else
        echo "1 $arg"
    fi
done | sort -s -n -k 1,1 | awk '{ $1 = NR; print }' >"$logs/list"

# shellcheck disable=SC2016  # expanded by the inner shell
xargs -P "$(nproc)" -L 1 sh -c '
    log=$1/$3.tap
    timeout -k 10 "$2" "$4" ${5+"$5"} </dev/null >"$log" 2>&1
    echo "$?" >"$log.exit"' sh "$logs" "$limit" <"$logs/list"

total_passed=0
total_failed=0
while read -r number program argument; do
    name=$(basename "$program")
    log=$logs/$number.tap
    counts=$(awk -v name="$name${argument:+ $argument}" -v code="$(cat "$log.exit")" -v limit="$limit" \
        -v times="$logs/times" '
        function complain(what) {
            print "  FAILED " name ": " what >"/dev/stderr"
            printf "%s", said >"/dev/stderr"
            failed++
        }
        / # [0-9.]+ s$/ { if ($1 == "ok" || $1 == "not") { print $(NF - 1), $0, name >>times; sub(/ # [0-9.]+ s$/, "") } }
        /^ok /         { passed++; said = ""; said_lines = 0; next }
        /^not ok /     { sub(/^not ok [0-9]* - /, ""); complain($0); said = ""; said_lines = 0; next }
        /^1\.\.[0-9]+/ { planned = substr($0, 4) + 0; has_plan = 1; next }
        /^# .*seed/    { print "  " name ": " substr($0, 3) >"/dev/stderr" }
        said_lines++ < 60 { said = said "    " $0 "\n" }
        END {
            if (code == 124) complain("ran longer than " limit " seconds")
            else if (code == 137) complain("was killed")
            else if (!has_plan) complain("ended early with exit status " code)
            else if (planned != passed + failed)
                complain("planned " planned " tests, ran " passed + failed)
            else if (code != 0 && !failed) complain("ended with exit status " code)
            print passed + 0, failed + 0
        }' "$log" 2>"$log.said")
    cat "$log.said"
    total_passed=$((total_passed + ${counts% *}))
    total_failed=$((total_failed + ${counts#* }))
done <"$logs/list"

if [ "${TAP_TIMES:-0}" -gt 0 ] && [ -f "$logs/times" ]; then
    sort -rn "$logs/times" | head -n "$TAP_TIMES" | sed -E 's/^([0-9.]+) (not )?ok [0-9]+ - ([^ ]*) # [0-9.]+ s ([^ ]*).*/  \1 s  \4 \3/'
fi
echo "$total_passed passed, $total_failed failed"
[ "$total_failed" -eq 0 ]
