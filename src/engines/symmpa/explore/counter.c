/* The inner loop of everything that is checked for a fixed number of threads. What makes it fast:
 *
 * - what the oracle says is asked once: moves by (shared part, active local part), shared by all states that have both,
 *   replies by (move, passive local part), facts by local part;
 * - a successor is built in place in one buffer, sorted as it grows;
 * - successors are interned in batches, so that the table's cache misses overlap;
 * - a state costs its counters, eight bytes for how it was reached, and its slots in the table.
 */
#include "engines/symmpa/explore/counter.h"

#include <string.h>

#include "base/check.h"
#include "engines/symmpa/explore/counter_eager.h"
#include "engines/symmpa/explore/counter_known.h"
#include "engines/symmpa/explore/counter_trace.h"

/* ---- what must hold ---- */

/* Groups of a state: by increasing local part, none empty, `threads` in all. */
static bool is_counter_state(const uint32_t *key, uint32_t length, uint32_t threads)
{
    uint64_t sum = 0;
    if (length % 2 != 1) return false;
    for (uint32_t i = 1; i < length; i += 2) {
        if (key[i] == NO_LOCAL || key[i + 1] == 0 || (i > 1 && key[i - 2] >= key[i])) return false;
        sum += key[i + 1];
    }
    return sum == threads;
}

static uint32_t count_state_threads(const uint32_t *key, uint32_t length)
{
    uint32_t threads = 0;
    for (uint32_t i = 2; i < length; i += 2)
        threads += key[i];
    return threads;
}

/* Each state is one, has at most n threads more than the first ones, and was reached from an older one by a known move.
 */
static bool search_is_valid(const CounterSearch *s)
{
    if (s->arrivals.count != s->states.count) return false;
    for (uint32_t id = 0; id < s->states.count; id++) {
        uint32_t length;
        const uint32_t *key = intern_key(&s->states, id, &length);
        if (!is_counter_state(key, length, count_state_threads(key, length))) return false;
        StateArrival a = s->arrivals.data[id];
        bool initial = a.parent == COUNTER_NONE;
        if (initial ? a.move != COUNTER_NONE : a.parent >= id || a.move >= s->known_moves.count) return false;
        if (!initial && count_state_threads(key, length) > s->initial_total + s->n) return false;
    }
    return true;
}

/* Threads of the successor under construction: those of the state, and the child; at the start, the first ones. */
static uint32_t expected_threads(const CounterSearch *s)
{
    if (s->arrival.move == COUNTER_NONE) return s->initial_total;
    return s->threads + counter_starts_child(s, &s->known_moves.data[s->arrival.move].move);
}

/* ---- the successor under construction ---- */

static void key_reserve(CounterSearch *s, uint32_t length)
{
    if (length <= s->key_capacity) return;
    s->key_capacity = 2 * length;
    s->key = run_realloc(s->run, s->key, s->key_capacity * sizeof *s->key);
}

static void key_start(CounterSearch *s, uint32_t shared)
{
    key_reserve(s, 1);
    s->key[0] = shared;
    s->key_length = 1;
}

/* Counts more threads at a local part; from the end, since most come in order. */
static void key_add(CounterSearch *s, uint32_t local, uint32_t count)
{
    CHECK(count > 0 && local != NO_LOCAL);
    key_reserve(s, s->key_length + 2);
    uint32_t i = s->key_length;
    while (i > 1 && s->key[i - 2] >= local)
        i -= 2;
    if (i < s->key_length && s->key[i] == local) {
        s->key[i + 1] += count;
        return;
    }
    memmove(s->key + i + 2, s->key + i, (s->key_length - i) * sizeof *s->key);
    s->key[i] = local;
    s->key[i + 1] = count;
    s->key_length += 2;
}

static void key_remove(CounterSearch *s, uint32_t local)
{
    uint32_t i = 1;
    while (s->key[i] != local)
        i += 2;
    CHECK(i < s->key_length && s->key[i + 1] > 0);
    if (--s->key[i + 1]) return;
    memmove(s->key + i, s->key + i + 2, (s->key_length - i - 2) * sizeof *s->key);
    s->key_length -= 2;
}

