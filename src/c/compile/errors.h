/* Which calls are errors, where the program at hand decides: it calls reach_error, or it has assertions only. */
#ifndef CHORUS_C_COMPILE_ERRORS_H
#define CHORUS_C_COMPILE_ERRORS_H

#include <llvm-c/Core.h>

#include "base/run.h"
#include "c/compile/options.h"

/* The options with only_reach_error decided for the linked module. */
FrontendOptions errors_decide(Run *run, LLVMModuleRef module, const FrontendOptions *options);
/* Whether something in the linked module refers to a function whose call can be an error of unreach-call, whoever gets
 * there. Errs towards true. */
bool errors_have_calls(LLVMModuleRef module, const FrontendOptions *options);

#endif
