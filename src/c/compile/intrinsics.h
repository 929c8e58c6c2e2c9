/* Functions known by name: threads, atomicity, properties, nondeterminism, and what has no effect. */
#ifndef CHORUS_C_COMPILE_INTRINSICS_H
#define CHORUS_C_COMPILE_INTRINSICS_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum Intrinsic {
    INTRINSIC_NONE,   /* not known */
    INTRINSIC_IGNORE, /* no effect but that of its summary; an integer result is arbitrary */
    INTRINSIC_ZERO,   /* likewise; the result is 0 */
    INTRINSIC_ASSUME,
    INTRINSIC_ASSERT,
    INTRINSIC_ERROR,
    INTRINSIC_HALT, /* ends the process */
    INTRINSIC_ATOMIC_BEGIN,
    INTRINSIC_ATOMIC_END,
    INTRINSIC_NONDET,
    INTRINSIC_NONDET_BOOL,
    INTRINSIC_THREAD_CREATE,
    INTRINSIC_THREAD_JOIN,
    INTRINSIC_THREAD_EXIT,
    INTRINSIC_THREAD_SELF,
    INTRINSIC_THREAD_EQUAL,
    INTRINSIC_THREAD_CANCEL,
    INTRINSIC_CANCEL_STATE,
    INTRINSIC_MUTEX_INIT,
    INTRINSIC_MUTEX_DESTROY,
    INTRINSIC_MUTEX_LOCK,
    INTRINSIC_MUTEX_TRYLOCK,
    INTRINSIC_MUTEX_TIMEDLOCK,
    INTRINSIC_MUTEX_UNLOCK,
    INTRINSIC_ATTRIBUTE_INIT, /* of mutexes */
    INTRINSIC_ATTRIBUTE_SET_TYPE,
    INTRINSIC_COND_WAIT,
    INTRINSIC_RWLOCK_INIT,
    INTRINSIC_RWLOCK_READ,
    INTRINSIC_RWLOCK_TRY_READ,
    INTRINSIC_RWLOCK_TIMED_READ,
    INTRINSIC_RWLOCK_WRITE,
    INTRINSIC_RWLOCK_TRY_WRITE,
    INTRINSIC_RWLOCK_TIMED_WRITE,
    INTRINSIC_RWLOCK_UNLOCK,
    INTRINSIC_ONCE,
    INTRINSIC_BARRIER_INIT,
    INTRINSIC_BARRIER_WAIT,
    INTRINSIC_BARRIER_DESTROY,
    INTRINSIC_SEMAPHORE_INIT,
    INTRINSIC_SEMAPHORE_WAIT,
    INTRINSIC_SEMAPHORE_TRY_WAIT,
    INTRINSIC_SEMAPHORE_POST,
    INTRINSIC_SEMAPHORE_GET,
    INTRINSIC_KEY_CREATE,
    INTRINSIC_KEY_DELETE,
    INTRINSIC_KEY_GET,
    INTRINSIC_KEY_SET,
    INTRINSIC_MALLOC,
    INTRINSIC_CALLOC,
    INTRINSIC_REALLOC,
    INTRINSIC_FREE,
    INTRINSIC_PLACE,            /* nothing: a step of its own (place.h) */
    INTRINSIC_UNSUPPORTED_SYNC, /* synchronisation that is not modelled */
    INTRINSIC_UNSUPPORTED
} Intrinsic;

#define INTRINSIC_COUNT (INTRINSIC_UNSUPPORTED + 1)

/* has_body: whether the program defines the function itself; then only names that are reserved for verification
 * keep their special meaning. */
Intrinsic intrinsic_find(const char *name, bool has_body);
/* Row i of the table: a name, or how names begin that end in a star; NULL at its end. */
const char *intrinsic_row(size_t i, Intrinsic *intrinsic);
/* A function whose whole body is atomic. */
bool intrinsic_is_atomic_function(const char *name);
/* For checks: can each name of the table be found, or does one before it hide it? */
bool intrinsics_are_findable(void);
/* Whether the function of the thread library may wait, or make others wait. */
bool intrinsic_may_wait(const char *name);
/* Whether the module has a use of a function that is the intrinsic. */
bool intrinsic_is_used(LLVMModuleRef module, Intrinsic intrinsic);

#endif
