/* States are looked at in the order of what the way to them costs, and of what it costs at least from there to an error
 * by the control flow of the thread that is nearest to one. Of independent steps one order is tried, as in the search
 * by depth (concrete.h); what the run then has too much is left out afterwards (program/shorten.h). States are met
 * before when their hashes are equal. What is lost by a collision is lost: an error that is found is replayed, and
 * nothing is concluded where none is. */
#include "engines/symmpa/refine/concrete_short.h"

#include <string.h>

#include "base/check.h"
#include "engines/symmpa/refine/concrete_first.h"

#define WORDS_MOST (1u << 22) /* of all states together */
#define FAR UINT32_MAX

/* A state and how it was come to; or an error, which is a step without a state behind it. */
typedef struct ShortNode {
    uint32_t parent; /* NO_ID: the start */
    uint32_t thread, edge;
    uint32_t cost;
    bool is_error;
    uint64_t hash;
} ShortNode;

typedef VEC(uint32_t) NodeIds;

typedef struct ShortSearch {
    Concrete c;
    const Dependence *dependence;
    const ShortQuestion *question;
    uint32_t *far; /* per location: steps from there to an error, at least; FAR: none */
    VEC(ShortNode) nodes;
    VEC(uint64_t) states; /* of the nodes, one after the other; errors have none, and stand in the place of one */
    NodeIds *queue;       /* by cost */
    uint32_t queues;
    uint64_t *met; /* hashes, open addressing; 0 = free */
    uint32_t *met_cost;
    uint64_t met_size;
    uint64_t *next; /* the state being made */
} ShortSearch;

/* ---- how far it is ---- */

static uint32_t edge_cost(const Edge *e) { return e->path_count ? e->path_count : 1; }

static bool is_asked(const ShortSearch *s, const Edge *e)
{
    return e->is_error && !e->approximate && e->property == s->question->property;
}

static uint32_t distance_by_edge(const ShortSearch *s, const Edge *e)
{
    if (is_asked(s, e)) return edge_cost(e);
    if (e->is_error) return FAR;
    uint32_t d = s->far[e->to.i];
    if (e->spawn.i != NO_ID) {
        uint32_t child = s->far[s->c.p->templates.data[e->spawn.i].entry.i];
        if (child < d) d = child;
    }
    return d == FAR ? FAR : d + edge_cost(e);
}

static void find_distances(ShortSearch *s)
{
    const Program *p = s->c.p;
    s->far = run_alloc(s->c.run, (p->locs.count + 1) * sizeof *s->far);
    for (uint32_t l = 0; l < p->locs.count; l++)
        s->far[l] = FAR;
    for (bool changed = true; changed;) {
        changed = false;
        run_poll(s->c.run);
        for (uint32_t i = p->edges.count; i-- > 0;) {
            const Edge *e = &p->edges.data[i];
            uint32_t d = distance_by_edge(s, e);
            if (d >= s->far[e->from.i]) continue;
            s->far[e->from.i] = d;
            changed = true;
        }
    }
}

/* What a run costs at least that goes on from the state. */
static uint32_t state_distance(const ShortSearch *s, const uint64_t *state)
{
    uint32_t least = FAR;
    for (uint32_t t = 0; t < state[STATE_THREADS]; t++) {
        uint32_t d = s->far[place_of(&s->c, state, t).i];
        if (d < least) least = d;
    }
    return least;
}

/* ---- states met before ---- */

static uint64_t place_of_hash(const ShortSearch *s, uint64_t h)
{
    uint64_t at = h & (s->met_size - 1);
    while (s->met[at] && s->met[at] != h)
        at = (at + 1) & (s->met_size - 1);
    return at;
}

/* Notes the cost of the state, unless it was met at no higher cost; false then. *again: it was met at all. */
static bool meet(ShortSearch *s, uint64_t h, uint32_t cost, bool *again)
{
    uint64_t at = place_of_hash(s, h);
    *again = s->met[at] != 0;
    if (*again && s->met_cost[at] <= cost) return false;
    s->met[at] = h;
    s->met_cost[at] = cost;
    return true;
}

/* ---- the search ---- */

static uint64_t *state_of(const ShortSearch *s, uint32_t node)
{
    return s->states.data + (size_t)node * s->c.state_words;
}

/* Costs of `known_cost` and more are of no use. */
static void add_node(ShortSearch *s, const ShortNode *node, uint64_t whole_cost)
{
    if (whole_cost >= s->queues) return;
    for (uint32_t i = 0; i < s->c.state_words; i++)
        vec_push(s->c.run, &s->states, node->is_error ? 0 : s->next[i]);
    vec_push(s->c.run, &s->queue[whole_cost], s->nodes.count);
    vec_push(s->c.run, &s->nodes, *node);
}

/* Takes the enabled step last asked about. True: it led to a state that was met before. */
static bool take_step(ShortSearch *s, uint32_t from, uint32_t thread, EdgeId edge)
{
    const Edge *e = &s->c.p->edges.data[edge.i];
    const ShortNode *n = &s->nodes.data[from];
    ShortNode node = {.parent = from, .thread = thread, .edge = edge.i, .is_error = e->is_error};
    node.cost = n->cost + edge_cost(e) + (n->parent != NO_ID && n->thread != thread ? SWITCH_COST : 0);
    if (e->is_error) {
        if (is_asked(s, e)) add_node(s, &node, (uint64_t)node.cost + s->question->wanted[edge.i]);
        return false;
    }
    concrete_take(&s->c, s->next);
    uint32_t left = state_distance(s, s->next);
    if (s->c.overflow || left == FAR) return false;
    bool again;
    node.hash = concrete_hash(&s->c, s->next);
    if (meet(s, node.hash, node.cost, &again)) add_node(s, &node, (uint64_t)node.cost + left);
    return again;
}

