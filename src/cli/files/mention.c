#include "cli/files/mention.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/ctext.h"
#include "cli/files/input.h"
#include "cli/files/memory.h"

#define SOURCE_BYTES ((size_t)64 << 20)

typedef struct Include {
    char *name;
    bool is_quoted;
} Include;

struct MentionFile {
    char *path;
    bool has_main;   /* or it cannot be told */
    bool is_visited; /* in the search that is going on */
    Include *includes;
    size_t include_count;
};

bool mention_seems_defined(const char *path)
{
    InputError error = {0, ""};
    char *text = input_read(path, SOURCE_BYTES, &error);
    bool has_main = text && ctext_defines(text, "main");
    free(text);
    return has_main;
}

/* ---- what a file says ---- */

/* The name in an #include, at the '#'; what follows. */
static const char *read_include(struct MentionFile *file, const char *at)
{
    at += 1 + strspn(at + 1, " \t");
    if (strncmp(at, "include", 7) != 0) return at;
    at += 7;
    if (strncmp(at, "_next", 5) == 0) at += 5;
    at += strspn(at, " \t");
    bool is_quoted = *at == '"';
    const char *end = *at == '"' ? strchr(at + 1, '"') : *at == '<' ? strchr(at + 1, '>') : NULL;
    if (!end) {
        file->has_main = true; /* computed */
        return at;
    }
    file->includes = memory_grow(file->includes, file->include_count, sizeof *file->includes);
    file->includes[file->include_count++] = (Include){memory_copy(at + 1, (size_t)(end - at - 1)), is_quoted};
    return end + 1;
}

static void read_mentions(struct MentionFile *file, const char *text)
{
    bool is_first = true; /* of its line */
    for (const char *at = text; *at;) {
        if (is_first && *at == '#') {
            at = read_include(file, at);
            is_first = false;
            continue;
        }
        if (ctext_is_word(text, at, "main")) file->has_main = true;
        is_first = *at == '\n' || (is_first && isspace((unsigned char)*at));
        at = ctext_skip(at);
    }
}

/* The number of the file, which is read unless it was; it may not be there. */
static size_t find_mention_file(Mentions *m, const char *path)
{
    InputError error = {0, ""};
    for (size_t i = 0; i < m->count; i++)
        if (strcmp(m->files[i].path, path) == 0) return i;
    m->files = memory_grow(m->files, m->count, sizeof *m->files);
    struct MentionFile *file = &m->files[m->count++];
    *file = (struct MentionFile){.path = memory_format("%s", path)};
    char *text = input_read(path, SOURCE_BYTES, &error);
    if (text) read_mentions(file, text);
    free(text);
    return m->count - 1;
}

/* ---- what it includes ---- */

typedef struct Search {
    Mentions *mentions;
    char *const *flags;
    size_t flag_count;
} Search;

/* The folder that a flag adds to the search, NULL: none. */
static const char *searched_folder(const char *flag)
{
    static const char *const names[] = {"-I", "-iquote", "-isystem", "-idirafter", NULL};
    for (const char *const *n = names; *n; n++)
        if (strncmp(flag, *n, strlen(*n)) == 0) return flag + strlen(*n) + strspn(flag + strlen(*n), " ");
    return NULL;
}

/* Where the file is that is included, to be freed; NULL: nowhere among the project's folders. */
static char *locate(const Search *s, const char *from, const Include *include)
{
    char *path = include->name[0] == '/' || include->is_quoted ? input_beside(from, include->name) : NULL;
    for (size_t i = 0; i < s->flag_count && !(path && access(path, F_OK) == 0); i++) {
        const char *folder = searched_folder(s->flags[i]);
        if (!folder) continue;
        free(path);
        path = memory_format("%s/%s", folder, include->name);
    }
    if (path && access(path, F_OK) == 0) return path;
    free(path);
    return NULL;
}

static bool reaches_main(const Search *s, size_t root)
{
    size_t *open = memory_grow(NULL, 0, sizeof *open), count = 1;
    bool found = false;
    for (size_t i = 0; i < s->mentions->count; i++)
        s->mentions->files[i].is_visited = false;
    s->mentions->files[root].is_visited = true;
    open[0] = root;
    while (count && !found) {
        size_t at = open[--count];
        found = s->mentions->files[at].has_main;
        for (size_t k = 0; k < s->mentions->files[at].include_count && !found; k++) {
            char *path = locate(s, s->mentions->files[at].path, &s->mentions->files[at].includes[k]);
            found = !path && s->mentions->files[at].includes[k].is_quoted;
            size_t next = path ? find_mention_file(s->mentions, path) : at;
            free(path);
            if (s->mentions->files[next].is_visited) continue;
            s->mentions->files[next].is_visited = true;
            open = memory_grow(open, count, sizeof *open);
            open[count++] = next;
        }
    }
    free(open);
    return found;
}

bool mentions_main(Mentions *mentions, const char *path, char *const *flags, size_t flag_count)
{
    const Search s = {mentions, flags, flag_count};
    for (size_t i = 0; i < flag_count; i++) {
        static const char given[] = "-include ";
        if (strncmp(flags[i], "-D", 2) == 0 && strstr(flags[i], "main")) return true;
        bool is_given = strncmp(flags[i], given, sizeof given - 1) == 0;
        if (is_given && reaches_main(&s, find_mention_file(mentions, flags[i] + sizeof given - 1))) return true;
    }
    return reaches_main(&s, find_mention_file(mentions, path));
}

void mentions_clear(Mentions *mentions)
{
    for (size_t i = 0; i < mentions->count; i++) {
        for (size_t k = 0; k < mentions->files[i].include_count; k++)
            free(mentions->files[i].includes[k].name);
        free(mentions->files[i].includes);
        free(mentions->files[i].path);
    }
    free(mentions->files);
    *mentions = (Mentions){NULL, 0};
}
