/* Values in the model of the last check. */
#ifndef CHORUS_LOGIC_SMT_VALUE_H
#define CHORUS_LOGIC_SMT_VALUE_H

#include "logic/smt/smt.h"
#include "logic/term/evaluate.h"

/* After SMT_SAT: the value of a term of any sort in the model (completed: variables that do not matter get 0).
 * Of a mathematical integer that does not fit, the low 64 bits. Division by zero of mathematical integers has no
 * fixed value. The entries of arrays belong to the run. */
Value smt_value(Smt *smt, Term t);

#endif
