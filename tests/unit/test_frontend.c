/* The C front end on small programs: what becomes of them, what they mean (by the reference interpreter), and
 * the diagnostic for everything that is not modelled. */
#include "frontend/frontend.h"

#include "program/interpreter.h"
#include "scpl/parse.h"
#include "scpl/print.h"
#include "tap.h"
#include "term/boolean.h"
#include "term/build.h"

typedef struct Case {
    const char *text;
    const char *second; /* a second file; NULL = none */
    const char *suffix; /* ".c" when NULL */
    FrontendOptions options;
    uint32_t threads;         /* > 0: search with that many threads created */
    void (*look)(Program *p); /* checks while the program lives */
    Program *program;
    InterpretResult result;
    const char *paths[2];
} Case;

/* Writes a temporary file; the name is valid until the next call with the same slot. */
static const char *write_file(int slot, const char *text, const char *suffix)
{
    static char names[2][64];
    snprintf(names[slot], sizeof names[slot], "/tmp/chorus-test-XXXXXX%s", suffix);
    int fd = mkstemps(names[slot], (int)strlen(suffix));
    REQUIRE(fd >= 0);
    size_t n = strlen(text);
    REQUIRE(write(fd, text, n) == (ssize_t)n);
    close(fd);
    return names[slot];
}

/* Locals start arbitrary; the programs here assign them first, so that 0 is as good and can be searched. */
static void fix_locals(Program *p)
{
    for (uint32_t i = 0; i < p->vars.count; i++) {
        Var *v = &p->vars.data[i];
        if (v->class != VAR_LOCAL || v->is_parameter || term_is(v->init)) continue;
        if (v->sort.kind == SORT_ARRAY)
            v->init = term_const_array(p->tm, v->sort, term_const(p->tm, sort_element(v->sort), 0));
        else
            v->init = term_const(p->tm, v->sort, 0);
    }
}

static void body(Run *run, void *arg)
{
    Case *c = arg;
    TermManager *tm = term_manager_new(run);
    c->program = frontend_load(run, tm, c->paths, c->second ? 2 : 1, &c->options);
    if (c->look) c->look(c->program);
    if (c->threads > 0) {
        fix_locals(c->program);
        Interpreter *in = interpreter_new(c->program);
        c->result = interpreter_search(in, c->threads, 300000);
    }
}

/* Runs the case; the caller frees the run. */
static Run *load(Case *c, StopKind *stop)
{
    c->paths[0] = write_file(0, c->text, c->suffix ? c->suffix : ".c");
    if (c->second) c->paths[1] = write_file(1, c->second, ".c");
    Run *run = run_new();
    *stop = run_guard(run, body, c);
    unlink(c->paths[0]);
    if (c->second) unlink(c->paths[1]);
    return run;
}

/* 'S' safe, 'E' error, '?' not complete, 'X' stopped */
static char verdict_of(Case *c)
{
    StopKind stop;
    Run *run = load(c, &stop);
    if (stop != STOP_NONE) printf("# %s\n", run_reason(run));
    char v = stop != STOP_NONE ? 'X' : c->result.error_reachable ? 'E' : c->result.complete ? 'S' : '?';
    run_free(run);
    return v;
}

static char verdict(const char *text, Granularity granularity, uint32_t threads)
{
    Case c = {.text = text, .threads = threads};
    c.options.granularity = granularity;
    return verdict_of(&c);
}

static void expect_loads(const char *text, Granularity granularity, void (*look)(Program *p))
{
    Case c = {.text = text, .look = look};
    c.options.granularity = granularity;
    StopKind stop;
    Run *run = load(&c, &stop);
    if (stop != STOP_NONE) printf("# %s\n", run_reason(run));
    CHECK_EQ_INT(stop, STOP_NONE);
    run_free(run);
}

/* The text is refused with a diagnostic on the line that contains the part. */
static void expect_refused(const char *text, StopKind kind, uint32_t line, const char *part)
{
    Case c = {.text = text};
    StopKind stop;
    Run *run = load(&c, &stop);
    CHECK_EQ_INT(stop, kind);
    const Diags *diags = run_diags(run);
    bool found = false;
    for (uint32_t i = 0; i < diags->count; i++)
        found |= diags->data[i].severity == SEVERITY_ERROR && diags->data[i].pos.line == line &&
                 strstr(diags->data[i].text, part) != NULL && !strchr(diags->data[i].text, '\n');
    if (!found) {
        printf("# wanted line %u: %s; reason: %s\n", line, part, run_reason(run));
        for (uint32_t i = 0; i < diags->count; i++)
            printf("# got %u: %s\n", diags->data[i].pos.line, diags->data[i].text);
    }
    CHECK(found);
    run_free(run);
}

static bool has_diag(const Run *run, Severity severity, const char *part)
{
    const Diags *diags = run_diags((Run *)run);
    for (uint32_t i = 0; i < diags->count; i++)
        if (diags->data[i].severity == severity && strstr(diags->data[i].text, part)) return true;
    return false;
}

