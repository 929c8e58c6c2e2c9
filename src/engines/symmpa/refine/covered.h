/* Errors that come whatever values are that nobody knows.
 *
 * A run that goes one way because of a value that is over-approximated (program/rests.h) is no counterexample: the
 * value may be another one. It is when the other ways lead to errors, too. For each place where the run chooses by such
 * a value: what it did before is a run of the program up to there, whatever the value is; the conditions of the ways
 * from there leave out no value; and along each other way there is a run with the same beginning to an error, which is
 * looked at likewise from there on. So whatever the program finds, a scheduler and the inputs can lead it to an error.
 *
 * Errs towards "no": other ways are continued along the run itself only, from where its thread comes back to it. */
#ifndef CHORUS_ENGINES_SYMMPA_REFINE_COVERED_H
#define CHORUS_ENGINES_SYMMPA_REFINE_COVERED_H

#include "program/trace.h"

/* Whether all ways that the trace rests on lead to errors. It is one of p, which is not merged, and replays. */
bool covered_error(Program *p, const Trace *trace);
/* Why the trace, which replays, is no counterexample: it rests on this, and not all ways lead to errors. NULL: it is.
 */
const char *covered_rest(Program *p, const Trace *trace);

#endif
