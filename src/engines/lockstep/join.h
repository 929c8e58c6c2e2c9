/* Letters that differ in guards that exclude each other, and in what they assign, as one. */
#ifndef CHORUS_ENGINES_LOCKSTEP_JOIN_H
#define CHORUS_ENGINES_LOCKSTEP_JOIN_H

#include "engines/lockstep/letters.h"

/* To be called before anything is known of letters by their numbers. */
void letters_join(Letters *l);

#endif
