/* The runtime of a native replay. The instrumented program calls it before and after each instruction that other
 * threads can see, and where a value is arbitrary. It lets each such instruction run when the schedule says so and
 * supplies the values; everything else runs freely. schedule.h is made from the trace.
 *
 * Exit statuses: 42 the assertion fails, or whatever was predicted, where it should, 43 the program does something else
 * than the trace. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STATUS_FAILS 42
#define STATUS_DIVERGES 43
#define PATIENCE_MS 10000 /* for a thread that does not come to where it is expected */
#define NO_TURN UINT32_MAX

/* A scalar of a variable and the value it gets. */
typedef struct Scalar {
    uint64_t offset, size, value;
} Scalar;

/* What a thread comes to next. */
typedef struct Event {
    uint32_t site, turn; /* NO_TURN: waits for nobody */
    uint32_t step;       /* of the trace */
    bool is_optional;
    bool is_lost; /* the failure that memory is lost, at the end of the thread: value is the memory's number */
    /* An arbitrary value; the thread that is created, 0 = none; that a weak exchange fails; of a thread that stops
     * before an access: 2 * bytes, and 1 more for a write. */
    uint64_t value;
    uint32_t first_scalar, scalar_count;
} Event;

/* A part of one of the tables. */
typedef struct Range {
    uint32_t first, count;
} Range;

/* events, scalars; thread_events: of each thread; turn_threads: whose turn it is; global_scalars: of each global;
 * places: of each site, "file:line"; failure: what happens at the end, in words; TURN_COUNT. */
#include "schedule.h"

#define THREAD_COUNT (sizeof thread_events / sizeof thread_events[0])

void chorus_fill_globals(void); /* in the program */
uint32_t chorus_turn(uint32_t site);
void chorus_done(void);
uint64_t chorus_value(uint32_t site);
void chorus_fill(uint32_t site, void *storage);
void chorus_fill_global(uint32_t global, void *storage);
void *chorus_memory(uint32_t site, uint64_t size);
void *chorus_realloc(void *old, uint64_t size);
void chorus_free(void *memory);
void chorus_global(void *memory, uint64_t size);
void chorus_constant(void *memory, uint64_t size);
uint64_t chorus_enter(void);
void chorus_local(void *memory, uint64_t size);
void chorus_leave(uint64_t mark);
void chorus_check_access(uint32_t site, const void *base, const void *address, uint64_t size);
void chorus_check_write(uint32_t site, const void *base, uint64_t size);
void chorus_check_free(uint32_t site, const void *memory);
void chorus_check_done(uint32_t site);
void chorus_touch(uint32_t site, const void *address);
void chorus_end(void);
void chorus_locked(const void *address);
void chorus_unlocked(const void *address);
void chorus_wait_lock(uint32_t site, uint32_t fail_site, void *address, int (*take)(void *));
void chorus_wait_join(uint32_t site, uint32_t fail_site, uint64_t handle);
int chorus_create(uint32_t site, pthread_t *handle, void *(*start)(void *), void *arg);
void *chorus_allocate(uint64_t size);
void chorus_exit(void *result);
int chorus_mutex_init(void *address);
int chorus_mutex_lock(void *address);
int chorus_mutex_trylock(void *address);
int chorus_mutex_unlock(void *address);
_Noreturn void chorus_park(void);
_Noreturn void chorus_lost(void);
_Noreturn void chorus_fail(uint32_t site);
void chorus_assert(uint32_t site, uint32_t holds);
void chorus_assume(uint32_t site, uint32_t holds);
_Noreturn void chorus_assertion_fails(const char *place);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t called[THREAD_COUNT]; /* the thread's turn has come */
static _Atomic uint32_t now;                /* the turn that is due */
static _Thread_local uint32_t self, at;
static _Thread_local const Event *current;
static _Atomic bool has_ended[THREAD_COUNT];

/* ---- the end ---- */

static _Noreturn void end_replay(int status, const char *format, ...)
{
    static atomic_flag is_ending = ATOMIC_FLAG_INIT;
    while (atomic_flag_test_and_set(&is_ending))
        pause();
    char text[600] = "chorus-replay: ";
    size_t n = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + n, sizeof text - n - 1, format, args);
    va_end(args);
    strcat(text, "\n");
    fflush(stdout);
    ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written;
    _exit(status);
}

