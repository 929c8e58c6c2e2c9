/* The syntax of .scpl expressions. */
#ifndef CHORUS_PROGRAM_SCPL_EXPR_H
#define CHORUS_PROGRAM_SCPL_EXPR_H

#include "program/scpl/parser.h"

Expr parse_expr(Parser *s);
/* Same, but `*` alone stands for any value. */
Expr parse_expr_or_star(Parser *s);

#endif
