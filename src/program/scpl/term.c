/* Printing terms as .scpl expressions.
 *
 * Signedness is in the operations of terms but in the operands of .scpl expressions: where they disagree a cast is
 * printed. */
#include "program/scpl/term.h"

#include <inttypes.h>

#include "base/check.h"
#include "program/scpl/facts.h"

enum { P_TERNARY, P_OR, P_AND, P_BITOR, P_XOR, P_BITAND, P_EQ, P_LESS, P_SHIFT, P_ADD, P_MUL, P_UNARY, P_POSTFIX };

typedef enum Want { WANT_ANY, WANT_SIGNED, WANT_UNSIGNED } Want;

static void print_scpl_term(TermText *tt, Term t, int outer, Str *out);

void scpl_print_type(Sort sort, bool is_signed, Str *out)
{
    switch ((SortKind)sort.kind) {
    case SORT_BOOL: str_add(out, "bool"); break;
    case SORT_INT: str_add(out, "integer"); break;
    case SORT_BV: str_addf(out, "%c%u", is_signed ? 'i' : 'u', sort.width); break;
    case SORT_ARRAY:
        scpl_print_type(sort_element(sort), is_signed, out);
        str_add(out, "[");
        scpl_print_type(sort_index(sort), false, out);
        str_add(out, "]");
        break;
    }
}

/* ---- operands ---- */

static bool is_const(const TermText *tt, Term t) { return term_is_const(tt->tm, t); }

static int64_t signed_constant(const TermText *tt, Term t)
{
    Sort sort = term_sort(tt->tm, t);
    uint64_t v = term_value(tt->tm, t);
    if (sort.kind != SORT_BV || sort.width == 64) return (int64_t)v;
    uint64_t sign = UINT64_C(1) << (sort.width - 1);
    return (int64_t)((v ^ sign) - sign);
}

static void print_literal(TermText *tt, Term t, bool is_signed, int outer, Str *out)
{
    Sort sort = term_sort(tt->tm, t);
    if (sort.kind == SORT_BOOL) {
        str_add(out, term_value(tt->tm, t) ? "true" : "false");
    } else if (is_signed || sort.kind == SORT_INT) {
        int64_t v = signed_constant(tt, t);
        str_addf(out, v < 0 && outer > P_UNARY ? "(%" PRId64 ")" : "%" PRId64, v);
    } else {
        str_addf(out, "%" PRIu64, term_value(tt->tm, t));
    }
}

static void print_cast(TermText *tt, Term t, bool is_signed, int outer, Str *out)
{
    if (outer > P_UNARY) str_add(out, "(");
    str_add(out, "(");
    scpl_print_type(term_sort(tt->tm, t), is_signed, out);
    str_add(out, ")");
    if (is_const(tt, t))
        print_literal(tt, t, true, P_UNARY, out);
    else
        print_scpl_term(tt, t, P_UNARY, out);
    if (outer > P_UNARY) str_add(out, ")");
}

/* An operand where a number without type would do. */
static void print_operand(TermText *tt, Term t, int outer, Want want, bool literal_signed, Str *out)
{
    bool is_number = term_sort(tt->tm, t).kind == SORT_BV;
    if (is_const(tt, t))
        print_literal(tt, t, literal_signed, outer, out);
    else if (is_number && want != WANT_ANY && term_facts(tt, t)->is_signed != (want == WANT_SIGNED))
        print_cast(tt, t, want == WANT_SIGNED, outer, out);
    else
        print_scpl_term(tt, t, outer, out);
}

/* a op b, the operation being signed, unsigned, or not caring. */
static void print_binary(TermText *tt, Term a, const char *op, Term b, int level, int outer, Want want, Str *out)
{
    CHECK(sort_same(term_sort(tt->tm, a), term_sort(tt->tm, b)));
    bool ca = is_const(tt, a), cb = is_const(tt, b);
    bool natural = (ca || term_facts(tt, a)->is_signed) && (cb || term_facts(tt, b)->is_signed);
    Want wa = want == WANT_SIGNED ? want : WANT_ANY, wb = wa;
    if (want == WANT_UNSIGNED && natural) /* one unsigned operand makes the operation unsigned */
        *(ca ? &wb : &wa) = WANT_UNSIGNED;
    bool literal_signed = want == WANT_ANY ? natural : want == WANT_SIGNED;
    if (outer > level) str_add(out, "(");
    if (ca && cb) /* only mathematical integers leave such unfolded */
        print_cast(tt, a, true, level, out);
    else
        print_operand(tt, a, level, wa, literal_signed, out);
    str_addf(out, " %s ", op);
    print_operand(tt, b, level + 1, wb, literal_signed, out);
    if (outer > level) str_add(out, ")");
}

