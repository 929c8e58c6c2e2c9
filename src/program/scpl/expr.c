/* The syntax of .scpl expressions: C's operators with C's precedence, casts, a[i], and a few functions for what C
 * cannot say (docs/scpl.md). Recursion is bounded by SCPL_DEPTH_LIMIT; chains of one operator are loops. */
#include "program/scpl/expr.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "program/scpl/names.h"
#include "program/scpl/operators.h"
#include "program/scpl/tokens.h"
#include "program/scpl/types.h"

typedef struct Operator {
    TokenKind kind;
    int level;
} Operator;

enum { LEVEL_OR = 1, LEVEL_AND, LEVEL_LOWEST_BINARY };

static const Operator operators[] = {{TOKEN_OR_OR, LEVEL_OR}, {TOKEN_AND_AND, LEVEL_AND},
                                     {TOKEN_OR, 3},           {TOKEN_XOR, 4},
                                     {TOKEN_AND, 5},          {TOKEN_EQ, 6},
                                     {TOKEN_NE, 6},           {TOKEN_LT, 7},
                                     {TOKEN_LE, 7},           {TOKEN_GT, 7},
                                     {TOKEN_GE, 7},           {TOKEN_SHL, 8},
                                     {TOKEN_SHR, 8},          {TOKEN_PLUS, 9},
                                     {TOKEN_MINUS, 9},        {TOKEN_STAR, 10},
                                     {TOKEN_SLASH, 10},       {TOKEN_PERCENT, 10}};

static int operator_level(TokenKind kind)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].kind == kind) return operators[i].level;
    return 0;
}

static Expr parse_scpl_unary(Parser *s);

/* ---- functions ---- */

static unsigned parse_width(Parser *s, unsigned low, unsigned high)
{
    Token token = s->token;
    uint32_t value = parser_number(s, "a number of bits");
    CHECK(high <= 64);
    if (value < low || value > high) lexer_error(&s->lexer, &token, "number of bits out of range");
    return value;
}

static Expr need_bits(Parser *s)
{
    Expr e = parse_expr(s);
    if (e.kind != EXPR_TERM || e.sort.kind != SORT_BV)
        lexer_error(&s->lexer, &e.token, "%s where machine bits are needed", expr_type_name(s, &e));
    return e;
}

static Expr need_array(Parser *s)
{
    Expr e = parse_expr(s);
    if (e.kind != EXPR_TERM || e.sort.kind != SORT_ARRAY)
        lexer_error(&s->lexer, &e.token, "%s where an array is needed", expr_type_name(s, &e));
    return e;
}

static Expr parse_extract(Parser *s, const Token *start)
{
    Expr e = need_bits(s);
    parser_expect(s, TOKEN_COMMA, "','");
    unsigned low = parse_width(s, 0, e.sort.width - 1);
    parser_expect(s, TOKEN_COMMA, "','");
    unsigned width = parse_width(s, 1, e.sort.width - low);
    return expr_of_term(term_extract(s->tm, e.term, low, width), sort_bv(width), false, start);
}

static Expr parse_concat(Parser *s, const Token *start)
{
    Expr high = need_bits(s);
    parser_expect(s, TOKEN_COMMA, "','");
    Expr low = need_bits(s);
    unsigned width = high.sort.width + low.sort.width;
    if (width > 64) lexer_error(&s->lexer, start, "more than 64 bits");
    return expr_of_term(term_concat(s->tm, high.term, low.term), sort_bv(width), false, start);
}

static Expr parse_store(Parser *s, const Token *start)
{
    Expr a = need_array(s);
    parser_expect(s, TOKEN_COMMA, "','");
    Expr index = parse_expr(s);
    parser_expect(s, TOKEN_COMMA, "','");
    Expr value = parse_expr(s);
    Term i = expr_convert(s, &index, sort_index(a.sort), false, NULL);
    Term v = expr_convert(s, &value, sort_element(a.sort), a.is_signed, NULL);
    return expr_of_term(term_store(s->tm, a.term, i, v), a.sort, a.is_signed, start);
}

static Expr parse_fill(Parser *s, const Token *start)
{
    ScplType type = parser_type(s);
    if (type.sort.kind != SORT_ARRAY) lexer_error(&s->lexer, start, "fill needs an array type");
    parser_expect(s, TOKEN_COMMA, "','");
    Expr value = parse_expr(s);
    Term v = expr_convert(s, &value, sort_element(type.sort), type.is_signed, NULL);
    return expr_of_term(term_const_array(s->tm, type.sort, v), type.sort, type.is_signed, start);
}

static bool parse_function(Parser *s, Expr *result)
{
    static const struct {
        const char *name;
        Expr (*parse)(Parser *s, const Token *start);
    } functions[] = {
        {"extract", parse_extract}, {"concat", parse_concat}, {"store", parse_store}, {"fill", parse_fill}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (!parser_at_keyword(s, functions[i].name)) continue;
        Token start = s->token;
        parser_next(s);
        parser_expect(s, TOKEN_LPAREN, "'('");
        *result = functions[i].parse(s, &start);
        parser_expect(s, TOKEN_RPAREN, "')'");
        return true;
    }
    return false;
}

