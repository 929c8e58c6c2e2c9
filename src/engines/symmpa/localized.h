/* Counterexamples of a localized program. */
#ifndef CHORUS_ENGINES_SYMMPA_LOCALIZED_H
#define CHORUS_ENGINES_SYMMPA_LOCALIZED_H

#include "engines/symmpa/state.h"

/* For a path that the localized program has a run along: "false" if the whole program has one along it, with what was
 * left out. Else lesson->more are the variables kept so far, and those of conditions that were left out and that make
 * the path impossible; all of them when there are none such, for then it is a matter of the whole program; the verdict
 * is "unknown". abstract: the trace of the path. Always true. */
bool localized_learn(Cegar *c, const AbstractTrace *abstract);
/* The same without a path: more is everything. */
bool localized_keep_all(Cegar *c);

/* Is the program one that has more runs than what is asked about? */
bool localized_is_asked(const Cegar *c);
/* For a path that a program of watched elements has a run along: "false" if the whole program has one, else "unknown".
 * Always true. */
bool localized_complete(Cegar *c, const AbstractTrace *abstract);

#endif
