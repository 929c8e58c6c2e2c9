#include "engines/circ/context_proof.h"

#include <string.h>

#include "base/check.h"
#include "engines/circ/simulation.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/substitute.h"

typedef struct Builder {
    const CircResult *r;
    const System *system;
    Program *p;
    Run *run;
    Context *c;
    uint32_t template; /* of the main thread that states are being collected of */
    uint32_t *counts;  /* of the state at hand, by place */
    ContextIds *at;    /* omega-CIRC: points by place */
} Builder;

/* ---- predicates ---- */

/* The threads' program does not have the variable that says which access a thread stands before. */
static Term index_at_start(void *arg, TermManager *tm, Term var)
{
    const CircResult *r = arg;
    if (term_symbol(tm, var) != r->index.i) return TERM_NONE;
    return r->program->vars.data[r->index.i].init;
}

static Term predicate_term(const Builder *b, uint32_t number)
{
    return term_substitute(b->p->tm, b->r->predicates->all.data[number].term, index_at_start, (void *)b->r);
}

static void add_context_predicates(Builder *b)
{
    const Predicates *all = b->r->predicates;
    for (uint32_t i = 0; i < all->shared.count; i++)
        vec_push(b->run, &b->c->shared, predicate_term(b, all->shared.data[i]));
    for (uint32_t t = 0; t < b->p->templates.count; t++)
        for (uint32_t i = 0; i < all->local[t].count; i++)
            vec_push(b->run, &b->c->local[t], predicate_term(b, all->local[t].data[i]));
    for (uint32_t l = 0; l < b->p->locs.count; l++)
        b->c->tracked[l] = b->r->threads.tracked[l];
}

/* ---- automata ---- */

static uint32_t add_context_shared(Builder *b, uint32_t shared)
{
    return context_shared(b->c, &b->r->threads.shared.data[shared]);
}

static void add_automaton_edge(Builder *b, uint32_t template, const AcfaEdge *e)
{
    const Label *label = &b->r->labels.all.data[e->label];
    uint32_t offset = b->system->offsets[template];
    EdgeId starts = {label->birth == NO_ID ? NO_ID : b->r->labels.births.data[label->birth].i};
    if (e->from == e->to && starts.i == NO_ID && !label->havoc.count) return; /* nothing that others need to know */
    uint32_t edge = context_edge(b->c, offset + e->from, offset + e->to, starts, label->havoc.data, label->havoc.count);
    for (uint32_t i = 0; i < e->effects.count; i++) {
        uint32_t before = add_context_shared(b, effect_before(e->effects.data[i]));
        context_add_effect(b->c, edge, before, add_context_shared(b, effect_after(e->effects.data[i])));
    }
}

static void add_template_automaton(Builder *b, uint32_t template)
{
    const Acfa *a = b->r->contexts[template];
    CHECK(b->c->places.count == b->system->offsets[template]);
    for (uint32_t l = 0; l < a->locs.count; l++) {
        ContextPlace place = {{template}, a->locs.data[l].is_atomic};
        vec_push(b->run, &b->c->places, place);
    }
    for (uint32_t i = 0; i < a->edges.count; i++)
        add_automaton_edge(b, template, &a->edges.data[i]);
}

/* ---- the places of a thread ---- */

/* Pairs of a location of a graph and one of the automaton that are needed: where threads start, and where one edge that
 * simulates a step leads from those. What the simulation has beside says less of threads at a place, and proves no
 * more.
 */
typedef struct Places {
    const Builder *b;
    const Acfa *graph, *automaton;
    const bool *related;
    bool *needed;
    ContextIds open; /* pairs as numbers */
} Places;

static void need_pair(Places *s, uint32_t g, uint32_t a)
{
    uint32_t pair = g * s->automaton->locs.count + a;
    CHECK(s->related[pair]);
    if (s->needed[pair]) return;
    s->needed[pair] = true;
    vec_push(s->b->run, &s->open, pair);
}

