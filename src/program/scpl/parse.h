/* The parser of .scpl text. Grammar: docs/scpl.md (Fig. 1 of paper 000, extended). */
#ifndef CHORUS_PROGRAM_SCPL_PARSE_H
#define CHORUS_PROGRAM_SCPL_PARSE_H

#include "program/program.h"

/* Parses text (length bytes, need not be zero-terminated). On errors adds diagnostics and stops the run with
 * STOP_INPUT. ideal: mathematical integers instead of machine integers. */
Program *scpl_parse(Run *run, TermManager *tm, const char *file, const char *text, size_t length, bool ideal);
/* Likewise, with machine integers. A text without memory objects gets one for each shared variable, and its edges the
 * accesses that they make outside of atomic sections (program/access.h). */
Program *scpl_parse_accesses(Run *run, TermManager *tm, const char *file, const char *text, size_t length);

#endif
