/* Parallel assignments and the arguments of spawn. */
#include "program/scpl/assign.h"

#include <stdlib.h>

#include "base/check.h"
#include "logic/term/build.h"
#include "program/scpl/expr.h"
#include "program/scpl/names.h"
#include "program/scpl/operators.h"
#include "program/scpl/tokens.h"

typedef struct AssignTarget {
    Token token;
    VarId var;
    Term index; /* a[index]; TERM_NONE: the variable itself */
} AssignTarget;

typedef VEC(AssignTarget) AssignTargets;

static AssignTarget parse_target(Parser *s)
{
    AssignTarget t = {.token = s->token, .index = TERM_NONE};
    uint32_t name = parser_name(s, "a variable to assign to");
    t.var.i = parser_lookup_var(s, name);
    if (t.var.i == NO_ID) lexer_error(&s->lexer, &t.token, "'%s' is not declared", s->names.data[name].text);
    const Var *var = &s->p->vars.data[t.var.i];
    if (var->class == VAR_INPUT) lexer_error(&s->lexer, &t.token, "'%s' is an input and cannot be assigned", var->name);
    CHECK(var->class != VAR_LOCAL || var->template.i == s->template.i);
    if (!parser_at(s, TOKEN_LBRACKET)) return t;
    if (var->sort.kind != SORT_ARRAY) lexer_error(&s->lexer, &s->token, "'%s' is no array", var->name);
    parser_next(s);
    Expr e = parse_expr(s);
    t.index = expr_convert(s, &e, sort_index(var->sort), false, NULL);
    parser_expect(s, TOKEN_RBRACKET, "']'");
    return t;
}

static Expr target_value(Parser *s, const AssignTarget *t)
{
    const Var *var = &s->p->vars.data[t->var.i];
    Term v = program_var_term(s->p, t->var);
    if (!term_is(t->index)) return expr_of_term(v, var->sort, var->is_signed, &t->token);
    return expr_of_term(term_select(s->tm, v, t->index), sort_element(var->sort), var->is_signed, &t->token);
}

static void add_assign(Parser *s, Assigns *assigns, const AssignTarget *t, const Expr *e)
{
    const Var *var = &s->p->vars.data[t->var.i];
    CHECK(var->class != VAR_INPUT);
    Sort sort = term_is(t->index) ? sort_element(var->sort) : var->sort;
    Assign a = {t->var, expr_convert(s, e, sort, var->is_signed, var->name)};
    if (term_is(t->index)) a.value = term_store(s->tm, program_var_term(s->p, t->var), t->index, a.value);
    CHECK(sort_same(term_sort(s->tm, a.value), s->p->vars.data[t->var.i].sort)); /* a new input may have moved var */
    vec_push(s->run, assigns, a);
}

static int compare_assigns(const void *a, const void *b)
{
    uint32_t x = ((const Assign *)a)->var.i, y = ((const Assign *)b)->var.i;
    return (x > y) - (x < y);
}

static void sort_assigns(Parser *s, Assigns *assigns, const Token *token)
{
    if (assigns->count > 1) qsort(assigns->data, assigns->count, sizeof *assigns->data, compare_assigns);
    for (uint32_t i = 1; i < assigns->count; i++)
        if (assigns->data[i].var.i == assigns->data[i - 1].var.i)
            lexer_error(&s->lexer, token, "'%s' is assigned twice in one step",
                        s->p->vars.data[assigns->data[i].var.i].name);
}

/* x, y = e, f: the first target has been read. */
static void parse_tuple(Parser *s, Assigns *assigns, AssignTarget first)
{
    AssignTargets targets = {NULL, 0, 0};
    vec_push(s->run, &targets, first);
    while (parser_accept(s, TOKEN_COMMA))
        vec_push(s->run, &targets, parse_target(s));
    parser_expect(s, TOKEN_ASSIGN, "'='");
    for (uint32_t i = 0; i < targets.count; i++) {
        if (i) parser_expect(s, TOKEN_COMMA, "',' and a value for each variable");
        Expr e = parse_expr_or_star(s);
        add_assign(s, assigns, &targets.data[i], &e);
    }
    vec_free(s->run, &targets);
}

static TokenKind operator_of_assignment(TokenKind kind)
{
    switch ((int)kind) {
    case TOKEN_ADD_ASSIGN: return TOKEN_PLUS;
    case TOKEN_SUB_ASSIGN: return TOKEN_MINUS;
    case TOKEN_MUL_ASSIGN: return TOKEN_STAR;
    case TOKEN_DIV_ASSIGN: return TOKEN_SLASH;
    case TOKEN_MOD_ASSIGN: return TOKEN_PERCENT;
    case TOKEN_AND_ASSIGN: return TOKEN_AND;
    case TOKEN_OR_ASSIGN: return TOKEN_OR;
    case TOKEN_XOR_ASSIGN: return TOKEN_XOR;
    case TOKEN_SHL_ASSIGN: return TOKEN_SHL;
    case TOKEN_SHR_ASSIGN: return TOKEN_SHR;
    default: return TOKEN_END;
    }
}

