#!/bin/sh
# --suppressions=FILE: what it allows, what it says of it, and of files that are wrong. Prints TAP.
#
#   tests/cli/suppressions.sh [CHORUS]
. "$(dirname "$0")/common.sh"

mkdir src
cat >src/hits.c <<'EOT'
#include <assert.h>
#include <pthread.h>
int hits[1];
static void count_hit(void) { hits[0]++; }
static void *worker(void *p) { count_hit(); return p; }
static void outcome(void) { assert(hits[0] == 2); }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    count_hit();
    pthread_join(t, 0);
    outcome();
    return 0;
}
EOT

# check_with NAME STATUS LINES PATTERN ARGUMENT...: with these lines as the file, --new-only ends with the status, and
# the report says what the pattern is.
check_with() {
    name=$1
    want=$2
    lines=$3
    pattern=$4
    shift 4
    problem=
    printf '%s\n' "$lines" >list
    run "$@" --suppressions=list --new-only src/hits.c
    [ "$status" -eq "$want" ] || complain "exit status $status, want $want"
    cat "$base/out" "$base/err" >both
    grep -Eqx -e "$pattern" both || complain "no line like: $pattern"
    [ -z "$problem" ] || complain "$(cat both)"
    verdict "$name"
}
allowed='suppressed: statistics'
unused='list:1: warning: suppresses nothing that was found \(no-data-race\)'
check_with 'a file allows' 0 'no-data-race hits.c: statistics' "$allowed" race
check_with 'comments, blank lines, blanks around words' 0 '# why
 
  no-data-race	src/*   cell=hits[0]  function=count_hit : statistics ' "$allowed" race
check_with 'the function that it is called from' 0 'no-data-race * function=work*: statistics' "$allowed" race
check_with 'the name of the object' 0 'no-data-race * cell=hits: statistics' "$allowed" race
check_with 'one of the accesses' 0 'no-data-race * function=main: statistics' "$allowed" race
check_with 'a colon in the reason' 0 'no-data-race *: statistics' "$allowed" race
check_with 'two that match are both of use' 0 'no-data-race * cell=h?ts: statistics
no-data-race hits.c: more' "$allowed" race
check_with 'another file' 1 'no-data-race its.c: statistics' "$unused" race
check_with 'another function' 1 'no-data-race * function=outcome: statistics' "$unused" race
check_with 'another cell' 1 'no-data-race * cell=hit: statistics' "$unused" race
check_with 'another property is not asked' 1 'unreach-call *: statistics' 'RESULT: false.*' race
problem=
! grep -q warning both || complain "$(cat both)"
verdict 'of what is not asked nothing is said'
check_with 'assertions, by function and what they read' 0 \
    'unreach-call hits.c function=outcome cell=hits[0]: statistics' "$allowed" check
check_with 'assertions of another function' 1 'unreach-call * function=worker: statistics' \
    'list:1: warning: suppresses nothing that was found \(unreach-call\)' check
check_with 'several properties' 0 'no-data-race *: statistics
unreach-call *: statistics' "  $allowed" check --errors=assert --property=no-data-race,unreach-call
check_with 'several properties, one of them allowed' 1 'no-data-race *: statistics' "  $allowed" \
    check --errors=assert --property=no-data-race,unreach-call

problem=
echo 'no-data-race hits.c: statistics' >list
run race --suppressions=list --sarif=hits.sarif --json=hits.json src/hits.c
[ "$status" -eq 1 ] || complain "exit status $status without --new-only"
grep -q '"suppressions": \[{"kind": "external", "justification": "statistics"}\]' hits.sarif || complain 'not in the log'
grep -q '"suppressed": {"kind": "file", "why": "statistics"}' hits.json || complain 'not in JSON'
run race -q --suppressions=list src/hits.c
[ "$(wc -l <"$base/out")" -eq 1 ] || complain "--quiet: $(cat "$base/out")"
verdict 'logs and JSON have it, and the verdict stays'

problem=
sed -i '4i /* chorus: allow no-data-race: said in the source */' src/hits.c
echo 'no-data-race hits.c: statistics' >list
run race --suppressions=list --sarif=source.sarif src/hits.c
grep -q '"kind": "inSource", "justification": "said in the source"' source.sarif || complain "$(cat source.sarif)"
[ ! -s "$base/err" ] || complain "$(cat "$base/err")"
verdict 'a comment in the source comes first'

# bad NAME LINES PATTERN
bad() {
    printf '%b\n' "$2" >bad
    refused "$1" 65 "^bad:[0-9]+: error: $3" race --suppressions=bad src/hits.c
}
bad 'no reason' '\nno-data-race *' 'the reason is missing \(expected'
bad 'an empty reason' 'no-data-race *: ' "the reason is missing after ':'"
bad 'no property' ': why' "the property is missing before ':'"
bad 'a misspelt property' 'no-data-races *: why' "there is no property 'no-data-races' \(did you mean 'no-data-race'\?\)"
bad 'another word' 'no-data-race * thread=t: why' "'thread=t' is not understood"
bad 'a place without file' 'no-data-race cell=x: why' "a file pattern is missing before 'cell=x'"
bad 'no file' 'no-data-race: why' "a file pattern is missing after 'no-data-race'"
bad 'a name twice' 'no-data-race * cell=a cell=b: why' "'cell=b': there is one before it"
bad 'a cell without name' 'no-data-race * cell=: why' "'cell=' needs a name"
printf 'no-data-race *: \0why\n' >nul
refused 'a binary file' 65 '^nul: error: is a binary file' race --suppressions=nul src/hits.c
refused 'no such file' 66 'none: no such file' race --suppressions=none src/hits.c
refused 'it is an input' 64 'is an input' race --suppressions=list --force --sarif=list src/hits.c
plan
