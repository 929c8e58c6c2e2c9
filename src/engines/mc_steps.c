#include "engines/mc_steps.h"

#include "base/check.h"
#include "report/value.h"

/* A state of the trace. */
typedef struct McState {
    uint64_t shared;
    const uint32_t *locals; /* local parts, by thread */
    uint32_t threads;
} McState;

typedef struct Builder {
    Run *run;
    const BoolProgram *program;
    const BoolOracle *oracle;
    ReportSteps *out;
} Builder;

static const char *bit_text(uint64_t valuation, uint32_t variable) { return valuation >> variable & 1 ? "1" : "0"; }

static uint64_t local_of(const Builder *b, const McState *state, uint32_t thread, uint32_t *location)
{
    CHECK(thread < state->threads);
    return bool_oracle_local(b->oracle, state->locals[thread], location);
}

static McState load_mc_state(const Builder *b, const AbstractTrace *trace, uint32_t *at)
{
    const uint32_t *words = trace->states.data + *at;
    CHECK(*at + 2 <= trace->states.count && *at + 2 + words[1] <= trace->states.count);
    McState state = {bool_oracle_shared(b->oracle, words[0]), words + 2, words[1]};
    *at += 2 + words[1];
    return state;
}

/* owner: NULL, or the thread whose variables these are, which is not the one that moves. */
static void add_bool_changes(const Builder *b, ReportChanges *list, const BoolVariables *variables, uint64_t before,
                             uint64_t after, const char *owner)
{
    for (uint32_t i = 0; i < variables->count; i++) {
        if (!((before ^ after) >> i & 1)) continue;
        const char *name = variables->data[i].name;
        if (owner) name = run_format(b->run, "%s.%s", owner, name);
        vec_push(b->run, list,
                 ((ReportChange){.name = name, .before = bit_text(before, i), .after = bit_text(after, i)}));
    }
}

static void add_bool_values(const Builder *b, ReportChanges *list, const BoolVariables *variables, uint64_t values,
                            uint64_t which, const char *owner)
{
    for (uint32_t i = 0; i < variables->count; i++)
        if (which >> i & 1)
            vec_push(b->run, list,
                     ((ReportChange){.name = variables->data[i].name, .owner = owner, .after = bit_text(values, i)}));
}

static uint64_t arbitrary_bits(const BoolVariables *variables)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < variables->count; i++)
        if (variables->data[i].initial == BOOL_INIT_ANY) bits |= UINT64_C(1) << i;
    return bits;
}

static void add_bool_inputs(const Builder *b, const McState *state)
{
    const BoolProgram *p = b->program;
    add_bool_values(b, &b->out->inputs, &p->shared, state->shared, arbitrary_bits(&p->shared), NULL);
    for (uint32_t t = 0; t < state->threads; t++)
        add_bool_values(b, &b->out->inputs, &p->local, local_of(b, state, t, NULL), arbitrary_bits(&p->local),
                        b->out->threads.data[t]);
}

static void collect_mentioned(const BoolProgram *p, BoolExpr e, uint64_t *shared, uint64_t *local, Intern *seen)
{
    bool is_new;
    intern_add(seen, &e.i, 1, &is_new);
    if (!is_new) return;
    BoolNode n = boolprog_get(p, e);
    if (n.op == BOOL_SHARED) *shared |= UINT64_C(1) << n.variable;
    if (n.op == BOOL_LOCAL) *local |= UINT64_C(1) << n.variable;
    for (uint32_t i = 0; i < boolprog_operand_count(n.op); i++)
        collect_mentioned(p, n.operand[i], shared, local, seen);
}

static void add_condition_reads(const Builder *b, ReportStep *step, const McState *state, BoolExpr condition)
{
    uint64_t shared = 0, local = 0;
    Intern seen;
    intern_init(b->run, &seen);
    collect_mentioned(b->program, condition, &shared, &local, &seen);
    intern_clear(&seen);
    add_bool_values(b, &step->reads, &b->program->shared, state->shared, shared, NULL);
    add_bool_values(b, &step->reads, &b->program->local, local_of(b, state, step->thread, NULL), local, NULL);
}

