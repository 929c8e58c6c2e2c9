#!/bin/sh
# suite: lists of all kinds, right and wrong verdicts, limits, crashes, interrupts, tables and their comparison; and what
# check refuses of tasks and properties. Prints TAP.
#
#   tests/cli/suite.sh [CHORUS]
. "$(dirname "$0")/common.sh"

# ---- a small suite ----

mkdir tasks
cat >tasks/safe.c <<'END'
extern void reach_error(void);
#include <pthread.h>
int x;
pthread_mutex_t m;
void *worker(void *arg)
{
    pthread_mutex_lock(&m);
    x++;
    if (x != 1) reach_error();
    x--;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t;
    for (;;) pthread_create(&t, 0, worker, 0);
}
END
sed '/mutex_.*lock/d' tasks/safe.c >tasks/buggy.c
# Factoring a product of two primes.
cat >tasks/long.c <<'END'
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void)
{
    unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
    if (a > 1 && b > 1 && a < 4294967296ul && b < 4294967296ul && a * b == 9223372036854775783ul) reach_error();
}
END
printf 'void helper(void) { }\nint main(void) { __asm__("call helper"); }\n' >tasks/assembly.c

# task NAME FILE EXPECTED [PROPERTY]
task() {
    {
        echo "format_version: '2.0'"
        echo "input_files: '$2'"
        echo "properties:"
        echo "  - property_file: ../properties/${4:-unreach-call}.prp"
        echo "    expected_verdict: $3"
    } >"$1.yml"
}
task tasks/lock_safe safe.c true
task tasks/lock_buggy buggy.c false
task tasks/lock-wrong buggy.c true
task tasks/01_other-wrong safe.c false
task tasks/assembly assembly.c true
task tasks/race safe.c true no-data-race

# suite STATUS ARGUMENT...: the exit status is as expected, and no process or file is left; to $problem.
suite() {
    want=$1
    shift
    problem=
    run suite --output=table.tsv "$@"
    [ "$status" -eq "$want" ] || complain "exit status $status, want $want"
    [ ! -s "$base/err" ] || complain "$(cat "$base/err")"
    nothing_left
}

# row TASK EXPECTED VERDICT STATUS [REASON]: the table has that line; to $problem.
row() {
    awk -F '\t' -v task="$1" -v expected="$2" -v verdict="$3" -v status="$4" -v reason="${5-}" '
        $1 == task && $3 == expected && $4 == verdict && $5 == status && $6 >= 0 && $7 >= 0 && $8 ~ reason &&
            NF == 8 { found = 1 }
        END { exit !found }' table.tsv || complain "no row $*: $(cat table.tsv)"
}

rows() { [ "$(wc -l <table.tsv)" -eq $(($1 + 1)) ] || complain "not $1 rows: $(cat table.tsv)"; }
says() { grep -Eq -e "$1" "$base/out" || complain "no line like $1: $(cat "$base/out")"; }

suite 1 tasks
rows 5
[ "$(head -n 1 table.tsv)" = "$(printf 'task\tproperty\texpected\tverdict\tstatus\tseconds\tMB\treason')" ] ||
    complain "$(head -n 1 table.tsv)"
row lock_safe true true correct '^every number of threads$'
row lock_buggy false false correct '^main and 2 threads, '
row lock-wrong true false wrong '^main and 2 threads, '
row 01_other-wrong false true wrong '^every number of threads$'
row assembly true unknown unknown 'assembl'
sed -n 1p "$base/out" | grep -q '^WRONG 01_other-wrong: true, expected false \[every' || complain 'line 1'
sed -n 2p "$base/out" | grep -q '^WRONG lock-wrong: false, expected true \[main and 2 threads' || complain 'line 2'
says '^lock +3 +2 +1 +0 +-13 +5 '
says '^other +1 +0 +1 +0 +-32 +1 '
says '^all +5 +2 +2 +1 +-45 +8 '
says '^ +1  .*assembl'
tail -n 1 "$base/out" | grep -q '^unreach-call: 5 tasks, 2 correct (1 true, 1 false), 2 WRONG, 1 unknown, 0 timeout, ' ||
    complain "$(tail -n 1 "$base/out")"
