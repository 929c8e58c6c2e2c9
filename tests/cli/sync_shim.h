/* Makes every mutex one that checks for errors, and tells the first call that it finds wrong: see sync.sh. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static inline int shim_tell(const char *call, int error)
{
    if (error == EPERM || error == EDEADLK || (error == EBUSY && call[0] == 'd')) {
        printf("misuse: %s %s\n", call, error == EPERM ? "EPERM" : error == EDEADLK ? "EDEADLK" : "EBUSY");
        fflush(stdout);
        _Exit(3);
    }
    return error;
}

static inline int shim_init(pthread_mutex_t *m, const pthread_mutexattr_t *given)
{
    pthread_mutexattr_t checked;
    int kind = PTHREAD_MUTEX_DEFAULT;
    if (given) pthread_mutexattr_gettype(given, &kind);
    pthread_mutexattr_init(&checked);
    pthread_mutexattr_settype(&checked, kind == PTHREAD_MUTEX_RECURSIVE ? kind : PTHREAD_MUTEX_ERRORCHECK);
    return pthread_mutex_init(m, &checked);
}

#undef PTHREAD_MUTEX_INITIALIZER
#define PTHREAD_MUTEX_INITIALIZER PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP
#define pthread_mutex_init(m, a) shim_init(m, a)
#define pthread_mutex_lock(m) shim_tell("lock", pthread_mutex_lock(m))
#define pthread_mutex_unlock(m) shim_tell("unlock", pthread_mutex_unlock(m))
#define pthread_mutex_destroy(m) shim_tell("destroy", pthread_mutex_destroy(m))
#define pthread_cond_wait(c, m) shim_tell("wait", pthread_cond_wait(c, m))
