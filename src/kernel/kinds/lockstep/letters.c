/* Weaker guards: every step of the program is one of the weaker letter, with the same effect, so that runs of the
 * program are runs of the letters. Cases: each state has the condition or has not, so that each step is one of the two
 * letters that are made of it. Joined: inputs are the letters' own, so that what one of two does for its inputs their
 * one letter does for the same. */
#include "kernel/kinds/lockstep/letters.h"

#include "kernel/checker/assigned.h"
#include "kernel/checker/paths.h"
#include "kernel/kinds/lockstep/live.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

typedef struct Own {
    LockstepCheck *c;
    uint32_t thread;
} Own;

static Term own_var(void *arg, TermManager *tm, Term var)
{
    Own *own = arg;
    const LockstepCheck *c = own->c;
    uint32_t v = term_symbol(tm, var);
    const Var *info = &c->w->from->vars.data[v];
    if (info->class != VAR_INPUT) return program_var_term(c->w->p, (VarId){c->w->threads.data[own->thread].vars[v]});
    if (term_instance(tm, var) >= own->c->copies) own->c->copies = term_instance(tm, var) + 1;
    return TERM_NONE;
}

static Term own_term(LockstepCheck *c, uint32_t thread, Term t)
{
    Own own = {c, thread};
    return term_substitute(c->k->tm, t, own_var, &own);
}

/* The only thread that starts there. */
static uint32_t child_started_by(LockstepCheck *c, uint32_t thread, const CertifyPath *path)
{
    uint32_t child = NO_ID, count = 0;
    for (uint32_t i = 0; i < c->threads; i++) {
        const ThreadOrigin *o = &c->w->origins.data[i];
        if (o->parent != thread || o->of.i != path->spawn.i) continue;
        const Edge *start = &c->w->from->edges.data[o->start.i];
        if (start->from.i != path->from.i || start->to.i != path->to.i) continue;
        child = i;
        count++;
    }
    if (count != 1) checker_fail(c->k, "%s: it is not clear which thread is started", checker_describe(c->k, path));
    return count == 1 ? child : NO_ID;
}

static void add_path_letter(LockstepCheck *c, uint32_t thread, const CertifyPath *path)
{
    Run *run = c->k->run;
    LockstepLetter letter = {.thread = thread, .from = path->from.i, .child = NO_ID, .is_error = path->error};
    VEC(Assign) assigns = {NULL, 0, 0};
    letter.to = path->to.i == NO_ID ? LOCKSTEP_END : path->to.i;
    letter.path = path;
    letter.guard = own_term(c, thread, path->guard);
    for (uint32_t i = 0; i < path->assign_count; i++) {
        if (!lockstep_is_live(c, thread, path->assigns[i].var.i, letter.to)) continue;
        vec_push(run, &assigns,
                 ((Assign){{c->w->threads.data[thread].vars[path->assigns[i].var.i]},
                           own_term(c, thread, path->assigns[i].value)}));
    }
    if (path->spawn.i != NO_ID) {
        letter.child = child_started_by(c, thread, path);
        if (letter.child == NO_ID) return;
        for (uint32_t i = 0; i < path->arg_count; i++)
            vec_push(run, &assigns,
                     ((Assign){{c->w->threads.data[letter.child].vars[path->args[i].var.i]},
                               own_term(c, thread, path->args[i].value)}));
    }
    letter.assigns = assigns.data;
    letter.assign_count = assigns.count;
    vec_push(run, &c->letters, letter);
}

/* ---- weaker guards ---- */

static bool has_same_effect(const LockstepLetter *a, const LockstepLetter *b)
{
    if (a->is_error || b->is_error || a->to != b->to || a->child != b->child || a->assign_count != b->assign_count)
        return false;
    for (uint32_t i = 0; i < a->assign_count; i++)
        if (a->assigns[i].var.i != b->assigns[i].var.i || !term_same(a->assigns[i].value, b->assigns[i].value))
            return false;
    return true;
}

static bool says(TermManager *tm, Term guard, Term conjunct)
{
    bool found = term_same(guard, conjunct);
    for (uint32_t i = 0; term_kind(tm, guard) == TERM_AND && i < term_arity(tm, guard) && !found; i++)
        found = term_same(term_arg(tm, guard, i), conjunct);
    return found;
}

/* Conjuncts of a that are some of b, too: implied by both. */
static Term in_both(TermManager *tm, Term a, Term b)
{
    Term all = term_bool(tm, true);
    if (term_kind(tm, a) != TERM_AND) return says(tm, b, a) ? a : all;
    for (uint32_t i = 0; i < term_arity(tm, a); i++)
        if (says(tm, b, term_arg(tm, a, i))) all = term_and(tm, all, term_arg(tm, a, i));
    return all;
}

static void weaken_alike_letters(LockstepCheck *c, uint32_t first)
{
    uint32_t count = first;
    for (uint32_t i = first; i < c->letters.count; i++) {
        uint32_t k = first;
        while (k < count && !has_same_effect(&c->letters.data[k], &c->letters.data[i]))
            k++;
        if (k == count)
            c->letters.data[count++] = c->letters.data[i];
        else
            c->letters.data[k].guard = in_both(c->k->tm, c->letters.data[k].guard, c->letters.data[i].guard);
    }
    c->letters.count = count;
}

