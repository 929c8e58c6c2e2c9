/* The SMT session against term_evaluate and brute force. */
#include "logic/smt/smt.h"

#include <pthread.h>

#include "base/rng.h"
#include "logic/smt/allsat.h"
#include "logic/smt/check.h"
#include "logic/smt/log.h"
#include "logic/smt/value.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/evaluate.h"
#include "logic/term/fold.h"
#include "logic/term/walk.h"
#include "tap.h"

typedef struct World {
    Run *run;
    TermManager *tm;
    Smt *smt;
    Rng rng;
} World;

static World world_new(uint64_t seed)
{
    World w = {run_new(), NULL, NULL, {seed}};
    w.tm = term_manager_new(w.run);
    w.smt = smt_new(w.tm);
    return w;
}

static void world_free(World *w)
{
    smt_free(w->smt);
    run_free(w->run);
}

/* ---- random terms ---- */

#define VARS 4

static Term variable(World *w, Sort sort, uint32_t i)
{
    uint32_t kind = sort.kind == SORT_BOOL ? 100 : sort.kind == SORT_INT ? 101 : sort.width;
    return term_var(w->tm, sort, kind * VARS + i, 0);
}

static uint64_t interesting(World *w, unsigned width)
{
    switch (rng_below(&w->rng, 6)) {
    case 0: return rng_below(&w->rng, 4);
    case 1: return ~UINT64_C(0) - rng_below(&w->rng, 3);
    case 2: return UINT64_C(1) << (width - 1);
    case 3: return (UINT64_C(1) << (width - 1)) - 1;
    case 4: return rng_below(&w->rng, width + 2);
    default: return rng_next(&w->rng);
    }
}

static Term random_bool(World *w, unsigned width, int depth);

static Term random_bv(World *w, unsigned width, int depth)
{
    static const TermKind binary[] = {TERM_ADD,   TERM_MUL,  TERM_UDIV,  TERM_UREM, TERM_SDIV, TERM_SREM,
                                      TERM_BVAND, TERM_BVOR, TERM_BVXOR, TERM_SHL,  TERM_LSHR, TERM_ASHR};
    TermManager *tm = w->tm;
    if (depth <= 0 || rng_below(&w->rng, 8) == 0) {
        if (rng_below(&w->rng, 3) == 0) return term_bv(tm, width, interesting(w, width));
        return variable(w, sort_bv(width), rng_below(&w->rng, VARS));
    }
    uint32_t what = rng_below(&w->rng, 18);
    if (what < 12) {
        bool costly = binary[what] >= TERM_MUL && binary[what] <= TERM_SREM;
        if (!costly || width <= 16)
            return term_binary(tm, binary[what], random_bv(w, width, depth - 1), random_bv(w, width, depth - 1));
        Term c = term_bv(tm, width, rng_below(&w->rng, 2) ? 1u << rng_below(&w->rng, 5) : rng_below(&w->rng, 12));
        return term_binary(tm, binary[what], random_bv(w, width, depth - 2), c);
    }
    unsigned other = 1 + rng_below(&w->rng, 12);
    switch (what) {
    case 12:
        return term_ite(tm, random_bool(w, width, depth - 1), random_bv(w, width, depth - 1),
                        random_bv(w, width, depth - 1));
    case 13: return term_sub(tm, random_bv(w, width, depth - 1), random_bv(w, width, depth - 1));
    case 14:
        if (other < width) return term_zext(tm, random_bv(w, other, depth - 1), width);
        break;
    case 15:
        if (other < width) return term_sext(tm, random_bv(w, other, depth - 1), width);
        break;
    case 16:
        if (width + 3 > 64) break;
        return term_extract(tm, random_bv(w, width + 3, depth - 1), rng_below(&w->rng, 4), width);
    default:
        if (width < 2) break;
        other = 1 + rng_below(&w->rng, width - 1);
        return term_concat(tm, random_bv(w, other, depth - 1), random_bv(w, width - other, depth - 1));
    }
    return term_neg(tm, random_bv(w, width, depth - 1));
}

static Term random_bool(World *w, unsigned width, int depth)
{
    static const TermKind compare[] = {TERM_ULT, TERM_ULE, TERM_SLT, TERM_SLE};
    TermManager *tm = w->tm;
    if (depth <= 0) return variable(w, sort_bool(), rng_below(&w->rng, VARS));
    switch (rng_below(&w->rng, 8)) {
    case 0: return term_not(tm, random_bool(w, width, depth - 1));
    case 1: return term_and(tm, random_bool(w, width, depth - 1), random_bool(w, width, depth - 1));
    case 2: return term_or(tm, random_bool(w, width, depth - 1), random_bool(w, width, depth - 1));
    case 3: return term_eq(tm, random_bool(w, width, depth - 1), random_bool(w, width, depth - 1));
    case 4: return term_eq(tm, random_bv(w, width, depth - 1), random_bv(w, width, depth - 1));
    case 5:
        return term_ite(tm, random_bool(w, width, depth - 1), random_bool(w, width, depth - 1),
                        random_bool(w, width, depth - 1));
    default:
        return term_binary(tm, compare[rng_below(&w->rng, 4)], random_bv(w, width, depth - 1),
                           random_bv(w, width, depth - 1));
    }
}

