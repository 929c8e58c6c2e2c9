#!/bin/sh
# How long text reports of counterexamples are: for the false tasks of a list, the lines that `chorus check` prints and the steps
# of the counterexample. Prints Markdown; exit status 0 when 95 % have fewer than 40 lines.
#
#   bench/traces.sh [-t SECONDS] [-e EVERY] [-n NAME] TASKS-FOLDER LIST [CHORUS] >docs/measured/trace-lengths.md
#
# LIST: a table with lines TASK<tab>PROPERTY<tab>EXPECTED, as `chorus suite` takes them; TASK.yml is in the folder. SECONDS for
# each (6); tasks without a counterexample in that time are counted, too. EVERY: only each so many-th task (1). NAME: what the
# list is called.
set -u
seconds=6
every=1
name=
while getopts t:e:n: option; do
    case $option in
    t) seconds=$OPTARG ;;
    e) every=$OPTARG ;;
    n) name=$OPTARG ;;
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

awk -F'\t' -v every="$every" '!/^#/ && $3 == "false" && n++ % every == 0 { print $1 "\t" $2 }' "$list" >"$temp/tasks"
: >"$temp/found"
while IFS=$tab read -r task property; do
    timeout -k 5 $((seconds * 3)) "$chorus" check --time-limit="$seconds" --memory-limit=4000 --property="$property" \
        "$tasks/$task.yml" >"$temp/out" 2>/dev/null </dev/null
    [ $? -eq 1 ] || continue
    steps=$(sed -n 's/^RESULT: false.*[[ ]\([0-9]*\) steps\{0,1\}\].*/\1/p' "$temp/out")
    printf '%s\t%s\t%s\t%s\n' "$property" "$(wc -l <"$temp/out")" "${steps:-0}" "$task" >>"$temp/found"
done <"$temp/tasks"

# of COLUMN PROPERTY: median, 95th percentile and largest, as cells. An empty property: all.
of() {
    awk -F'\t' -v c="$1" -v p="$2" 'p == "" || $1 == p { print $c }' "$temp/found" | sort -n |
        awk '{ v[NR] = $1 }
             function at(q,   i) { i = int(q * NR); if (i < q * NR) i++; return v[i < 1 ? 1 : i] }
             END { printf "%s | %s | %s", at(0.5), at(0.95), v[NR] }'
}
row() { echo "| ${1:-all} | $(awk -F'\t' -v p="$1" 'p == "" || $1 == p' "$temp/found" | wc -l) | $(of 2 "$1") | $(of 3 "$1") |"; }

echo '# How long counterexamples are'
echo
echo "Made by \`bench/traces.sh\`: the false tasks${name:+ of $name}$([ "$every" -eq 1 ] || echo ", one of $every"), $seconds s each:" \
    "$(wc -l <"$temp/tasks") tasks, $(wc -l <"$temp/found") with a counterexample." | fmt -w 118
echo
echo '| property | tasks | lines: median | 95th percentile | most | steps: median | 95th percentile | most |'
echo '|---|---:|---:|---:|---:|---:|---:|---:|'
cut -f1 "$temp/found" | sort -u | while read -r property; do row "$property"; done
row ''
echo
long=$(awk -F'\t' '$2 >= 40' "$temp/found" | wc -l)
echo "$long of them have 40 lines or more$([ "$long" -eq 0 ] && echo . || echo :)"
awk -F'\t' '$2 >= 40 { print "- " $4 " (" $1 "): " $2 " lines, " $3 " steps" }' "$temp/found"
[ "$long" -le $(($(wc -l <"$temp/found") / 20)) ]
