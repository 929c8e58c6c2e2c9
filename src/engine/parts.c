/* The order of work: first what is settled without exploration; then all error edges that are left together, with small
 * limits; then, if that does not decide, part by part in rounds. A part is asked about its localized program first;
 * where a counterexample needs more variables these are kept, too, and where no answer comes, all of them. Limits are
 * numbers of refinements and abstract states, so that the course of work does not depend on the clock, and grow from
 * round to round, the last having those that the engine has anyhow: what a part does not use, the others have, and a
 * hard one costs the easy ones little. What a part has learnt stays with it.
 *
 * Where the number of threads is fixed a reduction (engine/lockstep.h) is tried between a short look and the rest: what
 * the loop decides at once it does not delay, and it has shares of the time only. */
#include "engine/parts.h"

#include <string.h>

#include "abstraction/choose.h"
#include "analysis/part.h"
#include "analysis/split.h"
#include "analysis/watch_choose.h"
#include "analysis/watch_seed.h"
#include "base/check.h"
#include "base/unsound.h"
#include "bounds/count_find.h"
#include "bounds/counts.h"
#include "engine/bounded.h"
#include "engine/cegar.h"
#include "engine/elements.h"
#include "engine/evidence.h"
#include "engine/excused.h"
#include "engine/exhaust.h"
#include "engine/lockstep.h"
#include "engine/runs.h"

#define GROWTHS_MAX 12 /* of what is kept, for one part; then everything is */

/* 0: none. */
typedef struct Limits {
    uint32_t iterations;
    uint64_t states, all_states;
    uint32_t predicates;
} Limits;

/* Of a round, and of everything together before: many programs need no predicates but many states there, and dividing
 * them loses, so it is all explorations that are counted. Watched programs are small, and what they need is found soon
 * or not at all. */
static const Limits limits[] = {{30, 30000, 0, 0}, {100, 200000, 0, 0}, {300, 1000000, 0, 0}, {0, 0, 0, 0}},
                    together = {100, 0, 6000000, 0}, look = {12, 20000, 100000, 0}, glance = {20, 10000, 10000, 16},
                    hint = {20, 10000, 10000, 10}, brief = {2, 2000, 4000, 0}, peek = {5, 2000, 5000, 0},
                    counted = {60, 60000, 0, 60}, unlimited = {0, 0, 0, 0}, watched = {40, 60000, 0, 0},
                    drawn = {12, 20000, 0, 16};
#define LOCKSTEP_SHARE 0.7 /* of the time that is left */
#define LOCKSTEP_MAX 40.0  /* seconds */
#define FEW_STATES 50000   /* of the program itself, one by one */
#define A_GLANCE_OF_STATES 2000
#define MANY_STATES 1000000
#define FEW_EDGES 2000
#define ROUNDS (sizeof limits / sizeof *limits)
#define NEAR_PARTS 3 /* questions that have little to do with each other, at least */

typedef struct Part {
    QuestionPart is;
    Program *program;
    bool *kept; /* NULL: everything */
    uint32_t growths;
    VEC(Term) learned;
    bool is_proved, is_over; /* over: no limit stands in the way of an answer */
    const char *why;         /* not proved */
    uint32_t threads;        /* proved: as in Verdict */
    bool all_created;
} Part;

typedef struct Parts {
    const Question *question;
    Verdict *verdict;
    Program *p; /* of the question, without error edges that are settled already */
    Run *run;
    Proof *proof;
    ExcuseNote *excuses; /* see Verdict */
    uint32_t excuse_count;
    VEC(Part) all;
    bool is_searched;             /* see Request */
    bool only_for_all;            /* only proofs for every number of threads count */
    VEC(const char *) predicates; /* of the proved parts; see Verdict */
    VEC(Term) learned;            /* when everything was asked together */
    const ThreadCounts *counts;   /* of p; NULL: none */
} Parts;

/* ---- asking ---- */

/* The loop's verdict. It is ps->verdict while the loop runs, so that it holds the statistics when the run is left. */
static VerdictKind ask(Parts *ps, Program *p, Request *request, Lesson *lesson)
{
    Question question = *ps->question;
    const char *progress = ps->verdict->progress;
    question.program = p;
    request->before = ps->verdict->stats;
    request->is_searched = ps->is_searched;
    cegar_run(&question, request, lesson, ps->verdict);
    ps->verdict->progress = progress;
    return ps->verdict->kind;
}

static VerdictKind ask_callback(void *arg, Program *p, Request *request, Lesson *lesson)
{
    return ask(arg, p, request, lesson);
}

