/* Unit tests that print TAP (the Test Anything Protocol).
 *
 * A test file holds any number of TEST(name) { ... } and one TAP_MAIN(). Each test runs in a forked
 * child with an alarm, so a crash or an endless loop fails that test only; the child ends through
 * exit, so that a leak checker sees it. Arguments on the command line are name filters: a test runs
 * when its name contains one of them; "--list" prints the names. For scripts/runner/tap.py, which lets several
 * processes share a program: "--only=NAME" runs one test, "--part=I/N" each N-th of those that are not slow, from the
 * I-th on.
 *
 * A SLOW_TEST is slow by nature. It runs when the environment has CHORUS_TESTS=all or a filter chooses it. A test of
 * random cases tries tap_count(N) of them: all N or, without CHORUS_TESTS=all, a tenth. With CHORUS_CASES=10 it tries
 * ten times as many.
 *
 * A failed CHECK is counted and the test goes on; a failed REQUIRE ends the test. Arguments are
 * evaluated once. */
#ifndef TESTS_TAP_H
#define TESTS_TAP_H

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"
#include "base/heap.h"

/* The longest that one test may run. */
#ifndef TAP_SECONDS
#ifdef __SANITIZE_ADDRESS__
#define TAP_SECONDS 240
#else
#define TAP_SECONDS 180 /* by the clock, on a machine that has other work */
#endif
#endif

typedef struct TapCase TapCase;
struct TapCase {
    const char *name;
    void (*run)(void);
    bool slow;
    TapCase *next;
};

/* The state of one test program; in a child, failures counts the failed checks of the test that
 * runs there. */
typedef struct TapState {
    TapCase *first, *last;
    int failures;
} TapState;

static inline TapState *tap_state(void)
{
    static TapState state;
    return &state;
}

static inline void tap_add(TapCase *test)
{
    TapState *s = tap_state();
    if (s->last)
        s->last->next = test;
    else
        s->first = test;
    s->last = test;
}

static inline bool tap_check(bool ok, const char *file, int line, const char *text)
{
    if (!ok) {
        tap_state()->failures++;
        printf("# %s:%d: check failed: %s\n", file, line, text);
    }
    return ok;
}

static inline bool tap_check_int(long long got, long long want, const char *file, int line, const char *text)
{
    if (got == want) return true;
    tap_state()->failures++;
    printf("# %s:%d: %s: got %lld, want %lld\n", file, line, text, got, want);
    return false;
}

static inline void tap_print_text(const char *label, const char *text)
{
    printf("#   %s ", label);
    for (const char *p = text ? text : "(null)"; *p; p++) {
        if (*p != '\n')
            putchar(*p);
        else
            printf(p[1] ? "\n#         " : "\\n");
    }
    printf("\n");
}

static inline bool tap_check_str(const char *got, const char *want, const char *file, int line, const char *text)
{
    if (got == want || (got && want && strcmp(got, want) == 0)) return true;
    tap_state()->failures++;
    printf("# %s:%d: %s: texts differ\n", file, line, text);
    tap_print_text("got: ", got);
    tap_print_text("want:", want);
    return false;
}

/* Whether what is slow by nature runs, too. */
static inline bool tap_is_thorough(void)
{
    const char *tests = getenv("CHORUS_TESTS");
    return tests && strcmp(tests, "all") == 0;
}

/* How many times as many random cases are asked for. */
static inline int tap_factor(void)
{
    const char *text = getenv("CHORUS_CASES");
    int factor = text ? atoi(text) : 1;
    return factor > 0 ? factor : 1;
}

/* How many random cases to try where n are a thorough test. */
static inline int tap_count(int n) { return tap_factor() * (tap_is_thorough() ? n : (n + 9) / 10); }

/* Whether to try a row of a long table of things that are alike: all, or with TEST_SAMPLE=I/N each N-th from the I-th
 * on, so that N runs try all. */
static inline bool tap_is_sampled(size_t row)
{
    const char *sample = getenv("TEST_SAMPLE");
    unsigned first = 1, each = 1;
    if (sample && (sscanf(sample, "%u/%u", &first, &each) != 2 || first < 1 || first > each)) {
        printf("# TEST_SAMPLE=%s is not I/N\n", sample);
        exit(64);
    }
    return row % each == first - 1;
}

