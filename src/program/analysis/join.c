/* A localized program says nothing of most variables, so most of its edges have no effect. Where all ways on from a
 * location come to the same one next before anything happens, a thread may as well be there at once: it is the same
 * place for all others, which do not see where a thread is, unless it hinders them there (an atomic location). So the
 * two are joined: what happens next from each location is computed as for cones (program/analysis/cone.c), ways on
 * which nothing ever happens again aside, and the edges in between are left out. Threads of which no step has an effect
 * that others see, and that start only such threads, are not started: there would be as many states as sets of them.
 *
 * Every run of the program is one of the joined one without the edges left out, whatever is joined, as long as no
 * location becomes atomic: steps that are left out change nothing (the argument in full: kernel/joined.c). What is
 * joined decides only how many runs are added. */
#include "program/analysis/join.h"

#include <string.h>

#include "base/check.h"
#include "base/unsound.h"
#include "logic/term/boolean.h"
#include "logic/term/walk.h"
#include "program/check.h"
#include "program/copy.h"

#define PASSES 64 /* over the locations, in search of what happens next */

typedef struct Joining {
    const Program *p;
    bool *idle; /* per template */
    bool *busy; /* per location: something may happen there, or later on */
    bool *free; /* per edge: nothing but inputs decides whether it is taken */
    LocId *at;  /* per location; NO_ID: nothing happens from there on, as far as is known */
} Joining;

static bool has_false_guard(const Program *p, const Edge *e) { return term_is_false(p->tm, e->guard); }

static TemplateId template_of_edge(const Program *p, const Edge *e) { return p->locs.data[e->from.i].template; }

static bool edge_has_effect(const bool *idle, const Edge *e)
{
    if (e->is_error || (e->spawn.i != NO_ID && !idle[e->spawn.i])) return true;
    return e->assign_count && !IS_UNSOUND(UNSOUND_JOIN_ASSIGNED);
}

/* ---- idle threads ---- */

static bool others_see(const Program *p, const bool *idle, const Edge *e)
{
    if (e->is_error || (e->spawn.i != NO_ID && !idle[e->spawn.i])) return true;
    for (uint32_t i = 0; i < e->assign_count && !IS_UNSOUND(UNSOUND_THREAD_LEFT_OUT); i++)
        if (p->vars.data[e->assigns[i].var.i].class == VAR_SHARED) return true;
    return false;
}

/* The largest set of templates that nobody sees anything of and that start each other only. */
static bool *find_idle(const Program *p)
{
    bool *idle = run_alloc(p->run, p->templates.count + 1), changed = true;
    for (uint32_t t = 0; t < p->templates.count; t++)
        idle[t] = p->templates.data[t].initial == COUNT_NONE;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < p->edges.count; i++) {
            const Edge *e = &p->edges.data[i];
            if (!idle[template_of_edge(p, e).i] || has_false_guard(p, e) || !others_see(p, idle, e)) continue;
            idle[template_of_edge(p, e).i] = false;
            changed = true;
        }
    }
    return idle;
}

/* ---- what happens next ---- */

static bool *find_busy(const Program *p, const bool *idle)
{
    bool *busy = run_alloc(p->run, p->locs.count + 1), changed = true;
    while (changed) {
        changed = false;
        run_poll(p->run);
        for (uint32_t i = p->edges.count; i-- > 0;) { /* mostly in the order of the source */
            const Edge *e = &p->edges.data[i];
            if (busy[e->from.i] || has_false_guard(p, e)) continue;
            if (!edge_has_effect(idle, e) && !busy[e->to.i]) continue;
            busy[e->from.i] = changed = true;
        }
    }
    return busy;
}

static void spoil_free(void *arg, Term var)
{
    void **a = arg;
    const Program *p = a[0];
    if (p->vars.data[term_symbol(p->tm, var)].class != VAR_INPUT) *(bool *)a[1] = false;
}

static bool *find_free(const Program *p)
{
    bool *free = run_alloc(p->run, p->edges.count + 1);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        free[i] = true;
        term_for_each_var(p->tm, p->edges.data[i].guard, spoil_free, (void *[]){(void *)(uintptr_t)p, &free[i]});
    }
    return free;
}

/* Where a thread at the location is next that something may happen; itself: there, or it depends on the way; .i =
 * NO_ID: nowhere. */
