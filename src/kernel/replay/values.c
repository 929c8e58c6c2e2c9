#include "kernel/replay/values.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"

/* ---- terms ---- */

static const ReplayValue *value_of_variable(const ReplayPlace *at, Term var)
{
    uint32_t v = term_symbol(at->shape->p->tm, var);
    const ReplayValue *value = NULL;
    switch (at->shape->p->vars.data[v].class) {
    case VAR_SHARED: value = &at->state->shared[at->shape->slot[v]]; break;
    case VAR_LOCAL: value = &at->state->threads.data[at->thread].locals[at->shape->slot[v]]; break;
    case VAR_INPUT:
        for (uint32_t i = 0; i < machine_input_count(at->machine, at->edge) && !value; i++)
            if (term_same(machine_input(at->machine, at->edge, i), var)) value = &at->inputs[i];
        break;
    }
    RUN_CHECK(at->shape->p->run, value != NULL);
    return value;
}

static Value look_up_replay_value(void *arg, TermManager *tm, Term var)
{
    (void)tm;
    ReplayPlace *at = arg;
    const ReplayValue *value = value_of_variable(at, var);
    at->has_met_unknown |= value->is_unknown;
    if (value->is_unknown) return (Value){.bits = 0};
    return value->value;
}

/* A connective whose value one argument may decide, whatever the others are: of `and` a false one, of `or` a true one.
 */
static ReplayValue evaluate_junction(ReplayPlace *place, Term t, bool deciding)
{
    TermManager *tm = place->shape->p->tm;
    ReplayValue result = {.value = {.bits = !deciding}};
    for (uint32_t i = 0; i < term_arity(tm, t); i++) {
        ReplayValue part = replay_evaluate(place, term_arg(tm, t, i));
        if (!part.is_unknown && (part.value.bits != 0) == deciding) return part;
        result.is_unknown |= part.is_unknown;
    }
    return result;
}

/* The element of an array that is known only where it was written. */
static ReplayValue read_element(ReplayPlace *place, Term t)
{
    TermManager *tm = place->shape->p->tm;
    ReplayValue unknown = {.is_unknown = true}, index = replay_evaluate(place, term_arg(tm, t, 1));
    if (index.is_unknown) return unknown;
    ReplayValue array = replay_evaluate(place, term_arg(tm, t, 0));
    if (!array.is_unknown) return (ReplayValue){.value = {.bits = value_select(&array.value, index.value.bits)}};
    for (uint32_t i = 0; i < array.value.count; i++)
        if (array.value.entries[i].index == index.value.bits)
            return (ReplayValue){.value = {.bits = array.value.entries[i].value}};
    return unknown;
}

/* Of an array that was known altogether nothing is kept when an element becomes unknown. */
static ReplayValue write_element(ReplayPlace *place, Term t)
{
    TermManager *tm = place->shape->p->tm;
    ReplayValue written = {.is_unknown = true}, index = replay_evaluate(place, term_arg(tm, t, 1));
    if (index.is_unknown || !place->shape->knows_elements) return written;
    ReplayValue array = replay_evaluate(place, term_arg(tm, t, 0));
    ReplayValue element = replay_evaluate(place, term_arg(tm, t, 2));
    if (!array.is_unknown) return written;
    written.value.entries = run_alloc(place->shape->p->run, (array.value.count + 1) * sizeof *written.value.entries);
    bool is_written = element.is_unknown;
    const ArrayEntry fresh = {index.value.bits, element.value.bits};
    for (uint32_t i = 0; i < array.value.count; i++) {
        const ArrayEntry *old = &array.value.entries[i];
        if (!is_written && old->index >= fresh.index) {
            written.value.entries[written.value.count++] = fresh;
            is_written = true;
        }
        if (old->index != fresh.index) written.value.entries[written.value.count++] = *old;
    }
    if (!is_written) written.value.entries[written.value.count++] = fresh;
    return written;
}

/* All arguments are known once those are that an array which is known in part has given. */
static ReplayValue evaluate_arguments(ReplayPlace *place, Term t)
{
    TermManager *tm = place->shape->p->tm;
    ReplayValue unknown = {.is_unknown = true};
    Term args[2];
    if (term_sort(tm, t).kind == SORT_ARRAY || term_arity(tm, t) > 2 || !term_arity(tm, t)) return unknown;
    for (uint32_t i = 0; i < term_arity(tm, t); i++) {
        Sort sort = term_sort(tm, term_arg(tm, t, i));
        ReplayValue part = sort.kind == SORT_ARRAY ? unknown : replay_evaluate(place, term_arg(tm, t, i));
        if (part.is_unknown) return unknown;
        args[i] = term_const(tm, sort, part.value.bits);
    }
    return replay_evaluate(place, term_rebuild(tm, t, args));
}

static ReplayValue evaluate_unknown(ReplayPlace *place, Term t)
{
    TermManager *tm = place->shape->p->tm;
    TermKind kind = term_kind(tm, t);
    if (kind == TERM_AND || kind == TERM_OR) return evaluate_junction(place, t, kind == TERM_OR);
    if (kind == TERM_SELECT) return read_element(place, t);
    if (kind == TERM_STORE) return write_element(place, t);
    if (kind == TERM_VAR) return *value_of_variable(place, t);
    if (kind != TERM_ITE) return evaluate_arguments(place, t);
    ReplayValue condition = replay_evaluate(place, term_arg(tm, t, 0));
    if (condition.is_unknown) return condition;
    return replay_evaluate(place, term_arg(tm, t, condition.value.bits ? 1 : 2));
}

