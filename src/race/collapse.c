/* Observable is what context threads show: atomicity, the region, and labels. Two locations are weakly bisimilar when
 * each can do what the other can, silent steps before and after left out. Partition refinement: classes are split by
 * what their members reach until nothing changes. */
#include "race/collapse.h"

#include <string.h>

#include "base/check.h"
#include "base/intern.h"

typedef VEC(uint32_t) Key;

typedef struct Partition {
    const Acfa *g;
    Run *run;
    uint32_t *class, count;
    Ids *silent; /* per location: what silent steps reach, itself among them */
} Partition;

static void reach_silently(Partition *p, uint32_t from)
{
    Key open = {NULL, 0, 0};
    ids_add(p->run, &p->silent[from], from);
    vec_push(p->run, &open, from);
    while (open.count) {
        uint32_t l = vec_pop(&open);
        for (uint32_t i = p->g->out_start[l]; i < p->g->out_start[l + 1]; i++) {
            const AcfaEdge *e = &p->g->edges.data[p->g->out[i]];
            if (e->label == LABEL_SILENT && ids_add(p->run, &p->silent[from], e->to)) vec_push(p->run, &open, e->to);
        }
    }
    vec_free(p->run, &open);
}

static void start(Partition *p)
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

/* Weak steps of a location: pairs of label and class, each numbered as one word. */
static void add_weak_steps(Partition *p, uint32_t l, Ids *steps)
{
    const Acfa *g = p->g;
    for (uint32_t i = 0; i < p->silent[l].count; i++) {
        uint32_t before = p->silent[l].data[i];
        ids_add(p->run, steps, LABEL_SILENT * p->count + p->class[before]);
        for (uint32_t k = g->out_start[before]; k < g->out_start[before + 1]; k++) {
            const AcfaEdge *e = &g->edges.data[g->out[k]];
            if (e->label == LABEL_SILENT) continue;
            for (uint32_t j = 0; j < p->silent[e->to].count; j++)
                ids_add(p->run, steps, e->label * p->count + p->class[p->silent[e->to].data[j]]);
        }
    }
}

/* Splits classes; false when none was. */
static bool refine(Partition *p)
{
    Intern keys;
    intern_init(p->run, &keys);
    uint32_t *next = run_alloc(p->run, (p->g->locs.count + 1) * sizeof *next);
    for (uint32_t l = 0; l < p->g->locs.count; l++) {
        Ids steps = {NULL, 0, 0};
        Key key = {NULL, 0, 0};
        run_poll(p->run);
        add_weak_steps(p, l, &steps);
        vec_push(p->run, &key, p->class[l]);
        for (uint32_t i = 0; i < steps.count; i++)
            vec_push(p->run, &key, steps.data[i]);
        next[l] = intern_add(&keys, key.data, key.count, NULL);
        vec_free(p->run, &steps);
        vec_free(p->run, &key);
    }
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

Acfa *collapse(const Acfa *g, uint32_t **map)
{
    CHECK(acfa_is_valid(g) && g->out_start);
    uint32_t n = g->locs.count;
    Partition p = {.g = g, .run = g->run};
    p.class = run_alloc(g->run, (n + 1) * sizeof *p.class);
    p.silent = run_alloc(g->run, (n + 1) * sizeof *p.silent);
    for (uint32_t l = 0; l < n; l++)
        reach_silently(&p, l);
    start(&p);
    while (refine(&p))
        ;
    Acfa *a = quotient(&p);
    for (uint32_t l = 0; l < n; l++)
        vec_free(g->run, &p.silent[l]);
    run_release(g->run, p.silent);
    *map = p.class;
    return a;
}
