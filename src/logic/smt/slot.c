/* The solvers of a session and the choice among them.
 *
 * Every satisfiable check must assign all the bits a solver has ever seen, so that a solver's checks get slower with
 * all that was once asked of it, relevant or not (32-bit comparisons and sums: 0.3 ms a check after 50 terms, 20 ms
 * after 500). To forget is as expensive as to learn: a fresh solver pays about 0.3 ms for each term. So a session keeps
 * a few solvers, and each check goes where the estimated cost, checking plus what has to be added, is least; a fresh
 * solver is one of the candidates, and replaces the one that was idle longest.
 *
 * Sound because a slot holds, of facts about the program's terms, only base assertions, which are in all slots before
 * they answer; proxies are constrained by their own terms only. */
#include "logic/smt/slot.h"

#include "base/check.h"
#include "logic/smt/model.h"
#include "logic/smt/translate.h"

/* Estimated cost of a unit of weight: present in a slot at a check, and when added. What is added is expected to be
 * used a few times. */
#define COST_PRESENT 1.0
#define COST_ADD 6.0
#define COST_FRESH 300.0

static const char *const SAT_LOGIC = "QF_FD";

static Z3_symbol symbol(Smt *smt, const char *name) { return Z3_mk_string_symbol(smt->ctx, name); }

static void set_params(Smt *smt, Slot *slot)
{
    Z3_params p = Z3_mk_params(smt->ctx);
    Z3_params_inc_ref(smt->ctx, p);
    /* Z3 must not replace the process's handler of SIGINT. */
    Z3_params_set_bool(smt->ctx, p, symbol(smt, "ctrl_c"), false);
    Z3_params_set_uint(smt->ctx, p, symbol(smt, "random_seed"), 0);
    Z3_params_set_uint(smt->ctx, p, symbol(smt, "rlimit"), slot->count_limit);
    if (!slot->general && !slot->once) {
        /* Simplification restarts with every check, which small checks do not earn back. */
        Z3_params_set_uint(smt->ctx, p, symbol(smt, "simplify.delay"), 100000000);
    }
    Z3_solver_set_params(smt->ctx, slot->solver, p);
    Z3_params_dec_ref(smt->ctx, p);
}

void slot_set_count_limit(Smt *smt, Slot *slot, unsigned limit)
{
    if (slot->count_limit == limit) return;
    slot->count_limit = limit;
    set_params(smt, slot);
}

static Z3_tactic then(Smt *smt, Z3_tactic first, const char *name)
{
    Z3_tactic second = first ? Z3_mk_tactic(smt->ctx, name) : NULL;
    if (!second) return NULL;
    Z3_tactic_inc_ref(smt->ctx, second);
    Z3_tactic both = Z3_tactic_and_then(smt->ctx, first, second);
    if (both) Z3_tactic_inc_ref(smt->ctx, both);
    Z3_tactic_dec_ref(smt->ctx, second);
    Z3_tactic_dec_ref(smt->ctx, first);
    return both;
}

/* Few steps, which is faster for most questions. */
static Z3_tactic quick_steps(Smt *smt)
{
    static const char *const steps[] = {"propagate-values", "solve-eqs", "elim-uncnstr",
                                        "simplify",         "bit-blast", "sat"};
    Z3_tactic all = Z3_mk_tactic(smt->ctx, "simplify");
    if (all) Z3_tactic_inc_ref(smt->ctx, all);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        all = then(smt, all, steps[i]);
    return all;
}

/* Z3's own for bit-vectors: it shares sums, and circuits. */
static Z3_tactic thorough_steps(Smt *smt)
{
    Z3_tactic all = Z3_mk_tactic(smt->ctx, "qfbv");
    if (all) Z3_tactic_inc_ref(smt->ctx, all);
    return all;
}

static Z3_solver preprocessing_solver(Smt *smt, bool thorough)
{
    Z3_tactic all = thorough ? thorough_steps(smt) : quick_steps(smt);
    Z3_solver solver = all ? Z3_mk_solver_from_tactic(smt->ctx, all) : NULL;
    if (solver) Z3_solver_inc_ref(smt->ctx, solver);
    if (all) Z3_tactic_dec_ref(smt->ctx, all);
    return solver;
}

