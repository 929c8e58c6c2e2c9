#!/bin/sh
# Programs that use C11's atomics (bench/programs/memory), each with two weaker orders that break it: whether the program
# is proved under C11, and whether each mistake is told. Prints a table in Markdown, what is not decided, and the totals.
#
#   bench/memory.sh [-t SECONDS] [-c FACTOR] [-r FILE] [CHORUS [NAME...]]
#
# SECONDS (20): what one question may take. On a machine that others use as well, FACTOR (1) lets the clock run so many
# times as long as the processor may. FILE: keeps what was said, one line for each question, tab-separated. NAME: only
# these programs. docs/measured/memory.md is made of it. Fails if a verdict is wrong.
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
folder=$here/bench/programs/memory
export LC_ALL=C
seconds=20 factor=1 kept=
while getopts t:c:r: option; do
    case $option in
    t) seconds=$OPTARG ;;
    c) factor=$OPTARG ;;
    r) kept=$OPTARG ;;
    *) exit 64 ;;
    esac
done
shift $((OPTIND - 1))
chorus=${1:-$here/build/release/chorus}
[ $# -eq 0 ] || shift
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

# ask NAME FLAGS PROPERTY EXPECTED: a line of what is said: name, flags, property, expected, mark, seconds, scope or
# reason. What is proved says C11.
ask() {
    flags=$2
    [ "$flags" != - ] || flags=
    clock=$((seconds * factor))
    # shellcheck disable=SC2086
    /usr/bin/time -q -o "$work/time" -f '%U %S' timeout $((2 * clock + 5)) "$chorus" check --memory=c11 -q \
        --property="$3" --time-limit="$clock" $flags "$folder/$1.c" </dev/null >"$work/out" 2>"$work/err"
    tail -n 1 "$work/time" >"$work/last"
    awk -v head="$1	$2	$3	$4" -v expected="$4" -v limit="$seconds" '
    NR == FNR {
        if (/^RESULT: /) { verdict = $2; sub(/\(.*/, "", verdict); scope = $0; sub(/^[^[]*\[/, "", scope); sub(/\]$/, "", scope) }
        next
    }
    {
        mark = verdict != "true" && verdict != "false" ? "unknown" : verdict != expected ? "WRONG" : verdict
        if (mark == "true" && scope !~ /, C11$/) mark = "unknown"
        if (mark == expected && $1 + $2 > limit + 0.5) { mark = "unknown"; scope = "too late" }
        gsub(/[^ ]*\/memory\//, "", scope)
        printf "%s\t%s\t%.1f\t%s\n", head, mark, $1 + $2, verdict == "" ? "no result" : scope
    }' "$work/out" "$work/last"
}

tab=$(printf '\t')
grep -v '^#' "$folder/manifest.tsv" | while IFS=$tab read -r name flags property expected threads; do
    case " $* " in *" $name "* | "  ") ask "$name" "$flags" "$property" "$expected" ;; esac
done >"$work/said"
[ -z "$kept" ] || cp "$work/said" "$kept"

awk -F'\t' '
function order(flags) {
    sub(/^-D/, "", flags)
    sub(/=memory_order_/, " ", flags)
    return flags
}
BEGIN {
    print "| program | property | as it is | weaker | | weaker | |"
    print "|---|---|---|---|---|---|---|"
}
{
    scope = $7
    sub(/, C11$/, "", scope)
    cell = $5 (($5 == "true" || $5 == "false") ? ", " scope : "") ", " $6 " s"
    if ($2 == "-") printf "%s| %s | %s | %s |", NR > 1 ? "\n" : "", $1, $3, cell
    else printf " %s | %s |", order($2), cell
}
END { print "" }' "$work/said"
echo
awk -F'\t' '$5 == "unknown" { print "- " $1 ($2 == "-" ? "" : " " $2) ": " $7 }' "$work/said" |
    sed 's/-D//; s/=memory_order_/ /'
echo

# median WHERE: of the seconds of the lines where the fifth column is it.
median() {
    awk -F'\t' -v mark="$1" '$5 == mark { print $6 }' "$work/said" | sort -n |
        awk '{ v[NR] = $1 } END { printf "%s", NR ? v[int((NR + 1) / 2)] : "-" }'
}
awk -F'\t' -v limit="$seconds" -v proved_in="$(median true)" -v told_in="$(median false)" '
{ all[$4]++; count[$4 " " $5]++; wrong += $5 == "WRONG"; every += $5 == "true" && $7 ~ /^every / }
END {
    printf "%d of %d programs proved under C11 in %d s each (%d for every number of threads; median %s s), %d of %d mistakes told (median %s s), %d wrong.\n",
        count["true true"], all["true"], limit, every, proved_in, count["false false"], all["false"], told_in, wrong
    exit wrong > 0
}' "$work/said"