static void add_step_state(const Builder *b, ReportStep *step, const McState *state)
{
    add_bool_values(b, &step->state, &b->program->shared, state->shared, UINT64_MAX, NULL);
    add_bool_values(b, &step->state, &b->program->local, local_of(b, state, step->thread, NULL), UINT64_MAX, NULL);
}

static const BoolStmt *bool_statement_at(const BoolProgram *p, uint32_t location)
{
    CHECK(location > 0);
    return location <= p->statements.count ? &p->statements.data[location - 1] : NULL;
}

static ReportStep begin_mc_step(const Builder *b, uint32_t thread, uint32_t location)
{
    const BoolStmt *s = bool_statement_at(b->program, location);
    ReportStep step = {.thread = thread, .text = "(end)"};
    if (!s) return step;
    step.pos = s->pos;
    step.text = report_clean_text(b->run, s->text ? s->text : "");
    return step;
}

static void add_mc_step(const Builder *b, uint32_t thread, const McState *before, const McState *after)
{
    uint32_t location, next;
    const BoolProgram *p = b->program;
    local_of(b, before, thread, &location);
    local_of(b, after, thread, &next);
    CHECK(before->threads == after->threads);
    CHECK(bool_statement_at(p, location)); /* who has ended takes no step */
    ReportStep step = begin_mc_step(b, thread, location);
    const BoolStmt *s = bool_statement_at(p, location);
    add_bool_changes(b, &step.changes, &p->shared, before->shared, after->shared, NULL);
    add_bool_changes(b, &step.changes, &p->local, local_of(b, before, thread, NULL), local_of(b, after, thread, NULL),
                     NULL);
    for (uint32_t t = 0; t < before->threads; t++)
        if (t != thread)
            add_bool_changes(b, &step.changes, &p->local, local_of(b, before, t, NULL), local_of(b, after, t, NULL),
                             b->out->threads.data[t]);
    if (s->kind == BOOL_STMT_GOTO || s->kind == BOOL_STMT_IF) step.note = run_format(b->run, "goes to %u", next);
    if (s->kind == BOOL_STMT_ASSUME || s->kind == BOOL_STMT_ASSERT) add_condition_reads(b, &step, before, s->condition);
    add_step_state(b, &step, after);
    vec_push(b->run, &b->out->steps, step);
}

static void add_error_step(const Builder *b, uint32_t thread, const McState *state)
{
    uint32_t location;
    local_of(b, state, thread, &location);
    ReportStep step = begin_mc_step(b, thread, location);
    const BoolStmt *s = bool_statement_at(b->program, location);
    bool declared = false;
    for (uint32_t i = 0; i < b->program->errors.count; i++)
        declared |= b->program->errors.data[i] == location;
    CHECK(declared || (s && s->kind == BOOL_STMT_ASSERT));
    step.fails = true;
    if (declared)
        step.note = run_format(b->run, "ERROR LOCATION %u IS REACHED", location);
    else
        add_condition_reads(b, &step, state, s->condition);
    add_step_state(b, &step, state);
    vec_push(b->run, &b->out->steps, step);
}

ReportSteps *mc_steps_build(const BoolProgram *program, const BoolOracle *oracle, const AbstractTrace *trace)
{
    Run *run = program->run;
    Builder b = {run, program, oracle, run_alloc(run, sizeof *b.out)};
    uint32_t at = 0;
    McState state = load_mc_state(&b, trace, &at);
    b.out->thread_count = state.threads;
    for (uint32_t t = 0; t < state.threads; t++)
        vec_push(run, &b.out->threads, run_format(run, "#%u", t + 1));
    add_bool_inputs(&b, &state);
    for (uint32_t i = 0; i + 1 < trace->steps.count; i++) {
        McState next = load_mc_state(&b, trace, &at);
        add_mc_step(&b, trace->steps.data[i].thread, &state, &next);
        state = next;
    }
    add_error_step(&b, vec_last(&trace->steps).thread, &state);
    CHECK(at == trace->states.count);
    CHECK(report_steps_are_valid(b.out));
    return b.out;
}
