/* Values that count threads, as text. */
#ifndef CHORUS_CERTIFICATE_COUNTED_TEXT_H
#define CHORUS_CERTIFICATE_COUNTED_TEXT_H

#include "certificate/evidence.h"
#include "certificate/trace_names.h"
#include "program/counted.h"

void counted_print(const TraceNames *names, const ThreadCounts *counts, Str *out);
/* Those that follow; NULL: none. */
const ThreadCounts *counted_parse(EvidenceParser *ps);

#endif
