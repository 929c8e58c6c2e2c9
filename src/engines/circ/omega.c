#include "engines/circ/omega.h"

#include <string.h>

#include "base/check.h"

typedef struct Omega {
    const OmegaQuestion *q;
    Run *run;
    const Program *p;
    System all; /* any number of threads */
    uint32_t places;
    IdSet *runs;          /* of each place: shared valuations in which a thread there may run */
    IdSet *moves, *meets; /* of each pair of places: in which one at the second may move, both may access, beside one at
                           the first */
    Conflicts conflicts;
} Omega;

/* ---- R ---- */

static bool is_occupied(const SystemState *state, uint32_t place, uint32_t other)
{
    return state->counters[other] > (place == other ? 1 : 0);
}

static void visit_omega_state(void *arg, const SystemState *state)
{
    Omega *o = arg;
    for (uint32_t a = 0; a < o->places; a++) {
        if (!state->counters[a]) continue;
        bool may_run = system_may_run(&o->all, state, a);
        if (may_run) ids_add(o->run, &o->runs[a], state->v.shared);
        for (uint32_t b = 0; b < o->places; b++) {
            if (!is_occupied(state, a, b)) continue;
            bool other_may = system_may_run(&o->all, state, b);
            if (other_may) ids_add(o->run, &o->moves[a * o->places + b], state->v.shared);
            if (may_run || other_may) ids_add(o->run, &o->meets[a * o->places + b], state->v.shared);
        }
    }
}

static void find_configurations(Omega *o)
{
    SystemSearch search = {.system = &o->all, .template = NO_ID, .visit = visit_omega_state, .arg = o};
    SystemTrace none;
    system_search(&search, &none);
}

/* ---- goodness ---- */

/* The point of a thread state that the graph has; NO_ID: it does not. */
static uint32_t known_point(const ReachGraph *g, ThreadPoint point)
{
    uint32_t key[3] = {point.loc, point.v.shared, point.v.local};
    uint32_t id = intern_find(&g->point_ids, key, 3);
    return id == INTERN_NONE ? NO_ID : id;
}

static bool births_are_known(Omega *o, uint32_t template, uint32_t birth, uint32_t shared)
{
    const ReachGraph *g = &o->q->graphs[template];
    Valuations births = *threads_birth(o->all.threads, birth, shared);
    for (uint32_t i = 0; i < births.count; i++) {
        uint32_t point = known_point(g, (ThreadPoint){o->p->templates.data[template].entry.i, births.data[i]});
        bool is_start = false;
        for (uint32_t k = 0; point != NO_ID && k < g->starts.count; k++)
            is_start |= g->starts.data[k].birth == birth && g->starts.data[k].point == point;
        if (!is_start) return false;
    }
    return true;
}

static bool step_is_known(Omega *o, const ReachGraph *g, uint32_t point, EdgeId edge)
{
    const Edge *e = &o->p->edges.data[edge.i];
    Valuations after = *threads_step(o->all.threads, edge, g->points.data[point].v);
    uint32_t birth = o->all.threads->labels->all.data[o->all.threads->labels->of_edge[edge.i]].birth;
    if (e->is_error) return after.count == 0;
    for (uint32_t i = 0; i < after.count; i++) {
        uint32_t key[3] = {point, known_point(g, (ThreadPoint){e->to.i, after.data[i]}), edge.i};
        if (key[1] == NO_ID || intern_find(&g->step_ids, key, 3) == INTERN_NONE) return false;
        if (e->spawn.i != NO_ID && !births_are_known(o, e->spawn.i, birth, after.data[i].shared)) return false;
    }
    return true;
}

static bool stays_there(Omega *o, const ReachGraph *g, uint32_t point, const AcfaEdge *e)
{
    ThreadPoint now = g->points.data[point];
    if (!acfa_edge_starts_at(e, now.v.shared)) return true;
    Valuations after = *threads_interfere(o->all.threads, e->label, now.loc, now.v);
    for (uint32_t i = 0; i < after.count; i++) {
        if (!ids_have(&e->effects, effect_of(now.v.shared, after.data[i].shared))) continue;
        uint32_t next = known_point(g, (ThreadPoint){now.loc, after.data[i]});
        if (next == NO_ID || g->loc_of[next] != g->loc_of[point]) return false;
    }
    return true;
}

