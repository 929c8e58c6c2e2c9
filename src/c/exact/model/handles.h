/* Thread handles, what fills them and who joins them, as they are recorded while calls are lowered: types only. */
#ifndef CHORUS_C_EXACT_MODEL_HANDLES_H
#define CHORUS_C_EXACT_MODEL_HANDLES_H

#include <llvm-c/Core.h>

#include "base/vec.h"
#include "program/program.h"

/* A pthread_t object that is only written by pthread_create and only read for pthread_join. */
typedef struct Handle {
    uint32_t object;
    int64_t offset;
    bool is_tagged;     /* anywhere: found by its value, no object; see threads/tagged.h */
    bool is_lost;       /* likewise; and joined, but filled for several threads perhaps, so that it is not followed */
    bool is_once;       /* likewise; filled once at most, however often the call is done */
    LLVMValueRef call;  /* likewise; that fills it */
    LLVMTypeRef result; /* of the thread, as joins read it; NULL = none does */
} Handle;

/* A handle that an edge fills or joins, when the guard holds before the edge. */
typedef struct HandleUse {
    EdgeId edge;
    uint32_t handle;
    Term guard;
} HandleUse;

typedef VEC(HandleUse) HandleUses;

typedef struct Join {
    EdgeId edge;
    HandleUses uses; /* none: not known */
    Term result;     /* an input that stands for the joined thread's result; TERM_NONE = not read */
    LLVMTypeRef result_type;
    Term other;          /* the handle may be none of the uses then; TERM_NONE: never */
    SourcePos looked_at; /* where the program looks at handles, which is why; line 0: it does not */
    const char *why;     /* the thread is not known, in words, once all is lowered; NULL = nothing to say */
    bool is_detached;    /* perhaps: then it does not wait */
    Term name; /* the value of the handle where nothing else is known of it, or TERM_NONE; see threads/named.c */
    SourcePos pos;
} Join;

typedef struct Detach {
    LocId loc;
    EdgeId edge;     /* a step of its own where valid-sync is asked; else NO_ID */
    bool is_self;    /* the thread detaches itself */
    Term name;       /* as in Join */
    HandleUses uses; /* none: not known */
    SourcePos pos;
} Detach;

#endif
