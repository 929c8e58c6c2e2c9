#include "agreement_c/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "agreement_c/explore.h"
#include "agreement_c/render.h"
#include "chorus.h"

#define CHILD_SECONDS 120

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void judge(CheckResult *r, ChorusVerdict verdict)
{
    switch (verdict) {
    case CHORUS_TRUE: r->status = r->fails ? CHECK_DISAGREES : CHECK_AGREES; return;
    case CHORUS_FALSE: r->status = r->fails ? CHECK_AGREES : CHECK_DISAGREES; return;
    case CHORUS_UNKNOWN: r->status = CHECK_UNKNOWN; return;
    case CHORUS_NONE: r->status = CHECK_CRASHED; return;
    }
}

static void ask_chorus(CheckResult *r, const char *path, const CheckOptions *options)
{
    ChorusSession *session = chorus_new();
    chorus_set_option(session, "time-limit", options->chorus_seconds);
    if (chorus_load(session, &path, 1) != CHORUS_OK) {
        r->status = CHECK_CRASHED; /* it is correct C, and supported */
        snprintf(r->verdict, sizeof r->verdict, "%s", chorus_error(session));
    } else {
        ChorusVerdict verdict = chorus_check(session);
        snprintf(r->verdict, sizeof r->verdict, "%s", chorus_result_line(session));
        judge(r, verdict);
    }
    chorus_free(session);
}

static bool write_program(Run *run, const char *marked, int fd)
{
    Str text;
    str_init(run, &text);
    render_for_chorus(marked, &text);
    bool good = write(fd, text.data, text.length) == (ssize_t)text.length;
    str_clear(&text);
    return close(fd) == 0 && good;
}

/* `r` is shared with the parent, so that it holds what was found before a crash. */
static void check_in_child(const Batch *batch, uint32_t number, const char *path, const CheckOptions *options,
                           CheckResult *r)
{
    double start = now();
    r->status = CHECK_CRASHED;
    r->is_native_crash = true;
    Exploration truth = explore(batch->host, batch_entry(batch, number), options->run_limit);
    r->native_seconds = now() - start;
    r->is_native_crash = false;
    r->fails = truth.fails;
    r->runs = truth.runs;
    r->states = truth.states;
    if (!truth.is_complete) {
        r->status = CHECK_SKIPPED;
        return;
    }
    if (truth.fails && truth.runs == 1 && options->skips_easy) {
        r->status = CHECK_EASY;
        return;
    }
    start = now();
    ask_chorus(r, path, options);
    r->chorus_seconds = now() - start;
}

static void *shared_memory(size_t size)
{
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (p != MAP_FAILED) return p;
    perror("mmap");
    exit(2);
}

static void wait_for_child(pid_t child, CheckResult *r)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        continue;
    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS) return;
    r->status = CHECK_CRASHED;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        snprintf(r->verdict, sizeof r->verdict, "still running after %d seconds", CHILD_SECONDS);
    else if (WIFSIGNALED(status))
        snprintf(r->verdict, sizeof r->verdict, "crashed: %s", strsignal(WTERMSIG(status)));
    else
        snprintf(r->verdict, sizeof r->verdict, "ended with exit status %d", WEXITSTATUS(status));
}

CheckResult check_program(Run *run, const Batch *batch, uint32_t number, const char *marked,
                          const CheckOptions *options)
{
    char path[] = "/tmp/chorus-agreement-c-XXXXXX.c";
    int fd = mkstemps(path, 2);
    if (fd < 0 || !write_program(run, marked, fd)) {
        perror(path);
        exit(2);
    }
    CheckResult *shared = shared_memory(sizeof *shared);
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) {
        perror("fork");
        exit(2);
    }
    if (child == 0) {
        alarm(CHILD_SECONDS);
        check_in_child(batch, number, path, options, shared);
        _exit(EXIT_SUCCESS);
    }
    wait_for_child(child, shared);
    CheckResult result = *shared;
    munmap(shared, sizeof *shared);
    unlink(path);
    return result;
}
