/* Printing in C syntax, with as few parentheses as C's precedence allows. */
#include "logic/term/print.h"

#include <inttypes.h>

#include "logic/term/boolean.h"
#include "logic/term/internal.h"
#include "logic/term/walk.h"

typedef struct Printer {
    TermManager *tm;
    TermName name;
    void *arg;
    Str *out;
} Printer;

/* C's precedence levels, higher binds tighter. */
enum { P_TERNARY = 3, P_OR, P_AND, P_BITOR, P_XOR, P_BITAND, P_EQ, P_LESS, P_SHIFT, P_ADD, P_MUL, P_UNARY, P_POSTFIX };

static void print_as_c(Printer *p, Term t, int outer, bool is_signed);

typedef struct SignSearch {
    TermManager *tm;
    bool found_signed, found_any;
} SignSearch;

static void look_for_sign(void *arg, Term var)
{
    SignSearch *s = arg;
    s->found_any = true;
    if (s->tm->sign && s->tm->sign(s->tm->sign_arg, var)) s->found_signed = true;
}

/* Are constants inside t better shown signed? As C: one unsigned operand makes the comparison unsigned. */
static bool prefers_signed(TermManager *tm, Term t)
{
    SignSearch s = {tm, false, false};
    term_for_each_var(tm, t, look_for_sign, &s);
    return s.found_signed || !s.found_any;
}

static void print_const(Printer *p, Term t, bool is_signed)
{
    Sort sort = term_sort(p->tm, t);
    uint64_t v = term_value(p->tm, t);
    if (sort.kind == SORT_BOOL)
        str_add(p->out, v ? "true" : "false");
    else if (sort.kind == SORT_INT)
        str_addf(p->out, "%" PRId64, (int64_t)v);
    else if (is_signed)
        str_addf(p->out, "%" PRId64, sign_extend(v, sort.width));
    else
        str_addf(p->out, "%" PRIu64, v);
}

static void print_infix(Printer *p, Term a, const char *op, Term b, int level, int outer, bool is_signed)
{
    if (level < outer) str_add(p->out, "(");
    print_as_c(p, a, level, is_signed);
    str_addf(p->out, " %s ", op);
    print_as_c(p, b, level + 1, is_signed);
    if (level < outer) str_add(p->out, ")");
}

static void print_c_junction(Printer *p, Term t, const char *op, int level, int outer)
{
    if (level < outer) str_add(p->out, "(");
    uint32_t n = term_arity(p->tm, t);
    for (uint32_t i = 0; i < n; i++) {
        if (i) str_addf(p->out, " %s ", op);
        print_as_c(p, term_arg(p->tm, t, i), level + 1, true);
    }
    if (level < outer) str_add(p->out, ")");
}

static void print_c_not(Printer *p, Term a, int outer)
{
    TermManager *tm = p->tm;
    TermKind kind = term_kind(tm, a);
    if (kind == TERM_EQ && term_sort(tm, term_arg(tm, a, 0)).kind != SORT_BOOL) {
        print_infix(p, term_arg(tm, a, 0), "!=", term_arg(tm, a, 1), P_EQ, outer, prefers_signed(tm, a));
        return;
    }
    if (kind == TERM_ULT || kind == TERM_SLT) { /* !(a < b) is a >= b */
        print_infix(p, term_arg(tm, a, 0), ">=", term_arg(tm, a, 1), P_LESS, outer, kind == TERM_SLT);
        return;
    }
    str_add(p->out, "!");
    print_as_c(p, a, P_UNARY, true);
}

/* -t as t times minus one; TERM_NONE otherwise. */
static Term negated_term(TermManager *tm, Term t)
{
    if (term_kind(tm, t) != TERM_MUL || !term_is_const(tm, term_arg(tm, t, 1))) return TERM_NONE;
    uint64_t minus_one = sort_mask(term_sort(tm, t), ~UINT64_C(0));
    return term_value(tm, term_arg(tm, t, 1)) == minus_one ? term_arg(tm, t, 0) : TERM_NONE;
}

/* a + b, where b may be a negative constant or a negated term. */
static void print_c_sum(Printer *p, Term t, int outer, bool is_signed)
{
    TermManager *tm = p->tm;
    Term a = term_arg(tm, t, 0), b = term_arg(tm, t, 1);
    Sort sort = term_sort(tm, t);
    unsigned width = sort.kind == SORT_INT ? 64 : sort.width;
    if (term_is(negated_term(tm, a)) && !term_is(negated_term(tm, b))) { /* -x + c as c - x */
        Term t0 = a;
        a = b, b = t0;
    }
    if (P_ADD < outer) str_add(p->out, "(");
    print_as_c(p, a, P_ADD, is_signed);
    if (term_is_const(tm, b) && width > 1 && sign_extend(term_value(tm, b), width) < 0) {
        str_add(p->out, " - ");
        print_const(p, term_const(tm, sort, -term_value(tm, b)), false);
    } else if (term_is(negated_term(tm, b))) {
        str_add(p->out, " - ");
        print_as_c(p, negated_term(tm, b), P_ADD + 1, is_signed);
    } else {
        str_add(p->out, " + ");
        print_as_c(p, b, P_ADD + 1, is_signed);
    }
    if (P_ADD < outer) str_add(p->out, ")");
}

