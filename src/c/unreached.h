/* Assertions that lowering does not come to, because behaviour before them is undefined, or because it has seen that
 * control does not go there: they have no edge, and a proof would say nothing about them without a word. */
#ifndef CHORUS_C_UNREACHED_H
#define CHORUS_C_UNREACHED_H

#include "c/exact/model/state.h"

/* After the last pass: fills Program.assertions. */
void unreached_end(Lowering *L);

#endif