static bool is_related(const Places *s, uint32_t g, uint32_t a)
{
    return s->related[(size_t)g * s->automaton->locs.count + a];
}

static void follow_automaton_edge(Places *s, const AcfaEdge *e, uint32_t a)
{
    const Labels *labels = &s->b->r->labels;
    if (e->label == LABEL_SILENT && is_related(s, e->to, a)) {
        need_pair(s, e->to, a);
        return;
    }
    for (uint32_t i = s->automaton->out_start[a]; i < s->automaton->out_start[a + 1]; i++) {
        const AcfaEdge *f = &s->automaton->edges.data[s->automaton->out[i]];
        if (!is_related(s, e->to, f->to) || !label_within(labels, e->label, f->label)) continue;
        if (!ids_within(&e->effects, &f->effects)) continue;
        need_pair(s, e->to, f->to);
        return;
    }
    CHECK(!"a related location simulates each edge");
}

/* Any number of threads may be at all of the starts, and are taken to be. */
static void need_starts(Places *s, uint32_t template)
{
    for (uint32_t i = 0; i < s->graph->starts.count; i++) {
        const AcfaStart *start = &s->graph->starts.data[i];
        bool are_many = start->birth == NO_ID && s->b->p->templates.data[template].initial == COUNT_MANY, any = false;
        for (uint32_t k = 0; k < s->automaton->starts.count && (are_many || !any); k++) {
            const AcfaStart *other = &s->automaton->starts.data[k];
            if (other->shared != start->shared || other->birth != start->birth) continue;
            if (!is_related(s, start->loc, other->loc)) continue;
            need_pair(s, start->loc, other->loc);
            any = true;
        }
    }
}

/* The caller releases it. */
static bool *needed_places(const Builder *b, uint32_t template)
{
    Places s = {.b = b, .graph = b->r->built[template], .automaton = b->r->contexts[template]};
    uint32_t width = s.automaton->locs.count;
    bool *related = simulation(&b->r->labels, s.automaton, s.graph);
    s.related = related;
    s.needed = run_alloc(b->run, (size_t)(s.graph->locs.count + 1) * (width + 1));
    need_starts(&s, template);
    while (s.open.count) {
        uint32_t pair = vec_pop(&s.open), g = pair / width;
        for (uint32_t i = s.graph->out_start[g]; i < s.graph->out_start[g + 1]; i++)
            follow_automaton_edge(&s, &s.graph->edges.data[s.graph->out[i]], pair % width);
    }
    vec_free(b->run, &s.open);
    run_release(b->run, related);
    return s.needed;
}

/* ---- points ---- */

static uint32_t add_state_point(Builder *b, uint32_t template, uint32_t loc, Valuation v)
{
    Bits bits = {{0}};
    if (loc != UNBORN) bits = bits_and(b->r->threads.local.data[v.local], b->c->tracked[loc]);
    return context_point(b->c, (TemplateId){template}, (LocId){loc}, add_context_shared(b, v.shared), &bits);
}

static void add_places_of_point(Builder *b, uint32_t template, const bool *needed, uint32_t point, uint32_t loc)
{
    uint32_t offset = b->system->offsets[template], count = b->r->contexts[template]->locs.count;
    if (!needed) {
        uint32_t place = offset + b->r->maps[template][loc];
        context_add_place_of(b->c, point, place);
        vec_push(b->run, &b->at[place], point);
        return;
    }
    for (uint32_t a = 0; a < count; a++)
        if (needed[(size_t)loc * count + a]) context_add_place_of(b->c, point, offset + a);
}

/* Threads of the graph start where the automaton has such a start that may stand for theirs. */
static void add_context_start(Builder *b, uint32_t template, uint32_t point, const ReachGraphStart *start)
{
    const Acfa *a = b->r->contexts[template];
    EdgeId by = {start->birth == NO_ID ? NO_ID : b->r->labels.births.data[start->birth].i};
    for (uint32_t i = 0; i < a->starts.count; i++) {
        uint32_t place = b->system->offsets[template] + a->starts.data[i].loc;
        if (a->starts.data[i].shared != start->shared || a->starts.data[i].birth != start->birth) continue;
        if (context_has(&b->c->points.data[point].places, place)) context_add_start(b->c, by, point, place);
    }
}

