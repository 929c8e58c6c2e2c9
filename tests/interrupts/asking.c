#include "interrupts/asking.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "chorus.h"

#define MARK_SECONDS 120 /* until the row begins, on a busy machine */
#define WORDS_MAX 16
#define LINE 4096

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- the process ---- */

static void *interrupt_on_signal(void *arg)
{
    sigset_t set;
    int number = 0;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigwait(&set, &number);
    chorus_interrupt(arg);
    return NULL;
}

static ChorusStatus set_option(ChorusSession *session, const char *name, const char *value)
{
    if (strcmp(name, "only") == 0) return chorus_ask_only_rows(session, value);
    if (strcmp(name, "without") == 0) return chorus_leave_out_rows(session, value);
    return chorus_set_option(session, name, value);
}

static void set_options(ChorusSession *session, const char *options)
{
    char words[LINE], *rest;
    snprintf(words, sizeof words, "%s", options);
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(word, '=');
        if (value) *value++ = 0;
        if (!value || set_option(session, word, value) != CHORUS_OK) _exit(64);
    }
}

/* SIGINT, which is blocked, is for the other thread. */
static _Noreturn void ask_library(const Question *q)
{
    pthread_t other;
    ChorusSession *session = chorus_new();
    if (!session || chorus_set_option(session, "verbosity", "2") != CHORUS_OK) _exit(70);
    set_options(session, q->options);
    if (pthread_create(&other, NULL, interrupt_on_signal, session) != 0) _exit(71);
    if (chorus_load(session, &q->path, 1) != CHORUS_OK) _exit(65);
    chorus_check(session);
    printf("RESULT: %s\n", chorus_result_line(session));
    fflush(stdout);
    _exit(0); /* the other thread may still wait */
}

static _Noreturn void ask_command(const Question *q, const char *command)
{
    char words[LINE], *argv[WORDS_MAX] = {"chorus", "check", "-vv"};
    int count = 3;
    char *to = words;
    for (const char *at = q->options; *at && count < WORDS_MAX - 2; at += *at == ' ') {
        size_t length = strcspn(at, " ");
        argv[count++] = to;
        to += sprintf(to, "--%.*s", (int)length, at) + 1;
        at += length;
    }
    argv[count++] = strdup(q->path);
    argv[count] = NULL;
    execv(command, argv);
    _exit(127);
}

static pid_t start(const Asking *a, const char *command, const char *folder, int log, int out)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    fflush(NULL);
    sigprocmask(SIG_BLOCK, &set, NULL);
    pid_t pid = fork();
    if (pid != 0 || a->is_command) sigprocmask(SIG_UNBLOCK, &set, NULL);
    if (pid != 0) return pid;
    setpgid(0, 0);
    setenv("TMPDIR", folder, 1);
    dup2(log, STDERR_FILENO);
    dup2(out, STDOUT_FILENO);
    if (a->is_command) ask_command(a->question, command);
    ask_library(a->question);
}

/* ---- its log ---- */

typedef struct Reader {
    int fd;
    pid_t pid;
    const Asking *asking;
    Answer *answer;
    char line[LINE];
    size_t length;
    double began, marked, interrupted, ended; /* 0: not yet */
    double busy;                              /* of the processor, until the interrupt */
} Reader;

/* What a process and the children that it has waited for have had of the processor, in seconds. */
static double busy_seconds(pid_t pid)
{
    char path[64], text[LINE] = "";
    unsigned long long own, system;
    long long children, of_children;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file) fclose(file);
    text[length] = 0;
    const char *at = strrchr(text, ')'); /* what follows the name: the state and ten numbers */
    if (!at || sscanf(at, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %lld %lld", &own, &system, &children,
                      &of_children) != 4)
        return 0;
    return ((double)(own + system) + (double)(children + of_children)) / (double)sysconf(_SC_CLK_TCK);
}

static double seconds_of(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec * 1e-6; }

/* "[   1.234] row NAME": is the rest of the line the mark? */
static void read_line(Reader *r)
{
    const char *text = strchr(r->line, ']');
    if (r->line[0] != '[' || !text || !text[1]) return;
    bool is_row = strncmp(text + 2, "row ", 4) == 0 || strncmp(text + 2, "model ", 6) == 0;
    if (r->marked <= 0 && strcmp(text + 2, r->asking->question->mark) == 0)
        r->marked = now();
    else if (r->marked > 0 && is_row && r->ended <= 0)
        r->ended = now();
}

