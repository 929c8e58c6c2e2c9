/* The inner loop of everything that is checked for a fixed number of threads. What makes it fast:
 *
 * - what the oracle says is asked once: moves by (shared part, active local part), shared by all states that have both,
 *   replies by (move, passive local part), facts by local part;
 * - a successor is built in place in one buffer, sorted as it grows;
 * - successors are interned in batches, so that the table's cache misses overlap;
 * - a state costs its counters, eight bytes for how it was reached, and its slots in the table.
 */
#include "explore/counter.h"

#include <string.h>

#include "base/intern.h"

#define NONE UINT32_MAX

typedef struct Group {
    uint32_t local, count;
} Group;

/* How a state was reached. */
typedef struct Arrival {
    uint32_t parent;
    uint32_t move; /* index of a KnownMove; NONE for initial states */
} Arrival;

typedef struct KnownMove {
    uint32_t active; /* local part before */
    uint32_t shared; /* before */
    Move move;
} KnownMove;

typedef struct Range {
    uint32_t first, count;
} Range;

/* From pairs of ids to what is known about them. */
typedef struct PairMap {
    Intern pairs;
    VEC(Range) ranges;
} PairMap;

/* A successor that waits to be interned. */
typedef struct Waiting {
    uint32_t start, length, hash; /* in batch_words */
    Arrival arrival;
} Waiting;

#define BATCH 64

typedef struct Search {
    Run *run;
    const Oracle *oracle;
    uint32_t n, initial_total;
    uint64_t limit;
    bool full;
    bool counts_starts; /* a start beyond n is what is searched for */
    Intern states;      /* [shared, (local, count)*] sorted by local */
    VEC(Arrival) arrivals;
    PairMap moves; /* [shared, active]: range of known_moves */
    VEC(KnownMove) known_moves;
    PairMap replies; /* [move, passive]: range of known_replies */
    VEC(uint32_t) known_replies;
    VEC(LocalInfo) infos; /* by local part */
    VEC(bool) has_info;
    VEC(bool) active; /* by group: see find_active */
    VEC(uint32_t) batch_words;
    Waiting batch[BATCH];
    uint32_t batch_count;
    /* the state being expanded */
    uint32_t shared, threads;
    VEC(Group) groups;
    /* the successor under construction */
    uint32_t *key; /* shared, (local, count)* */
    uint32_t key_length, key_capacity;
    Arrival arrival;
    uint32_t next_shared;
    uint8_t joint;
    VEC(Group) rest;             /* passive threads */
    VEC(uint32_t) before, after; /* of passive threads that have chosen, for joint moves */
    VEC(uint32_t) saved;         /* keys to come back to */
} Search;

/* ---- what the oracle has said ---- */

static LocalInfo info(Search *s, uint32_t local)
{
    if (local >= s->infos.count) {
        vec_resize(s->run, &s->infos, local + 1);
        vec_resize(s->run, &s->has_info, local + 1);
    }
    if (!s->has_info.data[local]) {
        s->infos.data[local] = s->oracle->info(s->oracle->self, local);
        s->has_info.data[local] = true;
    }
    return s->infos.data[local];
}

static Range *lookup(Search *s, PairMap *map, uint32_t a, uint32_t b, bool *is_new)
{
    const uint32_t pair[2] = {a, b};
    uint32_t id = intern_add(&map->pairs, pair, 2, is_new);
    if (*is_new) vec_push(s->run, &map->ranges, ((Range){0, 0}));
    return &map->ranges.data[id];
}

static Range moves_of(Search *s, uint32_t shared, uint32_t active)
{
    bool is_new;
    Range *range = lookup(s, &s->moves, shared, active, &is_new);
    if (!is_new) return *range;
    const Move *moves;
    uint32_t n = s->oracle->moves(s->oracle->self, shared, active, &moves);
    *range = (Range){s->known_moves.count, n};
    for (uint32_t i = 0; i < n; i++)
        vec_push(s->run, &s->known_moves, ((KnownMove){active, shared, moves[i]}));
    return *range;
}

