#include "abstraction/exact.h"

#include <string.h>

#include "abstraction/exact_internal.h"

/* ---- states ---- */

Bits exact_shared_bits(const Exact *x, uint32_t shared)
{
    Bits b;
    memcpy(&b, intern_key(&x->shared_ids, shared, NULL), sizeof b);
    return b;
}

Bits exact_local_bits(const Exact *x, uint32_t local)
{
    Bits b;
    memcpy(&b, intern_key(&x->local_ids, local, NULL) + 1, sizeof b);
    return b;
}

LocId exact_location(const Exact *x, uint32_t local) { return (LocId){intern_key(&x->local_ids, local, NULL)[0]}; }
uint32_t exact_loc_template(const Exact *x, LocId loc) { return x->p->locs.data[loc.i].template.i; }

uint32_t exact_intern_shared(Exact *x, const Bits *bits)
{
    uint32_t key[SHARED_WORDS];
    memcpy(key, bits, sizeof key);
    return intern_add(&x->shared_ids, key, SHARED_WORDS, NULL);
}

uint32_t exact_intern_local(Exact *x, LocId loc, const Bits *bits)
{
    uint32_t key[LOCAL_WORDS];
    key[0] = loc.i;
    memcpy(key + 1, bits, sizeof *bits);
    return intern_add(&x->local_ids, key, LOCAL_WORDS, NULL);
}

uint64_t exact_local_states(const Exact *x) { return x->local_ids.count; }
uint64_t exact_queries(const Exact *x) { return x->queries; }

/* ---- life ---- */

static void find_relevant(Exact *x)
{
    Program *p = x->p;
    for (uint32_t l = 0; l < p->locs.count; l++) {
        memset(&x->relevant[l], 0, sizeof x->relevant[l]);
        uint32_t t = p->locs.data[l].template.i;
        if (p->out_start[l] == p->out_start[l + 1]) continue; /* nothing is ever read again */
        for (uint32_t i = 0; i < x->predicates->local[t].count; i++) {
            const Predicate *predicate = &x->predicates->all.data[x->predicates->local[t].data[i]];
            bool live = true;
            for (uint32_t k = 0; k < predicate->vars.count && x->live; k++) {
                VarId v = {predicate->vars.data[k]};
                if (p->vars.data[v.i].class == VAR_LOCAL && !liveness_is_live(x->live, (LocId){l}, v)) live = false;
            }
            bits_set(&x->relevant[l], i, live);
        }
    }
}

static bool changes_mixed(Exact *x, const Edge *e)
{
    if (x->consult) return x->countings.count || predicates_count(x->predicates, PREDICATE_MIXED) > 0;
    for (uint32_t i = 0; i < x->predicates->all.count; i++) {
        const Predicate *predicate = &x->predicates->all.data[i];
        if (predicate->class != PREDICATE_MIXED) continue;
        for (uint32_t k = 0; k < predicate->vars.count; k++)
            for (uint32_t a = 0; a < e->assign_count; a++)
                if (e->assigns[a].var.i == predicate->vars.data[k] &&
                    x->p->vars.data[predicate->vars.data[k]].class == VAR_SHARED)
                    return true;
    }
    return false;
}

static void clear_query(Exact *x, Query *q)
{
    vec_free(x->p->run, &q->outputs);
    vec_free(x->p->run, &q->slots);
    vec_free(x->p->run, &q->cone);
    vec_free(x->p->run, &q->facts);
    memset(q, 0, sizeof *q);
}

void exact_refresh(Exact *x)
{
    Program *p = x->p;
    Run *run = p->run;
    for (uint32_t i = 0; i < p->edges.count; i++)
        clear_query(x, &x->steps[i]);
    for (uint32_t i = 0; i < x->passives.count; i++)
        clear_query(x, &x->passives.data[i]);
    vec_clear(&x->passives);
    Intern *tables[] = {&x->shared_ids, &x->local_ids, &x->passive_ids, &x->move_ids, &x->reply_ids};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        intern_clear(tables[i]);
        intern_init(run, tables[i]);
    }
    vec_clear(&x->move_sets);
    vec_clear(&x->moves);
    vec_clear(&x->reply_sets);
    vec_clear(&x->replies);
    for (uint32_t i = 0; i < x->initial.count; i++) {
        for (uint32_t k = 0; k < x->initial.data[i].count; k++)
            run_release(run, x->initial.data[i].threads[k].locals);
        run_release(run, x->initial.data[i].threads);
    }
    vec_clear(&x->initial);
    x->initial_ready = false;
    find_relevant(x);
    for (uint32_t i = 0; i < p->edges.count; i++)
        x->broadcasts[i] = changes_mixed(x, &p->edges.data[i]);
}

