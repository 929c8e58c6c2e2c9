/* Which accesses instructions make (docs/properties.md says what one is), and when and under which locks. */
#ifndef CHORUS_C_SURVEY_CELLS_ACCESS_H
#define CHORUS_C_SURVEY_CELLS_ACCESS_H

#include "c/survey/cells/locks.h"
#include "c/survey/state.h"

/* All that tells apart when two accesses can be made at once. */
typedef struct Circumstance {
    Bits classes;     /* of threads that make it */
    uint32_t started; /* what main has started by then, as a number; UINT32_MAX: main does not make it */
    uint32_t locks;   /* set */
    bool is_write, is_atomic;
    bool is_lock; /* see effect.h */
    uint32_t own; /* memory of the thread's own (team.h), by number; UINT32_MAX: it is not */
    bool is_own;  /* to a local of the function itself, by its name: of the thread that executes the function */
} Circumstance;

typedef struct SurveyAccess {
    uint32_t object;
    uint64_t from, to; /* bytes; from: ANYWHERE = any of the object */
    uint32_t circumstance;
    LLVMValueRef instruction; /* one of those that make it */
} SurveyAccess;

typedef struct SurveyAccesses {
    Survey *s;
    Locks *locks;
    Intern circumstance_ids;
    VEC(Circumstance) circumstances;
    Intern own_ids;
    Intern started_ids;
    VEC(Bits) started; /* with all that those start */
    Intern access_ids;
    VEC(SurveyAccess) all;
    LLVMValueRef unknown; /* makes an access through an address of nothing that is known */
} SurveyAccesses;

/* After threads_find. */
void survey_accesses_find(Survey *s, SurveyAccesses *out);

#endif
