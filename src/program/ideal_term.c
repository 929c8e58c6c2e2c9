/* Terms over machine integers to terms over mathematical integers.
 *
 * Nothing wraps, conversions between widths are the identity. Constants are read as signed, except where they are
 * compared with, assigned to or chosen beside something unsigned. Shifts by constants, masks of low bits and the
 * complement have an arithmetic meaning; other bit operations become an arbitrary value (a fresh input). */
#include "program/ideal_term.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

Sort ideal_sort(Sort sort)
{
    if (sort.kind == SORT_BV && sort.width > 1) return sort_int();
    if (sort.kind == SORT_ARRAY) {
        sort.width = sort.width > 1 ? 0 : sort.width;
        sort.index = sort.index > 1 ? 0 : sort.index;
    }
    return sort;
}

static bool is_bit(Sort sort) { return sort.kind == SORT_BV && sort.width == 1; }

static Term ideal_constant(const IdealTerms *it, Term t, bool is_unsigned)
{
    Sort sort = term_sort(it->tm, t);
    uint64_t v = term_value(it->tm, t);
    if (sort.kind != SORT_BV || sort.width == 1) return t;
    if (is_unsigned && v <= INT64_MAX) return term_int(it->tm, (int64_t)v);
    if (sort.width == 64) return term_int(it->tm, (int64_t)v);
    uint64_t sign = UINT64_C(1) << (sort.width - 1);
    return term_int(it->tm, (int64_t)((v ^ sign) - sign));
}

static const IdealTerm *known_ideal(const IdealTerms *it, Term t)
{
    CHECK(t.id < it->map.count);
    return &it->map.data[t.id];
}

/* Argument i of t; constants as told. */
static Term ideal_argument(const IdealTerms *it, Term t, uint32_t i, bool is_unsigned)
{
    Term a = term_arg(it->tm, t, i);
    return term_is_const(it->tm, a) ? ideal_constant(it, a, is_unsigned) : known_ideal(it, a)->term;
}

static bool arg_is_const(const IdealTerms *it, Term t, uint32_t i, uint64_t *value)
{
    Term a = term_arg(it->tm, t, i);
    if (!term_is_const(it->tm, a)) return false;
    *value = term_value(it->tm, a);
    return true;
}

/* ---- what bit operations mean ---- */

static Term power_of_two(const IdealTerms *it, uint64_t k)
{
    CHECK(k <= 62);
    return term_int(it->tm, (int64_t)(UINT64_C(1) << k));
}

/* Rounding towards minus infinity, as an arithmetic shift does. */
static Term floor_divide(const IdealTerms *it, Term x, uint64_t k)
{
    CHECK(term_sort(it->tm, x).kind == SORT_INT);
    TermManager *tm = it->tm;
    Term d = power_of_two(it, k), q = term_binary(tm, TERM_SDIV, x, d), zero = term_int(tm, 0);
    Term inexact = term_ne(tm, term_binary(tm, TERM_SREM, x, d), zero);
    Term down = term_and(tm, term_binary(tm, TERM_SLT, x, zero), inexact);
    return term_ite(tm, down, term_sub(tm, q, term_int(tm, 1)), q);
}

/* The remainder that is never negative: the low k bits of x in two's complement. */
static Term ideal_low_bits(const IdealTerms *it, Term x, uint64_t k)
{
    TermManager *tm = it->tm;
    Term d = power_of_two(it, k), m = term_binary(tm, TERM_SREM, x, d);
    return term_ite(tm, term_binary(tm, TERM_SLT, m, term_int(tm, 0)), term_add(tm, m, d), m);
}

static Term number_of_bit(const IdealTerms *it, Term bit, int64_t one)
{
    CHECK(is_bit(term_sort(it->tm, bit)));
    Term set = term_eq(it->tm, bit, term_bv(it->tm, 1, 1));
    return term_ite(it->tm, set, term_int(it->tm, one), term_int(it->tm, 0));
}

static bool is_mask(uint64_t v, uint64_t *k)
{
    for (*k = 1; *k < 63; ++*k)
        if (v == (UINT64_C(1) << *k) - 1) return true;
    return false;
}

