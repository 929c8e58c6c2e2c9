/* Where control meets: the location, and the values that differ by the way. */
#ifndef CHORUS_C_EXACT_MEMORY_MERGE_H
#define CHORUS_C_EXACT_MEMORY_MERGE_H

#include "c/exact/memory/slot.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/state.h"

/* Binds the values that meet where control joins: *merged on first arrival, then assigns it. */
void merge_value(Lowering *L, Val *merged, bool is_first, const Val *v, const SlotKey *key, const char *name,
                 Step *step);
/* Leads the cursor into a join; step holds the join's assignments and saves, and is freed. block: to be lowered from
 * there, or NULL. */
void join_enter(Lowering *L, BlockState *state, LLVMBasicBlockRef block, Step *step, bool is_mid);
/* The location of a join, made on first arrival. */
LocId join_loc(Lowering *L, BlockState *state, LLVMBasicBlockRef block, bool is_mid);
/* A block that is to be lowered from there. */
void work_push(Lowering *L, LLVMBasicBlockRef block, const Cursor *cursor);
/* Of the first instruction that has one. */
SourcePos block_pos(Lowering *L, LLVMBasicBlockRef block);

#endif
