/* Functions of the program that the library may call. */
#ifndef CHORUS_FRONTEND_CODE_CALLBACK_H
#define CHORUS_FRONTEND_CODE_CALLBACK_H

#include "frontend/model/state.h"

/* From now on the functions among the targets may be called at any time. name: of who was told about them. */
void lower_callbacks(Lowering *L, const char *name, const Targets *targets);

#endif
