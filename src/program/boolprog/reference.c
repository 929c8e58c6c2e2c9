/* Definition 2 and Fig. 3 of paper 000, and exec and eval of paper 003, appendix A, line by line. Nothing here may be
 * shared with the code that the explorers run. */
#include "program/boolprog/reference.h"

#include <string.h>

#include "base/check.h"

/* Sigma = (S, L, PC); threads are numbered from 0 here. */
typedef struct Sigma {
    uint32_t s;
    uint32_t l[REFERENCE_THREADS_MAX];
    uint32_t pc[REFERENCE_THREADS_MAX];
} Sigma;

typedef struct Reference {
    const BoolProgram *p;
    Run *run;
    uint32_t n;
    Intern states; /* [S, L, PC] */
    bool *reached;
} Reference;

static bool bit(uint32_t word, uint32_t i) { return (word >> i) & 1; }

static uint32_t with_bit(uint32_t word, uint32_t i, bool value)
{
    return value ? word | UINT32_C(1) << i : word & ~(UINT32_C(1) << i);
}

static void add_sigma(Reference *r, const Sigma *state)
{
    uint32_t key[1 + 2 * REFERENCE_THREADS_MAX];
    key[0] = state->s;
    CHECK(state->s >> r->p->shared.count == 0);
    for (uint32_t t = 0; t < r->n; t++) {
        CHECK(state->pc[t] >= 1 && state->pc[t] <= r->p->statements.count + 1);
        CHECK(state->l[t] >> r->p->local.count == 0);
        key[1 + 2 * t] = state->l[t];
        key[2 + 2 * t] = state->pc[t];
        r->reached[state->pc[t]] = true;
    }
    intern_add(&r->states, key, 1 + 2 * r->n, NULL);
}

/* ---- Fig. 3: Sigma, Sigma', delta |= phi ---- */

static bool models(const Reference *r, const Sigma *before, const Sigma *after, const uint32_t *delta, BoolExpr phi)
{
    BoolNode e = boolprog_get(r->p, phi);
    const Sigma *sigma = e.primed ? after : before;
    CHECK(e.op != BOOL_LOCAL || delta[e.thread] < r->n);
#define MODELS(i) models(r, before, after, delta, e.operand[i])
    switch (e.op) {
    case BOOL_FALSE: return false;
    case BOOL_TRUE: return true;
    case BOOL_SHARED: return bit(sigma->s, e.variable);
    case BOOL_LOCAL: return bit(sigma->l[delta[e.thread]], e.variable);
    case BOOL_NOT: return !MODELS(0);
    case BOOL_AND: return MODELS(0) && MODELS(1);
    case BOOL_OR: return MODELS(0) || MODELS(1);
    case BOOL_XOR: return MODELS(0) != MODELS(1);
    case BOOL_IMPLIES: return !MODELS(0) || MODELS(1);
    case BOOL_IFF: return MODELS(0) == MODELS(1);
    case BOOL_ITE: return MODELS(0) ? MODELS(1) : MODELS(2);
    case BOOL_STAR:
    case BOOL_CHOOSE: break;
    }
#undef MODELS
    RUN_CHECK(r->run, !"choice in a constraint");
    return false;
}

/* For all delta in Inj(I, {1..n}) with delta(a) = t: the first `chosen` values of delta are fixed. */
static bool models_all(const Reference *r, const Sigma *before, const Sigma *after, uint32_t *delta, uint32_t chosen,
                       const BoolConstraint *c)
{
    if (chosen == c->index_count) return models(r, before, after, delta, c->expr);
    for (uint32_t t = 0; t < r->n; t++) {
        bool used = false;
        for (uint32_t i = 0; i < chosen; i++)
            used |= delta[i] == t;
        if (used) continue;
        delta[chosen] = t;
        if (!models_all(r, before, after, delta, chosen + 1, c)) return false;
    }
    return true;
}

static bool satisfies(const Reference *r, const Sigma *before, const Sigma *after, uint32_t t, const BoolStmt *stmt)
{
    uint32_t delta[BOOLPROG_INDICES_MAX] = {t};
    for (uint32_t i = 0; i < stmt->constraints.count; i++)
        if (!models_all(r, before, after, delta, 1, &stmt->constraints.data[i])) return false;
    return true;
}

