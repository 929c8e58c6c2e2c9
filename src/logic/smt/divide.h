/* Division of bit-vectors by constants; internal to smt/. */
#ifndef CHORUS_LOGIC_SMT_DIVIDE_H
#define CHORUS_LOGIC_SMT_DIVIDE_H

#include "logic/smt/internal.h"

/* Is t a quotient or a remainder that is translated here? */
bool divide_is_defined(const TermManager *tm, Term t);
/* The translation of t, owned; *definition, owned, is to be asserted wherever t is: it names the quotient. a: the
 * translation of the first argument. NULL when Z3 refuses. */
Z3_ast divide_translate(Smt *smt, Term t, Z3_ast a, Z3_ast *definition);

#endif
