/* For the index r of the announced access and a shared counter c: whether c has passed r; for each local that is a copy
 * of c, whether it has passed r, and whether c has passed it; for each local that c is moved on from, whether it is
 * where c is, before and after the step; and what guards say of a copy and another local (`i < copy`). Refinement would
 * learn the equalities of the first rounds of loops one by one. */
#include "program/analysis/frontier_seed.h"

#include "base/check.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/walk.h"

#define SEEDS_MAX 24u /* more predicates than that are no short question any more */

static bool is_integer(const Program *p, VarId v, VarClass class)
{
    const Var *x = &p->vars.data[v.i];
    return x->class == class && x->sort.kind == SORT_BV;
}

static void add_seed(Program *p, Term t, FrontierTerms *out)
{
    if (term_is_const(p->tm, t) || out->count == SEEDS_MAX) return;
    for (uint32_t i = 0; i < out->count; i++)
        if (term_same(out->data[i], t)) return;
    vec_push(p->run, out, t);
}

/* a < b, as the counter is meant. */
static Term is_below(Program *p, VarId counter, Term a, Term b)
{
    return term_binary(p->tm, p->vars.data[counter.i].is_signed ? TERM_SLT : TERM_ULT, a, b);
}

/* The variable that the edge sets to the index of its access; .i = NO_ID: none. */
static VarId announced_index(Program *p, const Edge *e)
{
    for (uint32_t k = 0; k < e->assign_count && e->access_count > 0; k++) {
        const Assign *a = &e->assigns[k];
        Term index = e->accesses[0].index;
        if (!is_integer(p, a->var, VAR_SHARED) || !p->vars.data[a->var.i].is_temporary || !term_is(index)) continue;
        unsigned width = p->vars.data[a->var.i].sort.width;
        if (width >= term_sort(p->tm, index).width && term_same(a->value, term_zext(p->tm, index, width)))
            return a->var;
    }
    return (VarId){NO_ID};
}

static VarId find_announced_index(Program *p)
{
    VarId found = {NO_ID};
    for (uint32_t i = 0; i < p->edges.count && found.i == NO_ID; i++)
        found = announced_index(p, &p->edges.data[i]);
    return found;
}

/* Whether some step makes the variable a constant more than it was; *step: what it is made. */
static bool counts_itself(Program *p, VarId v, Term *step)
{
    Term var = program_var_term(p, v);
    for (uint32_t i = 0; i < p->edges.count; i++)
        for (uint32_t k = 0; k < p->edges.data[i].assign_count; k++) {
            const Assign *a = &p->edges.data[i].assigns[k];
            if (a->var.i != v.i || term_same(a->value, var)) continue;
            *step = a->value;
            if (term_is_const(p->tm, term_sub(p->tm, a->value, var))) return true;
        }
    return false;
}

/* A local that counts as the counter does: the counter is set to the local and a constant, or to a local that counts by
 * itself. They are equal, but for the time between the step of the one and that of the other. */
static void seed_moves(Program *p, VarId counter, Term value, FrontierTerms *out)
{
    Term c = program_var_term(p, counter);
    for (uint32_t v = 0; v < p->vars.count; v++) {
        Term var = program_var_term(p, (VarId){v}), step = value;
        if (!is_integer(p, (VarId){v}, VAR_LOCAL) || !sort_same(term_sort(p->tm, var), term_sort(p->tm, value)))
            continue;
        if (!term_is_const(p->tm, term_sub(p->tm, value, var))) continue;
        if (term_same(var, value)) {
            if (!counts_itself(p, (VarId){v}, &step)) continue;
            step = term_sub(p->tm, var, term_sub(p->tm, step, var)); /* what it was */
        }
        add_seed(p, term_eq(p->tm, var, c), out);
        add_seed(p, term_eq(p->tm, step, c), out);
    }
}

/* Whether there are exactly two variables, locals both, and the copy is one of them. */
typedef struct Pair {
    const Program *p;
    Term copy, other;
    bool has_copy, has_more;
} Pair;

static void note_pair(void *arg, Term var)
{
    Pair *f = arg;
    bool is_copy = term_same(var, f->copy), is_local = is_integer(f->p, (VarId){term_symbol(f->p->tm, var)}, VAR_LOCAL);
    f->has_copy |= is_copy;
    f->has_more |= !is_local || (!is_copy && term_is(f->other) && !term_same(var, f->other));
    if (!is_copy) f->other = var;
}

typedef struct Guards {
    Program *p;
    Term copy;
    FrontierTerms *out;
} Guards;

static void seed_guard(void *arg, Term atom)
{
    const Guards *g = arg;
    Pair pair = {.p = g->p, .copy = g->copy};
    term_for_each_var(g->p->tm, atom, note_pair, &pair);
    if (pair.has_copy && term_is(pair.other) && !pair.has_more) add_seed(g->p, atom, g->out);
}

static void seed_guards(Program *p, Term copy, FrontierTerms *out)
{
    Guards g = {p, copy, out};
    for (uint32_t i = 0; i < p->edges.count; i++)
        term_for_each_atom(p->tm, p->edges.data[i].guard, seed_guard, &g);
}

static void seed_copies(Program *p, VarId counter, Term index, FrontierTerms *out)
{
    Term c = program_var_term(p, counter), step = TERM_NONE;
    bool by_itself = counts_itself(p, counter, &step);
    for (uint32_t i = 0; i < p->edges.count; i++)
        for (uint32_t k = 0; k < p->edges.data[i].assign_count; k++) {
            const Assign *a = &p->edges.data[i].assigns[k];
            if (!is_integer(p, a->var, VAR_LOCAL) || !term_same(a->value, c)) continue;
            Term copy = program_var_term(p, a->var);
            add_seed(p, is_below(p, counter, c, copy), out);
            add_seed(p, is_below(p, counter, index, copy), out);
            if (by_itself) add_seed(p, term_eq(p->tm, copy, c), out);
            seed_guards(p, copy, out);
        }
}

static bool is_moved(Program *p, VarId counter, FrontierTerms *out)
{
    Term step = TERM_NONE;
    uint32_t before = out->count;
    for (uint32_t i = 0; i < p->edges.count; i++)
        for (uint32_t k = 0; k < p->edges.data[i].assign_count; k++)
            if (p->edges.data[i].assigns[k].var.i == counter.i)
                seed_moves(p, counter, p->edges.data[i].assigns[k].value, out);
    return out->count > before || counts_itself(p, counter, &step);
}

void frontier_seed(Program *p, FrontierTerms *out)
{
    VarId r = find_announced_index(p);
    for (uint32_t v = 0; v < p->vars.count && r.i != NO_ID; v++) {
        VarId counter = {v};
        if (!is_integer(p, counter, VAR_SHARED) || !p->vars.data[v].is_memory || !is_moved(p, counter, out)) continue;
        Term index = program_var_term(p, r), c = program_var_term(p, counter);
        unsigned width = p->vars.data[v].sort.width, narrow = p->vars.data[r.i].sort.width;
        if (width < narrow) continue;
        index = term_zext(p->tm, index, width);
        add_seed(p, is_below(p, counter, index, c), out);
        seed_copies(p, counter, index, out);
    }
    CHECK(out->count <= SEEDS_MAX);
}
