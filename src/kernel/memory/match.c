/* Let the guard of the wanted step imply that one of some edges can be taken, each of which leads to the same place and
 * makes the same of all variables of the plain program and of all bits. Then every run of the plain program with the
 * wanted values of bits is one of the instrumented program, step by step. Variables that are neither are arbitrary
 * here. */
#include "kernel/memory/match.h"

#include "base/check.h"
#include "kernel/checker/after.h"
#include "kernel/checker/assigned.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"

/* ---- what is not instrumented ---- */

static bool same_variable(const Var *a, const Var *b)
{
    return a->class == b->class && sort_same(a->sort, b->sort) && a->template.i == b->template.i &&
           a->is_parameter == b->is_parameter && a->init.id == b->init.id;
}

void match_frame(MemoryCheck *m, const Program *plain)
{
    const Program *q = m->k->p;
    bool same = q->tm == plain->tm && q->vars.count >= plain->vars.count && q->locs.count >= plain->locs.count &&
                q->templates.count == plain->templates.count && !q->is_merged && !plain->is_merged;
    for (uint32_t v = 0; v < plain->vars.count && same; v++)
        same = same_variable(&q->vars.data[v], &plain->vars.data[v]);
    for (uint32_t t = 0; t < plain->templates.count && same; t++) {
        const Template *a = &q->templates.data[t], *b = &plain->templates.data[t];
        same = a->entry.i == b->entry.i && a->initial == b->initial && a->cardinality >= b->cardinality;
    }
    for (uint32_t l = 0; l < plain->locs.count && same; l++) {
        const Loc *a = &q->locs.data[l], *b = &plain->locs.data[l];
        same = a->template.i == b->template.i && a->atomic == b->atomic;
    }
    same = same && q->counts_initial == plain->counts_initial && q->has_ideal_integers == plain->has_ideal_integers;
    if (!same) checker_fail(m->k, "the program that is asked about the memory model is another one");
    if (plain->unproved) checker_fail(m->k, "%s", plain->unproved);
}

/* ---- effects ---- */

static const char *describe(const MemoryCheck *m, const Edge *e) { return program_describe_edge(m->f->p, e); }

/* by_solver: where it is not the same term the solver is asked, under the condition. */
static bool is_equal(MemoryCheck *m, Term a, Term b, Term condition, bool by_solver)
{
    TermManager *tm = m->k->tm;
    if (term_same(a, b)) return true;
    if (!by_solver || !sort_same(term_sort(tm, a), term_sort(tm, b)) || term_sort(tm, a).kind == SORT_ARRAY)
        return false;
    Term both[] = {condition, term_ne(tm, a, b)};
    return checker_impossible(m->k, both, 2, "a bit gets its value");
}

/* What the wanted step makes of the variable. */
static Term wanted_value(MemoryCheck *m, const WantedStep *w, VarId v)
{
    if (v.i < m->f->p->vars.count) {
        Term value = checker_edge_assigns(w->e, v.i);
        return term_is(value) ? value : program_var_term(m->k->p, v);
    }
    BitStep after = w->after;
    return memory_bits_variable(&after, v);
}

static bool assigns_same(MemoryCheck *m, const WantedStep *w, const Edge *actual, Term condition, bool by_solver)
{
    for (uint32_t i = 0; i < actual->assign_count; i++) {
        const Assign *a = &actual->assigns[i];
        if (m->is_known[a->var.i] && !is_equal(m, wanted_value(m, w, a->var), a->value, condition, by_solver))
            return false;
    }
    const Assign *lists[] = {w->e->assigns, w->after.values.data};
    const uint32_t counts[] = {w->e->assign_count, w->after.values.count};
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i < counts[k]; i++) {
            VarId v = lists[k][i].var;
            if (term_is(checker_edge_assigns(actual, v.i))) continue;
            if (!is_equal(m, lists[k][i].value, program_var_term(m->k->p, v), condition, by_solver)) return false;
        }
    return true;
}

