#include "program/boolprog/edge.h"

#include <string.h>

#include "program/boolprog/check.h"

#include "base/check.h"

/* Expressions for: the result may be 0, may be 1. */
typedef struct Results {
    BoolExpr may[2];
} Results;

typedef struct Builder {
    BoolProgram *p;
    VEC(Results) results; /* by expression, may[0].i = NONE: not yet */
    Intern added;         /* [edge, needs, conjunct] that have been added */
} Builder;

#define NONE UINT32_MAX

/* ---- eval of paper 003, symbolically ---- */

static Results make_results(BoolExpr may0, BoolExpr may1) { return (Results){{may0, may1}}; }
static Results not_results(Results a) { return make_results(a.may[1], a.may[0]); }

static Results and_results(BoolProgram *p, Results a, Results b)
{
    return make_results(boolprog_or(p, a.may[0], b.may[0]), boolprog_and(p, a.may[1], b.may[1]));
}

static Results difference(BoolProgram *p, Results a, Results b)
{
    BoolExpr same = boolprog_or(p, boolprog_and(p, a.may[0], b.may[0]), boolprog_and(p, a.may[1], b.may[1]));
    BoolExpr other = boolprog_or(p, boolprog_and(p, a.may[0], b.may[1]), boolprog_and(p, a.may[1], b.may[0]));
    return make_results(same, other);
}

static Results ite_results(BoolProgram *p, Results c, Results yes, Results no)
{
    BoolExpr may[2];
    for (int v = 0; v <= 1; v++)
        may[v] = boolprog_or(p, boolprog_and(p, c.may[1], yes.may[v]), boolprog_and(p, c.may[0], no.may[v]));
    return make_results(may[0], may[1]);
}

static bool is_certain_result(BoolProgram *p, Results a) { return boolprog_not(p, a.may[1]).i == a.may[0].i; }

static Results results_of(Builder *b, BoolExpr e);

static Results combine(Builder *b, const BoolNode *n)
{
    BoolProgram *p = b->p;
    Results x[3];
    for (uint32_t i = 0; i < boolprog_operand_count(n->op); i++)
        x[i] = results_of(b, n->operand[i]);
    switch (n->op) {
    case BOOL_STAR: return make_results(boolprog_constant(p, true), boolprog_constant(p, true));
    case BOOL_NOT: return not_results(x[0]);
    case BOOL_AND: return and_results(p, x[0], x[1]);
    case BOOL_OR: return not_results(and_results(p, not_results(x[0]), not_results(x[1])));
    case BOOL_IMPLIES: return not_results(and_results(p, x[0], not_results(x[1])));
    case BOOL_XOR: return difference(p, x[0], x[1]);
    case BOOL_IFF: return not_results(difference(p, x[0], x[1]));
    case BOOL_ITE: return ite_results(p, x[0], x[1], x[2]);
    case BOOL_CHOOSE: /* 1 if x; 0 if not x, whatever y; also 1 if neither */
        return make_results(x[0].may[0], boolprog_or(p, x[0].may[1], boolprog_and(p, x[0].may[0], x[1].may[0])));
    case BOOL_FALSE:
    case BOOL_TRUE:
    case BOOL_SHARED:
    case BOOL_LOCAL: break;
    }
    RUN_CHECK(p->run, !"leaf without choice");
    return x[0];
}

/* Is there no choice inside that matters: then the expression is its own may1. */
static bool is_free_of_choice(Builder *b, const BoolNode *n)
{
    if (n->op == BOOL_STAR || n->op == BOOL_CHOOSE) return false;
    for (uint32_t i = 0; i < boolprog_operand_count(n->op); i++) {
        Results r = results_of(b, n->operand[i]);
        if (r.may[1].i != n->operand[i].i || !is_certain_result(b->p, r)) return false;
    }
    return true;
}

static Results results_of(Builder *b, BoolExpr e)
{
    while (b->results.count <= e.i)
        vec_push(b->p->run, &b->results, make_results((BoolExpr){NONE}, (BoolExpr){NONE}));
    if (b->results.data[e.i].may[0].i != NONE) return b->results.data[e.i];
    BoolNode n = boolprog_get(b->p, e);
    Results r = is_free_of_choice(b, &n) ? make_results(boolprog_not(b->p, e), e) : combine(b, &n);
    CHECK(b->results.count > e.i && r.may[0].i != NONE && r.may[1].i != NONE);
    b->results.data[e.i] = r;
    return r;
}

