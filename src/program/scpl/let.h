/* Names for subterms of one edge. */
#ifndef CHORUS_PROGRAM_SCPL_LET_H
#define CHORUS_PROGRAM_SCPL_LET_H

#include "program/scpl/term_text.h"

/* Begins an edge: writes ` let $1 = ..., $2 = ...` for what its terms share, if anything. */
void term_text_begin(TermText *tt, const Term *roots, uint32_t count, Str *out);

#endif
