/* Steps of one thread, as clauses allow them: the successor relation, one choice at a time.
 *
 * A step of the active thread chooses the shared variables and its own local ones (moves); then every passive thread
 * chooses its local variables (replies), each for itself as far as clauses of arity 2 go; clauses of higher arity
 * relate the choices of several passive threads (joint). threads: how many there are in all; UINT32_MAX stands for
 * "enough for every clause to bind". */
#ifndef CHORUS_PROGRAM_BOOLPROG_STEP_H
#define CHORUS_PROGRAM_BOOLPROG_STEP_H

#include "program/boolprog/edge.h"

/* The values of shared variables and of the active thread's, before and after. */
typedef struct BoolStep {
    const BoolEdge *edge;
    uint64_t shared, local;
    uint64_t shared_after, local_after;
} BoolStep;

typedef VEC(uint64_t) BoolValuations;

typedef struct BoolStepper BoolStepper;

/* For one number of threads. */
BoolStepper *bool_stepper_new(const BoolEdges *edges, uint32_t threads);
void bool_stepper_free(BoolStepper *stepper);

/* Pairs (shared, local) that the clauses of arity 1 allow afterwards, appended to *after. */
void bool_stepper_moves(BoolStepper *stepper, uint32_t edge, uint64_t shared, uint64_t local, BoolValuations *after);
/* Valuations that a passive thread may change to, appended to *after. */
void bool_stepper_replies(BoolStepper *stepper, const BoolStep *step, uint64_t passive, BoolValuations *after);
/* Must passive threads be asked for a reply? How many of them at most does one clause relate (0 or at least 2)? */
bool bool_stepper_asks(const BoolStepper *stepper, uint32_t edge);
uint32_t bool_stepper_joint(const BoolStepper *stepper, uint32_t edge);
/* Do the clauses of arity 3 and more allow that passive threads with these valuations change to those? Asked of part of
 * the passive threads, "no" means no for all. Instances that do not involve the last thread are not looked at. */
bool bool_stepper_allows(BoolStepper *stepper, const BoolStep *step, const uint64_t *before, const uint64_t *after,
                         uint32_t count);

#endif
