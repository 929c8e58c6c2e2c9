#!/bin/sh
# Checks that files of src have at most 500 lines, but for the exceptions of src/SIZES. Silent when all is well.
set -u
cd "$(dirname "$0")/.." || exit 2

find src -name '*.[ch]' | LC_ALL=C sort | xargs awk '
function check(name, lines, limit) {
    if (lines > limit && !(name in may_be_long)) {
        print name ": " lines " lines, at most " limit
        bad = 1
    }
    if (lines <= limit && name in may_be_long) {
        print "src/SIZES: " name " has only " lines " lines"
        bad = 1
    }
    seen[name] = 1
}
BEGIN {
    while ((getline line < "src/SIZES") > 0) {
        if (line ~ /^[ \t]*(#|$)/) continue
        if (line !~ /^[^ :]+: ./) { print "src/SIZES: no reason: " line; bad = 1 }
        sub(/:.*$/, "", line)
        may_be_long[line] = 1
    }
}
{ lines[FILENAME] = FNR }
END {
    for (name in lines) check(name, lines[name], 500)
    for (name in may_be_long)
        if (!(name in seen)) { print "src/SIZES: " name " does not exist"; bad = 1 }
    exit bad
}
'
