/* Which threads there are, which functions they execute, and what main may have started so far.
 *
 * Threads that begin with the same function at the same place are a class. A class is single when its place is executed
 * at most once in each run. A function that the library may call back is a class of its own, with any number of threads
 * (docs/library.md). */
#ifndef CHORUS_C_SURVEY_THREADS_H
#define CHORUS_C_SURVEY_THREADS_H

#include "c/survey/state.h"

/* After solve: fills classes, SurveyFunction.classes, is_once, started, starts; which objects are single and shared. */
void threads_find(Survey *s, LLVMValueRef main_function);
/* Follows main's instructions of a function in order; `visit` gets each with the classes that may have been started
 * before it. */
typedef void StartedVisit(void *arg, LLVMValueRef instruction, const Bits *started);
void threads_walk(Survey *s, uint32_t function, StartedVisit *visit, void *arg);
/* Classes that may run when those have been started: with those that they start. */
Bits threads_closure(const Survey *s, Bits started);
/* The functions that a call may come to. */
bool call_targets(const Survey *s, uint32_t function, LLVMValueRef call, uint32_t *first, uint32_t *end);

#endif
