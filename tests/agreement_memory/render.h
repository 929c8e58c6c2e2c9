/* A program as .scpl text: an automaton of one thread for each thread. */
#ifndef TESTS_AGREEMENT_MEMORY_RENDER_H
#define TESTS_AGREEMENT_MEMORY_RENDER_H

#include "agreement_memory/program.h"

/* has_orders: with the orders of accesses, fences, and which variables are locks. */
void render_program(const MemoryProgram *p, bool has_orders, Str *out);

#endif
