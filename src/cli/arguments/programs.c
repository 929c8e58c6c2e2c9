#include "cli/arguments/programs.h"

#include <stdlib.h>
#include <string.h>

#include "cli/files/input.h"
#include "cli/files/memory.h"
#include "cli/files/mention.h"
#include "cli/files/output.h"

/* ---- main ---- */

/* What the compiler says; 0 and 1 for no and yes, -1 where the file does not compile. */
static int ask_compiler(const DatabaseEntry *e, const ChorusSession *session)
{
    ChorusSession *s = chorus_clone(session);
    for (size_t i = 0; s && i < e->flags.count; i++)
        chorus_add_file_flag(s, 0, e->flags.data[i]); /* one that is refused is told when the file is used */
    int answer = s ? chorus_defines_main(s, e->path) : -1;
    chorus_free(s);
    return answer;
}

static bool find_main(const Database *d, size_t i, const ChorusSession *session)
{
    const DatabaseEntry *e = &d->entries[i];
    for (size_t k = 0; k < i; k++)
        if (database_same_flags(&d->entries[k], e)) return d->entries[k].has_main;
    int answer = ask_compiler(e, session);
    return answer < 0 ? mention_seems_defined(e->path) : answer > 0;
}

void programs_find(Database *d, const ChorusSession *session)
{
    Mentions mentions = {NULL, 0};
    bool *is_asked = memory_new(d->count * sizeof *is_asked), any = false;
    for (size_t i = 0; i < d->count; i++) {
        DatabaseEntry *e = &d->entries[i];
        is_asked[i] = mentions_main(&mentions, e->path, e->flags.data, e->flags.count);
        e->has_main = is_asked[i] && find_main(d, i, session);
        any |= e->has_main;
    }
    for (size_t i = 0; i < d->count && !any; i++) /* a name that is made by ## */
        if (!is_asked[i]) d->entries[i].has_main = find_main(d, i, session);
    mentions_clear(&mentions);
    free(is_asked);
}

/* ---- names ---- */

static size_t name_length(const char *path)
{
    size_t n = strlen(input_base(path));
    return n > 2 ? n - 2 : n; /* without .c */
}

/* Whether the path ends in the name, at a slash; length: of the path. */
static bool ends_in(const char *path, size_t length, const char *name)
{
    size_t n = strlen(name);
    return n <= length && strncmp(path + length - n, name, n) == 0 && (n == length || path[length - n - 1] == '/');
}

bool program_is_called(const DatabaseEntry *e, const char *name)
{
    const char *base = input_base(e->path), *dot = e->output ? strrchr(input_base(e->output), '.') : NULL;
    size_t n = strlen(name);
    if (n == name_length(e->path) && strncmp(base, name, n) == 0) return true;
    if (ends_in(e->path, strlen(e->path), name)) return true;
    if (e->target && ends_in(e->target, strlen(e->target), name)) return true;
    if (!e->output) return false;
    return ends_in(e->output, strlen(e->output), name) || (dot && ends_in(e->output, (size_t)(dot - e->output), name));
}

int programs_print(const Database *d)
{
    Output out = {NULL, 0, 0, false};
    for (size_t i = 0; i < d->count; i++) {
        const DatabaseEntry *e = &d->entries[i];
        if (!e->has_main) continue;
        char *name = e->target ? memory_format("%s", input_base(e->target))
                               : memory_copy(input_base(e->path), name_length(e->path));
        output_addf(&out, e->output ? "%-20s %-30s %s\n" : "%-20s %s\n", name, e->path, e->output);
        free(name);
    }
    return output_flush(&out, 0);
}

/* ---- who belongs to whom ---- */

bool program_is_32(const DatabaseEntry *e)
{
    bool is_32 = false;
    for (size_t i = 0; i < e->flags.count; i++) {
        if (strcmp(e->flags.data[i], "-m32") == 0) is_32 = true;
        if (strcmp(e->flags.data[i], "-m64") == 0) is_32 = false;
    }
    return is_32;
}

/* The folder of an object, without libtool's: so many characters. */
static size_t folder_length(const char *output)
{
    static const char libtool[] = "/.libs";
    size_t n = (size_t)(input_base(output) - output), own = sizeof libtool - 1;
    n -= n > 0;
    if (n == own - 1 && strncmp(output, libtool + 1, n) == 0) return 0;
    return n >= own && strncmp(output + n - own, libtool, own) == 0 ? n - own : n;
}

static bool is_of_libtool(const char *output)
{
    return strncmp(output, ".libs/", 6) == 0 || strstr(output, "/.libs/") != NULL;
}

static bool share_folder(const char *a, const char *b)
{
    size_t n = folder_length(a);
    return n == folder_length(b) && strncmp(a, b, n) == 0;
}

static bool share_target(const DatabaseEntry *a, const DatabaseEntry *b)
{
    return a->target && b->target && strcmp(a->target, b->target) == 0;
}

/* Whether some program, but for this one, lies where the entry does: by their objects, where those are known, or by
 * their texts. */
static bool is_beside_main(const Database *d, const DatabaseEntry *e, const DatabaseEntry *program)
{
    bool by_objects = e->output && program->output;
    for (size_t i = 0; i < d->count; i++) {
        const DatabaseEntry *other = &d->entries[i];
        const char *place = by_objects ? other->output : other->path;
        if (other == program || !other->has_main || !place) continue;
        if (share_folder(place, by_objects ? e->output : e->path)) return true;
    }
    return false;
}

/* Whether there are programs that are not this one, or the same compiled in another way. */
static bool has_other_programs(const Database *d, const DatabaseEntry *program)
{
    for (size_t i = 0; i < d->count; i++)
        if (&d->entries[i] != program && d->entries[i].has_main) return true;
    return false;
}

static bool is_of_program(const Database *d, const DatabaseEntry *e)
{
    for (size_t i = 0; i < d->count; i++)
        if (d->entries[i].has_main && share_target(&d->entries[i], e)) return true;
    return false;
}

unsigned program_distance(const Database *d, const DatabaseEntry *program, const DatabaseEntry *e)
{
    enum { SAME_FOLDER = 2, ELSEWHERE = 4, DOUBTFUL = 6, BESIDE_ANOTHER = 8 };
    if (e->has_main || program_is_32(e) != program_is_32(program)) return PROGRAM_OTHER;
    if (share_target(program, e)) return PROGRAM_PART;
    if (is_of_program(d, e)) return PROGRAM_OTHER;
    bool is_beside = is_beside_main(d, e, program), is_known = e->output && program->output;
    bool is_near = is_known && share_folder(e->output, program->output);
    unsigned is_library = is_known && is_of_libtool(e->output);
    if (is_beside && is_known && !is_near) return BESIDE_ANOTHER + is_library;
    bool is_doubtful = is_beside || e->target || (!is_near && has_other_programs(d, program));
    return (is_doubtful ? DOUBTFUL : is_near ? SAME_FOLDER : ELSEWHERE) + is_library;
}
