#define _GNU_SOURCE
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"

#define ERR_LIMIT (64u * 1024u)
#define SPARE_FD 3

typedef struct PipedChild {
    pid_t pid;            /* 0 = none, or waited for */
    int out, err, report; /* our ends of the pipes; -1 = closed */
} PipedChild;

static void close_end(int *fd)
{
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

/* Kills what is left; a clean-up of the run, so that no way out leaves a child or a descriptor. */
static void child_end(void *arg)
{
    PipedChild *child = arg;
    if (child->pid > 0) {
        if (kill(-child->pid, SIGKILL) != 0) kill(child->pid, SIGKILL); /* with what it has started */
        while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR)
            continue;
        child->pid = 0;
    }
    close_end(&child->out);
    close_end(&child->err);
    close_end(&child->report);
}

static void set_limit(int what, uint64_t value)
{
    struct rlimit r = {(rlim_t)value, (rlim_t)value};
    setrlimit(what, &r);
}

/* Runs between fork and exec: only async-signal-safe calls. */
_Noreturn static void exec_child(const char *const *args, const ProcessLimits *limits, int out, int err, int report,
                                 int spare)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0);
    /* Move the report end away from the numbers that are about to be given out. */
    report = fcntl(report, F_DUPFD_CLOEXEC, 16);
    out = fcntl(out, F_DUPFD_CLOEXEC, 16);
    err = fcntl(err, F_DUPFD_CLOEXEC, 16);
    if (spare >= 0) spare = fcntl(spare, F_DUPFD_CLOEXEC, 16);
    int null = open("/dev/null", O_RDONLY);
    if (null >= 0) dup2(null, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    if (spare >= 0) dup2(spare, SPARE_FD);
    set_limit(RLIMIT_CPU, limits->cpu_seconds);
    set_limit(RLIMIT_AS, limits->memory_bytes);
    set_limit(RLIMIT_CORE, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    execvp(args[0], (char *const *)args);
    int error = errno;
    ssize_t n = write(report, &error, sizeof error);
    (void)n;
    _exit(127);
}

/* Reads what is there; closes the end at end of file. */
static void drain(int *fd, Str *into, size_t keep)
{
    char buffer[65536];
    ssize_t n = read(*fd, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) return;
    if (n <= 0) {
        close_end(fd);
        return;
    }
    size_t room = into->length < keep ? keep - into->length : 0;
    str_add_bytes(into, buffer, (size_t)n < room ? (size_t)n : room);
}

static int open_spare(const char *text)
{
    int fd = memfd_create("chorus", MFD_CLOEXEC);
    size_t length = strlen(text);
    if (fd >= 0 && write(fd, text, length) != (ssize_t)length) close_end(&fd);
    if (fd >= 0) lseek(fd, 0, SEEK_SET);
    return fd;
}

static ProcessEnd start_process(PipedChild *child, const char *const *args, const char *spare_text,
                                const ProcessLimits *limits, int *code)
{
    int out[2] = {-1, -1}, err[2] = {-1, -1}, report[2] = {-1, -1}, spare = -1;
    bool ok = pipe2(out, O_CLOEXEC) == 0 && pipe2(err, O_CLOEXEC) == 0 && pipe2(report, O_CLOEXEC) == 0;
    if (ok && spare_text) ok = (spare = open_spare(spare_text)) >= 0;
    pid_t pid = ok ? fork() : -1;
    if (pid == 0) exec_child(args, limits, out[1], err[1], report[1], spare);
    *code = errno;
    close_end(&out[1]);
    close_end(&err[1]);
    close_end(&report[1]);
    close_end(&spare);
    *child = (PipedChild){pid > 0 ? pid : 0, out[0], err[0], report[0]};
    CHECK(pid <= 0 || (out[0] >= 0 && err[0] >= 0 && report[0] >= 0));
    return pid > 0 ? PROCESS_EXITED : PROCESS_FAILED;
}

/* run_poll alone would not do: it looks at the clock only now and then. */
_Noreturn static void stop_late(Run *run, PipedChild *child)
{
    child_end(child);
    run_poll(run); /* leaves when the run is interrupted */
    run_stop(run, STOP_TIME, "time limit");
}

/* Reads both pipes until they close; false when there was too much output. */
static bool collect_output(Run *run, PipedChild *child, size_t output_limit, Str *out, Str *err)
{
    while (child->out >= 0 || child->err >= 0) {
        struct pollfd fds[2] = {{child->out, POLLIN, 0}, {child->err, POLLIN, 0}};
        int ready = poll(fds, 2, 100);
        if (run_interrupted(run) || run_seconds_left(run) <= 0) stop_late(run, child);
        if (ready <= 0) continue;
        if (fds[0].revents) drain(&child->out, out, output_limit + 1);
        if (fds[1].revents) drain(&child->err, err, ERR_LIMIT);
        if (out->length > output_limit) return false;
    }
    return true;
}

ProcessEnd process_run(Run *run, const char *const *args, const char *spare_text, const ProcessLimits *limits, Str *out,
                       Str *err, int *code)
{
    PipedChild *child = run_alloc(run, sizeof *child);
    CHECK(limits->cpu_seconds > 0 && limits->memory_bytes > 0 && args[0]);
    *child = (PipedChild){0, -1, -1, -1};
    uint32_t ticket = run_on_free(run, child_end, child);
    ProcessEnd end = start_process(child, args, spare_text, limits, code);
    if (end == PROCESS_EXITED && !collect_output(run, child, limits->output_bytes, out, err)) end = PROCESS_TOO_LARGE;
    if (end == PROCESS_EXITED) {
        int status = 0, error = 0;
        while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
            run_poll(run);
        child->pid = 0;
        CHECK(child->out < 0 && child->err < 0 && out->length <= limits->output_bytes);
        if (read(child->report, &error, sizeof error) == (ssize_t)sizeof error) {
            end = PROCESS_NOT_FOUND;
            *code = error;
        } else if (WIFSIGNALED(status)) {
            end = PROCESS_SIGNALLED;
            *code = WTERMSIG(status);
        } else {
            *code = WEXITSTATUS(status);
        }
    }
    child_end(child);
    CHECK(child->pid == 0 && child->out < 0 && child->err < 0 && child->report < 0);
    run_cancel(run, ticket);
    run_release(run, child);
    return end;
}
