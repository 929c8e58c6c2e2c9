#include "engines/symmpa/abstraction/cartesian_boolprog.h"

#include <string.h>

#include "engines/symmpa/abstraction/cartesian_statement.h"
#include "logic/term/walk.h"
#include "program/boolprog/check.h"

typedef struct Export {
    Cartesian *x;
    Program *p;
    BoolProgram *out;
    uint32_t template;
    uint32_t *block; /* per location: number of its first statement */
    const char *why;
} Export;

/* ---- the template ---- */

typedef struct SharedSearch {
    const Program *p;
    bool found;
} SharedSearch;

static void look_for_shared_var(void *arg, Term var)
{
    SharedSearch *s = arg;
    if (s->p->vars.data[term_symbol(s->p->tm, var)].class == VAR_SHARED) s->found = true;
}

static bool is_seen_by_others(const Program *p, const Edge *e)
{
    SharedSearch s = {p, e->is_error};
    term_for_each_var(p->tm, e->guard, look_for_shared_var, &s);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        s.found |= p->vars.data[e->assigns[i].var.i].class == VAR_SHARED;
        term_for_each_var(p->tm, e->assigns[i].value, look_for_shared_var, &s);
    }
    for (uint32_t i = 0; i < e->arg_count; i++)
        term_for_each_var(p->tm, e->args[i].value, look_for_shared_var, &s);
    return s.found;
}

/* The only template with a step that is more than a start of threads. */
static uint32_t find_template(Export *ex)
{
    const Program *p = ex->p;
    uint32_t found = NO_ID;
    bool *active = run_alloc(p->run, p->templates.count + 1);
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (is_seen_by_others(p, &p->edges.data[i])) active[p->locs.data[p->edges.data[i].from.i].template.i] = true;
    for (uint32_t t = 0; t < p->templates.count; t++) {
        if (!active[t]) continue;
        if (found != NO_ID) ex->why = "several templates do something";
        found = t;
    }
    for (uint32_t i = 0; i < p->edges.count && found != NO_ID; i++)
        if (p->edges.data[i].spawn.i != NO_ID && active[p->locs.data[p->edges.data[i].from.i].template.i])
            ex->why = "the replicated template starts threads";
    if (found == NO_ID) ex->why = "no template does anything";
    run_release(p->run, active);
    return found;
}

/* ---- variables ---- */

static const char *predicate_name(Export *ex, Term t)
{
    Str s;
    str_init(ex->p->run, &s);
    program_print_term(ex->p, t, &s);
    return str_text(&s);
}

static BoolInit join_bit(BoolInit so_far, bool first, bool value)
{
    BoolInit now = value ? BOOL_INIT_TRUE : BOOL_INIT_FALSE;
    return first || so_far == now ? now : BOOL_INIT_ANY;
}

static void add_shared_variables(Export *ex, const InitialState *states, uint32_t count)
{
    const Predicates *set = ex->x->predicates;
    for (uint32_t i = 0; i < set->shared.count; i++) {
        BoolVariable v = {predicate_name(ex, set->all.data[set->shared.data[i]].term), BOOL_INIT_ANY, {NULL, 0, 0}};
        for (uint32_t s = 0; s < count; s++) {
            Bits bits = cartesian_shared_bits(ex->x, states[s].shared);
            v.initial = join_bit(v.initial, s == 0, bits_get(&bits, i));
        }
        vec_push(ex->p->run, &ex->out->shared, v);
    }
}

/* Of threads that are there at the start; those that are started have arbitrary values. */
static void add_local_variables(Export *ex, const InitialState *states, uint32_t count)
{
    const Predicates *set = ex->x->predicates;
    for (uint32_t i = 0; i < set->local[ex->template].count; i++) {
        uint32_t id = set->local[ex->template].data[i];
        BoolVariable v = {predicate_name(ex, set->all.data[id].term), BOOL_INIT_ANY, {NULL, 0, 0}};
        bool first = true;
        for (uint32_t s = 0; s < count; s++)
            for (uint32_t k = 0; k < states[s].count; k++)
                for (uint32_t c = 0; c < states[s].threads[k].count; c++) {
                    uint32_t local = states[s].threads[k].locals[c];
                    LocId loc = cartesian_location(ex->x, local);
                    if (ex->p->locs.data[loc.i].template.i != ex->template) continue;
                    Bits bits = cartesian_local_bits(ex->x, local);
                    v.initial = join_bit(v.initial, first, bits_get(&bits, i));
                    first = false;
                }
        vec_push(ex->p->run, &ex->out->local, v);
    }
}

