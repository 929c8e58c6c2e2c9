/* Pointers in C programs: points-to sets, and what programs with pointers mean (by the reference interpreter): each
 * program with pointers is as safe or unsafe as C says. */
#include "c/exact/model/pointsto.h"
#include "support/meaning.h"
#include "tap.h"

/* ---- points-to sets ---- */

static LLVMValueRef object(int k)
{
    static char objects[4];
    return (LLVMValueRef)&objects[k];
}

static Target exact(int k, int64_t offset) { return target_make(object(k), 0, offset, NULL, 0); }

TEST(sets_of_bytes)
{
    Run *run = run_new();
    Targets set = {0};
    CHECK(targets_add(run, &set, exact(0, 4)));
    CHECK(!targets_add(run, &set, exact(0, 4)));
    CHECK(targets_add(run, &set, exact(0, 8)));
    CHECK(targets_add(run, &set, exact(1, 4)));
    CHECK(targets_add(run, &set, target_make(object(1), 7, 4, NULL, 0))); /* of another call */
    CHECK_EQ_INT(set.list.count, 4);
    run_free(run);
}

TEST(strides)
{
    Target t = target_make(object(0), 0, 20, (uint64_t[]){8, 12}, 2);
    CHECK_EQ_INT(t.stride, 4);
    CHECK_EQ_INT(t.offset, 0);
    t = target_make(object(0), 0, -3, (uint64_t[]){0, 8}, 2);
    CHECK_EQ_INT(t.stride, 8);
    CHECK_EQ_INT(t.offset, 5);
    Target same = exact(0, 13), other = exact(0, 12), far = exact(1, 13), before = exact(0, -3);
    CHECK(target_covers(&t, &same) && target_covers(&t, &before));
    CHECK(!target_covers(&t, &other) && !target_covers(&t, &far) && !target_covers(&same, &t));
    Target coarse = target_make(object(0), 0, 21, (uint64_t[]){16}, 1);
    CHECK(target_covers(&t, &coarse) && !target_covers(&coarse, &t));
}

TEST(wide_replaces_narrow)
{
    Run *run = run_new();
    Targets set = {0};
    targets_add(run, &set, exact(0, 4));
    targets_add(run, &set, exact(0, 6));
    targets_add(run, &set, exact(1, 4));
    CHECK(targets_add(run, &set, target_make(object(0), 0, 0, (uint64_t[]){4}, 1)));
    CHECK_EQ_INT(set.list.count, 3);
    CHECK(!targets_add(run, &set, exact(0, 400)));
    run_free(run);
}

/* p = p + 1 in a loop comes to an end, and the set covers all that was added. */
TEST(chains_end)
{
    Run *run = run_new();
    Targets set = {0};
    targets_add(run, &set, exact(0, 12));
    targets_add(run, &set, exact(1, 0));
    uint32_t rounds = 0;
    for (bool has_grown = true; has_grown; rounds++) {
        Targets moved = {0};
        targets_join_moved(run, &moved, &set, 8, NULL, 0);
        has_grown = targets_join(run, &set, &moved);
        REQUIRE(rounds < 100);
    }
    for (int64_t k = 0; k < 50; k++)
        for (int o = 0; o < 2; o++) {
            Target t = exact(o, o ? 8 * k : 12 + 8 * k);
            bool covered = false;
            for (uint32_t i = 0; i < set.list.count; i++)
                covered |= target_covers(&set.list.data[i], &t);
            CHECK(covered);
        }
    Target between = exact(0, 14);
    for (uint32_t i = 0; i < set.list.count; i++)
        CHECK(!target_covers(&set.list.data[i], &between));
    run_free(run);
}

TEST(moves)
{
    Run *run = run_new();
    Targets set = {0}, moved = {0};
    targets_add(run, &set, target_make(object(0), 0, 2, (uint64_t[]){12}, 1));
    set.has_number = true;
    CHECK(targets_join_moved(run, &moved, &set, -4, (uint64_t[]){8}, 1));
    CHECK(moved.has_number);
    CHECK_EQ_INT(moved.list.data[0].stride, 4);
    CHECK_EQ_INT(moved.list.data[0].offset, 2);
    run_free(run);
}

/* ---- programs ---- */

#define CHECK_ALL(w) CHECK(MEANINGS_ARE(w, false))

TEST(one_of_two_objects)
{
    static const Wanted wanted[] = {
        {'S', "int x, y; int main(void) { int *p = __VERIFIER_nondet_bool() ? &x : &y; *p = 1; assert(x + y == 1); }"},
        {'E', "int x, y; int main(void) { int *p = __VERIFIER_nondet_bool() ? &x : &y; *p = 1; assert(x == 1); }"},
        {'E', "int x, y; int main(void) { int *p = &y; if (__VERIFIER_nondet_bool()) p = &x; *p = 1; assert(y); }"},
        {'S', "int x = 3, y = 4; int main(void) { int *p = &x, *q = &y; if (__VERIFIER_nondet_bool()) { int *t = p;"
              " p = q; q = t; } assert(*p + *q == 7 && *p != *q && p != q); }"},
        {'S', "int x, y; int *f(int b) { if (b) return &x; return &y; } int main(void) { int b ="
              " __VERIFIER_nondet_bool(); *f(b) = 1; assert(b ? x && !y : y && !x); }"},
        {'S', "int x; int *p; int main(void) { assert(!p); p = &x; assert(p == &x && p); *p = 2; assert(x == 2); }"},
        {'E', "int x, y; int *p = &x; int main(void) { p = &y; assert(p == &x); }"},
        {'S', "int x, y; int *p = &x; int main(void) { int **q = &p; *q = &y; **q = 5; assert(y == 5 && x == 0); }"},
    };
    CHECK_ALL(wanted);
}

