/* Where a thread goes on the same way whichever of two guards holds, and both never do, its two letters are one: the
 * values are choices. "if (m < a[i]) m = a[i];" can then be swapped with the same of another index, which none of its
 * two ways can. */
#include "engines/lockstep/join.h"

#include "base/unsound.h"
#include "logic/smt/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/walk.h"

#define MILLISECONDS 200
#define SIZE_MAX_OF_VALUE 400 /* nodes of a term; choices of choices grow */

typedef struct Joiner {
    Letters *l;
    TermManager *tm;
    Smt *smt;
} Joiner;

static Term value_after_letter(const Joiner *j, const Letter *letter, VarId v)
{
    for (uint32_t i = 0; i < letter->assign_count; i++)
        if (letter->assigns[i].var.i == v.i) return letter->assigns[i].value;
    return program_var_term(j->l->w->p, v);
}

static bool exclude_each_other(Joiner *j, Term a, Term b)
{
    Term both = term_and(j->tm, a, b);
    if (term_is_false(j->tm, both) || IS_UNSOUND(UNSOUND_JOIN_OVERLAPS)) return true;
    if (!j->smt) {
        j->smt = smt_new(j->tm);
        smt_set_timeout(j->smt, MILLISECONDS);
    }
    return smt_check(j->smt, &both, 1) == SMT_UNSAT;
}

static bool go_the_same_way(const Letter *a, const Letter *b)
{
    return a->thread == b->thread && a->from.i == b->from.i && a->to.i == b->to.i && !a->is_error && !b->is_error &&
           a->child == NO_ID && b->child == NO_ID;
}

static void add_joined_assigns(Joiner *j, const Letter *a, const Letter *b, bool of_b, Letter *out)
{
    const Letter *of = of_b ? b : a;
    for (uint32_t i = 0; i < of->assign_count; i++) {
        VarId v = of->assigns[i].var;
        bool is_there = false;
        for (uint32_t k = 0; k < out->assign_count; k++)
            is_there |= out->assigns[k].var.i == v.i;
        if (is_there) continue;
        Term value = term_ite(j->tm, a->guard, value_after_letter(j, a, v), value_after_letter(j, b, v));
        out->assigns[out->assign_count++] = (Assign){v, value};
    }
}

/* Makes of the first letter both; false: they are too large, or may both be taken in one state. */
static bool join_two_letters(Joiner *j, Letter *a, const Letter *b)
{
    if (!go_the_same_way(a, b) || !exclude_each_other(j, a->guard, b->guard)) return false;
    Letter both = *a;
    both.assigns = run_alloc(j->l->merged->run, (a->assign_count + b->assign_count + 1) * sizeof *both.assigns);
    both.assign_count = 0;
    add_joined_assigns(j, a, b, false, &both);
    add_joined_assigns(j, a, b, true, &both);
    for (uint32_t i = 0; i < both.assign_count; i++)
        if (term_size(j->tm, both.assigns[i].value, SIZE_MAX_OF_VALUE) >= SIZE_MAX_OF_VALUE) return false;
    both.guard = both.plain = term_or(j->tm, a->guard, b->guard);
    both.exit = 0;
    letters_find_accesses(j->l, &both);
    *a = both;
    return true;
}

void letters_join(Letters *l)
{
    Joiner j = {l, l->merged->tm, NULL};
    uint32_t kept = 0;
    for (uint32_t i = 0; i < l->all.count; i++) {
        Letter letter = l->all.data[i];
        uint32_t k = 0;
        while (k < kept && !join_two_letters(&j, &l->all.data[k], &letter))
            k++;
        if (k == kept) l->all.data[kept++] = letter;
    }
    l->all.count = kept;
    letters_index(l);
    if (j.smt) smt_free(j.smt);
}
