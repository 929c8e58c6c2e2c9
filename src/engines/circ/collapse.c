/* Observable is what context threads show: atomicity, the region, and labels. Two locations are weakly bisimilar when
 * each can do what the other can, silent steps before and after left out. Partition refinement: classes are split by
 * what their members reach until nothing changes. */
#include "engines/circ/collapse.h"

#include <string.h>

#include "base/check.h"
#include "base/components.h"
#include "base/intern.h"

typedef VEC(uint32_t) Key;

typedef struct Partition {
    const Acfa *g;
    Run *run;
    uint32_t *class, count;
    /* Components of silent steps: their members do the same weak steps. by_component: locations, those first from which
     * silent steps lead to no other component. */
    uint32_t *component, components, *by_component;
    IdSet *reached; /* per component: classes that silent steps lead to, the members' own among them */
    IdSet *steps;   /* per component: weak steps, pairs of label and class, each as one number */
} Partition;

static const AcfaEdge *edge_out(const Partition *p, uint32_t i) { return &p->g->edges.data[p->g->out[i]]; }

static void find_silent_components(Partition *p)
{
    const Acfa *g = p->g;
    uint32_t n = g->locs.count, edges = 0;
    uint32_t *from = run_alloc(p->run, (n + 1) * sizeof *from);
    uint32_t *to = run_alloc(p->run, (g->edges.count + 1) * sizeof *to);
    for (uint32_t l = 0; l < n; l++) {
        from[l] = edges;
        for (uint32_t i = g->out_start[l]; i < g->out_start[l + 1]; i++)
            if (edge_out(p, i)->label == LABEL_SILENT) to[edges++] = edge_out(p, i)->to;
    }
    from[n] = edges;
    p->component = run_alloc(p->run, (n + 1) * sizeof *p->component);
    p->components = components_find(p->run, n, from, to, p->component);
    run_release(p->run, from);
    run_release(p->run, to);
}

static void sort_by_component(Partition *p)
{
    uint32_t n = p->g->locs.count;
    uint32_t *place = run_alloc(p->run, (p->components + 1) * sizeof *place);
    p->by_component = run_alloc(p->run, (n + 1) * sizeof *p->by_component);
    for (uint32_t l = 0; l < n; l++)
        place[p->component[l] + 1]++;
    for (uint32_t c = 0; c < p->components; c++)
        place[c + 1] += place[c];
    for (uint32_t l = 0; l < n; l++)
        p->by_component[place[p->component[l]]++] = l;
    run_release(p->run, place);
}

static void start_partition(Partition *p)
{
    Intern keys;
    intern_init(p->run, &keys);
    for (uint32_t l = 0; l < p->g->locs.count; l++) {
        const AcfaLoc *loc = &p->g->locs.data[l];
        Key key = {NULL, 0, 0};
        vec_push(p->run, &key, loc->is_atomic);
        for (uint32_t i = 0; i < loc->region.count; i++)
            vec_push(p->run, &key, loc->region.data[i]);
        p->class[l] = intern_add(&keys, key.data, key.count, NULL);
        vec_free(p->run, &key);
    }
    p->count = keys.count;
    intern_clear(&keys);
}

static void add_reached(Partition *p, uint32_t l)
{
    uint32_t c = p->component[l];
    ids_add(p->run, &p->reached[c], p->class[l]);
    for (uint32_t i = p->g->out_start[l]; i < p->g->out_start[l + 1]; i++) {
        const AcfaEdge *e = edge_out(p, i);
        if (e->label == LABEL_SILENT && p->component[e->to] != c)
            ids_join(p->run, &p->reached[c], &p->reached[p->component[e->to]]);
    }
}

static void add_weak_steps(Partition *p, uint32_t l)
{
    uint32_t c = p->component[l];
    for (uint32_t i = p->g->out_start[l]; i < p->g->out_start[l + 1]; i++) {
        const AcfaEdge *e = edge_out(p, i);
        const IdSet *reached = &p->reached[p->component[e->to]];
        if (e->label == LABEL_SILENT && p->component[e->to] != c)
            ids_join(p->run, &p->steps[c], &p->steps[p->component[e->to]]);
        for (uint32_t j = 0; e->label != LABEL_SILENT && j < reached->count; j++)
            ids_add(p->run, &p->steps[c], e->label * p->count + reached->data[j]);
    }
}

