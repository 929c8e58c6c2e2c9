/* The parser of .bbp text: tokens, names, expressions. */
#ifndef CHORUS_PROGRAM_BOOLPROG_PARSE_EXPR_H
#define CHORUS_PROGRAM_BOOLPROG_PARSE_EXPR_H

#include "program/boolprog/parser.h"

/* Reads a token. */
void bbp_next(BbpParser *s);
/* Is that the next token? The accepting ones read it if it is. */
bool bbp_at(const BbpParser *s, TokenKind kind);
bool bbp_accept(BbpParser *s, TokenKind kind);
bool bbp_at_keyword(const BbpParser *s, const char *keyword);
bool bbp_accept_keyword(BbpParser *s, const char *keyword);
/* what: as in "expected ... before 'x'". */
void bbp_expect(BbpParser *s, TokenKind kind, const char *what);
_Noreturn void bbp_unexpected(BbpParser *s, const char *what);
/* Recursion of the parser is bounded. */
void bbp_enter(BbpParser *s);
void bbp_leave(BbpParser *s);

/* Is the next token a name and no keyword? */
bool bbp_at_name(const BbpParser *s);
/* Reads such a name. */
const char *bbp_name(BbpParser *s, const char *what);
/* What the name stands for; declared or not. Valid until the next call. */
BbpName *bbp_lookup(BbpParser *s, const char *name);
/* The variable of that name that is local, or is shared; stops with a reason when there is none. */
uint32_t bbp_local(BbpParser *s, const char *name, const Token *token);

/* Reads an expression for s->place. */
BoolExpr bbp_expression(BbpParser *s);

#endif
