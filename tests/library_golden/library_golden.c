/* chorus-library-golden [--every N] [-v] [NAME...]
 *
 * Golden tests of `chorus check` and `chorus race` through the library: what X.args asks is asked by the functions of
 * chorus.h, and the verdict, the reason and the status must be those of X.expect, which scripts/run.py golden compares
 * with what the command prints. The library prints nothing. What has no words in the library is skipped, with a count
 * for each reason; these are few.
 *
 * Without NAME (a part of a path) each N-th input is asked (8), and none of tests/golden/slow.list; with
 * CHORUS_TESTS=all all are. With GOLDEN_SAMPLE=I/N each N-th is asked, from the I-th on, instead (also by
 * scripts/runner/golden.py). -v: a line for what is skipped. Each processor has a process, which asks one after the
 * other, so that what a session leaves behind would be seen by the next ones. */
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/heap.h"
#include "library_golden/compare.h"
#include "tap.h"

#define INPUTS_MAX 8192
#define SECONDS 300 /* for one input, with sanitizers and on a busy machine */
#define EVERY 24
#define SKIPPED_PERCENT 2

typedef enum Outcome { OPEN, PASSED, FAILED, SKIPPED } Outcome;

typedef struct Result {
    pid_t worker; /* that has taken it */
    Outcome outcome;
    char report[REPORT_SIZE];
} Result;

/* Of all processes. */
typedef struct Shared {
    size_t next;
    size_t bad_ends; /* of processes after their last input: what leaked says so on standard error */
    Result results[INPUTS_MAX];
} Shared;

typedef struct Inputs {
    char *paths[INPUTS_MAX];
    size_t count;
} Inputs;

/* ---- inputs ---- */

static Inputs *found; /* nftw has no argument */

static int visit(const char *path, const struct stat *st, int kind, struct FTW *ftw)
{
    (void)ftw;
    const char *end = strrchr(path, '.');
    static const char *const ends[] = {".c", ".i", ".scpl", ".litmus", ".yml"};
    bool is_input = false;
    for (size_t i = 0; end && i < sizeof ends / sizeof *ends; i++)
        is_input |= strcmp(end, ends[i]) == 0;
    if (kind != FTW_F || !S_ISREG(st->st_mode) || !is_input || found->count == INPUTS_MAX) return 0;
    found->paths[found->count++] = strdup(path);
    return 0;
}

static int compare_paths(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Is it a line of the file? */
static bool is_listed(const char *list, const char *path)
{
    char line[1024];
    bool any = false;
    FILE *file = fopen(list, "r");
    while (file && !any && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        any = strcmp(line, path) == 0;
    }
    if (file) fclose(file);
    return any;
}

static bool is_named(const char *path, char **names, int count)
{
    bool any = false;
    for (int i = 0; i < count; i++)
        any |= strstr(path, names[i]) != NULL;
    return any;
}

typedef struct Sample {
    size_t first, each; /* each-th inputs, from the first on */
} Sample;

/* Of inputs that nobody has named. */
static Sample sample_asked(size_t every)
{
    Sample s = {0, tap_is_thorough() ? 1 : every};
    const char *text = getenv("GOLDEN_SAMPLE");
    if (!text || !*text) return s;
    CHECK(sscanf(text, "%zu/%zu", &s.first, &s.each) == 2 && s.first >= 1 && s.first <= s.each);
    s.first--;
    return s;
}

static void find_inputs(Inputs *inputs, char **names, int count, size_t every)
{
    Sample sample = sample_asked(every);
    found = inputs;
    nftw("tests/golden", visit, 16, FTW_PHYS);
    qsort(inputs->paths, inputs->count, sizeof *inputs->paths, compare_paths);
    size_t kept = 0, seen = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        char *path = inputs->paths[i];
        bool is_asked = count > 0 ? is_named(path, names, count)
                                  : (tap_is_thorough() || !is_listed("tests/golden/slow.list", path)) &&
                                        seen++ % sample.each == sample.first;
        if (is_asked)
            inputs->paths[kept++] = path;
        else
            free(path);
    }
    inputs->count = kept;
}

/* ---- one input ---- */

static Outcome ask(const char *input, char report[REPORT_SIZE])
{
    Question question;
    static Answer answer; /* large */
    bool ok = false;
    question_read(&question, input);
    if (question.skipped) {
        snprintf(report, REPORT_SIZE, "%s", question.skipped);
    } else {
        answer_get(&answer, &question);
        ok = compare_answer(&answer, input, report);
    }
    Outcome outcome = question.skipped ? SKIPPED : ok ? PASSED : FAILED;
    question_clear(&question);
    return outcome;
}

/* A process that asks, and the file that has what it prints. */
typedef struct Worker {
    pid_t pid; /* 0: none */
    int printed;
} Worker;

/* What was printed since the file was empty; it is then. */
static bool has_printed(int fd, char report[REPORT_SIZE])
{
    char text[1024];
    ssize_t length = pread(fd, text, sizeof text, 0);
    if (length > 0) {
        size_t used = strlen(report);
        snprintf(report + used, REPORT_SIZE - used, "it prints: %.*s\n", (int)length, text);
    }
    return length > 0 && ftruncate(fd, 0) == 0;
}

/* A leak checker looks here. */
static _Noreturn void end_work(int error)
{
    dup2(error, STDERR_FILENO);
    exit(EXIT_SUCCESS);
}

