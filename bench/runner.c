#define _GNU_SOURCE /* program_invocation_short_name */
#include "runner.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { OUTPUT_MAX = 1 << 24 };

const char *const stat_names[STATS] = {
    [SHARED] = "predicates-shared",
    [LOCAL] = "predicates-local",
    [MIXED] = "predicates-mixed",
    [ITERATIONS] = "iterations",
    [VIEWS] = "views",
    [STATES] = "states",
    [TOTAL] = "seconds",
    [LOAD] = "seconds-load",
    [CERTIFY] = "seconds-self-check",
    [OBLIGATIONS] = "obligations",
    [TRANSITIONS] = "transition-refinements",
    [ABSTRACTION] = "seconds-abstraction",
    [EXPLORATION] = "seconds-exploration",
    [REFINEMENT] = "seconds-refinement",
    [CONTEXT] = "context-locations",
    [SEQUENTIAL] = "sequential-checks",
    [QUERIES] = "environment-queries",
    [FACTS] = "environment-facts",
};

double runner_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void complain(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "%s: ", program_invocation_short_name);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}

/* Copies a string of any length, cut to the room there is. */
void copy(char *to, size_t room, const char *from) { snprintf(to, room, "%s", from); }

/* ---- tables ---- */

/* The whole of a file as a string to be freed, null if it cannot be read. */
static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t length = 0, got = 0, capacity = 0;
    if (!file) return NULL;
    do {
        if (capacity < length + 4097) {
            char *grown = realloc(text, capacity = 2 * length + 4097);
            if (!grown) break;
            text = grown;
        }
        got = fread(text + length, 1, 4096, file);
        length += got;
    } while (got);
    if (text) text[length] = 0;
    if (ferror(file) || !feof(file)) {
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

static void table_split_line(char *line, char *cells[COLUMNS])
{
    char *end = line + strlen(line); /* an empty string for the absent cells */
    for (int i = 0; i < COLUMNS; i++) {
        char *cell = line ? strsep(&line, "\t") : NULL;
        cells[i] = cell ? cell : end;
    }
}

/* Reads FOLDER/NAME; complains and returns false if that fails. */
bool table_read(Table *self, const char *folder, const char *name)
{
    char path[PATH_MAX], *rest;
    size_t lines = 1;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    self->count = 0;
    self->rows = NULL;
    self->text = rest = read_file(path);
    if (!rest) {
        complain("%s: %s", path, strerror(errno));
        return false;
    }
    for (const char *c = rest; *c; c++)
        lines += *c == '\n';
    self->rows = malloc(lines * sizeof *self->rows);
    if (!self->rows) {
        complain("%s: out of memory", path);
        return false;
    }
    while (rest) {
        char *line = strsep(&rest, "\n");
        if (*line && *line != '#') table_split_line(line, self->rows[self->count++]);
    }
    return true;
}

void table_clear(Table *self)
{
    free(self->rows);
    free(self->text);
}

/* The seconds of a cell; 0 for "<1", negative for none. */
double cell_seconds(const char *cell)
{
    char *end;
    double value;
    if (!strcmp(cell, "<1")) return 0;
    value = strtod(cell, &end);
    return end != cell && !*end ? value : -1;
}

/* ---- reading what chorus said ---- */

/* A line `stat NAME VALUE`; anything else is left alone. */
static void outcome_take_stat(ChildOutcome *self, const char *line)
{
    char name[64], value[24];
    if (sscanf(line, "stat %63s %23s", name, value) != 2) return;
    for (int i = 0; i < STATS; i++)
        if (!strcmp(name, stat_names[i])) copy(self->stats[i], sizeof self->stats[i], value);
}

/* Splits `RESULT: VERDICT [SCOPE]`; false if the line is not of that form. */
static bool outcome_take_result(ChildOutcome *self, const char *line)
{
    const char *verdict = line + strlen("RESULT: "), *open, *close;
    if (strncmp(line, "RESULT: ", strlen("RESULT: "))) return false;
    open = strstr(verdict, " [");
    close = strrchr(verdict, ']');
    snprintf(self->verdict, sizeof self->verdict, "%.*s", (int)(open ? (size_t)(open - verdict) : strlen(verdict)),
             verdict);
    if (open && close > open) snprintf(self->scope, sizeof self->scope, "%.*s", (int)(close - open - 2), open + 2);
    return true;
}

/* The exit status that belongs to a verdict, -1 if it is no verdict. */
static int verdict_status(const char *verdict)
{
    if (!strcmp(verdict, "true")) return 0;
    if (!strncmp(verdict, "false(", 6)) return 1;
    return strcmp(verdict, "unknown") ? -1 : 2;
}

/* Parses the output of an ended child, modifying it. */
static void outcome_read(ChildOutcome *self, char *output, int status)
{
    const char *last = "";
    while (output) {
        const char *line = strsep(&output, "\n");
        outcome_take_stat(self, line);
        if (*line) last = line;
    }
    if (self->timed_out) {
        copy(self->verdict, sizeof self->verdict, "timeout");
    } else if (WIFSIGNALED(status)) {
        snprintf(self->verdict, sizeof self->verdict, "signal %d", WTERMSIG(status));
    } else if (!outcome_take_result(self, last) || verdict_status(self->verdict) != WEXITSTATUS(status)) {
        snprintf(self->verdict, sizeof self->verdict, "error %d", WEXITSTATUS(status));
        self->scope[0] = 0;
    }
}

double outcome_stat(const ChildOutcome *self, Stat stat) { return strtod(self->stats[stat], NULL); }

/* ---- child processes ---- */

static void child_exec(const char *const *args, bool verbose, int out)
{
    int null = open("/dev/null", O_RDWR);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(null, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    if (!verbose) dup2(null, STDERR_FILENO);
    execv(args[0], (char *const *)args);
    _exit(127);
}

bool child_start(Child *self, const char *const *args, bool verbose)
{
    int fds[2];
    if (pipe2(fds, O_CLOEXEC)) {
        complain("pipe: %s", strerror(errno));
        return false;
    }
    *self = (Child){.fd = fds[0], .start = runner_now()};
    self->pid = fork();
    if (!self->pid) child_exec(args, verbose, fds[1]);
    close(fds[1]);
    if (self->pid < 0) {
        complain("fork: %s", strerror(errno));
        close(fds[0]);
        self->pid = 0;
        return false;
    }
    setpgid(self->pid, self->pid); /* by both, whoever comes first */
    fcntl(fds[0], F_SETFL, O_NONBLOCK);
    return true;
}

static void child_kill(const Child *self)
{
    if (kill(-self->pid, SIGKILL)) kill(self->pid, SIGKILL);
}

/* Takes what is in the pipe; output beyond the limit is a runaway and ends the child. */
static void child_drain(Child *self)
{
    ssize_t got = 0;
    while (self->fd >= 0) {
        if (self->capacity < self->length + 4097) {
            size_t capacity = 2 * self->length + 4097;
            char *grown = capacity > OUTPUT_MAX ? NULL : realloc(self->output, capacity);
            if (!grown) {
                child_kill(self);
                return;
            }
            self->output = grown;
            self->capacity = capacity;
        }
        got = read(self->fd, self->output + self->length, 4096);
        if (got > 0) {
            self->length += (size_t)got;
        } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
            close(self->fd);
            self->fd = -1;
        } else if (errno == EAGAIN) {
            return;
        }
    }
}

static double timeval_seconds(struct timeval t) { return (double)t.tv_sec + 1e-6 * (double)t.tv_usec; }

static void child_finish(Child *self, int status, const struct rusage *usage, ChildOutcome *outcome)
{
    memset(outcome, 0, sizeof *outcome);
    outcome->seconds = runner_now() - self->start;
    outcome->cpu = timeval_seconds(usage->ru_utime) + timeval_seconds(usage->ru_stime);
    outcome->megabytes = (double)usage->ru_maxrss / 1024;
    outcome->timed_out = self->timed_out;
    child_drain(self);
    if (self->output) self->output[self->length] = 0;
    if (self->fd >= 0) close(self->fd);
    outcome_read(outcome, self->output, status);
    free(self->output);
    *self = (Child){.fd = -1};
}

bool child_attend(Child *self, double limit, ChildOutcome *outcome)
{
    struct rusage usage;
    int status;
    pid_t ended;
    child_drain(self);
    ended = wait4(self->pid, &status, WNOHANG, &usage);
    if (ended == self->pid) {
        kill(-self->pid, SIGKILL); /* whatever it left behind */
        child_finish(self, status, &usage, outcome);
        return true;
    }
    if (!self->timed_out && runner_now() - self->start > limit) {
        self->timed_out = true;
        child_kill(self);
    }
    return false;
}

void child_wait(const Child *children, int total)
{
    struct pollfd fds[JOBS_MAX];
    nfds_t count = 0;
    int timeout = 50;
    for (int i = 0; i < total; i++) {
        if (!children[i].pid) continue;
        if (children[i].fd < 0)
            timeout = 1; /* its output is closed: it is about to end */
        else
            fds[count++] = (struct pollfd){.fd = children[i].fd, .events = POLLIN};
    }
    poll(fds, count, timeout);
}

bool child_run(const char *const *args, double limit, bool verbose, ChildOutcome *outcome)
{
    Child child;
    if (!child_start(&child, args, verbose)) return false;
    while (!child_attend(&child, limit, outcome))
        child_wait(&child, 1);
    return true;
}

/* ---- arguments ---- */

bool parse_count(const char *text, int max, int *value)
{
    char *end;
    long number;
    errno = 0;
    number = strtol(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end || errno || number < 1 || number > max) {
        complain("'%s' is not a number from 1 to %d", text, max);
        return false;
    }
    *value = (int)number;
    return true;
}

void find_chorus(char *path, size_t room)
{
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    char *slash;
    self[length > 0 ? length : 0] = 0;
    slash = strrchr(self, '/');
    snprintf(path, room, "%.*schorus", slash ? (int)(slash - self + 1) : 0, self);
}
