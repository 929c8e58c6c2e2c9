#!/bin/sh
# Programs that use C11's atomics (bench/programs/memory), each with two weaker orders that break it: whether the program
# is proved under C11, and whether each mistake is told. Prints docs/measured/memory.md. Fails if a verdict is wrong.
#
#   bench/memory.sh [-t SECONDS] [-c FACTOR] [-r FILE] [-s FILE] [CHORUS [NAME...]]
#
# SECONDS (20): what one question may take. On a machine that others use as well, FACTOR (1) lets the clock run so many
# times as long as the processor may. -r FILE: keeps what was said, one line for each question, tab-separated; -s FILE:
# asks nothing, and prints the page of such lines. NAME: only these programs.
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
folder=$here/bench/programs/memory
export LC_ALL=C
seconds=20 factor=1 kept='' said=''
while getopts t:c:r:s: option; do
    case $option in
    t) seconds=$OPTARG ;;
    c) factor=$OPTARG ;;
    r) kept=$OPTARG ;;
    s) said=$OPTARG ;;
    *) exit 64 ;;
    esac
done
shift $((OPTIND - 1))
chorus=${1:-$here/build/release/chorus}
[ $# -eq 0 ] || shift
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

# ratio NAME PROPERTY: how many times as long as the proof about interleavings what is in $work/last has taken.
ratio() {
    /usr/bin/time -q -o "$work/sc" -f '%U %S' "$chorus" check --memory=sc -q --property="$2" "$folder/$1.c" </dev/null \
        >/dev/null 2>&1
    tail -qn 1 "$work/last" "$work/sc" | awk '{ v[NR] = $1 + $2 } END { printf "%.2f", v[1] / v[2] }'
}

# ask NAME FLAGS PROPERTY EXPECTED: a line of what is said: name, flags, property, expected, mark, seconds, scope or
# reason, and of what is proved the ratio. What is proved says C11.
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
        printf "%s\t%s\t%.1f\t%s\t", head, mark, $1 + $2, verdict == "" ? "no result" : scope
    }' "$work/out" "$work/last" >"$work/line"
    of_proof=
    [ "$(cut -f 2,5 "$work/line")" != "-${tab}true" ] || of_proof=$(ratio "$1" "$3")
    echo "$(cat "$work/line")$of_proof"
}

tab=$(printf '\t')
[ -z "$said" ] && grep -v '^#' "$folder/manifest.tsv" | while IFS=$tab read -r name flags property expected _; do
    case " $* " in *" $name "* | "  ") ask "$name" "$flags" "$property" "$expected" ;; esac
done >"$work/said"
[ -z "$said" ] || cp "$said" "$work/said"
[ -z "$kept" ] || cp "$work/said" "$kept"

# median WHERE [COLUMN]: of the seconds (or that column) of the lines where the fifth column is it.
median() {
    awk -F'\t' -v mark="$1" -v field="${2-6}" '$5 == mark && $field != "" { print $field }' "$work/said" | sort -n |
        awk '{ v[NR] = $1 } END { printf "%s", NR ? v[int((NR + 1) / 2)] : "-" }'
}

echo '# Programs that use the orders of C11'
echo
{
    echo 'Made by `bench/memory.sh`: the programs of `bench/programs/memory` (`manifest.tsv` says what holds), as they are'
    echo 'and with one weaker order each, a macro that the compiler is given. What `chorus check --memory=c11` says of each,'
    echo 'with the seconds of processor time (clang and the self-check included). A program is proved if the result says'
    echo '`C11`; a mistake is told if a run is shown.'
} | fmt -w 118
echo
awk -F'\t' -v limit="$seconds" -v proved_in="$(median true)" -v told_in="$(median false)" -v ratio="$(median true 8)" '
{ all[$4]++; count[$4 " " $5]++; wrong += $5 == "WRONG"; every += $5 == "true" && $7 ~ /^every / }
END {
    printf "%d of %d programs are proved in %d s each, %d of them for every number of threads (median %s s); %d of %d mistakes are told (median %s s); %d verdicts are wrong. A proof takes %s times as long as the one about interleavings (median).\n",
        count["true true"], all["true"], limit, every, proved_in, count["false false"], all["false"], told_in, wrong, ratio
    exit wrong > 0
}' "$work/said" >"$work/totals"
wrong=$?
fmt -w 118 "$work/totals"
echo

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
    sub(/every number of threads/, "every number", scope)
    sub(/ the program creates/, "", scope)
    sub(/, [0-9]+ steps$/, "", scope)
    cell = $5 (($5 == "true" || $5 == "false") ? ", " scope : "") ", " $6 " s"
    if ($2 == "-") printf "%s| %s | %s | %s |", (NR > 1 ? "\n" : ""), $1, $3, cell
    else printf " %s | %s |", order($2), cell
}
END { print "" }' "$work/said"
echo
echo 'What is not decided, and why (not in time: by the clock, on a machine that may have had other work):'
echo
awk -F'\t' '$5 == "unknown" { print "- " $1 ($2 == "-" ? "" : " " $2) ": " $7 }' "$work/said" |
    sed 's/-D//; s/=memory_order_/ /; s/holds for interleavings; under C11 //; s/time limit of .* reached/not in time/' |
    cut -c1-118
exit "$wrong"
