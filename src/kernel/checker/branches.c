#include "kernel/checker/branches.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/cover.h"
#include "logic/term/walk.h"

typedef struct Ways {
    Program *p;
    bool *matters;
    bool drops;
    bool changed;
    bool *is_met;   /* per location: edges lead there from where a thread starts */
    bool *is_stop;  /* per location: a thread may stop there for good, or a cycle closes there */
    uint32_t *goal; /* per location: itself, or, when passed, the location that is not to which all its edges lead */
    uint32_t *next; /* per passed location: the first location to which all its ways come */
    uint32_t *away; /* per location: so many steps of `next` from its goal */
    VEC(uint32_t) backwards; /* locations that threads come to, the target of an edge before its source but for stops */
} Ways;

static void note_deciding_variable(void *arg, Term var)
{
    Ways *w = arg;
    uint32_t v = term_symbol(w->p->tm, var);
    if (!w->matters[v]) w->matters[v] = w->changed = true;
}

static bool is_ever_taken(const Ways *w, const Edge *e) { return !term_is_false(w->p->tm, e->guard); }

/* ---- the order, and the stops ---- */

typedef struct Visit {
    LocId at;
    uint32_t next;
} Visit;

static void visit_from(Ways *w, LocId entry, bool *is_open)
{
    Program *p = w->p;
    VEC(Visit) visits = {NULL, 0, 0};
    if (w->is_met[entry.i]) return;
    w->is_met[entry.i] = is_open[entry.i] = true;
    vec_push(p->run, &visits, ((Visit){entry, 0}));
    while (visits.count) {
        Visit *v = &vec_last(&visits);
        if (v->next == program_out_count(p, v->at)) {
            is_open[v->at.i] = false;
            vec_push(p->run, &w->backwards, v->at.i);
            (void)vec_pop(&visits);
            continue;
        }
        const Edge *e = program_out_edge(p, v->at, v->next++);
        LocId to = e->to;
        if (!is_ever_taken(w, e)) continue;
        w->is_stop[to.i] |= is_open[to.i];
        if (w->is_met[to.i]) continue;
        w->is_met[to.i] = is_open[to.i] = true;
        vec_push(p->run, &visits, ((Visit){to, 0}));
    }
    vec_free(p->run, &visits);
}

static void find_stops(Ways *w)
{
    Program *p = w->p;
    bool *is_open = run_alloc(p->run, p->locs.count + 1);
    VEC(Term) guards = {NULL, 0, 0};
    for (uint32_t l = 0; l < p->locs.count; l++) {
        vec_clear(&guards);
        for (uint32_t k = 0; k < program_out_count(p, (LocId){l}); k++)
            vec_push(p->run, &guards, program_out_edge(p, (LocId){l}, k)->guard);
        w->is_stop[l] = !w->drops || !guards.count || !terms_cover(p->tm, guards.data, guards.count);
    }
    for (uint32_t t = 0; t < p->templates.count; t++)
        visit_from(w, p->templates.data[t].entry, is_open);
    vec_free(p->run, &guards);
    run_release(p->run, is_open);
}

/* ---- what matters ---- */

static bool does_nothing_that_matters(const Ways *w, const Edge *e)
{
    const Program *p = w->p;
    bool nothing = !e->is_error && e->spawn.i == NO_ID && !e->approximate && !e->action &&
                   p->locs.data[e->from.i].atomic == p->locs.data[e->to.i].atomic;
    for (uint32_t i = 0; i < e->assign_count && nothing; i++)
        nothing = !w->matters[e->assigns[i].var.i];
    return nothing;
}

static uint32_t goal_of(const Ways *w, LocId l)
{
    uint32_t n = program_out_count(w->p, l), goal = NO_ID;
    if (w->is_stop[l.i]) return l.i;
    for (uint32_t k = 0; k < n; k++) {
        const Edge *e = program_out_edge(w->p, l, k);
        if (!is_ever_taken(w, e)) continue;
        if (!does_nothing_that_matters(w, e) || (goal != NO_ID && w->goal[e->to.i] != goal)) return l.i;
        goal = w->goal[e->to.i];
    }
    CHECK(goal != NO_ID && goal != l.i && w->goal[goal] == goal);
    return goal;
}