static Term ideal_extract(const IdealTerms *it, Term t)
{
    TermManager *tm = it->tm;
    Sort from = term_sort(tm, term_arg(tm, t, 0)), to = term_sort(tm, t);
    uint64_t low = term_value(tm, t);
    Term x = known_ideal(it, term_arg(tm, t, 0))->term;
    if (low > 62) return TERM_NONE;
    if (to.width > 1 && low == 0) return x; /* a conversion */
    if (to.width > 1) return low + to.width == from.width ? floor_divide(it, x, low) : TERM_NONE;
    Term odd = term_ne(tm, term_binary(tm, TERM_SREM, floor_divide(it, x, low), term_int(tm, 2)), term_int(tm, 0));
    return term_ite(tm, odd, term_bv(tm, 1, 1), term_bv(tm, 1, 0));
}

static Term ideal_complement(const IdealTerms *it, Term x, unsigned width, bool is_unsigned)
{
    int64_t all = is_unsigned && width < 63 ? (int64_t)((UINT64_C(1) << width) - 1) : -1;
    return term_sub(it->tm, term_int(it->tm, all), x);
}

/* TERM_NONE: no meaning. */
static Term bit_operation(const IdealTerms *it, Term t, TermKind kind)
{
    Term x = ideal_argument(it, t, 0, false);
    unsigned width = term_sort(it->tm, t).width;
    uint64_t v = 0, k;
    bool by_const = arg_is_const(it, t, 1, &v);
    uint64_t ones = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
    if (!by_const) return TERM_NONE;
    switch ((int)kind) {
    case TERM_BVAND: return is_mask(v, &k) ? ideal_low_bits(it, x, k) : TERM_NONE;
    case TERM_BVXOR:
        return v == ones ? ideal_complement(it, x, width, known_ideal(it, term_arg(it->tm, t, 0))->is_unsigned)
                         : TERM_NONE;
    case TERM_SHL: return v <= 62 ? term_binary(it->tm, TERM_MUL, x, power_of_two(it, v)) : TERM_NONE;
    case TERM_LSHR:
    case TERM_ASHR: return v <= 62 ? floor_divide(it, x, v) : TERM_NONE;
    default: return TERM_NONE;
    }
}

/* ---- terms ---- */

static Term same_kind(const IdealTerms *it, Term t, bool is_unsigned)
{
    Term args[3];
    uint32_t n = term_arity(it->tm, t);
    RUN_CHECK(it->to->run, n <= 3);
    for (uint32_t i = 0; i < n; i++)
        args[i] = ideal_argument(it, t, i, is_unsigned);
    return term_rebuild(it->tm, t, args);
}

static Term ideal_junction(const IdealTerms *it, Term t)
{
    uint32_t n = term_arity(it->tm, t);
    Term *args = run_alloc(it->to->run, n * sizeof *args);
    for (uint32_t i = 0; i < n; i++)
        args[i] = ideal_argument(it, t, i, false);
    Term r = term_rebuild(it->tm, t, args);
    run_release(it->to->run, args);
    return r;
}

static Term ideal_binary(const IdealTerms *it, Term t, TermKind kind, bool is_unsigned)
{
    return term_binary(it->tm, kind, ideal_argument(it, t, 0, is_unsigned), ideal_argument(it, t, 1, is_unsigned));
}

static Term ideal_store(const IdealTerms *it, Term t, bool is_unsigned)
{
    return term_store(it->tm, ideal_argument(it, t, 0, false), ideal_argument(it, t, 1, true),
                      ideal_argument(it, t, 2, is_unsigned));
}

static bool any_unsigned(const IdealTerms *it, Term t)
{
    for (uint32_t i = 0; i < term_arity(it->tm, t); i++)
        if (!term_is_const(it->tm, term_arg(it->tm, t, i)) && known_ideal(it, term_arg(it->tm, t, i))->is_unsigned)
            return true;
    return false;
}

static bool reads_unsigned(const IdealTerms *it, Term t)
{
    TermManager *tm = it->tm;
    switch (term_kind(tm, t)) {
    case TERM_VAR: return !it->from->vars.data[term_symbol(tm, t)].is_signed;
    case TERM_ZEXT:
    case TERM_UDIV:
    case TERM_UREM:
    case TERM_LSHR:
    case TERM_CONCAT: return true;
    case TERM_ITE:
    case TERM_ADD:
    case TERM_MUL:
    case TERM_BVAND:
    case TERM_BVOR:
    case TERM_BVXOR:
    case TERM_EXTRACT: return any_unsigned(it, t);
    case TERM_SHL:
    case TERM_SELECT:
    case TERM_STORE: return known_ideal(it, term_arg(tm, t, 0))->is_unsigned;
    case TERM_CONST:
    case TERM_NOT:
    case TERM_AND:
    case TERM_OR:
    case TERM_EQ:
    case TERM_ULT:
    case TERM_ULE:
    case TERM_SLT:
    case TERM_SLE:
    case TERM_SDIV:
    case TERM_SREM:
    case TERM_ASHR:
    case TERM_SEXT:
    case TERM_CONST_ARRAY: return false;
    }
    return false;
}

