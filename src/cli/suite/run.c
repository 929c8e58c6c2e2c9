#include "cli/suite/run.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "cli/files/memory.h"
#include "cli/files/status.h"
#include "cli/process/child.h"
#include "cli/process/monitor.h"
#include "cli/suite/table.h"

#define TICK_MS 50         /* how often limits are looked at */
#define END_MS 2           /* the same for a child that has closed its output: it is ending */
#define PATIENCE 10.0      /* seconds to write the table after an interrupt */
#define PROGRESS_TIME 0.25 /* seconds between two progress lines */
#define NEAR_LIMIT 0.8     /* of the memory limit: a crash there comes from it */

typedef struct JobSlot {
    Child child;
    SuiteRow *row; /* NULL: free */
} JobSlot;

typedef struct Runner {
    Suite *suite;
    const SuiteOptions *options;
    ChildLimits limits;
    JobSlot *slots;
    struct pollfd *fds; /* two a slot */
    char **arguments;   /* of a check; the last but one is the task */
    size_t next, done, running, tally[SUITE_STATUS_COUNT];
    double started, shown;
    bool has_progress;
    atomic_bool stop;
} Runner;

/* ---- what a child said ---- */

/* The last line that is not empty, cut out of the text. */
static const char *last_line(char *text)
{
    size_t length = strlen(text);
    while (length && text[length - 1] == '\n')
        text[--length] = 0;
    char *newline = strrchr(text, '\n');
    return newline ? newline + 1 : text;
}

/* Between the brackets of a result line. */
static char *scope_in_line(const char *line)
{
    const char *open = strchr(line, '['), *close = strrchr(line, ']');
    return open && close > open ? memory_copy(open + 1, (size_t)(close - open) - 1) : memory_copy("", 0);
}

/* The verdict of "RESULT: true [...]", if it fits the exit status. */
static SuiteVerdict verdict_of(const char *line, int code)
{
    static const char head[] = "RESULT: ";
    if (strncmp(line, head, sizeof head - 1) != 0) return VERDICT_NOTHING;
    const char *word = line + sizeof head - 1;
    if (strncmp(word, "true [", 6) == 0 && code == STATUS_TRUE) return VERDICT_TRUE;
    if (strncmp(word, "false(", 6) == 0 && code == STATUS_FALSE) return VERDICT_FALSE;
    if (strncmp(word, "unknown [", 9) == 0 && code == STATUS_UNKNOWN) return VERDICT_UNKNOWN;
    return VERDICT_NOTHING;
}

static SuiteStatus status_of_unknown(const char *why)
{
    if (strncmp(why, "internal error", strlen("internal error")) == 0) return SUITE_CRASH;
    if (strncmp(why, "time limit", strlen("time limit")) == 0) return SUITE_TIMEOUT;
    if (strstr(why, "memory limit") || strstr(why, "out of memory")) return SUITE_MEMORY;
    return SUITE_UNKNOWN;
}

static void judge_exit(SuiteRow *row, Child *child)
{
    const char *line = last_line(child->out.text), *error = last_line(child->err.text);
    row->verdict = verdict_of(line, child->code);
    if (row->verdict == VERDICT_NOTHING) {
        row->status = child->code == STATUS_USAGE || child->code == STATUS_BAD_INPUT || child->code == STATUS_NO_INPUT
                          ? SUITE_ERROR
                          : SUITE_CRASH;
        row->reason = *error ? memory_copy(error, strlen(error)) : memory_format("exit status %d", child->code);
        return;
    }
    row->reason = scope_in_line(line);
    if (row->verdict == VERDICT_UNKNOWN)
        row->status = status_of_unknown(row->reason);
    else if (row->expected == EXPECTED_NONE)
        row->status = SUITE_UNRATED;
    else
        row->status = (row->verdict == VERDICT_TRUE) == (row->expected == EXPECTED_TRUE) ? SUITE_CORRECT : SUITE_WRONG;
}

