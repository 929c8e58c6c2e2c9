#!/bin/sh
# What Chorus says of data races in whole programs that others wrote: a Markdown table, one row a program.
#
#   bench/real-programs.sh FOLDER [SECONDS] > table
#
# FOLDER is a copy of github.com/goblint/bench (concrat/*/main.c, pthread/*.c). Nothing is fetched, and nothing built:
# CHORUS names the executable (build/release/chorus). SECONDS is the time limit of each run (20); the survey of cells comes
# after it.
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
chorus=${CHORUS:-$here/build/release/chorus}
folder=${1:?folder} seconds=${2:-20}
cd "$folder" || exit 2
said=$(mktemp -d) || exit 2
trap 'rm -rf "$said"' EXIT

# One row from what a run printed: out, err, time (seconds and kilobytes).
row() {
    awk -v program="$1" -v lines="$2" -v time="$(cat "$said/time")" '
    function cut(text) {
        gsub(/\|/, "\\|", text)
        return length(text) > 90 ? substr(text, 1, 87) "..." : text
    }
    /^survey of / { cells = $7; safe = $13; open = $15; has_cells = 1 }
    /^RESULT: / {
        verdict = $2
        reason = $0
        sub(/^[^[]*\[/, "", reason)
        sub(/\]$/, "", reason)
        sub(/^[^ ]*\/main\.c/, "main.c", reason)
    }
    / error: / && error == "" { error = $0; sub(/.* error: /, "", error) }
    /warning: .*what follows is not examined/ && first == "" {
        first = $0
        sub(/: warning: /, ": ", first)
        sub(/; what follows.*/, "", first)
        sub(/^[^ ]*\//, "", first)
    }
    END {
        split(time, used, " ")
        if (verdict == "") verdict = "no program"
        if (verdict == "unknown") stop = first == "" ? reason : first
        if (verdict == "no program") stop = error
        share = has_cells && cells > 0 ? sprintf("%d %%", 100 * safe / cells) : ""
        if (!has_cells) cells = safe = open = ""
        printf "| %s | %d | %.1f | %d | %s | %s | %s | %s | %s | %s |\n", program, lines, used[1], used[2] / 1024, verdict,
               cells, safe, open, share, cut(stop)
    }' "$said/out" "$said/err"
}

echo '| program | lines | seconds | MB | verdict | cells | safe | may race | share safe | what the model stops at |'
echo '|---|--:|--:|--:|---|--:|--:|--:|--:|---|'
for file in concrat/*/main.c pthread/*.c; do
    /usr/bin/time -q -o "$said/time" -f '%e %M' "$chorus" race --memory-limit=4000 --time-limit="$seconds" "$file" \
        >"$said/out" 2>"$said/err"
    row "${file%/main.c}" "$(wc -l <"$file")"
done
