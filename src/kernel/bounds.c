/* Bounds and facts are invariants, each by themselves. Then an error edge is refuted along the edges of the thread that
 * would take it (kernel/kinds/bounds/backwards.h). Another thread cannot assign to a variable while a thread is at a
 * location when the facts exclude that it is at the source of any of the edges that do; nor can one, of a template of
 * which there is one thread at most, of which the first is one. */
#include "kernel/bounds.h"

#include "base/check.h"
#include "kernel/kinds/bounds/backwards.h"
#include "kernel/kinds/bounds/groups.h"
#include "kernel/kinds/exclusion/exclusion.h"
#include "kernel/kinds/exclusion/reasons.h"

typedef struct Keeping {
    Checker *k;
    const Exclusions *facts;
    const Counts *counts;
    VEC(LocId) * writers; /* per variable */
    Intern pair_ids;      /* [location, location] */
    VEC(bool) pairs;
} Keeping;

static bool excludes_pair(Keeping *x, LocId a, LocId b)
{
    bool is_new;
    uint32_t id = intern_add(&x->pair_ids, (uint32_t[]){a.i, b.i}, 2, &is_new);
    if (is_new) vec_push(x->k->run, &x->pairs, exclusion_holds(x->k, x->facts, a, b));
    return x->pairs.data[id];
}

static bool keeps_shared_value(void *arg, LocId at, VarId shared)
{
    Keeping *x = arg;
    const Program *p = x->k->p;
    TemplateId t = p->locs.data[at.i].template;
    for (uint32_t i = 0; i < x->writers[shared.i].count; i++) {
        LocId writer = x->writers[shared.i].data[i];
        bool is_same = p->locs.data[writer.i].template.i == t.i && x->counts->threads[t.i] <= 1;
        if (!is_same && !excludes_pair(x, at, writer)) return false;
    }
    return true;
}

static void note_refuted(void *arg, const Term *terms, uint32_t count)
{
    Keeping *x = arg;
    CertifyTerms all = {NULL, 0, 0};
    for (uint32_t i = 0; i < count; i++)
        vec_push(x->k->run, &all, terms[i]);
    checker_add_obligation(x->k, &all, "a step back from an error");
    vec_free(x->k->run, &all);
}

static void check_error(Keeping *x, Backwards *b, EdgeId error)
{
    const Edge *e = &x->k->p->edges.data[error.i];
    const char *problem = backwards_problem(b, error);
    if (problem)
        checker_fail(x->k, "%s: it is not refuted that %s: %s", checker_describe_location(x->k, e->from),
                     e->what ? e->what : "an assertion fails", problem);
}

void bounds_check(Checker *k, const Bounds *bounds, const Exclusions *facts, const bool *errors)
{
    const Program *p = k->p;
    CHECK(program_is_indexed(p));
    reasons_check_facts(k, facts);
    if (k->problem) return;
    Counts *counts = counts_new(p);
    const char *problem = groups_problem(counts, bounds);
    if (problem) checker_fail(k, "%s", problem);
    Keeping x = {.k = k, .facts = facts, .counts = counts};
    x.writers = run_alloc(k->run, ((size_t)p->vars.count + 1) * sizeof *x.writers);
    intern_init(k->run, &x.pair_ids);
    for (uint32_t i = 0; i < p->edges.count; i++)
        for (uint32_t a = 0; a < p->edges.data[i].assign_count; a++)
            vec_push(k->run, &x.writers[p->edges.data[i].assigns[a].var.i], p->edges.data[i].from);
    Backwards b = {
        .p = k->p, .smt = k->smt, .bounds = bounds, .keeps = keeps_shared_value, .refuted = note_refuted, .arg = &x};
    backwards_begin(&b);
    for (uint32_t i = 0; i < p->edges.count && !k->problem; i++)
        if (errors[i]) check_error(&x, &b, (EdgeId){i});
    backwards_end(&b);
    for (uint32_t v = 0; v < p->vars.count; v++)
        vec_free(k->run, &x.writers[v]);
    run_release(k->run, x.writers);
    intern_clear(&x.pair_ids);
    vec_free(k->run, &x.pairs);
}
