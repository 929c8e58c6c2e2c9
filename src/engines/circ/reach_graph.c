#include "engines/circ/reach_graph.h"

#include <string.h>

#include "base/check.h"

void reach_graph_init(ReachGraph *g, const Program *p, const Labels *labels)
{
    memset(g, 0, sizeof *g);
    g->run = p->run;
    g->p = p;
    g->labels = labels;
    intern_init(g->run, &g->point_ids);
    intern_init(g->run, &g->step_ids);
}

void reach_graph_clear(ReachGraph *g)
{
    intern_clear(&g->point_ids);
    intern_clear(&g->step_ids);
    vec_free(g->run, &g->points);
    vec_free(g->run, &g->parent);
    vec_free(g->run, &g->steps);
    vec_free(g->run, &g->starts);
    run_release(g->run, g->loc_of);
    g->loc_of = NULL;
}

uint32_t reach_graph_find(ReachGraph *g, ThreadPoint point)
{
    CHECK(program_has_loc(g->p, (LocId){point.loc}));
    uint32_t key[3] = {point.loc, point.v.shared, point.v.local};
    bool is_new;
    uint32_t id = intern_add(&g->point_ids, key, 3, &is_new);
    if (!is_new) return id;
    vec_push(g->run, &g->points, point);
    vec_push(g->run, &g->parent, id);
    CHECK(id + 1 == g->points.count && g->parent.count == g->points.count);
    return id;
}

static uint32_t root_of_point(ReachGraph *g, uint32_t point)
{
    CHECK(point < g->parent.count);
    while (g->parent.data[point] != point) {
        g->parent.data[point] = g->parent.data[g->parent.data[point]];
        point = g->parent.data[point];
    }
    return point;
}

void reach_graph_connect(ReachGraph *g, uint32_t from, EdgeId edge, uint32_t to)
{
    uint32_t key[3] = {from, to, edge.i};
    bool is_new;
    CHECK(g->points.data[from].loc == g->p->edges.data[edge.i].from.i);
    CHECK(g->points.data[to].loc == g->p->edges.data[edge.i].to.i);
    intern_add(&g->step_ids, key, 3, &is_new);
    if (is_new) vec_push(g->run, &g->steps, ((ReachGraphStep){from, to, edge.i, false}));
}

void reach_graph_stand(ReachGraph *g, uint32_t point, EdgeId edge)
{
    uint32_t key[2] = {point, edge.i};
    bool is_new;
    CHECK(g->points.data[point].loc == g->p->edges.data[edge.i].from.i);
    intern_add(&g->step_ids, key, 2, &is_new);
    if (is_new) vec_push(g->run, &g->steps, ((ReachGraphStep){point, point, edge.i, true}));
}

void reach_graph_union(ReachGraph *g, uint32_t a, uint32_t b)
{
    CHECK(g->points.data[a].loc == g->points.data[b].loc);
    uint32_t x = root_of_point(g, a), y = root_of_point(g, b);
    g->parent.data[x < y ? y : x] = x < y ? x : y;
}

void reach_graph_start(ReachGraph *g, uint32_t point, uint32_t birth)
{
    for (uint32_t i = 0; i < g->starts.count; i++)
        if (g->starts.data[i].point == point && g->starts.data[i].birth == birth) return;
    vec_push(g->run, &g->starts, ((ReachGraphStart){point, g->points.data[point].v.shared, birth}));
}

Acfa *reach_graph_finish(ReachGraph *g)
{
    Acfa *a = acfa_new(g->run);
    uint32_t n = g->points.count;
    run_release(g->run, g->loc_of);
    g->loc_of = run_alloc(g->run, (n + 1) * sizeof *g->loc_of);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t root = root_of_point(g, i), loc = g->points.data[i].loc;
        CHECK(root <= i); /* the root is the first: its location is there already */
        g->loc_of[i] = root == i ? acfa_add_loc(a, g->p->locs.data[loc].atomic, loc) : g->loc_of[root];
        ids_add(g->run, &a->locs.data[g->loc_of[i]].region, g->points.data[i].v.shared);
    }
    for (uint32_t i = 0; i < g->steps.count; i++) {
        const ReachGraphStep *s = &g->steps.data[i];
        IdSet effect = {NULL, 0, 0};
        ids_add(g->run, &effect, effect_of(g->points.data[s->from].v.shared, g->points.data[s->to].v.shared));
        uint32_t label = (s->is_standing ? g->labels->standing : g->labels->of_edge)[s->edge];
        acfa_add_edge(a, g->loc_of[s->from], g->loc_of[s->to], label, s->edge, &effect);
        vec_free(g->run, &effect);
    }
    for (uint32_t i = 0; i < g->starts.count; i++)
        acfa_add_start(a, g->starts.data[i].shared, g->loc_of[g->starts.data[i].point], g->starts.data[i].birth);
    acfa_index(a);
    return a;
}
