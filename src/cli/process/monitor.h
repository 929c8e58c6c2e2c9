/* Ends the process in good order on signals, at the time limit and after crashes.
 *
 * The work runs in a thread of its own with a large stack while the first thread waits for signals. SIGINT,
 * SIGTERM and SIGHUP ask the session to stop; when it has not done so soon after, or a second signal comes, the
 * monitor prints the last words itself and ends the process. Likewise some time after the time limit or the memory
 * limit is reached, for what does not look at it. Whoever claims the output first prints: never both.
 *
 * Signals are a matter of the whole process, and so is the state of the monitor: one, static. */
#ifndef CHORUS_CLI_PROCESS_MONITOR_H
#define CHORUS_CLI_PROCESS_MONITOR_H

#include <stdbool.h>

#include "chorus.h"

/* Runs work(arg) and returns its result. */
int monitor_run(int (*work)(void *arg), void *arg);
/* The session to interrupt, and its time limit in seconds from now (0 = none); NULL before it is freed. */
void monitor_watch(ChorusSession *session, double seconds);
/* For work without a session: what is called, from another thread, when the process is asked to stop, and how many
 * seconds the work then has to end. NULL: nothing is called. */
void monitor_on_stop(void (*stop)(void *arg), void *arg, double patience);
/* Who has to print "RESULT: unknown [why]", as JSON if wanted, when the work is cut off. */
void monitor_promise_result(bool as_json);
/* What is to be printed instead, with which status, when the work is cut off from now on: something is known already.
 * The words are kept by the caller. */
void monitor_promise_words(const char *words, int status);
/* To be called before the final output: from now on the process ends with this status. Does not return when the
 * monitor is printing already. */
void monitor_claim_output(int status);

#endif
