/* The initial state of a litmus test. */
#ifndef CHORUS_PROGRAM_LITMUS_INITIAL_H
#define CHORUS_PROGRAM_LITMUS_INITIAL_H

#include "program/litmus/parser.h"

/* A type that an int has, qualified or not; whether it is atomic. false: no type stands here. */
bool litmus_accept_type(LitmusParser *s, bool *is_atomic);
/* { int x = 1; [y] = 2; 0:EAX = 3; } */
void litmus_read_initial(LitmusParser *s);
/* After all threads: each register with an initial value belongs to one of them. */
void litmus_require_registers(const LitmusParser *s);

#endif