static void print_args(TermText *tt, Term t, const char *op, int level, int outer, Want want, Str *out)
{
    TermList children = {NULL, 0, 0};
    term_children(tt, t, &children);
    CHECK(children.count == 2);
    print_binary(tt, children.data[0], op, children.data[1], level, outer, want, out);
    vec_free(tt->run, &children);
}

/* a >> b: the left operand decides. */
static void print_shift(TermText *tt, Term t, bool is_signed, int outer, Str *out)
{
    Term a = term_arg(tt->tm, t, 0);
    if (outer > P_SHIFT) str_add(out, "(");
    if (is_const(tt, a) || term_facts(tt, a)->is_signed != is_signed)
        print_cast(tt, a, is_signed, P_SHIFT, out);
    else
        print_scpl_term(tt, a, P_SHIFT, out);
    str_add(out, " >> ");
    print_operand(tt, term_arg(tt->tm, t, 1), P_ADD, WANT_ANY, is_signed, out);
    if (outer > P_SHIFT) str_add(out, ")");
}

/* ---- kinds ---- */

static void print_junction(TermText *tt, Term t, const char *op, int level, int outer, Str *out)
{
    TermList children = {NULL, 0, 0};
    term_children(tt, t, &children);
    CHECK(children.count >= 2);
    if (outer > level) str_add(out, "(");
    for (uint32_t i = 0; i < children.count; i++) {
        if (i) str_addf(out, " %s ", op);
        print_scpl_term(tt, children.data[i], level + 1, out);
    }
    if (outer > level) str_add(out, ")");
    vec_free(tt->run, &children);
}

/* May c be written as "- |c|"? Not the least number of its type, whose opposite does not fit. */
static bool is_negatable(const TermText *tt, Term t, int64_t c)
{
    Sort sort = term_sort(tt->tm, t);
    unsigned width = sort.kind == SORT_BV ? sort.width : 64;
    return c < 0 && c != (int64_t)(UINT64_MAX << (width - 1));
}

static void print_monomial(TermText *tt, const Monomial *m, bool first, Str *out)
{
    CHECK(m->coefficient != 0);
    bool negative = is_negatable(tt, m->base, m->coefficient);
    int64_t c = negative ? -m->coefficient : m->coefficient;
    if (!first)
        str_add(out, negative ? " - " : " + ");
    else if (negative && c == 1)
        str_add(out, "-");
    if (c != 1) str_addf(out, "%" PRId64 " * ", first && negative ? -c : c);
    print_scpl_term(tt, m->base, c == 1 && first ? P_UNARY : P_MUL + 1, out);
}

/* The first term with a positive coefficient comes first: x - y rather than -y + x. */
static uint32_t first_monomial(const Sum *sum)
{
    for (uint32_t i = 0; i < sum->count; i++)
        if (sum->monomials[i].coefficient > 0) return i;
    return 0;
}

static void print_sum(TermText *tt, const Sum *sum, int outer, Str *out)
{
    int level = sum->count == 1 && !sum->constant ? (sum->monomials[0].coefficient == -1 ? P_UNARY : P_MUL) : P_ADD;
    CHECK(sum->count > 0);
    uint32_t first = first_monomial(sum);
    if (outer > level) str_add(out, "(");
    print_monomial(tt, &sum->monomials[first], true, out);
    for (uint32_t i = 0; i < sum->count; i++)
        if (i != first) print_monomial(tt, &sum->monomials[i], false, out);
    if (is_negatable(tt, sum->monomials[0].base, sum->constant))
        str_addf(out, " - %" PRId64, -sum->constant);
    else if (sum->constant)
        str_addf(out, " + %" PRId64, sum->constant);
    if (outer > level) str_add(out, ")");
}

static void print_equality(TermText *tt, Term t, const char *op, int outer, Str *out)
{
    Equation e;
    if (!term_as_equation(tt, t, &e) || !e.offset) {
        print_args(tt, t, op, P_EQ, outer, WANT_ANY, out);
        return;
    }
    if (outer > P_EQ) str_add(out, "(");
    print_scpl_term(tt, e.left, P_LESS, out);
    str_addf(out, " %s ", op);
    print_scpl_term(tt, e.right, P_ADD, out);
    bool minus = is_negatable(tt, e.left, e.offset);
    str_addf(out, minus ? " - %" PRId64 : " + %" PRId64, minus ? -e.offset : e.offset);
    if (outer > P_EQ) str_add(out, ")");
}

