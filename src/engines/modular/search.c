#include "engines/modular/search.h"

#include <string.h>

#include "base/check.h"
#include "engines/modular/ask.h"
#include "engines/modular/concrete.h"
#include "engines/modular/condition.h"
#include "engines/modular/interleaving.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"

#define EXCLUDE_ROUNDS 6
#define FEW_CONDITIONS 5  /* of the state before a move: where more were needed, single states are looked at */
#define EXCLUDE_CHECKS 40 /* for each thread of the environment, to find out that it has no move */
#define MANY_CHECKS 60    /* after so many errors are looked for by runs, too */
#define STATE_CHECKS 16   /* the same, when it is to be in a state that it mostly can be in */

static void add_promise(QuerySearch *s, LocId at, Term condition, const ModularPlan *plan)
{
    vec_push(s->m->run, &s->promises, ((Promise){at, condition}));
    vec_push(s->m->run, &s->plans, plan);
    s->m->out->stats.promises++;
    if (run_verbosity(s->m->run) < 1) return;
    Str text;
    str_init(s->m->run, &text);
    program_print_term(s->m->t->p, condition, &text);
    run_log(s->m->run, 1, "promise for %s at %u: %s", s->m->t->p->templates.data[s->level->thread].name, at.i,
            str_text(&text));
}

/* ---- moves that the environment does not have ---- */

/* Does the environment have no such move? Most that it does not have it has not from anywhere, whatever the values of
 * the thread's own variables are; in further rounds, not from states that have something of the path's in common. */
static bool exclude_environment_move(QuerySearch *s, const PathPoint *point)
{
    Modular *m = s->m;
    ModularTerms from = {0};
    Term to = condition_of_environment(s, point);
    bool done = term_is_true(m->tm, to), excluded = false;
    for (uint32_t i = 0; i < EXCLUDE_ROUNDS && !done; i++) {
        Term before = condition_conjunction(m, &from);
        QueryAnswer answer;
        ask_bounded(s, before, to, EXCLUDE_CHECKS, &answer);
        if (answer.found == FOUND_NONE) ask_generalise_fact(s, before, to, answer.proof);
        excluded = answer.found == FOUND_NONE;
        done = answer.found != FOUND_PLAN || path_holds(point->path, point->at, answer.condition) ||
               !condition_strengthen(s, point, answer.condition, &from);
    }
    s->is_intricate |= from.count > FEW_CONDITIONS;
    vec_free(m->run, &from);
    return excluded;
}

/* Can the environment never be in the state after the move, as far as the guards on the path and the condition tell
 * states apart? What it is never in, wherever it comes from, main needs to know once. */
static bool exclude_state(QuerySearch *s, const PathPoint *point)
{
    Modular *m = s->m;
    ModularClaim proof;
    Term from = term_bool(m->tm, true), to = condition_of_environment(s, point);
    Term state = term_and(m->tm, to, condition_of_state(s, point));
    if (term_is_true(m->tm, to)) return false;
    if (ask_is_excluded(s, from, to, EXCLUDE_CHECKS, &proof))
        ask_generalise_fact(s, from, to, proof);
    else if (state.id != to.id && ask_is_excluded(s, from, state, STATE_CHECKS, &proof))
        ask_generalise_fact(s, from, state, proof);
    else
        return false;
    return true;
}

/* Looks at every move of the environment on the path, with the path's values of what later ones give: one that it does
 * not have is a fact, and the path is none any more. In a query, also before the start of its computation: otherwise
 * whether that is reachable would be for those who ask to find out. */
static bool refute_moves(QuerySearch *s, PathPoint point, bool (*exclude_move)(QuerySearch *, const PathPoint *))
{
    Modular *m = s->m;
    while (point.at-- > 0) {
        run_poll(m->run); /* paths may be long, and so is the condition then */
        SequentialEdgeKind kind = path_step(point.path, point.at)->kind;
        bool is_move = kind == SEQUENTIAL_ENV || kind == SEQUENTIAL_OUTER;
        if (is_move && path_holds(point.path, point.at, point.condition)) continue; /* it is not needed */
        if (kind == SEQUENTIAL_ENV && exclude_move(s, &point)) return true;
        point.condition = is_move ? path_before_move(point.path, point.at, point.condition)
                                  : path_before(point.path, point.at, point.condition);
        RUN_CHECK(m->run, path_holds(point.path, point.at, point.condition));
    }
    return false;
}

/* ---- one move of the environment on a violating path ---- */

typedef enum MoveOutcome {
    MOVE_GOES_ON, /* the point's condition is now one before the move, and the path has it */
    MOVE_LEARNT,  /* a fact or a promise: the sequential program is another one */
    MOVE_UNKNOWN
} MoveOutcome;

