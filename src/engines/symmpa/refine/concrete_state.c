#include "engines/symmpa/refine/concrete_state.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/evaluate.h"

/* ---- values ---- */

static uint64_t word_of_value(Concrete *c, Sort sort, const Value *v)
{
    if (sort.kind != SORT_ARRAY) return v->bits;
    uint32_t n = 2 * (1 + 2 * v->count), at = 0, *key = run_alloc(c->run, n * sizeof *key);
    key[at++] = (uint32_t)v->bits, key[at++] = (uint32_t)(v->bits >> 32);
    for (uint32_t i = 0; i < v->count; i++) {
        key[at++] = (uint32_t)v->entries[i].index, key[at++] = (uint32_t)(v->entries[i].index >> 32);
        key[at++] = (uint32_t)v->entries[i].value, key[at++] = (uint32_t)(v->entries[i].value >> 32);
    }
    uint32_t id = intern_add(&c->arrays, key, n, NULL);
    run_release(c->run, key);
    return id;
}

static uint64_t two_words(const uint32_t *key) { return key[0] | (uint64_t)key[1] << 32; }

static Value value_of_array(Concrete *c, uint32_t id)
{
    uint32_t length;
    const uint32_t *key = intern_key(&c->arrays, id, &length);
    CHECK(length >= 2 && length % 4 == 2);
    Value v = {.bits = two_words(key), .count = length / 4};
    v.entries = run_alloc(c->run, (v.count + 1) * sizeof *v.entries);
    for (uint32_t i = 0; i < v.count; i++)
        v.entries[i] = (ArrayEntry){two_words(key + 2 + 4 * i), two_words(key + 4 + 4 * i)};
    return v;
}

static Value value_of_word(Concrete *c, Sort sort, uint64_t word)
{
    if (sort.kind != SORT_ARRAY) return (Value){.bits = word};
    while (c->array_values.count <= word) {
        Value v = value_of_array(c, c->array_values.count);
        vec_push(c->run, &c->array_values, v);
    }
    return c->array_values.data[word];
}

static Value look_up_concrete_value(void *arg, TermManager *tm, Term var)
{
    Concrete *c = arg;
    uint32_t v = term_symbol(tm, var);
    const Var *info = &c->p->vars.data[v];
    switch (info->class) {
    case VAR_SHARED: return value_of_word(c, info->sort, c->state[STATE_SHARED + c->slot[v]]);
    case VAR_LOCAL: return value_of_word(c, info->sort, thread_of(c, c->state, c->thread)[THREAD_LOCALS + c->slot[v]]);
    case VAR_INPUT: break;
    }
    EdgeId edge = {c->edge};
    uint32_t i = 0, count = machine_input_count(&c->machine, edge);
    while (i < count && !term_same(machine_input(&c->machine, edge, i), var))
        i++;
    CHECK(i < count);
    return (Value){.bits = inputs_value(c->inputs, &c->machine, edge, i, c->choice)};
}

static Value evaluate_concretely(Concrete *c, Term t)
{
    bool overflow = false;
    value_arena_clear(c->made); /* what was made before is kept as words */
    Value v = term_evaluate_in(c->made, c->p->tm, t, look_up_concrete_value, c, &overflow);
    c->overflow |= overflow;
    return v;
}

/* ---- states ---- */