static void flush_batch(CounterSearch *s)
{
    for (uint32_t i = 0; i < s->batch_count; i++)
        intern_prefetch(&s->states, s->batch[i].hash, 1);
    for (uint32_t i = 0; i < s->batch_count; i++) {
        const Waiting *w = &s->batch[i];
        bool is_new;
        intern_add_hashed(&s->states, s->batch_words.data + w->start, w->length, w->hash, &is_new);
        if (is_new) vec_push(s->run, &s->arrivals, w->arrival);
        CHECK(!is_new || (s->states.count & (s->states.count - 1)) || search_is_valid(s)); /* each time it doubles */
    }
    CHECK(s->arrivals.count == s->states.count);
    s->batch_count = 0;
    vec_clear(&s->batch_words);
    if (s->states.count > s->limit) s->full = true;
}

static void add_counter_state(CounterSearch *s)
{
    CHECK(s->batch_count < COUNTER_BATCH);
    CHECK(is_counter_state(s->key, s->key_length, expected_threads(s)));
    Waiting w = {s->batch_words.count, s->key_length, intern_hash(s->key, s->key_length), s->arrival};
    intern_prefetch(&s->states, w.hash, 0);
    vec_reserve(s->run, &s->batch_words, w.start + w.length);
    memcpy(s->batch_words.data + w.start, s->key, w.length * sizeof *s->key);
    s->batch_words.count += w.length;
    s->batch[s->batch_count++] = w;
    if (s->batch_count == COUNTER_BATCH) flush_batch(s);
}

/* ---- broadcasts ---- */

/* Lets `count` passive threads of one local part give the same reply; false when joint constraints forbid that. */
static bool take_counter_reply(CounterSearch *s, uint32_t passive, uint32_t reply, uint32_t count)
{
    const KnownMove *m = &s->known_moves.data[s->arrival.move];
    CHECK(s->before.count == s->after.count && count > 0);
    for (uint32_t i = 0; i < count && i < s->joint; i++) {
        vec_push(s->run, &s->before, passive);
        vec_push(s->run, &s->after, reply);
        if (!s->oracle->allows(s->oracle->self, m->shared, m->active, &m->move, s->before.data, s->after.data,
                               s->before.count))
            return false;
    }
    key_add(s, reply, count);
    return true;
}

static void distribute_group_replies(CounterSearch *s, uint32_t at);

/* Where a choice goes on from. */
typedef struct Mark {
    uint32_t saved, key_length, joint;
} Mark;

static Mark save_key(CounterSearch *s)
{
    Mark mark = {s->saved.count, s->key_length, s->before.count};
    vec_reserve(s->run, &s->saved, s->saved.count + s->key_length);
    memcpy(s->saved.data + s->saved.count, s->key, s->key_length * sizeof *s->key);
    s->saved.count += s->key_length;
    return mark;
}

static void restore_key(CounterSearch *s, Mark mark)
{
    CHECK(mark.saved + mark.key_length <= s->saved.count && mark.key_length <= s->key_capacity);
    CHECK(mark.joint <= s->before.count && mark.joint <= s->after.count);
    memcpy(s->key, s->saved.data + mark.saved, mark.key_length * sizeof *s->key);
    s->key_length = mark.key_length;
    s->before.count = s->after.count = mark.joint;
    s->saved.count = mark.saved + mark.key_length;
}

/* Splits `left` threads of group `at` over the replies of the range. */
static void split_over_replies(CounterSearch *s, uint32_t at, CounterRange replies, uint32_t left)
{
    CHECK(at < s->rest.count && replies.count > 0 && left > 0);
    uint32_t local = s->rest.data[at].local, reply = s->known_replies.data[replies.first];
    Mark mark = save_key(s);
    run_poll(s->run);
    for (uint32_t c = replies.count == 1 ? left : 0; c <= left && !s->full; c++) {
        restore_key(s, mark);
        if (c && !take_counter_reply(s, local, reply, c)) continue;
        if (c == left)
            distribute_group_replies(s, at + 1);
        else
            split_over_replies(s, at, (CounterRange){replies.first + 1, replies.count - 1}, left - c);
    }
    s->saved.count = mark.saved;
}

/* Lets the passive threads from group `at` on take their replies; then adds the state. */
static void distribute_group_replies(CounterSearch *s, uint32_t at)
{
    for (; at < s->rest.count; at++) {
        CounterGroup g = s->rest.data[at];
        CounterRange replies = counter_replies(s, s->arrival.move, g.local);
        if (!replies.count) return; /* blocked */
        if (replies.count > 1) {
            split_over_replies(s, at, replies, g.count);
            return;
        }
        if (!take_counter_reply(s, g.local, s->known_replies.data[replies.first], g.count)) return;
    }
    add_counter_state(s);
}

/* ---- successors ---- */

