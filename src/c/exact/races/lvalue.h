/* What an access is to, for people: "s.f", "a[]". */
#ifndef CHORUS_C_EXACT_RACES_LVALUE_H
#define CHORUS_C_EXACT_RACES_LVALUE_H

#include "c/exact/model/state.h"

/* The name of so many bytes at an address in an object (VAL_POINTER), owned by the run. Says nothing that the program
 * depends on: members are named as far as the types tell. */
const char *lvalue_text(Lowering *L, const Val *address, uint64_t bytes);

#endif