/* Threads begin with the same. */
static bool gives_same(MemoryCheck *m, const WantedStep *w, const Edge *actual, Term condition, bool by_solver)
{
    BitStep after = w->after;
    if (actual->spawn.i == NO_ID) return true;
    for (uint32_t i = 0; i < actual->arg_count; i++) {
        const Assign *a = &actual->args[i];
        bool is_plain = a->var.i < m->f->p->vars.count;
        Term value = is_plain ? checker_edge_gives(w->e, a->var.i) : memory_bits_started(&after, a->var, actual->spawn);
        if (is_plain && !term_is(value)) return false;
        if (term_is(value) && !is_equal(m, value, a->value, condition, by_solver)) return false;
    }
    for (uint32_t i = 0; i < w->e->arg_count; i++)
        if (!term_is(checker_edge_gives(actual, w->e->args[i].var.i))) return false;
    VarId v;
    for (uint32_t i = 0; (v = memory_bits_inherited(m, actual->spawn, i)).i != NO_ID; i++)
        if (!term_is(checker_edge_gives(actual, v.i))) return false;
    return true;
}

static bool has_effect(MemoryCheck *m, const WantedStep *w, const Edge *actual, bool by_solver)
{
    if (actual->is_error || actual->to.i != w->e->to.i || actual->spawn.i != w->e->spawn.i) return false;
    Term condition = term_and(m->k->tm, w->guard, actual->guard);
    return assigns_same(m, w, actual, condition, by_solver) && gives_same(m, w, actual, condition, by_solver);
}

/* ---- guards ---- */

/* Where the guard holds, and it is not excused, one of the others holds. */
static bool is_covered(MemoryCheck *m, Term guard, Term excused, Term others)
{
    TermManager *tm = m->k->tm;
    Term left = term_and(tm, guard, term_not(tm, others));
    if (term_is_false(tm, left)) return true;
    if (term_is(excused)) left = term_and(tm, left, term_not(tm, excused));
    return checker_impossible(m->k, &left, 1, "a step of the instrumented program is possible");
}

void match_step(MemoryCheck *m, const WantedStep *w)
{
    const Program *q = m->k->p;
    BitStep after = w->after;
    if (w->e->spawn.i != NO_ID) memory_bits_require_started(&after, w->e->spawn);
    for (int by_solver = 0; by_solver < 2 && !m->k->problem; by_solver++) {
        Term any = term_bool(m->k->tm, false);
        for (uint32_t i = 0; i < program_out_count(q, w->e->from); i++) {
            const Edge *actual = program_out_edge(q, w->e->from, i);
            if (!has_effect(m, w, actual, by_solver)) continue;
            if (term_same(actual->guard, w->guard)) return;
            any = term_or(m->k->tm, any, actual->guard);
        }
        if (is_covered(m, w->guard, w->excused, any)) return;
    }
    checker_fail(m->k, "under the memory model another step must be possible at %s", describe(m, w->e));
}

/* Of a junction: each conjunct of b is one of a. */
static bool has_conjuncts(TermManager *tm, Term a, Term b) { return term_same(term_and(tm, a, b), a); }

void match_error(MemoryCheck *m, const Edge *e, Term guard, Term excused)
{
    const Program *q = m->k->p;
    TermManager *tm = m->k->tm;
    Term any = term_bool(tm, false);
    if (term_is_false(tm, guard)) return;
    for (uint32_t i = 0; i < program_out_count(q, e->from); i++) {
        const Edge *actual = program_out_edge(q, e->from, i);
        if (!actual->is_error) continue;
        if (has_conjuncts(tm, guard, actual->guard)) return;
        any = term_or(tm, any, actual->guard);
    }
    if (!m->k->problem && is_covered(m, guard, excused, any)) return;
    checker_fail(m->k, "under the memory model an error must be possible at %s", describe(m, e));
}
