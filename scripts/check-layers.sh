#!/bin/sh
# Checks the sources against src/LAYERS: who includes whom, who may use which library, and that only
# the command line ends the process, reads argv or writes to stdout. Silent when all is well. What runs in
# the user's program (runtime/) is no part of the library.
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

function check_include(line,    target, other) {
    target = line
    sub(/^[ \t]*#[ \t]*include[ \t]*["<]/, "", target)
    sub(/[">].*$/, "", target)
    if ((target == "z3.h" || target ~ /^z3_/) && folder != "smt") complain("only smt includes " target)
    if (target ~ /^llvm-c\// && folder !~ /^(frontend\/.*|frontend|native)$/)
        complain("only frontend and native include " target)
    if (target == "yaml.h" && folder != "cli/files") complain("only cli/files includes " target)
    if (target == "bdd.h" && folder !~ /^(explore|sequential)$/) complain("only explore and sequential include " target)
    if (line !~ /include[ \t]*"/ || target == "chorus.h") return
    other = folder_of(target)
    if (!(other in level)) {
        complain("\"" target "\" is in no folder of src/LAYERS")
        return
    }
    if (level[other] > level[folder]) complain(folder " stands above " other ", may not include " target)
    for (; other != ""; other = folder_of(other))
        if ((folder, other) in excluded) complain(folder " may not include " target)
}

BEGIN {
    while ((getline line < "src/LAYERS") > 0) {
        sub(/#.*/, "", line)
        n = split(line, word, /[ \t:]+/)
        if (n == 0 || word[1] == "") continue
        level[word[1]] = ++levels
        for (i = 2; i <= n; i++)
            if (word[i] ~ /^!/) excluded[word[1], substr(word[i], 2)] = 1
    }
    if (levels == 0) { print "src/LAYERS: empty or missing"; exit bad = 1 }
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
END { exit bad }
'
