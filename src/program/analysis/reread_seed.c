/* Who reads between two looks at a counter takes what was read only if the counter has not moved. A proof needs that a
 * copy of the counter is what it is now, or older; and of the data what the errors ask of its copies, of these and of
 * what they are copies of. Refinement would learn by how much the counter has moved, one number after the other. */
#include "program/analysis/reread_seed.h"

#include "logic/term/compare.h"
#include "logic/term/walk.h"
#include "program/step.h"

typedef struct Reread {
    Program *p;
    CounterCopies copies;
    SeedTerms *out;
    VarId counter;
    bool is_found;
    bool *is_wanted; /* VarId.i -> a counter that is looked at again, or what an error is about */
    bool is_unwanted;
} Reread;

/* A comparison of the counter with a copy of it. */
static void look_for_reread(void *arg, Term t)
{
    Reread *f = arg;
    Program *p = f->p;
    if (term_kind(p->tm, t) != TERM_EQ) return;
    Term a = term_arg(p->tm, t, 0), b = term_arg(p->tm, t, 1), c = program_var_term(p, f->counter);
    Term copy = term_same(a, c) ? b : term_same(b, c) ? a : TERM_NONE;
    if (!term_is(copy) || term_kind(p->tm, copy) != TERM_VAR) return;
    f->is_found |= f->copies.original[term_symbol(p->tm, copy)].i == f->counter.i;
}

/* A step that sets it as well is a compare-and-swap. */
static bool is_looked_at_again(Reread *f)
{
    Program *p = f->p;
    f->is_found = false;
    for (uint32_t i = 0; i < p->edges.count && !f->is_found; i++) {
        const Edge *e = &p->edges.data[i];
        if (term_is(step_value(e, f->counter))) continue;
        term_for_each_subterm(p->tm, e->guard, look_for_reread, f);
        for (uint32_t k = 0; k < e->assign_count; k++)
            term_for_each_subterm(p->tm, e->assigns[k].value, look_for_reread, f);
    }
    return f->is_found;
}

static void want_variable(void *arg, Term var)
{
    const Reread *f = arg;
    f->is_wanted[term_symbol(f->p->tm, var)] = true;
}

static void want_what_errors_ask(Reread *f)
{
    Program *p = f->p;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        if (!e->is_error) continue;
        term_for_each_var(p->tm, copies_replace(&f->copies, e->guard), want_variable, f);
    }
}

static void note_unwanted(void *arg, Term var)
{
    Reread *f = arg;
    f->is_unwanted |= !f->is_wanted[term_symbol(f->p->tm, var)];
}

/* What guards say of copies, of these and of what they are copies of. */
static void seed_copied_guard(void *arg, Term atom)
{
    Reread *f = arg;
    Term asked = copies_replace(&f->copies, atom);
    if (term_same(asked, atom)) return;
    CountersOfTerm about = counters_of_term(f->p, asked);
    f->is_unwanted = false;
    term_for_each_var(f->p->tm, asked, note_unwanted, f);
    if (about.has_more || !term_is(about.first) || f->is_unwanted) return;
    seed_add(f->p, atom, f->out);
    seed_add(f->p, asked, f->out);
}

static void seed_order(Reread *f)
{
    Term c = program_var_term(f->p, f->counter);
    for (uint32_t v = 0; v < f->p->vars.count; v++)
        if (f->copies.original[v].i == f->counter.i)
            seed_add(f->p, seed_below(f->p, f->counter, c, program_var_term(f->p, (VarId){v})), f->out);
}

static bool seed_counters(Reread *f)
{
    bool any = false;
    for (uint32_t v = 0; v < f->p->vars.count; v++) {
        f->counter = (VarId){v};
        if (!seed_is_counter(f->p, f->counter) || !is_looked_at_again(f)) continue;
        if (!seed_is_moved(f->p, f->counter, f->out)) continue;
        seed_order(f);
        any = f->is_wanted[v] = true;
    }
    return any;
}

/* CounterCopies of what nobody asks about are forgotten. */
static void seed_data(Reread *f)
{
    Program *p = f->p;
    VarId *original = f->copies.original;
    want_what_errors_ask(f);
    for (uint32_t i = 0; i < p->edges.count; i++)
        term_for_each_atom(p->tm, p->edges.data[i].guard, seed_copied_guard, f);
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (original[v].i != NO_ID && !f->is_wanted[original[v].i]) original[v].i = NO_ID;
    copies_seed(&f->copies, f->out);
}

void reread_seed(Program *p, SeedTerms *out)
{
    Reread f = {.p = p, .copies = copies_find(p), .out = out, .is_wanted = run_alloc(p->run, p->vars.count + 1)};
    if (seed_counters(&f)) seed_data(&f);
    run_release(p->run, f.is_wanted);
    copies_free(&f.copies);
}
