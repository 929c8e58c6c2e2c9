#include "kernel/replay/replay.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/check.h"
#include "base/intern.h"
#include "kernel/replay/values.h"

#define STEPS_MAX 1000000 /* edges that are looked at */
#define WORDS_MAX                                                                                                      \
    (16u << 20)            /* of all states that are made, also again: what is computed with arrays takes as much      \
                            */
#define EDGE_BITS_MAX 6    /* arbitrary bits of one step that are tried */
#define INITIAL_BITS_MAX 8 /* of an initial state */
#define NOBODY UINT32_MAX

typedef struct Replayer {
    Run *run;
    Program *p;
    Machine machine;
    ReplayShape shape;
    uint32_t size; /* threads that may be started */
    Intern states;
    VEC(bool) is_rough; /* per state: on the way there a guard was passed that depends on what is not known */
    uint32_t steps;
    uint64_t words;
    ReplayState at, next;
    bool at_is_rough;
    bool takes_samples; /* nothing is unknown: 0 or 1 stand for what is arbitrary, so that errors found are errors */
    bool is_unsure;     /* OPEN for the sake of a value that is not known */
    Words key;
    /* arbitrary values of one step: a number for each choice */
    uint64_t choice;
    unsigned bits, bits_most; /* that the choice speaks of, so far */
    ReplayResult result;
    bool is_done;
} Replayer;

