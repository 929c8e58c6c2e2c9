/* Which results a function of the library may have, where C, POSIX or Linux say so. */
#ifndef CHORUS_C_EXACT_LIBRARY_RANGE_H
#define CHORUS_C_EXACT_LIBRARY_RANGE_H

#include "c/exact/model/state.h"

/* From 0 to `most`, or -1 if has_error; without a term for `most` (TERM_NONE) any value of the type. */
typedef struct ResultRange {
    bool has_error;
    Term most; /* of the width of the result */
} ResultRange;

/* That of a call, whose operands are still at hand; what it depends on is kept in a temporary variable. */
ResultRange range_find(Lowering *L, LLVMValueRef call, const char *name);
/* `any`, a value of the type of the result, where it is in the range; else another that is. All in the range have such
 * a value. */
Term range_within(Lowering *L, const ResultRange *range, Term any);

#endif
