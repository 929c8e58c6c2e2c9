/* Calls of the runtime (runtime/replay.c), inserted in the module. */
#ifndef CHORUS_SESSION_NATIVE_INSERT_H
#define CHORUS_SESSION_NATIVE_INSERT_H

#include "session/native/sites.h"

/* The module that is changed. */
typedef struct Instrument {
    Run *run;
    const Origins *origins;
    const Sites *sites;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTypeRef i32, i64, pointer, nothing;
    bool has_foreign_mutexes;
    bool tells_locals; /* the runtime is to know which locals exist */
    bool tells_locks;  /* and who holds which lock, and waits */
    uint32_t start_count;
} Instrument;

/* From now on calls are inserted there. */
void insert_before(Instrument *in, LLVMValueRef instruction);
void insert_after(Instrument *in, LLVMValueRef instruction);
LLVMValueRef insert_number(const Instrument *in, uint64_t n);
/* A call of any function of the runtime, with at most 4 arguments. */
LLVMValueRef insert_call(Instrument *in, const char *name, LLVMTypeRef result, LLVMValueRef *args, unsigned n);
/* Waits for the site's turn; gives what the trace says of it. */
LLVMValueRef insert_turn(Instrument *in, uint32_t site);
/* The turn is over. */
void insert_done(Instrument *in);
/* The thread goes no further. */
void insert_park(Instrument *in);
/* The traced value of a type; NULL when there is no such site. */
LLVMValueRef insert_value(Instrument *in, LLVMValueRef at, LLVMTypeRef type);
/* Takes the place of a value that stays; with: NULL = nothing is done. */
void call_replace(LLVMValueRef old, LLVMValueRef with);
/* The call and its result go; with: NULL = zero. */
void call_erase(LLVMValueRef call, LLVMValueRef with);

#endif
