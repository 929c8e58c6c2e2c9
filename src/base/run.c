#include "base/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/check.h"
#include "base/machine.h"

#define MEMORY_SECONDS 0.02 /* between two looks at the memory of the process */

/* Precedes every block: the blocks of a run form a doubly linked list, so that leaving a run from any depth
 * frees them all. 32 bytes, which keeps the alignment of max_align_t. */
typedef struct Block {
    struct Block *next, *previous;
    size_t size;
    size_t unused;
} Block;

typedef struct Cleanup {
    void (*fn)(void *arg); /* NULL = cancelled */
    void *arg;
} Cleanup;

struct Run {
    Block blocks; /* list head */
    size_t memory, memory_peak, memory_limit, process_limit;
    double memory_next; /* when to look at the memory of the process again */
    jmp_buf escape;
    bool guarded;
    bool is_out_of_memory; /* an allocation has failed, perhaps in the middle of a change */
    StopKind stop;
    char reason[512];
    volatile int interrupted;
    int is_telling;
    Run *beside; /* whose interrupt is heard, too; NULL: of none */
    struct timespec start;
    double deadline; /* seconds since start; 0 = none */
    uint32_t polls;
    Cleanup *cleanups;
    uint32_t cleanups_count, cleanups_capacity;
    Diags diags;
    void (*progress)(void *arg, const char *line);
    void *progress_arg;
    double progress_next;
    Account *account;
    Recall *recall; /* owned where beside is NULL */
    int verbosity;
};

/* Is the block one that is linked, so neither freed already nor of somebody else? */
static bool is_linked(const Block *b) { return b->next->previous == b && b->previous->next == b; }

/* The blocks are linked both ways, and what they hold adds up to what is accounted. */
static bool run_blocks_are_valid(const Run *run)
{
    size_t sum = 0;
    for (const Block *b = run->blocks.next; b != &run->blocks; b = b->next) {
        if (!is_linked(b)) return false;
        sum += b->size;
    }
    return sum == run->memory && run->memory <= run->memory_peak;
}

Run *run_new(void)
{
    Run *run = calloc(1, sizeof *run);
    if (!run) return NULL;
    run->blocks.next = run->blocks.previous = &run->blocks;
    run->recall = recall_new();
    clock_gettime(CLOCK_MONOTONIC, &run->start);
    return run;
}

void run_set_beside(Run *run, Run *other)
{
    if (!run->beside) recall_free(run->recall);
    run->beside = other;
    run->recall = other->recall;
    run->progress = other->progress;
    run->progress_arg = other->progress_arg;
}

Run *run_new_beside(Run *other)
{
    Run *run = run_new();
    if (!run) return NULL;
    run_set_beside(run, other);
    run->verbosity = other->verbosity;
    run->account = other->account;
    return run;
}

void run_free(Run *run)
{
    if (!run) return;
    for (uint32_t i = run->cleanups_count; i-- > 0;) {
        Cleanup c = run->cleanups[i];
        if (c.fn) c.fn(c.arg);
    }
    CHECK(run_blocks_are_valid(run));
    for (Block *b = run->blocks.next; b != &run->blocks;) {
        Block *next = b->next;
        free(b);
        b = next;
    }
    if (!run->beside) recall_free(run->recall);
    free(run);
}

StopKind run_guard(Run *run, void (*body)(Run *run, void *arg), void *arg)
{
    CHECK(!run->guarded); /* one way out at a time */
    run->stop = STOP_NONE;
    run->guarded = true;
    if (setjmp(run->escape) == 0) body(run, arg);
    run->guarded = false;
    return run->stop;
}

/* The solvers and the like of what was left. */
static void clean_up(Run *run, uint32_t from)
{
    while (run->cleanups_count > from) {
        Cleanup c = run->cleanups[--run->cleanups_count];
        if (c.fn) c.fn(c.arg);
    }
}

StopKind run_within(Run *run, RunShare share, void (*body)(Run *run, void *arg), void *arg)
{
    jmp_buf outer;
    const double deadline = run->deadline, end = run_seconds(run) + share.seconds;
    const size_t limit = run->process_limit, most = share.bytes ? machine_memory_used() + share.bytes : 0;
    const uint32_t cleanups = run->cleanups_count;
    const bool has_time = share.seconds > 0 && (deadline <= 0 || end < deadline);
    const bool has_memory = most && (!limit || most < limit);
    CHECK(run->guarded);
    memcpy(outer, run->escape, sizeof outer);
    if (has_time) run->deadline = end;
    if (has_memory) run->process_limit = most;
    run->stop = STOP_NONE;
    if (setjmp(run->escape) == 0) body(run, arg);
    memcpy(run->escape, outer, sizeof outer);
    run->deadline = deadline;
    run->process_limit = limit;
    const StopKind stop = run->stop;
    if (stop == STOP_NONE) return STOP_NONE;
    clean_up(run, cleanups);
    bool is_share = stop == STOP_UNSUPPORTED ||
                    (stop == STOP_TIME && has_time && (deadline <= 0 || run_seconds(run) < deadline)) ||
                    (stop == STOP_MEMORY && has_memory && !run_is_over_memory(run) && !run->is_out_of_memory);
    if (!is_share) longjmp(run->escape, 1); /* with the reason that was given */
    run->stop = STOP_NONE;
    return stop;
}

