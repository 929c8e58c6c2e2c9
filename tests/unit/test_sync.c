/* Synchronisation in C programs: each small program is as safe or unsafe as POSIX and C11 say. The reference
 * interpreter says so for a few threads, with both granularities, and the engine for every number of threads. */
#include "c/frontend.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "program/interpreter.h"
#include "tap.h"

#include <chorus.h>

/* ---- verdicts ---- */

#define HEADER                                                                                                         \
    "#define _GNU_SOURCE\n#include <pthread.h>\n#include <semaphore.h>\n#include <threads.h>\n#include <assert.h>\n"   \
    "#include <stdlib.h>\n_Bool __VERIFIER_nondet_bool(void);\n"                                                       \
    "#define START(f) do { pthread_t t; pthread_create(&t, 0, f, 0); } while (0)\n"                                    \
    "#define START_MANY(f) while (1) START(f)\n"

typedef struct Case {
    const char *path;
    bool has_statement_steps;
    InterpretResult result;
} Case;

/* Locals that have no initial value are assigned first here: zero is as good as any. */
static void set_initial_values(Program *p)
{
    for (uint32_t i = 0; i < p->vars.count; i++) {
        Var *v = &p->vars.data[i];
        if (v->is_parameter || term_is(v->init) || v->class == VAR_INPUT) continue;
        bool is_array = v->sort.kind == SORT_ARRAY;
        Term zero = term_const(p->tm, is_array ? sort_element(v->sort) : v->sort, 0);
        v->init = is_array ? term_const_array(p->tm, v->sort, zero) : zero;
    }
}

static void search(Run *run, void *arg)
{
    Case *c = arg;
    FrontendOptions options = {0};
    if (c->has_statement_steps) options.granularity = GRANULARITY_STATEMENT;
    Program *p = frontend_load(run, term_manager_new(run), &c->path, 1, &options);
    set_initial_values(p);
    c->result = interpreter_search(interpreter_new(p), 4, 300000);
}

/* 'S' safe, 'E' error, '?' not complete, 'X' refused */
static char interpret(const char *path, bool has_statement_steps, char *reason, size_t size)
{
    Case c = {path, has_statement_steps, {0}};
    Run *run = run_new();
    StopKind stop = run_guard(run, search, &c);
    snprintf(reason, size, "%s", run_reason(run));
    run_free(run);
    return stop != STOP_NONE ? 'X' : c.result.error_reachable ? 'E' : c.result.complete ? 'S' : '?';
}

/* Likewise, for every number of threads; 'X' also where the engine gives up. */
static char check(const char *path, char *reason, size_t size)
{
    ChorusSession *s = chorus_new();
    REQUIRE(s);
    char v = 'X';
    /* Some programs reach no assertion: where one is asked for by name that is no reason to say nothing. */
    REQUIRE(chorus_set_option(s, "property", "unreach-call") == CHORUS_OK);
    REQUIRE(chorus_set_option(s, "errors", "assert") == CHORUS_OK);
    if (chorus_load(s, &path, 1) == CHORUS_OK) {
        ChorusVerdict verdict = chorus_check(s);
        v = verdict == CHORUS_TRUE ? 'S' : verdict == CHORUS_FALSE ? 'E' : 'X';
    }
    snprintf(reason, size, "%s", chorus_result_line(s));
    chorus_free(s);
    return v;
}

typedef struct Wanted {
    char verdict; /* small: threads without end, which only the engine can tell */
    const char *text;
} Wanted;

static void check_one(const Wanted *w)
{
    char path[] = "/tmp/chorus-test-XXXXXX.c", reason[600], wanted = w->verdict;
    bool has_many = wanted == 's' || wanted == 'e';
    if (has_many) wanted = wanted == 's' ? 'S' : 'E';
    int fd = mkstemps(path, 2);
    REQUIRE(fd >= 0);
    REQUIRE(write(fd, HEADER, strlen(HEADER)) > 0 && write(fd, w->text, strlen(w->text)) > 0);
    close(fd);
    /* Of the three, one suffices while working; steps of one access find more. */
    int first = has_many ? 2 : 0, last = tap_is_thorough() ? 2 : first;
    for (int round = first; round <= last; round++) {
        char v = round < 2 ? interpret(path, round, reason, sizeof reason) : check(path, reason, sizeof reason);
        if (v != wanted) printf("# %d: %c, want %c: %s; %s\n", round, v, wanted, w->text, reason);
        CHECK_EQ_INT(v, wanted);
    }
    unlink(path);
}

static void check_all(const Wanted *wanted, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_one(&wanted[i]);
}

#define CHECK_ALL(w) check_all(w, sizeof(w) / sizeof *(w))

/* ---- mutexes ---- */

#define TYPED(type)                                                                                                    \
    "pthread_mutex_t m; int x; static void init(void) { pthread_mutexattr_t a; pthread_mutexattr_init(&a);"            \
    " pthread_mutexattr_settype(&a, " type "); pthread_mutex_init(&m, &a); pthread_mutexattr_destroy(&a); }\n"