static Range replies_of(Search *s, uint32_t move, uint32_t passive)
{
    bool is_new;
    Range *range = lookup(s, &s->replies, move, passive, &is_new);
    if (!is_new) return *range;
    const KnownMove *m = &s->known_moves.data[move];
    const uint32_t *answer;
    uint32_t n = s->oracle->passive(s->oracle->self, m->shared, m->active, &m->move, passive, &answer);
    *range = (Range){s->known_replies.count, n};
    for (uint32_t i = 0; i < n; i++)
        vec_push(s->run, &s->known_replies, answer[i]);
    return *range;
}

/* ---- the successor under construction ---- */

static void key_reserve(Search *s, uint32_t length)
{
    if (length <= s->key_capacity) return;
    s->key_capacity = 2 * length;
    s->key = run_realloc(s->run, s->key, s->key_capacity * sizeof *s->key);
}

static void key_start(Search *s, uint32_t shared)
{
    key_reserve(s, 1);
    s->key[0] = shared;
    s->key_length = 1;
}

/* Counts more threads at a local part; from the end, since most come in order. */
static void key_add(Search *s, uint32_t local, uint32_t count)
{
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

static void key_remove(Search *s, uint32_t local)
{
    uint32_t i = 1;
    while (s->key[i] != local)
        i += 2;
    if (--s->key[i + 1]) return;
    memmove(s->key + i, s->key + i + 2, (s->key_length - i - 2) * sizeof *s->key);
    s->key_length -= 2;
}

static void flush_batch(Search *s)
{
    for (uint32_t i = 0; i < s->batch_count; i++)
        intern_prefetch(&s->states, s->batch[i].hash, 1);
    for (uint32_t i = 0; i < s->batch_count; i++) {
        const Waiting *w = &s->batch[i];
        bool is_new;
        intern_add_hashed(&s->states, s->batch_words.data + w->start, w->length, w->hash, &is_new);
        if (is_new) vec_push(s->run, &s->arrivals, w->arrival);
    }
    s->batch_count = 0;
    vec_clear(&s->batch_words);
    if (s->states.count > s->limit) s->full = true;
}

static void add_state(Search *s)
{
    Waiting w = {s->batch_words.count, s->key_length, intern_hash(s->key, s->key_length), s->arrival};
    intern_prefetch(&s->states, w.hash, 0);
    vec_reserve(s->run, &s->batch_words, w.start + w.length);
    memcpy(s->batch_words.data + w.start, s->key, w.length * sizeof *s->key);
    s->batch_words.count += w.length;
    s->batch[s->batch_count++] = w;
    if (s->batch_count == BATCH) flush_batch(s);
}

/* ---- broadcasts ---- */

/* Lets `count` passive threads of one local part give the same reply; false when joint constraints forbid that. */
static bool take_reply(Search *s, uint32_t passive, uint32_t reply, uint32_t count)
{
    const KnownMove *m = &s->known_moves.data[s->arrival.move];
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

static void distribute(Search *s, uint32_t at);

/* Where a choice goes on from. */
typedef struct Mark {
    uint32_t saved, key_length, joint;
} Mark;

static Mark save(Search *s)
{
    Mark mark = {s->saved.count, s->key_length, s->before.count};
    vec_reserve(s->run, &s->saved, s->saved.count + s->key_length);
    memcpy(s->saved.data + s->saved.count, s->key, s->key_length * sizeof *s->key);
    s->saved.count += s->key_length;
    return mark;
}

static void restore(Search *s, Mark mark)
{
    memcpy(s->key, s->saved.data + mark.saved, mark.key_length * sizeof *s->key);
    s->key_length = mark.key_length;
    s->before.count = s->after.count = mark.joint;
    s->saved.count = mark.saved + mark.key_length;
}

/* Splits `left` threads of group `at` over the replies of the range. */
static void split(Search *s, uint32_t at, Range replies, uint32_t left)
{
    uint32_t local = s->rest.data[at].local, reply = s->known_replies.data[replies.first];
    Mark mark = save(s);
    run_poll(s->run);
    for (uint32_t c = replies.count == 1 ? left : 0; c <= left && !s->full; c++) {
        restore(s, mark);
        if (c && !take_reply(s, local, reply, c)) continue;
        if (c == left)
            distribute(s, at + 1);
        else
            split(s, at, (Range){replies.first + 1, replies.count - 1}, left - c);
    }
    s->saved.count = mark.saved;
}

/* Lets the passive threads from group `at` on take their replies; then adds the state. */
static void distribute(Search *s, uint32_t at)
{
    for (; at < s->rest.count; at++) {
        Group g = s->rest.data[at];
        Range replies = replies_of(s, s->arrival.move, g.local);
        if (!replies.count) return; /* blocked */
        if (replies.count > 1) {
            split(s, at, replies, g.count);
            return;
        }
        if (!take_reply(s, g.local, s->known_replies.data[replies.first], g.count)) return;
    }
    add_state(s);
}

/* ---- successors ---- */

/* Is the child of a move really started here? */
static bool starts_child(const Search *s, const Move *m)
{
    return m->child != NO_LOCAL && s->threads - s->initial_total < s->n;
}

static void add_broadcast(Search *s, const Move *m, uint32_t active)
{
    vec_clear(&s->rest);
    for (uint32_t i = 0; i < s->groups.count; i++) {
        Group g = s->groups.data[i];
        g.count -= g.local == active;
        if (g.count) vec_push(s->run, &s->rest, g);
    }
    s->joint = m->joint;
    vec_clear(&s->before);
    vec_clear(&s->after);
    vec_clear(&s->saved);
    distribute(s, 0);
}

static void add_successors(Search *s, uint32_t id, uint32_t move)
{
    KnownMove known = s->known_moves.data[move];
    const Move *m = &known.move;
    /* A thread that starts inside an atomic section stops the others: beyond the bound they wait for it in vain. */
    if (m->child != NO_LOCAL && !starts_child(s, m) && info(s, m->child).atomic) return;
    s->arrival = (Arrival){id, move};
    key_start(s, m->shared);
    if (!m->broadcast) {
        key_reserve(s, 1 + 2 * s->groups.count);
        memcpy(s->key + 1, s->groups.data, s->groups.count * sizeof *s->groups.data);
        s->key_length = 1 + 2 * s->groups.count;
        key_remove(s, known.active);
    }
    key_add(s, m->local, 1);
    if (starts_child(s, m)) key_add(s, m->child, 1);
    if (m->broadcast)
        add_broadcast(s, m, known.active);
    else
        add_state(s);
}

static bool is_free(const Search *s, uint32_t local, uint32_t other)
{
    return s->oracle->is_free(s->oracle->self, local, other);
}

/* Which threads beside one of group `chosen` can move before it does: all but those that have no move and whose guards
 * nobody changes who can. */
static void find_active(Search *s, uint32_t chosen)
{
    uint32_t n = s->groups.count;
    vec_resize(s->run, &s->active, n);
    for (uint32_t i = 0; i < n; i++) {
        const Group *g = &s->groups.data[i];
        s->active.data[i] = i == chosen ? g->count > 1 : moves_of(s, s->shared, g->local).count > 0;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = 0; k < n && !s->active.data[i] && i != chosen; k++) {
                if (!s->active.data[k]) continue;
                if (!s->oracle->may_enable(s->oracle->self, s->groups.data[k].local, s->groups.data[i].local)) continue;
                s->active.data[i] = changed = true;
            }
    }
}

/* Are the steps of a thread of group `chosen` independent of all that others can do before it moves? First without
 * asking who can move. */
static bool is_independent(Search *s, uint32_t chosen)
{
    uint32_t local = s->groups.data[chosen].local, n = s->groups.count;
    if (!s->oracle->is_free) return true;
    if (s->groups.data[chosen].count > 1 && !is_free(s, local, local)) return false;
    bool free = true;
    for (uint32_t i = 0; i < n && free; i++)
        free = i == chosen || is_free(s, local, s->groups.data[i].local);
    if (free) return true;
    find_active(s, chosen);
    for (uint32_t i = 0; i < n; i++)
        if (i != chosen && s->active.data[i] && !is_free(s, local, s->groups.data[i].local)) return false;
    return true;
}

/* A local part to run before all others (partial-order reduction), or NO_LOCAL. Its steps are independent of those of
 * other threads, cannot be disabled by them, and are never blocked: the moves of that thread are an ample set. A cycle
 * of such steps starts threads, and starting a thread changes the number of threads, which only grows: when that is at
 * its bound, starts are no progress any more, and nothing is eager that could go round without it. */
static uint32_t choose_eager(Search *s)
{
    bool may_start = s->threads - s->initial_total < s->n;
    for (uint32_t i = 0; i < s->groups.count; i++) {
        if (!info(s, s->groups.data[i].local).eager || !is_independent(s, i)) continue;
        Range moves = moves_of(s, s->shared, s->groups.data[i].local);
        if (!moves.count && s->oracle->is_free) continue;
        bool starts = false;
        for (uint32_t k = 0; k < moves.count; k++)
            starts |= s->known_moves.data[moves.first + k].move.child != NO_LOCAL;
        if (may_start || !starts) return s->groups.data[i].local;
    }
    return NO_LOCAL;
}

static uint64_t count_atomic(Search *s)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < s->groups.count; i++)
        if (info(s, s->groups.data[i].local).atomic) count += s->groups.data[i].count;
    return count;
}

