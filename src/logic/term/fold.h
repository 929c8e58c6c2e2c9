/* Binary operations on constants. */
#ifndef CHORUS_LOGIC_TERM_FOLD_H
#define CHORUS_LOGIC_TERM_FOLD_H

#include "logic/term/term.h"

/* Applies a binary operation to constants of a sort; false when the result is not representable (ideal integers) or the
 * kind is none of an operation. */
bool fold_binary(TermKind kind, Sort sort, uint64_t a, uint64_t b, uint64_t *result);

#endif
