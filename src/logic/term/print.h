/* Printing terms in C syntax. */
#ifndef CHORUS_LOGIC_TERM_PRINT_H
#define CHORUS_LOGIC_TERM_PRINT_H

#include "base/str.h"
#include "logic/term/term.h"

/* Writes t in C syntax. name(arg, var, out) prints a variable. Constants are shown signed next to signed
 * comparisons and signed variables (term_manager_on_sign), unsigned otherwise. */
typedef void (*TermName)(void *arg, TermManager *tm, Term var, Str *out);
void term_print(TermManager *tm, Term t, TermName name, void *arg, Str *out);

#endif