static void add_broadcast(CounterSearch *s, const Move *m, uint32_t active)
{
    vec_clear(&s->rest);
    for (uint32_t i = 0; i < s->groups.count; i++) {
        CounterGroup g = s->groups.data[i];
        g.count -= g.local == active;
        if (g.count) vec_push(s->run, &s->rest, g);
    }
    s->joint = m->joint;
    vec_clear(&s->before);
    vec_clear(&s->after);
    vec_clear(&s->saved);
    distribute_group_replies(s, 0);
}

static void add_move_successors(CounterSearch *s, uint32_t id, uint32_t move)
{
    CHECK(move < s->known_moves.count && id < s->states.count);
    KnownMove known = s->known_moves.data[move];
    const Move *m = &known.move;
    /* A thread that starts inside an atomic section stops the others: beyond the bound they wait for it in vain. */
    if (m->child != NO_LOCAL && !counter_starts_child(s, m) && counter_info(s, m->child).atomic) return;
    s->arrival = (StateArrival){id, move};
    key_start(s, m->shared);
    if (!m->broadcast) {
        key_reserve(s, 1 + 2 * s->groups.count);
        memcpy(s->key + 1, s->groups.data, s->groups.count * sizeof *s->groups.data);
        s->key_length = 1 + 2 * s->groups.count;
        CHECK(known.shared == s->shared);
        key_remove(s, known.active);
    }
    key_add(s, m->local, 1);
    if (counter_starts_child(s, m)) key_add(s, m->child, 1);
    if (m->broadcast)
        add_broadcast(s, m, known.active);
    else
        add_counter_state(s);
}

static uint64_t count_atomic(CounterSearch *s)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < s->groups.count; i++)
        if (counter_info(s, s->groups.data[i].local).atomic) count += s->groups.data[i].count;
    return count;
}

static void load_counter_state(CounterSearch *s, uint32_t id)
{
    uint32_t length;
    const uint32_t *key = intern_key(&s->states, id, &length);
    uint32_t count = (length - 1) / 2;
    s->shared = key[0];
    s->threads = 0;
    vec_reserve(s->run, &s->groups, count + 1);
    memcpy(s->groups.data, key + 1, (length - 1) * sizeof *key);
    s->groups.count = count;
    for (uint32_t i = 0; i < count; i++)
        s->threads += s->groups.data[i].count;
    CHECK(is_counter_state(key, length, s->threads) && s->threads <= s->initial_total + s->n);
}

static bool is_move_found(const CounterSearch *s, const Move *m)
{
    return s->counts_starts ? m->child != NO_LOCAL && !counter_starts_child(s, m) : m->error;
}

/* Expands one state; the error move that it has, or COUNTER_NONE. */
static uint32_t expand_counter_state(CounterSearch *s, uint32_t id)
{
    load_counter_state(s, id);
    uint64_t in_sections = count_atomic(s);
    if (in_sections > 1) return COUNTER_NONE; /* started there: each stops the others */
    bool atomic = in_sections == 1;
    uint32_t only = atomic ? NO_LOCAL : counter_choose_eager(s);
    for (uint32_t i = 0; i < s->groups.count && !s->full; i++) {
        uint32_t active = s->groups.data[i].local;
        if (only != NO_LOCAL && active != only) continue;
        LocalInfo about = counter_info(s, active);
        if (about.dead || (atomic && !about.atomic)) continue;
        CounterRange moves = counter_moves(s, s->shared, active);
        for (uint32_t m = moves.first; m < moves.first + moves.count && !s->full; m++) {
            if (is_move_found(s, &s->known_moves.data[m].move)) return m;
            add_move_successors(s, id, m);
        }
    }
    return COUNTER_NONE;
}

/* ---- initial states ---- */

static void choose_initial(CounterSearch *s, const InitialState *state, uint32_t kind, uint32_t choice, uint32_t left);

static void next_kind(CounterSearch *s, const InitialState *state, uint32_t kind)
{
    if (kind == state->count)
        add_counter_state(s);
    else
        choose_initial(s, state, kind, 0, state->threads[kind].many ? s->n : 1);
}

/* Distributes the threads of a kind that are left over its local parts from `choice` on. */
static void choose_initial(CounterSearch *s, const InitialState *state, uint32_t kind, uint32_t choice, uint32_t left)
{
    const InitialThreads *t = &state->threads[kind];
    if (!t->count) return;
    CHECK(kind < state->count && choice < t->count);
    bool last = choice + 1 == t->count;
    run_poll(s->run);
    for (uint32_t c = last ? left : 0; c <= left && !s->full; c++) {
        Mark mark = save_key(s);
        if (c) key_add(s, t->locals[choice], c);
        if (last || c == left)
            next_kind(s, state, kind + 1);
        else
            choose_initial(s, state, kind, choice + 1, left - c);
        restore_key(s, mark);
        s->saved.count = mark.saved;
    }
}

