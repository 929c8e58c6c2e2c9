#include "certificate/certify.h"

#include <stdarg.h>
#include <stdio.h>

#include "certificate/certify_internal.h"

void checker_fail(Checker *k, const char *format, ...)
{
    if (k->problem) return;
    char text[600];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    k->problem = run_strdup(k->run, text);
}

const char *checker_describe(Checker *k, const CertifyPath *path)
{
    const Edge *first = &k->p->edges.data[path->first.i], *last = &k->p->edges.data[path->last.i];
    const Edge *e = path->error ? last : first;
    Str statement;
    str_init(k->run, &statement);
    program_print_edge(k->p, e, &statement);
    for (size_t i = 0; i < statement.length; i++)
        if ((unsigned char)statement.data[i] < ' ') statement.data[i] = ' ';
    const char *template = k->p->templates.data[k->p->locs.data[path->from.i].template.i].name;
    const char *text = e->pos.file ? run_format(k->run, "%s:%u: %.200s (%s)", e->pos.file, e->pos.line,
                                                str_text(&statement), template)
                                   : run_format(k->run, "%.200s (%s)", str_text(&statement), template);
    str_clear(&statement);
    return text;
}

/* Claims of the certificate about the program's shape. */
static void check_templates(Checker *k)
{
    for (uint32_t t = 0; t < k->p->templates.count && !k->problem; t++) {
        const Template *template = &k->p->templates.data[t];
        if (k->c->single[t] && template->cardinality == COUNT_MANY)
            checker_fail(k, "more than one thread of %s may exist, which is claimed single", template->name);
    }
}

static void init_tables(Checker *k)
{
    Intern *tables[] = {&k->reply_shapes, &k->answer_ids, &k->move_ids, &k->reply_ids, &k->refuted_ids};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        intern_init(k->run, tables[i]);
    uint32_t n = k->p->locs.count + 1;
    k->paths = run_alloc(k->run, n * sizeof *k->paths);
    k->has_paths = run_alloc(k->run, n);
    k->move_shapes = run_alloc(k->run, n * sizeof *k->move_shapes);
    /* The same numbers as in the certificate. */
    k->parts = certificate_new(k->c->p, k->c->kind, k->c->size);
    for (uint32_t i = 0; i < k->c->shareds.count; i++)
        certificate_shared(k->parts, &k->c->shareds.data[i]);
    for (uint32_t i = 0; i < k->c->locals.count; i++)
        certificate_local(k->parts, &k->c->locals.data[i]);
}

/* A thread that the certificate has at a location where it has ended would be another part than the checker's. */
static void check_locals(Checker *k)
{
    for (uint32_t i = 0; i < k->c->locals.count && !k->problem; i++) {
        const CertificateLocal *local = &k->c->locals.data[i];
        if (local->loc.i != NO_ID && paths_ended(k, local->loc) && !k->problem)
            checker_fail(k, "a thread of %s is said to be at a location without steps",
                         k->p->templates.data[local->template.i].name);
    }
}

CertifyResult certify(const Certificate *c, const char *smtlib_dir)
{
    Run *run = c->p->run;
    Checker checker = {.c = c, .run = run, .tm = c->p->tm, .smtlib_dir = smtlib_dir}, *k = &checker;
    k->reduced = certify_reduce(c->p, c);
    k->p = k->reduced->p;
    k->smt = smt_new(k->tm);
    init_tables(k);
    check_templates(k);
    if (!k->problem) paths_check_entries(k);
    if (!k->problem) check_locals(k);
    if (!k->problem && c->kind != CERTIFICATE_VIEWS) paths_check_eager(k);
    if (!k->problem) step_check_counting(k);
    if (!k->problem) start_check(k);
    if (!k->problem && c->kind == CERTIFICATE_VIEWS)
        views_check(k);
    else if (!k->problem)
        states_check(k);
    smt_free(k->smt);
    return (CertifyResult){!k->problem, k->problem, k->obligations, k->steps, k->cannot_write};
}
