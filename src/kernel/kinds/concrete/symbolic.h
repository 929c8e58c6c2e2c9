/* Symbols: arbitrary values that are looked at only where a guard distinguishes them.
 *
 * A value that nothing is known of (an arbitrary initial value, an input) becomes a symbol: a variable that the program
 * does not have. Cells are then terms over symbols, and a state has conditions on them: it stands for the states that
 * come of all values of the symbols for which its conditions hold. A step whose guard depends on symbols is taken with
 * that guard as one more condition, if the solver says that some values meet all of them.
 *
 * The names of symbols mean nothing, so they are numbered in the order in which cells speak of them. Conditions that
 * say nothing of symbols that cells speak of, not even together with others, are dropped: some values meet them. */
#ifndef CHORUS_KERNEL_KINDS_CONCRETE_SYMBOLIC_H
#define CHORUS_KERNEL_KINDS_CONCRETE_SYMBOLIC_H

#include "kernel/kinds/concrete/explorer.h"

/* A cell of which nothing is known, in the state that is being made. */
ConcreteCell symbolic_new(Explorer *x, Sort sort);
/* Before inputs of another step are met. */
void symbolic_begin_step(Explorer *x);
/* The value of the term in x->at, some variable of which is unknown. */
ConcreteCell symbolic_value(Explorer *x, Term t);
/* Do the conditions of x->at say that it holds (YES) or fails (NO)? When the solver gives up, that is a problem. */
Possible symbolic_decide(Explorer *x, Term condition);
/* Adds a condition to the state that is being made. */
void symbolic_assume(Explorer *x, Term condition);
/* Drops and renames symbols. */
void symbolic_tidy(Explorer *x, ConcreteState *s);

#endif
