/* Runs of different kinds in turn. A run that fails is one answer; of a run that does not the detectors say what may
 * fail in another: each pair of accesses, and each circle of locks, is tried a few times, first with the values and the
 * schedule of the run that it was seen in.
 *
 * Nothing here is trusted: what is told is replayed by the reference interpreter, and must not rest on what the model
 * over-approximates. That nothing is found says nothing. */
#include "engines/dynamic.h"

#include "base/check.h"
#include "base/intern.h"
#include "engines/dynamic/direct.h"
#include "program/replay.h"
#include "program/rests.h"

#define TRIES 4        /* of a suspicion */
#define SUSPICIONS 24  /* of one run that are tried */
#define RUN_COST 200   /* of a run, beside its steps */
#define REFUSED_MOST 3 /* runs that rest on approximations: then no more are made */
#define THREAD_COST 10 /* a thread more is worth so many steps less */
#define LONG_STEPS 60000
#define SHORTER 40 /* runs that are made to find a shorter one that fails likewise */
#define SHORTER_STEPS 5000000
#define SECONDS_TO_TELL 10 /* for a run that fails, which is not lost for want of time */

typedef struct Dynamic {
    const Question *question;
    Verdict *verdict;
    Run *run;
    Executor *x;
    Moves *moves;
    StepEffects *effects;
    Observer observer;        /* races are asked: clocks is not NULL */
    LockGraph locks, steered; /* of the run at hand; of one that is steered */
    uint32_t first_monitor;
    Intern pair_ids;
    VEC(RacePair) pairs; /* suspected */
    uint32_t tried;      /* of them */
    Schedule schedule;   /* of the run at hand */
    uint64_t left;
    uint32_t refused;
} Dynamic;

/* A kind of run that fails sometimes. */
typedef struct Attempt {
    const RacePair *pair; /* NULL: not steered to a race */
    const Circle *circle; /* NULL: nor to a circle */
    bool is_watched;      /* by the detectors */
    bool gathers;         /* of a circle: see direct_to_circle */
} Attempt;

/* ---- what is told ---- */

/* Why the executor's run, which fails, is no error of the program; NULL: it is one. */
static const char *refuse(Dynamic *d, Trace *trace)
{
    const EngineOptions *o = d->question->options;
    Program *p = d->question->program;
    const char *why = interpreter_replay(interpreter_new(p), trace);
    if (!why) why = trace_rests_on(p, trace);
    if (!why && o->threads && trace_least_bound(p, trace) > o->threads) why = "too many threads";
    return why;
}

/* The executor's run fails, and is told if it may be. */
static bool tell(Dynamic *d)
{
    run_begin_telling(d->run);
    if (run_seconds_left(d->run) < SECONDS_TO_TELL) run_set_time_limit(d->run, SECONDS_TO_TELL);
    Trace *trace = executor_trace(d->x);
    const char *why = refuse(d, trace);
    run_log(d->run, 1, "a run under a random schedule fails after %u steps%s%s", trace->steps.count,
            why ? ", but: " : "", why ? why : "");
    if (why) {
        d->refused++;
        run_end_telling(d->run);
        trace_clear(d->run, trace);
        return false;
    }
    d->verdict->kind = VERDICT_FALSE;
    d->verdict->threads = trace_least_bound(d->question->program, trace);
    d->verdict->trace = trace;
    return true;
}

static bool goes_on(const Dynamic *d) { return d->left > 0 && d->refused < REFUSED_MOST; }

/* ---- one run ---- */

static void start_watching(void *arg)
{
    Dynamic *d = arg;
    order_start(&d->locks);
    if (d->observer.clocks) observer_start(&d->observer);
}

static Held look_on(void *arg, uint32_t thread, EdgeId edge, bool is_forced)
{
    Dynamic *d = arg;
    (void)is_forced;
    if (d->observer.clocks)
        observer_see(&d->observer, thread, edge);
    else
        effects_order(d->effects, &d->locks, thread, edge);
    return GOES_ON;
}

/* Does it fail? */
static bool attempt(Dynamic *d, const Attempt *a, const Schedule *schedule)
{
    const Watcher watcher = {look_on, start_watching, d}, nobody = {NULL, NULL, NULL};
    bool failed;
    if (a->pair)
        failed = direct_to_race(d->x, d->moves, d->first_monitor, *a->pair, schedule);
    else if (a->circle)
        failed = direct_to_circle(d->effects, d->moves, &d->steered, a->circle, &d->locks, a->gathers, schedule);
    else
        failed = schedule_run(d->x, d->moves, schedule, a->is_watched ? &watcher : &nobody);
    uint64_t cost = d->x->log.count + RUN_COST;
    d->left -= cost < d->left ? cost : d->left;
    return failed;
}

static Schedule varied(const Schedule *base, uint32_t try)
{
    static const uint32_t sticks[] = {0, 16, 3, 100, 1, 6};
    Schedule s = *base;
    s.choices = try;
    s.stick = sticks[try % 6];
    return s;
}

static uint32_t cost_of(const Trace *trace) { return trace->steps.count + THREAD_COST * trace->threads_created; }

/* The run that is told has other runs like it, some of which are shorter: with fewer threads, and other values. */
static void look_for_shorter(Dynamic *d, const Attempt *a, const Schedule *found)
{
    const Attempt again = {a->pair, a->circle, false, a->gathers};
    Trace **best = &d->verdict->trace;
    uint64_t steps = 0;
    for (uint32_t i = 1; i <= SHORTER && steps < SHORTER_STEPS; i++) {
        Schedule s = varied(found, i);
        s.steps = cost_of(*best) - 1;
        s.patience = s.steps / 4 + 20;
        s.seed = found->seed + (i % 2 ? i : 0);
        s.focus = i % 2 ? 2 : found->focus;
        uint32_t threads = i % 4 == 3 ? s.threads : i % 4 ? i % 4 : (*best)->threads_created - 1;
        if (threads < s.threads) s.threads = threads;
        bool failed = attempt(d, &again, &s);
        steps += d->x->log.count;
        if (!failed) continue;
        Trace *shorter = executor_trace(d->x);
        if (cost_of(shorter) < cost_of(*best) && !refuse(d, shorter)) *best = shorter;
    }
    d->verdict->threads = trace_least_bound(d->question->program, *best);
}

