/* What cells and locks are called, in the words of the source. */
#ifndef CHORUS_C_SURVEY_CELLS_NAME_H
#define CHORUS_C_SURVEY_CELLS_NAME_H

#include "c/compile/debugnames.h"
#include "c/survey/cells/locks.h"
#include "c/survey/state.h"

/* Bytes of an object; from: ANYWHERE = all of it. */
const char *survey_cell_name(const Survey *s, DebugNames *names, uint32_t object, uint64_t from, uint64_t to);
const char *name_lock(const Survey *s, DebugNames *names, const Locks *l, uint32_t lock, uint32_t object);

#endif
