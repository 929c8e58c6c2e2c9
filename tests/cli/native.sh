#!/bin/sh
# replay --native and --emit: counterexamples of all kinds fail again in the program itself, what cannot run is refused,
# a run that goes another way is noticed, and nothing is left behind. Prints TAP.
#
#   tests/cli/native.sh [CHORUS]
. "$(dirname "$0")/common.sh"

head='#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);'

# program NAME: writes NAME.c, which begins with the head, from standard input.
program() {
    {
        printf '%s\n' "$head"
        cat
    } >"$1.c"
}

# natively RUNS NAME CHECK-OPTION...: check finds a failure in NAME.c, and it fails natively at the predicted place.
# failure: how, if it is no assertion. Where a sample is asked for (TEST_SAMPLE), twice in a row is enough.
natively() {
    runs=$1
    [ -z "${TEST_SAMPLE-}" ] || [ "$runs" -lt 2 ] || runs=2
    name=$2
    shift 2
    problem=
    rm -f "$name.trace"
    run check "$@" --trace="$name.trace" "$name.c"
    [ "$status" -eq 1 ] || complain "check: exit status $status, want 1: $(cat "$base/out" "$base/err")"
    grep '^  *[0-9]' "$base/out" >"$base/steps"
    line=$(grep -n 'FAILS HERE' "$name.c" | cut -d : -f 1)
    for _ in $(seq "$runs"); do
        run replay --native "$@" "$name.trace" "$name.c"
        [ "$status" -eq 0 ] || complain "replay: exit status $status, want 0: $(tail -n 1 "$base/out" "$base/err")"
        tail -n 1 "$base/out" | grep -Eq "^REPLAY: ok \[natively: ${failure:-assertion fails} at $name\.c:$line, ((main and )?[0-9]+ threads?|in the initial thread), " ||
            complain "$(tail -n 1 "$base/out" "$base/err")"
        grep '^  *[0-9]' "$base/out" | cmp -s - "$base/steps" || complain 'other steps than those of check'
        [ -z "$problem" ] || break
    done
    nothing_left
    verdict "$name${1:+ }$*: $runs in a row"
}

# ---- programs that fail ----

program mutex <<'END'
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int get(void)
{
    pthread_mutex_lock(&m);
    int v = x;
    pthread_mutex_unlock(&m);
    return v;
}
static void set(int v)
{
    pthread_mutex_lock(&m);
    x = v;
    pthread_mutex_unlock(&m);
}
void *f(void *a)
{
    set(get() + 1);
    return 0;
}
int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, f, 0);
    pthread_create(&t2, 0, f, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 2); /* FAILS HERE */
    return 0;
}
END
natively 20 mutex
natively 1 mutex --granularity=statement
natively 1 mutex -m32

program exchange <<'END'
_Atomic unsigned value;
void *f(void *a)
{
    unsigned v = value;
    atomic_compare_exchange_strong(&value, &v, v + 1);
    assert(value > v || v > 1000); /* FAILS HERE */
    return 0;
}
int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, 0, f, 0);
}
END
natively 20 exchange

program weak <<'END'
_Atomic int x;
_Bool done;
void *f(void *a)
{
    int e = 0;
    done = atomic_compare_exchange_weak(&x, &e, 5);
    assert(done || x != 0); /* FAILS HERE */
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    return 0;
}
END
natively 3 weak