/* variable' is one of the results of e */
static BoolExpr is_result(Builder *b, BoolExpr primed, BoolExpr e)
{
    BoolProgram *p = b->p;
    Results r = results_of(b, e);
    if (is_certain_result(p, r)) return boolprog_node(p, BOOL_IFF, primed, r.may[1], r.may[1]);
    return boolprog_and(p, boolprog_or(p, boolprog_not(p, primed), r.may[1]), boolprog_or(p, primed, r.may[0]));
}

/* ---- support, thread indices ---- */

static void collect_support(const BoolNode *nodes, BoolExpr e, Intern *seen, BoolSupport *s)
{
    bool is_new;
    intern_add(seen, &e.i, 1, &is_new);
    if (!is_new) return;
    const BoolNode *n = &nodes[e.i];
    CHECK(n->variable < BOOLPROG_VARIABLES_MAX || boolprog_operand_count(n->op));
    uint64_t bit = UINT64_C(1) << n->variable % 64;
    if (n->op == BOOL_SHARED) s->shared[n->primed] |= bit;
    if (n->op == BOOL_LOCAL) {
        CHECK(n->thread < BOOLPROG_INDICES_MAX);
        s->local[n->thread][n->primed] |= bit;
        s->threads |= UINT32_C(1) << n->thread;
    }
    for (uint32_t i = 0; i < boolprog_operand_count(n->op); i++)
        collect_support(nodes, n->operand[i], seen, s);
}

void boolprog_support(const BoolEdges *edges, BoolExpr e, BoolSupport *support)
{
    Intern seen;
    intern_init(edges->program->run, &seen);
    memset(support, 0, sizeof *support);
    collect_support(edges->nodes, e, &seen, support);
    intern_clear(&seen);
}

static uint32_t threads_in_expr(const BoolProgram *p, BoolExpr e, Intern *seen)
{
    bool is_new;
    intern_add(seen, &e.i, 1, &is_new);
    if (!is_new) return 0;
    BoolNode n = boolprog_get(p, e);
    uint32_t threads = n.op == BOOL_LOCAL ? UINT32_C(1) << n.thread : 0;
    for (uint32_t i = 0; i < boolprog_operand_count(n.op); i++)
        threads |= threads_in_expr(p, n.operand[i], seen);
    return threads;
}

/* Images of expressions under a renaming of threads. */
typedef struct Renaming {
    const uint32_t *to; /* thread t becomes to[t] */
    Intern done;        /* expressions; images are in the same order */
    VEC(BoolExpr) images;
} Renaming;

static BoolExpr rename_threads(BoolProgram *p, BoolExpr e, Renaming *r)
{
    uint32_t known = intern_find(&r->done, &e.i, 1);
    if (known != INTERN_NONE) return r->images.data[known];
    BoolNode n = boolprog_get(p, e);
    BoolExpr image = e, x[3] = {e, e, e};
    uint32_t count = boolprog_operand_count(n.op);
    for (uint32_t i = 0; i < count; i++)
        x[i] = rename_threads(p, n.operand[i], r);
    if (n.op == BOOL_LOCAL)
        image = boolprog_local(p, r->to[n.thread], n.variable, n.primed);
    else if (count)
        image = boolprog_node(p, n.op, x[0], x[1], x[2]);
    intern_add(&r->done, &e.i, 1, NULL);
    vec_push(p->run, &r->images, image);
    CHECK(r->images.count == r->done.count);
    CHECK(boolprog_depth(p, image) == boolprog_depth(p, e));
    return image;
}

/* ---- clauses ---- */

/* Does e mention no threads but 0 .. arity - 1? */
static bool names_first_threads(const BoolProgram *p, BoolExpr e, uint32_t arity)
{
    Intern seen;
    intern_init(p->run, &seen);
    uint32_t threads = threads_in_expr(p, e, &seen);
    intern_clear(&seen);
    return threads < UINT32_C(1) << arity;
}