TEST(locals_through_pointers)
{
    static const Wanted wanted[] = {
        {'S', "int main(void) { int a = 1, b = 2; int *p = __VERIFIER_nondet_bool() ? &a : &b; int old = a; *p = 7;"
              " assert(old == 1); assert((a == 7) != (b == 7)); }"},
        {'S', "void set(int *p, int v) { *p = v; } int main(void) { int a = 1, b = 2; int *p = &a;"
              " if (__VERIFIER_nondet_bool()) p = &b; int s = a + b; set(p, 0); assert(s == 3 && a + b < 3); }"},
        {'E', "void set(int *p, int v) { *p = v; } int main(void) { int a = 1, b = 2; int *p = &a;"
              " if (__VERIFIER_nondet_bool()) p = &b; set(p, 0); assert(a); }"},
        /* a value read before the call through the pointer keeps what it was */
        {'S', "int set(int *p) { *p = 5; return 1; } int main(void) { int a = 1, b = 2; int *p = &a;"
              " if (__VERIFIER_nondet_bool()) p = &b; int r = (a + 10 * b) + 100 * set(p); assert(r == 121); }"},
        {'S', "int *g; int f(void) { *g = 9; return 1; } int main(void) { int a = 1, b = 2;"
              " g = __VERIFIER_nondet_bool() ? &a : &b; int r = a + 10 * b + 100 * f(); assert(r == 121);"
              " assert(a == 9 || b == 9); }"},
        {'S', "int main(void) { int *p = 0; for (int i = 0; i < 2; i++) { int x; x = i; if (!p) p = &x; else p = 0; }"
              " assert(!p); }"},
    };
    CHECK_ALL(wanted);
}

/* A value that was read before a call keeps what it was, however the callee comes by the address. */
TEST(values_across_calls)
{
    static const Wanted wanted[] = {
        {'S',
         "struct S { int *q; }; int f(struct S *s) { *s->q = 5; return 1; } int main(void) { int x = 1; struct S s ="
         " {&x}; int r = x + f(&s); assert(r == 2 && x == 5); }"},
        {'E',
         "struct S { int *q; }; int f(struct S *s) { *s->q = 5; return 1; } int main(void) { int x = 1; struct S s ="
         " {&x}; int r = f(&s) + x; assert(r == 2); }"},
        {'S',
         "struct S { int *q; }; int g(struct S *s) { if (__VERIFIER_nondet_bool()) *s->q = 5; else *s->q = 6; return"
         " 1; } int f(struct S *s) { return g(s) + 1; } int main(void) { int x = 1; struct S s = {&x}; int r = x +"
         " f(&s); assert(r == 3 && x > 4); }"},
        {'S',
         "struct S { int *q; }; int g(struct S *s) { *s->q += 1; return *s->q; } int f(struct S *s) { int y = 10; int"
         " *old = s->q; struct S t = {&y}; int r = y + g(&t) + g(s); s->q = old; return r; } int main(void) { int x ="
         " 1; struct S s = {&x}; for (int i = 0; i < 2; i++) { int r = x + f(&s); assert(r == i + 1 + 10 + 11 + i +"
         " 2); } }"},
    };
    CHECK_ALL(wanted);
}

TEST(arrays_and_structs)
{
    static const Wanted wanted[] = {
        {'S', "int a[4]; int main(void) { for (int *p = a; p != a + 4; p++) *p = 2; assert(a[0] == 2 && a[3] == 2); }"},
        {'S', "int a[4]; int main(void) { int *p; for (p = a; p < a + 4; p++) *p = 2; assert(p - a == 4); }"},
        {'E', "int a[4]; int main(void) { for (int *p = a; p != a + 3; p++) *p = 2; assert(a[3] == 2); }"},
        {'S', "int a[3], b[3]; int main(void) { int *p = __VERIFIER_nondet_bool() ? a : b; int i = 0;"
              " while (i < 3) { p[i] = i; i++; } p = p + 2; assert(*p == 2 && p[-1] == 1); }"},
        {'S', "struct s { int x; struct s *next; } a, b; int main(void) { a.next = &b; b.next = 0; int n = 0;"
              " for (struct s *p = &a; p; p = p->next) { p->x = 3; n++; } assert(n == 2 && b.x == 3); }"},
        {'E', "struct s { int x; struct s *next; } a, b; int main(void) { a.next = &b; b.next = 0; int n = 0;"
              " for (struct s *p = &a; p; p = p->next) n++; assert(n == 1); }"},
        {'S', "struct s { int x, y; } a[3]; int main(void) { struct s *p = a; int i = 0; while (i < 2) { p++; i++; }"
              " p->y = 4; assert(a[2].y == 4 && a[2].x == 0 && a[1].y == 0); }"},
        {'S', "int x, y; int *t[2] = {&x, &y}; int main(void) { int i = __VERIFIER_nondet_bool(); *t[i] = 1;"
              " assert(i ? y && !x : x && !y); }"},
        {'S', "struct in { int a, b; }; struct out { int x; struct in in; } o, q; int main(void) { struct in *p ="
              " __VERIFIER_nondet_bool() ? &o.in : &q.in; struct out *c = (struct out *)((char *)p - 4); c->x = 1;"
              " assert(o.x + q.x == 1); }"},
        {'S', "struct s { int *p; int v; } a, b; int x; int main(void) { a.p = &x; a.v = 2; b = a; *b.p = 9;"
              " assert(x == 9 && b.v == 2); }"},
    };
    CHECK_ALL(wanted);
}

