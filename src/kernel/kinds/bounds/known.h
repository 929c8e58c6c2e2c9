/* The checker's own view of what a thread knows of its locals at a location, whatever others do. */
#ifndef CHORUS_KERNEL_KINDS_BOUNDS_KNOWN_H
#define CHORUS_KERNEL_KINDS_BOUNDS_KNOWN_H

#include "program/program.h"

typedef VEC(Term) KnownTerms;

typedef struct KnownLocals {
    Program *p;
    KnownTerms *at; /* per location */
} KnownLocals;

/* Invariants: after each edge to a location one of these holds if it is a part of the edge's guard, or says what the
 * edge has assigned, or held before, and nothing that it speaks of is assigned by the edge. */
void known_find(KnownLocals *known, Program *p);
/* Adds those at the location that speak of what the condition speaks of, or of what such a one does. */
void known_add(const KnownLocals *known, LocId at, Term condition, KnownTerms *terms);
void known_clear(KnownLocals *known);

#endif
