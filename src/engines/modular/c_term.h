/* Terms as C expressions over unsigned 64-bit values, whatever their width. */
#ifndef CHORUS_ENGINES_MODULAR_C_TERM_H
#define CHORUS_ENGINES_MODULAR_C_TERM_H

#include "base/str.h"
#include "logic/term/term.h"

/* What the expressions need to be defined before them. */
extern const char c_term_prelude[];

/* The name of a variable. */
typedef const char *(*CTermName)(void *arg, Term var);

/* Writes t as an expression whose value is that of t, as an unsigned number of its width (mathematical integers: of 64
 * bits). False: t has arrays, and nothing is to be made of what was written. */
bool c_term_add(TermManager *tm, Term t, CTermName name, void *arg, Str *out);

#endif
