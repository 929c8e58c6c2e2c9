/* Assertions in the text of a file that are none of the program, since NDEBUG is defined. */
#ifndef CHORUS_C_COMPILE_COMPILED_OUT_H
#define CHORUS_C_COMPILE_COMPILED_OUT_H

#include "base/run.h"
#include "c/compile/options.h"

/* Tells how many calls of assert the text of the file has, where its flags or the text itself define NDEBUG. unit: the
 * number of the file. The text alone is looked at: one that is left out by an #if counts, too. */
void compiled_out_tell(Run *run, const char *path, uint32_t unit, const FrontendOptions *options);

#endif