static void expect_diag(const char *text, Severity severity, const char *part)
{
    Case c = {.text = text};
    StopKind stop;
    Run *run = load(&c, &stop);
    if (stop != STOP_NONE) printf("# %s\n", run_reason(run));
    CHECK_EQ_INT(stop, STOP_NONE);
    CHECK(has_diag(run, severity, part));
    run_free(run);
}

static const Var *var_named(const Program *p, const char *name)
{
    for (uint32_t i = 0; i < p->vars.count; i++)
        if (strcmp(p->vars.data[i].name, name) == 0) return &p->vars.data[i];
    return NULL;
}

static const Template *template_named(const Program *p, const char *name)
{
    for (uint32_t i = 0; i < p->templates.count; i++)
        if (strcmp(p->templates.data[i].name, name) == 0) return &p->templates.data[i];
    return NULL;
}

static uint32_t count_edges(const Program *p, const char *template, bool errors)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        n += strcmp(p->templates.data[p->locs.data[e->from.i].template.i].name, template) == 0 && e->is_error == errors;
    }
    return n;
}

#define PTHREAD "#include <pthread.h>\n#include <assert.h>\n#include <stdatomic.h>\n"
#define TWO(f)                                                                                                         \
    "int main(void){pthread_t a, b; pthread_create(&a,0," #f ",0); pthread_create(&b,0," #f ",0);"                     \
    " return 0;}\n"

/* ---- shape ---- */

static void look_counter(Program *p)
{
    CHECK_EQ_INT(p->templates.count, 2);
    const Template *f = template_named(p, "f");
    REQUIRE(f != NULL);
    CHECK_EQ_INT(f->initial, COUNT_NONE);
    CHECK_EQ_INT(f->cardinality, COUNT_MANY);
    CHECK_EQ_INT(template_named(p, "main")->initial, COUNT_ONE);
    CHECK(!p->counts_initial);
    const Var *c = var_named(p, "c");
    REQUIRE(c != NULL);
    CHECK_EQ_INT(c->class, VAR_SHARED);
    CHECK_EQ_INT(c->sort.width, 32);
    CHECK(c->is_signed);
    CHECK(term_is_const(p->tm, c->init));
    CHECK_EQ_INT(c->pos.line, 4);
}

static void look_counter_access(Program *p)
{
    look_counter(p);
    CHECK_EQ_INT(count_edges(p, "f", false), 2); /* read, write */
}

static void look_counter_statement(Program *p)
{
    look_counter(p);
    CHECK_EQ_INT(count_edges(p, "f", false), 1);
}

static const char counter[] = PTHREAD "int c;\nvoid *f(void *a){ c++; return 0; }\n"
                                      "int main(void){pthread_t t; while(1) pthread_create(&t,0,f,0);}\n";

TEST(counter_shape)
{
    expect_loads(counter, GRANULARITY_ACCESS, look_counter_access);
    expect_loads(counter, GRANULARITY_STATEMENT, look_counter_statement);
}

static void look_statement_text(Program *p)
{
    bool found = false;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        if (e->pos.line == 2 && e->text && strcmp(e->text, "x = y + 1;") == 0)
            found = strstr(e->pos.file, "/tmp/chorus-test-") == e->pos.file;
    }
    CHECK(found);
}

TEST(positions_and_text)
{
    expect_loads("int x, y; int main(void){ y = 1;\n   x   =\ty + 1;\n return 0;}\n", GRANULARITY_STATEMENT,
                 look_statement_text);
}

static void look_names(Program *p)
{
    CHECK(var_named(p, "s.in.k[1]") != NULL);
    const Var *q = var_named(p, "s.q");
    REQUIRE(q != NULL);
    CHECK_EQ_INT(q->sort.width, 16);
    CHECK(!q->is_signed);
    const Var *a = var_named(p, "a");
    REQUIRE(a != NULL);
    CHECK_EQ_INT(a->sort.kind, SORT_ARRAY);
    CHECK(var_named(p, "x_2") != NULL); /* the local beside the global */
    CHECK_EQ_INT(var_named(p, "x")->class, VAR_SHARED);
    CHECK(var_named(p, "never") == NULL); /* folded */
}

TEST(cells_and_names)
{
    expect_loads("struct S {int p; unsigned short q; struct {char k[3];} in;} s; int a[7], x, never = 3;\n"
                 "int main(void){ int x = 1, i = never; s.in.k[1] = 2; s.q = x; a[i + x] = 1;\n"
                 " { extern int x; x++; } return x; }\n",
                 GRANULARITY_ACCESS, look_names);
}

static void look_spawn(Program *p)
{
    CHECK_EQ_INT(template_named(p, "one")->cardinality, COUNT_ONE);
    CHECK_EQ_INT(template_named(p, "many")->cardinality, COUNT_MANY);
    const Var *arg = var_named(p, "n.arg");
    REQUIRE(arg != NULL);
    CHECK(arg->is_parameter);
    CHECK_EQ_INT(arg->sort.width, 32);
    CHECK_EQ_INT(program_thread_bound(p), UINT32_MAX);
}

