#include "engines/modular/c_program.h"

#include <ctype.h>
#include <string.h>

#include "base/check.h"
#include "engines/modular/c_term.h"
#include "engines/modular/claim.h"
#include "logic/term/walk.h"

typedef struct Writer {
    const ModularThreads *t; /* of a program with moves of others */
    Program *p;              /* its variables */
    TermManager *tm;
    Run *run;
    Str *out;
    const char **names; /* per variable written out; unique */
    bool *is_read;      /* of the program that is written */
    bool *is_moved;     /* by env_move */
    bool has_arrays;
    uint32_t count; /* of programs */
    CLines *lines;  /* per edge of the one program that is written; NULL: nobody asks */
    uint32_t line;  /* so many ends of line are in the first `counted` bytes */
    size_t counted;
} Writer;

/* ---- names ---- */

static bool is_reserved_in_c(const char *name)
{
    static const char *const words[] = {
        "word",     "number",   "cut",      "sgn",      "udiv",       "urem",       "sdiv",   "srem",   "shl",
        "lshr",     "ashr",     "main",     "abort",    "assume",     "auto",       "break",  "case",   "char",
        "const",    "continue", "default",  "do",       "double",     "else",       "enum",   "extern", "float",
        "for",      "goto",     "if",       "inline",   "int",        "long",       "return", "short",  "register",
        "signed",   "sizeof",   "static",   "struct",   "switch",     "typedef",    "union",  "void",   "while",
        "unsigned", "volatile", "restrict", "env_move", "outer_move", "reach_error"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], name) == 0) return true;
    return name[0] == '_' || isdigit((unsigned char)name[0]);
}

/* The variable's name in C: what C does not know becomes "_", and a number makes it unique. */
static const char *c_name_of(const Writer *w, uint32_t v)
{
    char *name = run_strdup(w->run, w->p->vars.data[v].name);
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c)) *c = '_';
    bool taken = is_reserved_in_c(name);
    for (uint32_t k = 0; k < v && !taken; k++)
        taken = w->names[k] && strcmp(w->names[k], name) == 0;
    return taken ? run_format(w->run, "v%u_%s", v, name) : name;
}

static const char *plain_name(void *arg, Term var)
{
    const Writer *w = arg;
    return w->names[term_symbol(w->tm, var)];
}

/* Before the environment moved. */
static const char *old_name(void *arg, Term var)
{
    const Writer *w = arg;
    uint32_t v = term_symbol(w->tm, var);
    return w->is_moved[v] ? run_format(w->run, "old_%s", w->names[v]) : w->names[v];
}

static void print_c_term(Writer *w, Term t, CTermName name)
{
    if (!c_term_add(w->tm, t, name, w, w->out)) w->has_arrays = true;
}

static void mark_read(void *arg, Term var)
{
    Writer *w = arg;
    w->is_read[term_symbol(w->tm, var)] = true;
}

/* ---- values ---- */

static unsigned c_width_of(Sort sort) { return sort.kind == SORT_BOOL ? 1 : sort.kind == SORT_INT ? 64 : sort.width; }

static void add_any(Writer *w, uint32_t v, const char *indent, const char *declare)
{
    Sort sort = w->p->vars.data[v].sort;
    if (sort.kind == SORT_ARRAY) w->has_arrays = true;
    str_addf(w->out, "%s%s%s = cut(__VERIFIER_nondet_ulonglong(), %u);\n", indent, declare, w->names[v],
             c_width_of(sort));
}

static bool is_read_variable(const Writer *w, uint32_t v)
{
    return w->p->vars.data[v].class != VAR_INPUT && w->is_read[v];
}

static void add_declarations(Writer *w)
{
    for (uint32_t v = 0; v < w->p->vars.count; v++)
        if (is_read_variable(w, v)) str_addf(w->out, "static word %s;\n", w->names[v]);
}

static void print_c_start(Writer *w)
{
    for (uint32_t v = 0; v < w->p->vars.count; v++) {
        if (!is_read_variable(w, v)) continue;
        Term init = w->p->vars.data[v].init;
        if (!term_is(init)) {
            add_any(w, v, "    ", "");
            continue;
        }
        str_addf(w->out, "    %s = ", w->names[v]);
        print_c_term(w, init, plain_name);
        str_add(w->out, ";\n");
    }
}

/* ---- moves of others ---- */

static void print_fact_comment(Writer *w, const Fact *fact)
{
    str_add(w->out, "    /* from ");
    program_print_term(w->p, fact->before, w->out);
    str_add(w->out, "  never to  ");
    program_print_term(w->p, fact->after, w->out);
    str_add(w->out, " */\n");
}

