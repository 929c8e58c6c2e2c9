/* Locks: shared variables of which at most one thread holds each, and where that is. */
#ifndef CHORUS_FACTS_EXCLUSION_LOCKSET_H
#define CHORUS_FACTS_EXCLUSION_LOCKSET_H

#include "logic/smt/smt.h"
#include "program/exclusion.h"

/* Adds the locks of the program, each of them an invariant together with what *out has of the order of threads. */
void lockset_find(Program *p, Smt *smt, Exclusions *out);

#endif
