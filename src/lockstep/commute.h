/* Semi-commutation of letters: "a, then b" does nothing that "b, then a" does not do as well. */
#ifndef CHORUS_LOCKSTEP_COMMUTE_H
#define CHORUS_LOCKSTEP_COMMUTE_H

#include "lockstep/letters.h"

typedef struct Commute Commute;

Commute *commute_new(const Letters *l);
void commute_free(Commute *c);
/* From every state in which letter a and then letter b (of another thread) can be taken, b and then a can, to the same
 * state; if b is an error, b can. False when that is not known. */
bool commute_may_swap(Commute *c, uint32_t a, uint32_t b);

#endif
