/* All-sat: find a model, block its valuation of the bits, check again; until nothing is left, which only the solver
 * can say. The blocking clauses hold only under a literal of their own (the guard), which no other check assumes.
 *
 * A check costs as much as hundreds of evaluations, so that between two checks small changes to the last model are
 * tried: each assignment in which the assumptions evaluate to true is as good as a model (see cache.c). */
#include "logic/smt/allsat.h"

#include <string.h>

#include "base/check.h"
#include "base/intern.h"
#include "logic/smt/cache.h"
#include "logic/smt/log.h"
#include "logic/smt/model.h"
#include "logic/smt/query.h"
#include "logic/smt/slot.h"
#include "logic/smt/translate.h"
#include "logic/term/walk.h"

#define BITS_LIMIT 256
#define NO_PLACE UINT32_MAX
#define POOL_MAX 64
#define TRIES 24 /* evaluations for each model, and for each valuation found by them */

typedef struct Enumeration {
    Smt *smt;
    const Query *query;
    bool (*emit)(void *arg, const bool *values);
    void *arg;
    uint32_t limit;
    bool full; /* limit passed, or emit said stop */

    uint32_t count; /* of the caller's bits */
    /* the caller's bit i is free bit place[i] (negated if flipped[i]), or the constant flipped[i] if NO_PLACE */
    uint32_t place[BITS_LIMIT];
    bool flipped[BITS_LIMIT];
    Term free_bits[BITS_LIMIT];
    Z3_ast literals[BITS_LIMIT]; /* of the free bits, in the slot */
    uint32_t free_count;
    Intern found;     /* valuations of the free bits */
    uint32_t blocked; /* how many of them the slot knows */
    uint64_t serial;  /* of the slot */
    Z3_ast guard;     /* one reference held */

    Witness now, next; /* of the search */
    VEC(Term) vars;
    VEC(uint64_t) pool; /* constants worth trying */
} Enumeration;

static void add_enumerated_bits(Enumeration *e, const Term *bits, uint32_t count)
{
    TermManager *tm = e->smt->tm;
    e->count = count;
    for (uint32_t i = 0; i < count; i++) {
        Term t = bits[i];
        CHECK(term_sort(tm, t).kind == SORT_BOOL);
        e->place[i] = NO_PLACE;
        e->flipped[i] = term_is_true(tm, t);
        if (term_is_const(tm, t)) continue;
        while (term_kind(tm, t) == TERM_NOT) {
            t = term_arg(tm, t, 0);
            e->flipped[i] = !e->flipped[i];
        }
        uint32_t k = 0;
        while (k < e->free_count && !term_same(e->free_bits[k], t))
            k++;
        if (k == e->free_count) e->free_bits[e->free_count++] = t;
        e->place[i] = k;
        CHECK(k < e->free_count && e->free_count <= count);
    }
}

/* ---- what was found ---- */

/* Reports a valuation unless it is known. */
static bool report_valuation(Enumeration *e, const bool *values)
{
    CHECK(e->free_count <= BITS_LIMIT && e->found.count <= e->limit);
    uint32_t words[BITS_LIMIT / 32] = {0}, used = (e->free_count + 31) / 32;
    for (uint32_t k = 0; k < e->free_count; k++)
        if (values[k]) words[k / 32] |= UINT32_C(1) << (k % 32);
    bool is_new = intern_find(&e->found, words, used) == INTERN_NONE;
    if (is_new && e->found.count == e->limit) e->full = true;
    if (!is_new || e->full) return false;
    intern_add(&e->found, words, used, NULL);
    log_block(e->smt, e->free_bits, values, e->free_count);
    bool all[BITS_LIMIT];
    for (uint32_t i = 0; i < e->count; i++)
        all[i] = e->place[i] == NO_PLACE ? e->flipped[i] : values[e->place[i]] != e->flipped[i];
    if (!e->emit(e->arg, all)) e->full = true;
    return true;
}

/* ---- the solver's part ---- */

static void block_valuation(Smt *smt, Slot *slot, Enumeration *e, const uint32_t *words)
{
    CHECK(e->guard && slot->serial == e->serial); /* the literals are those of the slot */
    Z3_ast clause[BITS_LIMIT + 1];
    for (uint32_t k = 0; k < e->free_count; k++) {
        bool value = words[k / 32] >> (k % 32) & 1;
        clause[k] = smt_own(smt, value ? Z3_mk_not(smt->ctx, e->literals[k]) : e->literals[k]);
    }
    clause[e->free_count] = smt_own(smt, Z3_mk_not(smt->ctx, e->guard));
    Z3_ast fact = smt->broken ? NULL : smt_own(smt, Z3_mk_or(smt->ctx, e->free_count + 1, clause));
    slot_assert(smt, slot, fact);
    if (fact) Z3_dec_ref(smt->ctx, fact);
    for (uint32_t k = 0; k <= e->free_count; k++)
        if (clause[k]) Z3_dec_ref(smt->ctx, clause[k]);
    slot->weight += 1;
}

