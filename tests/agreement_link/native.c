#include "agreement_link/native.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

const char *const native_compilers[COMPILERS] = {"gcc", "clang-19"};

int native_shell(const char *command, Str *said)
{
    char part[4096];
    fflush(NULL);
    FILE *f = popen(command, "r"); // NOLINT: a command of our own
    if (!f) {
        perror("popen");
        exit(2);
    }
    for (size_t n; (n = fread(part, 1, sizeof part, f)) > 0;)
        str_add_bytes(said, part, n);
    int status = pclose(f);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

const char *native_missing(Run *run)
{
    const char *missing = NULL;
    for (int i = 0; i < COMPILERS && !missing; i++) {
        Str command, said;
        str_init(run, &command);
        str_init(run, &said);
        str_addf(&command, "%s --version 2>&1", native_compilers[i]);
        if (native_shell(str_text(&command), &said) != 0) missing = native_compilers[i];
        str_clear(&command);
        str_clear(&said);
    }
    return missing;
}

/* Compiles what belongs to the program and links it in the order of the database. */
static void add_build(const Project *p, const char *folder, const char *compiler, Str *script)
{
    str_addf(script, "exec 2>&1\nset -e\ncd '%s/%s'\n", folder, p->place);
    for (uint32_t i = 0; i < p->entry_count; i++) {
        if (p->entries[i].is_other) continue;
        project_command(p, &p->entries[i], compiler, "-DPROBE", script);
        str_add(script, "\n");
    }
    str_addf(script, "%s -pthread -o '%s/program'", compiler, folder);
    for (uint32_t i = 0; i < p->entry_count; i++)
        if (!p->entries[i].is_other && !p->entries[i].is_again) str_addf(script, " %s", p->entries[i].object);
    str_add(script, "\n");
}

static void read_values(const char *text, Values *values)
{
    for (unsigned i; *text; text++) {
        long number;
        if (sscanf(text, "%u %ld", &i, &number) == 2 && i < CHECKS_MAX) {
            values->is_changing[i] |= values->is_seen[i] && values->number[i] != number;
            values->is_seen[i] = true;
            values->number[i] = number;
        }
        text = strchr(text, '\n');
        if (!text) break;
    }
}

bool native_values(const Project *p, const char *folder, const char *compiler, Values *values, Str *said)
{
    Str script;
    str_init(p->run, &script);
    memset(values, 0, sizeof *values);
    add_build(p, folder, compiler, &script);
    bool good = native_shell(str_text(&script), said) == 0;
    if (good) {
        str_reset(&script);
        str_reset(said);
        str_addf(&script, "timeout 10 '%s/program' 2>&1", folder);
        int status = native_shell(str_text(&script), said);
        good = status == 0;
        if (good) read_values(str_text(said), values);
        if (!good) str_addf(said, "(its run ends with status %d)\n", status);
    }
    str_clear(&script);
    return good;
}