ReplayValue replay_evaluate(ReplayPlace *place, Term t)
{
    bool overflow = false;
    place->has_met_unknown = false;
    ReplayValue result = {.value = term_evaluate(place->shape->p->tm, t, look_up_replay_value, place, &overflow)};
    if (place->has_met_unknown) return evaluate_unknown(place, t);
    place->has_overflow |= overflow;
    return result;
}

/* ---- states ---- */

static uint32_t replay_local_count(const ReplayShape *shape, TemplateId t)
{
    return shape->p->templates.data[t.i].locals.count;
}

static ReplayValue *new_replay_values(const ReplayShape *shape, uint32_t count)
{
    return run_alloc(shape->p->run, (count + 1) * sizeof(ReplayValue));
}

static void clear_values(const ReplayShape *shape, ReplayValue *values, uint32_t count, bool with_arrays)
{
    for (uint32_t i = 0; i < count && with_arrays; i++)
        run_release(shape->p->run, values[i].value.entries);
    run_release(shape->p->run, values);
}

void replay_clear_state(const ReplayShape *shape, ReplayState *s, bool with_arrays)
{
    for (uint32_t i = 0; i < s->threads.count; i++)
        clear_values(shape, s->threads.data[i].locals, replay_local_count(shape, s->threads.data[i].template),
                     with_arrays);
    if (s->shared) clear_values(shape, s->shared, shape->shared_count, with_arrays);
    vec_free(shape->p->run, &s->threads);
    memset(s, 0, sizeof *s);
}

void replay_copy_state(const ReplayShape *shape, ReplayState *to, const ReplayState *from)
{
    CHECK(to != from && !to->shared && !to->threads.count);
    to->created = from->created;
    to->shared = new_replay_values(shape, shape->shared_count);
    memcpy(to->shared, from->shared, shape->shared_count * sizeof *to->shared);
    for (uint32_t i = 0; i < from->threads.count; i++) {
        ReplayThread t = from->threads.data[i];
        uint32_t n = replay_local_count(shape, t.template);
        t.locals = new_replay_values(shape, n);
        memcpy(t.locals, from->threads.data[i].locals, n * sizeof *t.locals);
        vec_push(shape->p->run, &to->threads, t);
    }
}

static void push_long(Run *run, Words *key, uint64_t value)
{
    vec_push(run, key, (uint32_t)value);
    vec_push(run, key, (uint32_t)(value >> 32));
}

static void push_value(Run *run, Words *key, const ReplayValue *v)
{
    vec_push(run, key, v->value.count);
    vec_push(run, key, v->is_unknown);
    push_long(run, key, v->is_unknown ? 0 : v->value.bits);
    for (uint32_t i = 0; i < v->value.count; i++) {
        push_long(run, key, v->value.entries[i].index);
        push_long(run, key, v->value.entries[i].value);
    }
}

static uint64_t take_long(const uint32_t **key)
{
    uint64_t value = (*key)[0] | (uint64_t)(*key)[1] << 32;
    *key += 2;
    return value;
}

static ReplayValue take_replay_value(Run *run, const uint32_t **key)
{
    ReplayValue v = {.value = {.count = *(*key)++}};
    v.is_unknown = *(*key)++;
    v.value.bits = take_long(key);
    if (v.value.count) v.value.entries = run_alloc(run, v.value.count * sizeof *v.value.entries);
    for (uint32_t i = 0; i < v.value.count; i++) {
        v.value.entries[i].index = take_long(key);
        v.value.entries[i].value = take_long(key);
    }
    return v;
}

static int compare_replay_words(const Words *a, const Words *b)
{
    for (uint32_t i = 0; i < a->count && i < b->count; i++)
        if (a->data[i] != b->data[i]) return a->data[i] < b->data[i] ? -1 : 1;
    return (a->count > b->count) - (a->count < b->count);
}

void replay_encode(const ReplayShape *shape, const ReplayState *s, Words *key)
{
    Run *run = shape->p->run;
    uint32_t count = s->threads.count;
    Words *threads = run_alloc(run, (count + 1) * sizeof *threads);
    vec_clear(key);
    vec_push(run, key, s->created);
    vec_push(run, key, count);
    for (uint32_t i = 0; i < shape->shared_count; i++)
        push_value(run, key, &s->shared[i]);
    for (uint32_t i = 0; i < count; i++) {
        const ReplayThread *t = &s->threads.data[i];
        Words words = {NULL, 0, 0};
        vec_push(run, &words, t->template.i);
        vec_push(run, &words, t->loc.i);
        for (uint32_t k = 0; k < replay_local_count(shape, t->template); k++)
            push_value(run, &words, &t->locals[k]);
        uint32_t at = i;
        for (; at > 0 && compare_replay_words(&words, &threads[at - 1]) < 0; at--)
            threads[at] = threads[at - 1];
        threads[at] = words;
    }
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < threads[i].count; k++)
            vec_push(run, key, threads[i].data[k]);
        vec_free(run, &threads[i]);
    }
    run_release(run, threads);
}

void replay_decode(const ReplayShape *shape, const uint32_t *key, ReplayState *s)
{
    Run *run = shape->p->run;
    CHECK(!s->shared && !s->threads.count);
    s->created = *key++;
    uint32_t count = *key++;
    s->shared = new_replay_values(shape, shape->shared_count);
    for (uint32_t i = 0; i < shape->shared_count; i++)
        s->shared[i] = take_replay_value(run, &key);
    for (uint32_t i = 0; i < count; i++) {
        ReplayThread t = {.template = {key[0]}, .loc = {key[1]}};
        key += 2;
        t.locals = new_replay_values(shape, replay_local_count(shape, t.template));
        for (uint32_t k = 0; k < replay_local_count(shape, t.template); k++)
            t.locals[k] = take_replay_value(run, &key);
        vec_push(run, &s->threads, t);
    }
}
