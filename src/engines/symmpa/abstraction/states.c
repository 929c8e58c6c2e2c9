#include "engines/symmpa/abstraction/states.h"

#include <string.h>

#include "base/check.h"
#include "logic/smt/allsat.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"

#define LOCAL_WORDS (1 + BITS_MAX / 32) /* location, bits */
#define SHARED_WORDS (BITS_MAX / 32)

/* ---- numbers ---- */

Bits states_shared_bits(const AbstractStates *s, uint32_t shared)
{
    CHECK(shared < s->shared_ids.count);
    Bits b;
    memcpy(&b, intern_key(&s->shared_ids, shared, NULL), sizeof b);
    return b;
}

Bits states_local_bits(const AbstractStates *s, uint32_t local)
{
    CHECK(local < s->local_ids.count);
    Bits b;
    memcpy(&b, intern_key(&s->local_ids, local, NULL) + 1, sizeof b);
    return b;
}

LocId states_location(const AbstractStates *s, uint32_t local)
{
    return (LocId){intern_key(&s->local_ids, local, NULL)[0]};
}

uint32_t states_intern_shared(AbstractStates *s, const Bits *bits)
{
    uint32_t key[SHARED_WORDS];
    memcpy(key, bits, sizeof key);
    return intern_add(&s->shared_ids, key, SHARED_WORDS, NULL);
}

uint32_t states_intern_local(AbstractStates *s, LocId loc, const Bits *bits)
{
    CHECK(loc.i < s->p->locs.count);
    uint32_t key[LOCAL_WORDS];
    key[0] = loc.i;
    memcpy(key + 1, bits, sizeof *bits);
    return intern_add(&s->local_ids, key, LOCAL_WORDS, NULL);
}

LocalInfo states_info(const AbstractStates *s, uint32_t local)
{
    LocId loc = states_location(s, local);
    CHECK(loc.i < s->p->locs.count);
    const Loc *l = &s->p->locs.data[loc.i];
    CHECK(l->template.i < s->p->templates.count);
    bool stuck = program_out_count(s->p, loc) == 0;
    return (LocalInfo){s->p->templates.data[l->template.i].cardinality == COUNT_ONE, l->atomic, stuck && !l->atomic,
                       l->eager};
}

/* ---- life ---- */

/* What else is known of a ticket makes other threads' steps impossible, as long as it is held. */
static bool holds_ticket(const AbstractStates *s, LocId loc, VarId v)
{
    for (uint32_t i = 0; s->tickets && i < s->tickets->count; i++)
        if (ticket_is_held(&s->tickets->data[i], loc, v)) return true;
    return false;
}

static bool is_predicate_live(const AbstractStates *s, const Predicate *predicate, LocId loc)
{
    for (uint32_t k = 0; k < predicate->vars.count && s->live; k++) {
        VarId v = {predicate->vars.data[k]};
        if (s->p->vars.data[v.i].class != VAR_LOCAL || liveness_is_live(s->live, loc, v)) continue;
        if (!holds_ticket(s, loc, v)) return false;
    }
    return true;
}

static void find_tracked_predicates(AbstractStates *s)
{
    Program *p = s->p;
    for (uint32_t l = 0; l < p->locs.count; l++) {
        memset(&s->tracked[l], 0, sizeof s->tracked[l]);
        if (p->out_start[l] == p->out_start[l + 1]) continue; /* nothing is ever read again */
        const uint32_t t = p->locs.data[l].template.i;
        for (uint32_t i = 0; i < s->predicates->local[t].count; i++) {
            const Predicate *predicate = &s->predicates->all.data[s->predicates->local[t].data[i]];
            bits_set(&s->tracked[l], i, is_predicate_live(s, predicate, (LocId){l}));
        }
    }
}

/* ---- initial states ---- */

static Term initial_value(void *arg, TermManager *tm, Term var)
{
    const AbstractStates *s = arg;
    return s->p->vars.data[term_symbol(tm, var)].init; /* TERM_NONE: arbitrary, stays a variable */
}

typedef struct BitSets {
    Run *run;
    uint32_t count;
    VEC(Bits) found;
} BitSets;

static bool collect_bits(void *arg, const bool *values)
{
    BitSets *sets = arg;
    Bits b;
    memset(&b, 0, sizeof b);
    CHECK(sets->count <= BITS_MAX);
    for (uint32_t i = 0; i < sets->count; i++)
        bits_set(&b, i, values[i]);
    vec_push(sets->run, &sets->found, b);
    return true;
}

