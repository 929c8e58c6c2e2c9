/* Queries: what a step does to predicates, asked of the solver once per valuation of the predicates that matter.
 *
 * The cone of a query is the least set of tracked predicates closed under sharing variables with the guard, the
 * slots, or each other. Leaving predicates outside it out of the query changes no answer: they constrain other
 * variables only (and are satisfiable, being values of a reachable abstract state; if they were not, leaving them out
 * only adds behaviour). */
#include "engines/symmpa/abstraction/query.h"

#include <string.h>

#include "base/check.h"
#include "logic/smt/allsat.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"
#include "logic/term/remainder.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

/* ---- weakest preconditions ---- */

Term exact_wp(Exact *x, uint32_t edge, uint32_t predicate, Space space)
{
    CHECK(edge < x->p->edges.count && predicate < x->predicates->all.count);
    uint32_t key[3] = {edge, predicate, space};
    bool is_new;
    uint32_t id = intern_add(&x->wp_ids, key, 3, &is_new);
    if (!is_new) return x->wps.data[id];
    Term t = step_before(x->p, &x->p->edges.data[edge], x->predicates->all.data[predicate].term, space);
    CHECK(id == x->wps.count);
    vec_push(x->p->run, &x->wps, t);
    return t;
}

/* ---- outputs ---- */

static uint32_t add_query_slot(Exact *x, StepQuery *q, Term t, bool *negated)
{
    TermManager *tm = x->p->tm;
    *negated = term_kind(tm, t) == TERM_NOT;
    if (*negated) t = term_arg(tm, t, 0);
    for (uint32_t i = 0; i < q->slots.count; i++)
        if (term_same(q->slots.data[i], t)) return i;
    vec_push(x->p->run, &q->slots, t);
    return q->slots.count - 1;
}

/* The term with locals at INSTANCE_PASSIVE put back to instance 0; TERM_NONE if it also speaks of
 * another instance of locals. */
typedef struct Strip {
    Exact *x;
    bool other;
} Strip;

static Term strip_instance(void *arg, TermManager *tm, Term var)
{
    Strip *s = arg;
    uint32_t v = term_symbol(tm, var);
    const Var *info = &s->x->p->vars.data[v];
    if (info->class == VAR_SHARED) return TERM_NONE;
    if (info->class == VAR_INPUT || term_instance(tm, var) != INSTANCE_PASSIVE) s->other = true;
    return term_var(tm, info->sort, v, 0);
}

/* Is t the value of a tracked predicate before the step? */
static bool find_copy(Exact *x, Term t, Space space, LocId from, LocId passive, PredicateOutput *o)
{
    if (space == SPACE_PASSIVE) {
        Strip s = {x, false};
        t = term_substitute(x->p->tm, t, strip_instance, &s);
        if (s.other) return false;
    }
    uint32_t id = predicates_find(x->predicates, t, &o->negated);
    if (id == NO_ID) return false;
    CHECK(id < x->predicates->all.count);
    const Predicate *source = &x->predicates->all.data[id];
    o->how = HOW_COPY;
    o->source = source->index;
    if (source->class == PREDICATE_SHARED) {
        o->from = SPACE_SHARED;
        return true;
    }
    LocId at = space == SPACE_PASSIVE ? passive : from;
    o->from = space == SPACE_PASSIVE ? SPACE_PASSIVE : SPACE_ACTIVE;
    return source->template == template_at(x, at) && bits_get(&x->states.tracked[at.i], source->index);
}

void query_add_output(Exact *x, StepQuery *q, uint32_t edge, uint32_t predicate, Space space, LocId from, LocId passive)
{
    CHECK((space == SPACE_PASSIVE) == (passive.i != NO_ID));
    PredicateOutput o;
    memset(&o, 0, sizeof o);
    o.space = space;
    o.index = x->predicates->all.data[predicate].index;
    Term t = exact_wp(x, edge, predicate, space);
    if (term_is_const(x->p->tm, t)) {
        o.how = HOW_CONST;
        o.negated = term_is_true(x->p->tm, t);
    } else if (!find_copy(x, t, space, from, passive, &o)) {
        o.how = HOW_ENUM;
        o.source = add_query_slot(x, q, t, &o.negated);
    }
    vec_push(x->p->run, &q->outputs, o);
}

