/* The search goes depth first, several times with another order of the threads: what is near the first run is searched
 * first. Where threads take turns (round robin), errors that need many switches are found soon, which are the hardest
 * to find by breadth; one thread may be kept back until no other can move, as one that checks what the others have
 * done; and threads may run on as far as they can.
 *
 * Orders of independent steps are tried once: a thread whose next steps depend on nothing that others can do before
 * it moves goes first, alone, unless that leads back to a state that was met before (then the others get their turn as
 * well). States are met before when their hashes are equal, threads of one template exchanged and dead locals left
 * out. What is lost by a collision is lost: an error that is found is replayed, and nothing else is concluded. */
#include "refine/concrete.h"

#include <string.h>

#include "analysis/liveness.h"
#include "base/intern.h"
#include "program/state.h"
#include "term/evaluate.h"
#include "term/walk.h"

#define DEPTH_MAX 50000      /* steps of a run */
#define STACK_MAX (1u << 23) /* words of its states */
#define CONSTANTS_MAX 8      /* values that are tried of an input beside 0 and 1 */
#define FLOW_ROUNDS 4        /* through how many assignments an input is followed to where it is compared */
#define THREADS_MAX 16       /* at a time */
#define KEPT_BACK_MAX 4      /* threads, one after the other */

/* Where the search stands in a state: the step to be tried next. */
typedef struct Frame {
    uint32_t last; /* thread that moved last */
    uint32_t only; /* the thread that goes first, or NO_ID: all */
    uint32_t turn; /* of the threads in order */
    uint32_t edge; /* among those of its location */
    uint32_t choice;
    bool leads_back;        /* a step of `only` led to a state that was met before */
    bool is_atomic;         /* `only` is inside an atomic section */
    uint32_t thread, taken; /* the step that led on from here */
} Frame;

typedef struct Constants {
    uint64_t values[CONSTANTS_MAX];
    uint32_t count;
} Constants;

typedef struct Concrete {
    Run *run;
    Program *p;
    const Dependence *dependence;
    Machine machine;
    Liveness *live;
    uint32_t n;
    uint32_t *slot; /* per variable: of a shared one in the state, of a local one in its thread */
    uint32_t shared_count, thread_words, thread_limit, state_words;
    Constants *constants; /* per variable: what its value is compared with, directly or later */
    /* the order of the threads */
    bool runs_on;       /* the one that moved last comes first; else last */
    uint32_t kept_back; /* comes last; NO_ID: none */
    uint32_t depth;     /* most frames */
    Intern arrays;      /* values of arrays: [default, entries..], each of two words */
    VEC(Value) array_values;
    uint64_t *states; /* of the frames, one after the other */
    VEC(Frame) frames;
    uint64_t *met; /* hashes, open addressing; 0 = free */
    uint64_t met_size, met_count;
    /* the step being evaluated */
    const uint64_t *state;
    uint32_t thread, edge, choice;
    bool overflow;
} Concrete;

/* A state: number of threads, threads created, shared variables, then for each thread template, location, locals. */
#define STATE_THREADS 0
#define STATE_CREATED 1
#define STATE_SHARED 2
#define THREAD_TEMPLATE 0
#define THREAD_LOC 1
#define THREAD_LOCALS 2

static uint64_t *thread_of(const Concrete *c, const uint64_t *state, uint32_t thread)
{
    return (uint64_t *)state + STATE_SHARED + c->shared_count + (size_t)thread * c->thread_words;
}

static uint32_t place_of(const Concrete *c, const uint64_t *state, uint32_t thread)
{
    return (uint32_t)thread_of(c, state, thread)[THREAD_LOC];
}

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
    Value v = {two_words(key), NULL, length / 4};
    v.entries = run_alloc(c->run, (v.count + 1) * sizeof *v.entries);
    for (uint32_t i = 0; i < v.count; i++)
        v.entries[i] = (ArrayEntry){two_words(key + 2 + 4 * i), two_words(key + 4 + 4 * i)};
    return v;
}

