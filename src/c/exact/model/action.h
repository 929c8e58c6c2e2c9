/* Actions: steps that happen, of which only the values are over-approximated (Edge.action, program/rests.h). */
#ifndef CHORUS_C_EXACT_MODEL_ACTION_H
#define CHORUS_C_EXACT_MODEL_ACTION_H

#include "c/exact/model/emit.h"

/* Edges from here to the end are of one action. What surrounds an action is one action with it: `outer` for the end. */
uint32_t action_begin(Lowering *L);
void action_end(Lowering *L, uint32_t outer);
/* As step_emit, an action of its own: it happens whatever the values are that it assigns. */
EdgeId action_emit(Lowering *L, Step *step);

#endif
