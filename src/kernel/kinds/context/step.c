#include "kernel/kinds/context/step.h"

#include <string.h>

#include "base/check.h"
#include "kernel/kinds/context/image.h"

/* ---- states ---- */

uint32_t context_load(ContextCheck *x, uint32_t state)
{
    uint32_t length;
    const uint32_t *key = intern_key(&x->c->states, state, &length);
    memset(x->counts, 0, x->places * sizeof *x->counts);
    for (uint32_t i = 1; i < length; i += 2)
        x->counts[key[i]] = key[i + 1];
    return key[0];
}

static bool regions_allow(const ContextCheck *x, uint32_t shared)
{
    for (uint32_t i = 0; i < x->places; i++)
        if (x->counts[i] && !x->regions[(size_t)i * x->shareds + shared]) return false;
    return true;
}

static bool is_state_of_context(const ContextCheck *x, uint32_t point)
{
    VEC(uint32_t) key = {NULL, 0, 0};
    vec_push(x->run, &key, point);
    for (uint32_t i = 0; i < x->places; i++) {
        if (!x->counts[i]) continue;
        vec_push(x->run, &key, i);
        vec_push(x->run, &key, x->counts[i]);
    }
    bool is = intern_find(&x->c->states, key.data, key.count) != INTERN_NONE;
    vec_free(x->run, &key);
    return is;
}

void context_require(ContextCheck *x, uint32_t point, const char *why)
{
    if (x->k->problem || !regions_allow(x, x->c->points.data[point].shared) || is_state_of_context(x, point)) return;
    checker_fail(x->k, "%s leads out of the states of the context (point %u)", why, point);
}

void context_count_up(ContextCheck *x, uint32_t place)
{
    CHECK(place < x->places);
    if (x->counts[place] <= x->c->k) x->counts[place]++; /* k + 1 is "more" */
}

const ContextIds *context_start_places(const ContextCheck *x, uint32_t by, uint32_t point)
{
    uint32_t key[] = {by, point};
    uint32_t id = intern_find(&x->starts, key, 2);
    return id == INTERN_NONE ? NULL : &x->start_places.data[id];
}

bool context_may_run(const ContextCheck *x, uint32_t point, uint32_t place)
{
    LocId loc = x->c->points.data[point].loc;
    if (place != NO_ID && loc.i != NO_ID && x->p->locs.data[loc.i].atomic) return false;
    for (uint32_t i = 0; i < x->places; i++)
        if (x->counts[i] && i != place && x->c->places.data[i].is_atomic) return false;
    return true;
}

/* ---- threads that start ---- */

/* A step that may start a thread: who takes it, and what that thread may be. */
typedef struct Birth {
    uint32_t by; /* ContextCheck.like; NO_ID: nothing starts */
    const char *why;
    ContextIds children; /* points; filled in for each valuation after the step */
} Birth;

/* The points where the edge, taken at a point, starts threads; that the certificate does not have one is a problem. */
static void add_children(ContextCheck *x, uint32_t starter, EdgeId edge, uint32_t shared, Birth *birth)
{
    TemplateId started = x->p->edges.data[edge.i].spawn;
    LocId entry = x->p->templates.data[started.i].entry;
    ContextAfters born = context_born(x, starter, edge, shared);
    for (uint32_t i = 0; i < born.count; i++) {
        uint32_t point = context_find_point(x->c, started, entry, born.data[i].shared, &born.data[i].bits);
        if (point == NO_ID || !context_start_places(x, birth->by, point)) {
            checker_fail(x->k, "%s starts a thread of %s that the context does not have", birth->why,
                         x->p->templates.data[started.i].name);
            return;
        }
        vec_push(x->run, &birth->children, point);
    }
}

/* The same of another thread's step along the edge of the context: it is at a point that may be taken to be there, and
 * takes an edge of the program that starts threads alike. */
static void add_children_of_other(ContextCheck *x, const ContextEdge *e, uint32_t before, uint32_t after, Birth *birth)
{
    for (uint32_t q = 0; q < x->c->points.count && !x->k->problem; q++) {
        const ContextPoint *p = &x->c->points.data[q];
        if (p->shared != before || !context_has(&p->places, e->from)) continue;
        for (uint32_t k = 0; k < program_out_count(x->p, p->loc); k++) {
            EdgeId edge = {x->p->out_edges[x->p->out_start[p->loc.i] + k]};
            if (x->like[edge.i] == birth->by) add_children(x, q, edge, after, birth);
        }
    }
}

/* The state after a step, with x->counts of the others: the thread that the step starts may be the main one, if that is
 * yet to be started, or one of the others. */
