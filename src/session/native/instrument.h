/* Makes a module run as a trace says: before and after each instruction that has its turn, and where something gets an
 * arbitrary value, a call of the runtime (runtime/replay.c). What the runtime is told is the number of the site. */
#ifndef CHORUS_SESSION_NATIVE_INSTRUMENT_H
#define CHORUS_SESSION_NATIVE_INSTRUMENT_H

#include "c/exact/model/origin.h"
#include "session/native/sites.h"

/* property: that the trace violates. has_foreign_mutexes: the program's pthread_mutex_t is that of another C library,
 * so that the runtime keeps mutexes of its own. Changes the module; afterwards the instructions that origins name are
 * gone in part. What cannot be run stops the run with STOP_UNSUPPORTED. */
void instrument_module(Run *run, const Origins *origins, const Sites *sites, bool has_foreign_mutexes,
                       Property property);

#endif
