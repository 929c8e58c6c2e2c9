#include "agreement_library/templates.h"

#include <stdlib.h>
#include <string.h>

const char templates_globals[] = "struct S# { int x; short y; unsigned b : 3; int c : 5; };\n"
                                 "static int g0#, g1#, a#[4], *ip#;\nstatic struct S# s#, r#;\n"
                                 "static pthread_mutex_t m# = PTHREAD_MUTEX_INITIALIZER;\n";

#define LIST(...) .count = sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *), .statements = {__VA_ARGS__}

static const Group groups[] = {
    {.name = "core",
     .globals = "",
     .prepare = "",
     LIST("$g = $e;", "$l = $e;", "$g = $e & 3;", "$l = $l + 1;", "$g = $g + 1;", "if ($c) { $b }",
          "if ($c) { $b } else { $b }", "pthread_mutex_lock(&m#); { $b } pthread_mutex_unlock(&m#);",
          "for (int i$n = 0; i$n < 2; i$n++) { $b }", "__atomic_fetch_add(&$g, $k, 5);", "assert($c || $c);",
          "__VERIFIER_atomic_begin(); $g = $e; $l = $e; __VERIFIER_atomic_end();",
          "$l = __VERIFIER_nondet_int() & 3;")},
    {.name = "strings",
     .globals = "static char b#[64];\n",
     .prepare = "    strcpy(b#, \"ab\");\n",
     LIST("strcpy(b#, \"xy\");", "$l = (int)strlen(b#);", "$l = strcmp(b#, \"xy\") == 0;",
          "b#[0] = (char)('a' + ($e & 3));", "memcpy(b#, \"abcd\", 4);", "memset(b#, 0, 8);", "$l = b#[$k];",
          "strncpy(b#, \"q\", 4);", "snprintf(b#, 8, \"%d\", $e);", "memmove(b# + 1, b#, 3);",
          "char *p$n = strchr(b#, 'a'); $l = p$n != 0;",
          "char c$n[8] = \"ab\"; strcat(c$n, \"c\"); assert(c$n[0] == 'a');", "$l = memcmp(b#, \"ab\", 2) == 0;",
          "char c$n[4] = {'1', 0}; $l = strlen(c$n) <= 3;", "b#[3] = b#[$k];")},
    {.name = "members",
     .weight = 1,
     .globals = "static struct { int n; char t[8]; int k; char u[8]; } word#, words#[2];\n",
     .prepare = "    strcpy(word#.u, \"a\");\n",
     LIST("strcpy(word#.t, \"xy\");", "strcpy(words#[$k & 1].t, \"q\");", "strcat(word#.u, \"\");",
          "sprintf(words#[$k & 1].u, \"%d\", $k);", "sprintf(word#.t, \"%d\", $k);", "word#.n = $e;",
          "words#[$k & 1].k = $k;", "words#[$e & 1].n = $k;", "assert(word#.k == 0);", "assert(words#[$k & 1].k <= 2);",
          "assert(words#[$k & 1].n <= 3);", "$l = word#.n;", "$l = words#[$k & 1].u[0];", "$l = word#.u[0] == 'a';",
          "words#[$k & 1] = words#[0];", "word#.k = $k;")},
    {.name = "conversions",
     .globals = "",
     .prepare = "",
     LIST("char *e$n; $l = (int)strtol(\"12\", &e$n, 10);", "$l = atoi(\"3\");", "$l = abs($l);",
          "$l = isdigit('0' + ($e & 3)) != 0;", "$l = toupper('a' + $k);", "errno = $k; $l = errno;",
          "time_t t$n = time(0); $l = t$n > 0;", "$l = getenv(\"CHORUS\") == 0;",
          "struct timespec t$n; $l = clock_gettime(CLOCK_REALTIME, &t$n);", "$l = rand() & 3;",
          "$l = (int)strtoul(\"7\", 0, 0);", "errno = 0; $g = errno;", "$l = (int)labs((long)$l);")},
    {.name = "sorting",
     .globals = "static int cmp#(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }\n"
                "static int count#(const void *p, const void *q) { g0#++; return p < q; }\n",
     .prepare = "    a#[0] = 3;\n",
     LIST("qsort(a#, 3, sizeof *a#, cmp#);", "int l$n[3] = {2, $k, 1}; qsort(l$n, 3, sizeof *l$n, cmp#); $l = l$n[0];",
          "int k$n = $k; int *f$n = bsearch(&k$n, a#, 3, sizeof *a#, cmp#); $l = f$n ? *f$n : 3;",
          "int l$n[2] = {2, 1}; qsort(l$n, 2, sizeof *l$n, count#); $l = l$n[1] & 3;", "a#[$k] = $e;",
          "assert(a#[0] <= 3);")},
    {.name = "printing",
     .globals = "static char out#[32];\n",
     .prepare = "",
     LIST("printf(\"%d\\n\", $e);", "sprintf(out#, \"%d\", $k);", "puts(\"a\");", "fprintf(stderr, \"%s\", \"a\");",
          "$l = snprintf(out#, sizeof out#, \"%d\", $k) > 0;", "$l = out#[0] != 0;", "printf(\"%s\", out#);",
          "fflush(stdout);")},
    {.name = "heap",
     .weight = 4,
     .globals = "static int *h#;\n",
     .prepare = "",
     LIST("int *p$n = malloc(sizeof *p$n); if (p$n) { *p$n = $e; $l = *p$n; free(p$n); }",
          "int *p$n = calloc(2, sizeof *p$n); if (p$n) { assert(p$n[1] == 0); free(p$n); }",
          "int *p$n = malloc(sizeof *p$n); if (!p$n) abort(); *p$n = $k; h# = p$n;", "free(h#); h# = 0;",
          "int *q$n = h#; if (q$n) $l = *q$n;", "int *q$n = h#; if (q$n) { h# = 0; free(q$n); }",
          "int *q$n = __atomic_exchange_n(&h#, 0, 5); if (q$n) { $l = *q$n; free(q$n); }",
          "int *q$n = h#; int *r$n = realloc(q$n, 2 * sizeof *r$n); if (r$n) { r$n[1] = $e; h# = r$n; }",
          "pthread_mutex_lock(&m#); if (h#) { *h# = $e; free(h#); h# = 0; } pthread_mutex_unlock(&m#);",
          "int *q$n = h#; if (q$n) *q$n = $e;")},
    {.name = "duplicates",
     .globals = "static char *t#;\n",
     .prepare = "",
     LIST("char *q$n = strdup(\"ab\"); if (q$n) { $l = q$n[0]; free(q$n); }", "t# = strdup(\"x\");",
          "free(t#); t# = 0;", "if (t#) $l = t#[0] == 'x';", "char *q$n = strdup(\"z\"); (void)q$n;")},
    {.name = "jumps",
     .globals = "static jmp_buf j#;\n",
     .prepare = "",
     LIST("jmp_buf k$n; if (setjmp(k$n) == 0) { $b if ($c) longjmp(k$n, 1); } else { $b }",
          "jmp_buf k$n; if (setjmp(k$n) == 0) { $b }", "if (setjmp(j#) == 0) { $b }")},
    {.name = "keys",
     .globals = "static pthread_key_t k#;\nstatic void ended#(void *p) { *(int *)p = *(int *)p + 1; }\n",
     .prepare = "    pthread_key_create(&k#, ended#);\n",
     LIST("pthread_setspecific(k#, &g0#);", "$l = pthread_getspecific(k#) == &g0#;",
          "pthread_setspecific(k#, &a#[$k]);", "int *p$n = pthread_getspecific(k#); if (p$n) $l = *p$n;",
          "assert(g0# <= 3);", "pthread_setspecific(k#, 0);")},
    {.name = "cleanup",
     .globals = "static void undo#(void *p) { ++*(int *)p; }\nstatic pthread_once_t o# = PTHREAD_ONCE_INIT;\n"
                "static void once#(void) { g1# = g1# + 1; }\nstatic __thread int own#;\n",
     .prepare = "",
     LIST("pthread_cleanup_push(undo#, &g1#) { $b } pthread_cleanup_pop(1);",
          "pthread_cleanup_push(undo#, &$g) { $b } pthread_cleanup_pop(0);", "pthread_once(&o#, once#);",
          "own# = own# + 1; $l = own#;", "assert(own# <= 2);", "pthread_once(&o#, once#); assert(g1# >= 1);")},
    {.name = "handlers",
     .globals = "static int last#;\nstatic void final#(void) { assert(last# < 3); last# = $k; }\n",
     .prepare = "    atexit(final#);\n",
     LIST("last# = $e;", "$l = last#;", "assert(last# < 3);",
          "pthread_mutex_lock(&m#); if ($c) return 0; pthread_mutex_unlock(&m#);")},
    {.name = "locking handlers",
     .globals = "static void closing#(void) { pthread_mutex_lock(&m#); g0# = 0; pthread_mutex_unlock(&m#); }\n",
     .prepare = "    atexit(closing#);\n",
     LIST("pthread_mutex_lock(&m#); if ($c) return 0; pthread_mutex_unlock(&m#);", "$g = $e;", "$l = g0#;")},
    {.name = "unknown functions",
     .weight = 2,
     .globals =
         "static void called#(void) { g0# = g0# + 1; }\nstatic void locks#(void) { pthread_mutex_lock(&m#); g1# = 2; "
         "pthread_mutex_unlock(&m#); }\nstatic int private#;\n",
     .prepare = "",
     LIST("$l = ext_int($e);", "ext_write(&$g);", "ext_write(&g0#);", "ext_call(called#);",
          "int *p$n = ext_same(&g0#); $l = *p$n;", "int l$n = $k; ext_write(&l$n); $l = l$n;", "assert(private# == 0);",
          "ext_read(\"ab\");", "ext_call(locks#);",
          "int l$n = 1; int *q$n = ext_same(&l$n); *q$n = 2; assert(l$n == 1 || l$n == 2);",
          "int l$n = 3; ext_int(l$n); assert(l$n == 3);")},
    {.name = "variable arguments",
     .globals = "static int sum#(int n, ...)\n{\n    va_list l;\n    int s = 0;\n    va_start(l, n);\n"
                "    for (int i = 0; i < n; i++) s += va_arg(l, int);\n    va_end(l);\n    return s & 7;\n}\n"
                "static void set#(int n, ...)\n{\n    va_list l;\n    va_start(l, n);\n    int *p = va_arg(l, int *);\n"
                "    *p = n;\n    va_end(l);\n}\n",
     .prepare = "",
     LIST("$l = sum#(2, $e & 3, $e & 3);", "set#($k, &$g);",
          "int l$n = 0; set#(2, &l$n); assert(l$n == 2 || l$n == 0);", "$l = sum#(0);", "set#(1, &g0#); $l = g0#;",
          "assert(sum#(1, 1) >= 0);")},
    {.name = "floating point",
     .globals = "static double d#;\nstatic float f#;\n",
     .prepare = "",
     LIST("d# = d# + 0.5;", "double f$n = $e & 3; $l = (int)(f$n * 2);", "$l = d# > 1.0;",
          "float q$n = 0.1f; $l = q$n * 10 == 1.0f;", "f# = (float)($e & 3);", "$l = (int)f#;",
          "double z$n = 0; $l = (z$n / z$n) == (z$n / z$n);", "assert(d# >= 0);", "$l = f# != f#;",
          "double q$n = 1; assert(q$n == 1);", "d# = -0.0; $l = d# == 0;")},
    {.name = "128 bits",
     .globals = "static __int128 w#;\n",
     .prepare = "",
     LIST("w# = w# + ($e & 3);", "$l = (int)(w# >> 1) & 3;", "__int128 v$n = (__int128)($e & 3) * 2; $l = v$n > 3;",
          "w# = (__int128)1 << 64;", "assert(w# >= 0);", "$l = w# == 1;",
          "unsigned __int128 v$n = 3; $l = (int)(v$n >> $k);")},
    {.name = "computed goto",
     .globals = "",
     .prepare = "",
     LIST("static const void *const t$n[] = {&&a$n, &&b$n}; goto *(void *)t$n[$e & 1]; a$n: $b b$n: ;",
          "const void *t$n = $c ? &&a$n : &&b$n; goto *(void *)t$n; a$n: $l = 2; b$n: ;",
          "switch ($e & 3) { case 0: $b case 1: $b break; default: $l = 1; }",
          "int i$n = 0; again$n: if (i$n++ < 2) { $b goto again$n; }", "do { $b } while (0);")},
    {.name = "structs",
     .globals = "union U# { int i; char c[4]; float f; short h[2]; };\nstatic union U# u#;\n"
                "static int get#(struct S# p) { p.x++; return p.x + p.y; }\n"
                "static struct S# make#(int x) { struct S# p = {x, 1, 2, 3}; return p; }\n",
     .prepare = "",
     LIST("s#.x = $e;", "struct S# c$n = s#; $l = c$n.x;", "s# = r#;", "s#.b = (unsigned)$e & 7;",
          "s#.c = $e & 7; $l = s#.c;", "struct S# *p$n = $c ? &s# : &r#; p$n->y = $k;", "$l = get#(s#) & 3;",
          "r# = make#($k);", "u#.i = $e;", "$l = u#.c[$k & 3];", "u#.f = 1.5f; $l = u#.i != 0;",
          "u#.h[0] = 1; $l = u#.c[0];", "assert(s#.b <= 7);", "s#.b++; $l = (int)s#.b;",
          "s#.c--; assert(s#.c >= -16);")},
    {.name = "function pointers",
     .globals = "static void increase#(int *p) { *p = *p + 1; }\nstatic void clear#(int *p) { *p = 0; }\nstatic void "
                "(*fp#)(int *) = increase#;\n",
     .prepare = "",
     LIST("fp#(&$g);", "fp# = $c ? increase# : clear#;",
          "void (*q$n)(int *) = clear#; int l$n = 3; q$n(&l$n); assert(l$n == 0);", "fp# = clear#;",
          "int l$n = 1; fp#(&l$n); assert(l$n == 0 || l$n == 2);", "$l = fp# == increase#;")},
    {.name = "locks",
     .weight = 3,
     .globals = "static pthread_rwlock_t rw# = PTHREAD_RWLOCK_INITIALIZER;\nstatic pthread_spinlock_t spin#;\n"
                "static pthread_mutex_t inner# = PTHREAD_MUTEX_INITIALIZER;\n",
     .prepare = "    pthread_spin_init(&spin#, 0);\n",
     LIST("pthread_rwlock_rdlock(&rw#); { $b } pthread_rwlock_unlock(&rw#);",
          "pthread_rwlock_wrlock(&rw#); { $b } pthread_rwlock_unlock(&rw#);",
          "pthread_spin_lock(&spin#); { $b } pthread_spin_unlock(&spin#);",
          "pthread_mutex_lock(&inner#); { $b } pthread_mutex_unlock(&inner#);",
          "if (pthread_mutex_trylock(&m#) == 0) { { $b } pthread_mutex_unlock(&m#); }",
          "pthread_mutex_lock(&inner#); pthread_mutex_lock(&m#); $g = $e; pthread_mutex_unlock(&m#); "
          "pthread_mutex_unlock(&inner#);",
          "pthread_mutex_lock(&m#); pthread_mutex_lock(&inner#); $g = $e; pthread_mutex_unlock(&inner#); "
          "pthread_mutex_unlock(&m#);",
          "pthread_mutex_lock(&inner#); if ($c) return 0; pthread_mutex_unlock(&inner#);")},
    {.name = "signals between threads",
     .weight = 2,
     .globals = "static pthread_cond_t v# = PTHREAD_COND_INITIALIZER;\nstatic int ready#;\nstatic sem_t z#;\n",
     .prepare = "    sem_init(&z#, 0, 1);\n",
     LIST("pthread_mutex_lock(&m#); while (!ready#) pthread_cond_wait(&v#, &m#); pthread_mutex_unlock(&m#);",
          "pthread_mutex_lock(&m#); ready# = 1; pthread_cond_signal(&v#); pthread_mutex_unlock(&m#);",
          "pthread_mutex_lock(&m#); ready# = 1; pthread_cond_broadcast(&v#); pthread_mutex_unlock(&m#);",
          "ready# = 1; pthread_cond_signal(&v#);", "sem_wait(&z#); { $b } sem_post(&z#);", "sem_wait(&z#);",
          "sem_post(&z#);", "if (sem_trywait(&z#) == 0) { $b }",
          "pthread_mutex_lock(&m#); if (!ready#) pthread_cond_wait(&v#, &m#); pthread_mutex_unlock(&m#);")},
    {.name = "barriers",
     .globals = "static pthread_barrier_t y#;\n",
     .prepare = "    pthread_barrier_init(&y#, 0, 2);\n",
     LIST("pthread_barrier_wait(&y#);", "$g = $e; pthread_barrier_wait(&y#); $l = $g;",
          "if ($c) pthread_barrier_wait(&y#);")},
    {.name = "atomics",
     .globals = "static _Atomic int at#;\nstatic _Atomic unsigned char ac#;\n",
     .prepare = "",
     LIST("atomic_fetch_or(&at#, $k);", "int e$n = $k; $l = atomic_compare_exchange_strong(&at#, &e$n, $e); $l = e$n;",
          "at# += $k;", "$l = __sync_lock_test_and_set(&$g, $k);", "$l = atomic_exchange(&at#, $k);",
          "ac#--; $l = ac#;", "at# = $e;", "$l = __sync_bool_compare_and_swap(&$g, $k, $e);", "assert(at# >= 0);",
          "$l = __atomic_sub_fetch(&$g, 1, 5);", "at# *= 2;")},
    {.name = "input",
     .weight = 6,
     .globals = "static char in#[8];\n",
     .prepare = "",
     LIST("int c$n = getchar(); assert(c$n >= -1 && c$n <= 255);", "$l = getchar(); if ($l == $k) { $b }",
          "if (fgets(in#, 8, stdin)) { assert(strlen(in#) < 8); $l = in#[0]; }",
          "char l$n[4]; if (fgets(l$n, 4, stdin) && l$n[0] == '0' + $k) { $b }",
          "long r$n = read(0, in#, 4); assert(r$n >= -1 && r$n <= 4); $l = (int)r$n;",
          "char *v$n = getenv(\"A\"); if (v$n && strcmp(v$n, \"-v\") == 0) { $b }",
          "char *v$n = getenv(\"A\"); if (v$n && atoi(v$n) == $k) { $b }",
          "int s$n = $k; if (scanf(\"%d\", &s$n) != 1) s$n = $k; $l = s$n & 3;",
          "int o$n = open(\"a\", 0); if (o$n < 0) { assert(errno > 0); } else { $l = 1; }",
          "FILE *f$n = fopen(\"a\", \"r\"); if (f$n) { $b }",
          "long p$n = sysconf(84); assert(p$n >= -1); $l = p$n > $k;", "$l = rand() & 3; assert(rand() >= 0);",
          "if (access(\"a\", 0) == 0) { $b }", "$l = isatty(0); assert($l == 0 || $l == 1);",
          "char *v$n = getenv(\"A\"); if (v$n) { assert(v$n[0] != (char)('0' + $k)); }")},
    {.name = "large numbers",
     .weight = 5,
     .globals = "static int big# = 2147483645;\nstatic short sh#;\nstatic long lo# = 9223372036854775806;\nstatic "
                "signed char ch#;\n",
     .prepare = "",
     LIST("$g = big# + ($e & 3);", "$l = $l * 65536;", "sh# += $e;", "$l = big# << ($e & 3);", "$l = -$l;",
          "big# = big# + 1;", "big#++;", "$l = $l / -1;", "lo# += $k;", "ch#++; $l = ch#;",
          "$l = (-big# - 2) % (0 - ($k | 1));", "$l = 1 << ($k * 10);", "$l = __VERIFIER_nondet_int() - 1;",
          "$l = abs(__VERIFIER_nondet_int());", "int r$n; $l = __builtin_add_overflow(big#, $k, &r$n);",
          "$l += big#;")},
};

#define GROUPS (sizeof groups / sizeof *groups)

const Group *group_core(void) { return &groups[0]; }

uint32_t group_weights(void)
{
    uint32_t sum = 0;
    for (uint32_t i = 1; i < GROUPS; i++)
        sum += groups[i].weight + 1;
    return sum;
}

const Group *group_chosen(uint32_t number)
{
    uint32_t i = 1;
    while (number > groups[i].weight)
        number -= groups[i++].weight + 1;
    return &groups[i];
}

const Group *group_named(const char *name)
{
    for (uint32_t i = 0; i < GROUPS; i++)
        if (strcmp(groups[i].name, name) == 0) return &groups[i];
    abort();
}
