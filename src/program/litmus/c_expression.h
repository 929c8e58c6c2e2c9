/* Expressions of C in litmus tests. All values are ints, and wrap around.
 *
 * An expression makes at most one access to memory whose order among others C leaves open, since herd and C take such
 * programs apart in different ways: others are refused. The access becomes a step with what uses its value. */
#ifndef CHORUS_PROGRAM_LITMUS_C_EXPRESSION_H
#define CHORUS_PROGRAM_LITMUS_C_EXPRESSION_H

#include "program/litmus/parser.h"

typedef struct LitmusValue {
    Term term; /* over registers, and over the location of the pending access; TERM_NONE: none, of a call */
    bool is_truth;
} LitmusValue;

/* A whole expression of a statement, and one that is an argument of a call. */
LitmusValue c_read_expression(LitmusParser *s);
LitmusValue c_read_argument(LitmusParser *s);
Term c_integer(const LitmusParser *s, LitmusValue v);
Term c_truth(const LitmusParser *s, LitmusValue v);

/* What is read now happens whenever the expression is evaluated, and after what was read before it. */
void c_require_order(const LitmusParser *s);
/* One more access of the expression. */
void c_begin_access(LitmusParser *s);
/* The value of an access whose step is made later. */
LitmusValue c_pending(LitmusParser *s, VarId var, MemoryOrder order, Term written);
/* Makes the pending access a step, and the value one over registers. */
Term c_settle(LitmusParser *s, LitmusValue v);
/* Adds the step, with the pending access if there is one: the step's guard and values may be over its location. The
 * access stays pending. */
void c_add_step(LitmusParser *s, Edge *step);
/* The same from here to a new place, with an assignment; then no access is pending. */
void c_assign(LitmusParser *s, VarId var, Term value);
/* The location that a parameter points to: the current token is its name, and is read. */
const LitmusParameter *c_read_parameter(LitmusParser *s);

#endif