/* All Sigma' in havoc(Sigma, t, H); H from its element `at` on is still to be havocked, of all(z) from thread `of`. */
static void havoc(Reference *r, const Sigma *before, Sigma *after, uint32_t t, const BoolStmt *stmt, uint32_t at,
                  uint32_t of)
{
    if (at == stmt->targets.count) {
        if (satisfies(r, before, after, t, stmt)) add_sigma(r, after);
        return;
    }
    CHECK(of < r->n);
    BoolTarget x = stmt->targets.data[at];
    for (int value = 0; value <= 1; value++) {
        if (x.kind == BOOL_TARGET_SHARED) {
            after->s = with_bit(after->s, x.variable, value);
            havoc(r, before, after, t, stmt, at + 1, 0);
        } else if (x.kind == BOOL_TARGET_ACTIVE) {
            after->l[t] = with_bit(after->l[t], x.variable, value);
            havoc(r, before, after, t, stmt, at + 1, 0);
        } else {
            after->l[of] = with_bit(after->l[of], x.variable, value);
            bool last = of + 1 == r->n;
            havoc(r, before, after, t, stmt, last ? at + 1 : at, last ? 0 : of + 1);
        }
    }
}

/* ---- appendix A of paper 003 ---- */

/* eval(phi, i, j, sigma): a set of results, bit 0 for 0 and bit 1 for 1. */
static unsigned eval(const Reference *r, BoolExpr phi, uint32_t i, uint32_t j, const Sigma *sigma)
{
    BoolNode e = boolprog_get(r->p, phi);
    if (e.op == BOOL_SHARED) return bit(sigma->s, e.variable) ? 2 : 1;
    if (e.op == BOOL_LOCAL) return bit(sigma->l[e.thread ? j : i], e.variable) ? 2 : 1;
    if (e.op == BOOL_STAR) return 3;
    unsigned operands[3] = {1, 1, 1}, results = 0;
    for (uint32_t k = 0; k < boolprog_operand_count(e.op); k++)
        operands[k] = eval(r, e.operand[k], i, j, sigma);
    for (unsigned values = 0; values < 8; values++) { /* every choice of one result of each operand */
        bool x = values & 1, y = values >> 1 & 1, z = values >> 2 & 1;
        if (!(operands[0] >> x & 1) || !(operands[1] >> y & 1) || !(operands[2] >> z & 1)) continue;
        switch (e.op) {
        case BOOL_FALSE: results |= 1; break;
        case BOOL_TRUE: results |= 2; break;
        case BOOL_NOT: results |= x ? 1 : 2; break;
        case BOOL_AND: results |= x && y ? 2 : 1; break;
        case BOOL_OR: results |= x || y ? 2 : 1; break;
        case BOOL_XOR: results |= x != y ? 2 : 1; break;
        case BOOL_IMPLIES: results |= !x || y ? 2 : 1; break;
        case BOOL_IFF: results |= x == y ? 2 : 1; break;
        case BOOL_ITE: results |= (x ? y : z) ? 2 : 1; break;
        case BOOL_CHOOSE: results |= x ? 2 : y ? 1 : 3; break;
        case BOOL_STAR:
        case BOOL_SHARED:
        case BOOL_LOCAL: break;
        }
    }
    return results;
}

/* exec(assign, i, sigma), each store with the next program counter; assignments from `at` on are still to be made, of
 * [m] to thread `of` and those after it. */
static void exec(Reference *r, const Sigma *before, Sigma *after, uint32_t i, const BoolStmt *stmt, uint32_t at,
                 uint32_t of)
{
    if (at == stmt->targets.count) {
        add_sigma(r, after);
        return;
    }
    BoolTarget u = stmt->targets.data[at];
    if (u.kind == BOOL_TARGET_PASSIVE && of == i) of++;
    if (u.kind == BOOL_TARGET_PASSIVE && of >= r->n) {
        exec(r, before, after, i, stmt, at + 1, 0);
        return;
    }
    unsigned results = eval(r, stmt->values.data[at], i, of, before);
    CHECK(results >= 1 && results <= 3); /* a value at least */
    for (int value = 0; value <= 1; value++) {
        if (!(results >> value & 1)) continue;
        if (u.kind == BOOL_TARGET_SHARED) {
            after->s = with_bit(after->s, u.variable, value);
            exec(r, before, after, i, stmt, at + 1, 0);
        } else if (u.kind == BOOL_TARGET_ACTIVE) {
            after->l[i] = with_bit(after->l[i], u.variable, value);
            exec(r, before, after, i, stmt, at + 1, 0);
        } else {
            uint32_t saved = after->l[of];
            after->l[of] = with_bit(after->l[of], u.variable, value);
            exec(r, before, after, i, stmt, at, of + 1);
            after->l[of] = saved;
        }
    }
}

/* ---- transitions ---- */