static void add_clause(Builder *b, BoolEdge *edge, uint32_t needs, BoolExpr e)
{
    BoolProgram *p = b->p;
    Intern seen;
    intern_init(p->run, &seen);
    uint32_t threads = threads_in_expr(p, e, &seen) | 1, to[BOOLPROG_INDICES_MAX], arity = 0;
    intern_clear(&seen);
    bool moves = false;
    for (uint32_t t = 0; t < BOOLPROG_INDICES_MAX; t++) {
        if (!(threads >> t & 1)) continue;
        moves |= arity != t;
        to[t] = arity++;
    }
    if (moves) {
        Renaming r = {.to = to};
        intern_init(p->run, &r.done);
        e = rename_threads(p, e, &r);
        intern_clear(&r.done);
        vec_free(p->run, &r.images);
    }
    CHECK(arity >= 1 && arity <= needs); /* threads of the constraint's index set */
    CHECK(names_first_threads(p, e, arity));
    vec_push(p->run, &edge->clauses, ((BoolClause){needs, arity, e}));
}

/* Every conjunct is a clause of its own: it binds fewer threads, and is decided earlier. */
static void add_conjunct_clauses(Builder *b, BoolEdge *edge, uint32_t needs, BoolExpr e)
{
    const uint32_t key[2] = {needs, e.i};
    bool is_new;
    intern_add(&b->added, key, 2, &is_new);
    if (!is_new) return;
    BoolNode n = boolprog_get(b->p, e);
    if (n.op == BOOL_TRUE) return;
    if (n.op != BOOL_AND) {
        add_clause(b, edge, needs, e);
        return;
    }
    add_conjunct_clauses(b, edge, needs, n.operand[0]);
    add_conjunct_clauses(b, edge, needs, n.operand[1]);
}

static void add_constraint_clauses(Builder *b, BoolEdge *edge, uint32_t needs, BoolExpr e)
{
    intern_clear(&b->added);
    add_conjunct_clauses(b, edge, needs, e);
}

/* ---- statements ---- */

static void havoc_target(BoolHavoc *h, BoolTarget t)
{
    uint64_t bit = UINT64_C(1) << t.variable;
    switch (t.kind) {
    case BOOL_TARGET_SHARED: h->shared |= bit; return;
    case BOOL_TARGET_ACTIVE: h->active |= bit; return;
    case BOOL_TARGET_PASSIVE: h->passive |= bit; return;
    case BOOL_TARGET_ALL:
        h->active |= bit;
        h->passive |= bit;
        return;
    }
}

static BoolExpr primed_target(BoolProgram *p, BoolTarget t)
{
    if (t.kind == BOOL_TARGET_SHARED) return boolprog_shared(p, t.variable, true);
    return boolprog_local(p, t.kind == BOOL_TARGET_PASSIVE ? 1 : 0, t.variable, true);
}

static void add_bool_edge(Builder *b, BoolEdges *edges, BoolEdge *edge)
{
    CHECK(edge->source >= 1 && edge->source <= b->p->statements.count);
    CHECK(edge->target >= 1 && edge->target <= b->p->statements.count + 1);
    CHECK(!edge->fails || edge->target == edge->source);
    vec_push(b->p->run, &edges->edges, *edge);
}

static void add_branch(Builder *b, BoolEdges *edges, uint32_t source, uint32_t target, bool fails, BoolExpr guard)
{
    BoolEdge edge = {.source = source, .target = target, .fails = fails};
    if (boolprog_get(b->p, guard).op == BOOL_FALSE) return;
    add_constraint_clauses(b, &edge, 1, guard);
    add_bool_edge(b, edges, &edge);
}