_Noreturn void run_stop(Run *run, StopKind kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(run->reason, sizeof run->reason, format, args);
    va_end(args);
    CHECK(kind != STOP_NONE);
    run->stop = kind;
    if (run->guarded) longjmp(run->escape, 1);
    /* Outside run_guard there is nowhere to go back to: a programming error of the caller. */
    fprintf(stderr, "chorus: %s\n", run->reason);
    __builtin_trap();
}

const char *run_reason(const Run *run) { return run->reason; }

_Noreturn void run_check_failed(Run *run, const char *file, int line, const char *condition)
{
    const char *base = strrchr(file, '/');
    run_stop(run, STOP_INTERNAL, "internal error at %s:%d: %s", base ? base + 1 : file, line, condition);
}

/* ---- budget ---- */

void run_interrupt(Run *run) { __atomic_store_n(&run->interrupted, 1, __ATOMIC_SEQ_CST); }
bool run_interrupted(const Run *run)
{
    bool is_interrupted = __atomic_load_n(&run->interrupted, __ATOMIC_SEQ_CST) != 0;
    return is_interrupted || (run->beside && run_interrupted(run->beside));
}

static void set_telling(Run *run, int is_telling)
{
    for (; run; run = run->beside)
        __atomic_store_n(&run->is_telling, is_telling, __ATOMIC_SEQ_CST);
}

void run_begin_telling(Run *run) { set_telling(run, 1); }
void run_end_telling(Run *run) { set_telling(run, 0); }
bool run_is_telling(const Run *run) { return __atomic_load_n(&run->is_telling, __ATOMIC_SEQ_CST) != 0; }

double run_seconds(const Run *run)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - run->start.tv_sec) + (double)(now.tv_nsec - run->start.tv_nsec) * 1e-9;
}

double run_cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void run_set_time_limit(Run *run, double seconds) { run->deadline = seconds > 0 ? run_seconds(run) + seconds : 0; }

double run_seconds_left(const Run *run) { return run->deadline > 0 ? run->deadline - run_seconds(run) : 1e9; }

void run_set_memory_limit(Run *run, size_t bytes) { run->memory_limit = bytes; }

void run_set_process_limit(Run *run, size_t bytes) { run->process_limit = bytes; }

static size_t left_of(size_t limit, size_t used)
{
    if (!limit) return SIZE_MAX;
    return used < limit ? limit - used : 0;
}

size_t run_memory_left(const Run *run)
{
    size_t own = left_of(run->memory_limit, run->memory);
    size_t all = run->process_limit ? left_of(run->process_limit, machine_memory_used()) : SIZE_MAX;
    return own < all ? own : all;
}

bool run_is_over_memory(const Run *run) { return run->process_limit && machine_memory_used() > run->process_limit; }

void run_poll_memory(Run *run)
{
    if (run_is_over_memory(run)) run_stop(run, STOP_MEMORY, "memory limit");
}

void run_poll(Run *run)
{
    if (run_interrupted(run)) run_stop(run, STOP_INTERRUPTED, "interrupted");
    if ((run->deadline <= 0 && !run->process_limit) || (++run->polls & 15) != 0) return;
    double now = run_seconds(run);
    if (run->deadline > 0 && now >= run->deadline) run_stop(run, STOP_TIME, "time limit");
    if (now < run->memory_next) return;
    run->memory_next = now + MEMORY_SECONDS;
    run_poll_memory(run);
}

Recall *run_recall(const Run *run) { return run->recall; }

void run_set_account(Run *run, Account *account) { run->account = account; }
Account *run_account(const Run *run) { return run->account; }

/* ---- memory ---- */

/* Unlike run_poll this may be in the middle of anything, so that no other part of the work goes on afterwards. */
_Noreturn static void fail_to_allocate(Run *run, const char *why)
{
    run->is_out_of_memory = true;
    run_stop(run, STOP_MEMORY, "%s", why);
}

