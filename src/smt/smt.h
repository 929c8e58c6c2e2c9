/* One SMT session: incremental, assumptions, cores, models, all-sat. The only place that includes z3.h.
 * Terms are those of the session's term manager. A session answers SMT_UNKNOWN on time-out, interrupt or where
 * the solver gives up; callers must treat that as "possibly satisfiable and possibly not", in the direction
 * that is sound for them. */
#ifndef CHORUS_SMT_SMT_H
#define CHORUS_SMT_SMT_H

#include "term/evaluate.h"
#include "term/term.h"

typedef struct Smt Smt;

typedef enum SmtResult { SMT_UNSAT, SMT_SAT, SMT_UNKNOWN } SmtResult;

typedef struct SmtStats {
    uint64_t checks, sat, unsat, unknown;
    double seconds;
} SmtStats;

/* Opens a session for the run of tm. Freed with the run, or earlier by smt_free. The session chooses the solver of
 * each check by itself: pure bit-vectors use a SAT-based one, arrays and integers a general one. */
Smt *smt_new(TermManager *tm);
void smt_free(Smt *smt);

/* Adds a Boolean term for good (in the current scope). */
void smt_assert(Smt *smt, Term t);
void smt_push(Smt *smt);
void smt_pop(Smt *smt);

/* Checks the assertions with the assumptions (Boolean terms of any shape). */
SmtResult smt_check(Smt *smt, const Term *assumptions, uint32_t count);
/* After SMT_UNSAT: was assumption i of the last smt_check in the core? */
bool smt_core_has(Smt *smt, uint32_t i);
/* After SMT_UNSAT: shrinks the core by deletion, at most budget extra checks; smt_core_has answers for the result. */
void smt_core_minimize(Smt *smt, const Term *assumptions, uint32_t count, uint32_t budget);
/* After SMT_SAT: the value of a term of any sort in the model (completed: variables that do not matter get 0).
 * Of a mathematical integer that does not fit, the low 64 bits. Division by zero of mathematical integers has no
 * fixed value. The entries of arrays belong to the run. */
Value smt_value(Smt *smt, Term t);

/* All-sat: enumerates the valuations of the Boolean terms `bits` (count <= 256) compatible with assertions and
 * assumptions; calls emit(arg, values) for each distinct one (values[i] of bits[i]); emit returns false to stop.
 * Returns SMT_SAT when all were enumerated (there may be none), SMT_UNKNOWN when the solver gave up, there are more
 * than limit, or emit stopped it (the enumeration is then not complete). The order is that of discovery. emit may use
 * the session. Afterwards neither model nor core are of use. */
SmtResult smt_all_sat(Smt *smt, const Term *assumptions, uint32_t assumption_count, const Term *bits, uint32_t count,
                      uint32_t limit, bool (*emit)(void *arg, const bool *values), void *arg);

/* Per-check time limit in milliseconds, 0 = none. The time limit and the interrupt of the run hold as well: the check
 * then answers SMT_UNKNOWN, and the next one stops the run. */
void smt_set_timeout(Smt *smt, unsigned milliseconds);
/* Callable from another thread (not from a signal handler): makes the running smt_check, smt_all_sat or
 * smt_core_minimize answer SMT_UNKNOWN within a second or so; without effect when none is running. */
void smt_interrupt(Smt *smt);
SmtStats smt_stats(const Smt *smt);

/* Log of all queries as SMT-LIB 2 that replays with the same answers (each check followed by its answer as a
 * comment and (set-info :status)); to be called before the first assertion. The file is closed by smt_free.
 * Returns false when it cannot be written. */
bool smt_log_to(Smt *smt, const char *path);

/* Writes one query, the conjunction of the terms, with the answer it should get, to a file of its own. comment: one
 * line, may be NULL. False when the file cannot be written. */
bool smt_write_query(Smt *smt, const char *path, const char *comment, const Term *terms, uint32_t count,
                     SmtResult answer);

/* Stress: the k-th check from now on (1 = the next; those inside smt_all_sat and smt_core_minimize count) answers
 * SMT_UNKNOWN once; 0 = off. For tests. */
void smt_fail_at(Smt *smt, uint64_t k);

#endif
