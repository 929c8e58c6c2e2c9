/* The abstraction `exact` as an Abstraction. */
#ifndef CHORUS_ENGINES_SYMMPA_ABSTRACTION_EXACT_ABSTRACTION_H
#define CHORUS_ENGINES_SYMMPA_ABSTRACTION_EXACT_ABSTRACTION_H

#include "engines/symmpa/abstraction/abstraction.h"

/* See exact_new. */
Abstraction exact_abstraction(Program *p, Predicates *predicates, Smt *smt, bool mask);

#endif
