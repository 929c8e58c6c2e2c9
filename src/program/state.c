/* Concrete states and steps: obvious code, the meaning every engine is tested against. */
#include "program/state.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/walk.h"

/* ---- the machine ---- */

typedef struct InputSearch {
    Machine *m;
    uint32_t from;
} InputSearch;

static void collect_machine_input(void *arg, Term var)
{
    InputSearch *s = arg;
    Machine *m = s->m;
    if (m->p->vars.data[term_symbol(m->tm, var)].class != VAR_INPUT) return;
    for (uint32_t i = s->from; i < m->inputs.count; i++)
        if (term_same(m->inputs.data[i], var)) return;
    vec_push(m->run, &m->inputs, var);
}

static void collect_machine_inputs(Machine *m, const Edge *e)
{
    InputSearch s = {m, m->inputs.count};
    term_for_each_var(m->tm, e->guard, collect_machine_input, &s);
    for (uint32_t i = 0; i < e->assign_count; i++)
        term_for_each_var(m->tm, e->assigns[i].value, collect_machine_input, &s);
    for (uint32_t i = 0; i < e->arg_count; i++)
        term_for_each_var(m->tm, e->args[i].value, collect_machine_input, &s);
    for (uint32_t i = 0; i < e->access_count; i++) {
        const Access *a = &e->accesses[i];
        if (term_is(a->index)) term_for_each_var(m->tm, a->index, collect_machine_input, &s);
        if (term_is(a->condition)) term_for_each_var(m->tm, a->condition, collect_machine_input, &s);
    }
}

void machine_init(Machine *m, Program *p)
{
    memset(m, 0, sizeof *m);
    m->run = p->run;
    CHECK(program_is_indexed(p));
    m->p = p;
    m->tm = p->tm;
    m->local_index = run_alloc(m->run, (p->vars.count + 1) * sizeof *m->local_index);
    m->inputs_start = run_alloc(m->run, (p->edges.count + 1) * sizeof *m->inputs_start);
    for (uint32_t t = 0; t < p->templates.count; t++)
        for (uint32_t i = 0; i < p->templates.data[t].locals.count; i++)
            m->local_index[p->templates.data[t].locals.data[i]] = i;
    for (uint32_t e = 0; e < p->edges.count; e++) {
        m->inputs_start[e] = m->inputs.count;
        collect_machine_inputs(m, &p->edges.data[e]);
    }
    m->inputs_start[p->edges.count] = m->inputs.count;
}

uint32_t machine_input_count(const Machine *m, EdgeId edge)
{
    CHECK(program_has_edge(m->p, edge) && m->inputs_start[edge.i] <= m->inputs_start[edge.i + 1]);
    return m->inputs_start[edge.i + 1] - m->inputs_start[edge.i];
}

Term machine_input(const Machine *m, EdgeId edge, uint32_t i)
{
    CHECK(i < machine_input_count(m, edge));
    return m->inputs.data[m->inputs_start[edge.i] + i];
}

VarId machine_input_var(const Machine *m, EdgeId edge, uint32_t i)
{
    VarId v = {term_symbol(m->tm, machine_input(m, edge, i))};
    CHECK(program_has_var(m->p, v) && m->p->vars.data[v.i].class == VAR_INPUT);
    return v;
}

/* ---- states ---- */

static uint32_t template_locals_count(const Machine *m, TemplateId t) { return m->p->templates.data[t.i].locals.count; }

static Value *new_value_list(const Machine *m, uint32_t count)
{
    return run_alloc(m->run, (count + 1) * sizeof(Value));
}

static bool fits_sort(Sort sort, uint64_t bits)
{
    if (sort.kind == SORT_BOOL) return bits <= 1;
    return sort.kind != SORT_BV || sort.width == 64 || bits >> sort.width == 0;
}

/* Entries of arrays are in the order of their indices. */
static bool value_is_valid(const Machine *m, VarId v, const Value *value)
{
    Sort sort = m->p->vars.data[v.i].sort;
    if (sort.kind != SORT_ARRAY) return value->count == 0 && fits_sort(sort, value->bits);
    for (uint32_t i = 0; i < value->count; i++)
        if (!fits_sort(sort_element(sort), value->entries[i].value) ||
            !fits_sort(sort_index(sort), value->entries[i].index) ||
            (i && value->entries[i - 1].index >= value->entries[i].index))
            return false;
    return fits_sort(sort_element(sort), value->bits);
}

