/* chorus-interrupts [-n MOMENTS] [-s SEED] [NAME...]
 *
 * Programs that spend their time in different rows of the plan are interrupted at random moments of that row: by
 * chorus_interrupt from another thread, and the command by SIGINT. Each must end within a second, with a verdict or
 * "unknown [interrupted", and leave no temporary file. The second is one of the processor, so that it does not count
 * what else the machine does; the longest of all is printed, and how long it was by the clock. NAME: a part of a mark.
 * Otherwise all rows are interrupted at MOMENTS moments, half of them for the command (20 with CHORUS_TESTS=all, else
 * 2). CHORUS: the executable that is asked. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/rng.h"
#include "interrupts/asking.h"
#include "tap.h"

#define LIMIT 1.0       /* seconds of the processor to end */
#define PATIENCE 20.0   /* seconds by the clock until it is killed */
#define WINDOW 2.0      /* of a row, seconds at most */
#define TELL_SIZE 16384 /* what is told of a row */
#define THOROUGH 20
#define FEW 2

static const Question questions[] = {
#include "interrupts/questions.inc"
};
#define QUESTION_COUNT (sizeof questions / sizeof *questions)

/* Of all processes. */
typedef struct Shared {
    size_t next;
    uint32_t failed, asked, in_time;
    double longest; /* by the process that has the lock */
} Shared;

typedef struct Settings {
    uint64_t seed;
    uint32_t moments;
    const char *command;
    char **names;
    int name_count;
    Shared *shared;
} Settings;

typedef struct Tale {
    char text[TELL_SIZE];
    size_t length;
} Tale;

__attribute__((format(printf, 2, 3))) static void add(Tale *tale, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(tale->text + tale->length, sizeof tale->text - tale->length, format, args);
    va_end(args);
    if (n > 0) tale->length += (size_t)n;
    if (tale->length >= sizeof tale->text) tale->length = sizeof tale->text - 1;
}

/* ---- one row ---- */

static bool has_ended_well(const Asking *a, const Answer *answer)
{
    bool is_verdict = strncmp(answer->result, "true", 4) == 0 || strncmp(answer->result, "false", 5) == 0;
    /* Why an earlier model ended may be known; a method that is alone may end by itself. */
    bool may_know = strncmp(a->question->mark, "row ", 4) != 0;
    bool is_unknown = strncmp(answer->result, "unknown [", 9) == 0 &&
                      (!answer->is_interrupted || may_know || strstr(answer->result, "interrupted") ||
                       strstr(answer->result, "time limit of") || /* which may be reached meanwhile */
                       strstr(answer->result, "no row of"));      /* the only one has just ended */
    bool has_status = WIFEXITED(answer->status) && WEXITSTATUS(answer->status) <= (a->is_command ? 2 : 0);
    bool is_new = a->is_command && strcmp(a->question->mark, "start") == 0; /* it hears signals a little later */
    if (is_new && WIFSIGNALED(answer->status) && WTERMSIG(answer->status) == SIGINT) return !*answer->left;
    return !answer->is_killed && has_status && (is_verdict || is_unknown) && !*answer->left &&
           (!answer->is_interrupted || answer->busy <= LIMIT);
}