static Term random_int(World *w, int depth)
{
    TermManager *tm = w->tm;
    if (depth <= 0) {
        if (rng_below(&w->rng, 2)) return term_int(tm, (int64_t)rng_below(&w->rng, 21) - 10);
        return variable(w, sort_int(), rng_below(&w->rng, VARS));
    }
    Term a = random_int(w, depth - 1), b = random_int(w, depth - 1);
    Term divisor = term_int(tm, (int64_t)rng_below(&w->rng, 9) - 4);
    bool is_zero = term_value(tm, divisor) == 0;
    switch (rng_below(&w->rng, 7)) {
    case 0: return term_sub(tm, a, b);
    case 1: return term_binary(tm, TERM_MUL, a, divisor);
    case 2: return is_zero ? a : term_binary(tm, TERM_SDIV, a, divisor);
    case 3: return is_zero ? a : term_binary(tm, TERM_SREM, a, divisor);
    case 4: return term_ite(tm, term_binary(tm, TERM_SLT, a, b), a, term_neg(tm, b));
    case 5: return term_ite(tm, term_binary(tm, TERM_SLE, a, b), b, a);
    default: return term_add(tm, a, b);
    }
}

/* ---- fixed values ---- */

typedef struct Env {
    World *w;
    uint64_t seed;
    Term facts[512];
    uint32_t count;
} Env;

static Value fixed_value(void *arg, TermManager *tm, Term var)
{
    Env *env = arg;
    Sort sort = term_sort(tm, var);
    Rng rng = {env->seed * 1000003 + term_symbol(tm, var)};
    rng_next(&rng);
    if (sort.kind == SORT_INT) return (Value){.bits = (uint64_t)((int64_t)rng_below(&rng, 41) - 20)};
    World w = *env->w;
    w.rng = rng;
    uint64_t bits = sort.kind == SORT_BOOL ? rng_below(&rng, 2) : interesting(&w, sort.width);
    if (sort.kind == SORT_BV && sort.width < 64) bits &= (UINT64_C(1) << sort.width) - 1;
    return (Value){.bits = bits};
}

static void add_fact(void *arg, Term var)
{
    Env *env = arg;
    TermManager *tm = env->w->tm;
    Value v = fixed_value(env, tm, var);
    env->facts[env->count++] = term_eq(tm, var, term_const(tm, term_sort(tm, var), v.bits));
}

/* The term has its evaluated value under fixed values of the variables, and no other. */
static void check_value(World *w, Term t, uint64_t seed)
{
    TermManager *tm = w->tm;
    Env *env = run_alloc(w->run, sizeof *env);
    *env = (Env){.w = w, .seed = seed, .count = 0};
    bool overflow = false;
    Value v = term_evaluate(tm, t, fixed_value, env, &overflow);
    if (!overflow) {
        term_for_each_var(tm, t, add_fact, env);
        Term same = term_eq(tm, t, term_const(tm, term_sort(tm, t), v.bits));
        env->facts[env->count] = same;
        CHECK_EQ_INT(smt_check(w->smt, env->facts, env->count + 1), SMT_SAT);
        if (smt_stats(w->smt).unknown == 0) CHECK(smt_value(w->smt, t).bits == v.bits);
        env->facts[env->count] = term_not(tm, same);
        CHECK_EQ_INT(smt_check(w->smt, env->facts, env->count + 1), SMT_UNSAT);
        CHECK(smt_core_has(w->smt, env->count));
    }
    run_release(w->run, env);
}

TEST(random_bit_vector_terms_have_their_evaluated_value)
{
    World w = world_new(1);
    for (int i = 0, n = tap_count(600); i < n; i++) {
        unsigned width = 1 + rng_below(&w.rng, 16);
        check_value(&w, random_bv(&w, width, 3), i);
    }
    CHECK_EQ_INT(smt_stats(w.smt).unknown, 0);
    world_free(&w);
}

TEST(random_wide_terms_have_their_evaluated_value)
{
    World w = world_new(2);
    for (int i = 0, n = tap_count(150); i < n; i++)
        check_value(&w, random_bv(&w, rng_below(&w.rng, 2) ? 32 : 64, 3), i);
    for (int i = 0, n = tap_count(150); i < n; i++)
        check_value(&w, random_bool(&w, 1 + rng_below(&w.rng, 33), 4), i);
    CHECK_EQ_INT(smt_stats(w.smt).unknown, 0);
    world_free(&w);
}

TEST(every_operation_at_small_widths)
{
    World w = world_new(3);
    for (unsigned width = 1; width <= 5; width++)
        for (int k = TERM_EQ; k <= TERM_ASHR; k++) {
            if (k == TERM_ITE) continue;
            Term a = variable(&w, sort_bv(width), 0), b = variable(&w, sort_bv(width), 1);
            Term t = k == TERM_EQ    ? term_eq(w.tm, a, b)
                     : k == TERM_ADD ? term_add(w.tm, a, b)
                                     : term_binary(w.tm, (TermKind)k, a, b);
            for (uint64_t i = 0; i < 24; i++)
                check_value(&w, t, i);
        }
    world_free(&w);
}

/* Numbers near the ends of the range, near multiples of the divisor, and any. */
static uint64_t dividend(World *w, unsigned width, uint64_t by)
{
    uint64_t near = interesting(w, width) - 1 + rng_below(&w->rng, 3);
    if (rng_below(&w->rng, 2)) near = by * (rng_next(&w->rng) >> rng_below(&w->rng, 64)) - 2 + rng_below(&w->rng, 4);
    return sort_mask(sort_bv(width), rng_below(&w->rng, 4) ? near : 0 - near);
}

/* It has one value, and that is it; and a number that gives it is found. */
static void check_division(World *w, TermKind kind, unsigned width, uint64_t by)
{
    TermManager *tm = w->tm;
    Sort sort = sort_bv(width);
    uint64_t value = 0, x = dividend(w, width, by);
    Term var = variable(w, sort, 0), t = term_binary(tm, kind, var, term_const(tm, sort, by));
    REQUIRE(fold_binary(kind, sort, x, by, &value));
    Term is = term_eq(tm, var, term_const(tm, sort, x)), has = term_eq(tm, t, term_const(tm, sort, value));
    CHECK_EQ_INT(smt_check(w->smt, (Term[]){is, has}, 2), SMT_SAT);
    CHECK_EQ_INT(smt_check(w->smt, (Term[]){is, term_not(tm, has)}, 2), SMT_UNSAT);
    REQUIRE(smt_check(w->smt, &has, 1) == SMT_SAT);
    uint64_t found = smt_value(w->smt, var).bits, again = 0;
    CHECK(fold_binary(kind, sort, found, by, &again) && again == value);
}

