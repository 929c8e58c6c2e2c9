#!/bin/sh
# replay --native of data races: both threads are made to stand before their accesses, and the addresses that they have
# computed must meet. Prints TAP.
#
#   tests/cli/native_race.sh [CHORUS]
. "$(dirname "$0")/common.sh"

# meets NAME OPTION...: there is a race in NAME.c, and the threads meet natively.
meets() {
    name=$1
    shift
    problem=
    rm -f race.trace
    run check -q --property=no-data-race "$@" --trace=race.trace "$name.c"
    [ "$status" -eq 1 ] || complain "check: exit status $status, want 1: $(cat "$base/out" "$base/err")"
    run replay -q --native --property=no-data-race "$@" race.trace "$name.c"
    [ "$status" -eq 0 ] || complain "replay: exit status $status, want 0"
    grep -Eq '^REPLAY: ok \[natively: .*; observed: thread [0-9]+ stands before a (write|read) at .*, thread [0-9]+ before a (write|read) at .*: [0-9]+ bytes? in common\]$' \
        "$base/out" || complain "$(tail -n 1 "$base/out" "$base/err")"
    nothing_left
    verdict "$name${1:+ }$*"
}

# ---- the golden tests ----

# Those that cannot run natively, and why.
reason() {
    case $1 in
    condition_buggy | counted_down_buggy) echo 'waiting for a condition variable' ;;
    semaphore*) echo 'semaphores' ;;
    report_locks_buggy) echo 'read-write locks' ;;
    large_buggy | heap_flexible_buggy | joined_by_value_buggy | team_twice_buggy | team_32_buggy | team_handle_*) echo 'more than 65536 elements' ;;
    memmove_buggy) echo 'memmove of shared memory' ;;
    inputs_of_memory_buggy | parts_last_buggy | printed_count_buggy | signals_blocked_buggy | snprintf_buggy | time_buggy) echo 'cannot be chosen natively' ;;
    result_buggy) echo 'the access cannot be observed' ;;
    esac
}

number=0
for file in "$root"/tests/golden/race/*_buggy.c; do
    number=$((number + 1))
    sampled $number || continue
    name=$(basename "$file" .c)
    options=$(sed -E 's/^(check|race) *//; s/(^| )-q( |$)/ /; s/--without=[^ ]*//; s/--property=[^ ]*//' "${file%.c}.args" 2>/dev/null)
    case $options in *method* | *.c* | *-x*) continue ;; esac
    cp "$file" .
    why=$(reason "$name")
    if [ -z "$why" ]; then
        # shellcheck disable=SC2086
        meets "$name" $options
        continue
    fi
    problem=
    rm -f race.trace
    # shellcheck disable=SC2086
    run check -q --property=no-data-race $options --trace=race.trace "$name.c"
    # shellcheck disable=SC2086
    run replay -q --native --property=no-data-race $options race.trace "$name.c"
    [ "$status" -eq 65 ] || complain "exit status $status, want 65: $(cat "$base/out" "$base/err")"
    grep -q "cannot run natively: .*$why" "$base/err" || complain "$(cat "$base/err")"
    nothing_left
    verdict "$name is refused"
done

# ---- races that only C11 knows: in a run one access is before the other ----

cp "$root/tests/golden/weak/letter_store_buggy.c" .
problem=
run check -q --property=no-data-race --trace=race.trace letter_store_buggy.c
run replay -q --native --property=no-data-race race.trace letter_store_buggy.c
[ "$status" -eq 65 ] || complain "exit status $status, want 65: $(cat "$base/out" "$base/err")"
grep -q 'cannot run natively: .*not made at once' "$base/err" || complain "$(cat "$base/err")"
nothing_left
verdict 'a race by orders is refused'

# ---- the same instruction elsewhere, several times, and inside of an atomic section ----

cat >elsewhere.c <<'END'
#include <pthread.h>
int g, h;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void add(int *p, int n)
{
    *p += n;
}
void *worker(void *arg)
{
    int own = 1;
    add(&own, 2);
    add(&own, 3);
    pthread_mutex_lock(&m);
    add(&h, own);
    pthread_mutex_unlock(&m);
    add(&own, 4);
    if (own == 10) add(&g, 1);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&m);
    add(&h, 1);
    pthread_mutex_unlock(&m);
    add(&g, 1);
    return pthread_join(t, 0);
}
END
meets elsewhere
meets elsewhere -m32

cat >late.c <<'END'
#include <pthread.h>
int a[5];
void *worker(void *arg)
{
    a[3] = 1;
    return arg;
}
int main(void)
{
    pthread_t t;
    int sum = 0;
    pthread_create(&t, 0, worker, 0);
    for (int i = 0; i < 5; i++)
        sum += a[i];
    pthread_join(t, 0);
    return sum;
}
END
meets late

cat >section.c <<'END'
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
long x, y;
void *worker(void *arg)
{
    __VERIFIER_atomic_begin();
    y = 1;
    x = y;
    __VERIFIER_atomic_end();
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    if (x) return 1;
    return pthread_join(t, 0);
}
END
meets section

# ---- two addresses that do not meet ----

cat >apart.c <<'END'
#include <pthread.h>
int g, h;
void *worker(void *arg)
{
    g = 1;
    h = 1;
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    g = 2;
    return pthread_join(t, 0);
}
END
problem=
rm -f race.trace
run check -q --property=no-data-race --trace=race.trace apart.c
run replay -q --property=no-data-race --emit=bug race.trace apart.c
(cd bug && make -s && ./replay) >"$base/out" 2>"$base/err"
[ $? -eq 42 ] || complain "exit status of the run: $(cat "$base/err")"
grep -q ': 4 bytes in common$' "$base/err" || complain "$(cat "$base/err")"
awk '/call void @chorus_touch\(i32 [0-9]+, ptr @g/ && !n++ { sub(/@g/, "@h") } { print }' bug/program.ll >other.ll
mv other.ll bug/program.ll
(cd bug && make -s && ./replay) >"$base/out" 2>"$base/err"
[ $? -eq 43 ] || complain "exit status of the other run: $(cat "$base/err")"
grep -q 'have no byte in common$' "$base/err" || complain "$(cat "$base/err")"
verdict 'addresses that do not meet'

# ---- programs with bodies for functions of the library ----

cat >copy.c <<'EOF'
#include <pthread.h>
#include <string.h>
static char from[8] = "ada", to[8];
static void *look(void *unused) { return to[3] ? unused : 0; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, look, 0);
    strcpy(to, from);
    pthread_join(t, 0);
}
EOF
problem=
run check --property=no-data-race --trace=copy.trace copy.c
[ "$status" -eq 1 ] || complain "check: exit status $status, want 1"
grep -q '^option string_bodies on$' copy.trace || complain 'the trace does not name the bodies'
run replay --property=no-data-race --native copy.trace copy.c
[ "$status" -eq 0 ] || complain "exit status $status: $(cat "$base/err")"
tail -n 1 "$base/out" | grep -q 'natively: .*thread 0 stands before a write at <string.h>' || complain "$(tail -n 1 "$base/out")"
verdict 'a step of strcpy replays, and natively'

plan
