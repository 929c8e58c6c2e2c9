/* Robustness of a location: is the program that the proof is about the one that the question needs? */
#ifndef CHORUS_KERNEL_MEMORY_ROBUST_H
#define CHORUS_KERNEL_MEMORY_ROBUST_H

#include "kernel/checker/checker.h"
#include "kernel/memory/facts.h"

/* k->p: the instrumented program; f: of the plain one; x: one of its locations. */
void robust_check(Checker *k, MemoryFacts *f, bool is_tso, uint32_t x);

#endif
