/* Models close to a model: values that violate more of what is asked, without a solver. */
#ifndef CHORUS_FACTS_EXCLUSION_VARIATIONS_H
#define CHORUS_FACTS_EXCLUSION_VARIATIONS_H

#include "logic/smt/smt.h"
#include "program/program.h"

/* The last check has found a model of the condition (SMT_SAT). Clears in `holds` the claims that do not hold in models
 * like it, in which a variable, or all that have one value, have another value. What is cleared does not follow from
 * the condition; what is left may not follow either. Terms without arrays; a condition over mathematical integers is
 * left alone. */
void variations_drop(Program *p, Smt *smt, Term condition, const Term *claims, bool *holds, uint32_t count);

#endif
