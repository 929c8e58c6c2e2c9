/* Checks of the state of the walk over instructions, for development builds. */
#ifndef CHORUS_C_EXACT_MODEL_FRAME_CHECK_H
#define CHORUS_C_EXACT_MODEL_FRAME_CHECK_H

#include "c/exact/model/state.h"

/* Is the frame one that is lowered now, called by one that is; are its joins at locations of the thread, and is all
 * that waits to be lowered its own? */
bool frame_is_valid(const Lowering *L, const Frame *frame);
/* Has control come to the block as it must: where there are several ways in, to the location where they join? */
bool block_is_entered(const Lowering *L, LLVMBasicBlockRef block);
/* Is it a value that something of the type can have? */
bool value_fits(const Lowering *L, const Val *value, LLVMTypeRef type);
/* Are the threads numbered as their templates are, with locations of their own, and parameters of their functions? */
bool model_threads_are_valid(const Lowering *L);

#endif
