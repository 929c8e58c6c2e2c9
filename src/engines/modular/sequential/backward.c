#include "engines/modular/sequential/backward.h"

#include <string.h>

#include "base/check.h"
#include "engines/modular/sequential/ranges.h"
#include "logic/term/walk.h"

/* ---- edges ---- */

typedef struct Inputs {
    Vectors *v;
    VEC(uint32_t) places;
} Inputs;

static void note_input_place(void *arg, Term var)
{
    Inputs *in = arg;
    uint32_t i = term_symbol(in->v->tm, var);
    if (in->v->p->vars.data[i].class == VAR_INPUT && in->v->place[i] != NO_ID)
        vec_push(in->v->run, &in->places, in->v->place[i]);
}

static bool is_kept_assignment(const Vectors *v, const Assign *a) { return v->place[a->var.i] != NO_ID; }

static void prepare_relation(BackwardLayers *b, uint32_t i)
{
    Vectors *v = b->v;
    const Edge *e = &v->p->edges.data[i];
    Inputs in = {.v = v};
    uint32_t mark = v->pool.count;
    BDD step = vectors_hold(v, bdd_and(b->ranges[e->from.i], vectors_condition(v, e->guard)));
    term_for_each_var(v->tm, e->guard, note_input_place, &in);
    for (uint32_t k = 0; k < e->assign_count; k++)
        if (is_kept_assignment(v, &e->assigns[k])) term_for_each_var(v->tm, e->assigns[k].value, note_input_place, &in);
    uint32_t inputs = in.places.count;
    for (uint32_t k = 0; k < e->assign_count; k++) {
        if (!is_kept_assignment(v, &e->assigns[k])) continue;
        uint32_t place = v->place[e->assigns[k].var.i];
        if (!b->assigned[i]) b->assigned[i] = bdd_newpair();
        for (uint32_t bit = 0; bit < vectors_width_at(v, place); bit++)
            bdd_setpair(b->assigned[i], vectors_bit(v, place, bit), vectors_bit(v, place + 1, bit));
        step = vectors_hold(v, bdd_and(step, vectors_equal(v, place + 1, vectors_of(v, e->assigns[k].value))));
        vec_push(v->run, &in.places, place + 1);
    }
    b->steps[i] = vectors_release(v, mark, step);
    b->chosen[i] = vectors_set(v, in.places.data, in.places.count);
    b->afterwards[i] = vectors_set(v, in.places.data + inputs, in.places.count - inputs);
    vec_free(v->run, &in.places);
}

static void prepare_edge(BackwardLayers *b, uint32_t i)
{
    b->clauses[i] = clauses_of(b->v, &b->v->p->edges.data[i]);
    if (!b->clauses[i]) prepare_relation(b, i);
}

static void drop_clauses(BackwardLayers *b, uint32_t i)
{
    clauses_clear(b->clauses[i]);
    b->clauses[i] = NULL;
}

static BDD *per_location(const BackwardLayers *b)
{
    BDD *sets = run_alloc(b->v->run, (b->v->p->locs.count + 1) * sizeof *sets);
    for (uint32_t l = 0; l < b->v->p->locs.count; l++)
        sets[l] = bddfalse;
    return sets;
}

void backward_init(BackwardLayers *b, Vectors *v)
{
    const Program *p = v->p;
    memset(b, 0, sizeof *b);
    b->v = v;
    b->ranges = ranges_find(v);
    b->bad = per_location(b);
    b->steps = run_alloc(v->run, (p->edges.count + 1) * sizeof *b->steps);
    b->chosen = run_alloc(v->run, (p->edges.count + 1) * sizeof *b->chosen);
    b->afterwards = run_alloc(v->run, (p->edges.count + 1) * sizeof *b->afterwards);
    b->assigned = run_alloc(v->run, (p->edges.count + 1) * sizeof *b->assigned);
    b->clauses = run_alloc(v->run, (p->edges.count + 1) * sizeof *b->clauses);
    for (uint32_t e = 0; e < p->edges.count; e++)
        if (b->ranges[p->edges.data[e].from.i] != bddfalse) prepare_edge(b, e);
}

void backward_clear(BackwardLayers *b)
{
    Vectors *v = b->v;
    for (uint32_t e = 0; e < v->p->edges.count; e++) {
        if (b->assigned[e]) bdd_freepair(b->assigned[e]);
        if (b->clauses[e]) drop_clauses(b, e);
    }
    for (uint32_t i = 0; i < b->layers.count; i++)
        run_release(v->run, b->layers.data[i]);
    vec_free(v->run, &b->layers);
    run_release(v->run, b->bad);
    run_release(v->run, b->steps);
    run_release(v->run, b->chosen);
    run_release(v->run, b->afterwards);
    run_release(v->run, b->assigned);
    run_release(v->run, b->clauses);
    run_release(v->run, b->ranges);
}

