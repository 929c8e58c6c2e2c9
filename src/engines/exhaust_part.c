#include "engines/exhaust_part.h"

#include <string.h>

#include "base/check.h"
#include "base/rng.h"
#include "logic/term/boolean.h"
#include "program/analysis/liveness.h"
#include "program/analysis/part.h"
#include "program/check.h"
#include "program/copy.h"
#include "program/random_run.h"

#define RUNS 12
#define RUN_STEPS 5000
#define FEW_VALUES 12 /* that are not many: states of locks, turns, and counters of threads that are there */
#define RUN_THREADS 8

/* ---- values ---- */

typedef struct SeenValues {
    uint64_t values[FEW_VALUES];
    uint32_t count;
    bool are_many;
} SeenValues;

typedef struct ValueSearch {
    const Program *p;
    const Liveness *live;
    SeenValues *seen; /* per variable */
} ValueSearch;

static void see_value(ValueSearch *search, uint32_t v, Value value)
{
    SeenValues *s = &search->seen[v];
    if (s->are_many || search->p->vars.data[v].sort.kind == SORT_ARRAY) return;
    for (uint32_t i = 0; i < s->count; i++)
        if (s->values[i] == value.bits) return;
    s->are_many = s->count == FEW_VALUES;
    if (!s->are_many) s->values[s->count++] = value.bits;
}

/* Locals are arbitrary at first, and what nobody reads any more is no state. */
static void see_state(void *arg, const State *state)
{
    ValueSearch *search = arg;
    const Program *p = search->p;
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class == VAR_SHARED) see_value(search, v, state->shared[v]);
    for (uint32_t t = 0; t < state->threads.count; t++) {
        const ThreadState *thread = &state->threads.data[t];
        const Template *template = &p->templates.data[thread->template.i];
        for (uint32_t i = 0; i < template->locals.count; i++)
            if (liveness_is_live(search->live, thread->loc, (VarId){template->locals.data[i]}))
                see_value(search, template->locals.data[i], thread->locals[i]);
    }
}

/* ---- what is kept ---- */

/* What is assigned from variables that are not kept is not kept either. */
static bool drop_assigned(const Program *p, const Assign *assigns, uint32_t count, bool *kept)
{
    bool drops = false;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t v = assigns[i].var.i;
        if (!kept[v] || part_speaks_of(p, kept, assigns[i].value)) continue;
        kept[v] = false;
        drops = true;
    }
    return drops;
}

static void drop_dependent(const Program *p, bool *kept)
{
    for (bool drops = true; drops;) {
        drops = false;
        for (uint32_t e = 0; e < p->edges.count; e++) {
            const Edge *edge = &p->edges.data[e];
            drops |= drop_assigned(p, edge->assigns, edge->assign_count, kept);
            drops |= drop_assigned(p, edge->args, edge->arg_count, kept);
        }
    }
}

/* The same, but no thread stops where it may go on: at an error, or in front of an access that others may race with. */
static Program *program_that_goes_on(Program *p)
{
    Program *out = program_copy_frame(p, true);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        Edge e = p->edges.data[i];
        bool stops = program_out_count(p, e.to) == 0 && program_out_count(p, e.from) > 1;
        if (e.is_error || stops) e.guard = term_bool(p->tm, false);
        program_add_edge(out, &e);
    }
    program_index(out);
    return program_require(out, "program that goes on");
}

/* Per variable; NULL: all. Arrays are kept where they depend on nothing else. */
static bool *variables_of_few_values(Program *p)
{
    ValueSearch search = {p, liveness_new(p), run_alloc(p->run, (p->vars.count + 1) * sizeof *search.seen)};
    Interpreter *in = interpreter_new(program_that_goes_on(p));
    Rng rng = {1};
    bool *kept = run_alloc(p->run, p->vars.count + 1), drops = false;
    for (uint32_t i = 0; i < RUNS; i++) {
        run_poll(p->run);
        interpreter_patient_run(in, &rng, RUN_THREADS, RUN_STEPS, see_state, &search);
    }
    for (uint32_t v = 0; v < p->vars.count; v++) {
        kept[v] = !search.seen[v].are_many;
        drops |= !kept[v];
    }
    run_release(p->run, search.seen);
    if (drops) drop_dependent(p, kept);
    return drops ? kept : NULL;
}

/* ---- the search ---- */

bool exhaust_part_find(const Question *question, Program *rest, StateLimit limit, PartExhaustion *part)
{
    memset(part, 0, sizeof *part);
    if (!exhaust_is_asked(question)) return false;
    part->kept = variables_of_few_values(rest);
    return part->kept && exhaust_find(question, part_localize(rest, part->kept), limit, &part->found);
}

void exhaust_part_prove(const Question *question, Program *rest, const PartExhaustion *part, Proof *proof,
                        Verdict *verdict)
{
    CHECK(part->kept && part->found.certificate);
    for (uint32_t v = 0; v < rest->vars.count; v++)
        if (!part->kept[v] && rest->vars.data[v].class != VAR_INPUT)
            run_log(rest->run, 2, "  without %s", rest->vars.data[v].name);
    exhaust_prove(question, rest, &part->found, proof, verdict);
    vec_last(&proof->parts).kept = part->kept;
}
