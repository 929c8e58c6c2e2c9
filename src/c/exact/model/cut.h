/* Where the objects of variable size are too many for all to have addresses: either they are cut, so that the model
 * ends where more is allocated, or they are as large as objects can be, but only their first bytes have numbers, so
 * that the model ends where another address is computed (memory/address.h); or, with addresses of 32 bits, where malloc
 * may fail, and if they are few, they are half or a quarter as large, and malloc is assumed to fail beyond that. */
#ifndef CHORUS_C_EXACT_MODEL_CUT_H
#define CHORUS_C_EXACT_MODEL_CUT_H

#include "c/exact/model/state.h"

bool cut_is_used(const Lowering *L);
/* Starts again with objects that are cut; returns where they are or must not be. */
void cut_all(Lowering *L);

#endif
