/* Certificates that a folder of kept evidence holds. */
#ifndef CHORUS_SESSION_CERTIFY_H
#define CHORUS_SESSION_CERTIFY_H

#include "session/session.h"

typedef struct KeptProof {
    const char *key, *record; /* see checked.h; a path */
    bool is_known;            /* out: the record says that this proof was certified */
    const char *new_record;   /* out: what is to be recorded now; NULL: nothing */
} KeptProof;

/* As chorus_certify; what is on record is not certified again. */
ChorusStatus session_certify_kept(ChorusSession *s, const char *path, KeptProof *kept);

#endif