static void require_with_birth(ContextCheck *x, uint32_t point, const Birth *birth)
{
    if (birth->by == NO_ID) {
        context_require(x, point, birth->why);
        return;
    }
    const ContextPoint *p = &x->c->points.data[point];
    TemplateId started = x->p->edges.data[birth->by].spawn;
    bool is_single = x->p->templates.data[started.i].cardinality == COUNT_ONE;
    for (uint32_t i = 0; i < birth->children.count && !x->k->problem; i++) {
        uint32_t child = birth->children.data[i];
        if (p->template.i == started.i && p->loc.i == NO_ID) context_require(x, child, birth->why);
        if (p->template.i == started.i && is_single) continue; /* the main thread is the only one */
        uint32_t place = context_start_places(x, birth->by, child)->data[0], before = x->counts[place];
        context_count_up(x, place);
        context_require(x, point, birth->why);
        x->counts[place] = before;
    }
}

/* ---- steps ---- */

static void main_step(ContextCheck *x, uint32_t point, EdgeId edge)
{
    const ContextPoint *p = &x->c->points.data[point];
    ContextAfters after = context_step_image(x, point, edge);
    Birth birth = {.by = x->like[edge.i], .why = "a step"};
    if (after.count) birth.why = context_describe(x, edge);
    for (uint32_t i = 0; i < after.count && !x->k->problem; i++) {
        uint32_t next = NO_ID;
        vec_clear(&birth.children);
        if (after.data[i].shared != NO_ID)
            next = context_find_point(x->c, p->template, x->p->edges.data[edge.i].to, after.data[i].shared,
                                      &after.data[i].bits);
        if (next == NO_ID)
            checker_fail(x->k, "%s leads to a point that the context does not have (from point %u)", birth.why, point);
        if (next != NO_ID && birth.by != NO_ID) add_children(x, point, edge, after.data[i].shared, &birth);
        if (next != NO_ID) require_with_birth(x, next, &birth);
    }
    vec_free(x->run, &birth.children);
}

static bool has_effect_on_shared(const ContextEdge *e, uint32_t before, uint32_t after)
{
    for (uint32_t i = 0; i < e->effects.count; i++)
        if (e->effects.data[i].before == before && e->effects.data[i].after == after) return true;
    return false;
}

/* May a thread at the point still be taken to be wherever it may be taken to be now? */
static bool stays_at_places(const ContextCheck *x, uint32_t point, uint32_t next)
{
    const ContextPoint *p = &x->c->points.data[point];
    for (uint32_t i = 0; i < p->places.count; i++)
        if (!context_has(&x->c->points.data[next].places, p->places.data[i])) return false;
    return true;
}

/* Another thread moves along the edge: it leaves a place of which the counter may say "more" afterwards, or k. */
static void require_after_move(ContextCheck *x, uint32_t next, const ContextEdge *e, const Birth *birth)
{
    uint32_t from = x->counts[e->from], to = x->counts[e->to];
    bool is_more = from == x->c->k + 1;
    if (e->from == e->to || from == CONTEXT_ALWAYS || is_more) {
        if (e->from != e->to) context_count_up(x, e->to);
        require_with_birth(x, next, birth);
        x->counts[e->to] = to;
    }
    if (e->from == e->to || from == CONTEXT_ALWAYS) return;
    x->counts[e->from]--;
    context_count_up(x, e->to);
    require_with_birth(x, next, birth);
    x->counts[e->from] = from;
    x->counts[e->to] = to;
}

/* It leads from the point's valuation to that one. */
static void other_step_to(ContextCheck *x, uint32_t point, uint32_t edge, uint32_t shared, Birth *birth)
{
    const ContextPoint *p = &x->c->points.data[point];
    const ContextEdge *e = &x->c->edges.data[edge];
    ContextAfters after = context_disturbed(x, point, edge, shared);
    vec_clear(&birth->children);
    if (after.count && birth->by != NO_ID) add_children_of_other(x, e, p->shared, shared, birth);
    for (uint32_t i = 0; i < after.count && !x->k->problem; i++) {
        uint32_t next = context_find_point(x->c, p->template, p->loc, shared, &after.data[i].bits);
        if (next == NO_ID || !stays_at_places(x, point, next))
            checker_fail(x->k, "%s disturbs a thread at point %u in a way that the context does not have", birth->why,
                         point);
        else
            require_after_move(x, next, e, birth);
    }
}

