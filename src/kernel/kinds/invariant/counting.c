#include "kernel/kinds/invariant/counting.h"

#include "base/check.h"
#include "kernel/checker/assigned.h"
#include "kernel/checker/paths.h"
#include "kernel/kinds/invariant/rename.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"

static uint32_t claimed_weight(const CertificateCounting *counting, LocId l)
{
    CHECK(l.i == NO_ID || counting->weight[l.i] <= counting->most);
    return l.i == NO_ID ? 0 : counting->weight[l.i];
}

/* By how much the path changes the variable; false: not by a constant. */
static bool path_delta(Checker *k, const CertifyPath *path, VarId x, int64_t *delta)
{
    Term value = checker_assigned(path->assigns, path->assign_count, x.i);
    *delta = 0;
    if (!term_is(value)) return true;
    Term d = term_sub(k->tm, value, program_var_term(k->p, x));
    if (!term_is_const(k->tm, d)) return false;
    Sort s = k->p->vars.data[x.i].sort;
    unsigned unused = s.kind == SORT_BV ? 64u - s.width : 0;
    *delta = (int64_t)(term_value(k->tm, d) << unused) >> unused;
    return true;
}

static bool check_weights(Checker *k, const CertificateCounting *counting, LocId l)
{
    CHECK(k->reached[l.i]);
    const CertifyPaths *paths = paths_from(k, l);
    for (uint32_t i = 0; i < paths->count && !k->problem; i++) {
        const CertifyPath *path = &paths->data[i];
        int64_t delta;
        if (path->error) continue;
        bool ok = path_delta(k, path, counting->var, &delta) && delta > -1000 && delta < 1000;
        int64_t w = ok ? counting->weight[l.i] + (counting->descending ? -delta : delta) : -1;
        uint32_t least = path->to.i == NO_ID ? 0 : counting->weight[path->to.i];
        if (path->to.i != NO_ID && !paths_ended(k, path->to))
            ok = ok && w == least;
        else
            ok = ok && w >= least && w <= counting->most;
        if (!ok)
            checker_fail(k, "%s does not keep the counting predicate over %s", checker_describe(k, path),
                         k->p->vars.data[counting->var.i].name);
    }
    return !k->problem;
}

bool counting_check(Checker *k)
{
    Program *p = k->p;
    for (uint32_t i = 0; i < k->c->countings.count && !k->problem; i++) {
        const CertificateCounting *counting = &k->c->countings.data[i];
        const Var *x = &p->vars.data[counting->var.i];
        if (!term_is(x->init) || (x->sort.kind != SORT_BV && x->sort.kind != SORT_INT))
            checker_fail(k, "the counting predicate over %s has no initial value", x->name);
        for (uint32_t t = 0; t < p->templates.count && !k->problem; t++)
            if (counting->weight[p->templates.data[t].entry.i])
                checker_fail(k, "the counting predicate over %s counts threads that have just started", x->name);
        for (uint32_t l = 0; l < p->locs.count && !k->problem; l++) {
            if (counting->weight[l] > counting->most)
                checker_fail(k, "the counting predicate over %s: a weight is too large", x->name);
            else if (k->reached[l])
                check_weights(k, counting, (LocId){l});
        }
    }
    return !k->problem;
}

/* x - x0 is at least the weight of some threads; over machine integers only while the sum over all cannot wrap. */
static void add_counting_fact(Checker *k, CertifyTerms *terms, const CertificateCounting *counting, uint32_t weight,
                              const CertifyPath *path)
{
    TermManager *tm = k->tm;
    CHECK(k->p->vars.data[counting->var.i].class == VAR_SHARED);
    const Var *info = &k->p->vars.data[counting->var.i];
    CHECK(term_is(info->init)); /* counting_check */
    Term x = rename_term(k, program_var_term(k->p, counting->var), path, (LocId){NO_ID}, 0, false);
    Term d = counting->descending ? term_sub(tm, info->init, x) : term_sub(tm, x, info->init);
    if (info->sort.kind == SORT_INT) {
        vec_push(k->run, terms, term_binary(tm, TERM_SLE, term_int(tm, weight), d));
        return;
    }
    uint64_t threads = certificate_most_threads(k->c), most = threads * counting->most;
    if (threads == UINT32_MAX || (info->sort.width < 64 && most >> info->sort.width)) return;
    vec_push(k->run, terms, term_binary(tm, TERM_ULE, d, term_bv(tm, info->sort.width, most)));
    vec_push(k->run, terms, term_binary(tm, TERM_ULE, term_bv(tm, info->sort.width, weight), d));
}

/* Before and after a path of the active thread, with `others` passive threads at those locations. */
void counting_add_facts(Checker *k, CertifyTerms *terms, const CertifyPath *path, const LocId *others, uint32_t count)
{
    for (uint32_t i = 0; i < k->c->countings.count; i++) {
        const CertificateCounting *counting = &k->c->countings.data[i];
        uint32_t weight = 0;
        for (uint32_t o = 0; o < count; o++)
            weight += claimed_weight(counting, others[o]);
        add_counting_fact(k, terms, counting, weight + claimed_weight(counting, path->from), NULL);
        if (!path->error) add_counting_fact(k, terms, counting, weight + claimed_weight(counting, path->to), path);
    }
}