/* A step of splitmix64: small numbers, as states are made of, must not meet. */
static uint64_t mix_word_hash(uint64_t h, uint64_t word)
{
    h = h * UINT64_C(0xD1342543DE82EF95) + word + UINT64_C(0x9E3779B97F4A7C15);
    h = (h ^ h >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    h = (h ^ h >> 27) * UINT64_C(0x94D049BB133111EB);
    return h ^ h >> 31;
}

static uint64_t hash_thread(const Concrete *c, const uint64_t *thread)
{
    LocId loc = {(uint32_t)thread[THREAD_LOC]};
    const Template *t = &c->p->templates.data[thread[THREAD_TEMPLATE]];
    uint64_t h = mix_word_hash(thread[THREAD_TEMPLATE] + 1, loc.i);
    for (uint32_t i = 0; i < t->locals.count; i++)
        if (liveness_is_live(c->live, loc, (VarId){t->locals.data[i]})) h = mix_word_hash(h, thread[THREAD_LOCALS + i]);
    return h;
}

uint64_t concrete_hash(const Concrete *c, const uint64_t *state)
{
    CHECK(state[STATE_THREADS] <= c->thread_limit);
    uint64_t h = mix_word_hash(1, state[STATE_CREATED]), threads = 0;
    for (uint32_t i = 0; i < c->shared_count; i++)
        h = mix_word_hash(h, state[STATE_SHARED + i]);
    for (uint32_t t = 0; t < state[STATE_THREADS]; t++)
        threads += hash_thread(c, thread_of(c, state, t));
    h = mix_word_hash(h, threads);
    return h ? h : 1;
}

/* Are all threads at locations of their templates? */
static bool is_concrete_state_valid(const Concrete *c, const uint64_t *state)
{
    if (state[STATE_THREADS] > c->thread_limit || state[STATE_CREATED] > c->n) return false;
    for (uint32_t i = 0; i < state[STATE_THREADS]; i++) {
        LocId loc = place_of(c, state, i);
        if (!program_has_loc(c->p, loc)) return false;
        if (c->p->locs.data[loc.i].template.i != thread_of(c, state, i)[THREAD_TEMPLATE]) return false;
    }
    return true;
}

static uint64_t initial_word(Concrete *c, uint32_t v)
{
    bool arbitrary;
    Value value = state_initial_value(&c->machine, v, &arbitrary);
    const Value *known = arbitrary && c->initial ? trace_find(c->initial, (VarId){v}, 0) : NULL;
    if (known) value = *known;
    return word_of_value(c, c->p->vars.data[v].sort, &value);
}

static void add_thread_to_state(Concrete *c, uint64_t *state, uint32_t template)
{
    CHECK(state[STATE_THREADS] < c->thread_limit);
    const Template *t = &c->p->templates.data[template];
    uint64_t *thread = thread_of(c, state, (uint32_t)state[STATE_THREADS]++);
    thread[THREAD_TEMPLATE] = template;
    thread[THREAD_LOC] = t->entry.i;
    for (uint32_t i = 0; i < t->locals.count; i++)
        thread[THREAD_LOCALS + i] = initial_word(c, t->locals.data[i]);
}

uint32_t concrete_initial_count(const Concrete *c, uint32_t template)
{
    Count initial = c->p->templates.data[template].initial;
    return initial == COUNT_NONE ? 0 : initial == COUNT_ONE ? 1 : c->n;
}

void concrete_start(Concrete *c, uint64_t *state)
{
    for (uint32_t v = 0; v < c->p->vars.count; v++)
        if (c->p->vars.data[v].class == VAR_SHARED) state[STATE_SHARED + c->slot[v]] = initial_word(c, v);
    for (uint32_t t = 0; t < c->p->templates.count; t++)
        for (uint32_t i = concrete_initial_count(c, t); i > 0; i--)
            add_thread_to_state(c, state, t);
    CHECK(is_concrete_state_valid(c, state));
}

/* ---- steps ---- */

uint32_t concrete_choices(const Concrete *c, EdgeId edge) { return inputs_choices(c->inputs, &c->machine, edge); }

bool concrete_starts_thread(const Concrete *c, const uint64_t *state, const Edge *e)
{
    return e->spawn.i != NO_ID && state[STATE_CREATED] < c->n && state[STATE_THREADS] < c->thread_limit;
}

bool concrete_is_enabled(Concrete *c, const uint64_t *state, uint32_t thread, EdgeId edge, uint32_t choice)
{
    const Edge *e = &c->p->edges.data[edge.i];
    CHECK(program_has_edge(c->p, edge) && thread < state[STATE_THREADS]);
    CHECK(e->from.i == place_of(c, state, thread).i && choice < concrete_choices(c, edge));
    c->state = state;
    c->thread = thread;
    c->edge = edge.i;
    c->choice = choice;
    c->overflow = false;
    if (e->approximate || term_is_false(c->p->tm, e->guard)) return false;
    bool holds = term_is_true(c->p->tm, e->guard) || evaluate_concretely(c, e->guard).bits != 0;
    if (!holds || c->overflow) return false;
    bool waits = e->spawn.i != NO_ID && !e->is_error && !concrete_starts_thread(c, state, e);
    return !waits || !c->p->locs.data[c->p->templates.data[e->spawn.i].entry.i].atomic;
}

void concrete_take(Concrete *c, uint64_t *to)
{
    const Edge *e = &c->p->edges.data[c->edge];
    const uint64_t *from = c->state;
    memcpy(to, from, c->state_words * sizeof *to);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        const Var *info = &c->p->vars.data[e->assigns[i].var.i];
        Value v = evaluate_concretely(c, e->assigns[i].value);
        uint64_t word = word_of_value(c, info->sort, &v);
        uint32_t slot = c->slot[e->assigns[i].var.i];
        if (info->class == VAR_SHARED)
            to[STATE_SHARED + slot] = word;
        else
            thread_of(c, to, c->thread)[THREAD_LOCALS + slot] = word;
    }
    thread_of(c, to, c->thread)[THREAD_LOC] = e->to.i;
    CHECK(is_concrete_state_valid(c, to));
    if (!concrete_starts_thread(c, from, e)) return;
    uint32_t child = (uint32_t)to[STATE_THREADS];
    add_thread_to_state(c, to, e->spawn.i);
    for (uint32_t i = 0; i < e->arg_count; i++) {
        Value v = evaluate_concretely(c, e->args[i].value);
        uint64_t word = word_of_value(c, c->p->vars.data[e->args[i].var.i].sort, &v);
        thread_of(c, to, child)[THREAD_LOCALS + c->slot[e->args[i].var.i]] = word;
    }
    to[STATE_CREATED]++;
    CHECK(is_concrete_state_valid(c, to));
}

