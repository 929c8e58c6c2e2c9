/* Walks over terms. Callbacks may build terms and walk themselves. */
#ifndef CHORUS_LOGIC_TERM_WALK_H
#define CHORUS_LOGIC_TERM_WALK_H

#include "logic/term/term.h"

/* Calls fn once for every distinct variable of t. */
void term_for_each_var(TermManager *tm, Term t, void (*fn)(void *arg, Term var), void *arg);
/* Calls fn once for every distinct subterm of t, arguments first. */
void term_for_each_subterm(TermManager *tm, Term t, void (*fn)(void *arg, Term t), void *arg);
/* Calls fn once for every distinct term that t, a condition, is made of by and, or and not. */
void term_for_each_atom(TermManager *tm, Term t, void (*fn)(void *arg, Term atom), void *arg);
/* Number of distinct subterms, counted up to a limit. */
uint32_t term_size(TermManager *tm, Term t, uint32_t limit);
/* True if a subterm has the kind. */
bool term_has_kind(TermManager *tm, Term t, TermKind kind);
/* True if it divides, or takes a remainder; that of a number without sign by a power of two is only its low bits. */
bool term_has_division(TermManager *tm, Term t);

#endif
