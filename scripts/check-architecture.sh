#!/bin/sh
# Checks that docs/architecture.md lists every source file, and only files that exist. A line lists
# files when it begins with a dash and a name in backquotes: "- `src/base/vec.h`: ..." or, for a pair,
# "- `src/base/vec.c/.h`: ...". The figure of the rooms must be the one that scripts/draw-rooms.sh draws. Silent when
# all is well.
set -u
cd "$(dirname "$0")/.." || exit 2
scripts/draw-rooms.sh --check || exit 1

find src -name '*.[ch]' -o -name '*.inc' | LC_ALL=C sort | awk '
function listed(name) {
    if (name in list) { print page ": lists " name " twice"; bad = 1 }
    list[name] = 1
}
BEGIN {
    page = "docs/architecture.md"
    while ((status = (getline line < page)) > 0) {
        if (line !~ /^- `src\//) continue
        split(line, part, "`")
        name = part[2]
        if (name ~ /\.[ch]\/\.[ch]$/) {
            sub(/\.[ch]\/\.[ch]$/, "", name)
            listed(name ".c")
            listed(name ".h")
        } else
            listed(name)
    }
    if (status < 0) { print page ": missing"; bad = 1 }
}
{
    if (!($0 in list)) { print page ": does not list " $0; bad = 1 }
    delete list[$0]
}
END {
    for (name in list) { print page ": lists " name ", which does not exist"; bad = 1 }
    exit bad
}
'
