#include "c/compile/intrinsics.h"

#include <string.h>

#include "base/check.h"

typedef struct Entry {
    const char *name; /* a trailing * matches any rest */
    Intrinsic intrinsic;
    bool is_reserved; /* keeps its meaning even when the program defines it */
} Entry;

static const Entry entries[] = {
    {"__chorus_place_*", INTRINSIC_PLACE, true},
    {"__CPROVER_assume", INTRINSIC_ASSUME, true},
    {"__VERIFIER_assume", INTRINSIC_ASSUME, true},
    {"assume", INTRINSIC_ASSUME, false},
    {"assume_abort_if_not", INTRINSIC_ASSUME, true},
    {"__CPROVER_assert", INTRINSIC_ASSERT, true},
    {"__VERIFIER_assert", INTRINSIC_ASSERT, false},
    {"assert", INTRINSIC_ASSERT, false},
    {"__assert_fail", INTRINSIC_ERROR, true},
    {"__assert_perror_fail", INTRINSIC_ERROR, true},
    {"__assert", INTRINSIC_ERROR, false},
    {"reach_error", INTRINSIC_ERROR, true},
    {"__VERIFIER_error", INTRINSIC_ERROR, true},
    {"exit", INTRINSIC_HALT, false},
    {"_exit", INTRINSIC_HALT, false},
    {"_Exit", INTRINSIC_HALT, false},
    {"quick_exit", INTRINSIC_HALT, false},
    {"abort", INTRINSIC_HALT, false},
    {"__CPROVER_atomic_begin", INTRINSIC_ATOMIC_BEGIN, true},
    {"__VERIFIER_atomic_begin", INTRINSIC_ATOMIC_BEGIN, true},
    {"atomic_begin", INTRINSIC_ATOMIC_BEGIN, false},
    {"__CPROVER_atomic_end", INTRINSIC_ATOMIC_END, true},
    {"__VERIFIER_atomic_end", INTRINSIC_ATOMIC_END, true},
    {"atomic_end", INTRINSIC_ATOMIC_END, false},
    {"__VERIFIER_nondet_bool", INTRINSIC_NONDET_BOOL, true},
    {"__VERIFIER_nondet__Bool", INTRINSIC_NONDET_BOOL, true},
    {"nondet_bool", INTRINSIC_NONDET_BOOL, false},
    {"__VERIFIER_nondet_*", INTRINSIC_NONDET, true},
    {"nondet*", INTRINSIC_NONDET, false},
    {"rand", INTRINSIC_NONDET, false},
    {"random", INTRINSIC_NONDET, false},
    {"malloc", INTRINSIC_MALLOC, false},
    {"calloc", INTRINSIC_CALLOC, false},
    {"realloc", INTRINSIC_REALLOC, false},
    {"free", INTRINSIC_FREE, false},
    {"pthread_create", INTRINSIC_THREAD_CREATE, false},
    {"pthread_join", INTRINSIC_THREAD_JOIN, false},
    {"pthread_exit", INTRINSIC_THREAD_EXIT, false},
    {"pthread_self", INTRINSIC_THREAD_SELF, false},
    {"pthread_equal", INTRINSIC_THREAD_EQUAL, false},
    {"pthread_cancel", INTRINSIC_THREAD_CANCEL, false},
    {"pthread_setcancelstate", INTRINSIC_CANCEL_STATE, false},
    {"pthread_setcanceltype", INTRINSIC_CANCEL_STATE, false},
    {"pthread_testcancel", INTRINSIC_IGNORE, false},
    {"pthread_mutex_init", INTRINSIC_MUTEX_INIT, false},
    {"pthread_mutex_destroy", INTRINSIC_MUTEX_DESTROY, false},
    {"pthread_mutex_lock", INTRINSIC_MUTEX_LOCK, false},
    {"pthread_mutex_trylock", INTRINSIC_MUTEX_TRYLOCK, false},
    {"pthread_mutex_timedlock", INTRINSIC_MUTEX_TIMEDLOCK, false},
    {"pthread_mutex_clocklock", INTRINSIC_MUTEX_TIMEDLOCK, false},
    {"pthread_mutex_unlock", INTRINSIC_MUTEX_UNLOCK, false},
    {"pthread_cond_init", INTRINSIC_ZERO, false},
    {"pthread_cond_destroy", INTRINSIC_ZERO, false},
    {"pthread_cond_signal", INTRINSIC_ZERO, false}, /* see lower_wait */
    {"pthread_cond_broadcast", INTRINSIC_ZERO, false},
    {"pthread_cond_wait", INTRINSIC_COND_WAIT, false},
    {"pthread_cond_timedwait", INTRINSIC_COND_WAIT, false},
    {"pthread_cond_clockwait", INTRINSIC_COND_WAIT, false},
    {"pthread_condattr_init", INTRINSIC_ZERO, false},
    {"pthread_condattr_destroy", INTRINSIC_ZERO, false},
    {"pthread_condattr_set*", INTRINSIC_ZERO, false},
    {"pthread_rwlock_init", INTRINSIC_RWLOCK_INIT, false},
    {"pthread_rwlock_rdlock", INTRINSIC_RWLOCK_READ, false},
    {"pthread_rwlock_tryrdlock", INTRINSIC_RWLOCK_TRY_READ, false},
    {"pthread_rwlock_timedrdlock", INTRINSIC_RWLOCK_TIMED_READ, false},
    {"pthread_rwlock_clockrdlock", INTRINSIC_RWLOCK_TIMED_READ, false},
    {"pthread_rwlock_wrlock", INTRINSIC_RWLOCK_WRITE, false},
    {"pthread_rwlock_trywrlock", INTRINSIC_RWLOCK_TRY_WRITE, false},
    {"pthread_rwlock_timedwrlock", INTRINSIC_RWLOCK_TIMED_WRITE, false},
    {"pthread_rwlock_clockwrlock", INTRINSIC_RWLOCK_TIMED_WRITE, false},
    {"pthread_rwlock_unlock", INTRINSIC_RWLOCK_UNLOCK, false},
    {"pthread_rwlock_destroy", INTRINSIC_ZERO, false},
    {"pthread_rwlockattr_init", INTRINSIC_ZERO, false},
    {"pthread_rwlockattr_destroy", INTRINSIC_ZERO, false},
    {"pthread_rwlockattr_set*", INTRINSIC_ZERO, false}, /* who goes first */
    {"pthread_spin_init", INTRINSIC_MUTEX_INIT, false},
    {"pthread_spin_destroy", INTRINSIC_MUTEX_DESTROY, false},
    {"pthread_spin_lock", INTRINSIC_MUTEX_LOCK, false},
    {"pthread_spin_trylock", INTRINSIC_MUTEX_TRYLOCK, false},
    {"pthread_spin_unlock", INTRINSIC_MUTEX_UNLOCK, false},
    {"pthread_once", INTRINSIC_ONCE, false},
    {"call_once", INTRINSIC_ONCE, false},
    {"pthread_barrier_init", INTRINSIC_BARRIER_INIT, false},
    {"pthread_barrier_wait", INTRINSIC_BARRIER_WAIT, false},
    {"pthread_barrier_destroy", INTRINSIC_BARRIER_DESTROY, false},
    {"pthread_barrierattr_init", INTRINSIC_ZERO, false},
    {"pthread_barrierattr_destroy", INTRINSIC_ZERO, false},
    {"pthread_barrierattr_set*", INTRINSIC_ZERO, false},
    {"sem_init", INTRINSIC_SEMAPHORE_INIT, false},
    {"sem_destroy", INTRINSIC_ZERO, false},
    {"sem_wait", INTRINSIC_SEMAPHORE_WAIT, false},
    {"sem_trywait", INTRINSIC_SEMAPHORE_TRY_WAIT, false},
    {"sem_timedwait", INTRINSIC_SEMAPHORE_TRY_WAIT, false}, /* may fail whenever it would have to wait */
    {"sem_clockwait", INTRINSIC_SEMAPHORE_TRY_WAIT, false},
    {"sem_post", INTRINSIC_SEMAPHORE_POST, false},
    {"sem_getvalue", INTRINSIC_SEMAPHORE_GET, false},
    {"pthread_key_create", INTRINSIC_KEY_CREATE, false},
    {"pthread_key_delete", INTRINSIC_KEY_DELETE, false},
    {"pthread_getspecific", INTRINSIC_KEY_GET, false},
    {"pthread_setspecific", INTRINSIC_KEY_SET, false},
    {"pthread_detach", INTRINSIC_ZERO, false},
    {"pthread_attr_init", INTRINSIC_ZERO, false},
    {"pthread_attr_destroy", INTRINSIC_ZERO, false},
    {"pthread_attr_set*", INTRINSIC_ZERO, false},
    {"pthread_setconcurrency", INTRINSIC_ZERO, false},
    {"pthread_setname_np", INTRINSIC_ZERO, false},
    {"pthread_setschedparam", INTRINSIC_ZERO, false},
    {"pthread_setschedprio", INTRINSIC_ZERO, false},
    {"pthread_setaffinity_np", INTRINSIC_ZERO, false},
    {"pthread_mutexattr_settype", INTRINSIC_ATTRIBUTE_SET_TYPE, false},
    {"pthread_mutexattr_init", INTRINSIC_ATTRIBUTE_INIT, false},
    {"pthread_mutexattr_destroy", INTRINSIC_ZERO, false},
    {"pthread_mutexattr_setpshared", INTRINSIC_ZERO, false},
    {"pthread_mutexattr_setprotocol", INTRINSIC_ZERO, false},
    {"pthread_yield", INTRINSIC_ZERO, false},
    {"sched_yield", INTRINSIC_ZERO, false},
    {"usleep", INTRINSIC_ZERO, false},
    {"pthread_sigmask", INTRINSIC_NONE, false},
    {"pthread_atfork", INTRINSIC_NONE, false},
    {"pthread_mutex_getprioceiling", INTRINSIC_NONE, false},
    {"pthread_kill", INTRINSIC_NONE, false},
    {"pthread_attr_get*", INTRINSIC_NONE, false},
    {"pthread_condattr_get*", INTRINSIC_NONE, false},
    {"pthread_mutexattr_get*", INTRINSIC_NONE, false},
    {"pthread_rwlockattr_get*", INTRINSIC_NONE, false},
    {"pthread_getschedparam", INTRINSIC_NONE, false},
    {"pthread_getname_np", INTRINSIC_NONE, false},
    {"pthread_getaffinity_np", INTRINSIC_NONE, false},
    {"pthread_getattr_np", INTRINSIC_NONE, false},
    {"pthread_getcpuclockid", INTRINSIC_NONE, false},
    {"sem_unlink", INTRINSIC_NONE, false},
    {"pthread_getconcurrency", INTRINSIC_NONE, false},
    {"pthread_*", INTRINSIC_UNSUPPORTED_SYNC, false},
    {"sem_*", INTRINSIC_UNSUPPORTED_SYNC, false},
    {"mtx_init", INTRINSIC_MUTEX_INIT, false},
    {"mtx_destroy", INTRINSIC_MUTEX_DESTROY, false},
    {"mtx_lock", INTRINSIC_MUTEX_LOCK, false},
    {"mtx_trylock", INTRINSIC_MUTEX_TRYLOCK, false},
    {"mtx_timedlock", INTRINSIC_MUTEX_TIMEDLOCK, false},
    {"mtx_unlock", INTRINSIC_MUTEX_UNLOCK, false},
    {"cnd_init", INTRINSIC_ZERO, false},
    {"cnd_destroy", INTRINSIC_ZERO, false},
    {"cnd_signal", INTRINSIC_ZERO, false},
    {"cnd_broadcast", INTRINSIC_ZERO, false},
    {"cnd_wait", INTRINSIC_COND_WAIT, false},
    {"cnd_timedwait", INTRINSIC_COND_WAIT, false},
    {"thrd_create", INTRINSIC_THREAD_CREATE, false},
    {"thrd_join", INTRINSIC_THREAD_JOIN, false},
    {"thrd_exit", INTRINSIC_THREAD_EXIT, false},
    {"thrd_current", INTRINSIC_THREAD_SELF, false},
    {"thrd_equal", INTRINSIC_THREAD_EQUAL, false},
    {"thrd_detach", INTRINSIC_ZERO, false},
    {"thrd_yield", INTRINSIC_IGNORE, false},
    {"thrd_sleep", INTRINSIC_IGNORE, false},
    {"tss_create", INTRINSIC_KEY_CREATE, false},
    {"tss_get", INTRINSIC_KEY_GET, false},
    {"tss_set", INTRINSIC_KEY_SET, false},
    {"tss_delete", INTRINSIC_KEY_DELETE, false},
    {"mtx_*", INTRINSIC_UNSUPPORTED_SYNC, false},
    {"cnd_*", INTRINSIC_UNSUPPORTED_SYNC, false},
    {"thrd_*", INTRINSIC_UNSUPPORTED_SYNC, false},
    {"tss_*", INTRINSIC_UNSUPPORTED_SYNC, false},
    {"__atomic_*", INTRINSIC_UNSUPPORTED, false},
    {"__sync_*", INTRINSIC_UNSUPPORTED, false},
    {"printf", INTRINSIC_IGNORE, false},
    {"fprintf", INTRINSIC_IGNORE, false},
    {"vprintf", INTRINSIC_IGNORE, false},
    {"dprintf", INTRINSIC_IGNORE, false},
    {"syslog", INTRINSIC_IGNORE, false},
    {"sprintf", INTRINSIC_IGNORE, false},
    {"snprintf", INTRINSIC_IGNORE, false},
    {"vfprintf", INTRINSIC_IGNORE, false},
    {"vdprintf", INTRINSIC_IGNORE, false},
    {"vsyslog", INTRINSIC_IGNORE, false},
    {"vsprintf", INTRINSIC_IGNORE, false},
    {"vsnprintf", INTRINSIC_IGNORE, false},
    {"wprintf", INTRINSIC_IGNORE, false},
    {"fwprintf", INTRINSIC_IGNORE, false},
    {"swprintf", INTRINSIC_IGNORE, false},
    {"vwprintf", INTRINSIC_IGNORE, false},
    {"vfwprintf", INTRINSIC_IGNORE, false},
    {"vswprintf", INTRINSIC_IGNORE, false},
    {"fputc", INTRINSIC_IGNORE, false},
    {"putc", INTRINSIC_IGNORE, false},
    {"fwrite", INTRINSIC_IGNORE, false},
    {"write", INTRINSIC_IGNORE, false},
    {"clock_nanosleep", INTRINSIC_IGNORE, false},
    {"clock_gettime", INTRINSIC_IGNORE, false},
    {"clock_getres", INTRINSIC_IGNORE, false},
    {"timespec_get", INTRINSIC_IGNORE, false},
    {"puts", INTRINSIC_IGNORE, false},
    {"fputs", INTRINSIC_IGNORE, false},
    {"putchar", INTRINSIC_IGNORE, false},
    {"fflush", INTRINSIC_IGNORE, false},
    {"perror", INTRINSIC_IGNORE, false},
    {"sleep", INTRINSIC_IGNORE, false},
    {"nanosleep", INTRINSIC_IGNORE, false},
    {"srand", INTRINSIC_IGNORE, false},
    {"srandom", INTRINSIC_IGNORE, false},
    {"__CPROVER_predicate", INTRINSIC_IGNORE, true},
    {"__CPROVER_parameter_predicates", INTRINSIC_IGNORE, true},
    {"__CPROVER_return_predicates", INTRINSIC_IGNORE, true},
    {"__CPROVER_*", INTRINSIC_UNSUPPORTED, false},
    {"setjmp", INTRINSIC_ZERO, false}, /* each call returns once: the model ends at longjmp */
    {"_setjmp", INTRINSIC_ZERO, false},
    {"__sigsetjmp", INTRINSIC_ZERO, false},
    {"sigsetjmp", INTRINSIC_ZERO, false},
    {"longjmp", INTRINSIC_UNSUPPORTED, false},
    {"siglongjmp", INTRINSIC_UNSUPPORTED, false},
    {"_longjmp", INTRINSIC_UNSUPPORTED, false},
    {"__longjmp_chk", INTRINSIC_UNSUPPORTED, false},
    {"setcontext", INTRINSIC_UNSUPPORTED, false}, /* goes on behind getcontext */
    {"swapcontext", INTRINSIC_UNSUPPORTED, false},
    {"__pthread_unwind_next", INTRINSIC_UNSUPPORTED, false},
    {"__pthread_register_cancel", INTRINSIC_ZERO, false}, /* see lower_exit */
    {"__pthread_unregister_cancel", INTRINSIC_ZERO, false},
    {"vfork", INTRINSIC_UNSUPPORTED, false},
};