static bool thread_state_is_valid(const Machine *m, const ThreadState *t)
{
    if (!program_has_template(m->p, t->template) || !program_has_loc(m->p, t->loc)) return false;
    if (m->p->locs.data[t->loc.i].template.i != t->template.i) return false;
    for (uint32_t i = 0; i < template_locals_count(m, t->template); i++)
        if (!value_is_valid(m, (VarId){m->p->templates.data[t->template.i].locals.data[i]}, &t->locals[i]))
            return false;
    return true;
}

bool machine_state_is_valid(const Machine *m, const State *s)
{
    for (uint32_t v = 0; v < m->p->vars.count; v++)
        if (m->p->vars.data[v].class == VAR_SHARED && !value_is_valid(m, (VarId){v}, &s->shared[v])) return false;
    for (uint32_t i = 0; i < s->threads.count; i++)
        if (!thread_state_is_valid(m, &s->threads.data[i])) return false;
    return s->created <= s->threads.count && s->atomic <= s->threads.count;
}

void state_clear(const Machine *m, State *s)
{
    for (uint32_t i = 0; i < s->threads.count; i++)
        run_release(m->run, s->threads.data[i].locals);
    vec_free(m->run, &s->threads);
    run_release(m->run, s->shared);
    memset(s, 0, sizeof *s);
}

static bool is_atomic_loc(const Machine *m, LocId loc) { return m->p->locs.data[loc.i].atomic; }

void state_push_thread(const Machine *m, State *s, ThreadState thread)
{
    CHECK(thread_state_is_valid(m, &thread));
    s->atomic += is_atomic_loc(m, thread.loc);
    vec_push(m->run, &s->threads, thread);
}

void state_copy(const Machine *m, State *to, const State *from)
{
    CHECK(to != from);
    state_clear(m, to);
    to->shared = new_value_list(m, m->p->vars.count);
    memcpy(to->shared, from->shared, m->p->vars.count * sizeof *to->shared);
    for (uint32_t i = 0; i < from->threads.count; i++) {
        ThreadState t = from->threads.data[i];
        uint32_t n = template_locals_count(m, t.template);
        t.locals = new_value_list(m, n);
        memcpy(t.locals, from->threads.data[i].locals, n * sizeof *t.locals);
        vec_push(m->run, &to->threads, t);
    }
    to->created = from->created;
    to->atomic = from->atomic;
}

static bool is_array_variable(const Machine *m, uint32_t v) { return m->p->vars.data[v].sort.kind == SORT_ARRAY; }

static void keep_only(const Machine *m, State *s)
{
    VEC(Value *) all = {NULL, 0, 0};
    for (uint32_t v = 0; v < m->p->vars.count; v++)
        if (m->p->vars.data[v].class == VAR_SHARED && is_array_variable(m, v)) vec_push(m->run, &all, &s->shared[v]);
    for (uint32_t i = 0; i < s->threads.count; i++) {
        ThreadState *t = &s->threads.data[i];
        for (uint32_t k = 0; k < template_locals_count(m, t->template); k++)
            if (is_array_variable(m, m->p->templates.data[t->template.i].locals.data[k]))
                vec_push(m->run, &all, &t->locals[k]);
    }
    value_arena_keep(m->values, all.data, all.count);
    vec_free(m->run, &all);
}

void state_tidy(const Machine *m, State *s)
{
    CHECK(m->values);
    if (value_arena_is_full(m->values)) keep_only(m, s);
}

static Value no_variable(void *arg, TermManager *tm, Term var)
{
    (void)tm;
    (void)var;
    const Machine *m = arg;
    RUN_CHECK(m->run, !"an initial value with a variable");
    return (Value){.bits = 0};
}

Value state_initial_value(const Machine *m, uint32_t var, bool *arbitrary)
{
    Term init = m->p->vars.data[var].init;
    *arbitrary = !term_is(init);
    if (*arbitrary) return (Value){.bits = 0};
    return term_evaluate_in(m->values, m->tm, init, no_variable, (void *)m, NULL);
}

void state_start(const Machine *m, State *s)
{
    bool arbitrary;
    state_clear(m, s);
    s->shared = new_value_list(m, m->p->vars.count);
    for (uint32_t v = 0; v < m->p->vars.count; v++)
        if (m->p->vars.data[v].class == VAR_SHARED) s->shared[v] = state_initial_value(m, v, &arbitrary);
}

void state_add_thread(const Machine *m, State *s, TemplateId t)
{
    CHECK(program_has_template(m->p, t));
    bool arbitrary;
    const Template *template = &m->p->templates.data[t.i];
    ThreadState thread = {t, template->entry, new_value_list(m, template->locals.count)};
    for (uint32_t i = 0; i < template->locals.count; i++)
        thread.locals[i] = state_initial_value(m, template->locals.data[i], &arbitrary);
    state_push_thread(m, s, thread);
}

