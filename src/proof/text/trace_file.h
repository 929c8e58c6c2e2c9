/* Trace files: counterexamples as text that others can check. Format: docs/replay.md.
 *
 * A file speaks of the unmerged program, by the names under which it prints as .scpl and by the places of its edges in
 * that text; a digest of the text says which program that is. */
#ifndef CHORUS_PROOF_TEXT_TRACE_FILE_H
#define CHORUS_PROOF_TEXT_TRACE_FILE_H

#include "program/program.h"
#include "program/trace.h"
#include "proof/text/evidence.h"

#define TRACE_FILE_VERSION 1

/* Prints a trace of the program that has been replayed; reading it back and printing gives the same text. */
void trace_file_print(Program *p, const Trace *trace, const TraceOptions *options, Str *out);

/* Replays in the interpreter, which is the judge, and refuses what no number of threads allows. NULL, or why it does
 * not replay, one line, owned by the run. Fills in TraceStep.changes. What the trace rests on is not looked at
 * (rests.h). */
const char *trace_file_replay(Program *p, Trace *trace);

#endif
