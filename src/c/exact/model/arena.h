/* Which calls of malloc have an arena for the objects that they make (heap/arena.h), as far as all passes know. */
#ifndef CHORUS_C_EXACT_MODEL_ARENA_H
#define CHORUS_C_EXACT_MODEL_ARENA_H

#include "c/exact/model/state.h"

#define ARENA_OBJECTS 65536u /* in an arena, at least */

/* Bytes of an arena of objects that are so far apart: all of them have numbers. 0: there is no room. */
uint64_t arena_size(const Lowering *L, uint64_t stride);
/* Bytes from one object of the arena to the next; 0: it is none. */
uint64_t arena_stride(Lowering *L, const Object *o);
/* From the next pass on the calls that make the object, or some target, have no arena. False: none had. */
bool arena_refuse(Lowering *L, const Object *o);
bool arena_refuse_targets(Lowering *L, const Targets *targets);
/* No call has one any more, as there are not enough addresses. */
bool arena_refuse_all(Lowering *L);

#endif
