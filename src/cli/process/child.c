#include "cli/process/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"

#define MB (1024.0 * 1024.0)
#define SLACK_BYTES (256u << 20) /* of address space: what allocators reserve for each thread */
#define SLACK_SECONDS 2          /* the kernel's limit should not come before ours */

static double clock_seconds(clockid_t id)
{
    struct timespec t;
    return clock_gettime(id, &t) == 0 ? (double)t.tv_sec + (double)t.tv_nsec * 1e-9 : 0;
}

double child_now(void) { return clock_seconds(CLOCK_MONOTONIC); }

/* A number of /proc/PID/statm, in bytes: 0 the address space, 1 what is resident. 0 when it cannot be read. */
static double read_statm(pid_t pid, int column)
{
    CHECK(column == 0 || column == 1);
    char path[40];
    unsigned long pages[2] = {0, 0};
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    FILE *file = fopen(path, "re");
    if (!file) return 0;
    if (fscanf(file, "%lu %lu", &pages[0], &pages[1]) != 2) pages[0] = pages[1] = 0;
    fclose(file);
    return (double)pages[column] * (double)sysconf(_SC_PAGESIZE);
}

size_t child_address_space(void) { return (size_t)read_statm(getpid(), 0); }

/* ---- start ---- */

static void limit_resource(int what, rlim_t value)
{
    struct rlimit r = {value, value};
    setrlimit(what, &r);
}

/* Runs between fork and exec: only async-signal-safe calls. */
_Noreturn static void begin_child(char *const *arguments, const ChildLimits *limits, pid_t parent, const int ends[3])
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    setpgid(0, 0);
    for (int i = 0; i < 3; i++)
        if (dup2(ends[i], i) < 0) _exit(127);
    limit_resource(RLIMIT_CORE, 0);
    if (limits->seconds > 0) limit_resource(RLIMIT_CPU, (rlim_t)limits->seconds + 1 + SLACK_SECONDS);
    if (limits->megabytes)
        limit_resource(RLIMIT_AS, limits->base_bytes + SLACK_BYTES + ((rlim_t)limits->megabytes << 20));
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    execv("/proc/self/exe", arguments); /* this very file, even when it has been replaced meanwhile */
    _exit(127);
}

static void close_end(int *fd)
{
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

static void init_stream(ChildStream *stream, int fd)
{
    stream->fd = fd;
    stream->length = 0;
    stream->text[0] = 0;
    if (fd >= 0) fcntl(fd, F_SETFL, O_NONBLOCK);
}

int child_start(Child *child, char *const *arguments, const ChildLimits *limits)
{
    CHECK(arguments[0]);
    int out[2] = {-1, -1}, err[2] = {-1, -1}, null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    bool ok = null >= 0 && pipe2(out, O_CLOEXEC) == 0 && pipe2(err, O_CLOEXEC) == 0;
    pid_t parent = getpid(), pid = ok ? fork() : -1;
    int error = pid < 0 ? errno : 0;
    if (pid == 0) begin_child(arguments, limits, parent, (const int[3]){null, out[1], err[1]});
    if (pid > 0) setpgid(pid, pid); /* both sides, whoever is first */
    close_end(&null);
    close_end(&out[1]);
    close_end(&err[1]);
    if (pid < 0) close_end(&out[0]), close_end(&err[0]);
    child->pid = pid > 0 ? pid : 0;
    child->started = child_now();
    init_stream(&child->out, out[0]);
    init_stream(&child->err, err[0]);
    CHECK((child->pid > 0) == (error == 0));
    CHECK(error ? child->out.fd < 0 && child->err.fd < 0 : child->out.fd >= 0 && child->err.fd >= 0);
    return error;
}

/* ---- watching ---- */

void child_read(ChildStream *stream)
{
    CHECK(stream->fd >= 0 && stream->length < 2 * CHILD_TAIL);
    for (;;) {
        ssize_t n = read(stream->fd, stream->text + stream->length, 2 * CHILD_TAIL - stream->length);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && errno == EAGAIN) return;
        if (n <= 0) {
            close_end(&stream->fd);
            return;
        }
        stream->length += (size_t)n;
        if (stream->length == 2 * CHILD_TAIL) {
            memmove(stream->text, stream->text + CHILD_TAIL, CHILD_TAIL);
            stream->length = CHILD_TAIL;
        }
        CHECK(stream->length < 2 * CHILD_TAIL); /* room for more: a read of nothing would look like the end */
        stream->text[stream->length] = 0;
    }
}

/* Waits for a child that has ended or is being killed. */
static void reap(Child *child, ChildEnd end)
{
    CHECK(child->pid > 0);
    struct rusage usage;
    int status = 0;
    kill(-child->pid, SIGKILL); /* what it has started; before waiting, since then the number may be another's */
    while (wait4(child->pid, &status, 0, &usage) < 0 && errno == EINTR)
        continue;
    child->pid = 0;
    if (child->out.fd >= 0) child_read(&child->out);
    if (child->err.fd >= 0) child_read(&child->err);
    close_end(&child->out.fd);
    close_end(&child->err.fd);
    CHECK(child->out.fd < 0 && child->err.fd < 0);
    CHECK(WIFSIGNALED(status) || WIFEXITED(status));
    child->end = end != CHILD_EXITED ? end : WIFSIGNALED(status) ? CHILD_SIGNALLED : CHILD_EXITED;
    child->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    child->seconds = (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec * 1e-6 +
                     (double)usage.ru_stime.tv_sec + (double)usage.ru_stime.tv_usec * 1e-6;
    child->megabytes = (double)usage.ru_maxrss / 1024.0;
}

static double processor_seconds(const Child *child)
{
    clockid_t clock;
    return clock_getcpuclockid(child->pid, &clock) == 0 ? clock_seconds(clock) : 0;
}

bool child_look(Child *child, const ChildLimits *limits)
{
    CHECK(child->pid > 0);
    siginfo_t info = {.si_pid = 0};
    if (waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0)
        reap(child, CHILD_EXITED);
    else if (limits->seconds > 0 && processor_seconds(child) > limits->seconds)
        reap(child, CHILD_TIMEOUT);
    else if (limits->seconds > 0 && child_now() - child->started > limits->seconds * CHILD_WALL_FACTOR)
        reap(child, CHILD_STALLED);
    else if (limits->megabytes && read_statm(child->pid, 1) > (double)limits->megabytes * MB)
        reap(child, CHILD_MEMORY);
    if (child->pid) return false;
    /* The kernel's limit, when ours was not looked at in time. */
    if (child->end == CHILD_SIGNALLED && limits->seconds > 0 && child->seconds >= limits->seconds &&
        (child->code == SIGXCPU || child->code == SIGKILL))
        child->end = CHILD_TIMEOUT;
    return true;
}

void child_kill(Child *child)
{
    if (child->pid) reap(child, CHILD_SIGNALLED);
}
