/* All programs of a batch become one executable, which runs the one that its argument names. */
#include "agreement_c/sanitize.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agreement_c/generate.h"
#include "agreement_c/render.h"
#include "base/str.h"

#define STATUS_RACE 66
#define STATUS_NO_COMPILER 127
#define RUN_SECONDS 5

static const char *const compilers[] = {"gcc", "clang"};

/* An assertion that fails ends the program and is no race. An atomic section excludes others, by a lock; inputs are
 * drawn without ordering anything. */
static const char head[] = "#include <pthread.h>\n#include <stdlib.h>\n#include <unistd.h>\n\n"
                           "#define assert(condition) ((condition) ? (void)0 : _exit(0))\n"
                           "static pthread_mutex_t section = PTHREAD_MUTEX_INITIALIZER;\n"
                           "#define __VERIFIER_atomic_begin() pthread_mutex_lock(&section)\n"
                           "#define __VERIFIER_atomic_end() pthread_mutex_unlock(&section)\n"
                           "static unsigned draws;\n"
                           "static unsigned draw(void)\n{\n"
                           "    unsigned x = __atomic_add_fetch(&draws, 0x9e3779b9u, __ATOMIC_RELAXED);\n"
                           "    x = (x ^ x >> 16) * 0x85ebca6bu;\n"
                           "    return x ^ x >> 13;\n}\n"
                           "#define __VERIFIER_nondet_bool() (draw() & 1)\n"
                           "#define __VERIFIER_nondet_uchar() ((unsigned char)(draw() & 3))\n";

typedef struct Place {
    char folder[40], source[64], program[64], report[64];
} Place;

static void place_make(Place *p)
{
    strcpy(p->folder, "/tmp/chorus-sanitize-XXXXXX");
    if (!mkdtemp(p->folder)) {
        perror(p->folder);
        exit(2);
    }
    snprintf(p->source, sizeof p->source, "%s/batch.c", p->folder);
    snprintf(p->program, sizeof p->program, "%s/batch", p->folder);
    snprintf(p->report, sizeof p->report, "%s/report", p->folder);
}

static void place_remove(const Place *p)
{
    unlink(p->source);
    unlink(p->program);
    unlink(p->report);
    rmdir(p->folder);
}

static bool write_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    if (!f) return false;
    bool good = fputs(text, f) >= 0;
    return fclose(f) == 0 && good;
}

/* ---- processes ---- */

static void redirect(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || dup2(fd, STDERR_FILENO) < 0 || dup2(fd, STDOUT_FILENO) < 0) _exit(126);
}

/* The exit status, or 256 and the signal. */
static int wait_for(pid_t child)
{
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (child < 0) return STATUS_NO_COMPILER;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

static int compile(const char *compiler, const Place *p)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        redirect(p->report);
        execlp(compiler, compiler, "-std=gnu17", "-O0", "-g1", "-w", "-fsanitize=thread", "-pthread", "-o", p->program,
               p->source, (char *)NULL);
        _exit(STATUS_NO_COMPILER);
    }
    return wait_for(child);
}

/* The sanitizer needs addresses where it expects them. */
static int execute(const Place *p, uint32_t number, uint32_t seed)
{
    char which[16], start[16];
    snprintf(which, sizeof which, "%u", number);
    snprintf(start, sizeof start, "%u", seed);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        redirect(p->report);
        alarm(RUN_SECONDS);
        personality(ADDR_NO_RANDOMIZE);
        setenv("TSAN_OPTIONS",
               "halt_on_error=1 exitcode=66 report_thread_leaks=0 detect_deadlocks=0 "
               "report_mutex_bugs=0 report_signal_unsafe=0",
               1);
        execl(p->program, p->program, which, start, (char *)NULL);
        _exit(STATUS_NO_COMPILER);
    }
    return wait_for(child);
}

/* ---- is it there? ---- */

static const char *compiler;

static const char probe[] = "#include <pthread.h>\nint g;\n"
                            "void *f(void *p) { g = 1; return p; }\n"
                            "int main(void)\n{\n    pthread_t t;\n    pthread_create(&t, 0, f, 0);\n    g = 2;\n"
                            "    return pthread_join(t, 0);\n}\n";

const char *sanitizer_missing(void)
{
    static const char *why = "no compiler has it";
    static bool is_known;
    if (is_known) return why;
    is_known = true;
    Place place;
    place_make(&place);
    for (size_t i = 0; i < sizeof compilers / sizeof *compilers && why; i++) {
        if (!write_text(place.source, probe) || compile(compilers[i], &place) != 0) continue;
        bool finds_it = execute(&place, 0, 0) == STATUS_RACE;
        compiler = compilers[i];
        why = finds_it ? NULL : "it does not find the race of a program that has one";
    }
    place_remove(&place);
    return why;
}

/* ---- programs ---- */

/* See the header: for C, what atomic sections do and what atomic operations do race. */
static bool is_mixed(const char *marked)
{
    bool has_section = strstr(marked, "__VERIFIER_atomic_begin") != NULL;
    return has_section && (strstr(marked, "__sync_") || strstr(marked, "__atomic_") || strstr(marked, SWAP_BEGIN));
}

static void add_main(Str *out, const Suspects *s, const bool *is_left_out)
{
    str_add(out, "#undef main\nint main(int count, char **args)\n{\n    if (count < 3) return 2;\n"
                 "    draws = (unsigned)atoi(args[2]) * 7919u;\n    switch (atoi(args[1])) {\n");
    for (uint32_t i = 0; i < s->count; i++)
        if (!is_left_out[i]) str_addf(out, "    case %u: main_%u(); return 0;\n", s->numbers[i], s->numbers[i]);
    str_add(out, "    }\n    return 2;\n}\n");
}

static void keep_report(const Place *p, Suspicion *out, uint32_t number)
{
    out->has_failed = true;
    out->number = number;
    FILE *f = fopen(p->report, "r");
    size_t n = f ? fread(out->report, 1, sizeof out->report - 1, f) : 0;
    out->report[n] = 0;
    if (f) fclose(f);
}

static void run_program(const Place *p, uint32_t number, uint32_t runs, Suspicion *out)
{
    out->programs++;
    for (uint32_t k = 0; k < runs && !out->has_failed; k++) {
        int status = execute(p, number, k);
        out->runs++;
        out->stuck += status == 256 + SIGALRM;
        if (status == STATUS_RACE) keep_report(p, out, number);
    }
}

void sanitizer_run(Run *run, const Suspects *s, Suspicion *out)
{
    Str text;
    Place place;
    bool *is_left_out = run_alloc(run, s->count + 1);
    str_init(run, &text);
    str_add(&text, head);
    for (uint32_t i = 0; i < s->count; i++) {
        is_left_out[i] = is_mixed(s->marked[s->numbers[i]]);
        if (!is_left_out[i]) render_sanitized(s->marked[s->numbers[i]], s->numbers[i], &text);
    }
    add_main(&text, s, is_left_out);
    place_make(&place);
    if (!write_text(place.source, str_text(&text)) || compile(compiler, &place) != 0) keep_report(&place, out, 0);
    for (uint32_t i = 0; i < s->count && !out->has_failed; i++)
        if (!is_left_out[i]) run_program(&place, s->numbers[i], s->runs, out);
    place_remove(&place);
    str_clear(&text);
    run_release(run, is_left_out);
}
