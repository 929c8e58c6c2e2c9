/* Builders keep the meaning: a random expression is evaluated by code of its own, and the term built from it by
 * term_evaluate, for all values of small widths and for random values of large ones. */
#include "logic/term/term.h"

#include <string.h>

#include "base/rng.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/choice.h"
#include "logic/term/compare.h"
#include "logic/term/decide.h"
#include "logic/term/evaluate.h"
#include "logic/term/print.h"
#include "logic/term/remainder.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "tap.h"

/* ---- the reference ---- */

#define SUB TERM_KIND_COUNT
#define NEG (TERM_KIND_COUNT + 1)
#define NE (TERM_KIND_COUNT + 2)
#define IMPLIES (TERM_KIND_COUNT + 3)

typedef struct Expr Expr;
struct Expr {
    int kind; /* TermKind or one of the above */
    Sort sort;
    uint64_t value; /* constant; variable number; low bit of TERM_EXTRACT */
    Expr *args[3];
};

typedef struct World {
    Run *run;
    TermManager *tm;
    Rng rng;
    bool small_constants;   /* so that terms meet equal ones */
    uint64_t values[3 + 2]; /* of the variables: three of the width at hand, two Booleans */
} World;

static uint64_t mask(unsigned width, uint64_t v) { return width >= 64 ? v : v & ((UINT64_C(1) << width) - 1); }

static bool negative(unsigned width, uint64_t v) { return (v >> (width - 1)) & 1; }

/* By comparison of sign, then of bits; no sign extension as in the library. */
static bool less_signed(unsigned width, uint64_t a, uint64_t b)
{
    if (negative(width, a) != negative(width, b)) return negative(width, a);
    return a < b;
}

static uint64_t magnitude(unsigned width, uint64_t v) { return negative(width, v) ? mask(width, -v) : v; }

static uint64_t reference_divide(int kind, unsigned width, uint64_t a, uint64_t b)
{
    bool is_rem = kind == TERM_UREM || kind == TERM_SREM;
    bool is_signed = kind == TERM_SDIV || kind == TERM_SREM;
    if (is_signed) {
        uint64_t x = magnitude(width, a), y = magnitude(width, b);
        uint64_t r = reference_divide(is_rem ? TERM_UREM : TERM_UDIV, width, x, y);
        bool flip = is_rem ? negative(width, a) : negative(width, a) != negative(width, b);
        return flip ? mask(width, -r) : r;
    }
    if (b == 0) return is_rem ? a : mask(width, ~UINT64_C(0));
    return is_rem ? a % b : a / b;
}

static uint64_t reference_shift(int kind, unsigned width, uint64_t a, uint64_t b)
{
    for (uint64_t i = 0; i < b && i < width; i++) {
        if (kind == TERM_SHL)
            a = mask(width, a << 1);
        else if (kind == TERM_LSHR || !negative(width, a))
            a >>= 1;
        else
            a = a >> 1 | UINT64_C(1) << (width - 1);
    }
    return a;
}

static uint64_t reference(const World *w, const Expr *e)
{
    uint64_t v[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++)
        if (e->args[i]) v[i] = reference(w, e->args[i]);
    uint64_t a = v[0], b = v[1];
    unsigned width = e->args[0] ? e->args[0]->sort.width : 0;
    switch (e->kind) {
    case TERM_CONST: return e->value;
    case TERM_VAR: return w->values[e->value];
    case TERM_NOT: return !a;
    case TERM_AND: return a && b;
    case TERM_OR: return a || b;
    case IMPLIES: return !a || b;
    case TERM_EQ: return a == b;
    case NE: return a != b;
    case TERM_ULT: return a < b;
    case TERM_ULE: return a <= b;
    case TERM_SLT: return less_signed(width, a, b);
    case TERM_SLE: return !less_signed(width, b, a);
    case TERM_ITE: return a ? v[1] : v[2];
    case TERM_ADD: return mask(width, a + b);
    case SUB: return mask(width, a - b);
    case NEG: return mask(width, -a);
    case TERM_MUL: return mask(width, a * b);
    case TERM_UDIV:
    case TERM_UREM:
    case TERM_SDIV:
    case TERM_SREM: return reference_divide(e->kind, width, a, b);
    case TERM_BVAND: return a & b;
    case TERM_BVOR: return a | b;
    case TERM_BVXOR: return a ^ b;
    case TERM_SHL:
    case TERM_LSHR:
    case TERM_ASHR: return reference_shift(e->kind, width, a, b);
    case TERM_ZEXT: return a;
    case TERM_SEXT: return negative(width, a) ? mask(e->sort.width, a - (UINT64_C(1) << (width - 1)) * 2) : a;
    case TERM_EXTRACT: return mask(e->sort.width, a >> e->value);
    case TERM_CONCAT: return a << e->args[1]->sort.width | b;
    default: CHECK(false); return 0;
    }
}

/* ---- random expressions ---- */

static Expr *make(World *w, int kind, Sort sort, uint64_t value, Expr *a, Expr *b, Expr *c)
{
    Expr *e = run_alloc(w->run, sizeof *e);
    *e = (Expr){kind, sort, value, {a, b, c}};
    return e;
}

static Expr *random_bool(World *w, unsigned width, int depth);

