/* Memory that a function of the library may write, nobody knows what, how much, or how often. */
#ifndef CHORUS_FRONTEND_LIBRARY_WEAK_H
#define CHORUS_FRONTEND_LIBRARY_WEAK_H

#include "frontend/model/state.h"

/* The bytes from an address on, as many as an object has there, at most so many; UINT64_MAX: nobody knows how many.
 * name: of the function. targets: of the addresses that it may write; NULL: those of memory outside of the program. */
void weak_write(Lowering *L, const char *name, const Val *address, uint64_t bytes, const Targets *targets);

#endif
