/* A model knows no arrays, but elements of them at the indices that terms read: of an array that is arbitrary the other
 * elements do not matter, and are 0. */
#include "engines/lockstep/model.h"

#include "engines/lockstep/flags.h"

typedef struct Reader {
    const Region *r;
    const RegionView *view;
    Run *run;
} Reader;

static bool is_element_told(const Reader *m, uint32_t read)
{
    return read < m->view->reads.count && m->view->reads.data[read];
}

static Value array_value_in_model(const Reader *m, Term var)
{
    Value array = {.bits = 0};
    for (uint32_t i = 0; i < reads_count(m->r->reads); i++) {
        Term of, index;
        reads_get(m->r->reads, i, &of, &index);
        if (!term_same(of, var) || !is_element_told(m, i)) continue;
        Value at = smt_value(m->view->smt, index), element = smt_value(m->view->smt, reads_var(m->r->reads, i));
        array = value_store(m->run, NULL, &array, at.bits, element.bits);
    }
    return array;
}

static Value value_in_model(void *arg, TermManager *tm, Term var)
{
    const Reader *m = arg;
    return term_sort(tm, var).kind == SORT_ARRAY ? array_value_in_model(m, var) : smt_value(m->view->smt, var);
}

void model_tell_state(Region *r, RegionTarget *target)
{
    const uint64_t *live = r->p->nodes.data[target->node].live;
    for (uint32_t v = 0; v < r->p->l->w->p->vars.count; v++)
        if (varset_has(live, v)) region_tell(r, &target->view, target->value[v]);
}

Value *model_state(const Region *r, const RegionTarget *target)
{
    const ProductNode *node = &r->p->nodes.data[target->node];
    const Program *w = r->p->l->w->p;
    Reader m = {r, &target->view, w->run};
    Value *state = run_alloc(w->run, (w->vars.count + 1) * sizeof *state);
    for (uint32_t v = 0; v < w->vars.count; v++) {
        Term known = product_known(r->p, node, v);
        if (varset_has(node->live, v))
            state[v] = term_evaluate(w->tm, target->value[v], value_in_model, &m, NULL);
        else if (term_is(known))
            state[v].bits = term_value(w->tm, known);
    }
    return state;
}