const LockstepIds *lockstep_letters(LockstepCheck *c, uint32_t thread, uint32_t at)
{
    static const LockstepIds none = {NULL, 0, 0};
    if (at == LOCKSTEP_UNBORN || at == LOCKSTEP_END) return &none;
    size_t place = (size_t)thread * c->w->from->locs.count + at;
    if (c->has_letters[place]) return &c->from[place];
    c->has_letters[place] = true;
    const CertifyPaths *paths = paths_from(c->k, (LocId){at});
    uint32_t first = c->letters.count;
    for (uint32_t i = 0; i < paths->count && !c->k->problem; i++)
        add_path_letter(c, thread, &paths->data[i]);
    if (c->proof->weakened) weaken_alike_letters(c, first);
    for (uint32_t i = first; i < c->letters.count; i++)
        vec_push(c->k->run, &c->from[place], i);
    return &c->from[place];
}

/* ---- steps that are one ---- */

Term lockstep_left_by(const LockstepCheck *c, const LockstepLetter *letter, uint32_t v)
{
    Term value = checker_assigned(letter->assigns, letter->assign_count, v);
    return term_is(value) ? value : program_var_term(c->w->p, (VarId){v});
}

static bool never_both(LockstepCheck *c, const LockstepLetter *a, const LockstepLetter *b)
{
    if (a->is_error || b->is_error || a->to != b->to || a->child != NO_ID || b->child != NO_ID) return false;
    CertifyTerms terms = {NULL, 0, 0};
    vec_push(c->k->run, &terms, a->guard);
    vec_push(c->k->run, &terms, b->guard);
    bool never = term_is_false(c->k->tm, term_and(c->k->tm, a->guard, b->guard)) ||
                 checker_unsatisfiable(c->k, &terms, "two steps are never possible both");
    vec_free(c->k->run, &terms);
    return never;
}

/* Whichever can be taken, the letter does what it does; it can be taken if one of them can. */
static LockstepLetter one_of(LockstepCheck *c, const LockstepLetter *a, const LockstepLetter *b)
{
    TermManager *tm = c->k->tm;
    LockstepLetter out = *a;
    VEC(Assign) assigns = {NULL, 0, 0};
    for (uint32_t v = 0; v < c->w->p->vars.count; v++) {
        Term own = program_var_term(c->w->p, (VarId){v}), first = lockstep_left_by(c, a, v),
             second = lockstep_left_by(c, b, v);
        if (term_same(first, own) && term_same(second, own)) continue;
        vec_push(c->k->run, &assigns, ((Assign){{v}, term_ite(tm, a->guard, first, second)}));
    }
    out.assigns = assigns.data;
    out.assign_count = assigns.count;
    out.guard = term_or(tm, a->guard, b->guard);
    return out;
}

static void join_letters(LockstepCheck *c, LockstepIds *ids)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < ids->count && !c->k->problem; i++) {
        const LockstepLetter *letter = &c->letters.data[ids->data[i]];
        uint32_t k = 0;
        while (k < kept && !never_both(c, &c->letters.data[ids->data[k]], letter))
            k++;
        if (k < kept)
            c->letters.data[ids->data[k]] = one_of(c, &c->letters.data[ids->data[k]], letter);
        else
            ids->data[kept++] = ids->data[i];
    }
    ids->count = kept;
}

void lockstep_join(LockstepCheck *c)
{
    for (uint32_t t = 0; t < c->threads && c->proof->joined; t++)
        for (uint32_t l = 0; l < c->w->from->locs.count && !c->k->problem; l++)
            join_letters(c, &c->from[(size_t)t * c->w->from->locs.count + l]);
}

/* ---- cases ---- */

static void split_by_case(LockstepCheck *c, const LockstepCase *by)
{
    TermManager *tm = c->k->tm;
    const LockstepIds whole = *lockstep_letters(c, by->thread, by->from.i);
    LockstepIds *ids = &c->from[(size_t)by->thread * c->w->from->locs.count + by->from.i];
    for (uint32_t i = 0, count = whole.count; i < count; i++) {
        LockstepLetter *letter = &c->letters.data[ids->data[i]], other;
        if (!term_is(letter->plain)) letter->plain = letter->guard;
        other = *letter;
        letter->guard = term_and(tm, letter->guard, by->condition);
        other.guard = term_and(tm, other.guard, term_not(tm, by->condition));
        vec_push(c->k->run, ids, c->letters.count);
        vec_push(c->k->run, &c->letters, other);
    }
}

void lockstep_split(LockstepCheck *c)
{
    for (uint32_t i = 0; i < c->proof->cases.count && !c->k->problem; i++) {
        const LockstepCase *by = &c->proof->cases.data[i];
        const Program *p = c->w->from;
        if (by->thread < c->threads && by->from.i < p->locs.count && c->proof->cut[by->from.i] &&
            p->locs.data[by->from.i].template.i == c->w->origins.data[by->thread].of.i)
            split_by_case(c, by);
        else
            checker_fail(c->k, "cases are told apart at no cut location of the thread");
    }
}
