/* Texts in constant memory. */
#ifndef CHORUS_FRONTEND_RACES_TEXT_H
#define CHORUS_FRONTEND_RACES_TEXT_H

#include "frontend/model/state.h"
#include "frontend/tables/format.h"

/* Whether it is an address in memory that nobody may write. */
bool address_is_constant(Lowering *L, const Val *v);
/* Whether it is known what the format that the argument points to does, whichever of its targets that is. */
bool text_format(Lowering *L, LLVMValueRef argument, bool is_wide, Format *format);

#endif
