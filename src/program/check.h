/* Well-formedness of programs: what every pass may rely on. */
#ifndef CHORUS_PROGRAM_CHECK_H
#define CHORUS_PROGRAM_CHECK_H

#include "program/program.h"

/* Types, classes, scopes, targets, the index. Returns NULL or what is wrong, one line. */
const char *program_check(const Program *p);
/* After a pass that has made p, in release too: stops the run with STOP_INTERNAL when p is not well-formed. product:
 * how the message calls what the pass makes, e.g. "merged program". Returns p. */
Program *program_require(Program *p, const char *product);

#endif
