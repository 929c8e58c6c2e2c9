#include "engines/circ/local.h"

#include <string.h>

#include "base/check.h"
#include "program/access.h"
#include "program/step.h"

#define BITS_MAX_TRIED 16 /* of one choice */

void locals_init(Locals *l, Program *p)
{
    memset(l, 0, sizeof *l);
    l->run = p->run;
    l->p = p;
    machine_init(&l->machine, p);
    intern_init(l->run, &l->shared_ids);
    intern_init(l->run, &l->local_ids);
    intern_init(l->run, &l->step_ids);
    intern_init(l->run, &l->race_ids);
}

void locals_clear(Locals *l)
{
    for (uint32_t i = 0; i < l->steps.count; i++)
        vec_free(l->run, &l->steps.data[i]);
    vec_free(l->run, &l->steps);
    vec_free(l->run, &l->races);
    vec_free(l->run, &l->key);
    intern_clear(&l->shared_ids);
    intern_clear(&l->local_ids);
    intern_clear(&l->step_ids);
    intern_clear(&l->race_ids);
}

/* ---- numbers: encodings of states without threads, and of threads in the initial state ---- */

static uint32_t number_of_shared(Locals *l, const State *s)
{
    State alone = {.shared = s->shared};
    state_encode(&l->machine, &alone, &l->key, NULL);
    return intern_add(&l->shared_ids, l->key.data, l->key.count, NULL);
}

static uint32_t number_of_thread(Locals *l, const ThreadState *thread)
{
    State alone;
    memset(&alone, 0, sizeof alone);
    state_start(&l->machine, &alone);
    state_push_thread(&l->machine, &alone, *thread);
    state_encode(&l->machine, &alone, &l->key, NULL);
    vec_clear(&alone.threads); /* the caller's */
    state_clear(&l->machine, &alone);
    return intern_add(&l->local_ids, l->key.data, l->key.count, NULL);
}

static void decode_ids(Locals *l, const Intern *ids, uint32_t id, State *out)
{
    uint32_t length;
    const uint32_t *key = intern_key(ids, id, &length);
    memset(out, 0, sizeof *out);
    state_decode(&l->machine, key, out);
}

void locals_state(Locals *l, uint32_t shared, const uint32_t *threads, uint32_t count, State *out)
{
    decode_ids(l, &l->shared_ids, shared, out);
    for (uint32_t i = 0; i < count; i++) {
        State alone;
        decode_ids(l, &l->local_ids, threads[i], &alone);
        CHECK(alone.threads.count == 1);
        state_push_thread(&l->machine, out, alone.threads.data[0]);
        vec_clear(&alone.threads);
        state_clear(&l->machine, &alone);
    }
}

static ThreadState thread_of_local(Locals *l, uint32_t local)
{
    State alone;
    decode_ids(l, &l->local_ids, local, &alone);
    ThreadState thread = {alone.threads.data[0].template, alone.threads.data[0].loc, NULL};
    state_clear(&l->machine, &alone);
    return thread;
}

bool locals_is_atomic(Locals *l, uint32_t local) { return l->p->locs.data[thread_of_local(l, local).loc.i].atomic; }
TemplateId locals_template(Locals *l, uint32_t local) { return thread_of_local(l, local).template; }

/* ---- arbitrary values ---- */

static unsigned bits_to_try(const Locals *l, Sort sort)
{
    if (sort.kind == SORT_BOOL) return 1;
    if (sort.kind != SORT_BV) run_stop(l->run, STOP_UNSUPPORTED, "threads are not known to have finitely many states");
    return sort.width;
}

static unsigned checked_bit_count(const Locals *l, unsigned bits)
{
    if (bits > BITS_MAX_TRIED) run_stop(l->run, STOP_UNSUPPORTED, "too many values to be tried (%u bits)", bits);
    return bits;
}

static Value take_choice_bits(const Locals *l, Sort sort, uint64_t *choice)
{
    unsigned bits = bits_to_try(l, sort);
    Value value = {.bits = *choice & ((UINT64_C(1) << bits) - 1)};
    *choice >>= bits;
    return value;
}