static void step_thread(Reference *r, const Sigma *before, uint32_t t)
{
    uint32_t d = before->pc[t];
    if (d > r->p->statements.count) return; /* ended */
    const BoolStmt *stmt = &r->p->statements.data[d - 1];
    Sigma after = *before;
    after.pc[t] = d + 1;
    unsigned results = 0;
    switch (stmt->kind) {
    case BOOL_STMT_GOTO:
        for (uint32_t i = 0; i < stmt->destinations.count; i++) {
            after.pc[t] = stmt->destinations.data[i];
            add_sigma(r, &after);
        }
        return;
    case BOOL_STMT_CONSTRAIN: havoc(r, before, &after, t, stmt, 0, 0); return;
    case BOOL_STMT_ASSIGN: exec(r, before, &after, t, stmt, 0, 0); return;
    case BOOL_STMT_ASSUME:
    case BOOL_STMT_ASSERT:
    case BOOL_STMT_IF: results = eval(r, stmt->condition, t, t, before); break;
    }
    if (results & 2) add_sigma(r, &after);
    if (!(results & 1)) return;
    if (stmt->kind == BOOL_STMT_ASSERT) r->reached[0] = true;
    if (stmt->kind == BOOL_STMT_IF) {
        after.pc[t] = stmt->destinations.data[0];
        add_sigma(r, &after);
    }
}

static bool is_initial_value(const BoolVariables *list, uint32_t valuation)
{
    for (uint32_t i = 0; i < list->count; i++) {
        BoolInit initial = list->data[i].initial;
        if (initial != BOOL_INIT_ANY && bit(valuation, i) != (initial == BOOL_INIT_TRUE)) return false;
    }
    return true;
}

/* PC(t) = 1 for all t; variables as declared, arbitrary where nothing is. Locals of threads from t on are to choose. */
static void add_initial_sigmas(Reference *r, Sigma *state, uint32_t t)
{
    if (t == r->n) {
        add_sigma(r, state);
        return;
    }
    state->pc[t] = 1;
    for (uint32_t v = 0; v < UINT32_C(1) << r->p->local.count; v++) {
        if (!is_initial_value(&r->p->local, v)) continue;
        state->l[t] = v;
        add_initial_sigmas(r, state, t + 1);
    }
}

/* Sorts the threads of every state and counts what is different then. */
static uint64_t count_counter_states(Reference *r)
{
    Intern sorted;
    intern_init(r->run, &sorted);
    for (uint32_t id = 0; id < r->states.count; id++) {
        uint32_t length, key[1 + 2 * REFERENCE_THREADS_MAX];
        memcpy(key, intern_key(&r->states, id, &length), (1 + 2 * r->n) * sizeof *key);
        for (uint32_t i = 1; i < length; i += 2)
            for (uint32_t k = i + 2; k < length; k += 2) {
                if (key[i] < key[k] || (key[i] == key[k] && key[i + 1] <= key[k + 1])) continue;
                uint32_t l = key[i], pc = key[i + 1];
                key[i] = key[k], key[i + 1] = key[k + 1];
                key[k] = l, key[k + 1] = pc;
            }
        intern_add(&sorted, key, length, NULL);
    }
    uint64_t count = sorted.count;
    intern_clear(&sorted);
    return count;
}

bool reference_reach(const BoolProgram *p, uint32_t n, uint64_t state_limit, ReferenceResult *result)
{
    Reference r = {.p = p, .run = p->run, .n = n, .reached = result->reached};
    RUN_CHECK(p->run, n >= 1 && n <= REFERENCE_THREADS_MAX && p->shared.count <= 16 && p->local.count <= 16);
    memset(r.reached, 0, (p->statements.count + 2) * sizeof *r.reached);
    intern_init(p->run, &r.states);
    Sigma state;
    memset(&state, 0, sizeof state);
    for (state.s = 0; state.s < UINT32_C(1) << p->shared.count; state.s++)
        if (is_initial_value(&p->shared, state.s)) add_initial_sigmas(&r, &state, 0);
    for (uint32_t id = 0; id < r.states.count && r.states.count <= state_limit; id++) {
        run_poll(p->run);
        const uint32_t *key = intern_key(&r.states, id, NULL);
        state.s = key[0];
        for (uint32_t t = 0; t < n; t++) {
            state.l[t] = key[1 + 2 * t];
            state.pc[t] = key[2 + 2 * t];
        }
        for (uint32_t t = 0; t < n; t++)
            step_thread(&r, &state, t);
    }
    bool complete = r.states.count <= state_limit;
    result->counter_states = complete ? count_counter_states(&r) : 0;
    intern_clear(&r.states);
    return complete;
}