TEST(satabs_spawn)
{
    expect_loads(
        "int x; void one() { x = 1; } void many(int n) { x = n; }\n"
        "int main() { int i = 0; __CPROVER_ASYNC_1: one();\n while (1) { __CPROVER_ASYNC_2: many(i); i++; } }\n",
        GRANULARITY_ACCESS, look_spawn);
}

/* ---- meaning ---- */

TEST(lost_update)
{
    const char *text = PTHREAD "unsigned char c, done; void *f(void *a){ c++; __VERIFIER_atomic_begin(); done++;"
                               " assert(done != 2 || c == 2); __VERIFIER_atomic_end(); return 0; }\n" TWO(f);
    CHECK_EQ_INT(verdict(text, GRANULARITY_ACCESS, 2), 'E');
    CHECK_EQ_INT(verdict(text, GRANULARITY_STATEMENT, 2), 'S');
    CHECK_EQ_INT(verdict(text, GRANULARITY_ACCESS, 1), 'S');
}

TEST(mutex)
{
    const char *text = PTHREAD "unsigned char c; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                               "void lock(pthread_mutex_t *p) { pthread_mutex_lock(p); }\n"
                               "void *f(void *a){ lock(&m); c++; assert(c == 1); c--; pthread_mutex_unlock(&m);"
                               " return 0; }\n" TWO(f);
    CHECK_EQ_INT(verdict(text, GRANULARITY_ACCESS, 2), 'S');
}

TEST(no_mutex)
{
    CHECK_EQ_INT(verdict(PTHREAD "unsigned char c; void *f(void *a){ c++; assert(c == 1); c--; return 0; }\n" TWO(f),
                         GRANULARITY_ACCESS, 2),
                 'E');
}

TEST(trylock)
{
    const char *text = PTHREAD "unsigned char c; pthread_mutex_t m;\n"
                               "void *f(void *a){ if (pthread_mutex_trylock(&m) == 0) { c++; assert(c == 1); c--;"
                               " pthread_mutex_unlock(&m); } return 0; }\n" TWO(f);
    CHECK_EQ_INT(verdict(text, GRANULARITY_ACCESS, 2), 'S');
}

TEST(atomics)
{
    const char *add = PTHREAD "atomic_uchar c, n; void *f(void *a){ atomic_fetch_add(&c, 1);"
                              " if (atomic_fetch_add(&n, 1) == 1) assert(c == 2); return 0; }\n" TWO(f);
    CHECK_EQ_INT(verdict(add, GRANULARITY_ACCESS, 2), 'S');
    const char *split = PTHREAD "atomic_uchar c, n; void *f(void *a){ c = c + 1;"
                                " if (atomic_fetch_add(&n, 1) == 1) assert(c == 2); return 0; }\n" TWO(f);
    CHECK_EQ_INT(verdict(split, GRANULARITY_ACCESS, 2), 'E');
    const char *sync = PTHREAD "unsigned char c, n; void *f(void *a){ __sync_fetch_and_add(&c, 1);"
                               " if (__sync_add_and_fetch(&n, 1) == 2) assert(c == 2); return 0; }\n" TWO(f);
    CHECK_EQ_INT(verdict(sync, GRANULARITY_ACCESS, 2), 'S');
}

static const char exchange[] =
    PTHREAD "atomic_uchar c; void *f(void *a){ unsigned char e = 0;\n"
            "if (atomic_compare_exchange_%s(&c, &e, 1)) { assert(c == 1); assert(e == 0); c = 0; } else assert(%s);\n"
            "return 0; }\nint main(void){ pthread_t t; pthread_create(&t,0,f,0); return 0; }\n";

TEST(compare_exchange)
{
    char text[1024];
    snprintf(text, sizeof text, exchange, "strong", "0");
    CHECK_EQ_INT(verdict(text, GRANULARITY_ACCESS, 1), 'S'); /* alone it succeeds */
    snprintf(text, sizeof text, exchange, "weak", "e == 0");
    CHECK_EQ_INT(verdict(text, GRANULARITY_ACCESS, 1), 'S');
    snprintf(text, sizeof text, exchange, "weak", "0");
    CHECK_EQ_INT(verdict(text, GRANULARITY_ACCESS, 1), 'E'); /* it may fail all the same */
}

TEST(rmw_operations)
{
    const char *text =
        "#include <stdatomic.h>\n#include <assert.h>\natomic_uchar u; atomic_schar s;\n"
        "int main(void){ u = 12; assert(atomic_fetch_and(&u, 10) == 12); assert(u == 8); atomic_fetch_or(&u, 3);"
        " assert(u == 11); atomic_fetch_xor(&u, 1); assert(u == 10); assert(atomic_exchange(&u, 7) == 10);"
        " assert(u == 7); atomic_fetch_sub(&u, 8); assert(u == 255); u = 12; __sync_fetch_and_nand((char *)&u, 10);"
        " assert(u == 247); u += 10; assert(u == 1); assert(u++ == 1); assert(--u == 1); return 0; }\n";
    CHECK_EQ_INT(verdict(text, GRANULARITY_ACCESS, 1), 'S');
}

