#include "engines/modular/c_term.h"

#include <inttypes.h>

#include "base/check.h"

const char c_term_prelude[] =
    "typedef unsigned long long word;\n"
    "typedef long long number;\n"
    "/* Values of n bits: cut to their width; as a signed number. */\n"
    "static word cut(word v, int n) { return n < 64 ? v & ((1ULL << n) - 1) : v; }\n"
    "static number sgn(word v, int n) { return n < 64 && v >> (n - 1) & 1 ? (number)(v | ~0ULL << n) : (number)v; }\n"
    "/* Division and shifts as in SMT-LIB, where C leaves them undefined. */\n"
    "static word udiv(word a, word b, int n) { return b ? a / b : cut(~0ULL, n); }\n"
    "static word urem(word a, word b) { return b ? a % b : a; }\n"
    "static word sdiv(word a, word b, int n)\n"
    "{\n"
    "    if (!b) return sgn(a, n) < 0 ? 1 : cut(~0ULL, n);\n"
    "    return sgn(b, n) == -1 ? cut(0 - a, n) : cut((word)(sgn(a, n) / sgn(b, n)), n);\n"
    "}\n"
    "static word srem(word a, word b, int n)\n"
    "{\n"
    "    if (!b) return a;\n"
    "    return sgn(b, n) == -1 ? 0 : cut((word)(sgn(a, n) % sgn(b, n)), n);\n"
    "}\n"
    "static word shl(word a, word b, int n) { return b < (word)n ? cut(a << b, n) : 0; }\n"
    "static word lshr(word a, word b, int n) { return b < (word)n ? a >> b : 0; }\n"
    "static word ashr(word a, word b, int n)\n"
    "{\n"
    "    number s = sgn(a, n), k = b < (word)n ? (number)b : n - 1;\n"
    "    return cut(s < 0 ? ~(~(word)s >> k) : (word)s >> k, n);\n"
    "}\n";

typedef struct Writer {
    TermManager *tm;
    CTermName name;
    void *arg;
    Str *out;
    bool has_arrays;
} Writer;

static void add_c_term(Writer *w, Term t);

static unsigned width(const Writer *w, Term t)
{
    Sort sort = term_sort(w->tm, t);
    return sort.kind == SORT_BOOL ? 1 : sort.kind == SORT_INT ? 64 : sort.width;
}

/* "(a op b op ...)" */
static void add_infix(Writer *w, Term t, const char *operator)
{
    str_add(w->out, "(");
    for (uint32_t i = 0; i < term_arity(w->tm, t); i++) {
        if (i) str_addf(w->out, " %s ", operator);
        add_c_term(w, term_arg(w->tm, t, i));
    }
    str_add(w->out, ")");
}

/* "function(a, b, ..., n)", n: the width of the first argument. */
static void add_call(Writer *w, Term t, const char *function)
{
    str_addf(w->out, "%s(", function);
    for (uint32_t i = 0; i < term_arity(w->tm, t); i++) {
        add_c_term(w, term_arg(w->tm, t, i));
        str_add(w->out, ", ");
    }
    str_addf(w->out, "%u)", width(w, term_arg(w->tm, t, 0)));
}

static void add_cut(Writer *w, Term t, const char *operator)
{
    str_add(w->out, "cut(");
    add_infix(w, t, operator);
    str_addf(w->out, ", %u)", width(w, t));
}

static void add_signed(Writer *w, Term t)
{
    str_add(w->out, "sgn(");
    add_c_term(w, t);
    str_addf(w->out, ", %u)", width(w, t));
}

static void print_signed_comparison(Writer *w, Term t, const char *operator)
{
    str_add(w->out, "(");
    add_signed(w, term_arg(w->tm, t, 0));
    str_addf(w->out, " %s ", operator);
    add_signed(w, term_arg(w->tm, t, 1));
    str_add(w->out, ")");
}