static bool attempt_and_tell(Dynamic *d, const Attempt *a, const Schedule *schedule)
{
    if (!attempt(d, a, schedule) || !tell(d)) return false;
    look_for_shorter(d, a, schedule);
    return true;
}

/* ---- suspicions ---- */

static void note_pair(void *arg, uint32_t before, uint32_t after)
{
    Dynamic *d = arg;
    uint32_t key[2] = {before < after ? before : after, before < after ? after : before};
    bool is_new;
    intern_add(&d->pair_ids, key, 2, &is_new);
    if (is_new) vec_push(d->run, &d->pairs, ((RacePair){{{before}, {after}}}));
}

/* First with the schedule by which it was suspected; a circle in both ways. */
static bool pursue(Dynamic *d, Attempt a)
{
    Schedule first = d->schedule;
    uint32_t as_found = a.circle ? 2 : 1;
    first.patience = first.steps / 8 + 100;
    for (uint32_t i = 0; i < TRIES && goes_on(d); i++) {
        Schedule schedule = i < as_found ? first : varied(&first, i);
        a.gathers = a.circle && i % 2 == 0;
        if (a.gathers) schedule.patience = schedule.steps;
        if (attempt_and_tell(d, &a, &schedule)) return true;
    }
    return false;
}

static bool try_pairs(Dynamic *d)
{
    for (uint32_t i = 0; d->tried < d->pairs.count && i < SUSPICIONS && goes_on(d); i++)
        if (pursue(d, (Attempt){&d->pairs.data[d->tried++], NULL, false, false})) return true;
    return false;
}

typedef struct CircleSearch {
    Dynamic *d;
    uint32_t count;
    bool found;
} CircleSearch;

static bool try_circle(void *arg, const Circle *circle)
{
    CircleSearch *c = arg;
    c->found = pursue(c->d, (Attempt){NULL, circle, false, false});
    return !c->found && goes_on(c->d) && ++c->count < SUSPICIONS;
}

static bool try_circles(Dynamic *d)
{
    CircleSearch search = {d, 0, false};
    order_for_each_circle(&d->locks, try_circle, &search);
    return search.found;
}

/* ---- runs ---- */

/* The first runs let each thread go as far as it can; the next ones change at every step, and so on. Of long runs three
 * of four are short ones, of which there can be many: lists grow, and what is wrong is often there from the start. */
static Schedule nth_schedule(const Dynamic *d, uint32_t n, uint32_t steps)
{
    static const uint32_t sticks[] = {0, 1, 8, 64, 2, 0, 24, 4}, threads[] = {40, 2, 80, 4}, focus[] = {0, 2, 3, 0, 2};
    const EngineOptions *o = d->question->options;
    uint32_t bound = program_thread_bound(d->question->program);
    uint32_t most = bound == UINT32_MAX ? threads[n % 4] : bound;
    if (steps > LONG_STEPS && n % 4 != 3) steps = LONG_STEPS;
    Schedule s = {.seed = n + 1, .steps = steps, .stick = sticks[n % 8], .focus = focus[n % 5], .is_lazy = n % 4 != 3};
    if (o->threads && most > o->threads) most = o->threads;
    s.threads = most;
    return s;
}

static bool run_once(Dynamic *d, uint32_t n, uint32_t steps)
{
    const Attempt plain = {NULL, NULL, true, false};
    d->schedule = nth_schedule(d, n, steps);
    if (attempt_and_tell(d, &plain, &d->schedule)) return true;
    return d->observer.clocks ? try_pairs(d) : try_circles(d);
}

static void begin(Dynamic *d)
{
    const Program *accessing = d->question->accessing;
    Program *p = d->question->program;
    d->first_monitor = accessing ? accessing->edges.count : p->edges.count;
    d->x = executor_new(interpreter_new(p));
    d->moves = moves_new(p, d->first_monitor);
    d->effects = effects_new(d->x, accessing);
    d->observer.f = d->effects;
    if (accessing) d->observer.clocks = clocks_new(d->run, note_pair, d);
    d->locks.run = d->steered.run = d->run;
    intern_init(d->run, &d->pair_ids);
}

static void end(Dynamic *d)
{
    if (d->observer.clocks) clocks_free(d->observer.clocks);
    vec_free(d->run, &d->observer.pending);
    effects_free(d->effects);
    moves_free(d->moves);
    executor_free(d->x);
    order_free(&d->locks);
    order_free(&d->steered);
    intern_clear(&d->pair_ids);
    vec_free(d->run, &d->pairs);
}

bool dynamic_find(const Question *question, DynamicEffort effort, Verdict *verdict)
{
    Dynamic dynamic = {.question = question, .verdict = verdict, .run = question->program->run, .left = effort.work};
    Dynamic *d = &dynamic;
    bool found = false;
    begin(d);
    run_progress(d->run, "runs under random schedules");
    for (uint32_t n = 0; n < effort.runs && goes_on(d) && !found; n++)
        found = run_once(d, effort.first + n, effort.steps);
    run_log(d->run, 1, "runs under random schedules: %s, %u pairs of accesses suspected",
            found ? "error" : "none found", d->pairs.count);
    end(d);
    return found;
}
