/* What runs before and after main, threads, and functions that have the names of the library's. */
#include <stddef.h>

#include "agreement_link/templates.h"

#define PRIORITY "%[%|(101)%|(150)%|(300)%]"

const Template templates_start[] = {
    {"init",
     "=h extern long t@;\n"
     "=a %[long t@ = 1;%|long t@;%]\n__attribute__((constructor" PRIORITY
     ")) static void c@(void) { t@ = t@ * 3 + $k; }\n"
     "=b __attribute__((constructor" PRIORITY ")) %[static %|%]void c%[@%|b@%](void) { t@ = t@ * 3 + $k; }\n"
     "=check t@\n",
     2},
    {"init",
     "=h extern long t@;\n"
     "=a long t@ = 1;\n__attribute__((constructor" PRIORITY ")) static void c@(void) { t@ = t@ * 3 + $k; }\n"
     "=b __attribute__((constructor" PRIORITY ")) static void c@(void) { t@ = t@ * 3 + $k; }\n"
     "=c __attribute__((constructor" PRIORITY ")) static void c@(void) { t@ = t@ * 3 + $k; }\n"
     "=check t@\n",
     3},
    {"init",
     "=h extern long t@;\n"
     "=a long t@ = 1;\nstatic __attribute__((constructor(%[102%|400%]))) void d@(void) { t@ = t@ * 3 + $k; }\n"
     "=b static void c1@(void) __attribute__((constructor(103)));\n"
     "static void c2@(void) __attribute__((constructor(%[101%|350%])));\n"
     "static void c1@(void) { t@ = t@ * 3 + $k; }\nstatic void c2@(void) { t@ = t@ * 3 + $k; }\n"
     "=check t@\n",
     2},
    {"init",
     "=h extern long t@;\n"
     "=a long t@ = 1;\nstatic void s@(void) { t@ = t@ * 3 + $k; }\n"
     "static void (*p@)(void) "
     "__attribute__((section(\"%[.init_array%|.init_array%|.preinit_array%|.init_array.00150%]\"), "
     "used)) = s@;\n"
     "=b %[__attribute__((constructor" PRIORITY ")) static void c@(void) { t@ = t@ * 3 + $k; }%|%|"
     "static void s@(void) { t@ = t@ * 3 + $k; }\n"
     "__attribute__((section(\".init_array\"), used)) void (*q@)(void) = s@;%]\n"
     "=check t@\n",
     2},
    {"init", /* with main's arguments */
     "=h extern long t@;\n"
     "=a long t@;\nstatic void s@(int n, char **v, char **e) { t@ = (v[n] == 0) + 2 * (e != 0) + $k; }\n"
     "static void (*p@)(int, char **, char **) __attribute__((section(\".init_array\"), used)) = s@;\n"
     "=check t@\n",
     2},
    {"init", /* several in one file */
     "=h extern long t@;\n"
     "=a long t@;\nstatic void one@(void) { t@ = t@ * 3 + $k; }\nstatic void two@(void) { t@ = t@ * 3 + $k; }\n"
     "static void (*p@)(void) __attribute__((section(\".init_array\"), used)) = one@;\n"
     "static void (*q@)(void) __attribute__((section(\".init_array%[%|.00120%|.00999%]\"), used)) = two@;\n"
     "=check t@\n",
     2},
    {"init", /* a table that constructors fill */
     "=h void add@(int);\nextern int table@[8], used@;\n"
     "=a int table@[8], used@;\nvoid add@(int x) { table@[used@++] = x; }\n"
     "__attribute__((constructor" PRIORITY ")) static void r@(void) { add@($k); }\n"
     "=b __attribute__((constructor" PRIORITY ")) static void r@(void) { add@($k); }\n"
     "=m __attribute__((constructor(%[120%|180%]))) static void rm@(void) { add@($k); }\n"
     "=check used@\n"
     "=check table@[0] * 100 + table@[1] * 10 + table@[2]\n",
     2},
    {"fini",
     "=h extern long t@;\n"
     "=a long t@ = $k;\n"
     "%[__attribute__((destructor" PRIORITY ")) static void d@(void) { CHECK(t@); }\n%|"
     "static void d@(void) { CHECK(t@); }\n"
     "static void (*p@)(void) __attribute__((section(\".fini_array\"), used)) = d@;\n%]"
     "=do t@ = t@ * 3 + $k;\n",
     2},
    {"fini",
     "=h extern long t@;\n"
     "=a long t@ = 1;\n__attribute__((destructor(101))) static void d@(void) { CHECK(t@); }\n"
     "=b __attribute__((destructor%[%|(102)%|(150)%])) static void d@(void) { t@ = t@ * 3 + $k; }\n"
     "=m __attribute__((destructor(120))) static void dm@(void) { t@ = t@ * 3 + $k; }\n"
     "=do t@ = t@ * 3 + $k;\n",
     2},
    {"fini",
     "=h extern long t@;\nint atexit(void (*)(void));\nvoid e@(void);\n"
     "=a long t@ = 1;\nvoid e@(void) { t@ = t@ * 3 + $k; }\n"
     "__attribute__((destructor)) static void d@(void) { CHECK(t@); }\n"
     "=do atexit(e@);\n"
     "=do t@ = t@ * 3 + $k;\n",
     2},
    {"threads",
     "=claim a layout\n"
     "=a #include <pthread.h>\n"
     "static pthread_mutex_t l@ = PTHREAD_MUTEX_INITIALIZER;\nstatic int n@;\n"
     "static void *w@(void *x) { pthread_mutex_lock(&l@); n@ += $k; pthread_mutex_unlock(&l@); return x; }\n"
     "int run@(void)\n{\n    pthread_t t;\n    pthread_create(&t, 0, w@, 0);\n    pthread_mutex_lock(&l@);\n    n@ += "
     "$k;\n"
     "    pthread_mutex_unlock(&l@);\n    pthread_join(t, 0);\n    return n@;\n}\n"
     "=h int run@(void);\n"
     "=check run@()\n",
     2},
    {"threads", /* started before main */
     "=claim a layout\n=claim b layout\n"
     "=a #include <pthread.h>\n"
     "extern int n@;\nstatic pthread_t t@;\nvoid *w@(void *);\n"
     "%[__attribute__((constructor)) static void s@(void) { pthread_create(&t@, 0, w@, 0); }\n%|"
     "static void s@(void) { pthread_create(&t@, 0, w@, 0); }\n"
     "static void (*p@)(void) __attribute__((section(\".init_array\"), used)) = s@;\n%]"
     "void end@(void) { pthread_join(t@, 0); }\n"
     "=b #include <pthread.h>\n"
     "int n@;\npthread_mutex_t l@ = PTHREAD_MUTEX_INITIALIZER;\n"
     "void *w@(void *x) { pthread_mutex_lock(&l@); n@ = n@ + $k; pthread_mutex_unlock(&l@); return x; }\n"
     "void add@(void) { pthread_mutex_lock(&l@); n@ = n@ + $k; pthread_mutex_unlock(&l@); }\n"
     "=h extern int n@;\nvoid add@(void), end@(void);\n"
     "=do add@();\n"
     "=do end@();\n"
     "=check n@\n",
     2},
    {"threads", /* what a thread computes through a hook that may be missing */
     "=claim a layout\n"
     "=a #include <pthread.h>\n"
     "extern int h@(void) __attribute__((weak));\n"
     "static int r@;\nstatic void *w@(void *x) { r@ = h@ ? h@() : $k; return x; }\n"
     "int run@(void) { pthread_t t; pthread_create(&t, 0, w@, 0); pthread_join(t, 0); return r@; }\n"
     "=b %[int h@(void) { return $k; }%|%]\n"
     "=h int run@(void);\n"
     "=check run@()\n",
     2},
    {"own",
     "=claim * memset\n=flag a -fno-builtin\n=flag b %[-fno-builtin%|-ffreestanding%|-fno-builtin-memset%]\n"
     "=a #include <stddef.h>\n"
     "int calls@;\nvoid *memset(void *p, int c, size_t n)\n{\n    volatile char *q = p;\n    calls@++;\n"
     "    while (n--) *q++ = (char)(c + %[0%|$k%]);\n    return p;\n}\n"
     "=b #include <stddef.h>\n"
     "void *memset(void *, int, size_t);\n"
     "int use@(void) { %[static %|%]char b[4]; memset(b, $k, %[sizeof b%|3%|1%]); return b[0]; }\n"
     "=h int use@(void);\nextern int calls@;\n"
     "=check use@()\n"
     "=check calls@\n",
     2},
    {"own",
     "=claim * memcpy\n=flag a -fno-builtin\n=flag b %[-fno-builtin%|-ffreestanding%]\n"
     "=a #include <stddef.h>\n"
     "int calls@;\nvoid *%=[memcpy%|memmove%](void *p, const void *q, size_t n)\n{\n    volatile char *x = p;\n"
     "    const char *y = q;\n    calls@ += $k;\n    while (n--) *x++ = *y++;\n    return p;\n}\n"
     "=b #include <stddef.h>\n"
     "void *%=[memcpy%|memmove%](void *, const void *, size_t);\n"
     "int use@(void) { char a[3], b[3]; a[0] = $k; a[1] = $k; a[2] = 0; %=[memcpy%|memmove%](b, a, 2); "
     "return b[0] * 10 + b[1]; }\n"
     "=h int use@(void);\nextern int calls@;\n"
     "=check use@()\n"
     "=check calls@\n",
     2},
    {"own",
     "=claim * %=[abs%|ffs%|labs%|toupper%|isdigit%|putchar%]\n=flag a -fno-builtin\n=flag b "
     "%[-fno-builtin%|-ffreestanding%]\n"
     "=a int calls@;\n%=[int abs(int%|int ffs(int%|long labs(long%|int toupper(int%|int isdigit(int%|int putchar(int%] "
     "x) { "
     "calls@++; return x + $k; }\n"
     "=b %=[int abs(int%|int ffs(int%|long labs(long%|int toupper(int%|int isdigit(int%|int putchar(int%]);\n"
     "int use@(int x) { return (int)%=[abs%|ffs%|labs%|toupper%|isdigit%|putchar%](x); }\n"
     "=h int use@(int);\nextern int calls@;\n"
     "=check use@(%[-%|%]$k)\n"
     "=check calls@\n",
     2},
    {"own",
     "=claim * %=[strlen%|strnlen%]\n=flag a -fno-builtin\n=flag b -fno-builtin\n"
     "=a #include <stddef.h>\n"
     "int calls@;\nsize_t %=[strlen(const char *s%|strnlen(const char *s, size_t m%])\n{\n    const char *p = s;\n"
     "    calls@++;\n    while (*p) p++;\n    return (size_t)(p - s)%[%| + 1%];\n}\n"
     "=b #include <stddef.h>\n"
     "size_t %=[strlen(const char *%|strnlen(const char *, size_t%]);\n"
     "int use@(void) { return (int)%=[strlen(\"abc\"%|strnlen(\"abcd\", 9%]); }\n"
     "=h int use@(void);\nextern int calls@;\n"
     "=check use@()\n"
     "=check calls@\n",
     2},
    {"own", /* static ones, which are nobody else's */
     "=flag a -fno-builtin\n"
     "=claim a %=[abs%|strcmp%|memcmp%]\n"
     "=a static int calls@;\nstatic int %=[abs(int x)%|strcmp(const char *a, const char *b)%|memcmp(const void *a, "
     "const "
     "void *b, unsigned long n)%] { calls@++; return $k; }\n"
     "int use@(void) { return %=[abs(-3)%|strcmp(\"a\", \"b\")%|memcmp(\"a\", \"b\", 1)%] * 10 + calls@; }\n"
     "=h int use@(void);\n"
     "=check use@()\n",
     2},
    {"names",
     "=claim * %=[pause%|index%|link%|accept%|connect%|sleep%|send%|yn%|alarm%|raise%|poll%|wait%]\n"
     "=a int n@;\nint %=[pause%|index%|link%|accept%|connect%|sleep%|send%|yn%|alarm%|raise%|poll%|wait%](int "
     "x) { n@ += x; return n@ * 2; }\n"
     "=b int %=[pause%|index%|link%|accept%|connect%|sleep%|send%|yn%|alarm%|raise%|poll%|wait%](int);\n"
     "int use@(void) { return %=[pause%|index%|link%|accept%|connect%|sleep%|send%|yn%|alarm%|raise%|poll%|"
     "wait%]($k); }\n"
     "=h int use@(void);\nextern int n@;\n"
     "=do use@();\n"
     "=check use@()\n"
     "=check n@\n",
     2},
    {"names",
     "=claim * %=[error%|lock%|strtok%|kill%|nice%|system%|remove%|rename%|div%|random%|daemon%]\n"
     "=a static int n@;\nvoid %=[error%|lock%|strtok%|kill%|nice%|system%|remove%|rename%|div%|random%|daemon%](void) "
     "{ n@ "
     "+= $k; }\nint get@(void) { return n@; }\n"
     "=b void %=[error%|lock%|strtok%|kill%|nice%|system%|remove%|rename%|div%|random%|daemon%](void);\n"
     "void use@(void) { %=[error%|lock%|strtok%|kill%|nice%|system%|remove%|rename%|div%|random%|daemon%](); }\n"
     "=h int get@(void);\nvoid use@(void);\n"
     "=do use@();\n"
     "=check get@()\n",
     2},
    {"names", /* variables and static functions */
     "=claim a %=[signal%|read%|write%|environ%|pipe%|join%]\n"
     "=a static int %=[signal%|read%|write%|environ%|pipe%|join%] = $k;\n"
     "static int y@(void) { return %=[signal%|read%|write%|environ%|pipe%|join%]++; }\n"
     "int get@(void) { return y@(); }\n"
     "=h int get@(void);\n"
     "=do get@();\n"
     "=check get@()\n",
     2},
    {"names", /* declared by no one: C of 1989 */
     "=claim * %=[pause%|usleep%|report%]\n=claim b std\n=flag b -std=%[gnu89%|c89%]\n"
     "=a static int n@;\nint %=[pause%|usleep%|report%](int x) { n@ = n@ * 10 + x; return n@; }\n"
     "=b int use@(void) { %=[pause%|usleep%|report%]($k); return %=[pause%|usleep%|report%]($k); }\n"
     "=h int use@(void);\n"
     "=check use@()\n",
     2},
    {NULL, NULL, 0},
};
