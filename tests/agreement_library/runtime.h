/* What generated programs call natively, one thread at a time; each run is a process of its own.
 *
 * Programs are compiled with the instrumentation of clang's sanitizers, but without their runtimes: before each access
 * (__tsan_...) the threads may change, at random, and where an operation overflows (__ubsan_...) that is noted. What is
 * noted is certain: the run did it. Runs are some of those that C allows. */
#ifndef TESTS_AGREEMENT_LIBRARY_RUNTIME_H
#define TESTS_AGREEMENT_LIBRARY_RUNTIME_H

#include <stddef.h>

#define RT_EXPORT __attribute__((visibility("default")))

typedef enum RtViolation {
    RT_ASSERTION = 1,
    RT_OVERFLOW = 2,
    RT_RACE = 4,
    RT_DEREF = 8,
    RT_FREE = 16,
    RT_LOST = 32,
    RT_DEADLOCK = 64
} RtViolation;

/* Runs main in this process, which ends: what it does is added to *noted. data, data_end: the program's globals. */
_Noreturn void rt_run(int (*program)(void), unsigned seed, volatile unsigned *noted, const char *data,
                      const char *data_end);

RT_EXPORT _Noreturn void rt_fail(void);
RT_EXPORT _Noreturn void rt_quit(void);
RT_EXPORT int rt_input(void);
RT_EXPORT void rt_atomic(int is_begin);
RT_EXPORT int rt_atexit(void (*f)(void));
RT_EXPORT void *rt_malloc(size_t n);
RT_EXPORT void *rt_calloc(size_t n);
RT_EXPORT void *rt_realloc(void *p, size_t n);
RT_EXPORT void rt_free(void *p);
RT_EXPORT char *rt_strdup(const char *s);
RT_EXPORT int rt_create(unsigned long *handle, void *(*f)(void *), void *argument);
RT_EXPORT int rt_join(unsigned long handle, void **result);
RT_EXPORT int rt_lock(void *m);
RT_EXPORT int rt_trylock(void *m);
RT_EXPORT int rt_unlock(void *m);
RT_EXPORT int rt_spin_init(void *m);
RT_EXPORT int rt_read_lock(void *m);
RT_EXPORT int rt_write_lock(void *m);
RT_EXPORT int rt_rw_unlock(void *m);
RT_EXPORT int rt_sem_init(void *s, unsigned value);
RT_EXPORT int rt_sem_wait(void *s);
RT_EXPORT int rt_sem_try(void *s);
RT_EXPORT int rt_sem_post(void *s);
RT_EXPORT int rt_cond_wait(void *c, void *m);
RT_EXPORT int rt_cond_signal(void *c);
RT_EXPORT int rt_cond_broadcast(void *c);
RT_EXPORT int rt_barrier_init(void *b, unsigned n);
RT_EXPORT int rt_barrier_wait(void *b);
RT_EXPORT int rt_once(void *o, void (*f)(void));
RT_EXPORT int rt_key_create(unsigned *key, void (*destructor)(void *));
RT_EXPORT int rt_key_set(unsigned key, const void *p);
RT_EXPORT void *rt_key_get(unsigned key);
RT_EXPORT int *rt_errno(void);
/* Input: any value that POSIX lets the function give, more often an extreme one. */
RT_EXPORT int rt_getchar(void);
RT_EXPORT char *rt_fgets(char *to, int n);
RT_EXPORT long rt_read(char *to, size_t n);
RT_EXPORT char *rt_getenv(void);
RT_EXPORT int rt_scan(int *to);
RT_EXPORT int rt_fails(void);
RT_EXPORT int rt_access_file(void);
RT_EXPORT long rt_sysconf(void);
RT_EXPORT void *rt_fopen(void);
RT_EXPORT int rt_isatty(void);
RT_EXPORT int rt_rand(void);

#endif
