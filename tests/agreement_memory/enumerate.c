/* Executions grow by one step of one thread at a time: a read takes any write of its location, a write stands anywhere
 * in the modification order. All models here are closed under prefixes of program order and rf, and have no cycle of
 * the two; so every consistent execution grows out of consistent ones, and what is not consistent need not grow. What
 * was reached before, in whatever order, is not looked at again. Each execution that is reached counts, not only
 * those that are at their end: threads may wait for ever. */
#include "agreement_memory/enumerate.h"

#include <stdlib.h>
#include <string.h>

#define KEY (2 * EXECUTION_EVENTS + PROGRAM_THREADS)

typedef struct Key {
    uint8_t bytes[KEY];
} Key;

typedef struct ThreadState {
    uint8_t at, registers[PROGRAM_REGISTERS];
    bool is_there, has_ended, has_failed; /* a failed assertion ends the program: the thread goes no further */
} ThreadState;

typedef struct State {
    Execution x;
    ThreadState threads[PROGRAM_THREADS];
    bool fails;
} State;

typedef struct Search {
    const MemoryProgram *program;
    const ModelOptions *options;
    Model model;
    Judgement *result;
    uint32_t limit;
    Key *seen; /* open addressing; an empty place is all zero */
    uint32_t capacity, seen_count;
} Search;

/* ---- what was seen ---- */

static uint8_t name_of(const uint8_t *first, const Execution *x, uint32_t e)
{
    uint8_t thread = x->events[e].thread;
    return thread == NOBODY ? (uint8_t)e : (uint8_t)(EXECUTION_EVENTS * (1u + thread) + e - first[e]);
}

/* The order in which events of different threads came is not in the key. Events follow from the program, the sources
 * of reads and the modification order. */
static Key key_of(const Execution *x)
{
    Key key = {{0}};
    uint8_t place[EXECUTION_EVENTS] = {0}, *out = key.bytes; /* events before e that are not of its thread */
    uint8_t counts[PROGRAM_THREADS] = {0};
    for (uint32_t e = 0; e < x->count; e++)
        if (x->events[e].thread != NOBODY) place[e] = (uint8_t)(e - counts[x->events[e].thread]++);
    for (uint8_t t = 0; t < PROGRAM_THREADS; t++) {
        *out++ = (uint8_t)(counts[t] + 1);
        for (uint32_t e = 0; e < x->count; e++) {
            if (x->events[e].thread != t) continue;
            *out++ = x->events[e].kind == EVENT_READ ? name_of(place, x, x->events[e].source) : NO_EVENT;
            *out++ = x->events[e].kind == EVENT_WRITE ? x->events[e].rank : NO_EVENT;
        }
    }
    return key;
}

static uint64_t hash(const Key *key)
{
    uint64_t h = UINT64_C(1469598103934665603);
    for (int i = 0; i < KEY; i++)
        h = (h ^ key->bytes[i]) * UINT64_C(1099511628211);
    return h ^ h >> 29;
}

static Key *find(Key *seen, uint32_t capacity, const Key *key)
{
    uint32_t i = (uint32_t)hash(key) & (capacity - 1);
    while (seen[i].bytes[0] && memcmp(&seen[i], key, sizeof *key) != 0)
        i = (i + 1) & (capacity - 1);
    return &seen[i];
}

static Key *new_table(uint32_t capacity)
{
    Key *table = calloc(capacity, sizeof *table);
    if (!table) abort();
    return table;
}

static void grow(Search *s)
{
    uint32_t capacity = s->capacity * 2;
    Key *table = new_table(capacity);
    for (uint32_t i = 0; i < s->capacity; i++)
        if (s->seen[i].bytes[0]) *find(table, capacity, &s->seen[i]) = s->seen[i];
    free(s->seen);
    s->seen = table;
    s->capacity = capacity;
}

/* true: it was not there. */
static bool remember(Search *s, const Execution *x)
{
    Key key = key_of(x), *place = find(s->seen, s->capacity, &key);
    if (place->bytes[0]) return false;
    *place = key;
    if (++s->seen_count * 2 > s->capacity) grow(s);
    return true;
}

/* ---- steps of one thread ---- */

