#include "engines/circ/reach.h"

#include <string.h>

#include "base/check.h"
#include "base/unsound.h"

/* How a state was found. */
typedef struct Origin {
    uint32_t parent; /* NO_ID: initial */
    SystemStep step;
} Origin;

typedef struct Reach {
    SystemSearch *search;
    const System *s;
    Run *run;
    Intern ids;
    VEC(Origin) origins;
    uint32_t words; /* of a key */
    uint32_t *key;
    uint32_t point; /* of the state whose successors are being found, in the graph */
} Reach;

/* A successor that is being put together. */
typedef struct Next {
    uint32_t loc;
    Valuation v;
    uint8_t *counters; /* of its own */
    Origin origin;
} Next;

#define KEY_HEAD 3
#define STARTS_MAX 4 /* of which any set may be taken */

/* Connect: what a successor, known or not, says of the main thread. */
static void tell_graph(Reach *r, const Next *next)
{
    ReachGraph *g = r->search->graph;
    if (next->loc == UNBORN || !g) return;
    uint32_t point = reach_graph_find(g, (ThreadPoint){next->loc, next->v});
    const SystemStep *step = &next->origin.step;
    if (next->origin.parent == NO_ID || step->is_birth)
        reach_graph_start(g, point, step->is_birth ? step->birth : NO_ID);
    else if (step->is_context)
        reach_graph_union(g, r->point, point);
    else
        reach_graph_connect(g, r->point, (EdgeId){step->edge}, point);
}

/* Does the state fit what the context threads' locations say? If not no run is in it; see reach.h for when that may be
 * asked. */
static bool fits_regions(const System *s, const Next *next)
{
    for (uint32_t t = 0; t < s->p->templates.count; t++)
        for (uint32_t l = 0; l < s->contexts[t]->locs.count; l++)
            if (next->counters[s->offsets[t] + l] && !ids_have(&s->contexts[t]->locs.data[l].region, next->v.shared))
                return false;
    return true;
}

static void add_reached_state(Reach *r, const Next *next)
{
    const System *s = r->s;
    if (IS_UNSOUND(UNSOUND_GRAPH_LATE) && !s->ignores_regions && !fits_regions(s, next)) return;
    tell_graph(r, next);
    if (!s->ignores_regions && !fits_regions(s, next)) return;
    r->key[0] = next->loc;
    r->key[1] = next->v.shared;
    r->key[2] = next->v.local;
    memset(r->key + KEY_HEAD, 0, (r->words - KEY_HEAD) * sizeof *r->key);
    memcpy(r->key + KEY_HEAD, next->counters, s->places);
    bool is_new;
    uint32_t id = intern_add(&r->ids, r->key, r->words, &is_new);
    if (is_new) vec_push(r->run, &r->origins, next->origin);
    if (is_new) vec_last(&r->origins).step.shared = next->v.shared;
    CHECK(id < r->origins.count);
}

static void count_up_place(const System *s, uint8_t *counters, uint32_t place)
{
    CHECK(place < s->places);
    if (IS_UNSOUND(UNSOUND_COUNTER_STUCK)) return;
    if (counters[place] <= s->k) counters[place]++; /* k + 1 is "more" */
}

/* ---- threads that start ---- */

static bool is_single_thread(const Reach *r, uint32_t template)
{
    return r->s->p->templates.data[template].cardinality == COUNT_ONE;
}

/* The step has started a thread of the template: the main thread, a context thread, or, as long as the context is not
 * complete, one that does nothing. */
