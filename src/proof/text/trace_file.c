/* Prints and replays trace files. The order is that of the program's own variables and of the trace, so that two files
 * for one program can be compared line by line. */
#include "proof/text/trace_file.h"

#include <inttypes.h>

#include "base/check.h"
#include "logic/term/evaluate.h"
#include "program/interpreter.h"
#include "program/replay.h"
#include "program/scpl/lexer.h"
#include "proof/text/trace_names.h"

#define COMMENT_COLUMN 40

/* ---- values ---- */

static void print_trace_scalar(Str *out, Sort sort, bool is_signed, uint64_t bits)
{
    unsigned unused = sort.kind == SORT_BV ? 64u - sort.width : 0;
    if (sort.kind == SORT_BOOL)
        str_add(out, bits & 1 ? "true" : "false");
    else if (sort.kind == SORT_INT || is_signed)
        str_addf(out, "%" PRId64, (int64_t)(bits << unused) >> unused);
    else
        str_addf(out, "%" PRIu64, bits << unused >> unused);
}

static void print_trace_value(Str *out, const Var *var, const Value *value)
{
    if (var->sort.kind != SORT_ARRAY) {
        print_trace_scalar(out, var->sort, var->is_signed, value->bits);
        return;
    }
    print_trace_scalar(out, sort_element(var->sort), var->is_signed, value->bits);
    for (uint32_t i = 0; i < value->count; i++) {
        CHECK(!i || value->entries[i - 1].index < value->entries[i].index);
        CHECK(value->entries[i].value != value->bits);
        str_add(out, i ? ", " : " {");
        print_trace_scalar(out, sort_index(var->sort), false, value->entries[i].index);
        str_add(out, ": ");
        print_trace_scalar(out, sort_element(var->sort), var->is_signed, value->entries[i].value);
    }
    if (value->count) str_add(out, "}");
}

typedef struct Printer {
    TraceNames names;
    Program *p;
    Str *out;
} Printer;

/* Values that are not in the file are 0: initial ones of temporaries are left out (zeros false), they say nothing to
 * people. */
static void add_given(Printer *pr, const char *indent, const char *keyword, VarId v, const Value *value, bool zeros)
{
    const Var *var = &pr->p->vars.data[v.i];
    if (!value || (!zeros && var->is_temporary && value->bits == 0 && value->count == 0)) return;
    str_addf(pr->out, "%s%s ", indent, keyword);
    scpl_add_name(pr->out, pr->names.scpl.vars[v.i]);
    str_add(pr->out, " = ");
    print_trace_value(pr->out, var, value);
    str_add(pr->out, "\n");
}

static void print_arbitrary_locals(Printer *pr, TemplateId template, const TraceValues *values, const Edge *spawn)
{
    const Template *t = &pr->p->templates.data[template.i];
    for (uint32_t i = 0; i < t->locals.count; i++) {
        VarId v = {t->locals.data[i]};
        if (trace_names_is_arbitrary_local(&pr->names, v, template, spawn))
            add_given(pr, "    ", "local", v, trace_find(values, v, 0), false);
    }
}

/* ---- the parts of a file ---- */

static void print_trace_start(Printer *pr, const Trace *trace)
{
    str_add(pr->out, "\n");
    for (uint32_t v = 0; v < pr->p->vars.count; v++)
        if (trace_names_is_arbitrary(&pr->names, (VarId){v}))
            add_given(pr, "", "shared", (VarId){v}, trace_find(&trace->shared, (VarId){v}, 0), false);
    for (uint32_t i = 0; i < trace->initial.count; i++) {
        const TraceThread *thread = &trace->initial.data[i];
        str_addf(pr->out, "thread %u ", i);
        scpl_add_name(pr->out, pr->names.scpl.templates[thread->template.i]);
        str_add(pr->out, "\n");
        print_arbitrary_locals(pr, thread->template, &thread->locals, NULL);
    }
    str_add(pr->out, "\n");
}

static void print_step_inputs(Printer *pr, const Edge *e, const TraceValues *inputs)
{
    for (uint32_t v = 0; inputs->count && v < pr->p->vars.count; v++) {
        if (pr->p->vars.data[v].class != VAR_INPUT || !trace_find(inputs, (VarId){v}, 0)) continue;
        uint32_t copies = trace_names_copies(&pr->names, e, (VarId){v});
        for (uint32_t k = 0; k < copies; k++)
            add_given(pr, "    ", "input", (VarId){v}, trace_find(inputs, (VarId){v}, k), true);
    }
}

