/* Proofs by context as text: docs/certificates.md has the grammar. */
#ifndef CHORUS_PROOF_TEXT_CONTEXT_TEXT_H
#define CHORUS_PROOF_TEXT_CONTEXT_TEXT_H

#include "proof/context.h"
#include "proof/text/evidence.h"

/* Edges, variables and locations have the names that they have in names->p, of which they are the first ones. */
void context_print(const TraceNames *names, const Context *c, Str *out);
/* After "context" and the error edges; reads up to the end of the part. Errors stop the run with STOP_INPUT. */
Context *context_parse(EvidenceParser *ps, Program *threads);

#endif
