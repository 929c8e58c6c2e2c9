#include "engines/modular/path.h"

#include <string.h>

#include "base/check.h"
#include "logic/smt/check.h"
#include "logic/smt/value.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/substitute.h"
#include "program/step.h"

static Value given_value(const TraceValues *values, VarId v)
{
    const Value *found = trace_find(values, v, 0);
    return found ? *found : (Value){.bits = 0};
}

static void start_sequential_path(SequentialPath *path, State *s)
{
    const Program *p = path->s->p;
    state_start(&path->machine, s);
    state_add_thread(&path->machine, s, (TemplateId){0});
    const Template *t = &p->templates.data[0];
    for (uint32_t i = 0; i < t->locals.count; i++) {
        VarId v = {t->locals.data[i]};
        if (!term_is(p->vars.data[v.i].init))
            s->threads.data[0].locals[i] = given_value(&path->trace->initial.data[0].locals, v);
    }
}

static StepResult take_path_step(SequentialPath *path, uint32_t i, State *s)
{
    const TraceStep *step = &path->trace->steps.data[i];
    uint32_t count = machine_input_count(&path->machine, step->edge);
    Value *inputs = run_alloc(path->machine.run, (count + 1) * sizeof *inputs);
    for (uint32_t k = 0; k < count; k++)
        inputs[k] = given_value(&step->inputs, machine_input_var(&path->machine, step->edge, k));
    MachineStep concrete = {0, step->edge, inputs, false};
    StepResult result = state_step(&path->machine, s, &concrete);
    run_release(path->machine.run, inputs);
    return result;
}

void path_init(SequentialPath *path, const ModularThreads *t, const Sequential *s, const Trace *trace)
{
    memset(path, 0, sizeof *path);
    path->t = t;
    path->s = s;
    path->trace = trace;
    path->count = trace->steps.count;
    machine_init(&path->machine, s->p);
    RUN_CHECK(s->p->run, path->count > 0 && trace->initial.count == 1);
    vec_resize(s->p->run, &path->states, path->count);
    start_sequential_path(path, &path->states.data[0]);
    for (uint32_t i = 0; i + 1 < path->count; i++) {
        state_copy(&path->machine, &path->states.data[i + 1], &path->states.data[i]);
        RUN_CHECK(s->p->run, take_path_step(path, i, &path->states.data[i + 1]) == STEP_DONE);
    }
}

void path_clear(SequentialPath *path)
{
    for (uint32_t i = 0; i < path->states.count; i++)
        state_clear(&path->machine, &path->states.data[i]);
    vec_free(path->machine.run, &path->states);
}

const SequentialEdge *path_step(const SequentialPath *path, uint32_t i)
{
    CHECK(i < path->count);
    return &path->s->edges.data[path->trace->steps.data[i].edge.i];
}

bool path_holds(const SequentialPath *path, uint32_t i, Term condition)
{
    MachineStep none = {0, path->trace->steps.data[i].edge, NULL, false};
    return state_evaluate(&path->machine, &path->states.data[i], &none, condition).bits != 0;
}

static Term constant_of_value(TermManager *tm, Sort sort, const Value *v)
{
    if (sort.kind != SORT_ARRAY) return term_const(tm, sort, v->bits);
    Term t = term_const_array(tm, sort, term_const(tm, sort_element(sort), v->bits));
    for (uint32_t i = 0; i < v->count; i++)
        t = term_store(tm, t, term_const(tm, sort_index(sort), v->entries[i].index),
                       term_const(tm, sort_element(sort), v->entries[i].value));
    return t;
}

Value path_initial(const SequentialPath *path, uint32_t var)
{
    return path->states.data[0].threads.data[0].locals[path->machine.local_index[var]];
}

Term path_value(const SequentialPath *path, uint32_t i, VarId v)
{
    const Program *p = path->s->p;
    CHECK(program_is_local_of(p, v, (TemplateId){0}));
    return constant_of_value(p->tm, p->vars.data[v.i].sort,
                             &path->states.data[i].threads.data[0].locals[path->machine.local_index[v.i]]);
}

typedef struct Inputs {
    const Program *p;
    const TraceStep *step;
} Inputs;

static Term input_value(void *arg, TermManager *tm, Term var)
{
    const Inputs *in = arg;
    VarId v = {term_symbol(tm, var)};
    if (in->p->vars.data[v.i].class != VAR_INPUT) return TERM_NONE;
    Value value = given_value(&in->step->inputs, v);
    return constant_of_value(tm, in->p->vars.data[v.i].sort, &value);
}

Term path_guard(const SequentialPath *path, uint32_t i)
{
    return path->s->p->edges.data[path->trace->steps.data[i].edge.i].guard;
}

Term path_before_move(const SequentialPath *path, uint32_t i, Term after)
{
    const Program *p = path->s->p;
    const TraceStep *step = &path->trace->steps.data[i];
    Inputs in = {p, step};
    Term t = step_before(p, &p->edges.data[step->edge.i], after, SPACE_ACTIVE);
    return term_substitute(p->tm, t, input_value, &in);
}

