/* The successor oracle of a Boolean broadcast program, for one number of threads.
 *
 * Shared parts are valuations of the shared variables, local parts are locations with valuations of the local ones;
 * both get ids in the order in which they turn up. Move.edge is an edge of the program, or a location: see
 * bool_oracle_edge. Answers are cached. */
#ifndef CHORUS_ENGINES_SYMMPA_EXPLORE_BOOL_ORACLE_H
#define CHORUS_ENGINES_SYMMPA_EXPLORE_BOOL_ORACLE_H

#include "engines/symmpa/explore/oracle.h"
#include "program/boolprog/step.h"

typedef struct BoolOracle BoolOracle;

#define BOOL_ENOUGH_THREADS UINT32_MAX /* at least as many as every constraint names */
#define BOOL_FREE_BITS_MAX 20          /* of variables that may start with either value: initial states are listed */

/* errors[d]: location d is an error, d = 1 .. k + 1; errors[0]: failing assertions are. Both arguments must outlive the
 * oracle. Asking for the initial states stops the run with STOP_UNSUPPORTED when there are too many to list. */
BoolOracle *bool_oracle_new(const BoolEdges *edges, uint32_t threads, const bool *errors);
void bool_oracle_free(BoolOracle *oracle);
Oracle bool_oracle(BoolOracle *oracle);

/* From now on the only initial states are those with that shared part and these local parts, in any numbers. */
void bool_oracle_start_from(BoolOracle *oracle, uint32_t shared, const uint32_t *locals, uint32_t count);

/* No location is eager: every state is explored. For tests that compare sets of states. */
void bool_oracle_forget_eager(BoolOracle *oracle);

uint64_t bool_oracle_shared(const BoolOracle *oracle, uint32_t shared);
/* The valuation of a local part, and its location. */
uint64_t bool_oracle_local(const BoolOracle *oracle, uint32_t local, uint32_t *location);
uint32_t bool_oracle_local_count(const BoolOracle *oracle);
/* The ids of valuations; new ones when they are. */
uint32_t bool_oracle_shared_id(BoolOracle *oracle, uint64_t shared);
uint32_t bool_oracle_local_id(BoolOracle *oracle, uint32_t location, uint64_t local);
/* The edge of a move; NULL when the move says that the thread is at an error location. */
const BoolEdge *bool_oracle_edge(const BoolOracle *oracle, const Move *move);

#endif