static void judge_child(const Runner *r, SuiteRow *row, Child *child)
{
    row->seconds = child->seconds;
    row->megabytes = child->megabytes;
    CHECK(child->pid == 0 && !row->is_done && !row->reason);
    switch (child->end) {
    case CHILD_EXITED: judge_exit(row, child); break;
    case CHILD_SIGNALLED:
        row->status = SUITE_CRASH;
        row->reason = memory_format("killed by signal %d (%s)", child->code, strsignal(child->code));
        break;
    case CHILD_TIMEOUT:
        row->status = SUITE_TIMEOUT;
        row->reason = memory_format("time limit of %s s reached", r->options->time_limit);
        break;
    case CHILD_STALLED:
        row->status = SUITE_TIMEOUT;
        row->reason = memory_format("time limit of %s s reached %d times over by the clock", r->options->time_limit,
                                    CHILD_WALL_FACTOR);
        break;
    case CHILD_MEMORY: break;
    }
    size_t limit = r->limits.megabytes;
    bool is_near = limit && row->megabytes > NEAR_LIMIT * (double)limit;
    if (child->end == CHILD_MEMORY || (row->status == SUITE_CRASH && is_near)) {
        free(row->reason);
        row->status = SUITE_MEMORY;
        row->reason = memory_format("memory limit of %zu MB reached", limit);
    }
    CHECK(row->reason);
    for (char *c = row->reason; *c; c++)
        if ((unsigned char)*c < ' ') *c = ' ';
    row->is_done = true;
}

/* ---- progress: one line, rewritten ---- */

static void show_suite_progress(Runner *r)
{
    double now = child_now();
    if (!r->has_progress || now - r->shown < PROGRESS_TIME) return;
    r->shown = now;
    size_t right = r->tally[SUITE_CORRECT], wrong = r->tally[SUITE_WRONG];
    char left[40] = "";
    if (r->done) {
        unsigned long s = (unsigned long)((now - r->started) / (double)r->done * (double)(r->suite->count - r->done));
        snprintf(left, sizeof left, ", %lu:%02lu:%02lu left", s / 3600, s / 60 % 60, s % 60);
    }
    fprintf(stderr, "\r\033[K%zu/%zu: %zu right, %zu wrong, %zu unknown%s", r->done, r->suite->count, right, wrong,
            r->done - right - wrong - r->tally[SUITE_UNRATED], left);
    fflush(stderr);
}

static void erase_progress(const Runner *r)
{
    if (r->has_progress) fputs("\r\033[K", stderr);
}

/* Is every task that was begun done or running, and each that is running in one slot? */
static bool runner_is_valid(const Runner *r)
{
    size_t used = 0, ended = 0;
    for (size_t i = 0; i < r->options->job_count; i++) {
        if (!r->slots[i].row) continue;
        used++;
        if (r->slots[i].child.pid <= 0 || r->slots[i].row->is_done) return false;
    }
    for (size_t i = 0; i < SUITE_STATUS_COUNT; i++)
        ended += r->tally[i];
    return r->next <= r->suite->count && used == r->running && r->done + r->running == r->next && ended == r->done;
}

/* ---- the loop ---- */

static void finish_row(Runner *r, SuiteRow *row)
{
    CHECK(row->is_done && row->reason && row->status < SUITE_STATUS_COUNT);
    r->done++;
    r->tally[row->status]++;
    suite_append(r->suite, row);
}

/* What an earlier process has done. */
static void skip_done(Runner *r)
{
    for (; r->next < r->suite->count && r->suite->rows[r->next].is_done; r->next++) {
        r->done++;
        r->tally[r->suite->rows[r->next].status]++;
    }
}

static void start_task(Runner *r, JobSlot *slot)
{
    CHECK(!slot->row && r->next < r->suite->count);
    SuiteRow *row = &r->suite->rows[r->next++];
    size_t last = 0;
    while (r->arguments[last + 1])
        last++;
    CHECK(last > 0);
    r->arguments[last] = row->path;
    int error = child_start(&slot->child, r->arguments, &r->limits);
    if (!error) {
        slot->row = row;
        r->running++;
        return;
    }
    row->status = SUITE_ERROR;
    row->reason = memory_format("cannot be started: %s", strerror(error));
    row->is_done = true;
    finish_row(r, row);
}