void exact_consult_passive(Exact *x, bool consult)
{
    x->consult = consult;
    exact_refresh(x);
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

const Counting *exact_counting(const Exact *x, uint32_t i) { return &x->countings.data[i]; }

Bits exact_tracked(const Exact *x, LocId loc) { return x->relevant[loc.i]; }

void exact_print_counting(const Exact *x, uint32_t i, Str *out) { counting_print(x->p, &x->countings.data[i], out); }

Exact *exact_new(Program *p, Predicates *predicates, Smt *smt, bool mask)
{
    Run *run = p->run;
    Exact *x = run_alloc(run, sizeof *x);
    x->p = p;
    x->predicates = predicates;
    x->smt = smt;
    x->live = mask ? liveness_new(p) : NULL;
    x->relevant = run_alloc(run, (p->locs.count + 1) * sizeof *x->relevant);
    x->steps = run_alloc(run, (p->edges.count + 1) * sizeof *x->steps);
    x->broadcasts = run_alloc(run, p->edges.count + 1);
    x->in_cone = run_alloc(run, 2 * (size_t)p->vars.count + 2);
    Intern *tables[] = {&x->shared_ids, &x->local_ids,  &x->passive_ids, &x->move_ids,
                        &x->reply_ids,  &x->signatures, &x->answer_ids,  &x->wp_ids};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        intern_init(run, tables[i]);
    counting_find(p, &x->countings);
    exact_refresh(x);
    return x;
}

/* ---- steps of the active thread ---- */

const Query *exact_step(Exact *x, uint32_t edge)
{
    Query *q = &x->steps[edge];
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
        uint32_t t = exact_loc_template(x, e->to);
        for (uint32_t i = 0; i < set->local[t].count; i++)
            if (bits_get(&x->relevant[e->to.i], i))
                query_add_output(x, q, edge, set->local[t].data[i], SPACE_ACTIVE, e->from, none);
        if (e->spawn.i != NO_ID) {
            LocId entry = x->p->templates.data[e->spawn.i].entry;
            for (uint32_t i = 0; i < set->local[e->spawn.i].count; i++)
                if (bits_get(&x->relevant[entry.i], i))
                    query_add_output(x, q, edge, set->local[e->spawn.i].data[i], SPACE_CHILD, e->from, none);
        }
    }
    query_close_cone(x, q, edge, e->from, NULL);
    return q;
}

