/* Memory that nobody can free any more (the property valid-memtrack).
 *
 * Looked at where a thread ends: what is lost stays lost. When a thread returns from its start function, memory that no
 * other thread has ever seen is lost unless it is freed. When main returns, which ends the program, memory that other
 * threads may have seen is fine where static storage points to it (into it counts), or memory that is fine; elsewhere
 * some other thread may still point to it, so that the model ends there: no proof, and no violation either. Where
 * exit is called the functions that are active still have their locals, which may point to any memory that is not
 * freed: likewise. abort and what ends a program like it are no end: nobody looks at memory then. A run without an end
 * is not looked at. */
#ifndef CHORUS_C_EXACT_HEAP_LOST_H
#define CHORUS_C_EXACT_HEAP_LOST_H

#include "c/exact/model/emit.h"
#include "c/exact/model/state.h"

/* The step makes the object. */
void lost_note_made(Lowering *L, Step *step, uint32_t object);
/* Where main is when it returns, or a thread that calls exit: instead of thread_halt. NULL: nothing is asked. */
const LocId *lost_at_return(Lowering *L);
const LocId *lost_at_exit(Lowering *L);
/* Adds the checks, when all threads are lowered. */
void lost_check(Lowering *L);

#endif
