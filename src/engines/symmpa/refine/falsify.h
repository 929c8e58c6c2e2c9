/* A search for an error in random runs of the original program; it proves nothing. */
#ifndef CHORUS_ENGINES_SYMMPA_REFINE_FALSIFY_H
#define CHORUS_ENGINES_SYMMPA_REFINE_FALSIFY_H

#include "base/rng.h"
#include "program/trace.h"

/* A run that ends in an error and rests on no over-approximation (program/rests.h), with few threads first (at most
 * `threads`, 0 = no bound); NULL when none was found. */
Trace *random_error(Program *p, Rng *rng, uint32_t threads);
/* The same with fewer threads and runs: what takes milliseconds. */
Trace *random_error_of_few(Program *p, Rng *rng, uint32_t threads);
/* The same in runs of at most so many threads that are interrupted at a few places only, so that they come far, but no
 * more than `steps`: `work` steps all in all, more of them where runs are long and end. */
Trace *preempted_error(Program *p, uint32_t threads, uint32_t steps, uint32_t work);

/* The same with many threads, but few runs; `threads` is no bound of 0 and otherwise all that are created. */
Trace *random_error_of_many(Program *p, Rng *rng, uint32_t threads);

#endif