TEST(comparisons)
{
    static const Wanted wanted[] = {
        /* the end of one object may be the start of another, or not */
        {'E',
         "int a[2], b; int main(void) { int *p = a; while (__VERIFIER_nondet_bool()) p = a + 2; assert(p != &b); }"},
        {'E',
         "int a[2], b; int main(void) { int *p = a; while (__VERIFIER_nondet_bool()) p = a + 2; assert(p == &b || p"
         " == a); }"},
        {'S',
         "int a[2], b; int main(void) { int *p = a; while (__VERIFIER_nondet_bool()) p = a + 1; assert(p != &b); }"},
        {'S', "int a, b; int main(void) { int *p = __VERIFIER_nondet_bool() ? &a : &b, *q = __VERIFIER_nondet_bool() ?"
              " &a : 0; if (p == q) { *p = 1; assert(a == 1 && b == 0); } assert(q == 0 || q == &a); }"},
    };
    CHECK_ALL(wanted);
}

TEST(nowhere)
{
    /* Undefined executions are not examined: nothing behind the access is reached. */
    static const Wanted wanted[] = {
        {'S', "int *p; int main(void) { int v = *p; assert(0); return v; }"},
        {'S', "int x; int *p; int main(void) { if (__VERIFIER_nondet_bool()) p = &x; *p = 1; assert(x == 1); }"},
        {'E', "int x; int *p; int main(void) { if (__VERIFIER_nondet_bool()) p = &x; assert(p); }"},
    };
    CHECK_ALL(wanted);
}

TEST(function_pointers)
{
    static const Wanted wanted[] = {
        {'S', "int f(int x) { return x + 1; } int g(int x) { return x + 2; } int (*h)(int) = f; int main(void) {"
              " if (__VERIFIER_nondet_bool()) h = g; int v = 10; int r = v + h(5); assert(r == 16 || r == 17); }"},
        {'E', "int f(int x) { return x + 1; } int g(int x) { return x + 2; } int (*h)(int) = f; int main(void) {"
              " if (__VERIFIER_nondet_bool()) h = g; assert(h(1) == 2); }"},
        {'S', "int n; void f(void) { n++; } void g(void) { n += 2; } int main(void) { void (*t[2])(void) = {f, g};"
              " for (int i = 0; i < 2; i++) t[i](); assert(n == 3); }"},
        {'S', "struct ops { int (*get)(void); }; int one(void) { return 1; } int two(void) { return 2; }"
              " struct ops a = {one}, b = {two}; int main(void) { struct ops *o = &a; if (__VERIFIER_nondet_bool())"
              " o = &b; int r = o->get(); assert(o == &a ? r == 1 : r == 2); }"},
    };
    CHECK_ALL(wanted);
}

/* A few calls of a function inside of itself are followed. */
TEST(recursion)
{
    static const Wanted wanted[] = {
        {'S',
         "int sum(int n) { if (n == 0) return 0; return n + sum(n - 1); } int main(void) { assert(sum(3) == 6); }"},
        {'E',
         "int sum(int n) { if (n == 0) return 0; return n + sum(n - 1); } int main(void) { assert(sum(3) == 5); }"},
        {'X',
         "int sum(int n) { if (n == 0) return 0; return n + sum(n - 1); } int main(void) { assert(sum(30) == 465); }"},
        {'S',
         "int odd(int n); int even(int n) { return n == 0 || odd(n - 1); } int odd(int n) { return n != 0 && even(n -"
         " 1); } int main(void) { assert(even(4) && odd(5) && !odd(4)); }"},
        {'S',
         "int fib(int n) { int a = n; if (n < 2) return a; a = fib(n - 1); return a + fib(n - 2); } int main(void) {"
         " assert(fib(5) == 5); }"},
        /* each call has its own locals */
        {'S',
         "void down(int n, int *up) { int own = n; if (n > 0) down(n - 1, &own); if (up) *up += own; assert(own >= n);"
         " } int main(void) { int top = 0; down(3, &top); assert(top == 6); }"},
        {'S',
         "struct t { struct t *l, *r; int v; } n[3] = {{&n[1], &n[2], 1}, {0, 0, 2}, {0, 0, 3}}; int sum(struct t *t) {"
         " return t ? t->v + sum(t->l) + sum(t->r) : 0; } int main(void) { assert(sum(n) == 6); }"},
        {'E', "int n; void f(int d) { if (d) f(d - 1); int v = n; n = v + 1; } void *t(void *a) { f(1); return a; } "
              "int main(void) { pthread_t"
              " x, y; pthread_create(&x, 0, t, 0); pthread_create(&y, 0, t, 0); pthread_join(x, 0); pthread_join(y, 0);"
              " assert(n == 4); }"},
    };
    CHECK_ALL(wanted);
}