program memory <<'END'
struct node {
    struct node *next;
    int value[2];
    char tag;
};
struct node *_Atomic top;
_Bool ready;
void *f(void *a)
{
    struct node *own = malloc(sizeof *own), *first = top;
    if (!own) return 0;
    __VERIFIER_assume(own->value[1] == 12345 && own->tag == 'x');
    struct node *next = first->next;
    if (atomic_compare_exchange_strong(&top, &first, next)) {
        struct node *now = top;
        assert(!now || now->value[0] != 7 || !ready); /* FAILS HERE */
    }
    return 0;
}
int main(void)
{
    pthread_t t;
    struct node *b = calloc(1, sizeof *b), *a = malloc(sizeof *a);
    if (!a || !b) return 0;
    a->next = b;
    top = a;
    pthread_create(&t, 0, f, 0);
    if (atomic_exchange(&top, 0) == a) {
        free(a);
        b->value[0] = 7;
        ready = 1;
        struct node *c = malloc(sizeof *c);
        if (!c) return 0;
        __VERIFIER_assume(c->tag == 'y');
        c->next = 0;
        top = c;
    }
    pthread_join(t, 0);
    return 0;
}
END
natively 3 memory
natively 1 memory -m32

program update <<'END'
_Atomic int x;
int y;
void *f(void *a)
{
    y = atomic_fetch_add(&x, 2);
    atomic_exchange(&x, 1);
    assert(y != x + 3); /* FAILS HERE */
    return 0;
}
int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, 0, f, 0);
}
END
natively 3 update
natively 1 update --integers=ideal

program input <<'END'
int g;
extern int sensor(int);
void *f(void *a)
{
    int n = __VERIFIER_nondet_int();
    _Bool b = __VERIFIER_nondet_bool();
    __VERIFIER_assume(n > 100 && b);
    g = n;
    return 0;
}
int main(int argc, char **argv)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    printf("%d\n", g);
    assert(g != 12345 || argc != 17 || sensor(1) != -4); /* FAILS HERE */
    return 0;
}
END
natively 3 input

program uninitialised <<'END'
struct pair { int a; char b; } p;
int g;
void *f(void *a)
{
    for (int i = 0; i < 2; i++) {
        int v;
        g += v;
    }
    return 0;
}
int main(void)
{
    int k, w[3], v[4];
    struct pair q;
    int i = __VERIFIER_nondet_int();
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    p = q;
    __VERIFIER_assume(i >= 0 && i < 4);
    assert(g != 77 || k != 99 || p.a != 5 || p.b != 'x' || w[1] != 7 || v[i] != 42 || i != 2); /* FAILS HERE */
    return 0;
}
END
natively 3 uninitialised

program statics <<'END'
int g, values[3], i;
static int s;
int main(void)
{
    assert(g != 3 || s != 4 || i != 1 || values[i & 1] != 9); /* FAILS HERE */
    return 0;
}
END
natively 1 statics --nondet-static

program copied <<'END'
struct p { int a, b; } x, y;
void *f(void *u)
{
    x = y;
    return 0;
}
void *h(void *u)
{
    y.a = 1;
    y.b = 1;
    return 0;
}
int main(void)
{
    pthread_t t, s;
    pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, h, 0);
    pthread_join(t, 0);
    assert(x.a == x.b); /* FAILS HERE */
    return 0;
}
END
natively 3 copied

program cleared <<'END'
int v[2] = {1, 1};
void *f(void *u)
{
    memset(v, 0, sizeof v);
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    int a = v[0], b = v[1];
    assert(a != 0 || b != 1); /* FAILS HERE */
    return 0;
}
END
natively 3 cleared

program trylock <<'END'
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int in;
void *f(void *u)
{
    if (pthread_mutex_trylock(&m) == 0) {
        in = 1;
        in = 0;
        pthread_mutex_unlock(&m);
    } else {
        assert(in == 0); /* FAILS HERE */
    }
    return 0;
}
int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, 0, f, 0);
}
END
natively 3 trylock
natively 1 trylock -m32

# The same instructions as a step here and as none there; reads whose value nobody uses.
program contexts <<'END'
int x, y;
static int get(int *p) { return *p; }
static int both(void) { return get(&x) + y; }
void *f(void *u)
{
    int own = 3;
    both();
    (void)x;
    x = 1;
    int r = both() + get(&own) - own;
    y = r;
    if (y) both();
    assert(both() < 4); /* FAILS HERE */
    return 0;
}
int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, 0, f, 0);
}
END
natively 3 contexts
natively 1 contexts --granularity=statement

