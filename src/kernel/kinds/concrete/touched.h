/* What letters touch: sets of shared variables, a bit for each. */
#ifndef CHORUS_KERNEL_KINDS_CONCRETE_TOUCHED_H
#define CHORUS_KERNEL_KINDS_CONCRETE_TOUCHED_H

#include "kernel/kinds/concrete/explorer.h"
#include "kernel/kinds/concrete/independent.h"

/* Of a set. */
uint32_t touched_words(const Explorer *x);
/* Empty; of the run. */
uint64_t *touched_set(const Explorer *x);
bool touched_meet(const Explorer *x, const uint64_t *a, const uint64_t *b);
/* Adds the variables of the term. */
void touched_add(const Explorer *x, uint64_t *set, Term t);
/* The letter touches nothing yet. */
void touched_begin(const Explorer *x, PathLetter *letter);
/* It reads the variables of the term, and does what the assignment says. */
void touched_read(const Explorer *x, PathLetter *letter, Term t);
void touched_assign(const Explorer *x, PathLetter *letter, const Assign *a);
/* All that the section touches that is entered by the edge, whatever its guards. */
void touched_section(const Explorer *x, PathLetter *letter, const Edge *first);

#endif
