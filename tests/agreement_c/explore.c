/* Depth-first search by replay: a run follows the choices of its prefix (which thread goes on, which input) and takes
 * the first of each choice behind it; the last choice that has an alternative left is changed for the next run. Behind
 * its prefix a run ends where it comes to a state that was seen: all that is behind it was or will be tried from there.
 *
 * A state is the globals, the heap, and for each thread what it waits for and its stack down to the place where it
 * stands: the code is compiled without optimisation, so that nothing that lives is in registers. Dead values on the
 * stack make equal states look different, which costs time only. Two different states with the same 128-bit hash would
 * be taken for one.
 *
 * All properties are looked at in one search. A run ends where an assertion fails or an access hits nothing. After the
 * use of freed memory it goes on, on the memory as it is, but is `murky` from then on: Chorus may take it to end there,
 * or go on, as it does for questions about other properties (Truth). Overflow wraps around. */
#include "agreement_c/explore.h"

#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "agreement_c/memory.h"

enum { THREADS_MAX = 5, STACK_SIZE = 1 << 16, STACK_USED = 1 << 13, TRAIL_MAX = 1000, SEEN_SIZE = 1 << 18 };

typedef enum WaitKind { WAIT_NOT, WAIT_MUTEX, WAIT_THREAD, WAIT_END } WaitKind;