/* Called before each check: the literals of the bits, and the blocking clauses that the slot does not have yet. */
static void prepare_enumeration(Smt *smt, Slot *slot, void *arg)
{
    Enumeration *e = arg;
    if (e->serial != slot->serial) {
        e->serial = slot->serial;
        e->blocked = 0;
        for (uint32_t k = 0; k < e->free_count; k++) {
            e->literals[k] = slot_literal(smt, slot, e->free_bits[k], true);
            if (!e->literals[k]) return;
        }
    }
    for (; e->blocked < e->found.count && !smt->broken; e->blocked++)
        block_valuation(smt, slot, e, intern_key(&e->found, e->blocked, NULL));
    if (e->guard) vec_push(smt->run, &smt->literals, e->guard);
}

/* The blocking clauses become void. */
static void disable(Smt *smt, Enumeration *e)
{
    if (!e->guard || e->blocked == 0) return;
    for (Slot *slot = smt->slots; slot < smt->slots + SMT_SLOTS; slot++) {
        if (!slot->solver || slot->serial != e->serial) continue;
        Z3_ast never = smt_own(smt, Z3_mk_not(smt->ctx, e->guard));
        slot_assert(smt, slot, never);
        if (never) Z3_dec_ref(smt->ctx, never);
    }
}

/* Reads the valuation of the free bits in Z3's model. */
static bool read_bits(Smt *smt, Enumeration *e, bool *values)
{
    Z3_model model = smt_model(smt);
    if (!model) return false;
    for (uint32_t k = 0; k < e->free_count; k++) {
        Z3_func_decl decl = Z3_get_app_decl(smt->ctx, Z3_to_app(smt->ctx, e->literals[k]));
        Z3_ast value = Z3_model_get_const_interp(smt->ctx, model, decl);
        CHECK(value || term_kind(smt->tm, e->free_bits[k]) == TERM_VAR); /* what occurs nowhere else may be either */
        values[k] = value && Z3_get_bool_value(smt->ctx, value) == Z3_L_TRUE;
    }
    return true;
}

/* ---- the search around a model ---- */

/* Reports the valuation in w if w satisfies the assumptions. */
static bool try_witness(Enumeration *e, Witness *w, bool *is_new)
{
    bool values[BITS_LIMIT];
    *is_new = false;
    if (!witness_holds(e->smt, w, e->query)) return false;
    for (uint32_t k = 0; k < e->free_count; k++)
        values[k] = witness_evaluate(e->smt, w, e->free_bits[k]).bits != 0;
    *is_new = report_valuation(e, values);
    return true;
}

static void collect_pool_and_vars(void *arg, Term t)
{
    Enumeration *e = arg;
    TermManager *tm = e->smt->tm;
    if (term_kind(tm, t) == TERM_CONST && e->pool.count < POOL_MAX) vec_push(e->smt->run, &e->pool, term_value(tm, t));
    if (term_kind(tm, t) != TERM_VAR || smt_info(e->smt, t)->stamp == e->smt->stamp) return;
    smt_info(e->smt, t)->stamp = e->smt->stamp;
    vec_push(e->smt->run, &e->vars, t);
}

static void collect_from_terms(Enumeration *e, const Term *terms, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        term_for_each_subterm(e->smt->tm, terms[i], collect_pool_and_vars, e);
}

static uint64_t fitting(TermManager *tm, Term var, uint64_t value)
{
    Sort sort = term_sort(tm, var);
    if (sort.kind == SORT_BOOL) return value & 1;
    return sort.width < 64 ? value & ((UINT64_C(1) << sort.width) - 1) : value;
}

