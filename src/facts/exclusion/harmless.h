/* Pairs of accesses that cannot race as they are, whoever makes them when, and those that may. For people: what is
 * asked is decided where races become error edges (program/monitor.h). */
#ifndef CHORUS_FACTS_EXCLUSION_HARMLESS_H
#define CHORUS_FACTS_EXCLUSION_HARMLESS_H

#include "program/monitor.h"

typedef enum HarmlessKind {
    HARMLESS_ATOMIC, /* both are atomic, or in atomic sections */
    HARMLESS_BYTES,  /* they are to different bytes of the object */
    HARMLESS_READ,   /* both only read */
    HARMLESS_THREAD, /* one single thread makes both */
    HARMLESS_NOT,    /* they may race: somebody has to find out */
    HARMLESS_KINDS
} HarmlessKind;

typedef struct Harmless {
    const char *what; /* the name of an access or its object */
    HarmlessKind kind;
    uint32_t pairs;
} Harmless;

typedef VEC(Harmless) HarmlessList;

/* Adds them, each kind once for what is accessed, in the order of the objects. */
void harmless_find(Program *p, const MonitorQuestion *question, HarmlessList *out);
/* "only read" */
const char *harmless_text(HarmlessKind kind);

#endif
