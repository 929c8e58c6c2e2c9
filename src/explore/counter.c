#include "explore/counter.h"

#include <string.h>

#include "base/intern.h"

/* How a state was reached: the move, and the local part that made it. */
typedef struct Arrival {
    uint32_t parent;
    uint32_t active; /* local part before; NO_LOCAL for initial states */
    Move move;
} Arrival;

typedef struct Group {
    uint32_t local, count;
} Group;

typedef VEC(Group) Groups;

typedef struct Search {
    Run *run;
    const Oracle *oracle;
    uint32_t n, initial_total;
    uint64_t limit;
    Intern states; /* [shared, (local, count)*] sorted by local */
    VEC(Arrival) arrivals;
    VEC(uint32_t) key;
    Groups next; /* the successor under construction */
    bool full;
} Search;

static void groups_add(Run *run, Groups *g, uint32_t local, uint32_t count)
{
    if (!count) return;
    uint32_t i = 0;
    while (i < g->count && g->data[i].local < local)
        i++;
    if (i < g->count && g->data[i].local == local) {
        g->data[i].count += count;
        return;
    }
    vec_push(run, g, ((Group){0, 0}));
    memmove(g->data + i + 1, g->data + i, (g->count - 1 - i) * sizeof *g->data);
    g->data[i] = (Group){local, count};
}

static void groups_remove(Groups *g, uint32_t local, uint32_t count)
{
    for (uint32_t i = 0; i < g->count; i++) {
        if (g->data[i].local != local) continue;
        g->data[i].count -= count;
        if (g->data[i].count) return;
        memmove(g->data + i, g->data + i + 1, (g->count - 1 - i) * sizeof *g->data);
        g->count--;
        return;
    }
}

static void add_state(Search *s, uint32_t shared, const Groups *g, const Arrival *arrival)
{
    vec_clear(&s->key);
    vec_push(s->run, &s->key, shared);
    for (uint32_t i = 0; i < g->count; i++) {
        vec_push(s->run, &s->key, g->data[i].local);
        vec_push(s->run, &s->key, g->data[i].count);
    }
    bool is_new;
    intern_add(&s->states, s->key.data, s->key.count, &is_new);
    if (!is_new) return;
    vec_push(s->run, &s->arrivals, *arrival);
    if (s->states.count > s->limit) s->full = true;
}

/* Lets every thread of groups[at..] take one of its replies; then adds the state. */
static void distribute(Search *s, uint32_t shared, uint32_t active, const Move *m, const Group *groups, uint32_t count,
                       uint32_t at, const Arrival *arrival);

/* Splits `left` threads of one group over replies[r..]. */
static void split(Search *s, uint32_t shared, uint32_t active, const Move *m, const Group *groups, uint32_t count,
                  uint32_t at, const Arrival *arrival, const uint32_t *replies, uint32_t reply_count, uint32_t left)
{
    uint32_t least = reply_count == 1 ? left : 0;
    for (uint32_t c = least; c <= left; c++) {
        groups_add(s->run, &s->next, replies[0], c);
        if (c == left)
            distribute(s, shared, active, m, groups, count, at + 1, arrival);
        else
            split(s, shared, active, m, groups, count, at, arrival, replies + 1, reply_count - 1, left - c);
        if (c) groups_remove(&s->next, replies[0], c);
    }
}

static void distribute(Search *s, uint32_t shared, uint32_t active, const Move *m, const Group *groups, uint32_t count,
                       uint32_t at, const Arrival *arrival)
{
    if (at == count) {
        add_state(s, m->shared, &s->next, arrival);
        return;
    }
    const uint32_t *answer;
    uint32_t n = s->oracle->passive(s->oracle->self, shared, active, m, groups[at].local, &answer);
    if (!n) return; /* blocked */
    uint32_t small[16], *replies = n <= 16 ? small : run_alloc(s->run, n * sizeof *replies);
    memcpy(replies, answer, n * sizeof *replies);
    split(s, shared, active, m, groups, count, at, arrival, replies, n, groups[at].count);
    if (replies != small) run_release(s->run, replies);
}

static uint32_t total_threads(const Group *groups, uint32_t count)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        n += groups[i].count;
    return n;
}

