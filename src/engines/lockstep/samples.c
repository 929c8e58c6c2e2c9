/* What is not met here costs nothing but a question to the solver later. */
#include "engines/lockstep/samples.h"

#include <string.h>

#include "base/rng.h"
#include "engines/lockstep/flags.h"
#include "logic/smt/value.h"

#define STEPS_MAX 400 /* of a run */
#define RUNS_MAX 4000
#define RUNS_ONWARD 4 /* from one state */
#define STEPS_ONWARD 100
#define ELEMENTS 8    /* of an array, the first ones */
#define INPUTS_MAX 64 /* of a step, that are remembered */

typedef struct Sampler {
    const Product *p;
    Run *run;
    TermManager *tm;
    const Program *w;
    Rng rng;
    ProductSample at;
    Value *next;
    ValueArena *made; /* arrays of the run at hand */
    Term inputs[INPUTS_MAX];
    Value drawn[INPUTS_MAX];
    uint32_t input_count;
    uint32_t range; /* of small values in this run */
} Sampler;

static uint64_t draw_bits(Sampler *s, unsigned width)
{
    uint64_t mask = width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1, value;
    switch (rng_below(&s->rng, 16)) {
    case 0: value = rng_next(&s->rng); break;
    case 1: value = 0 - (uint64_t)rng_below(&s->rng, 4); break;
    default: value = rng_below(&s->rng, s->range);
    }
    return value & mask;
}

static Value draw_arbitrary_value(Sampler *s, Sort sort)
{
    if (sort.kind == SORT_BOOL) return (Value){.bits = rng_below(&s->rng, 2)};
    if (sort.kind == SORT_BV) return (Value){.bits = draw_bits(s, sort.width)};
    if (sort.kind != SORT_ARRAY) return (Value){.bits = rng_below(&s->rng, s->range)};
    unsigned width = sort_element(sort).kind == SORT_BV ? sort_element(sort).width : 1;
    Value array = {.bits = draw_bits(s, width)};
    for (uint64_t i = 0; i < ELEMENTS; i++)
        array = value_store(s->run, s->made, &array, i, draw_bits(s, width));
    return array;
}

static Value current_sample_value(void *arg, TermManager *tm, Term var)
{
    Sampler *s = arg;
    uint32_t v = term_symbol(tm, var);
    if (s->w->vars.data[v].class != VAR_INPUT) return s->at.value[v];
    for (uint32_t i = 0; i < s->input_count; i++)
        if (term_same(s->inputs[i], var)) return s->drawn[i];
    Value value = draw_arbitrary_value(s, s->w->vars.data[v].sort);
    if (s->input_count == INPUTS_MAX) return value; /* it may be another one the next time: a state that is none */
    s->inputs[s->input_count] = var;
    s->drawn[s->input_count++] = value;
    return value;
}

static Value state_value_of(void *arg, TermManager *tm, Term var)
{
    const ProductSample *s = arg;
    return s->value[term_symbol(tm, var)];
}

Value sample_value(const ProductSample *s, Term t)
{
    return term_evaluate(s->p->l->merged->tm, t, state_value_of, (void *)s, NULL);
}

/* Takes the letter if its guard holds and what is known at the node comes true. */
static bool take_sampled_letter(Sampler *s, const ProductEdge *e)
{
    const Letter *letter = &s->p->l->all.data[e->letter];
    if (!term_evaluate_in(s->made, s->tm, letter->guard, current_sample_value, s, NULL).bits) return false;
    memcpy(s->next, s->at.value, s->w->vars.count * sizeof *s->next);
    for (uint32_t i = 0; i < letter->assign_count; i++) {
        uint32_t v = letter->assigns[i].var.i;
        s->next[v] = term_evaluate_in(s->made, s->tm, letter->assigns[i].value, current_sample_value, s, NULL);
    }
    for (uint32_t i = 0; i < s->p->flags.count; i++) {
        Term known = product_known(s->p, &s->p->nodes.data[e->to], s->p->flags.data[i]);
        if (term_is(known) && term_value(s->tm, known) != s->next[s->p->flags.data[i]].bits) return false;
    }
    memcpy(s->at.value, s->next, s->w->vars.count * sizeof *s->next);
    s->at.node = e->to;
    return true;
}

static bool step_sample(Sampler *s)
{
    const ProductEdges *out = &s->p->nodes.data[s->at.node].out;
    uint32_t first = out->count ? (uint32_t)rng_below(&s->rng, out->count) : 0;
    for (uint32_t i = 0; i < out->count; i++) {
        const ProductEdge *e = &out->data[(first + i) % out->count];
        s->input_count = 0;
        if (e->to == NO_ID || e->is_pruned || !s->p->nodes.data[e->to].leads_to_error) continue;
        if (take_sampled_letter(s, e)) return true;
    }
    return false;
}

static void begin_sample(Sampler *s)
{
    value_arena_clear(s->made); /* visitors keep no arrays */
    s->at.node = 0;
    s->range = 2 + (uint32_t)rng_below(&s->rng, 6);
    for (uint32_t v = 0; v < s->w->vars.count; v++) {
        const Var *info = &s->w->vars.data[v];
        s->at.value[v] = term_is(info->init)
                             ? term_evaluate_in(s->made, s->tm, info->init, state_value_of, &s->at, NULL)
                             : draw_arbitrary_value(s, info->sort);
    }
}

static void sampler_init(Sampler *s, const Product *p, uint64_t seed)
{
    const Program *w = p->l->w->p;
    *s = (Sampler){.p = p, .run = p->l->merged->run, .tm = p->l->merged->tm, .w = w};
    s->rng.state = seed;
    s->at.p = p;
    s->at.value = run_alloc(s->run, (w->vars.count + 1) * sizeof *s->at.value);
    s->made = value_arena_new(s->run);
    s->next = run_alloc(s->run, (w->vars.count + 1) * sizeof *s->next);
}

static void sampler_clear(Sampler *s)
{
    run_release(s->run, s->at.value);
    run_release(s->run, s->next);
    value_arena_free(s->made);
}

static void walk_randomly(Sampler *s, uint32_t steps, SampleVisit visit, void *arg)
{
    for (uint32_t k = 0; k < steps && step_sample(s); k++)
        if (s->p->nodes.data[s->at.node].cut) visit(arg, &s->at);
}

void samples_visit(const Product *p, double seconds, SampleVisit visit, void *arg)
{
    Sampler s;
    sampler_init(&s, p, 1);
    double end = run_cpu_seconds() + seconds;
    for (uint32_t i = 0; i < RUNS_MAX && run_cpu_seconds() < end; i++) {
        run_poll(s.run);
        begin_sample(&s);
        walk_randomly(&s, STEPS_MAX, visit, arg);
    }
    sampler_clear(&s);
}

void samples_visit_from(const Product *p, uint32_t node, const Value *from, uint64_t seed, SampleVisit visit, void *arg)
{
    Sampler s;
    sampler_init(&s, p, seed);
    for (uint32_t i = 0; i < RUNS_ONWARD; i++) {
        run_poll(s.run);
        s.at.node = node;
        s.range = 2 + (uint32_t)rng_below(&s.rng, 6);
        memcpy(s.at.value, from, s.w->vars.count * sizeof *from);
        walk_randomly(&s, STEPS_ONWARD, visit, arg);
    }
    sampler_clear(&s);
}