TEST(arithmetic)
{
    const char *text =
        "#include <assert.h>\nvolatile signed char a = -7; volatile unsigned char b = 200; volatile short c = 300;\n"
        "volatile _Bool t; enum E {P, Q = 5} e;\nint main(void){ assert(a / 2 == -3 && a % 2 == -1);"
        " assert((unsigned char)(b + b) == 144); assert(b >> 3 == 25 && a >> 1 == -4); assert((signed char)b == -56);"
        " assert((unsigned char)c == 44); assert(~b == -201); t = c; assert(t == 1); t = !t; assert(!t);"
        " assert(a < b); assert((unsigned)a > b); e = Q; assert(e == 5); a = -128; assert(-a == 128);"
        " assert((b ^ 15) == 199 && (b | 7) == 207 && (b & 12) == 8); assert((t ? a : b) == 200);"
        " unsigned long long w = b; w <<= 40; assert(w >> 40 == 200); return 0; }\n";
    CHECK_EQ_INT(verdict(text, GRANULARITY_ACCESS, 1), 'S');
    CHECK_EQ_INT(verdict(text, GRANULARITY_STATEMENT, 1), 'S');
}

TEST(order_of_evaluation)
{
    const char *text =
        "#include <assert.h>\nvolatile int g = 5; int inc(int *p) { int o = *p; *p = o + 1; return o; }\n"
        "int twice(int n) { if (n > 3) return n; return 2 * n; }\n"
        "int main(void){ int x = 1, y, a[3] = {1, 2, 3}, *p = &x;\n"
        " y = x++; assert(y == 1 && x == 2); y = g + inc(&x); assert(y == 7 && x == 3);\n"
        " y = inc(&x) * 10 + inc(&x); assert(y == 34 && x == 5); y = twice(x) - twice(2); assert(y == 1);\n"
        " *p = 9; assert(x == 9); a[x - 8] += 5; assert(a[1] == 7 && a[0] == 1 && a[2] == 3);\n"
        " y = (x, g) ? inc(&a[0]) : 0; assert(y == 1 && a[0] == 2); y = x > 3 && g == 5 || a[0]; assert(y == 1);\n"
        " for (int i = 0; i < 3; i++) y += a[i]; assert(y == 13); return 0; }\n";
    CHECK_EQ_INT(verdict(text, GRANULARITY_ACCESS, 1), 'S');
    CHECK_EQ_INT(verdict(text, GRANULARITY_STATEMENT, 1), 'S');
}

TEST(control_flow)
{
    const char *text =
        "#include <assert.h>\nvolatile int n = 4; int pick(int k) { switch (k) { case 1: case 2: return 10;"
        " case 3: k = 7; default: return k; case 9: break; } return -1; }\n"
        "int main(void){ int s = 0, i = 0; do { if (i == 1) continue; s += i; } while (++i < n); assert(s == 5);\n"
        " assert(pick(2) == 10); assert(pick(3) == 7); assert(pick(9) == -1); assert(pick(8) == 8);\n"
        " again: s--; if (s > 0) goto again; assert(s == 0); while (1) { if (i++ > 6) break; } assert(i == 8);\n"
        " return 0; }\n";
    CHECK_EQ_INT(verdict(text, GRANULARITY_ACCESS, 1), 'S');
    CHECK_EQ_INT(verdict(text, GRANULARITY_STATEMENT, 1), 'S');
}

TEST(structs_and_arrays)
{
    const char *text =
        "#include <assert.h>\n#include <string.h>\nstruct P { int x; short y[2]; }; struct P g = {1, {2, 3}}, h[3];\n"
        "int m[2][3] = {{1, 2, 3}, {4, 5, 6}}; volatile int one = 1;\n"
        "int main(void){ struct P l = g; assert(l.x == 1 && l.y[1] == 3); l.y[0] = 9; h[one] = l;\n"
        " assert(h[1].y[0] == 9 && h[0].y[0] == 0); h[one + 1].x = 4; assert(h[2].x == 4 && h[1].x == 1);\n"
        " assert(m[one][2] == 6); m[one][one] = 8; assert(m[1][1] == 8 && m[0][1] == 2);\n"
        " memset(&l, 0, sizeof l); assert(l.x == 0 && l.y[0] == 0); return 0; }\n";
    CHECK_EQ_INT(verdict(text, GRANULARITY_ACCESS, 1), 'S');
    CHECK_EQ_INT(verdict(text, GRANULARITY_STATEMENT, 1), 'S');
}