static Value value_of_word(Concrete *c, Sort sort, uint64_t word)
{
    if (sort.kind != SORT_ARRAY) return (Value){word, NULL, 0};
    while (c->array_values.count <= word) {
        Value v = value_of_array(c, c->array_values.count);
        vec_push(c->run, &c->array_values, v);
    }
    return c->array_values.data[word];
}

/* Input i of the edge. Choices 0 to 3: its bit, of the first two inputs; from 4 on: what it is compared with. */
static uint64_t input_value(const Concrete *c, uint32_t var, Sort sort, uint32_t i)
{
    if (sort.kind == SORT_ARRAY) return 0;
    if (c->choice < 4) return i < 2 ? c->choice >> i & 1 : c->choice & 1;
    const Constants *constants = &c->constants[var];
    uint64_t value = constants->count ? constants->values[(c->choice - 4) % constants->count] : 0;
    if (sort.kind == SORT_BOOL) return value & 1;
    return sort.width >= 64 || sort.kind == SORT_INT ? value : value & ((UINT64_C(1) << sort.width) - 1);
}

static Value look_up(void *arg, TermManager *tm, Term var)
{
    Concrete *c = arg;
    uint32_t v = term_symbol(tm, var);
    const Var *info = &c->p->vars.data[v];
    switch (info->class) {
    case VAR_SHARED: return value_of_word(c, info->sort, c->state[STATE_SHARED + c->slot[v]]);
    case VAR_LOCAL: return value_of_word(c, info->sort, thread_of(c, c->state, c->thread)[THREAD_LOCALS + c->slot[v]]);
    case VAR_INPUT: break;
    }
    uint32_t i = 0, count = machine_input_count(&c->machine, (EdgeId){c->edge});
    while (i < count && !term_same(machine_input(&c->machine, (EdgeId){c->edge}, i), var))
        i++;
    return (Value){input_value(c, v, info->sort, i), NULL, 0};
}

static Value evaluate(Concrete *c, Term t)
{
    bool overflow = false;
    Value v = term_evaluate(c->p->tm, t, look_up, c, &overflow);
    c->overflow |= overflow;
    return v;
}

/* ---- states ---- */

/* A step of splitmix64: small numbers, as states are made of, must not meet. */
static uint64_t mix(uint64_t h, uint64_t word)
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
    uint64_t h = mix(thread[THREAD_TEMPLATE] + 1, loc.i);
    for (uint32_t i = 0; i < t->locals.count; i++)
        if (liveness_is_live(c->live, loc, (VarId){t->locals.data[i]})) h = mix(h, thread[THREAD_LOCALS + i]);
    return h;
}

static uint64_t hash_state(const Concrete *c, const uint64_t *state)
{
    uint64_t h = mix(1, state[STATE_CREATED]), threads = 0;
    for (uint32_t i = 0; i < c->shared_count; i++)
        h = mix(h, state[STATE_SHARED + i]);
    for (uint32_t t = 0; t < state[STATE_THREADS]; t++)
        threads += hash_thread(c, thread_of(c, state, t));
    h = mix(h, threads);
    return h ? h : 1;
}

static bool insert_hash(uint64_t *table, uint64_t size, uint64_t h)
{
    uint64_t at = h & (size - 1);
    while (table[at] && table[at] != h)
        at = (at + 1) & (size - 1);
    bool is_new = !table[at];
    table[at] = h;
    return is_new;
}

static bool is_new_state(Concrete *c, const uint64_t *state)
{
    if (2 * (c->met_count + 1) > c->met_size) {
        uint64_t size = c->met_size ? 2 * c->met_size : 4096;
        uint64_t *met = run_alloc(c->run, size * sizeof *met);
        for (uint64_t i = 0; i < c->met_size; i++)
            if (c->met[i]) insert_hash(met, size, c->met[i]);
        run_release(c->run, c->met);
        c->met = met;
        c->met_size = size;
    }
    bool is_new = insert_hash(c->met, c->met_size, hash_state(c, state));
    c->met_count += is_new;
    return is_new;
}

