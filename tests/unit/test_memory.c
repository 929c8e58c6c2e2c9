/* The memory of C programs: scalars accessed in pieces and together, structs by value, copies, realloc. */
#include "support/meaning.h"
#include "tap.h"

/* With both data models. */
#define CHECK_ALL(w)                                                                                                   \
    do {                                                                                                               \
        CHECK(MEANINGS_ARE(w, false));                                                                                 \
        CHECK(MEANINGS_ARE(w, true));                                                                                  \
    } while (0)

/* ---- parts of scalars ---- */

TEST(unions)
{
    static const Wanted wanted[] = {
        {'S', "union { int i; struct { short a, b; } s; } u; int main(void) { u.i = 0x12345678; assert(u.s.a == 0x5678"
              " && u.s.b == 0x1234); u.s.b = 1; assert(u.i == 0x15678); }"},
        {'E', "union { int i; struct { short a, b; } s; } u; int main(void) { u.i = 0x12345678; u.s.a = 0;"
              " assert(u.i != 0x12340000); }"},
        {'S', "union { int i; char c[4]; } u; int main(void) { u.i = -2; assert(u.c[0] == -2 && u.c[3] == -1);"
              " u.c[1] = 0; assert(u.i == (int)0xffff00fe); }"},
        {'S', "int main(void) { union { int i; char c[4]; } u; u.i = 0x01020304; int k = __VERIFIER_nondet_bool() + 1;"
              " assert(u.c[k] == (k == 1 ? 3 : 2)); }"},
        {'E', "int main(void) { union { int i; char c[4]; } u; u.i = 0x01020304; int k = __VERIFIER_nondet_bool() + 1;"
              " assert(u.c[k] == 3); }"},
        {'S', "union { long long l; int i[2]; } u = {0x100000002}; int main(void) { assert(u.i[0] == 2 && u.i[1] == 1);"
              " u.i[1] = 0; assert(u.l == 2); }"},
        {'S', "union { short s; int i; } u = {3}; int main(void) { assert(u.s == 3); u.i = -1; assert(u.s == -1); }"},
        {'S', "union { struct { char c; int i; } s; int a[2]; } u; int main(void) { u.a[0] = 0x01020304; u.a[1] = 7;"
              " assert(u.s.c == 4 && u.s.i == 7 && u.a[0] == 0x01020304); }"},
        {'S', "union U { struct { char c; int i; } s; int a[2]; } u, v; int main(void) { u.a[0] = 0x01020304; u.a[1] ="
              " 7; v = u; assert(v.s.c == 4 && v.s.i == 7 && v.a[0] == 0x01020304); }"},
        {'E', "union U { struct { char c; int i; } s; int a[2]; } u, v; int main(void) { u.a[0] = 0x01020304; u.a[1] ="
              " 7; v = u; assert(v.a[0] != 0x01020304); }"},
        {'L',
         "union { struct { int n, b[4]; } s; int a[5]; } u; int main(void) { int k = __VERIFIER_nondet_bool(), *p ="
         " &u.a[1]; assert(p[-k] == 0); }"},
        {'S',
         "union { int a[4]; struct { int n, b[2]; } s; } u; int main(void) { int k = __VERIFIER_nondet_bool(), *p ="
         " &u.s.b[0]; p[k] = 7; assert(u.a[1 + k] == 7 && u.a[2 - k] == 0); }"},
        {'S', "union { float f; int i; } u; int main(void) { u.i = 5; assert(u.i == 5); }"},
        {'S', "union { float f; int i; } u = {1.0f}; int main(void) { assert(u.i == 0x3f800000); }"},
    };
    CHECK_ALL(wanted);
}

TEST(bytes_of_numbers)
{
    static const Wanted wanted[] = {
        {'S', "int x = 0x01020304; int main(void) { char *p = (char *)&x; assert(p[0] == 4 && p[3] == 1); p[3] = 0;"
              " assert(x == 0x00020304); }"},
        {'E', "int x = 0x01020304; int main(void) { char *p = (char *)&x; p[0] = 0; assert(x == 0x01020304); }"},
        {'S', "int x = 0x01020304, y; int main(void) { for (int i = 0; i < 4; i++) ((char *)&y)[i] = ((char *)&x)[i];"
              " assert(y == x); }"},
        {'E', "int x = 0x01020304, y; int main(void) { for (int i = 0; i < 3; i++) ((char *)&y)[i] = ((char *)&x)[i];"
              " assert(y == x); }"},
        {'S', "int a[3] = {1, 2, 3}; int main(void) { int i = __VERIFIER_nondet_bool(); short *p = (short *)&a[i];"
              " assert(p[0] == i + 1 && p[1] == 0); p[1] = 1; assert(a[i] == 0x10000 + i + 1 && a[2] == 3); }"},
        {'E', "int a[3] = {1, 2, 3}; int main(void) { int i = __VERIFIER_nondet_bool(); short *p = (short *)&a[i];"
              " p[1] = 1; assert(a[0] == 1); }"},
        {'S',
         "struct { char c; short s; int i; } x; int main(void) { memset(&x, 0xff, sizeof x); assert(x.c == -1 && x.s"
         " == -1 && x.i == -1); char *p = (char *)&x; for (unsigned i = 0; i < sizeof x; i++) p[i] = 1;"
         " assert(x.c == 1 && x.s == 0x101 && x.i == 0x01010101); }"},
        {'S', "int x[2] = {1, 2}; int main(void) { long long *p = (long long *)x; assert(*p == 0x200000001); *p = 7;"
              " assert(x[0] == 7 && x[1] == 0); }"},
        {'S', "short s[4]; int main(void) { int *p = (int *)&s[1]; *p = 0x00020001; assert(s[0] == 0 && s[1] == 1 &&"
              " s[2] == 2 && s[3] == 0); }"},
    };
    CHECK_ALL(wanted);
}

