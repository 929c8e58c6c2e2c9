#!/bin/sh
# Checks the words of src: a type is defined in one header, and not again in a .c file; of the functions at most 8 of
# 100 have the name of one in another file (static ones of the same meaning). Silent when all is well; --list prints the
# names that several files have.
set -u
cd "$(dirname "$0")/.." || exit 2
find src -name '*.[ch]' ! -path 'src/*/runtime/*' | LC_ALL=C sort | xargs awk -v list="${1-}" '
function define(name) {
    functions++
    files[name] = files[name] " " FILENAME
    count[name]++
}
function define_type(name) {
    if (FILENAME ~ /\.h$/) headers[name] = headers[name] " " FILENAME
    else sources[name] = sources[name] " " FILENAME
    header_count[name] += FILENAME ~ /\.h$/
}
FNR == 1 { candidate = "" }
# The head of a function begins a line; its body opens in that line or begins the next one.
/^[A-Za-z_].*\(/ && !/^(typedef|return|else)/ {
    name = $0
    sub(/\(.*/, "", name)
    sub(/.*[ *]/, "", name)
    candidate = name
}
/;$/ && !/\{.*\}$/ { if (candidate != "" && $0 !~ /^ .*\}/) candidate = "" }
candidate != "" && (/^\{/ || /\) \{/) && !/=/ {
    define(candidate)
    candidate = ""
}
/^\} [A-Z][A-Za-z0-9]*;/ { define_type(substr($2, 1, length($2) - 1)) }
/^typedef .*[ *][A-Z][A-Za-z0-9]*;$/ { name = $NF; gsub(/[*;]/, "", name); define_type(name) }
END {
    for (name in count)
        if (count[name] > 1) {
            shared += count[name]
            if (list != "") print name ":" files[name]
        }
    for (name in headers) {
        if (header_count[name] > 1) { print "type " name " is defined in several headers:" headers[name]; bad = 1 }
        if (name in sources) { print "type " name " is defined in" headers[name] " and again in" sources[name]; bad = 1 }
    }
    if (functions < 1000) { print "only " functions " functions were found"; bad = 1 }
    if (shared * 100 > functions * 8) {
        printf "%d of %d functions have the name of one in another file, more than 8 %%\n", shared, functions
        bad = 1
    }
    if (list != "") printf "%d of %d functions\n", shared, functions
    exit bad
}'
