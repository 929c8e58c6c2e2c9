#!/bin/sh
# The programs of the textbooks (bench/programs/textbook), safe and buggy: what Chorus says of each, and the seconds of
# processor time that takes. Prints a table in Markdown and a line with the totals.
#
#   bench/gallery.sh [-t SECONDS] [CHORUS [NAME...]]
#
# SECONDS (5): what a program may take; beyond that it counts as not decided. NAME: only these, without _buggy.
# docs/measured/gallery.md is made of it.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
seconds=5
while getopts t: option; do
    case $option in
    t) seconds=$OPTARG ;;
    *) exit 64 ;;
    esac
done
shift $((OPTIND - 1))
chorus=${1:-$root/build/release/chorus}
[ $# -eq 0 ] || shift
folder=$root/bench/programs/textbook
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

# check FILE EXPECTED: a cell of the table, and a line in $work/cells: decided, open or wrong. The clock may run longer
# than the processor, which others use as well.
check() {
    /usr/bin/time -o "$work/time" -f '%U %S' \
        timeout $((9 * seconds)) "$chorus" check --time-limit=$((8 * seconds)) "$1" >"$work/out" 2>/dev/null
    tail -n 1 "$work/time" >"$work/last"
    awk -v limit="$seconds" -v expected="$2" -v cells="$work/cells" '
    NR == FNR { if (/^RESULT: /) { verdict = $2; sub(/\(.*/, "", verdict); scope = $0; sub(/^[^[]*\[/, "", scope); sub(/\]$/, "", scope); sub(/, [0-9]+ steps?$/, "", scope) } next }
    { spent = $1 + $2 }
    END {
        if ((verdict != "true" && verdict != "false") || spent > limit) { print "open" >>cells; printf "not decided" }
        else {
            print (verdict == expected ? "decided" : "wrong") >>cells
            printf "%s%s, %s, %.1f s", verdict == expected ? "" : "WRONG: ", verdict, scope, spent
        }
    }' "$work/out" "$work/last"
}

: >"$work/cells"
echo '| program | safe | buggy |'
echo '|---|---|---|'
for safe in "$folder"/*.c; do
    case $safe in *_buggy.c) continue ;; esac
    name=$(basename "$safe" .c)
    case " $* " in *" $name "* | "  ") ;; *) continue ;; esac
    printf '| %s | %s | %s |\n' "$name" "$(check "$safe" true)" "$(check "$folder/${name}_buggy.c" false)"
done
echo
awk -v seconds="$seconds" '
    { count[$1]++ }
    END { printf "%d of %d decided in %d s each, %d wrong.\n", count["decided"], NR, seconds, count["wrong"] }' \
    "$work/cells"