static void slot_open(Smt *smt, Slot *slot, bool general)
{
    CHECK(!slot->solver && slot->vars.count == 0 && slot->asserted == 0);
    slot->general = general;
    slot->once = false;
    slot->serial = ++smt->serial;
    slot->count_limit = 0;
    slot->solver = general ? Z3_mk_simple_solver(smt->ctx) : Z3_mk_solver_for_logic(smt->ctx, symbol(smt, SAT_LOGIC));
    if (!slot->solver) {
        smt->broken = true;
        return;
    }
    Z3_solver_inc_ref(smt->ctx, slot->solver);
    set_params(smt, slot);
}

void slot_close(Smt *smt, Slot *slot)
{
    if (smt->answered == slot) {
        smt_drop_model(smt);
        smt->answered = NULL;
    }
    if (slot->solver) Z3_solver_dec_ref(smt->ctx, slot->solver);
    slot->solver = NULL;
    vec_clear(&slot->state);
    vec_clear(&slot->vars);
    slot->asserted = 0;
    slot->weight = 0;
    slot->used = 0;
}

static uint8_t *slot_state(Smt *smt, Slot *slot, Term t)
{
    CHECK(term_is(t) && t.id <= term_manager_count(smt->tm));
    if (t.id >= slot->state.count) {
        uint32_t n = term_manager_count(smt->tm) + 1;
        vec_resize(smt->run, &slot->state, n + n / 2);
    }
    return &slot->state.data[t.id];
}

static bool slot_has_term(const Slot *slot, Term t) { return t.id < slot->state.count && slot->state.data[t.id] != 0; }

/* Counts the nodes of t that are new in the slot. */
static void slot_note_term(Smt *smt, Slot *slot, Term t)
{
    uint32_t bottom = smt->stack.count;
    vec_push(smt->run, &smt->stack, t);
    while (smt->stack.count > bottom) {
        Term u = vec_pop(&smt->stack);
        uint8_t *state = slot_state(smt, slot, u);
        CHECK(smt_info(smt, u)->ast);
        if (*state & IN_SLOT) continue;
        *state |= IN_SLOT;
        if (smt_info(smt, u)->definition) slot_assert(smt, slot, smt_info(smt, u)->definition);
        if (term_kind(smt->tm, u) == TERM_VAR && !smt_info(smt, u)->general) vec_push(smt->run, &slot->vars, u);
        uint32_t below = 0;
        for (uint32_t i = 0; i < term_arity(smt->tm, u); i++) {
            Term arg = term_arg(smt->tm, u, i);
            uint32_t w = smt_info(smt, arg)->weight;
            below = w > UINT32_MAX - below ? UINT32_MAX : below + w;
            if (!slot_has_term(slot, arg)) vec_push(smt->run, &smt->stack, arg);
        }
        uint32_t whole = smt_info(smt, u)->weight;
        CHECK(slot->general || !smt_info(smt, u)->general); /* the SAT-based solver knows Booleans and bit-vectors */
        slot->weight += whole > below ? whole - below : 1;
    }
}

void slot_assert(Smt *smt, Slot *slot, Z3_ast fact)
{
    CHECK(slot->solver);
    if (!fact) {
        smt->broken = true;
        return;
    }
    Z3_solver_assert(smt->ctx, slot->solver, fact);
    if (Z3_get_error_code(smt->ctx) != Z3_OK) smt->broken = true;
}

void slot_assert_term(Smt *smt, Slot *slot, Term t)
{
    Z3_ast ast = smt_translate(smt, t);
    if (!ast) return;
    slot_note_term(smt, slot, t);
    slot_assert(smt, slot, ast);
}

void slot_catch_up(Smt *smt, Slot *slot)
{
    uint32_t end = smt->scopes.count ? smt->scopes.data[0] : smt->assertions.count;
    CHECK(slot->asserted <= end); /* base assertions are never taken back */
    for (; slot->asserted < end && !smt->broken; slot->asserted++) {
        Term t = smt->assertions.data[slot->asserted];
        Z3_ast ast = smt_translate(smt, t);
        if (!ast) return;
        slot_note_term(smt, slot, t);
        slot_assert(smt, slot, ast);
    }
}

Slot *slot_fresh(Smt *smt, bool general)
{
    Slot *best = &smt->slots[0];
    for (Slot *slot = smt->slots; slot < smt->slots + SMT_SLOTS; slot++)
        if (slot->used < best->used || (best->solver && !slot->solver)) best = slot;
    slot_close(smt, best);
    slot_open(smt, best, general);
    return best;
}