/* A certificate about all error edges, or all that are left. */
static void prove_whole(Parts *ps, Certificate *c, const ElementWatch *watch, const ThreadCounts *counts)
{
    ps->verdict->proof = evidence_of_rest(ps->proof, ps->question->program, ps->p, c, watch, counts);
}

/* Everything together, after_glance: see Request. True when the verdict is final. */
static bool ask_after(Parts *ps, Limits most, bool after_glance)
{
    Lesson lesson;
    Request request = {.iterations = most.iterations, .states = most.states, .all_states = most.all_states};
    request.predicates = most.predicates, request.after_glance = after_glance;
    VerdictKind kind = ask(ps, ps->p, &request, &lesson);
    ps->is_searched = true; /* error edges are only settled from here on */
    for (uint32_t i = 0; i < lesson.predicates.count; i++)
        vec_push(ps->run, &ps->learned, lesson.predicates.data[i]);
    if (kind == VERDICT_TRUE && ps->verdict->certificate) prove_whole(ps, ps->verdict->certificate, NULL, NULL);
    return kind != VERDICT_UNKNOWN || !(lesson.is_limited || lesson.is_stuck);
}

static bool ask_whole(Parts *ps, Limits most) { return ask_after(ps, most, false); }

/* States of the program itself, no more than so many. first: a short look of the loop, which says more of a program,
 * has not been taken yet. Errors that are there, or may be among too many states, are looked for in runs when the loop,
 * whose traces are shorter, does not find them: soon where a glance has seen them. True when the verdict is final. */
static bool ask_states(Parts *ps, uint32_t limit, bool first)
{
    Exhaustion found = {0};
    const Question *q = ps->question;
    if (!exhaust_find(q, ps->p, limit, &found)) {
        if (limit == MANY_STATES || (!found.has_error && (limit < FEW_STATES || found.states <= limit))) return false;
        if (!found.has_error) return runs_far(q, ps->p, ps->verdict);
        if ((first || limit < FEW_STATES) && ask_whole(ps, limit < FEW_STATES ? peek : glance)) return true;
        return limit < FEW_STATES ? runs_states(q, ps->p, found.threads, FEW_STATES, ps->verdict)
                                  : runs_seen(q, ps->p, found.threads, found.states, FEW_STATES, ps->verdict);
    }
    if (first) ask_whole(ps, limit < FEW_STATES ? hint : glance);
    if (!first || ps->verdict->kind == VERDICT_UNKNOWN) exhaust_prove(q, ps->p, &found, ps->proof, ps->verdict);
    return true;
}

/* A few fixed threads. True when the verdict is final. */
static bool ask_fixed(Parts *ps)
{
    bool by_lockstep = lockstep_is_due(ps->question, ps->p);
    if (by_lockstep && ask_whole(ps, glance)) return true;
    if (ask_states(ps, FEW_STATES, !by_lockstep)) return true;
    if (!by_lockstep) return false;
    if (runs_short(ps->question, ps->p, ps->verdict)) return true;
    double share = run_seconds_left(ps->run) * LOCKSTEP_SHARE;
    return lockstep_try(ps->question, ps->p, ps->proof, share < LOCKSTEP_MAX ? share : LOCKSTEP_MAX, ps->verdict);
}

/* With so many arbitrary elements of arrays, from the fewest to the most. True when the verdict is final. */
static bool ask_elements(Parts *ps, uint32_t fewest, uint32_t most, Limits limit)
{
    for (uint32_t n = fewest; n <= most; n++) {
        const ElementWatch *watch;
        Request request = {.iterations = limit.iterations, .states = limit.states, .predicates = limit.predicates};
        VerdictKind kind = elements_ask(ps->p, n, request, ask_callback, ps, &watch);
        if (kind == VERDICT_TRUE && ps->verdict->certificate) prove_whole(ps, ps->verdict->certificate, watch, NULL);
        if (kind != VERDICT_UNKNOWN) return true;
        if (!watch) return false;
        run_poll(ps->run);
    }
    return false;
}

/* Elements that are used as locks are, or that locks guard: one arbitrary element first. Where that is not enough, a
 * short look at the program itself finds most errors before more elements are tried. Elements of which threads draw the
 * numbers need few predicates, if they are each drawn once; where they are not, a run soon shows it. */
static bool ask_owned_elements(Parts *ps)
{
    ElementWatch *watch = watch_choose(ps->p, 1);
    if (!watch) return false;
    if (watch_has_locks(ps->p, watch, ps->question->accessing != NULL))
        return ask_elements(ps, 1, 1, watched) || runs_near(ps->question, ps->p, ps->verdict) || ask_whole(ps, look) ||
               ask_elements(ps, 2, WATCHED_MAX, watched);
    return watch_is_drawn(ps->p, watch) &&
           (runs_near(ps->question, ps->p, ps->verdict) || ask_elements(ps, 1, 1, drawn));
}

