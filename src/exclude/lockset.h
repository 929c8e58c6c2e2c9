/* Locks: shared variables of which at most one thread holds each, and where that is. */
#ifndef CHORUS_EXCLUDE_LOCKSET_H
#define CHORUS_EXCLUDE_LOCKSET_H

#include "program/exclusion.h"
#include "smt/smt.h"

/* Adds the locks of the program, each of them an invariant together with what *out has of the order of threads. */
void lockset_find(Program *p, Smt *smt, Exclusions *out);

#endif
