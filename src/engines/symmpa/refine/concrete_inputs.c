#include "engines/symmpa/refine/concrete_inputs.h"

#include "base/check.h"
#include "logic/term/walk.h"

#define CONSTANTS_MAX 8 /* values that are tried of an input beside 0 and 1 */
#define FLOW_ROUNDS 4   /* through how many assignments an input is followed to where it is compared */

typedef struct Constants {
    uint64_t values[CONSTANTS_MAX];
    uint32_t count;
} Constants;

struct InputConstants {
    Program *p;
    Constants *of; /* per variable: what its value is compared with, directly or later */
};

static void add_input_constant(Constants *to, uint64_t value)
{
    for (uint32_t i = 0; i < to->count; i++)
        if (to->values[i] == value) return;
    CHECK(to->count <= CONSTANTS_MAX);
    if (value > 1 && to->count < CONSTANTS_MAX) to->values[to->count++] = value;
}

typedef struct Flow {
    InputConstants *c;
    Constants from;
} Flow;

static void collect_input_constant(void *arg, Term t)
{
    Flow *f = arg;
    TermManager *tm = f->c->p->tm;
    if (term_is_const(tm, t) && term_sort(tm, t).kind != SORT_BOOL) add_input_constant(&f->from, term_value(tm, t));
}

static void flow_back(void *arg, Term var)
{
    Flow *f = arg;
    Constants *to = &f->c->of[term_symbol(f->c->p->tm, var)];
    for (uint32_t i = 0; i < f->from.count; i++)
        add_input_constant(to, f->from.values[i]);
}

static void flow_back_assigns(InputConstants *c, const Assign *assigns, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        Flow f = {c, c->of[assigns[i].var.i]};
        if (f.from.count) term_for_each_var(c->p->tm, assigns[i].value, flow_back, &f);
    }
}

/* From the guards back through assignments. */
InputConstants *inputs_find(Program *p)
{
    InputConstants *c = run_alloc(p->run, sizeof *c);
    *c = (InputConstants){p, run_alloc(p->run, (p->vars.count + 1) * sizeof *c->of)};
    for (uint32_t i = 0; i < p->edges.count; i++) {
        Flow f = {.c = c};
        term_for_each_subterm(p->tm, p->edges.data[i].guard, collect_input_constant, &f);
        term_for_each_var(p->tm, p->edges.data[i].guard, flow_back, &f);
    }
    for (uint32_t round = 0; round < FLOW_ROUNDS; round++)
        for (uint32_t i = p->edges.count; i-- > 0;) {
            flow_back_assigns(c, p->edges.data[i].assigns, p->edges.data[i].assign_count);
            flow_back_assigns(c, p->edges.data[i].args, p->edges.data[i].arg_count);
        }
    return c;
}

void inputs_add(InputConstants *constants, const Trace *known)
{
    for (uint32_t i = 0; i < known->steps.count; i++)
        for (uint32_t k = 0; k < known->steps.data[i].inputs.count; k++) {
            const TraceValue *v = &known->steps.data[i].inputs.data[k];
            bool is_array = constants->p->vars.data[v->var.i].sort.kind == SORT_ARRAY;
            if (!is_array) add_input_constant(&constants->of[v->var.i], v->value.bits);
        }
}

void inputs_free(InputConstants *constants)
{
    Run *run = constants->p->run;
    run_release(run, constants->of);
    run_release(run, constants);
}

uint32_t inputs_choices(const InputConstants *constants, const Machine *m, EdgeId edge)
{
    uint32_t inputs = machine_input_count(m, edge), most = 0;
    for (uint32_t i = 0; i < inputs; i++) {
        uint32_t count = constants->of[machine_input_var(m, edge, i).i].count;
        if (count > most) most = count;
    }
    return inputs == 0 ? 1 : inputs == 1 && !most ? 2 : 4 + most;
}

/* Choices 0 to 3: its bit, of the first two inputs; from 4 on: what it is compared with. An array is all 0: mostly it
 * stands for what new memory holds, which does not matter. */
uint64_t inputs_value(const InputConstants *constants, const Machine *m, EdgeId edge, uint32_t i, uint32_t choice)
{
    VarId v = machine_input_var(m, edge, i);
    Sort sort = constants->p->vars.data[v.i].sort;
    CHECK(choice < inputs_choices(constants, m, edge));
    if (sort.kind == SORT_ARRAY) return 0;
    if (choice < 4) return i < 2 ? choice >> i & 1 : choice & 1;
    const Constants *list = &constants->of[v.i];
    uint64_t value = list->count ? list->values[(choice - 4) % list->count] : 0;
    if (sort.kind == SORT_BOOL) return value & 1;
    return sort.width >= 64 || sort.kind == SORT_INT ? value : value & ((UINT64_C(1) << sort.width) - 1);
}