static LocId next_from(const Joining *j, LocId l)
{
    const Program *p = j->p;
    LocId next = {NO_ID};
    for (uint32_t k = p->out_start[l.i]; k < p->out_start[l.i + 1]; k++) {
        const Edge *e = &p->edges.data[p->out_edges[k]];
        if (has_false_guard(p, e)) continue;
        if (edge_has_effect(j->idle, e)) return l;
        if (!j->busy[e->to.i]) continue;
        if (!j->free[p->out_edges[k]]) return l;
        LocId then = j->at[e->to.i];
        if (then.i == NO_ID || then.i == l.i || then.i == next.i) continue;
        if (next.i != NO_ID || (p->locs.data[then.i].atomic && !p->locs.data[l.i].atomic)) return l;
        next = then;
    }
    return next;
}

static bool is_joined_once(const Joining *j)
{
    for (uint32_t l = 0; l < j->p->locs.count; l++)
        if (j->at[l].i != NO_ID && j->at[j->at[l].i].i != j->at[l].i) return false;
    return true;
}

/* True when the passes suffice. */
static bool find_joined_places(Joining *j)
{
    bool changed = true;
    memset(j->at, 0xff, (j->p->locs.count + 1) * sizeof *j->at);
    for (int pass = 0; pass < PASSES && changed; pass++) {
        changed = false;
        run_poll(j->p->run);
        for (uint32_t l = j->p->locs.count; l-- > 0;) {
            LocId next = next_from(j, (LocId){l});
            changed |= next.i != j->at[l].i;
            j->at[l] = next;
        }
    }
    return !changed && is_joined_once(j);
}

const Joined *join_choose(Program *p)
{
    Joined *out = run_alloc(p->run, sizeof *out);
    Joining join = {.p = p, .idle = find_idle(p), .free = find_free(p)}, *j = &join;
    CHECK(program_is_indexed(p));
    j->busy = find_busy(p, j->idle);
    j->at = run_alloc(p->run, (p->locs.count + 1) * sizeof *j->at);
    bool is_known = find_joined_places(j);
    for (uint32_t l = 0; l < p->locs.count; l++)
        if (!is_known || j->at[l].i == NO_ID || j->idle[p->locs.data[l].template.i]) j->at[l] = (LocId){l};
    *out = (Joined){j->at, j->idle};
    run_release(p->run, j->free);
    run_release(p->run, j->busy);
    return out;
}

/* ---- the program ---- */

bool *join_left_out(const Program *p, const Joined *j)
{
    bool *out = run_alloc(p->run, p->edges.count + 1), *busy = find_busy(p, j->idle);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        LocId from = j->at[e->from.i];
        bool is_over = !busy[e->to.i] && !p->locs.data[from.i].atomic;
        out[i] = j->idle[template_of_edge(p, e).i] ||
                 (!edge_has_effect(j->idle, e) && !has_false_guard(p, e) && (is_over || from.i == j->at[e->to.i].i));
    }
    run_release(p->run, busy);
    return out;
}

/* Edges keep their numbers, so those that are left out are there and cannot be taken: somewhere nobody is, for passes
 * that count edges. */
static void disable_edge(const Joined *j, TermManager *tm, Edge *e)
{
    e->guard = term_bool(tm, false);
    e->assign_count = e->arg_count = 0;
    e->spawn.i = NO_ID;
    if (j->at[e->from.i].i == e->from.i && !e->is_error) e->from = e->to;
}

static void move_to_joined_place(const Program *p, const Joined *j, Edge *e)
{
    if (has_false_guard(p, e)) return;
    e->from = j->at[e->from.i];
    if (!e->is_error) e->to = j->at[e->to.i];
    if (e->spawn.i == NO_ID || !j->idle[e->spawn.i]) return;
    e->spawn.i = NO_ID;
    e->arg_count = 0;
}

Program *join_program(Program *p, const Joined *j)
{
    Program *out = program_copy_frame(p, true);
    bool *left_out = join_left_out(p, j);
    for (uint32_t t = 0; t < p->templates.count; t++)
        out->templates.data[t].entry = j->at[p->templates.data[t].entry.i];
    for (uint32_t i = 0; i < p->edges.count; i++) {
        Edge e = p->edges.data[i];
        if (left_out[i])
            disable_edge(j, p->tm, &e);
        else
            move_to_joined_place(p, j, &e);
        program_add_edge(out, &e);
    }
    run_release(p->run, left_out);
    program_index(out);
    return program_require(out, "program with joined locations");
}
