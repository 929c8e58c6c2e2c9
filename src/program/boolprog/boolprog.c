#include "program/boolprog/boolprog.h"

#include <string.h>

#include "base/check.h"

#define KEY_WORDS 4 /* operator and prime; thread and variable, or the operands */

BoolProgram *boolprog_new(Run *run)
{
    BoolProgram *p = run_alloc(run, sizeof *p);
    p->run = run;
    intern_init(run, &p->nodes);
    return p;
}

const char *boolprog_keyword(size_t i)
{
    static const char *const keywords[] = {"shared", "local", "bool", "havoc", "constrain", "forall", "goto", "assume",
                                           "assert", "if",    "then", "skip",  "error",     "choose", "all"};
    return i < sizeof keywords / sizeof keywords[0] ? keywords[i] : NULL;
}

uint32_t boolprog_operand_count(BoolOp op)
{
    switch (op) {
    case BOOL_FALSE:
    case BOOL_TRUE:
    case BOOL_STAR:
    case BOOL_SHARED:
    case BOOL_LOCAL: return 0;
    case BOOL_NOT: return 1;
    case BOOL_AND:
    case BOOL_OR:
    case BOOL_XOR:
    case BOOL_IMPLIES:
    case BOOL_IFF:
    case BOOL_CHOOSE: return 2;
    case BOOL_ITE: return 3;
    }
    return 0;
}

BoolNode boolprog_get(const BoolProgram *p, BoolExpr e)
{
    const uint32_t *k = intern_key(&p->nodes, e.i, NULL);
    CHECK(k[0] >> 1 <= BOOL_CHOOSE);
    BoolNode n = {.op = (BoolOp)(k[0] >> 1), .primed = k[0] & 1};
    if (n.op == BOOL_SHARED || n.op == BOOL_LOCAL) {
        n.thread = k[1];
        n.variable = k[2];
    } else {
        for (uint32_t i = 0; i < 3; i++)
            n.operand[i].i = k[1 + i];
    }
    return n;
}

uint32_t boolprog_depth(const BoolProgram *p, BoolExpr e)
{
    CHECK(e.i < p->depths.count);
    return p->depths.data[e.i];
}

static BoolExpr intern_node(BoolProgram *p, const uint32_t key[KEY_WORDS], uint32_t depth)
{
    bool is_new;
    uint32_t id = intern_add(&p->nodes, key, KEY_WORDS, &is_new);
    if (is_new) vec_push(p->run, &p->depths, (uint16_t)(depth < UINT16_MAX ? depth : UINT16_MAX));
    CHECK(p->depths.count == p->nodes.count);
    return (BoolExpr){id};
}

static BoolExpr intern_leaf(BoolProgram *p, BoolOp op, bool primed, uint32_t thread, uint32_t variable)
{
    const uint32_t key[KEY_WORDS] = {(uint32_t)op << 1 | primed, thread, variable, 0};
    return intern_node(p, key, 1);
}

BoolExpr boolprog_constant(BoolProgram *p, bool value)
{
    return intern_leaf(p, value ? BOOL_TRUE : BOOL_FALSE, false, 0, 0);
}

BoolExpr boolprog_star(BoolProgram *p) { return intern_leaf(p, BOOL_STAR, false, 0, 0); }

BoolExpr boolprog_shared(BoolProgram *p, uint32_t variable, bool primed)
{
    CHECK(variable < p->shared.count);
    return intern_leaf(p, BOOL_SHARED, primed, 0, variable);
}

BoolExpr boolprog_local(BoolProgram *p, uint32_t thread, uint32_t variable, bool primed)
{
    CHECK(variable < p->local.count && thread < BOOLPROG_INDICES_MAX);
    return intern_leaf(p, BOOL_LOCAL, primed, thread, variable);
}

BoolExpr boolprog_node(BoolProgram *p, BoolOp op, BoolExpr a, BoolExpr b, BoolExpr c)
{
    uint32_t n = boolprog_operand_count(op), depth = 0;
    uint32_t key[KEY_WORDS] = {(uint32_t)op << 1, 0, 0, 0};
    const BoolExpr operands[3] = {a, b, c};
    CHECK(n > 0); /* leaves have functions of their own */
    for (uint32_t i = 0; i < n; i++) {
        CHECK(operands[i].i < p->nodes.count);
        key[1 + i] = operands[i].i;
        if (boolprog_depth(p, operands[i]) > depth) depth = boolprog_depth(p, operands[i]);
    }
    return intern_node(p, key, depth + 1);
}

static BoolOp op_of(const BoolProgram *p, BoolExpr e) { return boolprog_get(p, e).op; }

