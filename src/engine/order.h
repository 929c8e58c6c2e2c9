/* The order of work: which numbers of threads are explored, when views are tried. */
#ifndef CHORUS_ENGINE_ORDER_H
#define CHORUS_ENGINE_ORDER_H

#include "engine/state.h"

/* Each leaves a verdict. */
void check_every_number(Cegar *c);
void check_up_to(Cegar *c, uint32_t bound);
/* The program that is written out is for exactly that number. */
void check_written_out(Cegar *c, uint32_t bound);

#endif
