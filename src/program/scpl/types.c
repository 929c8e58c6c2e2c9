#include "program/scpl/types.h"

#include <string.h>

#include "base/check.h"
#include "program/scpl/tokens.h"

bool scpl_type_of_name(const char *text, size_t length, ScplType *type)
{
    static const struct {
        const char *name;
        ScplType type;
    } named[] = {{"bool", {{SORT_BOOL, 0, 0, 0}, false}},
                 {"int", {{SORT_BV, 32, 0, 0}, true}},
                 {"unsigned", {{SORT_BV, 32, 0, 0}, false}},
                 {"integer", {{SORT_INT, 0, 0, 0}, true}}};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (strlen(named[i].name) == length && memcmp(named[i].name, text, length) == 0) {
            *type = named[i].type;
            return true;
        }
    if (length < 2 || length > 3 || (text[0] != 'i' && text[0] != 'u') || text[1] == '0') return false;
    unsigned width = 0;
    for (size_t i = 1; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        width = width * 10 + (unsigned)(text[i] - '0');
    }
    if (width < 1 || width > 64) return false;
    *type = (ScplType){sort_bv(width), text[0] == 'i'};
    return true;
}

static bool token_type(const Token *token, ScplType *type)
{
    return token->kind == TOKEN_NAME && scpl_type_of_name(token->start, token->length, type);
}

bool parser_at_type(const Parser *s)
{
    ScplType type;
    if (!token_type(&s->token, &type)) return false;
    Token next = parser_peek(s);
    return next.kind == TOKEN_NAME || next.kind == TOKEN_QUOTED || next.kind == TOKEN_LBRACKET;
}

static ScplType parse_scalar_type(Parser *s)
{
    ScplType type;
    if (!token_type(&s->token, &type)) parser_unexpected(s, "a type");
    parser_next(s);
    return type;
}

ScplType parser_type(Parser *s)
{
    Token start = s->token;
    ScplType type = parse_scalar_type(s);
    if (!parser_accept(s, TOKEN_LBRACKET)) return type;
    ScplType index = parse_scalar_type(s);
    parser_expect(s, TOKEN_RBRACKET, "']' after the index type");
    if (type.sort.kind == SORT_BOOL || index.sort.kind == SORT_BOOL)
        lexer_error(&s->lexer, &start, "arrays from or to bool do not exist; use u1");
    CHECK(sort_is_number(type.sort) && sort_is_number(index.sort));
    type.sort = sort_array(index.sort, type.sort);
    CHECK(sort_same(sort_index(type.sort), index.sort));
    return type;
}

const char *scpl_sort_name(Parser *s, Sort sort, bool is_signed)
{
    switch ((SortKind)sort.kind) {
    case SORT_BOOL: return "bool";
    case SORT_BV: return run_format(s->run, "%c%u", is_signed ? 'i' : 'u', sort.width);
    case SORT_INT: return "integer";
    case SORT_ARRAY:
        return run_format(s->run, "%s[%s]", scpl_sort_name(s, sort_element(sort), is_signed),
                          scpl_sort_name(s, sort_index(sort), false));
    }
    return "?";
}

bool sort_is_number(Sort sort) { return sort.kind == SORT_BV || sort.kind == SORT_INT; }
