#include "kernel/kinds/invariant/eager.h"

#include "base/check.h"
#include "kernel/checker/effects.h"
#include "kernel/checker/paths.h"
#include "logic/term/boolean.h"

static bool only_one_starts(const Program *p)
{
    uint32_t starter = NO_ID;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        if (p->edges.data[i].spawn.i == NO_ID) continue;
        uint32_t t = p->locs.data[p->edges.data[i].from.i].template.i;
        if (starter != NO_ID && starter != t) return false;
        starter = t;
    }
    return starter == NO_ID || p->templates.data[starter].cardinality == COUNT_ONE;
}

static void check_eager(Checker *k, LocId l)
{
    Program *p = k->p;
    CHECK(k->reached[l.i] && k->c->eager[l.i]);
    if (!k->c->cut[l.i] || p->locs.data[l.i].atomic)
        checker_fail(k, "%s: is claimed eager, but is not cut, or is atomic", checker_describe_location(k, l));
    CertifyTerms none = {NULL, 0, 0};
    for (uint32_t i = 0; i < program_out_count(p, l) && !k->problem; i++) {
        const Edge *e = program_out_edge(p, l, i);
        bool quiet = e->spawn.i == NO_ID || !p->locs.data[p->templates.data[e->spawn.i].entry.i].atomic;
        if (!effects_are_local(k, e) || effects_enter_atomic(p, e) || !quiet)
            checker_fail(k, "%s: is claimed eager, but other threads can see its steps",
                         checker_describe_location(k, l));
        vec_push(k->run, &none, term_not(k->tm, e->guard));
    }
    if (!k->problem && !checker_unsatisfiable(
                           k, &none, run_format(k->run, "%s: some edge can be taken", checker_describe_location(k, l))))
        checker_fail(k, "%s: is claimed eager, but can block", checker_describe_location(k, l));
    vec_free(k->run, &none);
}

/* Removes eager locations all of whose eager successors (without starts) are removed, until nothing changes: what
 * remains has a cycle. */
static void check_eager_cycles(Checker *k)
{
    Program *p = k->p;
    bool *open = run_alloc(k->run, p->locs.count + 1), changed = true;
    for (uint32_t l = 0; l < p->locs.count; l++)
        open[l] = k->c->eager[l] && k->reached[l];
    while (changed && !k->problem) {
        changed = false;
        run_poll(k->run);
        for (uint32_t l = 0; l < p->locs.count; l++) {
            if (!open[l]) continue;
            bool goes_on = false;
            const CertifyPaths *paths = paths_from(k, (LocId){l});
            for (uint32_t i = 0; i < paths->count; i++) {
                const CertifyPath *path = &paths->data[i];
                goes_on |= path->spawn.i == NO_ID && !path->error && path->to.i != NO_ID && open[path->to.i];
            }
            open[l] = goes_on;
            changed |= !goes_on;
        }
    }
    for (uint32_t l = 0; l < p->locs.count && !k->problem; l++)
        if (open[l]) checker_fail(k, "%s: is claimed eager, but on a cycle", checker_describe_location(k, (LocId){l}));
    run_release(k->run, open);
}

bool eager_check(Checker *k)
{
    bool any = false;
    CHECK(k->reached && k->step_graph->locs.count == k->p->locs.count);
    for (uint32_t l = 0; l < k->p->locs.count && !k->problem; l++) {
        if (!k->c->eager[l] || !k->reached[l] || paths_ended(k, (LocId){l})) continue; /* nobody is there */
        any = true;
        check_eager(k, (LocId){l});
    }
    if (any && !k->problem && !only_one_starts(k->step_graph))
        checker_fail(k, "locations are claimed eager, but several threads can start threads");
    if (any && !k->problem) check_eager_cycles(k);
    return !k->problem;
}
