#!/bin/sh
# One-line idioms of real programs, each in front of a program that is right.
#
#   scripts/idioms.sh [--bless] [--every N] [PATTERN]
#
# tests/idioms/program.c is that program. A line of tests/idioms/idioms.txt has what is expected, a tab, the idiom, which
# stands for the word IDIOM, and perhaps a tab and what stands for the word DECLARATIONS before main. Expected is "true",
# or the reason why there is no verdict, without places. The lines of tests/idioms/counter.txt are counter-idioms: what
# they call really does something, so that an assertion among them can fail. For them "true" is never right.
# --bless writes what Chorus says now, but no "true" for a counter-idiom. --every: only each Nth line. PATTERN: only lines
# that it (a regular expression of grep) is found in. CHORUS names the executable.
set -u
cd "$(dirname "$0")/.." || exit 2
CHORUS=${CHORUS:-build/release/chorus}
export CHORUS

# --run FOLDER NAME: what Chorus says about the idiom in FOLDER/NAME.c.
if [ "${1-}" = --run ]; then
    timeout -k 5 40 "$CHORUS" check -q --errors=assert --property=unreach-call --time-limit=10 --memory-limit=4000 "$2/$3.c" \
        2>"$2/$3.err" </dev/null |
        sed -n -e 's/^RESULT: unknown \[\(.*\)\]$/\1/' -e 's/^RESULT: //' -e 's/^\(true\|false\)[ (].*/\1/' \
            -e 's/^a counterexample depends on an over-approximation: //' \
            -e 's/; nor is an outline of the program proved$//' -e 's/; for an outline of the program: .*//' \
            -e "s|[^ ]*/$3.c:[0-9:]* ||" -e p >"$2/$3.got"
    [ -s "$2/$3.got" ] || { echo "no verdict"; head -n 1 "$2/$3.err"; } | tr '\n' ' ' | sed 's/ *$//' >"$2/$3.got"
    exit 0
fi

bless=false
every=1
if [ "${1-}" = --bless ]; then
    bless=true
    shift
fi
if [ "${1-}" = --every ]; then
    every=$2
    shift 2
fi
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
trap 'exit 130' INT TERM HUP

# The programs of list $1: one file for each line, named after the list and the number of the line.
write_programs()
{
    awk -F '\t' -v prefix="$temp/$1_" '
        function write(text, file) { gsub(/#include <[^>]*>/, "&\n", text); print text >file }
        NR == FNR { text[++n] = $0; next }
        {
            file = prefix FNR ".c"
            for (i = 1; i <= n; i++) {
                if (text[i] == "DECLARATIONS") write($3, file)
                else if (text[i] == "        IDIOM;") write("        " $2, file)
                else print text[i] >file
            }
            close(file)
        }' tests/idioms/program.c "$temp/$1.lines"
}

# What was said about the lines of list $1, held against what is expected.
judge()
{
    number=0
    failed=0
    while IFS= read -r line; do
        number=$((number + 1))
        said=$(cat "$temp/$1_$number.got") expected=${line%%	*} idiom=${line#*	}
        if [ "$1" = counter ] && [ "$said" = true ]; then
            said="WRONG"
        fi
        printf '%s\t%s\n' "$said" "$idiom" >>"$temp/$1.now"
        [ "$said" = "$expected" ] && continue
        $bless && [ "$said" != WRONG ] && continue
        printf '%s\n  expected: %s\n  said:     %s\n' "$idiom" "$expected" "$said"
        failed=$((failed + 1))
    done <"$temp/$1.lines"
    grep -c "^true	" "$temp/$1.now" >"$temp/$1.true"
    all_failed=$((all_failed + failed))
    if $bless && [ "$failed" -eq 0 ] && [ -z "$pattern" ] && [ "$every" -eq 1 ]; then
        cp "$temp/$1.now" "tests/idioms/$1.txt"
    fi
}

pattern=${1-}
all_failed=0
for list in idioms counter; do
    grep -e "$pattern" "tests/idioms/$list.txt" | awk -v every="$every" 'NR % every == 0' >"$temp/$list.lines"
    write_programs "$list"
done
for file in "$temp"/*.c; do basename "$file" .c; done | xargs -P "$(nproc)" -n 1 "$0" --run "$temp"
for list in idioms counter; do
    [ -s "$temp/$list.lines" ] || continue
    judge "$list"
    echo "$list: $(wc -l <"$temp/$list.lines"), of which $(cat "$temp/$list.true") are true"
done
count=$(cat "$temp"/*.lines | wc -l)
echo "$((count - all_failed)) passed, $all_failed failed"
[ "$all_failed" -eq 0 ]
