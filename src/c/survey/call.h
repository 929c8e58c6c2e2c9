/* What calls do with addresses: functions of the program, those of the library by their summaries, and those that
 * nobody knows, by the rules of docs/library.md. */
#ifndef CHORUS_C_SURVEY_CALL_H
#define CHORUS_C_SURVEY_CALL_H

#include "c/compile/intrinsics.h"
#include "c/library/summary.h"
#include "c/survey/solve.h"
#include "c/survey/state.h"

/* The uses that a call makes; a call through a pointer gets those of its functions when they are found. */
void call_gather(Survey *s, LLVMValueRef call);
/* What solve is to do with functions. */
extern const SolveHooks call_hooks;
/* The name of a function without a body, and what it is; NULL: it has one. */
const char *library_name(LLVMValueRef function, Intrinsic *intrinsic);
/* A function of the scanf family that has no list of arguments, or has one (vsscanf). */
bool is_scanning(const char *name);
/* The index of the argument at which a start of a thread has the function; its argument is the next. */
unsigned start_argument(LLVMValueRef function);
/* The class of threads that begin with a function; site: NULL = the library calls it. */
uint32_t class_of(Survey *s, LLVMValueRef function, LLVMValueRef site);

#endif
