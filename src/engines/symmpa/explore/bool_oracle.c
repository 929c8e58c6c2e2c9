#include "engines/symmpa/explore/bool_oracle.h"

#include <string.h>

#include "base/check.h"
#include "base/intern.h"

#define AT_ERROR UINT32_MAX /* Move.edge of a thread that is at an error location */

typedef struct Range {
    uint32_t first, count;
} Range;

struct BoolOracle {
    Run *run;
    const BoolEdges *edges;
    const BoolProgram *program;
    const bool *errors;
    BoolStepper *stepper;
    bool *eager;          /* by location */
    bool passive_matters; /* some constraint mentions passive threads: ended threads may block steps */
    Intern shared;        /* [low, high] */
    Intern local;         /* [location, low, high] */
    Intern move_keys;     /* [shared, local] */
    VEC(Range) move_ranges;
    VEC(Move) moves;
    Intern reply_keys; /* [edge, shared, local, shared after, local after, passive] */
    VEC(Range) reply_ranges;
    VEC(uint32_t) replies;
    BoolValuations valuations;    /* scratch */
    BoolValuations before, after; /* of joint moves */
    InitialThreads threads;
    VEC(InitialState) initial;
};

/* ---- ids ---- */

uint32_t bool_oracle_shared_id(BoolOracle *o, uint64_t shared)
{
    const uint32_t key[2] = {(uint32_t)shared, (uint32_t)(shared >> 32)};
    return intern_add(&o->shared, key, 2, NULL);
}

uint32_t bool_oracle_local_id(BoolOracle *o, uint32_t location, uint64_t local)
{
    CHECK(location >= 1 && location <= o->program->statements.count + 1);
    const uint32_t key[3] = {location, (uint32_t)local, (uint32_t)(local >> 32)};
    return intern_add(&o->local, key, 3, NULL);
}

uint64_t bool_oracle_shared(const BoolOracle *o, uint32_t shared)
{
    const uint32_t *key = intern_key(&o->shared, shared, NULL);
    return key[0] | (uint64_t)key[1] << 32;
}

uint64_t bool_oracle_local(const BoolOracle *o, uint32_t local, uint32_t *location)
{
    const uint32_t *key = intern_key(&o->local, local, NULL);
    if (location) *location = key[0];
    return key[1] | (uint64_t)key[2] << 32;
}

uint32_t bool_oracle_local_count(const BoolOracle *o) { return o->local.count; }

const BoolEdge *bool_oracle_edge(const BoolOracle *o, const Move *move)
{
    CHECK(move->edge == AT_ERROR || move->edge < o->edges->edges.count);
    return move->edge == AT_ERROR ? NULL : &o->edges->edges.data[move->edge];
}

/* ---- initial states ---- */

static uint64_t free_bits(const BoolOracle *o, const BoolVariables *list, uint64_t *fixed)
{
    uint64_t bits = 0;
    uint32_t count = 0;
    *fixed = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->data[i].initial == BOOL_INIT_TRUE) *fixed |= UINT64_C(1) << i;
        if (list->data[i].initial != BOOL_INIT_ANY) continue;
        bits |= UINT64_C(1) << i;
        count++;
    }
    if (count > BOOL_FREE_BITS_MAX)
        run_stop(o->run, STOP_UNSUPPORTED,
                 "%u variables start with either value: too many initial states to list, only --explorer=dd can",
                 count);
    return bits;
}

/* When first asked: listing them may be too much, and the symbolic explorer does not need it. */
static void find_bool_initial(BoolOracle *o)
{
    if (o->initial.count) return;
    uint64_t fixed, bits = free_bits(o, &o->program->local, &fixed), v = 0;
    VEC(uint32_t) locals = {NULL, 0, 0};
    do {
        vec_push(o->run, &locals, bool_oracle_local_id(o, 1, fixed | v));
        v = (v - bits) & bits; /* the next subset */
    } while (v);
    o->threads = (InitialThreads){true, locals.data, locals.count};
    bits = free_bits(o, &o->program->shared, &fixed);
    do {
        vec_push(o->run, &o->initial, ((InitialState){bool_oracle_shared_id(o, fixed | v), &o->threads, 1}));
        v = (v - bits) & bits;
    } while (v);
}

