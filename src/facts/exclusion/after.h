/* Terms about the state after a step that also speak of other threads than the one that takes it. */
#ifndef CHORUS_FACTS_EXCLUSION_AFTER_H
#define CHORUS_FACTS_EXCLUSION_AFTER_H

#include "logic/smt/smt.h"
#include "program/program.h"

/* t after the step of an edge, in terms of the state before it: variables of instance 0 are shared ones and the locals
 * of the thread that takes the edge, all others keep their values. */
Term after_edge(Program *p, const Edge *e, Term t);
/* Is the conjunction of the terms impossible? Errs towards false. */
bool after_is_impossible(Program *p, Smt *smt, const Term *terms, uint32_t count);
/* Which of the claims follow from a condition? Clears in `holds` (per claim; others are not asked) those that do not,
 * or of which that is not known. */
void after_keep(Program *p, Smt *smt, Term condition, const Term *claims, bool *holds, uint32_t count);
/* Does t speak of the variable, as of instance 0? */
bool after_speaks_of(Program *p, Term t, VarId v);
/* Does the edge assign a variable that t speaks of, as of instance 0? */
bool after_changes(Program *p, const Edge *e, Term t);

#endif
