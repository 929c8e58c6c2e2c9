/* For the index r of the announced access and a shared counter c: whether c has passed r; for each local that is a copy
 * of c, whether it has passed r, and whether c has passed it; for each local that c is moved on from, whether it is
 * where c is, before and after the step; and what guards say of a copy and another local (`i < copy`). Refinement would
 * learn the equalities of the first rounds of loops one by one. */
#include "program/analysis/frontier_seed.h"

#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/walk.h"
#include "program/analysis/ring_seed.h"

/* The variable that the edge sets to the index of its access; .i = NO_ID: none. */
static VarId announced_index(Program *p, const Edge *e)
{
    for (uint32_t k = 0; k < e->assign_count && e->access_count > 0; k++) {
        const Assign *a = &e->assigns[k];
        Term index = e->accesses[0].index;
        if (!seed_is_integer(p, a->var, VAR_SHARED) || !p->vars.data[a->var.i].is_temporary || !term_is(index))
            continue;
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

/* Whether there are exactly two variables, locals both, and the copy is one of them. */
typedef struct Pair {
    const Program *p;
    Term copy, other;
    bool has_copy, has_more;
} Pair;

static void note_pair(void *arg, Term var)
{
    Pair *f = arg;
    bool is_copy = term_same(var, f->copy),
         is_local = seed_is_integer(f->p, (VarId){term_symbol(f->p->tm, var)}, VAR_LOCAL);
    f->has_copy |= is_copy;
    f->has_more |= !is_local || (!is_copy && term_is(f->other) && !term_same(var, f->other));
    if (!is_copy) f->other = var;
}

typedef struct Guards {
    Program *p;
    Term copy;
    SeedTerms *out;
} Guards;

static void seed_guard(void *arg, Term atom)
{
    const Guards *g = arg;
    Pair pair = {.p = g->p, .copy = g->copy};
    term_for_each_var(g->p->tm, atom, note_pair, &pair);
    if (pair.has_copy && term_is(pair.other) && !pair.has_more) seed_add(g->p, atom, g->out);
}

static void seed_guards(Program *p, Term copy, SeedTerms *out)
{
    Guards g = {p, copy, out};
    for (uint32_t i = 0; i < p->edges.count; i++)
        term_for_each_atom(p->tm, p->edges.data[i].guard, seed_guard, &g);
}

static void seed_copies(Program *p, VarId counter, Term index, SeedTerms *out)
{
    Term c = program_var_term(p, counter), step = TERM_NONE;
    bool by_itself = seed_counts_itself(p, counter, &step);
    for (uint32_t i = 0; i < p->edges.count; i++)
        for (uint32_t k = 0; k < p->edges.data[i].assign_count; k++) {
            const Assign *a = &p->edges.data[i].assigns[k];
            if (!seed_is_integer(p, a->var, VAR_LOCAL) || !term_same(a->value, c)) continue;
            Term copy = program_var_term(p, a->var);
            seed_add(p, seed_below(p, counter, c, copy), out);
            seed_add(p, seed_below(p, counter, index, copy), out);
            if (by_itself) seed_add(p, term_eq(p->tm, copy, c), out);
            seed_guards(p, copy, out);
        }
}

void frontier_seed(Program *p, SeedTerms *out)
{
    VarId r = find_announced_index(p);
    if (r.i != NO_ID && ring_seed(p, r, out)) return;
    for (uint32_t v = 0; v < p->vars.count && r.i != NO_ID; v++) {
        VarId counter = {v};
        if (!seed_is_counter(p, counter) || !seed_is_moved(p, counter, out)) continue;
        Term index = program_var_term(p, r), c = program_var_term(p, counter);
        unsigned width = p->vars.data[v].sort.width, narrow = p->vars.data[r.i].sort.width;
        if (width < narrow) continue;
        index = term_zext(p->tm, index, width);
        seed_add(p, seed_below(p, counter, index, c), out);
        seed_copies(p, counter, index, out);
    }
}
