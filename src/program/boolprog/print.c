/* Prints programs in the grammar of docs/boolprog.md, in the notation each statement was written in. Parentheses are
 * there wherever two different operators meet, so that no table of precedences is needed to read them. */
#include "program/boolprog/print.h"

#include <string.h>

#include "base/check.h"
#include "base/lexer.h"
#include "program/boolprog/check.h"

typedef struct Printer {
    const BoolProgram *p;
    Str *out;
    const char *const *indices; /* of the constraint being printed; NULL: an assignment */
} Printer;

static bool is_plain_name(const char *name)
{
    for (size_t i = 0; boolprog_keyword(i); i++)
        if (strcmp(name, boolprog_keyword(i)) == 0) return false;
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$";
    static const char all[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$0123456789";
    return strspn(name, letters) > 0 && name[strspn(name, all)] == 0;
}

static void add_quoted_name(Str *out, const char *name)
{
    if (is_plain_name(name))
        str_add(out, name);
    else
        lexer_add_quoted(out, '`', name);
}

static void add_local_of_thread(const Printer *pr, uint32_t thread, uint32_t variable)
{
    const char *name = pr->p->local.data[variable].name;
    if (pr->indices) {
        add_quoted_name(pr->out, pr->indices[thread]);
        str_add(pr->out, ".");
    }
    if (!pr->indices && thread) str_add(pr->out, "[");
    add_quoted_name(pr->out, name);
    if (!pr->indices && thread) str_add(pr->out, "]");
}

static const char *operator_text(BoolOp op)
{
    switch (op) {
    case BOOL_AND: return " && ";
    case BOOL_OR: return " || ";
    case BOOL_XOR: return " ^ ";
    case BOOL_IMPLIES: return " => ";
    case BOOL_IFF: return " <=> ";
    case BOOL_FALSE:
    case BOOL_TRUE:
    case BOOL_STAR:
    case BOOL_SHARED:
    case BOOL_LOCAL:
    case BOOL_NOT:
    case BOOL_ITE:
    case BOOL_CHOOSE: break;
    }
    return NULL;
}

static void add_expr(const Printer *pr, BoolExpr e);

static void add_parenthesized(const Printer *pr, BoolExpr e, BoolOp parent)
{
    BoolOp op = boolprog_get(pr->p, e).op;
    bool bare = (!operator_text(op) && op != BOOL_ITE) || (op == parent && op != BOOL_IMPLIES);
    if (!bare) str_add(pr->out, "(");
    add_expr(pr, e);
    if (!bare) str_add(pr->out, ")");
}

static void add_expr(const Printer *pr, BoolExpr e)
{
    BoolNode n = boolprog_get(pr->p, e);
    switch (n.op) {
    case BOOL_FALSE: str_add(pr->out, "0"); return;
    case BOOL_TRUE: str_add(pr->out, "1"); return;
    case BOOL_STAR: str_add(pr->out, "*"); return;
    case BOOL_SHARED: add_quoted_name(pr->out, pr->p->shared.data[n.variable].name); break;
    case BOOL_LOCAL: add_local_of_thread(pr, n.thread, n.variable); break;
    case BOOL_NOT:
        str_add(pr->out, "!");
        add_parenthesized(pr, n.operand[0], BOOL_NOT);
        return;
    case BOOL_AND:
    case BOOL_OR:
    case BOOL_XOR:
    case BOOL_IMPLIES:
    case BOOL_IFF:
        add_parenthesized(pr, n.operand[0], n.op); /* operators associate to the left, except => */
        str_add(pr->out, operator_text(n.op));
        add_parenthesized(pr, n.operand[1], BOOL_NOT);
        return;
    case BOOL_ITE:
        add_parenthesized(pr, n.operand[0], BOOL_NOT);
        str_add(pr->out, " ? ");
        add_parenthesized(pr, n.operand[1], BOOL_NOT);
        str_add(pr->out, " : ");
        add_parenthesized(pr, n.operand[2], BOOL_NOT);
        return;
    case BOOL_CHOOSE:
        str_add(pr->out, "choose(");
        add_expr(pr, n.operand[0]);
        str_add(pr->out, ", ");
        add_expr(pr, n.operand[1]);
        str_add(pr->out, ")");
        return;
    }
    if (n.primed) str_add(pr->out, "'");
}

/* ---- statements ---- */

static void add_target(const Printer *pr, BoolTarget t, bool havoc)
{
    CHECK(t.variable < (t.kind == BOOL_TARGET_SHARED ? pr->p->shared.count : pr->p->local.count));
    if (t.kind == BOOL_TARGET_SHARED) {
        add_quoted_name(pr->out, pr->p->shared.data[t.variable].name);
        return;
    }
    str_add(pr->out, t.kind == BOOL_TARGET_ALL ? "all(" : t.kind == BOOL_TARGET_PASSIVE ? "[" : havoc ? "a." : "");
    add_quoted_name(pr->out, pr->p->local.data[t.variable].name);
    str_add(pr->out, t.kind == BOOL_TARGET_ALL ? ")" : t.kind == BOOL_TARGET_PASSIVE ? "]" : "");
}

static void add_forall(Printer *pr, const BoolConstraint *c)
{
    str_add(pr->out, "forall {");
    for (uint32_t i = 0; i < c->index_count; i++) {
        if (i) str_add(pr->out, ", ");
        add_quoted_name(pr->out, c->indices[i]);
    }
    str_add(pr->out, "} . ");
    CHECK(!pr->indices && c->index_count <= BOOLPROG_INDICES_MAX);
    pr->indices = c->indices;
    add_expr(pr, c->expr);
    pr->indices = NULL;
}

static void add_havoc_statement(Printer *pr, const BoolStmt *s)
{
    str_add(pr->out, "havoc {");
    for (uint32_t i = 0; i < s->targets.count; i++) {
        if (i) str_add(pr->out, ", ");
        add_target(pr, s->targets.data[i], true);
    }
    str_add(pr->out, "} constrain ");
    for (uint32_t i = 0; i < s->constraints.count; i++) {
        if (i) str_add(pr->out, ", ");
        add_forall(pr, &s->constraints.data[i]);
    }
}

static void add_assigned_list(const Printer *pr, const BoolStmt *s)
{
    for (uint32_t i = 0; i < s->targets.count; i++) {
        if (i) str_add(pr->out, ", ");
        add_target(pr, s->targets.data[i], false);
    }
    str_add(pr->out, " = ");
    for (uint32_t i = 0; i < s->values.count; i++) {
        if (i) str_add(pr->out, ", ");
        add_expr(pr, s->values.data[i]);
    }
}

static void add_destinations(Str *out, const uint32_t *locations, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        str_addf(out, "%s%u", i ? ", " : "", locations[i]);
}

void boolprog_print_statement(const BoolProgram *p, const BoolStmt *s, Str *out)
{
    Printer pr = {p, out, NULL};
    switch (s->kind) {
    case BOOL_STMT_GOTO:
        str_add(out, "goto ");
        add_destinations(out, s->destinations.data, s->destinations.count);
        return;
    case BOOL_STMT_CONSTRAIN: add_havoc_statement(&pr, s); return;
    case BOOL_STMT_ASSIGN: add_assigned_list(&pr, s); return;
    case BOOL_STMT_ASSUME: str_add(out, "assume "); break;
    case BOOL_STMT_ASSERT: str_add(out, "assert "); break;
    case BOOL_STMT_IF: str_add(out, "if "); break;
    }
    add_expr(&pr, s->condition);
    if (s->kind == BOOL_STMT_IF) str_add(out, " then");
}

/* ---- programs ---- */

static void add_declared_variables(Str *out, const char *class, const BoolVariables *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const BoolVariable *v = &list->data[i];
        str_add(out, i ? ", " : class);
        add_quoted_name(out, v->name);
        if (v->initial != BOOL_INIT_ANY) str_add(out, v->initial == BOOL_INIT_TRUE ? " = 1" : " = 0");
    }
    if (list->count) str_add(out, ";\n");
}

void boolprog_print(const BoolProgram *p, Str *out)
{
    CHECK(!boolprog_check(p));
    add_declared_variables(out, "shared ", &p->shared);
    add_declared_variables(out, "local ", &p->local);
    if (p->errors.count) {
        str_add(out, "error ");
        add_destinations(out, p->errors.data, p->errors.count);
        str_add(out, ";\n");
    }
    for (uint32_t i = 0; i < p->statements.count; i++) {
        str_addf(out, "%u: ", i + 1);
        boolprog_print_statement(p, &p->statements.data[i], out);
        str_add(out, p->statements.data[i].kind == BOOL_STMT_IF ? "\n" : ";\n");
    }
}
