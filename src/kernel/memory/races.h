/* Races under C11: is the program that the proof is about the one that the question needs? */
#ifndef CHORUS_KERNEL_MEMORY_RACES_H
#define CHORUS_KERNEL_MEMORY_RACES_H

#include "kernel/checker/checker.h"
#include "kernel/memory/facts.h"
#include "program/monitor.h"

/* k->p: the program with guessed accesses; f: of the one that makes them. asks: which pairs are in question. */
void races_check(Checker *k, MemoryFacts *f, const MonitorQuestion *asks);

#endif
