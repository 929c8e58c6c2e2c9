/* For the index r of the announced access and a shared counter c: whether c has passed r; for each local that is a copy
 * of c, whether it has passed r, and whether c has passed it; for each local that c is moved on from, whether it is
 * where c is, before and after the step; and what guards say of a copy and another local (`i < copy`). Refinement would
 * learn the equalities of the first rounds of loops one by one.
 *
 * In a ring, what is filled lies between two counters. Who uses the ring looks at copies of both, so what guards and
 * indices say of copies is asked of the counters themselves: whether r is the element of c; and how far the counters
 * are apart, nothing, less than the ring has, or not more. */
#include "program/analysis/frontier_seed.h"

#include "base/check.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

#define SEEDS_MAX 24u /* more predicates than that are no short question any more */

static bool is_integer(const Program *p, VarId v, VarClass class)
{
    const Var *x = &p->vars.data[v.i];
    return x->class == class && x->sort.kind == SORT_BV;
}

static bool is_bit(const Program *p, VarId v, VarClass class)
{
    const Var *x = &p->vars.data[v.i];
    return x->class == class && x->sort.kind == SORT_BOOL && x->is_temporary;
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

/* ---- rings ---- */

typedef struct Ring {
    Program *p;
    VarId *original; /* VarId.i -> a shared variable that a local is a copy of; .i = NO_ID: of none */
    FrontierTerms *out;
    bool has_two;     /* counters that a guard compares */
    bool has_element; /* of a counter, which is accessed */
} Ring;

static void find_originals(Ring *f)
{
    Program *p = f->p;
    f->original = run_alloc(p->run, (p->vars.count + 1) * sizeof *f->original);
    for (uint32_t v = 0; v < p->vars.count; v++)
        f->original[v] = (VarId){NO_ID};
    for (uint32_t i = 0; i < p->edges.count; i++)
        for (uint32_t k = 0; k < p->edges.data[i].assign_count; k++) {
            const Assign *a = &p->edges.data[i].assigns[k];
            if (!is_integer(p, a->var, VAR_LOCAL) || term_kind(p->tm, a->value) != TERM_VAR) continue;
            VarId from = {term_symbol(p->tm, a->value)};
            if (is_integer(p, from, VAR_SHARED) && p->vars.data[from.i].is_memory) f->original[a->var.i] = from;
        }
}

static Term original_of(void *arg, TermManager *tm, Term var)
{
    const Ring *f = arg;
    VarId original = f->original[term_symbol(tm, var)];
    return original.i == NO_ID ? TERM_NONE : program_var_term(f->p, original);
}

/* Which shared counters a term is about, and whether about nothing else. */
typedef struct About {
    const Program *p;
    Term first, second; /* TERM_NONE: none */
    bool has_more;
} About;

static void note_counter(void *arg, Term var)
{
    About *f = arg;
    VarId v = {term_symbol(f->p->tm, var)};
    if (!is_integer(f->p, v, VAR_SHARED) || !f->p->vars.data[v.i].is_memory)
        f->has_more = true;
    else if (!term_is(f->first) || term_same(f->first, var))
        f->first = var;
    else if (!term_is(f->second) || term_same(f->second, var))
        f->second = var;
    else
        f->has_more = true;
}

/* Where the two sides of a comparison are the same, if they are so at one distance of the counters: which. */
static bool is_at_distance(TermManager *tm, Term atom, Term distance, Term *at)
{
    TermKind kind = term_kind(tm, atom);
    if (kind != TERM_EQ && kind != TERM_ULT && kind != TERM_ULE && kind != TERM_SLT && kind != TERM_SLE) return false;
    Term left = term_arg(tm, atom, 0), right = term_arg(tm, atom, 1);
    if (!sort_same(term_sort(tm, left), term_sort(tm, distance))) return false;
    *at = term_sub(tm, term_sub(tm, right, left), term_neg(tm, distance));
    if (term_is_const(tm, *at)) return true;
    *at = term_sub(tm, term_sub(tm, left, right), term_neg(tm, distance));
    return term_is_const(tm, *at);
}

/* The filled ones are `size` at most: by how much the one counter is before the other, of the two ways to subtract them
 * the one that gives the smaller number. */
static void seed_distance(Ring *f, Term atom, Term one, Term other)
{
    TermManager *tm = f->p->tm;
    Term distance = term_sub(tm, one, other), size;
    f->has_two = true;
    add_seed(f->p, term_eq(tm, one, other), f->out);
    if (!is_at_distance(tm, atom, distance, &size)) {
        add_seed(f->p, atom, f->out);
        return;
    }
    if (term_value(tm, term_neg(tm, size)) < term_value(tm, size)) {
        size = term_neg(tm, size);
        distance = term_neg(tm, distance);
    }
    add_seed(f->p, term_binary(tm, TERM_ULT, distance, size), f->out);
    add_seed(f->p, term_binary(tm, TERM_ULE, distance, size), f->out);
}

static void seed_comparison(void *arg, Term atom)
{
    Ring *f = arg;
    About about = {.p = f->p};
    Term asked = term_substitute(f->p->tm, atom, original_of, f);
    term_for_each_var(f->p->tm, asked, note_counter, &about);
    if (about.has_more || !term_is(about.second)) return;
    Sort one = term_sort(f->p->tm, about.first), other = term_sort(f->p->tm, about.second);
    if (sort_same(one, other)) seed_distance(f, asked, about.first, about.second);
}

/* Whether the announced access is of the element of a counter: the one that is accessed, or is announced. */
static void seed_element(Ring *f, VarId r, Term index)
{
    Program *p = f->p;
    About about = {.p = p};
    Term element = term_substitute(p->tm, index, original_of, f);
    term_for_each_var(p->tm, element, note_counter, &about);
    if (about.has_more || !term_is(about.first) || term_is(about.second)) return;
    unsigned width = p->vars.data[r.i].sort.width;
    if (term_sort(p->tm, element).width > width) return;
    f->has_element = true;
    add_seed(p, term_eq(p->tm, program_var_term(p, r), term_zext(p->tm, element, width)), f->out);
}

static void seed_elements(Ring *f, VarId r)
{
    for (uint32_t i = 0; i < f->p->edges.count; i++)
        for (uint32_t k = 0; k < f->p->edges.data[i].access_count; k++) {
            Term index = f->p->edges.data[i].accesses[k].index;
            if (term_is(index)) seed_element(f, r, index);
        }
}

/* Copies are as the counters are, for who moves them; and what the instrumentation for a memory model sends and
 * receives with them. */
static void seed_users(Ring *f)
{
    Program *p = f->p;
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (f->original[v].i != NO_ID)
            add_seed(p, term_eq(p->tm, program_var_term(p, (VarId){v}), program_var_term(p, f->original[v])), f->out);
    for (uint32_t i = 0; i < p->edges.count; i++)
        for (uint32_t k = 0; k < p->edges.data[i].assign_count; k++) {
            const Assign *a = &p->edges.data[i].assigns[k];
            if (!is_bit(p, a->var, VAR_SHARED) || term_kind(p->tm, a->value) != TERM_VAR ||
                !is_bit(p, (VarId){term_symbol(p->tm, a->value)}, VAR_LOCAL))
                continue;
            add_seed(p, program_var_term(p, a->var), f->out);
            add_seed(p, a->value, f->out);
        }
}

/* Whether there is a ring. */
static bool seed_ring(Program *p, VarId r, FrontierTerms *out)
{
    Ring f = {.p = p, .out = out};
    find_originals(&f);
    for (uint32_t i = 0; i < p->edges.count; i++)
        term_for_each_atom(p->tm, p->edges.data[i].guard, seed_comparison, &f);
    if (f.has_two) seed_elements(&f, r);
    if (f.has_element) seed_users(&f);
    if (!f.has_element) out->count = 0;
    run_release(p->run, f.original);
    return f.has_element;
}

/* ---- what is read between two looks at a counter ---- */

typedef struct Reread {
    Ring copies;
    VarId counter;
    bool is_found;
    bool *is_wanted; /* VarId.i -> a counter that is looked at again, or what an error is about */
    bool is_unwanted;
} Reread;

/* A comparison of the counter with a copy of it. */
static void look_for_reread(void *arg, Term t)
{
    Reread *f = arg;
    Program *p = f->copies.p;
    if (term_kind(p->tm, t) != TERM_EQ) return;
    Term a = term_arg(p->tm, t, 0), b = term_arg(p->tm, t, 1), c = program_var_term(p, f->counter);
    Term copy = term_same(a, c) ? b : term_same(b, c) ? a : TERM_NONE;
    if (!term_is(copy) || term_kind(p->tm, copy) != TERM_VAR) return;
    f->is_found |= f->copies.original[term_symbol(p->tm, copy)].i == f->counter.i;
}

static bool sets(const Edge *e, VarId v)
{
    for (uint32_t k = 0; k < e->assign_count; k++)
        if (e->assigns[k].var.i == v.i) return true;
    return false;
}

/* A step that sets it as well is a compare-and-swap. */
static bool is_looked_at_again(Reread *f)
{
    Program *p = f->copies.p;
    f->is_found = false;
    for (uint32_t i = 0; i < p->edges.count && !f->is_found; i++) {
        const Edge *e = &p->edges.data[i];
        if (sets(e, f->counter)) continue;
        term_for_each_subterm(p->tm, e->guard, look_for_reread, f);
        for (uint32_t k = 0; k < e->assign_count; k++)
            term_for_each_subterm(p->tm, e->assigns[k].value, look_for_reread, f);
    }
    return f->is_found;
}

static void want_variable(void *arg, Term var)
{
    const Reread *f = arg;
    f->is_wanted[term_symbol(f->copies.p->tm, var)] = true;
}

static void want_what_errors_ask(Reread *f)
{
    Program *p = f->copies.p;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        if (!e->is_error) continue;
        term_for_each_var(p->tm, term_substitute(p->tm, e->guard, original_of, &f->copies), want_variable, f);
    }
}

