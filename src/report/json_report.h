/* The report as JSON, one object:
 *
 *   chorus          version
 *   verdict         "true", "false", "unknown"
 *   property        "unreach-call"
 *   scope           as in the bracket of the result line
 *   threads         (true) the bound, null for every number; (false) how many take part
 *   memory          (true) "interleaving": the proof is about interleavings, and some accesses are weaker than
 *                   sequentially consistent atomic ones and may be made at once; null: that makes no difference
 *   error           why nothing was checked
 *   result          the result line without "RESULT: "
 *   files           paths as given
 *   options         name: value
 *   statistics      name: number
 *   checked         property: how many places of the source it is checked at
 *   assumptions     what a proof takes for granted: assumed, property (the one whose proof shows it, or null), and the
 *                   first place: file, line
 *   diagnostics     severity, file, line, column, text
 *   proof           (true) predicates, their numbers by kind, views and their size, or states
 *                   reasons: what, why, pairs of accesses that never meet for that reason
 *   unreachable_assertions
 *                   (true) file, line: assertions that are never evaluated
 *   suppressed      (false, where it is) kind: "comment" in the source, or "file" of --suppressions; why
 *   counterexample  (false) threads: names
 *                   inputs: arbitrary initial values that matter
 *                   steps: thread (index into threads), file, line, text, creates, changes (before is null where it is
 *                   not known or the same; local: of the thread; step: which one wrote what is read), reads, note
 * (where there is one), held (where locks change hands: what all threads hold then), matters (how much the failure
 * depends on it: direct, value, decides, no), fails race (where it ends in one): object, file, line (where that is
 * declared), unordered (why nothing orders the accesses), accesses: two of thread, kind, atomic, bytes, what, file,
 * line, text, calls (that it is in, the innermost first: function, and where it is called), locks (that the thread
 *                   holds: lock, held, and where it was taken), created (by which thread, and where)
 *   possible_error  (unknown, where a run to an error was found that rests on what is over-approximated) as
 *                   counterexample; steps that may be otherwise have doubt: why
 *
 * Values of variables are strings, since JSON numbers lose digits. */
#ifndef CHORUS_REPORT_JSON_REPORT_H
#define CHORUS_REPORT_JSON_REPORT_H

#include "report/report.h"

/* Everything. Ends with a line break. */
void report_add_json(Str *out, const Report *report);
/* The same with fewer steps, where it has more than so many bytes: those in the middle are not there, and the others
 * keep their numbers. */
void report_add_short_json(Str *out, const Report *report, size_t most);

#endif
