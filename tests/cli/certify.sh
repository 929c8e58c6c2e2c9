#!/bin/sh
# check --certificate and certify: what is written, what is refused, and that another solver confirms the obligations.
# Prints TAP.
#
#   tests/cli/certify.sh [CHORUS]
. "$(dirname "$0")/common.sh"

# says STATUS PATTERN ARGUMENT...: a result in one line on standard output, nothing on standard error; to $problem.
says() {
    want=$1
    pattern=$2
    shift 2
    run "$@"
    [ "$status" -eq "$want" ] || complain "$*: exit status $status, want $want"
    [ "$(wc -l <"$base/out")" -eq 1 ] || complain "$*: $(wc -l <"$base/out") lines on standard output"
    grep -Eq -e "$pattern" "$base/out" || complain "$*: no line like $pattern: $(cat "$base/out")"
    [ ! -s "$base/err" ] || complain "$*: $(head -n 5 "$base/err")"
}

# proves CERTIFICATE ARGUMENT...: check finds and writes a proof; to $problem.
proves() {
    file=$1
    shift
    rm -f "$file"
    run check "$@" --certificate="$file"
    [ "$status" -eq 0 ] || complain "check $*: exit status $status, want 0"
    [ -s "$file" ] || complain "check $*: no certificate"
    [ ! -s "$base/err" ] || complain "check $*: $(head -n 5 "$base/err")"
}

# certifies NAME PATTERN ARGUMENT...: check writes a certificate for the arguments, and certify accepts it.
certifies() {
    name=$1
    pattern=$2
    shift 2
    problem=
    proves x.cert "$@"
    says 0 "^CERTIFY: certified \\[([a-z-]*: )?$pattern, [0-9]+ obligations?\\]\$" certify x.cert "$@"
    verdict "$name"
}

safe=$root/examples/counter_safe.c
buggy=$root/examples/counter_buggy.c
cp "$safe" a.c
cat >b.scpl <<'EOF'
shared bool lock = 0; shared u8 x = 0; local u8 l;
1: atomic { assume !lock; lock = 1; }
2: l = x;
3: x = l + 1;
4: assert x == l + 1;
5: lock = 0;
6: goto 1;
EOF

# ---- what is written, and certified ----

certifies 'C file' '.*' a.c
certifies 'scpl file' 'every number of threads' b.scpl
certifies 'assertions, by context' 'every number of threads' --method=circ b.scpl
for program in "$root"/bench/programs/race/nesc/*.scpl; do
    case $program in *_buggy.scpl) continue ;; esac
    for method in circ omega-circ; do
        certifies "${program##*/}, $method" 'every number of threads' --property=no-data-race --method=$method "$program"
    done
done
problem=
proves two.cert b.scpl
run check --threads=2 --certificate=x.cert b.scpl
says 0 '^CERTIFY: certified \[at most 2 threads, [0-9]+ obligations?\]$' certify x.cert b.scpl
verdict 'the certificate says how many threads'

problem=
racy=$root/tests/golden/memory_model/plain.c
run check --certificate=x.cert "$racy"
says 0 '^CERTIFY: certified \[all 2 threads the program creates, interleaving, [0-9]+ obligations?\]$' certify x.cert "$racy"
verdict 'the certificate of a proof about interleavings'

problem=
proves a.cert a.c
cp a.cert again.cert
proves a.cert a.c
cmp -s a.cert again.cert || complain 'a second check writes another text'
tail -n 1 a.cert | grep -q '^end [0-9][0-9]*$' || complain 'no end'
proves again.cert --self-check=off a.c
cmp -s a.cert again.cert || complain 'another text without the self-check'
verdict 'the same certificate each time, with and without --self-check'

problem=
golden=$root/tests/golden/certify/lock
proves golden.cert "$golden.scpl"
diff "$golden.certificate" golden.cert >"$base/diff" || complain "$(cat "$base/diff")"
verdict 'the text that is expected'

