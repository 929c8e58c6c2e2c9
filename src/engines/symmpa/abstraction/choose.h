/* From options to an abstraction: the one place that knows which ones there are. */
#ifndef CHORUS_ENGINES_SYMMPA_ABSTRACTION_CHOOSE_H
#define CHORUS_ENGINES_SYMMPA_ABSTRACTION_CHOOSE_H

#include "engines/symmpa/abstraction/abstraction.h"

void abstraction_options_init(AbstractionOptions *options);
/* Why these options mean nothing together, in words that begin with the option's name; NULL when they are all right.
 * threads: the bound on threads that goes with them, 0 = none. */
const char *abstraction_options_problem(const AbstractionOptions *options, uint32_t threads);
/* Does it stand for a Boolean broadcast program that can be printed? */
bool abstraction_has_boolprog(const AbstractionOptions *options);
/* May predicates over dead locals be dropped? */
bool abstraction_masks(const AbstractionOptions *options);
/* The merged program in the form that the abstraction takes. */
Program *abstraction_program(Program *merged, const AbstractionOptions *options);
/* No predicates yet, over that program. */
Predicates *abstraction_predicates(Program *p, const AbstractionOptions *options);
/* Of that program over these predicates. threads: when every thread is to be written out, how many. False with *why
 * when it cannot be made. Memory of the run. */
bool abstraction_open(Abstraction *a, Program *p, Predicates *predicates, Smt *smt, const AbstractionOptions *options,
                      uint32_t threads, const char **why);

#endif