static Expr *leaf(World *w, unsigned width, unsigned variables)
{
    if (width == variables && rng_below(&w->rng, 3))
        return make(w, TERM_VAR, sort_bv(width), rng_below(&w->rng, 3), NULL, NULL, NULL);
    uint64_t v = w->small_constants ? rng_below(&w->rng, 4) - 1 : rng_next(&w->rng);
    if (rng_below(&w->rng, 6) == 0) v = UINT64_C(1) << rng_below(&w->rng, width);
    if (rng_below(&w->rng, 8) == 0) v = width;
    return make(w, TERM_CONST, sort_bv(width), mask(width, v), NULL, NULL, NULL);
}

/* An expression of some width over variables of the width `variables`. */
static Expr *random_bv(World *w, unsigned width, unsigned variables, int depth)
{
    static const int binary[] = {TERM_ADD,  SUB,        TERM_MUL,  TERM_UDIV,  TERM_UREM, TERM_SDIV,
                                 TERM_SREM, TERM_BVAND, TERM_BVOR, TERM_BVXOR, TERM_SHL,  TERM_LSHR,
                                 TERM_ASHR, TERM_ADD,   SUB,       TERM_MUL};
    if (depth <= 0) return leaf(w, width, variables);
    unsigned other;
    uint32_t what = rng_below(&w->rng, 24);
    Sort sort = sort_bv(width);
    if (what < 16) {
        Expr *a = random_bv(w, width, variables, depth - 1), *b = random_bv(w, width, variables, depth - 1);
        return make(w, binary[what], sort, 0, a, b, NULL);
    }
    switch (what) {
    case 16: return make(w, NEG, sort, 0, random_bv(w, width, variables, depth - 1), NULL, NULL);
    case 17:
    case 18: {
        other = 1 + rng_below(&w->rng, width);
        int kind = other == width ? TERM_ZEXT : what == 17 ? TERM_ZEXT : TERM_SEXT;
        if (rng_below(&w->rng, 2) && variables < width) other = variables;
        return make(w, kind, sort, 0, random_bv(w, other, variables, depth - 1), NULL, NULL);
    }
    case 19:
    case 20: {
        unsigned more = rng_below(&w->rng, 9);
        if (width + more > 64) more = 64 - width;
        if (rng_below(&w->rng, 2) && variables > width) more = variables - width;
        return make(w, TERM_EXTRACT, sort, rng_below(&w->rng, more + 1),
                    random_bv(w, width + more, variables, depth - 1), NULL, NULL);
    }
    case 21:
        if (width < 2) return leaf(w, width, variables);
        other = 1 + rng_below(&w->rng, width - 1);
        return make(w, TERM_CONCAT, sort, 0, random_bv(w, width - other, variables, depth - 1),
                    random_bv(w, other, variables, depth - 1), NULL);
    default:
        return make(w, TERM_ITE, sort, 0, random_bool(w, variables, depth - 1),
                    random_bv(w, width, variables, depth - 1), random_bv(w, width, variables, depth - 1));
    }
}

static Expr *random_bool(World *w, unsigned width, int depth)
{
    static const int junctions[] = {TERM_AND, TERM_OR, IMPLIES, TERM_EQ, NE};
    static const int compare[] = {TERM_EQ, NE, TERM_ULT, TERM_ULE, TERM_SLT, TERM_SLE};
    Sort sort = sort_bool();
    if (depth <= 0) {
        if (rng_below(&w->rng, 5) == 0) return make(w, TERM_CONST, sort, rng_below(&w->rng, 2), NULL, NULL, NULL);
        return make(w, TERM_VAR, sort, 3 + rng_below(&w->rng, 2), NULL, NULL, NULL);
    }
    switch (rng_below(&w->rng, 8)) {
    case 0: return make(w, TERM_NOT, sort, 0, random_bool(w, width, depth - 1), NULL, NULL);
    case 1:
    case 2:
        return make(w, junctions[rng_below(&w->rng, 5)], sort, 0, random_bool(w, width, depth - 1),
                    random_bool(w, width, depth - 1), NULL);
    case 3:
        return make(w, TERM_ITE, sort, 0, random_bool(w, width, depth - 1), random_bool(w, width, depth - 1),
                    random_bool(w, width, depth - 1));
    default: {
        unsigned of = rng_below(&w->rng, 4) ? width : 1 + rng_below(&w->rng, 12);
        return make(w, compare[rng_below(&w->rng, 6)], sort, 0, random_bv(w, of, width, depth - 1),
                    random_bv(w, of, width, depth - 1), NULL);
    }
    }
}

/* ---- building ---- */