TEST(recursive_mutex)
{
    static const Wanted wanted[] = {
        {'S', TYPED("PTHREAD_MUTEX_RECURSIVE") "void *f(void *a) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); "
                                               "x++; pthread_mutex_unlock(&m); x--;"
                                               " pthread_mutex_unlock(&m); return a; } int main(void) { init(); "
                                               "START(f); pthread_mutex_lock(&m);"
                                               " assert(x == 0); }"},
        {'E', TYPED("PTHREAD_MUTEX_RECURSIVE") "void *f(void *a) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); "
                                               "x++; pthread_mutex_unlock(&m);"
                                               " pthread_mutex_unlock(&m); x--; return a; } int main(void) { init(); "
                                               "START(f); pthread_mutex_lock(&m);"
                                               " assert(x == 0); }"},
        {'E', TYPED("PTHREAD_MUTEX_RECURSIVE") "int main(void) { init(); pthread_mutex_lock(&m); "
                                               "pthread_mutex_lock(&m); assert(0); }"},
        {'S', TYPED("PTHREAD_MUTEX_NORMAL") "int main(void) { init(); pthread_mutex_lock(&m); pthread_mutex_lock(&m); "
                                            "assert(0); }"},
        {'S',
         TYPED(
             "PTHREAD_MUTEX_RECURSIVE") "void *f(void *a) { if (pthread_mutex_trylock(&m) == 0) { "
                                        "assert(pthread_mutex_trylock(&m) == 0); x++; x--;"
                                        " pthread_mutex_unlock(&m); pthread_mutex_unlock(&m); } return a; } int "
                                        "main(void) { init(); START(f);"
                                        " pthread_mutex_lock(&m); assert(pthread_mutex_trylock(&m) == 0 && x == 0); }"},
        {'S', TYPED("PTHREAD_MUTEX_RECURSIVE") "int main(void) { init(); assert(pthread_mutex_unlock(&m) != 0); }"},
        {'s', TYPED("PTHREAD_MUTEX_RECURSIVE") "static void step(void) { pthread_mutex_lock(&m); x++; x--; "
                                               "pthread_mutex_unlock(&m); } void *f(void *a) {"
                                               " pthread_mutex_lock(&m); step(); assert(x == 0); "
                                               "pthread_mutex_unlock(&m); return a; }"
                                               " int main(void) { init(); START_MANY(f); }"},
        {'e', TYPED("PTHREAD_MUTEX_RECURSIVE") "static void step(void) { pthread_mutex_lock(&m); x++; x--; "
                                               "pthread_mutex_unlock(&m); } void *f(void *a) {"
                                               " step(); assert(x == 0); return a; } int main(void) { init(); "
                                               "START_MANY(f); }"},
        {'S', "pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; int main(void) { pthread_mutex_lock(&m);"
              " assert(pthread_mutex_trylock(&m) == 0); pthread_mutex_unlock(&m); pthread_mutex_unlock(&m);"
              " assert(pthread_mutex_unlock(&m) != 0); }"},
        /* a type chosen at run time, and of one of two mutexes */
        {'E', "pthread_mutex_t m; int main(void) { pthread_mutexattr_t a; pthread_mutexattr_init(&a);"
              " if (__VERIFIER_nondet_bool()) pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);"
              " pthread_mutex_init(&m, &a); pthread_mutex_lock(&m); assert(pthread_mutex_trylock(&m) != 0); }"},
        {'S', "pthread_mutex_t m[2]; int main(void) { pthread_mutexattr_t a; pthread_mutexattr_init(&a);"
              " pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE); int i = __VERIFIER_nondet_bool();"
              " pthread_mutex_init(&m[0], 0); pthread_mutex_init(&m[1], 0); pthread_mutex_init(&m[i], &a);"
              " pthread_mutex_lock(&m[i]); pthread_mutex_lock(&m[1 - i]); assert(!pthread_mutex_trylock(&m[i]) &&"
              " pthread_mutex_trylock(&m[1 - i])); }"},
    };
    CHECK_ALL(wanted);
}

TEST(errorcheck_mutex)
{
    static const Wanted wanted[] = {
        {'S', TYPED("PTHREAD_MUTEX_ERRORCHECK") "int main(void) { init(); assert(pthread_mutex_unlock(&m) == 1); "
                                                "pthread_mutex_lock(&m);"
                                                " assert(pthread_mutex_lock(&m) == 35); "
                                                "assert(pthread_mutex_trylock(&m) == 16);"
                                                " assert(pthread_mutex_unlock(&m) == 0); "
                                                "assert(pthread_mutex_unlock(&m) != 0); }"},
        /* an unlock by another thread does not release it */
        {'S', TYPED("PTHREAD_MUTEX_ERRORCHECK") "void *f(void *a) { assert(pthread_mutex_unlock(&m) == 1); "
                                                "pthread_mutex_lock(&m); assert(x == 0);"
                                                " return a; } int main(void) { init(); pthread_mutex_lock(&m); "
                                                "START(f); x = 1; x = 0;"
                                                " pthread_mutex_unlock(&m); }"},
        {'E', TYPED("PTHREAD_MUTEX_NORMAL") "void *f(void *a) { pthread_mutex_unlock(&m); pthread_mutex_lock(&m); "
                                            "assert(x == 0); return a; }"
                                            " int main(void) { init(); pthread_mutex_lock(&m); START(f); x = 1; x = 0; "
                                            "pthread_mutex_unlock(&m); }"},
        {'s', TYPED("PTHREAD_MUTEX_ERRORCHECK") "void *f(void *a) { pthread_mutex_unlock(&m); if "
                                                "(pthread_mutex_lock(&m) == 0) { x++; assert(x == 1); x--; }"
                                                " pthread_mutex_unlock(&m); return a; } int main(void) { init(); "
                                                "START_MANY(f); }"},
        {'e',
         TYPED(
             "PTHREAD_MUTEX_ERRORCHECK") "void *f(void *a) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); "
                                         "pthread_mutex_unlock(&m); x++;"
                                         " assert(x == 1); x--; return a; } int main(void) { init(); START_MANY(f); }"},
        /* a wait that does not hold the mutex fails at once */
        {'S',
         TYPED(
             "PTHREAD_MUTEX_ERRORCHECK") "pthread_cond_t c; int main(void) { init(); assert(pthread_cond_wait(&c, &m) "
                                         "== 1); pthread_mutex_lock(&m);"
                                         " assert(pthread_cond_wait(&c, &m) == 0 && pthread_mutex_unlock(&m) == 0); }"},
    };
    CHECK_ALL(wanted);
}