/* ---- expressions ---- */

static BoolExpr predicate_variable(Export *ex, Space space, uint32_t index, bool after)
{
    if (space == SPACE_SHARED) return boolprog_shared(ex->out, index, after);
    return boolprog_local(ex->out, space == SPACE_PASSIVE ? 1 : 0, index, after);
}

static BoolExpr export_literal(Export *ex, const Literal *l)
{
    BoolExpr e = predicate_variable(ex, l->space, l->index, l->after);
    return l->value ? e : boolprog_not(ex->out, e);
}

static BoolExpr export_conjunction(Export *ex, const Literal *literals, uint32_t count)
{
    BoolExpr e = boolprog_constant(ex->out, true);
    for (uint32_t i = 0; i < count; i++)
        e = boolprog_and(ex->out, e, export_literal(ex, &literals[i]));
    return e;
}

static BoolExpr disjunction(Export *ex, const Cubes *cubes)
{
    BoolExpr e = boolprog_constant(ex->out, false);
    for (uint32_t i = 0; i < cubes->count; i++)
        e = boolprog_or(ex->out, e, export_conjunction(ex, cubes->data[i].literals, cubes->data[i].count));
    return e;
}

static BoolExpr exported_guard(Export *ex, const AbstractStatement *s)
{
    if (s->guard == NO_ID) return boolprog_constant(ex->out, true);
    return boolprog_not(ex->out, disjunction(ex, &ex->x->strengthenings.data[s->guard].holds));
}

static BoolExpr source_of(Export *ex, const Update *u)
{
    BoolExpr e =
        u->kind == UPDATE_CONST ? boolprog_constant(ex->out, false) : predicate_variable(ex, u->from, u->source, false);
    return u->negated ? boolprog_not(ex->out, e) : e;
}

/* The value as an assignment has it: constant, variable, choose(F, F), or any. */
static BoolExpr assigned_value(Export *ex, const Update *u)
{
    BoolExpr none = {0};
    if (u->kind != UPDATE_CHOOSE) return source_of(ex, u);
    if (u->strengthening == NO_ID) return boolprog_star(ex->out);
    const Strengthening *s = &ex->x->strengthenings.data[u->strengthening];
    if (!s->holds.count && !s->fails.count) return boolprog_star(ex->out);
    return boolprog_node(ex->out, BOOL_CHOOSE, disjunction(ex, &s->holds), disjunction(ex, &s->fails), none);
}

/* The same as a constraint on the value afterwards. */
static BoolExpr constrained_value(Export *ex, const Update *u)
{
    BoolProgram *out = ex->out;
    BoolExpr none = {0}, after = predicate_variable(ex, u->space, u->index, true);
    if (u->kind != UPDATE_CHOOSE) return boolprog_node(out, BOOL_IFF, after, source_of(ex, u), none);
    BoolExpr e = boolprog_constant(out, true);
    if (u->strengthening == NO_ID) return e;
    const Strengthening *s = &ex->x->strengthenings.data[u->strengthening];
    BoolExpr holds = disjunction(ex, &s->holds), fails = disjunction(ex, &s->fails);
    if (s->holds.count) e = boolprog_and(out, e, boolprog_node(out, BOOL_IMPLIES, holds, after, none));
    if (s->fails.count) {
        BoolExpr only = boolprog_and(out, boolprog_not(out, holds), fails);
        e = boolprog_and(out, e, boolprog_node(out, BOOL_IMPLIES, only, boolprog_not(out, after), none));
    }
    return e;
}

/* ---- statements ---- */

static bool is_identity(const Update *u)
{
    return u->kind == UPDATE_COPY && !u->negated && u->from == u->space && u->source == u->index;
}

