#include "program/litmus/condition.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"
#include "program/litmus/names.h"
#include "program/litmus/tokens.h"
#include "program/litmus/x86.h"

/* ---- what it speaks of ---- */

/* 0:r0, or P0:r0 */
static Term read_register(LitmusParser *s)
{
    Token token = s->token;
    uint32_t number = litmus_thread_number(s);
    litmus_next(s);
    litmus_expect(s, TOKEN_COLON, "':'");
    if (number >= s->threads.count) lexer_error(&s->lexer, &token, "there is no thread P%u", number);
    LitmusThread *t = s->threads.data[number];
    const char *name = litmus_name(s, "the name of a register"), *known = name;
    if (s->test->dialect == LITMUS_X86) known = x86_register_name(name);
    LitmusRegister *r = known ? litmus_find_register(t, known) : NULL;
    if (!r) lexer_error(&s->lexer, &token, "thread %s uses no register '%s'", t->name, name);
    return litmus_term(s, litmus_result(s, t, r));
}

/* x, [x], or a register */
static Term read_place(LitmusParser *s)
{
    if (litmus_thread_number(s) != NO_ID && litmus_peek(s) == TOKEN_COLON) return read_register(s);
    bool brackets = litmus_accept(s, TOKEN_LBRACKET);
    Token token = s->token;
    const char *name = litmus_name(s, "a location or a register");
    if (brackets) litmus_expect(s, TOKEN_RBRACKET, "']'");
    VarId v = litmus_find_location(s, name);
    if (v.i == NO_ID) lexer_error(&s->lexer, &token, "there is no location '%s'", name);
    return litmus_term(s, v);
}

static Term read_atom(LitmusParser *s)
{
    Term place = read_place(s);
    if (litmus_accept(s, TOKEN_NE) || litmus_accept(s, TOKEN_UNLIKE))
        return term_ne(s->tm, place, litmus_number(s, litmus_value(s)));
    if (!litmus_accept(s, TOKEN_ASSIGN)) litmus_expect(s, TOKEN_EQ, "'='");
    return term_eq(s->tm, place, litmus_number(s, litmus_value(s)));
}

/* ---- its structure: of the operators, \/ binds least, then /\, then =>, as herd has it ---- */

static Term read_disjunction(LitmusParser *s);

static Term read_simple(LitmusParser *s)
{
    litmus_enter(s);
    Term t;
    if (litmus_accept(s, TOKEN_TILDE) || litmus_accept_word(s, "not")) {
        t = term_not(s->tm, read_simple(s));
    } else if (litmus_accept(s, TOKEN_LPAREN)) {
        t = read_disjunction(s);
        litmus_expect(s, TOKEN_RPAREN, "')'");
    } else if (litmus_at_word(s, "true") || litmus_at_word(s, "false")) {
        t = term_bool(s->tm, litmus_at_word(s, "true"));
        litmus_next(s);
    } else {
        t = read_atom(s);
    }
    litmus_leave(s);
    return t;
}

static Term read_implication(LitmusParser *s)
{
    litmus_enter(s);
    Term t = read_simple(s);
    if (litmus_accept(s, TOKEN_IMPLIES)) t = term_implies(s->tm, t, read_implication(s));
    litmus_leave(s);
    return t;
}

static Term read_conjunction(LitmusParser *s)
{
    Term t = read_implication(s);
    while (litmus_accept(s, TOKEN_CONJUNCTION))
        t = term_and(s->tm, t, read_implication(s));
    return t;
}

static Term read_disjunction(LitmusParser *s)
{
    Term t = read_conjunction(s);
    while (litmus_accept(s, TOKEN_DISJUNCTION))
        t = term_or(s->tm, t, read_conjunction(s));
    return t;
}

/* ---- what stands around it ---- */

/* locations [x; 0:r0;] says what herd prints. */
static void skip_locations(LitmusParser *s)
{
    if (!litmus_accept_word(s, "locations")) return;
    litmus_expect(s, TOKEN_LBRACKET, "'['");
    while (!litmus_accept(s, TOKEN_RBRACKET)) {
        if (litmus_at(s, TOKEN_END)) litmus_unexpected(s, "']'");
        litmus_next(s);
    }
}

static LitmusQuantifier read_quantifier(LitmusParser *s)
{
    if (litmus_accept_word(s, "forall")) return LITMUS_FORALL;
    bool is_negated = litmus_accept(s, TOKEN_TILDE) || litmus_accept_word(s, "not");
    if (!is_negated && litmus_at(s, TOKEN_LPAREN)) return LITMUS_EXISTS;
    if (!litmus_accept_word(s, "exists"))
        litmus_unexpected(s, is_negated ? "exists" : "the final condition (exists, ~exists or forall)");
    return is_negated ? LITMUS_NOT_EXISTS : LITMUS_EXISTS;
}

Term litmus_read_condition(LitmusParser *s)
{
    skip_locations(s);
    Token start = s->token;
    Term filter = litmus_accept_word(s, "filter") ? read_disjunction(s) : term_bool(s->tm, true);
    s->test->quantifier = read_quantifier(s);
    Term condition = read_disjunction(s);
    s->test->condition = lexer_text_between(s->run, start.start, s->previous_end);
    litmus_accept(s, TOKEN_SEMICOLON);
    if (!litmus_at(s, TOKEN_END)) litmus_unexpected(s, "the end of the text after the final condition");
    if (s->test->quantifier == LITMUS_FORALL) condition = term_not(s->tm, condition);
    return term_and(s->tm, filter, condition);
}
