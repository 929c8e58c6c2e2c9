#!/bin/sh
# check with several properties, and of programs without assertions: results, files, JSON, time. What engines answer is
# asked of Chorus itself. Prints TAP.
#
#   tests/cli/properties.sh [CHORUS]
. "$(dirname "$0")/common.sh"

# expect STATUS PATTERN: of the last run: its status, and a line of its standard output; to $problem.
expect() {
    [ "$status" -eq "$1" ] || complain "exit status $status, want $1"
    grep -Eq -e "$2" "$base/out" || complain "no line like $2: $(cat "$base/out" "$base/err")"
}

safe=$root/tests/golden/several/all_true.c
buggy=$root/tests/golden/several/second_false.c
cp "$safe" safe.c
cp "$buggy" buggy.c
printf 'int x;\nint main(void)\n{\n    x = 1;\n    return 0;\n}\n' >none.c
printf 'shared x = 0;\n1: x = 1;\n' >none.scpl

problem=
run check --property=all safe.c
expect 0 '^unreach-call: true '
expect 0 '^no-overflow: true '
expect 0 '^checked: 1 assertion, .*1 operation'
[ "$(grep -c '^RESULT: ' "$base/out")" -eq 1 ] || complain 'not one result'
tail -n 1 "$base/out" | grep -q '^RESULT: true ' || complain 'the result is not the last line'
verdict 'all properties'

problem=
run check --property=all --trace=t --certificate=c buggy.c
expect 1 '^RESULT: false\(no-overflow\) '
[ -s t ] || complain 'no trace'
[ -s c.unreach-call ] || complain 'no certificate'
[ ! -e c.no-overflow ] || complain 'a certificate of what is violated'
run replay -q t buggy.c
expect 0 '^REPLAY: ok .no-overflow is violated '
run replay -q --property=no-overflow t buggy.c
expect 0 '^REPLAY: ok '
run certify c.unreach-call buggy.c
expect 0 '^CERTIFY: certified '
verdict 'evidence of several properties'

problem=
run check -q --property=no-data-race --certificate=n "$root/bench/programs/race/atomic.c"
run certify n "$root/bench/programs/race/atomic.c"
expect 0 '^CERTIFY: certified .no-data-race: '
verdict 'evidence says what it is about'

refused 'replay takes one property' 64 'several properties, and replay takes one' replay --property=all t buggy.c
refused 'certify takes one property' 64 'several properties, and certify takes one' \
    certify --property=no-overflow,unreach-call c.unreach-call buggy.c
refused 'an unknown one of several' 64 "property: 'speed' is no such value" check --property=unreach-call,speed safe.c
refused 'an empty one of several' 64 "property: '' is no such value" check --property=unreach-call, safe.c
refused 'a trace of another property' 65 'the trace is for another property' \
    replay --property=unreach-call t buggy.c
echo keep >k.unreach-call
refused 'a certificate over a file' 64 'k\.unreach-call: was not written by Chorus' \
    check --property=all --certificate=k safe.c

problem=
run check --property=unreach-call,no-overflow --errors=assert --json=- buggy.c
if command -v python3 >/dev/null; then
    python3 - "$base/out" <<'PY' || complain 'not the document that was expected'
import json, sys
d = json.load(open(sys.argv[1]))
assert d["verdict"] == "false" and d["result"].startswith("false(no-overflow) ["), d["result"]
assert d["property"] == "unreach-call,no-overflow"
first, second = d["properties"]
assert first["verdict"] == "true" and first["checked"] == {"unreach-call": 1}, first["checked"]
assert second["verdict"] == "false" and second["counterexample"]["steps"]
PY
fi
[ "$status" -eq 1 ] || complain "exit status $status"
verdict 'JSON of several properties'

problem=
run check --property=no-data-race --json=- "$root/tests/golden/race/report_locks_buggy.c"
if command -v python3 >/dev/null; then
    python3 - "$base/out" <<'PY' || complain 'not the race that was expected'