static uint64_t initial_word(Concrete *c, uint32_t v)
{
    bool arbitrary;
    Value value = state_initial_value(&c->machine, v, &arbitrary);
    return word_of_value(c, c->p->vars.data[v].sort, &value);
}

static void add_thread(Concrete *c, uint64_t *state, uint32_t template)
{
    const Template *t = &c->p->templates.data[template];
    uint64_t *thread = thread_of(c, state, (uint32_t)state[STATE_THREADS]++);
    thread[THREAD_TEMPLATE] = template;
    thread[THREAD_LOC] = t->entry.i;
    for (uint32_t i = 0; i < t->locals.count; i++)
        thread[THREAD_LOCALS + i] = initial_word(c, t->locals.data[i]);
}

static uint32_t initial_count(const Concrete *c, uint32_t template)
{
    Count initial = c->p->templates.data[template].initial;
    return initial == COUNT_NONE ? 0 : initial == COUNT_ONE ? 1 : c->n;
}

static void start(Concrete *c, uint64_t *state)
{
    for (uint32_t v = 0; v < c->p->vars.count; v++)
        if (c->p->vars.data[v].class == VAR_SHARED) state[STATE_SHARED + c->slot[v]] = initial_word(c, v);
    for (uint32_t t = 0; t < c->p->templates.count; t++)
        for (uint32_t i = initial_count(c, t); i > 0; i--)
            add_thread(c, state, t);
}

/* ---- steps ---- */

static const Edge *edge_at(const Concrete *c, uint32_t loc, uint32_t k)
{
    return &c->p->edges.data[c->p->out_edges[c->p->out_start[loc] + k]];
}

static uint32_t choices_of(const Concrete *c, uint32_t edge)
{
    uint32_t inputs = machine_input_count(&c->machine, (EdgeId){edge}), constants = 0;
    for (uint32_t i = 0; i < inputs; i++) {
        uint32_t v = machine_input_var(&c->machine, (EdgeId){edge}, i).i;
        if (c->constants[v].count > constants) constants = c->constants[v].count;
    }
    return inputs == 0 ? 1 : inputs == 1 && !constants ? 2 : 4 + constants;
}

static bool starts_thread(const Concrete *c, const uint64_t *state, const Edge *e)
{
    return e->spawn.i != NO_ID && state[STATE_CREATED] < c->n && state[STATE_THREADS] < c->thread_limit;
}

static bool is_enabled(Concrete *c, const uint64_t *state, uint32_t thread, const Edge *e, uint32_t choice)
{
    c->state = state;
    c->thread = thread;
    c->edge = (uint32_t)(e - c->p->edges.data);
    c->choice = choice;
    c->overflow = false;
    if (e->approximate || term_is_false(c->p->tm, e->guard)) return false;
    bool holds = term_is_true(c->p->tm, e->guard) || evaluate(c, e->guard).bits != 0;
    if (!holds || c->overflow) return false;
    bool waits = e->spawn.i != NO_ID && !e->is_error && !starts_thread(c, state, e);
    return !waits || !c->p->locs.data[c->p->templates.data[e->spawn.i].entry.i].atomic;
}

/* Takes the enabled step last asked about, from c->state to another. */
static void take(Concrete *c, const Edge *e, uint64_t *to)
{
    const uint64_t *from = c->state;
    memcpy(to, from, c->state_words * sizeof *to);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        const Var *info = &c->p->vars.data[e->assigns[i].var.i];
        Value v = evaluate(c, e->assigns[i].value);
        uint64_t word = word_of_value(c, info->sort, &v);
        uint32_t slot = c->slot[e->assigns[i].var.i];
        if (info->class == VAR_SHARED)
            to[STATE_SHARED + slot] = word;
        else
            thread_of(c, to, c->thread)[THREAD_LOCALS + slot] = word;
    }
    thread_of(c, to, c->thread)[THREAD_LOC] = e->to.i;
    if (!starts_thread(c, from, e)) return;
    uint32_t child = (uint32_t)to[STATE_THREADS];
    add_thread(c, to, e->spawn.i);
    for (uint32_t i = 0; i < e->arg_count; i++) {
        Value v = evaluate(c, e->args[i].value);
        uint64_t word = word_of_value(c, c->p->vars.data[e->args[i].var.i].sort, &v);
        thread_of(c, to, child)[THREAD_LOCALS + c->slot[e->args[i].var.i]] = word;
    }
    to[STATE_CREATED]++;
}