/* Runs one test in a child of its own process group; returns whether it passed, and the processor time in seconds. */
static inline bool tap_run(const TapCase *test, double *seconds)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0) {
        perror("# fork");
        return false;
    }
    if (pid == 0) {
        setpgid(0, 0);
        alarm(TAP_SECONDS);
        test->run();
        exit(tap_state()->failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    setpgid(pid, pid);
    int status = 0;
    struct rusage used;
    while (wait4(pid, &status, 0, &used) < 0)
        continue;
    *seconds = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
               1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    kill(-pid, SIGKILL); /* what the test may have left running */
    if (WIFSIGNALED(status)) {
        int sig = WTERMSIG(status);
        if (sig == SIGALRM)
            printf("# stopped after %d seconds\n", TAP_SECONDS);
        else
            printf("# killed by signal %d (%s)\n", sig, strsignal(sig));
        return false;
    }
    return WEXITSTATUS(status) == EXIT_SUCCESS;
}

/* What the command line asks for: one test; or each parts-th, from part on; or those whose names contain a filter. */
typedef struct TapChoice {
    const char *only;
    int part, parts;
    char **filters;
    int filter_count;
} TapChoice;

static inline bool tap_is_selected(const TapCase *test, const TapChoice *c)
{
    if (c->only) return strcmp(test->name, c->only) == 0;
    if (c->parts) return !test->slow;
    for (int i = 0; i < c->filter_count; i++)
        if (strstr(test->name, c->filters[i])) return true;
    return c->filter_count == 0 && (!test->slow || tap_is_thorough());
}

static inline int tap_list(void)
{
    for (TapCase *t = tap_state()->first; t; t = t->next)
        if (!t->slow || tap_is_thorough()) printf("%s%s\n", t->name, t->slow ? " (slow)" : "");
    return EXIT_SUCCESS;
}

static inline int tap_main(int argc, char **argv)
{
    TapChoice choice = {NULL, 0, 0, argv + 1, argc - 1};
    heap_prepare();
    if (argc == 2 && strcmp(argv[1], "--list") == 0) return tap_list();
    if (argc == 2 && strncmp(argv[1], "--only=", 7) == 0)
        choice.only = argv[1] + 7;
    else if (argc == 2 && strncmp(argv[1], "--part=", 7) == 0 &&
             (sscanf(argv[1], "--part=%d/%d", &choice.part, &choice.parts) != 2 || choice.parts < 1))
        return 64;
    int selected = 0, count = 0, failed = 0;
    for (TapCase *t = tap_state()->first; t; t = t->next) {
        double seconds = 0;
        if (!tap_is_selected(t, &choice)) continue;
        if (choice.parts && selected++ % choice.parts != choice.part - 1) continue;
        bool ok = tap_run(t, &seconds);
        failed += !ok;
        printf("%s %d - %s # %.2f s\n", ok ? "ok" : "not ok", ++count, t->name, seconds);
    }
    printf("1..%d\n", count);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* A test that is slow or not. */
#define TAP_TEST(name, is_slow)                                                                                        \
    static void test_##name(void);                                                                                     \
    __attribute__((constructor)) static void tap_add_##name(void)                                                      \
    {                                                                                                                  \
        static TapCase tap_case = {#name, test_##name, is_slow, NULL};                                                 \
        tap_add(&tap_case);                                                                                            \
    }                                                                                                                  \
    static void test_##name(void)

#define TEST(name) TAP_TEST(name, false)
#define SLOW_TEST(name) TAP_TEST(name, true)

#undef CHECK /* of base/check.h, which ends the process: in a test it counts, and the test goes on */
#define CHECK(cond) ((void)tap_check((cond), __FILE__, __LINE__, #cond))
#define CHECK_EQ_INT(got, want) ((void)tap_check_int((long long)(got), (long long)(want), __FILE__, __LINE__, #got))
#define CHECK_STR(got, want) ((void)tap_check_str((got), (want), __FILE__, __LINE__, #got))
#define REQUIRE(cond)                                                                                                  \
    do {                                                                                                               \
        if (!tap_check((cond), __FILE__, __LINE__, #cond)) exit(EXIT_FAILURE);                                         \
    } while (0)

#define TAP_MAIN()                                                                                                     \
    int main(int argc, char **argv) { return tap_main(argc, argv); }                                                   \
    typedef int tap_main_needs_semicolon

#endif
