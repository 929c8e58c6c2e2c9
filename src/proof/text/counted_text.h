/* Values that count threads, as text. */
#ifndef CHORUS_PROOF_TEXT_COUNTED_TEXT_H
#define CHORUS_PROOF_TEXT_COUNTED_TEXT_H

#include "program/counted.h"
#include "proof/text/evidence.h"
#include "proof/text/trace_names.h"

void counted_print(const TraceNames *names, const ThreadCounts *counts, Str *out);
/* Those that follow; NULL: none. */
const ThreadCounts *counted_parse(EvidenceParser *ps);

#endif