/* ---- orders ---- */

static bool can_move(Concrete *c, const uint64_t *state, uint32_t thread)
{
    uint32_t loc = place_of(c, state, thread);
    for (uint32_t k = 0; k < c->p->out_start[loc + 1] - c->p->out_start[loc]; k++) {
        const Edge *e = edge_at(c, loc, k);
        for (uint32_t choice = 0; choice < choices_of(c, (uint32_t)(e - c->p->edges.data)); choice++)
            if (is_enabled(c, state, thread, e, choice)) return true;
    }
    return false;
}

/* Who beside `chosen` can move before it does? All but those that cannot move now, and whose guards nobody changes
 * who can. */
static void find_active(Concrete *c, const uint64_t *state, uint32_t chosen, const bool *moves, bool *active)
{
    uint32_t n = (uint32_t)state[STATE_THREADS];
    for (uint32_t i = 0; i < n; i++)
        active[i] = i != chosen && moves[i];
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = 0; k < n && !active[i] && i != chosen; k++)
                if (active[k] && dependence_may_enable(c->dependence, place_of(c, state, k), place_of(c, state, i)))
                    active[i] = changed = true;
    }
}

/* A thread whose steps are independent of all that others can do before it moves; NO_ID: none. */
static uint32_t choose_first(Concrete *c, const uint64_t *state)
{
    uint32_t n = (uint32_t)state[STATE_THREADS];
    bool moves[THREADS_MAX], active[THREADS_MAX];
    for (uint32_t i = 0; i < n; i++)
        moves[i] = can_move(c, state, i);
    for (uint32_t i = 0; i < n; i++) {
        if (!moves[i] || !c->dependence->quiet[place_of(c, state, i)]) continue;
        find_active(c, state, i, moves, active);
        bool free = true;
        for (uint32_t k = 0; k < n && free; k++)
            free = !active[k] || dependence_is_free(c->dependence, place_of(c, state, i), place_of(c, state, k));
        if (free) return i;
    }
    return NO_ID;
}

/* ---- the search ---- */

static uint64_t *state_of(const Concrete *c, uint32_t frame) { return c->states + (size_t)frame * c->state_words; }

static void push(Concrete *c, uint32_t last)
{
    const uint64_t *state = state_of(c, c->frames.count);
    Frame f = {.last = last, .only = NO_ID};
    for (uint32_t t = 0; t < state[STATE_THREADS]; t++) {
        if (!c->p->locs.data[place_of(c, state, t)].atomic) continue;
        if (f.is_atomic) f.turn = NO_ID; /* they stop each other */
        f.is_atomic = true;
        f.only = t;
    }
    if (!f.is_atomic) f.only = choose_first(c, state);
    vec_push(c->run, &c->frames, f);
}

/* No step of the thread `only` is left: the others follow when it went in a circle. */
static bool open_up(Frame *f)
{
    if (f->only == NO_ID || f->is_atomic || !f->leads_back) return false;
    f->only = NO_ID;
    f->turn = f->edge = f->choice = 0;
    return true;
}

/* The thread whose turn it is. */
static uint32_t in_order(const Concrete *c, const Frame *f, uint32_t n)
{
    if (c->kept_back >= n) return (f->last + f->turn + !c->runs_on) % n;
    if (f->turn == n - 1) return c->kept_back;
    /* the others, as if there were only these */
    uint32_t last = f->last > c->kept_back ? f->last - 1 : f->last;
    uint32_t thread = (last + f->turn + (f->last != c->kept_back)) % (n - 1);
    return thread < c->kept_back ? thread : thread + 1;
}