static const char *place_of_site(uint32_t site) { return site < sizeof places / sizeof places[0] ? places[site] : "?"; }

/* The trace has no more steps for the thread. */
void chorus_park(void)
{
    for (;;)
        pause();
}

void chorus_exit(void *result)
{
    chorus_end();
    has_ended[self] = true;
    if (self == 0) chorus_park(); /* nobody joins main, and its end could be that of the process */
    pthread_exit(result);
}

void chorus_lost(void)
{
    end_replay(STATUS_DIVERGES, "thread %u is in a part of the program that the trace does not reach", self);
}

/* A place for a breakpoint: the stack is that of the failure. */
void chorus_assertion_fails(const char *place) { end_replay(STATUS_FAILS, "%s at %s", failure, place); }

/* Likewise, where the runtime has something to say of what it sees. */
static _Noreturn void fail_observed(uint32_t site, const char *observed)
{
    end_replay(STATUS_FAILS, "%s at %s: %s", failure, place_of_site(site), observed);
}

/* ---- turns ---- */

/* The thread's next event, which must be at this site; does not return when there is none. */
static const Event *next_event(uint32_t site, bool fails)
{
    Range mine = thread_events[self];
    while (at < mine.count && events[mine.first + at].is_optional && events[mine.first + at].site != site)
        at++;
    if (at == mine.count) chorus_park();
    const Event *event = &events[mine.first + at];
    if (event->site != site && fails)
        end_replay(STATUS_DIVERGES, "step %u: thread %u fails the assertion at %s already", event->step, self,
                   place_of_site(site));
    if (event->site != site)
        end_replay(STATUS_DIVERGES, "step %u: thread %u is at %s instead of %s", event->step, self, place_of_site(site),
                   place_of_site(event->site));
    at++;
    return event;
}

/* The failure that the thread comes to at this site, if that is next. It stays next. */
static const Event *failure_due(uint32_t site)
{
    Range mine = thread_events[self];
    uint32_t k = at;
    while (k < mine.count && events[mine.first + k].is_optional && events[mine.first + k].site != site)
        k++;
    const Event *event = k < mine.count ? &events[mine.first + k] : NULL;
    return event && event->site == site ? event : NULL;
}

static void wait_for(const Event *event)
{
    if (event->turn == NO_TURN) return;
    pthread_mutex_lock(&lock);
    while (now != event->turn)
        pthread_cond_wait(&called[self], &lock);
    pthread_mutex_unlock(&lock);
}

static void give_up_turn(const Event *event)
{
    if (event->turn == NO_TURN) return;
    pthread_mutex_lock(&lock);
    now++;
    if (now < TURN_COUNT) pthread_cond_signal(&called[turn_threads[now]]);
    pthread_mutex_unlock(&lock);
}

uint32_t chorus_turn(uint32_t site)
{
    current = next_event(site, false);
    wait_for(current);
    return (uint32_t)current->value;
}

void chorus_done(void) { give_up_turn(current); }

/* ---- values ---- */

uint64_t chorus_value(uint32_t site) { return next_event(site, false)->value; }

static void fill_storage(Range range, char *storage)
{
    for (uint32_t i = 0; i < range.count; i++) {
        const Scalar *s = &scalars[range.first + i];
        memcpy(storage + s->offset, &s->value, s->size); /* little endian */
    }
}

void chorus_fill(uint32_t site, void *storage)
{
    const Event *event = next_event(site, false);
    wait_for(event);
    fill_storage((Range){event->first_scalar, event->scalar_count}, storage);
    give_up_turn(event);
}

void chorus_fill_global(uint32_t global, void *storage) { fill_storage(global_scalars[global], storage); }

#include "objects.inc"
#include "waits.inc"
#include "meets.inc"

/* ---- threads ---- */

typedef struct Start {
    uint32_t thread;
    void *(*function)(void *);
    void *arg;
} Start;

void *chorus_allocate(uint64_t size)
{
    void *memory = calloc(1, size);
    if (!memory) end_replay(STATUS_DIVERGES, "out of memory");
    return memory;
}

static void *run_replayed_thread(void *arg)
{
    Start start = *(Start *)arg;
    free(arg);
    self = start.thread;
    void *result = start.function(start.arg);
    chorus_end();
    has_ended[self] = true;
    return result;
}