static bool has_no_race(Omega *o, const ReachGraph *g, uint32_t point, const AcfaEdge *e)
{
    ThreadPoint now = g->points.data[point];
    SystemState state = {now.loc, now.v, NULL};
    const IdSet *writes = &o->all.threads->labels->all.data[e->label].writes;
    if (!o->q->asks || !writes->count) return true;
    for (uint32_t k = 0; k < program_out_count(o->p, (LocId){now.loc}); k++) {
        EdgeId edge = {o->p->out_edges[o->p->out_start[now.loc] + k]};
        for (uint32_t a = 0; a < o->p->edges.data[edge.i].access_count; a++)
            for (uint32_t w = 0; w < writes->count; w++)
                if (conflicts_meet(&o->conflicts, &state, edge, a, writes->data[w])) return false;
    }
    return true;
}

/* Beside a thread at a location of a context automaton. */
static bool is_good_beside(Omega *o, const ReachGraph *g, uint32_t point, uint32_t place, uint32_t template,
                           uint32_t loc)
{
    const Acfa *a = o->all.contexts[template];
    uint32_t pair = place * o->places + o->all.offsets[template] + loc, shared = g->points.data[point].v.shared;
    bool moves = ids_have(&o->moves[pair], shared), meets = ids_have(&o->meets[pair], shared);
    for (uint32_t i = a->out_start[loc]; i < a->out_start[loc + 1]; i++) {
        const AcfaEdge *e = &a->edges.data[a->out[i]];
        if (moves && !stays_there(o, g, point, e)) return false;
        /* whatever valuations the write was met in with k threads */
        if (meets && !has_no_race(o, g, point, e)) return false;
    }
    return true;
}

/* A write that the thread stands before, while another one is at an atomic location, is in the graph, too. */
static bool standing_is_known(Omega *o, const ReachGraph *g, uint32_t point, EdgeId edge)
{
    uint32_t key[2] = {point, edge.i};
    if (o->all.threads->labels->standing[edge.i] == LABEL_SILENT) return true;
    if (intern_find(&g->step_ids, key, 2) != INTERN_NONE) return true;
    return step_is_known(o, g, point, edge);
}

static bool point_is_good(Omega *o, uint32_t template, uint32_t point)
{
    const ReachGraph *g = &o->q->graphs[template];
    uint32_t loc = g->points.data[point].loc;
    uint32_t place = o->all.offsets[template] + o->q->maps[template][g->loc_of[point]];
    run_poll(o->run);
    bool may_run = ids_have(&o->runs[place], g->points.data[point].v.shared);
    for (uint32_t k = 0; k < program_out_count(o->p, (LocId){loc}); k++) {
        EdgeId edge = {o->p->out_edges[o->p->out_start[loc] + k]};
        if (!(may_run ? step_is_known : standing_is_known)(o, g, point, edge)) return false;
    }
    for (uint32_t t = 0; t < o->p->templates.count; t++)
        for (uint32_t l = 0; l < o->all.contexts[t]->locs.count; l++)
            if (!is_good_beside(o, g, point, place, t, l)) return false;
    return true;
}

static bool all_are_good(Omega *o)
{
    for (uint32_t t = 0; t < o->p->templates.count; t++)
        for (uint32_t i = 0; i < o->q->graphs[t].points.count; i++)
            if (!point_is_good(o, t, i)) return false;
    return true;
}

static void free_sets(Run *run, IdSet *sets, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        vec_free(run, &sets[i]);
    run_release(run, sets);
}

bool omega_is_good(const OmegaQuestion *question)
{
    const System *s = question->system;
    Omega o = {.q = question, .run = s->p->run, .p = s->p, .places = s->places};
    uint32_t pairs = o.places * o.places;
    system_init(&o.all, s->threads, s->p, s->k, false);
    system_set_contexts(&o.all, s->contexts);
    conflicts_init(&o.conflicts, &o.all, question->asks);
    o.runs = run_alloc(o.run, (o.places + 1) * sizeof *o.runs);
    o.moves = run_alloc(o.run, (pairs + 1) * sizeof *o.moves);
    o.meets = run_alloc(o.run, (pairs + 1) * sizeof *o.meets);
    find_configurations(&o);
    bool good = all_are_good(&o);
    free_sets(o.run, o.runs, o.places);
    free_sets(o.run, o.moves, pairs);
    free_sets(o.run, o.meets, pairs);
    conflicts_clear(&o.conflicts);
    system_clear(&o.all);
    return good;
}