/* Is the child of a move really started here? */
static bool starts_child(const Search *s, const Move *m, uint32_t threads)
{
    return m->child != NO_LOCAL && threads - s->initial_total < s->n;
}

static void add_successors(Search *s, uint32_t id, uint32_t shared, uint32_t active, const Group *groups,
                           uint32_t count, const Move *m)
{
    Arrival arrival = {id, active, *m};
    bool child = starts_child(s, m, total_threads(groups, count));
    if (!child) arrival.move.child = NO_LOCAL;
    Groups rest = {NULL, 0, 0};
    for (uint32_t i = 0; i < count; i++)
        vec_push(s->run, &rest, groups[i]);
    groups_remove(&rest, active, 1);
    vec_clear(&s->next);
    groups_add(s->run, &s->next, m->local, 1);
    if (child) groups_add(s->run, &s->next, m->child, 1);
    if (m->broadcast)
        distribute(s, shared, active, m, rest.data, rest.count, 0, &arrival);
    else {
        for (uint32_t i = 0; i < rest.count; i++)
            groups_add(s->run, &s->next, rest.data[i].local, rest.data[i].count);
        add_state(s, m->shared, &s->next, &arrival);
    }
    vec_free(s->run, &rest);
}

/* A local part to run before all others (partial-order reduction), or NO_LOCAL. Its steps are independent of those of
 * other threads and cannot be disabled by them. A cycle of such steps starts threads, and starting a thread
 * changes the number of threads, which only grows: when that is at its bound, starts are no progress any more, and
 * nothing is eager that could go round without it. */
static uint32_t choose_eager(const Search *s, uint32_t shared, const Group *groups, uint32_t count)
{
    bool may_start = total_threads(groups, count) - s->initial_total < s->n;
    for (uint32_t i = 0; i < count; i++) {
        if (!s->oracle->info(s->oracle->self, groups[i].local).eager) continue;
        const Move *moves;
        uint32_t n = s->oracle->moves(s->oracle->self, shared, groups[i].local, &moves);
        bool starts = false;
        for (uint32_t k = 0; k < n; k++)
            starts |= moves[k].child != NO_LOCAL;
        if (may_start || !starts) return groups[i].local;
    }
    return NO_LOCAL;
}

static bool any_atomic(const Search *s, const Group *groups, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (s->oracle->info(s->oracle->self, groups[i].local).atomic) return true;
    return false;
}

/* Expands one state; true when it has an error move, then *failing and *failing_move say which. */
static bool expand(Search *s, uint32_t id, uint32_t *failing, Move *failing_move)
{
    uint32_t length;
    const uint32_t *key = intern_key(&s->states, id, &length);
    uint32_t shared = key[0], count = (length - 1) / 2;
    Group *groups = run_alloc(s->run, (count + 1) * sizeof *groups);
    for (uint32_t i = 0; i < count; i++)
        groups[i] = (Group){key[1 + 2 * i], key[2 + 2 * i]};
    bool atomic = any_atomic(s, groups, count), found = false;
    uint32_t only = atomic ? NO_LOCAL : choose_eager(s, shared, groups, count);
    for (uint32_t i = 0; i < count && !found && !s->full; i++) {
        uint32_t active = groups[i].local;
        if (only != NO_LOCAL && active != only) continue;
        LocalInfo info = s->oracle->info(s->oracle->self, active);
        if (info.dead || (atomic && !info.atomic)) continue;
        const Move *moves;
        uint32_t n = s->oracle->moves(s->oracle->self, shared, active, &moves);
        for (uint32_t k = 0; k < n && !found; k++) {
            s->oracle->moves(s->oracle->self, shared, active, &moves); /* may have moved in memory */
            Move m = moves[k];
            if (m.error) {
                *failing = active;
                *failing_move = m;
                found = true;
            } else
                add_successors(s, id, shared, active, groups, count, &m);
        }
    }
    run_release(s->run, groups);
    return found;
}

/* ---- initial states ---- */

