#include "kernel/kinds/concrete/touched.h"

#include <string.h>

#include "base/check.h"
#include "kernel/kinds/concrete/sections.h"
#include "logic/term/walk.h"

uint32_t touched_words(const Explorer *x) { return x->p->vars.count / 64 + 1; }

typedef struct Adding {
    const Program *p;
    uint64_t *set;
} Adding;

static void add_letter_var(void *arg, Term var)
{
    Adding *a = arg;
    uint32_t v = term_symbol(a->p->tm, var);
    if (a->p->vars.data[v].class == VAR_SHARED) a->set[v / 64] |= UINT64_C(1) << v % 64;
}

void touched_add(const Explorer *x, uint64_t *set, Term t)
{
    Adding a = {x->p, set};
    term_for_each_var(x->k->tm, t, add_letter_var, &a);
}

bool touched_meet(const Explorer *x, const uint64_t *a, const uint64_t *b)
{
    for (uint32_t w = 0; w < touched_words(x); w++)
        if (a[w] & b[w]) return true;
    return false;
}

uint64_t *touched_set(const Explorer *x) { return run_alloc(x->k->run, touched_words(x) * sizeof(uint64_t)); }

void touched_begin(const Explorer *x, PathLetter *letter)
{
    letter->reads = touched_set(x), letter->writes = touched_set(x), letter->adds = touched_set(x);
    memset(letter->adds, 0xff, touched_words(x) * sizeof *letter->adds); /* until something else is done */
}

/* What is read is no longer only added to. */
void touched_read(const Explorer *x, PathLetter *letter, Term t)
{
    uint64_t *read = touched_set(x);
    touched_add(x, read, t);
    for (uint32_t w = 0; w < touched_words(x); w++) {
        letter->reads[w] |= read[w];
        letter->adds[w] &= ~read[w];
    }
    run_release(x->k->run, read);
}

static bool adds_constant(TermManager *tm, Term var, Term value)
{
    if (term_kind(tm, value) != TERM_ADD) return false;
    Term a = term_arg(tm, value, 0), b = term_arg(tm, value, 1);
    return (term_same(a, var) && term_is_const(tm, b)) || (term_same(b, var) && term_is_const(tm, a));
}

void touched_assign(const Explorer *x, PathLetter *letter, const Assign *a)
{
    Term var = program_var_term(x->k->p, a->var);
    uint32_t v = a->var.i;
    if (x->p->vars.data[v].class != VAR_SHARED) {
        touched_read(x, letter, a->value);
        return;
    }
    touched_add(x, letter->writes, var);
    if (adds_constant(x->k->tm, var, a->value)) {
        letter->reads[v / 64] |= UINT64_C(1) << v % 64;
        return;
    }
    touched_read(x, letter, a->value);
    letter->adds[v / 64] &= ~(UINT64_C(1) << v % 64);
}

static void touched_edge(const Explorer *x, PathLetter *letter, const Edge *e)
{
    touched_read(x, letter, e->guard);
    for (uint32_t i = 0; i < e->assign_count; i++)
        touched_assign(x, letter, &e->assigns[i]);
}

void touched_section(const Explorer *x, PathLetter *letter, const Edge *first)
{
    const Program *p = x->p;
    bool *seen = run_alloc(x->k->run, p->locs.count + 1);
    VEC(uint32_t) work = {NULL, 0, 0};
    touched_edge(x, letter, first);
    vec_push(x->k->run, &work, first->to.i);
    seen[first->to.i] = true;
    while (work.count) {
        LocId l = {vec_pop(&work)};
        for (uint32_t i = 0; i < program_out_count(p, l); i++) {
            const Edge *e = program_out_edge(p, l, i);
            touched_edge(x, letter, e);
            if (e->is_error || seen[e->to.i]) continue;
            seen[e->to.i] = true;
            if (sections_inside(x->k, e->to) || !x->k->c->cut[e->to.i]) vec_push(x->k->run, &work, e->to.i);
        }
    }
    run_release(x->k->run, seen);
    vec_free(x->k->run, &work);
}
