/* Each statement is a step, or a few: what an expression reads becomes one with what is done with the value. */
#include "program/litmus/c_statement.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "program/litmus/c_expression.h"
#include "program/litmus/flow.h"
#include "program/litmus/initial.h"
#include "program/litmus/names.h"
#include "program/litmus/tokens.h"

static void read_statement(LitmusParser *s);

/* ---- simple statements ---- */

static void read_semicolon(LitmusParser *s)
{
    if (!litmus_at(s, TOKEN_SEMICOLON)) litmus_unexpected(s, "';'");
    litmus_next(s);
}

static void read_assigned(LitmusParser *s, VarId var)
{
    LitmusValue v = c_read_expression(s);
    c_assign(s, var, c_integer(s, v));
}

/* int r0 = ..., r1; */
static void read_declaration(LitmusParser *s, bool is_atomic)
{
    if (is_atomic) litmus_error(s, "a register of a thread is a plain int");
    do {
        if (litmus_at(s, TOKEN_STAR)) litmus_error(s, "addresses as values are not supported");
        Token token = s->token;
        const char *name = litmus_name(s, "the name of a register");
        bool is_parameter = false;
        for (uint32_t i = 0; i < s->parameters.count; i++)
            is_parameter |= strcmp(s->parameters.data[i].name, name) == 0;
        if (is_parameter || litmus_find_register(s->thread, name))
            lexer_error(&s->lexer, &token, "'%s' is declared twice", name);
        VarId v = litmus_add_register(s, name, lexer_pos(&s->lexer, &token));
        if (litmus_accept(s, TOKEN_ASSIGN)) read_assigned(s, v);
    } while (litmus_accept(s, TOKEN_COMMA));
}

/* *x = ...; the star has been read. */
static void read_plain_store(LitmusParser *s)
{
    Token token = s->token;
    const LitmusParameter *parameter = c_read_parameter(s);
    if (parameter->is_atomic)
        lexer_error(&s->lexer, &token, "'%s' is atomic: it is written by atomic_store, which has an order",
                    parameter->name);
    Assign assign = {parameter->var, TERM_NONE};
    litmus_expect(s, TOKEN_ASSIGN, "'='");
    assign.value = c_settle(s, c_read_expression(s));
    uint32_t to = flow_add_place(s);
    Edge step = flow_step(s, s->thread->here, to, MEMORY_PLAIN);
    step.assigns = &assign;
    step.assign_count = 1;
    flow_add_step(s, &step);
    s->thread->here = to;
}

/* A value that nobody needs is read all the same. */
static void read_call_statement(LitmusParser *s)
{
    LitmusValue v = c_read_expression(s);
    if (term_is(v.term)) c_settle(s, v);
}

static void read_assignment(LitmusParser *s)
{
    Token token = s->token;
    const char *name = litmus_name(s, "a register");
    const LitmusRegister *r = litmus_find_register(s->thread, name);
    if (!r) lexer_error(&s->lexer, &token, "register '%s' is not declared", name);
    litmus_expect(s, TOKEN_ASSIGN, "'='");
    read_assigned(s, r->local);
}

static void read_simple(LitmusParser *s)
{
    bool is_atomic = false;
    if (litmus_accept_type(s, &is_atomic))
        read_declaration(s, is_atomic);
    else if (litmus_accept(s, TOKEN_STAR))
        read_plain_store(s);
    else if (litmus_at(s, TOKEN_NAME) && litmus_peek(s) == TOKEN_ASSIGN)
        read_assignment(s);
    else if (litmus_at(s, TOKEN_NAME) && litmus_peek(s) == TOKEN_LPAREN)
        read_call_statement(s);
    else if (litmus_at(s, TOKEN_NAME))
        litmus_error(s, "%s begins no statement that is supported", token_describe(&s->lexer, &s->token));
    else if (!litmus_at(s, TOKEN_SEMICOLON))
        litmus_unexpected(s, "a statement");
    read_semicolon(s);
}

/* ---- branches ---- */

