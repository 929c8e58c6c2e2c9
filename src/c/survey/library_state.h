/* State that the library keeps (c/library/state.h) as objects of a survey.
 *
 * The state itself is one whose node also holds the addresses of what calls were given to go on with later. What a
 * state shows the program is another one; addresses that are kept there lead to it. */
#ifndef CHORUS_C_SURVEY_LIBRARY_STATE_H
#define CHORUS_C_SURVEY_LIBRARY_STATE_H

#include "c/survey/effect.h"

/* What a call leaves there, and what it gives of it: before addresses are looked for. False: it gives nothing of it. */
bool library_state_gather(Survey *s, LLVMValueRef call, const char *name);
/* What it reads and writes there. */
void library_state_effects(Survey *s, LLVMValueRef call, const char *name, EffectVisit *visit, void *arg);

#endif