/* The next enabled step of the last frame: taken into the place of the next one. NULL: none is left. */
static const Edge *next_step(Concrete *c, Frame *f)
{
    const uint64_t *state = state_of(c, c->frames.count - 1);
    uint32_t n = (uint32_t)state[STATE_THREADS];
    for (;;) {
        if (f->turn >= n) {
            if (!open_up(f)) return NULL;
            continue;
        }
        uint32_t thread = in_order(c, f, n), loc = place_of(c, state, thread);
        if ((f->only != NO_ID && thread != f->only) || f->edge == c->p->out_start[loc + 1] - c->p->out_start[loc]) {
            f->turn++;
            f->edge = f->choice = 0;
            continue;
        }
        const Edge *e = edge_at(c, loc, f->edge);
        if (f->choice == choices_of(c, (uint32_t)(e - c->p->edges.data))) {
            f->edge++;
            f->choice = 0;
            continue;
        }
        if (!is_enabled(c, state, thread, e, f->choice++)) continue;
        f->thread = thread;
        f->taken = (uint32_t)(e - c->p->edges.data);
        return e;
    }
}

static void build_trace(const Concrete *c, Trace *trace)
{
    memset(trace, 0, sizeof *trace);
    for (uint32_t t = 0; t < c->p->templates.count; t++)
        for (uint32_t i = initial_count(c, t); i > 0; i--)
            vec_push(c->run, &trace->initial, ((TraceThread){.template = {t}}));
    for (uint32_t i = 0; i < c->frames.count; i++) {
        const Frame *f = &c->frames.data[i];
        const uint64_t *state = state_of(c, i);
        TraceStep step = {.thread = f->thread, .edge = {f->taken}, .child = NO_ID};
        if (starts_thread(c, state, &c->p->edges.data[f->taken])) step.child = (uint32_t)state[STATE_THREADS];
        vec_push(c->run, &trace->steps, step);
    }
}

/* True: the last frame's step is an error. */
static bool search(Concrete *c, uint64_t limit)
{
    vec_clear(&c->frames);
    memset(state_of(c, 0), 0, c->state_words * sizeof *c->states);
    start(c, state_of(c, 0));
    is_new_state(c, state_of(c, 0));
    push(c, 0);
    while (c->frames.count && c->met_count < limit) {
        Frame *f = &vec_last(&c->frames);
        run_poll(c->run);
        const Edge *e = c->frames.count < c->depth ? next_step(c, f) : NULL;
        if (!e) {
            c->frames.count--;
            continue;
        }
        if (e->is_error) return true;
        uint64_t *next = state_of(c, c->frames.count);
        take(c, e, next);
        if (c->overflow) continue;
        if (is_new_state(c, next))
            push(c, f->thread);
        else
            f->leads_back = true;
    }
    return false;
}

/* In one order after the other, as long as states are left over. */
static bool search_in_orders(Concrete *c, uint64_t limit, uint64_t *states)
{
    uint32_t kept_back = c->thread_limit < 2 ? 0 : c->thread_limit < KEPT_BACK_MAX ? c->thread_limit : KEPT_BACK_MAX;
    for (uint32_t i = 0; i < kept_back + 2; i++) {
        c->runs_on = i == 1;
        c->kept_back = i < 2 ? NO_ID : i - 2;
        if (c->met_size) memset(c->met, 0, c->met_size * sizeof *c->met);
        c->met_count = 0;
        uint64_t share = limit / (kept_back + 2);
        bool found = search(c, share);
        *states += c->met_count;
        if (found) return true;
        if (c->met_count < share) return false; /* these are all */
    }
    return false;
}

/* ---- the whole ---- */

static void add_constant(Constants *to, uint64_t value)
{
    for (uint32_t i = 0; i < to->count; i++)
        if (to->values[i] == value) return;
    if (value > 1 && to->count < CONSTANTS_MAX) to->values[to->count++] = value;
}

