#include "cli/files/command.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chorus.h"
#include "cli/files/input.h"
#include "cli/files/memory.h"

#define RESPONSE_BYTES ((size_t)1 << 20)

char *command_path(const char *directory, const char *path)
{
    return path[0] == '/' ? memory_format("%s", path) : memory_format("%s/%s", directory, path);
}

/* ---- paths in flags ---- */

/* What the compiler looks for among its own folders, too, if it is not there. */
static bool is_sought(const char *name) { return strcmp(name, "-include ") == 0 || strcmp(name, "-imacros ") == 0; }

/* A flag with its path seen from the folder where it was meant. */
static char *resolve_flag(const char *directory, const char *flag)
{
    static const char *const names[][2] = {{"-isystem", "-isystem "},
                                           {"-iquote", "-iquote "},
                                           {"-idirafter", "-idirafter "},
                                           {"-include", "-include "},
                                           {"-imacros", "-imacros "},
                                           {"-isysroot", "-isysroot "},
                                           {"-iprefix", "-iprefix "},
                                           {"--include-directory=", "-I"},
                                           {"--include-directory ", "-I"},
                                           {"--include-directory-after=", "-idirafter "},
                                           {"--include-directory-after ", "-idirafter "},
                                           {"--include-prefix=", "-iprefix "},
                                           {"--include-prefix ", "-iprefix "},
                                           {"--include=", "-include "},
                                           {"--include ", "-include "},
                                           {"--imacros=", "-imacros "},
                                           {"--imacros ", "-imacros "},
                                           {"--sysroot=", "--sysroot="},
                                           {"--sysroot ", "--sysroot="},
                                           {"-I", "-I"},
                                           {NULL, NULL}};
    for (const char *const(*n)[2] = names; (*n)[0]; n++) {
        size_t length = strlen((*n)[0]);
        if (strncmp(flag, (*n)[0], length) != 0) continue;
        const char *path = flag + length + strspn(flag + length, " ");
        if (!*path || *path == '=') continue;
        char *full = command_path(directory, path);
        if (is_sought((*n)[1]) && access(full, F_OK) != 0) {
            free(full);
            full = memory_format("%s", path);
        }
        char *text = memory_format("%s%s", (*n)[1], full);
        free(full);
        return text;
    }
    return memory_format("%s", flag);
}

/* ---- the compiler ---- */

/* Whether the path is that of a compiler: gcc, x86_64-linux-gnu-gcc-12, clang++, c99. */
static bool is_compiler(const char *path)
{
    static const char *const names[] = {"cc",  "gcc", "clang", "c89",     "c99", "tcc",  "icc",  "icx",
                                        "c++", "g++", "cpp",   "clang++", "CC",  "icpc", "icpx", NULL};
    const char *base = input_base(path), *start = base;
    size_t n = strlen(base), end = n;
    while (end > 0 && (isdigit((unsigned char)base[end - 1]) || base[end - 1] == '.'))
        end--;
    if (end > 1 && end < n && base[end - 1] == '-') n = end - 1;
    for (size_t i = 0; i < n; i++)
        if (base[i] == '-') start = base + i + 1;
    size_t length = n - (size_t)(start - base);
    for (const char *const *name = names; *name; name++)
        if (strlen(*name) == length && strncmp(start, *name, length) == 0) return true;
    return false;
}

/* Where the compiler stands: behind ccache, libtool and the like. */
static size_t find_compiler(const WordList *words)
{
    size_t found = 0;
    for (size_t i = 0; i < words->count; i++) {
        const char *word = words->data[i];
        if (word[0] == '-' && word[1] && strchr("cDIo", word[1])) break;
        if (is_compiler(word)) {
            found = i;
            break;
        }
    }
    return found;
}

/* ---- words ---- */

static void expand_responses(WordList *all, const char *directory, const WordList *words)
{
    for (size_t i = 0; i < words->count; i++) {
        InputError error = {0, ""};
        const char *word = words->data[i];
        char *path = word[0] == '@' ? command_path(directory, word + 1) : NULL;
        char *text = path && access(path, F_OK) == 0 ? input_read(path, RESPONSE_BYTES, &error) : NULL;
        if (text)
            words_split(all, text);
        else
            words_add(all, word, strlen(word));
        free(text);
        free(path);
    }
}

static void set(char **text, const char *value)
{
    free(*text);
    *text = memory_format("%s", value);
}

static void add_command_flag(CompileCommand *c, const char *directory, const char *flag)
{
    static const char *const no_program[] = {"-c", "-S", "-E", "--compile", "--assemble", "--preprocess", NULL};
    for (const char *const *n = no_program; *n; n++)
        if (strcmp(flag, *n) == 0) c->links = false;
    if (strncmp(flag, "-x", 2) == 0) set(&c->language, flag + 2 + strspn(flag + 2, " "));
    bool is_output = strncmp(flag, "-o", 2) == 0, is_long = strncmp(flag, "--output", 8) == 0;
    if (is_output || is_long) {
        set(&c->output, is_long ? flag + 9 : flag + 2 + strspn(flag + 2, " "));
        return;
    }
    if (strncmp(flag, "-x", 2) == 0) return;
    char *resolved = resolve_flag(directory, flag);
    words_add(&c->flags, resolved, strlen(resolved));
    free(resolved);
}

void command_read(CompileCommand *c, const char *directory, const WordList *words)
{
    WordList all = {NULL, 0};
    *c = (CompileCommand){.links = true};
    expand_responses(&all, directory, words);
    size_t first = find_compiler(&all);
    const char *compiler = all.count ? all.data[first] : "";
    c->is_cxx = strstr(input_base(compiler), "++") != NULL;
    bool only_sources = false;
    for (size_t i = first + 1; i < all.count; i++) {
        const char *word = all.data[i];
        if (strcmp(word, "--") == 0) {
            only_sources = true;
        } else if (only_sources || word[0] != '-' || !word[1]) {
            words_add(&c->sources, word, strlen(word));
        } else if (chorus_flag_lacks_value(word) && i + 1 < all.count) {
            bool is_letter = strlen(word) == 2;
            char *joined = memory_format("%s%s%s", word, is_letter ? "" : " ", all.data[++i]);
            add_command_flag(c, directory, joined);
            free(joined);
        } else {
            add_command_flag(c, directory, word);
        }
    }
    words_clear(&all);
}

void command_clear(CompileCommand *c)
{
    words_clear(&c->flags);
    words_clear(&c->sources);
    free(c->output);
    free(c->language);
    *c = (CompileCommand){.output = NULL};
}
