/* What the search of all states may take together: said here, and checked by the checker that does the search. */
#ifndef CHORUS_ENGINES_CONCRETE_SHAPE_H
#define CHORUS_ENGINES_CONCRETE_SHAPE_H

#include "proof/certificate.h"

/* Of each variable: what is known of it from searches that came to nothing. */
typedef struct SectionLimits {
    bool *open;    /* a lock without sections */
    bool *exposed; /* touched outside of sections as well: these end before they come to it */
} SectionLimits;

/* Steps between locations of the merged program, which of them may come first, and what threads do while they hold a
 * lock, within these limits. */
Certificate *exhaustive_shape(Program *p, const Program *merged, uint32_t threads, const SectionLimits *limits);

#endif
