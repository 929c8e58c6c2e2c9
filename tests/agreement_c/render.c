/* Marks become nothing or calls of macros. Names with external linkage get the program's number. */
#include "agreement_c/render.h"

#include <string.h>

#include "agreement_c/generate.h"

typedef struct Replacement {
    const char *mark;
    const char *chorus, *native;
} Replacement;

static const Replacement replacements[] = {
    {READ_BEGIN, "", "READ("},
    {READ_END, "", ")"},
    {AT_BEGIN, "&", "AT("},
    {EXCHANGE_BEGIN, "&", "EXCHANGE("},
    {WRITE_BEGIN, "", "WRITE("},
    {WRITE_VALUE, " = ", ", "},
    {COPY_BEGIN, "", "COPY("},
    {COPY_FROM, " = ", ", "},
    {WRITE_END, "", ")"},
    {SHARED_MARK, "", "SHARED "},
    {NATIVE_MARK, "", ""},
    {CHORUS_MARK, "", ""},
    {BARE_BEGIN, "", "BARE("},
    {OP_BEGIN, "(", "OP("},
    {OP_ADD, " + ", ", add, "},
    {OP_SUB, " - ", ", sub, "},
    {OP_MUL, " * ", ", mul, "},
    {OP_SHL, " << ", ", shl, "},
    {SWAP_BEGIN, "__sync_bool_compare_and_swap(", "SWAP_POINTER("},
    {CLOSE, "", ")"},
    {OP_END, ")", ")"},
};

static const char *const names[] = {"S",      "SHARED",  "COPY", "x0",     "x1",  "x2",    "y0",  "v",     "s0", "s1",
                                    "w",      "p0",      "p1",   "q",      "pp0", "sp0",   "m",   "f0",    "f1", "f2",
                                    "main",   "set",     "swap", "pick",   "get", "act",   "add", "clear", "mm", "g",
                                    "via",    "work",    "make", "hp0",    "hp1", "hs0",   "big", "J",     "el", "lk",
                                    "ticket", "readers", "data", "inside", "rc",  "alive", "job"};

static const Replacement *find_replacement(char c)
{
    for (size_t i = 0; i < sizeof replacements / sizeof *replacements; i++)
        if (*replacements[i].mark == c) return &replacements[i];
    return NULL;
}

/* A number of the outcome, from 0 to 3; of none, one that no number is. */
static unsigned number_of(unsigned key, unsigned which) { return key == OUTCOME_NONE ? 4 : key >> 2 * which & 3; }

static void render_line(const char *line, size_t length, bool is_native, unsigned key, Str *out)
{
    for (size_t i = 0; i < length; i++) {
        const Replacement *r = find_replacement(line[i]);
        if (r)
            str_add(out, is_native ? r->native : r->chorus);
        else if (line[i] == *KEY_MARK)
            str_addf(out, "%u", number_of(key, (unsigned)(line[++i] - '0')));
        else if (line[i] == *INDEX_BEGIN && is_native)
            str_addf(out, "INDEX(%c, ", line[++i]);
        else if (line[i] == *INDEX_BEGIN)
            i++;
        else
            str_add_bytes(out, line + i, 1);
    }
}

static void render(const char *marked, bool is_native, unsigned key, Str *out)
{
    while (*marked) {
        size_t length = strcspn(marked, "\n"), indent = strspn(marked, " ");
        if (marked[indent] != (is_native ? *CHORUS_MARK : *NATIVE_MARK)) {
            render_line(marked, length, is_native, key, out);
            str_add(out, "\n");
        }
        marked += length + (marked[length] == '\n');
    }
}

void render_for_chorus(const char *marked, unsigned key, Str *out)
{
    str_add(out, "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n\n"
                 "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n"
                 "_Bool __VERIFIER_nondet_bool(void);\nunsigned char __VERIFIER_nondet_uchar(void);\n\n");
    render(marked, false, key, out);
}

void render_native_head(Str *out) { str_add(out, "#define NATIVE_PROGRAM\n#include \"agreement_c/native.h\"\n"); }

static void rename_all(uint32_t number, Str *out)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        str_addf(out, "#undef %s\n#define %s %s_%u\n", names[i], names[i], names[i], number);
}

void render_sanitized(const char *marked, uint32_t number, Str *out)
{
    rename_all(number, out);
    str_addf(out, "#line 1 \"%u.c\"\n", number);
    render(marked, false, 0, out);
}

void render_native(const char *marked, uint32_t number, Str *out)
{
    rename_all(number, out);
    str_addf(out, "#undef SHARED\n#define SHARED __attribute__((section(\"shared_%u\")))\n", number);
    /* The first variable would go by the name of the section's start, too. */
    str_addf(out, "SHARED char first_%u[16] = {0};\n", number);
    str_addf(out, "#undef COPY\n#line 1 \"%u.c\"\n", number);
    render(marked, true, 0, out);
    str_addf(out,
             "extern char __start_shared_%u[] __attribute__((visibility(\"hidden\")));\n"
             "extern char __stop_shared_%u[] __attribute__((visibility(\"hidden\")));\n"
             "const Entry entry_%u = {__start_shared_%u, __stop_shared_%u, main, %d};\n",
             number, number, number, number, number, strstr(marked, "free(") != NULL);
}