/* ---- steps ---- */

typedef struct Env {
    const Machine *m;
    const State *s;
    const MachineStep *step;
    bool overflow;
} Env;

static Value look_up_value(void *arg, TermManager *tm, Term var)
{
    const Env *env = arg;
    const Machine *m = env->m;
    uint32_t v = term_symbol(tm, var);
    switch (m->p->vars.data[v].class) {
    case VAR_SHARED: return env->s->shared[v];
    case VAR_LOCAL:
        CHECK(program_is_local_of(m->p, (VarId){v}, env->s->threads.data[env->step->thread].template));
        return env->s->threads.data[env->step->thread].locals[m->local_index[v]];
    case VAR_INPUT: break;
    }
    for (uint32_t i = 0; i < machine_input_count(m, env->step->edge); i++)
        if (term_same(machine_input(m, env->step->edge, i), var)) return env->step->inputs[i];
    RUN_CHECK(m->run, !"an unknown input");
    return (Value){.bits = 0};
}

static Value evaluate_in_state(Env *env, Term t)
{
    bool overflow = false;
    Value v = term_evaluate_in(env->m->values, env->m->tm, t, look_up_value, env, &overflow);
    env->overflow |= overflow;
    return v;
}

Value state_evaluate(const Machine *m, const State *s, const MachineStep *step, Term t)
{
    Env env = {m, s, step, false};
    return evaluate_in_state(&env, t);
}

bool state_may_run(const Machine *m, const State *s, uint32_t thread)
{
    CHECK(thread < s->threads.count && s->atomic <= s->threads.count);
    return s->atomic == (is_atomic_loc(m, s->threads.data[thread].loc) ? 1 : 0);
}

StepResult state_try(const Machine *m, const State *s, const MachineStep *step)
{
    CHECK(program_has_edge(m->p, step->edge));
    const Edge *e = &m->p->edges.data[step->edge.i];
    Env env = {m, s, step, false};
    if (step->thread >= s->threads.count || s->threads.data[step->thread].loc.i != e->from.i) return STEP_ELSEWHERE;
    if (!state_may_run(m, s, step->thread)) return STEP_EXCLUDED;
    bool holds = evaluate_in_state(&env, e->guard).bits != 0;
    if (env.overflow || !holds) return env.overflow ? STEP_OVERFLOW : STEP_BLOCKED;
    /* Elsewhere a thread that is not started is like one that is never run. One that starts inside an atomic section
     * stops all others until it is run: without it they could do what they never can with it. */
    bool waits = e->spawn.i != NO_ID && !step->create && !e->is_error;
    return waits && m->p->locs.data[m->p->templates.data[e->spawn.i].entry.i].atomic ? STEP_BOUNDED : STEP_DONE;
}

static Value *evaluate_assigns(Env *env, const Assign *assigns, uint32_t count)
{
    Value *values = new_value_list(env->m, count);
    for (uint32_t i = 0; i < count; i++)
        values[i] = evaluate_in_state(env, assigns[i].value);
    return values;
}

static void assign_values(const Machine *m, State *s, uint32_t thread, const Assign *assigns, uint32_t count,
                          const Value *values)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = assigns[i].var.i;
        CHECK(value_is_valid(m, assigns[i].var, &values[i]));
        CHECK(m->p->vars.data[v].class == VAR_SHARED ||
              program_is_local_of(m->p, assigns[i].var, s->threads.data[thread].template));
        if (m->p->vars.data[v].class == VAR_SHARED)
            s->shared[v] = values[i];
        else
            s->threads.data[thread].locals[m->local_index[v]] = values[i];
    }
}

StepResult state_step(const Machine *m, State *s, const MachineStep *step)
{
    StepResult possible = state_try(m, s, step);
    if (possible != STEP_DONE) return possible;
    const Edge *e = &m->p->edges.data[step->edge.i];
    Env env = {m, s, step, false};
    Value *values = evaluate_assigns(&env, e->assigns, e->assign_count); /* all before any is assigned */
    Value *args = evaluate_assigns(&env, e->args, e->arg_count);
    if (!env.overflow) {
        assign_values(m, s, step->thread, e->assigns, e->assign_count, values);
        s->threads.data[step->thread].loc = e->to;
        s->atomic = s->atomic - is_atomic_loc(m, e->from) + is_atomic_loc(m, e->to);
        CHECK(thread_state_is_valid(m, &s->threads.data[step->thread]));
    }
    if (!env.overflow && e->spawn.i != NO_ID && step->create) {
        state_add_thread(m, s, e->spawn);
        assign_values(m, s, s->threads.count - 1, e->args, e->arg_count, args);
        s->created++;
    }
    run_release(m->run, values);
    run_release(m->run, args);
    return env.overflow ? STEP_OVERFLOW : STEP_DONE;
}