static Term build(World *w, const Expr *e)
{
    TermManager *tm = w->tm;
    Term t[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
    for (int i = 0; i < 3; i++)
        if (e->args[i]) t[i] = build(w, e->args[i]);
    switch (e->kind) {
    case TERM_CONST: return term_const(tm, e->sort, e->value);
    case TERM_VAR: return term_var(tm, e->sort, (uint32_t)e->value, e->sort.width);
    case TERM_NOT: return term_not(tm, t[0]);
    case TERM_AND: return term_and(tm, t[0], t[1]);
    case TERM_OR: return term_or(tm, t[0], t[1]);
    case IMPLIES: return term_implies(tm, t[0], t[1]);
    case TERM_EQ: return term_gather_choices(tm, term_eq(tm, t[0], t[1]));
    case NE: return term_ne(tm, t[0], t[1]);
    case TERM_ITE: return rng_below(&w->rng, 2) ? term_ite(tm, t[0], t[1], t[2]) : term_choice(tm, t[0], t[1], t[2]);
    case TERM_ADD: return term_add(tm, t[0], t[1]);
    case SUB: return term_sub(tm, t[0], t[1]);
    case NEG: return term_neg(tm, t[0]);
    case TERM_ZEXT: return term_zext(tm, t[0], e->sort.width);
    case TERM_SEXT: return term_sext(tm, t[0], e->sort.width);
    case TERM_EXTRACT: return term_extract(tm, t[0], (unsigned)e->value, e->sort.width);
    case TERM_CONCAT: return term_concat(tm, t[0], t[1]);
    default: return term_binary(tm, (TermKind)e->kind, t[0], t[1]);
    }
}

static Value value_of(void *arg, TermManager *tm, Term var)
{
    return (Value){.bits = ((World *)arg)->values[term_symbol(tm, var)]};
}

static void name_of(void *arg, TermManager *tm, Term var, Str *out)
{
    (void)arg;
    str_addf(out, "%c", "xyzpq"[term_symbol(tm, var)]);
}

static void explain(World *w, const Expr *e, Term t, uint64_t got, uint64_t want)
{
    Str s;
    str_init(w->run, &s);
    term_print(w->tm, t, name_of, NULL, &s);
    printf("# %s (top kind %d, width %u): got %llu, want %llu, for x=%llu y=%llu z=%llu p=%d q=%d\n", str_text(&s),
           e->kind, e->sort.width, (unsigned long long)got, (unsigned long long)want, (unsigned long long)w->values[0],
           (unsigned long long)w->values[1], (unsigned long long)w->values[2], (int)w->values[3], (int)w->values[4]);
    str_clear(&s);
}

static bool agrees(World *w, const Expr *e, Term t)
{
    uint64_t want = reference(w, e), got = term_evaluate(w->tm, t, value_of, w, NULL).bits;
    if (got != want) explain(w, e, t, got, want);
    CHECK(got == want);
    return got == want;
}

static uint64_t random_value(World *w, unsigned width)
{
    uint64_t v = rng_below(&w->rng, 2) ? rng_next(&w->rng) : rng_below(&w->rng, 4) - 2;
    if (rng_below(&w->rng, 4) == 0) v = (UINT64_C(1) << (width - 1)) - rng_below(&w->rng, 2);
    return mask(width, v);
}

static void check_random_values(World *w, const Expr *e, Term t, unsigned width, int rounds)
{
    for (int i = 0; i < rounds; i++) {
        for (int k = 0; k < 3; k++)
            w->values[k] = random_value(w, width);
        if (rng_below(&w->rng, 4) == 0) w->values[1] = w->values[0];
        w->values[3] = rng_below(&w->rng, 2);
        w->values[4] = rng_below(&w->rng, 2);
        if (!agrees(w, e, t)) return;
    }
}

static void check_all_values(World *w, const Expr *e, Term t, unsigned width)
{
    uint64_t n = UINT64_C(1) << width;
    for (uint64_t x = 0; x < n; x++)
        for (uint64_t y = 0; y < n; y++)
            for (uint64_t z = 0; z < n; z++)
                for (unsigned pq = 0; pq < 4; pq++) {
                    memcpy(w->values, (uint64_t[]){x, y, z, pq & 1, pq >> 1}, sizeof w->values);
                    if (!agrees(w, e, t)) return;
                }
}

static World world_new(uint64_t seed)
{
    World w = {run_new(), NULL, {seed}, false, {0}};
    w.tm = term_manager_new(w.run);
    return w;
}

/* A new manager now and then, so that a test's terms do not all meet. */
static void run_random(uint64_t seed, unsigned min_width, unsigned max_width, int count, int depth, bool exhaustive)
{
    World w = world_new(seed);
    for (int i = 0; i < count; i++) {
        if (i % 500 == 499) {
            run_free(w.run);
            World next = world_new(seed + (uint64_t)i);
            w = next;
        }
        unsigned width = min_width + rng_below(&w.rng, max_width - min_width + 1);
        w.small_constants = rng_below(&w.rng, 3) != 0;
        int d = 1 + (int)rng_below(&w.rng, (uint32_t)depth);
        Expr *e = rng_below(&w.rng, 2) ? random_bool(&w, width, d) : random_bv(&w, width, width, d);
        Term t = build(&w, e);
        CHECK(sort_same(term_sort(w.tm, t), e->sort));
        if (exhaustive)
            check_all_values(&w, e, t, width);
        else
            check_random_values(&w, e, t, width, 40);
    }
    run_free(w.run);
}

TEST(builders_agree_for_all_values_of_widths_1_to_3) { run_random(1, 1, 3, 2500, 4, true); }
TEST(builders_agree_for_random_values_of_widths_1_to_8) { run_random(2, 1, 8, 15000, 5, false); }
TEST(builders_agree_for_random_values_of_width_32) { run_random(3, 32, 32, 15000, 4, false); }
TEST(builders_agree_for_random_values_of_width_64) { run_random(4, 64, 64, 15000, 4, false); }
TEST(builders_agree_for_random_values_of_other_widths) { run_random(5, 9, 63, 10000, 4, false); }

TEST(every_binary_operation_for_all_values_of_small_widths)
{
    World w = world_new(6);
    for (unsigned width = 1; width <= 5; width++)
        for (int kind = TERM_EQ; kind <= TERM_ASHR; kind++) {
            if (kind == TERM_ITE) continue;
            Sort sort = kind <= TERM_SLE ? sort_bool() : sort_bv(width);
            Expr *x = make(&w, TERM_VAR, sort_bv(width), 0, NULL, NULL, NULL);
            Expr *y = make(&w, TERM_VAR, sort_bv(width), 1, NULL, NULL, NULL);
            Expr *both = make(&w, kind, sort, 0, x, y, NULL);
            Term t = build(&w, both);
            for (uint64_t a = 0; a < UINT64_C(1) << width; a++) {
                Expr *c = make(&w, TERM_CONST, sort_bv(width), a, NULL, NULL, NULL);
                Expr *left = make(&w, kind, sort, 0, c, y, NULL), *right = make(&w, kind, sort, 0, y, c, NULL);
                Term tl = build(&w, left), tr = build(&w, right);
                for (uint64_t b = 0; b < UINT64_C(1) << width; b++) {
                    w.values[0] = a;
                    w.values[1] = b;
                    agrees(&w, both, t);
                    agrees(&w, left, tl);
                    agrees(&w, right, tr);
                }
            }
        }
    run_free(w.run);
}

/* Constant arguments fold to what evaluation gives. */
TEST(constants_fold)
{
    World w = world_new(7);
    for (int i = 0; i < 20000; i++) {
        unsigned width = 1 + rng_below(&w.rng, 64);
        int kind = TERM_EQ + (int)rng_below(&w.rng, TERM_ASHR - TERM_EQ + 1);
        if (kind == TERM_ITE) continue;
        Expr *a = make(&w, TERM_CONST, sort_bv(width), random_value(&w, width), NULL, NULL, NULL);
        Expr *b = make(&w, TERM_CONST, sort_bv(width), random_value(&w, width), NULL, NULL, NULL);
        Expr *e = make(&w, kind, kind <= TERM_SLE ? sort_bool() : sort_bv(width), 0, a, b, NULL);
        Term t = build(&w, e);
        CHECK(term_is_const(w.tm, t) && term_value(w.tm, t) == reference(&w, e));
    }
    run_free(w.run);
}

TEST(simplifications_that_engines_count_on)
{
    World w = world_new(8);
    TermManager *tm = w.tm;
    Term x = term_var(tm, sort_bv(32), 0, 0), y = term_var(tm, sort_bv(32), 1, 0), p = term_var(tm, sort_bool(), 3, 0);
    Term one = term_bv(tm, 32, 1), zero = term_bv(tm, 32, 0);
    CHECK(term_same(term_add(tm, x, y), term_add(tm, y, x)));
    CHECK(term_same(term_sub(tm, term_add(tm, x, y), y), x));
    CHECK(term_same(term_add(tm, x, zero), x));
    CHECK(term_same(term_sub(tm, x, x), zero));
    CHECK(term_same(term_add(tm, term_add(tm, x, one), one), term_add(tm, x, term_bv(tm, 32, 2))));
    CHECK(term_same(term_eq(tm, x, y), term_eq(tm, y, x)));
    CHECK(term_is_true(tm, term_eq(tm, x, x)));
    CHECK(term_is_false(tm, term_ne(tm, x, x)));
    CHECK(term_is_false(tm, term_and(tm, p, term_not(tm, p))));
    CHECK(term_is_true(tm, term_or(tm, p, term_not(tm, p))));
    CHECK(term_same(term_not(tm, term_not(tm, p)), p));
    CHECK(term_same(term_and(tm, p, term_bool(tm, true)), p));
    CHECK(term_is_false(tm, term_and(tm, p, term_bool(tm, false))));
    CHECK(term_same(term_choice(tm, p, term_add(tm, x, one), x), term_add(tm, x, term_ite(tm, p, one, zero))));
    Term halves = term_add(tm, term_ite(tm, p, x, zero), term_ite(tm, p, zero, x));
    CHECK(term_is_true(tm, term_gather_choices(tm, term_eq(tm, halves, x))));
    CHECK(term_same(term_ite(tm, p, x, x), x));
    CHECK(term_same(term_ite(tm, p, term_bool(tm, true), term_bool(tm, false)), p));
    CHECK(term_is_false(tm, term_binary(tm, TERM_ULT, x, zero)));
    CHECK(term_is_true(tm, term_binary(tm, TERM_SLE, x, x)));
    CHECK(term_same(term_zext(tm, x, 32), x));
    CHECK(term_same(term_extract(tm, x, 0, 32), x));
    CHECK(term_is_false(tm, term_bool(tm, false)) && !term_is_true(tm, zero));
    Term many[4] = {p, term_eq(tm, x, y), p, term_bool(tm, true)};
    CHECK(term_same(term_and_n(tm, many, 4), term_and(tm, p, many[1])));
    CHECK(term_is_true(tm, term_and_n(tm, NULL, 0)) && term_is_false(tm, term_or_n(tm, NULL, 0)));
    run_free(w.run);
}

/* ---- integers ---- */

__extension__ typedef __int128 Wide;

typedef struct IntExpr {
    Term term;
    Wide value;
} IntExpr;

static Value int_value_of(void *arg, TermManager *tm, Term var)
{
    return (Value){.bits = ((uint64_t *)arg)[term_symbol(tm, var)]};
}

static IntExpr random_int(World *w, int depth)
{
    if (depth <= 0) {
        if (rng_below(&w->rng, 2)) {
            uint32_t i = rng_below(&w->rng, 3);
            return (IntExpr){term_var(w->tm, sort_int(), i, 0), (int64_t)w->values[i]};
        }
        int64_t c =
            rng_below(&w->rng, 8) ? (int64_t)rng_below(&w->rng, 9) - 4 : INT64_MAX - (int64_t)rng_below(&w->rng, 2);
        return (IntExpr){term_int(w->tm, c), c};
    }
    IntExpr a = random_int(w, depth - 1), b = random_int(w, depth - 1);
    bool divides = b.value != 0, fits = a.value == (int64_t)a.value && b.value == (int64_t)b.value;
    switch (rng_below(&w->rng, 7)) {
    case 0: return (IntExpr){term_add(w->tm, a.term, b.term), a.value + b.value};
    case 1: return (IntExpr){term_sub(w->tm, a.term, b.term), a.value - b.value};
    case 2: return (IntExpr){term_neg(w->tm, a.term), -a.value};
    case 3: return fits ? (IntExpr){term_binary(w->tm, TERM_MUL, a.term, b.term), a.value * b.value} : a;
    case 4: return divides ? (IntExpr){term_binary(w->tm, TERM_SDIV, a.term, b.term), a.value / b.value} : a;
    case 5: return divides ? (IntExpr){term_binary(w->tm, TERM_SREM, a.term, b.term), a.value % b.value} : b;
    default: {
        Term less = term_binary(w->tm, TERM_SLT, a.term, b.term);
        return (IntExpr){term_ite(w->tm, less, a.term, b.term), a.value < b.value ? a.value : b.value};
    }
    }
}

/* The value is right, or said to have left 64 bits. (Depth 2: 128 bits hold every value on the way.) */
TEST(integer_builders_agree)
{
    World w = world_new(9);
    int exact = 0;
    for (int i = 0; i < 30000; i++) {
        for (int k = 0; k < 3; k++)
            w.values[k] = (uint64_t)((int64_t)rng_below(&w.rng, 9) - 4);
        if (rng_below(&w.rng, 5) == 0) w.values[0] = (uint64_t)INT64_MIN;
        IntExpr e = random_int(&w, 1 + (int)rng_below(&w.rng, 2));
        bool overflow = false;
        int64_t got = (int64_t)term_evaluate(w.tm, e.term, int_value_of, w.values, &overflow).bits;
        if (overflow) continue;
        exact++;
        CHECK(got == e.value);
    }
    CHECK(exact > 20000);
    run_free(w.run);
}

TEST(integer_constants_do_not_wrap)
{
    World w = world_new(10);
    TermManager *tm = w.tm;
    Term max = term_int(tm, INT64_MAX), one = term_int(tm, 1), x = term_var(tm, sort_int(), 0, 0);
    Term sum = term_add(tm, max, one);
    CHECK(!term_is_const(tm, sum));
    CHECK(!term_same(sum, term_int(tm, INT64_MIN)));
    CHECK(!term_is_true(tm, term_binary(tm, TERM_SLT, sum, one)));
    Term twice = term_add(tm, term_add(tm, x, max), one); /* x + 2^63 is not x - 2^63 */
    CHECK(!term_same(twice, term_add(tm, x, term_int(tm, INT64_MIN))));
    CHECK(!term_is_false(tm, term_binary(tm, TERM_SLT, x, term_add(tm, x, one))));
    run_free(w.run);
}

/* ---- arrays ---- */

TEST(arrays_agree_with_a_table)
{
    World w = world_new(11);
    TermManager *tm = w.tm;
    Sort sort = sort_array(sort_bv(2), sort_bv(8));
    for (int i = 0; i < 3000; i++) {
        uint64_t table[4];
        uint64_t fill = rng_below(&w.rng, 3);
        for (int k = 0; k < 3; k++)
            w.values[k] = rng_below(&w.rng, 4);
        Term a = term_const_array(tm, sort, term_bv(tm, 8, fill));
        for (int k = 0; k < 4; k++)
            table[k] = fill;
        for (uint32_t n = rng_below(&w.rng, 5); n > 0; n--) {
            uint32_t v = rng_below(&w.rng, 3);
            bool constant = rng_below(&w.rng, 2);
            Term index = constant ? term_bv(tm, 2, v) : term_var(tm, sort_bv(2), v, 0);
            uint64_t value = rng_below(&w.rng, 3);
            a = term_store(tm, a, index, term_bv(tm, 8, value));
            table[constant ? v : w.values[v]] = value;
        }
        Value whole = term_evaluate(tm, a, value_of, &w, NULL);
        for (uint64_t k = 0; k < 4; k++) {
            CHECK(value_select(&whole, k) == table[k]);
            Term at = term_select(tm, a, term_bv(tm, 2, k));
            CHECK(term_evaluate(tm, at, value_of, &w, NULL).bits == table[k]);
        }
        for (uint32_t k = 0; k < 3; k++) {
            Term at = term_select(tm, a, term_var(tm, sort_bv(2), k, 0));
            CHECK(term_evaluate(tm, at, value_of, &w, NULL).bits == table[w.values[k]]);
        }
        for (uint32_t k = 0; k < whole.count; k++) {
            CHECK(whole.entries[k].value != whole.bits);
            CHECK(k == 0 || whole.entries[k - 1].index < whole.entries[k].index);
        }
    }
    run_free(w.run);
}

TEST(array_values_compare_by_content)
{
    World w = world_new(12);
    Value empty = {.bits = 5};
    Value a = value_store(w.run, NULL, &empty, 3, 7), b = value_store(w.run, NULL, &a, 1, 6);
    Value c = value_store(w.run, NULL, &empty, 1, 6);
    c = value_store(w.run, NULL, &c, 3, 7);
    CHECK(value_equal(&b, &c) && !value_equal(&a, &b));
    Value back = value_store(w.run, NULL, &a, 3, 5);
    CHECK(value_equal(&back, &empty) && back.count == 0);
    CHECK(value_select(&b, 1) == 6 && value_select(&b, 3) == 7 && value_select(&b, 2) == 5);
    run_free(w.run);
}

/* An array of 200 elements, each set 50 times, with what is kept between. */
TEST(arenas_keep_what_is_asked_for)
{
    World w = world_new(13);
    ValueArena *arena = value_arena_new(w.run);
    Value array = {.bits = 0}, copy = {.bits = 0};
    size_t before = run_memory(w.run), most = 0;
    for (uint64_t i = 0; i < 10000; i++) {
        array = value_store(w.run, arena, &array, i % 200, i + 1);
        if (i == 5000) copy = array;
        if (value_arena_is_full(arena)) value_arena_keep(arena, (Value *[]){&array, &copy}, 2);
        size_t now = run_memory(w.run) - before;
        if (now > most) most = now;
    }
    for (uint64_t i = 0; i < 200; i++) {
        CHECK_EQ_INT(value_select(&array, i), 9800 + i + 1);
        CHECK_EQ_INT(value_select(&copy, i), i <= 0 ? 5001 : 4800 + i + 1);
    }
    CHECK(most < (size_t)8 << 20);
    Value other = value_store(w.run, arena, &copy, 300, 1), third = value_store(w.run, arena, &copy, 301, 2);
    CHECK(other.count == 201 && third.count == 201 && value_select(&other, 301) == 0);
    value_arena_clear(arena);
    array = value_store(w.run, arena, &(Value){.bits = 0}, 3, 4);
    CHECK_EQ_INT(value_select(&array, 3), 4);
    value_arena_free(arena);
    CHECK(run_memory(w.run) < before);
    run_free(w.run);
}

/* ---- substitution, rebuilding, traversal ---- */

static Term swap_variables(void *arg, TermManager *tm, Term var)
{
    (void)arg;
    uint32_t symbol = term_symbol(tm, var);
    if (term_sort(tm, var).kind == SORT_BOOL) return symbol == 3 ? term_not(tm, var) : TERM_NONE;
    if (symbol == 2) return TERM_NONE;
    Term other = term_var(tm, term_sort(tm, var), 1 - symbol, term_instance(tm, var));
    return symbol == 0 ? term_add(tm, other, term_const(tm, term_sort(tm, var), 1)) : other;
}

TEST(substitution_is_evaluation_under_the_new_values)
{
    World w = world_new(13);
    for (int i = 0; i < 6000; i++) {
        unsigned width = 1 + rng_below(&w.rng, 8);
        w.small_constants = true;
        Expr *e = rng_below(&w.rng, 2) ? random_bool(&w, width, 4) : random_bv(&w, width, width, 4);
        Term t = build(&w, e), s = term_substitute(w.tm, t, swap_variables, NULL);
        for (int k = 0; k < 5; k++) {
            for (int j = 0; j < 3; j++)
                w.values[j] = random_value(&w, width);
            w.values[3] = rng_below(&w.rng, 2);
            w.values[4] = rng_below(&w.rng, 2);
            uint64_t got = term_evaluate(w.tm, s, value_of, &w, NULL).bits, x = w.values[0], y = w.values[1];
            w.values[0] = mask(width, y + 1);
            w.values[1] = x;
            w.values[3] = !w.values[3];
            CHECK(got == term_evaluate(w.tm, t, value_of, &w, NULL).bits);
        }
    }
    run_free(w.run);
}

static Term keep_variable(void *arg, TermManager *tm, Term var)
{
    (void)arg;
    (void)tm;
    (void)var;
    return TERM_NONE;
}

typedef struct Walk {
    World *w;
    Term seen[4096];
    uint32_t count;
    bool ordered;
} Walk;

static bool has_seen(const Walk *walk, Term t)
{
    for (uint32_t i = 0; i < walk->count; i++)
        if (term_same(walk->seen[i], t)) return true;
    return false;
}

static void visit(void *arg, Term t)
{
    Walk *walk = arg;
    TermManager *tm = walk->w->tm;
    for (uint32_t i = 0; i < term_arity(tm, t); i++)
        walk->ordered &= has_seen(walk, term_arg(tm, t, i));
    walk->ordered &= !has_seen(walk, t);
    walk->seen[walk->count++] = t;
}

TEST(traversals_and_identity_substitution)
{
    World w = world_new(14);
    Walk *walk = run_alloc(w.run, sizeof *walk);
    for (int i = 0; i < 2000; i++) {
        unsigned width = 1 + rng_below(&w.rng, 40);
        Term t = build(&w, random_bool(&w, width, 5)), args[64];
        *walk = (Walk){.w = &w, .ordered = true};
        term_for_each_subterm(w.tm, t, visit, walk);
        CHECK(walk->ordered && term_same(walk->seen[walk->count - 1], t));
        CHECK_EQ_INT(term_size(w.tm, t, 100000), walk->count);
        for (uint32_t k = 0; k < walk->count; k++) {
            Term u = walk->seen[k];
            CHECK(term_has_kind(w.tm, t, term_kind(w.tm, u)));
            if (term_arity(w.tm, u) > 64) continue;
            for (uint32_t j = 0; j < term_arity(w.tm, u); j++)
                args[j] = term_arg(w.tm, u, j);
            if (term_arity(w.tm, u)) CHECK(sort_same(term_sort(w.tm, term_rebuild(w.tm, u, args)), term_sort(w.tm, u)));
        }
        Term same = term_substitute(w.tm, t, keep_variable, NULL);
        for (int k = 0; k < 5; k++) {
            for (int j = 0; j < 3; j++)
                w.values[j] = random_value(&w, width);
            CHECK(term_evaluate(w.tm, same, value_of, &w, NULL).bits ==
                  term_evaluate(w.tm, t, value_of, &w, NULL).bits);
        }
    }
    run_free(w.run);
}

/* ---- printing ---- */

static void check_print(World *w, Term t, const char *want)
{
    Str s;
    str_init(w->run, &s);
    term_print(w->tm, t, name_of, NULL, &s);
    CHECK_STR(str_text(&s), want);
    str_clear(&s);
}

TEST(printing_is_c)
{
    World w = world_new(15);
    TermManager *tm = w.tm;
    Sort bv = sort_bv(32);
    Term x = term_var(tm, bv, 0, 0), y = term_var(tm, bv, 1, 0), p = term_var(tm, sort_bool(), 3, 0),
         q = term_var(tm, sort_bool(), 4, 0);
    check_print(&w, term_binary(tm, TERM_SLT, x, y), "x < y");
    check_print(&w, term_not(tm, p), "!p");
    check_print(&w, term_ne(tm, x, y), "x != y");
    check_print(&w, term_and(tm, p, q), "p && q");
    check_print(&w, term_and(tm, p, term_or(tm, q, term_eq(tm, x, y))), "p && (q || x == y)");
    check_print(&w, term_binary(tm, TERM_MUL, term_add(tm, x, y), x), "x * (x + y)");
    check_print(&w, term_add(tm, x, term_bv(tm, 32, 1)), "x + 1");
    check_print(&w, term_sub(tm, x, term_bv(tm, 32, 1)), "x - 1");
    check_print(&w, term_ite(tm, p, x, y), "p ? x : y");
    check_print(&w, term_binary(tm, TERM_UREM, x, y), "x % y");
    run_free(w.run);
}

TEST(low_bits_are_no_division)
{
    World w = world_new(16);
    TermManager *tm = w.tm;
    Term x = term_var(tm, sort_bv(32), 0, 0), y = term_var(tm, sort_bv(32), 1, 0);
    static const TermKind kinds[] = {TERM_UDIV, TERM_SDIV, TERM_UREM, TERM_SREM};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        CHECK(term_has_division(tm, term_eq(tm, y, term_binary(tm, kinds[i], x, term_bv(tm, 32, 3)))));
        CHECK(term_has_division(tm, term_eq(tm, y, term_binary(tm, kinds[i], x, y))));
    }
    CHECK(!term_has_division(tm, term_eq(tm, y, term_binary(tm, TERM_UREM, x, term_bv(tm, 32, 8)))));
    CHECK(term_has_division(tm, term_eq(tm, y, term_binary(tm, TERM_SREM, x, term_bv(tm, 32, 8)))));
    CHECK(!term_has_division(tm, term_eq(tm, x, y)));
    run_free(w.run);
}

