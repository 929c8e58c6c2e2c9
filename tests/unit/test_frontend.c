/* The C front end on small programs: what becomes of them, and options and inputs that only the library has. What
 * programs mean, and the diagnostic for everything that is not modelled, is in tests/golden/language and diagnostics.
 */
#include "c/frontend.h"

#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "program/interpreter.h"
#include "program/scpl/parse.h"
#include "program/scpl/print.h"
#include "tap.h"

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

static bool has_diag(const Run *run, Severity severity, const char *part)
{
    const Diags *diags = run_diags((Run *)run);
    for (uint32_t i = 0; i < diags->count; i++)
        if (diags->data[i].severity == severity && strstr(diags->data[i].text, part)) return true;
    return false;
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
    CHECK_EQ_INT(verdict(text, GRANULARITY_ACCESS, 1), 'S'); /* with two: tests/golden/language/lost_update.c */
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

TEST(refused_input)
{
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