TEST(pointers_with_indices)
{
    const char *text =
        "#include <assert.h>\nstruct P { int x, y[3]; } s[2]; int a[3];\n"
        "int inc(int *p) { int o = *p; *p = o + 1; return o; }\n"
        "void row(struct P *p, int k) { for (int j = 0; j < 3; j++) p->y[j] += k; inc(&p->x); }\n"
        "int main(void){ for (int i = 0; i < 3; i++) { inc(&a[i]); inc(&a[2 - i]); a[i] += inc(&a[i]) * 10; }\n"
        " assert(a[0] == 13); assert(a[1] == 23); assert(a[2] == 23);\n"
        " for (int i = 0; i < 2; i++) row(&s[i], i + 1); assert(s[0].y[2] == 1 && s[1].y[0] == 2);\n"
        " assert(s[0].x == 1 && s[1].x == 1); return 0; }\n";
    CHECK_EQ_INT(verdict(text, GRANULARITY_ACCESS, 1), 'S');
    CHECK_EQ_INT(verdict(text, GRANULARITY_STATEMENT, 1), 'S');
}

TEST(out_of_bounds_is_cut)
{
    CHECK_EQ_INT(verdict("#include <assert.h>\nint a[3]; volatile int i = 3;\n"
                         "int main(void){ a[i] = 1; assert(0); return 0; }\n",
                         GRANULARITY_ACCESS, 1),
                 'S');
    expect_diag("int a[3]; volatile int i; int main(void){ a[i] = 1; i++; return 0; }\n", SEVERITY_NOTE,
                "index of `a` is assumed to be in bounds");
}

TEST(division_by_zero_is_cut)
{
    CHECK_EQ_INT(verdict("#include <assert.h>\nvolatile int i, j; int main(void){ j = 0; i = 5 / j; assert(0); }\n",
                         GRANULARITY_ACCESS, 1),
                 'S');
}

TEST(short_circuit_is_one_statement)
{
    const char *text = PTHREAD "unsigned char x, y; void *f(void *a){ assert(x == 0 || y == 0 || y == x); return 0; }\n"
                               "void *g(void *a){ __VERIFIER_atomic_begin(); x = 1; y = 1; __VERIFIER_atomic_end();"
                               " __VERIFIER_atomic_begin(); x = 2; y = 2; __VERIFIER_atomic_end(); return 0; }\n"
                               "int main(void){pthread_t a, b; pthread_create(&a,0,f,0); pthread_create(&b,0,g,0);"
                               " return 0;}\n";
    CHECK_EQ_INT(verdict(text, GRANULARITY_STATEMENT, 2), 'S');
    CHECK_EQ_INT(verdict(text, GRANULARITY_ACCESS, 2), 'E');
}

TEST(statements_are_split)
{
    /* Coarser steps would hide this: two stores of one comma expression are two steps. */
    const char *text = PTHREAD "unsigned char x, y; void *f(void *a){ x = 1, y = 1; return 0; }\n"
                               "void *g(void *a){ assert(x == y); return 0; }\n"
                               "int main(void){pthread_t a, b; pthread_create(&a,0,f,0); pthread_create(&b,0,g,0);"
                               " return 0;}\n";
    CHECK_EQ_INT(verdict(text, GRANULARITY_STATEMENT, 2), 'E');
}

TEST(arguments_are_evaluated_before_the_call)
{
    /* The reads of x for the argument and in the body are two statements. */
    const char *text = PTHREAD "unsigned char x; void same(int v) { assert(v == x); }\n"
                               "void *f(void *a){ same(x); return 0; }\nvoid *g(void *a){ x = 1; return 0; }\n"
                               "int main(void){pthread_t a, b; pthread_create(&a,0,f,0); pthread_create(&b,0,g,0);"
                               " return 0;}\n";
    CHECK_EQ_INT(verdict(text, GRANULARITY_STATEMENT, 2), 'E');
    CHECK_EQ_INT(verdict(text, GRANULARITY_ACCESS, 2), 'E');
}

TEST(atomic_function)
{
    const char *text =
        PTHREAD "unsigned char c, n; void __VERIFIER_atomic_inc(int k) { c = c + k; n++; }\n"
                "void *f(void *a){ __VERIFIER_atomic_inc(1); assert(n != 2 || c == 2); return 0; }\n" TWO(f);
    CHECK_EQ_INT(verdict(text, GRANULARITY_ACCESS, 2), 'S');
}

TEST(join)
{
#define JOIN_PROGRAM(join)                                                                                             \
    PTHREAD "unsigned char x; void *f(void *a){ x = 1; x = 2; return 0; }\n"                                           \
            "int main(void){ pthread_t t; pthread_create(&t,0,f,0); " join " assert(x == 2); return 0; }\n"
    CHECK_EQ_INT(verdict(JOIN_PROGRAM("pthread_join(t,0);"), GRANULARITY_ACCESS, 1), 'S');
    CHECK_EQ_INT(verdict(JOIN_PROGRAM(""), GRANULARITY_ACCESS, 1), 'E');
}

static void look_approximate(Program *p)
{
    bool found = false;
    for (uint32_t i = 0; i < p->edges.count; i++)
        found |= p->edges.data[i].approximate != NULL;
    CHECK(found);
}

TEST(join_of_unknown_thread)
{
    const char *text = PTHREAD "int x; void *f(void *a){ x = 1; return 0; }\n"
                               "int main(void){ pthread_t t[100]; for (int i = 0; i < 100; i++)"
                               " pthread_create(&t[i],0,f,0);\n pthread_join(t[1],0); return 0; }\n";
    expect_loads(text, GRANULARITY_ACCESS, look_approximate);
    expect_diag(text, SEVERITY_WARNING, "the join is treated as not waiting");
}

