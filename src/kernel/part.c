/* For every run of p that ends in one of the part's error edges e, the part's program has a run along the same edges:
 * - what it does not need for that is left out of it first (kernel/unasked.c);
 * - the run takes no error edge but its last one, since an error edge ends the run; so none of its edges is left out;
 * - kept variables have the same values, since what is assigned to them is the same and is made of kept ones and
 * inputs;
 * - so guards that speak of kept variables hold as they did, and the conjuncts that do not are gone;
 * - who may move, what an edge starts and which locations are atomic is as it was.
 * Then what has no effect in that program is left out (kernel/joined.c).
 * So an error edge that cannot be taken here cannot be taken in p, and, unless idle threads are left out, no more
 * threads are created in p than here. */
#include "kernel/part.h"

#include "base/check.h"
#include "kernel/joined.h"
#include "kernel/unasked.h"
#include "logic/term/boolean.h"
#include "logic/term/walk.h"
#include "program/check.h"
#include "program/copy.h"

typedef struct Localizer {
    Program *p;
    const bool *kept;
    bool reads_others;
    const char *problem;
} Localizer;

static void read_variable(void *arg, Term var)
{
    Localizer *l = arg;
    uint32_t v = term_symbol(l->p->tm, var);
    l->reads_others |= l->p->vars.data[v].class != VAR_INPUT && !l->kept[v];
}

static bool reads_kept(Localizer *l, Term t)
{
    l->reads_others = false;
    term_for_each_var(l->p->tm, t, read_variable, l);
    return !l->reads_others;
}

/* The guard without what speaks of others: conjuncts as far as they are written as such. */
static Term without_others(Localizer *l, Term guard)
{
    TermManager *tm = l->p->tm;
    if (reads_kept(l, guard)) return guard;
    Term out = term_bool(tm, true);
    if (term_kind(tm, guard) != TERM_AND) return out;
    for (uint32_t i = 0; i < term_arity(tm, guard); i++)
        out = term_and(tm, out, without_others(l, term_arg(tm, guard, i)));
    return out;
}

static void copy_kept(Localizer *l, const Assign *from, uint32_t count, Assign *to, uint32_t *kept)
{
    *kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!l->kept[from[i].var.i]) continue;
        if (!reads_kept(l, from[i].value) && !l->problem)
            l->problem = run_format(l->p->run, "`%s` is kept, but depends on variables that are not",
                                    l->p->vars.data[from[i].var.i].name);
        to[(*kept)++] = from[i];
    }
}

static void add_localized(Localizer *l, Program *out, Edge e)
{
    Assign *assigns = run_alloc(out->run, ((size_t)e.assign_count + 1) * sizeof *assigns);
    Assign *args = run_alloc(out->run, ((size_t)e.arg_count + 1) * sizeof *args);
    e.guard = without_others(l, e.guard);
    copy_kept(l, e.assigns, e.assign_count, assigns, &e.assign_count);
    copy_kept(l, e.args, e.arg_count, args, &e.arg_count);
    e.assigns = assigns;
    e.args = args;
    program_add_edge(out, &e);
    run_release(out->run, assigns);
    run_release(out->run, args);
}

Program *certify_part(Program *p, const ProofPart *part, const char **problem)
{
    Program *out = program_copy_frame(p, true);
    Localizer l = {p, part->kept, false, NULL};
    bool *unasked = unasked_edges(p, part->errors);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        CHECK(!part->errors[i] || e->is_error);
        if ((e->is_error && !part->errors[i]) || unasked[i]) continue;
        if (part->kept)
            add_localized(&l, out, *e);
        else
            program_add_edge(out, e);
    }
    run_release(p->run, unasked);
    program_index(out);
    program_require(out, "program of a part");
    CHECK(out->vars.count == p->vars.count && out->locs.count == p->locs.count);
    *problem = l.problem;
    if (l.problem) return NULL;
    return part->joined ? certify_joined(out, part->joined, problem) : out;
}