bool query_value(const Exact *x, const PredicateOutput *o, const uint32_t *answer, const ExactAround *around)
{
    (void)x;
    CHECK(o->how == HOW_CONST || o->how == HOW_ENUM || o->source < BITS_MAX);
    bool v = false;
    switch (o->how) {
    case HOW_CONST: return o->negated;
    case HOW_ENUM: v = answer[o->source / 32] >> (o->source % 32) & 1; break;
    case HOW_COPY:
        v = bits_get(o->from == SPACE_SHARED    ? &around->shared
                     : o->from == SPACE_PASSIVE ? &around->passive
                                                : &around->active,
                     o->source);
        break;
    }
    return v != o->negated;
}

/* ---- cones ---- */

typedef struct Mark {
    Exact *x;
    bool touches; /* a marked variable was seen */
    bool set;     /* mark instead of look */
} Mark;

static uint32_t mark_slot(Exact *x, Term var)
{
    return 2 * term_symbol(x->p->tm, var) + (term_instance(x->p->tm, var) == INSTANCE_PASSIVE ? 1 : 0);
}

static void mark_cone_var(void *arg, Term var)
{
    Mark *m = arg;
    if (m->x->p->vars.data[term_symbol(m->x->p->tm, var)].class == VAR_INPUT) return;
    uint32_t slot = mark_slot(m->x, var);
    CHECK(slot < 2 * m->x->p->vars.count);
    if (m->set)
        m->x->in_cone[slot] = true;
    else
        m->touches |= m->x->in_cone[slot];
}

static void mark_term(Exact *x, Term t)
{
    Mark m = {x, false, true};
    term_for_each_var(x->p->tm, t, mark_cone_var, &m);
}

static bool touches_cone(Exact *x, Term t)
{
    Mark m = {x, false, false};
    term_for_each_var(x->p->tm, t, mark_cone_var, &m);
    return m.touches;
}

static void mark_slots(Exact *x, const StepQuery *q)
{
    for (uint32_t i = 0; i < q->slots.count; i++)
        mark_term(x, q->slots.data[i]);
}

typedef VEC(ConeItem) ConeItems;

static void add_cone_candidates(Exact *x, ConeItems *items, Space space, LocId loc)
{
    Predicates *set = x->predicates;
    uint32_t count = space == SPACE_SHARED ? set->shared.count : set->local[template_at(x, loc)].count;
    const uint32_t *ids = space == SPACE_SHARED ? set->shared.data : set->local[template_at(x, loc)].data;
    for (uint32_t i = 0; i < count; i++) {
        if (space != SPACE_SHARED && !bits_get(&x->states.tracked[loc.i], i)) continue;
        Term t = set->all.data[ids[i]].term;
        t = step_now(x->p, t, space);
        vec_push(x->p->run, items, ((ConeItem){space, i, t, false, false}));
    }
}

/* For passive queries: what the active thread's move chose for its slots. */
static void add_chosen(Exact *x, ConeItems *items, uint32_t edge)
{
    const StepQuery *step = query_of_step(x, edge);
    for (uint32_t i = 0; i < step->outputs.count; i++) {
        const PredicateOutput *o = &step->outputs.data[i];
        if (o->how != HOW_ENUM || o->space == SPACE_CHILD) continue;
        CHECK(o->source < step->slots.count);
        vec_push(x->p->run, items, ((ConeItem){o->space, o->index, step->slots.data[o->source], true, o->negated}));
    }
}

typedef VEC(Term) CountingFacts;

