/* What cells and locks are called, in the words of the source. */
#ifndef CHORUS_C_SURVEY_CELLS_NAME_H
#define CHORUS_C_SURVEY_CELLS_NAME_H

#include "c/survey/cells/locks.h"
#include "c/survey/state.h"

/* What is known about types and locals before the module is rewritten. */
typedef struct SurveyNames {
    Run *run;
    LLVMContextRef context;
    Intern seen;     /* types */
    Intern word_ids; /* names of structs, by their letters */
    VEC(LLVMMetadataRef) structs;
    Intern local_ids; /* storage */
    VEC(DebugVariable) locals;
} SurveyNames;

void survey_names_find(SurveyNames *names, Run *run, LLVMModuleRef module);
/* Bytes of an object; from: ANYWHERE = all of it. */
const char *survey_cell_name(const Survey *s, SurveyNames *names, uint32_t object, uint64_t from, uint64_t to);
const char *name_lock(const Survey *s, SurveyNames *names, const Locks *l, uint32_t lock, uint32_t object);

#endif
