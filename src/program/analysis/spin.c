#include "program/analysis/spin.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "program/analysis/liveness.h"

#define STEPS_MAX 12 /* of a way back */
#define WAYS_MAX 32

/* The values of locals on the way, over the state before the read. */
typedef VEC(Assign) Values;

typedef struct SpinWalk {
    Program *p;
    const Liveness *live;
    LocId home;
    uint32_t ways; /* tried */
    Term back;     /* when a way leads home */
    Term away;     /* when one leads elsewhere, or may */
} SpinWalk;

static Term value_of(void *arg, TermManager *tm, Term var)
{
    const Values *values = arg;
    for (uint32_t i = 0; i < values->count; i++)
        if (values->data[i].var.i == term_symbol(tm, var)) return values->data[i].value;
    return TERM_NONE;
}

static void note_shared(void *arg, Term var)
{
    void **call = arg;
    const Program *p = call[0];
    bool *any = call[1];
    *any |= p->vars.data[term_symbol(p->tm, var)].class != VAR_LOCAL;
}

/* Only the thread's own variables matter, and change. */
static bool is_own_step(Program *p, const Edge *e)
{
    bool any = e->is_error || e->is_fence || e->spawn.i != NO_ID || p->locs.data[e->to.i].atomic;
    void *call[2] = {p, &any};
    term_for_each_var(p->tm, e->guard, note_shared, call);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        any |= p->vars.data[e->assigns[i].var.i].class != VAR_LOCAL;
        term_for_each_var(p->tm, e->assigns[i].value, note_shared, call);
    }
    return !any;
}

static bool changes_nothing(const SpinWalk *w, const Values *values)
{
    for (uint32_t i = 0; i < values->count; i++) {
        Term same = program_var_term(w->p, values->data[i].var);
        if (!term_same(same, values->data[i].value) && liveness_is_live(w->live, w->home, values->data[i].var))
            return false;
    }
    return true;
}

static void set_value(Run *run, Values *values, VarId var, Term value)
{
    for (uint32_t i = 0; i < values->count; i++)
        if (values->data[i].var.i == var.i) {
            values->data[i].value = value;
            return;
        }
    vec_push(run, values, ((Assign){var, value}));
}

static Values values_after(SpinWalk *w, const Values *before, const Edge *e)
{
    Values after = {0};
    Run *run = w->p->run;
    for (uint32_t i = 0; i < before->count; i++)
        vec_push(run, &after, before->data[i]);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        Term value = term_substitute(w->p->tm, e->assigns[i].value, value_of, (void *)(uintptr_t)before);
        set_value(run, &after, e->assigns[i].var, value);
    }
    return after;
}

static void walk(SpinWalk *w, LocId at, Term when, const Values *values, uint32_t depth)
{
    TermManager *tm = w->p->tm;
    bool is_home = at.i == w->home.i;
    if (is_home && changes_nothing(w, values)) {
        w->back = term_or(tm, w->back, when);
        return;
    }
    uint32_t count = program_out_count(w->p, at);
    if (is_home || depth == STEPS_MAX || w->p->locs.data[at.i].atomic || count == 0) {
        w->away = term_or(tm, w->away, when);
        return;
    }
    for (uint32_t k = 0; k < count; k++) {
        const Edge *e = program_out_edge(w->p, at, k);
        if (!is_own_step(w->p, e) || ++w->ways > WAYS_MAX) {
            w->away = term_or(tm, w->away, when);
            continue;
        }
        Term guard = term_substitute(tm, e->guard, value_of, (void *)(uintptr_t)values);
        Term taken = term_and(tm, when, guard);
        if (term_is_false(tm, taken)) continue;
        Values after = values_after(w, values, e);
        walk(w, e->to, taken, &after, depth + 1);
        vec_free(w->p->run, &after);
    }
}

/* Reads, and nothing else. */
static bool only_reads(const Program *p, const Edge *e)
{
    if (e->is_error || e->is_fence || e->spawn.i != NO_ID || p->locs.data[e->from.i].atomic ||
        p->locs.data[e->to.i].atomic)
        return false;
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (p->vars.data[e->assigns[i].var.i].class != VAR_LOCAL) return false;
    return true;
}

/* Where two ways are open to the thread for the same values, one may lead elsewhere: then the read is an event. */
static Term spin_condition(Program *p, const Liveness *live, const Edge *e)
{
    SpinWalk w = {p, live, e->from, 0, term_bool(p->tm, false), term_bool(p->tm, false)};
    Values none = {0};
    if (!only_reads(p, e)) return w.back;
    Values values = values_after(&w, &none, e);
    walk(&w, e->to, e->guard, &values, 0);
    vec_free(p->run, &values);
    return term_and(p->tm, w.back, term_not(p->tm, w.away));
}

void spins_find(Program *p, MemoryEvents *m)
{
    LocationEvent events[EVENTS_MAX];
    Liveness *live = liveness_new(p);
    CHECK(m->p == p && !m->spins);
    m->spins = run_alloc(p->run, (p->edges.count + 1) * sizeof *m->spins);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        bool any = memory_events_of(m, &p->edges.data[i], events, EVENTS_MAX) > 0;
        m->spins[i] = any ? spin_condition(p, live, &p->edges.data[i]) : term_bool(p->tm, false);
    }
}
