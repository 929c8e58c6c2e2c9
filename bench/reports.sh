#!/bin/sh
# Reports of violations, one table: for the buggy programs of bench/programs (those of the papers, races, also those of
# bench/programs/textbook, deadlocks) the lines of the text report, whether the page draws its last step in a browser, whether the SARIF log is valid, and whether
# `chorus validate` confirms the witness from what it says alone. Prints Markdown; exit status 0 when nothing failed.
#
#   bench/reports.sh [-t SECONDS] [-o ORIGINALS] [CHORUS [FILE...]] >docs/measured/reports-table.md
#
# ORIGINALS: a folder with the papers' own programs, which are not a part of Chorus: those of its NAME_buggy/main.c that are wrong come first,
# with the options of docs/measured/reproduction.md (three of them hold).
# The page needs chromium. The log is held against the schema in SARIF_SCHEMA=FILE with python3-jsonschema; without,
# it is only looked at for what every result must have. What is missing is said above the table.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
seconds=60
originals=
while getopts t:o: option; do
    case $option in
    o) originals=$OPTARG ;;
    t) seconds=$OPTARG ;;
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
cd "$root" || exit 2

programs=0
failed=0
most=40 # lines of a report
: >"$temp/rows"

browser=
command -v chromium >/dev/null && browser=chromium
schema=${SARIF_SCHEMA:-}
python3 -c 'import jsonschema' 2>/dev/null || schema=

# draws PAGE: "yes" when a browser draws it with its last step; "-" without a browser.
draws() {
    [ -n "$browser" ] || { echo -; return; }
    TMPDIR=$temp timeout 120 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$temp/browser" --dump-dom \
        --virtual-time-budget=3000 "file://$1" >"$temp/dom" 2>/dev/null
    if grep -q 'class="now"' "$temp/dom"; then echo yes; else echo NO; fi
}

# valid LOG: "yes" when it is valid and has one result with a place, a message and a code flow.
valid() {
    SCHEMA=$schema python3 - "$1" <<'PYTHON' >/dev/null 2>"$temp/why" && echo yes || echo NO
import json, os, sys
log = json.load(open(sys.argv[1], encoding="utf-8"))
assert log["version"] == "2.1.0"
result, = log["runs"][0]["results"]
assert result["message"]["text"] and result["locations"][0]["physicalLocation"]["region"]["startLine"] > 0
assert result["codeFlows"][0]["threadFlows"] and result["partialFingerprints"]["chorus/v1"]
if os.environ["SCHEMA"]:
    import jsonschema
    jsonschema.validate(log, json.load(open(os.environ["SCHEMA"])))
PYTHON
}

# one PROPERTY FILE [only-false [FLAG...]]: its row. An empty property is the usual one. A program called _buggy must be wrong, unless only those that
# are have a row.
one() {
    property=$1
    file=$2
    only=${3-}
    if [ $# -gt 3 ]; then shift 3; else set --; fi
    name=$(basename "$file")
    [ "$name" != main.c ] || name=$(basename "$(dirname "$file")")/main.c
    rm -f "$temp"/w.yml "$temp"/x.html "$temp"/x.sarif
    timeout -k 5 "$seconds" "$chorus" check ${property:+--property="$property"} --witness="$temp/w.yml" --html="$temp/x.html" \
        --sarif="$temp/x.sarif" "$@" "$file" >"$temp/out" 2>"$temp/err" </dev/null
    status=$?
    case $only$name in *_buggy.c | *_buggy/main.c) ;; *) false ;; esac && [ -z "$only" ] || [ "$status" -eq 1 ] || return 0
    programs=$((programs + 1))
    lines=$(wc -l <"$temp/out")
    verdict=$(sed -n 's/^RESULT: \([^[]*\) \[.*/\1/p' "$temp/out")
    page=$(draws "$temp/x.html")
    log=$(valid "$temp/x.sarif")
    if [ -e "$temp/w.yml" ]; then
        timeout -k 5 "$seconds" "$chorus" validate -q "$@" "$temp/w.yml" "$file" >"$temp/said" 2>&1 </dev/null
        case $(tail -n 1 "$temp/said") in
        'RESULT: confirmed false('*) witness=confirmed ;;
        *) witness="NO: $(tail -n 1 "$temp/said")" ;;
        esac
    else
        witness="none: $(sed -n 's/.*not written: //p' "$temp/err")"
        [ "$property" = no-deadlock ] || witness="NO: $witness"
    fi
    if [ "$lines" -ge "$most" ]; then lines="**$lines**"; fi
    row="| $name | $verdict | $lines | $page | $log | $witness |"
    echo "$row" >>"$temp/rows"
    case "$status$row" in 1*'**'* | 1*NO* | [!1]*) failed=$((failed + 1)) ;; esac
}

if [ $# -gt 0 ]; then
    for file in "$@"; do one '' "$file"; done
else
    [ -z "$originals" ] || for file in "$originals"/*_buggy/main.c; do one '' "$file" only-false --granularity=statement -DSATABS; done
    for file in bench/programs/*_buggy.c; do one '' "$file"; done
    for file in bench/programs/race/*_buggy.c; do one no-data-race "$file"; done
    for file in bench/programs/textbook/*_buggy.c; do one no-data-race "$file" only-false; done
    for file in bench/programs/deadlock/*_buggy.c; do one no-deadlock "$file"; done
fi

echo '# Reports of the buggy programs'
echo
{
    echo "Made by \`bench/reports.sh\`: lines of the text report (to be fewer than $most), whether \`--html\` is drawn by"
    echo "$([ -n "$browser" ] && echo Chromium || echo 'a browser (none is installed: not tried)'), whether \`--sarif\` is valid" \
        "($([ -n "$schema" ] && echo 'the published schema, and what a result must have' || echo 'what a result must have; no schema was given'))," \
        'whether `chorus validate` confirms the witness.'
    echo "$programs programs, $failed with something wrong: $(grep -c '/main.c |' "$temp/rows") of the papers' own$([ -n "$originals" ] || echo ' (not given)')," \
        "$(grep -c 'false(no-data-race)' "$temp/rows") races, $(grep -c 'false(no-deadlock)' "$temp/rows") deadlocks."
} | fmt -w 118
echo
echo '| program | verdict | lines | page drawn | log valid | witness |'
echo '|---|---|---:|---|---|---|'
cat "$temp/rows"
[ "$failed" -eq 0 ] && [ "$programs" -gt 0 ]
