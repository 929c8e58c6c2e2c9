/* The Boolean broadcast program that a published abstraction stands for (paper 001, Algorithm 1; paper 000, 4.1
 * and 4.4). */
#ifndef CHORUS_ENGINES_SYMMPA_ABSTRACTION_CARTESIAN_BOOLPROG_H
#define CHORUS_ENGINES_SYMMPA_ABSTRACTION_CARTESIAN_BOOLPROG_H

#include "engines/symmpa/abstraction/cartesian.h"
#include "program/boolprog/boolprog.h"

/* The template that is replicated: started in any number at the beginning, or by a template that does nothing but start
 * it (that one is left out: its threads that have not started yet are threads that have not moved). Variables have the
 * predicates as names. Initial values that are not the same in all initial states are arbitrary, which adds behaviour.
 * A statement without guard and constraints is an assignment with choose, others are constrained. NULL with *why when
 * the program is not of that form: several templates that do something, atomic sections with loops, too many
 * predicates. The abstraction must not mask. */
BoolProgram *cartesian_boolprog(Cartesian *x, const char **why);

#endif
