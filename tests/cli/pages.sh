#!/bin/sh
# The pages: their files are written, their commands run, and they print what stands there. Prints TAP.
#
# Each page has a folder of its own, with examples/ in it. Of its blocks of code, in their order,
#   ```LANGUAGE NAME   is written to the file NAME,
#   ```console         has commands after "$ ", each followed by what it prints on standard output,
#   others             may have lines of usage, "chorus check FILE    what it does": these run, too, with an example for
#                      each word in capitals, and have to end with a verdict or a file, not with a complaint.
# scripts/check-docs.sh finds commands that are neither.
#
#   tests/cli/pages.sh [CHORUS [PAGE...]]
. "$(dirname "$0")/common.sh"
mkdir "$base/bin"
ln -s "$chorus" "$base/bin/chorus"
PATH=$base/bin:$PATH
export PATH
[ $# -eq 0 ] || shift
# shellcheck disable=SC2046  # names without spaces
[ $# -gt 0 ] || set -- README.md $(cd "$root" && find docs -name '*.md' | sort)

# page NAME: its commands as N.command and N.expected or N.usage in $parts.
page() {
    parts=$base/parts
    rm -rf "$parts" "$base/work/page"
    mkdir "$parts" "$base/work/page" && cd "$base/work/page" || exit 2
    cp -r "$root/examples" .
    awk -v parts="$parts" '
    function part() { return sprintf("%s/%03d", parts, ++n) }
    /^ *```/ {
        inside = !inside
        kind = $1
        file = inside && NF > 1 ? $2 : ""
        if (file ~ /\//) { folder = file; sub(/\/[^\/]*$/, "", folder); system("mkdir -p \"" folder "\"") }
        next
    }
    !inside { next }
    file != "" { print > file; next }
    kind == "```console" && /^\$ / {
        name = part()
        print substr($0, 3) > (name ".command")
        printf "" > (name ".expected")
        next
    }
    kind == "```console" { print >> (name ".expected"); next }
    kind != "```text" && /^(build\/release\/)?chorus / {
        sub(/^build\/release\//, "")
        sub(/   .*/, "")
        sub(/ +#.*/, "")
        gsub(/FILE(\.c)?(\.\.\.)?/, "examples/counter_safe.c")
        gsub(/FOLDER/, "tasks")
        name = part()
        print > (name ".command")
        printf "" > (name ".usage")
    }
    ' "$root/$1"
}

for page in "$@"; do
    page "$page"
    for command in "$parts"/*.command; do
        [ -e "$command" ] || continue
        problem=
        timeout -k 5 300 sh "$command" >"$base/out" 2>"$base/err" </dev/null
        status=$?
        if [ -e "${command%.command}.usage" ]; then
            [ "$status" -le 2 ] || complain "status $status: $(cat "$base/err")"
        else
            diff "${command%.command}.expected" "$base/out" >"$base/diff" || complain "$(cat "$base/diff" "$base/err")"
        fi
        verdict "$page: $(cat "$command")"
    done
done
problem=
[ "$count" -ge 1 ] || complain 'no commands were found'
verdict 'the pages were read'
plan