/* ---- remainders of arbitrary numbers ---- */

#define LEVELS 8 /* values of three bits */

static bool is_first(void *arg, Term var) { return term_symbol(arg, var) == 0; }

static bool holds(World *w, Term t) { return term_evaluate(w->tm, t, value_of, w, NULL).bits != 0; }

/* Which tuples of values the terms have, of all values of the variable 0 that satisfy the condition. */
static uint32_t tuples(World *w, const Term *terms, uint32_t count, Term condition)
{
    uint32_t seen = 0;
    for (w->values[0] = 0; w->values[0] < LEVELS; w->values[0]++) {
        if (!holds(w, condition)) continue;
        uint32_t tuple = 0;
        for (uint32_t i = 0; i < count; i++)
            tuple |= (uint32_t)holds(w, terms[i]) << i;
        seen |= UINT32_C(1) << tuple;
    }
    return seen;
}

/* In every valuation of the others; and no value that is left means something else than before. */
static void check_remainders(World *w, const Term *terms, uint32_t count, bool is_rewritten)
{
    Term after[4];
    REQUIRE(count <= 4);
    memcpy(after, terms, count * sizeof *terms);
    Term condition = term_free_remainders(w->tm, after, count, is_first, w->tm), always = term_bool(w->tm, true);
    CHECK_EQ_INT(!term_is_true(w->tm, condition), is_rewritten);
    for (uint32_t i = 0; i < count; i++) {
        CHECK(is_rewritten ? !term_has_kind(w->tm, after[i], TERM_UREM) : term_same(after[i], terms[i]));
        CHECK(is_rewritten || term_same(after[i], terms[i]));
    }
    for (w->values[1] = 0; w->values[1] < LEVELS; w->values[1]++) {
        for (w->values[2] = 0; w->values[2] < LEVELS; w->values[2]++) {
            CHECK_EQ_INT(tuples(w, terms, count, always), tuples(w, after, count, condition));
            CHECK_EQ_INT(tuples(w, terms, count, condition), tuples(w, after, count, condition));
        }
    }
}

