/* The log: what was asked, as SMT-LIB 2. */
#ifndef CHORUS_LOGIC_SMT_LOG_H
#define CHORUS_LOGIC_SMT_LOG_H

#include "logic/smt/smt.h"

/* Log of all queries as SMT-LIB 2 that replays with the same answers (each check followed by its answer as a
 * comment and (set-info :status)); to be called before the first assertion. The file is closed by smt_free.
 * Returns false when it cannot be written. */
bool smt_log_to(Smt *smt, const char *path);

/* Writes one query, the conjunction of the terms, with the answer it should get, to a file of its own. comment: one
 * line, may be NULL. False when the file cannot be written. */
bool smt_write_query(Smt *smt, const char *path, const char *comment, const Term *terms, uint32_t count,
                     SmtResult answer);

/* ---- what the session tells its log; for the files of smt/. All do nothing without a log ---- */
typedef struct Log Log;
/* Ends the file; the log writes no more. */
void log_close(Log *log);
void log_free(Run *run, Log *log);
void log_assert(Smt *smt, Term t);
void log_push(Smt *smt);
void log_pop(Smt *smt);
void log_check(Smt *smt, const Term *assumptions, uint32_t count, SmtResult answer);
/* Blocks a valuation of bits. */
void log_block(Smt *smt, const Term *bits, const bool *values, uint32_t count);

#endif
