#include "c/compile/flags/flags.h"

#include <stdlib.h>
#include <string.h>

#include "c/compile/flags/table.h"

/* With a value, which may stand in the same word; a name that another one begins with comes behind it. */
static const char *const valued[] = {"-D",           "-U",         "-I",          "-iwithprefixbefore",
                                     "-iwithprefix", "-iprefix",   "-isysroot",   "-isystem",
                                     "-iquote",      "-idirafter", "-include",    "-imacros",
                                     "--sysroot",    "-MF",        "-MT",         "-MQ",
                                     "-MJ",          "-Xlinker",   "-Xassembler", "-Xpreprocessor",
                                     "-Xclang",      "-mllvm",     "-arch",       "-target",
                                     "--param",      "-aux-info",  "-dumpbase",   "-dumpdir",
                                     "-l",           "-L",         "-o",          "-B",
                                     "-T",           "-u",         "-z",          "-e",
                                     "-x",           NULL};
/* Of these, what the compiler reads is passed on. */
#define READING_FIRST 2
#define READING_END 13

static bool is_letter_flag(const char *name) { return name[0] == '-' && name[1] && !name[2]; }

/* The number of the flag in `valued` that the word begins with; *value: what follows, without blanks and '=', NULL
 * where nothing does. -1: none. */
static int find_valued(const char *word, const char **value)
{
    for (int i = 0; valued[i]; i++) {
        size_t n = strlen(valued[i]);
        if (strncmp(word, valued[i], n) != 0) continue;
        const char *rest = word + n + strspn(word + n, " ");
        bool is_apart = word[n] == ' ' || !word[n], has_sign = word[n] == '-' || word[n] == '=';
        bool takes_sign = strncmp(valued[i], "--", 2) == 0 && word[n] == '=';
        if (!is_apart && !is_letter_flag(valued[i]) && has_sign && !takes_sign) continue; /* another flag */
        rest += takes_sign;
        *value = *rest ? rest : NULL;
        return i;
    }
    return -1;
}

static bool row_matches(const char *row, const char *flag)
{
    size_t n = strlen(row);
    bool is_open = row[n - 1] == '*', takes_value = row[n - 1] == '=';
    if (!is_open && !takes_value) return strcmp(row, flag) == 0;
    size_t prefix = n - is_open;
    return strncmp(row, flag, prefix) == 0 && flag[prefix];
}

static const FlagRow *find_flag_row(const char *flag)
{
    for (const FlagRow *row = flag_rows; row->name; row++)
        if (row_matches(row->name, flag)) return row;
    return NULL;
}

static bool text_has(const char *text, const char *name)
{
    char row[64];
    for (const char *at = text; *at; at += strspn(at, " ")) {
        size_t n = strcspn(at, " ");
        if (n < sizeof row) {
            memcpy(row, at, n);
            row[n] = 0;
            if (row_matches(row, name)) return true;
        }
        at += n;
    }
    return false;
}

static bool list_has(const char *const *list, const char *name)
{
    while (*list && !text_has(*list, name))
        list++;
    return *list != NULL;
}

/* Whether -fX, -fno-X, -mX or -mno-X is one of the names. */
static bool lists_have(const char *flag, const char *const *f, const char *const *m)
{
    if (flag[0] != '-' || (flag[1] != 'f' && flag[1] != 'm')) return false;
    const char *name = flag + 2, *const *list = flag[1] == 'f' ? f : m;
    return list_has(list, name) || (strncmp(name, "no-", 3) == 0 && list_has(list, name + 3));
}

/* clang knows these by their names. */
static bool is_standard(const char *name)
{
    static const char *const names[] = {"c89",   "c90",   "c99",   "c9x",   "c11",   "c1x",   "c17",   "c18",
                                        "c23",   "c2x",   "c2y",   "gnu89", "gnu90", "gnu99", "gnu9x", "gnu11",
                                        "gnu1x", "gnu17", "gnu18", "gnu23", "gnu2x", "gnu2y", NULL};
    static const char iso[] = "iso9899:", *const years[] = {"1990", "199409", "1999", "199x", "2011",
                                                            "201x", "2017",   "2018", "2024", NULL};
    bool is_iso = strncmp(name, iso, sizeof iso - 1) == 0;
    const char *const *list = is_iso ? years : names;
    name += is_iso ? sizeof iso - 1 : 0;
    while (*list && strcmp(*list, name) != 0)
        list++;
    return *list != NULL;
}

/* A flag with two hyphens as it is called with one, to be freed; NULL: it has no such name. */
static char *short_form(const char *flag)
{
    for (const char *const(*row)[2] = flag_long_names; (*row)[0]; row++) {
        size_t n = strlen((*row)[0]);
        bool takes_value = (*row)[0][n - 1] == '=', is_open = (*row)[0][n - 1] == '-';
        const char *rest = flag + n;
        if (strncmp(flag, (*row)[0], n - takes_value) != 0) continue;
        if (takes_value ? (rest[-1] != '=' && rest[-1] != ' ') || !*rest : is_open ? !*rest : *rest != 0) continue;
        size_t size = strlen((*row)[1]) + strlen(rest) + 1;
        char *text = malloc(size);
        if (!text) return NULL;
        memcpy(text, (*row)[1], strlen((*row)[1]));
        memcpy(text + strlen((*row)[1]), rest, strlen(rest) + 1);
        return text;
    }
    return NULL;
}