static void assign_operation(Parser *s, Assigns *assigns, const AssignTarget *t, TokenKind kind, Expr operand,
                             const Token *token)
{
    Expr old = target_value(s, t);
    Expr value = expr_binary(s, kind, &old, &operand, token);
    add_assign(s, assigns, t, &value);
}

/* What follows a target: = e, += e, ++, ... */
static void parse_update(Parser *s, Assigns *assigns, const AssignTarget *t)
{
    Token token = s->token;
    TokenKind operation = operator_of_assignment(token.kind);
    Expr one = expr_literal(1, true, &token);
    if (parser_accept(s, TOKEN_INCREMENT)) {
        assign_operation(s, assigns, t, TOKEN_PLUS, one, &token);
    } else if (parser_accept(s, TOKEN_DECREMENT)) {
        assign_operation(s, assigns, t, TOKEN_MINUS, one, &token);
    } else if (parser_accept(s, TOKEN_ASSIGN)) {
        Expr e = parse_expr_or_star(s);
        add_assign(s, assigns, t, &e);
    } else if (operation != TOKEN_END) {
        parser_next(s);
        assign_operation(s, assigns, t, operation, parse_expr(s), &token);
    } else {
        parser_unexpected(s, "an assignment");
    }
}

static void parse_prefix_update(Parser *s, Assigns *assigns)
{
    Token token = s->token;
    parser_next(s);
    AssignTarget t = parse_target(s);
    Expr one = expr_literal(1, true, &token);
    assign_operation(s, assigns, &t, token.kind == TOKEN_INCREMENT ? TOKEN_PLUS : TOKEN_MINUS, one, &token);
}

void parse_updates(Parser *s, Assigns *assigns)
{
    Token start = s->token;
    bool first = true;
    do {
        if (parser_at(s, TOKEN_INCREMENT) || parser_at(s, TOKEN_DECREMENT)) {
            parse_prefix_update(s, assigns);
        } else {
            AssignTarget t = parse_target(s);
            if (first && parser_at(s, TOKEN_COMMA)) {
                parse_tuple(s, assigns, t);
                break;
            }
            parse_update(s, assigns, &t);
        }
        first = false;
    } while (parser_accept(s, TOKEN_COMMA));
    sort_assigns(s, assigns, &start);
}

/* ---- spawn ---- */

/* The n-th parameter, or the one of that name (name not NO_ID); NO_ID: none. */
static uint32_t find_template_parameter(Parser *s, TemplateId t, uint32_t n, uint32_t name)
{
    const Template *template = &s->p->templates.data[t.i];
    for (uint32_t i = 0; i < template->locals.count; i++) {
        const Var *var = &s->p->vars.data[template->locals.data[i]];
        if (!var->is_parameter) continue;
        if (name != NO_ID ? var->name == s->names.data[name].text : n-- == 0) return template->locals.data[i];
    }
    return NO_ID;
}

static void parse_spawn_argument(Parser *s, TemplateId t, Assigns *args, bool named, uint32_t n)
{
    Token token = s->token;
    uint32_t name = NO_ID;
    if (named) {
        name = parser_name(s, "a parameter");
        parser_expect(s, TOKEN_ASSIGN, "'='");
    }
    uint32_t v = find_template_parameter(s, t, n, name);
    if (v == NO_ID)
        lexer_error(&s->lexer, &token, named ? "'%s' has no such parameter" : "'%s' has fewer parameters",
                    s->p->templates.data[t.i].name);
    Var var = s->p->vars.data[v];
    CHECK(var.is_parameter && program_is_local_of(s->p, (VarId){v}, t));
    Expr e = parse_expr_or_star(s);
    Assign a = {{v}, expr_convert(s, &e, var.sort, var.is_signed, var.name)};
    vec_push(s->run, args, a);
}

TemplateId parse_spawn(Parser *s, Assigns *args, bool none_needed)
{
    Token token = s->token;
    uint32_t name = parser_name(s, "the name of a template");
    TemplateId t = {s->names.data[name].template};
    if (t.i == NO_ID) lexer_error(&s->lexer, &token, "there is no template '%s'", s->names.data[name].text);
    bool named = false;
    uint32_t count = 0;
    if (parser_accept(s, TOKEN_LPAREN) && !parser_accept(s, TOKEN_RPAREN)) {
        named = parser_at_name(s) && parser_peek(s).kind == TOKEN_ASSIGN;
        do
            parse_spawn_argument(s, t, args, named, count++);
        while (parser_accept(s, TOKEN_COMMA));
        parser_expect(s, TOKEN_RPAREN, "')' after the arguments");
    }
    if (!named && !(none_needed && !count) && find_template_parameter(s, t, count, NO_ID) != NO_ID)
        lexer_error(&s->lexer, &token, "'%s' has more parameters", s->p->templates.data[t.i].name);
    sort_assigns(s, args, &token);
    CHECK(program_has_template(s->p, t));
    return t;
}
