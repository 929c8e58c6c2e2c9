/* Which threads have certainly ended behind a call that joins. */
#ifndef CHORUS_FRONTEND_SURVEY_JOIN_H
#define CHORUS_FRONTEND_SURVEY_JOIN_H

#include "frontend/survey/state.h"

/* After the classes and what is single are known. */
void joins_find(Survey *s);
/* Calls visit with each class whose thread, the only one, has ended when the call returns. */
typedef void JoinVisit(void *arg, uint32_t class);
void join_visit(const Survey *s, LLVMValueRef call, JoinVisit *visit, void *arg);

#endif
