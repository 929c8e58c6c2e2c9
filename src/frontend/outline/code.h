/* Bodies of functions: blocks, branches, instructions. */
#ifndef CHORUS_FRONTEND_OUTLINE_CODE_H
#define CHORUS_FRONTEND_OUTLINE_CODE_H

#include "frontend/outline/state.h"

/* Lowers everything that a thread of the template may come to. */
void outline_thread(Outline *o, const OutlineThread *thread);

#endif
