#!/bin/sh
# `chorus check --cache`: evidence is kept and checked again, or found on record as checked; a change that matters asks anew; what
# is wrong in the folder costs time and nothing else. Prints TAP.
#
#   tests/cli/cache.sh [CHORUS]
. "$(dirname "$0")/common.sh"

XDG_CACHE_HOME=$base/cache
export XDG_CACHE_HOME
folder=$XDG_CACHE_HOME/chorus
golden=$root/bench/programs

# says NAME PATTERN ARGUMENT...: the result line of check --cache.
says() {
    name=$1
    pattern=$2
    shift 2
    problem=
    run check -q --cache "$@"
    tail -n 1 "$base/out" | grep -Eq "^RESULT: $pattern\]$" || complain "$(cat "$base/out" "$base/err")"
    nothing_left
    verdict "$name"
}
kept='kept proof, certified before'
cp "$golden/tas-lock.c" p.c
says 'a proof is found' 'true \[every number of threads' p.c
says 'and certified the next time' "true \[every number of threads, [0-9]+ obligations; $kept" p.c
{ echo '/* a comment */'; echo 'static int unused(int x) { return x + 1; }'; cat "$golden/tas-lock.c"; } >p.c
says 'comments and functions that are not called do not matter' "true \[every number of threads.*; $kept" p.c
says 'a bound on threads is another question' 'true \[at most 2 threads' -n 2 p.c
says 'and so is another property' 'true \[[^;]*' --property=no-overflow p.c
cp "$golden/tas-lock_buggy.c" p.c
says 'a change that breaks it is found' 'false\(unreach-call\) \[main and 2 threads, [0-9]+ steps' p.c
says 'and replayed the next time' 'false\(unreach-call\) \[.*; kept trace, replayed' p.c

# That a proof was found and checked by one code is on record.
cat >o.c <<'END'
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
unsigned g;
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    g = x + 1;
    assert(g != x);
}
END
says 'a proof by one code' 'true \[no threads are created' --method=exhaustive o.c
says 'is known as that' "true .*obligations?, found and checked by one code; $kept" --method=exhaustive o.c

# A proof under a memory model has all its proofs; one that is not is none where a model is named.
cat >m.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int letter, sent;
static void *sender(void *p)
{
    atomic_store_explicit(&letter, 42, memory_order_relaxed);
    atomic_store_explicit(&sent, 1, memory_order_release);
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, sender, 0);
    if (atomic_load_explicit(&sent, memory_order_acquire))
        assert(atomic_load_explicit(&letter, memory_order_relaxed) == 42);
}
END
rm -f "$folder"/*.proof "$folder"/*.checked
says 'a proof under C11' 'true \[the 1 thread the program creates, C11' --memory=c11 m.c
says 'is kept' "true \[the 1 thread the program creates, C11, .*; $kept" --memory=c11 m.c
problem=
for f in "$folder"/*.proof; do
    sed -e '/^races /,$d' -e '/^model /d' -e 's/^chorus certificate 3/chorus certificate 2/' "$f" >x && cp x "$f"
done
verdict 'its model is forged away'
says 'a proof about interleavings is not enough' 'true \[the 1 thread the program creates, C11' --memory=c11 m.c

# What is said beside a proof is said every time.
cat >v.c <<'END'
#include <assert.h>
#include <pthread.h>
int x, y;
static void *worker(void *arg) { x = 1; return arg; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    if (x == 2) {
        y = 3;
        assert(y == 7);
    }
    assert(x <= 1);
}
END
problem=
for time in first second; do
    run check --cache v.c
    grep -q 'v.c:11: note: no run reaches this assertion' "$base/err" || complain "$time time: $(cat "$base/out" "$base/err")"
done
verdict 'an assertion that no run reaches is named again'

# The proof for two threads is none for every number, under whatever name it and the record of it stand.
problem=
cp "$golden/tas-lock.c" p.c
rm -rf "$folder"
run check -q --cache -n 2 p.c
weak=$(cd "$folder" && echo *.proof)
weak=${weak%.proof}
run check -q --cache p.c
for file in "$folder"/*.proof; do
    [ "$file" = "$folder/$weak.proof" ] && continue
    cp "$folder/$weak.proof" "$file"
    cp "$folder/$weak.checked" "${file%.proof}.checked"
done
says 'a proof of less is not taken' 'true \[every number of threads' p.c

# again NAME: the proof is there, and is certified once more; then that is on record.
again() {
    says "$1" 'true \[every number of threads, [0-9]+ obligations; kept proof, certified again' p.c
    says 'once' "true \[every number of threads, [0-9]+ obligations; $kept" p.c
}
# sum FILE: ends a record with the digest that it should have.
sum() {
    grep -v '^sum ' "$1" >"$base/record"
    echo "sum $(sha256sum <"$base/record" | cut -d ' ' -f 1)" | cat "$base/record" - >"$1"
}
rm -rf "$folder"
run check -q --cache p.c
record=$(echo "$folder"/*.checked)
cp "$record" "$base/right"
sum "$record"
problem=
cmp -s "$record" "$base/right" || complain "$(cat "$record")"
verdict 'a record ends with its digest'
sed 's/^obligations ./&0/' "$base/right" >"$record"
again 'an altered record is not believed'
head -c 100 "$base/right" >"$record"
again 'nor one that is cut off'
sed 's/^build ./build x/' "$base/right" >"$record"
sum "$record"
again 'nor that of another build'
echo >>"$(echo "$folder"/*.proof)"
again 'nor that of another certificate'
rm "$record"
again 'a proof without record is certified'

problem=
for file in "$folder"/*; do echo garbage >"$file"; done
says 'garbage is not taken' 'true \[every number of threads' p.c
problem=
[ ! -s "$base/err" ] || complain "$(cat "$base/err")"
verdict 'and not complained of'

problem=
rm -rf "$folder"
for i in 1 2 3 4; do
    timeout 100 "$chorus" check -q --cache p.c >"$base/out.$i" 2>&1 &
done
wait
for i in 1 2 3 4; do
    grep -q '^RESULT: true \[every number' "$base/out.$i" || complain "$(cat "$base/out.$i")"
done
[ "$(ls "$folder" | wc -l)" -eq 2 ] || complain "$(ls "$folder")"
verdict 'several processes at once'

problem=
i=0
while [ $i -lt 520 ]; do
    i=$((i + 1))
    touch -d '2001-01-01' "$folder/$(printf '%064d' "$i").proof"
done
run check -q --cache -n 3 p.c
[ "$(ls "$folder" | wc -l)" -eq 500 ] || complain "$(ls "$folder" | wc -l) files"
run check -q --cache p.c
grep -q "$kept" "$base/out" || complain 'what was used last is gone'
verdict 'the folder is bounded'

problem=
XDG_CACHE_HOME=/proc/none
run check -q --cache p.c
[ "$status" -eq 0 ] || complain "exit status $status"
grep -q 'nothing is kept' "$base/err" || complain "$(cat "$base/err")"
verdict 'without a folder it checks'

plan
