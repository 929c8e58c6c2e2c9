/* What a generated program, compiled natively, and the explorer that runs it know of each other. The program is
 * compiled with the macros below in the place of pthread.h and assert.h; each access to memory that other threads may
 * see calls access first. Pointers may have tags (memory.h). */
#ifndef TESTS_AGREEMENT_C_NATIVE_H
#define TESTS_AGREEMENT_C_NATIVE_H

#include <stddef.h>
#include <stdint.h>

/* What an access does. */
typedef enum Kind {
    KIND_NONE,
    KIND_READ,
    KIND_WRITE,
    KIND_ATOMIC,  /* reads and writes in one step */
    KIND_EXCHANGE /* likewise, or it only reads */
} Kind;

typedef struct Host Host;
struct Host {
    /* Another thread may run here; then so many bytes at the pointer are used. The pointer without its tag. */
    void *(*access)(Host *self, const void *pointer, size_t size, Kind kind);
    void (*atomic)(Host *self, int is_begin);
    void (*lock)(Host *self, int *mutex, int is_lock);
    void (*create)(Host *self, unsigned long *handle, void *(*start)(void *), void *arg);
    void (*join)(Host *self, unsigned long handle);
    int (*choose)(Host *self, int count); /* 0 .. count-1 */
    void *(*allocate)(Host *self, size_t size);
    void (*release)(Host *self, const void *pointer);
    void (*overflow)(Host *self); /* signed arithmetic overflows, and wraps around */
    void (*fail)(Host *self);     /* does not return */
    void (*end)(Host *self, unsigned outcome);
};

/* One program of a batch: its globals lie from first to last. */
typedef struct Entry {
    char *first, *last;
    int (*run)(void);
    int has_free;
} Entry;

#define POINTER_BITS 48 /* above is the tag */
#define BARE(pointer) ((__typeof__(pointer))((uintptr_t)(pointer) & ((UINT64_C(1) << POINTER_BITS) - 1)))

#ifdef NATIVE_PROGRAM

Host *host; /* set by the explorer */

typedef unsigned long pthread_t;
typedef int pthread_mutex_t;
#define PTHREAD_MUTEX_INITIALIZER 0
#define pthread_create(handle, attributes, start, arg) host->create(host, handle, start, (void *)(arg))
#define pthread_join(handle, result) host->join(host, handle)
#define pthread_mutex_lock(m) host->lock(host, m, 1)
#define pthread_mutex_unlock(m) host->lock(host, m, 0)
#define pthread_mutex_init(m, attributes) (*BARE(m) = 0)
#define __VERIFIER_atomic_begin() host->atomic(host, 1)
#define __VERIFIER_atomic_end() host->atomic(host, 0)
#define __VERIFIER_nondet_bool() host->choose(host, 2)
#define __VERIFIER_nondet_uchar() host->choose(host, 4) /* programs use the two lowest bits */
#define malloc(size) host->allocate(host, size)
#define calloc(count, size) host->allocate(host, (count) * (size))
#define free(pointer) host->release(host, pointer)
#define abort() host->fail(host) /* after malloc only, which never fails here */
#define assert(condition) ((condition) ? (void)0 : host->fail(host))

/* Reads and writes of what other threads may see: first the address, then the step, then the access. */
#define REACH(address, kind) ((__typeof__(address))host->access(host, address, sizeof *(address), kind))
#define REACH_PLACE(place, kind)                                                                                       \
    ({                                                                                                                 \
        __auto_type address_ = &(place);                                                                               \
        REACH(address_, kind);                                                                                         \
    })
#define READ(place)                                                                                                    \
    ({                                                                                                                 \
        __auto_type address_ = &(place);                                                                               \
        *REACH(address_, KIND_READ);                                                                                   \
    })
#define AT(place) REACH_PLACE(place, KIND_ATOMIC)
#define EXCHANGE(place) REACH_PLACE(place, KIND_EXCHANGE)
#define WRITE(place, value)                                                                                            \
    ({                                                                                                                 \
        __typeof__(place) value_ = (value);                                                                            \
        __auto_type address_ = &(place);                                                                               \
        *REACH(address_, KIND_WRITE) = value_;                                                                         \
    })
/* A struct is copied member by member. */
#define MOVE(member)                                                                                                   \
    ({                                                                                                                 \
        __auto_type place_ = &from_->member;                                                                           \
        __auto_type value_ = *REACH(place_, KIND_READ);                                                                \
        __auto_type target_ = &to_->member;                                                                            \
        *REACH(target_, KIND_WRITE) = value_;                                                                          \
    })
/* Compare and swap of pointers, by their addresses; `at` from EXCHANGE, the others without accesses. */
#define SWAP_POINTER(at, wanted, value)                                                                                \
    ({                                                                                                                 \
        __auto_type at_ = at;                                                                                          \
        int is_same_ = BARE(*at_) == BARE(wanted);                                                                     \
        if (is_same_) *at_ = (value);                                                                                  \
        is_same_;                                                                                                      \
    })
/* An index beyond the array's end becomes one beyond all objects. */
#define INDEX(count, index)                                                                                            \
    ({                                                                                                                 \
        int index_ = (index);                                                                                          \
        index_ < (count) ? index_ : 1 << 28;                                                                           \
    })
/* Signed arithmetic: OP(a, add, b). */
#define OP(a, op, b)                                                                                                   \
    ({                                                                                                                 \
        int result_;                                                                                                   \
        if (native_##op(a, b, &result_)) host->overflow(host);                                                         \
        result_;                                                                                                       \
    })
#define native_add __builtin_add_overflow
#define native_sub __builtin_sub_overflow
#define native_mul __builtin_mul_overflow
static inline int native_shl(int a, int b, int *result)
{
    *result = (int)((unsigned)a << b);
    return a < 0 || (long long)a << b != *result;
}

#endif
#endif
