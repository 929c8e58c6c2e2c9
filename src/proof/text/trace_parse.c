#include "proof/text/trace_parse.h"

#include "base/check.h"
#include "logic/term/evaluate.h"
#include "proof/text/trace_file.h"
#include "proof/text/trace_names.h"

typedef struct TraceParser {
    EvidenceParser text;
    Trace *trace;
    VEC(TemplateId) threads; /* that exist so far */
} TraceParser;

/* ---- values ---- */

static uint64_t parse_bool(TraceParser *ps)
{
    if (evidence_accept_word(&ps->text, "true")) return 1;
    if (evidence_accept_word(&ps->text, "false")) return 0;
    evidence_fail_expected(&ps->text, "'true' or 'false'");
}

/* Does the number, negative or not, fit the type? */
static bool number_fits(Sort sort, bool is_signed, bool negative, uint64_t magnitude)
{
    unsigned width = sort.kind == SORT_BV ? sort.width : 64;
    if (sort.kind == SORT_BV && !is_signed)
        return (!negative || !magnitude) && (width == 64 || magnitude < UINT64_C(1) << width);
    uint64_t limit = UINT64_C(1) << (width - 1);
    return negative ? magnitude <= limit : magnitude < limit;
}

static uint64_t parse_scalar(TraceParser *ps, Sort sort, bool is_signed)
{
    if (sort.kind == SORT_BOOL) return parse_bool(ps);
    Token at = ps->text.token;
    bool negative = evidence_accept(&ps->text, TOKEN_MINUS);
    if (ps->text.token.kind != TOKEN_NUMBER) evidence_fail_expected(&ps->text, "a number");
    uint64_t value = ps->text.token.value;
    if (!number_fits(sort, is_signed, negative, value))
        lexer_error(&ps->text.lexer, &at, "the number does not fit its type");
    evidence_advance(&ps->text);
    if (negative) value = 0 - value;
    return sort.kind == SORT_BV && sort.width < 64 ? value & ((UINT64_C(1) << sort.width) - 1) : value;
}

/* Entries sorted by index as 64-bit words, as values are; the text is in that order, too. */
static Value parse_array(TraceParser *ps, const Var *var)
{
    Sort element = sort_element(var->sort), index = sort_index(var->sort);
    VEC(ArrayEntry) entries = {NULL, 0, 0};
    Value value = {.bits = parse_scalar(ps, element, var->is_signed)};
    if (!evidence_accept(&ps->text, TOKEN_LBRACE)) return value;
    do {
        run_poll(ps->text.run);
        Token at = ps->text.token;
        uint64_t i = parse_scalar(ps, index, false);
        if (entries.count && i <= vec_last(&entries).index)
            lexer_error(&ps->text.lexer, &at, "the indices are not in ascending order");
        evidence_expect(&ps->text, TOKEN_COLON, "':'");
        at = ps->text.token;
        ArrayEntry entry = {i, parse_scalar(ps, element, var->is_signed)};
        if (entry.value == value.bits) lexer_error(&ps->text.lexer, &at, "the element is that of all others");
        vec_push(ps->text.run, &entries, entry);
    } while (evidence_accept(&ps->text, TOKEN_COMMA));
    evidence_expect(&ps->text, TOKEN_RBRACE, "',' or '}'");
    value.entries = entries.data;
    value.count = entries.count;
    return value;
}

/* NAME = VALUE; the name was looked up by the caller, who also says whether it may have a value here. */
static void parse_assigned(TraceParser *ps, VarId v, TraceValues *values)
{
    CHECK(v.i < ps->text.p->vars.count);
    const Var *var = &ps->text.p->vars.data[v.i];
    evidence_expect(&ps->text, TOKEN_ASSIGN, "'='");
    TraceValue given = {v, {.bits = 0}};
    if (var->sort.kind == SORT_ARRAY)
        given.value = parse_array(ps, var);
    else
        given.value.bits = parse_scalar(ps, var->sort, var->is_signed);
    vec_push(ps->text.run, values, given);
}

static VarId parse_trace_variable(TraceParser *ps, TemplateId scope)
{
    if (ps->text.token.kind != TOKEN_NAME && ps->text.token.kind != TOKEN_QUOTED)
        evidence_fail_expected(&ps->text, "the name of a variable");
    return trace_names_find(&ps->text.names, token_text(&ps->text.lexer, &ps->text.token), scope);
}

/* Complains about the name just looked up, or goes past it. */
static void accept_variable(TraceParser *ps, VarId v, bool allowed, const TraceValues *values, uint32_t copies)
{
    const char *name = token_describe(&ps->text.lexer, &ps->text.token);
    if (v.i == NO_ID) lexer_error(&ps->text.lexer, &ps->text.token, "there is no variable %s here", name);
    if (!allowed) lexer_error(&ps->text.lexer, &ps->text.token, "the value of %s is not arbitrary here", name);
    if (trace_find(values, v, copies - 1)) lexer_error(&ps->text.lexer, &ps->text.token, "%s is given twice", name);
    evidence_advance(&ps->text);
}

static void parse_shared(TraceParser *ps)
{
    VarId v = parse_trace_variable(ps, (TemplateId){NO_ID});
    bool allowed = v.i != NO_ID && trace_names_is_arbitrary(&ps->text.names, v);
    accept_variable(ps, v, allowed, &ps->trace->shared, 1);
    parse_assigned(ps, v, &ps->trace->shared);
}