static void account(Run *run, size_t old_size, size_t new_size)
{
    CHECK(run->memory >= old_size);
    run->memory += new_size - old_size;
    if (run->memory > run->memory_peak) run->memory_peak = run->memory;
    if (run->memory_limit && run->memory > run->memory_limit && new_size > old_size)
        fail_to_allocate(run, "memory limit");
}

/* Development builds: what is read after its release is not what it was. */
static void poison(Block *b)
{
#ifdef CHORUS_CHECKS
    memset(b, 0xdb, sizeof *b + b->size);
#else
    (void)b;
#endif
}

void *run_alloc(Run *run, size_t size)
{
    if (size > SIZE_MAX / 2) fail_to_allocate(run, "out of memory");
    Block *b = calloc(1, sizeof *b + size);
    if (!b) fail_to_allocate(run, "out of memory");
    b->size = size;
    b->next = run->blocks.next;
    b->previous = &run->blocks;
    b->next->previous = b;
    run->blocks.next = b;
    account(run, 0, size);
    return b + 1;
}

/* Development builds: the block moves always, so that a pointer into the old one shows. */
static Block *move_block(Block *b, size_t size)
{
#ifdef CHORUS_CHECKS
    Block *moved = malloc(sizeof *b + size);
    if (!moved) return NULL;
    memcpy(moved, b, sizeof *b + (size < b->size ? size : b->size));
    poison(b);
    free(b);
    return moved;
#else
    return realloc(b, sizeof *b + size);
#endif
}

void *run_realloc(Run *run, void *block, size_t size)
{
    if (!block) return run_alloc(run, size);
    if (size > SIZE_MAX / 2) fail_to_allocate(run, "out of memory");
    Block *b = (Block *)block - 1;
    CHECK(is_linked(b) && b->size <= run->memory);
    size_t old = b->size;
    Block *moved = move_block(b, size);
    if (!moved) fail_to_allocate(run, "out of memory");
    moved->size = size;
    moved->next->previous = moved;
    moved->previous->next = moved;
    account(run, old, size);
    return moved + 1;
}

void run_release(Run *run, void *block)
{
    if (!block) return;
    Block *b = (Block *)block - 1;
    CHECK(is_linked(b) && b->size <= run->memory);
    b->next->previous = b->previous;
    b->previous->next = b->next;
    run->memory -= b->size;
    poison(b);
    free(b);
}

char *run_strndup(Run *run, const char *text, size_t length)
{
    char *copy = run_alloc(run, length + 1);
    if (length) memcpy(copy, text, length);
    return copy;
}

char *run_strdup(Run *run, const char *text) { return run_strndup(run, text, strlen(text)); }

char *run_format(Run *run, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = run_alloc(run, n < 0 ? 1 : (size_t)n + 1);
    if (n > 0) vsnprintf(text, (size_t)n + 1, format, again);
    va_end(again);
    return text;
}

size_t run_memory(const Run *run) { return run->memory; }
size_t run_memory_peak(const Run *run) { return run->memory_peak; }

uint32_t run_on_free(Run *run, void (*fn)(void *arg), void *arg)
{
    if (run->cleanups_count == run->cleanups_capacity) { /* base/vec.h stands above runs */
        uint32_t n = run->cleanups_capacity ? 2 * run->cleanups_capacity : 8;
        run->cleanups = run_realloc(run, run->cleanups, n * sizeof *run->cleanups);
        run->cleanups_capacity = n;
    }
    run->cleanups[run->cleanups_count] = (Cleanup){fn, arg};
    return run->cleanups_count++;
}

void run_cancel(Run *run, uint32_t ticket)
{
    CHECK(ticket < run->cleanups_count && run->cleanups[ticket].fn); /* once */
    run->cleanups[ticket].fn = NULL;
}

Diags *run_diags(Run *run) { return &run->diags; }

/* ---- progress and log ---- */

void run_set_progress(Run *run, void (*fn)(void *arg, const char *line), void *arg)
{
    run->progress = fn;
    run->progress_arg = arg;
}

void run_progress(Run *run, const char *format, ...)
{
    if (!run->progress) return;
    double now = run_seconds(run);
    if (now < run->progress_next) return;
    run->progress_next = now + 0.1;
    char line[256];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    run->progress(run->progress_arg, line);
}

void run_set_verbosity(Run *run, int level) { run->verbosity = level; }
int run_verbosity(const Run *run) { return run->verbosity; }

void run_log(Run *run, int level, const char *format, ...)
{
    if (level > run->verbosity) return;
    va_list args;
    va_start(args, format);
    fprintf(stderr, "[%8.3f] ", run_seconds(run));
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}
