/* Names that threads are given one after the other, and where they note that they have ended. */
#ifndef CHORUS_FACTS_EXCLUSION_NAMES_H
#define CHORUS_FACTS_EXCLUSION_NAMES_H

#include "facts/exclusion/after.h"
#include "program/exclusion.h"

/* Adds the names of the program, an invariant by itself. */
void names_find(Program *p, Smt *smt, Exclusions *out);

/* What is known of a thread with the name (a term over any instance), which is of the template and has not ended; of
 * the shared variables in the same state. */
Term names_known(Program *p, const NameFact *f, Term name);

#endif