static MoveOutcome handle_answer(QuerySearch *s, PathPoint *point, const QueryAnswer *answer, ModularTerms *from,
                                 bool *again)
{
    LocId at = path_step(point->path, point->at)->at;
    if (path_holds(point->path, point->at, answer->condition)) {
        add_promise(s, at, answer->condition, answer->plan);
        point->condition = answer->condition;
        point->plan = answer->plan;
        return MOVE_GOES_ON;
    }
    *again = condition_strengthen(s, point, answer->condition, from) ||
             condition_strengthen_by_promise(s, at, answer->condition, from);
    if (!*again) add_promise(s, at, answer->condition, answer->plan);
    return MOVE_LEARNT;
}

static MoveOutcome handle_move(QuerySearch *s, PathPoint *point)
{
    Modular *m = s->m;
    ModularTerms from = {0};
    MoveOutcome move = MOVE_LEARNT;
    bool again = true;
    while (again) {
        QueryAnswer answer;
        Term before = condition_conjunction(m, &from);
        again = false;
        ask_fully(s, before, point->condition, point->plan, &answer);
        switch (answer.found) {
        case FOUND_NONE: ask_generalise_fact(s, before, point->condition, answer.proof); break;
        case FOUND_PLAN: move = handle_answer(s, point, &answer, &from, &again); break;
        case FOUND_UNKNOWN:
            s->answer->why = answer.why;
            move = MOVE_UNKNOWN;
            break;
        }
    }
    s->is_intricate |= from.count > FEW_CONDITIONS;
    vec_free(m->run, &from);
    return move;
}

/* ---- violating paths ---- */

/* The error at the end of the path; or a promise that is there earlier. */
static PathPoint find_error(QuerySearch *s, const SequentialPath *path)
{
    for (uint32_t i = 0; i < path->count; i++) {
        const SequentialEdge *is = path_step(path, i);
        for (uint32_t k = 0; k < s->promises.count && is->kind == SEQUENTIAL_ENV && is->started; k++)
            if (s->promises.data[k].at.i == is->at.i && path_holds(path, i, s->promises.data[k].condition))
                return (PathPoint){path, i, s->promises.data[k].condition, s->plans.data[k]};
    }
    uint32_t last = path->count - 1;
    const SequentialEdge *is = path_step(path, last);
    Term guard = path_before(path, last, term_bool(s->m->tm, true));
    CHECK(is->kind >= SEQUENTIAL_ERROR);
    const ModularPlan *plan = is->kind == SEQUENTIAL_ERROR     ? path_plan(path, last, NULL)
                              : is->kind == SEQUENTIAL_PROMISE ? s->plans.data[is->index]
                                                               : s->q->plan;
    return (PathPoint){path, last, guard, plan};
}

/* There is a computation: from the start of the path, or of the query's computation on it. */
static void say_plan(QuerySearch *s, const PathPoint *point)
{
    s->answer->found = FOUND_PLAN;
    s->answer->condition = point->condition;
    s->answer->plan = point->plan;
}

/* No move is needed where another run along the same steps has the condition before it: the path is that run then. */
static bool go_on_without_move(QuerySearch *s, PathPoint *point)
{
    SequentialPath *other = run_alloc(s->m->run, sizeof *other);
    if (!path_retry(point->path, s->m->smt, point->at, point->condition, other)) return false;
    add_promise(s, path_step(other, point->at)->at, point->condition, point->plan);
    point->path = other;
    return true;
}

/* The start of the query's computation. */
static void end_at_start(QuerySearch *s, PathPoint *point, LocId at)
{
    Modular *m = s->m;
    Term pc = program_var_term(m->t->p, m->t->written->threads.data[s->level->thread].pc);
    Term here = term_eq(m->tm, pc, term_const(m->tm, term_sort(m->tm, pc), m->t->written->home[at.i]));
    point->condition = term_and(m->tm, point->condition, here);
    say_plan(s, point);
}