TEST(divisions_by_constants)
{
    static const TermKind kinds[] = {TERM_UDIV, TERM_UREM, TERM_SDIV, TERM_SREM};
    static const unsigned widths[] = {11, 12, 13, 16, 32, 64};
    World w = world_new(31);
    for (int i = 0, n = tap_count(120); i < n; i++) {
        unsigned width = widths[i % 6];
        uint64_t by = 2 + rng_below(&w.rng, 13);
        if (rng_below(&w.rng, 2)) by = interesting(&w, width) + 1 - rng_below(&w.rng, 3);
        if (rng_below(&w.rng, 3) == 0) by = 0 - by;
        if (sort_mask(sort_bv(width), by)) check_division(&w, kinds[i / 6 % 4], width, sort_mask(sort_bv(width), by));
        if (i % 24) continue;
        world_free(&w); /* solvers that have seen all of them get slow */
        w = world_new(32 + (uint64_t)i);
    }
    world_free(&w);
}

/* As the front end asks it: whether a product in `wide` bits of numbers of `width` bits is one of theirs. */
static Term product_fits(World *w, Term x, Term y, unsigned width, unsigned wide, bool swapped)
{
    TermManager *tm = w->tm;
    Term product = term_binary(tm, TERM_MUL, term_sext(tm, x, wide), term_sext(tm, y, wide));
    Term low = term_sext(tm, term_extract(tm, product, 0, width), wide);
    return swapped ? term_eq(tm, low, product) : term_eq(tm, product, low);
}

/* Between the ends of the range, which is another question to the solver; with all numbers, and with each. */
TEST(a_product_fits_if_it_lies_in_the_range)
{
    World w = world_new(33);
    TermManager *tm = w.tm;
    for (unsigned width = 2; width <= 7; width++)
        for (unsigned more = 0; more < 2; more++) {
            unsigned wide = 2 * width + more;
            Term x = variable(&w, sort_bv(width), 0), y = variable(&w, sort_bv(width), 1);
            Term product = term_binary(tm, TERM_MUL, term_sext(tm, x, wide), term_sext(tm, y, wide));
            Term least = term_bv(tm, wide, 0 - ((uint64_t)1 << (width - 1)));
            Term most = term_bv(tm, wide, ((uint64_t)1 << (width - 1)) - 1);
            Term lies =
                term_and(tm, term_binary(tm, TERM_SLE, least, product), term_binary(tm, TERM_SLE, product, most));
            Term fits = product_fits(&w, x, y, width, wide, more);
            Term differ = term_not(tm, term_eq(tm, fits, lies));
            CHECK_EQ_INT(smt_check(w.smt, &differ, 1), SMT_UNSAT);
            CHECK_EQ_INT(smt_check(w.smt, &fits, 1), SMT_SAT);
            Term wraps = term_not(tm, fits);
            CHECK_EQ_INT(smt_check(w.smt, &wraps, 1), SMT_SAT);
        }
    for (uint64_t i = 0; i < 256; i++) { /* of four bits, each */
        Term x = term_bv(tm, 4, i & 15), y = variable(&w, sort_bv(4), 2), fits = product_fits(&w, x, y, 4, 8, false);
        Term is = term_eq(tm, y, term_bv(tm, 4, i >> 4));
        int a = (int)(i & 15) - (i & 8 ? 16 : 0), b = (int)(i >> 4) - (i & 128 ? 16 : 0);
        CHECK_EQ_INT(smt_check(w.smt, (Term[]){is, fits}, 2), a * b >= -8 && a * b <= 7 ? SMT_SAT : SMT_UNSAT);
    }
    world_free(&w);
}

TEST(random_integer_terms_have_their_evaluated_value)
{
    World w = world_new(4);
    for (int i = 0, n = tap_count(200); i < n; i++)
        check_value(&w, random_int(&w, 3), i);
    CHECK_EQ_INT(smt_stats(w.smt).unknown, 0);
    world_free(&w);
}

static Value model_value(void *arg, TermManager *tm, Term var)
{
    (void)tm;
    return smt_value(arg, var);
}

TEST(models_satisfy_what_was_asked)
{
    World w = world_new(5);
    int sat = 0, rounds = tap_count(250);
    for (int i = 0; i < rounds; i++) {
        Term facts[6];
        uint32_t n = 1 + rng_below(&w.rng, 6);
        for (uint32_t k = 0; k < n; k++)
            facts[k] = random_bool(&w, 1 + rng_below(&w.rng, 14), 4);
        if (smt_check(w.smt, facts, n) != SMT_SAT) continue;
        sat++;
        for (uint32_t k = 0; k < n; k++) {
            CHECK(term_evaluate(w.tm, facts[k], model_value, w.smt, NULL).bits == 1);
            CHECK(smt_value(w.smt, facts[k]).bits == 1);
        }
    }
    CHECK(sat > rounds / 10);
    CHECK_EQ_INT(smt_stats(w.smt).unknown, 0);
    world_free(&w);
}

/* ---- brute force over 2 variables of 3 bits and 2 Booleans ---- */

static Value brute_value(void *arg, TermManager *tm, Term var)
{
    uint32_t point = *(uint32_t *)arg, i = term_symbol(tm, var) % VARS;
    if (term_sort(tm, var).kind == SORT_BOOL) return (Value){.bits = (point >> (6 + i % 2)) & 1};
    return (Value){.bits = (point >> (3 * (i % 2))) & 7};
}

