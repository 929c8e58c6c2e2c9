#include "agreement_library/schedule.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#define THREADS 12
#define STEPS_MAX 4000

typedef struct Access {
    const char *p;
    size_t size;
    int kind;
} Access;

typedef struct Thread {
    sem_t turn;
    Access next; /* size 0: none */
    void *(*function)(void *);
    void *argument, *result;
    const void *condition; /* that it waits to be signalled of; NULL: none */
    bool waits, has_ended;
} Thread;

static Thread threads[THREADS];
static int count, current, steps;
static unsigned switching; /* of 8 chances at each point */
static bool is_atomic;
static _Thread_local int self;

int schedule_self(void) { return self; }

void schedule_begin(void)
{
    count = 1;
    switching = 1 + rt_random(6);
    sem_init(&threads[0].turn, 0, 0);
}

static bool can_go(const Thread *t) { return !t->waits && !t->has_ended && !t->condition; }

/* Any thread that can go on, but for one; -1: none. */
static int pick(int except)
{
    int found = -1, seen = 0;
    for (int i = 0; i < count; i++)
        if (i != except && can_go(&threads[i]) && rt_random((unsigned)++seen) == 0) found = i;
    return found;
}

/* This thread comes back when it is picked. */
static void change_to(int next)
{
    current = next;
    sem_post(&threads[next].turn);
    while (sem_wait(&threads[self].turn) != 0)
        continue;
}

void schedule_point(void)
{
    if (++steps > STEPS_MAX) rt_quit();
    if (is_atomic || rt_random(8) >= switching) return;
    int next = pick(self);
    if (next >= 0) change_to(next);
}

/* Nobody can go on: not this thread, nor another. */
static void give_up_turn(void)
{
    int next = pick(self);
    if (next < 0) {
        rt_note(RT_DEADLOCK);
        rt_quit();
    }
    change_to(next);
}

void schedule_wait(bool (*can)(void *), void *argument)
{
    if (is_atomic) rt_quit();
    schedule_point();
    while (!can(argument)) {
        threads[self].waits = true;
        give_up_turn();
        threads[self].waits = false;
    }
}

void schedule_wake(void)
{
    for (int i = 0; i < count; i++)
        threads[i].waits = false;
}

void schedule_wait_signal(const void *condition)
{
    threads[self].condition = condition;
    give_up_turn();
}

void schedule_signal(const void *condition, bool is_all)
{
    int waiting = 0, first;
    for (int i = 0; i < count; i++)
        waiting += threads[i].condition == condition;
    if (!waiting) return;
    first = (int)rt_random((unsigned)waiting);
    for (int i = 0; i < count; i++)
        if (threads[i].condition == condition && (is_all || first-- == 0)) threads[i].condition = NULL;
}

bool schedule_is_alone(void)
{
    for (int i = 0; i < count; i++)
        if (i != self && !threads[i].has_ended) return false;
    return true;
}

void rt_atomic(int is_begin)
{
    if (is_begin) schedule_point();
    is_atomic = is_begin;
}

/* ---- accesses ---- */

static bool races(const Access *a, const Access *b)
{
    bool overlap = a->size && b->size && a->p < b->p + b->size && b->p < a->p + a->size;
    return overlap && ((a->kind | b->kind) & ACCESS_WRITE) && !(a->kind & b->kind & ACCESS_ATOMIC);
}

void rt_access(const void *p, size_t size, int kind)
{
    Access *mine = &threads[self].next;
    *mine = (Access){p, size, is_atomic ? kind | ACCESS_ATOMIC : kind};
    schedule_point();
    for (int i = 0; i < count; i++)
        if (i != self && races(mine, &threads[i].next)) rt_note(RT_RACE);
    mine->size = 0;
    blocks_check(p, size);
}

/* ---- threads ---- */

static void *run_thread(void *t)
{
    Thread *me = t;
    self = (int)(me - threads);
    while (sem_wait(&me->turn) != 0)
        continue;
    me->result = me->function(me->argument);
    rt_end_thread();
    schedule_point();
    me->has_ended = true;
    schedule_wake();
    int next = pick(self);
    if (next < 0) {
        rt_note(RT_DEADLOCK);
        rt_quit();
    }
    current = next;
    sem_post(&threads[next].turn);
    return NULL;
}

int rt_create(unsigned long *handle, void *(*f)(void *), void *argument)
{
    pthread_t thread;
    if (count == THREADS) rt_quit();
    rt_access(handle, sizeof *handle, ACCESS_WRITE);
    *handle = (unsigned long)count;
    threads[count] = (Thread){.function = f, .argument = argument};
    sem_init(&threads[count].turn, 0, 0);
    if (pthread_create(&thread, NULL, run_thread, &threads[count]) != 0) rt_quit();
    count++;
    schedule_point();
    return 0;
}

static bool has_ended(void *t) { return ((Thread *)t)->has_ended; }

int rt_join(unsigned long handle, void **result)
{
    if (handle >= (unsigned long)count) rt_quit();
    schedule_wait(has_ended, &threads[handle]);
    if (result) {
        rt_access((const void *)result, sizeof *result, ACCESS_WRITE);
        *result = threads[handle].result;
    }
    return 0;
}