/* ---- operands ---- */

static Expr parse_let_name(Parser *s)
{
    Token token = s->token;
    uint32_t id = parser_name(s, "a name");
    const ScplName *name = &s->names.data[id];
    CHECK(name->let_scope <= s->let_scope); /* edges are numbered upwards */
    if (name->let_scope != s->let_scope || !term_is(name->let))
        lexer_error(&s->lexer, &token, "'%s' is not bound here", name->text);
    return expr_of_term(name->let, term_sort(s->tm, name->let), name->let_signed, &token);
}

static Expr parse_scpl_variable(Parser *s)
{
    Token token = s->token;
    uint32_t name = parser_name(s, "an expression"), v = parser_lookup_var(s, name);
    if (v == NO_ID) lexer_error(&s->lexer, &token, "'%s' is not declared", s->names.data[name].text);
    const Var *var = &s->p->vars.data[v];
    CHECK(program_has_var(s->p, (VarId){v}));
    CHECK(var->class != VAR_LOCAL || var->template.i == s->scope - 1);
    if (!parser_accept(s, TOKEN_AT))
        return expr_of_term(program_var_term(s->p, (VarId){v}), var->sort, var->is_signed, &token);
    if (var->class != VAR_INPUT) lexer_error(&s->lexer, &token, "'@' is for inputs only");
    Term t = term_var(s->tm, var->sort, v, parser_number(s, "a number after '@'"));
    return expr_of_term(t, var->sort, var->is_signed, &token);
}

/* `(type)`: a type name that is no variable. */
static bool at_cast(Parser *s, ScplType *type)
{
    Token next = parser_peek(s);
    if (next.kind != TOKEN_NAME || !scpl_type_of_name(next.start, next.length, type)) return false;
    parser_next(s);
    Token after = parser_peek(s);
    return after.kind == TOKEN_RPAREN || after.kind == TOKEN_LBRACKET;
}

static Expr parse_parenthesised(Parser *s)
{
    Token start = s->token;
    ScplType type;
    if (at_cast(s, &type)) {
        Token name = s->token;
        type = parser_type(s);
        if (type.sort.kind == SORT_ARRAY) lexer_error(&s->lexer, &name, "arrays cannot be cast");
        parser_expect(s, TOKEN_RPAREN, "')'");
        Expr e = parse_scpl_unary(s);
        return expr_cast(s, &e, type, &start);
    }
    if (s->token.kind == TOKEN_LPAREN) parser_next(s);
    Expr e = parse_expr(s);
    parser_expect(s, TOKEN_RPAREN, "')'");
    return e;
}

static Expr parse_scpl_primary(Parser *s)
{
    Token token = s->token;
    Expr e;
    if (token.kind == TOKEN_NUMBER) {
        parser_next(s);
        return expr_literal(token.value, !token.is_unsigned, &token);
    }
    if (token.kind == TOKEN_LPAREN) return parse_parenthesised(s);
    if (token_is(&token, "true") || token_is(&token, "false")) {
        parser_next(s);
        return expr_of_term(term_bool(s->tm, token_is(&token, "true")), sort_bool(), false, &token);
    }
    if (parse_function(s, &e)) return e;
    if (token.kind == TOKEN_NAME && *token.start == '$') return parse_let_name(s);
    if (!parser_at_name(s)) parser_unexpected(s, "an expression");
    return parse_scpl_variable(s);
}

static Expr parse_postfix(Parser *s)
{
    Expr e = parse_scpl_primary(s);
    while (s->token.kind == TOKEN_LBRACKET) {
        if (e.kind != EXPR_TERM || e.sort.kind != SORT_ARRAY)
            lexer_error(&s->lexer, &s->token, "%s has no elements", expr_type_name(s, &e));
        parser_next(s);
        Expr index = parse_expr(s);
        parser_expect(s, TOKEN_RBRACKET, "']'");
        Term i = expr_convert(s, &index, sort_index(e.sort), false, NULL);
        e = expr_of_term(term_select(s->tm, e.term, i), sort_element(e.sort), e.is_signed, &e.token);
    }
    return e;
}

static Expr negate(Parser *s, const Expr *e, const Token *token)
{
    if (e->kind == EXPR_LITERAL) {
        Expr negated = expr_literal(-e->value, true, token);
        uint64_t least = UINT64_C(1) << 63;
        negated.wrapped = e->wrapped || (e->is_signed ? e->value == least : e->value > least);
        return negated;
    }
    if (e->kind != EXPR_TERM || !sort_is_number(e->sort)) lexer_error(&s->lexer, token, "'-' needs an integer");
    return expr_of_term(term_neg(s->tm, e->term), e->sort, e->is_signed, token);
}

