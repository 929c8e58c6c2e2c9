#!/bin/sh
# Counterexamples as real runs: for every C program of the manifest whose expected verdict is false, checks it, writes
# the trace, and replays that natively several times in a row. One line a program; exit status 0 when all replay.
#
#   bench/native.sh [-r RUNS] [-t SECONDS] [-o OPTIONS] [CHORUS [FILE...]]
#
# RUNS: replays of each trace (20). OPTIONS: for check and replay, separated by blanks. FILE: other programs; those that
# are not false are skipped.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
runs=20
seconds=120
options=
while getopts r:t:o: option; do
    case $option in
    r) runs=$OPTARG ;;
    t) seconds=$OPTARG ;;
    o) options=$OPTARG ;;
    *) exit 64 ;;
    esac
done
shift $((OPTIND - 1))
chorus=$root/build/release/chorus
if [ $# -gt 0 ]; then
    chorus=$1
    shift
fi
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
trap 'exit 130' INT TERM HUP

passed=0
failed=0

# one FILE OPTION...: the runs of one program.
one() {
    file=$1
    shift
    rm -f "$temp/trace"
    timeout -k 5 "$seconds" "$chorus" check -q "$@" --trace="$temp/trace" "$file" >"$temp/out" 2>"$temp/err" </dev/null
    if [ ! -s "$temp/trace" ]; then
        echo "skipped  $file  $(tail -n 1 "$temp/out" "$temp/err" | tail -n 1)"
        return
    fi
    good=0
    while [ "$good" -lt "$runs" ]; do
        timeout -k 5 "$seconds" "$chorus" replay -q --native "$@" "$temp/trace" "$file" >"$temp/out" 2>"$temp/err" \
            </dev/null || break
        good=$((good + 1))
    done
    if [ "$good" -lt "$runs" ] && grep -q 'cannot run natively' "$temp/err"; then
        echo "skipped  $file  $(tail -n 1 "$temp/err")"
    elif [ "$good" -lt "$runs" ] && grep -q 'thread [0-9]* cannot be created' "$temp/out" "$temp/err"; then
        echo "skipped  $file  $(tail -n 1 "$temp/out")" # the system has no more
    elif [ "$good" -eq "$runs" ]; then
        passed=$((passed + 1))
        echo "ok       $file  $good of $runs  $(tail -n 1 "$temp/out")"
    else
        failed=$((failed + 1))
        echo "FAILED   $file  $good of $runs  $(cat "$temp/out" "$temp/err" | tail -n 1)"
    fi
}

if [ $# -gt 0 ]; then
    for program in "$@"; do
        # shellcheck disable=SC2086  # the options are split on purpose
        one "$program" $options
    done
else
    # Columns: file, ids, kind, verdict, threads, scope, integers.
    while read -r name _ _ kind verdict _ _ integers; do
        case $name in *.c) ;; *) continue ;; esac
        case $kind in *-open) continue ;; esac
        [ "$verdict" = false ] || continue
        # shellcheck disable=SC2086
        one "$root/bench/programs/$name" --integers="$integers" $options
    done <"$root/bench/programs/manifest.tsv"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
