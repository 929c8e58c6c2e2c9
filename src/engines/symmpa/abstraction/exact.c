#include "engines/symmpa/abstraction/exact.h"

#include <string.h>

#include "base/check.h"
#include "engines/symmpa/abstraction/passive.h"
#include "engines/symmpa/abstraction/query.h"

/* ---- states ---- */

Bits exact_shared_bits(const Exact *x, uint32_t shared) { return states_shared_bits(&x->states, shared); }
Bits exact_local_bits(const Exact *x, uint32_t local) { return states_local_bits(&x->states, local); }
LocId exact_location(const Exact *x, uint32_t local) { return states_location(&x->states, local); }
uint64_t exact_local_states(const Exact *x) { return x->states.local_ids.count; }

static bool changes_mixed(Exact *x, const Edge *e)
{
    if (x->consult) return x->countings.count || predicates_count(x->predicates, PREDICATE_MIXED) > 0;
    for (uint32_t i = 0; i < x->predicates->all.count; i++) {
        const Predicate *predicate = &x->predicates->all.data[i];
        if (predicate->class != PREDICATE_MIXED) continue;
        for (uint32_t k = 0; k < predicate->vars.count; k++)
            if (x->p->vars.data[predicate->vars.data[k]].class == VAR_SHARED &&
                term_is(step_value(e, (VarId){predicate->vars.data[k]})))
                return true;
    }
    return false;
}

static void clear_query(Exact *x, StepQuery *q)
{
    vec_free(x->p->run, &q->outputs);
    vec_free(x->p->run, &q->slots);
    vec_free(x->p->run, &q->cone);
    vec_free(x->p->run, &q->facts);
    memset(q, 0, sizeof *q);
}

/* The steps of others matter as far as predicates speak of what they write. */
static void refresh_dependence(Exact *x)
{
    bool *known = run_alloc(x->p->run, x->p->vars.count + 1);
    for (uint32_t i = 0; i < x->predicates->all.count; i++)
        for (uint32_t k = 0; k < x->predicates->all.data[i].vars.count; k++)
            known[x->predicates->all.data[i].vars.data[k]] = true;
    for (uint32_t i = 0; i < x->countings.count; i++)
        known[x->countings.data[i].var.i] = true;
    dependence_know(x->dependence, known);
    run_release(x->p->run, known);
}

void exact_refresh(Exact *x)
{
    Program *p = x->p;
    Run *run = p->run;
    CHECK(predicates_are_valid(x->predicates));
    for (uint32_t i = 0; i < p->edges.count; i++)
        clear_query(x, &x->steps[i]);
    for (uint32_t i = 0; i < x->passives.count; i++)
        clear_query(x, &x->passives.data[i]);
    vec_clear(&x->passives);
    Intern *tables[] = {&x->passive_ids, &x->move_ids, &x->reply_ids};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        intern_clear(tables[i]);
        intern_init(run, tables[i]);
    }
    vec_clear(&x->move_sets);
    vec_clear(&x->moves);
    vec_clear(&x->reply_sets);
    vec_clear(&x->replies);
    states_refresh(&x->states);
    for (uint32_t i = 0; i < p->edges.count; i++)
        x->broadcasts[i] = changes_mixed(x, &p->edges.data[i]);
    if (x->dependence) refresh_dependence(x);
}

void exact_consult_passive(Exact *x, bool consult)
{
    x->consult = consult || x->use_tickets;
    exact_refresh(x);
}

const Tickets *exact_find_tickets(Exact *x)
{
    if (!x->has_tickets) tickets_find(x->p, x->smt, &x->tickets);
    x->has_tickets = true;
    return &x->tickets;
}

void exact_use_tickets(Exact *x)
{
    CHECK(!x->use_tickets);
    x->states.tickets = exact_find_tickets(x);
    x->use_tickets = x->consult = true;
    exact_refresh(x);
}

uint32_t exact_ticket_count(const Exact *x) { return x->use_tickets ? x->tickets.count : 0; }

const Ticket *exact_ticket(const Exact *x, uint32_t i)
{
    CHECK(i < exact_ticket_count(x));
    return &x->tickets.data[i];
}

void exact_bound_threads(Exact *x, uint32_t bound)
{
    if (bound >= 16) bound = 0;
    if (bound == x->thread_bound) return;
    x->thread_bound = bound;
    if (x->countings.count) exact_refresh(x);
}

bool exact_has_countings(const Exact *x) { return x->countings.count > 0; }

uint32_t exact_counting_count(const Exact *x) { return x->countings.count; }

bool exact_counting_in_use(const Exact *x, uint32_t i)
{
    return x->thread_bound || x->p->vars.data[x->countings.data[i].var.i].sort.kind == SORT_INT;
}

const Counting *exact_counting(const Exact *x, uint32_t i)
{
    CHECK(i < x->countings.count);
    return &x->countings.data[i];
}

Bits exact_tracked(const Exact *x, LocId loc) { return x->states.tracked[loc.i]; }

void exact_print_counting(const Exact *x, uint32_t i, Str *out) { counting_print(x->p, &x->countings.data[i], out); }