program end_of_main <<'END'
int x;
void *f(void *u)
{
    int *p = u;
    (*p)++;
    x = 1;
    x = 2;
    assert(x != 2); /* FAILS HERE */
    return 0;
}
int main(void)
{
    int c;
    pthread_t t;
    if (c != 5) return 0;
    pthread_create(&t, 0, f, &c);
    if (c == 6 && x == 1) exit(0);
    return 0;
}
END
natively 3 end_of_main

program section <<'END'
extern void reach_error(void);
int x;
_Thread_local int passes;
void __VERIFIER_atomic_inc(void)
{
    int v = x;
    x = v + 1;
}
void *f(void *u)
{
    __VERIFIER_atomic_inc();
    passes++;
    __VERIFIER_atomic_begin();
    if (x == 2 && passes == 1)
        reach_error(); /* FAILS HERE */
    __VERIFIER_atomic_end();
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_create(&t, 0, f, 0);
    pthread_exit(0);
}
END
problem=
run check --trace=section.trace section.c
run replay --native section.trace section.c
[ "$status" -eq 0 ] || complain "exit status $status: $(tail -n 1 "$base/out" "$base/err")"
tail -n 1 "$base/out" | grep -q '^REPLAY: ok \[natively: ' || complain "$(tail -n 1 "$base/out")"
nothing_left
verdict 'atomic sections'

# The dialect of SATABS: a label starts a thread, declarations may be missing.
cat >dialect.c <<'END'
volatile int value, m;
int take(rounds, step) int rounds; int step;
{
    int seen;
    __CPROVER_atomic_begin();
    __CPROVER_assume(m == 0);
    m = 1;
    __CPROVER_atomic_end();
    seen = value;
    m = 0;
    value = seen + step;
    __CPROVER_assert(value == seen + step || rounds != 3, "lost"); /* FAILS HERE */
}
main()
{
    int rounds = nondet_int();
    while (1) { __CPROVER_ASYNC_1: take(rounds, 2); }
}
END
natively 1 contexts --share-calls=1 --trace-detail=all
natively 20 dialect --granularity=statement
natively 1 dialect

problem=
cat >first.c <<'END'
#include <pthread.h>
extern int shared;
void *worker(void *);
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    shared++;
    return 0;
}
END
cat >second.c <<'END'
#include <assert.h>
int shared;
static int read(void) { return shared; } /* not that of the C library */
void *worker(void *unused)
{
    assert(read() == 0);
    return unused;
}
END
run check --trace=two.trace first.c second.c
run replay --native -q two.trace first.c second.c
[ "$(cat "$base/out")" = 'REPLAY: ok [natively: assertion fails at second.c:6, main and 1 thread, 3 steps]' ] ||
    complain "$(cat "$base/out" "$base/err")"
nothing_left
verdict 'two files'

# ---- programs that overflow ----

program overflow <<'END'
int x = 2147483646;
static void *worker(void *arg)
{
    if (x < 2147483647)
        x++; /* FAILS HERE */
    return arg;
}
int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, 0, worker, 0);
}
END
failure='no-overflow is violated \(a sum overflows\)'
natively 3 overflow --property=no-overflow

program overflow_quotient <<'END'
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (y == 0)
        return 0;
    return x % y; /* FAILS HERE */
}
END
failure='no-overflow is violated \(a quotient overflows\)'
natively 1 overflow_quotient --property=no-overflow
failure=

# ---- programs that use memory wrongly: what the runtime sees of it is said, too ----

# observed TEXT: the last native run said that it saw that.
observed() {
    problem=
    tail -n 1 "$base/out" | grep -q "; observed: $1" || complain "$(tail -n 1 "$base/out")"
    verdict "$name: observed"
}

