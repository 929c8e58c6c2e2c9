/* Whether a simple invariant is to be seen depends on where nodes are cut: of threads in lockstep `i1 == i2` holds
 * where a round ends, and at other places of the loop something else does, as "the first is ahead by one, and has
 * looked at one element more". In a loop of nodes a round ends where the last of its threads closes its own loop. */
#include "engines/lockstep/cuts.h"

#include "base/components.h"

typedef struct CutFrame {
    uint32_t node, next;
} CutFrame;

/* Nodes that differ in exits only are cut together. */
static void join_cuts(Product *p)
{
    Run *run = p->l->merged->run;
    bool *cut = run_alloc(run, p->bases.count + 1);
    for (uint32_t i = 0; i < p->nodes.count; i++)
        cut[p->nodes.data[i].base] |= p->nodes.data[i].cut;
    for (uint32_t i = 0; i < p->nodes.count; i++)
        p->nodes.data[i].cut = cut[p->nodes.data[i].base];
    run_release(run, cut);
}

/* ---- rounds ---- */

static uint32_t *find_node_components(const Product *p)
{
    Run *run = p->l->merged->run;
    uint32_t n = p->nodes.count, count = 0;
    uint32_t *start = run_alloc(run, (n + 1) * sizeof *start), *component = run_alloc(run, (n + 1) * sizeof *component);
    VEC(uint32_t) to = {NULL, 0, 0};
    for (uint32_t i = 0; i < n; i++) {
        start[i] = count;
        for (uint32_t k = 0; k < p->nodes.data[i].out.count; k++) {
            uint32_t next = product_next(&p->nodes.data[i].out.data[k]);
            if (next == NO_ID) continue;
            vec_push(run, &to, next);
            count++;
        }
    }
    start[n] = count;
    components_find(run, n, start, to.data, component);
    vec_free(run, &to);
    run_release(run, start);
    return component;
}

/* The thread, and 1, whose closed loop the edge is within the component; 0: it is none. */
static uint32_t closes(const Product *p, const uint32_t *component, uint32_t from, const ProductEdge *e)
{
    const Letter *letter = &p->l->all.data[e->letter];
    uint32_t to = product_next(e);
    return to != NO_ID && component[to] == component[from] && letter->closes_loop ? letter->thread + 1 : 0;
}

static void cut_rounds(Product *p)
{
    Run *run = p->l->merged->run;
    uint32_t *component = find_node_components(p), *last = run_alloc(run, (p->nodes.count + 1) * sizeof *last);
    for (int cuts = 0; cuts < 2; cuts++)
        for (uint32_t i = 0; i < p->nodes.count; i++)
            for (uint32_t k = 0; k < p->nodes.data[i].out.count; k++) {
                const ProductEdge *e = &p->nodes.data[i].out.data[k];
                uint32_t thread = closes(p, component, i, e), *of = &last[component[i]];
                if (cuts && thread && thread == *of) p->nodes.data[e->to].cut = true;
                if (!cuts && thread > *of) *of = thread;
            }
    run_release(run, component);
    run_release(run, last);
}

/* ---- all ---- */

typedef struct Search {
    Product *p;
    Run *run;
    uint8_t *state; /* per node: 1 on the way, 2 done */
    VEC(uint32_t) roots, done;
} Search;

/* Depth first: a node that an edge leads back to is cut. Those that are already are not entered. */
static void search_for_cuts(Search *s, uint32_t root)
{
    Product *p = s->p;
    VEC(CutFrame) stack = {NULL, 0, 0};
    vec_push(s->run, &stack, ((CutFrame){root, 0}));
    s->state[root] = 1;
    while (stack.count) {
        CutFrame *f = &vec_last(&stack);
        const ProductEdges *out = &p->nodes.data[f->node].out;
        if (f->next == out->count) {
            s->state[f->node] = 2;
            vec_push(s->run, &s->done, f->node);
            (void)vec_pop(&stack);
            continue;
        }
        uint32_t to = product_next(&out->data[f->next++]);
        if (to == NO_ID) continue;
        if (p->nodes.data[to].cut) continue;
        if (s->state[to] == 1) p->nodes.data[to].cut = true;
        if (s->state[to]) continue;
        s->state[to] = 1;
        vec_push(s->run, &stack, ((CutFrame){to, 0}));
    }
    vec_free(s->run, &stack);
}

/* Cut nodes that are come to, in the order in which they first are. */
static void find_roots(Search *s)
{
    VEC(uint32_t) open = {NULL, 0, 0};
    bool *seen = run_alloc(s->run, s->p->nodes.count + 1);
    vec_push(s->run, &open, 0);
    while (open.count) {
        uint32_t node = vec_pop(&open);
        if (seen[node]) continue;
        seen[node] = true;
        if (s->p->nodes.data[node].cut) vec_push(s->run, &s->roots, node);
        for (uint32_t i = s->p->nodes.data[node].out.count; i-- > 0;) {
            uint32_t to = product_next(&s->p->nodes.data[node].out.data[i]);
            if (to != NO_ID && !seen[to]) vec_push(s->run, &open, to);
        }
    }
    vec_free(s->run, &open);
    run_release(s->run, seen);
}

void cuts_find(Product *p)
{
    Run *run = p->l->merged->run;
    Search s = {.p = p, .run = run};
    s.state = run_alloc(run, p->nodes.count + 1);
    if (p->rounds) cut_rounds(p);
    p->nodes.data[0].cut = true;
    find_roots(&s);
    CHECK(s.roots.count && s.roots.data[0] == 0);
    while (s.roots.count) /* the start last, so that it is the first in the end */
        search_for_cuts(&s, vec_pop(&s.roots));
    join_cuts(p);
    for (uint32_t i = s.done.count; i-- > 0;)
        vec_push(run, &p->topological, s.done.data[i]);
    vec_free(run, &s.roots);
    vec_free(run, &s.done);
    run_release(run, s.state);
}
