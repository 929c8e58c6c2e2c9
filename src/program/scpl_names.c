/* Tokens and names of the .scpl parser. */
#include "program/scpl_parser.h"

#include <string.h>

/* ---- tokens ---- */

void parser_next(Parser *s)
{
    s->previous_end = s->lexer.token_end;
    s->token = lexer_next(&s->lexer);
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

void parser_leave(Parser *s) { s->depth--; }

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

/* ---- names ---- */

bool scpl_is_reserved(const char *text, size_t length)
{
    static const char *const words[] = {"shared",   "local",  "input", "temporary", "template",   "automaton", "option",
                                        "assume",   "assert", "goto",  "if",        "else",       "while",     "atomic",
                                        "spawn",    "skip",   "error", "true",      "false",      "when",      "do",
                                        "location", "edge",   "entry", "let",       "at",         "text",      "path",
                                        "extract",  "concat", "store", "fill",      "approximate"};
    ScplType type;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && memcmp(words[i], text, length) == 0) return true;
    return scpl_type_of_name(text, length, &type);
}

bool parser_at_name(const Parser *s)
{
    return s->token.kind == TOKEN_QUOTED ||
           (s->token.kind == TOKEN_NAME && !scpl_is_reserved(s->token.start, s->token.length));
}

static uint32_t intern_text(Parser *s, const char *text, size_t length)
{
    if (length > UINT32_MAX / 2) run_stop(s->run, STOP_INPUT, "a name is too long");
    uint32_t words = (uint32_t)((length + 7) / 4); /* the zero bytes at the end make the length unambiguous */
    vec_reserve(s->run, &s->key, words);
    s->key.data[words - 1] = 0;
    if (words > 1) s->key.data[words - 2] = 0;
    memcpy(s->key.data, text, length);
    bool is_new;
    uint32_t id = intern_add(&s->name_keys, s->key.data, words, &is_new);
    if (is_new) {
        ScplName name = {.text = run_strndup(s->run, text, length), .global = NO_ID, .template = NO_ID};
        vec_push(s->run, &s->names, name);
    }
    return id;
}

uint32_t parser_intern(Parser *s, const char *text) { return intern_text(s, text, strlen(text)); }

uint32_t parser_name(Parser *s, const char *what)
{
    uint32_t id;
    if (s->token.kind == TOKEN_NAME && scpl_is_reserved(s->token.start, s->token.length))
        lexer_error(&s->lexer, &s->token, "expected %s, found the keyword '%.*s'; in `back quotes` it is a name", what,
                    (int)s->token.length, s->token.start);
    if (s->token.kind == TOKEN_NAME) {
        id = intern_text(s, s->token.start, s->token.length);
    } else if (s->token.kind == TOKEN_QUOTED) {
        char *text = token_text(&s->lexer, &s->token);
        if (!*text) lexer_error(&s->lexer, &s->token, "empty name");
        id = parser_intern(s, text);
        run_release(s->run, text);
    } else {
        parser_unexpected(s, what);
    }
    parser_next(s);
    return id;
}

uint32_t parser_lookup_var(const Parser *s, uint32_t name)
{
    const ScplName *n = &s->names.data[name];
    return n->local_scope == s->scope && s->scope ? n->local : n->global;
}

char *parse_string(Parser *s, const char *what)
{
    if (s->token.kind != TOKEN_STRING) parser_unexpected(s, what);
    char *text = token_text(&s->lexer, &s->token);
    parser_next(s);
    return text;
}

SourcePos parse_at(Parser *s, SourcePos otherwise)
{
    if (!parser_accept_keyword(s, "at")) return otherwise;
    SourcePos pos;
    pos.file = parse_string(s, "a file name in quotes");
    pos.line = parser_number(s, "a line number");
    pos.column = parser_number(s, "a column number");
    return pos;
}