program freed <<'END'
int *p;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *use(void *arg)
{
    pthread_mutex_lock(&m);
    *p = 2; /* FAILS HERE */
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t;
    p = malloc(sizeof *p);
    pthread_create(&t, 0, use, 0);
    pthread_mutex_lock(&m);
    free(p);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
END
failure='valid-deref is violated \(an access to `[^`]*`, which is freed\)'
natively 3 freed --property=valid-memsafety
observed 'the memory has been freed\]'
natively 1 freed --property=valid-memsafety -m32

program slots <<'END'
struct slot { int user, uses[3]; } slots[4];
_Atomic int next;
void *take(void *arg)
{
    int mine = next++;
    if (mine <= 4) slots[mine].uses[1]++; /* FAILS HERE */
    return arg;
}
int main(void)
{
    pthread_t t;
    while (1) pthread_create(&t, 0, take, 0);
}
END
failure='valid-deref is violated \(an access outside of `slots`\)'
natively 3 slots --property=valid-deref
observed 'the access is to 4 bytes at offset 72 of a variable of 64\]'

program copied_too_far <<'END'
int main(void)
{
    char *from = malloc(8), to[9];
    memcpy(to, from, 9); /* FAILS HERE */
    free(from);
    return 0;
}
END
failure='valid-deref is violated \(.*\)'
natively 1 copied_too_far --property=valid-deref
observed 'the access is to 9 bytes at offset 0 of 8 from malloc\]'

program gone <<'END'
static int *give(int v)
{
    int local = v, *p = &local;
    return p;
}
int main(void)
{
    int *p = give(1);
    return *p; /* FAILS HERE */
}
END
failure='valid-deref is violated \(an access to the local `local`, which exists no more\)'
natively 1 gone --property=valid-deref
observed 'no object of the program is there\]'

program null_string <<'END'
char *name;
int main(void)
{
    return (int)strlen(name); /* FAILS HERE */
}
END
failure='valid-deref is violated \(.*\)'
natively 1 null_string --property=valid-deref
observed 'the pointer is null\]'

program freed_twice <<'END'
char *volatile shared;
void *f(void *arg)
{
    char *mine = shared;
    if (mine) {
        shared = 0;
        free(mine); /* FAILS HERE */
    }
    return arg;
}
int main(void)
{
    pthread_t t, u;
    shared = malloc(3);
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, f, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
END
failure='valid-free is violated \(`[a-z]*` is freed twice\)'
natively 3 freed_twice --property=valid-memsafety
observed 'the memory has been freed already\]'

program freed_middle <<'END'
int main(void)
{
    char *p = calloc(2, 4);
    free(p + 4); /* FAILS HERE */
    return 0;
}
END
failure='valid-free is violated \(.*\)'
natively 1 freed_middle --property=valid-free
observed 'it is not the start of memory from malloc\]'

program lost <<'END'
int turns;
void *f(void *arg)
{
    int *own = malloc(sizeof *own); /* FAILS HERE */
    *own = ++turns;
    if (*own == 1) free(own);
    return arg;
}
int main(void)
{
    pthread_t t;
    while (1) pthread_create(&t, 0, f, 0);
}
END
failure='valid-memtrack is violated \(`[^`]*` is lost: .*\)'
natively 3 lost --property=valid-memtrack
observed '4 bytes from malloc are left, and no static storage leads to them\]'
failure=

# ---- deadlocks: the threads really wait ----

program circle <<'END'
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int n;
void *f(void *arg)
{
    int own = __VERIFIER_nondet_int();
    pthread_mutex_lock(&a);
    n += own;
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_mutex_lock(&b);
    if (n == 5) {
        pthread_mutex_lock(&a);
        pthread_mutex_unlock(&a);
    }
    pthread_mutex_unlock(&b);
    return 0;
}
END
problem=
for flag in '' -m32; do
    run check $flag --property=no-deadlock --trace=circle.trace circle.c
    run replay $flag --native -q --property=no-deadlock circle.trace circle.c
    [ "$status" -eq 0 ] || complain "exit status $status: $(cat "$base/out" "$base/err")"
    grep -Eq '^REPLAY: ok \[natively: no-deadlock is violated .*; observed: thread [01] waits at circle.c:(19|30) for a lock of thread [01], thread [01] waits at circle.c:(19|30) for a lock of thread [01]\]$' "$base/out" ||
        complain "$(cat "$base/out")"
done
nothing_left
verdict 'a circle of two locks'

program ended <<'END'
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *arg)
{
    pthread_mutex_lock(&m);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_mutex_lock(&m); /* FAILS HERE */
    pthread_mutex_unlock(&m);
    return 0;
}
END
failure='no-deadlock is violated \(.*\)'
natively 2 ended --property=no-deadlock
observed 'thread 0 waits at ended.c:[0-9]* for a lock of thread 1, which has ended\]'

program joined <<'END'
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *arg)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0); /* FAILS HERE */
    pthread_mutex_unlock(&m);
    return 0;
}
END
problem=
run check --property=no-deadlock --trace=joined.trace joined.c
run replay --native -q --property=no-deadlock joined.trace joined.c
grep -Eq '; observed: .*thread 0 waits at joined.c:[0-9]* for the end of thread 1' "$base/out" || complain "$(cat "$base/out" "$base/err")"
nothing_left
verdict 'a join of a thread that waits'
failure=