problem=
{
    echo '/* Moved down by a line. */'
    cat a.c
} >moved.c
says 0 '^CERTIFY: certified ' certify a.cert moved.c
verdict 'a comment more is the same program'

problem=
says 0 '^CERTIFY: certified ' certify -q a.cert a.c
verdict 'quiet'

problem=
run check --stats a.c
grep -Eq '^stat obligations [1-9]' "$base/out" || complain "$(cat "$base/out")"
run check --stats --self-check=off a.c
[ "$status" -eq 0 ] || complain "exit status $status, want 0"
grep -Eq '^stat obligations 0$' "$base/out" || complain "$(cat "$base/out")"
verdict 'obligations are counted'

problem=
echo 'chorus certificate 0' >old.cert
run check --certificate=old.cert "$buggy"
[ "$status" -eq 1 ] || complain "exit status $status, want 1"
[ "$(cat old.cert)" = 'chorus certificate 0' ] || complain 'the file was changed'
[ "$(cat "$base/err")" = 'chorus: old.cert: not written: there is no proof' ] || complain "$(cat "$base/err")"
verdict 'no proof, file left alone'

problem=
run check --certificate=none.cert "$buggy"
[ ! -e none.cert ] || complain 'a file was written'
verdict 'no proof, no file'

refused 'certificate into nowhere' 64 'nowhere/x: cannot be written' check --certificate=nowhere/x a.c
refused 'certificate into a directory' 64 'cannot be written' check --certificate="$base" a.c

# ---- rejected ----

problem=
grep -v '^  view thread@0 thread@2' two.cert >few.cert
run certify few.cert b.scpl
views=$(sed -n 's/.*expected the number of states or views: \([0-9]*\)$/\1/p' "$base/err")
sed -i "s/^end .*/end $views/" few.cert
says 1 '^CERTIFY: rejected \[.* leads out of the invariant\]$' certify few.cert b.scpl
verdict 'a view is missing'

problem=
sed 's/^claim views 2/claim views 3/' two.cert >three.cert
says 1 '^CERTIFY: rejected \[' certify three.cert b.scpl
verdict 'views of a larger size are claimed'

# ---- bad input ----

run check --trace=a.trace "$buggy"
: >empty.cert
printf '\177ELF\002\001\000' >binary.cert
truncate -s 1G huge.cert
head -c 500 a.cert >cut.cert
sed '$d' a.cert >endless.cert
sed 's/^chorus certificate [12]/chorus certificate 9/' a.cert >version.cert
sed 's/sha256:./sha256:x/' a.cert >digest.cert
mkdir folder
cp a.cert other.cert
other='other\.cert:.*the certificate is for another program or other options'

refused 'no arguments' 64 'no certificate' certify
refused 'no program' 64 'no input file' certify a.cert
refused 'unknown option' 64 "unknown option '--certificates'" certify --certificates a.cert a.c
refused 'option of check' 64 "'--stats' is not for certify" certify --stats a.cert a.c
refused 'missing certificate' 66 'missing\.cert: no such file' certify missing.cert a.c
refused 'certificate is a directory' 66 'folder: is a directory' certify folder a.c
refused 'missing program' 66 'missing\.c: no such file' certify a.cert missing.c
refused 'program is a directory' 65 'folder: error: there is no C file' certify a.cert folder
refused 'empty certificate' 65 'empty\.cert: error: .*empty' certify empty.cert a.c
refused 'binary certificate' 65 'binary\.cert:1:1: error: ' certify binary.cert a.c
refused 'huge certificate' 65 'huge\.cert: error: .*too large' certify huge.cert a.c
refused 'program as certificate' 65 'a\.c:[0-9]+:[0-9]+: error: ' certify a.c a.c
refused 'certificate as program' 65 'a\.cert' certify a.cert a.cert
refused 'trace as certificate' 65 'a\.trace:1:8: error: is not a certificate file of Chorus' certify a.trace "$buggy"
refused 'certificate as trace' 65 'a\.cert:1:8: error: is not a trace file of Chorus' replay a.cert a.c
refused 'truncated certificate' 65 'cut\.cert:[0-9]+:[0-9]+: error: ' certify cut.cert a.c
refused 'certificate without its end' 65 "endless\\.cert:[0-9]+:[0-9]+: error: expected 'end'" certify endless.cert a.c
refused 'another version' 65 'version\.cert:1:20: error: version 9 of the format is not known' certify version.cert a.c
refused 'another digest' 65 'digest\.cert:2:8: error: the certificate is for another program' certify digest.cert a.c
refused 'another program' 65 "$other" certify other.cert "$buggy"
refused 'another granularity' 65 "$other.*granularity" certify --granularity=statement other.cert a.c
refused 'other integers' 65 "$other.*integers" certify --integers=ideal other.cert a.c
refused 'other statics' 65 "$other.*nondet_static" certify --nondet-static other.cert a.c

