/* What instructions without effect compute, exactly or as any value. */
#ifndef CHORUS_C_OUTLINE_ARITH_H
#define CHORUS_C_OUTLINE_ARITH_H

#include "c/outline/state.h"

/* Binds the value of the instruction; false: it is none of those. */
bool outline_arith(Outline *o, LLVMValueRef instruction);
/* a op b of an atomic operation; TERM_NONE: it is not computed. */
Term outline_exchange(Outline *o, LLVMAtomicRMWBinOp operation, Term a, Term b);

#endif
