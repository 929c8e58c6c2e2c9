/* The symmetry-oblivious abstraction (SOPA): a published one of the program with every thread written out. */
#ifndef CHORUS_ENGINES_SYMMPA_ABSTRACTION_REPLICATED_H
#define CHORUS_ENGINES_SYMMPA_ABSTRACTION_REPLICATED_H

#include "engines/symmpa/abstraction/abstraction.h"

/* Of exactly so many threads. Predicates are those of the program with templates; each stands for its copies in all
 * threads. False with *why when the program cannot be written out. */
bool replicated_open(Abstraction *a, Program *p, Predicates *predicates, Smt *smt, const AbstractionOptions *options,
                     uint32_t threads, const char **why);

#endif
