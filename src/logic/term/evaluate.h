/* Evaluation: what terms mean. */
#ifndef CHORUS_LOGIC_TERM_EVALUATE_H
#define CHORUS_LOGIC_TERM_EVALUATE_H

#include "logic/term/values.h"

/* fn gives a variable's value. Evaluates over machine words; mathematical integers that leave 64 bits set
 * *overflow (may be NULL). */
typedef Value (*TermEnv)(void *arg, TermManager *tm, Term var);
Value term_evaluate(TermManager *tm, Term t, TermEnv env, void *arg, bool *overflow);
/* The same; arrays that are made, the result among them, are the arena's (NULL: the run's). */
Value term_evaluate_in(ValueArena *arena, TermManager *tm, Term t, TermEnv env, void *arg, bool *overflow);

#endif
