#include "kernel/checker/checker.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/check.h"
#include "kernel/checker/assigned.h"
#include "logic/smt/check.h"
#include "logic/smt/log.h"

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
    CHECK(path->first.i < k->p->edges.count && path->last.i < k->p->edges.count);
    CHECK(k->p->edges.data[path->first.i].from.i == path->from.i);
    return program_describe_edge(k->p, &k->p->edges.data[path->error ? path->last.i : path->first.i]);
}

const char *checker_describe_location(Checker *k, LocId l)
{
    CHECK(l.i < k->p->locs.count);
    const Loc *loc = &k->p->locs.data[l.i];
    const char *template = k->p->templates.data[loc->template.i].name;
    if (loc->pos.file) return run_format(k->run, "%s at %s:%u", template, loc->pos.file, loc->pos.line);
    return run_format(k->run, "%s, location %u", template, l.i);
}

void checker_add_obligation(Checker *k, const CertifyTerms *terms, const char *text)
{
    CHECK(!k->smtlib_dir || k->problem || terms->count > 0);
    if (k->smtlib_dir && !k->problem) {
        const char *path = run_format(k->run, "%s/%06llu.smt2", k->smtlib_dir, (unsigned long long)k->obligations);
        if (!smt_write_query(k->smt, path, text, terms->data, terms->count, SMT_UNSAT)) {
            k->cannot_write = true;
            checker_fail(k, "%s cannot be written", path);
        }
    }
    k->obligations++;
}

bool checker_unsatisfiable(Checker *k, const CertifyTerms *terms, const char *text)
{
    SmtResult r = smt_check(k->smt, terms->data, terms->count);
    run_poll(k->run);
    if (r == SMT_UNKNOWN) checker_fail(k, "the SMT solver gave up on: %s", text);
    if (r != SMT_UNSAT) return false;
    checker_add_obligation(k, terms, text);
    return true;
}
