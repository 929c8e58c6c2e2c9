/* What the operators of .scpl text mean on its types.
 *
 * A literal takes the type of what it meets; otherwise both operands must have the same
 * width (no integer promotion); an operation is unsigned as soon as one operand is. Booleans meet integers as 0 and
 * 1, integers meet Boolean contexts as "is not 0". */
#ifndef CHORUS_PROGRAM_SCPL_OPERATORS_H
#define CHORUS_PROGRAM_SCPL_OPERATORS_H

#include "program/scpl/parser.h"

const char *expr_type_name(Parser *s, const Expr *e); /* for messages */
Expr expr_of_term(Term t, Sort sort, bool is_signed, const Token *token);
Expr expr_literal(uint64_t value, bool is_signed, const Token *token);
/* Converts as an assignment to that type does. star_name: for the input variable that a `*` becomes. */
Term expr_convert(Parser *s, const Expr *e, Sort sort, bool is_signed, const char *star_name);
Term expr_condition(Parser *s, const Expr *e);
Expr expr_cast(Parser *s, const Expr *e, ScplType type, const Token *token);
/* kind is the punctuator: TOKEN_PLUS ... */
Expr expr_binary(Parser *s, TokenKind kind, const Expr *left, const Expr *right, const Token *token);

#endif