/* Follows the path backwards. True: the query is answered. */
static bool follow_path_backwards(QuerySearch *s, const SequentialPath *path)
{
    Modular *m = s->m;
    PathPoint point = find_error(s, path);
    if (refute_moves(s, point, exclude_state) || refute_moves(s, point, exclude_environment_move)) return false;
    if (s->is_intricate && concrete_exclude(s, path)) return false;
    while (point.at > 0) {
        run_poll(s->m->run);
        const SequentialEdge *is = path_step(point.path, --point.at);
        if (is->kind == SEQUENTIAL_START) {
            end_at_start(s, &point, is->at);
            if (!s->q->plan) samples_add(&m->samples, s->q->level, point.path, point.at, point.condition, point.plan);
            return true;
        }
        if (is->kind == SEQUENTIAL_STEP) {
            point.condition = path_before(point.path, point.at, point.condition);
            point.plan = path_plan(point.path, point.at, point.plan);
        } else if (!path_holds(point.path, point.at, point.condition) && !go_on_without_move(s, &point)) {
            CHECK(is->kind == SEQUENTIAL_ENV && is->started);
            MoveOutcome move = handle_move(s, &point);
            if (move == MOVE_UNKNOWN) s->answer->found = FOUND_UNKNOWN;
            if (move != MOVE_GOES_ON) return move == MOVE_UNKNOWN;
        }
        RUN_CHECK(m->run, path_holds(point.path, point.at, point.condition));
    }
    RUN_CHECK(m->run, !term_is(s->q->to));
    say_plan(s, &point);
    s->answer->trace = interleaving_of(point.path, point.plan);
    return true;
}

/* ---- the loop ---- */

static void ask_sequential_checker(QuerySearch *s, const Sequential *program, SequentialResult *r)
{
    Modular *m = s->m;
    double start = run_seconds(m->run);
    memset(r, 0, sizeof *r);
    m->checker->check(m->checker->self, program->p, &s->learned, s->q->limit, r);
    m->out->stats.sequential++;
    m->out->stats.seconds_sequential += run_seconds(m->run) - start;
    s->learned = r->learned;
}

static const Sequential *make_sequential(const QuerySearch *s)
{
    SequentialTask task = {.thread = s->level->thread,
                           .inner = s->level->inner,
                           .outer = term_is(s->q->to) ? s->level->outer : 0,
                           .facts = s->level->facts.data,
                           .fact_count = s->level->facts.count,
                           .promises = s->promises.data,
                           .promise_count = s->promises.count,
                           .from = s->q->from,
                           .to = s->q->to};
    return sequential_new(s->m->t, &task);
}

/* True: the query is answered. */
static bool search_once(QuerySearch *s)
{
    Modular *m = s->m;
    SequentialResult r;
    const Sequential *program = make_sequential(s);
    ask_sequential_checker(s, program, &r);
    switch (r.answer) {
    case SEQUENTIAL_SAFE:
        s->answer->found = FOUND_NONE;
        s->answer->proof = (ModularClaim){s->level->facts.count, r.invariant, r.diagram};
        return true;
    case SEQUENTIAL_UNKNOWN:
        s->answer->found = FOUND_UNKNOWN;
        s->answer->why = r.why;
        return true;
    case SEQUENTIAL_PATH: break;
    }
    SequentialPath path;
    path_init(&path, s->m->t, program, r.path);
    if (m->out->stats.sequential > MANY_CHECKS) m->error = attempt_error(&m->attempts, &path);
    bool done = !m->error && follow_path_backwards(s, &path);
    path_clear(&path);
    return done;
}

static void log_query(Modular *m, const ModularQuery *q, const QueryAnswer *answer)
{
    static const char *const said[] = {[FOUND_NONE] = "no", [FOUND_PLAN] = "yes", [FOUND_UNKNOWN] = "unknown"};
    if (run_verbosity(m->run) < 2 || !term_is(q->to)) return;
    Str text;
    str_init(m->run, &text);
    program_print_term(m->t->p, q->from, &text);
    str_add(&text, "  to  ");
    program_print_term(m->t->p, q->to, &text);
    const char *thread = m->t->p->templates.data[m->root->levels.data[q->level].thread].name;
    run_log(m->run, 2, "query %u, %s: %s: %s", q->level, thread, str_text(&text), said[answer->found]);
}

void search_answer(Modular *m, const ModularQuery *q, QueryAnswer *answer)
{
    QuerySearch s = {.m = m, .q = q, .level = &m->root->levels.data[q->level], .answer = answer};
    memset(answer, 0, sizeof *answer);
    for (;;) {
        run_poll(m->run);
        if (m->error) {
            answer->found = FOUND_UNKNOWN;
            answer->why = "a run of the program fails";
            break;
        }
        if ((q->until && m->out->stats.sequential >= q->until) || (m->limit && m->out->stats.sequential >= m->limit)) {
            answer->found = FOUND_UNKNOWN;
            answer->why = "the limit on sequential checks was reached";
            break;
        }
        if (search_once(&s)) break;
    }
    log_query(m, q, answer);
    vec_free(m->run, &s.promises);
    vec_free(m->run, &s.plans);
}
