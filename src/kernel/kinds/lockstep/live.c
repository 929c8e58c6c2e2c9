/* Where locals that are not live (checker/live.h) are of no condition of the proof either, a letter that leaves one as
 * it was has the same runs as one that assigns to it. */
#include "kernel/kinds/lockstep/live.h"

#include "base/check.h"
#include "kernel/checker/paths.h"
#include "logic/term/walk.h"

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

typedef struct Spoken {
    TermManager *tm;
    bool *of;
    uint32_t count;
} Spoken;

static void note_spoken(void *arg, Term var)
{
    Spoken *s = arg;
    if (term_symbol(s->tm, var) < s->count) s->of[term_symbol(s->tm, var)] = true;
}

bool *lockstep_spoken(const Program *written, const LockstepProof *proof)
{
    Spoken s = {written->tm, run_alloc(written->run, written->vars.count + 1), written->vars.count};
    lockstep_each_spoken(written->tm, proof, note_spoken, &s);
    return s.of;
}

void lockstep_find_live(LockstepCheck *c)
{
    c->live = checker_find_live(c->k->p);
    c->spoken = lockstep_spoken(c->w->p, c->proof);
}

bool lockstep_is_live(LockstepCheck *c, uint32_t thread, uint32_t v, uint32_t at)
{
    CHECK(v < c->k->p->vars.count && at != LOCKSTEP_UNBORN);
    if (!program_is_local_of(c->w->from, (VarId){v}, c->w->origins.data[thread].of)) return true;
    if (c->spoken[c->w->threads.data[thread].vars[v]]) return true;
    if (at == LOCKSTEP_END || !paths_from(c->k, (LocId){at})->count) return false; /* it never moves again */
    return checker_is_live(&c->live, (LocId){at}, v);
}
