#include "program/weak_step.h"

#include "base/check.h"
#include "logic/term/boolean.h"

static VarId thread_var(const WeakStep *s, ThreadBit bit)
{
    CHECK(bit < THREAD_BITS);
    return s->b->of_thread[bit] ? s->b->of_thread[bit][s->template.i] : (VarId){NO_ID};
}

static VarId location_var(const WeakStep *s, LocationBit bit, uint32_t y)
{
    CHECK(bit < LOCATION_BITS && y < s->b->p->vars.count);
    return s->b->of_location[bit] ? s->b->of_location[bit][y] : (VarId){NO_ID};
}

VarId weak_own_bit(const WeakStep *s, uint32_t y)
{
    return s->b->own ? s->b->own[(size_t)s->template.i * s->b->p->vars.count + y] : (VarId){NO_ID};
}

Term weak_bit(WeakStep *s, VarId v)
{
    for (uint32_t i = 0; i < s->values.count; i++)
        if (s->values.data[i].var.i == v.i) return s->values.data[i].value;
    return v.i == NO_ID ? term_bool(s->b->tm, false) : program_var_term(s->b->out, v);
}

void weak_set_bit(WeakStep *s, VarId v, Term value)
{
    if (v.i == NO_ID) return;
    for (uint32_t i = 0; i < s->values.count; i++)
        if (s->values.data[i].var.i == v.i) {
            s->values.data[i].value = value;
            return;
        }
    vec_push(s->b->p->run, &s->values, ((Assign){v, value}));
}

static void or_bit(WeakStep *s, VarId v, Term value) { weak_set_bit(s, v, term_or(s->b->tm, weak_bit(s, v), value)); }

Term weak_thread_bit(WeakStep *s, ThreadBit bit) { return weak_bit(s, thread_var(s, bit)); }
void weak_set_thread_bit(WeakStep *s, ThreadBit bit, Term value) { weak_set_bit(s, thread_var(s, bit), value); }
void weak_or_thread_bit(WeakStep *s, ThreadBit bit, Term value) { or_bit(s, thread_var(s, bit), value); }
Term weak_location_bit(WeakStep *s, LocationBit bit, uint32_t y) { return weak_bit(s, location_var(s, bit, y)); }

void weak_set_location_bit(WeakStep *s, LocationBit bit, uint32_t y, Term value)
{
    weak_set_bit(s, location_var(s, bit, y), value);
}

void weak_or_location_bit(WeakStep *s, LocationBit bit, uint32_t y, Term value)
{
    or_bit(s, location_var(s, bit, y), value);
}

WeakStep weak_step_begin(WeakBits *b, const Edge *e)
{
    return (WeakStep){.b = b, .template = b->p->locs.data[e->from.i].template};
}

/* Who starts a thread and who joins one are ordered as by a fence. */
static Term started_bit(WeakStep *s, ThreadBit bit)
{
    Term value = weak_thread_bit(s, bit);
    return bit == BIT_GRD ? term_or(s->b->tm, value, weak_thread_bit(s, BIT_GWR)) : value;
}

/* A thread that is started takes over what who starts it knows, if its template has such bits. */
static void add_inherited(WeakStep *s, const Edge *e, Edge *out)
{
    WeakBits *b = s->b;
    Assign *args = run_alloc(b->p->run, (e->arg_count + THREAD_BITS + 1) * sizeof *args);
    uint32_t n = 0;
    for (uint32_t i = 0; i < e->arg_count; i++)
        args[n++] = e->args[i];
    for (uint32_t bit = 0; bit < THREAD_BITS; bit++)
        if (b->of_thread[bit] && weak_bit_is_inherited((ThreadBit)bit))
            args[n++] = (Assign){b->of_thread[bit][e->spawn.i], started_bit(s, (ThreadBit)bit)};
    out->args = args;
    out->arg_count = n;
}

/* Bits that stay as they are need no assignment. */
Edge weak_step_end(WeakStep *s, const Edge *e)
{
    Run *run = s->b->p->run;
    Edge out = *e;
    Assign *assigns = run_alloc(run, (e->assign_count + s->values.count + 1) * sizeof *assigns);
    uint32_t n = 0;
    for (uint32_t i = 0; i < e->assign_count; i++)
        assigns[n++] = e->assigns[i];
    for (uint32_t i = 0; i < s->values.count; i++)
        if (!term_same(s->values.data[i].value, program_var_term(s->b->out, s->values.data[i].var)))
            assigns[n++] = s->values.data[i];
    out.assigns = assigns;
    out.assign_count = n;
    if (e->spawn.i != NO_ID) add_inherited(s, e, &out);
    vec_free(run, &s->values);
    return out;
}
