/* Threads in C of litmus tests. */
#ifndef CHORUS_PROGRAM_LITMUS_C_STATEMENT_H
#define CHORUS_PROGRAM_LITMUS_C_STATEMENT_H

#include "program/litmus/parser.h"

/* P0 (atomic_int *x, int *y) { ... }: the threads one after the other. */
void c_read_threads(LitmusParser *s);

#endif