Term path_before(const SequentialPath *path, uint32_t i, Term after)
{
    const Program *p = path->s->p;
    const TraceStep *step = &path->trace->steps.data[i];
    Inputs in = {p, step};
    Term guard = term_substitute(p->tm, p->edges.data[step->edge.i].guard, input_value, &in);
    return term_and(p->tm, guard, path_before_move(path, i, after));
}

typedef struct Fresh {
    const SequentialPath *path;
    uint32_t step;
} Fresh;

/* Inputs of each step are others; in the end, initial values. */
static Term input_of_path_step(void *arg, TermManager *tm, Term var)
{
    const Fresh *f = arg;
    const Var *info = &f->path->s->p->vars.data[term_symbol(tm, var)];
    bool is_new = info->class == VAR_INPUT && term_instance(tm, var) == 0;
    return is_new ? term_var(tm, info->sort, term_symbol(tm, var), f->step + 1) : TERM_NONE;
}

static Term initial_value(void *arg, TermManager *tm, Term var)
{
    const SequentialPath *path = arg;
    return path->s->p->vars.data[term_symbol(tm, var)].init; /* inputs have none */
}

typedef struct Stepped {
    const Program *p;
    const Edge *edge;
    Fresh fresh;
} Stepped;

/* The value after the edge; inputs that are there already are of later steps. */
static Term stepped(void *arg, TermManager *tm, Term var)
{
    Stepped *s = arg;
    VarId v = {term_symbol(tm, var)};
    if (s->p->vars.data[v.i].class == VAR_INPUT) return TERM_NONE;
    Term value = step_value(s->edge, v);
    return term_is(value) ? term_substitute(tm, value, input_of_path_step, &s->fresh) : TERM_NONE;
}

/* What is to hold before step k, in terms of the state before it: copies of inputs stay as they are. */
static Term step_over(const SequentialPath *path, uint32_t k, Term after)
{
    const Program *p = path->s->p;
    const Edge *e = &p->edges.data[path->trace->steps.data[k].edge.i];
    Stepped s = {p, e, {path, k}};
    Term before = term_substitute(p->tm, after, stepped, &s);
    return term_and(p->tm, term_substitute(p->tm, e->guard, input_of_path_step, &s.fresh), before);
}

/* The values that the solver has found, as inputs of the steps and at the start. */
static Trace *retried(const SequentialPath *path, Smt *smt, uint32_t i)
{
    const Program *p = path->s->p;
    Run *run = p->run;
    Trace *out = run_alloc(run, sizeof *out);
    TraceThread thread = {.template = {0}};
    for (uint32_t k = 0; k < p->templates.data[0].locals.count; k++) {
        VarId v = {p->templates.data[0].locals.data[k]};
        Term var = term_var(p->tm, p->vars.data[v.i].sort, v.i, 0);
        if (!term_is(p->vars.data[v.i].init)) vec_push(run, &thread.locals, ((TraceValue){v, smt_value(smt, var)}));
    }
    vec_push(run, &out->initial, thread);
    for (uint32_t k = 0; k <= i; k++) {
        TraceStep step = {.thread = 0, .edge = path->trace->steps.data[k].edge, .child = NO_ID};
        for (uint32_t n = 0; n < machine_input_count(&path->machine, step.edge); n++) {
            VarId v = machine_input_var(&path->machine, step.edge, n);
            Term var = term_var(p->tm, p->vars.data[v.i].sort, v.i, k + 1);
            vec_push(run, &step.inputs, ((TraceValue){v, smt_value(smt, var)}));
        }
        vec_push(run, &out->steps, step);
    }
    return out;
}

bool path_retry(const SequentialPath *path, Smt *smt, uint32_t i, Term condition, SequentialPath *out)
{
    TermManager *tm = path->s->p->tm;
    CHECK(i < path->count);
    for (uint32_t k = i; k-- > 0;)
        condition = step_over(path, k, condition);
    condition = term_substitute(tm, condition, initial_value, (void *)path);
    if (smt_check(smt, &condition, 1) != SMT_SAT) return false;
    path_init(out, path->t, path->s, retried(path, smt, i));
    return true;
}

const ModularPlan *path_plan(const SequentialPath *path, uint32_t i, const ModularPlan *next)
{
    Run *run = path->machine.run;
    const SequentialEdge *is = path_step(path, i);
    CHECK(is->kind == SEQUENTIAL_STEP || is->kind == SEQUENTIAL_ERROR);
    ModularPlan *plan = run_alloc(run, sizeof *plan);
    plan->edge.i = is->index;
    plan->next = next;
    const TraceValues *inputs = &path->trace->steps.data[i].inputs;
    for (uint32_t k = 0; k < inputs->count; k++)
        vec_push(run, &plan->inputs, inputs->data[k]);
    return plan;
}
