/* Semi-commutation of letters: "a, then b" does nothing that "b, then a" does not do as well. */
#ifndef CHORUS_ENGINES_LOCKSTEP_COMMUTE_H
#define CHORUS_ENGINES_LOCKSTEP_COMMUTE_H

#include "engines/lockstep/letters.h"

typedef struct Commute Commute;

Commute *commute_new(const Letters *l);
void commute_free(Commute *c);
/* From every state in which letter a and then letter b (of another thread) can be taken, b and then a can, to the same
 * state; if b is an error, b can. False when that is not known. */
bool commute_may_swap(Commute *c, uint32_t a, uint32_t b);
/* A condition without inputs on states from which b may as well come before a; TERM_NONE: none is known. It is a
 * proposal: what is known of letters that are split by it commute_may_swap says. weak: it takes into account that b can
 * be made after a, so that it asks for less, but is longer. */
Term commute_condition(const Letters *l, const Letter *a, const Letter *b, bool weak);

#endif
