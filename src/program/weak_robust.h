/* Robustness of one location as error edges: a program that can take an error edge if an execution under the memory
 * model may read an older value of the location, or put a write before another one, than any interleaving does. The
 * other way round it errs towards error edges. See docs/memory.md. */
#ifndef CHORUS_PROGRAM_WEAK_ROBUST_H
#define CHORUS_PROGRAM_WEAK_ROBUST_H

#include "program/weak_bits.h"

/* x: VarId.i, one of events->locations. That no interleaving takes p's error edges is known: they are left out. Under
 * C11 plain accesses to x count as none: pairs with one are races, which are asked for themselves. */
Program *weak_robustness(Program *p, MemoryEvents *events, WeakModel model, uint32_t x);

#endif