static void add_choice(Writer *w, Term t)
{
    str_add(w->out, "(");
    add_c_term(w, term_arg(w->tm, t, 0));
    str_add(w->out, " ? ");
    add_c_term(w, term_arg(w->tm, t, 1));
    str_add(w->out, " : ");
    add_c_term(w, term_arg(w->tm, t, 2));
    str_add(w->out, ")");
}

static void add_prefixed(Writer *w, Term t, const char *prefix, const char *suffix)
{
    str_add(w->out, prefix);
    add_c_term(w, term_arg(w->tm, t, 0));
    str_add(w->out, suffix);
}

static void add_extract(Writer *w, Term t)
{
    str_add(w->out, "cut(");
    add_c_term(w, term_arg(w->tm, t, 0));
    str_addf(w->out, " >> %" PRIu64 ", %u)", term_value(w->tm, t), width(w, t));
}

static void add_concat(Writer *w, Term t)
{
    str_add(w->out, "(");
    add_c_term(w, term_arg(w->tm, t, 0));
    str_addf(w->out, " << %u | ", width(w, term_arg(w->tm, t, 1)));
    add_c_term(w, term_arg(w->tm, t, 1));
    str_add(w->out, ")");
}

static void add_extended(Writer *w, Term t)
{
    str_add(w->out, "cut((word)");
    add_signed(w, term_arg(w->tm, t, 0));
    str_addf(w->out, ", %u)", width(w, t));
}

static void add_c_term(Writer *w, Term t)
{
    switch (term_kind(w->tm, t)) {
    case TERM_CONST: str_addf(w->out, "%" PRIu64 "ULL", term_value(w->tm, t)); break;
    case TERM_VAR: str_add(w->out, w->name(w->arg, t)); break;
    case TERM_NOT: add_prefixed(w, t, "!", ""); break;
    case TERM_AND: add_infix(w, t, "&&"); break;
    case TERM_OR: add_infix(w, t, "||"); break;
    case TERM_EQ: add_infix(w, t, "=="); break;
    case TERM_ULT: add_infix(w, t, "<"); break;
    case TERM_ULE: add_infix(w, t, "<="); break;
    case TERM_SLT: print_signed_comparison(w, t, "<"); break;
    case TERM_SLE: print_signed_comparison(w, t, "<="); break;
    case TERM_ITE: add_choice(w, t); break;
    case TERM_ADD: add_cut(w, t, "+"); break;
    case TERM_MUL: add_cut(w, t, "*"); break;
    case TERM_UDIV: add_call(w, t, "udiv"); break;
    case TERM_UREM:
        str_add(w->out, "urem(");
        add_c_term(w, term_arg(w->tm, t, 0));
        str_add(w->out, ", ");
        add_c_term(w, term_arg(w->tm, t, 1));
        str_add(w->out, ")");
        break;
    case TERM_SDIV: add_call(w, t, "sdiv"); break;
    case TERM_SREM: add_call(w, t, "srem"); break;
    case TERM_BVAND: add_infix(w, t, "&"); break;
    case TERM_BVOR: add_infix(w, t, "|"); break;
    case TERM_BVXOR: add_infix(w, t, "^"); break;
    case TERM_SHL: add_call(w, t, "shl"); break;
    case TERM_LSHR: add_call(w, t, "lshr"); break;
    case TERM_ASHR: add_call(w, t, "ashr"); break;
    case TERM_ZEXT: add_c_term(w, term_arg(w->tm, t, 0)); break;
    case TERM_SEXT: add_extended(w, t); break;
    case TERM_EXTRACT: add_extract(w, t); break;
    case TERM_CONCAT: add_concat(w, t); break;
    case TERM_SELECT:
    case TERM_STORE:
    case TERM_CONST_ARRAY:
        w->has_arrays = true;
        str_add(w->out, "0");
        break;
    }
}

bool c_term_add(TermManager *tm, Term t, CTermName name, void *arg, Str *out)
{
    Writer w = {tm, name, arg, out, false};
    add_c_term(&w, t);
    return !w.has_arrays;
}