static void add_with_child(Reach *r, Next *next, uint32_t template, uint32_t birth)
{
    const System *s = r->s;
    const Acfa *a = s->contexts[template];
    if (template == r->search->template && next->loc == UNBORN) {
        Valuations births = *threads_birth(s->threads, birth, next->v.shared);
        Next born = *next;
        born.loc = s->p->templates.data[template].entry.i;
        born.origin.step.is_birth = true;
        for (uint32_t i = 0; i < births.count; i++) {
            born.v = births.data[i];
            add_reached_state(r, &born);
        }
    }
    if (template == r->search->template && is_single_thread(r, template)) return; /* there is no other thread of it */
    bool any = false;
    for (uint32_t i = 0; i < a->starts.count; i++) {
        const AcfaStart *start = &a->starts.data[i];
        uint32_t place = s->offsets[template] + start->loc;
        if (start->birth != birth || start->shared != next->v.shared) continue;
        uint8_t before = next->counters[place];
        any = true;
        count_up_place(s, next->counters, place);
        next->origin.step.child = place;
        add_reached_state(r, next);
        next->origin.step.child = NO_ID;
        next->counters[place] = before;
    }
    if (any) return;
    if (s->p->locs.data[s->p->templates.data[template].entry.i].atomic)
        tell_graph(r, next); /* nobody else runs until it does something: that it does nothing goes no further */
    else
        add_reached_state(r, next);
}

static void add_next(Reach *r, Next *next, uint32_t label)
{
    const Label *l = &r->s->threads->labels->all.data[label];
    next->origin.step.birth = l->birth;
    if (l->spawn == NO_ID)
        add_reached_state(r, next);
    else
        add_with_child(r, next, l->spawn, l->birth);
}

/* ---- steps ---- */

/* The main thread waits for another one at an atomic location. */
static void stand(Reach *r, const SystemState *state)
{
    const System *s = r->s;
    const Labels *labels = s->threads->labels;
    if (!r->search->graph) return;
    for (uint32_t k = 0; k < program_out_count(s->p, (LocId){state->loc}); k++) {
        EdgeId edge = {s->p->out_edges[s->p->out_start[state->loc] + k]};
        if (labels->standing[edge.i] == LABEL_SILENT || !threads_step(s->threads, edge, state->v)->count) continue;
        reach_graph_stand(r->search->graph, r->point, edge);
    }
}

static void program_steps(Reach *r, uint32_t id, const SystemState *state)
{
    const System *s = r->s;
    if (state->loc == UNBORN) return;
    if (!system_may_run(s, state, NO_ID)) {
        stand(r, state);
        return;
    }
    for (uint32_t k = 0; k < program_out_count(s->p, (LocId){state->loc}); k++) {
        EdgeId edge = {s->p->out_edges[s->p->out_start[state->loc] + k]};
        const Edge *e = &s->p->edges.data[edge.i];
        if (e->is_error) continue;
        Valuations after = *threads_step(s->threads, edge, state->v);
        Next next = {.loc = e->to.i, .counters = run_alloc(r->run, s->places + 1)};
        for (uint32_t i = 0; i < after.count; i++) {
            memcpy(next.counters, state->counters, s->places);
            next.v = after.data[i];
            next.origin = (Origin){id, {.edge = edge.i, .child = NO_ID}};
            add_next(r, &next, s->threads->labels->of_edge[edge.i]);
        }
        run_release(r->run, next.counters);
    }
}

static void move_with(Reach *r, Next *next, const AcfaEdge *e, const Valuations *after, const SystemState *state)
{
    for (uint32_t i = 0; i < after->count; i++) {
        if (!ids_have(&e->effects, effect_of(state->v.shared, after->data[i].shared))) continue;
        next->loc = state->loc;
        next->v = after->data[i];
        next->origin.step.is_birth = false;
        add_next(r, next, e->label);
    }
}