/* What ticket predicates say of the threads looked at, before the step; what they say after it follows. */
static void add_ticket_facts(Exact *x, const Ticket *t, LocId from, const LocId *passive, CountingFacts *facts)
{
    Program *p = x->p;
    const TicketVars *own = &t->held[from.i], *others = passive ? &t->held[passive->i] : NULL;
    if (term_is(t->known[from.i])) vec_push(p->run, facts, t->known[from.i]);
    if (passive && term_is(t->known[passive->i]))
        vec_push(p->run, facts, step_now(p, t->known[passive->i], SPACE_PASSIVE));
    for (uint32_t i = 0; i < own->count; i++)
        vec_push(p->run, facts, ticket_behind(p, t, own->data[i], 0));
    for (uint32_t k = 0; others && k < others->count; k++) {
        VarId v = others->data[k];
        Term other = term_var(p->tm, p->vars.data[v.i].sort, v.i, INSTANCE_PASSIVE);
        vec_push(p->run, facts, ticket_behind(p, t, v, INSTANCE_PASSIVE));
        for (uint32_t i = 0; i < own->count; i++)
            vec_push(p->run, facts, term_ne(p->tm, program_var_term(p, own->data[i]), other));
    }
}

/* The facts of counting predicates whose variable the query speaks of. */
static void add_counting_facts(Exact *x, StepQuery *q, uint32_t edge, LocId from, const LocId *passive)
{
    Program *p = x->p;
    const Edge *e = &p->edges.data[edge];
    for (uint32_t i = 0; i < x->countings.count; i++) {
        const Counting *c = &x->countings.data[i];
        if (!x->in_cone[2 * c->var.i]) continue;
        uint32_t other = passive ? c->weight[passive->i] : 0;
        Term before = counting_fact(p, c, c->weight[from.i] + other, x->thread_bound);
        Term after = e->is_error ? TERM_NONE : counting_fact(p, c, c->weight[e->to.i] + other, x->thread_bound);
        if (term_is(before)) vec_push(p->run, &q->facts, before);
        if (term_is(after)) vec_push(p->run, &q->facts, step_before(p, e, after, SPACE_SHARED));
        if (other && x->consult && (term_is(before) || term_is(after))) q->trivial = false;
    }
}

static void sign_query(Exact *x, StepQuery *q, uint32_t edge)
{
    VEC(uint32_t) key = {NULL, 0, 0};
    Run *run = x->p->run;
    vec_push(run, &key, edge);
    for (uint32_t i = 0; i < q->slots.count; i++)
        vec_push(run, &key, q->slots.data[i].id);
    vec_push(run, &key, 0);
    for (uint32_t i = 0; i < q->facts.count; i++)
        vec_push(run, &key, q->facts.data[i].id);
    vec_push(run, &key, 0);
    for (uint32_t i = 0; i < q->cone.count; i++)
        vec_push(run, &key, q->cone.data[i].term.id);
    q->signature = intern_add(&x->signatures, key.data, key.count, NULL);
    vec_free(run, &key);
}

/* Outputs and items of the cone by number, in range; slots that some output is the value of. */
static bool query_is_valid(const Exact *x, const StepQuery *q)
{
    const Predicates *set = x->predicates;
    for (uint32_t i = 0; i < q->outputs.count; i++)
        if (q->outputs.data[i].how == HOW_ENUM && q->outputs.data[i].source >= q->slots.count) return false;
    for (uint32_t i = 0; i < q->cone.count; i++) {
        const ConeItem *item = &q->cone.data[i];
        if (!sort_same(term_sort(x->p->tm, item->term), sort_bool())) return false;
        if (item->space == SPACE_SHARED && item->index >= set->shared.count) return false;
    }
    for (uint32_t s = 0; s < q->slots.count; s++) {
        bool used = false;
        for (uint32_t i = 0; i < q->outputs.count; i++)
            used |= q->outputs.data[i].how == HOW_ENUM && q->outputs.data[i].source == s;
        if (!used) return false;
    }
    return true;
}