TEST(containers)
{
    static const Wanted wanted[] = {
        {'S',
         "struct in { int a, b; }; struct mid { int c; struct in in; }; struct out { int d; struct mid mid[2]; } o; int"
         " main(void) { o.mid[1].in.a = 0; struct in *p = &o.mid[1].in; struct mid *m = (struct mid *)((char *)p -"
         " __builtin_offsetof(struct mid, in)); m->c = 3; struct out *q = (struct out *)((char *)m -"
         " __builtin_offsetof(struct out, mid[1])); q->d = 4; assert(o.mid[1].c == 3 && o.d == 4 && !o.mid[0].c); }"},
        {'S',
         "struct list { struct list *next; }; struct item { int v; struct list l; } a = {1}, b = {2}; struct list head;"
         " int main(void) { head.next = &a.l; a.l.next = &b.l; int sum = 0; for (struct list *p = head.next; p; p ="
         " p->next) sum += ((struct item *)((char *)p - __builtin_offsetof(struct item, l)))->v; assert(sum == 3); }"},
        {'E',
         "struct list { struct list *next; }; struct item { int v; struct list l; } a = {1}, b = {2}; struct list head;"
         " void *f(void *p) { struct item *i = (struct item *)((char *)p - __builtin_offsetof(struct item, l)); i->v ="
         " 7; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, __VERIFIER_nondet_bool() ? &a.l :"
         " &b.l); pthread_join(t, 0); assert(b.v == 2); }"},
        {'S',
         "struct dev { int id; struct { int x; pthread_mutex_t m; } s; } d[2]; void *f(void *a) { pthread_mutex_t *m = "
         "a;"
         " struct dev *p = (struct dev *)((char *)m - __builtin_offsetof(struct dev, s.m)); pthread_mutex_lock(m);"
         " p->id++; pthread_mutex_unlock(m); return 0; } int main(void) { pthread_t s, t; pthread_create(&s, 0, f,"
         " &d[1].s.m); pthread_create(&t, 0, f, &d[1].s.m); pthread_join(s, 0); pthread_join(t, 0); assert(d[1].id =="
         " 2 && d[0].id == 0); }"},
    };
    CHECK_ALL(wanted);
}

TEST(tables_of_functions)
{
    static const Wanted wanted[] = {
        {'S',
         "int inc(int x) { return x + 1; } int dec(int x) { return x - 1; } static const struct { const char *name; int"
         " (*run)(int); } table[] = {{\"inc\", inc}, {\"dec\", dec}}; int main(void) { int i ="
         " __VERIFIER_nondet_bool(); assert(table[i].run(5) == (i ? 4 : 6)); }"},
        {'E',
         "int inc(int x) { return x + 1; } int dec(int x) { return x - 1; } static int (*const table[])(int) = {inc,"
         " dec}; int main(void) { int i = __VERIFIER_nondet_bool(); assert(table[i](5) == 6); }"},
        {'S',
         "struct ops { void (*lock)(void *); void (*unlock)(void *); }; pthread_mutex_t m; int x; void l(void *a) {"
         " pthread_mutex_lock(a); } void u(void *a) { pthread_mutex_unlock(a); } const struct ops good = {l, u}; void"
         " *f(void *a) { const struct ops *o = a; o->lock(&m); x++; x--; o->unlock(&m); return 0; } int main(void) {"
         " pthread_t t; pthread_create(&t, 0, f, (void *)&good); good.lock(&m); assert(x == 0); good.unlock(&m); }"},
        {'E',
         "struct ops { void (*lock)(void *); void (*unlock)(void *); }; pthread_mutex_t m; int x; void l(void *a) {"
         " pthread_mutex_lock(a); } void u(void *a) { pthread_mutex_unlock(a); } void n(void *a) { (void)a; } const"
         " struct ops good = {l, u}, bad = {n, n}; void *f(void *a) { const struct ops *o = a; o->lock(&m); x++; x--;"
         " o->unlock(&m); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, (void *)"
         "(__VERIFIER_nondet_bool() ? &good : &bad)); good.lock(&m); assert(x == 0); good.unlock(&m); }"},
        {'S', "struct s { int (*f)(struct s *); int v; }; int get(struct s *s) { return s->v; } int neg(struct s *s) { "
              "return"
              " -s->v; } int main(void) { struct s a = {get, 3}, b; b = a; b.f = neg; struct s *p ="
              " __VERIFIER_nondet_bool() ? &a : &b; assert(p->f(p) == (p == &a ? 3 : -3)); }"},
    };
    CHECK_ALL(wanted);
}

TEST(thread_local_storage)
{
    static const Wanted wanted[] = {
        {'S', "_Thread_local int t = 4; void *f(void *a) { assert(t == 4); t = 1; int *p = &t; *p += 1; assert(t == "
              "2); return"
              " a; } int main(void) { t = 9; START(f, 0); START(f, 1); assert(t == 9); }"},
        {'S',
         "_Thread_local struct { int a; int *p; } t; int x; void set(int *p) { *p = 3; } void *f(void *a) { "
         "assert(!t.p);"
         " t.p = &x; set(&t.a); assert(t.a == 3); return a; } int main(void) { START(f, 0); START(f, 1); assert(t.a =="
         " 0); }"},
        {'X', "_Thread_local int t; void *f(void *a) { *(int *)a = 1; return 0; } int main(void) { pthread_t x;"
              " pthread_create(&x, 0, f, &t); pthread_join(x, 0); assert(t == 0); }"},
        {'X', "_Thread_local int t; int *g; void *f(void *a) { int *p = g; if (p) *p = 1; return a; } int main(void) {"
              " START(f, 0); g = &t; assert(t == 0); }"},
    };
    CHECK_ALL(wanted);
}

