#include "program/litmus/c_expression.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "program/litmus/c_atomic.h"
#include "program/litmus/flow.h"
#include "program/litmus/names.h"
#include "program/litmus/tokens.h"
#include "program/weak_event.h"

/* ---- values ---- */

static void require_value(const LitmusParser *s, LitmusValue v)
{
    if (!term_is(v.term)) litmus_error(s, "a value is needed, which the call before has not");
}

Term c_integer(const LitmusParser *s, LitmusValue v)
{
    require_value(s, v);
    return v.is_truth ? term_ite(s->tm, v.term, litmus_number(s, 1), litmus_number(s, 0)) : v.term;
}

Term c_truth(const LitmusParser *s, LitmusValue v)
{
    require_value(s, v);
    return v.is_truth ? v.term : term_ne(s->tm, v.term, litmus_number(s, 0));
}

static LitmusValue integer(Term t) { return (LitmusValue){t, false}; }
static LitmusValue truth(Term t) { return (LitmusValue){t, true}; }

/* ---- accesses and steps ---- */

void c_require_order(const LitmusParser *s)
{
    if (s->conditionals) litmus_error(s, "an access that is made only sometimes stands in an if of its own");
    if (s->pending.any) litmus_error(s, "two accesses in one expression have no order: write two statements");
}

void c_begin_access(LitmusParser *s)
{
    c_require_order(s);
    s->accesses++;
}

LitmusValue c_pending(LitmusParser *s, VarId var, MemoryOrder order, Term written)
{
    CHECK(!s->pending.any);
    s->pending = (LitmusPending){true, var, order, written};
    return integer(litmus_term(s, var));
}

static bool reads_location(const LitmusParser *s, const Edge *step, uint32_t var)
{
    bool reads = term_is_about(s->p, step->guard, var);
    for (uint32_t i = 0; i < step->assign_count; i++)
        reads |= term_is_about(s->p, step->assigns[i].value, var);
    return reads;
}

/* That a location is read is seen by the terms of the step: where they do not need the value, a temporary does. */
void c_add_step(LitmusParser *s, Edge *step)
{
    Assign assigns[4];
    const LitmusPending *pending = &s->pending;
    CHECK(step->assign_count <= 2);
    if (step->assign_count) memcpy(assigns, step->assigns, step->assign_count * sizeof *assigns);
    Edge whole = *step;
    whole.assigns = assigns;
    if (pending->any) whole.order = pending->order;
    if (pending->any && term_is(pending->written))
        assigns[whole.assign_count++] = (Assign){pending->var, pending->written};
    if (pending->any && !reads_location(s, &whole, pending->var.i))
        assigns[whole.assign_count++] = (Assign){litmus_temporary(s), litmus_term(s, pending->var)};
    flow_add_step(s, &whole);
}

void c_assign(LitmusParser *s, VarId var, Term value)
{
    Assign assign = {var, value};
    uint32_t to = flow_add_place(s);
    Edge step = flow_step(s, s->thread->here, to, MEMORY_ORDERED);
    step.assigns = &assign;
    step.assign_count = 1;
    c_add_step(s, &step);
    s->pending.any = false;
    s->thread->here = to;
}

Term c_settle(LitmusParser *s, LitmusValue v)
{
    Term value = c_integer(s, v);
    if (!s->pending.any) return value;
    VarId var = litmus_temporary(s);
    c_assign(s, var, value);
    return litmus_term(s, var);
}

/* ---- operands ---- */

const LitmusParameter *c_read_parameter(LitmusParser *s)
{
    Token token = s->token;
    const char *name = litmus_name(s, "a parameter of the thread");
    for (uint32_t i = 0; i < s->parameters.count; i++)
        if (strcmp(s->parameters.data[i].name, name) == 0) return &s->parameters.data[i];
    lexer_error(&s->lexer, &token, "'%s' is no parameter of thread %s", name, s->thread->name);
}

