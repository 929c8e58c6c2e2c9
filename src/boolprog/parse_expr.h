/* The parser of .bbp text: tokens, names, expressions. */
#ifndef CHORUS_BOOLPROG_PARSE_EXPR_H
#define CHORUS_BOOLPROG_PARSE_EXPR_H

#include "boolprog/parser.h"

/* Reads a token. */
void bbp_next(Parser *s);
/* Is that the next token? The accepting ones read it if it is. */
bool bbp_at(const Parser *s, TokenKind kind);
bool bbp_accept(Parser *s, TokenKind kind);
bool bbp_at_keyword(const Parser *s, const char *keyword);
bool bbp_accept_keyword(Parser *s, const char *keyword);
/* what: as in "expected ... before 'x'". */
void bbp_expect(Parser *s, TokenKind kind, const char *what);
_Noreturn void bbp_unexpected(Parser *s, const char *what);
/* Recursion of the parser is bounded. */
void bbp_enter(Parser *s);
void bbp_leave(Parser *s);

/* Is the next token a name and no keyword? */
bool bbp_at_name(const Parser *s);
/* Reads such a name. */
const char *bbp_name(Parser *s, const char *what);
/* What the name stands for; declared or not. Valid until the next call. */
BbpName *bbp_lookup(Parser *s, const char *name);
/* The variable of that name that is local, or is shared; stops with a reason when there is none. */
uint32_t bbp_local(Parser *s, const char *name, const Token *token);

/* Reads an expression for s->place. */
BoolExpr bbp_expression(Parser *s);

#endif
