/* In a ring, what is filled lies between two counters. Who uses the ring looks at copies of both, so what guards and
 * indices say of copies is asked of the counters themselves: whether the announced index is the element of a counter;
 * and how far the counters are apart, nothing, less than the ring has, or not more. */
#include "program/analysis/ring_seed.h"

#include "base/check.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/walk.h"

typedef struct Ring {
    Program *p;
    CounterCopies copies;
    SeedTerms *out;
    bool has_two;     /* counters that a guard compares */
    bool has_element; /* of a counter, which is accessed */
} Ring;

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
    seed_add(f->p, term_eq(tm, one, other), f->out);
    if (!is_at_distance(tm, atom, distance, &size)) {
        seed_add(f->p, atom, f->out);
        return;
    }
    if (term_value(tm, term_neg(tm, size)) < term_value(tm, size)) {
        size = term_neg(tm, size);
        distance = term_neg(tm, distance);
    }
    seed_add(f->p, term_binary(tm, TERM_ULT, distance, size), f->out);
    seed_add(f->p, term_binary(tm, TERM_ULE, distance, size), f->out);
}

static void seed_comparison(void *arg, Term atom)
{
    Ring *f = arg;
    Term asked = copies_replace(&f->copies, atom);
    CountersOfTerm about = counters_of_term(f->p, asked);
    if (about.has_more || !term_is(about.second)) return;
    if (sort_same(term_sort(f->p->tm, about.first), term_sort(f->p->tm, about.second)))
        seed_distance(f, asked, about.first, about.second);
}

/* Whether the announced access is of the element of a counter: the one that is accessed, or is announced. */
static void seed_element(Ring *f, VarId r, Term index)
{
    Program *p = f->p;
    Term element = copies_replace(&f->copies, index);
    CountersOfTerm about = counters_of_term(p, element);
    if (about.has_more || !term_is(about.first) || term_is(about.second)) return;
    unsigned width = p->vars.data[r.i].sort.width;
    if (term_sort(p->tm, element).width > width) return;
    f->has_element = true;
    seed_add(p, term_eq(p->tm, program_var_term(p, r), term_zext(p->tm, element, width)), f->out);
}

static void seed_elements(Ring *f, VarId r)
{
    for (uint32_t i = 0; i < f->p->edges.count; i++)
        for (uint32_t k = 0; k < f->p->edges.data[i].access_count; k++) {
            Term index = f->p->edges.data[i].accesses[k].index;
            if (term_is(index)) seed_element(f, r, index);
        }
}

bool ring_seed(Program *p, VarId r, SeedTerms *out)
{
    CHECK(out->count == 0);
    Ring f = {.p = p, .copies = copies_find(p), .out = out};
    for (uint32_t i = 0; i < p->edges.count; i++)
        term_for_each_atom(p->tm, p->edges.data[i].guard, seed_comparison, &f);
    if (f.has_two) seed_elements(&f, r);
    if (f.has_element)
        copies_seed(&f.copies, out);
    else
        out->count = 0;
    copies_free(&f.copies);
    return f.has_element;
}