static void other_step(ContextCheck *x, uint32_t point, uint32_t edge)
{
    const ContextEdge *e = &x->c->edges.data[edge];
    uint32_t shared = x->c->points.data[point].shared;
    Birth birth = {.by = e->starts.i == NO_ID ? NO_ID : x->like[e->starts.i]};
    birth.why = run_format(x->run, "edge %u of the context", edge);
    for (uint32_t i = 0; i < e->effects.count && !x->k->problem; i++)
        if (e->effects.data[i].before == shared) other_step_to(x, point, edge, e->effects.data[i].after, &birth);
    vec_free(x->run, &birth.children);
}

void context_check_steps(ContextCheck *x, uint32_t state)
{
    uint32_t point = context_load(x, state);
    const ContextPoint *p = &x->c->points.data[point];
    bool may_run = p->loc.i != NO_ID && context_may_run(x, point, NO_ID);
    run_poll(x->run);
    for (uint32_t i = 0; may_run && i < program_out_count(x->p, p->loc) && !x->k->problem; i++) {
        EdgeId edge = {x->p->out_edges[x->p->out_start[p->loc.i] + i]};
        if (!x->p->edges.data[edge.i].is_error) main_step(x, point, edge);
    }
    if (may_run) x->runs[point] = true;
    for (uint32_t place = 0; place < x->places; place++) {
        if (!x->counts[place]) continue;
        bool other_may = context_may_run(x, point, place);
        if (may_run || other_may) x->beside[(size_t)point * x->places + place] = true;
        for (uint32_t i = 0; other_may && i < x->out[place].count && !x->k->problem; i++)
            other_step(x, point, x->out[place].data[i]);
    }
}

/* ---- what others see of a thread ---- */

/* Others see what is assigned to shared variables that some predicate, of whatever template, speaks of. The points of
 * other threads are locations and values of predicates: no assignment to another variable changes any. Nothing is
 * assumed of such a variable anywhere, so that whatever depends on it (guards, arguments, indices of accesses) is asked
 * for all its values. */
static bool is_observed_shared(const ContextCheck *x, VarId v)
{
    return x->p->vars.data[v.i].class == VAR_SHARED && x->observed[v.i];
}

static bool assigns_observed(const ContextCheck *x, const Edge *e)
{
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (is_observed_shared(x, e->assigns[i].var)) return true;
    return false;
}

static bool is_havocked(const ContextCheck *x, const Edge *e, const ContextEdge *by)
{
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (is_observed_shared(x, e->assigns[i].var) && !context_has(&by->havoc, e->assigns[i].var.i)) return false;
    return true;
}

/* From the place: does the automaton take the step, or is it one that nobody sees? */
static bool is_step_matched(const ContextCheck *x, EdgeId edge, uint32_t place, uint32_t shared, uint32_t next)
{
    const Edge *e = &x->p->edges.data[edge.i];
    const ContextPoint *after = &x->c->points.data[next];
    bool is_silent = e->spawn.i == NO_ID && !assigns_observed(x, e);
    CHECK(!is_silent || after->shared == shared);
    if (is_silent && context_has(&after->places, place)) return true;
    for (uint32_t i = 0; i < x->out[place].count; i++) {
        const ContextEdge *f = &x->c->edges.data[x->out[place].data[i]];
        uint32_t starts = f->starts.i == NO_ID ? NO_ID : x->like[f->starts.i];
        if (starts == x->like[edge.i] && context_has(&after->places, f->to) && is_havocked(x, e, f) &&
            has_effect_on_shared(f, shared, after->shared))
            return true;
    }
    return false;
}

void context_check_guarantee(ContextCheck *x, uint32_t point)
{
    const ContextPoint *p = &x->c->points.data[point];
    for (uint32_t k = 0; k < program_out_count(x->p, p->loc); k++) {
        EdgeId edge = {x->p->out_edges[x->p->out_start[p->loc.i] + k]};
        const Edge *e = &x->p->edges.data[edge.i];
        if (e->is_error) continue;
        ContextAfters after = context_step_image(x, point, edge);
        for (uint32_t i = 0; i < after.count; i++) {
            uint32_t next = context_find_point(x->c, p->template, e->to, after.data[i].shared, &after.data[i].bits);
            CHECK(next != NO_ID); /* all steps were checked before */
            for (uint32_t j = 0; j < p->places.count && !x->k->problem; j++)
                if (next == NO_ID || !is_step_matched(x, edge, p->places.data[j], p->shared, next))
                    checker_fail(x->k, "%s is no step of the context from place %u (point %u)",
                                 context_describe(x, edge), p->places.data[j], point);
        }
    }
}