static BoolTarget update_target(const Update *u, bool all)
{
    BoolTargetKind kind = u->space == SPACE_SHARED   ? BOOL_TARGET_SHARED
                          : u->space == SPACE_ACTIVE ? BOOL_TARGET_ACTIVE
                          : all                      ? BOOL_TARGET_ALL
                                                     : BOOL_TARGET_PASSIVE;
    return (BoolTarget){kind, u->index};
}

static void export_assignment(Export *ex, BoolStmt *s, const Updates *updates)
{
    for (uint32_t i = 0; i < updates->count; i++) {
        const Update *u = &updates->data[i];
        if (is_identity(u) || u->space == SPACE_CHILD) continue;
        vec_push(ex->p->run, &s->targets, update_target(u, false));
        vec_push(ex->p->run, &s->values, assigned_value(ex, u));
    }
}

static bool is_broadcast(const Updates *passive, uint32_t index)
{
    for (uint32_t i = 0; i < passive->count; i++)
        if (passive->data[i].index == index) return true;
    return false;
}

static void export_constraint(Export *ex, BoolStmt *s, bool passive, BoolExpr e)
{
    static const char *const names[] = {"a", "p"};
    if (boolprog_get(ex->out, e).op == BOOL_TRUE) return;
    BoolConstraint c = {passive ? 2 : 1, run_alloc(ex->p->run, 2 * sizeof *c.indices), e};
    c.indices[0] = names[0];
    c.indices[1] = names[1];
    vec_push(ex->p->run, &s->constraints, c);
}

static void add_blocked(Export *ex, BoolStmt *s, const Blocked *b, bool passive)
{
    BoolExpr step = export_conjunction(ex, ex->x->literals.data + b->start, b->count);
    export_constraint(ex, s, passive, boolprog_not(ex->out, step));
}

/* havoc ... constrain: the guard and the active thread's values, the passive threads' values, the constraints of
 * transition refinement. all(l) changes the active thread's copy, too, so that is pinned. */
static void add_constrained(Export *ex, BoolStmt *s, const AbstractStatement *st, const Updates *passive)
{
    Run *run = ex->p->run;
    BoolExpr active = exported_guard(ex, st), others = boolprog_constant(ex->out, true);
    for (uint32_t i = 0; i < st->updates.count; i++) {
        const Update *u = &st->updates.data[i];
        bool broadcast = u->space == SPACE_ACTIVE && is_broadcast(passive, u->index);
        if (u->space == SPACE_CHILD || (is_identity(u) && !broadcast)) continue;
        if (!broadcast) vec_push(run, &s->targets, update_target(u, true));
        active = boolprog_and(ex->out, active, constrained_value(ex, u));
    }
    for (uint32_t i = 0; i < passive->count; i++) {
        vec_push(run, &s->targets, update_target(&passive->data[i], true));
        others = boolprog_and(ex->out, others, constrained_value(ex, &passive->data[i]));
    }
    export_constraint(ex, s, false, active);
    export_constraint(ex, s, true, others);
    for (uint32_t i = 0; i < st->own.count; i++)
        add_blocked(ex, s, &st->own.data[i], false);
    for (uint32_t i = 0; i < st->passive.count; i++)
        add_blocked(ex, s, &st->passive.data[i], true);
    if (!s->constraints.count) { /* there must be one */
        BoolConstraint c = {1, run_alloc(run, sizeof *c.indices), boolprog_constant(ex->out, true)};
        c.indices[0] = "a";
        vec_push(run, &s->constraints, c);
    }
}

static BoolStmt exported_step(Export *ex, uint32_t edge)
{
    const Edge *e = &ex->p->edges.data[edge];
    LocId entry = ex->p->templates.data[ex->template].entry;
    const AbstractStatement *st = cartesian_statement(ex->x, edge);
    uint32_t index = cartesian_passive_updates(ex->x, edge, entry);
    Updates passive = ex->x->passives.data[index];
    BoolStmt s;
    memset(&s, 0, sizeof s);
    s.pos = e->pos;
    BoolExpr guard = exported_guard(ex, st);
    bool free = boolprog_get(ex->out, guard).op == BOOL_TRUE && !st->own.count && !st->passive.count;
    bool changes = passive.count > 0;
    for (uint32_t i = 0; i < st->updates.count; i++)
        changes |= !is_identity(&st->updates.data[i]);
    if (free && changes) {
        s.kind = BOOL_STMT_ASSIGN;
        export_assignment(ex, &s, &st->updates);
        export_assignment(ex, &s, &passive);
    } else if (!changes && !st->own.count && !st->passive.count) {
        s.kind = BOOL_STMT_ASSUME;
        s.condition = guard;
    } else {
        s.kind = BOOL_STMT_CONSTRAIN;
        add_constrained(ex, &s, st, &passive);
    }
    return s;
}

