#include "program/boolprog/step.h"

#include "base/check.h"

/* A variable to choose, and the clauses that can be decided once it and those before it are chosen. */
typedef struct VariableChoice {
    bool shared;
    uint64_t bit;
    uint32_t clauses_end; /* clauses up to here are decided after this choice */
} VariableChoice;

/* The order in which the variables of one thread's step are chosen. */
typedef struct ChoicePlan {
    VEC(VariableChoice) choices;
    VEC(BoolExpr) clauses;
    uint32_t decided; /* clauses that no choice concerns */
} ChoicePlan;

typedef struct EdgePlan {
    ChoicePlan move, reply;
    VEC(BoolClause) joint; /* arity 3 and more */
    bool asks;
    uint32_t relates;
} EdgePlan;

/* Values that expressions are evaluated under: of thread t before and after. */
typedef struct Values {
    uint64_t shared[2];
    uint64_t local[BOOLPROG_INDICES_MAX][2];
} Values;

struct BoolStepper {
    const BoolEdges *edges;
    Run *run;
    EdgePlan *plans; /* by edge */
    Values values;
};

static bool holds_in_values(const BoolNode *nodes, BoolExpr e, const Values *v)
{
    const BoolNode *n = &nodes[e.i];
    CHECK(n->op != BOOL_LOCAL || n->thread < BOOLPROG_INDICES_MAX);
    switch (n->op) {
    case BOOL_FALSE: return false;
    case BOOL_TRUE: return true;
    case BOOL_SHARED: return v->shared[n->primed] >> n->variable & 1;
    case BOOL_LOCAL: return v->local[n->thread][n->primed] >> n->variable & 1;
    case BOOL_NOT: return !holds_in_values(nodes, n->operand[0], v);
    case BOOL_AND: return holds_in_values(nodes, n->operand[0], v) && holds_in_values(nodes, n->operand[1], v);
    case BOOL_OR: return holds_in_values(nodes, n->operand[0], v) || holds_in_values(nodes, n->operand[1], v);
    case BOOL_XOR: return holds_in_values(nodes, n->operand[0], v) != holds_in_values(nodes, n->operand[1], v);
    case BOOL_IMPLIES: return !holds_in_values(nodes, n->operand[0], v) || holds_in_values(nodes, n->operand[1], v);
    case BOOL_IFF: return holds_in_values(nodes, n->operand[0], v) == holds_in_values(nodes, n->operand[1], v);
    case BOOL_ITE: return holds_in_values(nodes, n->operand[holds_in_values(nodes, n->operand[0], v) ? 1 : 2], v);
    case BOOL_STAR:
    case BOOL_CHOOSE: CHECK(!"a choice in a clause"); break;
    }
    return false;
}

/* ---- plans ---- */

/* What a clause says about variables that are still to be chosen. */
typedef struct Pending {
    BoolExpr expr;
    uint64_t shared, local;
    bool placed;
} Pending;

static uint32_t pending_count(const Pending *c)
{
    return (uint32_t)(__builtin_popcountll(c->shared) + __builtin_popcountll(c->local));
}

static void add_choices(Run *run, ChoicePlan *plan, bool shared, uint64_t bits)
{
    for (; bits; bits &= bits - 1)
        vec_push(run, &plan->choices, ((VariableChoice){shared, bits & -bits, plan->clauses.count}));
}

/* No variable is chosen twice; clauses are decided in order, all of them by the last choice. */
static bool plan_is_valid(const ChoicePlan *plan)
{
    uint64_t chosen[2] = {0, 0};
    uint32_t decided = plan->decided;
    for (uint32_t i = 0; i < plan->choices.count; i++) {
        const VariableChoice *c = &plan->choices.data[i];
        if (chosen[c->shared] & c->bit || c->clauses_end < decided) return false;
        chosen[c->shared] |= c->bit;
        decided = c->clauses_end;
    }
    return decided == plan->clauses.count;
}

