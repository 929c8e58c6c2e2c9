/* Locals that may be used when their function has returned, or their block has ended. */
#ifndef CHORUS_C_SURVEY_OUTLIVE_H
#define CHORUS_C_SURVEY_OUTLIVE_H

#include "c/survey/state.h"

/* After threads_find. Such objects stand for several from then on (is_single): what lies in their memory later is
 * another object. Survey.outlived, outlived_shared: the first of them. */
void outlive_find(Survey *s);

/* Where such a local is declared. What is assumed of it, and of others, in words. */
SourcePos outlive_pos(const Survey *s, LLVMValueRef local);
const char *outlive_assumption(const Survey *s, LLVMValueRef local);

#endif
