#!/bin/sh
# What Chorus says of whole programs that others wrote, without any option but for what is asked: a Markdown table, one
# row a program.
#
#   bench/real-programs.sh FOLDER [JOBS] > table
#
# FOLDER is a copy of github.com/goblint/bench (concrat/*/main.c, pthread/*.c). Nothing is fetched, and nothing built:
# CHORUS names the executable (build/release/chorus). JOBS: so many programs at a time (1). LIMITS: further options, such
# as --time-limit=60; without, those hold that Chorus has itself.
#
# Assertions, data races and deadlocks are asked one after the other; seconds and MB are the largest of the three. "As it
# is": the share of instructions with an effect that the outline of the program does not over-approximate. The last column is
# where the exact model ends first.
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
chorus=${CHORUS:-$here/build/release/chorus}

# What a run printed, about property $3 of program $2, into $1.
ask() {
    command=check
    [ "$3" = no-data-race ] && command=race # which tells the cells, too
    # shellcheck disable=SC2086  # a list of options
    /usr/bin/time -q -o "$1.$3.time" -f '%e %M' "$chorus" $command --property="$3" --errors=assert ${LIMITS-} "$2" \
        >"$1.$3.out" 2>"$1.$3.err"
}

# One row of the table, from what was printed.
row() {
    awk -v program="$2" -v lines="$3" '
    function cut(text) {
        gsub(/\|/, "\\|", text)
        return length(text) > 80 ? substr(text, 1, 77) "..." : text
    }
    { property = FILENAME; sub(/\.[a-z]*$/, "", property); sub(/.*\./, "", property); kind = FILENAME; sub(/.*\./, "", kind) }
    kind == "time" { if ($1 > seconds) seconds = $1; if ($2 > memory) memory = $2 }
    /^survey of / { cells = $7; safe = $13; open = $15; has_cells = 1 }
    /^outline of the program: / { if ($7 > 0) exact = sprintf("%d %%", 100 * $5 / $7) }
    /^checked: 0 assertions/ && property == "unreach-call" { is_empty = 1 }
    /^RESULT: / {
        verdict[property] = $2
        sub(/\(.*/, "", verdict[property])
        if ($2 == "unknown" && reason == "") { reason = $0; sub(/^[^[]*\[/, "", reason); sub(/\]$/, "", reason) }
    }
    / error: / && error == "" { error = $0; sub(/.* error: /, "", error) }
    /warning: .*what follows is not examined/ && first == "" {
        first = $0
        sub(/: warning: /, ": ", first)
        sub(/; what follows.*/, "", first)
    }
    END {
        if (!("unreach-call" in verdict)) {
            printf "| %s | %d | | | no program | | | | | | | %s |\n", program, lines, cut(error)
            exit
        }
        stop = first == "" ? reason : first
        gsub(/[^ ]*\//, "", stop)
        share = has_cells && cells > 0 ? sprintf("%d %%", 100 * safe / cells) : ""
        if (!has_cells) cells = safe = open = ""
        assertions = is_empty ? verdict["unreach-call"] " (none)" : verdict["unreach-call"]
        printf "| %s | %d | %.1f | %d | %s | %s | %s | %s | %s | %s | %s | %s |\n", program, lines, seconds, memory / 1024,
               exact, assertions, verdict["no-data-race"], verdict["no-deadlock"], cells, open, share, cut(stop)
    }' "$1".*.time "$1".*.err "$1".*.out
}

if [ "${1-}" = --row ]; then
    said=$2/$(printf '%s' "$3" | tr / _)
    for property in unreach-call no-data-race no-deadlock; do
        ask "$said" "$3" "$property"
        [ -s "$said.$property.out" ] || break
    done
    row "$said" "${3%/main.c}" "$(wc -l <"$3")" >"$said.row"
    exit
fi

folder=${1:?folder} jobs=${2:-1}
script=$here/bench/real-programs.sh
cd "$folder" || exit 2
said=$(mktemp -d) || exit 2
trap 'rm -rf "$said"' EXIT
export LC_ALL=C
printf '%s\n' concrat/*/main.c pthread/*.c | xargs -P "$jobs" -I '{}' "$script" --row "$said" '{}'
echo '| program | lines | seconds | MB | as it is | assertions | races | deadlocks | cells | may race | share safe | where the exact model ends first |'
echo '|---|--:|--:|--:|--:|---|---|---|--:|--:|--:|---|'
cat "$said"/*.row
