/* The order of work: which numbers of threads are explored, when views are tried. */
#ifndef CHORUS_ENGINES_SYMMPA_ORDER_H
#define CHORUS_ENGINES_SYMMPA_ORDER_H

#include "engines/symmpa/state.h"

/* Each leaves a verdict. */
void check_every_number(Cegar *c);
void check_up_to(Cegar *c, uint32_t bound);
/* The program that is written out is for exactly that number. */
void check_written_out(Cegar *c, uint32_t bound);

#endif