static Term small_bool(World *w)
{
    static const TermKind compare[] = {TERM_ULT, TERM_ULE, TERM_SLT, TERM_SLE};
    Sort sort = sort_bv(3);
    Term x = variable(w, sort, rng_below(&w->rng, 2)), y = variable(w, sort, rng_below(&w->rng, 2));
    if (rng_below(&w->rng, 2)) x = term_add(w->tm, x, term_bv(w->tm, 3, rng_below(&w->rng, 8)));
    if (rng_below(&w->rng, 3) == 0) y = term_bv(w->tm, 3, rng_below(&w->rng, 8));
    if (rng_below(&w->rng, 4) == 0) y = term_binary(w->tm, TERM_MUL, y, x);
    Term t =
        rng_below(&w->rng, 3) == 0 ? term_eq(w->tm, x, y) : term_binary(w->tm, compare[rng_below(&w->rng, 4)], x, y);
    Term b = variable(w, sort_bool(), rng_below(&w->rng, 2));
    switch (rng_below(&w->rng, 5)) {
    case 0: return term_or(w->tm, t, b);
    case 1: return term_eq(w->tm, t, b);
    case 2: return b;
    default: return t;
    }
}

static bool holds_all(World *w, const Term *facts, uint32_t n, uint32_t point)
{
    for (uint32_t k = 0; k < n; k++)
        if (!term_evaluate(w->tm, facts[k], brute_value, &point, NULL).bits) return false;
    return true;
}

static SmtResult brute_check(World *w, const Term *facts, uint32_t n)
{
    for (uint32_t point = 0; point < 256; point++)
        if (holds_all(w, facts, n, point)) return SMT_SAT;
    return SMT_UNSAT;
}

TEST(answers_and_cores_agree_with_brute_force)
{
    World w = world_new(6);
    int unsat = 0;
    for (int i = 0; i < 1500; i++) {
        Term facts[8], core[8];
        uint32_t n = rng_below(&w.rng, 9), m = 0;
        for (uint32_t k = 0; k < n; k++) {
            facts[k] = small_bool(&w);
            if (rng_below(&w.rng, 2)) facts[k] = term_not(w.tm, facts[k]);
        }
        SmtResult r = smt_check(w.smt, facts, n);
        CHECK_EQ_INT(r, brute_check(&w, facts, n));
        if (r != SMT_UNSAT) continue;
        unsat++;
        for (uint32_t k = 0; k < n; k++)
            if (smt_core_has(w.smt, k)) core[m++] = facts[k];
        CHECK_EQ_INT(brute_check(&w, core, m), SMT_UNSAT);
        smt_core_minimize(w.smt, facts, n, 100);
        m = 0;
        for (uint32_t k = 0; k < n; k++)
            if (smt_core_has(w.smt, k)) core[m++] = facts[k];
        CHECK_EQ_INT(brute_check(&w, core, m), SMT_UNSAT);
        for (uint32_t k = 0; k < m; k++) { /* no element can be spared */
            Term rest[8];
            uint32_t count = 0;
            for (uint32_t j = 0; j < m; j++)
                if (j != k) rest[count++] = core[j];
            CHECK_EQ_INT(brute_check(&w, rest, count), SMT_SAT);
        }
    }
    CHECK(unsat > 300);
    world_free(&w);
}

TEST(minimizing_without_budget_keeps_the_core)
{
    World w = world_new(7);
    Term x = variable(&w, sort_bv(8), 0);
    Term facts[] = {term_eq(w.tm, x, term_bv(w.tm, 8, 1)), variable(&w, sort_bool(), 0),
                    term_eq(w.tm, x, term_bv(w.tm, 8, 2))};
    CHECK_EQ_INT(smt_check(w.smt, facts, 3), SMT_UNSAT);
    smt_core_minimize(w.smt, facts, 3, 0);
    CHECK(smt_core_has(w.smt, 0) && smt_core_has(w.smt, 2));
    world_free(&w);
}

TEST(scopes_are_forgotten)
{
    World w = world_new(8);
    Term stack[64];
    uint32_t marks[16], depth = 0, n = 0;
    for (int i = 0; i < 2500; i++) {
        uint32_t what = rng_below(&w.rng, 10);
        if (what == 0 && depth < 16) {
            marks[depth++] = n;
            smt_push(w.smt);
        } else if (what < 3 && depth > 0) {
            n = marks[--depth];
            smt_pop(w.smt);
        } else if (what < 5 && n < 12 && depth > 0) {
            stack[n] = small_bool(&w);
            smt_assert(w.smt, stack[n++]);
        } else {
            Term facts[70];
            memcpy(facts, stack, n * sizeof *facts);
            facts[n] = small_bool(&w);
            facts[n + 1] = small_bool(&w);
            CHECK_EQ_INT(smt_check(w.smt, facts + n, 2), brute_check(&w, facts, n + 2));
        }
    }
    world_free(&w);
}

/* Whichever is freed first; what is asserted in one is not in the other. */
TEST(sessions_in_one_context_know_nothing_of_each_other)
{
    World w = world_new(33);
    Term x = variable(&w, sort_bv(8), 0), third = term_binary(w.tm, TERM_UREM, x, term_bv(w.tm, 8, 3));
    Term is[2] = {term_eq(w.tm, third, term_bv(w.tm, 8, 1)), term_eq(w.tm, third, term_bv(w.tm, 8, 2))};
    for (int round = 0; round < 4; round++) {
        Smt *first = smt_new(w.tm), *second = smt_new_beside(first), *last = smt_new_beside(second);
        smt_assert(first, is[0]);
        smt_assert(second, is[1]);
        CHECK_EQ_INT(smt_check(first, &is[1], 1), SMT_UNSAT);
        CHECK_EQ_INT(smt_check(second, &is[0], 1), SMT_UNSAT);
        CHECK_EQ_INT(smt_check(last, &is[0], 1), SMT_SAT);
        CHECK_EQ_INT(smt_value(last, x).bits % 3, 1);
        smt_free(round % 2 ? first : second);
        CHECK_EQ_INT(smt_check(round % 2 ? second : first, &is[round % 2], 1), SMT_SAT);
        smt_free(round % 2 ? second : first);
        CHECK_EQ_INT(smt_check(last, &is[1], 1), SMT_SAT);
        if (round < 2) smt_free(last); /* else with the run */
    }
    world_free(&w);
}

