/* Calls on mutexes, spin locks and read-write locks. */
#ifndef CHORUS_C_OUTLINE_SYNC_H
#define CHORUS_C_OUTLINE_SYNC_H

#include "c/compile/intrinsics.h"
#include "c/outline/state.h"

/* lock: the operand that says on which (outline_lock_operand). */
void outline_sync(Outline *o, LLVMValueRef call, Intrinsic intrinsic, LLVMValueRef lock, OutlineKind kind);

#endif
