/* What a proof takes for granted and nobody looks at: memory that is freed is used no more, and given again only to who
 * asks for as much; the compiler's traps are no errors. Each is said in one note, at its first place. */
#ifndef CHORUS_C_EXACT_MODEL_ASSUMPTION_H
#define CHORUS_C_EXACT_MODEL_ASSUMPTION_H

#include "c/exact/model/state.h"

/* The instruction at hand frees memory, or ends the program by a trap. */
void assumption_free(Lowering *L);
void assumption_trap(Lowering *L);
/* It allocates memory, and is taken not to fail. */
void assumption_allocation(Lowering *L);
/* It may be lost, which is looked at where threads end only. */
void assumption_lost(Lowering *L);
/* Memory is compared, one of it freed, that would be at one address only if memory is given again in another size or
 * in part. */
void assumption_resize(Lowering *L);
/* A realloc of memory that is compared: that it gives the same address is not modelled. */
void assumption_in_place(Lowering *L);

/* A join whose thread is found by the value of the handle (threads/named.c). */
void assumption_joined(Lowering *L, SourcePos pos);
/* The handle of a thread is not 0, with which one is compared. */
void assumption_handle(Lowering *L, SourcePos pos);
/* What a call at the position may violate (threads/misuse.h): who gives a lock back holds it; what is destroyed or
 * initialised is not in use; a thread is joined or detached once. */
void assumption_held(Lowering *L, SourcePos pos);
void assumption_unused(Lowering *L, SourcePos pos);
void assumption_once(Lowering *L, SourcePos pos);
/* That joined threads can be counted: where assumption_joined is noted. */
void assumption_threads(Lowering *L);
/* The address of a local goes to a place that outlives it, and the local may be there again. */
void assumption_outlived(Lowering *L);
/* Text is written to an array whose length the source says. */
void assumption_text(Lowering *L);
/* A wait with a limit, whose result is looked at: that the time is no time (EINVAL) is not modelled. */
void assumption_time(Lowering *L, LLVMValueRef call);
/* A constant is written, where accesses are not asked for. */
void assumption_constant(Lowering *L);
/* A format that is not known is taken to write nothing. */
void assumption_format(Lowering *L);

/* main gets its own name as an argument at least, which Linux sees to. */
void assumption_arguments(Lowering *L);

/* It calls a function of the library that is safe in several threads in glibc, though POSIX does not ask for it. */
void assumption_state(Lowering *L);

/* Memory of a size that is not known is allocated: more than 2 GB cannot be had. */
void assumption_size(Lowering *L, uint64_t bytes);
/* One call makes so many objects at most (heap/arena.h): no fewer than ARENA_OBJECTS (model/arena.h). */
void assumption_arena(Lowering *L, uint64_t count);

#endif
