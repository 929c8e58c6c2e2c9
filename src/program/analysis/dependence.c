#include "program/analysis/dependence.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/walk.h"
#include "program/analysis/cycles.h"

/* ---- sets ---- */

static uint64_t *set_of(const Dependence *d, uint64_t *sets, uint32_t loc)
{
    CHECK(program_has_loc(d->p, (LocId){loc}));
    return sets + (size_t)loc * d->words;
}

typedef struct Adding {
    const Dependence *d;
    uint64_t *set;
} Adding;

static void add_shared_to_set(void *arg, Term var)
{
    const Adding *a = arg;
    uint32_t v = term_symbol(a->d->p->tm, var);
    CHECK(program_has_var(a->d->p, (VarId){v}) && v / 64 < a->d->words);
    if (a->d->p->vars.data[v].class == VAR_SHARED) a->set[v / 64] |= UINT64_C(1) << v % 64;
}

static void add_shared_of_term(const Dependence *d, uint64_t *set, Term t)
{
    Adding a = {d, set};
    term_for_each_var(d->p->tm, t, add_shared_to_set, &a);
}

static bool add_to_set(const Dependence *d, uint64_t *to, const uint64_t *from)
{
    bool grown = false;
    for (uint32_t w = 0; w < d->words; w++) {
        grown |= (from[w] & ~to[w]) != 0;
        to[w] |= from[w];
    }
    return grown;
}

static bool sets_meet(const Dependence *d, const uint64_t *a, const uint64_t *b)
{
    for (uint32_t w = 0; w < d->words; w++)
        if (a[w] & b[w] & d->known[w]) return true;
    return false;
}

static void note_edge_accesses(Dependence *d, const Edge *e)
{
    CHECK(program_has_loc(d->p, e->from));
    uint64_t *reads = set_of(d, d->reads, e->from.i), *writes = set_of(d, d->writes, e->from.i);
    add_shared_of_term(d, set_of(d, d->guards, e->from.i), e->guard);
    add_shared_of_term(d, reads, e->guard);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        add_shared_of_term(d, reads, e->assigns[i].value);
        add_shared_of_term(d, writes, program_var_term(d->p, e->assigns[i].var));
    }
    for (uint32_t i = 0; i < e->arg_count; i++)
        add_shared_of_term(d, reads, e->args[i].value);
}

static bool add_later(Dependence *d, uint32_t to, uint32_t from)
{
    bool reads = add_to_set(d, set_of(d, d->later_reads, to), set_of(d, d->later_reads, from));
    return add_to_set(d, set_of(d, d->later_writes, to), set_of(d, d->later_writes, from)) || reads;
}

static bool includes(const Dependence *d, const uint64_t *set, const uint64_t *part)
{
    for (uint32_t w = 0; w < d->words; w++)
        if (part[w] & ~set[w]) return false;
    return true;
}

/* Is what may be accessed later all that is accessed next, and after every step? */
static bool later_is_closed(const Dependence *d)
{
    for (uint32_t i = 0; i < d->p->edges.count; i++) {
        const Edge *e = &d->p->edges.data[i];
        const uint64_t *reads = set_of(d, d->later_reads, e->from.i), *writes = set_of(d, d->later_writes, e->from.i);
        if (!includes(d, set_of(d, d->reads, e->from.i), set_of(d, d->guards, e->from.i))) return false;
        if (!includes(d, reads, set_of(d, d->reads, e->from.i))) return false;
        if (!includes(d, writes, set_of(d, d->writes, e->from.i))) return false;
        if (e->is_error) continue;
        if (!includes(d, reads, set_of(d, d->later_reads, e->to.i))) return false;
        if (!includes(d, writes, set_of(d, d->later_writes, e->to.i))) return false;
    }
    return true;
}

