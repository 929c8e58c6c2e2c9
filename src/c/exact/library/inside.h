/* Addresses that the library gives of what it was given the address of. */
#ifndef CHORUS_C_EXACT_LIBRARY_INSIDE_H
#define CHORUS_C_EXACT_LIBRARY_INSIDE_H

#include "c/exact/model/state.h"

/* All addresses in the objects of the targets at which a scalar may lie are added to them. */
void inside_widen(Lowering *L, Targets *targets);
/* Of any address in the objects that an address of any kind points to, or outside of the program; NULL: only there. */
const Targets *inside_targets(Lowering *L, const Val *v);

#endif
