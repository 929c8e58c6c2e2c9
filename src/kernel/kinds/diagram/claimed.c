/* What is to be shown of each step is one implication: from the invariant, the guard, and the values after the step to
 * the invariant there. It is decided by decision diagrams; where these have no answer (operations that they do not
 * know, too many nodes) by the solver. */
#include "kernel/kinds/diagram/claimed.h"

#include "base/check.h"
#include "kernel/checker/after.h"
#include "kernel/kinds/diagram/bits.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

#define NODES_MAX 20000000

typedef struct Claimed {
    Checker *k;
    Program *p;
    const Diagram *d;
    Term *terms; /* by number of node, false and true first; TERM_NONE until needed */
    Nodes nodes;
    BitMap bits;
    NodeId *claims; /* by number of node */
    bool *follows;  /* per variable: is it in the invariant that is to follow? */
} Claimed;

/* Numbers that are none are a problem of the text's reader already; here because everything rests on it. */
static bool is_diagram_well_formed(const Claimed *c)
{
    if (c->p->templates.count != 1 || c->d->roots.count != c->p->locs.count) return false;
    if (c->p->templates.data[0].initial != COUNT_ONE) return false;
    for (uint32_t i = 0; i < c->d->nodes.count; i++) {
        const DiagramNode *n = &c->d->nodes.data[i];
        if (n->var.i >= c->p->vars.count || n->low >= i + DIAGRAM_FIRST || n->high >= i + DIAGRAM_FIRST) return false;
        const Var *var = &c->p->vars.data[n->var.i];
        bool is_bits = var->sort.kind == SORT_BV && n->bit < var->sort.width;
        if (var->class == VAR_INPUT || (!is_bits && !(var->sort.kind == SORT_BOOL && !n->bit))) return false;
    }
    for (uint32_t l = 0; l < c->d->roots.count; l++)
        if (c->d->roots.data[l] >= c->d->nodes.count + DIAGRAM_FIRST) return false;
    for (uint32_t e = 0; e < c->p->edges.count; e++)
        if (c->p->edges.data[e].spawn.i != NO_ID) return false;
    return true;
}

/* ---- for the solver ---- */

static void make_terms(Claimed *c)
{
    TermManager *tm = c->k->tm;
    c->terms = run_alloc(c->p->run, (c->d->nodes.count + DIAGRAM_FIRST) * sizeof *c->terms);
    c->terms[DIAGRAM_FALSE] = term_bool(tm, false);
    c->terms[DIAGRAM_TRUE] = term_bool(tm, true);
    for (uint32_t i = 0; i < c->d->nodes.count; i++) {
        const DiagramNode *n = &c->d->nodes.data[i];
        Term bit = program_var_term(c->p, n->var);
        if (term_sort(tm, bit).kind == SORT_BV)
            bit = term_eq(tm, term_extract(tm, bit, n->bit, 1), term_const(tm, sort_bv(1), 1));
        c->terms[DIAGRAM_FIRST + i] = term_ite(tm, bit, c->terms[n->high], c->terms[n->low]);
    }
}

/* The initial values, or the invariant and the guard; and not what is to follow. */
static void make_obligation(Claimed *c, const Edge *e, CertifyTerms *out)
{
    TermManager *tm = c->k->tm;
    if (!c->terms) make_terms(c);
    Term follows =
        e ? c->terms[c->d->roots.data[e->to.i]] : c->terms[c->d->roots.data[c->p->templates.data[0].entry.i]];
    if (e && e->is_error) follows = term_bool(tm, false);
    vec_push(c->k->run, out, term_not(tm, e ? checker_after(c->k, e, follows) : follows));
    if (e) vec_push(c->k->run, out, c->terms[c->d->roots.data[e->from.i]]);
    if (e) vec_push(c->k->run, out, e->guard);
    for (uint32_t v = 0; v < c->p->vars.count && !e; v++) {
        const Var *var = &c->p->vars.data[v];
        if (var->class == VAR_INPUT || !term_is(var->init) || var->sort.kind == SORT_ARRAY) continue;
        vec_push(c->k->run, out, term_eq(tm, program_var_term(c->p, (VarId){v}), var->init));
    }
}

/* ---- by diagrams ---- */

typedef enum Said { SAID_YES, SAID_NO, SAID_NOTHING } Said;

static void make_claims(Claimed *c)
{
    c->claims = run_alloc(c->p->run, (c->d->nodes.count + DIAGRAM_FIRST) * sizeof *c->claims);
    c->claims[DIAGRAM_TRUE] = NODE_TRUE;
    for (uint32_t i = 0; i < c->d->nodes.count; i++) {
        const DiagramNode *n = &c->d->nodes.data[i];
        NodeId bit = nodes_make(&c->nodes, bit_variable(&c->bits, n->var, n->bit, false), NODE_FALSE, NODE_TRUE);
        c->claims[DIAGRAM_FIRST + i] = nodes_choose(&c->nodes, bit, c->claims[n->high], c->claims[n->low]);
    }
}

static NodeId claim_at(const Claimed *c, LocId l) { return c->claims[c->d->roots.data[l.i]]; }

