/* Locations, variables and inputs of an outline; what is noted about it. */
#ifndef CHORUS_C_OUTLINE_FRESH_H
#define CHORUS_C_OUTLINE_FRESH_H

#include "c/outline/state.h"

LocId outline_loc(Outline *o, const char *name);
/* Any value: no counterexample must need it. */
Term outline_any(Outline *o, Sort sort);
/* Something is over-approximated by the instruction at hand. */
void outline_note(Outline *o, const char *what);
VarId outline_local(Outline *o, Sort sort, const char *name);
Term outline_term(Outline *o, VarId var);

#endif
