#include "program/litmus/initial.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "program/litmus/names.h"
#include "program/litmus/tokens.h"

bool litmus_accept_type(LitmusParser *s, bool *is_atomic)
{
    bool has_base = false, any = false;
    for (;; any = true) {
        bool is_base = litmus_at_word(s, "int") || litmus_at_word(s, "atomic_int"),
             is_marked = litmus_at_word(s, "atomic_int") || litmus_at_word(s, "_Atomic"),
             is_qualifier = litmus_at_word(s, "_Atomic") || litmus_at_word(s, "volatile") || litmus_at_word(s, "const");
        if (!is_base && !is_qualifier) break;
        if (is_base && has_base) litmus_unexpected(s, "a name");
        bool in_parentheses = litmus_at_word(s, "_Atomic") && litmus_peek(s) == TOKEN_LPAREN;
        litmus_next(s);
        has_base |= is_base || in_parentheses;
        *is_atomic |= is_marked;
        if (!in_parentheses) continue;
        litmus_next(s);
        if (!litmus_accept_word(s, "int")) litmus_unexpected(s, "int");
        litmus_expect(s, TOKEN_RPAREN, "')'");
    }
    if (any && !has_base) litmus_unexpected(s, "int");
    return any;
}

static void read_register(LitmusParser *s)
{
    Token token = s->token;
    uint32_t thread = litmus_thread_number(s);
    litmus_next(s);
    litmus_expect(s, TOKEN_COLON, "':'");
    const char *name = litmus_name(s, "the name of a register");
    uint64_t value = litmus_accept(s, TOKEN_ASSIGN) ? litmus_value(s) : 0;
    for (uint32_t i = 0; i < s->register_inits.count; i++) {
        const LitmusRegisterInit *other = &s->register_inits.data[i];
        if (other->thread == thread && strcmp(other->name, name) == 0)
            lexer_error(&s->lexer, &token, "register '%s' of thread P%u has a value already", name, thread);
    }
    if (s->register_inits.count >= LITMUS_NAMES_MAX) litmus_error(s, "more than %d names", LITMUS_NAMES_MAX);
    vec_push(s->run, &s->register_inits, ((LitmusRegisterInit){thread, name, value, token, false}));
}

static void read_location(LitmusParser *s)
{
    bool brackets = litmus_accept(s, TOKEN_LBRACKET);
    Token token = s->token;
    if (litmus_at(s, TOKEN_STAR)) litmus_error(s, "pointers are not supported");
    const char *name = litmus_name(s, "a location or a register");
    if (brackets) litmus_expect(s, TOKEN_RBRACKET, "']'");
    if (litmus_at(s, TOKEN_NAME))
        lexer_error(&s->lexer, &token, "the type '%s' is not supported (int and atomic_int are)", name);
    if (litmus_at(s, TOKEN_LBRACKET)) litmus_error(s, "arrays are not supported");
    if (litmus_find_location(s, name).i != NO_ID)
        lexer_error(&s->lexer, &token, "'%s' has an initial value already", name);
    VarId v = litmus_location(s, name, lexer_pos(&s->lexer, &token));
    if (litmus_accept(s, TOKEN_ASSIGN)) s->p->vars.data[v.i].init = litmus_number(s, litmus_value(s));
}

void litmus_read_initial(LitmusParser *s)
{
    litmus_expect(s, TOKEN_LBRACE, "'{'");
    while (!litmus_at(s, TOKEN_RBRACE)) {
        if (litmus_accept(s, TOKEN_SEMICOLON)) continue;
        bool is_atomic = false;
        litmus_accept_type(s, &is_atomic);
        if (litmus_thread_number(s) != NO_ID && litmus_peek(s) == TOKEN_COLON)
            read_register(s);
        else
            read_location(s);
        if (!litmus_at(s, TOKEN_RBRACE)) litmus_expect(s, TOKEN_SEMICOLON, "';'");
    }
    litmus_next(s);
}

void litmus_require_registers(const LitmusParser *s)
{
    for (uint32_t i = 0; i < s->register_inits.count; i++) {
        const LitmusRegisterInit *init = &s->register_inits.data[i];
        if (!init->is_used)
            lexer_error(&s->lexer, &init->token, "thread P%u has no register '%s'", init->thread, init->name);
    }
}
