/* What an instruction reads and writes, in terms of its operands. */
#ifndef CHORUS_C_SURVEY_EFFECT_H
#define CHORUS_C_SURVEY_EFFECT_H

#include "c/survey/state.h"

typedef struct SurveyEffect {
    LLVMValueRef pointer;
    uint64_t bytes; /* 0: nobody knows how many */
    bool is_write, is_atomic;
    bool is_lock;    /* of synchronisation, which races with other accesses only */
    bool is_all;     /* all of the object */
    bool is_freed;   /* of what an allocation gave only (effect_is_to) */
    bool is_reached; /* and all that can be reached from there */
    bool is_static;  /* memory of the library's own; pointer is none */
} SurveyEffect;

/* Whether the effect may be to a place where its pointer may point to. What is freed was given by an allocation, of the
 * program or the library, and the address is that of its beginning: C leaves open anything else, which is another
 * property's matter (valid-free). */
bool effect_is_to(const Survey *s, const SurveyEffect *effect, uint32_t place);
/* Where a pointer may point to; NULL: nowhere that is known. */
const Ids *effect_targets(const Survey *s, LLVMValueRef pointer);
/* The normal bytes [*from, *to) of an effect from a place on (object.h); false: any of the object. */
bool effect_range(const Survey *s, uint32_t place, const SurveyEffect *effect, uint64_t *from, uint64_t *to);
/* Whether what is called through a pointer, or a thread begins with, may have no body. */
bool effect_calls_unknown(const Survey *s, LLVMValueRef pointer);
typedef void EffectVisit(void *arg, const SurveyEffect *effect);
void effects_of(Survey *s, LLVMValueRef instruction, EffectVisit *visit, void *arg);

#endif
