/* Makes a module run as a trace says: before and after each instruction that has its turn, and where something gets an
 * arbitrary value, a call of the runtime (runtime/replay.c). What the runtime is told is the number of the site. */
#ifndef CHORUS_NATIVE_INSTRUMENT_H
#define CHORUS_NATIVE_INSTRUMENT_H

#include "frontend/model/origin.h"

/* A place in the module that talks to the runtime: one instruction, or one scalar of a memset or memcpy. */
typedef struct Site {
    LLVMValueRef at;
    OriginKind kind;
    uint32_t part;
    uint64_t offset, size;
    SourcePos pos;
} Site;

typedef struct Sites {
    Intern ids;
    VEC(Site) all;
} Sites;

/* All places that some edge has as a scheduled event, as the source of a value, or as a failure. */
void sites_collect(Run *run, const Origins *origins, Sites *sites);
/* NO_ID when the event's place is none. */
uint32_t sites_find(const Sites *sites, LLVMValueRef at, OriginKind kind, uint32_t part);

/* "file:line", of printable characters; owned by the run. */
const char *site_place(Run *run, const Site *site);

/* has_foreign_mutexes: the program's pthread_mutex_t is that of another C library, so that the runtime keeps mutexes of
 * its own. Changes the module; afterwards the instructions that origins name are gone in part. What cannot be run stops
 * the run with STOP_UNSUPPORTED. */
void instrument_module(Run *run, const Origins *origins, const Sites *sites, bool has_foreign_mutexes);

#endif