void query_close_cone(Exact *x, StepQuery *q, uint32_t edge, LocId from, const LocId *passive)
{
    Run *run = x->p->run;
    CHECK(!q->ready && x->p->edges.data[edge].from.i == from.i);
    Term guard = x->p->edges.data[edge].guard;
    q->ready = true;
    q->trivial = q->slots.count == 0 && (passive || term_is_true(x->p->tm, guard));
    memset(x->in_cone, 0, 2 * (size_t)x->p->vars.count);
    mark_term(x, guard);
    if (passive && x->consult) mark_slots(x, query_of_step(x, edge));
    mark_slots(x, q);
    ConeItems items = {NULL, 0, 0};
    add_cone_candidates(x, &items, SPACE_SHARED, from);
    add_cone_candidates(x, &items, SPACE_ACTIVE, from);
    if (passive) {
        add_cone_candidates(x, &items, SPACE_PASSIVE, *passive);
        add_chosen(x, &items, edge);
    }
    CountingFacts tickets = {NULL, 0, 0};
    for (uint32_t i = 0; i < tickets_in_use(x); i++)
        add_ticket_facts(x, &x->tickets.data[i], from, passive, &tickets);
    bool *taken = run_alloc(run, items.count + 1), *used = run_alloc(run, tickets.count + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < tickets.count; i++) {
            if (used[i] || !touches_cone(x, tickets.data[i])) continue;
            used[i] = changed = true;
            mark_term(x, tickets.data[i]);
            vec_push(run, &q->facts, tickets.data[i]);
        }
        for (uint32_t i = 0; i < items.count; i++) {
            if (taken[i] || !touches_cone(x, items.data[i].term)) continue;
            taken[i] = changed = true;
            mark_term(x, items.data[i].term);
        }
    }
    for (uint32_t i = 0; i < items.count; i++) {
        if (!taken[i]) continue;
        vec_push(run, &q->cone, items.data[i]);
        if (x->consult && items.data[i].space == SPACE_PASSIVE) q->trivial = false;
    }
    run_release(run, taken);
    run_release(run, used);
    vec_free(run, &tickets);
    vec_free(run, &items);
    add_counting_facts(x, q, edge, from, passive);
    CHECK(query_is_valid(x, q));
    sign_query(x, q, edge);
}

const StepQuery *query_of_step(Exact *x, uint32_t edge)
{
    CHECK(edge < x->p->edges.count);
    StepQuery *q = &x->steps[edge];
    if (q->ready) return q;
    const Edge *e = &x->p->edges.data[edge];
    Predicates *set = x->predicates;
    LocId none = {NO_ID};
    if (!e->is_error) {
        for (uint32_t i = 0; i < set->shared.count; i++) {
            uint32_t id = set->shared.data[i];
            if (!term_same(exact_wp(x, edge, id, SPACE_SHARED), set->all.data[id].term))
                query_add_output(x, q, edge, id, SPACE_SHARED, e->from, none);
        }
        uint32_t t = template_at(x, e->to);
        for (uint32_t i = 0; i < set->local[t].count; i++)
            if (bits_get(&x->states.tracked[e->to.i], i))
                query_add_output(x, q, edge, set->local[t].data[i], SPACE_ACTIVE, e->from, none);
        if (e->spawn.i != NO_ID) {
            LocId entry = x->p->templates.data[e->spawn.i].entry;
            for (uint32_t i = 0; i < set->local[e->spawn.i].count; i++)
                if (bits_get(&x->states.tracked[entry.i], i))
                    query_add_output(x, q, edge, set->local[e->spawn.i].data[i], SPACE_CHILD, e->from, none);
        }
    }
    query_close_cone(x, q, edge, e->from, NULL);
    return q;
}

/* ---- asking ---- */

