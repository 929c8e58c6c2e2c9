#!/bin/sh
# Small programs for the survey of cells: those with a race must not be "true", the others are.
#
#   scripts/survey.sh [--every N] [NAME]
#
# tests/survey/racy.txt and safe.txt have the programs, one after the other, each behind a line "== NAME"; head.c stands in
# front of each. --every: only each Nth. NAME: only programs whose names it is a part of. CHORUS names the executable.
set -u
cd "$(dirname "$0")/.." || exit 2
CHORUS=${CHORUS:-build/release/chorus}
export CHORUS

# --run FOLDER NAME: the verdict on FOLDER/NAME.c.
if [ "${1-}" = --run ]; then
    timeout -k 5 60 "$CHORUS" race --method=survey --memory-limit=4000 "$2/$3.c" 2>"$2/$3.err" </dev/null |
        sed -n 's/^RESULT: \([a-z]*\).*/\1/p' >"$2/$3.got"
    exit 0
fi

every=1
if [ "${1-}" = --every ]; then
    every=$2
    shift 2
fi
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
trap 'exit 130' INT TERM HUP

for list in racy safe; do
    awk -v folder="$temp/$list" -v every="$every" -v part="${1-}" '
        FILENAME ~ /head/ { head = head $0 "\n"; next }
        /^== / { if (file) close(file); file = index($2, part) && n++ % every == 0 ? folder "_" $2 ".c" : ""; if (file) printf "%s", head >file; next }
        file { print >file }' tests/survey/head.c "tests/survey/$list.txt"
done
for file in "$temp"/*.c; do basename "$file" .c; done | xargs -P "$(nproc)" -n 1 "$0" --run "$temp"
passed=0
failed=0
for file in "$temp"/*.c; do
    name=$(basename "$file" .c)
    said=$(cat "$temp/$name.got")
    case $name:$said in
    safe_*:true | racy_*:unknown) passed=$((passed + 1)) ;;
    *)
        echo "$name: ${said:-$(head -n 1 "$temp/$name.err")}"
        failed=$((failed + 1))
        ;;
    esac
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
