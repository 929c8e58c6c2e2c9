/* Where locals that are not live (checker/live.h) are of no condition of the proof either, a letter that leaves one as
 * it was has the same runs as one that assigns to it. */
#include "certify/lockstep/live.h"

#include "base/check.h"
#include "certify/checker/paths.h"
#include "term/walk.h"

void lockstep_each_spoken(TermManager *tm, const LockstepProof *proof, void (*fn)(void *arg, Term var), void *arg)
{
    for (uint32_t i = 0; i < proof->cases.count; i++)
        term_for_each_var(tm, proof->cases.data[i].condition, fn, arg);
    for (uint32_t i = 0; i < proof->nodes.count; i++) {
        const LockstepNode *n = &proof->nodes.data[i];
        if (term_is(n->known)) term_for_each_var(tm, n->known, fn, arg);
        if (n->cut && term_is(n->invariant)) term_for_each_var(tm, n->invariant, fn, arg);
    }
}

static void note_spoken(void *arg, Term var)
{
    LockstepCheck *c = arg;
    uint32_t v = term_symbol(c->k->tm, var);
    if (v < c->w->p->vars.count) c->spoken[v] = true;
}

void lockstep_find_live(LockstepCheck *c)
{
    c->live = checker_find_live(c->k->p);
    c->spoken = run_alloc(c->k->run, c->w->p->vars.count + 1);
    lockstep_each_spoken(c->k->tm, c->proof, note_spoken, c);
}

bool lockstep_is_live(LockstepCheck *c, uint32_t thread, uint32_t v, uint32_t at)
{
    CHECK(v < c->k->p->vars.count && at != LOCKSTEP_UNBORN);
    if (!program_is_local_of(c->w->from, (VarId){v}, c->w->origins.data[thread].of)) return true;
    if (c->spoken[c->w->threads.data[thread].vars[v]]) return true;
    if (at == LOCKSTEP_END || !paths_from(c->k, (LocId){at})->count) return false; /* it never moves again */
    return checker_is_live(&c->live, (LocId){at}, v);
}