/* Up to the next instruction that makes an event. */
static void go_on(const MemoryProgram *p, State *state, uint32_t t)
{
    ThreadState *thread = &state->threads[t];
    const Thread *text = &p->threads[t];
    while (thread->at < text->count) {
        const Instruction *i = &text->code[thread->at];
        const uint8_t *r = thread->registers;
        if (i->kind == CODE_IF) {
            bool holds = (r[i->target] == i->expected) != i->is_unequal;
            uint32_t next = thread->at + 1u + (holds ? 0 : i->value);
            thread->at = (uint8_t)(next < text->count ? next : text->count);
        } else if (i->kind == CODE_FAILS) {
            thread->has_failed = (!(i->target & 1) || r[0] == i->value) && (!(i->target & 2) || r[1] == i->expected);
            state->fails |= thread->has_failed;
            if (thread->has_failed) return;
            thread->at++;
        } else {
            return;
        }
    }
    thread->has_ended = true;
}

static Event *add_event(State *state, EventKind kind, uint32_t t, Order order)
{
    Event *e = &state->x.events[state->x.count++];
    *e = (Event){.kind = kind,
                 .order = order,
                 .thread = (uint8_t)t,
                 .location = NOBODY,
                 .partner = NO_EVENT,
                 .source = NO_EVENT};
    return e;
}

static Event *add_read(State *state, uint32_t t, uint8_t location, Order order, uint8_t source)
{
    Event *e = add_event(state, EVENT_READ, t, order);
    e->location = location;
    e->source = source;
    e->value = state->x.events[source].value;
    return e;
}

/* Those that stand at its rank or after it move on by one. */
static Event *add_write(State *state, uint32_t t, uint8_t location, Order order, uint8_t value, uint8_t rank)
{
    for (uint32_t e = 0; e < state->x.count; e++) {
        Event *other = &state->x.events[e];
        if (other->kind == EVENT_WRITE && other->location == location && other->rank >= rank) other->rank++;
    }
    Event *e = add_event(state, EVENT_WRITE, t, order);
    e->location = location;
    e->value = value;
    e->rank = rank;
    return e;
}

/* Right after its source in the modification order, or not atomic. */
static void add_exchange(State *state, uint32_t t, const Instruction *i, uint8_t source, uint8_t value)
{
    bool is_sc = i->order == ORDER_SEQ_CST;
    Order order = is_sc ? ORDER_SEQ_CST : is_acquire(i->order) ? ORDER_ACQUIRE : ORDER_RELAXED;
    uint8_t read = (uint8_t)state->x.count, rank = (uint8_t)(state->x.events[source].rank + 1);
    add_read(state, t, i->location, order, source)->partner = (uint8_t)(read + 1);
    order = is_sc ? ORDER_SEQ_CST : is_release(i->order) ? ORDER_RELEASE : ORDER_RELAXED;
    add_write(state, t, i->location, order, value, rank)->partner = read;
}

static void finish(const MemoryProgram *p, State *state, uint32_t t)
{
    state->threads[t].at++;
    go_on(p, state, t);
}

/* The instruction reads from that write; false: with its value it does not happen. */
static bool read_from(const MemoryProgram *p, State *state, uint32_t t, const Instruction *i, uint8_t source)
{
    uint8_t value = state->x.events[source].value, *target = &state->threads[t].registers[i->target];
    Instruction lock = {.kind = CODE_LOCK, .order = ORDER_ACQUIRE, .location = i->location};
    switch (i->kind) {
    case CODE_LOAD:
        add_read(state, t, i->location, i->order, source);
        *target = value;
        break;
    case CODE_EXCHANGE:
    case CODE_ADD:
        add_exchange(state, t, i, source, (uint8_t)(i->value + (i->kind == CODE_ADD ? value : 0)) % PROGRAM_VALUES);
        *target = value;
        break;
    case CODE_CAS:
        *target = value == i->expected;
        if (*target)
            add_exchange(state, t, i, source, i->value);
        else
            add_read(state, t, i->location, i->failure, source);
        break;
    case CODE_AWAIT:
        if ((value == i->expected) == i->is_unequal) return false;
        add_read(state, t, i->location, i->order, source);
        break;
    case CODE_TAKE:
        if (value != i->expected) return false;
        add_exchange(state, t, i, source, i->value);
        break;
    case CODE_LOCK:
        if (value) return false;
        add_exchange(state, t, &lock, source, 1);
        break;
    case CODE_STORE:
    case CODE_FENCE:
    case CODE_UNLOCK:
    case CODE_SPAWN:
    case CODE_JOIN:
    case CODE_IF:
    case CODE_FAILS: abort();
    }
    finish(p, state, t);
    return true;
}

/* ---- search ---- */