TEST(timed_mutex)
{
    static const Wanted wanted[] = {
        {'S', "pthread_mutex_t m; struct timespec t; int main(void) { assert(pthread_mutex_timedlock(&m, &t) == 0);"
              " assert(pthread_mutex_timedlock(&m, &t) == 110); }"},
        {'E', "pthread_mutex_t m; struct timespec t; void *f(void *a) { pthread_mutex_lock(&m);"
              " pthread_mutex_unlock(&m); return a; } int main(void) { START(f);"
              " assert(pthread_mutex_timedlock(&m, &t) == 0); }"},
        {'s', "pthread_mutex_t m; struct timespec t; int x; void *f(void *a) { if (pthread_mutex_timedlock(&m, &t))"
              " return a; x++; assert(x == 1); x--; pthread_mutex_unlock(&m); return a; } int main(void) {"
              " START_MANY(f); }"},
        {'e', "pthread_mutex_t m; struct timespec t; int x; void *f(void *a) { pthread_mutex_timedlock(&m, &t); x++;"
              " assert(x == 1); x--; pthread_mutex_unlock(&m); return a; } int main(void) { START_MANY(f); }"},
    };
    CHECK_ALL(wanted);
}

TEST(refused_mutexes)
{
    static const Wanted wanted[] = {
        {'X', "pthread_mutex_t m; int main(void) { pthread_mutexattr_t a; pthread_mutexattr_init(&a);"
              " pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST); pthread_mutex_init(&m, &a); }"},
        {'X', "int main(void) { pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; pthread_mutex_lock(&m); }"},
        {'X', "pthread_mutex_t m, n; int main(void) { pthread_mutex_lock(&m); n = m; }"},
        {'X', "pthread_mutex_t m = {{7, 0, 0}}; int main(void) { pthread_mutex_lock(&m); }"},
        {'X', "pthread_mutex_t m = {{0, 0, 0, 0, 9}}; int main(void) { pthread_mutex_lock(&m); }"},
    };
    CHECK_ALL(wanted);
}

/* ---- read-write locks ---- */

#define RW "pthread_rwlock_t l; int x;\n"

TEST(rwlock_excludes)
{
    static const Wanted wanted[] = {
        {'S', RW "void *w(void *a) { pthread_rwlock_wrlock(&l); x = 1; x = 0; pthread_rwlock_unlock(&l); return a; }"
                 " int main(void) { START(w); pthread_rwlock_rdlock(&l); assert(x == 0); pthread_rwlock_unlock(&l);"
                 " pthread_rwlock_wrlock(&l); assert(x == 0); }"},
        {'E', RW "void *w(void *a) { pthread_rwlock_rdlock(&l); x = 1; x = 0; pthread_rwlock_unlock(&l); return a; }"
                 " int main(void) { START(w); pthread_rwlock_rdlock(&l); assert(x == 0); }"},
        /* each of two readers has to leave before a writer enters */
        {'S', RW "void *r(void *a) { pthread_rwlock_rdlock(&l); int v = x; assert(v == x); pthread_rwlock_unlock(&l);"
                 " return a; } int main(void) { START(r); START(r); pthread_rwlock_wrlock(&l); x = 1;"
                 " pthread_rwlock_unlock(&l); }"},
        {'E', RW "void *r(void *a) { pthread_rwlock_rdlock(&l); int v = x; pthread_rwlock_unlock(&l); assert(v == x);"
                 " return a; } int main(void) { START(r); START(r); pthread_rwlock_wrlock(&l); x = 1;"
                 " pthread_rwlock_unlock(&l); }"},
        {'E', RW "void *r(void *a) { pthread_rwlock_rdlock(&l); x++; assert(x < 2); x--; pthread_rwlock_unlock(&l);"
                 " return a; } int main(void) { START(r); START(r); }"}, /* readers do not exclude each other */
        {'S', RW "int main(void) { pthread_rwlock_rdlock(&l); pthread_rwlock_rdlock(&l); pthread_rwlock_unlock(&l);"
                 " assert(pthread_rwlock_trywrlock(&l) == 16); pthread_rwlock_unlock(&l);"
                 " assert(pthread_rwlock_trywrlock(&l) == 0); assert(pthread_rwlock_tryrdlock(&l) == 16);"
                 " assert(pthread_rwlock_trywrlock(&l) == 16); pthread_rwlock_unlock(&l);"
                 " assert(pthread_rwlock_tryrdlock(&l) == 0); }"},
    };
    CHECK_ALL(wanted);
}

TEST(rwlock_of_many)
{
    static const Wanted wanted[] = {
        {'s', RW "void *w(void *a) { pthread_rwlock_wrlock(&l); x++; assert(x == 1); x--; pthread_rwlock_unlock(&l);"
                 " return a; } int main(void) { START_MANY(w); }"},
        {'e', RW "void *w(void *a) { pthread_rwlock_wrlock(&l); x++; pthread_rwlock_unlock(&l);"
                 " pthread_rwlock_rdlock(&l); assert(x == 1); pthread_rwlock_unlock(&l); return a; } int main(void) {"
                 " START_MANY(w); }"},
        {'s', RW "void *r(void *a) { pthread_rwlock_rdlock(&l); assert(x == 0); pthread_rwlock_unlock(&l); return a; }"
                 " void *w(void *a) { pthread_rwlock_wrlock(&l); x = 1; x = 0; pthread_rwlock_unlock(&l); return a; }"
                 " int main(void) { while (1) { START(r); START(w); } }"},
        {'e', RW "void *r(void *a) { pthread_rwlock_rdlock(&l); assert(x == 0); pthread_rwlock_unlock(&l); return a; }"
                 " void *w(void *a) { pthread_rwlock_wrlock(&l); x = 1; pthread_rwlock_unlock(&l); x = 0; return a; }"
                 " int main(void) { while (1) { START(r); START(w); } }"},
    };
    CHECK_ALL(wanted);
}

