/* The steps of the threads, as the checker knows them: paths between cut locations, written out. */
#ifndef CHORUS_CERTIFY_LOCKSTEP_LETTERS_H
#define CHORUS_CERTIFY_LOCKSTEP_LETTERS_H

#include "certify/lockstep/state.h"

/* Of a thread that is at `at` (which may be no location: then there are none). */
const LockstepIds *lockstep_letters(LockstepCheck *c, uint32_t thread, uint32_t at);

#endif
