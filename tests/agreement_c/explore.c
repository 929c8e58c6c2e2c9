/* Depth-first search by replay: a run follows the choices of its prefix (which thread goes on, which input) and takes
 * the first of each choice behind it; the last choice that has an alternative left is changed for the next run. Behind
 * its prefix a run ends where it comes to a state that was seen: all that is behind it was or will be tried from there.
 *
 * A state is the globals, the heap, and for each thread what it waits for and its stack down to the place where it
 * stands: the code is compiled without optimisation, so that nothing that lives is in registers. Dead values on the
 * stack make equal states look different, which costs time only. Two different states with the same 128-bit hash would
 * be taken for one. */
#include "agreement_c/explore.h"

#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum {
    THREADS_MAX = 5,
    STACK_SIZE = 1 << 16,
    STACK_USED = 1 << 13,
    POOL_SIZE = 512,
    TRAIL_MAX = 1000,
    SEEN_SIZE = 1 << 18
};

typedef enum WaitKind { WAIT_NOT, WAIT_MUTEX, WAIT_THREAD, WAIT_END } WaitKind;

typedef struct Thread {
    ucontext_t context;
    char *stack, *frame; /* frame: of the place where it stands */
    WaitKind wait;
    int *mutex;
    unsigned long joined;
    void *(*start)(void *);
    void *arg;
} Thread;

typedef struct Choice {
    int taken, count;
} Choice;

typedef struct Hash {
    uint64_t a, b;
} Hash;

typedef struct Explorer {
    Host host; /* first: what the program calls is a pointer to it */
    const Entry *program;
    char *initial; /* the globals before a run */
    _Alignas(16) char pool[POOL_SIZE];
    size_t pool_used;
    Thread threads[THREADS_MAX];
    int count, current;
    bool is_atomic, has_failed, is_over_limit;
    ucontext_t home;
    Choice trail[TRAIL_MAX];
    int depth, length; /* of this run; of the prefix, or the trail once that is left */
    Exploration result;
    Hash *seen;
    uint32_t seen_count;
} Explorer;

/* ---- states ---- */

static void hash_bytes(Hash *h, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++) {
        h->a = (h->a ^ bytes[i]) * UINT64_C(0x100000001b3);
        h->b = (h->b + bytes[i] + 1) * UINT64_C(0x9E3779B97F4A7C15);
        h->b ^= h->b >> 29;
    }
}

static void hash_thread(Hash *h, const Thread *t)
{
    hash_bytes(h, &t->wait, sizeof t->wait);
    if (t->wait == WAIT_END) return;
    hash_bytes(h, &t->mutex, sizeof t->mutex);
    hash_bytes(h, &t->joined, sizeof t->joined);
    hash_bytes(h, &t->start, sizeof t->start);
    hash_bytes(h, &t->arg, sizeof t->arg);
    if (t->frame) hash_bytes(h, t->frame, (size_t)(t->stack + STACK_SIZE - t->frame));
}

static Hash state_hash(const Explorer *e)
{
    Hash h = {UINT64_C(0xcbf29ce484222325), 1};
    hash_bytes(&h, e->program->first, (size_t)(e->program->last - e->program->first));
    hash_bytes(&h, e->pool, e->pool_used);
    hash_bytes(&h, &e->count, sizeof e->count);
    for (int i = 0; i < e->count; i++)
        hash_thread(&h, &e->threads[i]);
    return h;
}

/* Also remembers the state. */
static bool was_seen(Explorer *e)
{
    Hash h = state_hash(e);
    size_t i = h.b % SEEN_SIZE;
    for (; e->seen[i].a; i = (i + 1) % SEEN_SIZE)
        if (e->seen[i].a == h.a && e->seen[i].b == h.b) return true;
    e->seen[i] = h;
    e->is_over_limit |= ++e->seen_count > SEEN_SIZE / 2;
    return false;
}

