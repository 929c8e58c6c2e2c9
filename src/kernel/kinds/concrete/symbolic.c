#include "kernel/kinds/concrete/symbolic.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/unsound.h"
#include "kernel/kinds/concrete/states.h"
#include "logic/smt/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

#define SIZE_MAX_OF_VALUES 2000 /* subterms of a cell */

static uint32_t symbol_of(const Explorer *x) { return x->p->vars.count + 1; } /* that of all; instances differ */

static Term fresh_symbol(Explorer *x, Sort sort)
{
    if (x->symbols && IS_UNSOUND(UNSOUND_SYMBOLS_EQUAL)) x->symbols--;
    return term_var(x->k->tm, sort, symbol_of(x), x->symbols++);
}

ConcreteCell symbolic_new(Explorer *x, Sort sort)
{
    return (ConcreteCell){.unknown = true, .term = fresh_symbol(x, sort)};
}

void symbolic_begin_step(Explorer *x)
{
    vec_clear(&x->met);
    x->symbols = x->at.symbols;
}

/* ---- values ---- */

static Term of_input(Explorer *x, Term input)
{
    for (uint32_t i = 0; i < x->met.count; i++)
        if (term_same(x->met.data[i].input, input)) return x->met.data[i].symbol;
    MetInput met = {input, fresh_symbol(x, term_sort(x->k->tm, input))};
    vec_push(x->k->run, &x->met, met);
    return met.symbol;
}

static Term of_value(Explorer *x, const Value *value, Sort sort)
{
    TermManager *tm = x->k->tm;
    if (sort.kind != SORT_ARRAY) return term_const(tm, sort, value->bits);
    Term array = term_const_array(tm, sort, term_const(tm, sort_element(sort), value->bits));
    for (uint32_t i = 0; i < value->count; i++)
        array = term_store(tm, array, term_const(tm, sort_index(sort), value->entries[i].index),
                           term_const(tm, sort_element(sort), value->entries[i].value));
    return array;
}

typedef struct Putting {
    Explorer *x;
    bool fails; /* a local that is said not to be read */
} Putting;

static Term put_in_cell_value(void *arg, TermManager *tm, Term var)
{
    Putting *in = arg;
    Explorer *x = in->x;
    uint32_t v = term_symbol(tm, var);
    const Var *info = &x->p->vars.data[v];
    uint64_t tried;
    if (info->class == VAR_INPUT) {
        if (states_tries(x, var, &tried)) return term_const(tm, info->sort, tried);
        return of_input(x, var);
    }
    const ConcreteCell *cell = states_cell(x, v);
    in->fails |= cell->unknown && !term_is(cell->term);
    return cell->unknown ? cell->term : of_value(x, &cell->value, info->sort);
}

ConcreteCell symbolic_value(Explorer *x, Term t)
{
    TermManager *tm = x->k->tm;
    Putting in = {x, false};
    Term value = term_substitute(tm, t, put_in_cell_value, &in);
    if (in.fails) return (ConcreteCell){.unknown = true};
    if (term_is_const(tm, value)) return (ConcreteCell){.value = {.bits = term_value(tm, value)}};
    if (term_size(tm, value, SIZE_MAX_OF_VALUES) >= SIZE_MAX_OF_VALUES) {
        checker_fail(x->k, "values become too large");
        return (ConcreteCell){.unknown = true};
    }
    return (ConcreteCell){.unknown = true, .term = value};
}

/* ---- conditions ---- */

#define QUICK_MILLISECONDS 3 /* what takes longer counts as more questions */

static SmtResult ask_of_conditions(Explorer *x, Term condition)
{
    StateWords key = {NULL, 0, 0};
    CertifyTerms terms = {NULL, 0, 0};
    for (uint32_t i = 0; i < x->at.conditions.count; i++)
        vec_push(x->k->run, &terms, x->at.conditions.data[i]);
    vec_push(x->k->run, &terms, condition);
    for (uint32_t i = 0; i < terms.count; i++)
        vec_push(x->k->run, &key, terms.data[i].id);
    bool is_new;
    uint32_t id = intern_add(&x->questions, key.data, key.count, &is_new);
    if (is_new) {
        double before = run_cpu_seconds();
        SmtResult result = smt_check(x->k->smt, terms.data, terms.count);
        x->asked += 1 + (uint32_t)((run_cpu_seconds() - before) * 1000 / QUICK_MILLISECONDS);
        run_poll(x->k->run);
        if (result == SMT_UNSAT) checker_add_obligation(x->k, &terms, "values that no state has");
        vec_push(x->k->run, &x->answers, result);
    }
    SmtResult result = x->answers.data[id];
    if (result == SMT_UNKNOWN) checker_fail(x->k, "the SMT solver gave up on values that are not known");
    if (x->asked > x->limit.questions) checker_fail(x->k, "too many values that are not known");
    vec_free(x->k->run, &key);
    vec_free(x->k->run, &terms);
    return result;
}