static void enumerate_initial_bits(AbstractStates *s, const Term *assumptions, uint32_t assumption_count,
                                   const Term *terms, uint32_t count, BitSets *out)
{
    *out = (BitSets){s->p->run, count, {NULL, 0, 0}};
    if (smt_all_sat(s->smt, assumptions, assumption_count, terms, count, 1u << 16, collect_bits, out) == SMT_UNKNOWN)
        run_stop(s->p->run, STOP_UNSUPPORTED, "the SMT solver gave up on the initial states");
}

static void enumerate_initial_threads(AbstractStates *s, uint32_t t, const Term *assumptions, uint32_t n,
                                      InitialThreads *out)
{
    Run *run = s->p->run;
    const Template *template = &s->p->templates.data[t];
    uint32_t count = s->predicates->local[t].count;
    Term *terms = run_alloc(run, (count + 1) * sizeof *terms);
    for (uint32_t i = 0; i < count; i++) {
        Term predicate = s->predicates->all.data[s->predicates->local[t].data[i]].term;
        bool tracked = bits_get(&s->tracked[template->entry.i], i);
        terms[i] = tracked ? term_substitute(s->p->tm, predicate, initial_value, s) : term_bool(s->p->tm, false);
    }
    BitSets sets;
    enumerate_initial_bits(s, assumptions, n, terms, count, &sets);
    out->many = template->initial == COUNT_MANY;
    CHECK(sets.found.count > 0 || n > 0); /* without assumptions some value is possible */
    out->locals = run_alloc(run, (sets.found.count + 1) * sizeof *out->locals);
    for (uint32_t i = 0; i < sets.found.count; i++)
        out->locals[out->count++] = states_intern_local(s, template->entry, &sets.found.data[i]);
    vec_free(run, &sets.found);
    run_release(run, terms);
}

static void build_initial(AbstractStates *s)
{
    Run *run = s->p->run;
    uint32_t n = s->predicates->shared.count;
    Term *terms = run_alloc(run, (2 * (size_t)n + 1) * sizeof *terms), *assumptions = terms + n;
    for (uint32_t i = 0; i < n; i++)
        terms[i] =
            term_substitute(s->p->tm, s->predicates->all.data[s->predicates->shared.data[i]].term, initial_value, s);
    CHECK(!s->initial.count);
    BitSets sets;
    enumerate_initial_bits(s, NULL, 0, terms, n, &sets);
    for (uint32_t k = 0; k < sets.found.count; k++) {
        InitialState state = {states_intern_shared(s, &sets.found.data[k]), NULL, 0};
        state.threads = run_alloc(run, (s->p->templates.count + 1) * sizeof *state.threads);
        for (uint32_t i = 0; i < n; i++)
            assumptions[i] = bits_get(&sets.found.data[k], i) ? terms[i] : term_not(s->p->tm, terms[i]);
        for (uint32_t t = 0; t < s->p->templates.count; t++)
            if (s->p->templates.data[t].initial != COUNT_NONE)
                enumerate_initial_threads(s, t, assumptions, n, &state.threads[state.count++]);
        vec_push(run, &s->initial, state);
    }
    CHECK(s->initial.count > 0); /* some value is possible */
    vec_free(run, &sets.found);
    run_release(run, terms);
}

uint32_t states_initial(AbstractStates *s, const InitialState **states)
{
    if (!s->initial_ready) build_initial(s);
    s->initial_ready = true;
    *states = s->initial.data;
    return s->initial.count;
}

/* ---- all of them ---- */

void states_refresh(AbstractStates *s)
{
    Run *run = s->p->run;
    intern_clear(&s->shared_ids);
    intern_clear(&s->local_ids);
    intern_init(run, &s->shared_ids);
    intern_init(run, &s->local_ids);
    for (uint32_t i = 0; i < s->initial.count; i++) {
        for (uint32_t k = 0; k < s->initial.data[i].count; k++)
            run_release(run, s->initial.data[i].threads[k].locals);
        run_release(run, s->initial.data[i].threads);
    }
    vec_clear(&s->initial);
    s->initial_ready = false;
    find_tracked_predicates(s);
}

void states_open(AbstractStates *s, Program *p, Predicates *predicates, Smt *smt, bool mask)
{
    memset(s, 0, sizeof *s);
    s->p = p;
    s->predicates = predicates;
    s->smt = smt;
    s->live = mask ? liveness_new(p) : NULL;
    s->tracked = run_alloc(p->run, (p->locs.count + 1) * sizeof *s->tracked);
    intern_init(p->run, &s->shared_ids);
    intern_init(p->run, &s->local_ids);
    states_refresh(s);
}
