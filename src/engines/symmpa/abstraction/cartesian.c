#include "engines/symmpa/abstraction/cartesian.h"

#include <string.h>

#include "base/check.h"
#include "engines/symmpa/abstraction/cartesian_cubes.h"
#include "engines/symmpa/abstraction/cartesian_internal.h"
#include "engines/symmpa/abstraction/cartesian_statement.h"
#include "program/check.h"
#include "program/copy.h"

/* ---- states ---- */

Bits cartesian_shared_bits(const Cartesian *x, uint32_t shared) { return states_shared_bits(&x->states, shared); }
Bits cartesian_local_bits(const Cartesian *x, uint32_t local) { return states_local_bits(&x->states, local); }
LocId cartesian_location(const Cartesian *x, uint32_t local) { return states_location(&x->states, local); }
Bits cartesian_tracked(const Cartesian *x, LocId loc) { return x->states.tracked[loc.i]; }
uint64_t cartesian_local_states(const Cartesian *x) { return x->states.local_ids.count; }
uint32_t cartesian_blocked(const Cartesian *x) { return x->blocked; }

/* ---- choosing values ---- */

/* The values an update can give: 1 = false, 2 = true, 3 = either. choose(F(wp), F(!wp)). */
static unsigned update_values(const Cartesian *x, const Update *u, const CartesianAround *around)
{
    if (u->kind == UPDATE_CONST) return u->negated ? 2 : 1;
    if (u->kind == UPDATE_COPY) {
        Literal l = {u->from, false, true, u->source, around->template};
        return literal_holds(&l, around) != u->negated ? 2 : 1;
    }
    if (u->strengthening == NO_ID) return 3;
    CHECK(u->kind == UPDATE_CHOOSE && u->strengthening < x->strengthenings.count);
    const Strengthening *s = &x->strengthenings.data[u->strengthening];
    for (uint32_t i = 0; i < s->holds.count; i++)
        if (cube_holds(&s->holds.data[i], around)) return 2;
    for (uint32_t i = 0; i < s->fails.count; i++)
        if (cube_holds(&s->fails.data[i], around)) return 1;
    return 3;
}

static bool is_blocked_by_cube(const Cartesian *x, const Blocked *b, const CartesianAround *around)
{
    CHECK(b->start + b->count <= x->literals.count);
    for (uint32_t i = 0; i < b->count; i++)
        if (!literal_holds(&x->literals.data[b->start + i], around)) return false;
    return true;
}

typedef struct UpdateChoice {
    Cartesian *x;
    uint32_t edge;
    const AbstractStatement *s;
    const Updates *updates;
    CartesianAround around;
    Bits shared, active, child, passive; /* afterwards */
    LocId passive_loc;
} UpdateChoice;

/* Where nothing is tracked nothing has a value: two states that differ only there would be taken for two. */
static bool cartesian_is_tracked(const Cartesian *x, LocId loc, const Bits *bits)
{
    Bits kept = bits_and(*bits, x->states.tracked[loc.i]);
    return bits_equal(&kept, bits);
}

static void take_move(UpdateChoice *c)
{
    Cartesian *x = c->x;
    const Edge *e = &x->p->edges.data[c->edge];
    for (uint32_t i = 0; i < c->s->own.count; i++)
        if (is_blocked_by_cube(x, &c->s->own.data[i], &c->around)) return;
    CHECK(cartesian_is_tracked(x, e->to, &c->active));
    Move m = {.edge = c->edge, .child = NO_LOCAL, .error = e->is_error};
    m.shared = states_intern_shared(&x->states, &c->shared);
    m.local = states_intern_local(&x->states, e->to, &c->active);
    if (e->spawn.i != NO_ID)
        m.child = states_intern_local(&x->states, x->p->templates.data[e->spawn.i].entry, &c->child);
    m.broadcast = !e->is_error;
    vec_push(x->p->run, &x->moves, m);
}

static void record_reply(UpdateChoice *c)
{
    Cartesian *x = c->x;
    for (uint32_t i = 0; i < c->s->passive.count; i++)
        if (is_blocked_by_cube(x, &c->s->passive.data[i], &c->around)) return;
    CHECK(cartesian_is_tracked(x, c->passive_loc, &c->passive));
    vec_push(x->p->run, &x->replies, states_intern_local(&x->states, c->passive_loc, &c->passive));
}

