#include "agreement_library/native.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agreement_library/runtime.h"

#define RUN_SECONDS 5

static bool write_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    if (!f) return false;
    bool good = fputs(text, f) >= 0;
    return fclose(f) == 0 && good;
}

static bool execute(const char *const *arguments)
{
    int status = 1;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        execvp(arguments[0], (char *const *)(uintptr_t)arguments);
        perror(arguments[0]);
        _exit(127);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* In two steps: what the instrumentation calls is the runtime here, not the sanitizers'. */
static bool compile(const char *source, const char *object, const char *library)
{
    const char *const make[] = {"clang-19",
                                "-std=gnu17",
                                "-O0",
                                "-w",
                                "-fPIC",
                                "-fsanitize=thread,signed-integer-overflow,shift,integer-divide-by-zero",
                                "-I" CHORUS_TESTS_DIR,
                                "-c",
                                "-o",
                                object,
                                source,
                                NULL};
    const char *const link[] = {"clang-19", "-shared", "-o", library, object, NULL};
    return execute(make) && execute(link);
}

bool natives_load(const char *text, Natives *natives)
{
    char folder[] = "/tmp/chorus-agreement-library-XXXXXX", source[80], object[80], library[80];
    natives->library = NULL;
    if (!mkdtemp(folder)) {
        perror(folder);
        exit(2);
    }
    snprintf(source, sizeof source, "%s/batch.c", folder);
    snprintf(object, sizeof object, "%s/batch.o", folder);
    snprintf(library, sizeof library, "%s/batch.so", folder);
    if (write_text(source, text) && compile(source, object, library)) {
        natives->library = dlopen(library, RTLD_NOW | RTLD_LOCAL);
        if (!natives->library) fprintf(stderr, "%s\n", dlerror());
    }
    unlink(source);
    unlink(object);
    unlink(library);
    rmdir(folder);
    return natives->library != NULL;
}

void natives_unload(Natives *natives)
{
    if (natives->library) dlclose(natives->library);
    natives->library = NULL;
}

/* ---- the globals of a library ---- */

typedef struct Segment {
    uintptr_t inside; /* any address in the library */
    const char *from, *to;
} Segment;

static int look_at(struct dl_phdr_info *info, size_t size, void *arg)
{
    Segment *s = arg;
    bool is_it = false;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        is_it |= info->dlpi_phdr[i].p_type == PT_LOAD && s->inside >= start &&
                 s->inside < start + info->dlpi_phdr[i].p_memsz;
    }
    for (int i = 0; is_it && i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type != PT_LOAD || !(info->dlpi_phdr[i].p_flags & PF_W)) continue;
        s->from = (const char *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr); // NOLINT: a number in ELF
        s->to = s->from + info->dlpi_phdr[i].p_memsz;
    }
    return is_it;
}

/* ---- runs ---- */

static void run_child(int (*program)(void), uint32_t seed, volatile unsigned *noted, const Segment *data)
{
    int null = open("/dev/null", O_WRONLY);
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    alarm(RUN_SECONDS);
    rt_run(program, seed, noted, data->from, data->to);
}

Runs natives_run(const Natives *natives, unsigned number, uint32_t runs)
{
    Runs result = {0};
    char name[40];
    snprintf(name, sizeof name, "main_%u", number);
    void *symbol = dlsym(natives->library, name);
    int (*program)(void);
    memcpy(&program, &symbol, sizeof program);
    Segment data = {.inside = (uintptr_t)symbol};
    dl_iterate_phdr(look_at, &data);
    volatile unsigned *noted = mmap(NULL, sizeof *noted, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!program || noted == MAP_FAILED) exit(2);
    *noted = 0;
    for (uint32_t i = 0; i < runs; i++) {
        int status = 0;
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) run_child(program, i, noted, &data);
        while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
            continue;
        if (*noted & ~result.violations) result.seed = i;
        result.violations |= *noted;
        result.count++;
        result.stuck += WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
        result.crashes += WIFSIGNALED(status) && WTERMSIG(status) != SIGALRM;
    }
    munmap((void *)(uintptr_t)noted, sizeof *noted);
    return result;
}