TEST(assertions_below_scopes_and_between_checks)
{
    for (uint64_t seed = 0; seed < 150; seed++) {
        World w = world_new(100 + seed);
        Term facts[12];
        uint32_t n = 0;
        for (int i = 0; i < 6; i++) {
            facts[n] = small_bool(&w);
            smt_assert(w.smt, facts[n++]);
            facts[n] = small_bool(&w);
            CHECK_EQ_INT(smt_check(w.smt, facts + n, 1), brute_check(&w, facts, n + 1));
            smt_push(w.smt);
            smt_assert(w.smt, facts[n]);
            CHECK_EQ_INT(smt_check(w.smt, NULL, 0), brute_check(&w, facts, n + 1));
            smt_pop(w.smt);
            CHECK_EQ_INT(smt_check(w.smt, NULL, 0), brute_check(&w, facts, n));
        }
        world_free(&w);
    }
}

/* So many terms that solvers are replaced; each new one must know the base assertions. */
TEST(base_assertions_hold_in_every_solver)
{
    World w = world_new(24);
    TermManager *tm = w.tm;
    Sort sort = sort_bv(32);
    Term x = variable(&w, sort, 0);
    for (uint32_t i = 0; i < 60; i++) {
        Term facts[12], bound = term_bv(tm, 32, 1000 - i);
        if (i % 20 == 0) smt_assert(w.smt, term_binary(tm, TERM_ULT, x, bound));
        for (uint32_t k = 0; k < 10; k++) {
            Term a = term_var(tm, sort, 1000 + k, i), b = term_var(tm, sort, 1001 + k, i);
            facts[k] = term_binary(tm, TERM_SLT, term_add(tm, a, b), term_add(tm, a, term_bv(tm, 32, k + 7)));
        }
        facts[10] = term_eq(tm, x, term_var(tm, sort, 1000, i));
        facts[11] = term_binary(tm, TERM_ULT, term_var(tm, sort, 1000, i), bound);
        CHECK_EQ_INT(smt_check(w.smt, facts, 12), SMT_SAT);
        CHECK(smt_value(w.smt, x).bits < 1000);
        facts[11] = term_binary(tm, TERM_ULE, term_bv(tm, 32, 1000), term_var(tm, sort, 1000, i));
        CHECK_EQ_INT(smt_check(w.smt, facts, 12), SMT_UNSAT);
        CHECK(smt_core_has(w.smt, 10) && smt_core_has(w.smt, 11));
    }
    world_free(&w);
}

/* ---- all-sat ---- */

typedef struct Seen {
    uint32_t count, bits;
    bool seen[1 << 8];
    bool twice;
    uint32_t stop_after;
} Seen;

static bool see(void *arg, const bool *values)
{
    Seen *s = arg;
    uint32_t v = 0;
    for (uint32_t i = 0; i < s->bits; i++)
        v |= (uint32_t)values[i] << i;
    s->twice |= s->seen[v];
    s->seen[v] = true;
    return ++s->count != s->stop_after;
}

TEST(all_sat_agrees_with_brute_force)
{
    World w = world_new(9);
    for (int i = 0; i < 400; i++) {
        Term facts[3], bits[8];
        uint32_t n = rng_below(&w.rng, 4), count = rng_below(&w.rng, 9);
        for (uint32_t k = 0; k < n; k++)
            facts[k] = small_bool(&w);
        for (uint32_t k = 0; k < count; k++) {
            bits[k] = small_bool(&w);
            if (rng_below(&w.rng, 6) == 0) bits[k] = term_bool(w.tm, rng_below(&w.rng, 2));
            if (k && rng_below(&w.rng, 6) == 0) bits[k] = bits[rng_below(&w.rng, k)];
            if (rng_below(&w.rng, 3) == 0) bits[k] = term_not(w.tm, bits[k]);
        }
        Seen got = {.bits = count}, want = {.bits = count};
        CHECK_EQ_INT(smt_all_sat(w.smt, facts, n, bits, count, 1000, see, &got), SMT_SAT);
        for (uint32_t point = 0; point < 256; point++) {
            bool values[8];
            if (!holds_all(&w, facts, n, point)) continue;
            for (uint32_t k = 0; k < count; k++)
                values[k] = term_evaluate(w.tm, bits[k], brute_value, &point, NULL).bits != 0;
            see(&want, values);
        }
        CHECK(!got.twice);
        CHECK(memcmp(got.seen, want.seen, sizeof got.seen) == 0);
        if (i % 8) continue;
        CHECK_EQ_INT(smt_check(w.smt, facts, n), brute_check(&w, facts, n)); /* nothing stays blocked */
    }
    world_free(&w);
}

