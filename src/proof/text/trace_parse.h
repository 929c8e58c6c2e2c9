/* The parser of trace files. Strict: names, edges and threads must exist, values must fit their types and belong to
 * something that is arbitrary, and nothing may be given twice; whether the steps can be taken is for the replay. */
#ifndef CHORUS_PROOF_TEXT_TRACE_PARSE_H
#define CHORUS_PROOF_TEXT_TRACE_PARSE_H

#include "program/trace.h"
#include "proof/text/evidence.h"

/* Parses text (length bytes). What is malformed, for another program, for other options or of another version is a
 * diagnostic and stops the run with STOP_INPUT. What was read is well-formed for the program (edges, variables and
 * threads exist, values fit their types) but proves nothing yet: see trace_file_replay. */
Trace *trace_file_parse(Program *p, const TraceOptions *options, const char *file, const char *text, size_t length);

#endif