BoolExpr boolprog_not(BoolProgram *p, BoolExpr a)
{
    BoolNode n = boolprog_get(p, a);
    if (n.op == BOOL_FALSE || n.op == BOOL_TRUE) return boolprog_constant(p, n.op == BOOL_FALSE);
    return n.op == BOOL_NOT ? n.operand[0] : boolprog_node(p, BOOL_NOT, a, a, a);
}

BoolExpr boolprog_and(BoolProgram *p, BoolExpr a, BoolExpr b)
{
    if (op_of(p, a) == BOOL_FALSE || op_of(p, b) == BOOL_TRUE || a.i == b.i) return a;
    if (op_of(p, b) == BOOL_FALSE || op_of(p, a) == BOOL_TRUE) return b;
    return boolprog_node(p, BOOL_AND, a, b, b);
}

BoolExpr boolprog_or(BoolProgram *p, BoolExpr a, BoolExpr b)
{
    if (op_of(p, a) == BOOL_TRUE || op_of(p, b) == BOOL_FALSE || a.i == b.i) return a;
    if (op_of(p, b) == BOOL_TRUE || op_of(p, a) == BOOL_FALSE) return b;
    return boolprog_node(p, BOOL_OR, a, b, b);
}

/* ---- equality ---- */

typedef struct Comparison {
    const BoolProgram *p, *q;
    Intern same; /* [expression of p, expression of q] known to be equal */
} Comparison;

static bool equal_expr(Comparison *c, BoolExpr a, BoolExpr b)
{
    const uint32_t key[2] = {a.i, b.i};
    if (intern_find(&c->same, key, 2) != INTERN_NONE) return true;
    CHECK(a.i < c->p->nodes.count && b.i < c->q->nodes.count);
    BoolNode m = boolprog_get(c->p, a), n = boolprog_get(c->q, b);
    if (m.op != n.op || m.primed != n.primed || m.thread != n.thread || m.variable != n.variable) return false;
    for (uint32_t i = 0; i < boolprog_operand_count(m.op); i++)
        if (!equal_expr(c, m.operand[i], n.operand[i])) return false;
    intern_add(&c->same, key, 2, NULL);
    return true;
}

static bool equal_variables(const BoolVariables *a, const BoolVariables *b)
{
    if (a->count != b->count) return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (strcmp(a->data[i].name, b->data[i].name) != 0 || a->data[i].initial != b->data[i].initial) return false;
    return true;
}

static bool has_condition(const BoolStmt *s)
{
    return s->kind == BOOL_STMT_ASSUME || s->kind == BOOL_STMT_ASSERT || s->kind == BOOL_STMT_IF;
}

static bool equal_stmt(Comparison *c, const BoolStmt *s, const BoolStmt *t)
{
    if (s->kind != t->kind || s->destinations.count != t->destinations.count || s->targets.count != t->targets.count ||
        s->values.count != t->values.count || s->constraints.count != t->constraints.count)
        return false;
    for (uint32_t i = 0; i < s->destinations.count; i++)
        if (s->destinations.data[i] != t->destinations.data[i]) return false;
    for (uint32_t i = 0; i < s->targets.count; i++)
        if (s->targets.data[i].kind != t->targets.data[i].kind ||
            s->targets.data[i].variable != t->targets.data[i].variable)
            return false;
    for (uint32_t i = 0; i < s->values.count; i++)
        if (!equal_expr(c, s->values.data[i], t->values.data[i])) return false;
    for (uint32_t i = 0; i < s->constraints.count; i++)
        if (s->constraints.data[i].index_count != t->constraints.data[i].index_count ||
            !equal_expr(c, s->constraints.data[i].expr, t->constraints.data[i].expr))
            return false;
    return !has_condition(s) || equal_expr(c, s->condition, t->condition);
}

bool boolprog_equal(const BoolProgram *p, const BoolProgram *q)
{
    if (!equal_variables(&p->shared, &q->shared) || !equal_variables(&p->local, &q->local)) return false;
    if (p->statements.count != q->statements.count || p->errors.count != q->errors.count) return false;
    for (uint32_t i = 0; i < p->errors.count; i++)
        if (p->errors.data[i] != q->errors.data[i]) return false;
    Comparison c = {.p = p, .q = q};
    intern_init(p->run, &c.same);
    bool equal = true;
    for (uint32_t i = 0; equal && i < p->statements.count; i++)
        equal = equal_stmt(&c, &p->statements.data[i], &q->statements.data[i]);
    intern_clear(&c.same);
    return equal;
}
