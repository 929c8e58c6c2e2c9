#!/bin/sh
# Counterexamples as real runs: for every C program of the manifest whose expected verdict is false, checks it, writes
# the trace, and replays that natively several times in a row. One line a program; exit status 0 when all replay.
#
#   bench/native.sh [-j JOBS] [-r RUNS] [-s I/N] [-t SECONDS] [-o OPTIONS] [CHORUS [FILE...]]
#
# JOBS: programs at a time (as many as processors). RUNS: replays of each trace (20). I/N: of the manifest each
# N-th program, from the I-th on. OPTIONS: for check and replay, separated by blanks. FILE: other programs; those that
# are not false are skipped.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
jobs=$(nproc)
runs=20
seconds=120
options=
sample=1/1
while getopts j:r:s:t:o: option; do
    case $option in
    j) jobs=$OPTARG ;;
    r) runs=$OPTARG ;;
    s) sample=$OPTARG ;;
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

# one FILE OPTION...: the runs of one program; prints one line.
one() {
    file=$1
    shift
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
        echo "ok       $file  $good of $runs  $(tail -n 1 "$temp/out")"
    else
        echo "FAILED   $file  $good of $runs  $(cat "$temp/out" "$temp/err" | tail -n 1)"
    fi
}

# One program for one job of xargs below.
if [ "${1-}" = --one ]; then
    # shellcheck disable=SC2086  # the options are split on purpose
    one "$2" ${3:+"$3"} $options
    exit 0
fi

# Two lines for each program: its file, and an option or nothing.
if [ $# -gt 0 ]; then
    printf '%s\n\n' "$@"
else
    # Columns: file, ids, kind, verdict, threads, scope, integers.
    number=0
    while read -r name _ _ kind verdict _ _ integers; do
        case $name in *.c) ;; *) continue ;; esac
        case $kind in *-open) continue ;; esac
        [ "$verdict" = false ] || continue
        number=$((number + 1))
        [ $((number % ${sample#*/} + 1)) -eq "${sample%/*}" ] || continue
        printf '%s\n' "$root/bench/programs/$name" "--integers=$integers"
    done <"$root/bench/programs/manifest.tsv"
fi | xargs -P "$jobs" -d '\n' -n 2 "$0" -r "$runs" -t "$seconds" -o "$options" "$chorus" --one >"$temp/lines"
sort -k 2 "$temp/lines"
passed=$(grep -c '^ok ' "$temp/lines")
failed=$(grep -c '^FAILED ' "$temp/lines")
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
