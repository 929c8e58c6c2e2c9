#include "engines/circ/interleave.h"

#include <string.h>

#include "base/check.h"

/* A thread of the interleaving. */
typedef struct Actor {
    uint32_t template, place; /* where it is now; NO_ID: the main thread */
    uint32_t start, shared;   /* place and valuation at its start */
    uint32_t birth;           /* class of the step that starts it; NO_ID: none */
    bool is_partner;
    VEC(uint32_t) moves; /* steps of the trace */
    VEC(uint32_t) path;  /* edges of the program */
    VEC(uint32_t) ends;  /* of the part of the path for each move; the rest comes after the last */
    uint32_t number;     /* in the interleaving; NO_ID: not numbered yet */
} Actor;

typedef struct Interleaver {
    Run *run;
    const System *s;
    const ContextOrigins *origins;
    const SystemTrace *trace;
    VEC(Actor) actors;
    uint32_t *who, *child; /* of each step: actors */
    uint32_t main, partner;
    EdgeId write_edge;
    uint32_t write_access;
} Interleaver;

static uint32_t add_actor(Interleaver *x, uint32_t template, uint32_t place, uint32_t shared, uint32_t birth)
{
    vec_push(
        x->run, &x->actors,
        ((Actor){
            .template = template, .place = place, .start = place, .shared = shared, .birth = birth, .number = NO_ID}));
    return x->actors.count - 1;
}

/* ---- who moves ---- */

/* A context thread at the place: the one that moved last; or another one, where there always is one. */
static uint32_t actor_at(Interleaver *x, uint32_t template, uint32_t place)
{
    uint32_t best = NO_ID, latest = 0;
    for (uint32_t i = 0; i < x->actors.count; i++) {
        const Actor *a = &x->actors.data[i];
        uint32_t last = a->moves.count ? a->moves.data[a->moves.count - 1] + 2 : 1;
        if (a->place != place || last < latest) continue;
        best = i;
        latest = last;
    }
    if (best != NO_ID || x->trace->counters[place] != COUNTER_ALWAYS) return best;
    return add_actor(x, template, place, x->trace->shared, NO_ID);
}

static void add_initial_actors(Interleaver *x)
{
    if (!x->trace->is_unborn) x->main = add_actor(x, x->trace->template, NO_ID, x->trace->shared, NO_ID);
    for (uint32_t t = 0; t < x->s->p->templates.count; t++)
        for (uint32_t place = x->s->offsets[t]; place < x->s->offsets[t + 1]; place++)
            for (uint32_t k = 0; x->trace->counters[place] != COUNTER_ALWAYS && k < x->trace->counters[place]; k++)
                add_actor(x, t, place, x->trace->shared, NO_ID);
}

static bool assign_step(Interleaver *x, uint32_t i)
{
    const SystemStep *step = &x->trace->steps.data[i];
    x->child[i] = NO_ID;
    if (step->is_context) {
        const AcfaEdge *e = &x->s->contexts[step->template]->edges.data[step->edge];
        uint32_t offset = x->s->offsets[step->template];
        x->who[i] = actor_at(x, step->template, offset + e->from);
        if (x->who[i] == NO_ID) return false;
        Actor *a = &x->actors.data[x->who[i]];
        a->place = offset + e->to;
        vec_push(x->run, &a->moves, i);
    } else {
        x->who[i] = x->main;
    }
    if (step->is_birth) {
        CHECK(x->main == NO_ID);
        x->child[i] = x->main = add_actor(x, x->trace->template, NO_ID, step->shared, step->birth);
    } else if (step->child != NO_ID) {
        uint32_t t = 0;
        while (step->child >= x->s->offsets[t + 1])
            t++;
        x->child[i] = add_actor(x, t, step->child, step->shared, step->birth);
    }
    return true;
}

static bool assign_steps(Interleaver *x)
{
    add_initial_actors(x);
    for (uint32_t i = 0; i < x->trace->steps.count; i++)
        if (!assign_step(x, i)) return false;
    const AbstractError *error = &x->trace->error;
    CHECK(x->main != NO_ID);
    if (error->access == NO_ID) return true;
    x->partner = actor_at(x, error->template, error->place);
    if (x->partner != NO_ID) x->actors.data[x->partner].is_partner = true;
    return x->partner != NO_ID;
}

/* ---- which way ---- */

/* A search of the graph for a path that does what an actor does. A node: location of the graph, number of moves made.
 */
typedef struct PathSearch {
    Interleaver *x;
    Actor *actor;
    const Acfa *g;
    const uint32_t *map;
    uint32_t moves;       /* in all, plus 1 */
    uint32_t *from, *via; /* of nodes: the one before plus 1, 0 = not met; edge of the graph */
    VEC(uint32_t) queue;
} PathSearch;

