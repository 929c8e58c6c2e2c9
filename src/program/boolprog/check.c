/* What boolprog_check asks of a program, statement by statement, from the last one on. */
#include "program/boolprog/check.h"

#include "base/check.h"

typedef struct Check {
    const BoolProgram *p;
    VEC(uint32_t) seen; /* expression to the place + 1 for which it was found right */
    const char *wrong;
} Check;

/* What an expression may mention. */
typedef struct ExpressionPlace {
    uint32_t threads; /* thread indices below that */
    bool constraint;  /* primes, but no choice; otherwise the other way round */
    uint32_t id;      /* of the place: thread indices and constraint as one number, from 1 */
} ExpressionPlace;

static ExpressionPlace make_place(uint32_t threads, bool constraint)
{
    return (ExpressionPlace){threads, constraint, 2 * threads + constraint};
}

static const char *check_bool_node(const Check *c, const BoolNode *n, const ExpressionPlace *place)
{
    switch (n->op) {
    case BOOL_STAR:
    case BOOL_CHOOSE: return place->constraint ? "a choice in a constraint" : NULL;
    case BOOL_SHARED:
        if (n->variable >= c->p->shared.count) return "a shared variable that does not exist";
        return n->primed && !place->constraint ? "a primed variable outside a constraint" : NULL;
    case BOOL_LOCAL:
        if (n->variable >= c->p->local.count) return "a local variable that does not exist";
        if (n->thread >= place->threads) return "a thread index that is not bound";
        return n->primed && !place->constraint ? "a primed variable outside a constraint" : NULL;
    case BOOL_FALSE:
    case BOOL_TRUE:
    case BOOL_NOT:
    case BOOL_AND:
    case BOOL_OR:
    case BOOL_XOR:
    case BOOL_IMPLIES:
    case BOOL_IFF:
    case BOOL_ITE: return NULL;
    }
    return "an unknown operator";
}

static void check_expr(Check *c, BoolExpr e, const ExpressionPlace *place)
{
    if (c->wrong) return;
    if (e.i >= c->p->nodes.count) {
        c->wrong = "an expression that does not exist";
        return;
    }
    CHECK(c->seen.count > e.i && place->id > 0);
    if (c->seen.data[e.i] == place->id) return;
    if (boolprog_depth(c->p, e) > BOOLPROG_DEPTH_MAX) {
        c->wrong = "an expression that is too deep";
        return;
    }
    BoolNode n = boolprog_get(c->p, e);
    c->wrong = check_bool_node(c, &n, place);
    for (uint32_t i = 0; i < boolprog_operand_count(n.op); i++)
        check_expr(c, n.operand[i], place);
    c->seen.data[e.i] = place->id;
}

static void check_targets(Check *c, const BoolStmt *s)
{
    uint64_t seen[BOOL_TARGET_ALL + 1] = {0, 0, 0, 0};
    for (uint32_t i = 0; i < s->targets.count; i++) {
        BoolTarget t = s->targets.data[i];
        bool shared = t.kind == BOOL_TARGET_SHARED;
        if (t.variable >= (shared ? c->p->shared.count : c->p->local.count)) {
            c->wrong = "a target that does not exist";
            return;
        }
        bool assign = s->kind == BOOL_STMT_ASSIGN;
        if (t.kind == (assign ? BOOL_TARGET_ALL : BOOL_TARGET_PASSIVE)) c->wrong = "a target of the other notation";
        if (assign && seen[t.kind] >> t.variable & 1) c->wrong = "a variable that is assigned twice";
        CHECK(t.variable < BOOLPROG_VARIABLES_MAX);
        seen[t.kind] |= UINT64_C(1) << t.variable;
    }
}

static void check_constraints(Check *c, const BoolStmt *s)
{
    for (uint32_t i = 0; i < s->constraints.count; i++) {
        const BoolConstraint *k = &s->constraints.data[i];
        if (!k->index_count || k->index_count > BOOLPROG_INDICES_MAX) c->wrong = "an index set of wrong size";
        ExpressionPlace place = make_place(k->index_count, true);
        check_expr(c, k->expr, &place);
    }
    if (!s->constraints.count) c->wrong = "havoc without constrain";
}

static void check_value_list(Check *c, const BoolStmt *s)
{
    if (!s->targets.count || s->values.count != s->targets.count) {
        c->wrong = "an assignment with different numbers of left and right sides";
        return;
    }
    for (uint32_t i = 0; i < s->values.count; i++) {
        ExpressionPlace place = make_place(s->targets.data[i].kind == BOOL_TARGET_PASSIVE ? 2 : 1, false);
        check_expr(c, s->values.data[i], &place);
    }
}

/* end: the location after the statement and, of an if, after its body. */
static void check_stmt(Check *c, uint32_t at, uint32_t end)
{
    const BoolStmt *s = &c->p->statements.data[at];
    ExpressionPlace place = make_place(1, false);
    check_targets(c, s);
    switch (s->kind) {
    case BOOL_STMT_GOTO:
        if (!s->destinations.count) c->wrong = "goto without destination";
        for (uint32_t i = 0; i < s->destinations.count; i++)
            if (!s->destinations.data[i] || s->destinations.data[i] > c->p->statements.count)
                c->wrong = "goto out of range";
        return;
    case BOOL_STMT_CONSTRAIN: check_constraints(c, s); return;
    case BOOL_STMT_ASSIGN: check_value_list(c, s); return;
    case BOOL_STMT_ASSUME:
    case BOOL_STMT_ASSERT: check_expr(c, s->condition, &place); return;
    case BOOL_STMT_IF:
        check_expr(c, s->condition, &place);
        if (at + 1 == c->p->statements.count) c->wrong = "if without a statement after it";
        if (s->destinations.count != 1 || s->destinations.data[0] != end) c->wrong = "if that goes elsewhere";
        return;
    }
    c->wrong = "an unknown kind of statement";
}

static const char *check_bool_program(Check *c)
{
    const BoolProgram *p = c->p;
    uint32_t count = p->statements.count;
    if (!count || count > BOOLPROG_STATEMENTS_MAX) return "number of statements";
    if (p->shared.count > BOOLPROG_VARIABLES_MAX || p->local.count > BOOLPROG_VARIABLES_MAX)
        return "number of variables";
    for (uint32_t i = 0; i < p->errors.count; i++)
        if (!p->errors.data[i] || p->errors.data[i] > count + 1 || (i && p->errors.data[i] <= p->errors.data[i - 1]))
            return "error locations";
    uint32_t end = count + 1;
    for (uint32_t at = count; at-- > 0 && !c->wrong;) {
        if (p->statements.data[at].kind != BOOL_STMT_IF) end = at + 2;
        check_stmt(c, at, end);
    }
    return c->wrong;
}

const char *boolprog_check(const BoolProgram *p)
{
    Check c = {.p = p};
    vec_resize(p->run, &c.seen, p->nodes.count + 1);
    const char *wrong = check_bool_program(&c);
    vec_free(p->run, &c.seen);
    return wrong;
}