/* The star has been read. What an atomic object means without a function C and herd see differently. */
static LitmusValue read_dereference(LitmusParser *s)
{
    bool parentheses = litmus_accept(s, TOKEN_LPAREN);
    Token token = s->token;
    const LitmusParameter *parameter = c_read_parameter(s);
    if (parameter->is_atomic)
        lexer_error(&s->lexer, &token, "'%s' is atomic: it is read by atomic_load, which has an order",
                    parameter->name);
    VarId var = parameter->var;
    if (parentheses) litmus_expect(s, TOKEN_RPAREN, "')'");
    c_begin_access(s);
    return c_pending(s, var, MEMORY_PLAIN, TERM_NONE);
}

static LitmusValue read_name(LitmusParser *s)
{
    Token token = s->token;
    if (litmus_peek(s) == TOKEN_LPAREN) return c_read_call(s);
    const char *name = litmus_name(s, "an expression");
    const LitmusRegister *r = litmus_find_register(s->thread, name);
    if (r) return integer(litmus_term(s, r->local));
    for (uint32_t i = 0; i < s->parameters.count; i++)
        if (strcmp(s->parameters.data[i].name, name) == 0)
            lexer_error(&s->lexer, &token, "addresses as values are not supported ('%s')", name);
    lexer_error(&s->lexer, &token, "'%s' is not declared", name);
}

static LitmusValue read_conditional(LitmusParser *s);

static LitmusValue read_primary(LitmusParser *s)
{
    if (litmus_at(s, TOKEN_NAME)) return read_name(s);
    if (litmus_at(s, TOKEN_NUMBER)) {
        if (s->token.is_unsigned) litmus_error(s, "only constants of type int are supported");
        return integer(litmus_number(s, litmus_value(s)));
    }
    if (!litmus_accept(s, TOKEN_LPAREN)) litmus_unexpected(s, "an expression");
    if (litmus_at_word(s, "int") || litmus_at_word(s, "void")) litmus_error(s, "casts are not supported");
    LitmusValue v = read_conditional(s);
    litmus_expect(s, TOKEN_RPAREN, "')'");
    return v;
}

static LitmusValue read_unary(LitmusParser *s)
{
    LitmusValue v;
    litmus_enter(s);
    if (litmus_accept(s, TOKEN_NOT)) {
        v = read_unary(s);
        v = truth(term_not(s->tm, c_truth(s, v)));
    } else if (litmus_accept(s, TOKEN_MINUS)) {
        v = integer(term_neg(s->tm, c_integer(s, read_unary(s))));
    } else if (litmus_accept(s, TOKEN_TILDE)) {
        v = read_unary(s);
        v = integer(term_binary(s->tm, TERM_BVXOR, c_integer(s, v), litmus_number(s, UINT32_MAX)));
    } else if (litmus_accept(s, TOKEN_PLUS)) {
        v = integer(c_integer(s, read_unary(s)));
    } else if (litmus_accept(s, TOKEN_STAR)) {
        v = read_dereference(s);
    } else {
        v = read_primary(s);
    }
    litmus_leave(s);
    return v;
}

/* ---- operators ---- */

typedef struct Operator {
    TokenKind token;
    int strength;
} Operator;

static const Operator operators[] = {
    {TOKEN_OR_OR, 1}, {TOKEN_AND_AND, 2}, {TOKEN_OR, 3},    {TOKEN_XOR, 4},   {TOKEN_AND, 5},    {TOKEN_EQ, 6},
    {TOKEN_NE, 6},    {TOKEN_LT, 7},      {TOKEN_GT, 7},    {TOKEN_LE, 7},    {TOKEN_GE, 7},     {TOKEN_SHL, 8},
    {TOKEN_SHR, 8},   {TOKEN_PLUS, 9},    {TOKEN_MINUS, 9}, {TOKEN_STAR, 10}, {TOKEN_SLASH, 10}, {TOKEN_PERCENT, 10},
};

/* 0: it is none. */
static int strength_of(TokenKind token)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].token == token) return operators[i].strength;
    return 0;
}

