/* What a program does that a survey does not describe: cells that are all safe are no verdict then. */
#ifndef CHORUS_FRONTEND_CELLS_GAP_H
#define CHORUS_FRONTEND_CELLS_GAP_H

#include "frontend/survey/state.h"

typedef struct Gap {
    LLVMValueRef where; /* an instruction, or NULL */
    const char *what;   /* NULL: there is none */
} Gap;

/* The first gap, after threads_find. */
Gap gap_find(Survey *s);

#endif
