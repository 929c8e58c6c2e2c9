/* Statements of .scpl text. Each simple statement is one step, so one edge (assert: two, a goto: one for each target);
 * `if` and `while` evaluate their condition in one step. */
#include "program/scpl/statement.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "program/scpl/assign.h"
#include "program/scpl/expr.h"
#include "program/scpl/graph.h"
#include "program/scpl/names.h"
#include "program/scpl/operators.h"
#include "program/scpl/tokens.h"

static void parse_statement(Parser *s);

/* ---- text and places ---- */

static const char *statement_text(Parser *s, const Token *start)
{
    return lexer_text_between(s->run, start->start - (start->kind == TOKEN_QUOTED), s->previous_end);
}

static void semicolon(Parser *s)
{
    if (!parser_accept(s, TOKEN_SEMICOLON)) parser_unexpected(s, "';'");
}

/* An edge from here to a new point, which becomes here. */
static PendingEdge begin_step_edge(Parser *s, const Token *start)
{
    uint32_t from = s->here;
    s->here = graph_point(s);
    CHECK(start->start < s->previous_end);
    return graph_edge(s, from, s->here, parser_pos(s, start), statement_text(s, start));
}

/* ---- simple statements ---- */

static void parse_assume(Parser *s, const Token *start)
{
    Expr e = parse_expr(s);
    PendingEdge edge = begin_step_edge(s, start);
    edge.guard = expr_condition(s, &e);
    semicolon(s);
    graph_add(s, &edge);
}

static void parse_assert(Parser *s, const Token *start)
{
    Expr e = parse_expr(s);
    PendingEdge edge = begin_step_edge(s, start), failure;
    edge.guard = expr_condition(s, &e);
    failure = edge;
    failure.guard = term_not(s->tm, edge.guard);
    failure.is_error = true;
    semicolon(s);
    graph_add(s, &edge);
    graph_add(s, &failure);
}

static void parse_error(Parser *s, const Token *start)
{
    PendingEdge edge = begin_step_edge(s, start);
    edge.is_error = true;
    semicolon(s);
    graph_add(s, &edge);
}

static void parse_skip(Parser *s, const Token *start)
{
    PendingEdge edge = begin_step_edge(s, start);
    semicolon(s);
    graph_add(s, &edge);
}

static void parse_assignment(Parser *s, const Token *start)
{
    Assigns assigns = {NULL, 0, 0};
    parse_updates(s, &assigns);
    PendingEdge edge = begin_step_edge(s, start);
    edge.assigns = assigns.data;
    edge.assign_count = assigns.count;
    semicolon(s);
    graph_add(s, &edge);
}

static void parse_spawn_statement(Parser *s, const Token *start)
{
    Assigns args = {NULL, 0, 0};
    TemplateId t = parse_spawn(s, &args, false);
    PendingEdge edge = begin_step_edge(s, start);
    edge.spawn = t;
    edge.args = args.data;
    edge.arg_count = args.count;
    semicolon(s);
    graph_add(s, &edge);
}

static uint32_t number_name(Parser *s)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, s->token.value);
    parser_next(s);
    return parser_intern(s, text);
}

static uint32_t parse_label_name(Parser *s)
{
    return parser_at(s, TOKEN_NUMBER) ? number_name(s) : parser_name(s, "a label or a number");
}

/* goto L, M; the keyword has been read. text NULL: "goto L". */
static void parse_goto(Parser *s, uint32_t from, Term guard, SourcePos pos, const char *text)
{
    do {
        Token target = s->token;
        uint32_t name = parse_label_name(s);
        PendingEdge edge = graph_edge(s, from, from, pos, text);
        if (!text) edge.text = run_format(s->run, "goto %s", s->names.data[name].text);
        edge.guard = guard;
        edge.goto_name = name;
        edge.goto_line = target.line;
        edge.goto_column = target.column;
        graph_add(s, &edge);
    } while (parser_accept(s, TOKEN_COMMA));
    semicolon(s);
    s->here = graph_point(s); /* what follows is reached by its label only */
}

/* ---- structure ---- */

/* The condition of if or while: TERM_NONE for `*`. Its text is `keyword (condition)`. */
static Term parse_branch_condition(Parser *s)
{
    parser_expect(s, TOKEN_LPAREN, "'('");
    Expr e = parse_expr_or_star(s);
    Term t = e.kind == EXPR_STAR ? TERM_NONE : expr_condition(s, &e);
    parser_expect(s, TOKEN_RPAREN, "')'");
    return t;
}

static const char *branch_text(Parser *s, const Token *start, const char *end, const char *branch)
{
    return run_format(s->run, "%s: %s", lexer_text_between(s->run, start->start, end), branch);
}

/* One branch of an if; ends with s->here after it. */
static void parse_branch(Parser *s, uint32_t from, Term guard, SourcePos pos, const char *text)
{
    if (parser_accept_keyword(s, "goto")) {
        parse_goto(s, from, guard, pos, text);
        return;
    }
    s->here = graph_point(s);
    PendingEdge edge = graph_edge(s, from, s->here, pos, text);
    edge.guard = guard;
    graph_add(s, &edge);
    parse_statement(s);
}