static bool matches_pattern(const char *pattern, const char *name)
{
    size_t n = strlen(pattern);
    CHECK(n > 0 && strcspn(pattern, "*") + 1 >= n);
    if (pattern[n - 1] == '*') return strncmp(pattern, name, n - 1) == 0;
    return strcmp(pattern, name) == 0;
}

bool intrinsics_are_findable(void)
{
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++)
        for (size_t k = 0; k < i; k++)
            if (matches_pattern(entries[k].name, entries[i].name) &&
                (entries[k].is_reserved || !entries[i].is_reserved))
                return false;
    return true;
}

Intrinsic intrinsic_find(const char *name, bool has_body)
{
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++)
        if (matches_pattern(entries[i].name, name) && (entries[i].is_reserved || !has_body))
            return entries[i].intrinsic;
    return INTRINSIC_NONE;
}

const char *intrinsic_row(size_t i, Intrinsic *intrinsic)
{
    if (i >= sizeof entries / sizeof entries[0]) return NULL;
    *intrinsic = entries[i].intrinsic;
    return entries[i].name;
}

bool intrinsic_is_atomic_function(const char *name)
{
    return strncmp(name, "__VERIFIER_atomic_", 18) == 0 && strcmp(name, "__VERIFIER_atomic_begin") != 0 &&
           strcmp(name, "__VERIFIER_atomic_end") != 0;
}

bool intrinsic_may_wait(const char *name)
{
    static const char *const parts[] = {"lock", "trylock", "wait", "join", "once", "sem_post", "pthread_exit"};
    bool is_one = strncmp(name, "pthread_", 8) == 0 || strncmp(name, "sem_", 4) == 0 || strncmp(name, "mtx_", 4) == 0 ||
                  strncmp(name, "cnd_", 4) == 0 || strncmp(name, "thrd_", 5) == 0 || strcmp(name, "call_once") == 0;
    for (size_t i = 0; is_one && i < sizeof parts / sizeof *parts; i++)
        if (strstr(name, parts[i])) return true;
    return false;
}

bool intrinsic_is_used(LLVMModuleRef module, Intrinsic intrinsic)
{
    size_t length;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (LLVMGetFirstUse(f) && intrinsic_find(LLVMGetValueName2(f, &length), !LLVMIsDeclaration(f)) == intrinsic)
            return true;
    return false;
}
