/* Part by part in rounds. A part is asked about its localized program first; where a counterexample needs more
 * variables these are kept, too, and where no answer comes, all of them. Limits grow from round to round, the last
 * having those that the engine has anyhow: what a part does not use, the others have, and a hard one costs the easy
 * ones little. What a part has learnt stays with it. */
#include "plan/parts.h"

#include <string.h>

#include "base/check.h"
#include "base/unsound.h"
#include "engines/excused.h"
#include "engines/symmpa/abstraction/choose.h"
#include "plan/ask.h"
#include "program/analysis/part.h"
#include "program/analysis/split.h"

#define GROWTHS_MAX 12 /* of what is kept, for one part; then everything is */

static const Limits limits[] = {{30, 30000, 0, 0}, {100, 200000, 0, 0}, {300, 1000000, 0, 0}, {0, 0, 0, 0}};
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
    Plan *plan;
    VEC(Part) all;
    bool only_for_all; /* only proofs for every number of threads count */
} Parts;

static void take_proof(Parts *ps, Part *part, const Joined *joined)
{
    const Verdict *v = ps->plan->verdict;
    ProofPart proof = {.kind = PROOF_INVARIANT, .errors = part->is.errors, .kept = part->kept, .joined = joined};
    bool has_idle = joined && joined_has_idle(ps->plan->p, joined);
    part->is_proved = true;
    part->all_created = v->all_created && !has_idle; /* see proof_claim */
    part->threads = v->all_created && has_idle ? 0 : v->threads;
    ps->plan->verdict->stats.parts_proved++;
    for (uint32_t i = 0; i < v->predicates.count; i++)
        vec_push(ps->plan->run, &ps->plan->predicates, v->predicates.data[i]);
    if (!v->certificate) return;
    v->certificate->p = ps->plan->question->program; /* the part's program has the same ids */
    proof.invariant = v->certificate;
    vec_push(ps->plan->run, &ps->plan->proof->parts, proof);
}

/* After a counterexample of the localized program: more variables. */
static void grow_part(Parts *ps, Part *part, const Lesson *lesson)
{
    bool all = ++part->growths > GROWTHS_MAX;
    uint32_t kept = 0, count = 0;
    for (uint32_t v = 0; v < ps->plan->p->vars.count; v++) {
        kept += lesson->more[v];
        count += ps->plan->p->vars.data[v].class != VAR_INPUT;
    }
    part->kept = all || kept >= count ? NULL : lesson->more;
}

static void log_kept(const Parts *ps, const Part *part)
{
    for (uint32_t v = 0; v < ps->plan->p->vars.count && run_verbosity(ps->plan->run) >= 2; v++)
        if (part->kept && part->kept[v]) run_log(ps->plan->run, 2, "  keeps %s", ps->plan->p->vars.data[v].name);
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
    VerdictKind kind = ask_refinement_loop(ps->plan, part->program, &request, &lesson);
    part->learned.data = lesson.predicates.data;
    part->learned.count = lesson.predicates.count;
    bool for_all = !ps->plan->verdict->threads && !ps->plan->verdict->all_created;
    if (kind == VERDICT_TRUE && (for_all || !ps->only_for_all)) take_proof(ps, part, lesson.joined);
    if (kind != VERDICT_UNKNOWN) return true;
    part->why = ps->plan->verdict->why;
    if (lesson.more) {
        grow_part(ps, part, &lesson);
        return false;
    }
    if (lesson.is_limited) return true;
    if (!part->kept) return part->is_over = true;
    part->kept = NULL;
    return false;
}

static const char *place_of_part(const Parts *ps, const Part *part)
{
    SourcePos pos = ps->plan->p->edges.data[part->is.first.i].pos;
    return pos.file ? run_format(ps->plan->run, "%s:%u", pos.file, pos.line) : "an error";
}

/* True: an error was found. */
static bool ask_part(Parts *ps, uint32_t i, size_t round)
{
    Part *part = &ps->all.data[i];
    ps->plan->verdict->progress =
        run_format(ps->plan->run, "%u of %u parts proved, not %s", ps->plan->verdict->stats.parts_proved, ps->all.count,
                   place_of_part(ps, part));
    if (!part->program) part->program = part_program(ps->plan->p, part->is.errors);
    while (!ask_once(ps, part, round))
        run_poll(ps->plan->run);
    bool found = ps->plan->verdict->kind == VERDICT_FALSE;
    const char *answer = found ? "false" : part->is_proved ? "proved" : part->why;
    run_log(ps->plan->run, 1, "part %u of %u, round %u: %s", i + 1, ps->all.count, (unsigned)round + 1, answer);
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
    ps->plan->verdict->kind = VERDICT_UNKNOWN;
    ps->plan->verdict->why = open->why;
    if (ps->all.count == 1) return;
    ps->plan->verdict->why =
        run_format(ps->plan->run, "%u of %u parts proved, not %s: %s", ps->plan->verdict->stats.parts_proved,
                   ps->all.count, place_of_part(ps, open), open->why);
}

