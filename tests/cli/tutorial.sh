#!/bin/sh
# docs/tutorial.md: its files are written, its commands run, and they print what stands there. Prints TAP.
#
#   tests/cli/tutorial.sh [CHORUS]
. "$(dirname "$0")/common.sh"
mkdir "$base/bin" "$base/parts"
ln -s "$chorus" "$base/bin/chorus"
PATH=$base/bin:$PATH
export PATH

# Blocks "```c NAME" become files; of "```console" each "$ COMMAND" becomes N.command, what follows it N.expected.
awk -v parts="$base/parts" '
/^```/ { if (inside) { inside = 0 } else if ($1 == "```c") { inside = 1; file = $2 } else if ($1 == "```console") { inside = 2 }; next }
inside == 1 { print > file }
inside == 2 && /^\$ / { n++; part = sprintf("%s/%02d", parts, n); print substr($0, 3) > (part ".command"); printf "" > (part ".expected"); next }
inside == 2 { print >> (part ".expected") }
' "$root/docs/tutorial.md"

for command in "$base"/parts/*.command; do
    problem=
    timeout -k 5 300 sh "$command" >"$base/out" 2>/dev/null </dev/null
    diff "${command%.command}.expected" "$base/out" >"$base/diff" || complain "$(cat "$base/diff")"
    verdict "$(cat "$command")"
done
problem=
[ "$count" -ge 8 ] || complain "only $count commands were found"
[ -s bank.html ] || complain 'there is no page'
verdict 'the tutorial was read'
plan
