/* States of a sequential program from which an error is reached, by decision diagrams, backwards in layers: those with
 * the error i steps away and no nearer are in layer i. Only states within the ranges (ranges.h) are looked at. */
#ifndef CHORUS_ENGINES_MODULAR_SEQUENTIAL_BACKWARD_H
#define CHORUS_ENGINES_MODULAR_SEQUENTIAL_BACKWARD_H

#include "engines/modular/sequential/clauses.h"
#include "engines/modular/sequential/vectors.h"
#include "program/trace.h"

typedef struct BackwardLayers {
    Vectors *v;
    BDD *ranges;        /* per location */
    BDD *bad;           /* per location: all layers so far */
    VEC(BDD *) layers;  /* per location; 0: states whose next step is an error */
    BDD *steps;         /* per edge: its guard, and what variables are afterwards; within the ranges */
    BDD *chosen;        /* per edge: its inputs, and variables afterwards */
    BDD *afterwards;    /* per edge: the latter only */
    Clauses **clauses;  /* per edge: instead of the others below; NULL: it has none, or they are too much work */
    bddPair **assigned; /* per edge: variables to what they are afterwards; NULL: nothing that matters */
} BackwardLayers;

void backward_init(BackwardLayers *b, Vectors *v);
void backward_clear(BackwardLayers *b);
/* Goes back until initial states are among those found (true), or there are no more (false). */
bool backward_search(BackwardLayers *b);
/* A shortest run from an initial state to an error, after "true". Where it may, a step leaves inputs at the value of
 * the variable that gets them. */
Trace *backward_trace(BackwardLayers *b);

#endif