static void add_statement(Builder *b, BoolEdges *edges, uint32_t d)
{
    BoolProgram *p = b->p;
    const BoolStmt *s = &p->statements.data[d - 1];
    BoolEdge edge = {.source = d, .target = d + 1};
    for (uint32_t i = 0; i < s->targets.count; i++)
        havoc_target(&edge.havoc, s->targets.data[i]);
    Results r;
    switch (s->kind) {
    case BOOL_STMT_GOTO:
        for (uint32_t i = 0; i < s->destinations.count; i++) {
            edge.target = s->destinations.data[i];
            add_bool_edge(b, edges, &edge);
        }
        return;
    case BOOL_STMT_CONSTRAIN:
        for (uint32_t i = 0; i < s->constraints.count; i++)
            add_constraint_clauses(b, &edge, s->constraints.data[i].index_count, s->constraints.data[i].expr);
        add_bool_edge(b, edges, &edge);
        return;
    case BOOL_STMT_ASSIGN:
        for (uint32_t i = 0; i < s->targets.count; i++) {
            BoolTarget t = s->targets.data[i];
            BoolExpr e = is_result(b, primed_target(p, t), s->values.data[i]);
            add_constraint_clauses(b, &edge, t.kind == BOOL_TARGET_PASSIVE ? 2 : 1, e);
        }
        add_bool_edge(b, edges, &edge);
        return;
    case BOOL_STMT_ASSUME:
    case BOOL_STMT_ASSERT:
    case BOOL_STMT_IF:
        r = results_of(b, s->condition);
        add_branch(b, edges, d, d + 1, false, r.may[1]);
        if (s->kind == BOOL_STMT_ASSERT) add_branch(b, edges, d, d, true, r.may[0]);
        if (s->kind == BOOL_STMT_IF) add_branch(b, edges, d, s->destinations.data[0], false, r.may[0]);
        return;
    }
}

static void measure_clauses(BoolEdges *edges)
{
    edges->needs_max = edges->arity_max = 1;
    for (uint32_t i = 0; i < edges->edges.count; i++)
        for (uint32_t k = 0; k < edges->edges.data[i].clauses.count; k++) {
            const BoolClause *c = &edges->edges.data[i].clauses.data[k];
            if (c->needs > edges->needs_max) edges->needs_max = c->needs;
            if (c->arity > edges->arity_max) edges->arity_max = c->arity;
        }
}

/* The edges of each location are where `first` says, and all clauses are within the bounds. */
static bool are_valid(const BoolEdges *edges)
{
    uint32_t end = edges->program->statements.count + 1;
    for (uint32_t d = 1; d <= end; d++) {
        if (edges->first[d] > edges->first[d + 1] || edges->first[d + 1] > edges->edges.count) return false;
        for (uint32_t e = edges->first[d]; e < edges->first[d + 1]; e++)
            if (edges->edges.data[e].source != d) return false;
    }
    return edges->first[1] == 0 && edges->first[end + 1] == edges->edges.count &&
           edges->arity_max <= edges->needs_max && edges->needs_max <= BOOLPROG_INDICES_MAX;
}

BoolEdges *boolprog_edges(BoolProgram *p)
{
    CHECK(!boolprog_check(p));
    Builder b = {.p = p};
    intern_init(p->run, &b.added);
    BoolEdges *edges = run_alloc(p->run, sizeof *edges);
    edges->program = p;
    uint32_t count = p->statements.count;
    edges->first = run_alloc(p->run, (count + 3) * sizeof *edges->first);
    for (uint32_t d = 1; d <= count; d++) {
        run_poll(p->run);
        edges->first[d] = edges->edges.count;
        add_statement(&b, edges, d);
    }
    edges->first[count + 1] = edges->first[count + 2] = edges->edges.count;
    measure_clauses(edges);
    CHECK(are_valid(edges));
    BoolNode *nodes = run_alloc(p->run, (p->nodes.count + 1) * sizeof *nodes);
    for (uint32_t i = 0; i < p->nodes.count; i++)
        nodes[i] = boolprog_get(p, (BoolExpr){i});
    edges->nodes = nodes;
    intern_clear(&b.added);
    vec_free(p->run, &b.results);
    return edges;
}

void boolprog_edges_free(BoolEdges *edges)
{
    Run *run = edges->program->run;
    for (uint32_t i = 0; i < edges->edges.count; i++)
        vec_free(run, &edges->edges.data[i].clauses);
    vec_free(run, &edges->edges);
    run_release(run, edges->first);
    run_release(run, (void *)edges->nodes);
    run_release(run, edges);
}

/* ---- the other notation ---- */