cat >d.c <<'EOF'
#include <assert.h>
#include <pthread.h>
#ifdef X
#define VALUE 2
#else
#define VALUE 1
#endif
int x = VALUE;
void *work(void *arg)
{
    x = VALUE;
    x = 3;
    int seen = x;
    assert(seen == VALUE || seen == 3);
    return 0;
}
int main(void)
{
    pthread_t t;
    while (1) pthread_create(&t, 0, work, 0);
}
EOF
problem=
proves other.cert d.c
says 0 '^CERTIFY: certified ' certify other.cert d.c
verdict 'preprocessed'
refused 'another macro' 65 "$other" certify -DX other.cert d.c
problem=
proves x.cert -DX d.c
says 0 '^CERTIFY: certified ' certify -DX x.cert d.c
verdict 'the same macro'
refused 'no macro' 65 'x\.cert:.*the certificate is for another program or other options' certify x.cert d.c

# ---- obligations for another solver ----

# confirmed NAME OPTIONS PROGRAM: cvc5 answers "unsat" for every obligation, and all are written.
confirmed() {
    name=$1
    program=$root/bench/programs/$3
    problem=
    # shellcheck disable=SC2086  # the options are split on purpose
    proves x.cert $2 "$program"
    rm -rf smt
    # shellcheck disable=SC2086
    says 0 '^CERTIFY: certified ' certify $2 --smtlib=smt x.cert "$program"
    said=$(sed -n 's/.* \([0-9][0-9]*\) obligations\{0,1\}\]$/\1/p' "$base/out")
    [ "$(find smt -name '*.smt2' | wc -l)" -eq "$said" ] || complain "$said obligations, but $(find smt | wc -l) files"
    [ "$said" -gt 0 ] || complain 'no obligations'
    for query in smt/*.smt2; do
        answer=$(timeout -k 5 60 cvc5 "$query" 2>&1)
        [ "$answer" = unsat ] || complain "$query: cvc5 says $answer"
    done
    verdict "$name: cvc5 confirms all obligations"
}

confirmed 'dekker.c' '' dekker.c
problem=
grep -q '^claim created 2$' x.cert || complain 'the claim is not bounded'
verdict 'dekker.c: the claim is bounded'
confirmed 'szymanski.c' '' szymanski.c
confirmed 'ticket-lock.c' '' ticket-lock.c
confirmed 'increment-lock.c' '' increment-lock.c
confirmed 'unverex.c, ideal integers' '--integers=ideal' unverex.c

confirmed 'task_event.scpl, by context' '--property=no-data-race --method=circ' race/nesc/task_event.scpl
confirmed 'split_phase.scpl, for k threads' '--property=no-data-race --method=omega-circ' race/nesc/split_phase.scpl

problem=
says 0 '^CERTIFY: certified ' certify --smtlib=smt a.cert a.c
verdict 'obligations into a directory that exists'
echo mine >mine
refused 'directory that cannot be made' 70 'nowhere/smt: cannot be made: No such file' certify --smtlib=nowhere/smt a.cert a.c
refused 'directory that is a file' 70 'mine.* cannot be written' certify --smtlib=mine a.cert a.c
problem=
[ "$(cat mine)" = mine ] || complain 'the file was changed'
verdict 'the file is left alone'
refused 'no directory' 64 '--smtlib' certify --smtlib= a.cert a.c

# ---- outlines ----

cat >jumps.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
jmp_buf b;
void *w(void *a)
{
    pthread_mutex_lock(&m);
    x++;
    assert(x == 1);
    x--;
    pthread_mutex_unlock(&m);
    return a;
}
int main(int argc, char **argv)
{
    pthread_t t;
    if (setjmp(b) == 0 && argc > 3) longjmp(b, 1);
    for (int i = 0; i < argc; i++) pthread_create(&t, 0, w, argv);
}
END
sed 's/x--;//' jumps.c >jumps_buggy.c
problem=
says 0 '^RESULT: true .every number of threads, by an outline' check -q --certificate=jumps.cert jumps.c
verdict 'where the model ends, an outline is proved'
problem=
says 0 '^CERTIFY: certified .*outline' certify -q jumps.cert jumps.c
verdict 'its certificate is checked'
problem=
says 0 '^CERTIFY: certified .*outline' certify -q --model=outline jumps.cert jumps.c
verdict 'its certificate is checked, as what it is'
refused 'and is none of another program' 65 'another program' certify -q jumps.cert jumps_buggy.c
problem=
says 2 '^RESULT: unknown .*longjmp' check -q --model=exact jumps.c
verdict 'the model alone proves nothing'
problem=
says 1 '^RESULT: false' check -q jumps_buggy.c
verdict 'an error before the end of the model is found'

# ---- proofs by all states of the program: replayed, or told apart ----

for range in few many; do
    {
        [ $range = few ] && echo 'shared u2 x = *, y = 0; shared bool d = false;'
        [ $range = many ] && echo 'shared u32 x = *, y = 0; shared bool d = false;'
        echo 'automaton a 1 { location 0; location 1; entry 0; edge 0 -> 1 do y, d = x, true; }'
        echo 'automaton b 1 { location 0; location 1; location 2 `error`; entry 0;'
        echo '  edge 0 -> 1 when d; edge 1 -> 2 when x != y error; }'
    } >$range.scpl
    run check --method=exhaustive --certificate=$range.cert --stats --json=$range.json $range.scpl
    cp "$base/out" $range.out
done
problem=
grep -Eq '^RESULT: true' few.out || complain "$(cat few.out)"
grep -Eq '^stat parts-replayed 1$' few.out || complain 'nothing was replayed'
grep -Eq '^stat replayed-states [1-9]' few.out || complain 'no states'
grep -Eq '^stat parts-by-one-code 0$' few.out || complain 'one code'
grep -Eq '^found and checked by one code' few.out && complain 'told as one code'
grep -Fq '"parts_replayed": 1,' few.json || complain "$(cat few.json)"
says 0 '^CERTIFY: certified .no threads are created, 0 obligations, [0-9]+ states replayed.$' certify few.cert few.scpl
verdict 'few states are replayed by other code'
problem=
grep -Eq '^RESULT: true' many.out || complain "$(cat many.out)"
grep -Eq '^stat parts-replayed 0$' many.out || complain 'replayed'
grep -Eq '^stat parts-by-one-code 1$' many.out || complain 'not counted'
grep -Eq '^found and checked by one code' many.out || complain 'not told'
grep -Fq '"parts_by_one_code": 1,' many.json || complain "$(cat many.json)"
says 0 '^CERTIFY: certified .*obligations?, found and checked by one code.$' certify many.cert many.scpl
verdict 'what is not replayed is told apart'

# ---- the rest ----

problem=
[ -z "$(ls -A "$base/tmp")" ] || complain "$(ls -A "$base/tmp")"
verdict 'no temporary files are left'

fits certify

plan
