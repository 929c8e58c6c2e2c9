/* Formulas over slots, each built once: clauses by the slots of their threads, comparisons by pairs of slots. */
#include "engines/symmpa/explore/dd_formula.h"

#include <string.h>

#include "base/check.h"

/* ---- variables ---- */

int dd_shared_var(const DdManager *m, uint32_t bit, bool next)
{
    CHECK(bit < m->shared_bits);
    return (int)(2 * bit + next);
}

/* The same bit of all slots is together: comparisons of slots stay small. */
int dd_local_var(const DdManager *m, uint32_t slot, uint32_t bit, bool next)
{
    CHECK(bit < m->local_bits && slot < m->slots);
    return (int)(2 * m->shared_bits + 2 * (bit * m->slots + slot) + next);
}

void dd_manager_clear(DdManager *m)
{
    for (uint32_t i = 0; i < m->formula_bdds.count; i++)
        bdd_delref(m->formula_bdds.data[i]);
    for (uint32_t i = 0; i < m->less.count; i++) {
        bdd_delref(m->less.data[i]);
        bdd_delref(m->same.data[i]);
    }
    intern_clear(&m->formulas);
    intern_clear(&m->orders);
    vec_free(m->run, &m->formula_bdds);
    vec_free(m->run, &m->less);
    vec_free(m->run, &m->same);
}

/* ---- formulas ---- */

/* Primed variables that the step does not havoc are the unprimed ones. */
typedef struct Translation {
    DdManager *m;
    const BoolHavoc *havoc;
    const uint32_t *slots; /* by thread of the clause */
    Intern done;
    VEC(BDD) bdds;
} Translation;

static int dd_variable(const Translation *t, const BoolNode *n)
{
    uint64_t changes = n->op == BOOL_SHARED ? t->havoc->shared : n->thread ? t->havoc->passive : t->havoc->active;
    bool next = n->primed && (changes >> n->variable & 1);
    return n->op == BOOL_SHARED ? dd_shared_var(t->m, n->variable, next)
                                : dd_local_var(t->m, t->slots[n->thread], n->variable, next);
}

static BDD translate_expression(Translation *t, BoolExpr e);

static BDD translate_node(Translation *t, const BoolNode *n)
{
    BDD x[3] = {bddfalse, bddfalse, bddfalse};
    for (uint32_t i = 0; i < boolprog_operand_count(n->op); i++)
        x[i] = translate_expression(t, n->operand[i]);
    switch (n->op) {
    case BOOL_TRUE: return bddtrue;
    case BOOL_SHARED:
    case BOOL_LOCAL: return bdd_ithvar(dd_variable(t, n));
    case BOOL_NOT: return bdd_not(x[0]);
    case BOOL_AND: return bdd_and(x[0], x[1]);
    case BOOL_OR: return bdd_or(x[0], x[1]);
    case BOOL_XOR: return bdd_xor(x[0], x[1]);
    case BOOL_IMPLIES: return bdd_imp(x[0], x[1]);
    case BOOL_IFF: return bdd_biimp(x[0], x[1]);
    case BOOL_ITE: return bdd_ite(x[0], x[1], x[2]);
    case BOOL_FALSE:
    case BOOL_STAR:
    case BOOL_CHOOSE: break; /* the last two are not in clauses */
    }
    return bddfalse;
}

/* Owned by the translation. */
static BDD translate_expression(Translation *t, BoolExpr e)
{
    uint32_t known = intern_find(&t->done, &e.i, 1);
    if (known != INTERN_NONE) return t->bdds.data[known];
    CHECK(t->done.count == t->bdds.count);
    BDD b = dd_keep(translate_node(t, &t->m->edges->nodes[e.i]));
    intern_add(&t->done, &e.i, 1, NULL);
    vec_push(t->m->run, &t->bdds, b);
    return b;
}

BDD dd_clause(DdManager *m, const BoolEdge *edge, const BoolClause *c, const uint32_t *slots)
{
    CHECK(c->arity <= BOOLPROG_INDICES_MAX && edge >= m->edges->edges.data);
    uint32_t key[2 + BOOLPROG_INDICES_MAX];
    key[0] = c->expr.i;
    key[1] = (uint32_t)(edge - m->edges->edges.data); /* its havoc decides what is primed */
    memcpy(key + 2, slots, c->arity * sizeof *slots);
    bool is_new;
    uint32_t id = intern_add(&m->formulas, key, 2 + c->arity, &is_new);
    if (!is_new) return m->formula_bdds.data[id];
    Translation t = {.m = m, .havoc = &edge->havoc, .slots = slots};
    intern_init(m->run, &t.done);
    BDD b = dd_keep(translate_expression(&t, c->expr));
    for (uint32_t i = 0; i < t.bdds.count; i++)
        bdd_delref(t.bdds.data[i]);
    intern_clear(&t.done);
    vec_free(m->run, &t.bdds);
    vec_push(m->run, &m->formula_bdds, b);
    CHECK(m->formula_bdds.count == m->formulas.count);
    return b;
}

bool dd_binds(const DdManager *m, const BoolClause *c) { return c->needs <= m->n; }

/* ---- order of slots ---- */

void dd_compare(DdManager *m, uint32_t x, uint32_t y, BDD *less, BDD *same)
{
    CHECK(x != y && x < m->slots && y < m->slots);
    const uint32_t key[2] = {x, y};
    bool is_new;
    uint32_t id = intern_add(&m->orders, key, 2, &is_new);
    if (is_new) {
        BDD lt = dd_keep(bddfalse), eq = dd_keep(bddtrue);
        for (uint32_t bit = m->local_bits; bit-- > 0;) { /* from the least significant: bit 0 is the most */
            BDD a = bdd_ithvar(dd_local_var(m, x, bit, false)), b = bdd_ithvar(dd_local_var(m, y, bit, false));
            BDD equal = dd_keep(bdd_biimp(a, b)), smaller = dd_keep(bdd_apply(a, b, bddop_less));
            BDD rest = dd_keep(bdd_and(equal, lt));
            bdd_delref(lt);
            lt = dd_keep(bdd_or(smaller, rest));
            dd_and_into(&eq, equal);
            bdd_delref(equal);
            bdd_delref(smaller);
            bdd_delref(rest);
        }
        vec_push(m->run, &m->less, lt);
        vec_push(m->run, &m->same, eq);
    }
    CHECK(m->less.count == m->orders.count && m->same.count == m->orders.count);
    *less = m->less.data[id];
    *same = m->same.data[id];
}