/* Greedily: next the clause with the fewest variables to choose, after them all clauses that are decided by then. */
static void make_plan(Run *run, ChoicePlan *plan, Pending *clauses, uint32_t count, uint64_t shared, uint64_t local)
{
    for (;;) {
        Pending *best = NULL;
        for (uint32_t i = 0; i < count; i++) {
            Pending *c = &clauses[i];
            if (c->placed) continue;
            c->shared &= shared;
            c->local &= local;
            if (!pending_count(c)) {
                c->placed = true;
                vec_push(run, &plan->clauses, c->expr);
            } else if (!best || pending_count(c) < pending_count(best)) {
                best = c;
            }
        }
        if (plan->choices.count)
            vec_last(&plan->choices).clauses_end = plan->clauses.count;
        else
            plan->decided = plan->clauses.count;
        if (!best) break;
        add_choices(run, plan, true, best->shared);
        add_choices(run, plan, false, best->local);
        shared &= ~best->shared;
        local &= ~best->local;
    }
    add_choices(run, plan, true, shared);
    add_choices(run, plan, false, local);
    CHECK(plan->clauses.count == count);
    CHECK(plan_is_valid(plan));
}

static void plan_edge(BoolStepper *s, const BoolEdge *edge, EdgePlan *plan, uint32_t threads)
{
    Run *run = s->run;
    VEC(Pending) move = {NULL, 0, 0}, reply = {NULL, 0, 0};
    CHECK(threads > 0);
    plan->asks = edge->havoc.passive != 0;
    for (uint32_t i = 0; i < edge->clauses.count; i++) {
        const BoolClause *c = &edge->clauses.data[i];
        if (c->needs > threads) continue;
        BoolSupport support;
        boolprog_support(s->edges, c->expr, &support);
        if (c->arity == 1)
            vec_push(run, &move, ((Pending){c->expr, support.shared[1], support.local[0][1], false}));
        else if (c->arity == 2)
            vec_push(run, &reply, ((Pending){c->expr, 0, support.local[1][1], false}));
        else
            vec_push(run, &plan->joint, *c);
        if (c->arity > 2 && c->arity - 1 > plan->relates) plan->relates = c->arity - 1;
        plan->asks |= c->arity > 1;
    }
    make_plan(run, &plan->move, move.data, move.count, edge->havoc.shared, edge->havoc.active);
    make_plan(run, &plan->reply, reply.data, reply.count, 0, edge->havoc.passive);
    vec_free(run, &move);
    vec_free(run, &reply);
}

BoolStepper *bool_stepper_new(const BoolEdges *edges, uint32_t threads)
{
    Run *run = edges->program->run;
    BoolStepper *s = run_alloc(run, sizeof *s);
    s->edges = edges;
    s->run = run;
    s->plans = run_alloc(run, (edges->edges.count + 1) * sizeof *s->plans);
    for (uint32_t i = 0; i < edges->edges.count; i++)
        plan_edge(s, &edges->edges.data[i], &s->plans[i], threads);
    return s;
}

static void free_plan(Run *run, ChoicePlan *plan)
{
    vec_free(run, &plan->choices);
    vec_free(run, &plan->clauses);
}

void bool_stepper_free(BoolStepper *s)
{
    Run *run = s->run;
    for (uint32_t i = 0; i < s->edges->edges.count; i++) {
        free_plan(run, &s->plans[i].move);
        free_plan(run, &s->plans[i].reply);
        vec_free(run, &s->plans[i].joint);
    }
    run_release(run, s->plans);
    run_release(run, s);
}

/* ---- choosing ---- */

static bool decide_clauses(const BoolStepper *s, const ChoicePlan *plan, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        if (!holds_in_values(s->edges->nodes, plan->clauses.data[i], &s->values)) return false;
    return true;
}

/* Chooses the variables from `at` on, those of thread `of`. */
static void choose_variables(BoolStepper *s, const ChoicePlan *plan, uint32_t at, uint32_t decided, uint32_t of,
                             BoolValuations *out)
{
    CHECK(at <= plan->choices.count && decided <= plan->clauses.count);
    if (at == plan->choices.count) {
        if (of == 0) vec_push(s->run, out, s->values.shared[1]);
        vec_push(s->run, out, s->values.local[of][1]);
        return;
    }
    const VariableChoice *c = &plan->choices.data[at];
    uint64_t *word = c->shared ? &s->values.shared[1] : &s->values.local[of][1];
    run_poll(s->run);
    for (int value = 0; value <= 1; value++) {
        *word = value ? *word | c->bit : *word & ~c->bit;
        if (decide_clauses(s, plan, decided, c->clauses_end))
            choose_variables(s, plan, at + 1, c->clauses_end, of, out);
    }
}

