#include "cli/process/monitor.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "base/machine.h"
#include "cli/files/output.h"
#include "cli/files/status.h"

#if defined(__SANITIZE_ADDRESS__)
#define HAS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif
#ifndef HAS_SANITIZER
#define HAS_SANITIZER 0
#endif

#define STACK_BYTES (512UL << 20) /* terms are walked recursively; only touched pages count */
#define PATIENCE 0.7              /* seconds that a session has to stop */
#define TIME_LIMIT_SLACK 0.2      /* the session should notice its time limit first */
#define TELLING_SECONDS 10        /* more, for a violation that was found in time */
#define MEMORY_SECONDS 0.1        /* between two looks at the memory */

typedef struct Monitor {
    pthread_mutex_t lock;
    ChorusSession *session;
    void (*stop)(void *arg);
    void *stop_arg;
    double patience;                    /* seconds from a request to stop to the end by force */
    double time_limit, deadline;        /* 0 = none */
    uint64_t memory_limit, memory_most; /* bytes, 0 = none; what must not be exceeded even for a moment */
    char memory_why[128];
    bool is_ending, has_more_time;
    atomic_bool is_claimed, is_done, promises_result, as_json;
    atomic_int status;
    _Atomic(const char *) words; /* NULL: none promised */
    pthread_t first;
    int (*work)(void *arg);
    void *arg;
} Monitor;

static Monitor monitor = {.lock = PTHREAD_MUTEX_INITIALIZER, .patience = PATIENCE, .status = STATUS_UNKNOWN};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- last words ---- */

/* Only what a signal handler may do. */
static void print_last_words(const char *why)
{
    static const char erase[] = "\r\033[K";
    if (isatty(STDERR_FILENO)) output_write(STDERR_FILENO, erase, sizeof erase - 1);
    const char *words = atomic_load(&monitor.words);
    if (words) {
        output_write(STDOUT_FILENO, words, strlen(words));
        return;
    }
    bool json = monitor.as_json, result = monitor.promises_result;
    const char *parts[3] = {json     ? "{\"verdict\": \"unknown\", \"scope\": \""
                            : result ? "RESULT: unknown ["
                                     : "chorus: ",
                            why,
                            json     ? "\"}\n"
                            : result ? "]\n"
                                     : "\n"};
    char line[256] = "";
    for (int i = 0; i < 3; i++)
        strncat(line, parts[i], sizeof line - strlen(line) - 1);
    output_write(json || result ? STDOUT_FILENO : STDERR_FILENO, line, strlen(line));
}

static _Noreturn void end_by_force(const char *why)
{
    if (!atomic_exchange(&monitor.is_claimed, true)) print_last_words(why);
    _exit(atomic_load(&monitor.status));
}

void monitor_claim_output(int status)
{
    if (atomic_exchange(&monitor.is_claimed, true))
        for (;;)
            pause();
    atomic_store(&monitor.status, status);
}

void monitor_promise_result(bool as_json)
{
    atomic_store(&monitor.as_json, as_json);
    atomic_store(&monitor.promises_result, true);
}

void monitor_promise_words(const char *words, int status)
{
    CHECK(words && monitor.promises_result);
    atomic_store(&monitor.status, status);
    atomic_store(&monitor.words, words);
}

/* ---- crashes ---- */

#if !HAS_SANITIZER
static void on_crash(int number)
{
    const char *why = number == SIGABRT ? "internal error: aborted" : "internal error: the process crashed";
    if (!monitor.promises_result) atomic_store(&monitor.status, STATUS_INTERNAL);
    end_by_force(why);
}

static void catch_crashes(void)
{
    const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_crash;
    action.sa_flags = SA_ONSTACK | (int)SA_RESETHAND;
    for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++)
        sigaction(crashes[i], &action, NULL);
}

/* A stack overflow leaves no room for the handler. */
static void *use_signal_stack(void)
{
    const size_t size = 65536;
    stack_t stack = {.ss_sp = malloc(size), .ss_size = size};
    if (stack.ss_sp) sigaltstack(&stack, NULL);
    return stack.ss_sp;
}

