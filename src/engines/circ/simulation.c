#include "engines/circ/simulation.h"

#include "base/check.h"

typedef struct Simulation {
    const Labels *labels;
    const Acfa *a, *g;
    bool *related;
} Simulation;

static bool *related(const Simulation *s, uint32_t g, uint32_t a)
{
    CHECK(g < s->g->locs.count && a < s->a->locs.count);
    return &s->related[(size_t)g * s->a->locs.count + a];
}

static bool edge_is_matched(const Simulation *s, const AcfaEdge *e, uint32_t a)
{
    if (e->label == LABEL_SILENT && *related(s, e->to, a)) return true;
    for (uint32_t i = s->a->out_start[a]; i < s->a->out_start[a + 1]; i++) {
        const AcfaEdge *f = &s->a->edges.data[s->a->out[i]];
        if (*related(s, e->to, f->to) && label_within(s->labels, e->label, f->label) &&
            ids_within(&e->effects, &f->effects))
            return true;
    }
    return false;
}

static bool are_edges_matched(const Simulation *s, uint32_t g, uint32_t a)
{
    for (uint32_t i = s->g->out_start[g]; i < s->g->out_start[g + 1]; i++)
        if (!edge_is_matched(s, &s->g->edges.data[s->g->out[i]], a)) return false;
    return true;
}

bool *simulation(const Labels *labels, const Acfa *a, const Acfa *g)
{
    Run *run = g->run;
    Simulation s = {labels, a, g, run_alloc(run, (size_t)(g->locs.count + 1) * (a->locs.count + 1))};
    for (uint32_t i = 0; i < g->locs.count; i++)
        for (uint32_t k = 0; k < a->locs.count; k++)
            *related(&s, i, k) = g->locs.data[i].is_atomic == a->locs.data[k].is_atomic &&
                                 ids_within(&g->locs.data[i].region, &a->locs.data[k].region);
    for (bool changed = true; changed;) {
        changed = false;
        run_poll(run);
        /* Where a step leads mostly has the larger number, and what is found there is needed here: a few rounds. */
        for (uint32_t i = g->locs.count; i-- > 0;)
            for (uint32_t k = 0; k < a->locs.count; k++)
                if (*related(&s, i, k) && !are_edges_matched(&s, i, k)) {
                    *related(&s, i, k) = false;
                    changed = true;
                }
    }
    return s.related;
}

static bool start_is_matched(const Simulation *s, const AcfaStart *start)
{
    for (uint32_t i = 0; i < s->a->starts.count; i++) {
        const AcfaStart *other = &s->a->starts.data[i];
        if (other->shared == start->shared && other->birth == start->birth && *related(s, start->loc, other->loc))
            return true;
    }
    return false;
}

bool simulates(const Labels *labels, const Acfa *a, const Acfa *g)
{
    CHECK(acfa_is_valid(a) && acfa_is_valid(g) && a->out_start && g->out_start);
    Simulation s = {labels, a, g, simulation(labels, a, g)};
    bool all = true;
    for (uint32_t i = 0; i < g->starts.count && all; i++)
        all = start_is_matched(&s, &g->starts.data[i]);
    run_release(g->run, s.related);
    return all;
}
