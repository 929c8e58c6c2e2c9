/* Values that do not survive a jump to shared code. */
#ifndef CHORUS_C_EXACT_CALLS_DEMOTE_H
#define CHORUS_C_EXACT_CALLS_DEMOTE_H

#include "c/exact/calls/body.h"

/* A value is known where its instruction is passed on every way. Behind a call that has become a jump this need no
 * longer be so, for the graph: the block there can be entered whoever has called. Such values go into variables, where
 * they are read again. */
void demote_values(Body *body);

#endif
