#include "c/compile/preprocessed.h"

#include <string.h>

/* Types that gcc knows and clang does not. For clang the system's headers define them by typedef. */
typedef struct FloatType {
    const char *name, *meaning, *flag;
} FloatType;

static const FloatType float_types[] = {
    {"_Float32", "float", "-D_Float32=float"},
    {"_Float64", "double", "-D_Float64=double"},
    {"_Float32x", "double", "-D_Float32x=double"},
    {"_Float64x", "long double", "-D_Float64x=long double"},
    {"_Float128", "__float128", "-D_Float128=__float128"},
};

/* The builtins of gcc take the address of an _Atomic object, those of clang do not: the same operations, on the type
 * without _Atomic, which a value has (the right operand of the comma). Other accesses to the object stay atomic. */
#define ON_VALUE(name) "-D" name "(p,...)=" name "((__typeof__((void)0,*(p))*)(p),__VA_ARGS__)"

static const char *const atomic_flags[] = {
    ON_VALUE("__atomic_load"),       ON_VALUE("__atomic_store"),
    ON_VALUE("__atomic_exchange"),   ON_VALUE("__atomic_compare_exchange"),
    ON_VALUE("__atomic_load_n"),     ON_VALUE("__atomic_store_n"),
    ON_VALUE("__atomic_exchange_n"), ON_VALUE("__atomic_compare_exchange_n"),
    ON_VALUE("__atomic_fetch_add"),  ON_VALUE("__atomic_fetch_sub"),
    ON_VALUE("__atomic_fetch_and"),  ON_VALUE("__atomic_fetch_or"),
    ON_VALUE("__atomic_fetch_xor"),  ON_VALUE("__atomic_fetch_nand"),
    ON_VALUE("__atomic_add_fetch"),  ON_VALUE("__atomic_sub_fetch"),
    ON_VALUE("__atomic_and_fetch"),  ON_VALUE("__atomic_or_fetch"),
    ON_VALUE("__atomic_xor_fetch"),  ON_VALUE("__atomic_nand_fetch"),
};

bool path_is_preprocessed(const char *path)
{
    size_t n = strlen(path);
    return n > 2 && strcmp(path + n - 2, ".i") == 0;
}

const char *text_find_words(const char *text, const char *const *words)
{
    for (const char *p = strstr(text, words[0]); p; p = strstr(p + 1, words[0])) {
        const char *q = p + strlen(words[0]);
        uint32_t i = 1;
        for (; words[i]; i++) {
            size_t space = strspn(q, " \t\r\n");
            if (space == 0 || strncmp(q + space, words[i], strlen(words[i])) != 0) break;
            q += space + strlen(words[i]);
        }
        if (!words[i]) return p;
    }
    return NULL;
}

static bool is_word_end(char c) { return c == ' ' || c == '\t' || c == '\n' || c == ';'; }

/* Whether a typedef gives the type its name. */
static bool is_typedef_given(const char *text, const FloatType *type)
{
    const char *const words[] = {"typedef", type->meaning, type->name, NULL};
    for (const char *p = text_find_words(text, words); p; p = text_find_words(p + 1, words))
        if (is_word_end(strstr(p, type->name)[strlen(type->name)])) return true;
    return false;
}

/* gcc's atomic_flag is an _Atomic struct, which clang does not initialise by "{ 0 }". Only builtins of its own access
 * one, which do not ask for the type. */
static bool blank_atomic_flag(char *text)
{
    static const char *const words[] = {"typedef", "_Atomic", "struct", NULL};
    bool is_changed = false;
    for (const char *p = text_find_words(text, words); p; p = text_find_words(p + 1, words)) {
        const char *open = p + strcspn(p, "{;"), *end = *open == '{' ? strchr(open, '}') : NULL;
        if (!end) continue;
        end += 1 + strspn(end + 1, " \t\r\n");
        if (strncmp(end, "atomic_flag", 11) != 0 || !is_word_end(end[11])) continue;
        char *word = text + (strstr(p, "_Atomic") - text);
        memset(word, ' ', strlen("_Atomic"));
        is_changed = true;
    }
    return is_changed;
}

void preprocessed_prepare(Run *run, char *text, Preprocessed *p)
{
    vec_push(run, &p->flags, "-undef");
    vec_push(run, &p->flags, "-D__malloc__(...)="); /* an attribute whose arguments clang does not know */
    for (size_t i = 0; i < sizeof float_types / sizeof *float_types; i++)
        if (!is_typedef_given(text, &float_types[i])) vec_push(run, &p->flags, float_types[i].flag);
    /* clang's own <stdatomic.h> uses __c11_atomic builtins. */
    if (strstr(text, "_Atomic") && strstr(text, "__atomic_"))
        for (size_t i = 0; i < sizeof atomic_flags / sizeof *atomic_flags; i++)
            vec_push(run, &p->flags, atomic_flags[i]);
    p->is_changed = blank_atomic_flag(text);
}
