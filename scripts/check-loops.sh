#!/bin/sh
# Checks which files call which, by the symbols of the objects of the release build: files call each other in a loop
# only where src/LOOPS says so, and what a source defines is declared in its own header and in no other. Silent when all
# is well. include/chorus.h is the public API, which its users declare nowhere; what runs in the user's program
# (runtime/) is no part of the library.
set -u
cd "$(dirname "$0")/.." || exit 2
build=${1:-build/release}

objects=$(find src -name '*.c' ! -path 'src/*/runtime/*' | LC_ALL=C sort | while read -r source; do
    for target in chorus_objects chorus; do
        object=$build/CMakeFiles/$target.dir/$source.o
        [ -f "$object" ] && echo "$object"
    done
done)
[ -n "$objects" ] || { echo "$build: no objects; build first"; exit 1; }

# One line a symbol: FILE NAME KIND.
# shellcheck disable=SC2086  # a list of names
nm -A -P $objects | sed 's|^.*\.dir/src/\(.*\)\.c\.o: |\1 |' | awk '
$3 ~ /^[TDBRVWU]$/ { print $1, $2, $3 }' >"$build/symbols.txt" || exit 2

# What the headers declare, one line a name that an opening parenthesis follows outside of braces: HEADER NAME.
find src -name '*.h' ! -path 'src/*/runtime/*' | LC_ALL=C sort | xargs awk '
FNR == 1 { depth = in_comment = in_macro = is_static = 0; header = substr(FILENAME, 5); sub(/\.h$/, "", header) }
{
    line = $0
    if (in_macro || line ~ /^[ \t]*#/) { in_macro = line ~ /\\$/; next }
    gsub(/"([^"\\]|\\.)*"/, "", line)
    text = ""
    while (line != "") {
        if (in_comment) {
            end = index(line, "*/")
            if (!end) break
            line = substr(line, end + 2)
            in_comment = 0
        } else {
            start = index(line, "/*")
            text = text (start ? substr(line, 1, start - 1) : line)
            line = start ? substr(line, start + 2) : ""
            in_comment = start > 0
        }
    }
    while (match(text, /[A-Za-z_][A-Za-z_0-9]*[(]|[{};]|static /)) {
        token = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        if (token == "{") depth++
        else if (token == "}") depth--
        if (depth > 0) continue
        if (token == "static ") is_static = 1
        else if (token == ";" || token == "}") is_static = 0
        else if (!is_static && token ~ /[(]$/) print header, substr(token, 1, length(token) - 1)
    }
}' >"$build/declared.txt" || exit 2

wrong=$(awk -v symbols="$build/symbols.txt" -v declared="$build/declared.txt" '
# Files from which no loop can come: those that call nobody who is left, and those whom nobody left calls.
function trim(    k, word, again, out, into) {
    do {
        again = 0
        split("", into)
        split("", out)
        for (k in calls) {
            split(k, word, SUBSEP)
            out[word[1]] = into[word[2]] = 1
        }
        for (k in calls) {
            split(k, word, SUBSEP)
            if (!(word[1] in into) || !(word[2] in out)) { delete calls[k]; again = 1 }
        }
    } while (again)
}

# All files that are reached from one.
function reach(from, seen,    stack, n, k, f) {
    split("", seen)
    stack[n = 1] = from
    while (n > 0) {
        f = stack[n--]
        for (k = 1; k <= degree[f]; k++)
            if (!(next_of[f, k] in seen)) { seen[next_of[f, k]] = 1; stack[++n] = next_of[f, k] }
    }
}

/^[ \t]*(#|$)/ { next }
/^headers / {
    text = $0
    sub(/^headers /, "", text)
    sub(/:.*$/, "", text)
    n = split(text, word, " ")
    for (i = 1; i <= n; i++) lenient[word[i]] = 1
    next
}
{
    text = $0
    if (text !~ /: ./) print ("src/LOOPS:" FNR ": no reason")
    sub(/:.*$/, "", text)
    knots++
    is_going[knots] = $0 ~ /: to go/
    line_of[knots] = FNR
    size[knots] = split(text, word, " ")
    for (i = 1; i <= size[knots]; i++) knot_of[word[i]] = knots
}
END {
    while ((getline line < symbols) > 0) {
        split(line, word, " ")
        if (word[3] == "U") { uses[word[1], word[2]] = 1; continue }
        owner[word[2]] = word[1]
        if (word[3] == "T" && word[2] != "main" && word[2] !~ /^chorus_/) is_function[word[2]] = 1
    }
    while ((getline line < declared) > 0) {
        split(line, word, " ")
        if (!(word[2] in is_function)) continue
        if (word[1] == owner[word[2]]) has_own[word[2]] = 1
        else if (!(owner[word[2]] in lenient))
            print ("src/" word[1] ".h: declares " word[2] ", which src/" owner[word[2]] ".c defines")
    }
    for (name in is_function)
        if (!(name in has_own) && !(owner[name] in lenient))
            print ("src/" owner[name] ".c: " name " is not declared in the header of the same name")

    for (k in uses) {
        split(k, word, SUBSEP)
        if (!(word[2] in owner) || owner[word[2]] == word[1]) continue
        calls[word[1], owner[word[2]]] = 1
        example[word[1], owner[word[2]]] = word[2]
    }
    trim()
    for (k in calls) {
        split(k, word, SUBSEP)
        next_of[word[1], ++degree[word[1]]] = word[2]
    }
    for (f in degree) {
        if (f in loop_of) continue
        reach(f, seen)
        if (!(f in seen)) continue
        loops++
        for (g in seen) {
            reach(g, back)
            if (f in back) loop_of[g] = loops
        }
    }
    for (f in loop_of) {
        known = f in knot_of ? knot_of[f] : 0
        if (known) used[known]++
        for (k = 1; k <= degree[f]; k++) {
            g = next_of[f, k]
            if (loop_of[g] != loop_of[f]) continue
            if (!known || !(g in knot_of) || knot_of[g] != known)
                print ("src/" f ".c and src/" g ".c call each other in a loop (" example[f, g] "), which is not in src/LOOPS")
        }
    }
    for (k = 1; k <= knots; k++)
        if (!is_going[k] && used[k] != size[k])
            print ("src/LOOPS:" line_of[k] ": these files no longer call each other in one loop")
}' src/LOOPS | LC_ALL=C sort)
[ -z "$wrong" ] || { echo "$wrong"; exit 1; }
