#!/bin/sh
# --watch: a check again when the program, or what it includes, has changed; not otherwise; an end when asked. Prints TAP.
#
#   tests/cli/watch.sh [CHORUS]
. "$(dirname "$0")/common.sh"

# results COUNT: waits until there are so many result lines.
results() {
    for _ in $(seq 600); do
        [ "$(grep -c '^RESULT' "$base/out")" -lt "$1" ] || return 0
        sleep 0.1
    done
    complain "not $1 results: $(cat "$base/out" "$base/err")"
}
last() { tail -n 1 "$base/out" | grep -Eq "^RESULT: $1" || complain "$(cat "$base/out" "$base/err")"; }

echo '#define LEAST 1' >least.h
cat >p.c <<'END'
#include "least.h"
#include <assert.h>
int main(void) { int x = 1; assert(x >= LEAST); }
END
: >"$base/out" # there when it is looked at first
"$chorus" check -q --watch p.c >"$base/out" 2>"$base/err" </dev/null &
pid=$!
results 1
last 'true'
verdict 'the first check'
problem=
sed 's/x = 1/x = 0/' p.c >new.c
mv new.c p.c
results 2
last 'false'
verdict 'after a change'
problem=
echo 'int main(void) {' >p.c
for _ in $(seq 100); do
    ! grep -q 'p.c:.*error' "$base/err" || break
    sleep 0.1
done
grep -q 'p.c:.*error' "$base/err" || complain "$(cat "$base/err")"
sleep 1
kill -0 $pid || complain 'it has ended'
verdict 'what is no program is told, and waited for'
problem=
printf '#include "least.h"\n#include <assert.h>\nint main(void) { int x = 0; assert(x >= LEAST); }\n' >p.c
results 3
last 'false'
echo '#define LEAST 0' >least.h
results 4
last 'true'
verdict 'after a change of what is included'
problem=
touch other.txt
sleep 1.5
[ "$(grep -c '^RESULT' "$base/out")" -eq 4 ] || complain "$(cat "$base/out")"
verdict 'not after others'
problem=
kill -TERM $pid
wait $pid
[ $? -eq 0 ] || complain 'the status is not that of the last check'
nothing_left
verdict 'an end when asked'
refused 'usage' 64 'unknown option' check --watch --nonsense p.c
refused 'no file' 64 'no input file' check --watch
refused 'not for suites' 64 'watch' suite p.c -- --watch
plan