static void parse_if(Parser *s, const Token *start)
{
    SourcePos pos = parser_pos(s, start);
    uint32_t from = s->here;
    Term c = parse_branch_condition(s);
    Term yes = term_is(c) ? c : term_bool(s->tm, true), no = term_is(c) ? term_not(s->tm, c) : yes;
    const char *end = s->previous_end;
    parse_branch(s, from, yes, pos, branch_text(s, start, end, "yes"));
    uint32_t then_end = s->here;
    if (parser_accept_keyword(s, "else")) {
        parse_branch(s, from, no, pos, branch_text(s, start, end, "no"));
    } else {
        s->here = graph_point(s);
        PendingEdge edge = graph_edge(s, from, s->here, pos, branch_text(s, start, end, "no"));
        edge.guard = no;
        graph_add(s, &edge);
    }
    graph_merge(s, then_end, s->here);
}

static void parse_while(Parser *s, const Token *start)
{
    SourcePos pos = parser_pos(s, start);
    uint32_t head = s->here;
    Term c = parse_branch_condition(s);
    Term yes = term_is(c) ? c : term_bool(s->tm, true), no = term_is(c) ? term_not(s->tm, c) : yes;
    const char *end = s->previous_end;
    parse_branch(s, head, yes, pos, branch_text(s, start, end, "yes"));
    graph_merge(s, s->here, head);
    s->here = graph_point(s);
    PendingEdge edge = graph_edge(s, head, s->here, pos, branch_text(s, start, end, "no"));
    edge.guard = no;
    graph_add(s, &edge);
}

static bool at_label(const Parser *s)
{
    return (parser_at(s, TOKEN_NUMBER) || parser_at_name(s)) && parser_peek(s).kind == TOKEN_COLON;
}

static void parse_block(Parser *s)
{
    while (!parser_at(s, TOKEN_RBRACE))
        parse_statement(s);
    parser_next(s);
}

/* The location where a section begins is not atomic; all others of the section are. A section that can come back to
 * its first statement would leave itself there, so entering is then a step of its own. */
static void parse_atomic(Parser *s, const Token *start)
{
    parser_expect(s, TOKEN_LBRACE, "'{' after atomic");
    bool comes_back =
        at_label(s) || parser_at_keyword(s, "while") || parser_at(s, TOKEN_LBRACE) || parser_at_keyword(s, "atomic");
    s->atomic_depth++;
    if (comes_back && s->atomic_depth == 1) {
        PendingEdge edge = begin_step_edge(s, start);
        edge.text = "atomic";
        graph_add(s, &edge);
    }
    parse_block(s);
    CHECK(s->atomic_depth > 0);
    s->atomic_depth--;
    s->points.data[graph_find(s, s->here)].atomic = s->atomic_depth > 0;
}

static void parse_label(Parser *s)
{
    Token token = s->token;
    if (token.kind == TOKEN_NUMBER) {
        s->has_numbers = true;
        if (token.value > s->last_number) s->last_number = token.value;
    }
    graph_define_label(s, parse_label_name(s), &token);
    parser_expect(s, TOKEN_COLON, "':'");
}

static void parse_keyword_statement(Parser *s)
{
    static const struct {
        const char *keyword;
        void (*parse)(Parser *s, const Token *start);
    } statements[] = {
        {"assume", parse_assume}, {"assert", parse_assert}, {"error", parse_error},   {"skip", parse_skip},
        {"if", parse_if},         {"while", parse_while},   {"atomic", parse_atomic}, {"spawn", parse_spawn_statement}};
    Token start = s->token;
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        if (!parser_accept_keyword(s, statements[i].keyword)) continue;
        statements[i].parse(s, &start);
        return;
    }
    if (parser_accept_keyword(s, "goto")) {
        parse_goto(s, s->here, term_bool(s->tm, true), parser_pos(s, &start), NULL);
        return;
    }
    if (parser_at_keyword(s, "shared") || parser_at_keyword(s, "local"))
        lexer_error(&s->lexer, &start, "declarations must come before the first statement");
    parser_unexpected(s, "a statement");
}

/* A label may stand at the end, before nothing. */
static bool at_end_of_block(const Parser *s) { return parser_at(s, TOKEN_RBRACE) || parser_at(s, TOKEN_END); }

static void parse_statement(Parser *s)
{
    parser_enter(s);
    bool labelled = at_label(s);
    while (at_label(s))
        parse_label(s);
    Point *point = &s->points.data[graph_find(s, s->here)];
    if (!point->pos.line) point->pos = parser_pos(s, &s->token);
    Token start = s->token;
    if (parser_accept(s, TOKEN_LBRACE))
        parse_block(s);
    else if (parser_at_name(s) || parser_at(s, TOKEN_INCREMENT) || parser_at(s, TOKEN_DECREMENT))
        parse_assignment(s, &start);
    else if (!parser_accept(s, TOKEN_SEMICOLON) && !(labelled && at_end_of_block(s)))
        parse_keyword_statement(s);
    parser_leave(s);
}

void parse_statements(Parser *s, TokenKind end)
{
    graph_begin(s);
    CHECK(s->here == 0 && s->pending.count == 0);
    while (!parser_at(s, end)) {
        if (parser_at(s, TOKEN_END)) parser_unexpected(s, "'}'");
        if (parser_at(s, TOKEN_RBRACE)) parser_unexpected(s, "a statement");
        parse_statement(s);
    }
    graph_end(s, &s->token);
}
