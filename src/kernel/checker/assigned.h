/* What steps assign, and what terms speak of: for all parts of the checker. The search has the same small functions
 * (program/step.h), which the checker does not use, on purpose. */
#ifndef CHORUS_KERNEL_CHECKER_ASSIGNED_H
#define CHORUS_KERNEL_CHECKER_ASSIGNED_H

#include "program/program.h"

/* The value that the list gives to the variable; TERM_NONE: none. Each variable is there at most once. */
Term checker_assigned(const Assign *list, uint32_t count, uint32_t v);
/* That which the edge assigns to it. */
Term checker_edge_assigns(const Edge *e, uint32_t v);
/* That which it gives to the thread that it starts. e may be NULL: it gives none. */
Term checker_edge_gives(const Edge *e, uint32_t v);
/* Calls fn for the variables of the guard, of what the edge assigns, and of what it gives; perhaps several times. */
void checker_each_read(const Program *p, const Edge *e, void (*fn)(void *arg, Term var), void *arg);
/* Is it a condition over the locals of a thread of the template (.i = NO_ID: over none), and over shared variables if
 * `shared` says so, all of instance 0? */
bool checker_is_condition(const Program *p, Term t, TemplateId template, bool shared);

#endif
