/* Joined locations and idle threads as text. */
#ifndef CHORUS_CERTIFICATE_JOINED_TEXT_H
#define CHORUS_CERTIFICATE_JOINED_TEXT_H

#include "certificate/evidence.h"
#include "program/joined.h"

void joined_print(const TraceNames *names, const Joined *j, Str *out);
/* Without any such line nothing is joined, and nobody idle. */
const Joined *joined_parse(EvidenceParser *ps);

#endif