static void choose_updates(UpdateChoice *c, uint32_t at, void (*take)(UpdateChoice *c))
{
    if (at == c->updates->count) {
        take(c);
        return;
    }
    run_poll(c->x->p->run);
    const Update *u = &c->updates->data[at];
    Bits *to = u->space == SPACE_SHARED    ? &c->shared
               : u->space == SPACE_ACTIVE  ? &c->active
               : u->space == SPACE_PASSIVE ? &c->passive
                                           : &c->child;
    CHECK(u->index < BITS_MAX);
    unsigned values = update_values(c->x, u, &c->around);
    CHECK(values >= 1 && values <= 3);
    for (unsigned value = 0; value < 2; value++) {
        if (!(values >> value & 1)) continue;
        bits_set(to, u->index, value != 0);
        choose_updates(c, at + 1, take);
    }
}

static void add_moves(Cartesian *x, uint32_t edge, const Bits *shared, const Bits *active)
{
    const AbstractStatement *s = cartesian_statement(x, edge);
    UpdateChoice c = {.x = x, .edge = edge, .s = s, .updates = &s->updates, .shared = *shared};
    c.around = (CartesianAround){
        .shared = shared, .active = active, .shared_after = &c.shared, .active_after = &c.active, .child = &c.child};
    if (s->guard != NO_ID) {
        const Strengthening *g = &x->strengthenings.data[s->guard];
        for (uint32_t i = 0; i < g->holds.count; i++)
            if (cube_holds(&g->holds.data[i], &c.around)) return;
    }
    choose_updates(&c, 0, take_move);
}

static uint32_t cartesian_moves(void *self, uint32_t shared, uint32_t local, const Move **moves)
{
    Cartesian *x = self;
    Run *run = x->p->run;
    uint32_t key[2] = {shared, local};
    bool is_new;
    uint32_t id = intern_add(&x->move_ids, key, 2, &is_new);
    if (is_new) {
        Bits shared_bits = cartesian_shared_bits(x, shared), active = cartesian_local_bits(x, local);
        LocId loc = cartesian_location(x, local);
        uint32_t start = x->moves.count;
        CHECK(id == x->move_starts.count && id == x->move_counts.count);
        for (uint32_t k = x->p->out_start[loc.i]; k < x->p->out_start[loc.i + 1]; k++)
            add_moves(x, x->p->out_edges[k], &shared_bits, &active);
        vec_push(run, &x->move_starts, start);
        vec_push(run, &x->move_counts, x->moves.count - start);
    }
    CHECK(x->move_starts.data[id] + x->move_counts.data[id] <= x->moves.count);
    *moves = x->moves.data + x->move_starts.data[id];
    return x->move_counts.data[id];
}

static uint32_t cartesian_passive(void *self, uint32_t shared, uint32_t local, const Move *move, uint32_t passive,
                                  const uint32_t **locals)
{
    Cartesian *x = self;
    Run *run = x->p->run;
    uint32_t key[7] = {shared, local, move->edge, move->shared, move->local, move->child, passive};
    bool is_new;
    uint32_t id = intern_add(&x->reply_ids, key, 7, &is_new);
    if (is_new) {
        LocId loc = cartesian_location(x, passive);
        uint32_t index = cartesian_passive_updates(x, key[2], loc);
        Updates updates = x->passives.data[index];
        Bits before_shared = cartesian_shared_bits(x, shared), before = cartesian_local_bits(x, passive);
        Bits before_active = cartesian_local_bits(x, local);
        UpdateChoice c = {.x = x, .edge = key[2], .s = &x->statements[key[2]], .updates = &updates};
        c.shared = cartesian_shared_bits(x, key[3]);
        c.active = cartesian_local_bits(x, key[4]);
        c.passive = before;
        c.passive_loc = loc;
        c.around = (CartesianAround){&before_shared,     &before_active, &before,    NULL,
                                     &c.shared,          &c.active,      &c.passive, &x->states.tracked[loc.i],
                                     template_at(x, loc)};
        uint32_t start = x->replies.count;
        choose_updates(&c, 0, record_reply);
        vec_push(run, &x->reply_starts, start);
        vec_push(run, &x->reply_counts, x->replies.count - start);
    }
    CHECK(x->reply_starts.data[id] + x->reply_counts.data[id] <= x->replies.count);
    *locals = x->replies.data + x->reply_starts.data[id];
    return x->reply_counts.data[id];
}