/* From the ends backwards: edges are mostly in the order of control. */
static void find_later(Dependence *d)
{
    Program *p = d->p;
    size_t bytes = (size_t)p->locs.count * d->words * sizeof(uint64_t);
    memcpy(d->later_reads, d->reads, bytes);
    memcpy(d->later_writes, d->writes, bytes);
    for (bool changed = true; changed;) {
        changed = false;
        run_poll(p->run);
        for (uint32_t i = p->edges.count; i-- > 0;) {
            const Edge *e = &p->edges.data[i];
            if (!e->is_error) changed |= add_later(d, e->from.i, e->to.i);
            if (e->spawn.i != NO_ID) changed |= add_later(d, e->from.i, p->templates.data[e->spawn.i].entry.i);
        }
    }
}

/* ---- eager locations ---- */

/* Nobody is stopped by the steps from there: they enter no atomic section, nor do threads that they start. */
static bool stops_nobody(const Program *p, uint32_t loc)
{
    if (p->locs.data[loc].atomic || p->out_start[loc] == p->out_start[loc + 1]) return false;
    for (uint32_t k = p->out_start[loc]; k < p->out_start[loc + 1]; k++) {
        const Edge *e = &p->edges.data[p->out_edges[k]];
        if (!e->is_error && p->locs.data[e->to.i].atomic) return false;
        if (e->spawn.i != NO_ID && p->locs.data[p->templates.data[e->spawn.i].entry.i].atomic) return false;
    }
    return true;
}

static void find_eager_locations(Dependence *d)
{
    Program *p = d->p;
    bool *cut = run_alloc(p->run, p->locs.count + 1), one_starter = program_has_one_starter(p);
    for (uint32_t l = 0; l < p->locs.count; l++)
        cut[l] = !one_starter || !d->quiet[l];
    cycles_break(p, cut, false);
    for (uint32_t l = 0; l < p->locs.count; l++)
        d->eager[l] = !cut[l];
    for (uint32_t l = 0; l < p->locs.count; l++)
        CHECK(!d->eager[l] || (d->quiet[l] && one_starter));
    run_release(p->run, cut);
}

Dependence *dependence_new(Program *p)
{
    Run *run = p->run;
    Dependence *d = run_alloc(run, sizeof *d);
    d->p = p;
    d->words = p->vars.count / 64 + 1;
    d->known = run_alloc(run, d->words * sizeof *d->known);
    uint64_t **sets[] = {&d->guards, &d->reads, &d->writes, &d->later_reads, &d->later_writes};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        *sets[i] = run_alloc(run, ((size_t)p->locs.count * d->words + 1) * sizeof **sets[i]);
    for (uint32_t i = 0; i < p->edges.count; i++)
        note_edge_accesses(d, &p->edges.data[i]);
    find_later(d);
    d->quiet = run_alloc(run, p->locs.count + 1);
    for (uint32_t l = 0; l < p->locs.count; l++)
        d->quiet[l] = stops_nobody(p, l);
    d->eager = run_alloc(run, p->locs.count + 1);
    find_eager_locations(d);
    CHECK(later_is_closed(d));
    return d;
}

void dependence_know(Dependence *d, const bool *known)
{
    memset(d->known, 0, d->words * sizeof *d->known);
    for (uint32_t v = 0; v < d->p->vars.count; v++)
        if (known[v]) d->known[v / 64] |= UINT64_C(1) << v % 64;
}

void dependence_know_all(Dependence *d) { memset(d->known, 0xff, d->words * sizeof *d->known); }

bool dependence_is_free(const Dependence *d, uint32_t loc, uint32_t other)
{
    CHECK(program_out_count(d->p, (LocId){loc}) > 0); /* asked of threads that can move */
    const uint64_t *writes = set_of(d, d->writes, loc), *later_writes = set_of(d, d->later_writes, other);
    return !sets_meet(d, writes, later_writes) && !sets_meet(d, writes, set_of(d, d->later_reads, other)) &&
           !sets_meet(d, set_of(d, d->reads, loc), later_writes);
}

bool dependence_may_enable(const Dependence *d, uint32_t other, uint32_t loc)
{
    return sets_meet(d, set_of(d, d->later_writes, other), set_of(d, d->guards, loc));
}