/* States that are not known yet, and inputs, from which the edge leads into the set. */
static BDD states_before_edge(BackwardLayers *b, uint32_t edge, BDD set, bool with_inputs)
{
    Vectors *v = b->v;
    LocId from = v->p->edges.data[edge].from;
    BDD states;
    if (b->ranges[from.i] == bddfalse) return vectors_hold(v, bddfalse);
    if (b->clauses[edge]) {
        BDD care = vectors_hold(v, bdd_apply(b->ranges[from.i], b->bad[from.i], bddop_diff));
        if (clauses_before(v, b->clauses[edge], set, care, &states)) return states;
        drop_clauses(b, edge);
        prepare_relation(b, edge);
    }
    uint32_t mark = v->pool.count;
    if (b->assigned[edge]) set = vectors_hold(v, bdd_replace(set, b->assigned[edge]));
    BDD without = with_inputs ? b->afterwards[edge] : b->chosen[edge];
    return vectors_release(v, mark, bdd_appex(b->steps[edge], set, bddop_and, without));
}

static void add_layer_states(BackwardLayers *b, BDD *layer, LocId l, BDD states)
{
    Vectors *v = b->v;
    layer[l.i] = vectors_hold(v, bdd_or(layer[l.i], states));
}

/* ---- layers ---- */

/* Leaves out what is known; false: nothing is left. */
static bool finish_layer(BackwardLayers *b, BDD *layer)
{
    Vectors *v = b->v;
    bool is_any = false;
    for (uint32_t l = 0; l < v->p->locs.count; l++) {
        if (layer[l] == bddfalse) continue;
        layer[l] = vectors_hold(v, bdd_apply(layer[l], b->bad[l], bddop_diff));
        b->bad[l] = vectors_hold(v, bdd_or(b->bad[l], layer[l]));
        is_any |= layer[l] != bddfalse;
    }
    vec_push(v->run, &b->layers, layer);
    return is_any;
}

static bool first_layer(BackwardLayers *b)
{
    const Program *p = b->v->p;
    BDD *layer = per_location(b);
    for (uint32_t e = 0; e < p->edges.count; e++)
        if (p->edges.data[e].is_error)
            add_layer_states(b, layer, p->edges.data[e].from, states_before_edge(b, e, bddtrue, false));
    return finish_layer(b, layer);
}

static bool next_layer(BackwardLayers *b)
{
    const Program *p = b->v->p;
    const BDD *last = vec_last(&b->layers);
    BDD *layer = per_location(b);
    for (uint32_t e = 0; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.data[e];
        if (edge->is_error || last[edge->to.i] == bddfalse) continue;
        run_poll(b->v->run);
        add_layer_states(b, layer, edge->from, states_before_edge(b, e, last[edge->to.i], false));
    }
    return finish_layer(b, layer);
}

/* What is initial and in the last layer. */
static BDD initial_states(BackwardLayers *b)
{
    Vectors *v = b->v;
    BDD initial = ranges_initial(v);
    return vectors_hold(v, bdd_and(vec_last(&b->layers)[v->p->templates.data[0].entry.i], initial));
}

bool backward_search(BackwardLayers *b)
{
    bool is_any = first_layer(b);
    while (is_any) {
        if (initial_states(b) != bddfalse) return true;
        is_any = next_layer(b);
    }
    return false;
}

/* ---- runs ---- */

typedef struct Runner {
    BackwardLayers *b;
    uint8_t *bits; /* per variable of BuDDy: its value now; of inputs, what they would best be */
    Trace *trace;
} Runner;

static uint64_t value_of_bits(const Runner *r, uint32_t place)
{
    const Vectors *v = r->b->v;
    uint64_t value = 0;
    for (uint32_t i = 0; i < vectors_width_at(v, place); i++)
        value |= (uint64_t)r->bits[vectors_bit(v, place, i)] << i;
    return value;
}

static void set_bits_of_value(Runner *r, uint32_t place, uint64_t value)
{
    const Vectors *v = r->b->v;
    for (uint32_t i = 0; i < vectors_width_at(v, place); i++)
        r->bits[vectors_bit(v, place, i)] = value >> i & 1;
}

/* Changes bits so that they are in the set, which is not empty. */
static void choose_bits_in_set(Runner *r, BDD set)
{
    while (set != bddtrue) {
        CHECK(set != bddfalse);
        int var = bdd_var(set);
        BDD wanted = r->bits[var] ? bdd_high(set) : bdd_low(set);
        if (wanted == bddfalse) r->bits[var] = !r->bits[var];
        set = r->bits[var] ? bdd_high(set) : bdd_low(set);
    }
}

/* What is left of the set when variables that are no inputs have their values. */
static BDD at_state(Runner *r, BDD set)
{
    Vectors *v = r->b->v;
    BDD state = bddtrue;
    for (uint32_t i = v->order.count; i-- > 0;) {
        if (!vectors_is_state(v, i)) continue;
        for (uint32_t bit = vectors_width_at(v, i); bit-- > 0;) {
            int x = vectors_bit(v, i, bit);
            state = vectors_hold(v, bdd_and(state, r->bits[x] ? bdd_ithvar(x) : bdd_nithvar(x)));
        }
    }
    return vectors_hold(v, bdd_restrict(set, state));
}