static void add_initial_counters(CounterSearch *s)
{
    const InitialState *states;
    uint32_t n = s->oracle->initial(s->oracle->self, &states);
    s->arrival = (StateArrival){COUNTER_NONE, COUNTER_NONE};
    for (uint32_t i = 0; i < n && !s->full; i++) {
        s->initial_total = 0;
        for (uint32_t k = 0; k < states[i].count; k++)
            s->initial_total += states[i].threads[k].many ? s->n : 1;
        key_start(s, states[i].shared);
        next_kind(s, &states[i], 0);
    }
}

/* ---- the search ---- */

static void visit_counter_states(const CounterSearch *s, const StateVisitor *visitor)
{
    for (uint32_t id = 0; id < s->states.count; id++) {
        uint32_t length;
        const uint32_t *key = intern_key(&s->states, id, &length);
        visitor->state(visitor->arg, key[0], key + 1, (length - 1) / 2);
    }
}

static void pair_map_clear(CounterSearch *s, PairMap *map)
{
    intern_clear(&map->pairs);
    vec_free(s->run, &map->ranges);
}

static void counter_search_clear(CounterSearch *s)
{
    intern_clear(&s->states);
    pair_map_clear(s, &s->moves);
    pair_map_clear(s, &s->replies);
    vec_free(s->run, &s->arrivals);
    vec_free(s->run, &s->batch_words);
    vec_free(s->run, &s->known_moves);
    vec_free(s->run, &s->known_replies);
    vec_free(s->run, &s->infos);
    vec_free(s->run, &s->has_info);
    vec_free(s->run, &s->active);
    vec_free(s->run, &s->groups);
    run_release(s->run, s->key);
    vec_free(s->run, &s->rest);
    vec_free(s->run, &s->before);
    vec_free(s->run, &s->after);
    vec_free(s->run, &s->saved);
}

static ExploreResult explore(Run *run, const Oracle *oracle, uint32_t n, uint64_t state_limit, bool counts_starts,
                             AbstractTrace *trace, uint64_t *states, const StateVisitor *visitor)
{
    CounterSearch s;
    memset(&s, 0, sizeof s);
    s.counts_starts = counts_starts;
    s.run = run;
    s.oracle = oracle;
    s.n = n;
    s.limit = state_limit;
    intern_init(run, &s.states);
    intern_init(run, &s.moves.pairs);
    intern_init(run, &s.replies.pairs);
    add_initial_counters(&s);
    flush_batch(&s);
    ExploreResult result = EXPLORE_SAFE;
    for (uint32_t id = 0; id < s.states.count && result == EXPLORE_SAFE; id++) {
        run_poll(run);
        if (id % 65536 == 65535) run_progress(run, "%u threads: %u states, %u expanded", n, s.states.count, id);
        uint32_t error = s.full ? COUNTER_NONE : expand_counter_state(&s, id);
        if (error != COUNTER_NONE) {
            result = EXPLORE_ERROR;
            counter_build_trace(&s, id, error, trace);
        } else if (s.full) {
            result = EXPLORE_LIMIT;
        } else if (id + 1 == s.states.count) {
            flush_batch(&s);
        }
    }
    if (s.full && result == EXPLORE_SAFE) result = EXPLORE_LIMIT;
    CHECK(result != EXPLORE_SAFE || (search_is_valid(&s) && s.batch_count == 0)); /* nothing waits */
    *states = s.states.count;
    if (visitor && result == EXPLORE_SAFE) visit_counter_states(&s, visitor);
    counter_search_clear(&s);
    return result;
}

ExploreResult counter_explore(Run *run, const Oracle *oracle, uint32_t n, uint64_t state_limit, AbstractTrace *trace,
                              uint64_t *states, const StateVisitor *visitor)
{
    return explore(run, oracle, n, state_limit, false, trace, states, visitor);
}

ExploreResult counter_find_start(Run *run, const Oracle *oracle, uint32_t n, uint64_t state_limit, AbstractTrace *trace)
{
    uint64_t states;
    return explore(run, oracle, n, state_limit, true, trace, &states, NULL);
}