/* ---- choices and turns ---- */

static _Noreturn void end_run(Explorer *e)
{
    setcontext(&e->home);
    abort();
}

static int choose(Host *self, int count)
{
    Explorer *e = (Explorer *)self;
    if (count == 1) return 0;
    if (e->depth == e->length) {
        if (e->length == TRAIL_MAX) {
            e->is_over_limit = true;
            end_run(e);
        }
        e->trail[e->length++] = (Choice){0, count};
    }
    return e->trail[e->depth++].taken;
}

static bool is_enabled(const Explorer *e, const Thread *t)
{
    switch (t->wait) {
    case WAIT_NOT: return true;
    case WAIT_MUTEX: return *t->mutex == 0;
    case WAIT_THREAD: return e->threads[t->joined].wait == WAIT_END;
    case WAIT_END: return false;
    }
    return false;
}

/* Lets any thread that can go on do so; returns when it is this thread's turn again. */
static __attribute__((noinline)) void yield(Explorer *e)
{
    int enabled[THREADS_MAX], count = 0, from = e->current;
    e->threads[from].frame = __builtin_frame_address(0);
    if (e->depth == e->length && was_seen(e)) end_run(e);
    for (int i = 0; i < e->count; i++)
        if (is_enabled(e, &e->threads[i])) enabled[count++] = i;
    if (!count || e->is_over_limit) end_run(e);
    e->current = enabled[choose(&e->host, count)];
    if (e->current != from) swapcontext(&e->threads[from].context, &e->threads[e->current].context);
}

static void wait_for(Explorer *e, WaitKind kind)
{
    e->threads[e->current].wait = kind;
    yield(e);
    e->threads[e->current].wait = WAIT_NOT;
}

/* ---- what the program calls ---- */

static void host_step(Host *self)
{
    Explorer *e = (Explorer *)self;
    if (!e->is_atomic) yield(e);
}

static void host_atomic(Host *self, int is_begin)
{
    Explorer *e = (Explorer *)self;
    if (is_begin) yield(e);
    e->is_atomic = is_begin;
}

static void host_lock(Host *self, int *mutex, int is_lock)
{
    Explorer *e = (Explorer *)self;
    e->threads[e->current].mutex = mutex;
    wait_for(e, is_lock ? WAIT_MUTEX : WAIT_NOT);
    *mutex = is_lock;
}

static void run_thread(unsigned high, unsigned low)
{
    Explorer *e = (Explorer *)((uintptr_t)high << 32 | low); // NOLINT: makecontext passes int
    Thread *t = &e->threads[e->current];
    t->start(t->arg);
    wait_for(e, WAIT_END);
}

static void run_main(unsigned high, unsigned low)
{
    Explorer *e = (Explorer *)((uintptr_t)high << 32 | low); // NOLINT: makecontext passes int
    e->program->run();
    yield(e); /* the end of main, which ends all threads, may come late */
    end_run(e);
}

/* is_main: the thread is the program's first one. */
static void add_thread(Explorer *e, bool is_main)
{
    Thread *t = &e->threads[e->count++];
    uintptr_t address = (uintptr_t)e;
    t->wait = WAIT_NOT;
    t->frame = NULL;
    t->mutex = NULL;
    t->joined = 0;
    getcontext(&t->context);
    t->context.uc_stack.ss_sp = t->stack;
    t->context.uc_stack.ss_size = STACK_SIZE;
    makecontext(&t->context, (void (*)(void))(is_main ? run_main : run_thread), 2, (unsigned)(address >> 16 >> 16),
                (unsigned)address);
}

static void host_create(Host *self, unsigned long *handle, void *(*start)(void *), void *arg)
{
    Explorer *e = (Explorer *)self;
    if (e->count == THREADS_MAX) abort();
    *handle = (unsigned long)e->count;
    e->threads[e->count].start = start;
    e->threads[e->count].arg = arg;
    add_thread(e, false);
}