static Value value_of_state_variable(void *arg, TermManager *tm, Term var)
{
    const Runner *r = arg;
    uint32_t place = r->b->v->place[term_symbol(tm, var)];
    return (Value){.bits = place == NO_ID ? 0 : value_of_bits(r, place)};
}

/* Inputs would best be the values of the variables that get them. */
static void wish_inputs(Runner *r, const Edge *e)
{
    Vectors *v = r->b->v;
    for (uint32_t i = 0; i < e->assign_count; i++) {
        if (!is_kept_assignment(v, &e->assigns[i]) || term_kind(v->tm, e->assigns[i].value) != TERM_VAR) continue;
        uint32_t from = term_symbol(v->tm, e->assigns[i].value);
        if (v->p->vars.data[from].class != VAR_INPUT) continue;
        set_bits_of_value(r, v->place[from], value_of_bits(r, v->place[e->assigns[i].var.i]));
    }
}

static void take_edge(Runner *r, uint32_t edge)
{
    Vectors *v = r->b->v;
    Run *run = v->run;
    const Edge *e = &v->p->edges.data[edge];
    TraceStep step = {.thread = 0, .edge = {edge}, .child = NO_ID};
    uint64_t *values = run_alloc(run, (e->assign_count + 1) * sizeof *values);
    for (uint32_t i = 0; i < v->order.count; i++) {
        VarId var = {v->order.data[i]};
        if (var.i != NO_ID && !vectors_is_state(v, i))
            vec_push(run, &step.inputs, ((TraceValue){var, (Value){.bits = value_of_bits(r, i)}}));
    }
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (is_kept_assignment(v, &e->assigns[i]))
            values[i] = term_evaluate(v->tm, e->assigns[i].value, value_of_state_variable, r, NULL).bits;
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (is_kept_assignment(v, &e->assigns[i])) set_bits_of_value(r, v->place[e->assigns[i].var.i], values[i]);
    run_release(run, values);
    vec_push(run, &r->trace->steps, step);
}

/* With which the edge leads from the state into the set. */
static BDD inputs_into(Runner *r, uint32_t edge, BDD set)
{
    BackwardLayers *b = r->b;
    Vectors *v = b->v;
    const Clauses *c = b->clauses[edge];
    if (!c || set == bddfalse) {
        BDD states = states_before_edge(b, edge, set, true);
        return states == bddfalse ? bddfalse : at_state(r, states);
    }
    BDD inputs = at_state(r, vectors_hold(v, bdd_replace(set, c->given)));
    for (uint32_t i = 0; i < c->all.count && inputs != bddfalse; i++)
        if (at_state(r, c->all.data[i].before) == bddtrue)
            inputs = vectors_hold(v, bdd_apply(inputs, at_state(r, c->all.data[i].after), bddop_diff));
    return inputs;
}

/* Takes an edge from the location into the layer, or an error edge, and returns where it leads. */
static LocId take_step_into_layer(Runner *r, LocId l, const BDD *layer)
{
    Vectors *v = r->b->v;
    const Program *p = v->p;
    uint32_t mark = v->pool.count;
    for (uint32_t k = 0; k < program_out_count(p, l); k++) {
        uint32_t id = p->out_edges[p->out_start[l.i] + k];
        const Edge *e = &p->edges.data[id];
        if (e->is_error != !layer) continue;
        BDD inputs = inputs_into(r, id, layer ? layer[e->to.i] : bddtrue);
        if (inputs == bddfalse) continue;
        wish_inputs(r, e);
        choose_bits_in_set(r, inputs);
        vectors_release(v, mark, bddtrue);
        take_edge(r, id);
        return e->to;
    }
    RUN_CHECK(v->run, false);
    return l;
}

static void begin_backward_trace(Runner *r)
{
    Vectors *v = r->b->v;
    TraceThread thread = {.template = {0}};
    choose_bits_in_set(r, initial_states(r->b));
    for (uint32_t i = 0; i < v->order.count; i++) {
        VarId var = {v->order.data[i]};
        if (!vectors_is_state(v, i) || term_is(v->p->vars.data[var.i].init)) continue;
        vec_push(v->run, &thread.locals, ((TraceValue){var, (Value){.bits = value_of_bits(r, i)}}));
    }
    vec_push(v->run, &r->trace->initial, thread);
}

Trace *backward_trace(BackwardLayers *b)
{
    Vectors *v = b->v;
    Runner r = {b, run_alloc(v->run, vectors_variables(v) + 1), run_alloc(v->run, sizeof(Trace))};
    LocId l = v->p->templates.data[0].entry;
    begin_backward_trace(&r);
    for (uint32_t i = b->layers.count - 1; i-- > 0;)
        l = take_step_into_layer(&r, l, b->layers.data[i]);
    take_step_into_layer(&r, l, NULL);
    run_release(v->run, r.bits);
    return r.trace;
}