static void drop_signal_stack(void *memory)
{
    stack_t stack = {.ss_flags = SS_DISABLE};
    sigaltstack(&stack, NULL);
    free(memory);
}
#else /* the sanitizer reports crashes itself */
static void catch_crashes(void) {}
static void *use_signal_stack(void) { return NULL; }
static void drop_signal_stack(void *memory) { (void)memory; }
#endif

/* ---- work and waiting ---- */

static void *work_thread(void *unused)
{
    (void)unused;
    void *stack = use_signal_stack();
    int status = monitor.work(monitor.arg);
    CHECK(status >= 0 && status <= 255); /* what a process can say */
    CHECK(!monitor.session && !monitor.stop);
    drop_signal_stack(stack);
    atomic_store(&monitor.status, status);
    atomic_store(&monitor.is_done, true);
    pthread_kill(monitor.first, SIGUSR1);
    return NULL;
}

static bool start_worker(pthread_t *thread)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    int error = pthread_create(thread, &attributes, work_thread, NULL);
    pthread_attr_destroy(&attributes);
    return error == 0 || pthread_create(thread, NULL, work_thread, NULL) == 0;
}

void monitor_watch(ChorusSession *session, double seconds)
{
    pthread_mutex_lock(&monitor.lock);
    CHECK(!session || !monitor.session); /* one at a time */
    monitor.session = session;
    monitor.time_limit = session ? seconds : 0;
    monitor.has_more_time = false;
    monitor.deadline = monitor.time_limit > 0 ? now() + monitor.time_limit + TIME_LIMIT_SLACK : 0;
    monitor.memory_limit =
        session ? chorus_memory_limit(session, monitor.memory_why, sizeof monitor.memory_why) << 20 : 0;
    monitor.memory_most = session ? machine_memory().bytes / 16 * 15 : 0;
    if (session && monitor.is_ending) chorus_interrupt(session);
    pthread_mutex_unlock(&monitor.lock);
    pthread_kill(monitor.first, SIGUSR1); /* the wait may have to be shorter now */
}

void monitor_on_stop(void (*stop)(void *arg), void *arg, double patience)
{
    pthread_mutex_lock(&monitor.lock);
    CHECK(!stop || !monitor.stop);
    CHECK(patience > 0);
    monitor.stop = stop;
    monitor.stop_arg = arg;
    monitor.patience = patience;
    if (stop && monitor.is_ending) stop(arg);
    pthread_mutex_unlock(&monitor.lock);
}

/* Returns how many seconds the work has to end. */
static double ask_to_end(void)
{
    pthread_mutex_lock(&monitor.lock);
    monitor.is_ending = true;
    if (monitor.session) chorus_interrupt(monitor.session);
    if (monitor.stop) monitor.stop(monitor.stop_arg);
    double patience = monitor.patience;
    pthread_mutex_unlock(&monitor.lock);
    return patience;
}

/* A violation that was found is not lost for want of time. Once. */
static bool gives_more_time(void)
{
    pthread_mutex_lock(&monitor.lock);
    bool gives = monitor.session && !monitor.has_more_time && chorus_is_telling(monitor.session);
    if (gives) {
        monitor.has_more_time = true;
        monitor.deadline = now() + TELLING_SECONDS;
    }
    pthread_mutex_unlock(&monitor.lock);
    return gives;
}

/* The session is not freed meanwhile: see monitor_watch. */
static void abandon(void)
{
    pthread_mutex_lock(&monitor.lock);
    if (monitor.session) chorus_abandon(monitor.session);
    pthread_mutex_unlock(&monitor.lock);
}

static double next_deadline(void)
{
    pthread_mutex_lock(&monitor.lock);
    double deadline = monitor.deadline;
    pthread_mutex_unlock(&monitor.lock);
    return deadline;
}

/* Has the session had its time to notice that it has too much memory, or is the machine about to run out of it? Not
 * while the output is written. *since: when it was first seen, 0 = not. */