unsigned locals_input_bits(Locals *l, EdgeId edge)
{
    unsigned bits = 0;
    for (uint32_t i = 0; i < machine_input_count(&l->machine, edge); i++)
        bits =
            checked_bit_count(l, bits + bits_to_try(l, term_sort(l->machine.tm, machine_input(&l->machine, edge, i))));
    return bits;
}

static bool is_arbitrary_shared(const Locals *l, uint32_t v)
{
    return l->p->vars.data[v].class == VAR_SHARED && !term_is(l->p->vars.data[v].init);
}

static unsigned local_bits(const Locals *l, TemplateId t, const Edge *edge)
{
    const Template *template = &l->p->templates.data[t.i];
    unsigned bits = 0;
    for (uint32_t i = 0; i < template->locals.count; i++)
        if (step_starts_arbitrary(l->p, (VarId){template->locals.data[i]}, edge))
            bits = checked_bit_count(l, bits + bits_to_try(l, l->p->vars.data[template->locals.data[i]].sort));
    return bits;
}

static void choose_local_values(const Locals *l, ThreadState *thread, const Edge *edge, uint64_t choice)
{
    const Template *template = &l->p->templates.data[thread->template.i];
    for (uint32_t i = 0; i < template->locals.count; i++)
        if (step_starts_arbitrary(l->p, (VarId){template->locals.data[i]}, edge))
            thread->locals[i] = take_choice_bits(l, l->p->vars.data[template->locals.data[i]].sort, &choice);
}

void locals_initial_shared(Locals *l, Words *out)
{
    unsigned bits = 0;
    for (uint32_t v = 0; v < l->p->vars.count; v++)
        if (is_arbitrary_shared(l, v)) bits = checked_bit_count(l, bits + bits_to_try(l, l->p->vars.data[v].sort));
    for (uint64_t choice = 0; choice < UINT64_C(1) << bits; choice++) {
        State s;
        uint64_t rest = choice;
        memset(&s, 0, sizeof s);
        state_start(&l->machine, &s);
        for (uint32_t v = 0; v < l->p->vars.count; v++)
            if (is_arbitrary_shared(l, v)) s.shared[v] = take_choice_bits(l, l->p->vars.data[v].sort, &rest);
        vec_push(l->run, out, number_of_shared(l, &s));
        state_clear(&l->machine, &s);
    }
}

void locals_initial(Locals *l, TemplateId template, Words *out)
{
    unsigned bits = local_bits(l, template, NULL);
    for (uint64_t choice = 0; choice < UINT64_C(1) << bits; choice++) {
        State s;
        memset(&s, 0, sizeof s);
        state_start(&l->machine, &s);
        state_add_thread(&l->machine, &s, template);
        choose_local_values(l, &s.threads.data[0], NULL, choice);
        vec_push(l->run, out, number_of_thread(l, &s.threads.data[0]));
        state_clear(&l->machine, &s);
    }
}

/* ---- steps ---- */

static Value *inputs_of(Locals *l, EdgeId edge, uint64_t choice)
{
    uint32_t count = machine_input_count(&l->machine, edge);
    Value *inputs = run_alloc(l->run, (count + 1) * sizeof *inputs);
    for (uint32_t i = 0; i < count; i++)
        inputs[i] = take_choice_bits(l, term_sort(l->machine.tm, machine_input(&l->machine, edge, i)), &choice);
    return inputs;
}

/* After the step, with every choice for what its child has of its own. */
static void add_steps_of_children(Locals *l, State *after, EdgeId edge, uint64_t choice, LocalSteps *out)
{
    const Edge *e = &l->p->edges.data[edge.i];
    LocalStep step = {edge, choice, number_of_shared(l, after), number_of_thread(l, &after->threads.data[0]), NO_CHILD};
    if (after->threads.count == 1) {
        vec_push(l->run, out, step);
        return;
    }
    unsigned bits = local_bits(l, e->spawn, e);
    for (uint64_t child = 0; child < UINT64_C(1) << bits; child++) {
        choose_local_values(l, &after->threads.data[1], e, child);
        step.child = number_of_thread(l, &after->threads.data[1]);
        vec_push(l->run, out, step);
    }
}