# What the runtime does not see is no success.
problem=
program block <<'END'
int main(void)
{
    int *p;
    {
        int inner = 1;
        p = &inner;
    }
    return *p;
}
END
run check --property=valid-deref --trace=block.trace block.c
run replay --native -q --property=valid-deref block.trace block.c
[ "$status" -eq 1 ] || complain "exit status $status, want 1"
grep -q '^REPLAY: failed \[native run: step [0-9]*: nothing is wrong at block.c:' "$base/out" || complain "$(cat "$base/out" "$base/err")"
nothing_left
verdict 'a violation that cannot be observed'

# ---- the run as source ----

problem=
run check --trace=mutex.trace mutex.c
run replay -q --emit made mutex.trace mutex.c
grep -q '^REPLAY: ok \[assertion fails at mutex.c:39, main and 2 threads, ' "$base/out" || complain "$(cat "$base/out" "$base/err")"
cmp -s mutex.c made/mutex.c || complain 'no copy of the source'
make -C made >/dev/null 2>"$base/err" || complain "make: $(cat "$base/err")"
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    ./made/replay >"$base/out" 2>&1
    code=$?
    [ "$code" -eq 42 ] || complain "exit status $code"
    [ "$(cat "$base/out")" = 'chorus-replay: assertion fails at mutex.c:39' ] || complain "$(cat "$base/out")"
done
verdict 'emit, make, run'

if command -v gdb >/dev/null; then
    problem=
    gdb -batch -ex 'break chorus_assertion_fails' -ex run -ex 'up 2' made/replay >"$base/out" 2>&1 </dev/null
    grep -q 'main () at mutex.c:39' "$base/out" || complain "$(tail -n 5 "$base/out")"
    verdict 'emit, gdb'
fi

refused 'emit into a folder that is not empty' 64 'made: is not empty' replay --emit made mutex.trace mutex.c
refused 'emit into nowhere' 64 'nowhere/x: cannot be made' replay --emit nowhere/x mutex.trace mutex.c
refused 'emit over a file' 64 'mutex\.c: is not a directory' replay --emit=mutex.c mutex.trace mutex.c

# ---- runs that go another way ----