static void find_goals(Ways *w)
{
    for (uint32_t l = 0; l < w->p->locs.count; l++)
        w->goal[l] = l;
    for (uint32_t i = 0; i < w->backwards.count; i++) {
        LocId l = {w->backwards.data[i]};
        w->goal[l.i] = goal_of(w, l);
    }
}

static void note_sources(Ways *w, const Assign *assigns, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (w->matters[assigns[i].var.i]) term_for_each_var(w->p->tm, assigns[i].value, note_deciding_variable, w);
}

static void find_matters(Ways *w)
{
    Program *p = w->p;
    do {
        run_poll(p->run);
        find_goals(w);
        w->changed = false;
        for (uint32_t i = 0; i < p->edges.count; i++) {
            const Edge *e = &p->edges.data[i];
            if (w->is_met[e->from.i] && w->goal[e->from.i] == e->from.i)
                term_for_each_var(p->tm, e->guard, note_deciding_variable, w);
            note_sources(w, e->assigns, e->assign_count);
            note_sources(w, e->args, e->arg_count);
        }
    } while (w->changed);
}

/* Where the ways from both come together. */
static uint32_t where_ways_meet(const Ways *w, uint32_t a, uint32_t b)
{
    while (a != b) {
        uint32_t *far = w->away[a] >= w->away[b] ? &a : &b;
        CHECK(w->away[*far] > 0);
        *far = w->next[*far];
    }
    return a;
}

/* Targets of edges come before their sources: all of them but stops, which are not passed. */
static void find_next_meeting(Ways *w)
{
    for (uint32_t i = 0; i < w->backwards.count; i++) {
        LocId l = {w->backwards.data[i]};
        if (w->goal[l.i] == l.i) continue;
        uint32_t at = NO_ID;
        for (uint32_t k = 0; k < program_out_count(w->p, l); k++) {
            const Edge *e = program_out_edge(w->p, l, k);
            if (is_ever_taken(w, e)) at = at == NO_ID ? e->to.i : where_ways_meet(w, at, e->to.i);
        }
        CHECK(at != NO_ID);
        w->next[l.i] = at;
        w->away[l.i] = w->away[at] + 1;
    }
}

void branches_reduce(Program *p, bool *matters, bool drops)
{
    Run *run = p->run;
    Ways ways = {.p = p, .matters = matters, .drops = drops}, *w = &ways;
    CHECK(program_is_indexed(p));
    w->is_met = run_alloc(run, p->locs.count + 1);
    w->is_stop = run_alloc(run, p->locs.count + 1);
    w->goal = run_alloc(run, (p->locs.count + 1) * sizeof *w->goal);
    find_stops(w);
    w->next = run_alloc(run, (p->locs.count + 1) * sizeof *w->next);
    w->away = run_alloc(run, (p->locs.count + 1) * sizeof *w->away);
    find_matters(w);
    find_next_meeting(w);
    bool *has_way = run_alloc(run, p->locs.count + 1);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        Edge e = p->edges.data[i];
        bool is_passed = w->goal[e.from.i] != e.from.i;
        if (is_passed && has_way[e.from.i]) continue;
        has_way[e.from.i] = true;
        /* Not along one way: what a certificate says there may be said of who comes by its edge only. */
        if (is_passed) {
            e.guard = term_bool(p->tm, true);
            e.to.i = w->next[e.from.i];
            e.assign_count = 0;
        }
        p->edges.data[kept++] = e;
    }
    p->edges.count = kept;
    program_index(p);
    vec_free(run, &w->backwards);
    run_release(run, w->is_met);
    run_release(run, w->is_stop);
    run_release(run, w->goal);
    run_release(run, w->next);
    run_release(run, w->away);
    run_release(run, has_way);
}
