/* What a proof takes for granted and nobody looks at: memory that is freed is used no more; the compiler's traps are no
 * errors. Each is said in one note, at its first place. */
#ifndef CHORUS_FRONTEND_MODEL_ASSUMPTION_H
#define CHORUS_FRONTEND_MODEL_ASSUMPTION_H

#include "frontend/model/state.h"

/* The instruction at hand frees memory, or ends the program by a trap. */
void assumption_free(Lowering *L);
void assumption_trap(Lowering *L);

#endif