TEST(remainders_of_arbitrary_numbers)
{
    World w = world_new(3);
    TermManager *tm = w.tm;
    Term v = term_var(tm, sort_bv(3), 0, 0), n = term_var(tm, sort_bv(3), 1, 0), x = term_var(tm, sort_bv(3), 2, 0);
    Term rest = term_binary(tm, TERM_UREM, v, n), next = term_add(tm, rest, term_bv(tm, 3, 1));
    Term three = term_binary(tm, TERM_UREM, v, term_bv(tm, 3, 3));
    Term both[] = {term_eq(tm, rest, x), term_binary(tm, TERM_ULT, next, x), term_eq(tm, n, x)};
    check_remainders(&w, both, 3, true);
    Term sum[] = {term_eq(tm, term_binary(tm, TERM_UREM, v, term_add(tm, n, x)), x), term_ne(tm, n, x)};
    check_remainders(&w, sum, 2, true);
    Term constant[] = {term_eq(tm, three, x), term_eq(tm, three, n)};
    check_remainders(&w, constant, 2, true);
    /* the number itself is looked at; two divisors; it divides itself; another number than the free one */
    Term itself[] = {term_eq(tm, rest, x), term_eq(tm, v, x)};
    check_remainders(&w, itself, 2, false);
    Term two[] = {term_eq(tm, rest, x), term_eq(tm, three, n)};
    check_remainders(&w, two, 2, false);
    Term own[] = {term_eq(tm, term_binary(tm, TERM_UREM, v, term_add(tm, v, n)), x)};
    check_remainders(&w, own, 1, false);
    Term divisor[] = {term_eq(tm, rest, x), term_eq(tm, term_binary(tm, TERM_UREM, x, v), n)};
    check_remainders(&w, divisor, 2, false);
    Term other[] = {term_eq(tm, term_binary(tm, TERM_UREM, x, n), v)};
    check_remainders(&w, other, 1, false);
    Term with_sign[] = {term_eq(tm, term_binary(tm, TERM_SREM, v, n), x)};
    check_remainders(&w, with_sign, 1, false);
    run_free(w.run);
}

