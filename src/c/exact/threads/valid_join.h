/* The property valid-sync, as far as it is about joining and detaching threads: of each handle that is followed, a
 * variable says whether it is that of a thread that may be joined; of handles that are found by their values (named.h),
 * an array does. A join or a detach of another one is a violation, as is a join of oneself. A thread that is not known
 * is a limit. */
#ifndef CHORUS_C_EXACT_THREADS_VALID_JOIN_H
#define CHORUS_C_EXACT_THREADS_VALID_JOIN_H

#include "c/exact/model/state.h"

/* The call starts a thread that is, or may be, detached from the start: by some edge from that number on. */
void valid_join_note_detached(Lowering *L, LLVMValueRef create, uint32_t first);
/* When all is lowered, before joins wait. Joins of which is known that they are right are no joins of detached threads
 * any more. */
void valid_join_resolve(Lowering *L);
/* Of threads that are found by the values of their handles: when it is known whether anybody looks at these. */
void valid_join_names(Lowering *L);

#endif
