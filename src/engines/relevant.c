/* What matters is guessed, as nothing rests on it: what cones of influence say (program/analysis/cone.h), and more
 * branches than those. A branch matters here, too, when one of its sides comes back to it before anything that matters
 * happens: where all is in a loop without end, each side comes to everything in the end. */
#include "engines/relevant.h"

#include <string.h>

#include "base/check.h"
#include "base/intern.h"
#include "engines/circ/label.h"
#include "logic/term/boolean.h"
#include "logic/term/walk.h"
#include "program/analysis/cone.h"
#include "program/analysis/part.h"

typedef struct RelevanceSearch {
    const Question *question;
    Program *threads;
    bool *kept;    /* per variable */
    bool *matters; /* per location: what is done from there does */
    bool has_changed;
    uint32_t *seen, stamp; /* per location: the search that met it last */
    VEC(uint32_t) work;
} RelevanceSearch;

static void keep_var(void *arg, Term var)
{
    RelevanceSearch *r = arg;
    uint32_t v = term_symbol(r->threads->tm, var);
    if (r->kept[v] || r->threads->vars.data[v].class == VAR_INPUT) return;
    r->kept[v] = r->has_changed = true;
}

static void keep_term_variables(RelevanceSearch *r, Term t)
{
    if (term_is(t)) term_for_each_var(r->threads->tm, t, keep_var, r);
}

static bool is_access_in_question(const RelevanceSearch *r, EdgeId e, uint32_t access)
{
    return r->question->accessing &&
           access_is_asked(r->threads, r->threads->edges.count, &r->question->asks, e, access);
}

static void keep_cones(RelevanceSearch *r)
{
    Program *p = r->question->program; /* has the variables of the threads, and perhaps more behind them */
    CHECK(r->threads->vars.count <= p->vars.count);
    Cones *cones = cones_new(p);
    for (uint32_t e = 0; e < p->edges.count; e++) {
        if (!p->edges.data[e].is_error || term_is_false(p->tm, p->edges.data[e].guard)) continue;
        bool *cone = cones_find(cones, (EdgeId){e});
        for (uint32_t v = 0; v < r->threads->vars.count; v++)
            r->kept[v] |= cone[v];
        run_release(p->run, cone);
    }
    cones_free(cones);
}

static void keep_accesses(RelevanceSearch *r)
{
    for (uint32_t e = 0; e < r->threads->edges.count; e++) {
        const Edge *edge = &r->threads->edges.data[e];
        for (uint32_t i = 0; i < edge->access_count; i++) {
            if (!is_access_in_question(r, (EdgeId){e}, i)) continue;
            r->matters[edge->from.i] = true;
            keep_term_variables(r, edge->accesses[i].condition);
            keep_term_variables(r, edge->accesses[i].index);
        }
    }
}

/* ---- branches ---- */

static bool assigns_kept(const RelevanceSearch *r, const Assign *assigns, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (r->kept[assigns[i].var.i]) return true;
    return false;
}

/* What edges do that matters, and when they can. */
static void keep_edges(RelevanceSearch *r)
{
    for (uint32_t e = 0; e < r->threads->edges.count; e++) {
        const Edge *edge = &r->threads->edges.data[e];
        bool does = edge->is_error || edge->spawn.i != NO_ID || assigns_kept(r, edge->assigns, edge->assign_count);
        if (!does) continue;
        keep_term_variables(r, edge->guard);
        r->matters[edge->from.i] = true;
    }
}

/* Stamps what is met from a location on, up to where something matters, the branch itself, or the end; the sum over
 * what it ends with tells two sides apart, nearly always. */
static uint64_t ends_from(RelevanceSearch *r, LocId from, LocId branch)
{
    const Program *p = r->threads;
    uint64_t sum = 0;
    r->stamp++;
    vec_clear(&r->work);
    vec_push(p->run, &r->work, from.i);
    r->seen[from.i] = r->stamp;
    while (r->work.count) {
        uint32_t l = vec_pop(&r->work), n = program_out_count(p, (LocId){l});
        if (r->matters[l] || l == branch.i || n == 0) {
            uint32_t end = r->matters[l] && l != branch.i ? l + 1 : 0;
            sum += hash_words(&end, 1);
            continue;
        }
        for (uint32_t k = 0; k < n; k++) {
            uint32_t to = program_out_edge(p, (LocId){l}, k)->to.i;
            if (r->seen[to] == r->stamp) continue;
            r->seen[to] = r->stamp;
            vec_push(p->run, &r->work, to);
        }
    }
    return sum;
}

static void keep_relevant_branches(RelevanceSearch *r)
{
    const Program *p = r->threads;
    for (uint32_t l = 0; l < p->locs.count; l++) {
        LocId at = {l};
        uint32_t n = program_out_count(p, at);
        bool differ = false;
        run_poll(p->run);
        for (uint32_t k = 1; k < n && !differ; k++)
            differ =
                ends_from(r, program_out_edge(p, at, 0)->to, at) != ends_from(r, program_out_edge(p, at, k)->to, at);
        for (uint32_t k = 0; k < n && differ; k++)
            keep_term_variables(r, program_out_edge(p, at, k)->guard);
    }
}

/* ---- the program ---- */

/* The accesses keep their numbers; where those of no interest are made does not matter. */
static void copy_accesses(const RelevanceSearch *r, EdgeId edge, Program *local)
{
    const Edge *from = &r->threads->edges.data[edge.i];
    Edge *to = &local->edges.data[edge.i];
    to->access_count = from->access_count;
    to->accesses = run_alloc(local->run, (from->access_count + 1) * sizeof *to->accesses);
    for (uint32_t i = 0; i < from->access_count; i++) {
        Access *a = &to->accesses[i];
        *a = from->accesses[i];
        if (term_is(a->condition) && !part_speaks_of(r->threads, r->kept, a->condition)) a->condition = TERM_NONE;
        if (!term_is(a->index) || part_speaks_of(r->threads, r->kept, a->index)) continue;
        a->index = TERM_NONE;
        a->stride = 0;
    }
}

/* Contexts tell starts of threads apart by their arguments. */
static void keep_parameters(RelevanceSearch *r)
{
    for (uint32_t v = 0; v < r->threads->vars.count; v++)
        r->kept[v] |= r->threads->vars.data[v].is_parameter;
}

static void close_relevant(RelevanceSearch *r)
{
    keep_cones(r);
    keep_parameters(r);
    keep_accesses(r);
    do {
        r->has_changed = false;
        part_close(r->threads, r->kept);
        keep_edges(r);
        keep_relevant_branches(r);
    } while (r->has_changed);
}

Program *relevant_threads(const Question *question)
{
    Program *threads = question->accessing ? question->accessing : question->program;
    Run *run = threads->run;
    RelevanceSearch r = {.question = question, .threads = threads};
    r.kept = run_alloc(run, threads->vars.count + 1);
    r.matters = run_alloc(run, threads->locs.count + 1);
    r.seen = run_alloc(run, (threads->locs.count + 1) * sizeof *r.seen);
    close_relevant(&r);
    bool is_all = true;
    for (uint32_t v = 0; v < threads->vars.count; v++)
        is_all &= r.kept[v] || threads->vars.data[v].class == VAR_INPUT;
    Program *local = is_all ? NULL : part_localize(threads, r.kept);
    for (uint32_t e = 0; local && e < local->edges.count; e++)
        copy_accesses(&r, (EdgeId){e}, local);
    vec_free(run, &r.work);
    run_release(run, r.kept);
    run_release(run, r.matters);
    run_release(run, r.seen);
    return local;
}
