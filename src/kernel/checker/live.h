/* Locals that a thread may still read. */
#ifndef CHORUS_KERNEL_CHECKER_LIVE_H
#define CHORUS_KERNEL_CHECKER_LIVE_H

#include "program/program.h"

/* Per location: variables, as bits. */
typedef struct CheckerLive {
    uint64_t **at;
} CheckerLive;

/* Of a program that is not merged; belongs to its run. */
CheckerLive checker_find_live(const Program *p);
/* May a thread at the location read its local v before it assigns to it? */
bool checker_is_live(const CheckerLive *live, LocId l, uint32_t v);

#endif