/* ---- the whole ---- */

/* What a state looks like; false: too large. */
static bool lay_out_state(Concrete *c)
{
    Program *p = c->p;
    uint64_t threads = c->n;
    uint32_t locals = 0;
    c->slot = run_alloc(c->run, (p->vars.count + 1) * sizeof *c->slot);
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class == VAR_SHARED) c->slot[v] = c->shared_count++;
    for (uint32_t t = 0; t < p->templates.count; t++) {
        const Template *template = &p->templates.data[t];
        threads += concrete_initial_count(c, t);
        if (template->locals.count > locals) locals = template->locals.count;
        for (uint32_t i = 0; i < template->locals.count; i++)
            c->slot[template->locals.data[i]] = i;
    }
    if (threads > THREADS_MAX) return false;
    c->thread_limit = (uint32_t)threads;
    c->thread_words = THREAD_LOCALS + locals;
    CHECK(c->thread_limit <= THREADS_MAX);
    c->state_words = STATE_SHARED + c->shared_count + c->thread_limit * c->thread_words;
    return true;
}

bool concrete_init(Concrete *c, Program *p, uint32_t n)
{
    *c = (Concrete){.run = p->run, .p = p, .n = n};
    c->made = value_arena_new(c->run);
    intern_init(c->run, &c->arrays);
    machine_init(&c->machine, p);
    c->live = liveness_new(p);
    c->inputs = inputs_find(p);
    return lay_out_state(c);
}

void concrete_clear(Concrete *c)
{
    value_arena_free(c->made);
    intern_clear(&c->arrays);
    for (uint32_t i = 0; i < c->array_values.count; i++)
        run_release(c->run, c->array_values.data[i].entries);
    vec_free(c->run, &c->array_values);
    run_release(c->run, c->slot);
    inputs_free(c->inputs);
}
