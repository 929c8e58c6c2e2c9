/* The axioms of RC11 and of x86-TSO, over all pairs of events. */
#include "kernel/execution/execution.h"

#include "base/check.h"
#include "kernel/execution/graph.h"
#include "kernel/execution/order.h"
#include "program/step.h"

typedef struct Axioms {
    const ExecutionGraph *g;
    Run *run;
    Relation before; /* happens-before, as predecessors */
} Axioms;

static bool happens_before(const Axioms *x, uint32_t a, uint32_t b) { return relation_has(&x->before, b, a); }

/* ---- of both models ---- */

/* Nothing comes between what a read-modify-write reads and what it writes. */
static bool is_atomic(const ExecutionGraph *g)
{
    for (uint32_t i = 0; i < g->events.count; i++) {
        const GraphEvent *e = &g->events.data[i];
        if (e->is_memory && e->reads && e->writes && graph_place_read(g, e) + 1 != e->place) return false;
    }
    return true;
}

/* Accesses of a location agree with what orders them. */
static bool is_coherent(const Axioms *x, bool (*is_ordered)(const Axioms *x, uint32_t a, uint32_t b))
{
    for (uint32_t b = 0; b < x->g->events.count; b++)
        for (uint32_t a = 0; a < b; a++)
            if (graph_is_before(x->g, b, a) && is_ordered(x, a, b)) return false;
    return true;
}

/* ---- RC11: psc ---- */

/* In one thread, and not of one location. */
static bool is_po_elsewhere(const ExecutionGraph *g, uint32_t a, uint32_t b)
{
    const GraphEvent *x = &g->events.data[a], *y = &g->events.data[b];
    return graph_is_po(g, a, b) && (x->var != y->var || x->var == NO_ID);
}

/* po; hb; po, the outer two between different locations: the second half of it, by event. */
static Relation left_by_other_location(const Axioms *x)
{
    uint32_t count = x->g->events.count;
    Relation elsewhere = relation_new(x->run, count), out = relation_new(x->run, count);
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = a + 1; b < count; b++)
            if (is_po_elsewhere(x->g, a, b)) relation_add(&elsewhere, a, b);
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = a + 1; b < count; b++)
            if (happens_before(x, a, b)) relation_join_row(&out, a, &elsewhere, b);
    relation_free(x->run, &elsewhere);
    return out;
}

static bool is_mo_or_fr(const ExecutionGraph *g, uint32_t a, uint32_t b)
{
    const GraphEvent *x = &g->events.data[a], *y = &g->events.data[b];
    if (a == b || !x->is_memory || !y->is_memory || x->var != y->var || !y->writes) return false;
    return (x->writes && x->place < y->place) || (x->reads && graph_place_read(g, x) < y->place);
}

static Relation scb(const Axioms *x)
{
    const ExecutionGraph *g = x->g;
    uint32_t count = g->events.count;
    Relation out = relation_new(x->run, count), second = left_by_other_location(x);
    for (uint32_t a = 0; a < count; a++) {
        run_poll(x->run);
        for (uint32_t b = 0; b < count; b++) {
            bool is_at_one = g->events.data[a].var != NO_ID && g->events.data[a].var == g->events.data[b].var;
            if (is_po_elsewhere(g, a, b)) relation_join_row(&out, a, &second, b);
            if (graph_is_po(g, a, b) || is_mo_or_fr(g, a, b)) relation_add(&out, a, b);
            if (is_at_one && happens_before(x, a, b)) relation_add(&out, a, b);
        }
    }
    relation_free(x->run, &second);
    return out;
}

/* From an event or, of a fence, from what happens after it as well. */
static bool starts_at(const Axioms *x, uint32_t sc, uint32_t event)
{
    return sc == event || (x->g->events.data[sc].is_fence && happens_before(x, sc, event));
}

static bool ends_at(const Axioms *x, uint32_t sc, uint32_t event)
{
    return sc == event || (x->g->events.data[sc].is_fence && happens_before(x, event, sc));
}

static void add_psc_base(const Axioms *x, const Relation *base, Relation *psc)
{
    uint32_t count = x->g->events.count;
    Relation ends = relation_new(x->run, count), to = relation_new(x->run, count);
    for (uint32_t b = 0; b < count; b++)
        for (uint32_t sc = 0; sc < count; sc++)
            if (graph_is_sc(&x->g->events.data[sc]) && ends_at(x, sc, b)) relation_add(&ends, b, sc);
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = 0; b < count; b++)
            if (relation_has(base, a, b)) relation_join_row(&to, a, &ends, b);
    for (uint32_t sc = 0; sc < count; sc++)
        for (uint32_t a = 0; a < count && graph_is_sc(&x->g->events.data[sc]); a++)
            if (starts_at(x, sc, a)) relation_join_row(psc, sc, &to, a);
    relation_free(x->run, &ends);
    relation_free(x->run, &to);
}

static bool is_sc_fence(const GraphEvent *e) { return e->is_fence && graph_is_sc(e); }

/* The row of an event: hb; eco. */
static Relation behind_by_communication(const Axioms *x)
{
    uint32_t count = x->g->events.count;
    Relation communication = relation_new(x->run, count), out = relation_new(x->run, count);
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = 0; b < count; b++)
            if (graph_is_before(x->g, a, b)) relation_add(&communication, a, b);
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t c = a + 1; c < count && is_sc_fence(&x->g->events.data[a]); c++)
            if (happens_before(x, a, c)) relation_join_row(&out, a, &communication, c);
    relation_free(x->run, &communication);
    return out;
}