# diverges NAME PATTERN: ./made/replay with the schedule as it is now.
diverges() {
    problem=
    make -C made >/dev/null 2>"$base/err" || complain "make: $(cat "$base/err")"
    timeout 60 ./made/replay >"$base/out" 2>&1
    code=$?
    [ "$code" -eq 43 ] || complain "exit status $code, want 43"
    grep -Eq "^chorus-replay: $2" "$base/out" || complain "$(cat "$base/out")"
    verdict "$1"
}

cp made/schedule.h schedule.kept
sed 's/^    {\([0-9]*\), 3, /    {\1, NO_TURN - 1, /' schedule.kept >made/schedule.h
diverges 'a turn that never comes' 'step [0-9]+: |the program does not end'
sed '/^    {[0-9]*, 3, /d' schedule.kept >made/schedule.h
diverges 'an event is missing' 'step [0-9]+: thread [0-9]+ is at mutex.c:[0-9]+ instead of mutex.c:[0-9]+'

problem=
steps=$(sed -n 's/^end //p' mutex.trace)
sed -e "/^step $steps /d" -e "s/^end .*/end $((steps - 1))/" mutex.trace >short.trace
run replay --native short.trace mutex.c
[ "$status" -eq 1 ] || complain "exit status $status, want 1"
grep -q '^REPLAY: failed \[the last step fails no assertion\]$' "$base/out" || complain "$(cat "$base/out")"
nothing_left
verdict 'a trace that the interpreter refuses'

# ---- what cannot run ----

run check --trace=scpl.trace "$root/bench/programs/p.scpl"
refused '.scpl' 65 'p\.scpl: error: cannot run natively: it is not C' replay --native scpl.trace "$root/bench/programs/p.scpl"
refused '.scpl, emit' 65 'it is not C' replay --emit scpl scpl.trace "$root/bench/programs/p.scpl"

program forks <<'END'
#include <assert.h>
#include <unistd.h>
int main(void)
{
    if (fork() == 0) assert(0);
}
END
run check --trace=forks.trace forks.c
refused 'a process of several' 65 'forks\.c: error: cannot run natively: forks\.c:[0-9]*: fork makes a process' replay --native forks.trace forks.c

program shift <<'END'
int main(void)
{
    unsigned u = 1u << __VERIFIER_nondet_int();
    assert(u != 0);
    return 0;
}
END
run check --trace=shift.trace shift.c
refused 'a value of undefined behaviour' 65 'shift\.c:14: the value of .* comes from undefined behaviour' \
    replay --native shift.trace shift.c

program wraps <<'END'
unsigned x, n;
void *f(void *a)
{
    __VERIFIER_atomic_begin();
    x = x + 2000000000u;
    n++;
    assert(n < 3 || x < 1900000000u);
    __VERIFIER_atomic_end();
    return a;
}
int main(void)
{
    pthread_t t;
    for (int i = 0; i < 3; i++) pthread_create(&t, 0, f, 0);
    return 0;
}
END
run check --integers=ideal --trace=wraps.trace wraps.c
refused 'mathematical integers that wrap around in the program' 65 \
    'values wrap around in the real program, and not in the trace: with machine integers the guard does not hold' \
    replay --integers=ideal --native wraps.trace wraps.c

program starts <<'END'
int main(void)
{
    int local, w[3];
    unsigned char c;
    assert(local != -5 || c != 200 || w[1] != -7); /* FAILS HERE */
    return 0;
}
END
natively 1 starts --integers=ideal

program long <<'END'
int main(void)
{
    long a = 65536;
    assert(a * a != 0);
    return 0;
}
END
run check -m32 --trace=long.trace long.c
refused 'a failure of 32 bits only' 65 'it is a 32-bit program, and compiled for 64 bits it does something else' \
    replay -m32 --native long.trace long.c

# ---- interrupted ----

problem=
for delay in 0.1 0.2 0.3 0.4 0.5; do
    timeout -s INT "$delay" "$chorus" replay --native mutex.trace mutex.c >/dev/null 2>&1 </dev/null
done
nothing_left
verdict 'interrupted'

plan
