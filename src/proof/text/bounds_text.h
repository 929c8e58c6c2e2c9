/* Bounds of variables as text: docs/certificates.md has the grammar. */
#ifndef CHORUS_PROOF_TEXT_BOUNDS_TEXT_H
#define CHORUS_PROOF_TEXT_BOUNDS_TEXT_H

#include "program/bounds.h"
#include "proof/text/evidence.h"

/* Prints the groups in order; reading them back and printing gives the same text. */
void bounds_print(const TraceNames *names, const Bounds *bounds, Str *out);
/* Reads what is there of them. What is malformed is a diagnostic and stops the run with STOP_INPUT; what was read
 * proves nothing yet. */
Bounds *bounds_parse(EvidenceParser *ps);

#endif