TEST(heap)
{
    static const Wanted wanted[] = {
        {'S', "struct s { int x, y; }; int main(void) { struct s *p = malloc(sizeof *p), *q = malloc(sizeof *q);"
              " if (!p || !q) return 0; p->x = 1; q->x = 2; p->y = 3; assert(p != q && p->x == 1 && q->x == 2); }"},
        {'E', "int main(void) { int *p = malloc(4); assert(p); }"}, /* it may fail */
        {'S', "int main(void) { int *p = calloc(3, sizeof(int)); if (p) { assert(!p[0] && !p[2]); p[2] = 1;"
              " assert(p[2] && !p[1]); free(p); } }"},
        {'S', "struct n { struct n *next; int v; }; struct n *head; int main(void) { struct n *a = malloc(sizeof *a);"
              " struct n *b = malloc(sizeof *b); if (!a || !b) return 0; a->next = 0; a->v = 1; b->next = a; b->v = 2;"
              " head = b; assert(head->next->v == 1 && head->v == 2 && !head->next->next); }"},
        {'E', "int *g; void *f(void *a) { int *p = g; if (p) *p = 2; return a; } int main(void) { int *p = malloc(4);"
              " if (!p) return 0; *p = 1; START(f, 0); g = p; assert(*p == 1); }"},
        {'S', "int *g; void *f(void *a) { int *p = g; if (p) assert(*p == 1); return a; } int main(void) { int *p ="
              " malloc(4); if (!p) return 0; *p = 1; START(f, 0); g = p; }"},
        /* each thread has its own */
        {'S', "void *f(void *a) { int *p = malloc(4); if (!p) return 0; *p = 1; *p = *p + 1; assert(*p == 2);"
              " return a; } int main(void) { START(f, 0); START(f, 1); }"},
        /* One call that is executed several times: fresh objects, told apart. */
        {'S', "int *g; void *f(void *a) { int *p = malloc(4); if (!p) return 0; *p = (int)(long)a; g = p;"
              " assert(*p == (int)(long)a); return a; } int main(void) { START(f, 1); START(f, 2); }"},
        {'E', "int *g; void *f(void *a) { int *p = malloc(4); if (!p) return 0; *p = (int)(long)a; g = p;"
              " assert(*g == (int)(long)a); return a; } int main(void) { START(f, 1); START(f, 2); }"},
        {'S', "int *g[3]; int main(void) { for (int i = 0; i < 3; i++) { g[i] = malloc(4); if (!g[i]) return 0;"
              " *g[i] = i; } assert(*g[0] == 0 && *g[1] == 1 && *g[2] == 2 && g[0] != g[1]); }"},
        {'E', "int *g[2]; int main(void) { for (int i = 0; i < 2; i++) { g[i] = malloc(4); if (!g[i]) return 0; }"
              " *g[0] = 1; assert(*g[1] == 1); }"}, /* contents are arbitrary, each time */
        {'S', "int *g[2]; int main(void) { for (int i = 0; i < 2; i++) { g[i] = calloc(1, 4); if (!g[i]) return 0;"
              " assert(*g[i] == 0); *g[i] = 1; } }"},
        {'S', "struct n { struct n *next; int v; }; struct n *head; int main(void) { for (int i = 0; i < 3; i++) {"
              " struct n *a = malloc(sizeof *a); if (!a) return 0; a->v = i; a->next = head; head = a; }"
              " assert(head->v == 2 && head->next->v == 1 && head->next->next->v == 0 && !head->next->next->next); }"},
        /* Beyond the pool nothing is known. */
        {'L', "int *g; int main(void) { for (int i = 0; i < 9; i++) g = malloc(4); }"},
        {'S', "int *g; int main(void) { for (int i = 0; i < 5; i++) g = malloc(4); }"},
        {'S', "int main(void) { int n = __VERIFIER_nondet_bool() + 1; int a[n]; a[0] = 3; a[n - 1] = 4;"
              " assert(a[0] >= 3 && a[n - 1] == 4); }"},
    };
    CHECK_ALL(wanted);
}

TEST(threads_and_pointers)
{
    static const Wanted wanted[] = {
        {'S', "int x, y; void *f(void *a) { *(int *)a = 1; return 0; } int main(void) { pthread_t s, t;"
              " pthread_create(&s, 0, f, &x); pthread_create(&t, 0, f, &y); pthread_join(s, 0); assert(x == 1); }"},
        {'E', "int x, y; void *f(void *a) { *(int *)a = 1; return 0; } int main(void) { pthread_t s, t;"
              " pthread_create(&s, 0, f, &x); pthread_create(&t, 0, f, &y); pthread_join(s, 0); assert(y == 0); }"},
        {'E', "void *f(void *a) { ++*(int *)a; return 0; } int main(void) { int n = 0; pthread_t s, t;"
              " pthread_create(&s, 0, f, &n); pthread_create(&t, 0, f, &n); pthread_join(s, 0); pthread_join(t, 0);"
              " assert(n < 2); }"},
        {'S', "struct arg { int in, out; }; void *f(void *a) { struct arg *p = a; p->out = p->in + 1; return 0; }"
              " int main(void) { struct arg a[2]; pthread_t s, t; a[0].in = 1; a[1].in = 5; pthread_create(&s, 0, f,"
              " &a[0]); pthread_create(&t, 0, f, &a[1]); pthread_join(t, 0); assert(a[1].out == 6); }"},
        /* reading the pointer and reading through it are two steps */
        {'E', "int x, y = 1; int *p = &x; void *f(void *a) { p = &y; x = 2; return a; } int main(void) { START(f, 0);"
              " int v = *p; assert(v != 2); }"},
        {'S', "int x, y = 1; int *p = &x; void *f(void *a) { p = &y; return a; } int main(void) { START(f, 0);"
              " int v = *p; assert(v == 0 || v == 1); }"},
        /* a local of a thread of which there are many must not be seen by others; of one there may */
        {'X', "int *g; void *f(void *a) { int n = 0; g = &n; return a; } int main(void) { START(f, 0);"
              " START(f, 1); }"},
        {'E', "int *g; void *f(void *a) { int n = 0; g = &n; assert(n == 0); return a; } int main(void) { START(f, 0);"
              " int *p = g; if (p) *p = 1; }"},
        {'X', "_Thread_local int t; int *g; int main(void) { g = &t; }"},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        char reason[600], v = meaning_of(wanted[i].text, false, false, reason, sizeof reason);
        if (v != wanted[i].verdict) printf("# %c, want %c: %s; %s\n", v, wanted[i].verdict, wanted[i].text, reason);
        CHECK_EQ_INT(v, wanted[i].verdict);
    }
}