static void record(Search *s, const State *state, const Findings *f)
{
    Judgement *j = s->result;
    j->executions++;
    if (s->model == MODEL_RC11) j->is_racy |= f->is_racy;
    j->is_robust[s->model] &= f->is_consistent[MODEL_SC];
    for (Model m = MODEL_SC; m < MODEL_COUNT; m++) {
        if (m != s->model && !(m == MODEL_SC && f->is_consistent[m])) continue;
        j->fails[m] |= state->fails;
        for (uint32_t t = 0; t < s->program->thread_count; t++) {
            const ThreadState *thread = &state->threads[t];
            if (thread->has_ended) j->ends[m][t].rows[thread->registers[0]] |= UINT32_C(1) << thread->registers[1];
        }
    }
}

static void visit(Search *s, const State *state);

static void consider(Search *s, const State *state)
{
    Findings f = axioms_judge(&state->x, s->options);
    if (f.is_consistent[MODEL_SC] && !f.is_consistent[s->model]) abort(); /* every model here allows SC */
    if (!f.is_consistent[s->model] || !remember(s, &state->x)) return;
    if (s->seen_count > s->limit) {
        s->result->is_complete = false;
        return;
    }
    record(s, state, &f);
    visit(s, state);
}

/* The thread starts with it: others may come before what it does. */
static void spawn(Search *s, State *next, uint32_t t, uint8_t thread)
{
    uint8_t source = (uint8_t)next->x.count;
    add_event(next, EVENT_SPAWN, t, ORDER_RELAXED);
    finish(s->program, next, t);
    if (!next->threads[thread].is_there) {
        add_event(next, EVENT_START, thread, ORDER_RELAXED)->source = source;
        next->threads[thread].is_there = true;
        go_on(s->program, next, thread);
    }
    consider(s, next);
}

static void join(Search *s, State *next, uint32_t t, uint8_t thread)
{
    uint8_t last = NO_EVENT;
    if (!next->threads[thread].has_ended) return;
    for (uint8_t e = 0; e < next->x.count; e++)
        if (next->x.events[e].thread == thread) last = e;
    add_event(next, EVENT_JOIN, t, ORDER_RELAXED)->source = last;
    finish(s->program, next, t);
    consider(s, next);
}

static void step(Search *s, const State *state, uint32_t t)
{
    const Instruction *i = &s->program->threads[t].code[state->threads[t].at];
    bool writes = i->kind == CODE_STORE || i->kind == CODE_UNLOCK;
    Order order = i->kind == CODE_UNLOCK ? ORDER_RELEASE : i->order;
    if (i->kind == CODE_FENCE) {
        State next = *state;
        add_event(&next, EVENT_FENCE, t, i->order);
        finish(s->program, &next, t);
        consider(s, &next);
        return;
    }
    if (i->kind == CODE_SPAWN || i->kind == CODE_JOIN) {
        State next = *state;
        (i->kind == CODE_SPAWN ? spawn : join)(s, &next, t, i->value);
        return;
    }
    for (uint8_t e = 0; e < state->x.count; e++) { /* of a read the source, of a write the one that it comes after */
        const Event *w = &state->x.events[e];
        if (w->kind != EVENT_WRITE || w->location != i->location) continue;
        State next = *state;
        if (writes) {
            add_write(&next, t, i->location, order, i->value, (uint8_t)(w->rank + 1));
            finish(s->program, &next, t);
        } else if (!read_from(s->program, &next, t, i, e)) {
            continue;
        }
        consider(s, &next);
    }
}

static void visit(Search *s, const State *state)
{
    for (uint32_t t = 0; t < s->program->thread_count && s->result->is_complete; t++) {
        const ThreadState *thread = &state->threads[t];
        if (!thread->is_there || thread->has_ended || thread->has_failed) continue;
        if (state->x.count + 2 > EXECUTION_EVENTS)
            s->result->is_complete = false;
        else
            step(s, state, t);
    }
}

static void search(Search *s)
{
    State start;
    memset(&start, 0, sizeof start);
    for (uint8_t l = 0; l < s->program->location_count; l++)
        add_write(&start, NOBODY, l, ORDER_RELAXED, 0, 0);
    for (uint32_t t = 0; t < s->program->thread_count; t++) {
        start.threads[t].is_there = !program_is_spawned(s->program, t);
        if (start.threads[t].is_there) go_on(s->program, &start, t);
    }
    s->capacity = 1024;
    s->seen = new_table(s->capacity);
    s->seen_count = 0;
    consider(s, &start);
    free(s->seen);
}

Judgement enumerate_executions(const MemoryProgram *p, const ModelOptions *options, uint32_t limit)
{
    Judgement result = {.is_complete = true, .is_robust = {true, true, true}};
    Search s = {.program = p, .options = options, .result = &result, .limit = limit};
    s.model = MODEL_RC11;
    search(&s);
    s.model = MODEL_TSO;
    search(&s);
    return result;
}