/* The program in which is said what values count threads without number. True when the verdict is final. */
static bool ask_with_counts(Parts *ps)
{
    Request request = {.iterations = counted.iterations, .states = counted.states, .predicates = counted.predicates};
    Lesson lesson;
    VerdictKind kind = ask(ps, counts_assume(ps->p, ps->counts), &request, &lesson);
    if (kind == VERDICT_TRUE && ps->verdict->certificate) prove_whole(ps, ps->verdict->certificate, NULL, ps->counts);
    return kind != VERDICT_UNKNOWN;
}

/* Looks for values that count threads, after a glance: most errors are near. Where they rule out all errors, or it
 * found one, the verdict is final: then true. Counts are those of the program with all of its errors, of which
 * the certificate says them: facts would else be claimed of where only announcements lead that are left out. */
static bool settle_by_counts(Parts *ps)
{
    const EngineOptions *o = ps->question->options;
    if (o->threads || o->parts != PARTS_AUTO || !counts_may_be(ps->p)) return false;
    if (ask_whole(ps, glance)) return true;
    ps->counts = counts_find(ps->question->program);
    return ps->counts && counts_rule_out_errors(ps->p, ps->counts) && ask_with_counts(ps);
}

/* After a look at the program itself. True when the verdict is final. */
static bool ask_counted(Parts *ps) { return ask_after(ps, look, true) || ask_with_counts(ps); }

static void take_proof(Parts *ps, Part *part, const Joined *joined)
{
    const Verdict *v = ps->verdict;
    ProofPart proof = {.kind = PROOF_INVARIANT, .errors = part->is.errors, .kept = part->kept, .joined = joined};
    bool has_idle = joined && joined_has_idle(ps->p, joined);
    part->is_proved = true;
    part->all_created = v->all_created && !has_idle; /* see proof_claim */
    part->threads = v->all_created && has_idle ? 0 : v->threads;
    ps->verdict->stats.parts_proved++;
    for (uint32_t i = 0; i < v->predicates.count; i++)
        vec_push(ps->run, &ps->predicates, v->predicates.data[i]);
    if (!v->certificate) return;
    v->certificate->p = ps->question->program; /* the part's program has the same ids */
    proof.invariant = v->certificate;
    vec_push(ps->run, &ps->proof->parts, proof);
}

/* After a counterexample of the localized program: more variables. */
static void grow(Parts *ps, Part *part, const Lesson *lesson)
{
    bool all = ++part->growths > GROWTHS_MAX;
    uint32_t kept = 0, count = 0;
    for (uint32_t v = 0; v < ps->p->vars.count; v++) {
        kept += lesson->more[v];
        count += ps->p->vars.data[v].class != VAR_INPUT;
    }
    part->kept = all || kept >= count ? NULL : lesson->more;
}

static void log_kept(const Parts *ps, const Part *part)
{
    for (uint32_t v = 0; v < ps->p->vars.count && run_verbosity(ps->run) >= 2; v++)
        if (part->kept && part->kept[v]) run_log(ps->run, 2, "  keeps %s", ps->p->vars.data[v].name);
}

/* True when there is an answer, or none within the round's limits. */
static bool ask_once(Parts *ps, Part *part, size_t round)
{
    Request request = {.kept = part->kept,
                       .learned = part->learned.data,
                       .learned_count = part->learned.count,
                       .iterations = limits[round].iterations,
                       .states = limits[round].states};
    Lesson lesson;
    log_kept(ps, part);
    VerdictKind kind = ask(ps, part->program, &request, &lesson);
    part->learned.data = lesson.predicates.data;
    part->learned.count = lesson.predicates.count;
    bool for_all = !ps->verdict->threads && !ps->verdict->all_created;
    if (kind == VERDICT_TRUE && (for_all || !ps->only_for_all)) take_proof(ps, part, lesson.joined);
    if (kind != VERDICT_UNKNOWN) return true;
    part->why = ps->verdict->why;
    if (lesson.more) {
        grow(ps, part, &lesson);
        return false;
    }
    if (lesson.is_limited) return true;
    if (!part->kept) return part->is_over = true;
    part->kept = NULL;
    return false;
}

static const char *place(const Parts *ps, const Part *part)
{
    SourcePos pos = ps->p->edges.data[part->is.first.i].pos;
    return pos.file ? run_format(ps->run, "%s:%u", pos.file, pos.line) : "an error";
}