static void load_state(Search *s, uint32_t id)
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
}

static bool is_found(const Search *s, const Move *m)
{
    return s->counts_starts ? m->child != NO_LOCAL && !starts_child(s, m) : m->error;
}

/* Expands one state; the error move that it has, or NONE. */
static uint32_t expand(Search *s, uint32_t id)
{
    load_state(s, id);
    uint64_t in_sections = count_atomic(s);
    if (in_sections > 1) return NONE; /* started there: each stops the others */
    bool atomic = in_sections == 1;
    uint32_t only = atomic ? NO_LOCAL : choose_eager(s);
    for (uint32_t i = 0; i < s->groups.count && !s->full; i++) {
        uint32_t active = s->groups.data[i].local;
        if (only != NO_LOCAL && active != only) continue;
        LocalInfo about = info(s, active);
        if (about.dead || (atomic && !about.atomic)) continue;
        Range moves = moves_of(s, s->shared, active);
        for (uint32_t m = moves.first; m < moves.first + moves.count && !s->full; m++) {
            if (is_found(s, &s->known_moves.data[m].move)) return m;
            add_successors(s, id, m);
        }
    }
    return NONE;
}

/* ---- initial states ---- */

static void choose_initial(Search *s, const InitialState *state, uint32_t kind, uint32_t choice, uint32_t left);