static void choose_initial(Search *s, const InitialState *state, uint32_t kind, uint32_t choice, uint32_t left,
                           const Arrival *none)
{
    if (kind == state->count) {
        add_state(s, state->shared, &s->next, none);
        return;
    }
    const InitialThreads *t = &state->threads[kind];
    if (!left) {
        uint32_t more = kind + 1 < state->count ? (state->threads[kind + 1].many ? s->n : 1) : 0;
        choose_initial(s, state, kind + 1, 0, more, none);
        return;
    }
    for (uint32_t c = choice; c < t->count; c++) { /* non-decreasing choices: each multiset once */
        groups_add(s->run, &s->next, t->locals[c], 1);
        choose_initial(s, state, kind, c, left - 1, none);
        groups_remove(&s->next, t->locals[c], 1);
    }
}

static void add_initial(Search *s)
{
    const InitialState *states;
    uint32_t n = s->oracle->initial(s->oracle->self, &states);
    Arrival none = {UINT32_MAX, NO_LOCAL, {0, 0, 0, NO_LOCAL, false, false}};
    for (uint32_t i = 0; i < n; i++) {
        s->initial_total = 0;
        for (uint32_t k = 0; k < states[i].count; k++)
            s->initial_total += states[i].threads[k].many ? s->n : 1;
        vec_clear(&s->next);
        if (states[i].count)
            choose_initial(s, &states[i], 0, 0, states[i].threads[0].many ? s->n : 1, &none);
        else
            add_state(s, states[i].shared, &s->next, &none);
    }
}

/* ---- thread identities along a trace ---- */

typedef struct Arrangement {
    VEC(uint32_t) locals; /* by thread */
} Arrangement;

/* Chooses replies for threads at.. so that the multiset becomes `target` (counts, consumed). */
static bool assign_replies(Search *s, Arrangement *a, Arrangement *next, uint32_t active, const Arrival *arrival,
                           uint32_t shared, uint32_t thread, uint32_t at, Groups *target)
{
    while (at < a->locals.count && at == thread)
        at++;
    if (at >= a->locals.count) return true;
    uint32_t own[1] = {a->locals.data[at]}, *replies = own, n = 1;
    if (arrival->move.broadcast) {
        const uint32_t *answer;
        n = s->oracle->passive(s->oracle->self, shared, active, &arrival->move, own[0], &answer);
        replies = run_alloc(s->run, (n + 1) * sizeof *replies);
        memcpy(replies, answer, n * sizeof *replies);
    }
    bool done = false;
    for (uint32_t r = 0; r < n && !done; r++) {
        bool available = false;
        for (uint32_t i = 0; i < target->count; i++)
            available |= target->data[i].local == replies[r];
        if (!available) continue;
        groups_remove(target, replies[r], 1);
        next->locals.data[at] = replies[r];
        done = assign_replies(s, a, next, active, arrival, shared, thread, at + 1, target);
        if (!done) groups_add(s->run, target, replies[r], 1);
    }
    if (replies != own) run_release(s->run, replies);
    return done;
}

static Groups groups_of(Search *s, uint32_t id, uint32_t *shared)
{
    uint32_t length;
    const uint32_t *key = intern_key(&s->states, id, &length);
    Groups g = {NULL, 0, 0};
    *shared = key[0];
    for (uint32_t i = 1; i + 1 < length; i += 2)
        vec_push(s->run, &g, ((Group){key[i], key[i + 1]}));
    return g;
}

/* The thread that moves: of those at the right local part the one that moved last, which keeps switches few. */
static uint32_t choose_thread(const Arrangement *a, uint32_t local, uint32_t preferred)
{
    if (preferred < a->locals.count && a->locals.data[preferred] == local) return preferred;
    for (uint32_t t = 0; t < a->locals.count; t++)
        if (a->locals.data[t] == local) return t;
    return 0;
}

static void take_step(Search *s, Arrangement *a, uint32_t from, uint32_t to, AbstractTrace *trace, uint32_t *last)
{
    const Arrival *arrival = &s->arrivals.data[to];
    uint32_t shared, ignored, thread = choose_thread(a, arrival->active, *last);
    Groups g = groups_of(s, from, &shared);
    vec_free(s->run, &g);
    Groups target = groups_of(s, to, &ignored);
    AbstractStep step = {thread, arrival->move.edge, NO_LOCAL};
    Arrangement next = {{NULL, 0, 0}};
    for (uint32_t i = 0; i < a->locals.count; i++)
        vec_push(s->run, &next.locals, a->locals.data[i]);
    next.locals.data[thread] = arrival->move.local;
    groups_remove(&target, arrival->move.local, 1);
    if (arrival->move.child != NO_LOCAL) groups_remove(&target, arrival->move.child, 1);
    RUN_CHECK(s->run, assign_replies(s, a, &next, arrival->active, arrival, shared, thread, 0, &target));
    if (arrival->move.child != NO_LOCAL) {
        step.child = next.locals.count;
        vec_push(s->run, &next.locals, arrival->move.child);
    }
    vec_push(s->run, &trace->steps, step);
    vec_free(s->run, &a->locals);
    vec_free(s->run, &target);
    *a = next;
    *last = thread;
}