static bool is_over_memory(double *since, char *why, size_t size)
{
    pthread_mutex_lock(&monitor.lock);
    uint64_t limit = monitor.memory_limit, most = monitor.memory_most;
    snprintf(why, size, "%s", monitor.memory_why);
    pthread_mutex_unlock(&monitor.lock);
    uint64_t used = limit && !atomic_load(&monitor.is_claimed) ? machine_memory_used() : 0;
    if (used <= limit) {
        *since = 0;
        return false;
    }
    if (*since <= 0) *since = now();
    return (most && used > most) || now() > *since + PATIENCE;
}

/* When the monitor has to look again. */
static double next_look(double force_at)
{
    double look = force_at > 0 ? force_at : next_deadline(), memory = now() + MEMORY_SECONDS;
    pthread_mutex_lock(&monitor.lock);
    bool has_limit = monitor.memory_limit != 0;
    pthread_mutex_unlock(&monitor.lock);
    return has_limit && (look <= 0 || memory < look) ? memory : look;
}

/* Waits for one of the signals at most until the given time (0 = for ever); 0 when that is reached. */
static int wait_for_signal(const sigset_t *signals, double until)
{
    double seconds = until - now();
    if (until > 0 && seconds <= 0) return 0;
    struct timespec timeout = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    int number = until > 0 ? sigtimedwait(signals, NULL, &timeout) : sigwaitinfo(signals, NULL);
    return number > 0 ? number : errno == EAGAIN ? 0 : SIGUSR1;
}

static void watch_worker(const sigset_t *signals)
{
    char why[100] = "interrupted", memory_why[sizeof monitor.memory_why];
    double force_at = 0, over_since = 0;
    while (!atomic_load(&monitor.is_done)) {
        int number = wait_for_signal(signals, next_look(force_at));
        if (number == SIGUSR1) continue;
        if (is_over_memory(&over_since, memory_why, sizeof memory_why)) {
            abandon();
            end_by_force(memory_why);
        }
        double until = force_at > 0 ? force_at : next_deadline();
        if (number == 0 && (until <= 0 || now() < until)) continue;
        if (force_at > 0) {
            abandon();
            end_by_force(why);
        }
        if (number == 0 && gives_more_time()) continue;
        if (number == 0) snprintf(why, sizeof why, "time limit of %.10g s reached", monitor.time_limit);
        force_at = now() + ask_to_end();
    }
}

/* Those that the monitor waits for. A process that was started to survive its terminal (nohup) does. */
static void list_signals(sigset_t *signals)
{
    struct sigaction hangup;
    sigemptyset(signals);
    sigaddset(signals, SIGINT);
    sigaddset(signals, SIGTERM);
    sigaddset(signals, SIGUSR1);
    if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN) sigaddset(signals, SIGHUP);
}

#if !HAS_SANITIZER /* which is not ready at that time */
/* Before the libraries initialise themselves, which takes long enough for a Ctrl-C; see monitor_run. */
static void block_early(int argc, char **argv, char **environment)
{
    (void)argc, (void)argv, (void)environment;
    sigset_t signals;
    list_signals(&signals);
    sigprocmask(SIG_BLOCK, &signals, NULL);
}
typedef void (*EarlyFunction)(int argc, char **argv, char **environment);
__attribute__((section(".preinit_array"), used)) static const EarlyFunction early = block_early;
#endif

int monitor_run(int (*work)(void *arg), void *arg)
{
    sigset_t signals;
    list_signals(&signals);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    signal(SIGPIPE, SIG_IGN); /* a write then says EPIPE */
    catch_crashes();
    CHECK(!monitor.work); /* once a process */
    monitor.first = pthread_self();
    monitor.work = work;
    monitor.arg = arg;
    pthread_t thread;
    if (!start_worker(&thread)) {
        output_complain("no thread could be started");
        return STATUS_INTERNAL;
    }
    watch_worker(&signals);
    pthread_join(thread, NULL);
    return atomic_load(&monitor.status);
}
