#include "program/scpl/declaration.h"

#include "base/check.h"
#include "logic/term/build.h"
#include "program/scpl/expr.h"
#include "program/scpl/names.h"
#include "program/scpl/operators.h"
#include "program/scpl/tokens.h"
#include "program/scpl/types.h"

/* ---- initial values ---- */

static Term parse_constant(Parser *s, Sort sort, bool is_signed)
{
    Token start = s->token;
    Expr e = parse_expr(s);
    Term t = expr_convert(s, &e, sort, is_signed, NULL);
    if (!term_is_const(s->tm, t)) lexer_error(&s->lexer, &start, "an initial value must be a constant");
    CHECK(sort_same(term_sort(s->tm, t), sort));
    return t;
}

/* default, or default {index: value, ...} */
static Term parse_initial_array(Parser *s, Sort sort, bool is_signed)
{
    Sort element = sort_element(sort);
    Term t = term_const_array(s->tm, sort, parse_constant(s, element, is_signed));
    if (!parser_accept(s, TOKEN_LBRACE)) return t;
    do {
        Term index = parse_constant(s, sort_index(sort), false);
        parser_expect(s, TOKEN_COLON, "':' after an index");
        t = term_store(s->tm, t, index, parse_constant(s, element, is_signed));
    } while (parser_accept(s, TOKEN_COMMA));
    parser_expect(s, TOKEN_RBRACE, "'}' after the elements");
    return t;
}

/* A value of the sort; TERM_NONE: `*`. */
static Term parse_initial_value(Parser *s, Sort sort, bool is_signed)
{
    if (parser_accept(s, TOKEN_STAR)) return TERM_NONE;
    return sort.kind == SORT_ARRAY ? parse_initial_array(s, sort, is_signed) : parse_constant(s, sort, is_signed);
}

/* ---- variables ---- */

static void declare_name(Parser *s, uint32_t name, VarId v, VarClass class, const Token *token)
{
    ScplName *n = &s->names.data[name];
    if (parser_lookup_var(s, name) != NO_ID) lexer_error(&s->lexer, token, "'%s' is declared twice", n->text);
    CHECK(program_has_var(s->p, v) && s->p->vars.data[v.i].class == class);
    CHECK(class != VAR_LOCAL || s->scope == s->template.i + 1);
    if (class == VAR_LOCAL) {
        n->local = v.i;
        n->local_scope = s->scope;
    } else {
        n->global = v.i;
    }
}

static VarId add_named_variable(Parser *s, Var *var, uint32_t name, const Token *token)
{
    var->name = s->names.data[name].text;
    var->template = s->template;
    VarId v = program_add_var(s->p, var);
    program_var_term(s->p, v); /* terms of variables are made in the order of declaration */
    declare_name(s, name, v, var->class, token);
    return v;
}

static const char *const handing_names[] = {"lock", "readers", "permits", "end", "barrier"};

/* The words are names, too: of variables. */
static Handing parse_handing(Parser *s)
{
    Token next = parser_peek(s);
    if (next.kind != TOKEN_NAME || token_is(&next, "at")) return HANDS_UNKNOWN;
    for (unsigned k = 0; k < sizeof handing_names / sizeof *handing_names; k++)
        if (parser_accept_keyword(s, handing_names[k])) return (Handing)(HANDS_LOCK + k);
    return HANDS_UNKNOWN;
}

void parse_declaration(Parser *s, VarClass class)
{
    Var var = {.class = class};
    var.is_temporary = parser_accept_keyword(s, "temporary");
    if (class == VAR_SHARED) var.hands = parse_handing(s);
    var.is_memory = class == VAR_SHARED && !handing_is_known(var.hands);
    ScplType type = {sort_bv(32), true};
    if (parser_at_type(s)) type = parser_type(s);
    var.sort = type.sort;
    var.is_signed = type.is_signed;
    do {
        Token token = s->token;
        uint32_t name = parser_name(s, "the name of a variable");
        var.init = TERM_NONE;
        if (class != VAR_INPUT && parser_accept(s, TOKEN_ASSIGN))
            var.init = parse_initial_value(s, var.sort, var.is_signed);
        var.pos = parse_position_at(s, parser_pos(s, &token));
        add_named_variable(s, &var, name, &token);
    } while (parser_accept(s, TOKEN_COMMA));
    parser_expect(s, TOKEN_SEMICOLON, "';' after a declaration");
}

void parse_parameters(Parser *s)
{
    if (!parser_accept(s, TOKEN_LPAREN) || parser_accept(s, TOKEN_RPAREN)) return;
    do {
        Var var = {.class = VAR_LOCAL, .is_parameter = true, .sort = sort_bv(32), .is_signed = true};
        var.is_temporary = parser_accept_keyword(s, "temporary");
        if (parser_at_type(s)) {
            ScplType type = parser_type(s);
            var.sort = type.sort;
            var.is_signed = type.is_signed;
        }
        Token token = s->token;
        uint32_t name = parser_name(s, "a parameter");
        if (parser_accept(s, TOKEN_ASSIGN)) var.init = parse_initial_value(s, var.sort, var.is_signed);
        var.pos = parse_position_at(s, parser_pos(s, &token));
        add_named_variable(s, &var, name, &token);
    } while (parser_accept(s, TOKEN_COMMA));
    parser_expect(s, TOKEN_RPAREN, "')' after the parameters");
}
