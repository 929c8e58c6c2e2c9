/* The values that a search of concrete states tries for arbitrary inputs: 0, 1, and what they are compared with. */
#ifndef CHORUS_ENGINES_SYMMPA_REFINE_CONCRETE_INPUTS_H
#define CHORUS_ENGINES_SYMMPA_REFINE_CONCRETE_INPUTS_H

#include "program/state.h"
#include "program/trace.h"

typedef struct InputConstants InputConstants;

/* What the values of variables are compared with, directly or after assignments. */
InputConstants *inputs_find(Program *p);
/* Tries, too, what inputs are in a run that is known. */
void inputs_add(InputConstants *constants, const Trace *known);
void inputs_free(InputConstants *constants);
/* Number of choices of values for all inputs of the edge; at least 1. */
uint32_t inputs_choices(const InputConstants *constants, const Machine *m, EdgeId edge);
/* Input i of the edge in that choice. */
uint64_t inputs_value(const InputConstants *constants, const Machine *m, EdgeId edge, uint32_t i, uint32_t choice);

#endif
