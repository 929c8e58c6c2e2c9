/* Barriers. A wait is two steps. The first counts the threads inside; the one that makes them complete opens the
 * barrier and goes on. The others leave through the open barrier, which closes behind the last of them; only then does
 * the next round begin. Threads that come earlier than that wait in front, which nobody can tell from having been slow:
 * so a round needs no number, which would wrap around. POSIX leaves open which thread is told that it is the serial
 * one. */
#ifndef CHORUS_C_EXACT_THREADS_BARRIER_H
#define CHORUS_C_EXACT_THREADS_BARRIER_H

#include "c/exact/model/state.h"

void lower_barrier(Lowering *L, LLVMValueRef call, Intrinsic operation);

#endif
