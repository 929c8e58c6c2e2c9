/* Bodies of functions: blocks, branches, instructions. */
#ifndef CHORUS_C_OUTLINE_CODE_H
#define CHORUS_C_OUTLINE_CODE_H

#include "c/outline/state.h"

/* Lowers everything that a thread of the template may come to. */
void outline_thread(Outline *o, const OutlineThread *thread);

#endif
