/* Locations and registers of a litmus test. */
#ifndef CHORUS_PROGRAM_LITMUS_NAMES_H
#define CHORUS_PROGRAM_LITMUS_NAMES_H

#include "program/litmus/parser.h"

/* The location of this name; a new one, which is 0 at the start, if there is none. */
VarId litmus_location(LitmusParser *s, const char *name, SourcePos pos);
/* NO_ID: there is none. */
VarId litmus_find_location(const LitmusParser *s, const char *name);
/* NULL: the thread has none of this name. Valid until a register is added. */
LitmusRegister *litmus_find_register(LitmusThread *t, const char *name);
/* A new register of the current thread, with the value that the initial state gives it, or 0. */
VarId litmus_add_register(LitmusParser *s, const char *name, SourcePos pos);
/* The shared variable that has the value of the register when its thread has ended. */
VarId litmus_result(LitmusParser *s, LitmusThread *t, LitmusRegister *r);
/* A new register of the current thread that the text does not know. */
VarId litmus_temporary(LitmusParser *s);
/* A Boolean that says whether the thread has ended. */
VarId litmus_add_end(LitmusParser *s, const LitmusThread *t);
Term litmus_number(const LitmusParser *s, uint64_t value);
Term litmus_term(const LitmusParser *s, VarId var);

#endif
