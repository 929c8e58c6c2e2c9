#!/bin/sh
# `chorus validate`: witnesses that Chorus writes are confirmed from what they say alone, for violations and proofs, races and
# memory; what is no witness is refused in one line that says where. Prints TAP.
#
#   tests/cli/validate.sh [CHORUS]
. "$(dirname "$0")/common.sh"

fits validate

# confirmed NAME RESULT ARGUMENT... FILE: check with these arguments writes a witness that is confirmed.
confirmed() {
    name=$1
    want=$2
    shift 2
    problem=
    rm -f w.yml
    run check -q --witness=w.yml "$@"
    [ -e w.yml ] || complain "no witness: $(cat "$base/out" "$base/err")"
    for file in "$@"; do :; done # the last argument
    run validate w.yml "$file"
    [ "$status" -eq 0 ] || complain "exit status $status"
    tail -n 1 "$base/out" | grep -q "^RESULT: confirmed $want \[" || complain "$(cat "$base/out" "$base/err")"
    nothing_left
    verdict "$name"
}

golden=$root/tests/golden
programs=$root/bench/programs
confirmed 'an assertion that fails' 'false(unreach-call)' "$programs/stack-lock_buggy.c"
confirmed 'reach_error, called in a function' 'false(unreach-call)' --property=unreach-call "$golden/validate/input.c"
confirmed 'a race' 'false(no-data-race)' --property=no-data-race "$programs/race/slots_buggy.c"
confirmed 'a proof of assertions' true "$programs/tas-lock.c"
confirmed 'a proof that there is no race' true --property=no-data-race "$programs/race/mutex.c"

# Invariants are under names of the source, and are confirmed with the proof.
confirmed 'a proof with invariants' true "$programs/ticket-lock.c"
problem=
grep -q 'type: "location_invariant"' w.yml || complain "no invariant: $(cat w.yml)"
grep -q 'value: ".*ticket != 3' w.yml || complain "$(grep value w.yml)"
invariants=$(grep -c 'value: "' w.yml)
tail -n 1 "$base/out" | grep -q "$invariants of $invariants invariants" || complain "$(tail -n 1 "$base/out")"
sed -i 's/ticket != 3/ticket == 3/' w.yml
run validate w.yml "$programs/ticket-lock.c"
[ "$status" -eq 1 ] || complain "exit status $status"
tail -n 1 "$base/out" | grep -q 'rejected .the invariant .*ticket == 3.* does not hold' || complain "$(tail -n 1 "$base/out")"
verdict 'invariants are written, and a wrong one is told'

# The witness of one program is none of another in which nothing fails at that place.
problem=
run check -q --witness=w.yml "$programs/tas-lock_buggy.c"
run validate w.yml "$programs/tas-lock.c"
[ "$status" -ne 0 ] || complain 'confirmed for another program'
verdict 'a violation is not confirmed for a program that is right'

problem=
cp "$golden/validate/input.c" input.c
run check -q --property=unreach-call --witness=w.yml input.c
echo '/* */' >>input.c
run validate -q w.yml input.c
[ "$status" -eq 0 ] && [ ! -s "$base/err" ] || complain "-q: exit status $status: $(cat "$base/err")"
[ "$(wc -l <"$base/out")" -eq 1 ] || complain "-q: $(cat "$base/out")"
run validate w.yml input.c
grep -q 'input\.c: warning: not the file' "$base/err" || complain "$(cat "$base/err")"
verdict 'a changed file is warned of'

head='- entry_type: violation_sequence
  metadata: {format_version: "2.0"}
  content:
'
# bad NAME PATTERN TEXT: the text is no witness.
bad() {
    printf '%s\n' "$3" >bad.yml
    refused "$1" 65 "$2" validate bad.yml input.c
}
bad 'an empty file' 'bad\.yml: error: file is empty' '# nothing'
bad 'no YAML' 'bad\.yml:2:1: error: not YAML' '- [a'
bad 'no list' 'bad\.yml:1:1: error: not a witness: no list of entries' 'a: b'
bad 'no type' 'entry_type is missing' '- a: b'
bad 'an unknown type' 'no entry is a violation_sequence or an invariant_set' '- entry_type: poem'
bad 'an unknown version' "version 3\.0 of the format is not known" '- {entry_type: invariant_set, metadata: {format_version: "3.0"}, content: []}'
bad 'an unknown property' "property not understood: " '- {entry_type: invariant_set, metadata: {task: {specification: "G fine"}}, content: []}'
bad 'an unknown data model' "data_model 'LP32'" '- {entry_type: invariant_set, metadata: {task: {data_model: LP32}}, content: []}'
bad 'no content' 'content is missing' '- entry_type: invariant_set'
bad 'no segments' 'a violation without segments' "${head}    []"
bad 'no target' 'the last waypoint is no target' "$head  - segment: [{waypoint: {type: assumption, action: follow, location: {file_name: input.c, line: 9}}}]"
bad 'no place' 'location is missing' "$head  - segment: [{waypoint: {type: target, action: follow}}]"
bad 'no line' 'line is missing' "$head  - segment: [{waypoint: {type: target, action: follow, location: {file_name: input.c}}}]"
bad 'a line that is no number' "line 'x' is no number" "$head  - segment: [{waypoint: {type: target, action: follow, location: {file_name: input.c, line: x}}}]"
bad 'an unknown waypoint' "waypoints of type 'hope' are not supported" "$head  - segment: [{waypoint: {type: hope, action: follow, location: {file_name: input.c, line: 9}}}]"
bad 'an unknown action' "action 'cycle' is not supported" "$head  - segment: [{waypoint: {type: target, action: cycle, location: {file_name: input.c, line: 9}}}]"
bad 'a target to be avoided' 'a target cannot be avoided' "$head  - segment: [{waypoint: {type: target, action: avoid, location: {file_name: input.c, line: 9}}}]"
bad 'what is avoided at the end' 'one waypoint to follow, at its end' "$head  - segment: [{waypoint: {type: assumption, action: avoid, location: {file_name: input.c, line: 9}}}]"
refused 'no witness' 64 'no witness' validate
refused 'no program' 64 'no input file after the witness' validate w.yml
refused 'a witness that is not there' 66 'none\.yml: no such file' validate none.yml input.c
refused 'a program that is not there' 66 'none\.c: no such file' validate w.yml none.c

problem=
printf '%s' "$head" >far.yml
echo '  - segment: [{waypoint: {type: target, action: follow, location: {file_name: input.c, line: 99}}}]' >>far.yml
run validate far.yml input.c
[ "$status" -eq 2 ] || complain "exit status $status"
grep -q 'unknown \[nothing that was asked can be violated at input.c:99' "$base/out" || complain "$(cat "$base/out")"
verdict 'a target where nothing can go wrong'

plan