/* True: an error was found. */
static bool ask_part(Parts *ps, uint32_t i, size_t round)
{
    Part *part = &ps->all.data[i];
    ps->verdict->progress = run_format(ps->run, "%u of %u parts proved, not %s", ps->verdict->stats.parts_proved,
                                       ps->all.count, place(ps, part));
    if (!part->program) part->program = part_program(ps->p, part->is.errors);
    while (!ask_once(ps, part, round))
        run_poll(ps->run);
    bool found = ps->verdict->kind == VERDICT_FALSE;
    const char *answer = found ? "false" : part->is_proved ? "proved" : part->why;
    run_log(ps->run, 1, "part %u of %u, round %u: %s", i + 1, ps->all.count, (unsigned)round + 1, answer);
    return found;
}

static bool ask_parts(Parts *ps, size_t round)
{
    for (uint32_t i = 0; i < ps->all.count; i++) {
        Part *part = &ps->all.data[i];
        if (part->is_proved || part->is_over) continue;
        if (ask_part(ps, i, round)) return true;
    }
    return false;
}

/* ---- the answer ---- */

static bool all_over(const Parts *ps)
{
    for (uint32_t i = 0; i < ps->all.count; i++)
        if (!ps->all.data[i].is_proved && !ps->all.data[i].is_over) return false;
    return true;
}

static const Part *first_open(const Parts *ps)
{
    for (uint32_t i = 0; i < ps->all.count; i++)
        if (!ps->all.data[i].is_proved) return &ps->all.data[i];
    return NULL;
}

static void say_open(Parts *ps, const Part *open)
{
    ps->verdict->kind = VERDICT_UNKNOWN;
    ps->verdict->why = open->why;
    if (ps->all.count == 1) return;
    ps->verdict->why = run_format(ps->run, "%u of %u parts proved, not %s: %s", ps->verdict->stats.parts_proved,
                                  ps->all.count, place(ps, open), open->why);
}

/* Every part is proved: for how many threads? See proof_claim. */
static void say_true(Parts *ps)
{
    uint32_t created = UINT32_MAX, bound = UINT32_MAX;
    for (uint32_t i = 0; i < ps->all.count; i++) {
        const Part *part = &ps->all.data[i];
        uint32_t *least = part->all_created ? &created : &bound;
        if ((part->threads || part->all_created) && part->threads < *least) *least = part->threads;
    }
    Verdict *v = ps->verdict;
    v->kind = VERDICT_TRUE;
    v->all_created = created != UINT32_MAX && created <= bound;
    v->threads = v->all_created ? created : bound != UINT32_MAX ? bound : 0;
    v->predicates.data = ps->predicates.data;
    v->predicates.count = ps->predicates.count;
    v->predicates.capacity = ps->predicates.capacity;
    v->certificate = NULL;
    v->proof = ps->question->options->certificate ? ps->proof : NULL;
}

static void answer(Parts *ps)
{
    const Part *open = first_open(ps);
    if (open)
        say_open(ps, open);
    else
        say_true(ps);
}

/* ---- all ---- */

static void divide(Parts *ps)
{
    QuestionParts parts = split_question(ps->p);
    for (uint32_t i = 0; i < parts.count; i++) {
        Part part = {.is = parts.data[i], .kept = parts.data[i].kept};
        if (IS_UNSOUND(UNSOUND_PART_SKIPPED) && i == 0) continue;
        for (uint32_t k = 0; parts.count == 1 && k < ps->learned.count; k++) /* it is the same question */
            vec_push(ps->run, &part.learned, ps->learned.data[k]);
        vec_push(ps->run, &ps->all, part);
    }
    ps->verdict->stats.parts = parts.count;
    if (parts.count > 1) run_log(ps->run, 1, "%u parts", parts.count);
    vec_free(ps->run, &parts);
}

/* Published abstractions are reproduced as they are, and what is about the program written out has no certificate. */
static bool has_certificates(const Question *question)
{
    const EngineOptions *o = question->options;
    return !o->print_boolprog && o->abstraction.symmetry && !abstraction_has_boolprog(&o->abstraction);
}

static bool is_divisible(const Question *question)
{
    if (question->options->parts == PARTS_OFF || !has_certificates(question)) return false;
    return program_has_errors(question->program);
}

