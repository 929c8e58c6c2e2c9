/* A search for errors that need many threads of one kind: hundreds, or 65,536 of them that make a counter wrap. It
 * proves nothing. */
#ifndef CHORUS_ENGINES_SYMMPA_REFINE_BULK_H
#define CHORUS_ENGINES_SYMMPA_REFINE_BULK_H

#include "program/trace.h"

typedef struct BulkLimits {
    uint32_t rounds;  /* of one way to repeat a round */
    uint32_t threads; /* started at most; 0: any number */
    uint64_t work;    /* edges that are tried, all in all */
} BulkLimits;

/* Threads without number must be started by a thread, or be there at the start. True: *trace is a run to an error, all
 * values that it chooses included; to be replayed. Arbitrary initial values are 0, inputs as in concrete_inputs.h;
 * takes no over-approximated edge. */
bool bulk_search(Program *p, BulkLimits limits, Trace *trace);
/* After so many rounds nothing of interest is left: more than any constant that the program compares with, up to 2^16,
 * and than a counter of at most 16 bits takes to come round. */
uint32_t bulk_rounds_of_interest(const Program *p);

#endif
