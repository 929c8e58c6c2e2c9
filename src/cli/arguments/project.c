#include "cli/arguments/project.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/check.h"
#include "cli/files/memory.h"
#include "cli/files/output.h"
#include "cli/files/status.h"

/* ---- the database ---- */

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool read_database(const Arguments *a, size_t first, Database *database, InputError *error)
{
    if (a->project) return database_read(a->project, database, error);
    const char *folder = a->paths[first];
    return database_is_in(folder) ? database_read(folder, database, error)
                                  : database_of_folder(folder, database, error);
}

/* ---- its programs ---- */

static size_t name_length(const char *path)
{
    size_t n = strlen(input_base(path));
    return n > 2 ? n - 2 : n; /* without .c */
}

/* Whether a program is called so: by its file without .c, or by the end of its path. */
static bool is_called(const DatabaseEntry *e, const char *name)
{
    const char *base = input_base(e->path);
    size_t n = strlen(name), all = strlen(e->path);
    if (n == name_length(e->path) && strncmp(base, name, n) == 0) return true;
    return n <= all && strcmp(e->path + all - n, name) == 0 && (n == all || e->path[all - n - 1] == '/');
}

/* The first program that is called so (NULL: any); *count: how many there are. */
static const DatabaseEntry *find_program(const Database *d, const char *name, size_t *count)
{
    const DatabaseEntry *found = NULL;
    *count = 0;
    for (size_t i = 0; i < d->count; i++) {
        const DatabaseEntry *e = &d->entries[i];
        if (!e->has_main || (name && !is_called(e, name))) continue;
        if (!found) found = e;
        ++*count;
    }
    return found;
}

static bool complain_count(const Arguments *a, size_t count, InputError *error)
{
    if (a->program && count == 0)
        return input_fail(error, STATUS_USAGE, "option program: the project has no program '%.200s' (--list-programs)",
                          a->program);
    if (a->program)
        return input_fail(error, STATUS_USAGE,
                          "option program: %zu programs are called '%.200s': give more of the path", count, a->program);
    if (count == 0)
        return input_fail(error, STATUS_BAD_INPUT, "%s: error: no file of the project defines main",
                          a->project ? a->project : a->paths[0]);
    return input_fail(error, STATUS_USAGE, "the project has %zu programs: say which (--program=NAME, --list-programs)",
                      count);
}

int project_list(const Arguments *arguments)
{
    Output out = {NULL, 0, 0, false};
    for (size_t i = 0; i < arguments->database.count; i++) {
        const DatabaseEntry *e = &arguments->database.entries[i];
        if (e->has_main) output_addf(&out, "%-20.*s %s\n", (int)name_length(e->path), input_base(e->path), e->path);
    }
    return output_flush(&out, 0);
}

/* ---- its files ---- */

static bool add_flags(ChorusSession *session, const DatabaseEntry *e, const char *path, InputError *error)
{
    for (size_t i = 0; i < e->flag_count; i++)
        if (chorus_add_file_flag(session, path, e->flags[i]) != CHORUS_OK)
            return input_fail(error, STATUS_BAD_INPUT, "%s: error: %s", path, chorus_error(session));
    return true;
}

static bool is_same_file(const char *a, const char *b)
{
    char x[PATH_MAX], y[PATH_MAX];
    return realpath(a, x) && realpath(b, y) && strcmp(x, y) == 0;
}

/* The given files with the flags that the database has for them, then all others without main. */
static bool use_files(Arguments *a, ChorusSession *session, size_t first, InputError *error)
{
    const Database *d = &a->database;
    size_t count = a->path_count, given = count;
    a->task_paths = memory_new((count + d->count) * sizeof *a->task_paths);
    memcpy(a->task_paths, a->paths, count * sizeof *a->task_paths);
    for (size_t i = 0; i < d->count; i++) {
        const DatabaseEntry *e = &d->entries[i];
        const char *path = NULL;
        for (size_t k = first; k < given && !path; k++)
            if (is_same_file(e->path, a->task_paths[k])) path = a->task_paths[k];
        if (!path && e->has_main) continue;
        if (!path) {
            a->task_paths[count++] = path = e->path;
            chorus_link_as_needed(session, path);
        }
        if (!add_flags(session, e, path, error)) return false;
    }
    a->paths = a->task_paths;
    a->path_count = count;
    return true;
}

static bool resolve(Arguments *a, ChorusSession *session, size_t first, InputError *error)
{
    bool has_folder = !a->project && a->path_count == first + 1 && is_folder(a->paths[first]);
    size_t count = 0;
    CHECK(!a->task_paths && !a->database.count);
    if (!a->project && !has_folder) {
        bool is_asked = a->program || a->list_programs;
        return !is_asked || input_fail(error, STATUS_USAGE, "option %s: is for projects (-p DIR)",
                                       a->program ? "program" : "list-programs");
    }
    if (!read_database(a, first, &a->database, error)) return false;
    if (a->list_programs) return true;
    if (has_folder) a->path_count = first;
    if (a->path_count == first) {
        const DatabaseEntry *program = find_program(&a->database, a->program, &count);
        if (count != 1) return complain_count(a, count, error);
        const char **paths = memory_new((first + 1) * sizeof *paths);
        memcpy(paths, a->paths, first * sizeof *paths);
        paths[first] = program->path;
        a->project_paths = paths;
        a->paths = paths;
        a->path_count = first + 1;
    }
    return use_files(a, session, first, error);
}

/* Behind all others. */
static void add_library(Arguments *a, ChorusSession *session)
{
    const char **paths = memory_new((a->path_count + 1) * sizeof *paths);
    memcpy(paths, a->paths, a->path_count * sizeof *paths);
    paths[a->path_count++] = a->library;
    free(a->library_paths);
    a->paths = a->library_paths = paths;
    chorus_link_as_needed(session, a->library);
}

static bool add_clients(ChorusSession *session, const char *functions, bool only, InputError *error)
{
    if (!functions || chorus_add_clients(session, functions, only) == CHORUS_OK) return true;
    return input_fail(error, STATUS_USAGE, "option %s: %s", only ? "entry" : "thread", chorus_error(session));
}

bool project_resolve(Arguments *arguments, ChorusSession *session, size_t first, InputError *error)
{
    if (!add_clients(session, arguments->entry, true, error) || !add_clients(session, arguments->thread, false, error))
        return false;
    if (!resolve(arguments, session, first, error)) return false;
    if (arguments->library && !arguments->list_programs) add_library(arguments, session);
    return true;
}