TEST(rwlock_results)
{
    static const Wanted wanted[] = {
        {'S', RW "struct timespec t; int main(void) { assert(!pthread_rwlock_timedrdlock(&l, &t));"
                 " assert(pthread_rwlock_timedwrlock(&l, &t) == 110); pthread_rwlock_unlock(&l);"
                 " assert(!pthread_rwlock_timedwrlock(&l, &t)); }"},
        {'E', RW "struct timespec t; void *w(void *a) { pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l);"
                 " return a; } int main(void) { START(w); assert(!pthread_rwlock_timedrdlock(&l, &t)); }"},
        /* a writer that asks again is told so, or waits for ever */
        {'S', RW "int main(void) { pthread_rwlock_wrlock(&l); assert(pthread_rwlock_wrlock(&l) == 35 &&"
                 " pthread_rwlock_rdlock(&l) == 35); }"},
        {'E', RW "int main(void) { pthread_rwlock_wrlock(&l); pthread_rwlock_rdlock(&l); assert(0); }"},
        {'S', RW "int main(void) { pthread_rwlock_rdlock(&l); pthread_rwlock_wrlock(&l); assert(0); }"},
        {'S', "pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER, m; int main(void) { pthread_rwlock_t *p ="
              " __VERIFIER_nondet_bool() ? &l : &m; pthread_rwlock_init(&m, 0); pthread_rwlock_wrlock(p);"
              " assert(pthread_rwlock_tryrdlock(&l) || pthread_rwlock_tryrdlock(&m)); pthread_rwlock_destroy(&m); }"},
        {'S',
         "struct s { pthread_rwlock_t l; int v; }; void *f(void *a) { struct s *s = a; pthread_rwlock_wrlock(&s->l);"
         " s->v++; s->v--; pthread_rwlock_unlock(&s->l); return a; } struct s s; int main(void) { pthread_t t;"
         " pthread_create(&t, 0, f, &s); pthread_rwlock_rdlock(&s.l); assert(s.v == 0); }"},
        {'X', "pthread_rwlock_t l = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP; int main(void) {"
              " pthread_rwlock_rdlock(&l); }"},
        {'X', "pthread_rwlock_t l; int main(void) { pthread_mutex_lock((pthread_mutex_t *)&l); }"},
    };
    CHECK_ALL(wanted);
}

/* ---- spin locks, once ---- */

TEST(spin_locks)
{
    static const Wanted wanted[] = {
        {'s', "pthread_spinlock_t l; int x; void *f(void *a) { pthread_spin_lock(&l); x++; assert(x == 1); x--;"
              " pthread_spin_unlock(&l); return a; } int main(void) { pthread_spin_init(&l, 0); START_MANY(f); }"},
        {'e', "pthread_spinlock_t l; int x; void *f(void *a) { if (pthread_spin_trylock(&l) == 16) x++; x++;"
              " assert(x == 1); x--; pthread_spin_unlock(&l); return a; } int main(void) { pthread_spin_init(&l, 0);"
              " START_MANY(f); }"},
        {'S', "pthread_spinlock_t l[2]; int main(void) { int i = __VERIFIER_nondet_bool(); pthread_spin_init(&l[0], 0);"
              " pthread_spin_init(&l[1], 0); pthread_spin_lock(&l[i]); assert(pthread_spin_trylock(&l[i]) &&"
              " !pthread_spin_trylock(&l[1 - i])); pthread_spin_unlock(&l[i]); pthread_spin_destroy(&l[i]); }"},
        {'S', "pthread_spinlock_t l; int main(void) { pthread_spin_lock(&l); pthread_spin_lock(&l); assert(0); }"},
        {'X', "pthread_spinlock_t l; int main(void) { pthread_spin_lock(&l); return l; }"},
        {'X',
         "pthread_spinlock_t l[3]; int main(void) { for (int i = 0; i < 3; i++) l[i] = 0; pthread_spin_lock(&l[1]);"
         " }"},
    };
    CHECK_ALL(wanted);
}

#define ONCE "pthread_once_t o = PTHREAD_ONCE_INIT; int x; void init(void) { x++; x = x * 2; }\n"

TEST(once)
{
    static const Wanted wanted[] = {
        {'S', ONCE "void *f(void *a) { pthread_once(&o, init); assert(x == 2); return a; } int main(void) { START(f);"
                   " START(f); assert(pthread_once(&o, init) == 0); assert(x == 2); }"},
        {'E',
         ONCE "void *f(void *a) { pthread_once(&o, init); return a; } int main(void) { START(f); assert(x != 1); }"},
        {'E', ONCE "int main(void) { pthread_once(&o, init); pthread_once(&o, init); assert(x == 6); }"},
        {'s', ONCE "void *f(void *a) { pthread_once(&o, init); assert(x == 2); return a; } int main(void) {"
                   " START_MANY(f); }"},
        {'e', ONCE "void *f(void *a) { if (!x) pthread_once(&o, init); assert(x == 2); return a; } int main(void) {"
                   " START_MANY(f); }"},
        {'S', "pthread_once_t o[2]; int n; void init(void) { n++; } int main(void) { int i = __VERIFIER_nondet_bool();"
              " pthread_once(&o[i], init); pthread_once(&o[0], init); pthread_once(&o[1], init); assert(n == 2); }"},
        {'S', "once_flag o = ONCE_FLAG_INIT; int n; void init(void) { n++; } void *f(void *a) { call_once(&o, init);"
              " assert(n == 1); return a; } int main(void) { START(f); call_once(&o, init); assert(n == 1); }"},
        /* a function that comes back to the control waits for itself */
        {'S', "pthread_once_t o, p; void a(void) { } void f(void) { pthread_once(&o, a); assert(0); } int main(void) {"
              " pthread_once(&o, f); }"},
        {'X', "pthread_once_t o; void other(void); int main(void) { pthread_once(&o, other); }"},
        {'X', "pthread_once_t o; void init(void) { pthread_exit(0); } int main(void) { pthread_once(&o, init); }"},
        {'X', "pthread_once_t o = 7; void init(void) { } int main(void) { pthread_once(&o, init); }"},
        {'X', "pthread_once_t o; void init(void) { } void __VERIFIER_atomic_begin(void); int main(void) {"
              " __VERIFIER_atomic_begin(); pthread_once(&o, init); }"},
    };
    CHECK_ALL(wanted);
}

