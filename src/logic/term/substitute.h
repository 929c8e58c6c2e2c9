/* Substitution of variables and of other terms. */
#ifndef CHORUS_LOGIC_TERM_SUBSTITUTE_H
#define CHORUS_LOGIC_TERM_SUBSTITUTE_H

#include "logic/term/term.h"

/* Replaces variables: fn returns the replacement of a TERM_VAR, or TERM_NONE to keep it. */
typedef Term (*TermMap)(void *arg, TermManager *tm, Term var);
Term term_substitute(TermManager *tm, Term t, TermMap map, void *arg);
/* Replaces terms: fn is asked for every variable and compound term, from the outside in; what it returns is not looked
 * into again. */
Term term_replace(TermManager *tm, Term t, TermMap map, void *arg);
/* Rebuilds a term of the kind of t over other arguments (same count and sorts). */
Term term_rebuild(TermManager *tm, Term t, const Term *args);

#endif
