/* Natural loops of a function: their blocks, and what makes them easy to copy. */
#ifndef CHORUS_C_COMPILE_LOOP_H
#define CHORUS_C_COMPILE_LOOP_H

#include <llvm-c/Core.h>

#include "base/intern.h"
#include "base/vec.h"

#define UNROLL_ROUNDS 8 /* at most */

typedef VEC(LLVMBasicBlockRef) LoopBlocks;

typedef struct Loop {
    Run *run;
    LLVMBasicBlockRef header, latch, before; /* before: from where it is entered */
    LLVMBasicBlockRef inside, exit;          /* where the header's branch leads */
    LoopBlocks blocks;                       /* the header first */
    Intern ids;                              /* of the blocks */
    LLVMValueRef counter, step;              /* step: the store that changes the counter */
    uint32_t rounds;
    uint64_t values[UNROLL_ROUNDS + 1]; /* of the counter in each round, and when the loop is left */
} Loop;

bool loop_has(const Loop *loop, LLVMBasicBlockRef block);
bool loop_has_instruction(const Loop *loop, LLVMValueRef i);
/* The natural loop of the edge from latch to header, if it is one that has a single way in and a single way back. The
 * run and the ids must have been set; to be cleared in any case. */
bool loop_find(Loop *loop, LLVMBasicBlockRef latch, LLVMBasicBlockRef header);
void loop_clear(Loop *loop);
/* The header chooses between the loop and the way out. */
bool loop_header_decides(Loop *loop);
/* Whether no value made in the loop is used outside, not even by a phi. */
bool loop_values_stay(const Loop *loop);
/* Whether a branch out of the loop, or the way into it, meets phis, whose sources would change. */
bool loop_leads_to_phi(const Loop *loop);
/* NULL when there are several. */
LLVMBasicBlockRef block_single_predecessor(LLVMBasicBlockRef block);

#endif