TEST(atomics)
{
    static const Wanted wanted[] = {
        {'S',
         "int *_Atomic top; int main(void) { int *e = 0; assert(atomic_compare_exchange_strong(&top, &e, 0)); assert(!e"
         " && !top && !__sync_val_compare_and_swap((int **)&top, 0, 0)); }"},
        {'S',
         "struct n { struct n *next; }; struct n *top; int main(void) { struct n *e = top; assert("
         "__sync_bool_compare_and_swap(&top, e, 0)); assert(!__sync_bool_compare_and_swap(&top, (struct n *)8, 0)); }"},
        {'S', "int x, y; int *_Atomic top = &x; int main(void) { int *e = &x; if (atomic_compare_exchange_strong(&top,"
              " &e, &y)) { assert(top == &y); } else assert(0); int *o = atomic_exchange(&top, 0); assert(o == &y &&"
              " !top); }"},
        {'S', "atomic_int a, b; int main(void) { atomic_int *p = __VERIFIER_nondet_bool() ? &a : &b;"
              " int old = atomic_fetch_add(p, 2); assert(old == 0 && a + b == 2); int e = 2;"
              " assert(atomic_compare_exchange_strong(p, &e, 9)); e = 1; assert(!atomic_compare_exchange_strong(p, &e,"
              " 5)); assert(e == 9 && a + b == 9); }"},
        {'E', "atomic_int a, b; int main(void) { atomic_int *p = __VERIFIER_nondet_bool() ? &a : &b;"
              " atomic_fetch_add(p, 2); assert(a == 2); }"},
    };
    CHECK_ALL(wanted);
}

TEST(mutexes)
{
    static const Wanted wanted[] = {
        {'S',
         "int main(void) { struct { pthread_mutex_t m; int x; } s = {PTHREAD_MUTEX_INITIALIZER, 5}; assert(s.x == 5 &&"
         " !pthread_mutex_trylock(&s.m) && pthread_mutex_trylock(&s.m)); }"},
        {'S',
         "struct S { int x; pthread_mutex_t m; int *p; }; int g; void *f(void *a) { struct S *s = a;"
         " pthread_mutex_lock(&s->m); *s->p += s->x; pthread_mutex_unlock(&s->m); return a; } int main(void) { struct"
         " S s = {3, PTHREAD_MUTEX_INITIALIZER, &g}; pthread_t t; pthread_create(&t, 0, f, &s); pthread_join(t, 0);"
         " assert(g == 3 && s.x == 3); }"},
        {'E',
         "struct S { int x; pthread_mutex_t m; int *p; }; int g; void *f(void *a) { struct S *s = a;"
         " pthread_mutex_lock(&s->m); *s->p += s->x; pthread_mutex_unlock(&s->m); return a; } int main(void) { struct"
         " S s = {3, PTHREAD_MUTEX_INITIALIZER, &g}; pthread_t t; pthread_create(&t, 0, f, &s); assert(g == 0); }"},
        {'S', "pthread_mutex_t m[2]; int x[2]; void *f(void *a) { int i = __VERIFIER_nondet_bool();"
              " pthread_mutex_lock(&m[i]); x[i]++; x[i]--; pthread_mutex_unlock(&m[i]); return a; } int main(void) {"
              " START(f, 0); pthread_mutex_lock(&m[1]); assert(x[1] == 0); }"},
        {'E', "pthread_mutex_t m[2]; int x[2]; void *f(void *a) { int i = __VERIFIER_nondet_bool();"
              " pthread_mutex_lock(&m[i]); x[i]++; x[i]--; pthread_mutex_unlock(&m[i]); return a; } int main(void) {"
              " START(f, 0); pthread_mutex_lock(&m[0]); assert(x[1] == 0); }"},
        {'S', "pthread_mutex_t a, b; int x; void *f(void *q) { pthread_mutex_lock(q); x++; x--;"
              " pthread_mutex_unlock(q); return 0; } int main(void) { pthread_mutex_t *p = __VERIFIER_nondet_bool() ?"
              " &a : &b; pthread_t t; pthread_create(&t, 0, f, p); pthread_mutex_lock(p); assert(x == 0); }"},
        {'E', "pthread_mutex_t a, b; int x; void *f(void *q) { pthread_mutex_lock(q); x++; x--;"
              " pthread_mutex_unlock(q); return 0; } int main(void) { pthread_mutex_t *p = __VERIFIER_nondet_bool() ?"
              " &a : &b; pthread_t t; pthread_create(&t, 0, f, &a); pthread_mutex_lock(p); assert(x == 0); }"},
        {'S', "pthread_mutex_t *m; int x; void *f(void *q) { pthread_mutex_lock(m); x++; x--; pthread_mutex_unlock(m);"
              " return q; } int main(void) { m = malloc(sizeof *m); if (!m) return 0; pthread_mutex_init(m, 0);"
              " START(f, 0); pthread_mutex_lock(m); assert(x == 0); }"},
        {'S', "pthread_mutex_t m[2]; int main(void) { int i = __VERIFIER_nondet_bool(); pthread_mutex_lock(&m[i]);"
              " assert(pthread_mutex_trylock(&m[i]) != 0 && pthread_mutex_trylock(&m[1 - i]) == 0); }"},
    };
    CHECK_ALL(wanted);
}

