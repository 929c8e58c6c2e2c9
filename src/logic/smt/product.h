/* Whether a product of bit-vectors fits; internal to smt/. */
#ifndef CHORUS_LOGIC_SMT_PRODUCT_H
#define CHORUS_LOGIC_SMT_PRODUCT_H

#include "logic/smt/internal.h"

/* Does t say that a product of two numbers with a sign, made in twice their width or more, is one of their width? *a,
 * *b: these numbers. */
bool product_is_asked(const TermManager *tm, Term t, Term *a, Term *b);
/* The translation of such a term, owned; a, b: the translations of the numbers. NULL when Z3 refuses. */
Z3_ast product_translate(Smt *smt, Z3_ast a, Z3_ast b);

#endif
