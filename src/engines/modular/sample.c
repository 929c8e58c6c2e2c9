#include "engines/modular/sample.h"

#include <string.h>

#include "base/check.h"

#define SAMPLES_MAX 2000

void samples_init(Samples *s, const ModularThreads *t)
{
    memset(s, 0, sizeof *s);
    s->t = t;
}

typedef struct Values {
    const uint64_t *state;
    const TraceValues *inputs;
    const Program *p;
} Values;

static Value value_in_sampled_state(void *arg, TermManager *tm, Term var)
{
    const Values *v = arg;
    uint32_t i = term_symbol(tm, var);
    if (v->p->vars.data[i].class != VAR_INPUT) return (Value){.bits = v->state[i]};
    const Value *given = v->inputs ? trace_find(v->inputs, (VarId){i}, 0) : NULL;
    return given ? *given : (Value){.bits = 0};
}

static void take_planned_step(const Program *p, const ModularPlan *plan, uint64_t *state, uint64_t *next)
{
    const Edge *e = &p->edges.data[plan->edge.i];
    Values values = {state, &plan->inputs, p};
    memcpy(next, state, p->vars.count * sizeof *next);
    for (uint32_t i = 0; i < e->assign_count; i++)
        next[e->assigns[i].var.i] =
            term_evaluate(p->tm, e->assigns[i].value, value_in_sampled_state, &values, NULL).bits;
    memcpy(state, next, p->vars.count * sizeof *next);
}

/* Arrays are more than a word. */
static bool has_arrays(const Program *p)
{
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].sort.kind == SORT_ARRAY) return true;
    return false;
}

static uint64_t *state_on_path(const Program *p, const SequentialPath *path, uint32_t i)
{
    uint64_t *state = run_alloc(p->run, (p->vars.count + 1) * sizeof *state);
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class != VAR_INPUT) state[v] = term_value(p->tm, path_value(path, i, (VarId){v}));
    return state;
}

void samples_add(Samples *s, uint32_t level, const SequentialPath *path, uint32_t i, Term condition,
                 const ModularPlan *plan)
{
    const Program *p = s->t->p;
    if (has_arrays(p) || s->all.count >= SAMPLES_MAX) return;
    EnvironmentSample sample = {.level = level, .condition = condition, .plan = plan};
    sample.before = state_on_path(p, path, i);
    sample.after = state_on_path(p, path, i);
    uint64_t *room = run_alloc(p->run, (p->vars.count + 1) * sizeof *room);
    for (; plan; plan = plan->next)
        take_planned_step(p, plan, sample.after, room);
    run_release(p->run, room);
    for (uint32_t k = 0; k < i; k++) {
        if (path_step(path, k)->kind != SEQUENTIAL_ENV) continue;
        vec_push(p->run, &sample.way, state_on_path(p, path, k));
        vec_push(p->run, &sample.way, state_on_path(p, path, k + 1));
    }
    vec_push(p->run, &s->all, sample);
}

static bool holds_in_sample(const Samples *s, const uint64_t *state, Term t)
{
    Values values = {state, NULL, s->t->p};
    return term_evaluate(s->t->p->tm, t, value_in_sampled_state, &values, NULL).bits != 0;
}

static bool fact_excludes(const Samples *s, const Fact *fact, const EnvironmentSample *sample)
{
    for (uint32_t k = 0; k < sample->way.count; k += 2)
        if (holds_in_sample(s, sample->way.data[k], fact->before) &&
            holds_in_sample(s, sample->way.data[k + 1], fact->after))
            return true;
    return false;
}

const EnvironmentSample *samples_find(Samples *s, uint32_t level, const Fact *facts, uint32_t fact_count, Term from,
                                      Term to)
{
    for (uint32_t i = s->all.count; i-- > 0;) {
        EnvironmentSample *sample = &s->all.data[i];
        if (sample->is_dead || sample->level != level) continue;
        if (!holds_in_sample(s, sample->before, from) || !holds_in_sample(s, sample->after, to)) continue;
        while (sample->facts < fact_count && !sample->is_dead)
            sample->is_dead = fact_excludes(s, &facts[sample->facts++], sample);
        if (!sample->is_dead) return sample;
    }
    return NULL;
}