Possible symbolic_decide(Explorer *x, Term condition)
{
    if (term_is_const(x->k->tm, condition)) return term_is_true(x->k->tm, condition) ? POSSIBLE_YES : POSSIBLE_NO;
    if (ask_of_conditions(x, condition) == SMT_UNSAT) return POSSIBLE_NO;
    return ask_of_conditions(x, term_not(x->k->tm, condition)) == SMT_UNSAT ? POSSIBLE_YES : POSSIBLE_UNKNOWN;
}

void symbolic_assume(Explorer *x, Term condition)
{
    TermManager *tm = x->k->tm;
    bool is_and = term_kind(tm, condition) == TERM_AND;
    for (uint32_t i = 0; is_and && i < term_arity(tm, condition); i++)
        vec_push(x->k->run, &x->next.conditions, term_arg(tm, condition, i));
    if (!is_and) vec_push(x->k->run, &x->next.conditions, condition);
}

/* ---- names ---- */

typedef struct Naming {
    Explorer *x;
    uint32_t *name; /* per symbol, + 1; 0: none yet */
    uint32_t count;
    bool is_named; /* some symbol that was met has a name */
} Naming;

static void number_symbol(void *arg, Term symbol)
{
    Naming *n = arg;
    uint32_t i = term_instance(n->x->k->tm, symbol);
    if (!n->name[i]) n->name[i] = ++n->count;
}

static void look_for_name(void *arg, Term symbol)
{
    Naming *n = arg;
    n->is_named |= n->name[term_instance(n->x->k->tm, symbol)] != 0;
}

static Term rename_symbol(void *arg, TermManager *tm, Term symbol)
{
    const Naming *n = arg;
    CHECK(n->name[term_instance(tm, symbol)]);
    return term_var(tm, term_sort(tm, symbol), term_symbol(tm, symbol), n->name[term_instance(tm, symbol)] - 1);
}

static void for_each_cell(Explorer *x, ConcreteState *s, void (*fn)(Naming *n, ConcreteCell *cell), Naming *n)
{
    for (uint32_t i = 0; i < x->shared_count; i++)
        fn(n, &s->shared[i]);
    for (uint32_t i = 0; i < s->threads.count; i++)
        for (uint32_t k = 0; k < states_local_count(x, s->threads.data[i].template); k++)
            fn(n, &s->threads.data[i].locals[k]);
}

static void number_cell_symbols(Naming *n, ConcreteCell *cell)
{
    if (cell->unknown && term_is(cell->term)) term_for_each_var(n->x->k->tm, cell->term, number_symbol, n);
}

static void rename_cell(Naming *n, ConcreteCell *cell)
{
    if (cell->unknown && term_is(cell->term)) cell->term = term_substitute(n->x->k->tm, cell->term, rename_symbol, n);
}

static int compare_term_ids(const void *a, const void *b)
{
    const Term *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

/* Conditions that speak of a symbol with a name give names to the others that they speak of. */
static void name_conditions(Naming *n, ConcreteState *s, bool *kept)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < s->conditions.count; i++) {
            if (kept[i]) continue;
            n->is_named = false;
            term_for_each_var(n->x->k->tm, s->conditions.data[i], look_for_name, n);
            if (!n->is_named) continue;
            term_for_each_var(n->x->k->tm, s->conditions.data[i], number_symbol, n);
            kept[i] = changed = true;
        }
    }
}

void symbolic_tidy(Explorer *x, ConcreteState *s)
{
    Naming n = {.x = x, .name = run_alloc(x->k->run, (x->symbols + 1) * sizeof *n.name)};
    bool *kept = run_alloc(x->k->run, s->conditions.count + 1);
    for_each_cell(x, s, number_cell_symbols, &n);
    name_conditions(&n, s, kept);
    for_each_cell(x, s, rename_cell, &n);
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->conditions.count; i++)
        if (kept[i]) s->conditions.data[count++] = term_substitute(x->k->tm, s->conditions.data[i], rename_symbol, &n);
    if (count) qsort(s->conditions.data, count, sizeof *s->conditions.data, compare_term_ids);
    s->conditions.count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!i || !term_same(s->conditions.data[i], s->conditions.data[i - 1]))
            s->conditions.data[s->conditions.count++] = s->conditions.data[i];
    s->symbols = n.count;
    run_release(x->k->run, n.name);
    run_release(x->k->run, kept);
}