static void stop(Replayer *r, ReplayAnswer answer, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void stop(Replayer *r, ReplayAnswer answer, const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (r->is_done) return;
    r->is_done = true;
    r->result.answer = answer;
    r->result.why = run_strdup(r->run, text);
}

/* ---- arbitrary values ---- */

/* The next bits of the choice; when there are not enough, unknown, or a sample. */
static ReplayValue draw_choice(Replayer *r, Sort sort)
{
    unsigned bits = sort.kind == SORT_BOOL ? 1 : sort.kind == SORT_BV ? sort.width : UINT8_MAX;
    if (r->takes_samples) bits = 1;
    if (r->bits + bits > r->bits_most) return (ReplayValue){.is_unknown = !r->takes_samples};
    ReplayValue v = {.value = {.bits = r->choice >> r->bits & ((UINT64_C(1) << bits) - 1)}};
    r->bits += bits;
    return v;
}

static void begin_choice(Replayer *r, uint64_t choice, unsigned most)
{
    r->choice = choice;
    r->bits = 0;
    r->bits_most = most;
}

static bool is_last_choice(const Replayer *r) { return r->choice + 1 >= UINT64_C(1) << r->bits; }

/* ---- states ---- */

static ReplayValue replay_initial_value(Replayer *r, uint32_t v)
{
    bool arbitrary;
    Value value = state_initial_value(&r->machine, v, &arbitrary);
    return arbitrary ? draw_choice(r, r->p->vars.data[v].sort) : (ReplayValue){.value = value};
}

/* A thread that can never move again is forgotten; one in an atomic section stops all others for ever. */
static bool has_ended(const Replayer *r, LocId l)
{
    return program_out_count(r->p, l) == 0 && !r->p->locs.data[l.i].atomic;
}

static bool is_given_by_starter(const Edge *starter, uint32_t v)
{
    for (uint32_t i = 0; starter && i < starter->arg_count; i++)
        if (starter->args[i].var.i == v) return true;
    return false;
}

/* starter: the edge that gives the thread its parameters, which is left to the caller; NULL: none does. */
static void add_replay_thread(Replayer *r, ReplayState *s, TemplateId template, const Edge *starter)
{
    const Template *of = &r->p->templates.data[template.i];
    ReplayThread t = {template, of->entry, run_alloc(r->run, (of->locals.count + 1) * sizeof *t.locals)};
    for (uint32_t i = 0; i < of->locals.count; i++)
        if (r->shape.needed[of->entry.i][i] && !is_given_by_starter(starter, of->locals.data[i]))
            t.locals[i] = replay_initial_value(r, of->locals.data[i]);
        else
            t.locals[i].is_unknown = true;
    vec_push(r->run, &s->threads, t);
}

/* Threads that have ended, and locals that are not needed. */
static void forget_unneeded(Replayer *r, ReplayState *s)
{
    for (uint32_t i = s->threads.count; i-- > 0;) {
        ReplayThread *t = &s->threads.data[i];
        for (uint32_t k = 0; k < r->p->templates.data[t->template.i].locals.count; k++)
            if (!r->shape.needed[t->loc.i][k]) t->locals[k] = (ReplayValue){.is_unknown = true};
        if (!has_ended(r, t->loc)) continue;
        run_release(r->run, t->locals);
        *t = vec_last(&s->threads);
        s->threads.count--;
    }
}

static void add_replay_state(Replayer *r, ReplayState *s, bool is_rough)
{
    bool is_new;
    forget_unneeded(r, s);
    replay_encode(&r->shape, s, &r->key);
    uint32_t id = intern_add(&r->states, r->key.data, r->key.count, &is_new);
    if (is_new) vec_push(r->run, &r->is_rough, is_rough);
    CHECK(r->is_rough.count == r->states.count && id < r->states.count);
    r->words += r->key.count;
    if (r->states.count > REPLAY_STATES_MAX) stop(r, REPLAY_OPEN, "there are more than %d states", REPLAY_STATES_MAX);
    if (r->words > WORDS_MAX) stop(r, REPLAY_OPEN, "the states are too large");
}

static void start_replay(Replayer *r)
{
    for (uint64_t choice = 0;; choice++) {
        ReplayState *s = &r->next;
        begin_choice(r, choice, INITIAL_BITS_MAX);
        s->shared = run_alloc(r->run, (r->shape.shared_count + 1) * sizeof *s->shared);
        for (uint32_t v = 0; v < r->p->vars.count; v++)
            if (r->p->vars.data[v].class == VAR_SHARED) s->shared[r->shape.slot[v]] = replay_initial_value(r, v);
        for (uint32_t t = 0; t < r->p->templates.count; t++)
            if (r->p->templates.data[t].initial != COUNT_NONE) add_replay_thread(r, s, (TemplateId){t}, NULL);
        add_replay_state(r, s, false);
        replay_clear_state(&r->shape, s, false);
        if (is_last_choice(r)) return;
    }
}

/* ---- steps ---- */

typedef enum Holds { HOLDS_NOT, HOLDS_PERHAPS, HOLDS } Holds;

static Holds guard_holds(ReplayPlace *place, const Edge *e)
{
    ReplayValue guard = replay_evaluate(place, e->guard);
    return guard.is_unknown ? HOLDS_PERHAPS : guard.value.bits ? HOLDS : HOLDS_NOT;
}

/* The edge shows that the claim is wrong, if the state is one of the program. */
static void refute_claim(Replayer *r, const Edge *e, bool is_rough, const char *what)
{
    const char *edge = program_describe_edge(r->p, e);
    r->is_unsure = is_rough;
    stop(r, is_rough ? REPLAY_OPEN : REPLAY_ERROR, "%s %s%s", edge, what,
         is_rough ? ", as far as values are known" : "");
}

static void assign_replay_values(Replayer *r, ReplayPlace *place, const Edge *e)
{
    ReplayState *to = &r->next;
    for (uint32_t i = 0; i < e->assign_count; i++) {
        uint32_t v = e->assigns[i].var.i, slot = r->shape.slot[v];
        ReplayValue value = replay_evaluate(place, e->assigns[i].value);
        if (r->p->vars.data[v].class == VAR_SHARED)
            to->shared[slot] = value;
        else
            to->threads.data[place->thread].locals[slot] = value;
    }
    to->threads.data[place->thread].loc = e->to;
    if (e->spawn.i == NO_ID) return;
    add_replay_thread(r, to, e->spawn, e);
    to->created++;
    for (uint32_t i = 0; i < e->arg_count; i++)
        vec_last(&to->threads).locals[r->shape.slot[e->args[i].var.i]] = replay_evaluate(place, e->args[i].value);
}

static void take_replay_step(Replayer *r, ReplayPlace *place, const Edge *e)
{
    Holds holds = guard_holds(place, e);
    if (holds == HOLDS_NOT && !place->has_overflow) return;
    bool is_rough = r->at_is_rough || holds != HOLDS;
    if (e->is_error && !place->has_overflow) {
        refute_claim(r, e, is_rough, "can fail");
        return;
    }
    if (e->spawn.i != NO_ID && r->at.created >= r->size && !place->has_overflow) {
        refute_claim(r, e, is_rough, "starts more threads than claimed");
        return;
    }
    replay_copy_state(&r->shape, &r->next, &r->at);
    assign_replay_values(r, place, e);
    if (place->has_overflow) stop(r, REPLAY_OPEN, "a mathematical integer leaves 64 bits");
    if (!r->is_done) add_replay_state(r, &r->next, is_rough);
    replay_clear_state(&r->shape, &r->next, false);
}

/* Draws the edge's inputs. */
static void begin_edge(Replayer *r, ReplayPlace *place, uint32_t thread, EdgeId edge, ReplayValue *inputs)
{
    *place = (ReplayPlace){&r->machine, &r->shape, &r->at, thread, edge, inputs, false, false};
    for (uint32_t i = 0; i < machine_input_count(&r->machine, edge); i++)
        inputs[i] = draw_choice(r, r->p->vars.data[machine_input_var(&r->machine, edge, i).i].sort);
}

/* A choice speaks of the inputs first; locals of a thread that is started come last, where the guard holds. */
static void move_replay_thread(Replayer *r, uint32_t thread)
{
    LocId from = r->at.threads.data[thread].loc;
    for (uint32_t k = 0; k < program_out_count(r->p, from) && !r->is_done; k++) {
        const Edge *e = program_out_edge(r->p, from, k);
        EdgeId edge = {(uint32_t)(e - r->p->edges.data)};
        ReplayValue *inputs = run_alloc(r->run, (machine_input_count(&r->machine, edge) + 1) * sizeof *inputs);
        unsigned most = 0;
        for (uint64_t choice = 0; !r->is_done; choice++) {
            ReplayPlace place;
            begin_choice(r, choice, EDGE_BITS_MAX);
            begin_edge(r, &place, thread, edge, inputs);
            take_replay_step(r, &place, e);
            if (most < r->bits) most = r->bits;
            if (choice + 1 >= UINT64_C(1) << most) break;
            if (++r->steps > STEPS_MAX) stop(r, REPLAY_OPEN, "there are more than %d steps", STEPS_MAX);
        }
        if (++r->steps > STEPS_MAX) stop(r, REPLAY_OPEN, "there are more than %d steps", STEPS_MAX);
        run_release(r->run, inputs);
    }
}

/* Can the thread move, whatever the values are that are not known? */
static bool moves_surely(Replayer *r, uint32_t thread)
{
    LocId from = r->at.threads.data[thread].loc;
    bool moves = r->shape.always_moves[from.i];
    for (uint32_t k = 0; k < program_out_count(r->p, from) && !moves; k++) {
        const Edge *e = program_out_edge(r->p, from, k);
        EdgeId edge = {(uint32_t)(e - r->p->edges.data)};
        ReplayValue *inputs = run_alloc(r->run, (machine_input_count(&r->machine, edge) + 1) * sizeof *inputs);
        ReplayPlace place;
        begin_choice(r, 0, 0);
        begin_edge(r, &place, thread, edge, inputs);
        moves = guard_holds(&place, e) == HOLDS && !place.has_overflow;
        run_release(r->run, inputs);
    }
    return moves;
}

/* The thread that is moved alone, or NOBODY. */
static uint32_t find_quiet_thread(Replayer *r)
{
    for (uint32_t i = 0; i < r->at.threads.count; i++)
        if (r->shape.is_quiet[r->at.threads.data[i].loc.i] && moves_surely(r, i)) return i;
    return NOBODY;
}

static void expand_replay_state(Replayer *r)
{
    uint32_t only = NOBODY, atomic = 0;
    for (uint32_t i = 0; i < r->at.threads.count; i++) {
        if (!r->p->locs.data[r->at.threads.data[i].loc.i].atomic) continue;
        only = i;
        atomic++;
    }
    if (atomic > 1) return; /* each stops the others */
    if (only == NOBODY) only = find_quiet_thread(r);
    for (uint32_t i = 0; i < r->at.threads.count && !r->is_done; i++)
        if (only == NOBODY || only == i) move_replay_thread(r, i);
}

static void replay_all_states(Replayer *r)
{
    intern_init(r->run, &r->states);
    start_replay(r);
    for (uint32_t i = 0; i < r->states.count && !r->is_done; i++) {
        uint32_t length;
        run_poll(r->run);
        replay_decode(&r->shape, intern_key(&r->states, i, &length), &r->at);
        r->at_is_rough = r->is_rough.data[i];
        expand_replay_state(r);
        replay_clear_state(&r->shape, &r->at, true);
    }
    r->result.states = r->states.count;
    intern_clear(&r->states);
    vec_free(r->run, &r->is_rough);
    vec_free(r->run, &r->key);
}

/* Not all values that are arbitrary are tried: what is SAFE here need not be. */
static void try_samples(Replayer *r)
{
    Replayer again = {
        .run = r->run, .p = r->p, .machine = r->machine, .shape = r->shape, .size = r->size, .takes_samples = true};
    replay_all_states(&again);
    if (again.result.answer == REPLAY_ERROR) r->result = again.result;
}

/* That arrays are known in part makes more states, so it is done where something depends on it. */
static void try_elements(Replayer *r)
{
    Replayer again = {.run = r->run, .p = r->p, .machine = r->machine, .shape = r->shape, .size = r->size};
    again.shape.knows_elements = true;
    replay_all_states(&again);
    r->result = again.result;
    r->is_unsure = again.is_unsure;
}

ReplayResult replay_program(Program *p, uint32_t size)
{
    Replayer replayer = {.run = p->run, .p = p, .size = size}, *r = &replayer;
    for (uint32_t t = 0; t < p->templates.count; t++)
        if (p->templates.data[t].initial == COUNT_MANY)
            return (ReplayResult){REPLAY_OPEN, "any number of threads exist at the start", 0};
    machine_init(&r->machine, p);
    r->shape = replay_shape(p);
    replay_all_states(r);
    if (r->is_unsure) try_elements(r);
    if (r->is_unsure) try_samples(r);
    CHECK((r->result.answer == REPLAY_SAFE) == !r->result.why);
    return r->result;
}
