#!/bin/sh
# check --trace and replay: what is written, what is refused, and that the counterexamples of the benchmarks replay.
# Prints TAP.
#
#   tests/cli/replay.sh [CHORUS]
. "$(dirname "$0")/common.sh"

# replays NAME PROGRAM CHECK-OPTION...: check finds a failure, and its trace replays.
# failure: how, if it is no assertion.
replays() {
    name=$1
    program=$2
    shift 2
    problem=
    rm -f x.trace
    run check "$@" --trace-detail=all --trace=x.trace "$program"
    [ "$status" -eq 1 ] || complain "check: exit status $status, want 1"
    grep '^  *[0-9]' "$base/out" >"$base/steps"
    run replay "$@" x.trace "$program"
    [ "$status" -eq 0 ] || complain "replay: exit status $status, want 0"
    tail -n 1 "$base/out" | grep -Eq "^REPLAY: ok \\[${failure:-assertion fails} at .*:[0-9]+, ((main and )?[0-9]+ threads?|in the initial thread), [0-9]+ steps?" ||
        complain "$(tail -n 1 "$base/out" "$base/err")"
    grep '^  *[0-9]' "$base/out" | cmp -s - "$base/steps" || complain 'other steps than those of check'
    verdict "$name"
}

# ---- what is written ----

buggy=$root/examples/counter_buggy.c
safe=$root/examples/counter_safe.c
cp "$buggy" a.c

problem=
run check --trace=none.trace "$safe"
[ "$status" -eq 0 ] || complain "exit status $status"
[ ! -e none.trace ] || complain 'a file was written'
[ "$(cat "$base/err")" = 'chorus: none.trace: not written: there is no counterexample' ] || complain "$(cat "$base/err")"
verdict 'no counterexample, no file'

problem=
echo 'chorus trace 0' >old.trace
run check --trace=old.trace "$safe"
[ "$(cat old.trace)" = 'chorus trace 0' ] || complain 'the file was changed'
verdict 'no counterexample, file left alone'

problem=
run check --trace=a.trace a.c
cp a.trace b.trace
run check --trace=a.trace a.c
cmp -s a.trace b.trace || complain 'a second check writes another text'
tail -n 1 a.trace | grep -q '^end [0-9]' || complain 'no end'
verdict 'the same trace each time'

problem=
{
    echo '/* Moved down by a line. */'
    cat a.c
} >moved.c
run replay a.trace moved.c
[ "$status" -eq 0 ] || complain "exit status $status: $(cat "$base/err")"
verdict 'a comment more is the same program'

problem=
run replay --states a.trace a.c
[ "$(grep -c 'after: value = ' "$base/out")" -eq "$(grep -c "^  *[0-9]" "$base/out")" ] || complain "$(cat "$base/out")"
verdict 'states'

problem=
run replay -q a.trace a.c
[ "$(wc -l <"$base/out")" -eq 1 ] || complain "$(cat "$base/out")"
verdict 'quiet'

refused 'trace into nowhere' 64 'nowhere/x: cannot be written' check --trace=nowhere/x a.c
refused 'trace into a directory' 64 'cannot be written' check --trace=/tmp a.c

# ---- traces that do not replay ----

problem=
last=$(sed -n 's/^step [0-9]* thread 1 edge \([0-9]*\).*/\1/p' a.trace | tail -n 1)
awk -v last="$last" '$1 == "step" && $4 == 1 && !done { $6 = last; done = 1 } { print }' a.trace >wrong.trace
run replay wrong.trace a.c
[ "$status" -eq 1 ] || complain "exit status $status, want 1"
grep -Eq '^REPLAY: failed \[step [0-9]+: the thread is not there\]$' "$base/out" || complain "$(cat "$base/out")"
[ ! -s "$base/err" ] || complain "$(cat "$base/err")"
verdict 'a step that cannot be taken'

problem=
steps=$(sed -n 's/^end //p' a.trace)
sed -e "/^step $steps /d" -e "s/^end .*/end $((steps - 1))/" a.trace >short.trace
run replay short.trace a.c
[ "$status" -eq 1 ] || complain "exit status $status, want 1"
grep -q '^REPLAY: failed \[the last step fails no assertion\]$' "$base/out" || complain "$(cat "$base/out")"
verdict 'the last step is missing'

# ---- bad input ----

: >empty.trace
printf '\177ELF\002\001\000' >binary.trace
truncate -s 1G huge.trace
head -c 700 a.trace >cut.trace
sed 's/^chorus trace 1/chorus trace 7/' a.trace >version.trace
sed 's/sha256:./sha256:x/' a.trace >digest.trace
sed 's/edge [0-9]* /edge 4711 /' a.trace >edge.trace
mkdir folder
other='other\.trace:.*the trace is for another program or other options'

refused 'no arguments' 64 'no trace file' replay
refused 'no program' 64 'no input file' replay a.trace
refused 'unknown option' 64 "'--stats' is not for replay" replay --stats a.trace a.c
refused 'missing trace' 66 'missing\.trace: no such file' replay missing.trace a.c
refused 'trace is a directory' 66 'folder: is a directory' replay folder a.c
refused 'missing program' 66 'missing\.c: no such file' replay a.trace missing.c
refused 'empty trace' 65 'empty\.trace: error: .*empty' replay empty.trace a.c
refused 'binary trace' 65 'binary\.trace:1:1: error: ' replay binary.trace a.c
refused 'huge trace' 65 'huge\.trace: error: .*too large' replay huge.trace a.c
refused 'program as trace' 65 'a\.c:[0-9]+:[0-9]+: error: ' replay a.c a.c
refused 'truncated trace' 65 'cut\.trace:[0-9]+:[0-9]+: error: ' replay cut.trace a.c
refused 'another version' 65 'version\.trace:1:14: error: version 7 of the format is not known' replay version.trace a.c
refused 'another digest' 65 'digest\.trace:2:8: error: the trace is for another program' replay digest.trace a.c
refused 'unknown edge' 65 'edge\.trace:[0-9]+:[0-9]+: error: there is no edge 4711' replay edge.trace a.c
cp a.trace other.trace
refused 'another program' 65 "$other" replay other.trace "$safe"
refused 'another granularity' 65 "$other.*granularity" replay --granularity=statement other.trace a.c
refused 'other integers' 65 "$other.*integers" replay --integers=ideal other.trace a.c
refused 'other statics' 65 "$other.*nondet_static" replay --nondet-static other.trace a.c

# ---- counterexamples of the benchmarks ----

replays 'example' "$buggy"
replays 'example, ideal integers' "$buggy" --integers=ideal
replays 'p.scpl' "$root/bench/programs/p.scpl"
replays 'arrays and spawns' "$root/tests/golden/cli/spawn.scpl"
failure='no-data-race is violated .*'
replays 'a value that nobody knows, and that does not matter' "$root/tests/golden/race/float_either.c" \
    --property=no-data-race
replays 'errors whatever such a value is' "$root/tests/golden/race/address_hashed.c" --property=no-data-race
failure=
for program in "$root"/bench/programs/*_buggy.c; do
    replays "$(basename "$program")" "$program"
done

fits replay

refused 'an option of check' 64 "^chorus: option '--json' is not for replay \\(it is for check\\)\$" replay --json=- a.trace a.c
plan
