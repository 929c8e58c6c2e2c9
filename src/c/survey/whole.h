/* A survey of everything that main comes to: where addresses may go, which threads there are. */
#ifndef CHORUS_C_SURVEY_WHOLE_H
#define CHORUS_C_SURVEY_WHOLE_H

#include "c/survey/state.h"

/* Rewrites the module: locals whose addresses are not taken become values. Everything belongs to the run. */
Survey *survey_module(Run *run, LLVMModuleRef module, Sources *sources, LLVMValueRef main_function);

#endif
