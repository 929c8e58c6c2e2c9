/* Names and expressions of .bbp text: precedence climbing over one table of operators. */
#include "program/boolprog/parse_expr.h"

#include <string.h>

#include "base/check.h"

#define NESTING_MAX 1000

/* ---- tokens ---- */

static TokenKind canonical(TokenKind kind)
{
    switch (kind) {
    case TOKEN_SIGN_UNEQUAL: return TOKEN_UNEQUAL;
    case TOKEN_SIGN_NOT: return TOKEN_NOT;
    case TOKEN_SIGN_AND: return TOKEN_AND_AND;
    case TOKEN_SIGN_OR: return TOKEN_OR_OR;
    case TOKEN_SIGN_XOR: return TOKEN_XOR;
    case TOKEN_SIGN_IMPLIES: return TOKEN_IMPLIES;
    case TOKEN_SIGN_IFF: return TOKEN_IFF;
    case TOKEN_SIGN_STAR: return TOKEN_STAR;
    case TOKEN_SIGN_PRIME: return TOKEN_PRIME;
    case TOKEN_DEFINE: return TOKEN_ASSIGN;
    default: return kind;
    }
}

void bbp_next(BbpParser *s)
{
    s->previous = s->token;
    s->token = lexer_next(&s->lexer);
    s->token.kind = canonical(s->token.kind);
}

bool bbp_at(const BbpParser *s, TokenKind kind) { return s->token.kind == kind; }

bool bbp_accept(BbpParser *s, TokenKind kind)
{
    if (!bbp_at(s, kind)) return false;
    bbp_next(s);
    return true;
}

bool bbp_at_keyword(const BbpParser *s, const char *keyword) { return token_is(&s->token, keyword); }

bool bbp_accept_keyword(BbpParser *s, const char *keyword)
{
    if (!bbp_at_keyword(s, keyword)) return false;
    bbp_next(s);
    return true;
}

_Noreturn void bbp_unexpected(BbpParser *s, const char *what)
{
    lexer_error(&s->lexer, &s->token, "expected %s before %s", what, token_describe(&s->lexer, &s->token));
}

void bbp_expect(BbpParser *s, TokenKind kind, const char *what)
{
    if (!bbp_accept(s, kind)) bbp_unexpected(s, what);
}

void bbp_enter(BbpParser *s)
{
    if (++s->depth > NESTING_MAX) lexer_error(&s->lexer, &s->token, "nested more than %d deep", NESTING_MAX);
}

void bbp_leave(BbpParser *s)
{
    CHECK(s->depth > 0);
    s->depth--;
}

/* ---- names ---- */

bool bbp_at_name(const BbpParser *s)
{
    if (bbp_at(s, TOKEN_QUOTED)) return true;
    if (!bbp_at(s, TOKEN_NAME)) return false;
    for (size_t i = 0; boolprog_keyword(i); i++)
        if (bbp_at_keyword(s, boolprog_keyword(i))) return false;
    return true;
}

const char *bbp_name(BbpParser *s, const char *what)
{
    if (!bbp_at_name(s)) bbp_unexpected(s, what);
    if (!s->token.length) lexer_error(&s->lexer, &s->token, "empty name");
    const char *name = token_text(&s->lexer, &s->token);
    bbp_next(s);
    return name;
}

BbpName *bbp_lookup(BbpParser *s, const char *name)
{
    vec_clear(&s->key);
    for (const char *c = name; *c; c++)
        vec_push(s->run, &s->key, (unsigned char)*c);
    bool is_new;
    uint32_t id = intern_add(&s->names, s->key.data, s->key.count, &is_new);
    if (is_new) vec_push(s->run, &s->name_data, ((BbpName){name, NO_VARIABLE, NO_VARIABLE}));
    CHECK(s->name_data.count == s->names.count);
    return &s->name_data.data[id];
}

uint32_t bbp_local(BbpParser *s, const char *name, const Token *token)
{
    const BbpName *n = bbp_lookup(s, name);
    if (n->local != NO_VARIABLE) return n->local;
    if (n->shared != NO_VARIABLE) lexer_error(&s->lexer, token, "'%.60s' is shared, not a local variable", name);
    lexer_error(&s->lexer, token, "'%.60s' is not declared", name);
}

/* ---- operands ---- */

static BoolExpr checked_depth(BbpParser *s, BoolExpr e)
{
    if (boolprog_depth(s->p, e) > BOOLPROG_DEPTH_MAX)
        lexer_error(&s->lexer, &s->previous, "expression of more than %d levels", BOOLPROG_DEPTH_MAX);
    return e;
}

static BoolExpr checked_node(BbpParser *s, BoolOp op, BoolExpr a, BoolExpr b, BoolExpr c)
{
    return checked_depth(s, boolprog_node(s->p, op, a, b, c));
}

static bool accept_prime(BbpParser *s)
{
    if (bbp_at(s, TOKEN_PRIME) && s->place != PLACE_CONSTRAINT)
        lexer_error(&s->lexer, &s->token, "primed variables are for constraints only");
    return bbp_accept(s, TOKEN_PRIME);
}

/* The position of a thread index in the index set; the name and the dot have been read. */
static uint32_t find_index(BbpParser *s, const char *name, const Token *token)
{
    if (s->place != PLACE_CONSTRAINT && strcmp(name, "a") == 0) return 0;
    if (s->place != PLACE_CONSTRAINT)
        lexer_error(&s->lexer, token, "thread index '%.60s': only constraints name other threads", name);
    for (uint32_t i = 0; i < s->indices.count; i++)
        if (strcmp(s->indices.data[i], name) == 0) return i;
    lexer_error(&s->lexer, token, "thread index '%.60s' is not bound by forall", name);
}

