/* Let e only read, and let every way on from it, as long as its guards hold, be made of steps of the thread's own that
 * touch nothing shared, and end where e began, with locals that differ in nothing that the thread may still read there.
 * Take an execution in which the thread takes e. Without e and the steps of that round it is an execution, too: nobody
 * else sees the thread on its way, what it does after the round is the same, and reads are only taken away, which
 * orders less. A thread that never comes to the end of its round might as well stand at the beginning for ever. So
 * an instrumented program may leave e out where that holds. */
#include "kernel/memory/waiting.h"

#include "base/check.h"
#include "kernel/checker/assigned.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

#define ROUND_STEPS 16
#define ROUND_WAYS 64

typedef struct Round {
    MemoryFacts *f;
    LocId home;
    uint32_t ways;
} Round;

typedef struct Foreign {
    const Program *p;
    bool any;
} Foreign;

static void note_foreign(void *arg, Term var)
{
    Foreign *f = arg;
    f->any |= f->p->vars.data[term_symbol(f->p->tm, var)].class != VAR_LOCAL;
}

static bool assigns_locals_only(const Program *p, const Edge *e)
{
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (p->vars.data[e->assigns[i].var.i].class != VAR_LOCAL) return false;
    return !e->is_error && !e->is_fence && e->spawn.i == NO_ID && !memory_is_in_section(p, e);
}

static bool is_private(const Program *p, const Edge *e)
{
    Foreign f = {p, false};
    checker_each_read(p, e, note_foreign, &f);
    return !f.any && assigns_locals_only(p, e);
}

/* ---- locals on the way ---- */

/* The values of locals over the state before the round: the last one that the list has. */
typedef VEC(Assign) RoundLocals;

static Term local_on_the_way(void *arg, TermManager *tm, Term var)
{
    const RoundLocals *locals = arg;
    for (uint32_t i = locals->count; i-- > 0;)
        if (locals->data[i].var.i == term_symbol(tm, var)) return locals->data[i].value;
    return TERM_NONE;
}

/* Appends what the edge assigns; all of it is over the state before the edge. */
static void add_step(Program *p, RoundLocals *locals, const Edge *e)
{
    const RoundLocals before = *locals;
    RoundLocals added = {NULL, 0, 0};
    for (uint32_t i = 0; i < e->assign_count; i++) {
        Term value = term_substitute(p->tm, e->assigns[i].value, local_on_the_way, (void *)(uintptr_t)&before);
        vec_push(p->run, &added, ((Assign){e->assigns[i].var, value}));
    }
    for (uint32_t i = 0; i < added.count; i++)
        vec_push(p->run, locals, added.data[i]);
    vec_free(p->run, &added);
}

static Term is_as_before(Round *r, const RoundLocals *locals)
{
    Program *p = r->f->p;
    Term same = term_bool(p->tm, true);
    for (uint32_t i = 0; i < locals->count; i++) {
        VarId v = locals->data[i].var;
        if (!checker_is_live(&r->f->live, r->home, v.i)) continue;
        Term before = program_var_term(p, v), now = local_on_the_way((void *)(uintptr_t)locals, p->tm, before);
        if (term_sort(p->tm, now).kind == SORT_ARRAY && !term_same(before, now)) return term_bool(p->tm, false);
        same = term_and(p->tm, same, term_eq(p->tm, before, now));
    }
    return same;
}

/* When do all ways from here lead home? */
static Term comes_home(Round *r, LocId at, RoundLocals *locals, uint32_t depth)
{
    Program *p = r->f->p;
    TermManager *tm = p->tm;
    if (at.i == r->home.i) return is_as_before(r, locals);
    if (depth == ROUND_STEPS || !program_out_count(p, at)) return term_bool(tm, false);
    Term all = term_bool(tm, true);
    for (uint32_t k = 0; k < program_out_count(p, at) && !term_is_false(tm, all); k++) {
        const Edge *e = program_out_edge(p, at, k);
        const uint32_t length = locals->count;
        Term guard = term_substitute(tm, e->guard, local_on_the_way, locals), home = term_bool(tm, false);
        if (term_is_false(tm, guard)) continue;
        if (is_private(p, e) && ++r->ways <= ROUND_WAYS) {
            add_step(p, locals, e);
            home = comes_home(r, e->to, locals, depth + 1);
            locals->count = length;
        }
        all = term_and(tm, all, term_implies(tm, guard, home));
    }
    return all;
}

static Term find_round(MemoryFacts *f, const Edge *e)
{
    if (!assigns_locals_only(f->p, e)) return term_bool(f->p->tm, false);
    if (!f->has_live) f->live = checker_find_live(f->p);
    f->has_live = true;
    Round r = {f, e->from, 0};
    RoundLocals locals = {NULL, 0, 0};
    add_step(f->p, &locals, e);
    Term home = comes_home(&r, e->to, &locals, 0);
    vec_free(f->p->run, &locals);
    return home;
}

Term memory_waits(MemoryFacts *f, EdgeId edge)
{
    CHECK(edge.i < f->p->edges.count);
    if (!term_is(f->waits[edge.i])) f->waits[edge.i] = find_round(f, &f->p->edges.data[edge.i]);
    return f->waits[edge.i];
}
