#!/bin/sh
# Runs test programs that print TAP and counts their tests.
#
#   scripts/run-tap.sh FOLDER|PROGRAM...
#
# A FOLDER (build/PRESET/tests) stands for the programs in it whose source is in tests/. Prints the
# failed tests with what they said, the seeds of random tests, and at the end "N passed, N failed". A
# program that crashes, runs longer than TAP_LIMIT seconds (600) or tests less than its plan counts as
# one failure more.
set -u
limit=${TAP_LIMIT:-600}
root=$(dirname "$0")/..
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
trap 'exit 130' INT TERM HUP

for arg in "$@"; do
    if [ -d "$arg" ]; then
        for source in "$root"/tests/unit/test_*.c "$root"/tests/fuzz/fuzz_*.c; do
            [ ! -f "$source" ] || echo "$arg/$(basename "$source" .c)"
        done
    else
        echo "$arg"
    fi
done >"$logs/list"

# shellcheck disable=SC2016  # expanded by the inner shell
xargs -P "$(nproc)" -I '{}' sh -c '
    log=$1/$(basename "$2").tap
    timeout -k 10 "$3" "$2" </dev/null >"$log" 2>&1
    echo "$?" >"$log.exit"' sh "$logs" '{}' "$limit" <"$logs/list"

total_passed=0
total_failed=0
while read -r program; do
    name=$(basename "$program")
    log=$logs/$name.tap
    counts=$(awk -v name="$name" -v code="$(cat "$log.exit")" -v limit="$limit" '
        function complain(what) {
            print "  FAILED " name ": " what >"/dev/stderr"
            printf "%s", said >"/dev/stderr"
            failed++
        }
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

echo "$total_passed passed, $total_failed failed"
[ "$total_failed" -eq 0 ]
