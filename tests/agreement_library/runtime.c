#define RT_IMPLEMENTATION
#include "agreement_library/runtime.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agreement_library/schedule.h"

#define KEYS 4
#define HANDLERS 8

static unsigned rng_state;
static volatile unsigned *noted;
static const char *globals, *globals_end;
static void (*handlers[HANDLERS])(void);
static int handler_count;
static void (*destructors[KEYS])(void *);
static unsigned key_count;

unsigned rt_random(unsigned below)
{
    rng_state = rng_state * 1664525u + 1013904223u;
    return (rng_state >> 8) % below;
}

void rt_note(RtViolation what) { *noted |= (unsigned)what; }

_Noreturn void rt_fail(void)
{
    rt_note(RT_ASSERTION);
    _exit(0);
}

_Noreturn void rt_quit(void) { _exit(0); }

int rt_input(void)
{
    static const int values[] = {0, 1, 2, 3, -1, 7, 2147483647, -2147483647 - 1};
    return values[rt_random(8)];
}

int rt_atexit(void (*f)(void))
{
    if (handler_count < HANDLERS) handlers[handler_count++] = f;
    return 0;
}

/* ---- locks: what they keep is in the objects ---- */

typedef struct Lock {
    int owner; /* and 1; 0: nobody */
    int readers;
} Lock;

static bool take(void *m)
{
    Lock *l = m;
    if (l->owner) return false;
    l->owner = schedule_self() + 1;
    return true;
}

static bool take_alone(void *m) { return !((Lock *)m)->readers && take(m); }

static bool take_shared(void *m)
{
    Lock *l = m;
    if (l->owner) return false;
    l->readers++;
    return true;
}

static bool take_one(void *s)
{
    int *value = s;
    if (*value == 0) return false;
    --*value;
    return true;
}

int rt_lock(void *m)
{
    schedule_wait(take, m);
    return 0;
}

int rt_trylock(void *m)
{
    schedule_point();
    return take(m) ? 0 : 16;
}

int rt_unlock(void *m)
{
    schedule_point();
    ((Lock *)m)->owner = 0; /* as large as an int: spin locks */
    schedule_wake();
    return 0;
}

int rt_spin_init(void *m)
{
    *(int *)m = 0;
    return 0;
}

int rt_read_lock(void *m)
{
    schedule_wait(take_shared, m);
    return 0;
}

int rt_write_lock(void *m)
{
    schedule_wait(take_alone, m);
    return 0;
}

int rt_rw_unlock(void *m)
{
    Lock *l = m;
    schedule_point();
    if (l->owner)
        l->owner = 0;
    else
        l->readers--;
    schedule_wake();
    return 0;
}

int rt_sem_init(void *s, unsigned value)
{
    *(int *)s = (int)value;
    return 0;
}

int rt_sem_wait(void *s)
{
    schedule_wait(take_one, s);
    return 0;
}

int rt_sem_try(void *s)
{
    schedule_point();
    return take_one(s) ? 0 : -1;
}

int rt_sem_post(void *s)
{
    schedule_point();
    ++*(int *)s;
    schedule_wake();
    return 0;
}

/* ---- condition variables, barriers, once ---- */

int rt_cond_wait(void *c, void *m)
{
    rt_unlock(m);
    schedule_wait_signal(c);
    return rt_lock(m);
}

int rt_cond_signal(void *c)
{
    schedule_point();
    schedule_signal(c, false);
    return 0;
}

int rt_cond_broadcast(void *c)
{
    schedule_point();
    schedule_signal(c, true);
    return 0;
}

typedef struct Barrier {
    int count, arrived, round;
} Barrier;

typedef struct Arrival {
    const Barrier *barrier;
    int round;
} Arrival;

static bool has_passed(void *arrival)
{
    const Arrival *a = arrival;
    return a->barrier->round != a->round;
}

int rt_barrier_init(void *b, unsigned n)
{
    *(Barrier *)b = (Barrier){.count = (int)n};
    return 0;
}

int rt_barrier_wait(void *b)
{
    Barrier *barrier = b;
    Arrival arrival = {barrier, barrier->round};
    schedule_point();
    arrival.round = barrier->round;
    if (++barrier->arrived < barrier->count) {
        schedule_wait(has_passed, &arrival);
        return 0;
    }
    barrier->arrived = 0;
    barrier->round++;
    schedule_wake();
    return -1;
}

enum { ONCE_NEVER, ONCE_RUNS, ONCE_DONE };

static bool is_done(void *o) { return *(int *)o != ONCE_RUNS; }

int rt_once(void *o, void (*f)(void))
{
    int *state = o;
    schedule_point();
    schedule_wait(is_done, o);
    if (*state == ONCE_DONE) return 0;
    *state = ONCE_RUNS;
    f();
    *state = ONCE_DONE;
    schedule_wake();
    return 0;
}

/* ---- thread-specific data ---- */

static _Thread_local const void *values[KEYS];
static _Thread_local int error_number;

int *rt_errno(void) { return &error_number; }

int rt_key_create(unsigned *key, void (*destructor)(void *))
{
    if (key_count == KEYS) rt_quit();
    destructors[key_count] = destructor;
    *key = key_count++;
    return 0;
}

int rt_key_set(unsigned key, const void *p)
{
    values[key] = p;
    return 0;
}

void *rt_key_get(unsigned key) { return (void *)(uintptr_t)values[key]; }

void rt_end_thread(void)
{
    for (unsigned k = 0; k < key_count; k++) {
        const void *p = values[k];
        values[k] = NULL;
        if (p && destructors[k]) destructors[k]((void *)(uintptr_t)p);
    }
}

/* ---- functions without a body in the program: what the rules let them do ---- */

RT_EXPORT int ext_int(int x);
RT_EXPORT void ext_write(int *p);
RT_EXPORT void ext_call(void (*f)(void));
RT_EXPORT int *ext_same(int *p);
RT_EXPORT void ext_read(const char *s);

int ext_int(int x)
{
    schedule_point();
    return rt_random(3) ? rt_input() : x;
}

void ext_write(int *p)
{
    for (unsigned n = rt_random(3); n-- > 0;) {
        rt_access(p, sizeof *p, ACCESS_WRITE);
        *p = rt_input();
    }
}

static void (*kept)(void);

/* Called now, later, or by a later call. */
void ext_call(void (*f)(void))
{
    if (kept && rt_random(2)) kept();
    for (unsigned n = rt_random(3); n-- > 0;)
        f();
    kept = f;
}

int *ext_same(int *p)
{
    static int own;
    own = rt_input();
    return rt_random(4) ? p : &own;
}

void ext_read(const char *s) { rt_access(s, 1, ACCESS_READ); }

/* ---- a run ---- */

_Noreturn void rt_run(int (*program)(void), unsigned seed, volatile unsigned *out, const char *data,
                      const char *data_end)
{
    rng_state = seed * 2654435761u + 12345u;
    noted = out;
    globals = data;
    globals_end = data_end;
    schedule_begin();
    program();
    schedule_point();
    while (handler_count > 0)
        handlers[--handler_count]();
    if (schedule_is_alone()) blocks_look_for_lost(globals, globals_end);
    _exit(0);
}
