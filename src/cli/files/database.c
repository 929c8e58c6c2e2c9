#include "cli/files/database.h"

#include <dirent.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/files/command.h"
#include "cli/files/memory.h"
#include "cli/files/status.h"
#include "cli/files/words.h"

#define SOURCE_BYTES ((size_t)64 << 20)

/* ---- paths ---- */

/* Without "." and "..", as far as the text tells; from here where that is shorter. */
static char *plain(char *path)
{
    char here[PATH_MAX], *text = memory_new(strlen(path) + 2);
    size_t n = 0;
    for (const char *at = path; *at;) {
        size_t length = strcspn(at, "/");
        bool is_up = length == 2 && strncmp(at, "..", 2) == 0, is_here = length == 0 || (length == 1 && *at == '.');
        if (is_up && n) {
            while (n && text[--n] != '/')
                continue;
        } else if (!is_here) {
            if (n || path[0] == '/') text[n++] = '/';
            memcpy(text + n, at, length);
            n += length;
        }
        at += length + (at[length] == '/');
    }
    text[n] = 0;
    free(path);
    size_t skip = getcwd(here, sizeof here) ? strlen(here) : 0;
    char *result =
        memory_format("%s", skip && strncmp(text, here, skip) == 0 && text[skip] == '/' ? text + skip + 1 : text);
    free(text);
    return result;
}

/* A path as people write it: without detours, and from here where that is shorter. */
static char *tidy_path(char *path)
{
    char full[PATH_MAX], here[PATH_MAX];
    bool is_there = realpath(path, full) && getcwd(here, sizeof here);
    size_t n = is_there ? strlen(here) : 0;
    if (!is_there) return plain(path);
    free(path);
    return memory_format("%s", strncmp(full, here, n) == 0 && full[n] == '/' ? full + n + 1 : full);
}

/* What the object is linked into, where its path tells: CMake's X.dir/a.c.o, Meson's X.p/a.c.o, Automake's X-a.o. */
static char *link_target_of(const char *output, const char *source)
{
    for (const char *at = strchr(output, '/'); at; at = strchr(at + 1, '/')) {
        size_t n = (size_t)(at - output);
        size_t end = n > 4 && strncmp(at - 4, ".dir", 4) == 0 ? 4 : n > 2 && strncmp(at - 2, ".p", 2) == 0 ? 2 : 0;
        if (end) return memory_copy(output, n - end);
    }
    const char *object = input_base(output), *file = input_base(source), *dot = strrchr(object, '.');
    size_t name = strcspn(file, "."), length = dot ? (size_t)(dot - object) : strlen(object);
    bool is_automake =
        length > name + 1 && strncmp(object + length - name, file, name) == 0 && object[length - name - 1] == '-';
    if (!is_automake) return NULL;
    return memory_copy(output, (size_t)(object - output) + length - name - 1);
}

/* ---- entries ---- */

static bool read_words(const json_t *object, WordList *words)
{
    const json_t *arguments = json_object_get(object, "arguments");
    const char *command = json_string_value(json_object_get(object, "command"));
    for (size_t i = 0; i < json_array_size(arguments); i++) {
        const char *word = json_string_value(json_array_get(arguments, i));
        if (!word) return false;
        words_add(words, word, strlen(word));
    }
    if (words->count == 0 && command) words_split(words, command);
    return words->count > 0;
}