static bool cone_value(const ConeItem *item, const ExactAround *around)
{
    const Bits *bits = &around->shared;
    if (item->space == SPACE_ACTIVE)
        bits = item->after ? &around->active_after : &around->active;
    else if (item->space == SPACE_PASSIVE)
        bits = &around->passive;
    else if (item->after)
        bits = &around->shared_after;
    return bits_get(bits, item->index) != item->negated;
}

typedef struct Collect {
    Exact *x;
    uint32_t slots, count;
} Collect;

static bool collect_query_answer(void *arg, const bool *values)
{
    Collect *c = arg;
    uint32_t words = words_of(c->slots);
    for (uint32_t w = 0; w < words; w++)
        vec_push(c->x->p->run, &c->x->answers, 0);
    uint32_t *answer = c->x->answers.data + c->x->answers.count - words;
    for (uint32_t i = 0; i < c->slots; i++)
        if (values[i]) answer[i / 32] |= UINT32_C(1) << (i % 32);
    c->count++;
    return true;
}

/* Inputs are drawn for each step, and only the answers matter. */
static bool is_input_of_step(void *arg, Term var)
{
    const Exact *x = arg;
    return x->p->vars.data[term_symbol(x->p->tm, var)].class == VAR_INPUT;
}

Answers query_ask(Exact *x, const StepQuery *q, uint32_t edge, const ExactAround *around)
{
    Run *run = x->p->run;
    TermManager *tm = x->p->tm;
    CHECK(q->ready && !q->trivial);
    uint32_t n = q->cone.count, words = words_of(n);
    uint32_t *key = run_alloc(run, (1 + (size_t)words) * sizeof *key);
    key[0] = q->signature;
    for (uint32_t i = 0; i < n; i++)
        if (cone_value(&q->cone.data[i], around)) key[1 + i / 32] |= UINT32_C(1) << (i % 32);
    bool is_new;
    uint32_t id = intern_add(&x->answer_ids, key, 1 + words, &is_new);
    if (is_new) {
        uint32_t facts = q->facts.count;
        /* what is assumed, the guard, then the slots, and at the end what stands for remainders */
        uint32_t given = n + facts + 1, slots = q->slots.count;
        Term *assumptions = run_alloc(run, (given + slots + 1) * sizeof *assumptions);
        for (uint32_t i = 0; i < n; i++) {
            bool value = key[1 + i / 32] >> (i % 32) & 1;
            assumptions[i] = value ? q->cone.data[i].term : term_not(tm, q->cone.data[i].term);
        }
        for (uint32_t i = 0; i < facts; i++)
            assumptions[n + i] = q->facts.data[i];
        assumptions[n + facts] = x->p->edges.data[edge].guard;
        for (uint32_t i = 0; i < slots; i++)
            assumptions[given + i] = q->slots.data[i];
        Term fits = term_free_remainders(tm, assumptions, given + slots, is_input_of_step, x);
        Term *bits = run_alloc(run, (slots + 1) * sizeof *bits);
        for (uint32_t i = 0; i < slots; i++)
            bits[i] = assumptions[given + i];
        assumptions[given] = fits;
        Collect c = {x, slots, 0};
        uint32_t start = x->answers.count;
        run_poll(run);
        SmtResult r = smt_all_sat(x->smt, assumptions, given + 1, bits, slots, 1u << 16, collect_query_answer, &c);
        run_poll(run);
        /* No guess: an incomplete answer would be a missing transition. */
        if (r == SMT_UNKNOWN) run_stop(run, STOP_UNSUPPORTED, "the SMT solver gave up on an abstraction query");
        run_release(run, bits);
        run_release(run, assumptions);
        CHECK(id == x->answer_sets.count);
        CHECK(start + c.count * words_of(c.slots) == x->answers.count);
        vec_push(run, &x->answer_sets, ((Answers){start, c.count}));
    }
    run_release(run, key);
    return x->answer_sets.data[id];
}
