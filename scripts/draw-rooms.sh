#!/bin/sh
# Draws the first figure of docs/architecture.md from the includes: the rooms of src, in the order of src/LAYERS, and
# which room includes headers of which. A mark above the diagonal would be a loop of rooms.
#
#   scripts/draw-rooms.sh            prints the figure
#   scripts/draw-rooms.sh --write    writes it into the page, between its two marker lines
#   scripts/draw-rooms.sh --check    says when the page has another one; silent when all is well
set -u
cd "$(dirname "$0")/.." || exit 2
page=docs/architecture.md

draw() {
    find src -name '*.[ch]' ! -path 'src/*/runtime/*' | LC_ALL=C sort | LC_ALL=C xargs awk '
function room_of(path) { return substr(path, 1, index(path "/", "/") - 1) }
function padded(text, width) { return sprintf("%-" width "s", text) }
BEGIN {
    while ((getline line < "src/LAYERS") > 0)
        if (line ~ /^[a-z]/) {
            sub(/:.*/, "", line)
            last[room_of(line)] = ++lines # a room stands where the last of its folders does
            if (length(room_of(line)) > width) width = length(room_of(line))
        }
    for (line = 1; line <= lines; line++)
        for (room in last)
            if (last[room] == line) name[++rooms] = room
}
FNR == 1 { here = room_of(substr(FILENAME, length("src/") + 1)) }
/^[ \t]*#[ \t]*include[ \t]*"/ {
    split($0, part, "\"")
    if (part[2] ~ /\//) includes[here, room_of(part[2])] = 1
}
END {
    print "```text"
    line = padded("", width)
    for (i = 1; i < rooms; i++) line = line "  " name[i]
    print line
    for (i = 1; i <= rooms; i++) {
        line = name[i]
        gap = width - length(name[i]) + 2
        for (j = 1; j < rooms; j++) {
            before = int((length(name[j]) - 1) / 2)
            if (j != i && (name[i], name[j]) in includes) {
                line = line padded("", gap + before) "●"
                gap = 0
            } else
                gap += before + 1
            gap += length(name[j]) - before - 1 + 2
        }
        print line
    }
    print "```"
}'
}

figure=$(mktemp)
trap 'rm -f "$figure"' EXIT
draw >"$figure" || exit 2
first='<!-- The rooms, drawn by scripts/draw-rooms.sh. -->'
last='<!-- End of the rooms. -->'
case ${1-} in
--write)
    awk -v figure="$figure" -v first="$first" -v last="$last" '
    $0 == last { is_inside = 0 }
    !is_inside { print }
    $0 == first { while ((getline line < figure) > 0) print line; is_inside = 1 }' "$page" >"$page.new" &&
        mv "$page.new" "$page"
    ;;
--check)
    awk -v first="$first" -v last="$last" '
    $0 == last { is_inside = 0 }
    is_inside { print }
    $0 == first { is_inside = 1 }' "$page" | cmp -s - "$figure" ||
        { echo "$page: the figure of the rooms is not that of the includes, see scripts/draw-rooms.sh --write"; exit 1; }
    ;;
*) cat "$figure" ;;
esac