static void meet_search_node(PathSearch *p, uint32_t node, uint32_t from, uint32_t via)
{
    if (p->from[node]) return;
    p->from[node] = from + 1;
    p->via[node] = via;
    vec_push(p->x->run, &p->queue, node);
}

static void start_path(PathSearch *p)
{
    uint32_t offset = p->x->s->offsets[p->actor->template];
    for (uint32_t i = 0; i < p->g->starts.count; i++) {
        const AcfaStart *s = &p->g->starts.data[i];
        if (s->shared == p->actor->shared && s->birth == p->actor->birth && offset + p->map[s->loc] == p->actor->start)
            meet_search_node(p, s->loc * p->moves, s->loc * p->moves, NO_ID);
    }
}

static bool is_at_write(PathSearch *p, uint32_t loc)
{
    const AbstractError *error = &p->x->trace->error;
    const Program *program = p->x->s->p;
    for (uint32_t i = p->g->out_start[loc]; i < p->g->out_start[loc + 1]; i++) {
        EdgeId edge = {p->g->edges.data[p->g->out[i]].edge};
        for (uint32_t k = 0; k < program->edges.data[edge.i].access_count; k++)
            if (labels_write_class(p->x->s->threads->labels, program, edge, k) == error->write) {
                p->x->write_edge = edge;
                p->x->write_access = k;
                return true;
            }
    }
    return false;
}

static bool is_goal(PathSearch *p, uint32_t node)
{
    if (node % p->moves + 1 != p->moves) return false;
    return !p->actor->is_partner || is_at_write(p, node / p->moves);
}

static void expand_search_node(PathSearch *p, uint32_t node)
{
    uint32_t loc = node / p->moves, made = node % p->moves;
    const AcfaEdge *move = NULL;
    if (made + 1 < p->moves)
        move = &p->x->s->contexts[p->actor->template]
                    ->edges.data[p->x->trace->steps.data[p->actor->moves.data[made]].edge];
    for (uint32_t i = p->g->out_start[loc]; i < p->g->out_start[loc + 1]; i++) {
        uint32_t number = p->g->out[i];
        const AcfaEdge *e = &p->g->edges.data[number];
        if (move && e->label == move->label && p->map[e->from] == move->from && p->map[e->to] == move->to)
            meet_search_node(p, e->to * p->moves + made + 1, node, number);
        if (e->label == LABEL_SILENT) meet_search_node(p, e->to * p->moves + made, node, number);
    }
}

static void keep_path(PathSearch *p, uint32_t goal)
{
    Run *run = p->x->run;
    Actor *a = p->actor;
    vec_clear(&p->queue);
    for (uint32_t node = goal; p->via[node] != NO_ID; node = p->from[node] - 1)
        vec_push(run, &p->queue, node);
    uint32_t made = 0;
    for (uint32_t i = p->queue.count; i-- > 0;) {
        uint32_t node = p->queue.data[i];
        vec_push(run, &a->path, p->g->edges.data[p->via[node]].edge);
        if (node % p->moves == made) continue;
        vec_push(run, &a->ends, a->path.count);
        made++;
    }
    CHECK(a->ends.count == a->moves.count);
}

static bool find_actor_path(Interleaver *x, Actor *actor)
{
    if (!actor->moves.count && !actor->is_partner) return true;
    uint32_t t = actor->template;
    PathSearch p = {x, actor, x->origins->graphs[t], x->origins->maps[t], actor->moves.count + 1, NULL, NULL, {0}};
    size_t nodes = (size_t)p.g->locs.count * p.moves;
    p.from = run_alloc(x->run, (nodes + 1) * sizeof *p.from);
    p.via = run_alloc(x->run, (nodes + 1) * sizeof *p.via);
    start_path(&p);
    uint32_t goal = NO_ID;
    for (uint32_t i = 0; i < p.queue.count && goal == NO_ID; i++) {
        if (is_goal(&p, p.queue.data[i]))
            goal = p.queue.data[i];
        else
            expand_search_node(&p, p.queue.data[i]);
    }
    if (goal != NO_ID) keep_path(&p, goal);
    run_release(x->run, p.from);
    run_release(x->run, p.via);
    vec_free(x->run, &p.queue);
    return goal != NO_ID;
}

/* ---- the interleaving ---- */

