/* Handles that a program keeps but never looks at. */
#ifndef CHORUS_C_EXACT_THREADS_OPAQUE_H
#define CHORUS_C_EXACT_THREADS_OPAQUE_H

#include "c/exact/model/state.h"

/* Are the handles that starts of threads make arbitrary, and those that joins find by their values, only copied from
 * place to place, or compared with 0, so that no step depends on what they are, and do they come from starts of threads
 * and from constants only? Errs towards false. *where, unless NULL: a step that looks at one, or makes one. */
bool handles_are_opaque(Lowering *L, SourcePos *where);
/* They are, so that none needs to be arbitrary. */
void handles_forget_arbitrary(Lowering *L);

#endif