int chorus_create(uint32_t site, pthread_t *handle, void *(*function)(void *), void *arg)
{
    const Event *event = next_event(site, false);
    wait_for(event);
    pthread_t unused;
    if (event->value) {
        Start *start = chorus_allocate(sizeof *start);
        *start = (Start){(uint32_t)event->value, function, arg};
        int error = pthread_create(handle ? handle : &unused, NULL, run_replayed_thread, start);
        if (error)
            end_replay(STATUS_DIVERGES, "thread %u cannot be created: %s", (uint32_t)event->value, strerror(error));
        handles[event->value] = handle ? *handle : unused;
    }
    give_up_turn(event);
    return 0;
}

/* ---- mutexes, when those of the program are of another C library ---- */

typedef struct Mutex {
    struct Mutex *next;
    const void *address; /* in the program */
    pthread_mutex_t mutex;
} Mutex;

static pthread_mutex_t *mutex_of(const void *address)
{
    static Mutex *mutexes;
    pthread_mutex_lock(&lock);
    Mutex *m = mutexes;
    while (m && m->address != address)
        m = m->next;
    if (!m) {
        m = chorus_allocate(sizeof *m);
        *m = (Mutex){mutexes, address, PTHREAD_MUTEX_INITIALIZER};
        mutexes = m;
    }
    pthread_mutex_unlock(&lock);
    return &m->mutex;
}

int chorus_mutex_lock(void *address) { return pthread_mutex_lock(mutex_of(address)); }
int chorus_mutex_trylock(void *address) { return pthread_mutex_trylock(mutex_of(address)); }
int chorus_mutex_unlock(void *address) { return pthread_mutex_unlock(mutex_of(address)); }

int chorus_mutex_init(void *address)
{
    *mutex_of(address) = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    return 0;
}

/* ---- properties ---- */

void chorus_fail(uint32_t site)
{
    const Event *event = next_event(site, true);
    wait_for(event);
    if (event->turn + 1 != TURN_COUNT)
        end_replay(STATUS_DIVERGES, "the assertion at %s fails too early", place_of_site(site));
    chorus_assertion_fails(place_of_site(site));
}

void chorus_assert(uint32_t site, uint32_t holds)
{
    if (!holds) chorus_fail(site);
}

void chorus_assume(uint32_t site, uint32_t holds)
{
    (void)site;
    if (holds) return;
    if (at == thread_events[self].count) chorus_park();
    end_replay(STATUS_DIVERGES, "step %u: an assumption of thread %u does not hold",
               events[thread_events[self].first + at].step, self);
}

/* ---- nobody waits for ever ---- */

/* Whoever steps through the program takes his time. */
static bool is_debugged(void)
{
    char line[128];
    unsigned tracer = 0;
    FILE *file = fopen("/proc/self/status", "re");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "TracerPid: %u", &tracer) == 1) break;
    if (file) fclose(file);
    return tracer != 0;
}

static _Noreturn void report_missing(uint32_t turn)
{
    uint32_t t = turn < TURN_COUNT ? turn_threads[turn] : 0;
    for (uint32_t i = 0; i < thread_events[t].count; i++) {
        const Event *event = &events[thread_events[t].first + i];
        if (event->turn == turn)
            end_replay(STATUS_DIVERGES, "step %u: thread %u does not get past %s within %d s", event->step, t,
                       place_of_site(event->site), PATIENCE_MS / 1000);
    }
    end_replay(STATUS_DIVERGES, "the program does not end");
}

static void *watch_progress(void *unused)
{
    uint32_t seen = NO_TURN;
    for (int waited = 0;; waited += 100) {
        if (seen != now || (waited >= PATIENCE_MS && is_debugged())) {
            seen = now;
            waited = 0;
        }
        if (waited >= PATIENCE_MS) report_missing(seen);
        usleep(100 * 1000);
        look_for_deadlock();
    }
    return unused;
}

__attribute__((constructor)) static void begin_replay(void)
{
    pthread_t watcher;
    for (uint32_t t = 0; t < THREAD_COUNT; t++)
        pthread_cond_init(&called[t], NULL);
    if (pthread_create(&watcher, NULL, watch_progress, NULL)) end_replay(STATUS_DIVERGES, "no thread can be created");
    chorus_fill_globals();
}
