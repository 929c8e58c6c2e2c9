/* What a generated program, compiled natively, and the explorer that runs it know of each other. The program is
 * compiled with the macros below in the place of pthread.h and assert.h; each access to shared memory calls step first.
 */
#ifndef TESTS_AGREEMENT_C_NATIVE_H
#define TESTS_AGREEMENT_C_NATIVE_H

#include <stddef.h>

typedef struct Host Host;
struct Host {
    void (*step)(Host *self); /* another thread may run here */
    void (*atomic)(Host *self, int is_begin);
    void (*lock)(Host *self, int *mutex, int is_lock);
    void (*create)(Host *self, unsigned long *handle, void *(*start)(void *), void *arg);
    void (*join)(Host *self, unsigned long handle);
    int (*choose)(Host *self, int count); /* 0 .. count-1 */
    void *(*allocate)(Host *self, size_t size);
    void (*fail)(Host *self); /* does not return */
    void (*end)(Host *self, unsigned outcome);
};

/* One program of a batch: its globals lie from first to last. */
typedef struct Entry {
    char *first, *last;
    int (*run)(void);
} Entry;

#ifdef NATIVE_PROGRAM

Host *host; /* set by the explorer */

typedef unsigned long pthread_t;
typedef int pthread_mutex_t;
#define PTHREAD_MUTEX_INITIALIZER 0
#define pthread_create(handle, attributes, start, arg) host->create(host, handle, start, (void *)(arg))
#define pthread_join(handle, result) host->join(host, handle)
#define pthread_mutex_lock(m) host->lock(host, m, 1)
#define pthread_mutex_unlock(m) host->lock(host, m, 0)
#define pthread_mutex_init(m, attributes) (*(m) = 0)
#define __VERIFIER_atomic_begin() host->atomic(host, 1)
#define __VERIFIER_atomic_end() host->atomic(host, 0)
#define __VERIFIER_nondet_bool() host->choose(host, 2)
#define __VERIFIER_nondet_uchar() host->choose(host, 4) /* programs use the two lowest bits */
#define malloc(size) host->allocate(host, size)
#define calloc(count, size) host->allocate(host, (count) * (size))
#define abort() host->fail(host) /* after malloc only, which never fails here */
#define assert(condition) ((condition) ? (void)0 : host->fail(host))

/* Reads and writes of what other threads may see: first the address, then the step, then the access. */
#define READ(place)                                                                                                    \
    ({                                                                                                                 \
        __auto_type address_ = &(place);                                                                               \
        host->step(host);                                                                                              \
        *address_;                                                                                                     \
    })
#define AT(place)                                                                                                      \
    ({                                                                                                                 \
        __auto_type address_ = &(place);                                                                               \
        host->step(host);                                                                                              \
        address_;                                                                                                      \
    })
#define WRITE(place, value)                                                                                            \
    ({                                                                                                                 \
        __typeof__(place) value_ = (value);                                                                            \
        __auto_type address_ = &(place);                                                                               \
        host->step(host);                                                                                              \
        *address_ = value_;                                                                                            \
    })
/* A struct is copied member by member. */
#define MOVE(member)                                                                                                   \
    ({                                                                                                                 \
        host->step(host);                                                                                              \
        __auto_type value_ = from_->member;                                                                            \
        host->step(host);                                                                                              \
        to_->member = value_;                                                                                          \
    })

#endif
#endif