static void note_longest(Shared *shared, double seconds)
{
    double before;
    __atomic_load(&shared->longest, &before, __ATOMIC_SEQ_CST);
    while (seconds > before &&
           !__atomic_compare_exchange(&shared->longest, &before, &seconds, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        continue;
}

/* Returns how long the longest of the interrupts took. */
static double interrupt(const Settings *s, const Question *q, bool is_command, Rng *rng, double window, Tale *tale)
{
    double longest = 0, clock = 0;
    const char *how = is_command ? "SIGINT" : "chorus_interrupt";
    uint32_t count = (s->moments + !is_command) / 2, heard = 0, failed = 0;
    for (uint32_t i = 0; i < count; i++) {
        Asking asking = {q, is_command, window * rng_below(rng, 1000) / 1000, PATIENCE};
        Answer answer;
        asking_run(&asking, s->command, &answer);
        heard += answer.is_interrupted;
        if (answer.is_interrupted && answer.busy > longest) longest = answer.busy;
        if (answer.is_interrupted && answer.seconds > clock) clock = answer.seconds;
        if (has_ended_well(&asking, &answer)) continue;
        failed++;
        add(tale, "# %s of %s %.3f s after '%s': %.2f s (%.2f s), status %d%s, result '%s'%s%s\n", how, q->path,
            asking.delay, q->mark, answer.busy, answer.seconds, answer.status, answer.is_killed ? ", killed" : "",
            answer.result, *answer.left ? ", left: " : "", answer.left);
    }
    __atomic_fetch_add(&s->shared->failed, failed, __ATOMIC_SEQ_CST);
    note_longest(s->shared, longest);
    add(tale, "%s %zu - %s: %s: %u of %u heard, longest %.2f s (%.2f s)\n", failed ? "not ok" : "ok",
        2 * (size_t)(q - questions) + 1 + is_command, q->mark, how, heard, count, longest, clock);
    return longest;
}

/* Where the program does not come to the row any more, the table is to be mended. */
static void ask(const Settings *s, const Question *q)
{
    Tale tale = {"", 0};
    Asking asking = {q, false, -1, WINDOW};
    Answer answer;
    Rng rng = {s->seed + (uint64_t)(q - questions)};
    asking_run(&asking, s->command, &answer);
    if (!answer.is_marked) {
        add(&tale, "# %s: no line '%s'\nnot ok %zu - %s\nnot ok %zu - %s\n", q->path, q->mark,
            2 * (size_t)(q - questions) + 1, q->mark, 2 * (size_t)(q - questions) + 2, q->mark);
        __atomic_fetch_add(&s->shared->failed, 1, __ATOMIC_SEQ_CST);
    } else {
        add(&tale, "# %s: at work for %.2f s%s\n", q->mark, answer.seconds, answer.is_killed ? " or more" : "");
        interrupt(s, q, false, &rng, answer.seconds, &tale);
        interrupt(s, q, true, &rng, answer.seconds, &tale);
    }
    fwrite(tale.text, 1, tale.length, stdout);
    fflush(stdout);
}

/* ---- all of them ---- */

static bool is_named(const Settings *s, const Question *q)
{
    bool any = s->name_count == 0;
    for (int i = 0; i < s->name_count; i++)
        any |= strstr(q->mark, s->names[i]) != NULL;
    return any;
}

static _Noreturn void work(const Settings *s)
{
    for (;;) {
        size_t i = __atomic_fetch_add(&s->shared->next, 1, __ATOMIC_SEQ_CST);
        if (i >= QUESTION_COUNT) exit(EXIT_SUCCESS);
        if (is_named(s, &questions[i])) ask(s, &questions[i]);
    }
}

static int ask_all(const Settings *s)
{
    size_t count = 0;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    for (long i = 0; i < processors && i < 2; i++) {
        fflush(NULL);
        if (fork() == 0) work(s);
    }
    for (int status = 0; wait(&status) > 0;)
        s->shared->failed += status != 0;
    for (size_t i = 0; i < QUESTION_COUNT; i++)
        count += is_named(s, &questions[i]);
    printf("# longest %.2f s\n1..%zu\n", s->shared->longest, 2 * count);
    return s->shared->failed || count == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    const char *command = getenv("CHORUS");
    Settings s = {.seed = 1, .moments = tap_is_thorough() ? THOROUGH : FEW};
    int at = 1;
    for (; at + 1 < argc && argv[at][0] == '-'; at += 2) {
        if (strcmp(argv[at], "-n") == 0)
            s.moments = (uint32_t)strtoul(argv[at + 1], NULL, 10);
        else if (strcmp(argv[at], "-s") == 0)
            s.seed = strtoull(argv[at + 1], NULL, 10);
        else
            return 64;
    }
    char path[4096];
    s.command = realpath(command ? command : CHORUS_EXECUTABLE, path);
    s.names = argv + at;
    s.name_count = argc - at;
    if (!s.command || chdir(CHORUS_TESTS_DIR "/..") != 0) return 64;
    Shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return 64;
    s.shared = shared;
    int status = ask_all(&s);
    munmap(shared, sizeof *shared);
    return status;
}
