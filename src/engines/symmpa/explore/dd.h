/* Symbolic counter states on decision diagrams (BuDDy), for a fixed number of threads, the way of B-BOOM (paper 000,
 * section 4.2; paper 001, section 4): for programs with many variables, where listing states is hopeless.
 *
 * A set of states is kept by shape: which locations are occupied by how many groups of threads of which sizes, where a
 * group is a number of threads with equal local states. For each shape, a decision diagram over the shared variables
 * and one copy of the local variables for each group, not for each thread: that is the counter representation. Groups
 * at one location are in ascending order of their valuations, so that every counter state is represented once.
 *
 * BuDDy's tables are those of the process. One symbolic exploration at a time: a second one, in another run, is told
 * so (STOP_UNSUPPORTED). An exploration that was left by run_stop ends when its run is freed. */
#ifndef CHORUS_ENGINES_SYMMPA_EXPLORE_DD_H
#define CHORUS_ENGINES_SYMMPA_EXPLORE_DD_H

#include "engines/symmpa/explore/arrange.h"
#include "engines/symmpa/explore/bool_oracle.h"

/* n threads, exactly; errors as for bool_oracle_new. reached[d], d = 1 .. k + 1, may be NULL: locations that some
 * thread reaches; complete when the result is EXPLORE_SAFE. *states is the number of counter states found. ERROR:
 * *trace refers to the ids of the oracle, which must be for n threads and the same errors. */
ExploreResult dd_explore(Run *run, BoolOracle *oracle, const BoolEdges *edges, uint32_t n, const bool *errors,
                         AbstractTrace *trace, double *states, bool *reached);

#endif