void bool_oracle_forget_eager(BoolOracle *o)
{
    memset(o->eager, 0, (o->program->statements.count + 2) * sizeof *o->eager);
}

void bool_oracle_start_from(BoolOracle *o, uint32_t shared, const uint32_t *locals, uint32_t count)
{
    CHECK(shared < o->shared.count);
    for (uint32_t i = 0; i < count; i++)
        CHECK(locals[i] < o->local.count);
    vec_clear(&o->initial);
    run_release(o->run, o->threads.locals);
    o->threads = (InitialThreads){true, run_alloc(o->run, (count + 1) * sizeof *locals), count};
    memcpy(o->threads.locals, locals, count * sizeof *locals);
    vec_push(o->run, &o->initial, ((InitialState){shared, &o->threads, 1}));
}

/* ---- the oracle's functions ---- */

static uint32_t initial(void *self, const InitialState **states)
{
    BoolOracle *o = self;
    find_bool_initial(o);
    *states = o->initial.data;
    return o->initial.count;
}

static void add_edge_moves(BoolOracle *o, uint32_t e, uint64_t shared, uint32_t local_id, uint64_t local)
{
    const BoolEdge *edge = &o->edges->edges.data[e];
    if (edge->fails && !o->errors[0]) return;
    vec_clear(&o->valuations);
    bool_stepper_moves(o->stepper, e, shared, local, &o->valuations);
    CHECK(o->valuations.count % 2 == 0);
    for (uint32_t i = 0; i < o->valuations.count; i += 2) {
        uint32_t to_shared = bool_oracle_shared_id(o, o->valuations.data[i]);
        uint32_t to_local = edge->fails ? local_id : bool_oracle_local_id(o, edge->target, o->valuations.data[i + 1]);
        vec_push(o->run, &o->moves,
                 ((Move){.edge = e,
                         .shared = to_shared,
                         .local = to_local,
                         .child = NO_LOCAL,
                         .error = edge->fails,
                         .broadcast = !edge->fails && bool_stepper_asks(o->stepper, e),
                         .joint = (uint8_t)bool_stepper_joint(o->stepper, e)}));
    }
}

static uint32_t moves(void *self, uint32_t shared, uint32_t local, const Move **answer)
{
    BoolOracle *o = self;
    const uint32_t key[2] = {shared, local};
    bool is_new;
    uint32_t id = intern_add(&o->move_keys, key, 2, &is_new);
    if (is_new) {
        uint32_t location, first = o->moves.count;
        uint64_t s = bool_oracle_shared(o, shared), l = bool_oracle_local(o, local, &location);
        if (o->errors[location])
            vec_push(o->run, &o->moves, ((Move){AT_ERROR, shared, local, NO_LOCAL, true, false, 0}));
        else
            for (uint32_t e = o->edges->first[location]; e < o->edges->first[location + 1]; e++)
                add_edge_moves(o, e, s, local, l);
        vec_push(o->run, &o->move_ranges, ((Range){first, o->moves.count - first}));
    }
    CHECK(o->move_ranges.count == o->move_keys.count);
    Range range = o->move_ranges.data[id];
    *answer = o->moves.data + range.first;
    return range.count;
}

static BoolStep bool_step_of(const BoolOracle *o, uint32_t shared, uint32_t local, const Move *m)
{
    CHECK(m->edge < o->edges->edges.count);
    return (BoolStep){&o->edges->edges.data[m->edge], bool_oracle_shared(o, shared), bool_oracle_local(o, local, NULL),
                      bool_oracle_shared(o, m->shared), bool_oracle_local(o, m->local, NULL)};
}

