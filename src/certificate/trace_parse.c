/* The parser of trace files. Strict: names, edges and threads must exist, values must fit their types and belong to
 * something that is arbitrary, and nothing may be given twice; whether the steps can be taken is for the replay. */
#include <string.h>

#include "certificate/trace_file.h"
#include "certificate/trace_names.h"
#include "program/scpl_lexer.h"

typedef struct Parser {
    Program *p;
    Run *run;
    TraceNames names;
    Lexer lexer;
    Token token; /* the next one */
    Trace *trace;
    VEC(TemplateId) threads; /* that exist so far */
} Parser;

/* ---- tokens ---- */

static void advance(Parser *ps) { ps->token = lexer_next(&ps->lexer); }

static _Noreturn void fail_expected(Parser *ps, const char *what)
{
    lexer_error(&ps->lexer, &ps->token, "expected %s, not %s", what, token_describe(&ps->lexer, &ps->token));
}

static bool is_word(const Parser *ps, const char *word)
{
    return ps->token.kind == TOKEN_NAME && token_is(&ps->token, word);
}

static bool accept_word(Parser *ps, const char *word)
{
    if (!is_word(ps, word)) return false;
    advance(ps);
    return true;
}

static void expect_word(Parser *ps, const char *word)
{
    if (!accept_word(ps, word)) fail_expected(ps, run_format(ps->run, "'%s'", word));
}

static bool accept(Parser *ps, TokenKind kind)
{
    if (ps->token.kind != kind) return false;
    advance(ps);
    return true;
}

static void expect(Parser *ps, TokenKind kind, const char *what)
{
    if (!accept(ps, kind)) fail_expected(ps, what);
}

static uint32_t expect_number(Parser *ps, const char *what)
{
    if (ps->token.kind != TOKEN_NUMBER || ps->token.value >= NO_ID) fail_expected(ps, what);
    uint32_t value = (uint32_t)ps->token.value;
    advance(ps);
    return value;
}

static const char *expect_text(Parser *ps, TokenKind kind, const char *what)
{
    if (ps->token.kind != kind) fail_expected(ps, what);
    const char *text = token_text(&ps->lexer, &ps->token);
    advance(ps);
    return text;
}

/* ---- header ---- */

static void parse_version(Parser *ps)
{
    if (!accept_word(ps, "chorus")) lexer_error(&ps->lexer, &ps->token, "is not a trace file of Chorus");
    if (!accept_word(ps, "trace")) lexer_error(&ps->lexer, &ps->token, "is not a trace file of Chorus");
    Token at = ps->token;
    uint32_t version = expect_number(ps, "the version of the format");
    if (version != TRACE_FILE_VERSION)
        lexer_error(&ps->lexer, &at, "version %u of the format is not known (known is %d)", version,
                    TRACE_FILE_VERSION);
}

/* The options come after the digest but explain it better: what differs is said by name. */
static void parse_options(Parser *ps, const TraceOptions *options)
{
    for (uint32_t i = 0; i < options->count; i++) {
        expect_word(ps, "option");
        expect_word(ps, options->data[i].name);
        Token at = ps->token;
        const char *value = expect_text(ps, TOKEN_NAME, "a value");
        if (strcmp(value, options->data[i].value) != 0)
            lexer_error(&ps->lexer, &at, "the trace is for another program or other options (%s is %s, not %s)",
                        options->data[i].name, value, options->data[i].value);
    }
    while (accept_word(ps, "flag"))
        expect_text(ps, TOKEN_STRING, "a flag of the compiler in quotes");
}

static void parse_header(Parser *ps, const TraceOptions *options)
{
    parse_version(ps);
    expect_word(ps, "digest");
    Token at = ps->token;
    const char *digest = expect_text(ps, TOKEN_STRING, "a digest in quotes");
    expect_word(ps, "property");
    expect_word(ps, "unreach_call");
    parse_options(ps, options);
    if (strcmp(digest, trace_file_digest(ps->p)) != 0)
        lexer_error(&ps->lexer, &at, "the trace is for another program or other options (the digest differs)");
}

/* ---- values ---- */