/* ---- models without a solver ---- */

static bool has_model(World *w, const Term *terms, uint32_t count, unsigned width)
{
    uint64_t n = UINT64_C(1) << width;
    for (uint64_t i = 0; i < 4 * n * n * n; i++) {
        memcpy(w->values, (uint64_t[]){i % n, i / n % n, i / n / n % n, i / n / n / n & 1, i / n / n / n >> 1},
               sizeof w->values);
        bool all = true;
        for (uint32_t k = 0; k < count && all; k++)
            all = holds(w, terms[k]);
        if (all) return true;
    }
    return false;
}

TEST(decided_conjunctions_are_decided_rightly)
{
    uint32_t answers[3] = {0};
    World w = world_new(17);
    w.small_constants = true;
    for (int i = 0; i < 1500; i++) {
        unsigned width = 1 + rng_below(&w.rng, 2);
        uint32_t count = 1 + rng_below(&w.rng, 4);
        Term terms[4];
        for (uint32_t k = 0; k < count; k++)
            terms[k] = build(&w, random_bool(&w, width, 1 + (int)rng_below(&w.rng, 3)));
        Decision decision = term_decide(w.tm, terms, count);
        if (decision != UNDECIDED) CHECK_EQ_INT(decision == DECIDED_YES, has_model(&w, terms, count, width));
        answers[decision]++;
    }
    CHECK(answers[DECIDED_NO] > 100 && answers[DECIDED_YES] > 100);
    run_free(w.run);
}

