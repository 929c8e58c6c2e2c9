#include "program/scpl/tokens.h"

#include "base/check.h"

void parser_next(Parser *s)
{
    s->previous_end = s->lexer.token_end;
    s->token = lexer_next(&s->lexer);
    CHECK(s->previous_end <= s->lexer.token_end && s->lexer.token_end <= s->lexer.end);
}

bool parser_at(const Parser *s, TokenKind kind) { return s->token.kind == kind; }
bool parser_at_keyword(const Parser *s, const char *keyword) { return token_is(&s->token, keyword); }

bool parser_accept(Parser *s, TokenKind kind)
{
    if (s->token.kind != kind) return false;
    parser_next(s);
    return true;
}

bool parser_accept_keyword(Parser *s, const char *keyword)
{
    if (!token_is(&s->token, keyword)) return false;
    parser_next(s);
    return true;
}

void parser_expect(Parser *s, TokenKind kind, const char *what)
{
    if (!parser_accept(s, kind)) parser_unexpected(s, what);
}

Token parser_peek(const Parser *s)
{
    Lexer ahead = s->lexer;
    return lexer_next(&ahead);
}

_Noreturn void parser_unexpected(const Parser *s, const char *wanted)
{
    lexer_error(&s->lexer, &s->token, "expected %s, found %s", wanted, token_describe(&s->lexer, &s->token));
}

void parser_enter(Parser *s)
{
    if (++s->depth > SCPL_DEPTH_LIMIT) lexer_error(&s->lexer, &s->token, "nested more than %d deep", SCPL_DEPTH_LIMIT);
}

void parser_leave(Parser *s)
{
    CHECK(s->depth > 0);
    s->depth--;
}

uint32_t parser_number(Parser *s, const char *what)
{
    if (s->token.kind != TOKEN_NUMBER) parser_unexpected(s, what);
    if (s->token.value >= NO_ID) lexer_error(&s->lexer, &s->token, "number too large");
    uint32_t value = (uint32_t)s->token.value;
    parser_next(s);
    return value;
}

SourcePos parser_pos(const Parser *s, const Token *token)
{
    return s->no_positions ? (SourcePos){NULL, 0, 0} : lexer_pos(&s->lexer, token);
}

char *parse_string(Parser *s, const char *what)
{
    if (s->token.kind != TOKEN_STRING) parser_unexpected(s, what);
    char *text = token_text(&s->lexer, &s->token);
    parser_next(s);
    return text;
}

SourcePos parse_position_at(Parser *s, SourcePos otherwise)
{
    if (!parser_accept_keyword(s, "at")) return otherwise;
    SourcePos pos;
    pos.file = parse_string(s, "a file name in quotes");
    pos.line = parser_number(s, "a line number");
    pos.column = parser_number(s, "a column number");
    return pos;
}
