/* Places before statements, as calls in the module: of functions that the front end knows, whose call is a step that
 * does nothing. What is said of a place can then be said of the threads that stand before that step. */
#ifndef CHORUS_FRONTEND_MODULE_PLACE_H
#define CHORUS_FRONTEND_MODULE_PLACE_H

#include <llvm-c/Core.h>

#include "base/run.h"
#include "frontend/module/options.h"

/* Marks options->places in a linked module with debug information, and says there which were found. */
void places_mark(Run *run, LLVMModuleRef module, const FrontendOptions *options);
/* The text of a file; NULL: it cannot be read. */
char *place_read_text(Run *run, const char *path);
/* Of such a function's name: one more than the place's number in the list. */
uint32_t place_number(const char *function);

#endif
