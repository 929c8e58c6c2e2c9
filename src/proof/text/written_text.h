/* Which threads a program that is written out has, as text: in proofs by a reduction, and modular ones. */
#ifndef CHORUS_PROOF_TEXT_WRITTEN_TEXT_H
#define CHORUS_PROOF_TEXT_WRITTEN_TEXT_H

#include "proof/text/evidence.h"
#include "proof/written_out.h"

/* A line for each thread. */
void written_print(const TraceNames *names, const WrittenOut *w, Str *out);
/* One thread, at least. Errors are diagnostics and stop the run with STOP_INPUT. */
WrittenOut *written_parse(EvidenceParser *ps);

#endif
