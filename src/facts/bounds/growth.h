/* Bounds of variables from how often what makes them grow is done. */
#ifndef CHORUS_FACTS_BOUNDS_GROWTH_H
#define CHORUS_FACTS_BOUNDS_GROWTH_H

#include "facts/bounds/rounds.h"
#include "program/bounds.h"

/* The groups with a bound that says more than the sort does. Memory of the run. */
Bounds *growth_bounds(const Program *p, const Rounds *rounds);

#endif