says '\(1 skipped\); score -45 of 8; '
verdict 'a directory; points; wrong verdicts first'

suite 0 -j 1 tasks/lock_safe.yml tasks/lock_buggy.yml tasks/lock_safe.yml
rows 2
row lock_safe true true correct
row lock_buggy false false correct
verdict 'tasks, one of them twice'

suite 0 tasks/safe.c
row safe '' true unrated
says ', 1 unrated; score 0 of 0; '
verdict 'a program without expected verdict'

suite 0 --property=no-data-race tasks
rows 1
row race true true correct
verdict 'a property that only one task asks for'

printf 'CHECK( init(main()), LTL(G ! data-race) )\n' >chosen.prp
suite 0 --property=chosen.prp tasks
rows 1
verdict 'a property file'

suite 1 tasks/lock_buggy.yml -- --threads=1
row lock_buggy false true wrong '^at most 1 thread, interleaving$'
verdict 'options for check'

# ---- lists ----

printf '# a comment\n\ntasks/lock_*.yml\ntasks/assembly.yml\n' >lock.set
suite 0 lock.set
rows 3
row tasks/lock_safe true true correct
row tasks/lock_buggy false false correct
says '^tasks +3 +2 '
verdict 'a .set file'

printf 'lock_safe.yml\r\nlock_buggy.yml\n' >tasks/lines.txt
suite 0 tasks/lines.txt
rows 2
row lock_buggy false false correct
verdict 'a list of tasks'

{
    printf '# from somewhere\n# and of some time\n'
    printf 'task\tproperty\texpected\tmore\n'
    printf 'lock_safe\tno-data-race\ttrue\n'
    printf 'lock_safe\tunreach-call\tfalse\tx:1 y:2\n'
    printf 'buggy\tunreach-call\tfalse\t\n'
    printf 'safe.c\tunreach-call\t\t\n'
} >list.tsv
suite 1 --tasks-dir=tasks list.tsv
rows 3
row lock_safe false true wrong
row buggy false false correct
row safe '' true unrated
says '\(1 skipped\)'
verdict 'a table; its expected verdicts count'

printf 'lock_safe\tunreach-call\ttrue\nlock_buggy\ttermination\ttrue\n' >tasks/plain.tsv
suite 0 tasks/plain.tsv
rows 1
verdict 'a table without names of columns'

cp table.tsv before.tsv
suite 0 --tasks-dir=tasks before.tsv
rows 1
row lock_safe true true correct
verdict 'its own table as a list'

printf 'format_version: 2.0\ninput_files: [\n' >tasks/broken.yml
task tasks/absent nowhere.c true
suite 1 tasks/broken.yml tasks/absent.yml
row broken '' '' error 'broken\.yml:3:1: error: not YAML'
row absent true '' error 'nowhere\.c: no such file'
sed -n 1p "$base/out" | grep -q '^ERROR broken: ' || complain "$(cat "$base/out")"
verdict 'tasks that are not understood'
rm tasks/broken.yml tasks/absent.yml

# ---- limits ----

task tasks/long long.c true
suite 0 --time-limit=0.5 tasks/long.yml tasks/lock_safe.yml
row long true '' timeout '^time limit of 0\.5 s reached'
says '1 timeout, '
verdict 'time limit'

suite 0 --memory-limit=20 --time-limit=none tasks/long.yml
row long true '' out-of-memory '^memory limit of 20 MB reached$'
verdict 'memory limit'

# ---- crashes and interrupts ----

