#include "agreement_library/text.h"

const char text_for_both[] =
    "#include <assert.h>\n#include <ctype.h>\n#include <errno.h>\n#include <pthread.h>\n"
    "#include <semaphore.h>\n#include <setjmp.h>\n#include <stdarg.h>\n#include <stdatomic.h>\n"
    "#include <fcntl.h>\n#include <unistd.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include "
    "<time.h>\n"
    "int ext_int(int);\nvoid ext_write(int *);\nvoid ext_call(void (*)(void));\n"
    "int *ext_same(int *);\nvoid ext_read(const char *);\n";

const char text_for_chorus[] = "int __VERIFIER_nondet_int(void);\n"
                               "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n";

/* What may wait, or what is watched, goes to the runtime (runtime.h). */
const char text_for_native[] =
    "#include \"agreement_library/runtime.h\"\n"
    "#undef assert\n#define assert(c) ((c) ? (void)0 : rt_fail())\n"
    "#define __VERIFIER_nondet_int() rt_input()\n"
    "#define __VERIFIER_atomic_begin() rt_atomic(1)\n#define __VERIFIER_atomic_end() rt_atomic(0)\n"
    "#define abort() rt_quit()\n#define exit(s) rt_quit()\n#define atexit(f) rt_atexit(f)\n"
    "#define malloc(n) rt_malloc(n)\n#define calloc(a, b) rt_calloc((a) * (b))\n#define realloc(p, n) rt_realloc(p, "
    "n)\n"
    "#define free(p) rt_free(p)\n#define strdup(s) rt_strdup(s)\n"
    "#define pthread_create(t, a, f, x) rt_create(t, f, x)\n#define pthread_join(t, r) rt_join(t, r)\n"
    "#define pthread_mutex_lock(m) rt_lock(m)\n#define pthread_mutex_trylock(m) rt_trylock(m)\n"
    "#define pthread_mutex_unlock(m) rt_unlock(m)\n"
    "#define pthread_spin_init(m, s) rt_spin_init((void *)(m))\n#define pthread_spin_lock(m) rt_lock((void *)(m))\n"
    "#define pthread_spin_unlock(m) rt_unlock((void *)(m))\n"
    "#define pthread_rwlock_rdlock(m) rt_read_lock(m)\n#define pthread_rwlock_wrlock(m) rt_write_lock(m)\n"
    "#define pthread_rwlock_unlock(m) rt_rw_unlock(m)\n"
    "#define sem_init(s, p, v) rt_sem_init(s, v)\n#define sem_wait(s) rt_sem_wait(s)\n#define sem_post(s) "
    "rt_sem_post(s)\n"
    "#define sem_trywait(s) rt_sem_try(s)\n"
    "#define pthread_cond_wait(c, m) rt_cond_wait(c, m)\n#define pthread_cond_signal(c) rt_cond_signal(c)\n"
    "#define pthread_cond_broadcast(c) rt_cond_broadcast(c)\n"
    "#define pthread_barrier_init(b, a, n) rt_barrier_init(b, n)\n#define pthread_barrier_wait(b) rt_barrier_wait(b)\n"
    "#define pthread_once(o, f) rt_once(o, f)\n#define pthread_key_create(k, f) rt_key_create(k, f)\n"
    "#define pthread_setspecific(k, p) rt_key_set(k, p)\n#define pthread_getspecific(k) rt_key_get(k)\n"
    "#undef pthread_cleanup_push\n#undef pthread_cleanup_pop\n"
    "#define pthread_cleanup_push(f, x) { void (*rt_f)(void *) = (f); void *rt_x = (x);\n"
    "#define pthread_cleanup_pop(e) if (e) rt_f(rt_x); }\n"
    "#undef errno\n#define errno (*rt_errno())\n"
    "#undef getchar\n#define getchar() rt_getchar()\n#define fgets(b, n, f) rt_fgets(b, n)\n"
    "#define read(d, b, n) rt_read(b, n)\n#define getenv(s) rt_getenv()\n#define scanf(f, p) rt_scan(p)\n"
    "#define open(p, f) rt_fails()\n#define access(p, m) rt_access_file()\n#define sysconf(n) rt_sysconf()\n"
    "#define fopen(p, m) rt_fopen()\n#define isatty(d) rt_isatty()\n#define rand() rt_rand()\n";