TEST(all_sat_limit_and_stop)
{
    World w = world_new(10);
    Term bits[3];
    for (uint32_t i = 0; i < 3; i++)
        bits[i] = variable(&w, sort_bool(), i);
    Seen seen = {.bits = 3};
    CHECK_EQ_INT(smt_all_sat(w.smt, NULL, 0, bits, 3, 8, see, &seen), SMT_SAT);
    CHECK_EQ_INT(seen.count, 8);
    seen = (Seen){.bits = 3};
    CHECK_EQ_INT(smt_all_sat(w.smt, NULL, 0, bits, 3, 7, see, &seen), SMT_UNKNOWN);
    CHECK_EQ_INT(seen.count, 7);
    seen = (Seen){.bits = 3, .stop_after = 2};
    CHECK_EQ_INT(smt_all_sat(w.smt, NULL, 0, bits, 3, 100, see, &seen), SMT_UNKNOWN);
    CHECK_EQ_INT(seen.count, 2);
    Term no = term_bool(w.tm, false);
    seen = (Seen){.bits = 3};
    CHECK_EQ_INT(smt_all_sat(w.smt, &no, 1, bits, 3, 100, see, &seen), SMT_SAT);
    CHECK_EQ_INT(seen.count, 0);
    seen.bits = 0;
    CHECK_EQ_INT(smt_all_sat(w.smt, NULL, 0, NULL, 0, 100, see, &seen), SMT_SAT);
    CHECK_EQ_INT(seen.count, 1);
    smt_fail_at(w.smt, 1);
    seen = (Seen){.bits = 3};
    CHECK_EQ_INT(smt_all_sat(w.smt, NULL, 0, bits, 3, 100, see, &seen), SMT_UNKNOWN);
    CHECK(!seen.twice);
    world_free(&w);
}

/* ---- arrays ---- */

TEST(arrays_select_store_and_their_values)
{
    World w = world_new(11);
    TermManager *tm = w.tm;
    Sort sort = sort_array(sort_bv(8), sort_bv(16));
    Term a = term_var(tm, sort, 1, 0), b = term_var(tm, sort, 2, 0), i = variable(&w, sort_bv(8), 0);
    Term before = term_eq(tm, variable(&w, sort_bv(32), 0), term_bv(tm, 32, 7));
    smt_assert(w.smt, before); /* the bit-vector solver has been at work */
    CHECK_EQ_INT(smt_check(w.smt, NULL, 0), SMT_SAT);
    Term facts[] = {
        term_eq(tm, term_select(tm, a, term_bv(tm, 8, 3)), term_bv(tm, 16, 300)),
        term_eq(tm, term_select(tm, term_store(tm, a, i, term_bv(tm, 16, 5)), term_bv(tm, 8, 9)), term_bv(tm, 16, 5)),
        term_ne(tm, term_select(tm, a, term_bv(tm, 8, 9)), term_bv(tm, 16, 5)),
        term_eq(tm, term_select(tm, b, i), term_bv(tm, 16, 77))};
    REQUIRE(smt_check(w.smt, facts, 4) == SMT_SAT);
    Value va = smt_value(w.smt, a), vb = smt_value(w.smt, b);
    CHECK_EQ_INT(value_select(&va, 3), 300);
    CHECK_EQ_INT(smt_value(w.smt, i).bits, 9);
    CHECK_EQ_INT(value_select(&vb, 9), 77);
    CHECK(value_select(&va, 9) != 5);
    for (uint32_t k = 0; k < va.count; k++) {
        CHECK(va.entries[k].value != va.bits);
        CHECK(k == 0 || va.entries[k - 1].index < va.entries[k].index);
    }
    CHECK_EQ_INT(smt_value(w.smt, term_select(tm, term_store(tm, b, i, term_bv(tm, 16, 1)), i)).bits, 1);
    CHECK_EQ_INT(smt_value(w.smt, variable(&w, sort_bv(32), 0)).bits, 7);
    Term wrong = term_ne(tm, term_select(tm, term_store(tm, a, i, term_bv(tm, 16, 5)), i), term_bv(tm, 16, 5));
    CHECK_EQ_INT(smt_check(w.smt, &wrong, 1), SMT_UNSAT);
    world_free(&w);
}

static Term random_array(World *w, Sort sort, int depth)
{
    TermManager *tm = w->tm;
    Sort index = sort_index(sort), element = sort_element(sort);
    Term e = variable(w, element, rng_below(&w->rng, 2));
    if (depth == 0)
        return rng_below(&w->rng, 4) ? term_var(tm, sort, 900 + rng_below(&w->rng, 2), 0)
                                     : term_const_array(tm, sort, e);
    Term i = variable(w, index, rng_below(&w->rng, 2));
    if (rng_below(&w->rng, 2)) i = term_const(tm, index, rng_below(&w->rng, 4));
    if (rng_below(&w->rng, 4) == 0)
        return term_ite(tm, variable(w, sort_bool(), 0), random_array(w, sort, depth - 1),
                        random_array(w, sort, depth - 1));
    return term_store(tm, random_array(w, sort, depth - 1), i, e);
}

TEST(array_models_satisfy_what_was_asked)
{
    for (uint64_t seed = 0; seed < 2; seed++) {
        World w = world_new(12 + seed);
        Sort sort = seed == 0 ? sort_array(sort_bv(2), sort_bv(4)) : sort_array(sort_int(), sort_int());
        int sat = 0;
        for (int i = 0; i < 200; i++) {
            Term facts[4];
            uint32_t n = 1 + rng_below(&w.rng, 4);
            for (uint32_t k = 0; k < n; k++) {
                Term x =
                    term_select(w.tm, random_array(&w, sort, 3), variable(&w, sort_index(sort), rng_below(&w.rng, 2)));
                Term y = term_select(w.tm, random_array(&w, sort, 2),
                                     term_const(w.tm, sort_index(sort), rng_below(&w.rng, 4)));
                facts[k] = rng_below(&w.rng, 2) ? term_eq(w.tm, x, y) : term_binary(w.tm, TERM_SLT, x, y);
            }
            if (smt_check(w.smt, facts, n) != SMT_SAT) continue;
            sat++;
            for (uint32_t k = 0; k < n; k++)
                CHECK(term_evaluate(w.tm, facts[k], model_value, w.smt, NULL).bits == 1);
        }
        CHECK(sat > 50);
        CHECK_EQ_INT(smt_stats(w.smt).unknown, 0);
        world_free(&w);
    }
}