/* Where the step is and what it says there, for people; one line of printable characters. */
static void print_step_comment(Printer *pr, const Edge *e)
{
    Str s;
    str_init(pr->p->run, &s);
    if (e->pos.file) str_addf(&s, "%s:%u: ", e->pos.file, e->pos.line);
    program_print_edge(pr->p, e, &s);
    for (size_t i = 0; i < s.length; i++)
        if ((unsigned char)s.data[i] < ' ' || s.data[i] == 0x7f) s.data[i] = ' ';
    str_addf(pr->out, "// %s\n", str_text(&s));
    str_clear(&s);
}

/* After which step its access comes, in the order of writes. */
static void print_stale_access(Printer *pr, const TraceStep *step)
{
    if (!step->stale) return;
    str_add(pr->out, "    stale ");
    scpl_add_name(pr->out, pr->names.scpl.vars[step->stale->var.i]);
    str_addf(pr->out, " after %u\n", step->stale->after == NO_ID ? 0 : step->stale->after + 1);
}

static void print_trace_step(Printer *pr, const TraceStep *step, uint32_t number)
{
    const Edge *e = &pr->p->edges.data[step->edge.i];
    size_t start = pr->out->length;
    CHECK((step->child == NO_ID) || e->spawn.i != NO_ID);
    str_addf(pr->out, "step %u thread %u edge %u", number, step->thread, pr->names.edge_number[step->edge.i]);
    if (step->child != NO_ID) str_addf(pr->out, " creates %u", step->child);
    str_add(pr->out, " ");
    while (pr->out->length - start < COMMENT_COLUMN)
        str_add(pr->out, " ");
    print_step_comment(pr, e);
    print_stale_access(pr, step);
    print_step_inputs(pr, e, &step->inputs);
    if (step->child != NO_ID) print_arbitrary_locals(pr, e->spawn, &step->child_locals, e);
}

void trace_file_print(Program *p, const Trace *trace, const TraceOptions *options, Str *out)
{
    Printer pr = {.p = p, .out = out};
    trace_names_init(&pr.names, p);
    CHECK(trace_is_well_formed(p, trace));
    evidence_print_header(p, "trace", TRACE_FILE_VERSION, options, out);
    print_trace_start(&pr, trace);
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        run_poll(p->run);
        print_trace_step(&pr, &trace->steps.data[i], i + 1);
    }
    str_addf(out, "end %u\n", trace->steps.count);
    trace_names_clear(&pr.names);
}

/* ---- replay ---- */

/* A creation without effect means that the bound N on the number of threads is reached: so N are created before it,
 * none after it, and the templates marked * started N threads. */
static const char *check_bound(const Program *p, const Trace *trace)
{
    uint32_t created = 0;
    bool is_reached = false;
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        const TraceStep *step = &trace->steps.data[i];
        if (p->edges.data[step->edge.i].spawn.i == NO_ID) continue;
        if (step->child != NO_ID && is_reached)
            return run_format(p->run, "step %u: creates a thread after a creation that had no effect", i + 1);
        created += step->child != NO_ID;
        is_reached |= step->child == NO_ID;
        if (is_reached && created == 0)
            return run_format(p->run, "step %u: the first creation must have an effect", i + 1);
    }
    if (!is_reached || !p->counts_initial) return NULL;
    uint32_t *counts = run_alloc(p->run, (p->templates.count + 1) * sizeof *counts);
    const char *problem = NULL;
    for (uint32_t i = 0; i < trace->initial.count && !problem; i++)
        if (p->templates.data[trace->initial.data[i].template.i].initial == COUNT_MANY &&
            ++counts[trace->initial.data[i].template.i] > created)
            problem = "more initial threads than the bound that a creation without effect implies";
    run_release(p->run, counts);
    return problem;
}

const char *trace_file_replay(Program *p, Trace *trace)
{
    const char *problem = interpreter_replay(interpreter_new(p), trace);
    return problem ? problem : check_bound(p, trace);
}
