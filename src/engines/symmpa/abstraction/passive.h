/* Notify-all updates: what a step of the active thread does to the mixed predicates of a passive thread. */
#ifndef CHORUS_ENGINES_SYMMPA_ABSTRACTION_PASSIVE_H
#define CHORUS_ENGINES_SYMMPA_ABSTRACTION_PASSIVE_H

#include "engines/symmpa/abstraction/exact_internal.h"

/* See Oracle.passive; self: Exact. */
uint32_t exact_passive(void *self, uint32_t shared, uint32_t local, const Move *move, uint32_t passive,
                       const uint32_t **locals);

#endif