/* Gives one variable another value: near another variable's, near a constant, near its own, or any. */
static void change_variable(Enumeration *e, Witness *w)
{
    Smt *smt = e->smt;
    Rng *rng = &smt->rng;
    Term var = e->vars.data[rng_below(rng, e->vars.count)];
    uint64_t value = *witness_place(smt, w, var), near = rng_below(rng, 3) - UINT64_C(1);
    switch (rng_below(rng, 6)) {
    case 0:
    case 1: value = *witness_place(smt, w, e->vars.data[rng_below(rng, e->vars.count)]) + near; break;
    case 2:
    case 3: value = (e->pool.count ? e->pool.data[rng_below(rng, e->pool.count)] : 0) + near; break;
    case 4: value += near ? near : UINT64_C(1) << rng_below(rng, 64); break;
    default: value = rng_next(rng); break;
    }
    if (term_sort(smt->tm, var).kind == SORT_BOOL) value = !*witness_place(smt, w, var);
    CHECK(!smt_info(smt, var)->general);
    *witness_place(smt, w, var) = fitting(smt->tm, var, value);
}

/* A random walk through assignments that satisfy the assumptions, from e->now. */
static void search_near_witness(Enumeration *e)
{
    bool is_new;
    for (int tries = TRIES; tries > 0 && !e->full; tries--) {
        witness_copy(e->smt, &e->next, &e->now);
        for (uint32_t n = 1 + rng_below(&e->smt->rng, 2); n > 0; n--)
            change_variable(e, &e->next);
        if (!try_witness(e, &e->next, &is_new)) continue;
        if (is_new && tries < 4 * TRIES) tries += TRIES;
        witness_copy(e->smt, &e->now, &e->next);
    }
}

static void start_search(Enumeration *e)
{
    Smt *smt = e->smt;
    smt->stamp++;
    collect_from_terms(e, e->query->assumptions, e->query->count);
    collect_from_terms(e, e->free_bits, e->free_count);
    collect_from_terms(e, smt->assertions.data, smt->assertions.count);
    for (int i = 0; i < SMT_WITNESSES && smt->witnesses[i] && !e->full; i++) {
        bool is_new;
        if (!try_witness(e, smt->witnesses[i], &is_new) || !is_new || e->full) continue;
        witness_copy(smt, &e->now, smt->witnesses[i]);
        if (e->vars.count) search_near_witness(e);
    }
}

/* ---- both ---- */

static SmtResult enumerate_models(Enumeration *e)
{
    Smt *smt = e->smt;
    bool values[BITS_LIMIT], searching = cache_may_evaluate(smt, e->query) && e->free_count > 0;
    if (searching) start_search(e);
    for (;;) {
        if (e->full) return SMT_UNKNOWN;
        SmtResult r = smt_query(smt, e->query);
        log_check(smt, e->query->assumptions, e->query->count, r);
        if (r == SMT_UNSAT) return SMT_SAT;
        if (r == SMT_UNKNOWN || !read_bits(smt, e, values)) return SMT_UNKNOWN;
        if (searching && smt->witness) witness_copy(smt, &e->now, smt->witness);
        bool search_on = searching && smt->witness && e->vars.count > 0;
        bool is_new = report_valuation(e, values);
        CHECK(is_new || e->full); /* what was found is blocked */
        if (e->free_count == 0) return e->full ? SMT_UNKNOWN : SMT_SAT;
        if (search_on && !e->full) search_near_witness(e);
    }
}

SmtResult smt_all_sat(Smt *smt, const Term *assumptions, uint32_t assumption_count, const Term *bits, uint32_t count,
                      uint32_t limit, bool (*emit)(void *arg, const bool *values), void *arg)
{
    RUN_CHECK(smt->run, count <= BITS_LIMIT);
    smt_start(smt);
    Enumeration *e = run_alloc(smt->run, sizeof *e);
    e->smt = smt;
    e->emit = emit;
    e->arg = arg;
    e->limit = limit;
    intern_init(smt->run, &e->found);
    add_enumerated_bits(e, bits, count);
    e->guard = smt_own(smt, Z3_mk_fresh_const(smt->ctx, "guard", Z3_mk_bool_sort(smt->ctx)));
    Query query = {
        assumptions, assumption_count, e->free_bits, e->free_count, 1 + e->free_count, prepare_enumeration, e};
    e->query = &query;
    log_push(smt);
    SmtResult r = enumerate_models(e);
    CHECK(e->blocked <= e->found.count && e->found.count <= limit);
    log_pop(smt);
    disable(smt, e);
    if (e->guard) Z3_dec_ref(smt->ctx, e->guard);
    vec_free(smt->run, &e->now.bits);
    vec_free(smt->run, &e->next.bits);
    vec_free(smt->run, &e->vars);
    vec_free(smt->run, &e->pool);
    intern_clear(&e->found);
    run_release(smt->run, e);
    return r;
}
