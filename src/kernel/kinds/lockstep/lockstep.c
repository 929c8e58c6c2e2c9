#include "kernel/kinds/lockstep/lockstep.h"

#include "base/check.h"
#include "kernel/checker/effects.h"
#include "kernel/checker/paths.h"
#include "kernel/checker/written.h"
#include "kernel/kinds/lockstep/fresh.h"
#include "kernel/kinds/lockstep/letters.h"
#include "kernel/kinds/lockstep/live.h"
#include "kernel/kinds/lockstep/nodes.h"
#include "kernel/kinds/lockstep/regions.h"
#include "logic/term/boolean.h"

const Certificate *lockstep_variables(Program *p, const LockstepProof *proof)
{
    Certificate *c = certificate_new(p, CERTIFICATE_CREATED, 0);
    bool *spoken = lockstep_spoken(proof->written->p, proof);
    for (uint32_t v = 0; v < p->vars.count; v++) {
        const Var *info = &p->vars.data[v];
        bool any = false;
        for (uint32_t t = 0; t < proof->written->threads.count; t++)
            any |= spoken[proof->written->threads.data[t].vars[v]];
        if (!any || info->class == VAR_INPUT) continue;
        Term var = program_var_term(p, (VarId){v});
        if (info->class == VAR_SHARED)
            vec_push(p->run, &c->shared, var);
        else
            vec_push(p->run, &c->local[info->template.i], var);
    }
    run_release(p->run, spoken);
    return c;
}

/* Conditions speak of variables only, of which there is one copy. */
static void reject_unknown_variable(void *arg, Term var)
{
    LockstepCheck *c = arg;
    uint32_t v = term_symbol(c->k->tm, var);
    if (v >= c->w->p->vars.count || c->w->p->vars.data[v].class == VAR_INPUT || term_instance(c->k->tm, var))
        checker_fail(c->k, "a condition speaks of something else than variables");
}

static void check_conditions(LockstepCheck *c)
{
    for (uint32_t i = 0; i < c->proof->nodes.count && !c->k->problem; i++) {
        const LockstepNode *n = &c->proof->nodes.data[i];
        if (!term_is(n->known) || (n->cut && !term_is(n->invariant))) checker_fail(c->k, "node %u has no condition", i);
    }
    lockstep_each_spoken(c->k->tm, c->proof, reject_unknown_variable, c);
}

/* Thread starts and initial values are the program's, by the checker's own reading (checker/written.h). */
static const WrittenOut *write_out_proof_threads(Checker *k, const LockstepProof *proof, Program *given)
{
    ModularProof threads = {.written = proof->written};
    const char *problem = written_problem(given, &threads);
    if (problem) {
        checker_fail(k, "%s", problem);
        return NULL;
    }
    return written_new(given, &threads, run_alloc(k->run, given->edges.count + 1))->w;
}

void lockstep_check(Checker *k, const LockstepProof *proof, Program *given)
{
    Certificate *cut = certificate_new(k->p, CERTIFICATE_CREATED, 0);
    for (uint32_t l = 0; l < k->p->locs.count; l++)
        cut->cut[l] = proof->cut[l];
    k->c = cut;
    k->paths = run_alloc(k->run, (k->p->locs.count + 1) * sizeof *k->paths);
    k->has_paths = run_alloc(k->run, k->p->locs.count + 1);
    const WrittenOut *w = write_out_proof_threads(k, proof, given);
    if (k->problem || !paths_check_entries(k)) return;
    effects_find_owners(k);
    LockstepCheck check = {.k = k, .proof = proof, .w = w, .threads = w->origins.count, .copies = 1}, *c = &check;
    size_t places = (size_t)c->threads * w->from->locs.count + 1;
    c->from = run_alloc(k->run, places * sizeof *c->from);
    c->has_letters = run_alloc(k->run, places);
    intern_init(k->run, &c->pairs);
    check_conditions(c);
    if (!k->problem) lockstep_find_live(c);
    if (!k->problem) lockstep_drop_fresh(c);
    if (!k->problem) lockstep_join(c);
    if (!k->problem) lockstep_split(c);
    if (!k->problem) lockstep_check_nodes(c);
    if (!k->problem) lockstep_check_regions(c);
    intern_clear(&c->pairs);
}