typedef struct Flow {
    Concrete *c;
    Constants from;
} Flow;

static void collect_constant(void *arg, Term t)
{
    Flow *f = arg;
    TermManager *tm = f->c->p->tm;
    if (term_is_const(tm, t) && term_sort(tm, t).kind != SORT_BOOL) add_constant(&f->from, term_value(tm, t));
}

static void flow_back(void *arg, Term var)
{
    Flow *f = arg;
    Constants *to = &f->c->constants[term_symbol(f->c->p->tm, var)];
    for (uint32_t i = 0; i < f->from.count; i++)
        add_constant(to, f->from.values[i]);
}

static void flow_back_assigns(Concrete *c, const Assign *assigns, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        Flow f = {c, c->constants[assigns[i].var.i]};
        if (f.from.count) term_for_each_var(c->p->tm, assigns[i].value, flow_back, &f);
    }
}

/* From the guards back through assignments. */
static void find_constants(Concrete *c)
{
    Program *p = c->p;
    c->constants = run_alloc(c->run, (p->vars.count + 1) * sizeof *c->constants);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        Flow f = {.c = c};
        term_for_each_subterm(p->tm, p->edges.data[i].guard, collect_constant, &f);
        term_for_each_var(p->tm, p->edges.data[i].guard, flow_back, &f);
    }
    for (uint32_t round = 0; round < FLOW_ROUNDS; round++)
        for (uint32_t i = p->edges.count; i-- > 0;) {
            flow_back_assigns(c, p->edges.data[i].assigns, p->edges.data[i].assign_count);
            flow_back_assigns(c, p->edges.data[i].args, p->edges.data[i].arg_count);
        }
}

/* What a state looks like; false: too large. */
static bool lay_out(Concrete *c)
{
    Program *p = c->p;
    uint64_t threads = c->n;
    uint32_t locals = 0;
    c->slot = run_alloc(c->run, (p->vars.count + 1) * sizeof *c->slot);
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class == VAR_SHARED) c->slot[v] = c->shared_count++;
    for (uint32_t t = 0; t < p->templates.count; t++) {
        const Template *template = &p->templates.data[t];
        threads += initial_count(c, t);
        if (template->locals.count > locals) locals = template->locals.count;
        for (uint32_t i = 0; i < template->locals.count; i++)
            c->slot[template->locals.data[i]] = i;
    }
    if (threads > THREADS_MAX) return false;
    c->thread_limit = (uint32_t)threads;
    c->thread_words = THREAD_LOCALS + locals;
    c->state_words = STATE_SHARED + c->shared_count + c->thread_limit * c->thread_words;
    c->depth = STACK_MAX / c->state_words;
    if (c->depth > DEPTH_MAX) c->depth = DEPTH_MAX;
    return c->depth > 100;
}

static void clear(Concrete *c)
{
    intern_clear(&c->arrays);
    for (uint32_t i = 0; i < c->array_values.count; i++)
        run_release(c->run, c->array_values.data[i].entries);
    vec_free(c->run, &c->array_values);
    run_release(c->run, c->slot);
    run_release(c->run, c->states);
    run_release(c->run, c->met);
    vec_free(c->run, &c->frames);
    run_release(c->run, c->constants);
}

ConcreteResult concrete_search(Program *p, const Dependence *dependence, uint32_t n, uint64_t limit, Trace *trace)
{
    Concrete c = {.run = p->run, .p = p, .dependence = dependence, .n = n};
    ConcreteResult result = {0, false};
    intern_init(c.run, &c.arrays);
    machine_init(&c.machine, p);
    c.live = liveness_new(p);
    find_constants(&c);
    if (lay_out(&c)) {
        c.states = run_alloc(c.run, (size_t)(c.depth + 1) * c.state_words * sizeof *c.states);
        result.found = search_in_orders(&c, limit, &result.states);
        if (result.found) build_trace(&c, trace);
    }
    clear(&c);
    return result;
}