/* A location's statements: a goto to its steps, each step followed by a goto to where it leads. */
static uint32_t block_length(const Export *ex, LocId l)
{
    uint32_t steps = program_out_count(ex->p, l);
    if (steps && program_out_edge(ex->p, l, 0)->is_error) return 1;
    return 1 + 2 * steps;
}

static BoolStmt goto_statement(void)
{
    BoolStmt s;
    memset(&s, 0, sizeof s);
    s.kind = BOOL_STMT_GOTO;
    return s;
}

static void export_location(Export *ex, LocId l)
{
    Run *run = ex->p->run;
    BoolStmt first = goto_statement();
    uint32_t here = ex->block[l.i], steps = program_out_count(ex->p, l);
    first.pos = ex->p->locs.data[l.i].pos;
    bool failing = steps && program_out_edge(ex->p, l, 0)->is_error;
    if (failing) vec_push(run, &ex->out->errors, here);
    for (uint32_t i = 0; i < steps && !failing; i++)
        vec_push(run, &first.destinations, here + 1 + 2 * i);
    if (!first.destinations.count) vec_push(run, &first.destinations, here); /* stays for ever */
    vec_push(run, &ex->out->statements, first);
    for (uint32_t i = 0; i < steps && !failing; i++) {
        uint32_t edge = ex->p->out_edges[ex->p->out_start[l.i] + i];
        BoolStmt next = goto_statement();
        vec_push(run, &ex->out->statements, exported_step(ex, edge));
        next.pos = ex->p->edges.data[edge].pos;
        vec_push(run, &next.destinations, ex->block[ex->p->edges.data[edge].to.i]);
        vec_push(run, &ex->out->statements, next);
    }
}

static void add_statements(Export *ex)
{
    Program *p = ex->p;
    uint32_t next = 1, entry = p->templates.data[ex->template].entry.i;
    ex->block = run_alloc(p->run, (p->locs.count + 1) * sizeof *ex->block);
    for (uint32_t round = 0; round < 2; round++) /* the entry first */
        for (uint32_t l = 0; l < p->locs.count; l++) {
            if (p->locs.data[l].template.i != ex->template || (l == entry) != (round == 0)) continue;
            if (p->locs.data[l].atomic) ex->why = "an atomic section has a loop";
            ex->block[l] = next;
            next += block_length(ex, (LocId){l});
        }
    for (uint32_t round = 0; round < 2 && !ex->why; round++)
        for (uint32_t l = 0; l < p->locs.count; l++)
            if (p->locs.data[l].template.i == ex->template && (l == entry) == (round == 0))
                export_location(ex, (LocId){l});
}

BoolProgram *cartesian_boolprog(Cartesian *x, const char **why)
{
    Export export = {.x = x, .p = x->p, .out = boolprog_new(x->p->run)}, *ex = &export;
    RUN_CHECK(x->p->run, !x->states.live); /* what is tracked must not depend on the location */
    ex->template = find_template(ex);
    if (!ex->why && (x->predicates->shared.count > BOOLPROG_VARIABLES_MAX ||
                     x->predicates->local[ex->template].count > BOOLPROG_VARIABLES_MAX))
        ex->why = "more predicates than a Boolean broadcast program has variables";
    if (!ex->why) {
        Oracle oracle = cartesian_oracle(x);
        const InitialState *states;
        uint32_t count = oracle.initial(oracle.self, &states);
        add_shared_variables(ex, states, count);
        add_local_variables(ex, states, count);
        add_statements(ex);
    }
    const char *wrong = ex->why ? NULL : boolprog_check(ex->out);
    if (wrong) run_stop(x->p->run, STOP_INTERNAL, "internal error: the Boolean program is not well-formed: %s", wrong);
    *why = ex->why;
    return ex->why ? NULL : ex->out;
}
