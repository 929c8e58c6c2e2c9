#include "agreement_c/batch.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agreement_c/render.h"

static bool write_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    if (!f) return false;
    bool good = fputs(text, f) >= 0;
    return fclose(f) == 0 && good;
}

/* -O0: what lives is in memory, where the explorer sees it (explore.c). */
static bool compile(const char *source, const char *library, bool noisy)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (!noisy && !freopen("/dev/null", "w", stderr)) _exit(126);
        execlp("clang-19", "clang-19", "-std=gnu17", "-O0", "-w", "-shared", "-fPIC", "-I" CHORUS_TESTS_DIR, "-o",
               library, source, (char *)NULL);
        perror("clang-19");
        _exit(127);
    }
    int status = 1;
    while (child > 0 && waitpid(child, &status, 0) < 0)
        continue;
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool batch_load(Run *run, const char *const *marked, uint32_t count, bool noisy, Batch *batch)
{
    char folder[] = "/tmp/chorus-agreement-c-XXXXXX", source[64], library[64];
    if (!mkdtemp(folder)) {
        perror(folder);
        exit(2);
    }
    snprintf(source, sizeof source, "%s/batch.c", folder);
    snprintf(library, sizeof library, "%s/batch.so", folder);
    Str text;
    str_init(run, &text);
    render_native_head(&text);
    for (uint32_t i = 0; i < count; i++)
        render_native(marked[i], i, &text);
    batch->library = NULL;
    if (write_text(source, str_text(&text)) && compile(source, library, noisy))
        batch->library = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    str_clear(&text);
    unlink(source);
    unlink(library);
    rmdir(folder);
    if (!batch->library) return false;
    batch->host = dlsym(batch->library, "host");
    return batch->host != NULL;
}

const Entry *batch_entry(const Batch *batch, uint32_t number)
{
    char name[40];
    snprintf(name, sizeof name, "entry_%u", number);
    return dlsym(batch->library, name);
}

void batch_unload(Batch *batch)
{
    if (batch->library) dlclose(batch->library);
    batch->library = NULL;
}