static void next_kind(Search *s, const InitialState *state, uint32_t kind)
{
    if (kind == state->count)
        add_state(s);
    else
        choose_initial(s, state, kind, 0, state->threads[kind].many ? s->n : 1);
}

/* Distributes the threads of a kind that are left over its local parts from `choice` on. */
static void choose_initial(Search *s, const InitialState *state, uint32_t kind, uint32_t choice, uint32_t left)
{
    const InitialThreads *t = &state->threads[kind];
    if (!t->count) return;
    bool last = choice + 1 == t->count;
    run_poll(s->run);
    for (uint32_t c = last ? left : 0; c <= left && !s->full; c++) {
        Mark mark = save(s);
        if (c) key_add(s, t->locals[choice], c);
        if (last || c == left)
            next_kind(s, state, kind + 1);
        else
            choose_initial(s, state, kind, choice + 1, left - c);
        restore(s, mark);
        s->saved.count = mark.saved;
    }
}

static void add_initial(Search *s)
{
    const InitialState *states;
    uint32_t n = s->oracle->initial(s->oracle->self, &states);
    s->arrival = (Arrival){NONE, NONE};
    for (uint32_t i = 0; i < n && !s->full; i++) {
        s->initial_total = 0;
        for (uint32_t k = 0; k < states[i].count; k++)
            s->initial_total += states[i].threads[k].many ? s->n : 1;
        key_start(s, states[i].shared);
        next_kind(s, &states[i], 0);
    }
}

