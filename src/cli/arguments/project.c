#include "cli/arguments/project.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/check.h"
#include "cli/arguments/programs.h"
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

/* The first program that is called so (NULL: any); *count: how many there are, the same compilation of a file once. */
static const DatabaseEntry *find_program(const Database *d, const char *name, size_t *count)
{
    const DatabaseEntry *found = NULL;
    *count = 0;
    for (size_t i = 0; i < d->count; i++) {
        const DatabaseEntry *e = &d->entries[i];
        if (!e->has_main || (name && !program_is_called(e, name))) continue;
        bool is_again = found && database_same_flags(found, e) && !e->target;
        if (!found) found = e;
        *count += !is_again;
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
                          "option program: %zu programs are called '%.200s': give more of the path of one, or of its "
                          "object (--list-programs)",
                          count, a->program);
    if (count == 0)
        return input_fail(error, STATUS_BAD_INPUT, "%s: error: no file of the project defines main",
                          a->project ? a->project : a->paths[0]);
    return input_fail(error, STATUS_USAGE, "the project has %zu programs: say which (--program=NAME, --list-programs)",
                      count);
}

int project_list(const Arguments *arguments) { return programs_print(&arguments->database); }

/* ---- its files ---- */

static bool is_same_file(const char *a, const char *b)
{
    char x[PATH_MAX], y[PATH_MAX];
    return realpath(a, x) && realpath(b, y) && strcmp(x, y) == 0;
}

/* How a given file is compiled: if there are several ways, as the one that is called --program, or that is nearest to
 * the program. *count: how many of these there are. */
static const DatabaseEntry *find_compile_entry(const Arguments *a, const char *path, const DatabaseEntry *program,
                                               size_t *count)
{
    const Database *d = &a->database;
    const DatabaseEntry *found = NULL;
    unsigned best = 0;
    *count = 0;
    for (size_t i = 0; i < d->count; i++) {
        const DatabaseEntry *e = &d->entries[i];
        if (!is_same_file(e->path, path)) continue;
        bool is_called = a->program && program_is_called(e, a->program) &&
                         !program_is_called(&(DatabaseEntry){.path = e->path}, a->program);
        unsigned distance = is_called || e == program ? 0 : program ? program_distance(d, program, e) : 1;
        if (found && distance > best) continue;
        bool is_again = found && distance == best && database_same_flags(found, e);
        *count = !found || distance < best ? 1 : *count + !is_again;
        if (!found || distance < best) found = e;
        best = distance;
    }
    return found;
}

/* The compilation of the given files that has main, NULL: there is none, or it is not known which. */
static const DatabaseEntry *find_given_program(const Arguments *a, size_t first)
{
    for (size_t k = first; k < a->path_count; k++) {
        size_t count = 0;
        const DatabaseEntry *e = find_compile_entry(a, a->paths[k], NULL, &count);
        if (e && e->has_main && count == 1) return e;
    }
    return NULL;
}

/* The files of the program, by their numbers among those that are loaded. */
typedef struct Filler {
    Arguments *arguments;
    ChorusSession *session;
    const DatabaseEntry *program;
    size_t first, count;
    WordList missing;
} Filler;

static bool complain_ways(const Filler *f, const char *path, size_t count, InputError *error)
{
    const Database *d = &f->arguments->database;
    Output ways = {NULL, 0, 0, false};
    for (size_t i = 0; i < d->count; i++)
        if (d->entries[i].output && is_same_file(d->entries[i].path, path))
            output_addf(&ways, "%s--program=%s", ways.length ? ", " : "", d->entries[i].output);
    input_fail(error, STATUS_USAGE, "%s is compiled in %zu ways: say for which program, or which object%s%.*s%s", path,
               count, ways.length ? " (" : "", ways.length < 300 ? (int)ways.length : 300, ways.length ? ways.data : "",
               ways.length ? ")" : "");
    output_clear(&ways);
    return false;
}

static bool add_entry_flags(const Filler *f, const DatabaseEntry *e, size_t file, bool is_needed, InputError *error)
{
    for (size_t i = 0; i < e->flags.count; i++) {
        if (chorus_add_file_flag(f->session, file, e->flags.data[i]) == CHORUS_OK) continue;
        if (!is_needed) return input_fail(error, STATUS_BAD_INPUT, "%s: error: %s", e->path, chorus_error(f->session));
        chorus_refuse_file(f->session, file, chorus_error(f->session));
    }
    size_t position = (size_t)(e - f->arguments->database.entries);
    chorus_name_output(f->session, file, e->output ? e->output : "", position);
    return true;
}

static bool use_given(Filler *f, InputError *error)
{
    for (size_t k = f->first; k < f->count; k++) {
        const char *path = f->arguments->task_paths[k];
        size_t count = 0;
        const DatabaseEntry *e = f->program && strcmp(path, f->program->path) == 0
                                     ? f->program
                                     : find_compile_entry(f->arguments, path, f->program, &count);
        if (count > 1) return complain_ways(f, path, count, error);
        if (e && !add_entry_flags(f, e, k - f->first, false, error)) return false;
    }
    return true;
}

/* Another compilation of the file that has main may be a part of the program, too. */
static bool is_given(const Filler *f, const DatabaseEntry *e)
{
    bool is_rest = f->program && strcmp(e->path, f->program->path) == 0 && !database_same_flags(f->program, e);
    for (size_t k = f->first; k < f->arguments->path_count && !is_rest; k++)
        if (is_same_file(e->path, f->arguments->task_paths[k])) return true;
    return false;
}