static void print_not(TermText *tt, Term a, int outer, Str *out)
{
    TermKind kind = term_kind(tt->tm, a);
    bool named = term_facts(tt, a)->stamp == tt->stamp && term_facts(tt, a)->let;
    if (kind == TERM_EQ && !named) {
        print_equality(tt, a, "!=", outer, out);
    } else if ((kind == TERM_ULT || kind == TERM_SLT) && !named) {
        print_args(tt, a, ">=", P_LESS, outer, kind == TERM_SLT ? WANT_SIGNED : WANT_UNSIGNED, out);
    } else {
        str_add(out, "!");
        print_scpl_term(tt, a, P_UNARY, out);
    }
}

static void print_choice(TermText *tt, Term t, int outer, Str *out)
{
    Term a = term_arg(tt->tm, t, 1), b = term_arg(tt->tm, t, 2);
    bool is_signed = term_facts(tt, t)->is_signed;
    if (outer > P_TERNARY) str_add(out, "(");
    print_scpl_term(tt, term_arg(tt->tm, t, 0), P_OR, out);
    str_add(out, " ? ");
    if (is_const(tt, a) && is_const(tt, b))
        print_cast(tt, a, true, P_UNARY, out);
    else
        print_operand(tt, a, P_OR, WANT_ANY, is_signed, out);
    str_add(out, " : ");
    print_operand(tt, b, P_OR, WANT_ANY, is_signed, out);
    if (outer > P_TERNARY) str_add(out, ")");
}

static void print_extension(TermText *tt, Term t, bool is_signed, int outer, Str *out)
{
    if (outer > P_UNARY) str_add(out, "(");
    str_add(out, "(");
    scpl_print_type(term_sort(tt->tm, t), is_signed, out);
    str_add(out, ")");
    print_operand(tt, term_arg(tt->tm, t, 0), P_UNARY, is_signed ? WANT_SIGNED : WANT_UNSIGNED, is_signed, out);
    if (outer > P_UNARY) str_add(out, ")");
}

static void print_extract(TermText *tt, Term t, int outer, Str *out)
{
    if (term_value(tt->tm, t) == 0) {
        str_add(out, outer > P_UNARY ? "((" : "(");
        scpl_print_type(term_sort(tt->tm, t), false, out);
        str_add(out, ")");
        print_scpl_term(tt, term_arg(tt->tm, t, 0), P_UNARY, out);
        str_add(out, outer > P_UNARY ? ")" : "");
        return;
    }
    str_add(out, "extract(");
    print_scpl_term(tt, term_arg(tt->tm, t, 0), P_TERNARY, out);
    str_addf(out, ", %" PRIu64 ", %u)", term_value(tt->tm, t), term_sort(tt->tm, t).width);
}

static void print_concat(TermText *tt, Term t, Str *out)
{
    for (uint32_t i = 0; i < 2; i++) {
        Term a = term_arg(tt->tm, t, i);
        str_add(out, i ? ", " : "concat(");
        if (is_const(tt, a))
            print_cast(tt, a, true, P_TERNARY, out);
        else
            print_scpl_term(tt, a, P_TERNARY, out);
    }
    str_add(out, ")");
}

static void print_array(TermText *tt, Term t, Str *out)
{
    Term a = term_arg(tt->tm, t, 0);
    switch ((int)term_kind(tt->tm, t)) {
    case TERM_SELECT:
        print_scpl_term(tt, a, P_POSTFIX, out);
        str_add(out, "[");
        print_operand(tt, term_arg(tt->tm, t, 1), P_TERNARY, WANT_ANY, false, out);
        str_add(out, "]");
        return;
    case TERM_STORE:
        str_add(out, "store(");
        print_scpl_term(tt, a, P_TERNARY, out);
        str_add(out, ", ");
        print_operand(tt, term_arg(tt->tm, t, 1), P_TERNARY, WANT_ANY, false, out);
        str_add(out, ", ");
        print_operand(tt, term_arg(tt->tm, t, 2), P_TERNARY, WANT_ANY, term_facts(tt, t)->is_signed, out);
        break;
    default:
        str_add(out, "fill(");
        scpl_print_type(term_sort(tt->tm, t), false, out);
        str_add(out, ", ");
        print_operand(tt, a, P_TERNARY, WANT_ANY, false, out);
    }
    str_add(out, ")");
}