/* Which variables the claim at a location speaks of. */
static void note_follows(Claimed *c, LocId l)
{
    VEC(uint32_t) open = {NULL, 0, 0};
    bool *seen = run_alloc(c->p->run, c->d->nodes.count + DIAGRAM_FIRST);
    for (uint32_t v = 0; v < c->p->vars.count; v++)
        c->follows[v] = false;
    vec_push(c->p->run, &open, c->d->roots.data[l.i]);
    while (open.count) {
        uint32_t at = vec_pop(&open);
        if (at < DIAGRAM_FIRST || seen[at]) continue;
        const DiagramNode *n = &c->d->nodes.data[at - DIAGRAM_FIRST];
        seen[at] = c->follows[n->var.i] = true;
        vec_push(c->p->run, &open, n->low);
        vec_push(c->p->run, &open, n->high);
    }
    run_release(c->p->run, seen);
    vec_free(c->p->run, &open);
}

/* Narrows *set to where the variable, now or after a step, has the value. False: the value has no diagrams. */
static bool set_to(Claimed *c, VarId v, bool after, Term value, NodeId *set)
{
    const NodeId *bits = diagram_bits_of(&c->bits, value);
    if (!bits) return false;
    for (uint32_t i = bit_width(c->p->vars.data[v.i].sort); i-- > 0;) {
        NodeId x = nodes_make(&c->nodes, bit_variable(&c->bits, v, i, after), NODE_FALSE, NODE_TRUE);
        *set = nodes_and(&c->nodes, *set, nodes_not(&c->nodes, nodes_xor(&c->nodes, x, bits[i])));
    }
    return true;
}

static Said said(const Claimed *c, bool is_known, bool holds)
{
    if (!is_known || c->nodes.full) return SAID_NOTHING;
    return holds ? SAID_YES : SAID_NO;
}

static Said starts_well(Claimed *c)
{
    NodeId set = NODE_TRUE;
    bool is_known = true;
    note_follows(c, c->p->templates.data[0].entry);
    for (uint32_t v = 0; v < c->p->vars.count && is_known; v++)
        if (c->follows[v] && term_is(c->p->vars.data[v].init))
            is_known = set_to(c, (VarId){v}, false, c->p->vars.data[v].init, &set);
    return said(c, is_known, nodes_imply(&c->nodes, set, claim_at(c, c->p->templates.data[0].entry)));
}

/* The variables that the edge assigns to have their diagram variables for the value after the step. */
static NodeId claim_after(Claimed *c, const Edge *e)
{
    uint32_t *rename = run_alloc(c->p->run, bit_variables(&c->bits) * sizeof *rename);
    for (uint32_t i = 0; i < bit_variables(&c->bits); i++)
        rename[i] = i;
    for (uint32_t i = 0; i < e->assign_count; i++) {
        VarId v = e->assigns[i].var;
        for (uint32_t bit = 0; c->follows[v.i] && bit < bit_width(c->p->vars.data[v.i].sort); bit++)
            rename[bit_variable(&c->bits, v, bit, false)] = bit_variable(&c->bits, v, bit, true);
    }
    NodeId after = nodes_rename(&c->nodes, claim_at(c, e->to), rename);
    run_release(c->p->run, rename);
    return after;
}

static Said steps_well(Claimed *c, const Edge *e)
{
    const NodeId *guard = diagram_bits_of(&c->bits, e->guard);
    if (!guard) return SAID_NOTHING;
    NodeId set = nodes_and(&c->nodes, claim_at(c, e->from), guard[0]);
    bool is_known = true;
    if (e->is_error) return said(c, true, set == NODE_FALSE);
    note_follows(c, e->to);
    for (uint32_t i = 0; i < e->assign_count && is_known; i++)
        if (c->follows[e->assigns[i].var.i]) is_known = set_to(c, e->assigns[i].var, true, e->assigns[i].value, &set);
    return said(c, is_known, nodes_imply(&c->nodes, set, claim_after(c, e)));
}

/* ---- all steps ---- */

/* e: NULL, of the start. */
static void require_implication(Claimed *c, const Edge *e, const char *text)
{
    CertifyTerms terms = {0};
    Said answer = e ? steps_well(c, e) : starts_well(c);
    run_poll(c->p->run);
    if (answer == SAID_NOTHING || c->k->smtlib_dir) make_obligation(c, e, &terms);
    if (answer == SAID_YES) checker_add_obligation(c->k, &terms, text);
    if (answer == SAID_NO || (answer == SAID_NOTHING && !checker_unsatisfiable(c->k, &terms, text)))
        checker_fail(c->k, "not so: %s", text);
    vec_free(c->k->run, &terms);
}

static void check_diagram_edge(Claimed *c, const Edge *e)
{
    if (c->d->roots.data[e->from.i] == DIAGRAM_FALSE) return;
    const char *where = checker_describe_location(c->k, e->from);
    require_implication(
        c, e,
        run_format(c->p->run,
                   e->is_error ? "the invariant excludes the error of %s" : "the invariant is kept by a step of %s",
                   where));
}

void claimed_check(Checker *k, const Diagram *d)
{
    Claimed c = {.k = k, .p = k->p, .d = d};
    if (!is_diagram_well_formed(&c)) {
        checker_fail(k, "an invariant is not well-formed");
        return;
    }
    nodes_init(k->run, &c.nodes, NODES_MAX);
    bits_init(&c.bits, &c.nodes, c.p);
    c.follows = run_alloc(k->run, c.p->vars.count + 1);
    make_claims(&c);
    require_implication(&c, NULL, "the invariant holds at the start");
    for (uint32_t e = 0; e < c.p->edges.count && !k->problem; e++)
        check_diagram_edge(&c, &c.p->edges.data[e]);
    bits_clear(&c.bits);
    nodes_clear(&c.nodes);
    run_release(k->run, c.follows);
    run_release(k->run, c.claims);
    run_release(k->run, c.terms);
}