/* x, x', l, a.l, p.l, p.l' */
static BoolExpr parse_bool_variable(BbpParser *s)
{
    Token token = s->token;
    const char *name = bbp_name(s, "an expression");
    if (bbp_accept(s, TOKEN_DOT)) {
        uint32_t index = find_index(s, name, &token);
        CHECK(index < BOOLPROG_INDICES_MAX);
        Token variable = s->token;
        uint32_t local = bbp_local(s, bbp_name(s, "a local variable"), &variable);
        return boolprog_local(s->p, index, local, accept_prime(s));
    }
    const BbpName *n = bbp_lookup(s, name);
    if (n->shared != NO_VARIABLE) {
        uint32_t shared = n->shared;
        return boolprog_shared(s->p, shared, accept_prime(s));
    }
    uint32_t local = bbp_local(s, name, &token);
    if (s->place == PLACE_CONSTRAINT)
        lexer_error(&s->lexer, &token, "local variable '%.60s' needs a thread index here, as in a.%.60s", name, name);
    accept_prime(s);
    return boolprog_local(s->p, 0, local, false);
}

/* [l]; the bracket has been read. */
static BoolExpr parse_passive(BbpParser *s, const Token *bracket)
{
    if (s->place != PLACE_PASSIVE)
        lexer_error(&s->lexer, bracket, "[.] may stand only in assignments to [.]: it is a passive thread's variable");
    Token token = s->token;
    uint32_t local = bbp_local(s, bbp_name(s, "a local variable"), &token);
    bbp_expect(s, TOKEN_RBRACKET, "']'");
    return boolprog_local(s->p, 1, local, false);
}

static void refuse_choice(BbpParser *s, const Token *token)
{
    if (s->place == PLACE_CONSTRAINT)
        lexer_error(&s->lexer, token, "no nondeterministic choice in a constraint: havoc makes it");
}

static BoolExpr parse_choose(BbpParser *s, const Token *token)
{
    refuse_choice(s, token);
    bbp_expect(s, TOKEN_LPAREN, "'(' after choose");
    BoolExpr x = bbp_expression(s);
    bbp_expect(s, TOKEN_COMMA, "','");
    BoolExpr y = bbp_expression(s);
    bbp_expect(s, TOKEN_RPAREN, "')'");
    return checked_node(s, BOOL_CHOOSE, x, y, y);
}

static BoolExpr parse_literal(BbpParser *s)
{
    if (s->token.value > 1 || s->token.length != 1)
        lexer_error(&s->lexer, &s->token, "variables are Booleans: expected 0 or 1");
    BoolExpr e = boolprog_constant(s->p, s->token.value == 1);
    bbp_next(s);
    return e;
}

static BoolExpr parse_bool_unary(BbpParser *s)
{
    Token token = s->token;
    bbp_enter(s);
    BoolExpr e;
    if (bbp_accept(s, TOKEN_NOT)) {
        BoolExpr operand = parse_bool_unary(s);
        e = checked_node(s, BOOL_NOT, operand, operand, operand);
    } else if (bbp_accept(s, TOKEN_LPAREN)) {
        e = bbp_expression(s);
        bbp_expect(s, TOKEN_RPAREN, "')'");
    } else if (bbp_accept(s, TOKEN_STAR)) {
        refuse_choice(s, &token);
        e = boolprog_star(s->p);
    } else if (bbp_at(s, TOKEN_NUMBER)) {
        e = parse_literal(s);
    } else if (bbp_accept(s, TOKEN_LBRACKET)) {
        e = parse_passive(s, &token);
    } else if (bbp_accept_keyword(s, "choose")) {
        e = parse_choose(s, &token);
    } else {
        e = parse_bool_variable(s);
    }
    bbp_leave(s);
    return e;
}

/* ---- operators ---- */

static const struct {
    TokenKind token;
    BoolOp op;
    int level; /* higher binds tighter, as in C */
} operators[] = {{TOKEN_IFF, BOOL_IFF, 1},     {TOKEN_IMPLIES, BOOL_IMPLIES, 2}, {TOKEN_OR_OR, BOOL_OR, 3},
                 {TOKEN_AND_AND, BOOL_AND, 4}, {TOKEN_OR, BOOL_OR, 5},           {TOKEN_XOR, BOOL_XOR, 6},
                 {TOKEN_AND, BOOL_AND, 7},     {TOKEN_EQUAL, BOOL_IFF, 8},       {TOKEN_UNEQUAL, BOOL_XOR, 8}};
#define OPERATOR_COUNT (sizeof operators / sizeof operators[0])

static size_t operator_at(const BbpParser *s)
{
    size_t i = 0;
    while (i < OPERATOR_COUNT && operators[i].token != s->token.kind)
        i++;
    return i;
}

static BoolExpr parse_bool_binary(BbpParser *s, int least)
{
    bbp_enter(s);
    BoolExpr left = parse_bool_unary(s);
    for (;;) {
        size_t i = operator_at(s);
        if (i == OPERATOR_COUNT || operators[i].level < least) break;
        bbp_next(s);
        bool right_first = operators[i].op == BOOL_IMPLIES;
        BoolExpr right = parse_bool_binary(s, operators[i].level + !right_first);
        left = checked_node(s, operators[i].op, left, right, right);
    }
    bbp_leave(s);
    return left;
}

BoolExpr bbp_expression(BbpParser *s)
{
    bbp_enter(s);
    BoolExpr e = parse_bool_binary(s, 1);
    if (bbp_accept(s, TOKEN_QUESTION)) {
        BoolExpr yes = bbp_expression(s);
        bbp_expect(s, TOKEN_COLON, "':'");
        BoolExpr no = bbp_expression(s);
        e = checked_node(s, BOOL_ITE, e, yes, no);
    }
    bbp_leave(s);
    return e;
}
