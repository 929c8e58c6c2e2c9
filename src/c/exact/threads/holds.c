#include "c/exact/threads/holds.h"

#include "base/check.h"
#include "c/exact/model/origin.h"
#include "logic/term/substitute.h"

/* The value of one variable at a location. */
typedef struct Known {
    bool is_reached, is_many;
    Term value;
} Known;

typedef struct Holds {
    Lowering *L;
    Program *p;
    VarId var;
    Known *known; /* by LocId.i */
    Term here;    /* the value that is put in; TERM_NONE: none */
} Holds;

/* Do edges lead only from what is reached to what is, within one template, and is what is known a constant? */
static bool known_is_closed(const Holds *h)
{
    const Program *p = h->p;
    uint32_t template = p->vars.data[h->var.i].template.i;
    for (uint32_t l = 0; l < p->locs.count; l++) {
        const Known *k = &h->known[l];
        if (k->is_reached && p->locs.data[l].template.i != template) return false;
        if (k->is_reached && !k->is_many && !term_is_const(p->tm, k->value)) return false;
    }
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        bool is_taken = h->known[e->from.i].is_reached && !term_is_false(p->tm, e->guard);
        if (is_taken && !h->known[e->to.i].is_reached) return false;
    }
    return true;
}

static Term put_known_value(void *arg, TermManager *tm, Term var)
{
    const Holds *h = arg;
    return term_symbol(tm, var) == h->var.i ? h->here : TERM_NONE;
}

static Term fold_known(Holds *h, Term t, const Known *known)
{
    h->here = known->is_many ? TERM_NONE : known->value;
    return term_is(t) ? term_substitute(h->p->tm, t, put_known_value, h) : t;
}

/* Whether something new is known where the edge leads. */
static bool pass_known(Holds *h, const Edge *e)
{
    Known known = h->known[e->from.i];
    CHECK(known.is_many || !known.is_reached || term_is_const(h->p->tm, known.value));
    if (!known.is_reached || term_is_false(h->p->tm, fold_known(h, e->guard, &known))) return false;
    for (uint32_t i = 0; i < e->assign_count; i++) {
        if (e->assigns[i].var.i != h->var.i) continue;
        Term value = fold_known(h, e->assigns[i].value, &h->known[e->from.i]);
        known.is_many = !term_is_const(h->p->tm, value);
        known.value = value;
    }
    Known *to = &h->known[e->to.i];
    if (to->is_many) return false;
    if (!to->is_reached) {
        *to = known;
        return true;
    }
    if (!known.is_many && term_same(known.value, to->value)) return false;
    to->is_many = true;
    return true;
}

static void find_known_values(Holds *h)
{
    Program *p = h->p;
    const Var *var = &p->vars.data[h->var.i];
    CHECK(var->class == VAR_LOCAL && program_has_template(p, var->template) && term_is_const(p->tm, var->init));
    for (uint32_t l = 0; l < p->locs.count; l++)
        h->known[l] = (Known){0};
    h->known[p->templates.data[var->template.i].entry.i] = (Known){true, false, var->init};
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < p->edges.count; i++)
            changed |= pass_known(h, &p->edges.data[i]);
        run_poll(p->run);
    }
    for (uint32_t i = 0; i < p->edges.count; i++) {
        Edge *e = &p->edges.data[i];
        const Known *known = &h->known[e->from.i];
        if (!known->is_reached) continue;
        e->guard = fold_known(h, e->guard, known);
        for (uint32_t k = 0; k < e->assign_count; k++)
            e->assigns[k].value = fold_known(h, e->assigns[k].value, known);
    }
    CHECK(known_is_closed(h));
}

/* Those that cannot be taken. Waits know their edges by numbers, which change. */
static void remove_edges(Lowering *L)
{
    Program *p = L->program;
    EdgeId *now = run_alloc(L->run, (p->edges.count + 1) * sizeof *now);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        now[i] = (EdgeId){NO_ID};
        if (term_is_false(p->tm, p->edges.data[i].guard)) continue;
        now[i] = (EdgeId){kept};
        origin_renumber(L, (EdgeId){i}, now[i]);
        p->edges.data[kept++] = p->edges.data[i];
    }
    p->edges.count = kept;
    origin_truncate(L);
    for (uint32_t i = 0; i < L->waits.list.count; i++) {
        EdgeIds *edges = &L->waits.list.data[i].edges;
        uint32_t count = 0;
        for (uint32_t k = 0; k < edges->count; k++)
            if (now[edges->data[k].i].i != NO_ID) edges->data[count++] = now[edges->data[k].i];
        edges->count = count;
    }
    run_release(L->run, now);
}

void holds_resolve(Lowering *L)
{
    Program *p = L->program;
    Holds h = {L, p, {NO_ID}, run_alloc(L->run, (p->locs.count + 1) * sizeof(Known)), TERM_NONE};
    bool any = false;
    for (uint32_t i = 0; i < L->key_vars.count; i++) {
        if (L->key_vars.data[i].kind != THREAD_HOLDS && L->key_vars.data[i].kind != THREAD_OWNS) continue;
        h.var = L->key_vars.data[i].var;
        find_known_values(&h);
        any = true;
    }
    run_release(L->run, h.known);
    if (!any) return;
    remove_edges(L);
}