/* ---- barriers ---- */

#define BARRIER "pthread_barrier_t b; int x, y, n;\n"

TEST(barriers)
{
    static const Wanted wanted[] = {
        {'S', BARRIER "void *f(void *a) { x = 1; pthread_barrier_wait(&b); return a; } int main(void) {"
                      " pthread_barrier_init(&b, 0, 2); START(f); pthread_barrier_wait(&b); assert(x == 1); }"},
        {'E', BARRIER "void *f(void *a) { x = 1; pthread_barrier_wait(&b); x = 2; return a; } int main(void) {"
                      " pthread_barrier_init(&b, 0, 2); START(f); pthread_barrier_wait(&b); assert(x == 1); }"},
        {'E', BARRIER "void *f(void *a) { pthread_barrier_wait(&b); x = 1; return a; } int main(void) {"
                      " pthread_barrier_init(&b, 0, 2); START(f); START(f); pthread_barrier_wait(&b); assert(!x); }"},
        {'S', BARRIER "int main(void) { pthread_barrier_init(&b, 0, 2); pthread_barrier_wait(&b); assert(0); }"},
        {'E', BARRIER "int main(void) { pthread_barrier_init(&b, 0, 1); pthread_barrier_wait(&b);"
                      " pthread_barrier_wait(&b); assert(0); }"},
        {'S', BARRIER "int main(void) { assert(pthread_barrier_init(&b, 0, 0) != 0); }"},
        /* rounds do not run into each other */
        {'S', BARRIER "void *f(void *a) { x = 1; pthread_barrier_wait(&b); pthread_barrier_wait(&b); assert(y == 1);"
                      " return a; } int main(void) { pthread_barrier_init(&b, 0, 2); START(f);"
                      " pthread_barrier_wait(&b); assert(x == 1); y = 1; pthread_barrier_wait(&b); }"},
        {'E', BARRIER "void *f(void *a) { pthread_barrier_wait(&b); assert(y == 1); pthread_barrier_wait(&b);"
                      " return a; } int main(void) { pthread_barrier_init(&b, 0, 2); START(f);"
                      " pthread_barrier_wait(&b); y = 1; pthread_barrier_wait(&b); }"},
        /* more threads than take part in a round */
        {'E', BARRIER "void *f(void *a) { pthread_barrier_wait(&b); __atomic_add_fetch(&n, 1, 5); return a; }"
                      " int main(void) { pthread_barrier_init(&b, 0, 2); START(f); START(f); START(f);"
                      " pthread_barrier_wait(&b); assert(n < 3); }"},
        {'S', BARRIER "void *f(void *a) { pthread_barrier_wait(&b); __atomic_add_fetch(&n, 1, 5); return a; }"
                      " int main(void) { pthread_barrier_init(&b, 0, 2); START(f); START(f); START(f);"
                      " assert(n < 3); }"},
        /* one is told so, any one; each may destroy the barrier */
        {'S', BARRIER "void *f(void *a) { if (pthread_barrier_wait(&b)) n++; return a; } int main(void) {"
                      " pthread_barrier_init(&b, 0, 2); pthread_t t; pthread_create(&t, 0, f, 0);"
                      " int v = pthread_barrier_wait(&b); pthread_join(t, 0);"
                      " assert(v == 0 || v == PTHREAD_BARRIER_SERIAL_THREAD); assert(n + (v != 0) == 1); }"},
        {'E', BARRIER "void *f(void *a) { if (pthread_barrier_wait(&b)) x = 1; return a; } int main(void) {"
                      " pthread_barrier_init(&b, 0, 2); START(f); if (pthread_barrier_wait(&b)) return 0;"
                      " assert(x == 0); }"},
        {'E', BARRIER "void *f(void *a) { y = 1; int v = pthread_barrier_wait(&b); if (y == 2) assert(v); return a; }"
                      " int main(void) { pthread_barrier_init(&b, 0, 2); START(f); if (y == 1) { y = 2;"
                      " pthread_barrier_wait(&b); } }"},
        {'E', BARRIER "void *f(void *a) { y = 1; int v = pthread_barrier_wait(&b); if (y == 2) assert(!v); return a; }"
                      " int main(void) { pthread_barrier_init(&b, 0, 2); START(f); if (y == 1) { y = 2;"
                      " pthread_barrier_wait(&b); } }"},
        {'E', BARRIER "void *f(void *a) { if (pthread_barrier_wait(&b)) { pthread_barrier_destroy(&b);"
                      " pthread_barrier_init(&b, 0, 1); pthread_barrier_wait(&b); x = 1; } else y = 1; return a; }"
                      " int main(void) { pthread_barrier_init(&b, 0, 2); START(f); START(f); assert(!x || !y); }"},
        {'X', BARRIER "void __VERIFIER_atomic_begin(void); int main(void) { pthread_barrier_init(&b, 0, 1);"
                      " __VERIFIER_atomic_begin(); pthread_barrier_wait(&b); }"},
    };
    CHECK_ALL(wanted);
}

