/* Texts in constant memory. */
#ifndef CHORUS_C_EXACT_RACES_TEXT_H
#define CHORUS_C_EXACT_RACES_TEXT_H

#include "c/exact/model/state.h"
#include "c/library/format.h"

/* Whether it is an address in memory that nobody may write. */
bool address_is_constant(Lowering *L, const Val *v);
/* Whether the address is that of some constant text, which has an end. */
bool text_is_constant(Lowering *L, const Val *v);
/* The length of such a text, a term of the sort; TERM_NONE: it is none, or may be longer than is looked at. */
Term text_length(Lowering *L, const Val *v, Sort sort);
/* Whether it is known what the format that the argument points to does, whichever of its targets that is. */
bool text_format(Lowering *L, LLVMValueRef argument, bool is_wide, Format *format);

#endif
