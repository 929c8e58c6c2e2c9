/* Techniques that look for a real error; they only ever turn "unknown" into "false". Their order is in technique.c. */
#ifndef CHORUS_ENGINES_SYMMPA_SEARCH_H
#define CHORUS_ENGINES_SYMMPA_SEARCH_H

#include "engines/symmpa/technique.h"

#define SAMPLES 3 /* searches of concrete states now and then */

/* A trace that only loop counters forbid may have a run that goes round the loops first. That is cheap to find out now
 * and then, and saves unrolling the loop one refinement at a time. */
bool completion_is_due(const Cegar *c, const Path *path, uint32_t tried);
Progress try_completion(Cegar *c, const Spurious *s, uint32_t tried);

/* A search of concrete states now and then, when refinement takes long; the measure is work, not time, so that verdicts
 * do not depend on the machine. */
bool sample_is_due(const Cegar *c, const Path *path, uint32_t tried);
Progress try_sample(Cegar *c, const Spurious *s, uint32_t tried);

/* Errors that need many threads which do the same, as a counter of threads that wraps: soon with few of them, and once
 * with as many as the program's numbers can tell apart. */
#define BULKS 2
bool bulk_is_due(const Cegar *c, const Path *path, uint32_t tried);
Progress try_bulk(Cegar *c, const Spurious *s, uint32_t tried);

/* A few random runs with many threads, where the program starts as many as it likes. */
bool crowds_are_due(const Cegar *c, const Path *path, uint32_t tried);
Progress try_crowds(Cegar *c, const Spurious *s, uint32_t tried);

/* When nothing else is left: unless the over-approximated edges were dropped, since then a run proves little. */
bool search_is_due(const Cegar *c, const Path *path, uint32_t tried);
/* Errors that need many particular steps are found sooner by a search of concrete states. */
Progress try_concrete_states(Cegar *c, const Spurious *s, uint32_t tried);
/* Random runs with few threads first. */
Progress try_random_runs(Cegar *c, const Spurious *s, uint32_t tried);

/* Before anything else, for errors that are as a rule near (data races: nearly all need few threads and steps); true
 * when the verdict is final. */
bool search_early(Cegar *c);
/* The search of concrete states by itself; true when the verdict is final. */
bool find_concrete(Cegar *c);

#endif