bool flag_lacks_value(const char *flag)
{
    const char *value = NULL;
    if (strncmp(flag, "--", 2) == 0) {
        bool lacks = false;
        for (const char *const(*row)[2] = flag_long_names; (*row)[0]; row++) {
            size_t n = strlen((*row)[0]);
            if (strcmp((*row)[0], flag) == 0) return false;
            lacks |= (*row)[0][n - 1] == '=' && strlen(flag) == n - 1 && strncmp((*row)[0], flag, n - 1) == 0;
        }
        if (lacks) return true;
    }
    return find_valued(flag, &value) >= 0 && !value && !find_flag_row(flag);
}

/* ---- flags for the preprocessor alone ---- */

/* The next word of "-Wp,-DX,-UY" or "-Xpreprocessor -DX". */
static const char *inner_word(const char *at, char separator, size_t *length)
{
    const char *end = separator ? strchr(at, separator) : NULL;
    *length = end ? (size_t)(end - at) : strlen(at);
    return at;
}

/* What of a flag stands for flags of the preprocessor; NULL: it is none. */
static const char *inner_words(const char *flag, char *separator)
{
    static const char apart[] = "-Xpreprocessor ";
    *separator = ',';
    if (strncmp(flag, "-Wp,", 4) == 0 && flag[4]) return flag + 4;
    *separator = 0;
    return strncmp(flag, apart, sizeof apart - 1) == 0 ? flag + sizeof apart - 1 : NULL;
}

static bool defines_macro(const char *word)
{
    return word[0] == '-' && (word[1] == 'D' || word[1] == 'U' || word[1] == 'I');
}

static FlagUse use_inner(const char *at, char separator)
{
    FlagUse use = FLAG_IGNORED;
    for (size_t n = 0;; at += n + 1) {
        const char *word = inner_word(at, separator, &n);
        if (defines_macro(word)) use = n > 2 ? FLAG_PASSED : FLAG_UNKNOWN;
        if (use == FLAG_UNKNOWN || !at[n]) return use;
    }
}

/* ---- all of them ---- */

static FlagUse use_plain(const char *flag, const char **why)
{
    const char *value = NULL;
    char separator = 0;
    const char *inner = inner_words(flag, &separator);
    if (inner) return use_inner(inner, separator);
    if (strncmp(flag, "-std=", 5) == 0) {
        if (is_standard(flag + 5)) return FLAG_PASSED;
        *why = "it is no standard of C that is known here";
        return FLAG_REFUSED;
    }
    const FlagRow *row = find_flag_row(flag);
    if (row) {
        if (row->use == FLAG_REFUSED) *why = row->text;
        return row->use;
    }
    if (lists_have(flag, flag_passed_f, flag_passed_m)) return FLAG_PASSED;
    if (lists_have(flag, flag_ignored_f, flag_ignored_m)) return FLAG_IGNORED;
    int i = find_valued(flag, &value);
    if (i < 0 || !value) return FLAG_UNKNOWN;
    return i < READING_END ? FLAG_PASSED : FLAG_IGNORED;
}

FlagUse flag_use(const char *flag, const char **why)
{
    const char *reason = NULL;
    char *plain = short_form(flag);
    FlagUse use = use_plain(plain ? plain : flag, &reason);
    free(plain);
    if (why) *why = reason;
    return use;
}

typedef struct Adder {
    void (*add)(void *arg, const char *word, size_t length);
    void *arg;
} Adder;

static void add_inner_words(const Adder *a, const char *words, char separator, bool only_defines)
{
    for (size_t n = 0;; words += n + 1) {
        const char *word = inner_word(words, separator, &n);
        if (!only_defines || defines_macro(word)) a->add(a->arg, word, n);
        if (!words[n]) return;
    }
}

static void words_plain(const char *flag, const Adder *a)
{
    const char *value = NULL;
    char separator = 0;
    const char *inner = inner_words(flag, &separator);
    const FlagRow *row = find_flag_row(flag);
    int i = find_valued(flag, &value);
    if (inner)
        add_inner_words(a, inner, separator, true);
    else if (row && row->text)
        add_inner_words(a, row->text, ' ', false);
    else if (!row && i > READING_FIRST && i < READING_END && value) {
        a->add(a->arg, valued[i], strlen(valued[i]));
        a->add(a->arg, value, strlen(value));
    } else
        a->add(a->arg, flag, strlen(flag));
}

void flag_words(const char *flag, void (*add)(void *arg, const char *word, size_t length), void *arg)
{
    const Adder a = {add, arg};
    char *plain = short_form(flag);
    words_plain(plain ? plain : flag, &a);
    free(plain);
}
