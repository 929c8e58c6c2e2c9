#include "agreement_memory/axioms.h"

#include <string.h>

/* A relation: row a has the bits of all b with (a, b). */
typedef struct Relation {
    uint32_t rows[EXECUTION_EVENTS];
} Relation;

typedef uint32_t Set;

/* The letters of the papers. */
typedef struct Graph {
    const Execution *x;
    uint32_t count;
    Set reads, writes, fences;
    Relation po, rf, mo, rb, rmw, same_location;
    Relation asw; /* from where a thread is spawned to its start, from its end to where it is joined */
    Relation sb;  /* (po | asw)+ */
    Relation hb, eco;
} Graph;

/* ---- relations ---- */

static Set bit(uint32_t e) { return (Set)1 << e; }

static Relation unite(const Relation *a, const Relation *b)
{
    Relation r;
    for (int e = 0; e < EXECUTION_EVENTS; e++)
        r.rows[e] = a->rows[e] | b->rows[e];
    return r;
}

static Relation intersect(const Relation *a, const Relation *b)
{
    Relation r;
    for (int e = 0; e < EXECUTION_EVENTS; e++)
        r.rows[e] = a->rows[e] & b->rows[e];
    return r;
}

static Relation subtract(const Relation *a, const Relation *b)
{
    Relation r;
    for (int e = 0; e < EXECUTION_EVENTS; e++)
        r.rows[e] = a->rows[e] & ~b->rows[e];
    return r;
}

/* a;b */
static Relation compose(const Relation *a, const Relation *b)
{
    Relation r = {{0}};
    for (int e = 0; e < EXECUTION_EVENTS; e++)
        for (Set rest = a->rows[e]; rest; rest &= rest - 1)
            r.rows[e] |= b->rows[__builtin_ctz(rest)];
    return r;
}

/* [from];a;[to] */
static Relation restrict_to(Set from, const Relation *a, Set to)
{
    Relation r;
    for (uint32_t e = 0; e < EXECUTION_EVENTS; e++)
        r.rows[e] = from & bit(e) ? a->rows[e] & to : 0;
    return r;
}

/* a? */
static Relation maybe(const Relation *a)
{
    Relation r;
    for (uint32_t e = 0; e < EXECUTION_EVENTS; e++)
        r.rows[e] = a->rows[e] | bit(e);
    return r;
}

/* a+ */
static Relation transitive(const Relation *a)
{
    Relation r = *a;
    for (uint32_t k = 0; k < EXECUTION_EVENTS; k++) {
        if (!r.rows[k]) continue;
        for (uint32_t e = 0; e < EXECUTION_EVENTS; e++)
            if (r.rows[e] & bit(k)) r.rows[e] |= r.rows[k];
    }
    return r;
}

static bool is_irreflexive(const Relation *a)
{
    for (uint32_t e = 0; e < EXECUTION_EVENTS; e++)
        if (a->rows[e] & bit(e)) return false;
    return true;
}

static bool is_acyclic(const Relation *a)
{
    Relation closed = transitive(a);
    return is_irreflexive(&closed);
}

/* ---- an execution's relations ---- */

/* Initial writes come before all that is not initial. */
static bool is_before(const Execution *x, uint32_t a, uint32_t b)
{
    uint8_t thread = x->events[a].thread, other = x->events[b].thread;
    return a < b && (thread == other ? thread != NOBODY : thread == NOBODY);
}

static bool is_memory(const Event *e) { return e->kind == EVENT_READ || e->kind == EVENT_WRITE; }

static void relate(Graph *g, uint32_t a, uint32_t b)
{
    const Event *x = &g->x->events[a], *y = &g->x->events[b];
    bool is_same = x->location == y->location && is_memory(x) && is_memory(y);
    if (is_before(g->x, a, b)) g->po.rows[a] |= bit(b);
    if ((y->kind == EVENT_START || y->kind == EVENT_JOIN) && y->source == a) g->asw.rows[a] |= bit(b);
    if (!is_same) return;
    g->same_location.rows[a] |= bit(b);
    if (x->kind == EVENT_READ && x->partner == b) g->rmw.rows[a] |= bit(b);
    if (x->kind == EVENT_WRITE && y->kind == EVENT_READ && y->source == a) g->rf.rows[a] |= bit(b);
    if (y->kind != EVENT_WRITE) return;
    if (x->kind == EVENT_WRITE && x->rank < y->rank) g->mo.rows[a] |= bit(b);
    if (x->kind == EVENT_READ && g->x->events[x->source].rank < y->rank) g->rb.rows[a] |= bit(b);
}

