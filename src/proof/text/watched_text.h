/* Which elements of arrays a part watches, as text. */
#ifndef CHORUS_PROOF_TEXT_WATCHED_TEXT_H
#define CHORUS_PROOF_TEXT_WATCHED_TEXT_H

#include "program/watched.h"
#include "proof/text/evidence.h"
#include "proof/text/trace_names.h"

void watched_print(const TraceNames *names, const ElementWatch *watch, Str *out);
/* After "watch". */
const ElementWatch *watched_parse(EvidenceParser *ps);

#endif
