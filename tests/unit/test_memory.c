/* The memory of C programs: scalars accessed in pieces and together, structs by value, copies, realloc. */
#include "support/meaning.h"
#include "tap.h"

/* With both data models. */
#define CHECK_ALL(w)                                                                                                   \
    do {                                                                                                               \
        CHECK(MEANINGS_ARE(w, false));                                                                                 \
        if (tap_is_thorough()) CHECK(MEANINGS_ARE(w, true));                                                           \
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

/* The result of a joined thread, stored in pieces; with both data models the same low bytes. */
TEST(results_in_pieces)
{
    static const Wanted wanted[] = {
        {'S', "union { void *r; unsigned char c[sizeof(void *)]; } u; void *f(void *a) { return (void *)0x102; } int"
              " main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, &u.r); assert(u.c[0] == 2 && "
              "u.c[1] =="
              " 1 && !u.c[2]); }"},
        {'E', "union { void *r; unsigned char c[sizeof(void *)]; } u; void *f(void *a) { return (void *)0x102; } int"
              " main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, &u.r); assert(u.c[0] == 0); }"},
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

/* ---- copies ---- */

TEST(copies_with_several_targets)
{
    static const Wanted wanted[] = {
        {'S',
         "struct S { int a, b; } x = {1, 2}, y = {3, 4}, z; int main(void) { struct S *p = __VERIFIER_nondet_bool()"
         " ? &x : &y; z = *p; assert((z.a == 1 && z.b == 2) || (z.a == 3 && z.b == 4)); }"},
        {'S', "struct S { int a, b; } x = {1, 2}, y = {3, 4}; int main(void) { struct S *p = &x, *q = &y; if"
              " (__VERIFIER_nondet_bool()) { p = &y; q = &x; } *p = *q; assert(x.a == y.a && x.b == y.b); }"},
        {'E', "struct S { int a, b; } x = {1, 2}, y = {3, 4}; int main(void) { struct S *p = &x, *q = &y; if"
              " (__VERIFIER_nondet_bool()) { p = &y; q = &x; } *p = *q; assert(x.a == 3); }"},
        {'S',
         "struct S { int *p; char c; } s[2]; int x, y; int main(void) { s[0].p = &x; s[1].p = &y; s[1].c = 7; int i"
         " = __VERIFIER_nondet_bool(); s[i] = s[1 - i]; *s[i].p = 5; assert(i ? x == 5 : y == 5 && s[0].c == 7); }"},
        {'S',
         "struct S { int a, b; } *p; struct T { struct S s; int c; } t; struct S u; int main(void) { struct S v = {1,"
         " 2}; p = __VERIFIER_nondet_bool() ? &t.s : &u; *p = v; assert(t.s.a + u.a == 1 && t.s.b + u.b == 2"
         " && t.c == 0); }"},
        {'S',
         "struct S { int a, b; } x = {1, 2}, y; int main(void) { struct S *p = &x; if (__VERIFIER_nondet_bool()) p ="
         " &y; struct S l = *p; memset(p, 0, sizeof *p); assert((l.a == 1 || l.a == 0) && p->a == 0 && p->b == 0);"
         " }"},
        /* the pointer lies in what is overwritten */
        {'S',
         "struct S { struct S *p; int v; } a, b; int main(void) { a.v = 1; b.v = 2; b.p = &a; a.p = &b; struct S *q ="
         " __VERIFIER_nondet_bool() ? &a : &b; *q = *q->p; assert(a.v == b.v && a.p == b.p); }"},
        {'S', "struct S { int a; char n[3]; } x = {1, \"ab\"}, y; int main(void) { char *p = __VERIFIER_nondet_bool() ?"
              " (char *)&x : (char *)&y; struct S z; memcpy(&z, p, sizeof z); assert(z.a == 0 || z.n[1] == 'b'); }"},
    };
    CHECK_ALL(wanted);
}

TEST(copies_of_parts)
{
    static const Wanted wanted[] = {
        {'S',
         "int a[5] = {1, 2, 3, 4, 5}; int main(void) { memmove(a + 1, a, 3 * sizeof *a); assert(a[0] == 1 && a[1] =="
         " 1 && a[2] == 2 && a[3] == 3 && a[4] == 5); }"},
        {'E', "int a[5] = {1, 2, 3, 4, 5}; int main(void) { memmove(a + 1, a, 3 * sizeof *a); assert(a[3] == 4); }"},
        {'S',
         "int main(void) { int a[5] = {1, 2, 3, 4, 5}; memmove(a, a + 1, 3 * sizeof *a); assert(a[0] == 2 && a[2] =="
         " 4 && a[3] == 4); }"},
        {'S',
         "int a[4] = {1, 2, 3, 4}, b[4]; int main(void) { memcpy(b + 1, a + 2, 2 * sizeof *a); assert(!b[0] && b[1]"
         " == 3 && b[2] == 4 && !b[3]); }"},
        {'S', "int x = 0x01020304, y; int main(void) { memcpy(&y, &x, 3); assert(y == 0x020304); memset((char *)&y + 1,"
              " 0, 2); assert(y == 4); }"},
        {'S', "int x = 0x01020304; char c[6]; int main(void) { memcpy(c + 1, &x, 4); assert(c[1] == 4 && c[4] == 1 &&"
              " !c[0] && !c[5]); int y; memcpy(&y, c + 1, 4); assert(x == y); }"},
        {'S',
         "int a[6]; int main(void) { int i = __VERIFIER_nondet_bool(); memset(a + i, 0xff, 12); assert(a[1] == -1 &&"
         " a[0] == i - 1 && a[3] == -i && !a[4]); }"},
        {'S', "int x; int main(void) { char b = __VERIFIER_nondet_bool() ? 2 : 1; memset(&x, b, sizeof x); assert(x =="
              " 0x01010101 * b); }"},
        {'S', "struct S { int *p; int *q; } s, t; int x, y; int main(void) { s.p = &x; s.q = &y; memcpy(&t.q, &s.p,"
              " sizeof s.p); *t.q = 1; assert(x == 1 && !y); }"},
        {'S', "struct { float f; int i; } s = {1.5f, 2}, t; int main(void) { t = s; assert(t.i == 2); }"},
    };
    CHECK_ALL(wanted);
}

/* Every scalar is read and written by a step of its own. */
TEST(copies_and_threads)
{
    static const Wanted wanted[] = {
        {'E', "struct S { int a, b; } s; void *f(void *a) { s.a = 1; s.b = 1; return a; } int main(void) { START(f, 0);"
              " struct S t = s; assert(t.a == t.b); }"},
        {'S', "struct S { int a, b; } s; void *f(void *a) { s.b = 1; s.a = 1; return a; } int main(void) { START(f, 0);"
              " struct S t = s; assert(t.a <= t.b); }"},
        {'S',
         "struct S { int a, b; } x, y; pthread_mutex_t m; void *f(void *a) { struct S *p = a; pthread_mutex_lock(&m);"
         " p->a++; struct S t = *p; *p = t; p->b++; pthread_mutex_unlock(&m); return 0; } int main(void) {"
         " pthread_t s, t; pthread_create(&s, 0, f, &x); pthread_create(&t, 0, f, &x); pthread_mutex_lock(&m);"
         " struct S u = *(__VERIFIER_nondet_bool() ? &x : &y); pthread_mutex_unlock(&m); assert(u.a == u.b); }"},
        {'E',
         "struct S { int a, b; } x; void *f(void *a) { struct S *p = a; p->a++; struct S t = *p; *p = t; return 0; }"
         " int main(void) { pthread_t s, t; pthread_create(&s, 0, f, &x); pthread_create(&t, 0, f, &x);"
         " pthread_join(s, 0); pthread_join(t, 0); assert(x.a == 2); }"},
    };
    CHECK_ALL(wanted);
}

/* ---- structs by value ---- */

TEST(structs_by_value)
{
    static const Wanted wanted[] = {
        {'S', "struct S { int a, b; }; struct S f(struct S s) { s.a++; s.b--; return s; } struct S g = {1, 2}; int"
              " main(void) { struct S t = f(g); assert(t.a == 2 && t.b == 1 && g.a == 1 && g.b == 2); g = f(f(t));"
              " assert(g.a == 4); }"},
        {'E', "struct S { int a, b; }; struct S f(struct S s) { s.a++; s.b--; return s; } struct S g = {1, 2}; int"
              " main(void) { assert(f(g).b == 2); }"},
        {'S',
         "struct S { int a, b; char c; }; struct S f(struct S s) { s.a += s.c; s.c++; return s; } struct S g = {1, 2,"
         " 3}; int main(void) { struct S t = f(g); assert(t.a == 4 && t.b == 2 && t.c == 4 && g.c == 3); }"},
        {'S', "struct S { int *p; long n; }; struct S f(struct S s) { *s.p += s.n; s.n = 0; return s; } int x, y; int"
              " main(void) { struct S s = {&x, 3}, t; if (__VERIFIER_nondet_bool()) s.p = &y; t = f(s); *t.p += 1;"
              " assert(x + y == 4 && t.n == 0 && s.n == 3); }"},
        {'S',
         "struct S { int v[9]; }; struct S f(struct S s) { s.v[0]++; return s; } int main(void) { struct S s = {{1,"
         " 2, 3}}, t; t = f(s); assert(s.v[0] == 1 && t.v[0] == 2 && t.v[2] == 3); s = f(t); assert(s.v[0] == 3); }"},
        {'E',
         "struct S { int v[9]; }; struct S f(struct S s) { s.v[0]++; return s; } int main(void) { struct S s = {{1,"
         " 2, 3}}, t; t = f(s); assert(t.v[0] == 1); }"},
        {'S', "struct S { char a, b, c; }; struct S f(struct S s) { s.c = s.a; return s; } struct S g = {1, 2, 3}; int"
              " main(void) { struct S t = f(g); assert(t.a == 1 && t.b == 2 && t.c == 1); }"},
        {'S',
         "struct S { char a; short b; }; short f(struct S s) { return s.a + s.b; } int main(void) { struct S s = {1,"
         " 2}; assert(f(s) == 3); }"},
        {'S',
         "struct S { unsigned a : 5, b : 20; char c; }; struct S f(struct S s) { s.a++; return s; } int main(void) {"
         " struct S s, t; s.a = 31; s.b = 7; s.c = 5; t = f(s); assert(t.a == 0 && t.b == 7 && t.c == 5); }"},
        {'S',
         "union U { int i; char c[4]; }; union U f(union U u) { u.c[0] = 1; return u; } int main(void) { union U u;"
         " u.i = 0x100; assert(f(u).i == 0x101 && u.i == 0x100); }"},
        {'S', "struct S { int *p, *q; }; struct S swap(struct S s) { struct S t = {s.q, s.p}; return t; } int x, y; int"
              " main(void) { struct S s = {&x, &y}; s = swap(s); *s.p = 1; assert(y == 1 && x == 0); }"},
        {'S',
         "struct S { int a, b; }; struct S one(void) { struct S s = {1, 1}; return s; } struct S two(void) { struct S"
         " s = {2, 2}; return s; } int sum(struct S s) { return s.a + s.b; } int main(void) { struct S (*f)(void) ="
         " __VERIFIER_nondet_bool() ? one : two; struct S s = f(); assert(sum(s) == 2 || sum(s) == 4); }"},
        {'S',
         "struct S { int v[5]; } g; void *f(void *a) { g.v[1] = 1; return a; } int sum(struct S s) { int n = s.v[1];"
         " s.v[1] = 7; return n; } int main(void) { START(f, 0); int n = sum(g); assert(n == 0 || n == 1);"
         " assert(g.v[1] < 2); }"},
        {'S', "struct S { int v[5]; }; int sum(struct S s) { int n = s.v[1]; s.v[1] = 7; return n; } int main(void) {"
              " struct S s = {{0}}; for (int i = 0; i < 3; i++) { s.v[1] = i; assert(sum(s) == i && s.v[1] == i); } }"},
    };
    CHECK_ALL(wanted);
}

/* ---- realloc ---- */

TEST(reallocation)
{
    static const Wanted wanted[] = {
        {'S', "int main(void) { int *p = malloc(4); if (!p) return 0; *p = 7; int *q = realloc(p, 8); if (!q) return 0;"
              " assert(q[0] == 7); q[1] = 8; assert(q[0] == 7 && q[1] == 8); }"},
        {'E', "int main(void) { int *p = malloc(4); if (!p) return 0; *p = 7; int *q = realloc(p, 8); if (!q) return 0;"
              " q[0] = 1; assert(q[0] == 7); }"},
        {'E', "int main(void) { int *p = malloc(4); if (!p) return 0; *p = 7; p = realloc(p, 8); assert(p); }"},
        /* it may fail, and then the old memory stays */
        {'S',
         "int main(void) { int *p = malloc(4); if (!p) return 0; *p = 7; int *q = realloc(p, 8); if (!q) assert(*p =="
         " 7); }"},
        {'S', "int main(void) { int *p = realloc(0, 4); if (p) { *p = 3; assert(*p == 3); } }"},
        {'S', "int *g; int main(void) { if (__VERIFIER_nondet_bool()) { g = malloc(4); if (!g) return 0; *g = 5; }"
              " int *old = g; g = realloc(g, 8); if (g && old) assert(*g == 5); }"},
        {'E', "int *g; int main(void) { if (__VERIFIER_nondet_bool()) { g = malloc(4); if (!g) return 0; *g = 5; }"
              " g = realloc(g, 8); if (g) { g[1] = 5; assert(*g == 5); } }"},
        {'S',
         "int main(void) { int *p = calloc(3, sizeof *p); if (!p) return 0; p[2] = 9; p = realloc(p, 2 * sizeof *p);"
         " if (p) assert(p[0] == 0 && p[1] == 0); }"},
        {'S',
         "int x, y; int main(void) { int **p = malloc(sizeof *p); if (!p) return 0; *p = __VERIFIER_nondet_bool() ? &x"
         " : &y; p = realloc(p, 2 * sizeof *p); if (!p) return 0; p[1] = &x; *p[0] = 4; assert(x + y == 4); }"},
        {'S',
         "struct v { int n; int *d; } v; void push(int x) { int *d = realloc(v.d, (v.n + 1) * sizeof *d); if (!d)"
         " exit(0); v.d = d; v.d[v.n++] = x; } int main(void) { for (int i = 0; i < 3; i++) push(i); assert(v.d[0] == 0"
         " && v.d[1] == 1 && v.d[2] == 2); }"},
        {'S',
         "int *d; int n; int main(void) { for (int i = 0; i < 3; i++) { int *e = realloc(d, 12); if (!e) return 0; d ="
         " e; d[i] = i; } assert(d[0] == 0 && d[1] == 1 && d[2] == 2); }"},
        {'E', "int *d; int main(void) { for (int i = 0; i < 3; i++) { int *e = realloc(d, 12); if (!e) return 0; d ="
              " e; d[i] = i; } assert(d[1] == 0); }"},
        {'L', "int *d; int main(void) { for (int i = 0; i < 6; i++) { int *e = realloc(d, 12); if (!e) return 0; d ="
              " e; d[i % 2] = i; } }"},
        {'X', "int main(void) { int n = __VERIFIER_nondet_bool() + 1; char *p = calloc(n, 1); if (!p) return 0; p ="
              " realloc(p, n + 1); if (p) assert(p[n] == 0); }"},
        /* size 0: a new object, or none */
        {'S', "int main(void) { int *p = malloc(4); if (!p) return 0; int *q = realloc(p, 0); assert(q != p); }"},
        {'E',
         "int *g; pthread_mutex_t m; void *f(void *a) { pthread_mutex_lock(&m); if (g) assert(*g == 1);"
         " pthread_mutex_unlock(&m); return a; } int main(void) { g = malloc(4); if (!g) return 0; *g = 1; START(f,"
         " 0); pthread_mutex_lock(&m); g = realloc(g, 8); if (g) *g = 2; pthread_mutex_unlock(&m); }"},
        {'S',
         "int *g; pthread_mutex_t m; void *f(void *a) { pthread_mutex_lock(&m); if (g) assert(*g == 1);"
         " pthread_mutex_unlock(&m); return a; } int main(void) { g = malloc(4); if (!g) return 0; *g = 1; START(f,"
         " 0); pthread_mutex_lock(&m); g = realloc(g, 8); if (g) g[1] = 2; pthread_mutex_unlock(&m); }"},
    };
    CHECK_ALL(wanted);
}

TAP_MAIN();