/* ---- traces ---- */

static uint32_t threads_of(const Search *s, uint32_t id)
{
    uint32_t length, threads = 0;
    const uint32_t *key = intern_key(&s->states, id, &length);
    for (uint32_t i = 2; i < length; i += 2)
        threads += key[i];
    return threads;
}

static void build_trace(Search *s, uint32_t id, uint32_t error, AbstractTrace *trace)
{
    CounterPath path;
    VEC(uint32_t) ids = {NULL, 0, 0};
    memset(&path, 0, sizeof path);
    for (uint32_t at = id; at != NONE; at = s->arrivals.data[at].parent)
        vec_push(s->run, &ids, at);
    for (uint32_t i = ids.count; i-- > 0;) {
        uint32_t length;
        const uint32_t *key = intern_key(&s->states, ids.data[i], &length);
        vec_push(s->run, &path.starts, path.words.count);
        for (uint32_t k = 0; k < length; k++)
            vec_push(s->run, &path.words, key[k]);
        KnownMove m = s->known_moves.data[i ? s->arrivals.data[ids.data[i - 1]].move : error];
        s->threads = threads_of(s, ids.data[i]);
        if (!starts_child(s, &m.move)) m.move.child = NO_LOCAL;
        if (i == 0) m.move.error = true; /* the end; a start, too, is not taken any more */
        vec_push(s->run, &path.steps, ((CounterStep){m.active, m.move}));
    }
    arrange_threads(s->run, s->oracle, s->n, &path, trace);
    counter_path_free(s->run, &path);
    vec_free(s->run, &ids);
}

static void visit(const Search *s, const StateVisitor *visitor)
{
    for (uint32_t id = 0; id < s->states.count; id++) {
        uint32_t length;
        const uint32_t *key = intern_key(&s->states, id, &length);
        visitor->state(visitor->arg, key[0], key + 1, (length - 1) / 2);
    }
}

static void pair_map_clear(Search *s, PairMap *map)
{
    intern_clear(&map->pairs);
    vec_free(s->run, &map->ranges);
}

static void search_clear(Search *s)
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
    Search s;
    memset(&s, 0, sizeof s);
    s.counts_starts = counts_starts;
    s.run = run;
    s.oracle = oracle;
    s.n = n;
    s.limit = state_limit;
    intern_init(run, &s.states);
    intern_init(run, &s.moves.pairs);
    intern_init(run, &s.replies.pairs);
    add_initial(&s);
    flush_batch(&s);
    ExploreResult result = EXPLORE_SAFE;
    for (uint32_t id = 0; id < s.states.count && result == EXPLORE_SAFE; id++) {
        run_poll(run);
        if (id % 65536 == 65535) run_progress(run, "%u threads: %u states, %u expanded", n, s.states.count, id);
        uint32_t error = s.full ? NONE : expand(&s, id);
        if (error != NONE) {
            result = EXPLORE_ERROR;
            build_trace(&s, id, error, trace);
        } else if (s.full) {
            result = EXPLORE_LIMIT;
        } else if (id + 1 == s.states.count) {
            flush_batch(&s);
        }
    }
    if (s.full && result == EXPLORE_SAFE) result = EXPLORE_LIMIT;
    *states = s.states.count;
    if (visitor && result == EXPLORE_SAFE) visit(&s, visitor);
    search_clear(&s);
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
