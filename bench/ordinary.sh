#!/bin/sh
# Ordinary programs (bench/programs/ordinary), each with a twin that has one mistake: whether the mistake is told, and
# whether all properties of the right one are proved. Prints two tables in Markdown, and a line with the totals.
#
#   bench/ordinary.sh [-m SECONDS] [-r SECONDS] [-c FACTOR] [-j JOBS] [CHORUS [NAME...]]
#
# -m: the time limit for a mistake, whose property mistakes.tsv has (5); -r: for a right program, of which all is asked
# (60). Beyond that a program is not decided. JOBS: so many at a time (1). NAME: only these pairs. On a machine that others
# use as well, FACTOR (1) lets the clock run so many times as long as the processor may.
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
folder=$here/bench/programs/ordinary
export LC_ALL=C

# row FOLDER CHORUS FACTOR NAME SUFFIX PROPERTY SECONDS MISTAKE: writes a row of a table, and a line for the totals.
row() {
    said=$1/$4$5 chorus=$2 clock=$(($3 * $7))
    shift 3
    file=$folder/$1$2.c
    /usr/bin/time -q -o "$said.time" -f '%e %U %S' timeout $((2 * clock + 5)) \
        "$chorus" check --property="$3" --time-limit="$clock" "$file" >"$said.out" 2>"$said.err"
    tail -n 1 "$said.time" >"$said.last"
    awk -v name="$1" -v suffix="$2" -v lines="$(wc -l <"$file")" -v property="$3" -v limit="$4" -v mistake="$5" \
        -v totals="$said.total" '
    function cut(text) {
        gsub(/\|/, "\\|", text)
        gsub(/[^ ]*\/ordinary\//, "", text)
        return length(text) > 150 ? substr(text, 1, 147) "..." : text
    }
    NR == FNR {
        if (/^RESULT: /) { said = $2; scope = $0; sub(/^[^[]*\[/, "", scope); sub(/\]$/, "", scope) }
        else if (/^[a-z-]*: (true|false|unknown|nothing)/) parts = parts (parts == "" ? "" : "; ") $1 " " $2
        next
    }
    {
        verdict = said == "" ? "none" : said
        kind = verdict
        sub(/\(.*/, "", kind)
        wanted = suffix == "" ? "true" : "false"
        mark = kind == "true" || kind == "false" ? (kind == wanted ? "decided" : "wrong") : "open"
        if (mark == "decided" && $1 > limit + 0.5 && $2 + $3 > limit) mark = "open"
        print wanted, mark >totals
        printf "| %s%s | %d | %s | %s%s | %.1f | %.1f | %s |\n", name, suffix, lines,
               suffix == "" ? parts : mistake " | " property, mark == "wrong" ? "WRONG: " : mark == "open" && kind == wanted ? "too late: " : "", verdict, $1, $2 + $3,
               cut(scope)
    }' "$said.out" "$said.last" >"$said.row"
}

if [ "${1-}" = --row ]; then
    shift
    row "$@"
    exit
fi

mistakes=5 rights=60 factor=1 jobs=1
while getopts m:r:c:j: option; do
    case $option in
    m) mistakes=$OPTARG ;;
    r) rights=$OPTARG ;;
    c) factor=$OPTARG ;;
    j) jobs=$OPTARG ;;
    *) exit 64 ;;
    esac
done
shift $((OPTIND - 1))
chorus=${1:-$here/build/release/chorus}
[ $# -eq 0 ] || shift
said=$(mktemp -d) || exit 2
trap 'rm -rf "$said"' EXIT
trap 'exit 130' INT TERM HUP

tab=$(printf '\t')
grep -v '^#' "$folder/mistakes.tsv" | while IFS=$tab read -r name property mistake natively; do
    case " $* " in *" $name "* | "  ") ;; *) continue ;; esac
    printf '%s\0' "$name" _buggy "$property" "$mistakes" "$mistake" "$name" '' all "$rights" "$natively"
done | xargs -0 -r -n 5 -P "$jobs" "$here/bench/ordinary.sh" --row "$said" "$chorus" "$factor"

echo '| program | lines | mistake | property | verdict | seconds | of processor | run, or reason |'
echo '|---|--:|---|---|---|--:|--:|---|'
cat "$said"/*_buggy.row
echo
echo '| program | lines | properties | verdict | seconds | of processor | scope, or reason |'
echo '|---|--:|---|---|--:|--:|---|'
find "$said" -name '*.row' ! -name '*_buggy.row' | sort | xargs -r cat
echo
cat "$said"/*.total | awk -v mistakes="$mistakes" -v rights="$rights" '
    { all[$1]++; count[$1 " " $2]++; wrong += $2 == "wrong" }
    END {
        printf "%d of %d mistakes told in %d s, %d of %d right programs proved in %d s, %d wrong.\n", count["false decided"],
               all["false"], mistakes, count["true decided"], all["true"], rights, wrong
    }'