static LitmusValue combine(const LitmusParser *s, const Token *operator, LitmusValue left, LitmusValue right)
{
    TermManager *tm = s->tm;
    Term a = c_integer(s, left), b = c_integer(s, right);
    switch (operator->kind) {
    case TOKEN_OR_OR: return truth(term_or(tm, c_truth(s, left), c_truth(s, right)));
    case TOKEN_AND_AND: return truth(term_and(tm, c_truth(s, left), c_truth(s, right)));
    case TOKEN_OR: return integer(term_binary(tm, TERM_BVOR, a, b));
    case TOKEN_XOR: return integer(term_binary(tm, TERM_BVXOR, a, b));
    case TOKEN_AND: return integer(term_binary(tm, TERM_BVAND, a, b));
    case TOKEN_EQ: return truth(term_eq(tm, a, b));
    case TOKEN_NE: return truth(term_ne(tm, a, b));
    case TOKEN_LT: return truth(term_binary(tm, TERM_SLT, a, b));
    case TOKEN_GT: return truth(term_binary(tm, TERM_SLT, b, a));
    case TOKEN_LE: return truth(term_binary(tm, TERM_SLE, a, b));
    case TOKEN_GE: return truth(term_binary(tm, TERM_SLE, b, a));
    case TOKEN_PLUS: return integer(term_add(tm, a, b));
    case TOKEN_MINUS: return integer(term_sub(tm, a, b));
    case TOKEN_STAR: return integer(term_binary(tm, TERM_MUL, a, b));
    default: lexer_error(&s->lexer, operator, "operator %s is not supported", token_describe(&s->lexer, operator));
    }
}

/* Both operands of most operators are evaluated in any order, or in none: one of them may do something. */
static void require_sequence(const LitmusParser *s, const Token *operator, const uint32_t accesses[3],
                             const uint32_t effects[3])
{
    if (accesses[1] > accesses[0] && accesses[2] > accesses[1])
        lexer_error(&s->lexer, operator, "two accesses in one expression have no order: write two statements");
    if (effects[2] > effects[0]) lexer_error(&s->lexer, operator, "an expression that changes a register stands alone");
}

static LitmusValue read_binary(LitmusParser *s, int least)
{
    uint32_t accesses[3] = {s->accesses, 0, 0}, effects[3] = {s->effects, 0, 0};
    LitmusValue left = read_unary(s);
    for (int strength; (strength = strength_of(s->token.kind)) >= least && strength;) {
        Token operator= s->token;
        bool is_conditional = operator.kind == TOKEN_OR_OR || operator.kind == TOKEN_AND_AND;
        accesses[1] = s->accesses;
        effects[1] = s->effects;
        litmus_next(s);
        s->conditionals += is_conditional;
        LitmusValue right = read_binary(s, strength + 1);
        s->conditionals -= is_conditional;
        accesses[2] = s->accesses;
        effects[2] = s->effects;
        require_sequence(s, &operator, accesses, effects);
        left = combine(s, &operator, left, right);
    }
    return left;
}

static LitmusValue read_conditional(LitmusParser *s)
{
    litmus_enter(s);
    LitmusValue v = read_binary(s, 1);
    if (litmus_accept(s, TOKEN_QUESTION)) {
        s->conditionals++;
        LitmusValue yes = read_conditional(s);
        litmus_expect(s, TOKEN_COLON, "':'");
        LitmusValue no = read_conditional(s);
        s->conditionals--;
        v = integer(term_ite(s->tm, c_truth(s, v), c_integer(s, yes), c_integer(s, no)));
    }
    litmus_leave(s);
    return v;
}

LitmusValue c_read_argument(LitmusParser *s) { return read_conditional(s); }

LitmusValue c_read_expression(LitmusParser *s)
{
    CHECK(!s->pending.any && !s->conditionals);
    s->accesses = 0;
    s->effects = 0;
    return read_conditional(s);
}
