/* A program as C text: <stdatomic.h>, a function for each thread, main creates those that no other thread starts. */
#ifndef TESTS_AGREEMENT_MEMORY_RENDER_C_H
#define TESTS_AGREEMENT_MEMORY_RENDER_C_H

#include "agreement_memory/program.h"

void render_c(const MemoryProgram *p, Str *out);

#endif