static uint64_t parse_bool(Parser *ps)
{
    if (accept_word(ps, "true")) return 1;
    if (accept_word(ps, "false")) return 0;
    fail_expected(ps, "'true' or 'false'");
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

static uint64_t parse_scalar(Parser *ps, Sort sort, bool is_signed)
{
    if (sort.kind == SORT_BOOL) return parse_bool(ps);
    Token at = ps->token;
    bool negative = accept(ps, TOKEN_MINUS);
    if (ps->token.kind != TOKEN_NUMBER) fail_expected(ps, "a number");
    uint64_t value = ps->token.value;
    if (!number_fits(sort, is_signed, negative, value))
        lexer_error(&ps->lexer, &at, "the number does not fit its type");
    advance(ps);
    if (negative) value = 0 - value;
    return sort.kind == SORT_BV && sort.width < 64 ? value & ((UINT64_C(1) << sort.width) - 1) : value;
}

/* Entries sorted by index as 64-bit words, as values are; the text is in that order, too. */
static Value parse_array(Parser *ps, const Var *var)
{
    Sort element = sort_element(var->sort), index = sort_index(var->sort);
    VEC(ArrayEntry) entries = {NULL, 0, 0};
    Value value = {parse_scalar(ps, element, var->is_signed), NULL, 0};
    if (!accept(ps, TOKEN_LBRACE)) return value;
    do {
        run_poll(ps->run);
        Token at = ps->token;
        uint64_t i = parse_scalar(ps, index, false);
        if (entries.count && i <= vec_last(&entries).index)
            lexer_error(&ps->lexer, &at, "the indices are not in ascending order");
        expect(ps, TOKEN_COLON, "':'");
        at = ps->token;
        ArrayEntry entry = {i, parse_scalar(ps, element, var->is_signed)};
        if (entry.value == value.bits) lexer_error(&ps->lexer, &at, "the element is that of all others");
        vec_push(ps->run, &entries, entry);
    } while (accept(ps, TOKEN_COMMA));
    expect(ps, TOKEN_RBRACE, "',' or '}'");
    value.entries = entries.data;
    value.count = entries.count;
    return value;
}

/* NAME = VALUE; the name was looked up by the caller, who also says whether it may have a value here. */
static void parse_assigned(Parser *ps, VarId v, TraceValues *values)
{
    const Var *var = &ps->p->vars.data[v.i];
    expect(ps, TOKEN_ASSIGN, "'='");
    TraceValue given = {v, {0, NULL, 0}};
    if (var->sort.kind == SORT_ARRAY)
        given.value = parse_array(ps, var);
    else
        given.value.bits = parse_scalar(ps, var->sort, var->is_signed);
    vec_push(ps->run, values, given);
}

static VarId parse_variable(Parser *ps, TemplateId scope)
{
    if (ps->token.kind != TOKEN_NAME && ps->token.kind != TOKEN_QUOTED) fail_expected(ps, "the name of a variable");
    return trace_names_find(&ps->names, token_text(&ps->lexer, &ps->token), scope);
}

/* Complains about the name just looked up, or goes past it. */
static void accept_variable(Parser *ps, VarId v, bool allowed, const TraceValues *values, uint32_t copies)
{
    const char *name = token_describe(&ps->lexer, &ps->token);
    if (v.i == NO_ID) lexer_error(&ps->lexer, &ps->token, "there is no variable %s here", name);
    if (!allowed) lexer_error(&ps->lexer, &ps->token, "the value of %s is not arbitrary here", name);
    if (trace_find(values, v, copies - 1)) lexer_error(&ps->lexer, &ps->token, "%s is given twice", name);
    advance(ps);
}

static void parse_shared(Parser *ps)
{
    VarId v = parse_variable(ps, (TemplateId){NO_ID});
    bool allowed = v.i != NO_ID && trace_names_is_arbitrary(&ps->names, v);
    accept_variable(ps, v, allowed, &ps->trace->shared, 1);
    parse_assigned(ps, v, &ps->trace->shared);
}

static void parse_locals(Parser *ps, TemplateId template, const Edge *spawn, TraceValues *values)
{
    while (accept_word(ps, "local")) {
        VarId v = parse_variable(ps, template);
        bool allowed = v.i != NO_ID && trace_names_is_arbitrary_local(&ps->names, v, template, spawn);
        accept_variable(ps, v, allowed, values, 1);
        parse_assigned(ps, v, values);
    }
}

static void parse_inputs(Parser *ps, const Edge *e, TraceValues *values)
{
    while (accept_word(ps, "input")) {
        VarId v = parse_variable(ps, (TemplateId){NO_ID});
        bool is_input = v.i != NO_ID && ps->p->vars.data[v.i].class == VAR_INPUT;
        uint32_t copies = is_input ? trace_names_copies(&ps->names, e, v) : 0;
        accept_variable(ps, v, copies > 0, values, copies ? copies : 1);
        parse_assigned(ps, v, values);
    }
}

/* ---- threads and steps ---- */

static void expect_index(Parser *ps, uint32_t index, const char *what)
{
    Token at = ps->token;
    if (expect_number(ps, what) != index) lexer_error(&ps->lexer, &at, "expected %s %u", what, index);
}

static void parse_thread(Parser *ps)
{
    expect_index(ps, ps->threads.count, "the number of the thread:");
    Token at = ps->token;
    if (at.kind != TOKEN_NAME && at.kind != TOKEN_QUOTED) fail_expected(ps, "the name of a template");
    TemplateId template = trace_names_find_template(&ps->names, token_text(&ps->lexer, &at));
    if (template.i == NO_ID) lexer_error(&ps->lexer, &at, "there is no template %s", token_describe(&ps->lexer, &at));
    advance(ps);
    TraceThread thread = {template, {NULL, 0, 0}};
    parse_locals(ps, template, NULL, &thread.locals);
    vec_push(ps->run, &ps->trace->initial, thread);
    vec_push(ps->run, &ps->threads, template);
}

static void parse_child(Parser *ps, const Edge *e, TraceStep *step)
{
    Token at = ps->token;
    if (!accept_word(ps, "creates")) return;
    if (e->spawn.i == NO_ID) lexer_error(&ps->lexer, &at, "the edge creates no thread");
    step->child = ps->threads.count;
    expect_index(ps, step->child, "the number of the new thread:");
    vec_push(ps->run, &ps->threads, e->spawn);
}

static void parse_step(Parser *ps)
{
    expect_index(ps, ps->trace->steps.count + 1, "the number of the step:");
    expect_word(ps, "thread");
    TraceStep step = {.child = NO_ID};
    Token at = ps->token;
    step.thread = expect_number(ps, "the number of a thread");
    if (step.thread >= ps->threads.count) lexer_error(&ps->lexer, &at, "there is no thread %u yet", step.thread);
    expect_word(ps, "edge");
    at = ps->token;
    uint32_t number = expect_number(ps, "the number of an edge");
    if (number >= ps->p->edges.count) lexer_error(&ps->lexer, &at, "there is no edge %u", number);
    step.edge = (EdgeId){ps->names.edge_at[number]};
    const Edge *e = &ps->p->edges.data[step.edge.i];
    if (ps->p->locs.data[e->from.i].template.i != ps->threads.data[step.thread].i)
        lexer_error(&ps->lexer, &at, "edge %u is not one of thread %u", number, step.thread);
    parse_child(ps, e, &step);
    parse_inputs(ps, e, &step.inputs);
    if (step.child != NO_ID) parse_locals(ps, e->spawn, e, &step.child_locals);
    vec_push(ps->run, &ps->trace->steps, step);
}

static void parse_body(Parser *ps)
{
    while (accept_word(ps, "shared"))
        parse_shared(ps);
    while (accept_word(ps, "thread"))
        parse_thread(ps);
    while (accept_word(ps, "step")) {
        run_poll(ps->run);
        parse_step(ps);
    }
    expect_word(ps, "end");
    expect_index(ps, ps->trace->steps.count, "the number of steps:");
    if (ps->token.kind != TOKEN_END) fail_expected(ps, "the end of the file");
}

Trace *trace_file_parse(Program *p, const TraceOptions *options, const char *file, const char *text, size_t length)
{
    Parser ps = {.p = p, .run = p->run, .trace = run_alloc(p->run, sizeof(Trace))};
    trace_names_init(&ps.names, p);
    lexer_init(&ps.lexer, p->run, file, text, length);
    advance(&ps);
    parse_header(&ps, options);
    parse_body(&ps);
    vec_free(p->run, &ps.threads);
    trace_names_clear(&ps.names);
    return ps.trace;
}
