/* What the replay has to know of a program's locations before it begins. */
#ifndef CHORUS_KERNEL_REPLAY_SHAPE_H
#define CHORUS_KERNEL_REPLAY_SHAPE_H

#include "program/program.h"

typedef struct ReplayShape {
    const Program *p;
    uint32_t *slot;        /* per variable: among the shared ones, or in its template's list of locals */
    uint32_t shared_count; /* variables */
    bool **needed;         /* per location, per local of its template: a thread there may read it before it assigns */
    bool *is_quiet;        /* per location: a thread there may be moved alone, if it can be moved */
    bool *always_moves;    /* per location: in every state some edge can be taken, as far as its guard goes */
    bool knows_elements;   /* of arrays that are arbitrary, those that were written */
} ReplayShape;

ReplayShape replay_shape(const Program *p);

#endif
