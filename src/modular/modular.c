#include "modular/modular.h"

#include <string.h>

#include "base/check.h"
#include "modular/condition.h"
#include "modular/hierarchy.h"
#include "modular/interleaving.h"
#include "modular/proof.h"
#include "program/interpreter.h"
#include "program/replay.h"
#include "term/boolean.h"
#include "term/compare.h"

#define GENERALISE_LIMIT 60 /* of the sequential checker, where only a weaker condition depends on it */
#define EXCLUDE_ROUNDS 6
#define EXCLUDE_CHECKS 40  /* for each thread of the environment, to find out that it has no move */
#define STATE_CHECKS 16    /* the same, when it is to be in a state that it mostly can be in */
#define LEAVE_OUT_CHECKS 4 /* to find out that a condition is not needed for that */

static void search(Modular *m, const Query *q, Answer *answer);

/* ---- queries ---- */

static void answer_query(Search *s, const Query *q, Answer *answer)
{
    Modular *m = s->m;
    double start = run_seconds(m->run);
    m->out->stats.queries++;
    search(m, q, answer);
    if (s->q->level == 0) m->out->stats.seconds_queries += run_seconds(m->run) - start;
}

static void ask(Search *s, Term from, Term to, const Plan *plan, Answer *answer)
{
    Query q = {s->q->level + 1, from, to, plan, s->q->limit, s->q->until};
    answer_query(s, &q, answer);
}

/* The same with a bounded effort; what was asked before, with the same facts about its environment, is known. */
static void ask_bounded(Search *s, Term from, Term to, uint32_t checks, Answer *answer)
{
    Modular *m = s->m;
    uint64_t until = m->out->stats.sequential + checks * (m->root->levels.count - s->q->level);
    bool is_less = s->q->until && s->q->until < until; /* than what it would be asked with at another time */
    Query q = {s->q->level + 1, from, to, NULL, GENERALISE_LIMIT, is_less ? s->q->until : until};
    ModularLevel *level = &m->root->levels.data[q.level];
    for (uint32_t i = 0; i < m->known.count; i++) {
        const Known *k = &m->known.data[i];
        if (k->level != q.level || k->from.id != from.id || k->to.id != to.id) continue;
        if (k->facts != level->facts.count || (k->answer.found == FOUND_UNKNOWN && k->checks < checks)) continue;
        *answer = k->answer;
        return;
    }
    const Sample *sample = samples_find(&m->samples, q.level, level->facts.data, level->facts.count, from, to);
    if (sample) {
        *answer = (Answer){.found = FOUND_PLAN, .condition = sample->condition, .plan = sample->plan};
        return;
    }
    answer_query(s, &q, answer);
    if (answer->found == FOUND_NONE || (is_less && answer->found == FOUND_UNKNOWN)) return;
    vec_push(m->run, &m->known, ((Known){q.level, from, to, level->facts.count, checks, *answer}));
}

/* Is there no such computation? Then *proof is why. */
static bool is_excluded(Search *s, Term from, Term to, uint32_t checks, ModularClaim *proof)
{
    Answer answer;
    ask_bounded(s, from, to, checks, &answer);
    if (answer.found == FOUND_NONE) *proof = answer.proof;
    return answer.found == FOUND_NONE;
}

/* Leaves out conjuncts of `to` that are not needed for the computation to be impossible. Those of `from` were added
 * because each was needed. */
static Term leave_out(Search *s, Term from, Term to, ModularClaim *proof)
{
    Modular *m = s->m;
    ModularTerms all = {0};
    condition_conjuncts(m, to, &all);
    for (uint32_t i = all.count; i-- > 0 && all.count > 1;) {
        Term left_out = all.data[i];
        all.data[i] = term_bool(m->tm, true);
        if (is_excluded(s, from, condition_conjunction(m, &all), LEAVE_OUT_CHECKS, proof))
            to = condition_conjunction(m, &all);
        else
            all.data[i] = left_out;
    }
    vec_free(m->run, &all);
    return to;
}

static void log_fact(Modular *m, const ModularLevel *level, const Fact *fact)
{
    if (run_verbosity(m->run) < 1) return;
    Str text;
    str_init(m->run, &text);
    program_print_term(m->t->p, fact->before, &text);
    str_add(&text, "  never to  ");
    program_print_term(m->t->p, fact->after, &text);
    run_log(m->run, 1, "fact for %s: %s", m->t->p->templates.data[level->thread].name, str_text(&text));
}

static void add_fact(Search *s, Term from, Term to, ModularClaim proof)
{
    double start = run_seconds(s->m->run);
    to = leave_out(s, from, to, &proof);
    if (s->q->level == 0) s->m->out->stats.seconds_generalising += run_seconds(s->m->run) - start;
    vec_push(s->m->run, &s->level->facts, ((Fact){from, to}));
    vec_push(s->m->run, &s->level->proofs, proof);
    s->m->out->stats.facts++;
    log_fact(s->m, s->level, &vec_last(&s->level->facts));
}

