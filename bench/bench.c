/*
 * The runner behind `make bench`: verifies the programs of a manifest with the chorus executable,
 * each in a child process with a time limit, compares the verdicts with the expected ones, and
 * prints one table with the figures that the papers publish for the same benchmark beside ours.
 *
 * A row is `ok` if the verdict and its scope are as expected, `WRONG` if the verdict contradicts
 * the expected one or a counterexample uses fewer threads than the error needs, and `open` if there
 * is no verdict or only one for a bounded number of threads.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { COLUMNS = 16, JOBS_MAX = 64, OUTPUT_MAX = 1 << 24 };
enum { EXIT_RIGHT, EXIT_NOT_RIGHT, EXIT_USAGE = 64, EXIT_INPUT = 66, EXIT_OS = 71 };

/* Columns of manifest.tsv and of the papers' tables. */
enum { FILE_NAME, SYMMPA_ID, SAPA_NAME, KIND, VERDICT, THREADS, SCOPE, INTEGERS, MANIFEST_COLUMNS };
enum { T1_N = 2, T1_C0_SECONDS = 8, T1_C1_SECONDS = 11, T1_C2_SECONDS = 14 };
enum { SAPA_N = 1, SAPA_ABS = 8, SAPA_MC = 9, SAPA_UNSAFE_N = 4 };

/* A tab-separated file without its lines that start with #; absent cells are empty strings. */
typedef struct Table {
    char *text; /* owns what the cells point to */
    char *(*rows)[COLUMNS];
    size_t count;
} Table;

typedef struct Options {
    char chorus[PATH_MAX];
    const char *programs, *papers, *tsv, *filter;
    char **extra; /* further arguments for chorus, up to a null pointer */
    int seconds, jobs;
    bool verbose;
} Options;

typedef enum Stat { SHARED, LOCAL, MIXED, ITERATIONS, VIEWS, STATES, TOTAL, LOAD, CERTIFY, OBLIGATIONS, STATS } Stat;

static const char *const stat_names[STATS] = {
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
};

typedef enum Mark { RIGHT, WRONG, OPEN, MARKS } Mark;

static const char *const mark_names[MARKS] = {[RIGHT] = "ok", [WRONG] = "WRONG", [OPEN] = "open"};

typedef struct Outcome {
    bool done;
    Mark mark;
    char verdict[32], scope[128];
    char stats[STATS][24];
    double seconds, cpu, megabytes;
} Outcome;

/* What the papers say about a program; "-" where they say nothing. */
typedef struct Figures {
    char symmpa_n[16], symmpa_seconds[16], sapa_n[16], sapa_seconds[16];
} Figures;

/* A running child; pid 0 is a free place. */
typedef struct Job {
    pid_t pid;
    int fd; /* reads its standard output, -1 once that is closed */
    size_t row, length, capacity;
    char *output;
    double start;
    bool timed_out;
} Job;

