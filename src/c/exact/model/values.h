/* Kinds of values. */
#ifndef CHORUS_C_EXACT_MODEL_VALUES_H
#define CHORUS_C_EXACT_MODEL_VALUES_H

#include "c/exact/model/state.h"

/* For checks: a kind with the fields that it uses, and only with terms that such fields can have. */
bool val_is_valid(const Lowering *L, const Val *v);
/* For checks: can it be a value of the type? */
bool val_fits(const Lowering *L, const Val *v, LLVMTypeRef type);
Val val_none(void);
Val val_term(Term t);
Val val_pair(Term a, Term b);
Val pair_element(const Val *pair, unsigned k);
Val val_pointer(uint32_t object, int64_t offset);
Val val_function(LLVMValueRef function);
bool val_same_shape(const Val *a, const Val *b);
Sort type_sort(Lowering *L, LLVMTypeRef type);
/* How many bits its values have in the model; 0: no one value. */
unsigned type_width(const Lowering *L, LLVMTypeRef type);
/* Whether it is, or may be, the address of something. */
bool val_is_address(const Val *v);
/* A number that is the address of one of the targets. */
Val address_of(Term t, const Targets *targets);

/* Whether values of the type have more bits than terms can: they are moved about as a whole, and none of their bits is
 * ever looked at, so that 64 stand for all. */
bool type_is_opaque(LLVMTypeRef type);

#endif
