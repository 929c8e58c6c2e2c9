/* Terms without arrays: what is read of an array becomes a variable. Equisatisfiable together with facts: equal indices
 * read equal values (Ackermann). So a solver for bit-vectors is enough for questions about programs that compute with
 * elements of arrays and do not compare whole arrays. */
#ifndef CHORUS_LOGIC_TERM_READS_H
#define CHORUS_LOGIC_TERM_READS_H

#include "base/vec.h"
#include "logic/term/term.h"

typedef struct Reads Reads;

/* Variables of the reads are (symbol, instance) from instance 0 on; the symbol is otherwise not used. */
Reads *reads_new(TermManager *tm, uint32_t symbol);
void reads_free(Reads *r);
/* t without reads of arrays; t may be an array itself, of whose stores and choices this is then true. */
Term reads_eliminate(Reads *r, Term t);
/* Facts that come with what was eliminated so far, in the order in which they were found. */
uint32_t reads_fact_count(const Reads *r);
Term reads_fact(const Reads *r, uint32_t i);
/* Variables given out so far, and what they stand for: element `index` of the variable `array`; the index is without
 * reads. */
uint32_t reads_count(const Reads *r);
void reads_get(const Reads *r, uint32_t i, Term *array, Term *index);
Term reads_var(const Reads *r, uint32_t i);

#endif