typedef struct Thread {
    ucontext_t context;
    char *stack, *frame; /* frame: of the place where it stands */
    WaitKind wait;
    const void *operand; /* of what it does next: may be in a register only */
    Touch next;          /* the access that it does next, or KIND_NONE */
    int *mutex;          /* without tag; 0: free; else one more than the number of the thread that holds it */
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
    Memory memory;
    Thread threads[THREADS_MAX];
    int count, current;
    bool is_atomic, is_murky, is_over_limit;
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
    hash_bytes(h, &t->operand, sizeof t->operand);
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
    hash_bytes(&h, e->memory.pool, e->memory.used);
    for (unsigned i = 0; i < e->memory.count; i++)
        hash_bytes(&h, &e->memory.blocks[i].tag, sizeof(Block) - offsetof(Block, tag));
    hash_bytes(&h, &e->is_murky, sizeof e->is_murky);
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

/* The property is violated in this run. */
static void note_violation(Explorer *e, QuestionKind question)
{
    Truth now = e->is_murky ? TRUTH_OPEN : TRUTH_YES, *truth = &e->result.violates[question];
    if (*truth < now) *truth = now;
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

/* Whom the thread waits for, who cannot go on before; -1: nobody. */
static int holder_for(const Explorer *e, int thread)
{
    const Thread *t = &e->threads[thread];
    if (is_enabled(e, t) || t->wait == WAIT_END) return -1;
    if (t->wait == WAIT_THREAD) return (int)t->joined;
    return *t->mutex <= e->count ? *t->mutex - 1 : -1; /* a freed mutex may hold anything */
}

/* Threads wait for each other in a circle, or for one that has ended. */
static bool is_deadlocked(const Explorer *e)
{
    for (int i = 0; i < e->count; i++) {
        int at = i, steps = 0;
        while (holder_for(e, at) >= 0 && steps++ < e->count)
            at = holder_for(e, at);
        if (steps > e->count || (steps && e->threads[at].wait == WAIT_END)) return true;
    }
    return false;
}

/* A thread waits for a lock that was freed meanwhile: whether it uses the lock there is open. */
static bool waits_in_freed_memory(const Explorer *e)
{
    for (int i = 0; i < e->count; i++) {
        const Thread *t = &e->threads[i];
        if (t->wait != WAIT_MUTEX || is_enabled(e, t)) continue;
        Access access = memory_look(&e->memory, t->operand, sizeof *t->mutex);
        if (access == ACCESS_FREED || access == ACCESS_OLD) return true;
    }
    return false;
}

static bool is_in(const void *p, size_t size, const char *first, size_t length)
{
    uintptr_t offset = (uintptr_t)p - (uintptr_t)first;
    return offset < length && size <= length - offset;
}

static bool is_global_or_local(const Explorer *e, const void *p, size_t size)
{
    bool is_good = is_in(p, size, e->program->first, (size_t)(e->program->last - e->program->first));
    for (int i = 0; i < e->count && !is_good; i++)
        is_good = is_in(p, size, e->threads[i].stack, STACK_SIZE);
    return is_good;
}

/* Is it to memory that may be used? */
static bool is_good(const Explorer *e, const Touch *touch)
{
    if (touch->kind == KIND_NONE || is_global_or_local(e, touch->pointer, touch->size)) return true;
    return memory_look(&e->memory, touch->pointer, touch->size) == ACCESS_GOOD;
}

/* Does the access of the thread race with one that another thread is about to make? What is done to freed memory is
 * open. */
static void look_for_races(Explorer *e, const Touch *touch)
{
    for (int i = 0; touch->kind != KIND_NONE && i < e->count; i++) {
        const Touch *other = &e->threads[i].next;
        if (other == touch) continue;
        Truth race = touches_race(touch, other);
        bool was_murky = e->is_murky;
        e->is_murky |= race == TRUTH_OPEN || !is_good(e, touch) || !is_good(e, other);
        if (race != TRUTH_NO) note_violation(e, QUESTION_RACE);
        if (race == TRUTH_YES && !e->is_murky) raced_add(&e->result.raced, touch, other);
        e->is_murky = was_murky;
    }
}

/* Lets any thread that can go on do so; returns when it is this thread's turn again. */
static __attribute__((noinline)) void yield(Explorer *e)
{
    int enabled[THREADS_MAX], count = 0, from = e->current;
    e->threads[from].frame = __builtin_frame_address(0);
    if (e->program->has_free && waits_in_freed_memory(e)) {
        e->is_murky = true;
        note_violation(e, QUESTION_DEREF);
    }
    if (e->depth == e->length) {
        if (was_seen(e)) end_run(e);
        if (is_deadlocked(e)) note_violation(e, QUESTION_DEADLOCK);
        for (int i = 0; i < e->count; i++)
            look_for_races(e, &e->threads[i].next);
    }
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

/* Before the step of the thread at hand that uses the operand, and makes the access. In an atomic section the others
 * stand where they stood before it. */
static void step_to(Explorer *e, const void *operand, Touch touch)
{
    Thread *t = &e->threads[e->current];
    t->operand = operand;
    t->next = touch;
    if (e->is_atomic)
        look_for_races(e, &t->next);
    else
        yield(e);
    t->operand = NULL;
    t->next.kind = KIND_NONE;
}

static void step(Explorer *e, const void *operand) { step_to(e, operand, (Touch){.kind = KIND_NONE}); }

static void use_memory(Explorer *e, const void *pointer, size_t size)
{
    if (is_global_or_local(e, pointer, size)) return;
    Access access = memory_look(&e->memory, pointer, size);
    if (access == ACCESS_GOOD) return;
    e->is_murky |= access == ACCESS_OLD;
    note_violation(e, QUESTION_DEREF);
    if (access == ACCESS_OUTSIDE) end_run(e);
    e->is_murky = true;
}

static void *host_access(Host *self, const void *pointer, size_t size, Kind kind)
{
    Explorer *e = (Explorer *)self;
    step_to(e, pointer, (Touch){pointer, size, kind, e->is_atomic || kind == KIND_ATOMIC || kind == KIND_EXCHANGE});
    use_memory(e, pointer, size);
    return (void *)BARE(pointer);
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
    Thread *t = &e->threads[e->current];
    t->operand = mutex;
    t->mutex = BARE(mutex);
    if (!is_global_or_local(e, mutex, sizeof *mutex) &&
        memory_look(&e->memory, mutex, sizeof *mutex) == ACCESS_OUTSIDE) {
        step(e, mutex);
        use_memory(e, mutex, sizeof *mutex);
    }
    wait_for(e, is_lock ? WAIT_MUTEX : WAIT_NOT);
    use_memory(e, mutex, sizeof *mutex);
    *t->mutex = is_lock ? e->current + 1 : 0;
    t->operand = NULL;
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
    t->operand = NULL;
    t->next.kind = KIND_NONE;
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
    if (e->program->has_free) step(e, (const void *)size); // NOLINT: any operand
    unsigned which = (unsigned)choose(self, 1 + (int)memory_count_freed(&e->memory, size));
    void *p = memory_allocate(&e->memory, size, which);
    e->is_over_limit |= !p;
    if (!p) end_run(e);
    memset(BARE(p), 0, size);
    return p;
}

static void host_release(Host *self, const void *pointer)
{
    Explorer *e = (Explorer *)self;
    size_t size = pointer ? memory_size(&e->memory, pointer) : 0;
    step_to(e, pointer, (Touch){pointer, size, size ? KIND_WRITE : KIND_NONE, e->is_atomic});
    if (!pointer) return;
    Access access = memory_free(&e->memory, pointer);
    if (access == ACCESS_GOOD) return;
    e->is_murky |= access == ACCESS_OLD;
    note_violation(e, QUESTION_FREE);
    e->is_murky = true;
}

static void host_overflow(Host *self) { note_violation((Explorer *)self, QUESTION_OVERFLOW); }

/* What the thread did before is seen by others who go on before it fails. */
static void host_fail(Host *self)
{
    Explorer *e = (Explorer *)self;
    step(e, NULL);
    note_violation(e, QUESTION_ASSERTION);
    end_run(e);
}

static void host_end(Host *self, unsigned outcome)
{
    Explorer *e = (Explorer *)self;
    Truth now = e->is_murky ? TRUTH_OPEN : TRUTH_YES;
    e->result.has_outcomes = true;
    if (e->result.outcomes[outcome] >= now) return;
    e->result.outcomes[outcome] = now;
    if (e->is_murky) return;
    e->result.last = outcome;
    e->result.has_last = true;
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
    memory_clear(&e->memory);
    for (int i = 0; i < THREADS_MAX; i++) {
        FORGET_FRAMES(e->threads[i].stack, STACK_SIZE);
        memset(e->threads[i].stack + STACK_SIZE - STACK_USED, 0, STACK_USED);
    }
    e->count = e->current = e->depth = 0;
    e->is_atomic = e->is_murky = false;
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
    static const Host host = {.access = host_access,
                              .atomic = host_atomic,
                              .lock = host_lock,
                              .create = host_create,
                              .join = host_join,
                              .choose = choose,
                              .allocate = host_allocate,
                              .release = host_release,
                              .overflow = host_overflow,
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

Exploration explore(Host **host, const Entry *program, uint32_t run_limit, bool only_first)
{
    Explorer *e = explorer_new(program);
    *host = &e->host;
    bool is_enough = false;
    do {
        run_once(e);
        if (!e->result.runs++) e->result.fails_at_once = e->result.violates[QUESTION_ASSERTION] == TRUTH_YES;
        e->is_over_limit |= e->result.runs == run_limit;
        is_enough = only_first && e->result.fails_at_once;
    } while (!is_enough && !e->is_over_limit && next_prefix(e));
    Exploration result = e->result;
    result.is_complete = !e->is_over_limit;
    result.states = e->seen_count;
    explorer_free(e);
    return result;
}