/* Threads at the start are those that do something, and one of each template that has one. */
static void add_acting_threads(Interleaver *x, AbstractTrace *out)
{
    const Program *p = x->s->p;
    VEC(uint32_t) kinds = {NULL, 0, 0};
    for (uint32_t t = 0, kind = 0; t < p->templates.count; t++) {
        if (p->templates.data[t].initial == COUNT_NONE) continue;
        bool any = false, is_one = p->templates.data[t].initial == COUNT_ONE;
        for (uint32_t i = 0; i < x->actors.count; i++) {
            Actor *a = &x->actors.data[i];
            if (a->template != t || a->birth != NO_ID || (any && is_one)) continue;
            if (!is_one && i != x->main && !a->moves.count && !a->is_partner) continue;
            a->number = kinds.count;
            vec_push(x->run, &kinds, kind);
            any = true;
        }
        if (is_one && !any) vec_push(x->run, &kinds, kind);
        kind++;
    }
    out->initial_kinds = kinds.data;
    out->initial_threads = kinds.count;
}

/* child: the actor that the step starts, if any; each start makes a thread. */
static void add_actor_step(Interleaver *x, AbstractTrace *out, uint32_t *threads, uint32_t actor, uint32_t edge,
                           uint32_t child)
{
    AbstractStep step = {x->actors.data[actor].number, edge, NO_LOCAL};
    CHECK(step.thread != NO_ID);
    if (x->s->p->edges.data[edge].spawn.i != NO_ID) {
        step.child = (*threads)++;
        if (child != NO_ID) x->actors.data[child].number = step.child;
    }
    vec_push(x->run, &out->steps, step);
}

static void add_interleaved_steps(Interleaver *x, bool late, AbstractTrace *out)
{
    uint32_t threads = out->initial_threads;
    uint32_t *done = run_alloc(x->run, (x->actors.count + 1) * sizeof *done); /* of paths */
    uint32_t *moves = run_alloc(x->run, (x->actors.count + 1) * sizeof *moves);
    for (uint32_t i = 0; i < x->trace->steps.count; i++) {
        uint32_t who = x->who[i];
        if (who == x->main) {
            add_actor_step(x, out, &threads, who, x->trace->steps.data[i].edge, x->child[i]);
            continue;
        }
        const Actor *a = &x->actors.data[who];
        uint32_t end = a->ends.data[moves[who]++];
        for (; done[who] < end; done[who]++)
            add_actor_step(x, out, &threads, who, a->path.data[done[who]], done[who] + 1 == end ? x->child[i] : NO_ID);
        uint32_t next = moves[who] < a->ends.count ? a->ends.data[moves[who]] - 1 : a->path.count;
        for (; !late && done[who] < next; done[who]++)
            add_actor_step(x, out, &threads, who, a->path.data[done[who]], NO_ID);
    }
    if (x->partner != NO_ID)
        for (uint32_t *at = &done[x->partner]; *at < x->actors.data[x->partner].path.count; ++*at)
            add_actor_step(x, out, &threads, x->partner, x->actors.data[x->partner].path.data[*at], NO_ID);
    run_release(x->run, done);
    run_release(x->run, moves);
}

static InterleaveResult make_interleaving(Interleaver *x, bool late, Interleaving *out)
{
    if (!assign_steps(x)) return INTERLEAVE_COUNTER;
    for (uint32_t i = 0; i < x->actors.count; i++)
        if (i != x->main && !find_actor_path(x, &x->actors.data[i])) return INTERLEAVE_NO_PATH;
    add_acting_threads(x, &out->trace);
    add_interleaved_steps(x, late, &out->trace);
    out->main = x->actors.data[x->main].number;
    out->partner = x->partner == NO_ID ? NO_ID : x->actors.data[x->partner].number;
    out->write_edge = x->write_edge;
    out->write_access = x->write_access;
    return INTERLEAVE_DONE;
}

InterleaveResult interleave(const System *s, const ContextOrigins *origins, const SystemTrace *trace, bool late,
                            Interleaving *out)
{
    Run *run = s->p->run;
    Interleaver x = {.run = run, .s = s, .origins = origins, .trace = trace, .main = NO_ID, .partner = NO_ID};
    memset(out, 0, sizeof *out);
    x.who = run_alloc(run, (trace->steps.count + 1) * sizeof *x.who);
    x.child = run_alloc(run, (trace->steps.count + 1) * sizeof *x.child);
    InterleaveResult result = make_interleaving(&x, late, out);
    for (uint32_t i = 0; i < x.actors.count; i++) {
        vec_free(run, &x.actors.data[i].moves);
        vec_free(run, &x.actors.data[i].path);
        vec_free(run, &x.actors.data[i].ends);
    }
    vec_free(run, &x.actors);
    run_release(run, x.who);
    run_release(run, x.child);
    return result;
}

void interleaving_clear(Run *run, Interleaving *interleaving)
{
    run_release(run, interleaving->trace.initial_kinds);
    vec_free(run, &interleaving->trace.steps);
}
