#include "program/watched.h"

#include "base/check.h"
#include "logic/term/walk.h"
#include "program/copy.h"

Sort watched_sort(const Program *p, const ElementWatch *watch)
{
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (watch->arrays[v]) return sort_index(p->vars.data[v].sort);
    return sort_bool(); /* no array */
}

VarId watched_index(const Program *p, uint32_t element)
{
    CHECK(element < WATCHED_MAX);
    return (VarId){p->vars.count + element};
}

/* Arrays before it. */
static uint32_t array_number(const ElementWatch *watch, VarId array)
{
    uint32_t number = 0;
    for (uint32_t v = 0; v < array.i; v++)
        number += watch->arrays[v];
    return number;
}

VarId watched_value(const Program *p, const ElementWatch *watch, VarId array, uint32_t element)
{
    CHECK(watch->arrays[array.i] && element < watch->count);
    return (VarId){p->vars.count + watch->count + array_number(watch, array) * watch->count + element};
}

static const char *watched_name(const Program *p, uint32_t element)
{
    return element ? run_format(p->run, "watched_%u", element + 1) : "watched";
}

static void add_watch_variable(Program *out, const ElementWatch *watch, const Program *p, uint32_t element)
{
    Var var = {.name = watched_name(p, element), .sort = watched_sort(p, watch), .class = VAR_SHARED};
    CHECK(var.sort.kind != SORT_BOOL);
    program_add_var(out, &var);
}

/* What all elements are at first, if they are the same. */
static Term initial_element(const Program *p, const Var *array)
{
    bool is_same = term_is(array->init) && term_kind(p->tm, array->init) == TERM_CONST_ARRAY;
    Term element = is_same ? term_arg(p->tm, array->init, 0) : TERM_NONE;
    return term_is(element) && term_is_const(p->tm, element) ? element : TERM_NONE;
}

static void add_watched_value(Program *out, const Program *p, uint32_t array, uint32_t element)
{
    Var var = p->vars.data[array];
    var.name = run_format(p->run, "%s[%s]", var.name, watched_name(p, element));
    var.init = initial_element(p, &p->vars.data[array]);
    var.sort = sort_element(var.sort);
    program_add_var(out, &var);
}

Program *watched_frame(Program *p, const ElementWatch *watch)
{
    Program *out = program_copy_frame(p, true);
    CHECK(watch->count > 0 && watch->count <= WATCHED_MAX);
    for (uint32_t k = 0; k < watch->count; k++)
        add_watch_variable(out, watch, p, k);
    for (uint32_t v = 0; v < p->vars.count; v++)
        for (uint32_t k = 0; watch->arrays[v] && k < watch->count; k++) {
            CHECK(out->vars.count == watched_value(p, watch, (VarId){v}, k).i);
            add_watched_value(out, p, v, k);
        }
    return out;
}

typedef struct Look {
    const Program *p;
    const ElementWatch *watch;
    TemplateId template;
    bool is_right;
} Look;

static void check_watch_variable(void *arg, Term var)
{
    Look *l = arg;
    uint32_t v = term_symbol(l->p->tm, var);
    const Var *of = v < l->p->vars.count ? &l->p->vars.data[v] : NULL;
    bool is_known = of && (of->class == VAR_SHARED || (of->class == VAR_LOCAL && of->template.i == l->template.i));
    l->is_right &= is_known && !l->watch->arrays[v] && term_instance(l->p->tm, var) == 0;
}

bool watched_may_be_at(const Program *p, const ElementWatch *watch, TemplateId template, Term index)
{
    Look l = {p, watch, template, sort_same(term_sort(p->tm, index), watched_sort(p, watch))};
    term_for_each_var(p->tm, index, check_watch_variable, &l);
    return l.is_right;
}