Exact *exact_new(Program *p, Predicates *predicates, Smt *smt, bool mask)
{
    Run *run = p->run;
    Exact *x = run_alloc(run, sizeof *x);
    CHECK(p->is_merged && predicates->p == p && !predicates->mixed_as_shared);
    x->p = p;
    x->predicates = predicates;
    x->smt = smt;
    states_open(&x->states, p, predicates, smt, mask);
    x->steps = run_alloc(run, (p->edges.count + 1) * sizeof *x->steps);
    x->broadcasts = run_alloc(run, p->edges.count + 1);
    x->in_cone = run_alloc(run, 2 * (size_t)p->vars.count + 2);
    Intern *tables[] = {&x->passive_ids, &x->move_ids, &x->reply_ids, &x->signatures, &x->answer_ids, &x->wp_ids};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        intern_init(run, tables[i]);
    counting_find(p, &x->countings);
    exact_refresh(x);
    return x;
}

/* ---- steps of the active thread ---- */

/* Where nothing is tracked nothing has a value: two states that differ only there would be taken for two. */
static bool exact_is_tracked(const Exact *x, LocId loc, const Bits *bits)
{
    Bits kept = bits_and(*bits, x->states.tracked[loc.i]);
    return bits_equal(&kept, bits);
}

static Move make_move(Exact *x, const StepQuery *q, uint32_t edge, const uint32_t *answer, const ExactAround *around)
{
    const Edge *e = &x->p->edges.data[edge];
    Bits shared = around->shared, active, child;
    memset(&active, 0, sizeof active);
    memset(&child, 0, sizeof child);
    for (uint32_t i = 0; i < q->outputs.count; i++) {
        const PredicateOutput *o = &q->outputs.data[i];
        Bits *to = o->space == SPACE_SHARED ? &shared : o->space == SPACE_ACTIVE ? &active : &child;
        CHECK(o->space != SPACE_PASSIVE);
        CHECK(o->index < BITS_MAX);
        bits_set(to, o->index, query_value(x, o, answer, around));
    }
    CHECK(exact_is_tracked(x, e->to, &active));
    CHECK(e->spawn.i == NO_ID || e->is_error || exact_is_tracked(x, x->p->templates.data[e->spawn.i].entry, &child));
    Move m = {edge,
              states_intern_shared(&x->states, &shared),
              states_intern_local(&x->states, e->to, &active),
              NO_LOCAL,
              e->is_error,
              x->broadcasts[edge] && !e->is_error,
              0};
    if (e->spawn.i != NO_ID && !e->is_error)
        m.child = states_intern_local(&x->states, x->p->templates.data[e->spawn.i].entry, &child);
    return m;
}

static uint32_t exact_moves(void *self, uint32_t shared, uint32_t local, const Move **moves)
{
    Exact *x = self;
    Run *run = x->p->run;
    uint32_t key[2] = {shared, local};
    bool is_new;
    uint32_t id = intern_add(&x->move_ids, key, 2, &is_new);
    if (is_new) {
        ExactAround around;
        memset(&around, 0, sizeof around);
        around.shared = exact_shared_bits(x, shared);
        around.active = exact_local_bits(x, local);
        LocId loc = exact_location(x, local);
        uint32_t start = x->moves.count;
        CHECK(id == x->move_sets.count);
        CHECK(exact_is_tracked(x, loc, &around.active));
        for (uint32_t k = x->p->out_start[loc.i]; k < x->p->out_start[loc.i + 1]; k++) {
            uint32_t edge = x->p->out_edges[k];
            const StepQuery *q = query_of_step(x, edge);
            CHECK(x->p->edges.data[edge].from.i == loc.i);
            CHECK(q->ready && (!q->trivial || !q->slots.count));
            static const uint32_t nothing[1] = {0};
            if (q->trivial) {
                vec_push(run, &x->moves, make_move(x, q, edge, nothing, &around));
                continue;
            }
            Answers a = query_ask(x, q, edge, &around);
            for (uint32_t i = 0; i < a.count; i++)
                vec_push(run, &x->moves,
                         make_move(x, q, edge, x->answers.data + a.start + i * words_of(q->slots.count), &around));
        }
        vec_push(run, &x->move_sets, ((Answers){start, x->moves.count - start}));
    }
    CHECK(x->move_sets.data[id].start + x->move_sets.data[id].count <= x->moves.count);
    *moves = x->moves.data + x->move_sets.data[id].start;
    return x->move_sets.data[id].count;
}

static LocalInfo exact_info(void *self, uint32_t local)
{
    const Exact *x = self;
    return states_info(&x->states, local);
}

static LocalInfo exact_reduced_info(void *self, uint32_t local)
{
    const Exact *x = self;
    LocalInfo info = states_info(&x->states, local);
    info.eager = x->dependence->eager[exact_location(x, local).i];
    return info;
}

static bool exact_is_free(void *self, uint32_t local, uint32_t other)
{
    const Exact *x = self;
    CHECK(x->dependence != NULL);
    return dependence_is_free(x->dependence, exact_location(x, local).i, exact_location(x, other).i);
}

static bool exact_may_enable(void *self, uint32_t other, uint32_t local)
{
    const Exact *x = self;
    return dependence_may_enable(x->dependence, exact_location(x, other).i, exact_location(x, local).i);
}

static uint32_t exact_initial(void *self, const InitialState **states)
{
    Exact *x = self;
    return states_initial(&x->states, states);
}

Oracle exact_oracle(Exact *x)
{
    return (Oracle){x, exact_initial, exact_moves, exact_passive, exact_info, NULL, NULL, NULL};
}

Oracle exact_reduced_oracle(Exact *x)
{
    if (!x->dependence) {
        x->dependence = dependence_new(x->p);
        refresh_dependence(x);
    }
    return (Oracle){x,    exact_initial, exact_moves,     exact_passive, exact_reduced_info,
                    NULL, exact_is_free, exact_may_enable};
}