static void add_promise(Search *s, LocId at, Term condition, const Plan *plan)
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
static bool exclude(Search *s, const Point *point)
{
    Modular *m = s->m;
    ModularTerms from = {0};
    Term to = condition_of_environment(s, point);
    bool done = term_is_true(m->tm, to), excluded = false;
    for (uint32_t i = 0; i < EXCLUDE_ROUNDS && !done; i++) {
        Term before = condition_conjunction(m, &from);
        Answer answer;
        ask_bounded(s, before, to, EXCLUDE_CHECKS, &answer);
        if (answer.found == FOUND_NONE) add_fact(s, before, to, answer.proof);
        excluded = answer.found == FOUND_NONE;
        done = answer.found != FOUND_PLAN || path_holds(point->path, point->at, answer.condition) ||
               !condition_strengthen(s, point, answer.condition, &from);
    }
    vec_free(m->run, &from);
    return excluded;
}

/* Can the environment never be in the state after the move, as far as the guards on the path and the condition tell
 * states apart? What it is never in, wherever it comes from, main needs to know once. */
static bool exclude_state(Search *s, const Point *point)
{
    Modular *m = s->m;
    ModularClaim proof;
    Term from = term_bool(m->tm, true), to = condition_of_environment(s, point);
    Term state = term_and(m->tm, to, condition_of_state(s, point));
    if (term_is_true(m->tm, to)) return false;
    if (is_excluded(s, from, to, EXCLUDE_CHECKS, &proof))
        add_fact(s, from, to, proof);
    else if (state.id != to.id && is_excluded(s, from, state, STATE_CHECKS, &proof))
        add_fact(s, from, state, proof);
    else
        return false;
    return true;
}

/* Looks at every move of the environment on the path, with the path's values of what later ones give: one that it does
 * not have is a fact, and the path is none any more. In a query, also before the start of its computation: otherwise
 * whether that is reachable would be for those who ask to find out. */
