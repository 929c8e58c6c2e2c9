#include "cli/files/database.h"

#include <ctype.h>
#include <dirent.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "chorus.h"
#include "cli/files/words.h"
#include "cli/files/memory.h"
#include "cli/files/status.h"

#define SOURCE_BYTES ((size_t)64 << 20)

/* ---- main ---- */

/* What follows a comment, a text in quotes, or one character. */
static const char *skip_token(const char *at)
{
    if (at[0] == '/' && at[1] == '/') return at + strcspn(at, "\n");
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    if (*at != '"' && *at != '\'') return at + 1;
    for (char quote = *at++; *at && *at != quote && *at != '\n'; at++)
        if (*at == '\\' && at[1]) at++;
    return *at ? at + 1 : at;
}

static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Whether what begins here is a list of parameters with a body behind it. */
static bool is_definition(const char *at)
{
    int depth = 0;
    at += strspn(at, " \t\r\n");
    if (*at != '(') return false;
    do {
        depth += (*at == '(') - (*at == ')');
        at = skip_token(at);
    } while (*at && depth > 0);
    while (*at && (isspace((unsigned char)*at) || strncmp(at, "/*", 2) == 0 || strncmp(at, "//", 2) == 0))
        at = skip_token(at);
    return *at == '{' || is_name(*at); /* parameters may be declared there */
}

/* Whether a function main is defined in the text, as far as its text tells. */
static bool defines_main(const char *text)
{
    int depth = 0;
    for (const char *at = text; *at; at = skip_token(at)) {
        depth += (*at == '{') - (*at == '}');
        bool is_word = at == text || !is_name(at[-1]);
        if (depth == 0 && is_word && strncmp(at, "main", 4) == 0 && !is_name(at[4]) && is_definition(at + 4))
            return true;
    }
    return false;
}

static bool file_has_main(const char *path)
{
    InputError error = {0, ""};
    char *text = input_read(path, SOURCE_BYTES, &error);
    bool has_main = text && defines_main(text);
    free(text);
    return has_main;
}

/* ---- entries ---- */

static char *absolute(const char *directory, const char *path)
{
    return path[0] == '/' ? memory_format("%s", path) : memory_format("%s/%s", directory, path);
}

/* A path as people write it: without detours, and from here where that is shorter. */
static char *tidy(char *path)
{
    char full[PATH_MAX], here[PATH_MAX];
    bool is_there = realpath(path, full) && getcwd(here, sizeof here);
    size_t n = is_there ? strlen(here) : 0;
    if (!is_there) return path;
    free(path);
    return memory_format("%s", strncmp(full, here, n) == 0 && full[n] == '/' ? full + n + 1 : full);
}

/* A flag with its paths seen from the folder where it was meant. */
static char *resolve_flag(const char *directory, const char *flag)
{
    static const char *const words[] = {"-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-I", NULL};
    for (const char *const *w = words; *w; w++) {
        size_t n = strlen(*w);
        if (strncmp(flag, *w, n) != 0) continue;
        const char *path = flag + n + strspn(flag + n, " ");
        if (!*path) continue;
        char *full = absolute(directory, path), *text = memory_format("%s%s%s", *w, n > 2 ? " " : "", full);
        free(full);
        return text;
    }
    return memory_format("%s", flag);
}

static void add_flag(DatabaseEntry *entry, char *flag)
{
    entry->flags = memory_grow(entry->flags, entry->flag_count, sizeof *entry->flags);
    entry->flags[entry->flag_count++] = flag;
}

/* All words behind the compiler's name but for the file itself. */
static void add_flags(DatabaseEntry *entry, const char *directory, const Words *words)
{
    for (size_t i = 1; i < words->count; i++) {
        const char *word = words->data[i];
        if (word[0] != '-' || !word[1]) continue; /* what is compiled */
        if (!chorus_flag_lacks_value(word) || i + 1 >= words->count) {
            add_flag(entry, resolve_flag(directory, word));
            continue;
        }
        char *joined = memory_format("%s%s%s", word, strlen(word) > 2 ? " " : "", words->data[++i]);
        add_flag(entry, resolve_flag(directory, joined));
        free(joined);
    }
}

static bool is_known(const Database *d, const char *path)
{
    for (size_t i = 0; i < d->count; i++)
        if (strcmp(d->entries[i].path, path) == 0) return true;
    return false;
}

static bool read_words(const json_t *object, Words *words)
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

static bool add_entry(Database *d, const char *path, const json_t *object, InputError *error)
{
    const char *directory = json_string_value(json_object_get(object, "directory"));
    const char *file = json_string_value(json_object_get(object, "file"));
    Words words = {NULL, 0};
    bool ok = directory && file && read_words(object, &words);
    if (!ok)
        input_fail(error, STATUS_BAD_INPUT, "%s: error: an entry without directory, file, and how it is compiled",
                   path);
    char *full = ok ? tidy(absolute(directory, file)) : NULL;
    if (ok && input_has_suffix(full, ".c") && !is_known(d, full)) {
        d->entries = memory_grow(d->entries, d->count, sizeof *d->entries);
        DatabaseEntry *entry = &d->entries[d->count++];
        *entry = (DatabaseEntry){.path = full, .has_main = file_has_main(full)};
        add_flags(entry, directory, &words);
        full = NULL;
    }
    free(full);
    words_clear(&words);
    return ok;
}

bool database_read(const char *path, Database *database, InputError *error)
{
    struct stat st;
    json_error_t problem;
    *database = (Database){NULL, 0};
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

static int is_source(const struct dirent *entry) { return input_has_suffix(entry->d_name, ".c"); }

bool database_of_folder(const char *path, Database *database, InputError *error)
{
    struct dirent **names = NULL;
    int count = scandir(path, &names, is_source, alphasort);
    *database = (Database){NULL, 0};
    for (int i = 0; i < count; i++) {
        database->entries = memory_grow(database->entries, database->count, sizeof *database->entries);
        char *file = memory_format("%s/%s", path, names[i]->d_name);
        database->entries[database->count++] = (DatabaseEntry){.path = file, .has_main = file_has_main(file)};
        free(names[i]);
    }
    free(names);
    return database->count > 0 ||
           input_fail(error, STATUS_BAD_INPUT, "%s: error: there is no C file in this folder", path);
}

void database_clear(Database *database)
{
    for (size_t i = 0; i < database->count; i++) {
        DatabaseEntry *e = &database->entries[i];
        for (size_t k = 0; k < e->flag_count; k++)
            free(e->flags[k]);
        free(e->flags);
        free(e->path);
    }
    free(database->entries);
    *database = (Database){NULL, 0};
}