static void draw(const Execution *x, Graph *g)
{
    memset(g, 0, sizeof *g);
    g->x = x;
    g->count = x->count;
    for (uint32_t a = 0; a < x->count; a++) {
        if (x->events[a].kind == EVENT_READ) g->reads |= bit(a);
        if (x->events[a].kind == EVENT_WRITE) g->writes |= bit(a);
        if (x->events[a].kind == EVENT_FENCE) g->fences |= bit(a);
        for (uint32_t b = 0; b < x->count; b++)
            relate(g, a, b);
    }
    g->sb = unite(&g->po, &g->asw);
    g->sb = transitive(&g->sb);
}

static Set select_order(const Graph *g, bool (*is_such)(Order))
{
    Set set = 0;
    for (uint32_t e = 0; e < g->count; e++)
        if (is_such(g->x->events[e].order)) set |= bit(e);
    return set;
}

static bool is_atomic(Order order) { return order != ORDER_PLAIN; }

static bool is_seq_cst(Order order) { return order == ORDER_SEQ_CST; }

/* ---- RC11 ---- */

/* rs = [W]; po|loc?; [W, atomic]; (rf;rmw)*, and without po|loc since C20. */
static Relation release_sequences(const Graph *g, const ModelOptions *options)
{
    Set atomic = g->writes & select_order(g, is_atomic);
    Relation step = compose(&g->rf, &g->rmw), steps = transitive(&step), r = maybe(&steps);
    r = restrict_to(atomic, &r, atomic);
    if (!options->c11_sequences) return r;
    Relation own = intersect(&g->po, &g->same_location), first = maybe(&own);
    for (uint32_t e = 0; e < g->count; e++) /* initial writes are of no thread */
        if (g->x->events[e].thread == NOBODY) first.rows[e] = bit(e);
    first = restrict_to(g->writes, &first, atomic);
    return compose(&first, &r);
}

/* sw = [rel]; ([F];po)?; rs; rf; [R, atomic]; (po;[F])?; [acq]; hb = (po | sw | asw)+ */
static Relation happens_before(const Graph *g, const ModelOptions *options)
{
    Set release = select_order(g, is_release), acquire = select_order(g, is_acquire);
    Set all = ~(Set)0, atomic_reads = g->reads & select_order(g, is_atomic);
    Relation from_fence = restrict_to(g->fences, &g->po, all), to_fence = restrict_to(all, &g->po, g->fences);
    Relation before = maybe(&from_fence), after = maybe(&to_fence), sequences = release_sequences(g, options);
    before = restrict_to(release, &before, all);
    after = restrict_to(atomic_reads, &after, acquire);
    Relation sw = compose(&before, &sequences);
    sw = compose(&sw, &g->rf);
    sw = compose(&sw, &after);
    Relation steps = unite(&g->po, &sw);
    steps = unite(&steps, &g->asw);
    return transitive(&steps);
}

static Relation extended_coherence(const Graph *g)
{
    Relation r = unite(&g->rf, &g->mo);
    r = unite(&r, &g->rb);
    return transitive(&r);
}

/* hb;eco? is irreflexive. */
static bool is_coherent(const Graph *g)
{
    Relation far = maybe(&g->eco), r = compose(&g->hb, &far);
    return is_irreflexive(&r);
}

/* No read-modify-write has a write between its two: rmw & (rb;mo) is empty. */
static bool has_atomicity(const Graph *g)
{
    Relation between = compose(&g->rb, &g->mo);
    between = intersect(&g->rmw, &between);
    for (uint32_t e = 0; e < g->count; e++)
        if (between.rows[e]) return false;
    return true;
}

/* scb = sb | sb!=loc;hb;sb!=loc | hb|loc | mo | rb */
static Relation seq_cst_before(const Graph *g)
{
    Relation apart = subtract(&g->sb, &g->same_location), r = compose(&apart, &g->hb), same;
    r = compose(&r, &apart);
    r = unite(&r, &g->sb);
    same = intersect(&g->hb, &g->same_location);
    r = unite(&r, &same);
    r = unite(&r, &g->mo);
    return unite(&r, &g->rb);
}

/* psc_base = ([E, sc] | [F, sc];hb?); scb; ([E, sc] | hb?;[F, sc]),  psc_F = [F, sc]; (hb | hb;eco;hb); [F, sc] */
static bool has_seq_cst_order(const Graph *g)
{
    Set events = select_order(g, is_seq_cst), fences = events & g->fences, all = ~(Set)0;
    if (!events) return true;
    Relation none = {{0}}, self = maybe(&none), near = maybe(&g->hb);
    Relation left = restrict_to(fences, &near, all), right = restrict_to(all, &near, fences);
    Relation of_events = restrict_to(events, &self, events), scb = seq_cst_before(g);
    left = unite(&left, &of_events);
    right = unite(&right, &of_events);
    Relation base = compose(&left, &scb), through = compose(&g->hb, &g->eco);
    base = compose(&base, &right);
    through = compose(&through, &g->hb);
    through = unite(&through, &g->hb);
    through = restrict_to(fences, &through, fences);
    base = unite(&base, &through);
    return is_acyclic(&base);
}

