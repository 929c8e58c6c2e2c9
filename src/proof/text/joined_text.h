/* Joined locations and idle threads as text. */
#ifndef CHORUS_PROOF_TEXT_JOINED_TEXT_H
#define CHORUS_PROOF_TEXT_JOINED_TEXT_H

#include "program/joined.h"
#include "proof/text/evidence.h"

void joined_print(const TraceNames *names, const Joined *j, Str *out);
/* Without any such line nothing is joined, and nobody idle. */
const Joined *joined_parse(EvidenceParser *ps);

#endif