/* Every part is proved: for how many threads? See proof_claim. */
static void say_parts_true(Parts *ps)
{
    uint32_t created = UINT32_MAX, bound = UINT32_MAX;
    for (uint32_t i = 0; i < ps->all.count; i++) {
        const Part *part = &ps->all.data[i];
        uint32_t *least = part->all_created ? &created : &bound;
        if ((part->threads || part->all_created) && part->threads < *least) *least = part->threads;
    }
    Verdict *v = ps->plan->verdict;
    v->kind = VERDICT_TRUE;
    v->all_created = created != UINT32_MAX && created <= bound;
    v->threads = v->all_created ? created : bound != UINT32_MAX ? bound : 0;
    v->predicates.data = ps->plan->predicates.data;
    v->predicates.count = ps->plan->predicates.count;
    v->predicates.capacity = ps->plan->predicates.capacity;
    v->certificate = NULL;
    v->proof = ps->plan->question->options->certificate ? ps->plan->proof : NULL;
}

static void answer(Parts *ps)
{
    const Part *open = first_open(ps);
    if (open)
        say_open(ps, open);
    else
        say_parts_true(ps);
}

/* ---- all ---- */

static void divide_into_parts(Parts *ps)
{
    QuestionParts parts = split_question(ps->plan->p);
    for (uint32_t i = 0; i < parts.count; i++) {
        Part part = {.is = parts.data[i], .kept = parts.data[i].kept};
        if (IS_UNSOUND(UNSOUND_PART_SKIPPED) && i == 0) continue;
        for (uint32_t k = 0; parts.count == 1 && k < ps->plan->learned.count; k++) /* it is the same question */
            vec_push(ps->plan->run, &part.learned, ps->plan->learned.data[k]);
        vec_push(ps->plan->run, &ps->all, part);
    }
    ps->plan->verdict->stats.parts = parts.count;
    if (parts.count > 1) run_log(ps->plan->run, 1, "%u parts", parts.count);
    vec_free(ps->plan->run, &parts);
}

/* What is proved is not asked again. */
static void leave_out_proved(Parts *ps)
{
    bool *errors = run_alloc(ps->plan->run, ps->plan->p->edges.count + 1);
    for (uint32_t i = 0; i < ps->all.count; i++)
        for (uint32_t e = 0; e < ps->plan->p->edges.count && ps->all.data[i].is_proved; e++)
            errors[e] |= ps->all.data[i].is.errors[e];
    ps->plan->p = excused_without(ps->plan->p, errors);
    ps->all.count = 0;
    ps->plan->verdict->progress = NULL;
    ps->plan->verdict->stats.parts = ps->plan->verdict->stats.parts_proved = 0;
}

/* Together they cost what the product of all does, and threads without number make that large at once. */
bool parts_are_near(Plan *plan)
{
    const EngineOptions *o = plan->question->options;
    if (o->threads || o->parts != PARTS_AUTO || program_thread_bound(plan->p) < UINT32_MAX) return false;
    QuestionParts parts = split_question(plan->p);
    bool are_several = parts.count >= NEAR_PARTS || parts.count == 0;
    vec_free(plan->run, &parts);
    return are_several;
}

bool parts_ask_near(Plan *plan)
{
    Parts parts = {.plan = plan, .only_for_all = true};
    divide_into_parts(&parts);
    if (parts.all.count > 0 && ask_parts(&parts, 0)) return true;
    if (!first_open(&parts)) {
        answer(&parts);
        return true;
    }
    leave_out_proved(&parts);
    return false;
}

bool parts_ask(Plan *plan)
{
    Parts parts = {.plan = plan};
    divide_into_parts(&parts);
    for (size_t round = 0; round < ROUNDS && !all_over(&parts); round++)
        if (ask_parts(&parts, round)) return true;
    answer(&parts);
    return true;
}