static void add_env_move(Writer *w, const SequentialTask *task)
{
    ThreadVars moved = {0};
    threads_written(w->t, task->inner, &moved);
    memset(w->is_moved, 0, w->p->vars.count * sizeof *w->is_moved);
    str_add(w->out, "static void env_move(void)\n{\n");
    for (uint32_t i = 0; i < moved.count; i++) {
        uint32_t v = moved.data[i];
        if (!w->is_read[v]) continue;
        w->is_moved[v] = true;
        str_addf(w->out, "    word old_%s = %s;\n", w->names[v], w->names[v]);
        add_any(w, v, "    ", "");
        str_addf(w->out, "    (void)old_%s;\n", w->names[v]);
    }
    for (uint32_t i = 0; i < task->fact_count; i++) {
        print_fact_comment(w, &task->facts[i]);
        str_add(w->out, "    if (");
        print_c_term(w, task->facts[i].before, old_name);
        str_add(w->out, ") assume(!");
        print_c_term(w, task->facts[i].after, plain_name);
        str_add(w->out, ");\n");
    }
    str_add(w->out, "}\n");
    vec_free(w->run, &moved);
}

static void add_outer_move(Writer *w, const SequentialTask *task)
{
    ThreadVars moved = {0};
    threads_written(w->t, task->outer, &moved);
    str_add(w->out, "static void outer_move(void)\n{\n");
    for (uint32_t i = 0; i < moved.count; i++)
        if (w->is_read[moved.data[i]]) add_any(w, moved.data[i], "    ", "");
    str_add(w->out, "}\n");
    vec_free(w->run, &moved);
}

/* ---- steps ---- */

typedef struct Inputs {
    Writer *w;
    VEC(uint32_t) all;
} Inputs;

static void note_edge_input(void *arg, Term var)
{
    Inputs *in = arg;
    uint32_t v = term_symbol(in->w->tm, var);
    if (in->w->p->vars.data[v].class != VAR_INPUT) return;
    for (uint32_t i = 0; i < in->all.count; i++)
        if (in->all.data[i] == v) return;
    vec_push(in->w->run, &in->all, v);
}

static void print_c_inputs(Writer *w, const Edge *e)
{
    Inputs in = {.w = w};
    term_for_each_var(w->tm, e->guard, note_edge_input, &in);
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (w->is_read[e->assigns[i].var.i]) term_for_each_var(w->tm, e->assigns[i].value, note_edge_input, &in);
    for (uint32_t i = 0; i < in.all.count; i++)
        add_any(w, in.all.data[i], "        ", "word ");
    vec_free(w->run, &in.all);
}

/* In parallel: all values first. */
static void print_c_assigns(Writer *w, const Edge *e)
{
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < e->assign_count; i++) {
            uint32_t v = e->assigns[i].var.i;
            if (!w->is_read[v]) continue;
            if (pass) {
                str_addf(w->out, "        %s = new_%s;\n", w->names[v], w->names[v]);
                continue;
            }
            str_addf(w->out, "        word new_%s = ", w->names[v]);
            print_c_term(w, e->assigns[i].value, plain_name);
            str_add(w->out, ";\n");
        }
}

static uint32_t line_now(Writer *w)
{
    const char *text = str_text(w->out);
    for (; w->counted < w->out->length; w->counted++)
        w->line += text[w->counted] == '\n';
    return w->line + 1;
}

/* An edge of s, or of a program without moves of others that are told from steps. */
static void print_c_edge(Writer *w, const Program *p, const Sequential *s, uint32_t id)
{
    const Edge *e = &p->edges.data[id];
    SequentialEdgeKind kind = s ? s->edges.data[id].kind : SEQUENTIAL_STEP;
    if (kind == SEQUENTIAL_ENV || kind == SEQUENTIAL_OUTER) {
        str_addf(w->out, "        %s();\n", kind == SEQUENTIAL_ENV ? "env_move" : "outer_move");
    } else {
        print_c_inputs(w, e);
        str_add(w->out, "        assume(");
        print_c_term(w, e->guard, plain_name);
        str_add(w->out, ");\n");
        print_c_assigns(w, e);
    }
    if (e->is_error) str_add(w->out, "        reach_error();\n        return 0;\n");
    if (!e->is_error) str_addf(w->out, "        goto L%u;\n", e->to.i);
}

static void add_loc(Writer *w, const Program *p, const Sequential *s, LocId l)
{
    uint32_t count = program_out_count(p, l);
    str_addf(w->out, "L%u:", l.i);
    for (uint32_t k = 0; k < count; k++) {
        bool is_last = k + 1 == count;
        uint32_t id = p->out_edges[p->out_start[l.i] + k];
        SourcePos pos = p->edges.data[id].pos;
        str_addf(w->out, is_last ? " {" : " if (__VERIFIER_nondet_int()) {");
        if (pos.file) str_addf(w->out, " /* line %u */", pos.line);
        str_add(w->out, "\n");
        if (w->lines) w->lines[id].first = line_now(w);
        print_c_edge(w, p, s, id);
        if (w->lines) w->lines[id].last = line_now(w) - 1;
        str_addf(w->out, is_last ? "    }\n" : "    }");
    }
    if (!count) str_add(w->out, "    return 0;\n");
}