static Term ideal_extend(const IdealTerms *it, Term t, int64_t one)
{
    Term a = term_arg(it->tm, t, 0), x = known_ideal(it, a)->term;
    return is_bit(term_sort(it->tm, a)) ? number_of_bit(it, x, one) : x;
}

/* Operations on single bits stay; so does everything over what was ideal already. */
static bool stays_as_is(const IdealTerms *it, Term t)
{
    Sort sort = term_arity(it->tm, t) ? term_sort(it->tm, term_arg(it->tm, t, 0)) : term_sort(it->tm, t);
    return is_bit(sort) || sort.kind == SORT_INT;
}

/* TERM_NONE: no meaning over mathematical integers. */
static Term translate_ideal(const IdealTerms *it, Term t, bool is_unsigned)
{
    TermManager *tm = it->tm;
    TermKind kind = term_kind(tm, t);
    switch (kind) {
    case TERM_CONST: return ideal_constant(it, t, false);
    case TERM_VAR: return term_var(tm, ideal_sort(term_sort(tm, t)), term_symbol(tm, t), term_instance(tm, t));
    case TERM_AND:
    case TERM_OR: return ideal_junction(it, t);
    case TERM_EQ: return same_kind(it, t, any_unsigned(it, t));
    case TERM_ULT: return stays_as_is(it, t) ? same_kind(it, t, true) : ideal_binary(it, t, TERM_SLT, true);
    case TERM_ULE: return stays_as_is(it, t) ? same_kind(it, t, true) : ideal_binary(it, t, TERM_SLE, true);
    case TERM_UDIV: return stays_as_is(it, t) ? same_kind(it, t, true) : ideal_binary(it, t, TERM_SDIV, true);
    case TERM_UREM: return stays_as_is(it, t) ? same_kind(it, t, true) : ideal_binary(it, t, TERM_SREM, true);
    case TERM_NOT:
    case TERM_SLT:
    case TERM_SLE:
    case TERM_ADD:
    case TERM_MUL:
    case TERM_SDIV:
    case TERM_SREM: return same_kind(it, t, false);
    case TERM_ITE: return same_kind(it, t, is_unsigned);
    case TERM_BVAND:
    case TERM_BVOR:
    case TERM_BVXOR:
    case TERM_SHL:
    case TERM_LSHR:
    case TERM_ASHR: return stays_as_is(it, t) ? same_kind(it, t, false) : bit_operation(it, t, kind);
    case TERM_ZEXT: return ideal_extend(it, t, 1);
    case TERM_SEXT: return ideal_extend(it, t, -1);
    case TERM_EXTRACT: return ideal_extract(it, t);
    case TERM_CONCAT: return TERM_NONE;
    case TERM_SELECT: return same_kind(it, t, true);
    case TERM_STORE: return ideal_store(it, t, is_unsigned);
    case TERM_CONST_ARRAY: return term_const_array(tm, ideal_sort(term_sort(tm, t)), ideal_argument(it, t, 0, false));
    }
    return TERM_NONE;
}

static void translate_once(void *arg, Term t)
{
    IdealTerms *it = arg;
    if (t.id >= it->map.count) vec_resize(it->to->run, &it->map, t.id + 1);
    if (term_is(known_ideal(it, t)->term)) return;
    IdealTerm r = {.is_unsigned = reads_unsigned(it, t)};
    for (uint32_t i = 0; i < term_arity(it->tm, t); i++)
        r.approximate |= known_ideal(it, term_arg(it->tm, t, i))->approximate;
    r.term = translate_ideal(it, t, r.is_unsigned);
    if (!term_is(r.term)) {
        r.approximate = true;
        r.term = program_fresh_input(it->to, ideal_sort(term_sort(it->tm, t)), !r.is_unsigned, "bits");
    }
    CHECK(sort_same(term_sort(it->tm, r.term), ideal_sort(term_sort(it->tm, t))));
    it->map.data[t.id] = r;
}

Term ideal_translate(IdealTerms *it, Term t, bool is_unsigned, bool *approximate)
{
    if (term_is_const(it->tm, t)) return ideal_constant(it, t, is_unsigned);
    term_for_each_subterm(it->tm, t, translate_once, it);
    CHECK(term_is(known_ideal(it, t)->term));
    *approximate |= known_ideal(it, t)->approximate;
    return known_ideal(it, t)->term;
}