static void read_text(Reader *r, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] != '\n') {
            if (r->length < sizeof r->line - 1) r->line[r->length++] = text[i];
            continue;
        }
        r->line[r->length] = 0;
        r->length = 0;
        read_line(r);
    }
}

/* When something is to be done, should nothing be read. */
static double next_moment(const Reader *r)
{
    if (r->marked <= 0) return r->began + MARK_SECONDS;
    if (r->asking->delay < 0) return r->marked + r->asking->most;
    if (r->interrupted <= 0) return r->marked + r->asking->delay;
    return r->interrupted + r->asking->most;
}

/* Without an interrupt what is asked is how long the row takes. */
static bool act(Reader *r)
{
    bool goes_on = r->marked > 0 && r->asking->delay >= 0 && r->interrupted <= 0;
    if (goes_on) {
        r->busy = busy_seconds(r->pid);
        r->interrupted = now();
        kill(r->pid, SIGINT);
    } else {
        r->answer->is_killed = r->ended <= 0;
        kill(-r->pid, SIGKILL);
    }
    return goes_on;
}

static void follow(Reader *r)
{
    r->began = now();
    if (strcmp(r->asking->question->mark, "start") == 0) r->marked = r->began;
    for (bool goes_on = true; goes_on;) {
        struct pollfd p = {r->fd, POLLIN, 0};
        double left = next_moment(r) - now();
        int ready = left > 0 ? poll(&p, 1, (int)(left * 1000) + 1) : 0;
        char text[LINE];
        ssize_t length = ready > 0 ? read(r->fd, text, sizeof text) : 0;
        if (length > 0) read_text(r, text, (size_t)length);
        if (ready == 0) goes_on = act(r);
        if (ready < 0 || (ready > 0 && length <= 0)) goes_on = false;
        if (r->ended > 0 && r->asking->delay < 0) goes_on = act(r);
    }
}

/* ---- what is left of it ---- */

static void read_result(int out, Answer *answer)
{
    static char text[1 << 20];
    ssize_t length = pread(out, text, sizeof text - 1, 0);
    text[length > 0 ? length : 0] = 0;
    const char *at = strstr(text, "RESULT: ");
    if (at) snprintf(answer->result, ASKING_TEXT, "%.*s", (int)strcspn(at + 8, "\n"), at + 8);
}

static void look_for_files(const char *folder, Answer *answer)
{
    DIR *dir = opendir(folder);
    CHECK(dir);
    for (struct dirent *e = readdir(dir); e; e = readdir(dir))
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
            snprintf(answer->left, ASKING_TEXT, "%s/%s", folder, e->d_name);
    closedir(dir);
    rmdir(folder); /* what is left stays, to be looked at */
}

void asking_run(const Asking *asking, const char *command, Answer *answer)
{
    char folder[] = "/tmp/chorus-interrupts-XXXXXX";
    int ends[2];
    FILE *out = tmpfile();
    memset(answer, 0, sizeof *answer);
    bool ok = out && mkdtemp(folder) && pipe2(ends, O_CLOEXEC) == 0;
    CHECK(ok);
    Reader r = {.fd = ends[0], .asking = asking, .answer = answer};
    r.pid = start(asking, command, folder, ends[1], fileno(out));
    CHECK(r.pid > 0);
    setpgid(r.pid, r.pid);
    close(ends[1]);
    struct rusage used;
    follow(&r);
    wait4(r.pid, &answer->status, 0, &used);
    double end = now();
    kill(-r.pid, SIGKILL);
    close(ends[0]);
    answer->is_marked = r.marked > 0;
    answer->is_interrupted = r.interrupted > 0;
    answer->seconds = r.interrupted > 0 ? end - r.interrupted
                      : r.marked > 0    ? (r.ended > 0 ? r.ended : end) - r.marked
                                        : 0;
    if (r.interrupted > 0) answer->busy = seconds_of(used.ru_utime) + seconds_of(used.ru_stime) - r.busy;
    read_result(fileno(out), answer);
    fclose(out);
    look_for_files(folder, answer);
}