/* What guards and facts depend on. */
static void find_read(Writer *w, const Program *p, const Sequential *s)
{
    for (bool changed = true; changed;) {
        uint32_t before = 0, after = 0;
        for (uint32_t v = 0; v < w->p->vars.count; v++)
            before += w->is_read[v];
        for (uint32_t e = 0; e < p->edges.count; e++) {
            const Edge *edge = &p->edges.data[e];
            SequentialEdgeKind kind = s ? s->edges.data[e].kind : SEQUENTIAL_STEP;
            if (kind == SEQUENTIAL_ENV || kind == SEQUENTIAL_OUTER) continue;
            term_for_each_var(w->tm, edge->guard, mark_read, w);
            for (uint32_t i = 0; i < edge->assign_count; i++)
                if (w->is_read[edge->assigns[i].var.i]) term_for_each_var(w->tm, edge->assigns[i].value, mark_read, w);
        }
        for (uint32_t v = 0; v < w->p->vars.count; v++)
            after += w->is_read[v];
        changed = after != before;
    }
}

static void print_c_main(Writer *w, const Program *p, const Sequential *s)
{
    str_add(w->out, "int main(void)\n{\n");
    print_c_start(w);
    str_addf(w->out, "    goto L%u;\n", p->templates.data[0].entry.i);
    for (uint32_t l = 0; l < p->locs.count; l++)
        add_loc(w, p, s, (LocId){l});
    str_add(w->out, "}\n");
}

static void add_program(Writer *w, const SequentialTask *task, const char *title)
{
    const Sequential *s = sequential_new(w->t, task);
    memset(w->is_read, 0, w->p->vars.count * sizeof *w->is_read);
    for (uint32_t i = 0; i < task->fact_count; i++) {
        term_for_each_var(w->tm, task->facts[i].before, mark_read, w);
        term_for_each_var(w->tm, task->facts[i].after, mark_read, w);
    }
    find_read(w, s->p, s);
    str_addf(w->out, "%s PROGRAM == %u\n/* %s */\n", w->count ? "#elif" : "#if", w->count, title);
    w->count++;
    add_declarations(w);
    add_env_move(w, task);
    if (task->outer) add_outer_move(w, task);
    print_c_main(w, s->p, s);
}

/* ---- all of them ---- */

static void add_fact_program(Writer *w, const ModularRoot *root, uint32_t level, uint32_t fact)
{
    SequentialTask task = claim_of_fact(root, level, fact);
    const char *name = w->p->templates.data[task.thread].name;
    add_program(w, &task, run_format(w->run, "%s, asked for fact %u of level %u", name, fact, level));
}

static void add_root(Writer *w, const ModularRoot *root)
{
    SequentialTask task = claim_of_main(root);
    add_program(w, &task, run_format(w->run, "%s as main", w->p->templates.data[task.thread].name));
    for (uint32_t level = 0; level + 1 < root->levels.count; level++)
        for (uint32_t i = 0; i < root->levels.data[level].facts.count; i++)
            add_fact_program(w, root, level, i);
}

static void begin_c_program(Writer *w, Program *p, const char *title)
{
    w->p = p;
    w->tm = p->tm;
    w->run = p->run;
    w->names = run_alloc(w->run, (p->vars.count + 1) * sizeof *w->names);
    w->is_read = run_alloc(w->run, p->vars.count + 1);
    w->is_moved = run_alloc(w->run, p->vars.count + 1);
    for (uint32_t v = 0; v < p->vars.count; v++)
        w->names[v] = c_name_of(w, v);
    str_add(w->out, title);
    str_add(w->out, "extern void abort(void);\nextern int __VERIFIER_nondet_int(void);\n"
                    "extern unsigned long long __VERIFIER_nondet_ulonglong(void);\n");
    str_add(w->out, c_term_prelude);
    str_add(w->out, "static void assume(int condition)\n{\n    if (!condition) abort();\n}\n");
}

const char *c_program_text(const ModularResult *r)
{
    Str out;
    str_init(r->threads->p->run, &out);
    Writer writer = {.t = r->threads, .out = &out}, *w = &writer;
    begin_c_program(
        w, r->threads->p,
        "/* Sequential programs; the macro PROGRAM says which. */\n#ifndef PROGRAM\n#define PROGRAM 0\n#endif\n"
        "extern void reach_error(void);\n");
    for (uint32_t i = 0; i < r->roots.count; i++)
        add_root(w, &r->roots.data[i]);
    str_add(&out, w->count ? "#endif\n" : "");
    return w->has_arrays ? NULL : str_text(&out);
}

const char *c_program_of(Program *p, CLines *lines)
{
    Str out;
    str_init(p->run, &out);
    Writer writer = {.out = &out, .lines = lines}, *w = &writer;
    /* As the programs of SV-COMP have it, since not every tool knows the name. */
    begin_c_program(
        w, p,
        "/* A sequential program. */\n"
        "extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((noreturn));\n"
        "void reach_error(void) { __assert_fail(\"0\", \"program.c\", 1, \"reach_error\"); }\n");
    find_read(w, p, NULL);
    add_declarations(w);
    print_c_main(w, p, NULL);
    return w->has_arrays ? NULL : str_text(&out);
}
