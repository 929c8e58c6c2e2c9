/* One SMT session: incremental, scopes. What is asked of it: logic/smt/check.h (checks, cores), logic/smt/value.h
 * (models), logic/smt/allsat.h, logic/smt/log.h. This folder is the only place that includes z3.h. Terms are those of
 * the session's term manager. A session answers SMT_UNKNOWN on time-out, interrupt or where the solver gives up;
 * callers must treat that as "possibly satisfiable and possibly not", in the direction that is sound for them. */
#ifndef CHORUS_LOGIC_SMT_SMT_H
#define CHORUS_LOGIC_SMT_SMT_H

#include "logic/term/evaluate.h"
#include "logic/term/term.h"

typedef struct Smt Smt;

typedef enum SmtResult { SMT_UNSAT, SMT_SAT, SMT_UNKNOWN } SmtResult;

typedef struct SmtStats {
    uint64_t checks, sat, unsat, unknown;
    double seconds;
} SmtStats;

/* Of the Z3 that is linked: major, minor, build. */
void smt_version(unsigned version[3]);

/* Opens a session for the run of tm. Freed with the run, or earlier by smt_free. The session chooses the solver of
 * each check by itself: pure bit-vectors use a SAT-based one, arrays and integers a general one. */
Smt *smt_new(TermManager *tm);
/* The same, in the context of another session of tm, which has 16 MB: for many sessions with few questions each. They
 * know nothing of each other, and may be freed in any order. smt_effort counts for all of them together. */
Smt *smt_new_beside(Smt *other);
void smt_free(Smt *smt);

/* Adds a Boolean term for good (in the current scope). */
void smt_assert(Smt *smt, Term t);
void smt_push(Smt *smt);
void smt_pop(Smt *smt);

/* Per-check time limit in milliseconds, 0 = none. The time limit and the interrupt of the run hold as well: the check
 * then stops the run, or leaves the share that is used up (run_within). */
void smt_set_timeout(Smt *smt, unsigned milliseconds);
/* For questions that are asked once each and are full of equations: what a first short attempt does not answer is
 * asked fresh solvers that solve equations and simplify before they search (bit-vectors only): one that is soon ready,
 * and then one that simplifies more. */
void smt_set_preprocessing(Smt *smt, bool on);
/* Then: after about so much of Z3's resource count the check gives up, 0 = none. Some 5 million are a second, whatever
 * else the machine does. */
void smt_set_effort(Smt *smt, unsigned count);
SmtStats smt_stats(const Smt *smt);
/* So much in all (0 = no limit): afterwards what needs a solver is SMT_UNKNOWN. */
void smt_set_share(Smt *smt, uint64_t count);
/* What all checks so far took, as Z3 counts its resources (see smt_set_effort), whatever else the machine does. */
uint64_t smt_effort(Smt *smt);

/* Stress: the k-th check from now on (1 = the next; those inside smt_all_sat and smt_core_minimize count) answers
 * SMT_UNKNOWN once; 0 = off. For tests. */
void smt_fail_at(Smt *smt, uint64_t k);

#endif
