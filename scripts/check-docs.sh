#!/bin/sh
# Checks the pages: README.md, CONTRIBUTING.md, CHANGELOG.md and all in docs/. Silent when all is well.
#
# - No line is longer than 120 columns, but those of tables and code.
# - No paragraph, and no item of a list, has more than 120 words.
# - Each link to a file leads to one that exists, and its #anchor to a heading of that page.
# - Each source that is named in backquotes with its folder exists, here, in src/ or in a folder of it.
# - Each `chorus` command in a block of code is run by tests/cli/pages.sh: after "$ " in a block "```console" with the
#   output that stands there; without "$ " as a line of usage, with a word in capitals (FILE) for an input.
#
#   scripts/check-docs.sh
set -u
cd "$(dirname "$0")/.." || exit 2
pages="README.md CONTRIBUTING.md CHANGELOG.md $(find docs -name '*.md' | sort | tr '\n' ' ')"

# shellcheck disable=SC2086  # a list of names without spaces
LC_ALL=C awk '
function complain(line, text) { print page ":" line ": " text; bad = 1 }
function end() {
    if (words > 120) complain(start, "a paragraph of " words " words (120 at most)")
    words = 0
}
function columns(text) {
    gsub(/[\200-\277]/, "", text) # bytes of UTF-8 after the first
    return length(text)
}
# "## What it is: `x`" is #what-it-is-x.
function anchor(text) {
    sub(/^#+ +/, "", text)
    text = tolower(text)
    gsub(/\[|\]\([^)]*\)/, "", text)
    gsub(/[^a-z0-9_ -]/, "", text)
    gsub(/ /, "-", text)
    return text
}
function link(target,   place, file, name) {
    if (target ~ /^[a-z]+:/) return
    place = index(target, "#")
    file = place ? substr(target, 1, place - 1) : target
    name = place ? substr(target, place + 1) : ""
    file = file == "" ? page : folder file
    while (sub(/[^\/]+\/\.\.\//, "", file)) {}
    if (system("test -e \"" file "\"") != 0) complain(FNR, "leads to " file ", which does not exist")
    else if (name != "") {
        asked[++asks] = file "#" name
        where[asks] = page ":" FNR
    }
}
# `engines/symmpa/cegar.c`, `src/LAYERS`, `tests/cli/*.sh`; pairs `x.c/.h` are for check-architecture.sh.
function source(name) {
    if (name ~ /\.c\/\.h$/ || name ~ /[ ()]/) return
    if (name !~ /^(src|tests|bench|scripts|examples|include|contrib)\// && name !~ /^[a-z_]+(\/[a-z_0-9]+)+\.[ch]$/) return
    if (!(name in known)) known[name] = system("ls -d " name " src/" name " src/*/" name " 2>/dev/null | grep -q .") == 0
    if (!known[name]) complain(FNR, "names " name ", which does not exist")
}
FNR == 1 {
    end()
    inside = 0
    page = folder = FILENAME
    sub(/[^\/]*$/, "", folder)
}
/^ *```/ { end(); inside = !inside; block = $1; next }
inside {
    text = $0
    sub(/^ +/, "", text)
    if (text ~ /^\$ (build\/release\/)?chorus / && block != "```console")
        complain(FNR, "a command in a block that is not ```console, so that no test runs it")
    if (text ~ /^(build\/release\/)?chorus / && block != "```console" && text !~ /[ =][A-Z][A-Z]+/ && block != "```text")
        complain(FNR, "a line of usage without a word in capitals for the input, so that no test runs it")
    next
}
{
    line = $0
    while (match(line, /`[^`]+`/)) {
        source(substr(line, RSTART + 1, RLENGTH - 2))
        line = substr(line, RSTART + RLENGTH)
    }
    line = $0
    gsub(/`[^`]*`/, "", line)
    while (match(line, /\]\([^) ]*\)/)) {
        link(substr(line, RSTART + 2, RLENGTH - 3))
        line = substr(line, RSTART + RLENGTH)
    }
}
/^ *\|/ || /^ *<!--/ { end(); next }
columns($0) > 120 { complain(FNR, "a line of " columns($0) " columns (120 at most)") }
/^#/ { end(); heads[page "#" anchor($0)] = 1; next }
/^ *$/ { end(); next }
/^ *([-*+]|[0-9]+[.)]) / { end() }
{
    if (!words) start = FNR
    words += NF
}
END {
    end()
    for (i = 1; i <= asks; i++)
        if (!(asked[i] in heads)) { print where[i] ": leads to " asked[i] ", where no heading is called so"; bad = 1 }
    exit bad
}
' $pages