TEST(named_values_decide)
{
    World w = world_new(18);
    TermManager *tm = w.tm;
    Term i = term_var(tm, sort_bv(64), 0, 0), p = term_var(tm, sort_bool(), 3, 0);
    Term next = term_binary(tm, TERM_SREM, term_add(tm, i, term_bv(tm, 64, 1)), term_bv(tm, 64, 3));
    Term is[3], at[3];
    for (uint32_t k = 0; k < 3; k++)
        is[k] = term_eq(tm, next, term_bv(tm, 64, k)), at[k] = term_eq(tm, i, term_bv(tm, 64, k));
    CHECK_EQ_INT(term_decide(tm, (Term[]){is[0], at[2]}, 2), DECIDED_YES);
    CHECK_EQ_INT(term_decide(tm, (Term[]){is[0], at[1]}, 2), DECIDED_NO);
    CHECK_EQ_INT(term_decide(tm, (Term[]){is[0], is[1]}, 2), DECIDED_NO); /* whatever i is */
    CHECK_EQ_INT(term_decide(tm, (Term[]){is[2]}, 1), DECIDED_YES);
    CHECK_EQ_INT(term_decide(tm, (Term[]){term_or(tm, p, is[1]), is[0], term_not(tm, p)}, 3), DECIDED_NO);
    CHECK_EQ_INT(term_decide(tm, NULL, 0), DECIDED_YES);
    CHECK_EQ_INT(term_decide(tm, (Term[]){term_eq(tm, next, term_bv(tm, 64, 7))}, 1), UNDECIDED);
    run_free(w.run);
}

TAP_MAIN();