static void note_unwanted(void *arg, Term var)
{
    Reread *f = arg;
    f->is_unwanted |= !f->is_wanted[term_symbol(f->copies.p->tm, var)];
}

/* What guards say of copies, of these and of what they are copies of. */
static void seed_copied_guard(void *arg, Term atom)
{
    Reread *f = arg;
    Ring *copies = &f->copies;
    About about = {.p = copies->p};
    Term asked = term_substitute(copies->p->tm, atom, original_of, copies);
    if (term_same(asked, atom)) return;
    term_for_each_var(copies->p->tm, asked, note_counter, &about);
    f->is_unwanted = false;
    term_for_each_var(copies->p->tm, asked, note_unwanted, f);
    if (about.has_more || !term_is(about.first) || f->is_unwanted) return;
    add_seed(copies->p, atom, copies->out);
    add_seed(copies->p, asked, copies->out);
}

static void seed_order(Ring *f, VarId counter)
{
    Term c = program_var_term(f->p, counter);
    for (uint32_t v = 0; v < f->p->vars.count; v++)
        if (f->original[v].i == counter.i)
            add_seed(f->p, is_below(f->p, counter, c, program_var_term(f->p, (VarId){v})), f->out);
}

void reread_seed(Program *p, FrontierTerms *out)
{
    Reread f = {.copies = {.p = p, .out = out}};
    bool any = false;
    find_originals(&f.copies);
    f.is_wanted = run_alloc(p->run, p->vars.count + 1);
    for (uint32_t v = 0; v < p->vars.count; v++) {
        f.counter = (VarId){v};
        if (!is_integer(p, f.counter, VAR_SHARED) || !p->vars.data[v].is_memory || !is_looked_at_again(&f)) continue;
        if (!is_moved(p, f.counter, out)) continue;
        seed_order(&f.copies, f.counter);
        any = f.is_wanted[v] = true;
    }
    if (any) {
        want_what_errors_ask(&f);
        for (uint32_t i = 0; i < p->edges.count; i++)
            term_for_each_atom(p->tm, p->edges.data[i].guard, seed_copied_guard, &f);
        for (uint32_t v = 0; v < p->vars.count; v++)
            if (f.copies.original[v].i != NO_ID && !f.is_wanted[f.copies.original[v].i]) f.copies.original[v].i = NO_ID;
        seed_users(&f.copies);
    }
    run_release(p->run, f.is_wanted);
    run_release(p->run, f.copies.original);
}

void frontier_seed(Program *p, FrontierTerms *out)
{
    VarId r = find_announced_index(p);
    if (r.i != NO_ID && seed_ring(p, r, out)) return;
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