TEST(thread_arguments)
{
    const char *number =
        PTHREAD "unsigned char x; void *f(void *a){ int id = (int)(long)a; assert(id == 3); return 0; }\n"
                "int main(void){ pthread_t t; pthread_create(&t,0,f,(void *)3L); return 0; }\n";
    CHECK_EQ_INT(verdict(number, GRANULARITY_ACCESS, 1), 'S');
    const char *global = PTHREAD "struct S {int a, b;} s; void *f(void *p){ struct S *q = p; assert(q->b == 0);"
                                 " return 0; }\n"
                                 "int main(void){ pthread_t t; pthread_create(&t,0,f,&s); s.b = 1; return 0; }\n";
    CHECK_EQ_INT(verdict(global, GRANULARITY_ACCESS, 1), 'E');
    const char *local =
        PTHREAD "void *f(void *p){ unsigned char *q = p; *q = 2; return 0; }\n"
                "int main(void){ pthread_t t; unsigned char x = 1; pthread_create(&t,0,f,&x); assert(x == 1);"
                " return 0; }\n";
    CHECK_EQ_INT(verdict(local, GRANULARITY_ACCESS, 1), 'E');
}

TEST(thread_local_storage)
{
    const char *text = PTHREAD "_Thread_local unsigned char mine = 4; void *f(void *a){ mine++; assert(mine == 5);"
                               " return 0; }\n" TWO(f);
    CHECK_EQ_INT(verdict(text, GRANULARITY_ACCESS, 2), 'S');
}

TEST(locals_are_arbitrary_in_each_round)
{
    /* No fixed start value here: the declaration in the loop must make k arbitrary again. */
    const char *text = "#include <assert.h>\nvolatile int n = 2; int main(void){ for (int i = 0; i < n; i++) {"
                       " unsigned char k; if (i == 1) assert(k == 7); k = 7; } return 0; }\n";
    CHECK_EQ_INT(verdict(text, GRANULARITY_ACCESS, 1), 'E');
}

TEST(nondet)
{
    CHECK_EQ_INT(
        verdict("#include <assert.h>\n#include <stdbool.h>\nextern bool __VERIFIER_nondet_bool(void);\n"
                "extern unsigned char __VERIFIER_nondet_uchar(void);\n"
                "int main(void){ unsigned char c = __VERIFIER_nondet_uchar(); bool b = __VERIFIER_nondet_bool();"
                " assert(b + 0 <= 1); assert(c - c == 0); return 0; }\n",
                GRANULARITY_ACCESS, 1),
        'S');
    CHECK_EQ_INT(verdict("#include <assert.h>\nextern unsigned char __VERIFIER_nondet_uchar(void);\n"
                         "int main(void){ assert(__VERIFIER_nondet_uchar() == __VERIFIER_nondet_uchar()); }\n",
                         GRANULARITY_ACCESS, 1),
                 'E');
}

TEST(assumptions_and_errors)
{
    CHECK_EQ_INT(verdict("extern unsigned char __VERIFIER_nondet_uchar(void); void reach_error() { }\n"
                         "int main(void){ unsigned char c = __VERIFIER_nondet_uchar(); __VERIFIER_assume(c > 3);"
                         " if (c < 4) reach_error(); return 0; }\n",
                         GRANULARITY_ACCESS, 1),
                 'S');
    CHECK_EQ_INT(verdict("int x = 1; int main() { x = 2; __CPROVER_assert(x == 2, \"text\"); assert(x == 1); }\n",
                         GRANULARITY_STATEMENT, 1),
                 'E');
    CHECK_EQ_INT(
        verdict("#include <stdlib.h>\n#include <assert.h>\nvolatile int x; int main(void){ if (x == 0) exit(1);"
                " assert(0); }\n",
                GRANULARITY_ACCESS, 1),
        'S');
}

TEST(several_files)
{
    Case c = {.text =
                  "#include <assert.h>\nextern int x; int get(void); int main(void){ x = 4; assert(get() == 4); }\n",
              .second = "int x; static int own(void) { return x; } int get(void) { return own(); }\n",
              .threads = 1};
    CHECK_EQ_INT(verdict_of(&c), 'S');
    Case clash = {.text = "int x = 1; int main(void){ return x; }\n", .second = "int x = 2;\n"};
    StopKind stop;
    Run *run = load(&clash, &stop);
    CHECK_EQ_INT(stop, STOP_INPUT);
    run_free(run);
}