static LocalInfo cartesian_info(void *self, uint32_t local)
{
    const Cartesian *x = self;
    return states_info(&x->states, local);
}

static uint32_t cartesian_initial(void *self, const InitialState **states)
{
    Cartesian *x = self;
    return states_initial(&x->states, states);
}

Oracle cartesian_oracle(Cartesian *x)
{
    Oracle oracle = {.self = x, .initial = cartesian_initial, .moves = cartesian_moves};
    oracle.passive = cartesian_passive;
    oracle.info = cartesian_info;
    return oracle;
}

/* ---- constraints ---- */

void cartesian_block(Cartesian *x, uint32_t edge, const Literal *literals, uint32_t count)
{
    Run *run = x->p->run;
    Blocked b = {x->literals.count, count};
    bool passive = false;
    CHECK(edge < x->p->edges.count);
    for (uint32_t i = 0; i < count; i++) {
        CHECK(literals[i].index < BITS_MAX);
        CHECK(literals[i].space != SPACE_PASSIVE || literals[i].template <x->p->templates.count);
        vec_push(run, &x->literals, literals[i]);
        passive |= literals[i].space == SPACE_PASSIVE;
    }
    if (passive)
        vec_push(run, &x->statements[edge].passive, b);
    else
        vec_push(run, &x->statements[edge].own, b);
    x->blocked++;
}

void cartesian_refresh(Cartesian *x)
{
    Run *run = x->p->run;
    CHECK(predicates_are_valid(x->predicates));
    for (uint32_t i = 0; i < x->p->edges.count; i++) {
        x->statements[i].ready = false;
        vec_clear(&x->statements[i].updates);
    }
    for (uint32_t i = 0; i < x->passives.count; i++)
        vec_free(run, &x->passives.data[i]);
    vec_clear(&x->passives);
    Intern *tables[] = {&x->passive_ids, &x->move_ids, &x->reply_ids};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        intern_clear(tables[i]);
        intern_init(run, tables[i]);
    }
    vec_clear(&x->move_starts);
    vec_clear(&x->move_counts);
    vec_clear(&x->moves);
    vec_clear(&x->reply_starts);
    vec_clear(&x->reply_counts);
    vec_clear(&x->replies);
    states_refresh(&x->states);
}

Cartesian *cartesian_new(Program *p, Predicates *predicates, Smt *smt, const CartesianOptions *options)
{
    Run *run = p->run;
    Cartesian *x = run_alloc(run, sizeof *x);
    CHECK(predicates->p == p);
    x->p = p;
    x->predicates = predicates;
    x->smt = smt;
    x->options = *options;
    RUN_CHECK(run, options->cube <= CARTESIAN_CUBE_MAX);
    states_open(&x->states, p, predicates, smt, options->mask);
    x->statements = run_alloc(run, (p->edges.count + 1) * sizeof *x->statements);
    Intern *tables[] = {&x->passive_ids, &x->move_ids, &x->reply_ids, &x->strengthening_ids};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        intern_init(run, tables[i]);
    cartesian_refresh(x);
    return x;
}

/* ---- failing as a step of its own ---- */

Program *cartesian_split_errors(Program *p)
{
    Program *out = program_copy_frame(p, true);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        Edge e = p->edges.data[i];
        if (e.is_error) {
            const Loc *from = &p->locs.data[e.from.i];
            LocId failing = program_add_loc(out, from->template, "failing", from->atomic, e.pos), error = e.to;
            Edge last = edge_make(failing, error, e.pos);
            last.is_error = true;
            last.property = e.property;
            last.what = e.what;
            last.text = e.text;
            program_add_edge(out, &last);
            e.to = failing;
            e.is_error = false;
            e.property = PROPERTY_UNREACH_CALL;
            e.what = NULL;
        }
        program_add_edge(out, &e);
    }
    program_index(out);
    return program_require(out, "program with failing as a step of its own");
}
