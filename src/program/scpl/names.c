#include "program/scpl/names.h"

#include <string.h>

#include "base/check.h"
#include "program/scpl/tokens.h"
#include "program/scpl/types.h"

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
        CHECK(id == s->names.count);
        vec_push(s->run, &s->names, name);
    }
    CHECK(s->names.data[id].text[length] == '\0' && memcmp(s->names.data[id].text, text, length) == 0);
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
    CHECK(name < s->names.count);
    const ScplName *n = &s->names.data[name];
    CHECK(n->global == NO_ID || s->p->vars.data[n->global].class != VAR_LOCAL);
    return n->local_scope == s->scope && s->scope ? n->local : n->global;
}
