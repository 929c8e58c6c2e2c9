#include "kernel/kinds/concrete/cells.h"

#include <string.h>

#include "base/unsound.h"
#include "kernel/kinds/concrete/states.h"
#include "kernel/kinds/concrete/symbolic.h"
#include "logic/term/boolean.h"
#include "logic/term/evaluate.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

static const ConcreteCell nothing = {.unknown = true};

static bool has_entry(const Value *v, uint32_t place, uint64_t index)
{
    return place < v->count && v->entries[place].index == index;
}

/* A copy with this element, or without it where it is not known. */
static ConcreteCell with_element(Explorer *x, const ConcreteCell *array, uint64_t index, const ConcreteCell *element)
{
    const Value *v = &array->value;
    uint32_t place = value_entry(v, index), behind = place + has_entry(v, place, index);
    ConcreteCell made = nothing;
    ArrayEntry *to = value_entries(x->k->run, x->made, v->count + 1);
    made.value.entries = to;
    if (place) memcpy(to, v->entries, place * sizeof *to);
    made.value.count = place;
    if (!element->unknown) to[made.value.count++] = (ArrayEntry){index, element->value.bits};
    if (behind < v->count) memcpy(&to[made.value.count], &v->entries[behind], (v->count - behind) * sizeof *to);
    made.value.count += v->count - behind;
    return made;
}

/* ---- elements that are known ---- */

static ConcreteCell select_from(Explorer *x, Term t)
{
    TermManager *tm = x->k->tm;
    ConcreteCell index = cells_evaluate(x, term_arg(tm, t, 1));
    if (index.unknown) return nothing;
    ConcreteCell array = cells_evaluate(x, term_arg(tm, t, 0));
    if (!array.unknown) return (ConcreteCell){.value = {.bits = value_select(&array.value, index.value.bits)}};
    uint32_t place = value_entry(&array.value, index.value.bits);
    if (!has_entry(&array.value, place, index.value.bits)) return nothing;
    return (ConcreteCell){.value = {.bits = array.value.entries[place].value}};
}

static ConcreteCell choose(Explorer *x, Term t)
{
    ConcreteCell condition = cells_evaluate(x, term_arg(x->k->tm, t, 0));
    return condition.unknown ? nothing : cells_evaluate(x, term_arg(x->k->tm, t, condition.value.bits ? 1 : 2));
}

/* A scalar that is known goes into the place of the term that it is the value of. */
static Term put_in_known(void *arg, TermManager *tm, Term t)
{
    Explorer *x = arg;
    TermKind kind = term_kind(tm, t);
    Sort sort = term_sort(tm, t);
    if (sort.kind == SORT_ARRAY || (kind != TERM_SELECT && kind != TERM_ITE)) return TERM_NONE;
    ConcreteCell cell = kind == TERM_SELECT ? select_from(x, t) : choose(x, t);
    return cell.unknown ? TERM_NONE : term_const(tm, sort, cell.value.bits);
}

/* ---- arrays ---- */

static ConcreteCell store_in(Explorer *x, Term t)
{
    TermManager *tm = x->k->tm;
    ConcreteCell index = cells_evaluate(x, term_arg(tm, t, 1));
    if (index.unknown) return IS_UNSOUND(UNSOUND_ELEMENTS_KEPT) ? cells_evaluate(x, term_arg(tm, t, 0)) : nothing;
    ConcreteCell array = cells_evaluate(x, term_arg(tm, t, 0)), element = cells_evaluate(x, term_arg(tm, t, 2));
    if (!array.unknown) return nothing; /* then the element is not known, and all the others are: not kept */
    return with_element(x, &array, index.value.bits, &element);
}

static ConcreteCell array_value(Explorer *x, Term t)
{
    switch ((int)term_kind(x->k->tm, t)) {
    case TERM_VAR: return *states_cell(x, term_symbol(x->k->tm, t));
    case TERM_STORE: return store_in(x, t);
    case TERM_ITE: return choose(x, t);
    default: return nothing;
    }
}

/* Without symbols; not all variables of the term are known, and one of them is an array. */
static ConcreteCell partial_value(Explorer *x, Term t)
{
    TermManager *tm = x->k->tm;
    if (term_sort(tm, t).kind == SORT_ARRAY) return array_value(x, t);
    Term known = term_replace(tm, t, put_in_known, x);
    return term_same(known, t) ? nothing : cells_evaluate(x, known);
}

/* ---- terms ---- */

static void look_for_unknown(void *arg, Term var)
{
    Explorer *x = arg;
    uint32_t v = term_symbol(x->k->tm, var);
    uint64_t value;
    bool unknown = x->p->vars.data[v].class == VAR_INPUT ? !states_tries(x, var, &value) : states_cell(x, v)->unknown;
    x->unknown |= unknown;
    x->array_unknown |= unknown && x->p->vars.data[v].class != VAR_INPUT && x->p->vars.data[v].sort.kind == SORT_ARRAY;
}

static Value look_up_cell(void *arg, TermManager *tm, Term var)
{
    Explorer *x = arg;
    uint64_t value = 0;
    if (x->p->vars.data[term_symbol(tm, var)].class != VAR_INPUT) return states_cell(x, term_symbol(tm, var))->value;
    RUN_CHECK(x->k->run, states_tries(x, var, &value));
    return (Value){.bits = value};
}

/* Unknown when any variable of it is; but of a choice whose condition is known only what is chosen matters. */
ConcreteCell cells_evaluate(Explorer *x, Term t)
{
    TermManager *tm = x->k->tm;
    while (term_kind(tm, t) == TERM_ITE) {
        ConcreteCell condition = cells_evaluate(x, term_arg(tm, t, 0));
        if (condition.unknown) break;
        t = term_arg(tm, t, condition.value.bits ? 1 : 2);
    }
    x->unknown = x->array_unknown = false;
    term_for_each_var(tm, t, look_for_unknown, x);
    ConcreteCell cell = {.unknown = x->unknown};
    if (cell.unknown && x->k->c->symbols) return symbolic_value(x, t);
    if (cell.unknown && x->array_unknown && x->k->c->elements) return partial_value(x, t);
    if (!cell.unknown) cell.value = term_evaluate_in(x->made, tm, t, look_up_cell, x, &x->overflow);
    return cell;
}