TEST(condition_variables)
{
    static const Wanted wanted[] = {
        {'S', "pthread_mutex_t m; pthread_cond_t c; int ready, data; void *f(void *a) { data = 1;"
              " pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return a; }"
              " int main(void) { START(f, 0); pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m);"
              " assert(data == 1); pthread_mutex_unlock(&m); }"},
        {'E', "pthread_mutex_t m; pthread_cond_t c; int ready; void *f(void *a) { pthread_mutex_lock(&m); ready = 1;"
              " pthread_cond_signal(&c); pthread_mutex_unlock(&m); return a; } int main(void) { START(f, 0);"
              " pthread_mutex_lock(&m); if (!ready) pthread_cond_wait(&c, &m); assert(ready); }"}, /* spurious */
        {'E', "pthread_mutex_t m; pthread_cond_t c; int x; void *f(void *a) { pthread_mutex_lock(&m); x = 1;"
              " pthread_mutex_unlock(&m); return a; } int main(void) { START(f, 0); pthread_mutex_lock(&m);"
              " if (x) return 0; pthread_cond_wait(&c, &m); assert(x == 0); }"}, /* the wait lets others in */
    };
    CHECK_ALL(wanted);
}

TEST(thread_specific_data)
{
    static const Wanted wanted[] = {
        {'S',
         "pthread_key_t k; void *f(void *a) { int x, y; assert(!pthread_getspecific(k)); pthread_setspecific(k, &x);"
         " assert(pthread_getspecific(k) == &x); pthread_setspecific(k, &y); assert(pthread_getspecific(k) != &x);"
         " return a; } int main(void) { pthread_key_create(&k, 0); START(f, 0); START(f, 1);"
         " assert(!pthread_getspecific(k)); }"},
        {'E', "pthread_key_t k, l; int main(void) { int x = 1, y = 2; pthread_key_create(&k, 0); pthread_key_create(&l,"
              " 0); pthread_setspecific(k, &x); pthread_setspecific(l, &y); int *p = pthread_getspecific(l);"
              " assert(*p == 1); }"},
    };
    CHECK_ALL(wanted);
}

/* What lies behind such an array is not outside of the object. */
TEST(arrays_without_size)
{
    static const Wanted wanted[] = {
        {'X', "extern int a[]; int main(void) { if (a[0] == 1) assert(0); }"},
        {'E', "struct S { long n; int k; int d[]; }; int main(void) { struct S *p = malloc(sizeof *p + 16);"
              " if (!p) return 0; p->d[0] = 1; assert(p->d[0] != 1); }"},
        {'E', "struct S { int n; char c; char d[]; }; int main(void) { struct S *p = malloc(16);"
              " if (!p) return 0; p->d[1] = 1; p->n = 1; assert(p->d[1] != 1); }"},
        {'E', "struct S { int n; int d[]; }; int main(void) { struct S *p = malloc(sizeof *p + 12);"
              " if (!p) return 0; p->d[2] = 1; p->n = 2; assert(p->d[2] != 1); }"},
    };
    CHECK_ALL(wanted);
}

