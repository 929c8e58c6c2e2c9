#include "program/litmus/tokens.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"

static const char *const punctuators[] = {
#define X(name, text) text,
    LITMUS_PUNCTUATORS(X)
#undef X
};

static const LexerLanguage language = {"", "", punctuators, sizeof punctuators / sizeof punctuators[0]};

/* ---- what stands before the tokens ---- */

static Token token_at_lexer(const Lexer *l)
{
    size_t column = (size_t)(l->at - l->line_start) + 1;
    return (Token){.kind = TOKEN_END,
                   .line = l->line,
                   .column = column > UINT32_MAX ? UINT32_MAX : (uint32_t)column,
                   .start = l->at};
}

static void skip_byte(Lexer *l)
{
    CHECK(l->at < l->end);
    if (*l->at++ != '\n') return;
    l->line++;
    l->line_start = l->at;
}

static bool is_ahead(const Lexer *l, const char *two) { return l->end - l->at >= 2 && memcmp(l->at, two, 2) == 0; }

/* Comments (* like this *) nest. The opening has been read. */
static void skip_comment(Lexer *l, const Token *opening)
{
    uint32_t depth = 1;
    while (depth && l->at < l->end) {
        bool opens = is_ahead(l, "(*"), closes = is_ahead(l, "*)");
        depth = depth + opens - closes;
        if (opens || closes) l->at++;
        skip_byte(l);
    }
    if (depth) lexer_error(l, opening, "comment without end");
}

static void skip_string(Lexer *l)
{
    Token opening = token_at_lexer(l);
    do {
        skip_byte(l);
    } while (l->at < l->end && *l->at != '"' && *l->at != '\n');
    if (l->at == l->end || *l->at == '\n') lexer_error(l, &opening, "text without closing quote");
    skip_byte(l);
}

/* Texts for people, comments, and lines such as "Com=Rf Fr". */
static void skip_to_brace(Lexer *l)
{
    while (l->at < l->end && *l->at != '{') {
        run_poll(l->run);
        Token here = token_at_lexer(l);
        if (*l->at == '"') {
            skip_string(l);
        } else if (is_ahead(l, "(*")) {
            l->at += 2;
            skip_comment(l, &here);
        } else {
            skip_byte(l);
        }
    }
    Token end = token_at_lexer(l);
    if (l->at == l->end) lexer_error(l, &end, "expected the initial state in braces, found end of text");
}

static LitmusDialect read_dialect(LitmusParser *s)
{
    Token word = lexer_next(&s->lexer);
    if (token_is(&word, "C")) return LITMUS_C;
    if (token_is(&word, "X86")) return LITMUS_X86;
    lexer_error(&s->lexer, &word, "expected the name of a dialect that is supported (C or X86), found %s",
                token_describe(&s->lexer, &word));
}

void litmus_read_header(LitmusParser *s, const char *file, const char *text, size_t length)
{
    Lexer *l = &s->lexer;
    lexer_start(l, s->run, &language, file, text, length);
    s->previous_end = text;
    s->test->dialect = read_dialect(s);
    while (l->at < l->end && *l->at != '\n') /* the name of the test */
        skip_byte(l);
    skip_to_brace(l);
    litmus_next(s);
}

/* ---- tokens ---- */

static Token next_token(Lexer *l, bool is_code)
{
    for (;;) {
        Token token = lexer_next(l);
        bool comments = !is_code && token.kind == TOKEN_LPAREN && l->at < l->end && *l->at == '*';
        if (!comments) return token;
        l->at++;
        skip_comment(l, &token);
    }
}

void litmus_next(LitmusParser *s)
{
    s->previous_end = s->lexer.token_end;
    s->token = next_token(&s->lexer, s->is_code);
}

bool litmus_at(const LitmusParser *s, TokenKind kind) { return s->token.kind == kind; }
bool litmus_at_word(const LitmusParser *s, const char *word) { return token_is(&s->token, word); }

bool litmus_accept(LitmusParser *s, TokenKind kind)
{
    if (s->token.kind != kind) return false;
    litmus_next(s);
    return true;
}

bool litmus_accept_word(LitmusParser *s, const char *word)
{
    if (!token_is(&s->token, word)) return false;
    litmus_next(s);
    return true;
}

void litmus_expect(LitmusParser *s, TokenKind kind, const char *what)
{
    if (!litmus_accept(s, kind)) litmus_unexpected(s, what);
}

TokenKind litmus_peek(const LitmusParser *s)
{
    Lexer ahead = s->lexer;
    return next_token(&ahead, s->is_code).kind;
}

_Noreturn void litmus_unexpected(const LitmusParser *s, const char *wanted)
{
    lexer_error(&s->lexer, &s->token, "expected %s, found %s", wanted, token_describe(&s->lexer, &s->token));
}

_Noreturn void litmus_error(const LitmusParser *s, const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    lexer_error(&s->lexer, &s->token, "%s", text);
}

void litmus_enter(LitmusParser *s)
{
    if (++s->depth > LITMUS_DEPTH_LIMIT) litmus_error(s, "nested more than %d deep", LITMUS_DEPTH_LIMIT);
}

void litmus_leave(LitmusParser *s)
{
    CHECK(s->depth > 0);
    s->depth--;
}

const char *litmus_name(LitmusParser *s, const char *what)
{
    if (!litmus_at(s, TOKEN_NAME)) litmus_unexpected(s, what);
    const char *name = token_text(&s->lexer, &s->token);
    litmus_next(s);
    return name;
}

/* In C, what is no int has another type. */
uint64_t litmus_value(LitmusParser *s)
{
    bool is_negative = litmus_accept(s, TOKEN_MINUS);
    if (litmus_at(s, TOKEN_NAME) || litmus_at(s, TOKEN_AND)) litmus_error(s, "addresses as values are not supported");
    if (!litmus_at(s, TOKEN_NUMBER)) litmus_unexpected(s, "a number");
    uint64_t value = s->token.value, most = s->test->dialect == LITMUS_C || is_negative ? INT32_MAX : UINT32_MAX;
    if (value > most + is_negative) litmus_error(s, "the number does not fit %d bits", LITMUS_WIDTH);
    litmus_next(s);
    return (is_negative ? 0 - value : value) & UINT32_MAX;
}

uint32_t litmus_thread_number(const LitmusParser *s)
{
    const Token *t = &s->token;
    if (t->kind == TOKEN_NUMBER) return t->value < LITMUS_NAMES_MAX ? (uint32_t)t->value : NO_ID;
    if (t->kind != TOKEN_NAME || t->length < 2 || t->length > 5 || *t->start != 'P') return NO_ID;
    uint32_t number = 0;
    for (size_t i = 1; i < t->length; i++) {
        if (t->start[i] < '0' || t->start[i] > '9') return NO_ID;
        number = number * 10 + (uint32_t)(t->start[i] - '0');
    }
    return number;
}
