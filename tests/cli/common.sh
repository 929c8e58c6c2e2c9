# shellcheck shell=sh
# What the tests of the command line have in common; sourced by them. The script's argument is the executable
# (default build/release/chorus). They run in $base/work, with $base/tmp for temporary files, and print TAP.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
chorus=${1:-$root/build/release/chorus}
case $chorus in
/*) ;;
*) chorus=$(pwd)/$chorus ;;
esac

base=$(mktemp -d)
trap 'rm -rf "$base"' EXIT
trap 'exit 130' INT TERM HUP
mkdir "$base/work" "$base/tmp"
cd "$base/work" || exit 2
TMPDIR=$base/tmp
export TMPDIR

count=0
failures=0
problem=

# verdict NAME: prints the TAP line for what is in $problem.
verdict() {
    count=$((count + 1))
    if [ -z "$problem" ]; then
        echo "ok $count - $1"
    else
        failures=$((failures + 1))
        printf '%s\n' "$problem" | sed 's/^/# /'
        echo "not ok $count - $1"
    fi
}

# sampled NUMBER: whether to try what has this number among many that are alike: all, or with TEST_SAMPLE=I/N each N-th
# from the I-th on.
sampled() {
    sample=${TEST_SAMPLE:-1/1}
    [ $(($1 % ${sample#*/} + 1)) -eq "${sample%/*}" ]
}

complain() {
    problem="$problem$*
"
}

run() {
    timeout -k 5 300 "$chorus" "$@" >"$base/out" 2>"$base/err" </dev/null
    status=$?
}

# No file of ours and no process that was started with our TMPDIR may be left. One that has been killed may need a
# moment to give back its memory.
nothing_left() {
    [ -z "$(ls -A "$TMPDIR")" ] || complain "left behind: $(ls -A "$TMPDIR")"
    rm -rf "${TMPDIR:?}"/*
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        left=
        for p in $(grep -lzxF "TMPDIR=$TMPDIR" /proc/[0-9]*/environ 2>/dev/null); do
            [ ! -e "$p" ] || left="$left $p" # grep itself is gone
        done
        [ -n "$left" ] || return 0
        sleep 0.2
    done
    complain "still running:$left"
}

# refused NAME STATUSES PATTERN ARGUMENT...: chorus ends with one of the statuses (separated by |) and says one line
# that matches the pattern: on standard error; "unknown" also on standard output.
refused() {
    name=$1
    statuses=$2
    pattern=$3
    shift 3
    problem=
    run "$@"
    case "|$statuses|" in
    *"|$status|"*) ;;
    *) complain "exit status $status, want $statuses" ;;
    esac
    lines=$(wc -l <"$base/err")
    [ "$lines" -eq 1 ] || complain "$lines lines on standard error"
    grep -Eq -e "$pattern" "$base/err" || complain "no line like: $pattern"
    if [ "$status" -eq 2 ]; then
        tail -n 1 "$base/out" | grep -Eq '^RESULT: unknown \[.+\]$' || complain 'no result line'
    elif [ -s "$base/out" ]; then
        complain 'something on standard output'
    fi
    nothing_left
    [ -z "$problem" ] || complain "$(head -n 5 "$base/out" "$base/err")"
    verdict "$name"
}

# fits COMMAND: its help fits a screen.
fits() {
    problem=
    run "$1" --help
    [ "$status" -eq 0 ] || complain "exit status $status"
    [ "$(wc -l <"$base/out")" -le 30 ] || complain 'more than 30 lines'
    [ -z "$(awk 'length($0) > 80' "$base/out")" ] || complain 'a line is longer than 80 columns'
    [ ! -s "$base/err" ] || complain "$(cat "$base/err")"
    "$chorus" --help | grep -q "chorus $1" || complain "--help does not list $1"
    verdict "$1 --help fits a screen"
}

# The end of the test.
plan() {
    echo "1..$count"
    [ "$failures" -eq 0 ]
}
