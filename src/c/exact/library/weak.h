/* Memory that a function of the library may write, nobody knows what, how much, or how often. */
#ifndef CHORUS_C_EXACT_LIBRARY_WEAK_H
#define CHORUS_C_EXACT_LIBRARY_WEAK_H

#include "c/exact/model/state.h"

/* The bytes from an address on, as many as an object has there, at most so many; UINT64_MAX: nobody knows how many.
 * targets: of the addresses that may be written there; NULL: those of memory outside of the program. */
typedef struct WeakArea {
    Val to;
    uint64_t bytes;
    const Targets *targets;
    Term length;  /* TERM_NONE, or: no more than so many bytes, as wide as an address */
    bool is_text; /* the last of so many bytes stays as it was, or becomes 0 */
} WeakArea;

/* All of them, by one call of the function of that name: in any order, and again and again. */
void weak_write(Lowering *L, const char *name, const WeakArea *areas, uint32_t count);

#endif