static Move make_move(Exact *x, const Query *q, uint32_t edge, const uint32_t *answer, const Around *around)
{
    const Edge *e = &x->p->edges.data[edge];
    Bits shared = around->shared, active, child;
    memset(&active, 0, sizeof active);
    memset(&child, 0, sizeof child);
    for (uint32_t i = 0; i < q->outputs.count; i++) {
        const Output *o = &q->outputs.data[i];
        Bits *to = o->space == SPACE_SHARED ? &shared : o->space == SPACE_ACTIVE ? &active : &child;
        bits_set(to, o->index, query_value(x, o, answer, around));
    }
    Move m = {edge,
              exact_intern_shared(x, &shared),
              exact_intern_local(x, e->to, &active),
              NO_LOCAL,
              e->is_error,
              x->broadcasts[edge] && !e->is_error,
              0};
    if (e->spawn.i != NO_ID && !e->is_error)
        m.child = exact_intern_local(x, x->p->templates.data[e->spawn.i].entry, &child);
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
        Around around;
        memset(&around, 0, sizeof around);
        around.shared = exact_shared_bits(x, shared);
        around.active = exact_local_bits(x, local);
        LocId loc = exact_location(x, local);
        uint32_t start = x->moves.count;
        for (uint32_t k = x->p->out_start[loc.i]; k < x->p->out_start[loc.i + 1]; k++) {
            uint32_t edge = x->p->out_edges[k];
            const Query *q = exact_step(x, edge);
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
    *moves = x->moves.data + x->move_sets.data[id].start;
    return x->move_sets.data[id].count;
}

static LocalInfo exact_info(void *self, uint32_t local)
{
    Exact *x = self;
    LocId loc = exact_location(x, local);
    const Loc *l = &x->p->locs.data[loc.i];
    bool stuck = program_out_count(x->p, loc) == 0;
    return (LocalInfo){x->p->templates.data[l->template.i].cardinality == COUNT_ONE, l->atomic, stuck && !l->atomic,
                       l->eager};
}

/* ---- initial states ---- */

static Term initial_value(void *arg, TermManager *tm, Term var)
{
    Exact *x = arg;
    const Var *info = &x->p->vars.data[term_symbol(tm, var)];
    return info->init; /* TERM_NONE: arbitrary, stays a variable */
}

typedef struct BitSets {
    Exact *x;
    uint32_t count;
    VEC(Bits) found;
} BitSets;

static bool collect_bits(void *arg, const bool *values)
{
    BitSets *s = arg;
    Bits b;
    memset(&b, 0, sizeof b);
    for (uint32_t i = 0; i < s->count; i++)
        bits_set(&b, i, values[i]);
    vec_push(s->x->p->run, &s->found, b);
    return true;
}

static void enumerate(Exact *x, const Term *assumptions, uint32_t assumption_count, const Term *terms, uint32_t count,
                      BitSets *out)
{
    *out = (BitSets){x, count, {NULL, 0, 0}};
    x->queries++;
    if (smt_all_sat(x->smt, assumptions, assumption_count, terms, count, 1u << 16, collect_bits, out) == SMT_UNKNOWN)
        run_stop(x->p->run, STOP_UNSUPPORTED, "the SMT solver gave up on the initial states");
}

static void initial_threads(Exact *x, uint32_t template, const Term *assumptions, uint32_t n, InitialThreads *out)
{
    Run *run = x->p->run;
    const Template *t = &x->p->templates.data[template];
    Predicates *set = x->predicates;
    uint32_t count = set->local[template].count;
    Term *terms = run_alloc(run, (count + 1) * sizeof *terms);
    for (uint32_t i = 0; i < count; i++)
        terms[i] = bits_get(&x->relevant[t->entry.i], i)
                       ? term_substitute(x->p->tm, set->all.data[set->local[template].data[i]].term, initial_value, x)
                       : term_bool(x->p->tm, false); /* not tracked here: the bit is 0 */
    BitSets sets;
    enumerate(x, assumptions, n, terms, count, &sets);
    out->many = t->initial == COUNT_MANY;
    out->locals = run_alloc(run, (sets.found.count + 1) * sizeof *out->locals);
    for (uint32_t i = 0; i < sets.found.count; i++)
        out->locals[out->count++] = exact_intern_local(x, t->entry, &sets.found.data[i]);
    vec_free(run, &sets.found);
    run_release(run, terms);
}

static uint32_t exact_initial(void *self, const InitialState **states)
{
    Exact *x = self;
    Run *run = x->p->run;
    if (!x->initial_ready) {
        Predicates *set = x->predicates;
        uint32_t n = set->shared.count;
        Term *terms = run_alloc(run, (2 * (size_t)n + 1) * sizeof *terms), *assumptions = terms + n;
        for (uint32_t i = 0; i < n; i++)
            terms[i] = term_substitute(x->p->tm, set->all.data[set->shared.data[i]].term, initial_value, x);
        BitSets sets;
        enumerate(x, NULL, 0, terms, n, &sets);
        for (uint32_t s = 0; s < sets.found.count; s++) {
            InitialState state = {exact_intern_shared(x, &sets.found.data[s]), NULL, 0};
            state.threads = run_alloc(run, (x->p->templates.count + 1) * sizeof *state.threads);
            for (uint32_t i = 0; i < n; i++)
                assumptions[i] = bits_get(&sets.found.data[s], i) ? terms[i] : term_not(x->p->tm, terms[i]);
            for (uint32_t t = 0; t < x->p->templates.count; t++)
                if (x->p->templates.data[t].initial != COUNT_NONE)
                    initial_threads(x, t, assumptions, n, &state.threads[state.count++]);
            vec_push(run, &x->initial, state);
        }
        vec_free(run, &sets.found);
        run_release(run, terms);
        x->initial_ready = true;
    }
    *states = x->initial.data;
    return x->initial.count;
}

Oracle exact_oracle(Exact *x) { return (Oracle){x, exact_initial, exact_moves, exact_passive, exact_info, NULL}; }