typedef struct Bench {
    Options options;
    Table manifest, symmpa, sapa_safe, sapa_unsafe;
    Outcome *outcomes; /* as many as the manifest has rows */
    Job jobs[JOBS_MAX];
    size_t next_start, next_print;
    int name_width;
} Bench;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void complain(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("chorus-bench: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}

/* Copies a string of any length, cut to the room there is. */
static void copy(char *to, size_t room, const char *from) { snprintf(to, room, "%s", from); }

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
static bool table_read(Table *self, const char *folder, const char *name)
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

static void table_clear(Table *self)
{
    free(self->rows);
    free(self->text);
}

static bool is_row_complete(char *const *row)
{
    for (int i = 0; i < MANIFEST_COLUMNS; i++)
        if (!*row[i]) return false;
    return !strcmp(row[VERDICT], "true") || !strcmp(row[VERDICT], "false");
}

/* Drops the programs that the filter does not name; false if a row is malformed or none is left. */
static bool manifest_check(Table *self, const char *filter)
{
    size_t kept = 0;
    for (size_t i = 0; i < self->count; i++) {
        if (!is_row_complete(self->rows[i])) {
            complain("manifest.tsv: the row of %s is malformed", self->rows[i][FILE_NAME]);
            return false;
        }
        if (!filter || strstr(self->rows[i][FILE_NAME], filter))
            memmove(self->rows[kept++], self->rows[i], sizeof *self->rows);
    }
    self->count = kept;
    if (!kept) complain("no program to verify");
    return kept > 0;
}

/* ---- the papers' figures ---- */

/* The seconds of a cell; 0 for "<1", negative for none. */
static double cell_seconds(const char *cell)
{
    char *end;
    double value;
    if (!strcmp(cell, "<1")) return 0;
    value = strtod(cell, &end);
    return end != cell && !*end ? value : -1;
}

static void format_seconds(char *to, size_t room, double seconds)
{
    if (seconds < 0)
        copy(to, room, "-");
    else if (seconds < 1)
        copy(to, room, "<1");
    else
        snprintf(to, room, "%.0f", seconds);
}

/* The largest n of Table 1 and the best time over the cube lengths. */
static void figures_symmpa(Figures *self, const Table *table, const char *id)
{
    static const int columns[] = {T1_C0_SECONDS, T1_C1_SECONDS, T1_C2_SECONDS};
    for (size_t i = 0; i < table->count; i++) {
        double best = -1;
        if (strcmp(table->rows[i][0], id)) continue;
        for (int k = 0; k < 3; k++) {
            double seconds = cell_seconds(table->rows[i][columns[k]]);
            if (seconds >= 0 && (best < 0 || seconds < best)) best = seconds;
        }
        copy(self->symmpa_n, sizeof self->symmpa_n, table->rows[i][T1_N]);
        format_seconds(self->symmpa_seconds, sizeof self->symmpa_seconds, best);
    }
}

/* The largest n that Table 1 proves, with the time of abstraction (given once, with the first n)
 * and model checking; without a time, the n of Table 2. */
static void figures_sapa(Figures *self, const Bench *bench, const char *name, bool is_safe)
{
    const Table *proved = &bench->sapa_safe, *both = &bench->sapa_unsafe;
    double abstraction = -1;
    for (size_t i = 0; i < both->count; i++)
        if (!strcmp(both->rows[i][0], name))
            copy(self->sapa_n, sizeof self->sapa_n, both->rows[i][is_safe ? 2 : SAPA_UNSAFE_N]);
    for (size_t i = 0; is_safe && i < proved->count; i++) {
        double seconds = cell_seconds(proved->rows[i][SAPA_MC]);
        if (strcmp(proved->rows[i][0], name)) continue;
        if (*proved->rows[i][SAPA_ABS]) abstraction = cell_seconds(proved->rows[i][SAPA_ABS]);
        if (seconds < 0 || abstraction < 0) continue;
        copy(self->sapa_n, sizeof self->sapa_n, proved->rows[i][SAPA_N]);
        format_seconds(self->sapa_seconds, sizeof self->sapa_seconds, abstraction + seconds);
    }
}

static Figures figures_of(const Bench *bench, char *const *row)
{
    Figures figures = {"-", "-", "-", "-"};
    bool is_safe = !strcmp(row[VERDICT], "true");
    if (strcmp(row[SYMMPA_ID], "-")) figures_symmpa(&figures, &bench->symmpa, row[SYMMPA_ID]);
    if (strcmp(row[SAPA_NAME], "-")) figures_sapa(&figures, bench, row[SAPA_NAME], is_safe);
    return figures;
}

/* ---- reading what chorus said ---- */

/* A line `stat NAME VALUE`; anything else is left alone. */
static void outcome_take_stat(Outcome *self, const char *line)
{
    char name[64], value[24];
    if (sscanf(line, "stat %63s %23s", name, value) != 2) return;
    for (int i = 0; i < STATS; i++)
        if (!strcmp(name, stat_names[i])) copy(self->stats[i], sizeof self->stats[i], value);
}

/* Splits `RESULT: VERDICT [SCOPE]`; false if the line is not of that form. */
static bool outcome_take_result(Outcome *self, const char *line)
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

static Mark outcome_judge(const Outcome *self, char *const *row)
{
    bool is_safe = !strcmp(row[VERDICT], "true"), every = !strcmp(row[SCOPE], "every");
    if (!strcmp(self->verdict, "true")) {
        if (!is_safe) return WRONG;
        const char *wanted =
            strcmp(row[INTEGERS], "ideal") ? "every number of threads" : "every number of threads, ideal integers";
        return every && strcmp(self->scope, wanted) ? OPEN : RIGHT;
    }
    if (!strcmp(self->verdict, "false(unreach-call)")) {
        if (is_safe) return WRONG;
        return isdigit((unsigned char)self->scope[0]) && atoi(self->scope) < atoi(row[THREADS]) ? WRONG : RIGHT;
    }
    return OPEN;
}

/* The exit status that belongs to a verdict, -1 if it is no verdict. */
static int verdict_status(const char *verdict)
{
    if (!strcmp(verdict, "true")) return 0;
    if (!strncmp(verdict, "false(", 6)) return 1;
    return strcmp(verdict, "unknown") ? -1 : 2;
}

/* Parses the output of an ended child (modifying it) and judges it. */
static void outcome_read(Outcome *self, char *output, int status, char *const *row)
{
    const char *last = "";
    while (output) {
        const char *line = strsep(&output, "\n");
        outcome_take_stat(self, line);
        if (*line) last = line;
    }
    if (WIFSIGNALED(status)) {
        snprintf(self->verdict, sizeof self->verdict, "signal %d", WTERMSIG(status));
    } else if (!outcome_take_result(self, last) || verdict_status(self->verdict) != WEXITSTATUS(status)) {
        snprintf(self->verdict, sizeof self->verdict, "error %d", WEXITSTATUS(status));
        self->scope[0] = 0;
    }
    self->mark = outcome_judge(self, row);
}

/* ---- child processes ---- */

static void child_exec(const Bench *bench, size_t row, int out)
{
    const Options *options = &bench->options;
    char path[PATH_MAX];
    const char *args[64] = {options->chorus, "check", "--stats"};
    size_t count = 3;
    int null = open("/dev/null", O_RDWR);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    snprintf(path, sizeof path, "%s/%s", options->programs, bench->manifest.rows[row][FILE_NAME]);
    if (!strcmp(bench->manifest.rows[row][INTEGERS], "ideal")) args[count++] = "--integers=ideal";
    for (char **arg = options->extra; *arg && count < 62; arg++)
        args[count++] = *arg;
    args[count++] = path;
    dup2(null, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    if (!options->verbose) dup2(null, STDERR_FILENO);
    execv(args[0], (char *const *)args);
    _exit(127);
}

static bool job_start(Job *self, Bench *bench, size_t row)
{
    int fds[2];
    if (pipe2(fds, O_CLOEXEC)) {
        complain("pipe: %s", strerror(errno));
        return false;
    }
    *self = (Job){.fd = fds[0], .row = row, .start = now()};
    self->pid = fork();
    if (!self->pid) child_exec(bench, row, fds[1]);
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

static void job_kill(const Job *self)
{
    if (kill(-self->pid, SIGKILL)) kill(self->pid, SIGKILL);
}

/* Takes what is in the pipe; output beyond the limit is a runaway and ends the child. */
static void job_drain(Job *self)
{
    ssize_t got = 0;
    while (self->fd >= 0) {
        if (self->capacity < self->length + 4097) {
            size_t capacity = 2 * self->length + 4097;
            char *grown = capacity > OUTPUT_MAX ? NULL : realloc(self->output, capacity);
            if (!grown) {
                job_kill(self);
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

static void job_finish(Job *self, Bench *bench, int status, const struct rusage *usage)
{
    Outcome *outcome = &bench->outcomes[self->row];
    outcome->seconds = now() - self->start;
    outcome->cpu = timeval_seconds(usage->ru_utime) + timeval_seconds(usage->ru_stime);
    outcome->megabytes = (double)usage->ru_maxrss / 1024;
    job_drain(self);
    if (self->output) self->output[self->length] = 0;
    if (self->fd >= 0) close(self->fd);
    outcome_read(outcome, self->output, status, bench->manifest.rows[self->row]);
    if (self->timed_out) {
        copy(outcome->verdict, sizeof outcome->verdict, "timeout");
        outcome->mark = OPEN;
    }
    outcome->done = true;
    free(self->output);
    *self = (Job){.fd = -1};
}

/* Looks after one child: output, time limit, end. */
static void job_attend(Job *self, Bench *bench)
{
    struct rusage usage;
    int status;
    pid_t ended;
    job_drain(self);
    ended = wait4(self->pid, &status, WNOHANG, &usage);
    if (ended == self->pid) {
        kill(-self->pid, SIGKILL); /* whatever it left behind */
        job_finish(self, bench, status, &usage);
    } else if (!self->timed_out && now() - self->start > bench->options.seconds) {
        self->timed_out = true;
        job_kill(self);
    }
}

/* Sleeps until a child writes or ends, or a moment later. */
static void bench_wait(Bench *self)
{
    struct pollfd fds[JOBS_MAX];
    nfds_t count = 0;
    int timeout = 50;
    for (int i = 0; i < self->options.jobs; i++) {
        if (!self->jobs[i].pid) continue;
        if (self->jobs[i].fd < 0)
            timeout = 1; /* its output is closed: it is about to end */
        else
            fds[count++] = (struct pollfd){.fd = self->jobs[i].fd, .events = POLLIN};
    }
    poll(fds, count, timeout);
}

/* ---- the table ---- */

static const char *or_dash(const char *text) { return *text ? text : "-"; }

static double stat_value(const Outcome *self, int stat) { return strtod(self->stats[stat], NULL); }

static const char *outcome_size(const Outcome *self)
{
    const char *views = self->stats[VIEWS];
    return or_dash(*views && strcmp(views, "0") ? views : self->stats[STATES]);
}

static void print_head(const Bench *bench)
{
    printf("%-*s %-8s %-24s %-5s %3s %3s %3s %5s %8s %7s %7s %7s | %3s %6s | %4s %6s\n", bench->name_width, "program",
           "verdict", "scope", "", "S", "L", "M", "iter", "views", "seconds", "certify", "MB", "n", "SYMMPA", "n",
           "SAPA");
}

static void print_row(const Bench *bench, size_t row)
{
    const Outcome *outcome = &bench->outcomes[row];
    Figures figures = figures_of(bench, bench->manifest.rows[row]);
    char verdict[32];
    copy(verdict, sizeof verdict, outcome->verdict);
    verdict[strcspn(verdict, "(")] = 0;
    char certify[16] = "-";
    if (!strcmp(verdict, "true")) snprintf(certify, sizeof certify, "%.2f", stat_value(outcome, CERTIFY));
    printf("%-*s %-8s %-24.24s %-5s %3s %3s %3s %5s %8s %7.2f %7s %7.1f | %3s %6s | %4s %6s\n", bench->name_width,
           bench->manifest.rows[row][FILE_NAME], verdict, outcome->scope, mark_names[outcome->mark],
           or_dash(outcome->stats[SHARED]), or_dash(outcome->stats[LOCAL]), or_dash(outcome->stats[MIXED]),
           or_dash(outcome->stats[ITERATIONS]), outcome_size(outcome), outcome->seconds, certify, outcome->megabytes,
           figures.symmpa_n, figures.symmpa_seconds, figures.sapa_n, figures.sapa_seconds);
    fflush(stdout);
}

/* Prints the totals; the exit status of the whole. */
static int print_foot(const Bench *bench, double elapsed)
{
    size_t marks[MARKS] = {0}, total = bench->manifest.count;
    double seconds = 0, cpu = 0, peak = 0, found = 0, certified = 0, obligations = 0;
    for (size_t i = 0; i < total; i++) {
        const Outcome *outcome = &bench->outcomes[i];
        marks[outcome->mark]++;
        seconds += outcome->seconds;
        cpu += outcome->cpu;
        if (outcome->megabytes > peak) peak = outcome->megabytes;
        if (strncmp(outcome->verdict, "true", 4)) continue;
        certified += stat_value(outcome, CERTIFY);
        found += stat_value(outcome, TOTAL) - stat_value(outcome, LOAD) - stat_value(outcome, CERTIFY);
        obligations += stat_value(outcome, OBLIGATIONS);
    }
    printf("%zu of %zu right, %zu wrong, %zu open; %.1f s (%.1f s CPU, %.1f s elapsed), peak %.1f "
           "MB\n",
           marks[RIGHT], total, marks[WRONG], marks[OPEN], seconds, cpu, elapsed, peak);
    printf("proofs: found in %.2f s, certified in %.2f s (%.0f obligations)\n", found, certified, obligations);
    return marks[RIGHT] == total ? EXIT_RIGHT : EXIT_NOT_RIGHT;
}

static void tsv_row(FILE *file, const Bench *bench, size_t row)
{
    char *const *r = bench->manifest.rows[row];
    const Outcome *outcome = &bench->outcomes[row];
    Figures figures = figures_of(bench, r);
    fprintf(file, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s", r[FILE_NAME], r[SYMMPA_ID], r[SAPA_NAME], r[KIND], r[VERDICT],
            outcome->verdict, or_dash(outcome->scope), mark_names[outcome->mark]);
    for (int i = 0; i < STATS; i++)
        fprintf(file, "\t%s", or_dash(outcome->stats[i]));
    fprintf(file, "\t%.3f\t%.3f\t%.1f\t%s\t%s\t%s\t%s\n", outcome->seconds, outcome->cpu, outcome->megabytes,
            figures.symmpa_n, figures.symmpa_seconds, figures.sapa_n, figures.sapa_seconds);
}

static bool tsv_write(const Bench *bench, const char *path)
{
    FILE *file = fopen(path, "w");
    bool good = file != NULL;
    if (good) {
        fputs("#file\tsymmpa\tsapa\tkind\texpected\tverdict\tscope\tmark", file);
        for (int i = 0; i < STATS; i++)
            fprintf(file, "\t%s", stat_names[i]);
        fputs("\tseconds\tcpu\tmegabytes\tsymmpa-n\tsymmpa-seconds\tsapa-n\tsapa-seconds\n", file);
        for (size_t i = 0; i < bench->manifest.count; i++)
            tsv_row(file, bench, i);
        good = !ferror(file);
        good = !fclose(file) && good;
    }
    if (!good) complain("%s: %s", path, strerror(errno));
    return good;
}

/* ---- the whole ---- */

static bool bench_load(Bench *self)
{
    const char *papers = self->options.papers;
    self->name_width = (int)strlen("program");
    if (!table_read(&self->manifest, self->options.programs, "manifest.tsv") ||
        !table_read(&self->symmpa, papers, "symmpa_table1.tsv") ||
        !table_read(&self->sapa_safe, papers, "sapa_table1.tsv") ||
        !table_read(&self->sapa_unsafe, papers, "sapa_table2.tsv") ||
        !manifest_check(&self->manifest, self->options.filter))
        return false;
    for (size_t i = 0; i < self->manifest.count; i++) {
        int width = (int)strlen(self->manifest.rows[i][FILE_NAME]);
        if (width > self->name_width) self->name_width = width;
    }
    self->outcomes = calloc(self->manifest.count, sizeof *self->outcomes);
    if (!self->outcomes) complain("out of memory");
    return self->outcomes != NULL;
}

static void bench_clear(Bench *self)
{
    free(self->outcomes);
    table_clear(&self->manifest);
    table_clear(&self->symmpa);
    table_clear(&self->sapa_safe);
    table_clear(&self->sapa_unsafe);
}

/* Runs everything, printing rows in the manifest's order; false if no process can be started. */
static bool bench_run(Bench *self)
{
    size_t total = self->manifest.count;
    while (self->next_print < total) {
        for (int i = 0; i < self->options.jobs; i++) {
            Job *job = &self->jobs[i];
            if (!job->pid && self->next_start < total && !job_start(job, self, self->next_start++)) return false;
        }
        bench_wait(self);
        for (int i = 0; i < self->options.jobs; i++)
            if (self->jobs[i].pid) job_attend(&self->jobs[i], self);
        while (self->next_print < total && self->outcomes[self->next_print].done)
            print_row(self, self->next_print++);
    }
    return true;
}

static int bench_main(Bench *self)
{
    double start = now();
    int status;
    if (!bench_load(self)) return EXIT_INPUT;
    print_head(self);
    if (!bench_run(self)) return EXIT_OS;
    status = print_foot(self, now() - start);
    if (self->options.tsv && !tsv_write(self, self->options.tsv)) return EXIT_OS;
    return status;
}

/* ---- the command line ---- */

static const char usage[] =
    "usage: chorus-bench [options] [CHORUS [PROGRAMS [PAPERS]]] [-- OPTION...]\n"
    "\n"
    "Verifies the programs of PROGRAMS/manifest.tsv (bench/programs) with the executable CHORUS\n"
    "(the one beside chorus-bench) and compares with the tables in PAPERS (bench/papers). What\n"
    "follows -- is given to chorus.\n"
    "\n"
    "  -t SECONDS       time limit for a program (60)\n"
    "  -j JOBS          programs verified at the same time (1)\n"
    "  -f TEXT          only the programs with TEXT in their name\n"
    "  -v               let chorus write to standard error\n"
    "      --tsv FILE   write the results, tab-separated\n"
    "  -h, --help       this text\n"
    "\n"
    "Exit status: 0 if all verdicts are as expected, 1 if not.\n";

static bool parse_count(const char *text, int max, int *value)
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

/* The executable called chorus in this one's folder. */
static void find_chorus(char *path, size_t room)
{
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    char *slash;
    self[length > 0 ? length : 0] = 0;
    slash = strrchr(self, '/');
    snprintf(path, room, "%.*schorus", slash ? (int)(slash - self + 1) : 0, self);
}

/* 0, or the exit status when there is nothing to run: parsing never ends the process. */
static int options_parse(Options *self, int argc, char **argv, bool *help)
{
    static const struct option longs[] = {{"tsv", required_argument, NULL, 'o'}, {"help", no_argument, NULL, 'h'}, {0}};
    int own = 0, option, left;
    while (own < argc && strcmp(argv[own], "--"))
        own++;
    self->extra = argv + own + (own < argc);
    while ((option = getopt_long(own, argv, "t:j:f:vh", longs, NULL)) != -1) {
        bool good = true;
        switch (option) {
        case 't': good = parse_count(optarg, 1000000, &self->seconds); break;
        case 'j': good = parse_count(optarg, JOBS_MAX, &self->jobs); break;
        case 'f': self->filter = optarg; break;
        case 'v': self->verbose = true; break;
        case 'o': self->tsv = optarg; break;
        case 'h': *help = true; break;
        default: good = false;
        }
        if (!good) return EXIT_USAGE;
    }
    left = own - optind;
    if (left > 0) copy(self->chorus, sizeof self->chorus, argv[optind]);
    if (left > 1) self->programs = argv[optind + 1];
    if (left > 2) self->papers = argv[optind + 2];
    return left > 3 ? EXIT_USAGE : 0;
}

int main(int argc, char **argv)
{
    Bench bench = {.options = {.programs = "bench/programs", .papers = "bench/papers", .seconds = 60, .jobs = 1}};
    bool help = false;
    int status;
    find_chorus(bench.options.chorus, sizeof bench.options.chorus);
    status = options_parse(&bench.options, argc, argv, &help);
    if (status || help) {
        fputs(usage, status ? stderr : stdout);
        return status;
    }
    if (access(bench.options.chorus, X_OK)) {
        complain("%s: %s", bench.options.chorus, strerror(errno));
        return EXIT_INPUT;
    }
    status = bench_main(&bench);
    bench_clear(&bench);
    return status;
}