/* The initial arrangement: threads kind by kind, as the simulator numbers them. */
static void arrange_initial(Search *s, uint32_t id, Arrangement *a, AbstractTrace *trace)
{
    uint32_t shared;
    Groups g = groups_of(s, id, &shared);
    const InitialState *states;
    uint32_t n = s->oracle->initial(s->oracle->self, &states), i = 0;
    while (i + 1 < n && states[i].shared != shared)
        i++;
    trace->initial_kinds = run_alloc(s->run, (s->initial_total + 1) * sizeof *trace->initial_kinds);
    for (uint32_t k = 0; k < states[i].count; k++) {
        const InitialThreads *t = &states[i].threads[k];
        uint32_t left = t->many ? s->n : 1;
        for (uint32_t c = 0; c < t->count; c++)
            for (uint32_t j = 0; j < g.count;) {
                if (g.data[j].local != t->locals[c] || !left) {
                    j++;
                    continue;
                }
                groups_remove(&g, t->locals[c], 1);
                vec_push(s->run, &a->locals, t->locals[c]);
                trace->initial_kinds[trace->initial_threads++] = k;
                left--;
                j = 0;
            }
    }
    vec_free(s->run, &g);
}

static void build_trace(Search *s, uint32_t id, uint32_t failing, const Move *move, AbstractTrace *trace)
{
    VEC(uint32_t) path = {NULL, 0, 0};
    memset(trace, 0, sizeof *trace);
    for (uint32_t at = id; at != UINT32_MAX; at = s->arrivals.data[at].parent)
        vec_push(s->run, &path, at);
    Arrangement a = {{NULL, 0, 0}};
    arrange_initial(s, vec_last(&path), &a, trace);
    uint32_t last = UINT32_MAX;
    for (uint32_t i = path.count - 1; i-- > 0;)
        take_step(s, &a, path.data[i + 1], path.data[i], trace, &last);
    vec_push(s->run, &trace->steps, ((AbstractStep){choose_thread(&a, failing, last), move->edge, NO_LOCAL}));
    vec_free(s->run, &a.locals);
    vec_free(s->run, &path);
}

static void visit(const Search *s, const StateVisitor *visitor)
{
    for (uint32_t id = 0; id < s->states.count; id++) {
        uint32_t length;
        const uint32_t *key = intern_key(&s->states, id, &length);
        visitor->state(visitor->arg, key[0], key + 1, (length - 1) / 2);
    }
}

ExploreResult counter_explore(Run *run, const Oracle *oracle, uint32_t n, uint64_t state_limit, AbstractTrace *trace,
                              uint64_t *states, const StateVisitor *visitor)
{
    Search s;
    memset(&s, 0, sizeof s);
    s.run = run;
    s.oracle = oracle;
    s.n = n;
    s.limit = state_limit;
    intern_init(run, &s.states);
    add_initial(&s);
    ExploreResult result = EXPLORE_SAFE;
    for (uint32_t id = 0; id < s.states.count && result == EXPLORE_SAFE; id++) {
        uint32_t failing;
        Move move;
        run_poll(run);
        if (s.full)
            result = EXPLORE_LIMIT;
        else if (expand(&s, id, &failing, &move)) {
            result = EXPLORE_ERROR;
            build_trace(&s, id, failing, &move, trace);
        }
    }
    if (result == EXPLORE_SAFE && s.full) result = EXPLORE_LIMIT;
    *states = s.states.count;
    if (visitor && result == EXPLORE_SAFE) visit(&s, visitor);
    intern_clear(&s.states);
    vec_free(run, &s.arrivals);
    vec_free(run, &s.key);
    vec_free(run, &s.next);
    return result;
}