Slot *slot_once(Smt *smt, bool thorough)
{
    Slot *slot = slot_fresh(smt, false);
    if (smt->broken) return slot;
    Z3_solver_dec_ref(smt->ctx, slot->solver);
    slot->solver = preprocessing_solver(smt, thorough);
    slot->once = true;
    if (!slot->solver) smt->broken = true;
    return slot;
}

/* ---- choosing ---- */

typedef struct Need {
    uint64_t weight;             /* of all terms of the check */
    uint64_t missing[SMT_SLOTS]; /* of those not in the slot */
    bool general;
} Need;

static void need_terms(Smt *smt, Need *need, const Term *terms, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!smt_translate(smt, terms[i])) return;
        const TermInfo *info = smt_info(smt, terms[i]);
        need->general |= info->general;
        need->weight += info->weight;
        for (int s = 0; s < SMT_SLOTS; s++)
            if (!slot_has_term(&smt->slots[s], terms[i])) need->missing[s] += info->weight;
    }
}

Slot *slot_choose(Smt *smt, const Query *query)
{
    Need need = {0, {0}, smt->base_general};
    uint32_t base = smt->scopes.count ? smt->scopes.data[0] : smt->assertions.count;
    if (smt->assertions.count > base) need_terms(smt, &need, smt->assertions.data + base, smt->assertions.count - base);
    need_terms(smt, &need, query->assumptions, query->count);
    need_terms(smt, &need, query->bits, query->bit_count);
    double all = (double)(need.weight + smt->base_weight);
    double present = COST_PRESENT * query->repeats;
    double best_cost = COST_FRESH + (COST_ADD + present) * all;
    Slot *best = NULL;
    for (int s = 0; s < SMT_SLOTS; s++) {
        Slot *slot = &smt->slots[s];
        if (!slot->solver || slot->once || slot->general != need.general) continue;
        double added = (double)need.missing[s];
        if (slot->asserted < base) /* the base assertions are in all slots alike, about */
            added += (double)smt->base_weight * (base - slot->asserted) / base;
        double cost = present * ((double)slot->weight + added) + COST_ADD * added;
        if (cost <= best_cost) {
            best_cost = cost;
            best = slot;
        }
    }
    if (!best) best = slot_fresh(smt, need.general);
    if (!smt->broken) slot_catch_up(smt, best);
    CHECK(smt->broken || (best->general == need.general && best->asserted == base));
    best->used = smt->stats.checks;
    return best;
}

/* ---- literals ---- */

static Z3_ast make_proxy(Smt *smt, Term t)
{
    CHECK(t.id < SMT_NAMES);
    if (!smt_info(smt, t)->proxy) {
        Z3_sort sort = Z3_mk_bool_sort(smt->ctx);
        Z3_ast p = smt_own(smt, Z3_mk_const(smt->ctx, Z3_mk_int_symbol(smt->ctx, (int)(t.id + SMT_NAMES)), sort));
        smt_info(smt, t)->proxy = p;
    }
    return smt_info(smt, t)->proxy;
}

Z3_ast slot_literal(Smt *smt, Slot *slot, Term t, bool iff)
{
    CHECK(slot->solver && term_sort(smt->tm, t).kind == SORT_BOOL);
    Z3_ast ast = smt_translate(smt, t);
    if (!ast) return NULL;
    TermKind kind = term_kind(smt->tm, t);
    if (kind == TERM_VAR) {
        slot_note_term(smt, slot, t);
        return ast;
    }
    if (kind == TERM_NOT) {
        Term u = term_arg(smt->tm, t, 0);
        if (term_kind(smt->tm, u) == TERM_VAR) {
            slot_note_term(smt, slot, t);
            return ast;
        }
    }
    Z3_ast p = make_proxy(smt, t);
    uint8_t want = iff ? PROXY_IFF : PROXY_IMPLIES;
    if (!p || *slot_state(smt, slot, t) & (want | PROXY_IFF)) return p;
    slot_note_term(smt, slot, t);
    Z3_ast fact = smt_own(smt, iff ? Z3_mk_eq(smt->ctx, p, ast) : Z3_mk_implies(smt->ctx, p, ast));
    slot_assert(smt, slot, fact);
    if (fact) Z3_dec_ref(smt->ctx, fact);
    *slot_state(smt, slot, t) |= want;
    return p;
}