static const char **index_names(BoolProgram *p, uint32_t count)
{
    CHECK(count >= 1 && count <= 2);
    const char **names = run_alloc(p->run, 2 * sizeof *names);
    names[0] = "a";
    names[1] = count > 1 ? "p" : NULL;
    for (uint32_t i = 0; count > 1 && i < p->shared.count + p->local.count; i++) {
        bool shared = i < p->shared.count;
        const char *name = shared ? p->shared.data[i].name : p->local.data[i - p->shared.count].name;
        if (strcmp(name, names[1]) != 0) continue;
        names[1] = run_format(p->run, "%s_", names[1]); /* and look again, from the start */
        i = UINT32_MAX;
    }
    return names;
}

static void add_quantified(BoolProgram *p, BoolStmt *s, uint32_t indices, BoolExpr e)
{
    vec_push(p->run, &s->constraints, ((BoolConstraint){indices, index_names(p, indices), e}));
}

static void constrain_assignment(Builder *b, BoolStmt *s)
{
    CHECK(s->kind == BOOL_STMT_ASSIGN && s->targets.count == s->values.count);
    BoolProgram *p = b->p;
    BoolStmt out = {.kind = BOOL_STMT_CONSTRAIN, .pos = s->pos, .text = s->text};
    BoolExpr own = boolprog_constant(p, true), others = own;
    uint64_t active = 0;
    for (uint32_t i = 0; i < s->targets.count; i++)
        if (s->targets.data[i].kind == BOOL_TARGET_ACTIVE) active |= UINT64_C(1) << s->targets.data[i].variable;
    for (uint32_t i = 0; i < s->targets.count; i++) {
        BoolTarget t = s->targets.data[i];
        BoolExpr e = is_result(b, primed_target(p, t), s->values.data[i]);
        if (t.kind != BOOL_TARGET_PASSIVE) {
            own = boolprog_and(p, own, e);
        } else {
            others = boolprog_and(p, others, e);
            t.kind = BOOL_TARGET_ALL;
            if (!(active >> t.variable & 1)) { /* all(m) havocs the active thread's m, too */
                BoolExpr now = boolprog_local(p, 0, t.variable, false);
                own =
                    boolprog_and(p, own, boolprog_node(p, BOOL_IFF, boolprog_local(p, 0, t.variable, true), now, now));
            }
        }
        vec_push(p->run, &out.targets, t);
    }
    add_quantified(p, &out, 1, own);
    if (boolprog_get(p, others).op != BOOL_TRUE) add_quantified(p, &out, 2, others);
    *s = out;
}

BoolProgram *boolprog_constrained(const BoolProgram *program)
{
    BoolProgram *p = boolprog_new(program->run);
    Run *run = p->run;
    for (uint32_t i = 0; i < program->nodes.count; i++) { /* the same ids */
        uint32_t length;
        const uint32_t *key = intern_key(&program->nodes, i, &length);
        uint32_t id = intern_add(&p->nodes, key, length, NULL);
        CHECK(id == i);
        vec_push(run, &p->depths, program->depths.data[i]);
    }
    for (uint32_t i = 0; i < program->shared.count; i++)
        vec_push(run, &p->shared, program->shared.data[i]);
    for (uint32_t i = 0; i < program->local.count; i++)
        vec_push(run, &p->local, program->local.data[i]);
    for (uint32_t i = 0; i < program->errors.count; i++)
        vec_push(run, &p->errors, program->errors.data[i]);
    Builder b = {.p = p};
    for (uint32_t i = 0; i < program->statements.count; i++) {
        BoolStmt s = program->statements.data[i]; /* shares its vectors, which nobody frees */
        if (s.kind == BOOL_STMT_ASSIGN) constrain_assignment(&b, &s);
        if (s.kind == BOOL_STMT_ASSUME) {
            BoolStmt out = {.kind = BOOL_STMT_CONSTRAIN, .pos = s.pos, .text = s.text};
            add_quantified(p, &out, 1, results_of(&b, s.condition).may[1]);
            s = out;
        }
        vec_push(run, &p->statements, s);
    }
    vec_free(run, &b.results);
    CHECK(!boolprog_check(p));
    return p;
}