/* Between fences: hb, and hb; eco; hb. */
static void add_psc_fences(const Axioms *x, Relation *psc)
{
    const ExecutionGraph *g = x->g;
    Relation behind = behind_by_communication(x);
    for (uint32_t a = 0; a < g->events.count; a++)
        for (uint32_t b = 0; b < g->events.count && is_sc_fence(&g->events.data[a]); b++) {
            if (!is_sc_fence(&g->events.data[b])) continue;
            if (happens_before(x, a, b)) relation_add(psc, a, b);
            for (uint32_t d = 0; d < b; d++)
                if (relation_has(&behind, a, d) && happens_before(x, d, b)) relation_add(psc, a, b);
        }
    relation_free(x->run, &behind);
}

static const char *check_c11(Axioms *x)
{
    if (!is_coherent(x, happens_before)) return "coherence is violated";
    Relation base = scb(x), psc = relation_new(x->run, x->g->events.count);
    add_psc_base(x, &base, &psc);
    add_psc_fences(x, &psc);
    bool has_cycle = relation_has_cycle(x->run, &psc);
    relation_free(x->run, &base);
    relation_free(x->run, &psc);
    return has_cycle ? "the order of sequentially consistent accesses and fences has a cycle" : NULL;
}

/* ---- x86-TSO ---- */

static bool is_po(const Axioms *x, uint32_t a, uint32_t b) { return graph_is_po(x->g, a, b); }

/* A read beside which a read-modify-write of the variable is possible: a compare-exchange that fails. It may be another
 * read, which is then ordered more than it need be. */
static bool is_failed_exchange(const ExecutionGraph *g, const GraphEvent *e)
{
    const Program *p = g->p;
    LocId at = p->edges.data[g->trace->steps.data[e->step].edge.i].from;
    for (uint32_t k = 0; k < program_out_count(p, at); k++)
        if (step_assigns(program_out_edge(p, at, k), (VarId){e->var})) return true;
    return false;
}

/* The buffer is empty after it. A sequentially consistent store of C is one with a fence. */
static bool is_flush(const ExecutionGraph *g, const GraphEvent *e)
{
    if (e->is_fence) return e->order == MEMORY_ORDERED;
    if (e->var == NO_ID) return e->spawns;
    if (e->reads && !e->writes && e->is_memory) return is_failed_exchange(g, e);
    return !e->is_memory || (e->reads && e->writes) || (e->writes && e->order == MEMORY_ORDERED);
}

static bool is_silent(const ExecutionGraph *g, const GraphEvent *e) { return e->var == NO_ID && !is_flush(g, e); }

/* In one thread: all but a store and a later load with nothing between that waits for it. */
static void add_preserved(const ExecutionGraph *g, Relation *r, uint32_t a)
{
    const GraphEvent *x = &g->events.data[a];
    if (is_silent(g, x)) return;
    bool waits = !(x->is_memory && x->writes) || is_flush(g, x);
    for (uint32_t b = a + 1; b < g->events.count; b++) {
        const GraphEvent *y = &g->events.data[b];
        if (y->thread != x->thread || is_silent(g, y)) continue;
        waits |= is_flush(g, y);
        if (waits || !y->is_memory || y->writes) relation_add(r, a, b);
    }
}

static const char *check_tso(Axioms *x)
{
    const ExecutionGraph *g = x->g;
    if (!is_coherent(x, is_po)) return "coherence is violated";
    Relation r = relation_new(x->run, g->events.count);
    for (uint32_t a = 0; a < g->events.count; a++) {
        const GraphEvent *e = &g->events.data[a];
        add_preserved(g, &r, a);
        if (e->reads && e->is_memory && e->from != NO_ID && g->events.data[e->from].thread != e->thread)
            relation_add(&r, e->from, a);
        for (uint32_t b = 0; b < g->events.count; b++) {
            if (e->spawned_by != NO_ID && g->events.data[b].thread == e->thread) relation_add(&r, e->spawned_by, b);
            bool is_shared = a < b && e->var != NO_ID && !e->is_memory && g->events.data[b].var == e->var;
            if (is_shared || is_mo_or_fr(g, a, b)) relation_add(&r, a, b);
        }
    }
    bool has_cycle = relation_has_cycle(x->run, &r);
    relation_free(x->run, &r);
    return has_cycle ? "the order in which stores reach memory has a cycle" : NULL;
}

const char *execution_check(const Program *p, const Trace *trace, ExecutionModel model)
{
    Axioms x = {.g = graph_of_trace(p, trace), .run = p->run};
    if (!x.g) return "it has too many accesses";
    const char *problem = is_atomic(x.g) ? NULL : "something comes between the two parts of a read-modify-write";
    if (!problem) x.before = order_before(x.g);
    if (!problem) problem = model == EXECUTION_TSO ? check_tso(&x) : check_c11(&x);
    if (x.before.bits) relation_free(x.run, &x.before);
    graph_free((ExecutionGraph *)(uintptr_t)x.g);
    return problem;
}