/* Those at this distance; nearer ones were added before. */
static bool use_others(Filler *f, unsigned distance, InputError *error)
{
    const Database *d = &f->arguments->database;
    for (size_t i = 0; i < d->count; i++) {
        const DatabaseEntry *e = &d->entries[i];
        struct stat st;
        unsigned own = f->program ? program_distance(d, f->program, e) : e->has_main ? PROGRAM_OTHER : 1;
        if (own != distance || is_given(f, e)) continue;
        bool is_there = stat(e->path, &st) == 0;
        if (is_there && st.st_size == 0) continue;
        if (!is_there && distance != PROGRAM_PART) {
            words_add(&f->missing, e->path, strlen(e->path));
            continue;
        }
        size_t file = f->count - f->first;
        if (distance != PROGRAM_PART) chorus_link_as_needed(f->session, file, distance);
        f->arguments->task_paths[f->count++] = e->path;
        if (!add_entry_flags(f, e, file, distance != PROGRAM_PART, error)) return false;
    }
    return true;
}

static void warn_of(const Arguments *a, const WordList *files, const char *what)
{
    Output names = {NULL, 0, 0, false};
    if (!files->count || a->quiet) return;
    for (size_t i = 0; i < files->count && i < 3; i++)
        output_addf(&names, "%s%s", i ? ", " : "", files->data[i]);
    output_complain("warning: %zu %s of the project %s and left out: %.*s%s", files->count,
                    files->count == 1 ? "file" : "files", what, (int)names.length, names.data,
                    files->count > 3 ? ", ..." : "");
    output_clear(&names);
}

/* The given files with the flags that the database has for them, then what is linked with them, and then all others
 * without main, the nearest first. */
static bool use_files(Arguments *a, ChorusSession *session, size_t first, const DatabaseEntry *program,
                      InputError *error)
{
    enum { DISTANCES = 10 };
    Filler f = {a, session, program, first, a->path_count, {NULL, 0}};
    if (!f.program) f.program = find_given_program(a, first);
    a->task_paths = memory_new((a->path_count + a->database.count) * sizeof *a->task_paths);
    memcpy(a->task_paths, a->paths, a->path_count * sizeof *a->task_paths);
    if (!program) chorus_leave_doubtful(session); /* the files are named */
    bool ok = use_given(&f, error);
    for (unsigned distance = 0; distance < DISTANCES && ok; distance++)
        ok = use_others(&f, distance, error);
    if (ok) {
        warn_of(a, &f.missing,
                f.missing.count == 1 ? "is not there (does the build make it?)"
                                     : "are not there (does the build make them?)");
        warn_of(a, &a->database.left_out, a->database.left_out.count == 1 ? "is not C" : "are not C");
    }
    words_clear(&f.missing);
    a->paths = a->task_paths;
    a->path_count = f.count;
    return ok;
}

static bool resolve_files(Arguments *a, ChorusSession *session, size_t first, InputError *error)
{
    bool has_folder = !a->project && a->path_count == first + 1 && is_folder(a->paths[first]);
    const DatabaseEntry *program = NULL;
    size_t count = 0;
    CHECK(!a->task_paths && !a->database.count);
    if (!a->project && !has_folder) {
        bool is_asked = a->program || a->list_programs;
        return !is_asked || input_fail(error, STATUS_USAGE, "option %s: is for projects (-p DIR)",
                                       a->program ? "program" : "list-programs");
    }
    if (!read_database(a, first, &a->database, error)) return false;
    programs_find(&a->database, session);
    if (a->list_programs) return true;
    if (has_folder) a->path_count = first;
    if (a->path_count == first) {
        program = find_program(&a->database, a->program, &count);
        if (count != 1) return complain_count(a, count, error);
        const char **paths = memory_new((first + 1) * sizeof *paths);
        memcpy(paths, a->paths, first * sizeof *paths);
        paths[first] = program->path;
        a->project_paths = paths;
        a->paths = paths;
        a->path_count = first + 1;
    }
    return use_files(a, session, first, program, error);
}

static void add_library_path(Arguments *a, ChorusSession *session, size_t first)
{
    const char **paths = memory_new((a->path_count + 1) * sizeof *paths);
    memcpy(paths, a->paths, a->path_count * sizeof *paths);
    paths[a->path_count++] = a->library;
    free(a->library_paths);
    a->paths = a->library_paths = paths;
    chorus_link_as_needed(session, a->path_count - 1 - first, CHORUS_LIBRARY);
}

static bool add_client_functions(ChorusSession *session, const char *functions, bool only, InputError *error)
{
    if (!functions || chorus_add_clients(session, functions, only) == CHORUS_OK) return true;
    return input_fail(error, STATUS_USAGE, "option %s: %s", only ? "entry" : "thread", chorus_error(session));
}

bool project_resolve(Arguments *arguments, ChorusSession *session, size_t first, InputError *error)
{
    if (!add_client_functions(session, arguments->entry, true, error) ||
        !add_client_functions(session, arguments->thread, false, error))
        return false;
    if (!resolve_files(arguments, session, first, error)) return false;
    if (arguments->library && !arguments->list_programs) add_library_path(arguments, session, first);
    return true;
}
