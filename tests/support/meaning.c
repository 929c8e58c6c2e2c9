#include "support/meaning.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "c/frontend.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "program/interpreter.h"
#include "tap.h"

#define THREADS 3
#define STATES 300000

static const char header[] =
    "#include <pthread.h>\n#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n#include <stdatomic.h>\n"
    "_Bool __VERIFIER_nondet_bool(void);\nint __VERIFIER_nondet_int(void);\n"
    "#define START(f, a) pthread_t f##a; pthread_create(&f##a, 0, f, (void *)a)\n";

typedef struct Task {
    const char *path;
    bool is_32_bit, has_statement_steps, ends_where_unsupported;
    InterpretResult all, errors; /* errors: without the limits of the model */
} Task;

/* Locals are assigned first in these programs; one initial value is as good as all. */
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

static void remove_limits(Program *p)
{
    for (uint32_t i = 0; i < p->edges.count; i++) {
        Edge *e = &p->edges.data[i];
        if (e->is_error && e->approximate) e->guard = term_bool(p->tm, false);
    }
}

static void search(Run *run, void *arg)
{
    Task *task = arg;
    FrontendOptions options = {0};
    if (task->has_statement_steps) options.granularity = GRANULARITY_STATEMENT;
    options.ends_where_unsupported = task->ends_where_unsupported;
    static const char *const narrow = "-m32";
    options.flags = &narrow;
    options.flag_count = task->is_32_bit;
    Program *p = frontend_load(run, term_manager_new(run), &task->path, 1, &options);
    set_initial_values(p);
    task->all = interpreter_search(interpreter_new(p), THREADS, STATES);
    if (!task->all.error_reachable) return;
    remove_limits(p);
    task->errors = interpreter_search(interpreter_new(p), THREADS, STATES);
}

static char meaning(Task *task, char *reason, size_t size)
{
    task->all = task->errors = (InterpretResult){0};
    Run *run = run_new();
    StopKind stop = run_guard(run, search, task);
    snprintf(reason, size, "%s", run_reason(run));
    run_free(run);
    if (stop != STOP_NONE) return stop == STOP_UNSUPPORTED ? 'X' : '!';
    if (task->errors.error_reachable) return 'E';
    if (task->all.error_reachable) return 'L';
    return task->all.complete ? 'S' : '?';
}

char meaning_of(const char *text, bool is_32_bit, bool has_statement_steps, char *reason, size_t size)
{
    char path[] = "/tmp/chorus-test-XXXXXX.c";
    int fd = mkstemps(path, 2);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file) return 0;
    fprintf(file, "%s%s", header, text);
    fclose(file);
    Task task = {.path = path, .is_32_bit = is_32_bit, .has_statement_steps = has_statement_steps};
    char verdict = meaning(&task, reason, size);
    if (verdict == 'X') { /* but perhaps not where the model ends */
        char other[100];
        task.ends_where_unsupported = true;
        char tolerant = meaning(&task, other, sizeof other);
        if (tolerant != 'L') verdict = tolerant;
    }
    unlink(path);
    return verdict;
}

bool meanings_are(const Wanted *wanted, size_t count, bool is_32_bit)
{
    bool all = true;
    for (size_t i = 0; i < count; i++)
        for (int statements = 0; statements < (tap_is_thorough() ? 2 : 1); statements++) {
            char reason[600];
            char v = meaning_of(wanted[i].text, is_32_bit, statements, reason, sizeof reason);
            if (v == wanted[i].verdict) continue;
            printf("# %c, want %c: %s; %s\n", v, wanted[i].verdict, wanted[i].text, reason);
            all = false;
        }
    return all;
}