TEST(large_integers)
{
    World w = world_new(14);
    TermManager *tm = w.tm;
    Term x = variable(&w, sort_int(), 0), max = term_int(tm, INT64_MAX);
    Term above = term_binary(tm, TERM_SLT, max, x),
         next = term_eq(tm, x, term_add(tm, max, term_add(tm, term_var(tm, sort_int(), 77, 0), term_int(tm, 0))));
    Term one = term_eq(tm, term_var(tm, sort_int(), 77, 0), term_int(tm, 1));
    Term facts[] = {above, next, one};
    REQUIRE(smt_check(w.smt, facts, 3) == SMT_SAT);
    CHECK(smt_value(w.smt, x).bits == UINT64_C(1) << 63); /* the low 64 bits */
    Term low = term_eq(tm, x, term_int(tm, INT64_MIN));
    REQUIRE(smt_check(w.smt, &low, 1) == SMT_SAT);
    CHECK(smt_value(w.smt, x).bits == UINT64_C(1) << 63);
    CHECK_EQ_INT(smt_value(w.smt, above).bits, 0);
    Term a = variable(&w, sort_int(), 1); /* no wrap-around */
    Term wraps = term_binary(tm, TERM_SLT, term_add(tm, a, term_int(tm, 1)), a);
    CHECK_EQ_INT(smt_check(w.smt, &wraps, 1), SMT_UNSAT);
    world_free(&w);
}

/* ---- time ---- */

/* The factors of a product of two 30-bit primes: hours. */
static Term hard_fact(World *w)
{
    TermManager *tm = w->tm;
    Term x = term_zext(tm, variable(w, sort_bv(32), 0), 64), y = term_zext(tm, variable(w, sort_bv(32), 1), 64);
    Term one = term_bv(tm, 64, 1);
    return term_and(tm, term_eq(tm, term_binary(tm, TERM_MUL, x, y), term_bv(tm, 64, UINT64_C(1000000007) * 998244353)),
                    term_and(tm, term_binary(tm, TERM_ULT, one, x), term_binary(tm, TERM_ULT, x, y)));
}

TEST(a_timeout_ends_a_check_and_the_session_goes_on)
{
    static const unsigned limits[] = {20, 300, 1500};
    World w = world_new(15);
    Term hard = hard_fact(&w), easy = term_eq(w.tm, variable(&w, sort_bv(32), 0), term_bv(w.tm, 32, 5));
    Term both[] = {easy, term_eq(w.tm, variable(&w, sort_bv(32), 0), term_bv(w.tm, 32, 6))};
    for (int i = 0; i < 3; i++) {
        smt_set_timeout(w.smt, limits[i]);
        CHECK_EQ_INT(smt_check(w.smt, &hard, 1), SMT_UNKNOWN);
        CHECK_EQ_INT(smt_check(w.smt, &easy, 1), SMT_SAT);
        CHECK_EQ_INT(smt_value(w.smt, variable(&w, sort_bv(32), 0)).bits, 5);
        CHECK_EQ_INT(smt_check(w.smt, both, 2), SMT_UNSAT);
    }
    world_free(&w);
}

static void *interrupt_later(void *arg)
{
    usleep(300000);
    smt_interrupt(arg);
    return NULL;
}

static void *interrupt_much_later(void *arg)
{
    sleep(2);
    smt_interrupt(arg);
    return NULL;
}

TEST(an_interrupt_ends_a_check_and_the_session_goes_on)
{
    World w = world_new(16);
    Term hard = hard_fact(&w), easy = term_eq(w.tm, variable(&w, sort_bv(32), 0), term_bv(w.tm, 32, 5));
    for (int i = 0; i < 2; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, i ? interrupt_much_later : interrupt_later, w.smt);
        CHECK_EQ_INT(smt_check(w.smt, &hard, 1), SMT_UNKNOWN);
        pthread_join(thread, NULL);
        CHECK_EQ_INT(smt_check(w.smt, &easy, 1), SMT_SAT);
        smt_interrupt(w.smt); /* between checks: no effect */
        CHECK_EQ_INT(smt_check(w.smt, &easy, 1), SMT_SAT);
    }
    world_free(&w);
}

static void *interrupt_run(void *arg)
{
    usleep(300000);
    run_interrupt(arg);
    return NULL;
}

static void check_hard(Run *run, void *arg)
{
    (void)run;
    World *w = arg;
    Term hard = hard_fact(w);
    smt_check(w->smt, &hard, 1);
    CHECK(false); /* a solver that is stopped has not given up */
}

static void check_hard_within(Run *run, void *arg)
{
    World *w = arg;
    Term easy = term_eq(w->tm, variable(w, sort_bv(32), 0), term_bv(w->tm, 32, 5));
    CHECK_EQ_INT(run_within(run, (RunShare){0.5, 0}, check_hard, w), STOP_TIME);
    CHECK_EQ_INT(smt_check(w->smt, &easy, 1), SMT_SAT); /* what comes after the share goes on */
}

TEST(the_end_of_the_run_ends_checks)
{
    World w = world_new(17);
    run_set_time_limit(w.run, 1.5);
    CHECK_EQ_INT(run_guard(w.run, check_hard, &w), STOP_TIME);
    world_free(&w);
    w = world_new(18);
    pthread_t thread;
    pthread_create(&thread, NULL, interrupt_run, w.run);
    CHECK_EQ_INT(run_guard(w.run, check_hard, &w), STOP_INTERRUPTED);
    pthread_join(thread, NULL);
    run_free(w.run); /* the session goes with it */
}