/* What is proved is not asked again. */
static void leave_out_proved(Parts *ps)
{
    bool *errors = run_alloc(ps->run, ps->p->edges.count + 1);
    for (uint32_t i = 0; i < ps->all.count; i++)
        for (uint32_t e = 0; e < ps->p->edges.count && ps->all.data[i].is_proved; e++)
            errors[e] |= ps->all.data[i].is.errors[e];
    ps->p = excused_without(ps->p, errors);
    ps->all.count = 0;
    ps->verdict->progress = NULL;
    ps->verdict->stats.parts = ps->verdict->stats.parts_proved = 0;
}

/* Several questions that have little to do with each other, each by itself: together they cost what the product of all
 * does, and threads without number make that large at once. True when the verdict is final. */
static bool ask_near_parts(Parts *ps)
{
    const EngineOptions *o = ps->question->options;
    if (o->threads || o->parts != PARTS_AUTO || program_thread_bound(ps->p) < UINT32_MAX) return false;
    divide(ps);
    ps->only_for_all = true;
    if (ps->all.count >= NEAR_PARTS && ask_parts(ps, 0)) return true;
    ps->only_for_all = false;
    if (!first_open(ps)) answer(ps);
    if (!first_open(ps)) return true;
    leave_out_proved(ps);
    return false;
}

static void ask_divided(Parts *ps)
{
    divide(ps);
    for (size_t round = 0; round < ROUNDS && !all_over(ps); round++)
        if (ask_parts(ps, round)) return;
    answer(ps);
}

/* What needs no exploration; ps->p: the program with the errors that are left, NULL: there are none. One in which no
 * two accesses could race has no error edge to begin with: its proof has no parts. Where other things are asked, and
 * there are none of them, the exploration of a small one goes on to say how many threads there are. */
static void settle(Parts *ps)
{
    bool is_proved = (ps->question->accessing || ps->p->edges.count > FEW_EDGES) && !program_has_errors(ps->p);
    ps->p = is_proved ? NULL : excused_settle(ps->p, ps->p, false, ps->proof, ps->verdict);
    if (ps->p) ps->p = bounded_settle(ps->p, ps->proof, ps->verdict);
}

static void keep_excuses(Parts *ps)
{
    ps->excuses = ps->verdict->excuses.data;
    ps->excuse_count = ps->verdict->excuses.count;
}

static void give_excuses(Parts *ps)
{
    ps->verdict->excuses.data = ps->excuses;
    ps->verdict->excuses.count = ps->verdict->excuses.capacity = ps->excuse_count;
}

/* Teams of threads take time to find, and most errors need few steps to be found: so these are looked for before. True
 * when the verdict is final. */
static bool settle_teams(Parts *ps)
{
    if (!ps->p || !excused_may_have_team(ps->p)) return false;
    const Verdict before = *ps->verdict;
    if (ask_whole(ps, brief) && ps->verdict->kind != VERDICT_UNKNOWN) return true; /* that may be known then */
    *ps->verdict = before;                                                         /* that is no part of what is told */
    ps->p = excused_settle(ps->question->program, ps->p, true, ps->proof, ps->verdict);
    keep_excuses(ps);
    return false;
}

/* So few states that they are a proof at once, unless predicates are found soon, come before all else. */
static bool ask_elements_or_counts(Parts *ps)
{
    bool may_glance = ps->question->options->parts == PARTS_AUTO && program_thread_bound(ps->p) < UINT32_MAX;
    if (may_glance && ask_states(ps, A_GLANCE_OF_STATES, true)) return true;
    if (ask_owned_elements(ps) || ask_near_parts(ps) || settle_by_counts(ps)) return true;
    return ps->counts && (ask_fixed(ps) || ask_counted(ps));
}

static bool ask_together(Parts *ps)
{
    if ((!ps->counts && ask_fixed(ps)) || ask_whole(ps, together)) return true;
    return ask_states(ps, MANY_STATES, false);
}

/* What is not settled. */
static void ask_rest(Parts *ps)
{
    if (!ps->p)
        say_true(ps);
    else if (!is_divisible(ps->question))
        ask_whole(ps, unlimited);
    else if (!ask_elements_or_counts(ps) && (ps->question->options->parts != PARTS_AUTO || !ask_together(ps)))
        ask_divided(ps);
}

void parts_run(const Question *question, Verdict *verdict)
{
    Parts parts = {.question = question, .verdict = verdict, .p = question->program, .run = question->program->run};
    Parts *ps = &parts;
    memset(verdict, 0, sizeof *verdict);
    verdict->kind = VERDICT_UNKNOWN;
    ps->proof = proof_new(ps->p);
    bool excuses = question->options->excuse && has_certificates(question);
    if (excuses) settle(ps);
    keep_excuses(ps);
    if (!excuses || !settle_teams(ps)) ask_rest(ps);
    give_excuses(ps);
}
