/* Reading and assigning what an access touches: a cell, parts of cells, several cells in one step. */
#ifndef CHORUS_C_EXACT_MEMORY_CELL_H
#define CHORUS_C_EXACT_MEMORY_CELL_H

#include "c/exact/memory/place.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/state.h"

/* What is met on the way to the place: bounds. */
void place_enter(Lowering *L, const Place *place);
Val place_read(Lowering *L, const Place *place);
/* Whether what is stored there can be read again. */
bool place_is_memory(const Place *place);
/* Adds the assignment to a step. */
void place_assign(Lowering *L, const Place *place, const Val *val, Step *step);
/* Assigns a place; the value's operands must have been retired. */
void place_write(Lowering *L, const Place *place, const Val *val);
void place_havoc(Lowering *L, const Place *place, const char *name, const char *approximate);
/* Why an access to a place with a limit ends the model there. */
const char *place_overlay_reason(Lowering *L);
bool type_is_pointer(LLVMTypeRef type);

#endif