TEST(the_end_of_a_share_ends_checks_of_the_share)
{
    World w = world_new(18);
    run_set_time_limit(w.run, 50);
    CHECK_EQ_INT(run_guard(w.run, check_hard_within, &w), STOP_NONE);
    world_free(&w);
}

TEST(stress_hook_fails_the_kth_check)
{
    World w = world_new(19);
    Term x = variable(&w, sort_bool(), 0);
    smt_fail_at(w.smt, 2);
    CHECK_EQ_INT(smt_check(w.smt, &x, 1), SMT_SAT);
    CHECK_EQ_INT(smt_check(w.smt, &x, 1), SMT_UNKNOWN);
    CHECK_EQ_INT(smt_check(w.smt, &x, 1), SMT_SAT);
    SmtStats s = smt_stats(w.smt);
    CHECK(s.checks == 3 && s.sat == 2 && s.unknown == 1 && s.unsat == 0);
    world_free(&w);
}

TEST(sessions_leave_no_memory)
{
    Run *run = run_new();
    TermManager *tm = term_manager_new(run);
    World w = {run, tm, smt_new(tm), {20}};
    for (int i = 0; i < 30; i++) {
        Term t = random_bool(&w, 8, 3);
        smt_check(w.smt, &t, 1);
    }
    smt_free(w.smt);
    /* What evaluation scratch the manager keeps is grown by now. */
    size_t before = run_memory(run);
    w.smt = smt_new(tm);
    w.rng = (Rng){20};
    for (int i = 0; i < 30; i++) {
        Term t = random_bool(&w, 8, 3);
        Seen seen = {.bits = 1};
        smt_push(w.smt);
        smt_assert(w.smt, t);
        smt_all_sat(w.smt, &t, 1, &t, 1, 10, see, &seen);
        smt_pop(w.smt);
    }
    smt_free(w.smt);
    CHECK_EQ_INT(run_memory(run), before);
    run_free(run);
}

/* A term deeper than the C stack would allow. */
SLOW_TEST(deep_terms)
{
    World w = world_new(21);
    Term t = variable(&w, sort_bv(8), 0);
    for (uint32_t i = 0; i < 4000; i++)
        t = term_binary(w.tm, i & 1 ? TERM_BVXOR : TERM_ADD, t, variable(&w, sort_bv(8), 1 + i % 3));
    Term fact = term_eq(w.tm, t, term_bv(w.tm, 8, 3));
    CHECK_EQ_INT(smt_check(w.smt, &fact, 1), SMT_SAT);
    world_free(&w);
}

/* ---- the log ---- */

static bool has_program(const char *name)
{
    char command[100];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", name);
    return system(command) == 0;
}

/* The answers of a solver to the log must be those in its comments. */
static void check_replay(const char *solver, const char *path, const char *expected)
{
    char command[300];
    snprintf(command, sizeof command, "%s %s 2>&1 | sed 's/unsupported//' | grep -v '^$' > %s.out; cmp -s %s.out %s",
             solver, path, path, path, expected);
    bool same = system(command) == 0;
    CHECK(same);
    if (!same) {
        snprintf(command, sizeof command, "diff %s.out %s | head -5 | sed 's/^/# /'", path, expected);
        if (system(command)) return;
    }
}

static void log_session(World *w)
{
    Sort sort = sort_array(sort_int(), sort_int());
    for (int i = 0; i < 60; i++) {
        Term facts[4], bits[3];
        for (uint32_t k = 0; k < 4; k++)
            facts[k] = random_bool(w, 1 + rng_below(&w->rng, 6), 3);
        for (uint32_t k = 0; k < 3; k++)
            bits[k] = small_bool(w);
        if (i % 5 == 0) {
            Term x = term_binary(w->tm, i % 2 ? TERM_SDIV : TERM_SREM, variable(w, sort_int(), 0),
                                 term_int(w->tm, i % 2 ? -3 : 4));
            facts[0] = term_eq(w->tm, x, term_select(w->tm, random_array(w, sort, 2), term_int(w->tm, -2)));
        }
        if (i % 4 == 0) smt_push(w->smt);
        if (i % 4 == 1) smt_assert(w->smt, facts[1]);
        smt_check(w->smt, facts, 1 + rng_below(&w->rng, 4));
        Seen seen = {.bits = 3};
        if (i % 3 == 0) smt_all_sat(w->smt, facts, 1, bits, 3, 6, see, &seen);
        if (i % 4 == 3) smt_pop(w->smt);
        smt_check(w->smt, NULL, 0);
    }
}

TEST(logs_replay_with_the_same_answers)
{
    char path[] = "/tmp/chorus_log_XXXXXX.smt2", expected[64], command[300];
    int fd = mkstemps(path, 5);
    REQUIRE(fd >= 0);
    close(fd);
    World w = world_new(22);
    REQUIRE(smt_log_to(w.smt, path));
    log_session(&w);
    CHECK_EQ_INT(smt_stats(w.smt).unknown, 0);
    world_free(&w);
    snprintf(expected, sizeof expected, "%s.expected", path);
    snprintf(command, sizeof command, "sed -n 's/^(check-sat.*; //p' %s > %s", path, expected);
    CHECK(system(command) == 0);
    if (has_program("z3")) check_replay("z3", path, expected);
    if (has_program("cvc5")) check_replay("cvc5 --incremental --arrays-exp", path, expected);
    snprintf(command, sizeof command, "rm -f %s %s %s.out", path, expected, path);
    CHECK(system(command) == 0);
}

TEST(a_log_that_cannot_be_written)
{
    World w = world_new(23);
    CHECK(!smt_log_to(w.smt, "/nonexistent/log.smt2"));
    CHECK_EQ_INT(smt_check(w.smt, NULL, 0), SMT_SAT);
    world_free(&w);
}

TAP_MAIN();
