/* Edges of the program, when all is lowered. */
#ifndef CHORUS_C_EXACT_THREADS_EDGES_H
#define CHORUS_C_EXACT_THREADS_EDGES_H

#include "c/exact/model/state.h"

/* Whether the edge can be taken twice by one thread. The program has an index. */
bool edge_in_cycle(Lowering *L, EdgeId id);
/* For checks: are the assignments in order, each variable once? */
bool assigns_are_sorted(const Assign *assigns, uint32_t count);
/* The edge assigns the value, of its sort, to the variable, which it does not do yet. */
void edge_add_assign(Lowering *L, EdgeId id, VarId var, Term value);

#endif
