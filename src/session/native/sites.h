/* Sites: the places in the module that talk to the runtime. */
#ifndef CHORUS_SESSION_NATIVE_SITES_H
#define CHORUS_SESSION_NATIVE_SITES_H

#include "c/exact/model/origin.h"

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

/* For checks: is each place there once, and found by what it is? */
bool sites_are_valid(const Sites *sites);
/* "file:line", of printable characters; owned by the run. */
const char *site_place(Run *run, const Site *site);

#endif