/* Waits for output or a tick, and reads. */
static void wait_for_output(Runner *r)
{
    size_t jobs = r->options->job_count;
    int timeout = TICK_MS;
    for (size_t i = 0; i < jobs; i++) {
        JobSlot *slot = &r->slots[i];
        r->fds[2 * i] = (struct pollfd){slot->row ? slot->child.out.fd : -1, POLLIN, 0};
        r->fds[2 * i + 1] = (struct pollfd){slot->row ? slot->child.err.fd : -1, POLLIN, 0};
        if (slot->row && slot->child.out.fd < 0) timeout = END_MS;
    }
    if (poll(r->fds, 2 * jobs, timeout) <= 0) return;
    for (size_t i = 0; i < jobs; i++) {
        CHECK(r->slots[i].row || !(r->fds[2 * i].revents || r->fds[2 * i + 1].revents));
        if (r->fds[2 * i].revents) child_read(&r->slots[i].child.out);
        if (r->fds[2 * i + 1].revents) child_read(&r->slots[i].child.err);
    }
}

static void run_slots(Runner *r)
{
    size_t jobs = r->options->job_count;
    skip_done(r);
    for (size_t i = 0; i < jobs; i++)
        while (!r->slots[i].row && r->next < r->suite->count) {
            start_task(r, &r->slots[i]);
            skip_done(r);
        }
    wait_for_output(r);
    for (size_t i = 0; i < jobs; i++) {
        JobSlot *slot = &r->slots[i];
        if (!slot->row || !child_look(&slot->child, &r->limits)) continue;
        judge_child(r, slot->row, &slot->child);
        finish_row(r, slot->row);
        slot->row = NULL;
        r->running--;
    }
    CHECK(runner_is_valid(r));
    show_suite_progress(r);
}

/* chorus check -q --property=NAME PASSED... -- TASK */
static char **make_arguments(const SuiteOptions *o, char *property)
{
    static char name[] = "chorus", check[] = "check", quiet[] = "-q", end[] = "--", task[] = "";
    char **arguments = memory_new((o->passed_count + 7) * sizeof *arguments);
    size_t n = 0;
    arguments[n++] = name;
    arguments[n++] = check;
    arguments[n++] = quiet;
    arguments[n++] = property;
    for (size_t i = 0; i < o->passed_count; i++)
        arguments[n++] = o->passed[i];
    arguments[n++] = end;
    CHECK(n == o->passed_count + 5);
    arguments[n] = task;
    return arguments;
}

static void stop_runner(void *arg)
{
    Runner *r = arg;
    atomic_store(&r->stop, true);
}

void suite_run(Suite *suite, const SuiteOptions *options)
{
    char *property = memory_format("--property=%s", options->property);
    Runner r = {.suite = suite,
                .options = options,
                .limits = {options->seconds, options->megabytes, child_address_space()},
                .slots = memory_new(options->job_count * sizeof *r.slots),
                .fds = memory_new(2 * options->job_count * sizeof *r.fds),
                .arguments = make_arguments(options, property),
                .started = child_now(),
                .has_progress = isatty(STDERR_FILENO)};
    monitor_on_stop(stop_runner, &r, PATIENCE);
    while ((r.running || r.next < suite->count) && !atomic_load(&r.stop))
        run_slots(&r);
    for (size_t i = 0; i < options->job_count; i++)
        if (r.slots[i].row) child_kill(&r.slots[i].child);
    erase_progress(&r);
    suite->is_interrupted = r.done < suite->count;
    monitor_on_stop(NULL, NULL, PATIENCE);
    free(r.slots);
    free(r.fds);
    free(r.arguments);
    free(property);
}