/* ---- encoding ---- */

static void encode_value(const Machine *m, Words *key, const Value *v)
{
    vec_push(m->run, key, (uint32_t)v->bits);
    vec_push(m->run, key, (uint32_t)(v->bits >> 32));
    vec_push(m->run, key, v->count);
    for (uint32_t i = 0; i < v->count; i++) {
        vec_push(m->run, key, (uint32_t)v->entries[i].index);
        vec_push(m->run, key, (uint32_t)(v->entries[i].index >> 32));
        vec_push(m->run, key, (uint32_t)v->entries[i].value);
        vec_push(m->run, key, (uint32_t)(v->entries[i].value >> 32));
    }
}

static uint64_t join_words(const uint32_t *key) { return key[0] | (uint64_t)key[1] << 32; }

static const uint32_t *decode_value(const Machine *m, const uint32_t *key, Value *v)
{
    v->bits = join_words(key);
    v->count = key[2];
    key += 3;
    v->entries = v->count ? value_entries(m->run, m->values, v->count) : NULL;
    for (uint32_t i = 0; i < v->count; i++, key += 4)
        v->entries[i] = (ArrayEntry){join_words(key), join_words(key + 2)};
    return key;
}

static void encode_thread(const Machine *m, Words *key, const ThreadState *t)
{
    vec_push(m->run, key, t->template.i);
    vec_push(m->run, key, t->loc.i);
    for (uint32_t i = 0; i < template_locals_count(m, t->template); i++)
        encode_value(m, key, &t->locals[i]);
}

static const uint32_t *decode_thread(const Machine *m, const uint32_t *key, ThreadState *t)
{
    t->template.i = *key++;
    t->loc.i = *key++;
    uint32_t n = template_locals_count(m, t->template);
    t->locals = new_value_list(m, n);
    for (uint32_t i = 0; i < n; i++)
        key = decode_value(m, key, &t->locals[i]);
    return key;
}

static int compare_encodings(const Words *a, const Words *b)
{
    for (uint32_t i = 0; i < a->count && i < b->count; i++)
        if (a->data[i] != b->data[i]) return a->data[i] < b->data[i] ? -1 : 1;
    return (a->count > b->count) - (a->count < b->count);
}

void state_encode(const Machine *m, const State *s, Words *key, uint32_t *order)
{
    CHECK(machine_state_is_valid(m, s));
    uint32_t n = s->threads.count;
    Words *threads = run_alloc(m->run, (n + 1) * sizeof *threads);
    uint32_t *sorted = run_alloc(m->run, (n + 1) * sizeof *sorted);
    vec_clear(key);
    vec_push(m->run, key, s->created);
    for (uint32_t v = 0; v < m->p->vars.count; v++)
        if (m->p->vars.data[v].class == VAR_SHARED) encode_value(m, key, &s->shared[v]);
    vec_push(m->run, key, n);
    for (uint32_t i = 0; i < n; i++) {
        encode_thread(m, &threads[i], &s->threads.data[i]);
        uint32_t j = i;
        for (; j > 0 && compare_encodings(&threads[i], &threads[sorted[j - 1]]) < 0; j--)
            sorted[j] = sorted[j - 1];
        sorted[j] = i;
    }
    for (uint32_t i = 0; i < n; i++) {
        CHECK(i == 0 || compare_encodings(&threads[sorted[i - 1]], &threads[sorted[i]]) <= 0);
        for (uint32_t k = 0; k < threads[sorted[i]].count; k++)
            vec_push(m->run, key, threads[sorted[i]].data[k]);
        if (order) order[i] = sorted[i];
    }
    for (uint32_t i = 0; i < n; i++)
        vec_free(m->run, &threads[i]);
    run_release(m->run, threads);
    run_release(m->run, sorted);
}

void state_decode(const Machine *m, const uint32_t *key, State *s)
{
    state_clear(m, s);
    s->created = *key++;
    s->shared = new_value_list(m, m->p->vars.count);
    for (uint32_t v = 0; v < m->p->vars.count; v++)
        if (m->p->vars.data[v].class == VAR_SHARED) key = decode_value(m, key, &s->shared[v]);
    uint32_t n = *key++;
    for (uint32_t i = 0; i < n; i++) {
        ThreadState t;
        key = decode_thread(m, key, &t);
        state_push_thread(m, s, t);
    }
    CHECK(machine_state_is_valid(m, s));
}