/* A step leaves alone what it does not havoc. */
static bool changes_only(uint64_t before, uint64_t after, uint64_t havoc) { return ((before ^ after) & ~havoc) == 0; }

void bool_stepper_moves(BoolStepper *s, uint32_t edge, uint64_t shared, uint64_t local, BoolValuations *after)
{
    CHECK(edge < s->edges->edges.count);
    const ChoicePlan *plan = &s->plans[edge].move;
    s->values.shared[0] = s->values.shared[1] = shared;
    s->values.local[0][0] = s->values.local[0][1] = local;
    uint32_t first = after->count;
    if (decide_clauses(s, plan, 0, plan->decided)) choose_variables(s, plan, 0, plan->decided, 0, after);
    CHECK((after->count - first) % 2 == 0);
    const BoolHavoc *havoc = &s->edges->edges.data[edge].havoc;
    for (uint32_t i = first; i < after->count; i += 2) {
        CHECK(changes_only(shared, after->data[i], havoc->shared));
        CHECK(changes_only(local, after->data[i + 1], havoc->active));
    }
}

static void set_active(BoolStepper *s, const BoolStep *step)
{
    s->values.shared[0] = step->shared;
    s->values.shared[1] = step->shared_after;
    s->values.local[0][0] = step->local;
    s->values.local[0][1] = step->local_after;
}

static const EdgePlan *plan_of(const BoolStepper *s, const BoolStep *step)
{
    CHECK(step->edge >= s->edges->edges.data && step->edge < s->edges->edges.data + s->edges->edges.count);
    return &s->plans[step->edge - s->edges->edges.data];
}

void bool_stepper_replies(BoolStepper *s, const BoolStep *step, uint64_t passive, BoolValuations *after)
{
    const ChoicePlan *plan = &plan_of(s, step)->reply;
    CHECK(changes_only(step->shared, step->shared_after, step->edge->havoc.shared));
    CHECK(changes_only(step->local, step->local_after, step->edge->havoc.active));
    set_active(s, step);
    s->values.local[1][0] = s->values.local[1][1] = passive;
    uint32_t first = after->count;
    if (decide_clauses(s, plan, 0, plan->decided)) choose_variables(s, plan, 0, plan->decided, 1, after);
    for (uint32_t i = first; i < after->count; i++)
        CHECK(changes_only(passive, after->data[i], step->edge->havoc.passive));
}

bool bool_stepper_asks(const BoolStepper *s, uint32_t edge) { return s->plans[edge].asks; }
uint32_t bool_stepper_joint(const BoolStepper *s, uint32_t edge) { return s->plans[edge].relates; }

typedef struct Passive {
    const uint64_t *before, *after;
    uint32_t count;
} Passive;

/* All injections of the clause's passive threads from number `at` on into those given; chosen: of those before. */
static bool allows_passive(BoolStepper *s, const BoolClause *c, uint32_t at, const Passive *p, uint32_t *chosen,
                           bool last)
{
    CHECK(at >= 1 && at <= c->arity && c->arity <= BOOLPROG_INDICES_MAX);
    if (at == c->arity) return holds_in_values(s->edges->nodes, c->expr, &s->values);
    bool must = at + 1 == c->arity && !last;
    for (uint32_t i = must ? p->count - 1 : 0; i < p->count; i++) {
        bool used = false;
        for (uint32_t k = 1; k < at; k++)
            used |= chosen[k] == i;
        if (used) continue;
        chosen[at] = i;
        s->values.local[at][0] = p->before[i];
        s->values.local[at][1] = p->after[i];
        if (!allows_passive(s, c, at + 1, p, chosen, last || i + 1 == p->count)) return false;
    }
    return true;
}

bool bool_stepper_allows(BoolStepper *s, const BoolStep *step, const uint64_t *before, const uint64_t *after,
                         uint32_t count)
{
    const EdgePlan *plan = plan_of(s, step);
    const Passive passive = {before, after, count};
    uint32_t chosen[BOOLPROG_INDICES_MAX];
    set_active(s, step);
    for (uint32_t i = 0; i < plan->joint.count; i++) {
        const BoolClause *c = &plan->joint.data[i];
        if (c->arity - 1 <= count && !allows_passive(s, c, 1, &passive, chosen, false)) return false;
    }
    return true;
}
