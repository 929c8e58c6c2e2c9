#!/bin/sh
# Checks the sources against src/LAYERS: who includes whom, who may use which library, and that only
# the command line ends the process, reads argv or writes to stdout. Checks src/DOORS: the headers of a room (a folder
# on the first floor) that other rooms include are those listed there. Silent when all is well. What runs in the user's
# program (runtime/) is no part of the library; tests may include all headers.
set -u
cd "$(dirname "$0")/.." || exit 2

find src -name '*.[ch]' ! -path 'src/*/runtime/*' | LC_ALL=C sort | xargs awk '
function complain(text) {
    print FILENAME ":" FNR ": " text
    bad = 1
}

# The line without comments and without the insides of string and character literals.
function code_of(line,    out, c, two, quote) {
    out = ""
    quote = ""
    while (line != "") {
        c = substr(line, 1, 1)
        two = substr(line, 1, 2)
        if (in_comment) {
            if (two == "*/") { in_comment = 0; line = substr(line, 3); continue }
        } else if (quote != "") {
            if (c == "\\") { line = substr(line, 3); continue }
            if (c == quote) quote = ""
        } else if (two == "/*") {
            in_comment = 1; line = substr(line, 3); continue
        } else if (two == "//") {
            break
        } else {
            if (c == "\"" || c == "\047") quote = c
            out = out c
        }
        line = substr(line, 2)
    }
    return out
}

function calls(code, name) { return code ~ ("(^|[^A-Za-z0-9_])" name "[ \t]*[(]") }
function has_word(code, name) { return code ~ ("(^|[^A-Za-z0-9_])" name "([^A-Za-z0-9_]|$)") }

# The path without its last part.
function folder_of(path) { return path ~ /\// ? substr(path, 1, match(path, /\/[^\/]*$/) - 1) : "" }

function room_of(path) { return substr(path, 1, index(path "/", "/") - 1) }

# The folder whose exclusions count for a folder: itself, or the next around it that has some.
function excluding(name) {
    while (name != "" && !(name in excludes)) name = folder_of(name)
    return name
}

function check_include(line,    target, other, at) {
    target = line
    sub(/^[ \t]*#[ \t]*include[ \t]*["<]/, "", target)
    sub(/[">].*$/, "", target)
    if ((target == "z3.h" || target ~ /^z3_/) && folder != "logic/smt") complain("only logic/smt includes " target)
    if (target ~ /^llvm-c\// && folder !~ /^(c\/.*|c|session\/native)$/)
        complain("only c and session/native include " target)
    if (target == "yaml.h" && folder != "cli/files") complain("only cli/files includes " target)
    if (target == "bdd.h" && folder !~ /^engines\/(symmpa\/explore|modular\/sequential)$/)
        complain("only engines/symmpa/explore and engines/modular/sequential include " target)
    if (line !~ /include[ \t]*"/ || target == "chorus.h") return
    other = folder_of(target)
    if (!(other in level)) {
        complain("\"" target "\" is in no folder of src/LAYERS")
        return
    }
    if (level[other] > level[folder]) complain(folder " stands above " other ", may not include " target)
    if (room_of(other) != room_of(folder)) {
        if (!(target in door)) complain(target " is no door of " room_of(other) " (src/DOORS)")
        is_used[target] = 1
    }
    at = excluding(folder)
    for (; other != ""; other = folder_of(other))
        if ((at, other) in excluded) complain(folder " may not include " target)
}

BEGIN {
    while ((getline line < "src/LAYERS") > 0) {
        sub(/#.*/, "", line)
        n = split(line, word, /[ \t:]+/)
        if (n == 0 || word[1] == "") continue
        level[word[1]] = ++levels
        for (i = 2; i <= n; i++)
            if (word[i] ~ /^!/) excluded[word[1], substr(word[i], 2)] = excludes[word[1]] = 1
    }
    if (levels == 0) { print "src/LAYERS: empty or missing"; exit bad = 1 }
    while ((getline line < "src/DOORS") > 0)
        if (line !~ /^(#|$)/) door[line] = 1
}

FNR == 1 {
    in_comment = 0
    folder = folder_of(substr(FILENAME, length("src/") + 1))
    if (!(folder in level)) complain("folder " folder " is not in src/LAYERS")
}
/^[ \t]*#[ \t]*include/ && !in_comment { check_include($0); next }
{
    code = code_of($0)
    if (folder ~ /^cli(\/|$)/) next
    if (calls(code, "exit")) complain("only cli calls exit")
    if (calls(code, "abort")) complain("only cli calls abort")
    if (has_word(code, "argv")) complain("only cli knows argv")
    if (has_word(code, "stdout")) complain("only cli knows stdout")
    if (calls(code, "printf") || calls(code, "puts") || calls(code, "putchar")) complain("only cli prints to stdout")
}
END {
    for (name in door)
        if (!(name in is_used)) { print "src/DOORS: " name " is included by no other room"; bad = 1 }
    exit bad
}
'
