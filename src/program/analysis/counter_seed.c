#include "program/analysis/counter_seed.h"

#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

bool seed_is_integer(const Program *p, VarId v, VarClass class)
{
    const Var *x = &p->vars.data[v.i];
    return x->class == class && x->sort.kind == SORT_BV;
}

bool seed_is_counter(const Program *p, VarId v)
{
    return seed_is_integer(p, v, VAR_SHARED) && p->vars.data[v.i].is_memory;
}

static bool is_bit(const Program *p, VarId v, VarClass class)
{
    const Var *x = &p->vars.data[v.i];
    return x->class == class && x->sort.kind == SORT_BOOL && x->is_temporary;
}

void seed_add(Program *p, Term t, SeedTerms *out)
{
    if (term_is_const(p->tm, t) || out->count == SEEDS_MAX) return;
    for (uint32_t i = 0; i < out->count; i++)
        if (term_same(out->data[i], t)) return;
    vec_push(p->run, out, t);
}

Term seed_below(Program *p, VarId counter, Term a, Term b)
{
    return term_binary(p->tm, p->vars.data[counter.i].is_signed ? TERM_SLT : TERM_ULT, a, b);
}

/* ---- how counters move ---- */

bool seed_counts_itself(Program *p, VarId v, Term *step)
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
static void seed_moves(Program *p, VarId counter, Term value, SeedTerms *out)
{
    Term c = program_var_term(p, counter);
    for (uint32_t v = 0; v < p->vars.count; v++) {
        Term var = program_var_term(p, (VarId){v}), step = value;
        if (!seed_is_integer(p, (VarId){v}, VAR_LOCAL) || !sort_same(term_sort(p->tm, var), term_sort(p->tm, value)))
            continue;
        if (!term_is_const(p->tm, term_sub(p->tm, value, var))) continue;
        if (term_same(var, value)) {
            if (!seed_counts_itself(p, (VarId){v}, &step)) continue;
            step = term_sub(p->tm, var, term_sub(p->tm, step, var)); /* what it was */
        }
        seed_add(p, term_eq(p->tm, var, c), out);
        seed_add(p, term_eq(p->tm, step, c), out);
    }
}

bool seed_is_moved(Program *p, VarId counter, SeedTerms *out)
{
    Term step = TERM_NONE;
    uint32_t before = out->count;
    for (uint32_t i = 0; i < p->edges.count; i++)
        for (uint32_t k = 0; k < p->edges.data[i].assign_count; k++)
            if (p->edges.data[i].assigns[k].var.i == counter.i)
                seed_moves(p, counter, p->edges.data[i].assigns[k].value, out);
    return out->count > before || seed_counts_itself(p, counter, &step);
}

/* ---- copies ---- */

CounterCopies copies_find(Program *p)
{
    CounterCopies c = {.p = p, .original = run_alloc(p->run, (p->vars.count + 1) * sizeof *c.original)};
    for (uint32_t v = 0; v < p->vars.count; v++)
        c.original[v] = (VarId){NO_ID};
    for (uint32_t i = 0; i < p->edges.count; i++)
        for (uint32_t k = 0; k < p->edges.data[i].assign_count; k++) {
            const Assign *a = &p->edges.data[i].assigns[k];
            if (!seed_is_integer(p, a->var, VAR_LOCAL) || term_kind(p->tm, a->value) != TERM_VAR) continue;
            VarId from = {term_symbol(p->tm, a->value)};
            if (seed_is_counter(p, from)) c.original[a->var.i] = from;
        }
    return c;
}

void copies_free(CounterCopies *c)
{
    run_release(c->p->run, c->original);
    c->original = NULL;
}

static Term original_of(void *arg, TermManager *tm, Term var)
{
    const CounterCopies *c = arg;
    VarId original = c->original[term_symbol(tm, var)];
    return original.i == NO_ID ? TERM_NONE : program_var_term(c->p, original);
}

Term copies_replace(CounterCopies *c, Term t) { return term_substitute(c->p->tm, t, original_of, c); }

static void note_counter(void *arg, Term var)
{
    CountersOfTerm *f = arg;
    if (!seed_is_counter(f->p, (VarId){term_symbol(f->p->tm, var)}))
        f->has_more = true;
    else if (!term_is(f->first) || term_same(f->first, var))
        f->first = var;
    else if (!term_is(f->second) || term_same(f->second, var))
        f->second = var;
    else
        f->has_more = true;
}

CountersOfTerm counters_of_term(const Program *p, Term t)
{
    CountersOfTerm found = {.p = p};
    term_for_each_var(p->tm, t, note_counter, &found);
    return found;
}

void copies_seed(const CounterCopies *c, SeedTerms *out)
{
    Program *p = c->p;
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (c->original[v].i != NO_ID)
            seed_add(p, term_eq(p->tm, program_var_term(p, (VarId){v}), program_var_term(p, c->original[v])), out);
    for (uint32_t i = 0; i < p->edges.count; i++)
        for (uint32_t k = 0; k < p->edges.data[i].assign_count; k++) {
            const Assign *a = &p->edges.data[i].assigns[k];
            if (!is_bit(p, a->var, VAR_SHARED) || term_kind(p->tm, a->value) != TERM_VAR ||
                !is_bit(p, (VarId){term_symbol(p->tm, a->value)}, VAR_LOCAL))
                continue;
            seed_add(p, program_var_term(p, a->var), out);
            seed_add(p, a->value, out);
        }
}
