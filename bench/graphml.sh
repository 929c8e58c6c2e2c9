#!/bin/sh
# Witnesses in GraphML of the programs of bench/programs: for each that is violated, of assertions or races, `chorus check --witness=W.graphml`,
# then `chorus validate` of that alone; likewise for those that hold, of assertions. Prints Markdown: a section of docs/measured/witnesses.md; exit status 0
# when all are well-formed XML and all are confirmed.
#
#   bench/graphml.sh [-t SECONDS] [CHORUS]
#
# SECONDS (20) for the check, and for the validation; without a verdict in time there is nothing to confirm, and no row counts it.
set -u
seconds=20
while getopts t: option; do
    case $option in
    t) seconds=$OPTARG ;;
    *) exit 64 ;;
    esac
done
shift $((OPTIND - 1))
root=$(cd "$(dirname "$0")/.." && pwd)
chorus=${1-$root/build/release/chorus}
cd "$root" || exit 2
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
trap 'exit 130' INT TERM HUP

well_formed() {
    if command -v xmllint >/dev/null; then
        xmllint --noout "$1"
    else
        python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$1"
    fi
}

# one PROPERTY FILE
one() {
    rm -f "$temp/w.graphml"
    timeout -k 5 $((seconds * 3)) "$chorus" check -q --time-limit="$seconds" --memory-limit=4000 --property="$1" --errors=assert \
        --witness="$temp/w.graphml" "$2" >"$temp/out" 2>"$temp/err" </dev/null
    verdict=$(sed -n 's/^RESULT: \([a-z]*\).*/\1/p' "$temp/out")
    [ "$verdict" = true ] || [ "$verdict" = false ] || return 0
    said='no witness'
    if [ -e "$temp/w.graphml" ]; then
        timeout -k 5 $((seconds * 3)) "$chorus" validate -q --time-limit="$seconds" --memory-limit=4000 --errors=assert "$temp/w.graphml" "$2" \
            >"$temp/out" 2>/dev/null </dev/null
        said=$(sed -n '$s/^RESULT: //p' "$temp/out")
        well_formed "$temp/w.graphml" 2>"$temp/err" || said="not XML: $(head -n 1 "$temp/err")"
    fi
    printf '%s\t%s\t%s\t%s\n' "$1" "$verdict" "$2" "${said:-nothing}" >>"$temp/rows"
}

: >"$temp/rows"
for file in bench/programs/*.c; do one unreach-call "$file"; done
for file in bench/programs/race/*.c bench/programs/textbook/*_buggy.c; do one no-data-race "$file"; done

# count VERDICT PROPERTY PATTERN
count() { awk -F'\t' -v v="$1" -v p="$2" -v s="$3" '$2 == v && $1 == p && $4 ~ s { n++ } END { print n + 0 }' "$temp/rows"; }

echo '## Format 1.0 (GraphML)'
echo
echo "Made by \`bench/graphml.sh\`: the programs of \`bench/programs\`, $seconds s for \`chorus check --witness=W.graphml\` and as long for \`chorus" \
    'validate W.graphml`, which follows the threads of a violation, and takes invariants as candidates.' | fmt -w 118
echo
echo '| verdict | property | verdicts | confirmed | rejected | unknown |'
echo '|---|---|---:|---:|---:|---:|'
for verdict in false true; do
    for property in unreach-call no-data-race; do
        echo "| $verdict | $property | $(count $verdict $property .) | $(count $verdict $property "^confirmed $verdict") |" \
            "$(count $verdict $property ^rejected) | $(count $verdict $property ^unknown) |"
    done
done
awk -F'\t' '$4 !~ "^confirmed " $2 { print (n++ ? "" : "\nNot confirmed:\n\n") "- " $3 " (" $1 ", " $2 "): " $4 }' "$temp/rows"
[ "$(awk -F'\t' '$4 !~ "^confirmed " $2' "$temp/rows" | wc -l)" -eq 0 ] && [ -s "$temp/rows" ]