static bool are_equal(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

bool database_same_flags(const DatabaseEntry *a, const DatabaseEntry *b)
{
    bool same = strcmp(a->path, b->path) == 0 && a->flags.count == b->flags.count;
    for (size_t i = 0; same && i < a->flags.count; i++)
        same = strcmp(a->flags.data[i], b->flags.data[i]) == 0;
    return same;
}

/* Takes the path. */
static void add_unit(Database *d, const char *directory, char *path, const CompileCommand *c, const char *output)
{
    DatabaseEntry e = {.path = path};
    for (size_t i = 0; i < c->flags.count; i++)
        words_add(&e.flags, c->flags.data[i], strlen(c->flags.data[i]));
    e.output = output ? plain(command_path(directory, output)) : NULL;
    if (e.output) e.target = c->links ? memory_format("%s", e.output) : link_target_of(e.output, path);
    for (size_t i = 0; i < d->count; i++)
        if (database_same_flags(&d->entries[i], &e) && are_equal(d->entries[i].output, e.output)) {
            database_clear_entry(&e);
            return;
        }
    d->entries = memory_grow(d->entries, d->count, sizeof *d->entries);
    d->entries[d->count++] = e;
}

static bool has_suffix_of(const char *path, const char *const *suffixes)
{
    while (*suffixes && !input_has_suffix(path, *suffixes))
        suffixes++;
    return *suffixes != NULL;
}

/* One file that a command compiles. */
static void add_compiled_file(Database *d, const char *directory, const char *file, const CompileCommand *c,
                              const char *output)
{
    static const char *const c_suffixes[] = {".c", ".i", NULL};
    static const char *const linked[] = {".o", ".a", ".so", ".lo", ".la", ".obj", ".lib", ".h", NULL};
    bool is_named = c->language && strcmp(c->language, "none") != 0;
    bool is_c = is_named ? strcmp(c->language, "c") == 0 : has_suffix_of(file, c_suffixes) && !c->is_cxx;
    if (!is_named && has_suffix_of(file, linked)) return;
    char *path = tidy_path(command_path(directory, file));
    if (is_c) {
        add_unit(d, directory, path, c, output);
        return;
    }
    bool is_known = false;
    for (size_t i = 0; i < d->left_out.count; i++)
        is_known |= strcmp(d->left_out.data[i], path) == 0;
    if (!is_known) words_add(&d->left_out, path, strlen(path));
    free(path);
}

static bool add_entry(Database *d, const char *path, const json_t *object, InputError *error)
{
    const char *directory = json_string_value(json_object_get(object, "directory"));
    const char *file = json_string_value(json_object_get(object, "file"));
    const char *output = json_string_value(json_object_get(object, "output"));
    WordList words = {NULL, 0};
    bool ok = directory && file && read_words(object, &words);
    if (!ok) {
        words_clear(&words);
        return input_fail(error, STATUS_BAD_INPUT,
                          "%s: error: an entry without directory, file, and how it is compiled", path);
    }
    char *folder = directory[0] == '/' ? memory_format("%s", directory) : input_beside(path, directory);
    CompileCommand c;
    command_read(&c, folder, &words);
    add_compiled_file(d, folder, file, &c, output ? output : c.output);
    for (size_t i = 0; i < c.sources.count && c.links; i++) /* several files are one program */
        if (c.output && !are_equal(c.sources.data[i], file))
            add_compiled_file(d, folder, c.sources.data[i], &c, c.output);
    command_clear(&c);
    free(folder);
    words_clear(&words);
    return true;
}

bool database_read(const char *path, Database *database, InputError *error)
{
    struct stat st;
    json_error_t problem;
    *database = (Database){.entries = NULL};
    bool is_folder = stat(path, &st) == 0 && S_ISDIR(st.st_mode);
    char *file = memory_format("%s%s", path, is_folder ? "/compile_commands.json" : "");
    char *text = input_read(file, SOURCE_BYTES, error);
    json_t *all = text ? json_loads(text, 0, &problem) : NULL;
    bool ok = json_is_array(all);
    if (text && !ok)
        input_fail(error, STATUS_BAD_INPUT, "%s:%d: error: %s", file, all ? 1 : problem.line,
                   all ? "is no list of compile commands" : problem.text);
    for (size_t i = 0; ok && i < json_array_size(all); i++)
        ok = add_entry(database, file, json_array_get(all, i), error);
    if (ok && database->count == 0)
        ok = input_fail(error, STATUS_BAD_INPUT, "%s: error: no C file is compiled there", file);
    json_decref(all);
    free(text);
    free(file);
    return ok;
}

bool database_is_in(const char *folder)
{
    char *file = memory_format("%s/compile_commands.json", folder);
    bool is_there = access(file, F_OK) == 0;
    free(file);
    return is_there;
}

static int is_c_file(const struct dirent *entry) { return input_has_suffix(entry->d_name, ".c"); }

bool database_of_folder(const char *path, Database *database, InputError *error)
{
    struct dirent **names = NULL;
    int count = scandir(path, &names, is_c_file, alphasort);
    *database = (Database){.entries = NULL};
    for (int i = 0; i < count; i++) {
        database->entries = memory_grow(database->entries, database->count, sizeof *database->entries);
        char *file = memory_format("%s/%s", path, names[i]->d_name);
        database->entries[database->count++] = (DatabaseEntry){.path = file};
        free(names[i]);
    }
    free(names);
    return database->count > 0 ||
           input_fail(error, STATUS_BAD_INPUT, "%s: error: there is no C file in this folder", path);
}

void database_clear_entry(DatabaseEntry *e)
{
    words_clear(&e->flags);
    free(e->path);
    free(e->output);
    free(e->target);
}

void database_clear(Database *database)
{
    for (size_t i = 0; i < database->count; i++)
        database_clear_entry(&database->entries[i]);
    free(database->entries);
    words_clear(&database->left_out);
    *database = (Database){.entries = NULL};
}