static void take_context_step(Reach *r, uint32_t id, const SystemState *state, uint32_t template, uint32_t number)
{
    const System *s = r->s;
    const AcfaEdge *e = &s->contexts[template]->edges.data[number];
    uint32_t from = s->offsets[template] + e->from, to = s->offsets[template] + e->to;
    if (!acfa_edge_starts_at(e, state->v.shared)) return;
    Valuations after = *threads_interfere(s->threads, e->label, state->loc, state->v);
    Next next = {.counters = run_alloc(r->run, s->places + 1)};
    next.origin = (Origin){id, {.is_context = true, .edge = number, .template = template, .child = NO_ID}};
    uint8_t count = state->counters[from];
    bool is_more = count == s->k + 1;
    for (uint32_t way = 0; way < (is_more && from != to ? 2u : 1u); way++) {
        memcpy(next.counters, state->counters, s->places);
        if (from != to && count != COUNTER_ALWAYS && !(is_more && way == 0)) next.counters[from]--;
        if (from != to) count_up_place(s, next.counters, to);
        move_with(r, &next, e, &after, state);
    }
    run_release(r->run, next.counters);
}

static void context_steps(Reach *r, uint32_t id, const SystemState *state)
{
    const System *s = r->s;
    for (uint32_t t = 0; t < s->p->templates.count; t++) {
        const Acfa *a = s->contexts[t];
        for (uint32_t l = 0; l < a->locs.count; l++) {
            uint32_t place = s->offsets[t] + l;
            if (!state->counters[place] || !system_may_run(s, state, place)) continue;
            for (uint32_t i = a->out_start[l]; i < a->out_start[l + 1]; i++)
                take_context_step(r, id, state, t, a->out[i]);
        }
    }
}

/* ---- initial states ---- */

static void add_initial_choices(Reach *r, Next *next, uint32_t template, uint32_t main);

static bool is_initial(const AcfaStart *start, const Next *next)
{
    return start->birth == NO_ID && start->shared == next->v.shared;
}

/* Any number of threads, at each of those starts whose bits are set; the choice goes on with the next template. False:
 * there is no start. */
static bool add_many(Reach *r, Next *next, uint32_t template, uint32_t main, uint32_t set)
{
    const System *s = r->s;
    const Acfa *a = s->contexts[template];
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->starts.count; i++) {
        if (!is_initial(&a->starts.data[i], next)) continue;
        bool is_in = set == UINT32_MAX || (set >> n & 1);
        n++;
        if (is_in)
            next->counters[s->offsets[template] + a->starts.data[i].loc] = s->is_exact ? (uint8_t)s->k : COUNTER_ALWAYS;
    }
    if (n) add_initial_choices(r, next, template + 1, main);
    for (uint32_t i = s->offsets[template]; i < s->offsets[template + 1]; i++)
        next->counters[i] = 0;
    return n != 0;
}

/* That some thread stands at a start for ever may be said only if threads can start there: with these values of the
 * shared variables, of which the predicates may not tell enough. Then every choice of starts is followed. */
static bool choose_many_starts(Reach *r, Next *next, uint32_t template, uint32_t main)
{
    const Acfa *a = r->s->contexts[template];
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->starts.count; i++)
        count += is_initial(&a->starts.data[i], next);
    if (count < 2 || !threads_initial_depends(r->s->threads, template))
        return add_many(r, next, template, main, UINT32_MAX);
    if (count > STARTS_MAX) run_stop(r->run, STOP_UNSUPPORTED, "too many kinds of initial threads");
    for (uint32_t set = 1; set < 1u << count; set++)
        add_many(r, next, template, main, set);
    return true;
}

/* Chooses where the threads of the templates from `template` on start. */
static void add_initial_choices(Reach *r, Next *next, uint32_t template, uint32_t main)
{
    const System *s = r->s;
    if (template == s->p->templates.count) {
        add_reached_state(r, next);
        return;
    }
    const Acfa *a = s->contexts[template];
    Count initial = s->p->templates.data[template].initial;
    bool none = initial == COUNT_NONE || (initial == COUNT_ONE && template == main);
    bool any = initial == COUNT_MANY && choose_many_starts(r, next, template, main);
    for (uint32_t i = 0; i < a->starts.count && initial == COUNT_ONE && !none; i++) {
        const AcfaStart *start = &a->starts.data[i];
        uint8_t *counter = &next->counters[s->offsets[template] + start->loc];
        if (!is_initial(start, next)) continue;
        any = true;
        count_up_place(s, next->counters, s->offsets[template] + start->loc);
        add_initial_choices(r, next, template + 1, main);
        *counter = 0;
    }
    if (!any) add_initial_choices(r, next, template + 1, main);
}

