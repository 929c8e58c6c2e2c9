/* What trace files and certificates of sessions have in common. */
#ifndef CHORUS_SESSION_EVIDENCE_H
#define CHORUS_SESSION_EVIDENCE_H

#include "proof/text/evidence.h"
#include "session/session.h"

#define BODIES_OPTION "string_bodies" /* see session/bodies.h */
#define RUNS_OUT_OPTION "memory_runs_out"
#define LOOPS_OPTION "thread_loops" /* see session/rolled.h */
#define MODEL_OPTION "memory_model" /* of an execution that is no interleaving */

/* Options that decide what program a source is, for the headers of evidence. */
typedef struct OptionTable {
    TraceOption data[5];
    TraceOptions options;
} OptionTable;
const TraceOptions *session_trace_options(const ChorusSession *s, OptionTable *table);
/* Before reading evidence: status of the file, and whether there is a program to hold it against. kind: "trace", say.
 */
ChorusStatus session_check_evidence(ChorusSession *s, const char *path, const char *kind);

#endif