static void print_call(Printer *p, Term t, const char *name)
{
    str_addf(p->out, "%s(", name);
    uint32_t n = term_arity(p->tm, t);
    for (uint32_t i = 0; i < n; i++) {
        if (i) str_add(p->out, ", ");
        print_as_c(p, term_arg(p->tm, t, i), 0, true);
    }
    str_add(p->out, ")");
}

static void print_c_cast(Printer *p, Term t, char sign, int outer)
{
    if (P_UNARY < outer) str_add(p->out, "(");
    str_addf(p->out, "(%c%u)", sign, term_sort(p->tm, t).width);
    print_as_c(p, term_arg(p->tm, t, 0), P_UNARY, true);
    if (P_UNARY < outer) str_add(p->out, ")");
}

static void print_as_c(Printer *p, Term t, int outer, bool is_signed)
{
    TermManager *tm = p->tm;
    TermKind kind = term_kind(tm, t);
    uint32_t n = term_arity(tm, t);
    Term a = n > 0 ? term_arg(tm, t, 0) : TERM_NONE, b = n > 1 ? term_arg(tm, t, 1) : TERM_NONE;
    switch (kind) {
    case TERM_CONST: print_const(p, t, is_signed); return;
    case TERM_VAR: p->name(p->arg, tm, t, p->out); return;
    case TERM_NOT: print_c_not(p, a, outer); return;
    case TERM_AND: print_c_junction(p, t, "&&", P_AND, outer); return;
    case TERM_OR: print_c_junction(p, t, "||", P_OR, outer); return;
    case TERM_EQ: print_infix(p, a, "==", b, P_EQ, outer, prefers_signed(tm, t)); return;
    case TERM_ULT: print_infix(p, a, "<", b, P_LESS, outer, false); return;
    case TERM_ULE: print_infix(p, a, "<=", b, P_LESS, outer, false); return;
    case TERM_SLT: print_infix(p, a, "<", b, P_LESS, outer, true); return;
    case TERM_SLE: print_infix(p, a, "<=", b, P_LESS, outer, true); return;
    case TERM_ITE:
        if (P_TERNARY < outer) str_add(p->out, "(");
        print_as_c(p, a, P_TERNARY + 1, true);
        str_add(p->out, " ? ");
        print_as_c(p, b, 0, is_signed);
        str_add(p->out, " : ");
        print_as_c(p, term_arg(tm, t, 2), P_TERNARY, is_signed);
        if (P_TERNARY < outer) str_add(p->out, ")");
        return;
    case TERM_ADD: print_c_sum(p, t, outer, is_signed); return;
    case TERM_MUL: print_infix(p, a, "*", b, P_MUL, outer, true); return;
    case TERM_UDIV: print_infix(p, a, "/", b, P_MUL, outer, false); return;
    case TERM_SDIV: print_infix(p, a, "/", b, P_MUL, outer, true); return;
    case TERM_UREM: print_infix(p, a, "%", b, P_MUL, outer, false); return;
    case TERM_SREM: print_infix(p, a, "%", b, P_MUL, outer, true); return;
    case TERM_BVAND: print_infix(p, a, "&", b, P_BITAND, outer, false); return;
    case TERM_BVOR: print_infix(p, a, "|", b, P_BITOR, outer, false); return;
    case TERM_BVXOR: print_infix(p, a, "^", b, P_XOR, outer, false); return;
    case TERM_SHL: print_infix(p, a, "<<", b, P_SHIFT, outer, false); return;
    case TERM_LSHR:
    case TERM_ASHR: print_infix(p, a, ">>", b, P_SHIFT, outer, false); return;
    case TERM_ZEXT: print_c_cast(p, t, 'u', outer); return;
    case TERM_SEXT: print_c_cast(p, t, 'i', outer); return;
    case TERM_EXTRACT:
        if (term_value(tm, t) == 0)
            print_c_cast(p, t, 'u', outer);
        else {
            if (P_SHIFT < outer) str_add(p->out, "(");
            str_addf(p->out, "(u%u)(", term_sort(tm, t).width);
            print_as_c(p, a, P_SHIFT, false);
            str_addf(p->out, " >> %" PRIu64 ")", term_value(tm, t));
            if (P_SHIFT < outer) str_add(p->out, ")");
        }
        return;
    case TERM_CONCAT: print_call(p, t, "concat"); return;
    case TERM_SELECT:
        print_as_c(p, a, P_POSTFIX, true);
        str_add(p->out, "[");
        print_as_c(p, b, 0, true);
        str_add(p->out, "]");
        return;
    case TERM_STORE: print_call(p, t, "store"); return;
    case TERM_CONST_ARRAY: print_call(p, t, "array"); return;
    }
}

void term_print(TermManager *tm, Term t, TermName name, void *arg, Str *out)
{
    Printer p = {tm, name, arg, out};
    print_as_c(&p, t, 0, true);
}
