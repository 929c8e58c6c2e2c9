/* The published abstractions c0, c1, ... as an Abstraction. */
#ifndef CHORUS_ENGINES_SYMMPA_ABSTRACTION_PUBLISHED_H
#define CHORUS_ENGINES_SYMMPA_ABSTRACTION_PUBLISHED_H

#include "engines/symmpa/abstraction/abstraction.h"

/* See cartesian_new. */
Abstraction published_abstraction(Program *p, Predicates *predicates, Smt *smt, const AbstractionOptions *options);

#endif
