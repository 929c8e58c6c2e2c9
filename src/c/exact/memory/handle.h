/* Thread handles, as memory: which of them a start of a thread may fill, and a join may wait for. A handle is followed
 * when its object is only filled by starts and only read for joins, and where it is in an array with a variable index,
 * when that is small. */
#ifndef CHORUS_C_EXACT_MEMORY_HANDLE_H
#define CHORUS_C_EXACT_MEMORY_HANDLE_H

#include "c/exact/model/state.h"

/* The handles that an address may be that of, before the edge that uses it; edges are still to be filled in. */
void handles_at(Lowering *L, const Val *address, HandleUses *uses);
/* Are threads whose handle is not followed found by its value (threads/named.h)? Who waits for whom is then not known,
 * which deadlocks need. */
bool handles_have_names(const Lowering *L);
/* Whether the object at an address holds handles only, so that nobody sees their values. */
bool handle_is_kept_apart(const Lowering *L, const Val *address);
/* Whether a load reads a thread handle only in order to join it. */
bool handle_is_only_joined(Lowering *L, LLVMValueRef load, const Val *address);

#endif
