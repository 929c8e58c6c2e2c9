#include "engines/modular/sequential/diagrams.h"

#include <string.h>

#include "base/check.h"
#include "engines/modular/sequential/backward.h"
#include "engines/symmpa/explore/dd_tables.h"
#include "program/replay.h"
#include "proof/diagram.h"

#define NODES 4000000        /* of BuDDy's table */
#define NODES_BOUNDED 400000 /* where the effort is to be bounded */
#define VARIABLES_MAX 20000

/* ---- the invariant ---- */

typedef struct Drawing {
    const Vectors *v;
    Diagram *d;
    Intern known; /* diagrams of BuDDy that have nodes, in their order */
} Drawing;

static uint32_t draw_diagram(Drawing *g, BDD b)
{
    uint32_t key = (uint32_t)b;
    if (b == bddfalse || b == bddtrue) return b == bddtrue ? DIAGRAM_TRUE : DIAGRAM_FALSE;
    uint32_t at = intern_find(&g->known, &key, 1);
    if (at != INTERN_NONE) return at + DIAGRAM_FIRST;
    uint32_t low = draw_diagram(g, bdd_low(b)), high = draw_diagram(g, bdd_high(b)), place;
    uint32_t bit = vectors_bit_at(g->v, bdd_var(b), &place);
    VarId var = {g->v->order.data[place]};
    vec_push(g->v->run, &g->d->nodes, ((DiagramNode){var, bit, low, high}));
    return intern_add(&g->known, &key, 1, NULL) + DIAGRAM_FIRST;
}

/* What is in the ranges and does not lead to an error: no step leads out of that. */
static Diagram *invariant(BackwardLayers *b)
{
    Vectors *v = b->v;
    Drawing g = {.v = v, .d = run_alloc(v->run, sizeof(Diagram))};
    intern_init(v->run, &g.known);
    for (uint32_t l = 0; l < v->p->locs.count; l++) {
        BDD good = vectors_hold(v, bdd_apply(b->ranges[l], b->bad[l], bddop_diff));
        uint32_t root = draw_diagram(&g, good);
        vec_push(v->run, &g.d->roots, root);
    }
    intern_clear(&g.known);
    return g.d;
}

/* ---- the check ---- */

static void say_sequential_unknown(SequentialResult *out, const char *why)
{
    out->answer = SEQUENTIAL_UNKNOWN;
    out->why = why;
}

static void check_by_diagrams(Vectors *v, Program *p, SequentialResult *out)
{
    BackwardLayers b;
    backward_init(&b, v);
    if (backward_search(&b)) {
        out->path = backward_trace(&b);
        const char *problem = interpreter_replay(interpreter_new(p), out->path);
        out->answer = SEQUENTIAL_PATH;
        if (problem) say_sequential_unknown(out, problem);
    } else {
        out->diagram = invariant(&b);
        out->answer = SEQUENTIAL_SAFE;
    }
    backward_clear(&b);
}

/* In a function of its own: what it changes after setjmp nobody looks at. */
static void check_within(Vectors *v, Program *p, int nodes, SequentialResult *out)
{
    jmp_buf full;
    if (setjmp(full)) {
        say_sequential_unknown(out, "decision diagrams grow too large");
        return;
    }
    dd_tables_limit(nodes, &full);
    check_by_diagrams(v, p, out);
}

void diagrams_check(void *self, Program *p, const ModularTerms *learned, uint32_t limit, SequentialResult *out)
{
    Vectors v;
    (void)self;
    memset(out, 0, sizeof *out);
    out->learned = *learned;
    bool is_supported = vectors_init(&v, p);
    uint32_t variables = vectors_variables(&v);
    if (!is_supported || variables > VARIABLES_MAX) {
        say_sequential_unknown(out, is_supported ? "too many variables for decision diagrams"
                                                 : "arrays or mathematical integers have no decision diagrams");
    } else {
        uint32_t ticket = dd_tables_start(p->run, (int)variables + 1);
        check_within(&v, p, limit ? NODES_BOUNDED : NODES, out);
        run_cancel(p->run, ticket);
        dd_tables_release(NULL);
    }
    vectors_clear(&v);
}
