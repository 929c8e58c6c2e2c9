/* Functions of the library that call functions of the program while they run, and never afterwards: whoever calls them
 * makes those calls himself. All others that get to know a function may call it at any time (call.c). */
#ifndef CHORUS_FRONTEND_SURVEY_CALLBACK_H
#define CHORUS_FRONTEND_SURVEY_CALLBACK_H

#include "frontend/survey/state.h"

/* How often a call of the library executes functions that it is given. */
typedef enum CallbackKind {
    CALLBACK_NONE,    /* it is none of these */
    CALLBACK_SORTS,   /* any number of times, on elements of an array among the arguments; keeps nothing */
    CALLBACK_READS,   /* likewise, on what it knows; reads its arguments */
    CALLBACK_CONFINED /* likewise, and may write */
} CallbackKind;

CallbackKind callback_kind(LLVMValueRef call);
/* Whether argument k is a function that the call calls. */
bool callback_is_called(LLVMValueRef call, unsigned k);

#endif
