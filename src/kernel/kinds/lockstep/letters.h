/* The steps of the threads, as the checker knows them: paths between cut locations, written out. */
#ifndef CHORUS_KERNEL_KINDS_LOCKSTEP_LETTERS_H
#define CHORUS_KERNEL_KINDS_LOCKSTEP_LETTERS_H

#include "kernel/kinds/lockstep/state.h"

/* Of a thread that is at `at` (which may be no location: then there are none). */
const LockstepIds *lockstep_letters(LockstepCheck *c, uint32_t thread, uint32_t at);
/* The value that the letter leaves in the variable. */
Term lockstep_left_by(const LockstepCheck *c, const LockstepLetter *letter, uint32_t v);
/* Joins letters where the proof asks for it, before cases are told apart. */
void lockstep_join(LockstepCheck *c);
/* Tells the cases of the proof apart. Before, letters are as they are. */
void lockstep_split(LockstepCheck *c);

#endif