static void find_edge_steps(Locals *l, const State *now, EdgeId edge, LocalSteps *out)
{
    unsigned bits = locals_input_bits(l, edge);
    for (uint64_t choice = 0; choice < UINT64_C(1) << bits; choice++) {
        State after;
        memset(&after, 0, sizeof after);
        state_copy(&l->machine, &after, now);
        Value *inputs = inputs_of(l, edge, choice);
        StepResult result = state_step(&l->machine, &after, &(MachineStep){0, edge, inputs, true});
        if (result == STEP_OVERFLOW) run_stop(l->run, STOP_UNSUPPORTED, "a mathematical integer does not fit 64 bits");
        if (result == STEP_DONE) add_steps_of_children(l, &after, edge, choice, out);
        run_release(l->run, inputs);
        state_clear(&l->machine, &after);
    }
}

const LocalSteps *locals_steps(Locals *l, uint32_t shared, uint32_t local)
{
    uint32_t key[2] = {shared, local};
    bool is_new;
    uint32_t id = intern_add(&l->step_ids, key, 2, &is_new);
    if (!is_new) return &l->steps.data[id];
    run_poll(l->run);
    State now;
    LocalSteps steps = {NULL, 0, 0};
    locals_state(l, shared, &local, 1, &now);
    LocId loc = now.threads.data[0].loc;
    for (uint32_t k = 0; k < program_out_count(l->p, loc); k++)
        find_edge_steps(l, &now, (EdgeId){l->p->out_edges[l->p->out_start[loc.i] + k]}, &steps);
    state_clear(&l->machine, &now);
    vec_push(l->run, &l->steps, steps);
    CHECK(id + 1 == l->steps.count);
    return &l->steps.data[id];
}

bool locals_race(Locals *l, uint32_t shared, uint32_t a, uint32_t b)
{
    uint32_t key[3] = {shared, a < b ? a : b, a < b ? b : a};
    bool is_new;
    uint32_t id = intern_add(&l->race_ids, key, 3, &is_new);
    if (is_new) {
        State now;
        locals_state(l, shared, key + 1, 2, &now);
        bool race = state_has_race(&l->machine, &now, NULL);
        vec_push(l->run, &l->races, race);
        state_clear(&l->machine, &now);
    }
    CHECK(id < l->races.count);
    return l->races.data[id];
}

/* ---- values for traces ---- */

void locals_shared_values(Locals *l, uint32_t shared, TraceValues *out)
{
    State s;
    decode_ids(l, &l->shared_ids, shared, &s);
    for (uint32_t v = 0; v < l->p->vars.count; v++)
        if (is_arbitrary_shared(l, v)) vec_push(l->run, out, ((TraceValue){{v}, s.shared[v]}));
    state_clear(&l->machine, &s);
}

void locals_values(Locals *l, uint32_t local, const Edge *edge, TraceValues *out)
{
    State s;
    decode_ids(l, &l->local_ids, local, &s);
    const Template *template = &l->p->templates.data[s.threads.data[0].template.i];
    for (uint32_t i = 0; i < template->locals.count; i++) {
        VarId v = {template->locals.data[i]};
        if (step_starts_arbitrary(l->p, v, edge)) vec_push(l->run, out, ((TraceValue){v, s.threads.data[0].locals[i]}));
    }
    state_clear(&l->machine, &s);
}

void locals_input_values(Locals *l, EdgeId edge, uint64_t choice, TraceValues *out)
{
    Value *inputs = inputs_of(l, edge, choice);
    for (uint32_t i = 0; i < machine_input_count(&l->machine, edge); i++)
        vec_push(l->run, out, ((TraceValue){machine_input_var(&l->machine, edge, i), inputs[i]}));
    run_release(l->run, inputs);
}
