/* Facts about where threads may be together as text: docs/certificates.md has the grammar. */
#ifndef CHORUS_PROOF_TEXT_REASONS_TEXT_H
#define CHORUS_PROOF_TEXT_REASONS_TEXT_H

#include "program/exclusion.h"
#include "proof/text/evidence.h"

/* Prints the facts and "end" with their number; reading them back and printing gives the same text. */
void reasons_print(const TraceNames *names, const Exclusions *facts, Str *out);
/* Reads them up to and with "end". What is malformed is a diagnostic and stops the run with STOP_INPUT; what was read
 * proves nothing yet. */
Exclusions *reasons_parse(EvidenceParser *text);

#endif
