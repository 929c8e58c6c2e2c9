/* Which threads have certainly ended behind a call that joins. */
#ifndef CHORUS_C_SURVEY_JOIN_H
#define CHORUS_C_SURVEY_JOIN_H

#include "c/survey/state.h"

/* Whether the program detaches threads, so that none is known to be joined. */
bool is_detaching(const Survey *s);
bool is_join(LLVMValueRef instruction);
/* The load of the handle that a call joins, just before it, with no step in between that could start the thread; NULL:
 * there is none. */
LLVMValueRef joined_load(LLVMValueRef call);
/* After the classes and what is single are known. */
void joins_find(Survey *s);
/* Calls visit with each class whose thread, the only one, has ended when the call returns. */
typedef void JoinVisit(void *arg, uint32_t class);
void join_visit(const Survey *s, LLVMValueRef call, JoinVisit *visit, void *arg);

#endif
