/* All-sat: model, block its valuation of the bits, check again. The blocking clauses hold only under a literal of
 * their own (the guard), which no other check assumes. */
#include <string.h>

#include "smt/internal.h"

typedef struct Enumeration {
    const Term *bits;
    uint32_t count;
    /* bits[i] is free bit place[i] (negated if flipped[i]), or constant flipped[i] if place[i] is NO_PLACE */
    uint32_t place[256];
    bool flipped[256];
    Term free_bits[256];
    Z3_ast literals[256]; /* of the free bits */
    uint32_t free_count;
    VEC(uint8_t) found;   /* valuations of the free bits, free_count each */
    uint32_t found_count, blocked;
    uint64_t serial; /* of the slot that has the blocking clauses */
    Z3_ast guard;    /* one reference held */
} Enumeration;

#define NO_PLACE UINT32_MAX

static void sort_bits(Smt *smt, Enumeration *e)
{
    for (uint32_t i = 0; i < e->count; i++) {
        Term t = e->bits[i];
        e->place[i] = NO_PLACE;
        e->flipped[i] = term_is_true(smt->tm, t);
        if (term_is_const(smt->tm, t)) continue;
        while (term_kind(smt->tm, t) == TERM_NOT) {
            t = term_arg(smt->tm, t, 0);
            e->flipped[i] = !e->flipped[i];
        }
        uint32_t k = 0;
        while (k < e->free_count && !term_same(e->free_bits[k], t)) k++;
        if (k == e->free_count) e->free_bits[e->free_count++] = t;
        e->place[i] = k;
    }
}

static void block(Smt *smt, Slot *slot, Enumeration *e, const uint8_t *values)
{
    Z3_ast clause[257];
    for (uint32_t k = 0; k < e->free_count; k++)
        clause[k] = values[k] ? smt_own(smt, Z3_mk_not(smt->ctx, e->literals[k])) : smt_own(smt, e->literals[k]);
    clause[e->free_count] = smt_own(smt, Z3_mk_not(smt->ctx, e->guard));
    Z3_ast fact = smt->broken ? NULL : smt_own(smt, Z3_mk_or(smt->ctx, e->free_count + 1, clause));
    slot_assert(smt, slot, fact);
    if (fact) Z3_dec_ref(smt->ctx, fact);
    for (uint32_t k = 0; k <= e->free_count; k++)
        if (clause[k]) Z3_dec_ref(smt->ctx, clause[k]);
    slot->weight += 1;
}

/* Called before each check: the literals of the bits, and the blocking clauses that the slot does not have yet. */
static void prepare(Smt *smt, Slot *slot, void *arg)
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
    for (; e->blocked < e->found_count && !smt->broken; e->blocked++)
        block(smt, slot, e, e->found.data + (size_t)e->blocked * e->free_count);
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

/* Reads the valuation of the free bits in the model. */
static bool read_bits(Smt *smt, Enumeration *e, uint8_t *values)
{
    Z3_model model = smt_model(smt);
    if (!model) return false;
    for (uint32_t k = 0; k < e->free_count; k++) {
        Z3_func_decl decl = Z3_get_app_decl(smt->ctx, Z3_to_app(smt->ctx, e->literals[k]));
        Z3_ast value = Z3_model_get_const_interp(smt->ctx, model, decl);
        values[k] = value && Z3_get_bool_value(smt->ctx, value) == Z3_L_TRUE;
    }
    return true;
}

static bool report(Enumeration *e, const uint8_t *values, bool (*emit)(void *arg, const bool *values), void *arg)
{
    bool full[256];
    for (uint32_t i = 0; i < e->count; i++)
        full[i] = e->place[i] == NO_PLACE ? e->flipped[i] : (values[e->place[i]] != 0) != e->flipped[i];
    return emit(arg, full);
}

static void log_found(Smt *smt, Enumeration *e, const uint8_t *values)
{
    bool found[256];
    for (uint32_t k = 0; k < e->free_count; k++) found[k] = values[k] != 0;
    log_block(smt, e->free_bits, found, e->free_count);
}

static SmtResult enumerate(Smt *smt, const Query *query, Enumeration *e, uint32_t limit,
                           bool (*emit)(void *arg, const bool *values), void *arg)
{
    for (;;) {
        SmtResult r = smt_query(smt, query);
        log_check(smt, query->assumptions, query->count, r);
        if (r == SMT_UNSAT) return SMT_SAT;
        if (r == SMT_UNKNOWN || e->found_count == limit) return SMT_UNKNOWN;
        uint8_t values[256];
        if (!read_bits(smt, e, values)) return SMT_UNKNOWN;
        for (uint32_t k = 0; k < e->free_count; k++) vec_push(smt->run, &e->found, values[k]);
        e->found_count++;
        log_found(smt, e, values);
        if (!report(e, values, emit, arg)) return SMT_UNKNOWN;
        if (e->free_count == 0) return SMT_SAT;
    }
}

SmtResult smt_all_sat(Smt *smt, const Term *assumptions, uint32_t assumption_count, const Term *bits, uint32_t count,
                      uint32_t limit, bool (*emit)(void *arg, const bool *values), void *arg)
{
    RUN_CHECK(smt->run, count <= 256);
    smt_start(smt);
    Enumeration *e = run_alloc(smt->run, sizeof *e);
    e->bits = bits;
    e->count = count;
    sort_bits(smt, e);
    e->guard = smt_own(smt, Z3_mk_fresh_const(smt->ctx, "guard", Z3_mk_bool_sort(smt->ctx)));
    Query query = {assumptions, assumption_count, e->free_bits, e->free_count, 1 + 2 * e->free_count, prepare, e};
    log_push(smt);
    SmtResult r = enumerate(smt, &query, e, limit, emit, arg);
    log_pop(smt);
    disable(smt, e);
    if (e->guard) Z3_dec_ref(smt->ctx, e->guard);
    vec_free(smt->run, &e->found);
    run_release(smt->run, e);
    return r;
}
