/* Where the threads of a data race stand: from the steps that announce accesses (program/monitor.h) to the
 * instructions that are about to make them. */
#ifndef CHORUS_SESSION_NATIVE_STOPS_H
#define CHORUS_SESSION_NATIVE_STOPS_H

#include "c/exact/model/origin.h"

/* A thread that stops before an access. */
typedef struct NativeStop {
    EdgeId edge;    /* of the program with accesses: all of them that the instruction makes */
    uint32_t event; /* in the edge's events: the operand that the access is made through */
    const Access *access;
} NativeStop;

/* Is the edge one that says that a thread stops before an access? Those come behind the edges that have origins. */
bool stop_is_one(const Program *p, const Origins *origins, EdgeId edge);
/* Finds what it stands for. accessing: the program whose races are asked. False: the instruction is not known. */
bool stop_find(const Program *p, const Program *accessing, const Origins *origins, EdgeId edge, NativeStop *stop);

#endif
