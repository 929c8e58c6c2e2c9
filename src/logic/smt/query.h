/* One query of a session, in all its ways to an answer; internal to smt/. */
#ifndef CHORUS_LOGIC_SMT_QUERY_H
#define CHORUS_LOGIC_SMT_QUERY_H

#include "logic/smt/internal.h"

/* Starts a public call: forgets an earlier interrupt and the earlier answer. */
void smt_start(Smt *smt);
/* Polls the run (which may leave by longjmp), counts, answers. Leaves core flags or a model. */
SmtResult smt_query(Smt *smt, const Query *query);
/* Makes the solver that is running, if one is, give up soon. Callable from another thread. */
void smt_stop_running(Smt *smt);

#endif