static bool refute(Search *s, Point point, bool (*exclude_move)(Search *, const Point *))
{
    Modular *m = s->m;
    while (point.at-- > 0) {
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

typedef enum Move {
    MOVE_GOES_ON, /* the point's condition is now one before the move, and the path has it */
    MOVE_LEARNT,  /* a fact or a promise: the sequential program is another one */
    MOVE_UNKNOWN
} Move;

static Move handle_answer(Search *s, Point *point, const Answer *answer, ModularTerms *from, bool *again)
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

static Move handle_move(Search *s, Point *point)
{
    Modular *m = s->m;
    ModularTerms from = {0};
    Move move = MOVE_LEARNT;
    bool again = true;
    while (again) {
        Answer answer;
        Term before = condition_conjunction(m, &from);
        again = false;
        ask(s, before, point->condition, point->plan, &answer);
        switch (answer.found) {
        case FOUND_NONE: add_fact(s, before, point->condition, answer.proof); break;
        case FOUND_PLAN: move = handle_answer(s, point, &answer, &from, &again); break;
        case FOUND_UNKNOWN:
            s->answer->why = answer.why;
            move = MOVE_UNKNOWN;
            break;
        }
    }
    vec_free(m->run, &from);
    return move;
}

/* ---- violating paths ---- */

/* The error at the end of the path; or a promise that is there earlier. */
static Point find_error(Search *s, const Path *path)
{
    for (uint32_t i = 0; i < path->count; i++) {
        const SequentialEdge *is = path_step(path, i);
        for (uint32_t k = 0; k < s->promises.count && is->kind == SEQUENTIAL_ENV && is->started; k++)
            if (s->promises.data[k].at.i == is->at.i && path_holds(path, i, s->promises.data[k].condition))
                return (Point){path, i, s->promises.data[k].condition, s->plans.data[k]};
    }
    uint32_t last = path->count - 1;
    const SequentialEdge *is = path_step(path, last);
    Term guard = path_before(path, last, term_bool(s->m->tm, true));
    CHECK(is->kind >= SEQUENTIAL_ERROR);
    const Plan *plan = is->kind == SEQUENTIAL_ERROR     ? path_plan(path, last, NULL)
                       : is->kind == SEQUENTIAL_PROMISE ? s->plans.data[is->index]
                                                        : s->q->plan;
    return (Point){path, last, guard, plan};
}

/* There is a computation: from the start of the path, or of the query's computation on it. */
static void say_plan(Search *s, const Point *point)
{
    s->answer->found = FOUND_PLAN;
    s->answer->condition = point->condition;
    s->answer->plan = point->plan;
}

/* No move is needed where another run along the same steps has the condition before it: the path is that run then. */
static bool go_on_without_move(Search *s, Point *point)
{
    Path *other = run_alloc(s->m->run, sizeof *other);
    if (!path_retry(point->path, s->m->smt, point->at, point->condition, other)) return false;
    add_promise(s, path_step(other, point->at)->at, point->condition, point->plan);
    point->path = other;
    return true;
}

/* The start of the query's computation. */
static void end_at_start(Search *s, Point *point, LocId at)
{
    Modular *m = s->m;
    Term pc = program_var_term(m->t->p, m->t->written->threads.data[s->level->thread].pc);
    Term here = term_eq(m->tm, pc, term_const(m->tm, term_sort(m->tm, pc), m->t->written->home[at.i]));
    point->condition = term_and(m->tm, point->condition, here);
    say_plan(s, point);
}

/* Follows the path backwards. True: the query is answered. */
static bool follow(Search *s, const Path *path)
{
    Modular *m = s->m;
    Point point = find_error(s, path);
    if (refute(s, point, exclude_state) || refute(s, point, exclude)) return false;
    while (point.at > 0) {
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
            Move move = handle_move(s, &point);
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

static void check_sequential(Search *s, const Sequential *program, SequentialResult *r)
{
    Modular *m = s->m;
    double start = run_seconds(m->run);
    memset(r, 0, sizeof *r);
    m->checker->check(m->checker->self, program->p, &s->learned, s->q->limit, r);
    m->out->stats.sequential++;
    m->out->stats.seconds_sequential += run_seconds(m->run) - start;
    s->learned = r->learned;
}

static const Sequential *make_sequential(const Search *s)
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
static bool search_once(Search *s)
{
    SequentialResult r;
    const Sequential *program = make_sequential(s);
    check_sequential(s, program, &r);
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
    Path path;
    path_init(&path, s->m->t, program, r.path);
    bool done = follow(s, &path);
    path_clear(&path);
    return done;
}

static void log_query(Modular *m, const Query *q, const Answer *answer)
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

static void search(Modular *m, const Query *q, Answer *answer)
{
    Search s = {.m = m, .q = q, .level = &m->root->levels.data[q->level], .answer = answer};
    memset(answer, 0, sizeof *answer);
    for (;;) {
        run_poll(m->run);
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

/* ---- main threads ---- */

static void add_levels(Modular *m, uint32_t main)
{
    uint32_t order[WRITTEN_THREADS_MAX], all = (uint32_t)((UINT64_C(1) << threads_count(m->t)) - 1), outer = 0;
    hierarchy_order(m->t, main, m->order, order);
    for (uint32_t i = 0; i < threads_count(m->t); i++) {
        uint32_t self = 1u << order[i];
        ModularLevel level = {.thread = order[i], .inner = all & ~outer & ~self, .outer = outer};
        vec_push(m->run, &m->root->levels, level);
        outer |= self;
    }
}

static void say_unknown(Modular *m, const char *why)
{
    m->out->kind = MODULAR_UNKNOWN;
    m->out->why = why;
}

static void say_false(Modular *m, Trace *trace)
{
    const char *problem = interleaving_is_approximate(m->t->from, trace);
    if (!problem) problem = interpreter_replay(interpreter_new(m->t->from), trace);
    if (problem) {
        say_unknown(m, problem);
        return;
    }
    m->out->kind = MODULAR_FALSE;
    m->out->trace = trace;
}

/* True: its assertions cannot fail before those of others do. */
static bool check_main(Modular *m, uint32_t main)
{
    ModularRoot none = {0};
    Query q = {0};
    Answer answer;
    vec_push(m->run, &m->out->roots, none);
    m->root = &vec_last(&m->out->roots);
    vec_clear(&m->known);
    samples_init(&m->samples, m->t);
    add_levels(m, main);
    search(m, &q, &answer);
    switch (answer.found) {
    case FOUND_NONE: m->root->proof = answer.proof; return true;
    case FOUND_PLAN: say_false(m, answer.trace); return false;
    case FOUND_UNKNOWN: say_unknown(m, answer.why); return false;
    }
    return false;
}

void modular_check(Program *p, const SequentialChecker *checker, const char *order, uint32_t limit,
                   ModularResult *result)
{
    const char *why;
    memset(result, 0, sizeof *result);
    Modular m = {.run = p->run, .tm = p->tm, .checker = checker, .limit = limit, .out = result};
    result->kind = MODULAR_UNKNOWN;
    result->threads = m.t = threads_write_out(p, &why);
    result->why = why;
    if (!m.t) return;
    uint32_t given[WRITTEN_THREADS_MAX];
    result->why = order ? hierarchy_read(m.t, order, given) : NULL;
    if (result->why) return;
    m.order = order ? given : NULL;
    m.smt = smt_new(p->tm);
    bool proved = true;
    for (uint32_t i = 0; i < threads_count(m.t) && proved; i++)
        if (threads_has_errors(m.t, i)) proved = check_main(&m, i);
    if (proved) result->kind = MODULAR_TRUE;
    if (proved) result->proof = modular_proof_of(result);
    smt_free(m.smt);
}