static void work(Shared *shared, const Inputs *inputs, int fd)
{
    int error = dup(STDERR_FILENO);
    if (error < 0 || dup2(fd, STDOUT_FILENO) < 0 || dup2(fd, STDERR_FILENO) < 0) _exit(EXIT_FAILURE);
    for (;;) {
        size_t i = __atomic_fetch_add(&shared->next, 1, __ATOMIC_SEQ_CST);
        if (i >= inputs->count) end_work(error);
        Result *r = &shared->results[i];
        r->worker = getpid();
        alarm(SECONDS);
        Outcome outcome = ask(inputs->paths[i], r->report);
        fflush(NULL);
        if (outcome != SKIPPED && has_printed(fd, r->report)) outcome = FAILED;
        lseek(fd, 0, SEEK_SET);
        r->outcome = outcome;
    }
}

/* ---- all of them ---- */

/* At most 2 are started: one for each processor. */
#define WORKERS 2

static bool worker_start(Worker *w, Shared *shared, const Inputs *inputs)
{
    fflush(NULL);
    if (ftruncate(w->printed, 0) < 0 || lseek(w->printed, 0, SEEK_SET) < 0) return false;
    w->pid = fork();
    if (w->pid == 0) work(shared, inputs, w->printed);
    return w->pid > 0;
}

/* What it was asking when it ended has failed. */
static void blame(Shared *shared, const Inputs *inputs, const Worker *w, int status)
{
    bool is_asking = false;
    for (size_t i = 0; i < inputs->count; i++) {
        Result *r = &shared->results[i];
        if (r->worker != w->pid || r->outcome != OPEN) continue;
        r->outcome = FAILED;
        is_asking = true;
        snprintf(r->report, sizeof r->report, "the process ended with %s %d\n",
                 WIFSIGNALED(status) ? "signal" : "status", WIFSIGNALED(status) ? WTERMSIG(status) : status >> 8);
        has_printed(w->printed, r->report);
    }
    shared->bad_ends += status != 0 && !is_asking;
}

static void ask_all(Shared *shared, const Inputs *inputs)
{
    FILE *files[WORKERS];
    Worker workers[WORKERS];
    long processors = sysconf(_SC_NPROCESSORS_ONLN), running = 0;
    for (long i = 0; i < WORKERS; i++) {
        files[i] = tmpfile();
        workers[i] = (Worker){.printed = files[i] ? fileno(files[i]) : -1};
        if (i < processors && files[i]) running += worker_start(&workers[i], shared, inputs);
    }
    while (running > 0) {
        int status = 0;
        pid_t ended = waitpid(-1, &status, 0);
        if (ended < 0) break;
        running--;
        Worker *w = &workers[ended != workers[0].pid];
        blame(shared, inputs, w, status);
        if (status != 0 && shared->next < inputs->count) running += worker_start(w, shared, inputs);
    }
    for (long i = 0; i < WORKERS; i++)
        if (files[i]) fclose(files[i]);
}

/* ---- what is told ---- */

static size_t count_reason(const Shared *shared, size_t count, const char *why)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        n += shared->results[i].outcome == SKIPPED && strcmp(shared->results[i].report, why) == 0;
    return n;
}

/* Each reason once, at its first input. What another command is asked does not count. */
static size_t tell_skipped(const Shared *shared, const Inputs *inputs, bool is_verbose)
{
    size_t all = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        const Result *r = &shared->results[i];
        if (r->outcome != SKIPPED) continue;
        bool is_other = strcmp(r->report, "another command") == 0;
        all += !is_other;
        if (is_verbose && !is_other) printf("# skipped %s: %s\n", inputs->paths[i], r->report);
        if (count_reason(shared, i, r->report) == 0)
            printf("# skipped: %zu for: %s\n", count_reason(shared, inputs->count, r->report), r->report);
    }
    return all;
}

static int tell(const Shared *shared, const Inputs *inputs, bool is_verbose)
{
    size_t number = 0, failed = 0, skipped = tell_skipped(shared, inputs, is_verbose);
    for (size_t i = 0; i < inputs->count; i++) {
        const Result *r = &shared->results[i];
        if (r->outcome == SKIPPED) continue;
        bool ok = r->outcome == PASSED;
        if (!ok) tap_print_text("", r->outcome == OPEN ? "not asked\n" : r->report);
        printf("%s %zu - %s\n", ok ? "ok" : "not ok", ++number, inputs->paths[i]);
        failed += !ok;
    }
    bool few = skipped * 100 <= number * SKIPPED_PERCENT + 100;
    printf("%s %zu - few are skipped: %zu\n", few ? "ok" : "not ok", number + 1, skipped);
    bool well = shared->bad_ends == 0;
    printf("%s %zu - the processes end well, without leaks\n1..%zu\n", well ? "ok" : "not ok", number + 2, number + 2);
    return failed == 0 && few && well && number > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    heap_prepare();
    static Inputs inputs;
    size_t every = EVERY;
    bool is_verbose = false;
    int at = 1;
    for (; at < argc && argv[at][0] == '-'; at++) {
        if (strcmp(argv[at], "-v") == 0)
            is_verbose = true;
        else if (strcmp(argv[at], "--every") == 0 && at + 1 < argc)
            every = strtoul(argv[++at], NULL, 10);
        else
            return 64;
    }
    if (every == 0 || chdir(CHORUS_TESTS_DIR "/..") != 0) return 64;
    find_inputs(&inputs, argv + at, argc - at, every);
    Shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return 71;
    ask_all(shared, &inputs);
    int status = tell(shared, &inputs, is_verbose);
    for (size_t i = 0; i < inputs.count; i++)
        free(inputs.paths[i]);
    return status;
}