TEST(barriers_of_many)
{
    static const Wanted wanted[] = {
        {'s', BARRIER "void *f(void *a) { pthread_barrier_wait(&b); assert(x == 1); return a; } int main(void) {"
                      " pthread_barrier_init(&b, 0, 1); x = 1; START_MANY(f); }"},
        {'e', BARRIER "void *f(void *a) { pthread_barrier_wait(&b); assert(x == 0); x = 1; return a; } int main(void) {"
                      " pthread_barrier_init(&b, 0, 2); START_MANY(f); }"},
    };
    CHECK_ALL(wanted);
}

/* ---- semaphores ---- */

#define SEM "sem_t s; int x;\n"

TEST(semaphores)
{
    static const Wanted wanted[] = {
        {'S', SEM "void *f(void *a) { x = 1; sem_post(&s); return a; } int main(void) { sem_init(&s, 0, 0); START(f);"
                  " sem_wait(&s); assert(x == 1); }"},
        {'E', SEM "void *f(void *a) { sem_post(&s); x = 1; return a; } int main(void) { sem_init(&s, 0, 0); START(f);"
                  " sem_wait(&s); assert(x == 1); }"},
        {'S', SEM "int main(void) { sem_init(&s, 0, 2); int v; sem_wait(&s); sem_getvalue(&s, &v); assert(v == 1);"
                  " assert(sem_trywait(&s) == 0 && sem_trywait(&s) == -1); sem_post(&s); assert(!sem_trywait(&s));"
                  " sem_destroy(&s); }"},
        {'S', SEM "struct timespec t; int main(void) { sem_init(&s, 0, 1); assert(!sem_timedwait(&s, &t));"
                  " assert(sem_timedwait(&s, &t) == -1); }"},
        {'E', SEM "struct timespec t; void *f(void *a) { sem_post(&s); return a; } int main(void) { sem_init(&s, 0, 0);"
                  " START(f); assert(!sem_timedwait(&s, &t)); }"},
        {'S', SEM "int main(void) { sem_init(&s, 0, 0); sem_wait(&s); assert(0); }"},
        {'S', SEM "int main(void) { assert(sem_init(&s, 0, 1u << 31) == -1); sem_init(&s, 0, 0x7fffffff);"
                  " assert(sem_post(&s) == -1); int v; sem_getvalue(&s, &v); assert(v == 0x7fffffff); }"},
        {'S', "sem_t s[2]; int main(void) { int i = __VERIFIER_nondet_bool(); sem_init(&s[0], 0, 0); sem_init(&s[1], 0,"
              " 0); sem_post(&s[i]); assert(sem_trywait(&s[1 - i]) == -1); assert(sem_trywait(&s[i]) == 0); }"},
        {'X', "int main(void) { sem_t *s = sem_open(\"/s\", 0); sem_wait(s); }"},
    };
    CHECK_ALL(wanted);
}

TEST(semaphores_of_many)
{
    static const Wanted wanted[] = {
        {'s',
         SEM "void *f(void *a) { sem_wait(&s); x++; assert(x == 1); x--; sem_post(&s); return a; } int main(void) {"
             " sem_init(&s, 0, 1); START_MANY(f); }"},
        {'e',
         SEM "void *f(void *a) { sem_wait(&s); x++; assert(x == 1); x--; sem_post(&s); return a; } int main(void) {"
             " sem_init(&s, 0, 2); START_MANY(f); }"},
    };
    CHECK_ALL(wanted);
}

/* ---- where the objects are ---- */

#define ALL                                                                                                            \
    "#include <string.h>\nstruct s { pthread_rwlock_t l; pthread_mutex_t m; sem_t e; pthread_spinlock_t p; int x; "    \
    "};\n"                                                                                                             \
    "void *f(void *a) { struct s *s = a; pthread_rwlock_wrlock(&s->l); s->x = 1; pthread_rwlock_unlock(&s->l);"        \
    " sem_post(&s->e); return 0; }\n"                                                                                  \
    "void init(struct s *s) { pthread_rwlock_init(&s->l, 0); pthread_mutex_init(&s->m, 0); sem_init(&s->e, 0, 0);"     \
    " pthread_spin_init(&s->p, 0); }\n"                                                                                \
    "void use(struct s *s) { pthread_t t; pthread_create(&t, 0, f, s); pthread_spin_lock(&s->p); sem_wait(&s->e);"     \
    " pthread_rwlock_rdlock(&s->l);"

TEST(places)
{
    static const Wanted wanted[] = {
        {'S', ALL "assert(s->x == 1); } int main(void) { struct s s; init(&s); s.x = 0; use(&s); }"},
        {'E', ALL "assert(s->x == 0); } int main(void) { struct s s; init(&s); s.x = 0; use(&s); }"},
        {'S', ALL "assert(s->x == 1); } int main(void) { struct s s = {0}; use(&s); }"},
        {'S', ALL "assert(s->x == 1); } int main(void) { struct s s; memset(&s, 0, sizeof s); use(&s); }"},
        {'S', ALL "assert(s->x == 1); } int main(void) { struct s *s = malloc(sizeof *s); if (!s) return 0;"
                  " memset(s, 0, sizeof *s); init(s); use(s); }"},
        {'S', ALL "assert(s->x == 1); } int main(void) { struct s *s = calloc(1, sizeof *s); if (s) use(s); }"},
        {'S', ALL "assert(s->x == 1); } struct s all[2]; int main(void) { int i = __VERIFIER_nondet_bool();"
                  " init(&all[i]); use(&all[i]); }"},
        {'X', ALL "} int main(void) { struct s s = {0}, t; pthread_spin_lock(&s.p); t = s; use(&t); }"},
    };
    CHECK_ALL(wanted);
}

/* ---- C11 ---- */