static void add_graph(Builder *b, uint32_t template)
{
    const ReachGraph *g = &b->r->graphs[template];
    bool *needed = b->r->built ? needed_places(b, template) : NULL;
    uint32_t *points = run_alloc(b->run, (g->points.count + 1) * sizeof *points);
    for (uint32_t i = 0; i < g->points.count; i++) {
        points[i] = add_state_point(b, template, g->points.data[i].loc, g->points.data[i].v);
        add_places_of_point(b, template, needed, points[i], g->loc_of[i]);
    }
    for (uint32_t i = 0; i < g->starts.count; i++)
        add_context_start(b, template, points[g->starts.data[i].point], &g->starts.data[i]);
    run_release(b->run, points);
    run_release(b->run, needed);
}

/* ---- states ---- */

static void load_counts(Builder *b, const SystemState *state)
{
    for (uint32_t i = 0; i < b->system->places; i++)
        b->counts[i] = state->counters[i] == COUNTER_ALWAYS ? CONTEXT_ALWAYS : state->counters[i];
}

static void add_system_state(void *arg, const SystemState *state)
{
    Builder *b = arg;
    load_counts(b, state);
    context_add_state(b->c, add_state_point(b, b->template, state->loc, state->v), b->counts);
}

/* All states that the search of each thread has found. */
static void add_system_states(Builder *b)
{
    for (uint32_t t = 0; t < b->p->templates.count; t++) {
        if (b->p->templates.data[t].initial == COUNT_NONE && !b->system->is_spawned[t]) continue;
        SystemSearch search = {.system = b->system, .template = t, .visit = add_system_state, .arg = b};
        SystemTrace none;
        b->template = t;
        system_search(&search, &none);
    }
}

static void add_system_configuration(void *arg, const SystemState *state)
{
    Builder *b = arg;
    uint32_t shared = add_context_shared(b, state->v.shared);
    load_counts(b, state);
    for (uint32_t place = 0; place < b->system->places; place++)
        for (uint32_t i = 0; b->counts[place] && i < b->at[place].count; i++)
            if (b->c->points.data[b->at[place].data[i]].shared == shared)
                context_add_states_without(b->c, b->at[place].data[i], place, b->counts);
    for (uint32_t t = 0; t < b->p->templates.count; t++)
        if (b->system->is_spawned[t]) context_add_state(b->c, add_state_point(b, t, UNBORN, state->v), b->counts);
}

static void add_system_configurations(Builder *b)
{
    System all = *b->system;
    all.is_exact = false;
    SystemSearch search = {.system = &all, .template = NO_ID, .visit = add_system_configuration, .arg = b};
    SystemTrace none;
    system_search(&search, &none);
}

const Context *context_proof(Program *threads, const CircResult *r)
{
    Builder builder = {.r = r, .system = &r->system, .p = threads, .run = threads->run}, *b = &builder;
    CHECK(r->kind == CIRC_TRUE && r->graphs && r->program->vars.count == threads->vars.count + 1);
    b->c = context_new(threads, r->system.k);
    b->counts = run_alloc(b->run, (r->system.places + 1) * sizeof *b->counts);
    b->at = run_alloc(b->run, (r->system.places + 1) * sizeof *b->at);
    add_context_predicates(b);
    for (uint32_t t = 0; t < threads->templates.count; t++)
        add_template_automaton(b, t);
    for (uint32_t t = 0; t < threads->templates.count; t++)
        add_graph(b, t);
    if (r->built)
        add_system_states(b);
    else
        add_system_configurations(b);
    CHECK(context_is_valid(b->c));
    for (uint32_t i = 0; i < r->system.places; i++)
        vec_free(b->run, &b->at[i]);
    run_release(b->run, b->at);
    run_release(b->run, b->counts);
    return b->c;
}