TEST(nondet_static)
{
    static const char text[] =
        "#include <assert.h>\nunsigned char a, b = 0; static unsigned char c; static unsigned char d = 0;\n"
        "int main(void){ assert(%s == 0); a = b = c = d = 1; return 0; }\n";
    static const struct {
        const char *name;
        char want;
    } cases[] = {{"a", 'E'}, {"b", 'S'}, {"c", 'E'}, {"d", 'S'}};
    for (size_t i = 0; i < 4; i++) {
        char program[512];
        snprintf(program, sizeof program, text, cases[i].name);
        Case c = {.text = program, .threads = 1};
        c.options.nondet_static = true;
        CHECK_EQ_INT(verdict_of(&c), cases[i].want);
    }
    CHECK_EQ_INT(verdict("#include <assert.h>\nunsigned char a; int main(void){ assert(a == 0); a = 1; }\n",
                         GRANULARITY_ACCESS, 1),
                 'S');
}

TEST(flags_and_data_model)
{
    const char *const flags[] = {"-DSIZE=4", "-m32"};
    Case c = {
        .text = "#include <stdio.h>\n#include <assert.h>\nint main(void){ assert(sizeof(long) == SIZE); return 0; }\n",
        .threads = 1};
    c.options.flags = flags;
    c.options.flag_count = 2;
    CHECK_EQ_INT(verdict_of(&c), 'S');
    Case i = {
        .text = "typedef unsigned  int size_t; extern void assert(int); int main(void){ assert(sizeof(long) == 4); }\n",
        .suffix = ".i",
        .threads = 1};
    CHECK_EQ_INT(verdict_of(&i), 'S');
    Case l = {.text = "typedef unsigned long size_t; extern void *memset(void *, int, size_t);"
                      "extern void assert(int); int main(void){ assert(sizeof(long) == 8); }\n",
              .suffix = ".i",
              .threads = 1};
    CHECK_EQ_INT(verdict_of(&l), 'S');
}

/* ---- refusals ---- */

TEST(refused_language)
{
    expect_refused("int f(int n) {\n return n ? f(n - 1) : 0; }\nint main(void){ return f(3); }\n", STOP_UNSUPPORTED, 2,
                   "recursion through f that is deeper than 8 calls is not supported; rewrite it as a loop");
    expect_refused("#include <pthread.h>\nvoid *__VERIFIER_atomic_w(void *a) { return a; }\n"
                   "int main(void){ pthread_t t;\n pthread_create(&t, 0, __VERIFIER_atomic_w, 0); return 0; }\n",
                   STOP_UNSUPPORTED, 4, "a thread that is one atomic section");
    expect_refused("int main(void){\n __asm__(\"nop\"); return 0; }\n", STOP_UNSUPPORTED, 2, "inline assembly");
    expect_refused("volatile double d;\nint main(void){\n d = 1.5; return 0; }\n", STOP_UNSUPPORTED, 3,
                   "floating point");
    expect_refused("#include <stdarg.h>\nint f(int n, ...) { va_list a;\n va_start(a, n); return 0; }\n"
                   "int main(void){ return f(1, 2); }\n",
                   STOP_UNSUPPORTED, 3, "variable arguments");
    expect_refused("int n = 3; int main(void){ for (;;) { n++;\n int a[n]; a[0] = 1; } return 0; }\n", STOP_UNSUPPORTED,
                   2, "variable length");
    expect_refused("#include <setjmp.h>\njmp_buf b;\nint main(void){\n setjmp(b); return 0; }\n", STOP_UNSUPPORTED, 4,
                   "setjmp");
    expect_refused("__int128 x;\nint main(void){\n x = x + 1; return 0; }\n", STOP_UNSUPPORTED, 3, "128 bits");
    expect_refused("int main(void){ static void *t[] = {&&a, &&b}; volatile int i = 0;\n goto *t[i]; a: return 1;"
                   " b: return 2; }\n",
                   STOP_UNSUPPORTED, 2, "not supported");
}

TEST(refused_memory)
{
    expect_refused("union U {int *p; char c;} u; int x;\nint main(void){ u.p = &x;\n return u.c; }\n", STOP_UNSUPPORTED,
                   3, "a part of `u`");
    expect_refused("int x; void use(int *);\nint main(void){\n use(&x); return 0; }\n", STOP_UNSUPPORTED, 3,
                   "`x` is passed to use");
    expect_refused("int x;\nint main(void){ long k = (long)&x;\n return k == 12345678; }\n", STOP_UNSUPPORTED, 3,
                   "number");
}

TEST(refused_threads)
{
    expect_refused(
        "#include <pthread.h>\nvoid *f(void *p){ return 0; }\nint main(void){ void *(*volatile s)(void *) = f;"
        " pthread_t t;\n pthread_create(&t,0,s,0); \n pthread_cancel(t); return 0; }\n",
        STOP_UNSUPPORTED, 5, "pthread_cancel");
    expect_refused("#include <pthread.h>\npthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;\n"
                   "int main(void){\n pthread_mutex_lock(&m); return 0; }\n",
                   STOP_INPUT, 2, "undeclared");
    expect_refused("volatile int c; int main(void){ c = 1; if (c)\n __VERIFIER_atomic_begin(); c = 1; return 0; }\n",
                   STOP_UNSUPPORTED, 2, "atomic section");
    expect_refused("int c;\nint main(void){\n __VERIFIER_atomic_end(); return c; }\n", STOP_UNSUPPORTED, 3,
                   "has not begun");
    expect_refused("int x;\nint main(void){ x = 0;\n __CPROVER_ASYNC_1: x = 1; return 0; }\n", STOP_UNSUPPORTED, 3,
                   "__CPROVER_ASYNC");
}

