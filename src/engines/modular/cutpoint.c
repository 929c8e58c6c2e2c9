#include "engines/modular/cutpoint.h"

#include "base/check.h"
#include "logic/smt/check.h"
#include "logic/term/boolean.h"
#include "logic/term/walk.h"

typedef struct Search {
    ModularThreads *t;
    Program *p;
    Smt *smt;
    uint32_t self;  /* whose edges are looked at, as a bit */
    bool is_local;  /* of the edge that is looked at */
    uint8_t *visit; /* per location: 0 not seen, 1 on the way, 2 done */
} Search;

/* Of a local others write at most the parameter, before the thread starts. */
static bool is_own_local(const Search *s, uint32_t v)
{
    return s->t->owner[v] != NO_ID && 1u << s->t->owner[v] == s->self;
}

static void read_var(void *arg, Term var)
{
    Search *s = arg;
    uint32_t v = term_symbol(s->p->tm, var);
    if (!is_own_local(s, v) && s->t->writers[v] & ~s->self) s->is_local = false;
}

static bool is_local(Search *s, const Edge *e)
{
    const Edge *given = &s->t->from->edges.data[s->t->origin.data[e - s->p->edges.data].i];
    s->is_local = !e->is_error && !s->p->locs.data[e->to.i].atomic && given->spawn.i == NO_ID;
    term_for_each_var(s->p->tm, e->guard, read_var, s);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        uint32_t v = e->assigns[i].var.i;
        term_for_each_var(s->p->tm, e->assigns[i].value, read_var, s);
        if (!is_own_local(s, v) && (s->t->readers[v] | s->t->writers[v]) & ~s->self) s->is_local = false;
    }
    return s->is_local;
}

/* Whatever the values of variables and inputs are, can some edge be taken? No answer of the solver is a "no". */
static bool cannot_block(Search *s, LocId l)
{
    Term any = term_bool(s->p->tm, false);
    for (uint32_t k = 0; k < program_out_count(s->p, l); k++)
        any = term_or(s->p->tm, any, program_out_edge(s->p, l, k)->guard);
    if (term_is_true(s->p->tm, any)) return true;
    Term none = term_not(s->p->tm, any);
    return smt_check(s->smt, &none, 1) == SMT_UNSAT;
}

static bool is_passed_through(Search *s, LocId l)
{
    TemplateId t = s->p->locs.data[l.i].template;
    if (l.i == s->p->templates.data[t.i].entry.i) return false;
    s->self = 1u << t.i;
    for (uint32_t k = 0; k < program_out_count(s->p, l); k++)
        if (!is_local(s, program_out_edge(s->p, l, k))) return false;
    return cannot_block(s, l);
}

/* Where a cycle of passed locations closes threads take turns. */
static void break_cycles(Search *s, LocId l)
{
    s->visit[l.i] = 1;
    for (uint32_t k = 0; k < program_out_count(s->p, l); k++) {
        LocId to = program_out_edge(s->p, l, k)->to;
        if (s->p->locs.data[to.i].atomic || s->t->switches[to.i]) continue;
        if (s->visit[to.i] == 1)
            s->t->switches[to.i] = true;
        else if (!s->visit[to.i])
            break_cycles(s, to);
    }
    s->visit[l.i] = 2;
}

void cutpoints_find(ModularThreads *t)
{
    Program *p = t->p;
    Search s = {.t = t, .p = p, .smt = smt_new(p->tm), .visit = run_alloc(p->run, p->locs.count + 1)};
    t->switches = run_alloc(p->run, p->locs.count + 1);
    for (uint32_t l = 0; l < p->locs.count; l++)
        t->switches[l] = !p->locs.data[l].atomic && !is_passed_through(&s, (LocId){l});
    for (uint32_t l = 0; l < p->locs.count; l++)
        if (!p->locs.data[l].atomic && !t->switches[l] && !s.visit[l]) break_cycles(&s, (LocId){l});
    run_release(p->run, s.visit);
    smt_free(s.smt);
}