static Expr bit_complement(Parser *s, const Expr *e, const Token *token)
{
    if (e->kind == EXPR_LITERAL) return expr_literal(~e->value, e->is_signed, token);
    if (e->kind != EXPR_TERM || e->sort.kind != SORT_BV) lexer_error(&s->lexer, token, "'~' needs a machine integer");
    Term ones = term_const(s->tm, e->sort, UINT64_MAX);
    return expr_of_term(term_binary(s->tm, TERM_BVXOR, e->term, ones), e->sort, e->is_signed, token);
}

static Expr parse_scpl_unary(Parser *s)
{
    Token token = s->token;
    parser_enter(s);
    Expr e;
    if (parser_accept(s, TOKEN_NOT)) {
        e = parse_scpl_unary(s);
        e = expr_of_term(term_not(s->tm, expr_condition(s, &e)), sort_bool(), false, &token);
    } else if (parser_accept(s, TOKEN_MINUS)) {
        e = parse_scpl_unary(s);
        e = negate(s, &e, &token);
    } else if (parser_accept(s, TOKEN_TILDE)) {
        e = parse_scpl_unary(s);
        e = bit_complement(s, &e, &token);
    } else if (parser_accept(s, TOKEN_PLUS)) {
        e = parse_scpl_unary(s);
    } else {
        e = parse_postfix(s);
    }
    parser_leave(s);
    return e;
}

/* ---- binary operators ---- */

static Expr parse_scpl_binary(Parser *s, int level);

/* a && b && c, or with ||: collected, because building them pair by pair would be quadratic. */
static Expr parse_junction(Parser *s, Expr first, int level)
{
    TokenKind kind = s->token.kind;
    VEC(Term) operands = {NULL, 0, 0};
    vec_push(s->run, &operands, expr_condition(s, &first));
    while (parser_accept(s, kind)) {
        Expr next = parse_scpl_binary(s, level + 1);
        vec_push(s->run, &operands, expr_condition(s, &next));
    }
    CHECK(operands.count >= 2);
    Term t = level == LEVEL_AND ? term_and_n(s->tm, operands.data, operands.count)
                                : term_or_n(s->tm, operands.data, operands.count);
    vec_free(s->run, &operands);
    return expr_of_term(t, sort_bool(), false, &first.token);
}

/* Operators of at least that level. */
static Expr parse_scpl_binary(Parser *s, int level)
{
    Expr left = parse_scpl_unary(s);
    for (;;) {
        Token token = s->token;
        int l = operator_level(token.kind);
        if (l == 0 || l < level) return left;
        if (l < LEVEL_LOWEST_BINARY) {
            left = parse_junction(s, left, l);
            continue;
        }
        parser_next(s);
        Expr right = parse_scpl_binary(s, l + 1);
        left = expr_binary(s, token.kind, &left, &right, &token);
    }
}

/* Gives the branches of c ? a : b one type. */
static Expr choose_typed(Parser *s, Term c, const Expr *a, const Expr *b, const Token *start)
{
    if (a->kind == EXPR_LITERAL && b->kind == EXPR_LITERAL) {
        if (!term_is_const(s->tm, c))
            lexer_error(&s->lexer, &a->token, "a choice of two literals has no type; cast one, as in (int)1");
        return term_is_true(s->tm, c) ? *a : *b;
    }
    const Expr *typed = a->kind == EXPR_LITERAL ? b : a;
    if (typed->kind == EXPR_TERM && typed->sort.kind == SORT_BOOL && b->kind == EXPR_TERM)
        typed = b; /* true : x is a choice of numbers */
    Term x = expr_convert(s, a, typed->sort, typed->is_signed, NULL);
    Term y = expr_convert(s, b, typed->sort, typed->is_signed, NULL);
    CHECK(sort_same(term_sort(s->tm, x), term_sort(s->tm, y)));
    bool is_signed = (a->is_signed || a->kind == EXPR_LITERAL) && (b->is_signed || b->kind == EXPR_LITERAL);
    return expr_of_term(term_ite(s->tm, c, x, y), typed->sort, is_signed, start);
}

Expr parse_expr(Parser *s)
{
    parser_enter(s);
    Expr c = parse_scpl_binary(s, 1);
    if (parser_accept(s, TOKEN_QUESTION)) {
        Expr a = parse_expr(s);
        parser_expect(s, TOKEN_COLON, "':' of '?'");
        Expr b = parse_expr(s);
        c = choose_typed(s, expr_condition(s, &c), &a, &b, &c.token);
    }
    parser_leave(s);
    return c;
}

Expr parse_expr_or_star(Parser *s)
{
    Token token = s->token;
    if (parser_accept(s, TOKEN_STAR)) return (Expr){.kind = EXPR_STAR, .token = token};
    return parse_expr(s);
}