TEST(c11_mutexes)
{
    static const Wanted wanted[] = {
        {'S', "mtx_t m; int x; int f(void *a) { mtx_lock(&m); x++; x--; mtx_unlock(&m); return 0; } int main(void) {"
              " thrd_t t; mtx_init(&m, mtx_plain); thrd_create(&t, f, 0); mtx_lock(&m); assert(x == 0); mtx_unlock(&m);"
              " thrd_join(t, 0); mtx_destroy(&m); }"},
        {'E', "mtx_t m; int x; int f(void *a) { mtx_lock(&m); x++; mtx_unlock(&m); x--; return 0; } int main(void) {"
              " thrd_t t; mtx_init(&m, mtx_plain); thrd_create(&t, f, 0); mtx_lock(&m); assert(x == 0); }"},
        {'S', "mtx_t m; int main(void) { mtx_init(&m, mtx_plain); mtx_lock(&m); mtx_lock(&m); assert(0); }"},
        {'E', "mtx_t m; int main(void) { mtx_init(&m, mtx_plain | mtx_recursive); mtx_lock(&m); mtx_lock(&m);"
              " assert(0); }"},
        {'S', "mtx_t m; int main(void) { mtx_init(&m, mtx_timed | mtx_recursive); mtx_lock(&m); mtx_lock(&m);"
              " mtx_unlock(&m); assert(mtx_trylock(&m) == thrd_success); }"},
        {'S', "mtx_t m; struct timespec t; int main(void) { mtx_init(&m, mtx_timed); mtx_lock(&m);"
              " assert(mtx_trylock(&m) == thrd_busy && mtx_timedlock(&m, &t) == thrd_timedout); mtx_unlock(&m);"
              " assert(mtx_timedlock(&m, &t) == thrd_success); }"},
        {'s', "mtx_t m; int x; int f(void *a) { mtx_lock(&m); x++; assert(x == 1); x--; mtx_unlock(&m); return 0; }"
              " int main(void) { thrd_t t; mtx_init(&m, mtx_plain); while (1) thrd_create(&t, f, 0); }"},
        {'e', "mtx_t m; int x; int f(void *a) { if (mtx_trylock(&m) == thrd_error) return 0; x++; assert(x == 1); x--;"
              " mtx_unlock(&m); return 0; } int main(void) { thrd_t t; mtx_init(&m, mtx_plain); while (1)"
              " thrd_create(&t, f, 0); }"},
    };
    CHECK_ALL(wanted);
}

TEST(c11_conditions)
{
    static const Wanted wanted[] = {
        {'S', "mtx_t m; cnd_t c; int ready, x; int f(void *a) { x = 1; mtx_lock(&m); ready = 1; cnd_signal(&c);"
              " mtx_unlock(&m); return 0; } int main(void) { thrd_t t; mtx_init(&m, mtx_plain); cnd_init(&c);"
              " thrd_create(&t, f, 0); mtx_lock(&m); while (!ready) cnd_wait(&c, &m); assert(x == 1);"
              " mtx_unlock(&m); }"},
        {'E', "mtx_t m; cnd_t c; int ready; int f(void *a) { mtx_lock(&m); ready = 1; cnd_broadcast(&c);"
              " mtx_unlock(&m); return 0; } int main(void) { thrd_t t; mtx_init(&m, mtx_plain);"
              " thrd_create(&t, f, 0); mtx_lock(&m); if (!ready) cnd_wait(&c, &m); assert(ready); }"},
        {'E', "mtx_t m; cnd_t c; struct timespec t; int main(void) { mtx_init(&m, mtx_plain); mtx_lock(&m);"
              " assert(cnd_timedwait(&c, &m, &t) != thrd_timedout); }"},
        {'S', "mtx_t m; cnd_t c; struct timespec t; int main(void) { mtx_init(&m, mtx_plain); mtx_lock(&m);"
              " int v = cnd_timedwait(&c, &m, &t); assert(v == thrd_timedout || v == thrd_success);"
              " assert(mtx_trylock(&m) == thrd_busy); }"},
    };
    CHECK_ALL(wanted);
}

TEST(c11_threads)
{
    static const Wanted wanted[] = {
        {'s', "int x; int f(void *a) { *(int *)a = 1; if (x) thrd_exit(0); return 1; } int main(void) { thrd_t t;"
              " assert(thrd_create(&t, f, &x) == thrd_success); int r; thrd_join(t, &r); assert(x == 1); }"},
        {'E', "int x; int f(void *a) { *(int *)a = 1; return 1; } int main(void) { thrd_t t; thrd_create(&t, f, &x);"
              " thrd_detach(t); assert(x == 0); }"},
        {'S', "int f(void *a) { assert(!a); thrd_exit(0); assert(0); return 1; } int main(void) { thrd_t t; "
              "thrd_create(&t, f, 0);"
              " thrd_yield(); }"},
        {'S', "tss_t k; int f(void *a) { int v; assert(!tss_get(k)); tss_set(k, &v); assert(tss_get(k) == &v);"
              " return 0; } int main(void) { thrd_t t; tss_create(&k, 0); thrd_create(&t, f, 0); thrd_create(&t, f,"
              " 0); assert(!tss_get(k)); }"},
    };
    CHECK_ALL(wanted);
}

/* ---- destructors of thread-specific keys ---- */

#define KEY "pthread_key_t k; int n, x, y;\n"