TEST(bit_fields)
{
    static const Wanted wanted[] = {
        {'S',
         "struct { unsigned a : 3, b : 20, c : 4; } x; int main(void) { x.a = 9; x.b = 1000; x.c = 15; assert(x.a =="
         " 1 && x.b == 1000 && x.c == 15); }"},
        {'E', "struct { unsigned a : 3; } x; int main(void) { x.a = 9; assert(x.a == 9); }"},
        {'S',
         "struct S { unsigned a : 20; char c; } x, y; int main(void) { x.a = 77; x.c = 3; y = x; assert(y.a == 77 &&"
         " y.c == 3); y.a = 1; assert(y.c == 3); }"},
        {'S', "union { struct { unsigned low : 4, high : 28; } f; unsigned all; } u; int main(void) { u.all = 0x123;"
              " assert(u.f.low == 3 && u.f.high == 0x12); u.f.low = 0; assert(u.all == 0x120); }"},
    };
    CHECK_ALL(wanted);
}

/* An access to several cells is one step. */
TEST(pieces_and_threads)
{
    static const Wanted wanted[] = {
        {'S', "union { int i; struct { short a, b; } s; } u; void *f(void *a) { u.i = 0x00010001; return a; }"
              " int main(void) { START(f, 0); int i = u.i; assert(i == 0 || i == 0x00010001); }"},
        {'E', "union { int i; struct { short a, b; } s; } u; void *f(void *a) { u.s.a = 1; u.s.b = 1; return a; }"
              " int main(void) { START(f, 0); int i = u.i; assert(i == 0 || i == 0x00010001); }"},
        {'E', "union { int i; struct { short a, b; } s; } u; void *f(void *a) { u.i = 0x00010001; return a; }"
              " int main(void) { START(f, 0); int a = u.s.a, b = u.s.b; assert(a == b); }"},
        {'S', "union U { atomic_int i; char c[4]; } u; void *f(void *a) { atomic_fetch_add(&u.i, 257); return a; } int"
              " main(void) { pthread_t s, t; pthread_create(&s, 0, f, 0); pthread_create(&t, 0, f, 0); pthread_join(s,"
              " 0); pthread_join(t, 0); assert(u.c[0] == 2 && u.c[1] == 2 && !u.c[2]); }"},
        {'S', "union U { atomic_int i; char c[4]; } u; int main(void) { u.c[1] = 1; int e = 256;"
              " assert(atomic_compare_exchange_strong(&u.i, &e, 513) && u.c[0] == 1 && u.c[1] == 2); e = 0;"
              " assert(!atomic_compare_exchange_strong(&u.i, &e, 5) && e == 513); }"},
        {'E',
         "void *f(void *p) { *(char *)p = 1; return 0; } int main(void) { int x = 0; pthread_t t; pthread_create(&t,"
         " 0, f, (char *)&x + 1); pthread_join(t, 0); assert(x != 256); }"},
        {'S',
         "void *f(void *p) { *(char *)p = 1; return 0; } int main(void) { int x = 0; pthread_t t; pthread_create(&t,"
         " 0, f, (char *)&x + 1); pthread_join(t, 0); assert(x == 256); }"},
        {'S', "int x, y; void *f(void *p) { ((char *)p)[1] = 1; return 0; } int main(void) { pthread_t s, t;"
              " pthread_create(&s, 0, f, &x); pthread_create(&t, 0, f, &y); pthread_join(s, 0); pthread_join(t, 0);"
              " assert(x == 256 && y == 256); }"},
    };
    CHECK_ALL(wanted);
}

TEST(addresses_in_pieces)
{
    static const Wanted wanted[] = {
        {'S', "union { int *p; long l; } u; int x; int main(void) { u.p = &x; *u.p = 3; assert(x == 3); u.l = 5;"
              " assert(u.l == 5); }"},
        {'S', "struct { int *p; char *q; } s, t; int x; char c; int main(void) { s.p = &x; s.q = &c; t = s; *t.p = 3;"
              " *t.q = 4; assert(x == 3 && c == 4); }"},
        {'X', "union { int *p; char c[sizeof(int *)]; } u; int x; int main(void) { u.p = &x; assert(u.c[0] != 0); }"},
        {'X', "union { int *p; short s; } u; int x; int main(void) { u.p = &x; u.s = 0; assert(u.p == &x); }"},
    };
    CHECK_ALL(wanted);
}

TAP_MAIN();