static uint32_t passive(void *self, uint32_t shared, uint32_t local, const Move *m, uint32_t thread,
                        const uint32_t **answer)
{
    BoolOracle *o = self;
    const uint32_t key[6] = {m->edge, shared, local, m->shared, m->local, thread};
    bool is_new;
    uint32_t id = intern_add(&o->reply_keys, key, 6, &is_new);
    if (is_new) {
        uint32_t location, first = o->replies.count;
        BoolStep step = bool_step_of(o, shared, local, m);
        uint64_t before = bool_oracle_local(o, thread, &location);
        vec_clear(&o->valuations);
        bool_stepper_replies(o->stepper, &step, before, &o->valuations);
        for (uint32_t i = 0; i < o->valuations.count; i++)
            vec_push(o->run, &o->replies, bool_oracle_local_id(o, location, o->valuations.data[i]));
        vec_push(o->run, &o->reply_ranges, ((Range){first, o->replies.count - first}));
    }
    CHECK(o->reply_ranges.count == o->reply_keys.count);
    Range range = o->reply_ranges.data[id];
    *answer = o->replies.data + range.first;
    return range.count;
}

static bool bool_allows(void *self, uint32_t shared, uint32_t local, const Move *m, const uint32_t *before,
                        const uint32_t *after, uint32_t count)
{
    BoolOracle *o = self;
    BoolStep step = bool_step_of(o, shared, local, m);
    vec_clear(&o->before);
    vec_clear(&o->after);
    for (uint32_t i = 0; i < count; i++) {
        vec_push(o->run, &o->before, bool_oracle_local(o, before[i], NULL));
        vec_push(o->run, &o->after, bool_oracle_local(o, after[i], NULL));
    }
    return bool_stepper_allows(o->stepper, &step, o->before.data, o->after.data, count);
}

static LocalInfo info(void *self, uint32_t local)
{
    const BoolOracle *o = self;
    uint32_t location;
    bool_oracle_local(o, local, &location);
    bool ended = location > o->program->statements.count && !o->errors[location];
    return (LocalInfo){.dead = ended && !o->passive_matters, .eager = o->eager[location]};
}

Oracle bool_oracle(BoolOracle *o) { return (Oracle){o, initial, moves, passive, info, bool_allows, NULL, NULL}; }

/* ---- set-up ---- */

/* A goto is eager: constraints do not see locations, so it depends on nothing and nothing depends on it. Not one that
 * could go round without another kind of step: where that is possible, only gotos forward are eager. */
static void find_eager_gotos(BoolOracle *o)
{
    uint32_t count = o->program->statements.count;
    for (uint32_t d = 1; d <= count; d++) {
        const BoolStmt *s = &o->program->statements.data[d - 1];
        o->eager[d] = s->kind == BOOL_STMT_GOTO && !o->errors[d];
        for (uint32_t i = 0; i < s->destinations.count; i++)
            o->eager[d] &= s->destinations.data[i] > d;
    }
}

BoolOracle *bool_oracle_new(const BoolEdges *edges, uint32_t threads, const bool *errors)
{
    Run *run = edges->program->run;
    BoolOracle *o = run_alloc(run, sizeof *o);
    o->run = run;
    o->edges = edges;
    o->program = edges->program;
    o->errors = errors;
    o->stepper = bool_stepper_new(edges, threads);
    o->eager = run_alloc(run, (o->program->statements.count + 2) * sizeof *o->eager);
    for (uint32_t i = 0; i < edges->edges.count; i++)
        for (uint32_t c = 0; c < edges->edges.data[i].clauses.count; c++)
            o->passive_matters |= edges->edges.data[i].clauses.data[c].arity > 1;
    intern_init(run, &o->shared);
    intern_init(run, &o->local);
    intern_init(run, &o->move_keys);
    intern_init(run, &o->reply_keys);
    vec_reserve(run, &o->moves, 16); /* answers are never null pointers, even when there are none */
    vec_reserve(run, &o->replies, 16);
    find_eager_gotos(o);
    return o;
}

void bool_oracle_free(BoolOracle *o)
{
    Run *run = o->run;
    bool_stepper_free(o->stepper);
    run_release(run, o->eager);
    intern_clear(&o->shared);
    intern_clear(&o->local);
    intern_clear(&o->move_keys);
    intern_clear(&o->reply_keys);
    vec_free(run, &o->move_ranges);
    vec_free(run, &o->moves);
    vec_free(run, &o->reply_ranges);
    vec_free(run, &o->replies);
    vec_free(run, &o->valuations);
    vec_free(run, &o->before);
    vec_free(run, &o->after);
    run_release(run, o->threads.locals);
    vec_free(run, &o->initial);
    run_release(run, o);
}
