#!/bin/sh
# How many witnesses are confirmed from what they say alone: of the false tasks of a list, `chorus check --witness` and then `chorus
# validate` of the violation; of the true ones, of the proof. Prints Markdown; exit status 0 when 11 of 12 violations and 2 of 3 proofs
# of all tasks that were chosen are confirmed, and no witness is rejected.
#
#   bench/witnesses.sh [-t SECONDS] [-n COUNT] [-N NAME] TASKS-FOLDER LIST [CHORUS] >docs/measured/witnesses.md
#   bench/graphml.sh >>docs/measured/witnesses.md
#
# LIST: a table with lines TASK<tab>PROPERTY<tab>EXPECTED, as `chorus suite` takes them; TASK.yml and TASK.i (or .c) are in the folder. Of the false
# tasks of unreach-call and no-data-race COUNT (60) are chosen, evenly along the list, half for each property, and likewise of the true ones; tasks
# without a verdict in time count as not confirmed. SECONDS (20) for the check, and for the validation. NAME: what the list is called.
set -u
seconds=20
most=60
name=
while getopts t:n:N: option; do
    case $option in
    t) seconds=$OPTARG ;;
    n) most=$OPTARG ;;
    N) name=$OPTARG ;;
    *) exit 64 ;;
    esac
done
shift $((OPTIND - 1))
[ $# -ge 2 ] || { sed -n 's/^#   /usage: /p' "$0" >&2; exit 64; }
tasks=$1
list=$2
chorus=${3-$(cd "$(dirname "$0")/.." && pwd)/build/release/chorus}
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
trap 'exit 130' INT TERM HUP
tab=$(printf '\t')

# choose EXPECTED PROPERTY: half of COUNT tasks, evenly along the list.
choose() {
    awk -F'\t' -v e="$1" -v p="$2" -v most=$((most / 2)) '
        !/^#/ && $2 == p && $3 == e { task[n++] = $1 }
        END { for (i = 0; i < most && i < n; i++) print p "\t" e "\t" task[n <= most ? i : int(i * n / most)] }' "$list"
}
for expected in false true; do
    for property in unreach-call no-data-race; do choose $expected $property; done
done >"$temp/chosen"

: >"$temp/rows"
while IFS=$tab read -r property expected task; do
    file=$tasks/$task.i
    [ -e "$file" ] || file=$tasks/$task.c
    rm -f "$temp/w.yml"
    timeout -k 5 $((seconds * 3)) "$chorus" check -q --time-limit="$seconds" --memory-limit=4000 --property="$property" \
        --witness="$temp/w.yml" "$tasks/$task.yml" >"$temp/out" 2>"$temp/err" </dev/null
    verdict=$(sed -n 's/^RESULT: \([a-z]*\).*/\1/p' "$temp/out")
    said='no verdict'
    if [ -e "$temp/w.yml" ]; then
        timeout -k 5 $((seconds * 3)) "$chorus" validate -q --time-limit="$seconds" --memory-limit=4000 "$temp/w.yml" "$file" \
            >"$temp/out" 2>/dev/null </dev/null
        said=$(sed -n '$s/^RESULT: //p' "$temp/out")
    elif [ "$verdict" = "$expected" ]; then
        said="no witness: $(sed -n 's/.*not written: //p' "$temp/err")"
    fi
    printf '%s\t%s\t%s\t%s\t%s\n' "$property" "$expected" "$task" "$verdict" "${said:-nothing}" >>"$temp/rows"
done <"$temp/chosen"

# count EXPECTED PROPERTY PATTERN: rows of that kind; an empty property is any.
count() {
    awk -F'\t' -v e="$1" -v p="$2" -v s="$3" '$2 == e && (p == "" || $1 == p) && $5 ~ s { n++ } END { print n + 0 }' "$temp/rows"
}
decided() { awk -F'\t' -v e="$1" -v p="$2" '$2 == e && (p == "" || $1 == p) && $4 == e { n++ } END { print n + 0 }' "$temp/rows"; }
row() {
    echo "| $1 | ${2:-both} | $(count "$1" "$2" .) | $(decided "$1" "$2") | $(count "$1" "$2" '^(confirmed|rejected|unknown)') |" \
        "$(count "$1" "$2" "^confirmed $1") | $(count "$1" "$2" ^rejected) | $(count "$1" "$2" ^unknown) |"
}

echo '# Witnesses, confirmed'
echo
echo "Made by \`bench/witnesses.sh\`: $(wc -l <"$temp/rows") tasks${name:+ of $name}, $seconds s for \`chorus check --witness\` and as long for" \
    '`chorus validate`, which has the witness and the program, nothing else, and believes nothing. Witnesses of true tasks are invariants and the claim that there is a proof.' | fmt -w 118
echo
echo '| expected | property | tasks | answered | witnesses | confirmed | rejected | unknown |'
echo '|---|---|---:|---:|---:|---:|---:|---:|'
for expected in false true; do
    for property in unreach-call no-data-race ''; do row $expected "$property"; done
done
echo
echo 'Not confirmed:'
echo
awk -F'\t' '$5 !~ "^confirmed " $2 { print "- " $3 " (" $1 ", " $2 "): " $5 }' "$temp/rows"
[ $(($(count false '' '^confirmed false') * 12)) -ge $(($(count false '' .) * 11)) ] &&
    [ $(($(count true '' '^confirmed true') * 3)) -ge $(($(count true '' .) * 2)) ] &&
    [ "$(awk -F'\t' '$5 ~ /^rejected/' "$temp/rows" | wc -l)" -eq 0 ]
