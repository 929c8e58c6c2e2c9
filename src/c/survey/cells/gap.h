/* What a program does that a survey does not describe: cells that are all safe are no verdict then. */
#ifndef CHORUS_C_SURVEY_CELLS_GAP_H
#define CHORUS_C_SURVEY_CELLS_GAP_H

#include "c/survey/state.h"

typedef struct Gap {
    LLVMValueRef where; /* an instruction, or NULL */
    const char *what;   /* NULL: there is none */
} Gap;

/* What an instruction does that is in no cell; NULL: nothing. */
const char *gap_at(const Survey *s, LLVMValueRef i);
/* Whether all that it does is to write memory that it is given, now or later. */
bool gap_is_write(LLVMValueRef call);
/* The first gap, after threads_find. */
Gap gap_find(Survey *s);

#endif
