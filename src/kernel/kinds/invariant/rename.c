#include "kernel/kinds/invariant/rename.h"

#include "base/check.h"
#include "kernel/checker/assigned.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"

#define CHILD_INSTANCE UINT32_MAX /* of arbitrary locals of a started thread; passive ones count from 1 */

/* A local before the step: its value where that is known. */
static Term local_before(const PathRename *r, TermManager *tm, uint32_t v)
{
    const Reduced *known = r->k->reduced;
    if (r->at.i != NO_ID && known->local[r->at.i]) {
        CHECK(r->k->p->locs.data[r->at.i].template.i == r->k->p->vars.data[v].template.i);
        Term value = known->local[r->at.i][known->place[v]];
        if (term_is(value)) return value;
    }
    return term_var(tm, r->k->p->vars.data[v].sort, v, r->instance);
}

Term rename_around_path(void *arg, TermManager *tm, Term var)
{
    const PathRename *r = arg;
    uint32_t v = term_symbol(tm, var);
    CHECK(v < r->k->p->vars.count);
    CHECK(!r->child || (r->path && !r->instance));
    const Var *info = &r->k->p->vars.data[v];
    CHECK(info->class != VAR_INPUT);
    bool own = info->class == VAR_SHARED || (!r->instance && !r->child);
    Term value = own && r->path ? checker_assigned(r->path->assigns, r->path->assign_count, v) : TERM_NONE;
    if (term_is(value)) return value;
    if (info->class == VAR_SHARED) return r->k->reduced->shared[v];
    if (!r->child) return local_before(r, tm, v);
    value = checker_assigned(r->path->args, r->path->arg_count, v);
    if (term_is(value)) return value;
    return term_is(info->init) ? info->init : term_var(tm, info->sort, v, CHILD_INSTANCE);
}

Term rename_term(Checker *k, Term t, const CertifyPath *path, LocId at, uint32_t instance, bool child)
{
    PathRename r = {k, path, at, instance, child};
    return term_substitute(k->tm, t, rename_around_path, &r);
}

void rename_add_cube(Checker *k, CertifyTerms *terms, const CertificateTerms *predicates, const Bits *mask,
                     const Bits *bits, TermMap map, void *arg)
{
    CHECK(predicates->count <= BITS_MAX);
    for (uint32_t i = 0; i < predicates->count; i++) {
        if (mask && !bits_get(mask, i)) continue;
        Term t = map ? term_substitute(k->tm, predicates->data[i], map, arg) : predicates->data[i];
        vec_push(k->run, terms, bits_get(bits, i) ? t : term_not(k->tm, t));
    }
}