/* A pointer that walks over more elements than are told apart one by one. */
TEST(strided_parts)
{
    static const Wanted wanted[] = {
        {'E', "int a[9][4], *p; int main(void) { for (int i = 0; i < 9; i++) for (int j = 0; j < 4; j++) {"
              " p = &a[i][j]; *p = 10 * i + j; } assert(a[7][2] != 72); }"},
        {'S', "int a[9][4], *p; int main(void) { for (int i = 0; i < 9; i++) for (int j = 0; j < 4; j++) {"
              " p = &a[i][j]; *p = 10 * i + j; } assert(a[7][2] == 72 && a[8][3] == 83 && a[0][1] == 1); }"},
        {'E', "struct { int v[5]; } s[7]; int *p; int main(void) { for (int i = 0; i < 7; i++) for (int j = 0; j < 5;"
              " j++) { p = &s[i].v[j]; *p = i + j; } assert(s[6].v[4] != 10); }"},
        {'E', "struct { int v[40], k; } s; int *p; int main(void) { for (int j = 0; j < 40; j++) p = &s.v[j];"
              " if (__VERIFIER_nondet_bool()) p = &s.k; *p = 1; assert(s.k == 0); }"},
        {'S', "struct { int v[40], k; } s; int *p; int main(void) { for (int j = 0; j < 40; j++) p = &s.v[j];"
              " if (__VERIFIER_nondet_bool()) p = &s.k; *p = 1; assert(s.k + s.v[39] == 1 && s.v[38] == 0); }"},
        {'S', "struct { char v[39], k; } s; char *p; int main(void) { p = s.v; while (p < s.v + 39) p++;"
              " p--; *p = 1; assert(s.v[38] == 1 && s.k == 0); }"},
        {'E', "struct { char v[39], k; } s; char *p; int main(void) { p = s.v; while (p < s.v + 39) p++;"
              " p--; *p = 1; assert(s.v[38] == 0); }"},
        {'S',
         "struct { int n; char c[30]; short s; int m; } x; int main(void) { char *p = (char *)&x; for (unsigned i ="
         " 0; i < sizeof x; i++) *p++ = i; assert(x.n == 0x03020100 && x.c[0] == 4 && x.c[29] == 33 && x.s == 0x2322 &&"
         " x.m == 0x27262524); }"},
        {'E',
         "struct { int n; char c[30]; short s; int m; } x; int main(void) { char *p = (char *)&x; for (unsigned i ="
         " 0; i < sizeof x; i++) *p++ = i; assert(x.s != 0x2322); }"},
        {'E', "struct { int n; char c[35]; int m; } x; int main(void) { char *p = (char *)&x; for (unsigned i = 0; i <"
              " sizeof x; i++) { if (i == 39) *p = 1; p++; } p = (char *)&x + 39; assert(*p == 0); }"},
        {'E', "struct { int n; char c[35]; int m; } x = {0x01020304}; int main(void) { char *p = (char *)&x, d = 0; for"
              " (unsigned i = 0; i < sizeof x; i++) { if (i == 1) d = *p; p++; } assert(d != 3); }"},
        {'S', "struct { int n; char c[35]; int m; } x = {0x01020304}; int main(void) { char *p = (char *)&x, d = 0; for"
              " (unsigned i = 0; i < sizeof x; i++) { if (i == 1) d = *p; p++; } assert(d == 3 && p[-1] == 0); }"},
        {'E', "struct { char c[35]; int m; } x; int main(void) { x.m = 0x01020304; char *p = (char *)&x, d = 0; for"
              " (unsigned i = 0; i < sizeof x; i++) p++; d = p[-1]; assert(d != 1); }"},
        {'S', "struct { char c[35]; int m; } x; int main(void) { x.m = 0x01020304; char *p = (char *)&x, d = 0; for"
              " (unsigned i = 0; i < sizeof x; i++) p++; d = p[-1]; assert(d == 1); }"},
        {'S', "struct { int x, y; } s[40]; int *p; int main(void) { for (int i = 0; i < 40; i++) {"
              " p = i % 2 ? &s[i].x : &s[i].y; *p = i; } assert(s[5].x == 5 && s[5].y == 0 && s[6].y == 6); }"},
    };
    CHECK_ALL(wanted);
}

TEST(too_large)
{
    static const Wanted wanted[] = {
        {'X',
         "char a[70000][70000]; int i, j; int main(void) { i = 61356; j = 47296; a[i][j] = 1; assert(!a[0][0]); }"},
        {'X', "int main(void) { char *p = malloc(3000000000u); if (p) { p[2500000000u] = 1; assert(0); } }"},
    };
    CHECK_ALL(wanted);
}

/* An operand that is arbitrary is the same in every step of the operation. */
TEST(arbitrary_places)
{
    static const Wanted wanted[] = {
        {'S', "struct S { int a, b; } s[2]; int main(void) { struct S x = {1, 1}; s[__VERIFIER_nondet_bool()] = x;"
              " assert(s[0].a == s[0].b); }"},
        {'S', "struct S { int a, b; } s[2] = {{1, 1}, {2, 2}}; int main(void) { struct S x;"
              " x = s[__VERIFIER_nondet_bool()]; assert(x.a == x.b); }"},
        {'S', "struct S { int a, b; } s[2] = {{1, 1}, {2, 2}}; int main(void) {"
              " __builtin_memset(&s[__VERIFIER_nondet_bool()], 0, sizeof *s); assert(!s[0].a == !s[0].b); }"},
        {'E', "struct S { int a, b; } s[2] = {{1, 1}, {2, 2}}; int main(void) {"
              " __builtin_memset(&s[__VERIFIER_nondet_bool()], 0, sizeof *s); assert(s[1].b == 2); }"},
    };
    CHECK_ALL(wanted);
}

TEST(thread_results)
{
    static const Wanted wanted[] = {
        {'X',
         "int x; void *f(void *a) { return a; } int main(void) { pthread_t t; void *r = &x; pthread_create(&t, 0, f,"
         " 0); pthread_join(t, &r); if (r != &x) assert(0); }"},
    };
    CHECK_ALL(wanted);
}

TEST(refused)
{
    static const Wanted wanted[] = {
        {'X', "int main(void) { char *p[2]; for (int i = 0; i < 2; i++) p[i] = __builtin_alloca(1);"
              " *p[0] = 1; *p[1] = 2; assert(*p[0] == 1); }"},
        {'X',
         "int x, y; void *__VERIFIER_atomic_f(void *a) { x = 1; y = 1; return a; } void __VERIFIER_atomic_begin(void);"
         " int main(void) { START(__VERIFIER_atomic_f, 0); __VERIFIER_atomic_begin(); assert(x == y); }"},
        {'X', "extern int *p; int main(void) { *p = 1; }"},
        {'X', "int x; int main(void) { long k = (long)&x; return k == 30000000; }"},
        {'X', "int x; void *f(void *a) { return a; } int main(void) { int *p = __VERIFIER_nondet_bool() ? &x :"
              " (int *)(long)rand(); *p = 1; }"},
    };
    CHECK_ALL(wanted);
}

TAP_MAIN();