TEST(key_destructors)
{
    static const Wanted wanted[] = {
        {'E', KEY "void d(void *a) { n++; } void *f(void *a) { pthread_setspecific(k, &x); return a; } int main(void) {"
                  " pthread_key_create(&k, d); pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0);"
                  " assert(n == 0); }"},
        {'S', KEY "void d(void *a) { n++; assert(a == &x && !pthread_getspecific(k)); } void *f(void *a) {"
                  " pthread_setspecific(k, &y); pthread_setspecific(k, &x); return a; } int main(void) {"
                  " pthread_key_create(&k, d); pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0);"
                  " assert(n == 1); }"},
        /* not without a value, not when main returns, but when it ends as a thread */
        {'S', KEY "void d(void *a) { assert(0); } void *f(void *a) { pthread_setspecific(k, &x);"
                  " pthread_setspecific(k, 0); return a; } int main(void) { pthread_key_create(&k, d); START(f);"
                  " pthread_setspecific(k, &x); }"},
        {'E', KEY "void d(void *a) { assert(0); } int main(void) { pthread_key_create(&k, d);"
                  " pthread_setspecific(k, &x); pthread_exit(0); }"},
        {'E', KEY "void d(void *a) { *(int *)a = 1; } void *f(void *a) { pthread_setspecific(k, &x);"
                  " if (__VERIFIER_nondet_bool()) pthread_exit(0); pthread_setspecific(k, &y); return a; }"
                  " int main(void) { pthread_key_create(&k, d); START(f); assert(x == 0 || y == 0); assert(x == 0); }"},
        /* in any order */
        {'E', "pthread_key_t k, l; int n; void d(void *a) { n = 1; } void e(void *a) { n = 2; } void *f(void *a) {"
              " pthread_setspecific(k, &n); pthread_setspecific(l, &n); return a; } int main(void) {"
              " pthread_key_create(&k, d); pthread_key_create(&l, e); pthread_t t; pthread_create(&t, 0, f, 0);"
              " pthread_join(t, 0); assert(n == 1); }"},
        {'E', "pthread_key_t k, l; int n; void d(void *a) { n = 1; } void e(void *a) { n = 2; } void *f(void *a) {"
              " pthread_setspecific(k, &n); pthread_setspecific(l, &n); return a; } int main(void) {"
              " pthread_key_create(&k, d); pthread_key_create(&l, e); pthread_t t; pthread_create(&t, 0, f, 0);"
              " pthread_join(t, 0); assert(n == 2); }"},
        {'S', "pthread_key_t k, l; int n; void d(void *a) { n += 1; } void e(void *a) { n += 2; } void *f(void *a) {"
              " pthread_setspecific(k, &n); pthread_setspecific(l, &n); return a; } int main(void) {"
              " pthread_key_create(&k, d); pthread_key_create(&l, e); pthread_t t; pthread_create(&t, 0, f, 0);"
              " pthread_join(t, 0); assert(n == 3); }"},
        {'S', KEY "void d(void *a) { n++; } void *f(void *a) { pthread_setspecific(k, &x); return a; } int main(void) {"
                  " pthread_key_create(&k, d); pthread_key_delete(k); START(f); assert(n == 0); }"},
        {'S', "tss_t k; int n; void d(void *a) { n++; } int f(void *a) { tss_set(k, &n); return 0; } int main(void) {"
              " tss_create(&k, d); thrd_t t; thrd_create(&t, f, 0); thrd_join(t, 0); assert(n == 1); }"},
        {'s', KEY "void d(void *a) { assert(a == (void *)42); } void *f(void *a) { pthread_setspecific(k, (void *)42);"
                  " return a; } int main(void) { pthread_key_create(&k, d); START_MANY(f); }"},
        {'e', KEY "void d(void *a) { x++; assert(x == 1); x--; } void *f(void *a) { pthread_setspecific(k, &x);"
                  " return a; } int main(void) { pthread_key_create(&k, d); START_MANY(f); }"},
        {'X', KEY "void d(void *a) { pthread_setspecific(k, a); } void *f(void *a) { pthread_setspecific(k, &x);"
                  " return a; } int main(void) { pthread_key_create(&k, d); START(f); }"},
        {'X', KEY "void d(void *a) { pthread_exit(0); } void *f(void *a) { pthread_setspecific(k, &x); return a; }"
                  " int main(void) { pthread_key_create(&k, d); START(f); }"},
        {'X', KEY "void *f(void *a) { return a; } int main(void) { pthread_key_create(&k, free); START(f); }"},
    };
    CHECK_ALL(wanted);
}

/* ---- names of threads, cancelling ---- */

TEST(names_of_threads)
{
    static const Wanted wanted[] = {
        {'S', "int main(void) { pthread_t s = pthread_self(); assert(pthread_equal(s, pthread_self())); }"},
        {'S', "int x; void *f(void *a) { pthread_detach(pthread_self()); return a; } int main(void) { START(f);"
              " pthread_setname_np(pthread_self(), \"main\"); assert(x == 0); }"},
        {'S', "int main(void) { int a, b = 7; pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &a);"
              " pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, 0); pthread_setcancelstate(a, &b); pthread_testcancel();"
              " assert(a == PTHREAD_CANCEL_ENABLE && b == PTHREAD_CANCEL_DISABLE);"
              " assert(pthread_setcancelstate(5, 0) == 22); }"},
        {'E', "int main(void) { int a = 1; pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &a); assert(a == 1); }"},
        {'X', "void *f(void *a) { return a; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);"
              " pthread_cancel(t); }"},
    };
    CHECK_ALL(wanted);
}

/* Names are arbitrary: an error that needs one to be as it is gives no verdict. */
TEST(names_are_approximate)
{
    static const char text[] = HEADER "int main(void) { assert(pthread_self() != 7); }";
    char path[] = "/tmp/chorus-test-XXXXXX.c", reason[600];
    int fd = mkstemps(path, 2);
    REQUIRE(fd >= 0);
    REQUIRE(write(fd, text, strlen(text)) > 0);
    close(fd);
    CHECK_EQ_INT(check(path, reason, sizeof reason), 'X');
    CHECK(strstr(reason, "name of a thread"));
    unlink(path);
}

TAP_MAIN();
