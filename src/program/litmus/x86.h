/* Threads of litmus tests for x86: a table of instructions, a column for each thread. */
#ifndef CHORUS_PROGRAM_LITMUS_X86_H
#define CHORUS_PROGRAM_LITMUS_X86_H

#include "program/litmus/parser.h"

void x86_read_threads(LitmusParser *s);
/* The name by which a register of this name is known; NULL: there is none. */
const char *x86_register_name(const char *name);

#endif