/* True: a step of the thread led to a state that was met before. */
static bool move_thread(ShortSearch *s, uint32_t node, uint32_t thread)
{
    bool again = false;
    LocId loc = place_of(&s->c, state_of(s, node), thread);
    for (uint32_t k = 0; k < program_out_count(s->c.p, loc); k++) {
        EdgeId e = {s->c.p->out_edges[s->c.p->out_start[loc.i] + k]};
        for (uint32_t choice = 0; choice < concrete_choices(&s->c, e); choice++)
            if (concrete_is_enabled(&s->c, state_of(s, node), thread, e, choice))
                again |= take_step(s, node, thread, e);
    }
    return again;
}

static void expand(ShortSearch *s, uint32_t node)
{
    FirstThread first = concrete_first(&s->c, s->dependence, state_of(s, node));
    uint32_t threads = (uint32_t)state_of(s, node)[STATE_THREADS];
    if (first.is_stuck) return;
    if (first.only != NO_ID && (!move_thread(s, node, first.only) || first.is_atomic)) return;
    for (uint32_t t = 0; t < threads; t++)
        if (t != first.only) move_thread(s, node, t);
}

static void start(ShortSearch *s)
{
    bool again;
    memset(s->next, 0, s->c.state_words * sizeof *s->next);
    concrete_start(&s->c, s->next);
    ShortNode node = {.parent = NO_ID, .hash = concrete_hash(&s->c, s->next)};
    uint32_t left = state_distance(s, s->next);
    if (left != FAR && meet(s, node.hash, 0, &again)) add_node(s, &node, left);
}

/* The error that costs least, or NO_ID. */
static uint32_t search(ShortSearch *s)
{
    uint64_t looked_at = 0, most = WORDS_MOST / s->c.state_words;
    start(s);
    for (uint32_t cost = 0; cost < s->queues; cost++)
        while (s->queue[cost].count) {
            uint32_t node = s->queue[cost].data[--s->queue[cost].count];
            const ShortNode *n = &s->nodes.data[node];
            run_poll(s->c.run);
            if (n->is_error) return node;
            if (s->met_cost[place_of_hash(s, n->hash)] < n->cost) continue;
            if (looked_at++ == s->question->limit || s->nodes.count >= most) return NO_ID;
            if (2 * (s->nodes.count + THREADS_MAX) > s->met_size) return NO_ID;
            expand(s, node);
        }
    return NO_ID;
}

static void build_short_trace(const ShortSearch *s, uint32_t error, Trace *trace)
{
    NodeIds way = {NULL, 0, 0};
    memset(trace, 0, sizeof *trace);
    for (uint32_t t = 0; t < s->c.p->templates.count; t++)
        for (uint32_t i = concrete_initial_count(&s->c, t); i > 0; i--)
            vec_push(s->c.run, &trace->initial, ((TraceThread){.template = {t}}));
    for (uint32_t n = error; s->nodes.data[n].parent != NO_ID; n = s->nodes.data[n].parent)
        vec_push(s->c.run, &way, n);
    while (way.count) {
        const ShortNode *n = &s->nodes.data[way.data[--way.count]];
        const uint64_t *state = state_of(s, n->parent);
        TraceStep step = {.thread = n->thread, .edge = {n->edge}, .child = NO_ID};
        if (concrete_starts_thread(&s->c, state, &s->c.p->edges.data[n->edge]))
            step.child = (uint32_t)state[STATE_THREADS];
        vec_push(s->c.run, &trace->steps, step);
    }
    vec_free(s->c.run, &way);
}

static void make_room(ShortSearch *s)
{
    Run *run = s->c.run;
    s->met_size = 1024;
    while (s->met_size < 16 * s->question->limit)
        s->met_size *= 2;
    s->met = run_alloc(run, s->met_size * sizeof *s->met);
    s->met_cost = run_alloc(run, s->met_size * sizeof *s->met_cost);
    s->next = run_alloc(run, s->c.state_words * sizeof *s->next);
    s->queues = (uint32_t)s->question->known_cost;
    s->queue = run_alloc(run, (s->queues + 1) * sizeof *s->queue);
}

static void clear(ShortSearch *s)
{
    Run *run = s->c.run;
    for (uint32_t i = 0; i < s->queues; i++)
        vec_free(run, &s->queue[i]);
    run_release(run, s->queue);
    run_release(run, s->met);
    run_release(run, s->met_cost);
    run_release(run, s->next);
    run_release(run, s->far);
    vec_free(run, &s->nodes);
    vec_free(run, &s->states);
    concrete_clear(&s->c);
}

bool concrete_search_short(Program *p, const Dependence *dependence, uint32_t n, const ShortQuestion *question,
                           Trace *trace)
{
    ShortSearch s = {.dependence = dependence, .question = question};
    uint32_t error = NO_ID;
    if (concrete_init(&s.c, p, n)) {
        inputs_add(s.c.inputs, question->known);
        s.c.initial = &question->known->shared;
        make_room(&s);
        find_distances(&s);
        error = search(&s);
        run_log(p->run, 1, "by breadth: %u states met, %s", s.nodes.count, error == NO_ID ? "no error" : "error");
        if (error != NO_ID) build_short_trace(&s, error, trace);
        CHECK(error == NO_ID || trace_is_well_formed(p, trace));
    }
    clear(&s);
    return error != NO_ID;
}