/* Both ways from here by a condition in parentheses: one step each, which reads what the condition does. */
static void read_branches(LitmusParser *s, const Token *start, uint32_t *yes, uint32_t *no)
{
    LitmusThread *t = s->thread;
    litmus_expect(s, TOKEN_LPAREN, "'('");
    Term c = c_truth(s, c_read_expression(s));
    if (!litmus_at(s, TOKEN_RPAREN)) litmus_unexpected(s, "')'");
    litmus_next(s);
    *yes = flow_add_place(s);
    *no = flow_add_place(s);
    flow_end_statement(s, start);
    const char *text = lexer_text_between(s->run, start->start, s->previous_end);
    for (int taken = 1; taken >= 0; taken--) {
        Edge step = flow_step(s, t->here, taken ? *yes : *no, MEMORY_ORDERED);
        step.guard = taken ? c : term_not(s->tm, c);
        if (!term_is_false(s->tm, step.guard)) {
            c_add_step(s, &step);
            vec_last(&t->edges).text = run_format(s->run, "%s: %s", text, taken ? "yes" : "no");
            vec_last(&t->edges).pos = lexer_pos(&s->lexer, start);
        }
    }
    s->pending.any = false;
    t->first = t->edges.count;
}

static void read_if(LitmusParser *s, const Token *start)
{
    uint32_t yes, no;
    read_branches(s, start, &yes, &no);
    s->thread->here = yes;
    read_statement(s);
    uint32_t end = s->thread->here;
    s->thread->here = no;
    if (litmus_accept_word(s, "else")) read_statement(s);
    flow_join_places(s, end, s->thread->here);
}

static void read_while(LitmusParser *s, const Token *start)
{
    uint32_t head = s->thread->here, yes, no;
    read_branches(s, start, &yes, &no);
    s->thread->here = yes;
    read_statement(s);
    flow_join_places(s, s->thread->here, head);
    s->thread->here = no;
}

static void read_statement(LitmusParser *s)
{
    Token start = s->token;
    litmus_enter(s);
    if (litmus_accept(s, TOKEN_LBRACE)) {
        while (!litmus_accept(s, TOKEN_RBRACE))
            read_statement(s);
    } else if (litmus_accept_word(s, "if")) {
        read_if(s, &start);
    } else if (litmus_accept_word(s, "while")) {
        read_while(s, &start);
    } else {
        read_simple(s);
        flow_end_statement(s, &start);
    }
    litmus_leave(s);
}

/* ---- threads ---- */

static void read_parameter(LitmusParser *s)
{
    LitmusParameter parameter = {NULL, {NO_ID}, false};
    if (!litmus_accept_type(s, &parameter.is_atomic)) {
        if (litmus_at(s, TOKEN_NAME))
            litmus_error(s, "the type %s is not supported (int and atomic_int are)",
                         token_describe(&s->lexer, &s->token));
        litmus_unexpected(s, "a parameter");
    }
    litmus_expect(s, TOKEN_STAR, "'*': a parameter points to a location");
    if (litmus_at(s, TOKEN_STAR)) litmus_error(s, "addresses as values are not supported");
    while (litmus_accept_word(s, "const") || litmus_accept_word(s, "volatile") || litmus_accept_word(s, "restrict"))
        continue;
    Token token = s->token;
    parameter.name = litmus_name(s, "the name of a parameter");
    for (uint32_t i = 0; i < s->parameters.count; i++)
        if (strcmp(s->parameters.data[i].name, parameter.name) == 0)
            lexer_error(&s->lexer, &token, "'%s' is declared twice", parameter.name);
    parameter.var = litmus_location(s, parameter.name, lexer_pos(&s->lexer, &token));
    vec_push(s->run, &s->parameters, parameter);
}

static void read_thread(LitmusParser *s)
{
    uint32_t number = litmus_thread_number(s);
    if (number != s->threads.count) litmus_error(s, "expected thread P%u", s->threads.count);
    flow_add_thread(s, number);
    vec_clear(&s->parameters);
    s->is_code = true;
    litmus_next(s);
    litmus_expect(s, TOKEN_LPAREN, "'('");
    if (litmus_at_word(s, "void")) litmus_next(s);
    while (!litmus_at(s, TOKEN_RPAREN)) {
        read_parameter(s);
        if (!litmus_at(s, TOKEN_RPAREN)) litmus_expect(s, TOKEN_COMMA, "','");
    }
    litmus_next(s);
    litmus_expect(s, TOKEN_LBRACE, "'{'");
    while (!litmus_at(s, TOKEN_RBRACE))
        read_statement(s);
    s->is_code = false; /* comments after it are of another kind */
    litmus_next(s);
}

void c_read_threads(LitmusParser *s)
{
    while (litmus_at(s, TOKEN_NAME) && litmus_thread_number(s) != NO_ID)
        read_thread(s);
    if (!s->threads.count) litmus_unexpected(s, "thread P0");
}
