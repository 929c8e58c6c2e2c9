/* Constants, forwards, for one local at a time. What is not known counts as any value: less is replaced then. */
#include "program/analysis/settled.h"

#include "base/check.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "program/step.h"

typedef struct Settle {
    Program *p;
    bool *candidates; /* per variable: locals in guards that speak of shared variables, too */
    VarId v;          /* at hand */
    bool *is_reached; /* per location */
    Term *at;         /* per reached location: the value; TERM_NONE: any */
    VEC(LocId) open;
} Settle;

typedef struct Guard {
    const Program *p;
    bool *locals; /* NULL: only looks for shared variables */
    bool is_shared;
} Guard;

static void note_guard_variable(void *arg, Term var)
{
    Guard *g = arg;
    uint32_t v = term_symbol(g->p->tm, var);
    g->is_shared |= g->p->vars.data[v].class == VAR_SHARED;
    if (g->locals && g->p->vars.data[v].class == VAR_LOCAL) g->locals[v] = true;
}

static bool speaks_of_shared(const Program *p, Term guard)
{
    Guard g = {p, NULL, false};
    term_for_each_var(p->tm, guard, note_guard_variable, &g);
    return g.is_shared;
}

static void find_guard_locals(Settle *s)
{
    for (uint32_t i = 0; i < s->p->edges.count; i++) {
        Guard g = {s->p, s->candidates, false};
        Term guard = s->p->edges.data[i].guard;
        if (speaks_of_shared(s->p, guard)) term_for_each_var(s->p->tm, guard, note_guard_variable, &g);
    }
}

/* Control comes to the location with the value. */
static void come(Settle *s, LocId l, Term value)
{
    bool is_same = term_is(s->at[l.i]) ? term_is(value) && term_same(s->at[l.i], value) : true;
    if (s->is_reached[l.i] && is_same) return;
    s->at[l.i] = s->is_reached[l.i] ? TERM_NONE : value;
    s->is_reached[l.i] = true;
    vec_push(s->p->run, &s->open, l);
}

static Term constant_or_none(const Program *p, Term t) { return term_is(t) && term_is_const(p->tm, t) ? t : TERM_NONE; }

static void find_values(Settle *s)
{
    Program *p = s->p;
    const Var *var = &p->vars.data[s->v.i];
    for (uint32_t l = 0; l < p->locs.count; l++)
        s->is_reached[l] = false, s->at[l] = TERM_NONE;
    come(s, p->templates.data[var->template.i].entry, var->is_parameter ? TERM_NONE : constant_or_none(p, var->init));
    while (s->open.count) {
        LocId l = vec_pop(&s->open);
        run_poll(p->run);
        for (uint32_t k = 0; k < program_out_count(p, l); k++) {
            const Edge *e = program_out_edge(p, l, k);
            Term set = step_value(e, s->v);
            come(s, e->to, term_is(set) ? constant_or_none(p, set) : s->at[l.i]);
        }
    }
}

static Term settled_value(void *arg, TermManager *tm, Term var)
{
    void **call = arg;
    const VarId *v = call[0];
    const Term *value = call[1];
    return term_symbol(tm, var) == v->i ? *value : TERM_NONE;
}

static void replace_settled_guards(Settle *s)
{
    for (uint32_t i = 0; i < s->p->edges.count; i++) {
        Edge *e = &s->p->edges.data[i];
        Term value = s->at[e->from.i];
        void *call[2] = {&s->v, &value};
        if (s->is_reached[e->from.i] && term_is(value) && speaks_of_shared(s->p, e->guard))
            e->guard = term_substitute(s->p->tm, e->guard, settled_value, call);
    }
}

void settle_guards(Program *p)
{
    CHECK(program_is_indexed(p));
    Settle s = {.p = p,
                .candidates = run_alloc(p->run, p->vars.count + 1),
                .is_reached = run_alloc(p->run, p->locs.count + 1),
                .at = run_alloc(p->run, (p->locs.count + 1) * sizeof *s.at)};
    find_guard_locals(&s);
    for (uint32_t v = 0; v < p->vars.count; v++) {
        if (!s.candidates[v]) continue;
        s.v.i = v;
        find_values(&s);
        replace_settled_guards(&s);
    }
    vec_free(p->run, &s.open);
    run_release(p->run, s.candidates);
    run_release(p->run, s.is_reached);
    run_release(p->run, s.at);
}