# child PID NAME: waits for the child that checks the task NAME; its number in $child.
child() {
    child=
    for _ in $(seq 600); do
        for p in /proc/[0-9]*; do
            grep -q "^PPid:.$1\$" "$p/status" 2>/dev/null || continue
            tr '\0' '\n' <"$p/cmdline" | grep -qx "$2" && child=${p#/proc/}
        done 2>/dev/null
        [ -z "$child" ] || return 0
        sleep 0.1
    done
    complain "no check of $2"
}

for signal in KILL SEGV; do
    problem=
    "$chorus" suite -j 1 --output=table.tsv tasks/lock_safe.yml tasks/long.yml tasks/lock_buggy.yml >"$base/out" 2>"$base/err" &
    pid=$!
    child $pid tasks/long.yml
    kill -s $signal "$child"
    wait $pid
    status=$?
    [ "$status" -eq 1 ] || complain "exit status $status, want 1"
    rows 3
    row lock_safe true true correct
    [ "$(awk -F '\t' '$1 == "long" { print $5 }' table.tsv)" = crash ] || complain "$(cat table.tsv)"
    row lock_buggy false false correct
    grep -q '^CRASH long: ' "$base/out" || complain "$(cat "$base/out")"
    nothing_left
    verdict "a check that ends with SIG$signal"
done

# What was done is not done again: the table says of a task what it never would.
problem=
rm -f table.tsv*
"$chorus" suite -j 1 --time-limit=30 --output=table.tsv tasks/lock_safe.yml tasks/long.yml tasks/lock_buggy.yml >/dev/null 2>&1 &
pid=$!
child $pid tasks/long.yml
kill -KILL $pid
wait $pid 2>/dev/null
[ ! -s table.tsv ] || complain "$(cat table.tsv)"
grep -q '^lock_safe.unreach-call.true.true.correct' table.tsv.part ||
    complain "$(cat table.tsv.part)"
sed -i 's/every number of threads$/as it was/' table.tsv.part
printf 'lock_buggy\tunreach-call\tfal' >>table.tsv.part
run suite --time-limit=1 --resume --output=table.tsv tasks/lock_safe.yml tasks/long.yml tasks/lock_buggy.yml
[ "$status" -eq 64 ] || complain "exit status $status"
grep -q 'table.tsv.part: was begun with other options' "$base/err" || complain "$(cat "$base/err")"
sed -i 's/--time-limit=30/--time-limit=1/' table.tsv.part
run suite --time-limit=1 --resume --output=table.tsv tasks/lock_safe.yml tasks/long.yml tasks/lock_buggy.yml
[ "$status" -eq 0 ] || complain "exit status $status: $(cat "$base/err")"
rows 3
row lock_safe true true correct '^as it was$'
row long true '' timeout
row lock_buggy false false correct '^main and 2 threads'
[ ! -e table.tsv.part ] || complain 'table.tsv.part is left'
verdict 'a suite that was cut off goes on'

# What is expected may have changed meanwhile, and how a verdict is rated is not taken from the table.
problem=
{
    head -n 1 table.tsv
    "$chorus" --version | sed 's/.*/# & --property=unreach-call --time-limit=60 --memory-limit=4000 --/'
    printf 'lock-wrong\tunreach-call\tfalse\tfalse\tcorrect\t1.00\t1\tstale\n'
    printf 'lock_safe\tunreach-call\ttrue\tfalse\tcorrect\t1.00\t1\tstale\n'
} >table.tsv.part
suite 1 --resume tasks/lock-wrong.yml tasks/lock_safe.yml
row lock-wrong true false wrong '^main and 2 threads'
row lock_safe true true correct '^every'
verdict 'rows that do not fit are not taken'

for signal in INT TERM; do
    problem=
    rm -f table.tsv
    "$chorus" suite -j 2 --output=table.tsv tasks/lock_safe.yml tasks/lock_buggy.yml tasks/lock-wrong.yml tasks/long.yml \
        tasks/long.c >"$base/out" 2>"$base/err" &
    pid=$!
    child $pid tasks/long.yml
    child $pid tasks/long.c
    kill -s $signal $pid
    wait $pid
    status=$?
    [ "$status" -eq 1 ] || complain "exit status $status, want 1"
    rows 3
    row lock_safe true true correct
    row lock-wrong true false wrong
    [ "$(cat "$base/err")" = 'chorus: interrupted: not all of the 5 tasks were checked' ] || complain "$(cat "$base/err")"
    tail -n 1 "$base/out" | grep -q '^unreach-call: 3 tasks, ' || complain "$(cat "$base/out")"
    nothing_left
    verdict "SIG$signal: the table so far"
done

problem=
"$chorus" suite --output=table.tsv tasks/long.yml tasks/long.c >/dev/null 2>"$base/err" &
pid=$!
child $pid tasks/long.yml
child $pid tasks/long.c
kill -s KILL $pid
wait $pid 2>/dev/null
for _ in $(seq 100); do
    [ -d "/proc/$child" ] || break
    sleep 0.1
done
nothing_left
verdict 'killed: no check is left'

problem=
"$chorus" suite --output=table.tsv tasks/long.yml >/dev/null 2>"$base/err" &
pid=$!
child $pid tasks/long.yml
kill -s INT $pid
wait $pid
status=$?
[ "$status" -eq 2 ] || complain "exit status $status, want 2"
rows 0
verdict 'interrupted before anything is known'

# ---- comparison ----

{
    printf 'task\tproperty\texpected\tverdict\tstatus\tseconds\tMB\treason\n'
    printf 'lock_safe\tunreach-call\ttrue\t\ttimeout\t60.00\t100\ttime limit of 60 s reached\n'
    printf 'lock_buggy\tunreach-call\tfalse\ttrue\twrong\t1.00\t100\tevery number of threads\n'
    printf 'assembly\tunreach-call\ttrue\ttrue\tcorrect\t1.00\t100\tno threads\n'
    printf 'race\tno-data-race\ttrue\ttrue\tcorrect\t1.00\t100\tno threads\n'
    printf 'gone\tunreach-call\ttrue\ttrue\tcorrect\t1.00\t100\tno threads\n'
} >old.tsv
suite 0 --compare=old.tsv tasks/lock_safe.yml tasks/lock_buggy.yml tasks/assembly.yml
says '^compared with old\.tsv: 1 gained, 1 lost, 1 changed$'
says '^gained   lock_safe: timeout -> true \[every number of threads\]$'
says '^lost     assembly: true -> unknown \['
says '^CHANGED  lock_buggy: true -> false \[main and 2 threads'
says '^1 task only in that table, 0 only here$'
says '^1 task solved both times: 1\.0 s -> .* s \(ratio [0-9.]+\)$'
verdict 'compare'

cp old.tsv table.tsv
suite 0 --compare=table.tsv tasks/lock_safe.yml
says '^compared with table\.tsv: 1 gained, 0 lost, 0 changed$'
rows 1
verdict 'the earlier table is replaced'

# ---- what is refused ----

printf 'lock_safe\tunreach-call\ttrue\nnowhere\tunreach-call\ttrue\n' >tasks/missing.tsv
printf 'lock_safe\tunreach-call\tperhaps\n' >tasks/perhaps.tsv
printf 'nothing/*.yml\n' >nothing.set
mkdir empty
: >empty.tsv
refused 'no list' 64 'no list of tasks' suite
refused 'missing list' 66 '^chorus: missing\.tsv: no such file$' suite missing.tsv
refused 'missing task' 66 '^chorus: missing\.yml: no such file$' suite missing.yml
refused 'task of a table missing' 66 '^chorus: tasks/missing\.tsv:2: no such task: tasks/nowhere ' suite tasks/missing.tsv
refused 'tasks elsewhere' 66 ':1: no such task: empty/lock_safe .*--tasks-dir' suite --tasks-dir=empty tasks/plain.tsv
refused 'pattern without match' 66 "nothing\\.set:1: no file matches 'nothing/\\*\\.yml'" suite nothing.set
refused 'empty directory' 66 'empty: no task' suite empty
refused 'empty table' 65 'empty\.tsv: error: no task asks for unreach-call' suite empty.tsv
refused 'no task asks for it' 65 'no task asks for termination' suite --property=termination tasks/race.yml
refused 'expected verdict' 65 "tasks/perhaps\\.tsv:1: error: expected 'perhaps'" suite tasks/perhaps.tsv
refused 'binary list' 65 'is a binary file' suite "$chorus"
refused 'unknown option' 64 "'--time-limt=1'.*'--time-limit'" suite --time-limt=1 tasks
refused 'option of check' 64 "come after '--'" suite --granularity=statement tasks
refused 'unknown option for check' 64 "'--treads=1'.*'--threads'" suite tasks -- --treads=1
refused 'task after --' 64 'lock_safe\.yml is no option' suite tasks -- lock_safe.yml
refused 'one file for all' 64 '--json would be one file' suite tasks -- --json=x
for value in 0 -1 1x 01 1001 ''; do
    refused "-j '$value'" 64 "jobs: '|needs a value" suite -j "$value" tasks
done
refused 'time limit' 64 "time-limit: '1e1x'" suite --time-limit=1e1x tasks
refused 'memory limit' 64 "memory-limit: '0'" suite --memory-limit=0 tasks
refused 'unknown property' 64 "property: 'no-speed' is no such value" suite --property=no-speed tasks
refused 'missing property file' 66 'missing\.prp: no such file' suite --property=missing.prp tasks
refused 'table into nowhere' 64 'nowhere/x: cannot be written' suite --output=nowhere/x tasks
refused 'comparison with nothing' 66 'missing\.tsv: no such file' suite --compare=missing.tsv tasks
refused 'comparison with another table' 65 'not a table of results' suite --compare=list.tsv tasks
[ ! -e x ] || complain 'a file was written'

# ---- tasks and properties of check ----

# definition NAME LINE...: NAME.yml with these lines after the version.
definition() {
    file=$1.yml
    shift
    printf '%s\n' "format_version: '2.0'" "$@" >"$file"
}

printf 'CHECK( init(main()), LTL(G ! call(error())) )\n' >other.prp
printf 'CHECK( init(start()), LTL(G ! call(reach_error())) )\n' >start.prp
printf 'CHECK( init(main()), LTL(G ! overflow) )\nCHECK( init(main()), LTL(F end) )\n' >two.prp
printf 'COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n' >cover.prp
: >empty.prp
printf '%s\n' "format_version: '1.0'" 'input_files: tasks/safe.c' >version.yml
printf 'input_files: tasks/safe.c\n' >no_version.yml
: >empty.yml
printf 'a: [\n' >bracket.yml
printf -- '- a\n' >list.yml
definition no_files 'options: {language: C}'
definition files_map 'input_files: {a: b}'
definition files_none 'input_files: []'
definition twice 'input_files: tasks/safe.c' 'input_files: tasks/buggy.c'
definition model 'input_files: tasks/safe.c' 'options: {language: C, data_model: LP32}'
definition language 'input_files: a.java' 'options: {language: Java}'
definition answer 'input_files: tasks/safe.c' 'properties: [{property_file: unreach-call.prp, expected_verdict: maybe}]'
definition no_property 'input_files: tasks/safe.c'
definition strange 'input_files: tasks/safe.c' 'properties: [{property_file: other.prp}]'
definition several 'input_files: tasks/safe.c' 'properties: [{property_file: a/no-data-race.prp}, {property_file: no-overflow.prp}]'
definition absent 'input_files: absent.c' 'properties: [{property_file: unreach-call.prp}]'
definition good 'input_files: [tasks/safe.c]' 'properties: [{property_file: unreach-call.prp, expected_verdict: false}]'

refused 'property of another function' 65 '^other\.prp:1: error: property not understood' check --property=other.prp good.yml
refused 'property of another start' 65 '^start\.prp:1: error: property not understood' check --property=start.prp tasks/safe.c
refused 'two properties in a file' 65 '^two\.prp:2: error: property not understood' check --property=two.prp good.yml
refused 'coverage' 65 '^cover\.prp:1: error: property not understood' check --property cover.prp good.yml
refused 'empty property file' 65 'empty\.prp: error: file is empty' check --property=empty.prp good.yml
refused 'missing property file' 66 '^chorus: missing\.prp: no such file$' check --property=missing.prp good.yml
refused 'unknown property' 64 "property: 'deadlock' is no such value \\(expected unreach-call\\|" check --property=deadlock good.yml
refused 'property of mc' 64 'property: is not for \.bbp' mc --property=unreach-call "$root/tests/golden/mc/mutex.bbp"
refused 'missing task' 66 '^chorus: missing\.yml: no such file$' check missing.yml
refused 'task is a directory' 65 'empty: error: there is no C file' check empty
refused 'empty task' 65 '^empty\.yml: error: file is empty$' check empty.yml
refused 'no YAML' 65 '^bracket\.yml:2:1: error: not YAML: ' check bracket.yml
refused 'task that is a list' 65 '^list\.yml:1:1: error: a mapping with .format_version. is missing$' check list.yml
refused 'another version' 65 '^version\.yml:1:17: error: version 1\.0 of the format is not known' check version.yml
refused 'no version' 65 '^no_version\.yml: error: format_version is missing$' check no_version.yml
refused 'no input files' 65 '^no_files\.yml: error: input_files is missing$' check no_files.yml
refused 'input files as a mapping' 65 '^files_map\.yml:2:14: error: input_files is not a text$' check files_map.yml
refused 'no input file in the list' 65 '^files_none\.yml:2:14: error: no input files$' check files_none.yml
refused 'input files twice' 65 "^twice\\.yml:3:1: error: 'input_files' is given twice$" check twice.yml
refused 'data model' 65 "^model\\.yml:3:36: error: data_model 'LP32'" check model.yml
refused 'language' 65 "^language\\.yml:3:21: error: language 'Java'" check language.yml
refused 'expected verdict of a task' 65 "^answer\\.yml:3:.*expected_verdict 'maybe'" check answer.yml
refused 'task without property' 65 '^no_property\.yml: error: the task has no property: say with --property' check no_property.yml
refused 'task with another property' 65 'strange\.yml: error: the task has a property that is not known' check strange.yml
refused 'task with several properties' 65 'several properties, and not unreach-call' check several.yml
refused 'program of a task missing' 66 '^chorus: absent\.c: no such file$' check absent.yml
refused 'two tasks' 64 'a task is a whole program, to be given alone' check good.yml good.yml
refused 'task and program' 64 'good\.yml: a task is a whole program' check tasks/safe.c good.yml

problem=
run check -q no_property.yml --property=unreach-call
[ "$(cat "$base/out")" = 'RESULT: true [every number of threads]' ] || complain "$(cat "$base/out" "$base/err")"
run check -q several.yml --property termination
[ "$(cat "$base/out")" = 'RESULT: unknown [no engine answers termination]' ] || complain "$(cat "$base/out" "$base/err")"
run check -q --json=- --property=termination tasks/safe.c
grep -q '"property": "termination"' "$base/out" || complain "$(cat "$base/out" "$base/err")"
verdict 'chosen properties'

problem=
run check -q --certificate=x.cert good.yml
run certify x.cert good.yml
grep -q '^CERTIFY: certified ' "$base/out" || complain "$(cat "$base/out" "$base/err")"
run check -q --trace=x.trace tasks/lock_buggy.yml
run replay -q x.trace tasks/lock_buggy.yml
grep -q '^REPLAY: ok ' "$base/out" || complain "$(cat "$base/out" "$base/err")"
run dump tasks/lock_buggy.yml
[ "$status" -eq 0 ] || complain "dump: exit status $status"
verdict 'certify, replay and dump of a task'

fits suite
plan
