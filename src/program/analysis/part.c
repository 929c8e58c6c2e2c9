/* A question is about error edges, which are independent of each other. Let P be a program, and P' the same without
 * some of its error edges. An error edge ends the run: nothing follows it. So a run of P that ends in an error edge e
 * takes no other error edge before, and is a run of P' if P' has e; and every run of P' is one of P. Hence e can be
 * taken in P if and only if it can be in any such P' that has it, and the parts into which the error edges are
 * divided answer the whole: an error of one is an error, and if none of them has one there is none. That what the other
 * error edges check holds may be assumed meanwhile: it is in the guards of the edges that go on there.
 *
 * Localization (Kurshan 1994) leaves out conditions over variables that are not kept. It adds runs and takes away
 * none, since guards become weaker, the values of kept variables are the same, and nobody reads the others. */
#include "program/analysis/part.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/walk.h"
#include "program/analysis/announcement.h"
#include "program/check.h"
#include "program/copy.h"

Program *part_program(Program *p, const bool *errors)
{
    Program *out = program_copy_frame(p, true);
    bool *unasked = announcements_unasked(p, errors);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        Edge e = p->edges.data[i];
        CHECK(!errors[i] || e.is_error);
        if ((e.is_error && !errors[i]) || unasked[i]) e.guard = term_bool(p->tm, false);
        program_add_edge(out, &e);
    }
    CHECK(out->edges.count == p->edges.count);
    run_release(p->run, unasked);
    program_index(out);
    return program_require(out, "part of a program");
}

/* ---- localization ---- */

typedef struct Look {
    const Program *p;
    const bool *kept;
    bool *mark;  /* marks variables, or NULL */
    bool others; /* a variable that is not kept was met */
    bool changed;
} Look;

static void look_for_other_vars(void *arg, Term var)
{
    Look *l = arg;
    uint32_t v = term_symbol(l->p->tm, var);
    CHECK(program_has_var(l->p, (VarId){v}));
    if (l->p->vars.data[v].class == VAR_INPUT || l->kept[v]) return;
    l->others = true;
    if (l->mark) l->mark[v] = l->changed = true;
}

bool part_speaks_of(const Program *p, const bool *kept, Term condition)
{
    Look l = {p, kept, NULL, false, false};
    term_for_each_var(p->tm, condition, look_for_other_vars, &l);
    return !l.others;
}

/* The conjuncts that speak of kept variables only. */
static Term weaken_to_kept(Program *p, const bool *kept, Term guard)
{
    if (part_speaks_of(p, kept, guard)) return guard;
    if (term_kind(p->tm, guard) != TERM_AND) return term_bool(p->tm, true);
    Term weak = term_bool(p->tm, true);
    for (uint32_t i = 0; i < term_arity(p->tm, guard); i++)
        weak = term_and(p->tm, weak, weaken_to_kept(p, kept, term_arg(p->tm, guard, i)));
    return weak;
}

static uint32_t keep_assigns(const Program *p, const bool *kept, const Assign *from, uint32_t count, Assign *to)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!kept[from[i].var.i]) continue;
        RUN_CHECK(p->run, part_speaks_of(p, kept, from[i].value)); /* it would be another program */
        to[n++] = from[i];
    }
    return n;
}

Program *part_localize(Program *p, const bool *kept)
{
    Program *out = program_copy_frame(p, true);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        Edge e = p->edges.data[i];
        Assign *assigns = run_alloc(p->run, ((size_t)e.assign_count + e.arg_count + 1) * sizeof *assigns);
        e.guard = weaken_to_kept(p, kept, e.guard);
        e.accesses = NULL; /* what races is an error edge by now */
        e.access_count = 0;
        e.assign_count = keep_assigns(p, kept, e.assigns, e.assign_count, assigns);
        e.args = assigns + e.assign_count;
        e.arg_count = keep_assigns(p, kept, p->edges.data[i].args, e.arg_count, e.args);
        e.assigns = assigns;
        program_add_edge(out, &e);
        run_release(p->run, assigns);
    }
    program_index(out);
    return program_require(out, "localized program");
}

static void mark_sources_of_kept(Look *l, const Assign *assigns, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (l->kept[assigns[i].var.i]) term_for_each_var(l->p->tm, assigns[i].value, look_for_other_vars, l);
}

void part_close(const Program *p, bool *kept)
{
    Look l = {p, kept, kept, false, true};
    while (l.changed) {
        l.changed = false;
        run_poll(p->run);
        for (uint32_t i = 0; i < p->edges.count; i++) {
            mark_sources_of_kept(&l, p->edges.data[i].assigns, p->edges.data[i].assign_count);
            mark_sources_of_kept(&l, p->edges.data[i].args, p->edges.data[i].arg_count);
        }
    }
}
