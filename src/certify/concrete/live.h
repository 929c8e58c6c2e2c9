/* Locals that a thread may still read. */
#ifndef CHORUS_CERTIFY_CONCRETE_LIVE_H
#define CHORUS_CERTIFY_CONCRETE_LIVE_H

#include "program/program.h"

/* Per location: variables, as bits. */
typedef struct ConcreteLive {
    uint64_t **at;
} ConcreteLive;

/* Of a program that is not merged; belongs to its run. */
ConcreteLive concrete_find_live(const Program *p);
/* May a thread at the location read its local v before it assigns to it? */
bool concrete_is_live(const ConcreteLive *live, LocId l, uint32_t v);

#endif
