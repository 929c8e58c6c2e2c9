/* Orders of independent steps in searches of concrete states: one of them is enough. */
#ifndef CHORUS_ENGINES_SYMMPA_REFINE_CONCRETE_FIRST_H
#define CHORUS_ENGINES_SYMMPA_REFINE_CONCRETE_FIRST_H

#include "engines/symmpa/refine/concrete_state.h"
#include "program/analysis/dependence.h"

/* Which threads a search moves in a state. */
typedef struct FirstThread {
    uint32_t only;  /* only this one; NO_ID: all */
    bool is_atomic; /* since it is inside an atomic section, where the others stand still */
    bool is_stuck;  /* several are: they stop each other, and nobody moves */
} FirstThread;

/* Outside of atomic sections a thread is `only` whose next steps depend on nothing that others can do before it moves.
 * Where a step of it leads back to a state that was met before, the others are to be moved as well. */
FirstThread concrete_first(Concrete *c, const Dependence *dependence, const uint64_t *state);

#endif