static void parse_locals(TraceParser *ps, TemplateId template, const Edge *spawn, TraceValues *values)
{
    while (evidence_accept_word(&ps->text, "local")) {
        VarId v = parse_trace_variable(ps, template);
        bool allowed = v.i != NO_ID && trace_names_is_arbitrary_local(&ps->text.names, v, template, spawn);
        accept_variable(ps, v, allowed, values, 1);
        parse_assigned(ps, v, values);
    }
}

static void parse_inputs(TraceParser *ps, const Edge *e, TraceValues *values)
{
    while (evidence_accept_word(&ps->text, "input")) {
        VarId v = parse_trace_variable(ps, (TemplateId){NO_ID});
        bool is_input = v.i != NO_ID && ps->text.p->vars.data[v.i].class == VAR_INPUT;
        uint32_t copies = is_input ? trace_names_copies(&ps->text.names, e, v) : 0;
        accept_variable(ps, v, copies > 0, values, copies ? copies : 1);
        parse_assigned(ps, v, values);
    }
}

/* ---- threads and steps ---- */

static void parse_trace_thread(TraceParser *ps)
{
    evidence_expect_index(&ps->text, ps->threads.count, "the number of the thread:");
    TemplateId template = evidence_expect_template(&ps->text);
    TraceThread thread = {template, {NULL, 0, 0}};
    parse_locals(ps, template, NULL, &thread.locals);
    vec_push(ps->text.run, &ps->trace->initial, thread);
    vec_push(ps->text.run, &ps->threads, template);
    CHECK(ps->threads.count == ps->trace->initial.count);
}

static void parse_child(TraceParser *ps, const Edge *e, TraceStep *step)
{
    Token at = ps->text.token;
    if (!evidence_accept_word(&ps->text, "creates")) return;
    if (e->spawn.i == NO_ID) lexer_error(&ps->text.lexer, &at, "the edge creates no thread");
    CHECK(e->spawn.i < ps->text.p->templates.count);
    step->child = ps->threads.count;
    evidence_expect_index(&ps->text, step->child, "the number of the new thread:");
    vec_push(ps->text.run, &ps->threads, e->spawn);
}

/* 0: after no step. That the step writes the variable is the replay's business. */
static void parse_stale_access(TraceParser *ps, TraceStep *step)
{
    if (!evidence_accept_word(&ps->text, "stale")) return;
    Token at = ps->text.token;
    step->stale = run_alloc(ps->text.run, sizeof *step->stale);
    step->stale->var = parse_trace_variable(ps, (TemplateId){NO_ID});
    if (step->stale->var.i == NO_ID) lexer_error(&ps->text.lexer, &at, "there is no such variable");
    evidence_advance(&ps->text);
    evidence_expect_word(&ps->text, "after");
    at = ps->text.token;
    uint32_t number = evidence_expect_number(&ps->text, "the number of a step");
    if (number > ps->trace->steps.count) lexer_error(&ps->text.lexer, &at, "there is no step %u before", number);
    step->stale->after = number ? number - 1 : NO_ID;
}

static void parse_step(TraceParser *ps)
{
    evidence_expect_index(&ps->text, ps->trace->steps.count + 1, "the number of the step:");
    evidence_expect_word(&ps->text, "thread");
    TraceStep step = {.child = NO_ID};
    Token at = ps->text.token;
    step.thread = evidence_expect_number(&ps->text, "the number of a thread");
    if (step.thread >= ps->threads.count) lexer_error(&ps->text.lexer, &at, "there is no thread %u yet", step.thread);
    evidence_expect_word(&ps->text, "edge");
    at = ps->text.token;
    uint32_t number = evidence_expect_number(&ps->text, "the number of an edge");
    if (number >= ps->text.p->edges.count) lexer_error(&ps->text.lexer, &at, "there is no edge %u", number);
    step.edge = (EdgeId){ps->text.names.edge_at[number]};
    CHECK(ps->text.names.edge_number[step.edge.i] == number);
    const Edge *e = &ps->text.p->edges.data[step.edge.i];
    if (ps->text.p->locs.data[e->from.i].template.i != ps->threads.data[step.thread].i)
        lexer_error(&ps->text.lexer, &at, "edge %u is not one of thread %u", number, step.thread);
    parse_child(ps, e, &step);
    parse_stale_access(ps, &step);
    parse_inputs(ps, e, &step.inputs);
    if (step.child != NO_ID) parse_locals(ps, e->spawn, e, &step.child_locals);
    vec_push(ps->text.run, &ps->trace->steps, step);
}

static void parse_trace_body(TraceParser *ps)
{
    while (evidence_accept_word(&ps->text, "shared"))
        parse_shared(ps);
    while (evidence_accept_word(&ps->text, "thread"))
        parse_trace_thread(ps);
    while (evidence_accept_word(&ps->text, "step")) {
        run_poll(ps->text.run);
        parse_step(ps);
    }
    evidence_expect_word(&ps->text, "end");
    evidence_expect_index(&ps->text, ps->trace->steps.count, "the number of steps:");
    if (ps->text.token.kind != TOKEN_END) evidence_fail_expected(&ps->text, "the end of the file");
}

Trace *trace_file_parse(Program *p, const TraceOptions *options, const char *file, const char *text, size_t length)
{
    TraceParser ps = {.trace = run_alloc(p->run, sizeof(Trace))};
    evidence_begin(&ps.text, p, "trace", TRACE_FILE_VERSION, options, file, text, length);
    parse_trace_body(&ps);
    vec_free(p->run, &ps.threads);
    evidence_end(&ps.text);
    return ps.trace;
}
