/* The syntax of .scpl expressions. */
#ifndef CHORUS_SCPL_EXPR_H
#define CHORUS_SCPL_EXPR_H

#include "scpl/parser.h"

Expr parse_expr(Parser *s);
/* Same, but `*` alone stands for any value. */
Expr parse_expr_or_star(Parser *s);

#endif
