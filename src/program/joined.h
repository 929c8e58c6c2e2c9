/* Programs in which places where a thread does nothing that matters are one, and threads that do nothing that matters
 * are not started; types only. */
#ifndef CHORUS_PROGRAM_JOINED_H
#define CHORUS_PROGRAM_JOINED_H

#include "program/program.h"

typedef struct Joined {
    LocId *at;  /* per location: the one that it is joined with, which stands for both; itself: none */
    bool *idle; /* per template: its threads are not started */
} Joined;

static inline bool joined_has_idle(const Program *p, const Joined *j)
{
    bool any = false;
    for (uint32_t t = 0; t < p->templates.count; t++)
        any |= j->idle[t];
    return any;
}

#endif
