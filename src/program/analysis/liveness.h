/* Live locals: which locals of a thread may still be read at a location. */
#ifndef CHORUS_PROGRAM_ANALYSIS_LIVENESS_H
#define CHORUS_PROGRAM_ANALYSIS_LIVENESS_H

#include "program/program.h"

typedef struct Liveness {
    const Program *p;
    uint32_t words; /* 64-bit words per location */
    uint64_t *live; /* [loc * words]: bit VarId.i */
} Liveness;

Liveness *liveness_new(Program *p);
bool liveness_is_live(const Liveness *l, LocId loc, VarId var);

#endif