static bool has_thin_air(const Graph *g)
{
    Relation r = unite(&g->po, &g->rf);
    r = unite(&r, &g->asw);
    return !is_acyclic(&r);
}

static bool is_rc11(const Graph *g)
{
    return !has_thin_air(g) && is_coherent(g) && has_atomicity(g) && has_seq_cst_order(g);
}

static bool conflicts(const Event *a, const Event *b)
{
    bool is_plain = a->order == ORDER_PLAIN || b->order == ORDER_PLAIN;
    bool writes = a->kind == EVENT_WRITE || b->kind == EVENT_WRITE;
    return is_memory(a) && is_memory(b) && a->location == b->location && is_plain && writes && a->thread != b->thread &&
           a->thread != NOBODY && b->thread != NOBODY;
}

static bool has_race(const Graph *g)
{
    for (uint32_t a = 0; a < g->count; a++)
        for (uint32_t b = a + 1; b < g->count; b++) {
            bool is_ordered = (g->hb.rows[a] & bit(b)) || (g->hb.rows[b] & bit(a));
            if (!is_ordered && conflicts(&g->x->events[a], &g->x->events[b])) return true;
        }
    return false;
}

/* ---- sequential consistency, x86-TSO ---- */

static bool is_sc(const Graph *g)
{
    Relation r = unite(&g->po, &g->rf);
    r = unite(&r, &g->mo);
    r = unite(&r, &g->rb);
    r = unite(&r, &g->asw);
    return is_acyclic(&r) && has_atomicity(g);
}

static bool is_external(const Execution *x, uint32_t a, uint32_t b)
{
    return x->events[a].thread != x->events[b].thread;
}

/* What a store may not be delayed beyond: a fence, a locked instruction, a system call. */
static bool flushes(const Graph *g, uint32_t e, const ModelOptions *options)
{
    const Event *x = &g->x->events[e];
    if (x->kind == EVENT_SPAWN || x->kind == EVENT_JOIN) return true;
    if (x->kind == EVENT_FENCE) return x->order == ORDER_SEQ_CST;
    if (x->kind == EVENT_WRITE && options->fenced_sc_stores && x->order == ORDER_SEQ_CST) return true;
    return x->kind == EVENT_WRITE && x->partner != NO_EVENT; /* its read counts at the other end */
}

static bool is_flushed_between(const Graph *g, uint32_t a, uint32_t b, const ModelOptions *options)
{
    if (flushes(g, a, options)) return true;              /* a locked instruction, or a store with its fence */
    if (g->x->events[b].partner != NO_EVENT) return true; /* the read of a locked instruction */
    for (uint32_t e = a + 1; e < b; e++)
        if (g->x->events[e].thread == g->x->events[a].thread && flushes(g, e, options)) return true;
    return false;
}

/* Program order that the machine keeps: all but a store before a load, unless something between flushes. */
static Relation preserved(const Graph *g, const ModelOptions *options)
{
    Relation r = restrict_to(g->reads | g->writes, &g->po, g->reads | g->writes);
    for (uint32_t a = 0; a < g->count; a++)
        for (uint32_t b = a + 1; b < g->count; b++)
            if ((g->writes & bit(a)) && (g->reads & bit(b)) && !is_flushed_between(g, a, b, options))
                r.rows[a] &= ~bit(b);
    return r;
}

static bool is_tso(const Graph *g, const ModelOptions *options)
{
    Relation communication = unite(&g->mo, &g->rb), own = intersect(&g->po, &g->same_location);
    Relation coherence = unite(&communication, &own), order = preserved(g, options), outside = g->rf;
    coherence = unite(&coherence, &g->rf);
    for (uint32_t a = 0; a < g->count; a++)
        for (uint32_t b = 0; b < g->count; b++)
            if (!is_external(g->x, a, b)) outside.rows[a] &= ~bit(b);
    order = unite(&order, &communication);
    Relation before = maybe(&g->po), spawned = compose(&before, &g->asw);
    spawned = compose(&spawned, &before); /* a thread may do nothing but to wait for another */
    order = unite(&order, &spawned);
    order = unite(&order, &outside);
    return is_acyclic(&coherence) && is_acyclic(&order) && has_atomicity(g);
}

Findings axioms_judge(const Execution *x, const ModelOptions *options)
{
    Findings findings = {{false}, false};
    Graph g;
    draw(x, &g);
    g.hb = happens_before(&g, options);
    g.eco = extended_coherence(&g);
    findings.is_consistent[MODEL_SC] = is_sc(&g);
    findings.is_consistent[MODEL_RC11] = is_rc11(&g);
    findings.is_consistent[MODEL_TSO] = is_tso(&g, options);
    findings.is_racy = has_race(&g);
    return findings;
}
