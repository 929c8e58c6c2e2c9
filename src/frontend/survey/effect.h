/* What an instruction reads and writes, in terms of its operands. */
#ifndef CHORUS_FRONTEND_SURVEY_EFFECT_H
#define CHORUS_FRONTEND_SURVEY_EFFECT_H

#include "frontend/survey/state.h"

typedef struct SurveyEffect {
    LLVMValueRef pointer;
    uint64_t bytes; /* 0: nobody knows how many */
    bool is_write, is_atomic;
    bool is_all;     /* all of the object */
    bool is_reached; /* and all that can be reached from there */
} SurveyEffect;

typedef void EffectVisit(void *arg, const SurveyEffect *effect);
void effects_of(Survey *s, LLVMValueRef instruction, EffectVisit *visit, void *arg);

#endif
