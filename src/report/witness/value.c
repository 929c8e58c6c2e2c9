#include "report/witness/value.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

unsigned value_width(TermManager *tm, CValue v) { return term_sort(tm, v.term).width; }
bool value_is_bool(TermManager *tm, CValue v) { return term_sort(tm, v.term).kind == SORT_BOOL; }

CValue value_to_width(TermManager *tm, CValue v, unsigned width, bool is_signed)
{
    if (value_is_bool(tm, v)) v = (CValue){term_ite(tm, v.term, term_bv(tm, width, 1), term_bv(tm, width, 0)), true};
    unsigned old = value_width(tm, v);
    Term t = old > width   ? term_extract(tm, v.term, 0, width)
             : v.is_signed ? term_sext(tm, v.term, width)
                           : term_zext(tm, v.term, width);
    CHECK(term_sort(tm, t).width == width);
    return (CValue){t, is_signed};
}

CValue value_promote(TermManager *tm, CValue v)
{
    return value_is_bool(tm, v) || value_width(tm, v) < INT_WIDTH ? value_to_width(tm, v, INT_WIDTH, true) : v;
}

/* Of two types of one width the unsigned one wins; a wider signed one holds all values of a narrower unsigned one. */
void value_balance(TermManager *tm, CValue *a, CValue *b)
{
    *a = value_promote(tm, *a);
    *b = value_promote(tm, *b);
    unsigned x = value_width(tm, *a), y = value_width(tm, *b), width = x > y ? x : y;
    bool is_signed = x == y ? a->is_signed && b->is_signed : x > y ? a->is_signed : b->is_signed;
    *a = value_to_width(tm, *a, width, is_signed);
    *b = value_to_width(tm, *b, width, is_signed);
}

Term value_condition(TermManager *tm, CValue v)
{
    return value_is_bool(tm, v) ? v.term : term_ne(tm, v.term, term_bv(tm, value_width(tm, v), 0));
}

CValue value_of_bool(Term t) { return (CValue){t, true}; }

/* Is the value one of a narrower type, extended? A constant is, if it fits. */
static bool take_narrow(TermManager *tm, Term t, TermKind kind, unsigned width, Term *out)
{
    if (term_is_const(tm, t)) {
        uint64_t value = term_value(tm, t);
        *out = term_bv(tm, width, value);
        uint64_t back = kind == TERM_ZEXT ? sort_mask(sort_bv(width), value) : (uint64_t)sign_extend(value, width);
        return sort_mask(term_sort(tm, t), back) == value;
    }
    if (term_kind(tm, t) != kind || term_sort(tm, term_arg(tm, t, 0)).width != width) return false;
    *out = term_arg(tm, t, 0);
    return true;
}

/* Extended values compare as those that were extended, which the model's own conditions speak of. */
void value_narrow(TermManager *tm, CValue *a, CValue *b)
{
    Term wide = term_is_const(tm, a->term) ? b->term : a->term, x, y;
    TermKind kind = term_kind(tm, wide);
    if (kind != TERM_ZEXT && (kind != TERM_SEXT || !a->is_signed)) return;
    unsigned width = term_sort(tm, term_arg(tm, wide, 0)).width;
    if (!take_narrow(tm, a->term, kind, width, &x) || !take_narrow(tm, b->term, kind, width, &y)) return;
    *a = (CValue){x, kind == TERM_SEXT};
    *b = (CValue){y, kind == TERM_SEXT};
}