import json, sys
race = json.load(open(sys.argv[1]))["counterexample"]["race"]
assert race["object"] == "account" and race["line"] == 7
sides = {"created" in a: a for a in race["accesses"]}
main, teller = sides[False], sides[True]
assert [(c["function"], c["line"]) for c in teller["calls"]] == [("add", 18), ("deposit", 25)], teller["calls"]
assert [(l["lock"], l["held"], l["line"]) for l in teller["locks"]] == [("account.lock", "alone", 24)]
assert [(l["lock"], l["held"], l["line"]) for l in main["locks"]] == [("table", "to read", 34)]
assert teller["created"]["line"] == 33
assert "different locks" in race["unordered"] and "not joined until line 37" in race["unordered"]
PY
fi
[ "$status" -eq 1 ] || complain "exit status $status"
verdict 'a race as JSON'

problem=
racy=$root/tests/golden/memory_model/message.c
if command -v python3 >/dev/null; then
    for properties in unreach-call unreach-call,no-data-race; do
        run check --property=$properties --errors=assert --json=- "$racy"
        python3 - "$base/out" <<'PY' || complain "$properties: not the memory that was expected"
import json, sys
d = json.load(open(sys.argv[1]))
several = "properties" in d
first = d["properties"][0] if several else d
assert first["memory"] == "interleaving" and first["result"].endswith(", interleaving]"), first["result"]
assumed = [a for a in first["assumptions"] if a["property"] == "no-data-race"]
assert len(assumed) == 1 and assumed[0]["line"] == 12, assumed
if several:
    assert d["memory"] is None and "interleaving" not in d["result"], d["result"]
    assert d["properties"][1]["memory"] is None
PY
    done
fi
verdict 'which memory model as JSON'

problem=
run check none.c
expect 0 '^unreach-call: nothing to check$'
expect 0 '^checked: 0 assertions, '
grep -q 'none\.c: note: the program reaches no assertion' "$base/err" || complain 'no note'
run check -q none.c
expect 0 '^RESULT: true \[.*no-overflow.*: '
run check -q --property=unreach-call none.c
expect 2 '^RESULT: unknown \[nothing to check: the program reaches no assertion, '
run check -q --property=unreach-call,no-overflow none.c
expect 0 '^RESULT: true \[no-overflow: '
echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' >reach.prp
run check --property=reach.prp none.c
expect 0 '^RESULT: true \[no threads are created\]$'
grep -q 'none\.c: note: nothing to check: 0 calls of reach_error' "$base/err" || complain "$(cat "$base/err")"
run check -q none.scpl
expect 2 '^RESULT: unknown \[nothing to check: the program reaches no assertion, '
verdict 'no assertions'

# A proof about the calls of reach_error is none about assertions, which may fail.
problem=
cat >both.c <<'EOF'
#include <assert.h>
extern void reach_error(void);
int main(int argc, char **argv)
{
    (void)argv;
    assert(argc == 1);
    if (argc > 1 && argc < 1) reach_error();
    return 0;
}
EOF
run check -q --property=unreach-call --certificate=named.proof both.c
expect 0 '^RESULT: true '
run certify named.proof both.c
[ "$status" -eq 65 ] || complain "certified for assertions: $(cat "$base/out" "$base/err")"
run certify --errors=assert --property=unreach-call named.proof both.c
[ "$status" -eq 65 ] || complain "certified with --errors=assert: $(cat "$base/out" "$base/err")"
for property in unreach-call reach.prp; do
    run certify --property=$property named.proof both.c
    [ "$status" -eq 0 ] || complain "not certified for $property: $(cat "$base/err")"
done
verdict 'a proof about reach_error is none about assertions'

problem=
run check -q --property=unreach-call,termination safe.c
expect 2 '^RESULT: unknown \[termination: no engine answers termination\]$'
run check -q --property=all --explorer=dd safe.c
[ "$status" -eq 64 ] || complain "all properties refused: exit status $status"
run check -q --property=all --integers=ideal safe.c
expect 0 '^RESULT: true '
verdict 'what is left of several properties'

problem=
run check -q --property=unreach-call,no-overflow --time-limit=2 "$root/bench/programs/qrcu-3.c"
grep -Eq '^RESULT: (true|unknown) ' "$base/out" || complain "$(cat "$base/out" "$base/err")"
[ "$(wc -l <"$base/out")" -eq 1 ] || complain "$(cat "$base/out")"
verdict 'one time limit'

nothing_left
plan