static void host_join(Host *self, unsigned long handle)
{
    Explorer *e = (Explorer *)self;
    e->threads[e->current].joined = handle;
    wait_for(e, WAIT_THREAD);
}

static void *host_allocate(Host *self, size_t size)
{
    Explorer *e = (Explorer *)self;
    char *p = e->pool + e->pool_used;
    e->pool_used += (size + 15) / 16 * 16;
    if (e->pool_used > POOL_SIZE) abort();
    return p;
}

static void host_fail(Host *self)
{
    Explorer *e = (Explorer *)self;
    e->has_failed = true;
    end_run(e);
}

static void host_end(Host *self, unsigned outcome)
{
    Explorer *e = (Explorer *)self;
    e->result.has_outcomes = true;
    if (e->result.outcomes[outcome]) return;
    e->result.outcomes[outcome] = true;
    e->result.last = outcome;
}

/* ---- runs ---- */

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
/* Frames that a run left without returning are marked still: the next run's lie elsewhere in the stack. */
#define FORGET_FRAMES(stack, size) __asan_unpoison_memory_region(stack, size)
#else
#define FORGET_FRAMES(stack, size) ((void)(stack))
#endif

static void run_once(Explorer *e)
{
    memcpy(e->program->first, e->initial, (size_t)(e->program->last - e->program->first));
    memset(e->pool, 0, sizeof e->pool);
    for (int i = 0; i < THREADS_MAX; i++) {
        FORGET_FRAMES(e->threads[i].stack, STACK_SIZE);
        memset(e->threads[i].stack + STACK_SIZE - STACK_USED, 0, STACK_USED);
    }
    e->pool_used = 0;
    e->count = e->current = e->depth = 0;
    e->is_atomic = false;
    add_thread(e, true);
    swapcontext(&e->home, &e->threads[0].context); /* until end_run */
}

/* To the next prefix; false when there is none. */
static bool next_prefix(Explorer *e)
{
    while (e->length && e->trail[e->length - 1].taken + 1 == e->trail[e->length - 1].count)
        e->length--;
    if (!e->length) return false;
    e->trail[e->length - 1].taken++;
    return true;
}

static Explorer *explorer_new(const Entry *program)
{
    static const Host host = {.step = host_step,
                              .atomic = host_atomic,
                              .lock = host_lock,
                              .create = host_create,
                              .join = host_join,
                              .choose = choose,
                              .allocate = host_allocate,
                              .fail = host_fail,
                              .end = host_end};
    Explorer *e = calloc(1, sizeof *e);
    size_t size = (size_t)(program->last - program->first);
    if (!e) abort();
    e->host = host;
    e->program = program;
    e->initial = malloc(size);
    e->seen = calloc(SEEN_SIZE, sizeof *e->seen);
    if (!e->initial || !e->seen) abort();
    memcpy(e->initial, program->first, size);
    for (int i = 0; i < THREADS_MAX; i++)
        if (!(e->threads[i].stack = malloc(STACK_SIZE))) abort();
    return e;
}

static void explorer_free(Explorer *e)
{
    for (int i = 0; i < THREADS_MAX; i++) {
        FORGET_FRAMES(e->threads[i].stack, STACK_SIZE);
        free(e->threads[i].stack);
    }
    free(e->seen);
    free(e->initial);
    free(e);
}

Exploration explore(Host **host, const Entry *program, uint32_t run_limit)
{
    Explorer *e = explorer_new(program);
    *host = &e->host;
    do {
        run_once(e);
        e->result.runs++;
        e->is_over_limit |= e->result.runs == run_limit;
    } while (!e->has_failed && !e->is_over_limit && next_prefix(e));
    Exploration result = e->result;
    result.fails = e->has_failed;
    result.is_complete = result.fails || !e->is_over_limit;
    result.states = e->seen_count;
    explorer_free(e);
    return result;
}