/* main NO_ID: no thread, or one that is not started yet. */
static void add_initials(Reach *r, uint32_t main)
{
    Valuations initial = *threads_initial(r->s->threads, main);
    Next next = {.counters = run_alloc(r->run, r->s->places + 1)};
    for (uint32_t i = 0; i < initial.count; i++) {
        next.loc = main == NO_ID ? UNBORN : r->s->p->templates.data[main].entry.i;
        next.v = initial.data[i];
        next.origin = (Origin){NO_ID, {.child = NO_ID}};
        add_initial_choices(r, &next, 0, main);
    }
    run_release(r->run, next.counters);
}

static void start(Reach *r)
{
    uint32_t t = r->search->template;
    if (t != NO_ID && r->s->p->templates.data[t].initial != COUNT_NONE) add_initials(r, t);
    if (t == NO_ID || r->s->is_spawned[t]) add_initials(r, NO_ID);
}

/* ---- the search ---- */

static SystemState reached_state(const Reach *r, uint32_t id, uint8_t *counters)
{
    uint32_t length;
    const uint32_t *key = intern_key(&r->ids, id, &length);
    CHECK(length == r->words);
    memcpy(counters, key + KEY_HEAD, r->s->places);
    return (SystemState){key[0], {key[1], key[2]}, counters};
}

static void find_trace_to_state(const Reach *r, uint32_t id, SystemTrace *trace)
{
    uint32_t length = 0, state = id;
    for (; r->origins.data[state].parent != NO_ID; state = r->origins.data[state].parent)
        length++;
    trace->template = r->search->template;
    trace->counters = run_alloc(r->run, r->s->places + 1);
    SystemState first = reached_state(r, state, trace->counters);
    trace->is_unborn = first.loc == UNBORN;
    trace->shared = first.v.shared;
    vec_resize(r->run, &trace->steps, length);
    for (state = id; length-- > 0; state = r->origins.data[state].parent)
        trace->steps.data[length] = r->origins.data[state].step;
}

bool system_search(SystemSearch *search, SystemTrace *trace)
{
    const System *s = search->system;
    Reach r = {.search = search, .s = s, .run = s->p->run, .words = KEY_HEAD + (s->places + 3) / 4};
    r.key = run_alloc(r.run, r.words * sizeof *r.key);
    uint8_t *counters = run_alloc(r.run, s->places + 1);
    bool found = false;
    intern_init(r.run, &r.ids);
    memset(trace, 0, sizeof *trace);
    start(&r);
    for (uint32_t id = 0; id < r.ids.count && !found; id++) {
        run_poll(r.run);
        SystemState state = reached_state(&r, id, counters);
        if (search->visit) search->visit(search->arg, &state);
        found = search->is_error && search->is_error(search->arg, &state, &trace->error);
        if (found) {
            find_trace_to_state(&r, id, trace);
            break;
        }
        bool has_point = search->graph && state.loc != UNBORN;
        r.point = has_point ? reach_graph_find(search->graph, (ThreadPoint){state.loc, state.v}) : NO_ID;
        program_steps(&r, id, &state);
        context_steps(&r, id, &state);
    }
    search->states = r.ids.count;
    intern_clear(&r.ids);
    vec_free(r.run, &r.origins);
    run_release(r.run, r.key);
    run_release(r.run, counters);
    return found;
}

void system_trace_clear(Run *run, SystemTrace *trace)
{
    run_release(run, trace->counters);
    vec_free(run, &trace->steps);
}