static void print_variable(TermText *tt, Term t, Str *out)
{
    CHECK(program_has_var(tt->p, (VarId){term_symbol(tt->tm, t)}));
    str_add(out, tt->names[term_symbol(tt->tm, t)]);
    if (term_instance(tt->tm, t)) str_addf(out, "@%u", term_instance(tt->tm, t));
}

static void print_arithmetic(TermText *tt, Term t, TermKind kind, int outer, Str *out)
{
    Sum sum;
    if (term_as_sum(tt, t, &sum))
        print_sum(tt, &sum, outer, out);
    else if (kind == TERM_ADD)
        print_args(tt, t, "+", P_ADD, outer, WANT_ANY, out);
    else
        print_args(tt, t, "*", P_MUL, outer, WANT_ANY, out);
}

static void print_by_kind(TermText *tt, Term t, int outer, Str *out)
{
    TermKind kind = term_kind(tt->tm, t);
    switch (kind) {
    case TERM_CONST: print_literal(tt, t, true, outer, out); break;
    case TERM_VAR: print_variable(tt, t, out); break;
    case TERM_NOT: print_not(tt, term_arg(tt->tm, t, 0), outer, out); break;
    case TERM_AND: print_junction(tt, t, "&&", P_AND, outer, out); break;
    case TERM_OR: print_junction(tt, t, "||", P_OR, outer, out); break;
    case TERM_EQ: print_equality(tt, t, "==", outer, out); break;
    case TERM_ULT: print_args(tt, t, "<", P_LESS, outer, WANT_UNSIGNED, out); break;
    case TERM_ULE: print_args(tt, t, "<=", P_LESS, outer, WANT_UNSIGNED, out); break;
    case TERM_SLT: print_args(tt, t, "<", P_LESS, outer, WANT_SIGNED, out); break;
    case TERM_SLE: print_args(tt, t, "<=", P_LESS, outer, WANT_SIGNED, out); break;
    case TERM_ITE: print_choice(tt, t, outer, out); break;
    case TERM_ADD:
    case TERM_MUL: print_arithmetic(tt, t, kind, outer, out); break;
    case TERM_UDIV: print_args(tt, t, "/", P_MUL, outer, WANT_UNSIGNED, out); break;
    case TERM_UREM: print_args(tt, t, "%", P_MUL, outer, WANT_UNSIGNED, out); break;
    case TERM_SDIV: print_args(tt, t, "/", P_MUL, outer, WANT_SIGNED, out); break;
    case TERM_SREM: print_args(tt, t, "%", P_MUL, outer, WANT_SIGNED, out); break;
    case TERM_BVAND: print_args(tt, t, "&", P_BITAND, outer, WANT_ANY, out); break;
    case TERM_BVOR: print_args(tt, t, "|", P_BITOR, outer, WANT_ANY, out); break;
    case TERM_BVXOR: print_args(tt, t, "^", P_XOR, outer, WANT_ANY, out); break;
    case TERM_SHL: print_args(tt, t, "<<", P_SHIFT, outer, WANT_ANY, out); break;
    case TERM_LSHR: print_shift(tt, t, false, outer, out); break;
    case TERM_ASHR: print_shift(tt, t, true, outer, out); break;
    case TERM_ZEXT: print_extension(tt, t, false, outer, out); break;
    case TERM_SEXT: print_extension(tt, t, true, outer, out); break;
    case TERM_EXTRACT: print_extract(tt, t, outer, out); break;
    case TERM_CONCAT: print_concat(tt, t, out); break;
    case TERM_SELECT:
    case TERM_STORE:
    case TERM_CONST_ARRAY: print_array(tt, t, out); break;
    }
}

static void print_scpl_term(TermText *tt, Term t, int outer, Str *out)
{
    const TermFacts *f = term_facts(tt, t);
    CHECK(f->stamp != tt->stamp || f->let <= tt->lets); /* names are bound before they are used */
    if (f->stamp == tt->stamp && f->let)
        str_addf(out, "$%u", f->let);
    else
        print_by_kind(tt, t, outer, out);
}

void term_text_init(TermText *tt, Program *p, const char *const *names, const uint32_t *ranks)
{
    *tt = (TermText){.p = p, .tm = p->tm, .run = p->run, .names = names, .ranks = ranks};
}

void term_text_clear(TermText *tt)
{
    vec_free(tt->run, &tt->facts);
    vec_free(tt->run, &tt->rebuilt);
}

void term_text_print(TermText *tt, Term t, Str *out) { print_scpl_term(tt, t, P_TERNARY, out); }

void term_text_print_whole(TermText *tt, Term t, Str *out) { print_by_kind(tt, t, P_TERNARY, out); }
