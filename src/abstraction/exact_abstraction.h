/* The abstraction `exact` as an Abstraction. */
#ifndef CHORUS_ABSTRACTION_EXACT_ABSTRACTION_H
#define CHORUS_ABSTRACTION_EXACT_ABSTRACTION_H

#include "abstraction/abstraction.h"

/* See exact_new. */
Abstraction exact_abstraction(Program *p, Predicates *predicates, Smt *smt, bool mask);

#endif