/* Silent steps lead to components that stand before, whose sets are whole then. What a labelled step leads to may stand
 * anywhere: so all that silent steps reach is found first. */
static void find_weak_steps(Partition *p)
{
    for (uint32_t c = 0; c < p->components; c++) {
        vec_clear(&p->reached[c]);
        vec_clear(&p->steps[c]);
    }
    for (uint32_t i = 0; i < p->g->locs.count; i++)
        add_reached(p, p->by_component[i]);
    run_poll(p->run);
    for (uint32_t i = 0; i < p->g->locs.count; i++)
        add_weak_steps(p, p->by_component[i]);
    run_poll(p->run);
}

static void add_ids_to_key(Run *run, Key *key, const IdSet *set)
{
    vec_push(run, key, set->count);
    for (uint32_t i = 0; i < set->count; i++)
        vec_push(run, key, set->data[i]);
}

/* Splits classes; false when none was. */
static bool refine_classes(Partition *p)
{
    Intern keys;
    intern_init(p->run, &keys);
    uint32_t *next = run_alloc(p->run, (p->g->locs.count + 1) * sizeof *next);
    Key key = {NULL, 0, 0};
    find_weak_steps(p);
    for (uint32_t l = 0; l < p->g->locs.count; l++) {
        vec_clear(&key);
        vec_push(p->run, &key, p->class[l]);
        add_ids_to_key(p->run, &key, &p->reached[p->component[l]]);
        add_ids_to_key(p->run, &key, &p->steps[p->component[l]]);
        next[l] = intern_add(&keys, key.data, key.count, NULL);
    }
    vec_free(p->run, &key);
    bool is_finer = keys.count > p->count;
    CHECK(keys.count >= p->count); /* the old class is part of the key */
    memcpy(p->class, next, p->g->locs.count * sizeof *next);
    p->count = keys.count;
    run_release(p->run, next);
    intern_clear(&keys);
    return is_finer;
}

/* The quotient has the union of what its members have. A silent step within a class is none: the thread then stays
 * where it is, which changes nothing that others see. */
static Acfa *quotient(const Partition *p)
{
    const Acfa *g = p->g;
    Acfa *a = acfa_new(p->run);
    for (uint32_t c = 0; c < p->count; c++)
        acfa_add_loc(a, false, NO_ID);
    for (uint32_t l = 0; l < g->locs.count; l++) {
        AcfaLoc *loc = &a->locs.data[p->class[l]];
        loc->is_atomic = g->locs.data[l].is_atomic;
        ids_join(p->run, &loc->region, &g->locs.data[l].region);
    }
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const AcfaEdge *e = &g->edges.data[i];
        uint32_t from = p->class[e->from], to = p->class[e->to];
        if (from != to || e->label != LABEL_SILENT) acfa_add_edge(a, from, to, e->label, NO_ID, &e->effects);
    }
    for (uint32_t i = 0; i < g->starts.count; i++)
        acfa_add_start(a, g->starts.data[i].shared, p->class[g->starts.data[i].loc], g->starts.data[i].birth);
    acfa_index(a);
    return a;
}

static void clear_weak_steps(Partition *p)
{
    for (uint32_t c = 0; c < p->components; c++) {
        vec_free(p->run, &p->reached[c]);
        vec_free(p->run, &p->steps[c]);
    }
    run_release(p->run, p->reached);
    run_release(p->run, p->steps);
    run_release(p->run, p->component);
    run_release(p->run, p->by_component);
}

Acfa *collapse(const Acfa *g, uint32_t **map)
{
    CHECK(acfa_is_valid(g) && g->out_start);
    Partition p = {.g = g, .run = g->run};
    p.class = run_alloc(g->run, (g->locs.count + 1) * sizeof *p.class);
    find_silent_components(&p);
    sort_by_component(&p);
    p.reached = run_alloc(g->run, (p.components + 1) * sizeof *p.reached);
    p.steps = run_alloc(g->run, (p.components + 1) * sizeof *p.steps);
    start_partition(&p);
    while (refine_classes(&p))
        ;
    Acfa *a = quotient(&p);
    clear_weak_steps(&p);
    *map = p.class;
    return a;
}
