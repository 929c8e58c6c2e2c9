/* Which elements of arrays a part watches, as text. */
#ifndef CHORUS_CERTIFICATE_WATCHED_TEXT_H
#define CHORUS_CERTIFICATE_WATCHED_TEXT_H

#include "certificate/evidence.h"
#include "certificate/trace_names.h"
#include "program/watched.h"

void watched_print(const TraceNames *names, const ElementWatch *watch, Str *out);
/* After "watch". */
const ElementWatch *watched_parse(EvidenceParser *ps);

#endif