TEST(refused_input)
{
    expect_refused("int f(void) { return 0; }\n", STOP_INPUT, 0, "no function main");
    expect_refused("int main(void){\n return x; }\n", STOP_INPUT, 2, "undeclared identifier 'x'");
    expect_refused("", STOP_INPUT, 0, "file is empty");
    Case missing = {.text = "", .paths = {"/nonexistent/x.c", NULL}};
    Run *run = run_new();
    CHECK_EQ_INT(run_guard(run, body, &missing), STOP_INPUT);
    CHECK(has_diag(run, SEVERITY_ERROR, "no such file"));
    run_free(run);
    Case directory = {.text = "", .paths = {"/tmp", NULL}};
    run = run_new();
    CHECK_EQ_INT(run_guard(run, body, &directory), STOP_INPUT);
    CHECK(has_diag(run, SEVERITY_ERROR, "is a directory"));
    run_free(run);
}

TEST(binary_input)
{
    char name[] = "/tmp/chorus-test-XXXXXX";
    int fd = mkstemp(name);
    REQUIRE(fd >= 0 && write(fd, "ab\0cd", 5) == 5);
    close(fd);
    Case c = {.text = "", .paths = {name, NULL}};
    Run *run = run_new();
    CHECK_EQ_INT(run_guard(run, body, &c), STOP_INPUT);
    CHECK(has_diag(run, SEVERITY_ERROR, "not C source"));
    run_free(run);
    unlink(name);
}

TEST(inline_budget)
{
    Case c = {.text = "int x; void a(void){x++;x++;} void b(void){a();a();a();} int main(void){b();b();b();}\n"};
    c.options.inline_budget = 50;
    StopKind stop;
    Run *run = load(&c, &stop);
    CHECK_EQ_INT(stop, STOP_UNSUPPORTED);
    CHECK(has_diag(run, SEVERITY_ERROR, "more than 50 instructions"));
    run_free(run);
}

TEST(interrupted)
{
    Case c = {.text = "int main(void){ return 0; }\n"};
    c.paths[0] = write_file(0, c.text, ".c");
    Run *run = run_new();
    run_interrupt(run);
    CHECK_EQ_INT(run_guard(run, body, &c), STOP_INTERRUPTED);
    run_free(run);
    unlink(c.paths[0]);
}

/* ---- warnings ---- */

TEST(warnings)
{
    expect_diag("int get(void); int x; int main(void){ x = get(); x = get(); return 0; }\n", SEVERITY_WARNING,
                "result of `get` is arbitrary: the function has no body");
    expect_diag("void tell(int); int main(void){ tell(3); return 0; }\n", SEVERITY_WARNING,
                "calls of `tell` are ignored");
    expect_diag("extern int x; int main(void){ return x ? 1 : 0; }\n", SEVERITY_WARNING, "is arbitrary");
    expect_diag("#include <stdatomic.h>\natomic_int x; int main(void){"
                " atomic_store_explicit(&x, 1, memory_order_relaxed); return 0; }\n",
                SEVERITY_NOTE, "sequentially consistent");
    expect_diag("volatile int a, b; int main(void){ a = b; b = 3; a = a / b; return 0; }\n", SEVERITY_NOTE,
                "the divisor is assumed not to be 0");
}

TEST(what_a_proof_takes_for_granted_is_said_in_one_note)
{
    static const char text[] = "#include <stdlib.h>\n\nint main(int c, char **v){ (void)v;\n"
                               " if (c > 7) __builtin_trap();\n free(malloc(4));\n free(malloc(4));\n return 0; }\n";
    expect_diag(text, SEVERITY_NOTE, "assumed: no use after free, no double free");
    expect_diag(text, SEVERITY_NOTE, ".c:5); a trap ends the program");
}

/* ---- what is read back ---- */

static void look_round_trip(Program *p)
{
    Str first, second;
    str_init(p->run, &first);
    str_init(p->run, &second);
    scpl_print(p, &first);
    Program *q = scpl_parse(p->run, p->tm, "again.scpl", str_text(&first), first.length, false);
    scpl_print(q, &second);
    CHECK_STR(str_text(&second), str_text(&first));
}

TEST(scpl_round_trip)
{
    expect_loads(counter, GRANULARITY_ACCESS, look_round_trip);
    expect_loads(PTHREAD
                 "struct S {int a[3]; _Bool b;} s; signed char c[4]; pthread_mutex_t m;\n"
                 "void *f(void *p){ int i = (int)(long)p; pthread_mutex_lock(&m); s.a[1] = c[i] >> 1; s.b = i < 0;"
                 " c[i] = (unsigned)i > 3u; assert(s.b && i / 2 < 3 || s.a[1] != 0); return 0; }\n" TWO(f),
                 GRANULARITY_STATEMENT, look_round_trip);
}

TAP_MAIN();
