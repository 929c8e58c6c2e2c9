/* The property valid-sync, where it is what other threads do at the time that makes a call wrong. */
#ifndef CHORUS_C_EXACT_THREADS_VALID_RESOLVE_H
#define CHORUS_C_EXACT_THREADS_VALID_RESOLVE_H

#include "c/exact/model/state.h"

/* An error edge from a location, where the guard holds. what: what goes wrong; NULL: the model ends there, and why
 * tells why. */
void valid_sync_add_wrong(Lowering *L, LocId from, Term guard, const char *what, const char *why, SourcePos pos);
/* When all is lowered. */
void valid_sync_resolve(Lowering *L);

#endif
