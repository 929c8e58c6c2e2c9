/* The state of one run: its memory, diagnostics, budget and way out.
 *
 * Every module takes a Run first. All memory of a run is allocated through it and freed by run_free,
 * so that a run can be left from any depth (run_stop) without leaks: interrupt, time limit, memory
 * limit and internal errors all end in a clean "unknown", never in a cut search called true. */
#ifndef CHORUS_BASE_RUN_H
#define CHORUS_BASE_RUN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/account.h"
#include "base/diag.h"
#include "base/recall.h"

typedef struct Run Run;

/* Why run_stop was called. */
typedef enum StopKind {
    STOP_NONE,
    STOP_INTERRUPTED, /* run_interrupt */
    STOP_TIME,        /* the time limit of run_set_time_limit */
    STOP_MEMORY,      /* the memory limit, or the allocator failed */
    STOP_INPUT,       /* input not understood; diagnostics say why (exit status 65) */
    STOP_UNSUPPORTED, /* input understood but not handled yet; verdict "unknown" */
    STOP_INTERNAL     /* an internal check failed; verdict "unknown (internal error at ...)" */
} StopKind;

/* New run, owned by the caller (run_free). NULL when out of memory. */
Run *run_new(void);
/* A run beside another one, which must live longer: it has memory and limits of its own, so that all of what it takes
 * can be given back, and hears the other's interrupt. NULL when out of memory. */
Run *run_new_beside(Run *other);
/* From now on the run hears the other's interrupt, and has its progress and what it keeps. */
void run_set_beside(Run *run, Run *other);
/* Runs the clean-ups in reverse order of registration, then frees all memory of the run. */
void run_free(Run *run);

/* Calls body(run, arg) such that run_stop inside returns here: STOP_NONE when body returned. Not nestable. */
StopKind run_guard(Run *run, void (*body)(Run *run, void *arg), void *arg);
/* What a part of the work may take of what is left; 0 = all of it. */
typedef struct RunShare {
    double seconds; /* of wall time */
    size_t bytes;   /* of resident memory that the process takes in addition */
} RunShare;
/* Inside run_guard or another of these: calls body(run, arg) such that it is left when the share is used up, and the
 * work goes on here: STOP_TIME or STOP_MEMORY then; STOP_UNSUPPORTED when body gave up by itself (run_reason says why);
 * STOP_NONE when it returned. What else leaves body leaves this, too. What body has registered to be cleaned up
 * (run_on_free) is, when it is left. Memory of the run is not: what stood before may refer to it. So body changes what
 * is used afterwards only when it has something whole to say. */
StopKind run_within(Run *run, RunShare share, void (*body)(Run *run, void *arg), void *arg);
/* Leaves the innermost run_guard; the reason is one line without a final full stop. */
_Noreturn void run_stop(Run *run, StopKind kind, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The reason given to run_stop; "" before. */
const char *run_reason(const Run *run);

/* Asks the run to stop at its next run_poll. Callable from another thread. */
void run_interrupt(Run *run);
bool run_interrupted(const Run *run);
/* Something was found that is not to be lost for want of time: the run, and the one that it is beside, say so to who
 * asks; until it turns out to be nothing. */
void run_begin_telling(Run *run);
void run_end_telling(Run *run);
/* Callable from another thread. */
bool run_is_telling(const Run *run);
/* Seconds of wall time from now on, 0 = no limit. */
void run_set_time_limit(Run *run, double seconds);
/* Bytes of memory (own allocations), 0 = no limit. */
void run_set_memory_limit(Run *run, size_t bytes);
/* Bytes of resident memory of the process, also that of libraries, 0 = no limit. */
void run_set_process_limit(Run *run, size_t bytes);
/* Bytes that may still be allocated; SIZE_MAX without a limit. For libraries with memory of their own. */
size_t run_memory_left(const Run *run);
/* Is the limit of the process exceeded now? Callable from another thread. */
bool run_is_over_memory(const Run *run);
/* To be called in every loop that can run long; stops the run when interrupted, out of time or over the limit of the
 * process. Cheap: looks at the clock and the memory now and then only. */
void run_poll(Run *run);
/* Looks at the memory of the process, and stops the run if that is too much. */
void run_poll_memory(Run *run);
/* Seconds since run_new. */
double run_seconds(const Run *run);
/* What the process has had of the processor, whatever else the machine does. */
double run_cpu_seconds(void);
/* Seconds left before the time limit; a large number without one. */
double run_seconds_left(const Run *run);

/* What the run and those beside it do once only; NULL: nothing is kept. */
Recall *run_recall(const Run *run);

/* Where is kept what the parts of the work take; NULL, as in the beginning: nowhere. It is the caller's. */
void run_set_account(Run *run, Account *account);
Account *run_account(const Run *run);

/* Memory of the run. Never NULL: out of memory is run_stop(STOP_MEMORY). run_alloc zeroes. */
void *run_alloc(Run *run, size_t size);
void *run_realloc(Run *run, void *block, size_t size);
void run_release(Run *run, void *block);
char *run_strdup(Run *run, const char *text);
char *run_strndup(Run *run, const char *text, size_t length);
char *run_format(Run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Bytes allocated now and at most so far. */
size_t run_memory(const Run *run);
size_t run_memory_peak(const Run *run);

/* Registers fn(arg) to be called by run_free (reverse order); returns a ticket for run_cancel. */
uint32_t run_on_free(Run *run, void (*fn)(void *arg), void *arg);
void run_cancel(Run *run, uint32_t ticket);

/* Diagnostics collected so far, in order. */
Diags *run_diags(Run *run);

/* Progress: a callback that gets one short line now and then; NULL = none. */
void run_set_progress(Run *run, void (*fn)(void *arg, const char *line), void *arg);
void run_progress(Run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Debug log: printed to standard error when the level is at least the message's (0 = silent). */
void run_set_verbosity(Run *run, int level);
int run_verbosity(const Run *run);
void run_log(Run *run, int level, const char *format, ...) __attribute__((format(printf, 3, 4)));

_Noreturn void run_check_failed(Run *run, const char *file, int line, const char *condition);
/* An assertion that stays in release builds; failing makes the verdict "unknown (internal error ...)". */
#define RUN_CHECK(run, condition) ((condition) ? (void)0 : run_check_failed((run), __FILE__, __LINE__, #condition))

#endif
