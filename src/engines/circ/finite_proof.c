#include "engines/circ/finite_proof.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

typedef VEC(uint64_t) Values;

typedef struct Builder {
    FiniteResult *r;
    Locals *locals;
    Program *p;
    Run *run;
    Context *c;
    Values *values;   /* by variable: those that it has in any state, each with a predicate */
    uint32_t *first;  /* the place of the first of these among the predicates of the template, or the shared ones */
    uint32_t *shared; /* by number of the search: valuation of the predicates */
    Bits *bits;       /* by number of a thread state: the template's predicates */
    uint32_t *counts; /* of the configuration at hand, by thread state */
    Intern done;      /* pairs of a shared and a thread state whose steps are edges */
} Builder;

/* ---- predicates ---- */

static void add_known_value(Builder *b, uint32_t v, uint64_t value)
{
    Values *known = &b->values[v];
    for (uint32_t i = 0; i < known->count; i++)
        if (known->data[i] == value) return;
    vec_push(b->run, known, value);
}

static State shared_state(Builder *b, uint32_t shared)
{
    State s;
    locals_state(b->locals, shared, NULL, 0, &s);
    return s;
}

static State thread_state(Builder *b, uint32_t local)
{
    State s;
    locals_state(b->locals, 0, &local, 1, &s);
    return s;
}

static void collect_values(Builder *b)
{
    for (uint32_t i = 0; i < b->locals->shared_ids.count; i++) {
        State s = shared_state(b, i);
        for (uint32_t v = 0; v < b->p->vars.count; v++)
            if (b->p->vars.data[v].class == VAR_SHARED) add_known_value(b, v, s.shared[v].bits);
        state_clear(&b->locals->machine, &s);
    }
    for (uint32_t i = 0; i < b->locals->local_ids.count; i++) {
        State s = thread_state(b, i);
        const Template *t = &b->p->templates.data[s.threads.data[0].template.i];
        for (uint32_t k = 0; k < t->locals.count; k++)
            add_known_value(b, t->locals.data[k], s.threads.data[0].locals[k].bits);
        state_clear(&b->locals->machine, &s);
    }
}

/* Are the bits of the variable's value predicates, as there are more values? */
static bool is_by_bit(const Builder *b, uint32_t v)
{
    const Sort *sort = &b->p->vars.data[v].sort;
    return sort->kind == SORT_BV && b->values[v].count > sort->width;
}

/* A Boolean variable is a predicate; of others there is one for each value, or for each bit. */
static bool add_predicates_of(Builder *b, uint32_t v)
{
    const Var *var = &b->p->vars.data[v];
    TermManager *tm = b->p->tm;
    CertificateTerms *terms = var->class == VAR_SHARED ? &b->c->shared : &b->c->local[var->template.i];
    Term term = program_var_term(b->p, (VarId){v});
    b->first[v] = terms->count;
    if (var->sort.kind == SORT_BOOL) {
        vec_push(b->run, terms, term);
    } else if (var->sort.kind != SORT_BV) {
        return false;
    } else if (is_by_bit(b, v)) {
        for (unsigned i = 0; i < var->sort.width; i++)
            vec_push(b->run, terms, term_eq(tm, term_extract(tm, term, i, 1), term_bv(tm, 1, 1)));
    } else {
        for (uint32_t i = 0; i < b->values[v].count; i++)
            vec_push(b->run, terms, term_eq(tm, term, term_bv(tm, var->sort.width, b->values[v].data[i])));
    }
    return terms->count <= BITS_MAX;
}

/* False: too many, or of sorts that have no finitely many values. */
static bool add_value_predicates(Builder *b)
{
    for (uint32_t v = 0; v < b->p->vars.count; v++)
        if (b->p->vars.data[v].class != VAR_INPUT && !add_predicates_of(b, v)) return false;
    for (uint32_t l = 0; l < b->p->locs.count; l++)
        for (uint32_t i = 0; i < b->c->local[b->p->locs.data[l].template.i].count; i++)
            bits_set(&b->c->tracked[l], i, true);
    return true;
}

static void set_value_bits(const Builder *b, uint32_t v, uint64_t value, Bits *bits)
{
    if (b->p->vars.data[v].sort.kind == SORT_BOOL) {
        bits_set(bits, b->first[v], value != 0);
        return;
    }
    for (uint32_t i = 0; is_by_bit(b, v) && i < b->p->vars.data[v].sort.width; i++)
        bits_set(bits, b->first[v] + i, value >> i & 1);
    for (uint32_t i = 0; !is_by_bit(b, v) && i < b->values[v].count; i++)
        bits_set(bits, b->first[v] + i, b->values[v].data[i] == value);
}

/* ---- thread states ---- */

static void number_shared(Builder *b)
{
    b->shared = run_alloc(b->run, (b->locals->shared_ids.count + 1) * sizeof *b->shared);
    for (uint32_t i = 0; i < b->locals->shared_ids.count; i++) {
        Bits bits = {{0}};
        State s = shared_state(b, i);
        for (uint32_t v = 0; v < b->p->vars.count; v++)
            if (b->p->vars.data[v].class == VAR_SHARED) set_value_bits(b, v, s.shared[v].bits, &bits);
        b->shared[i] = context_shared(b->c, &bits);
        state_clear(&b->locals->machine, &s);
    }
}

static void add_local_places(Builder *b)
{
    uint32_t count = b->locals->local_ids.count;
    b->bits = run_alloc(b->run, (count + 1) * sizeof *b->bits);
    for (uint32_t i = 0; i < count; i++) {
        State s = thread_state(b, i);
        const ThreadState *thread = &s.threads.data[0];
        const Template *t = &b->p->templates.data[thread->template.i];
        for (uint32_t k = 0; k < t->locals.count; k++)
            set_value_bits(b, t->locals.data[k], thread->locals[k].bits, &b->bits[i]);
        ContextPlace place = {thread->template, b->p->locs.data[thread->loc.i].atomic};
        vec_push(b->run, &b->c->places, place);
        state_clear(&b->locals->machine, &s);
    }
}

static uint32_t point_of(Builder *b, uint32_t shared, uint32_t local)
{
    State s = thread_state(b, local);
    TemplateId template = s.threads.data[0].template;
    LocId loc = s.threads.data[0].loc;
    state_clear(&b->locals->machine, &s);
    uint32_t point = context_point(b->c, template, loc, b->shared[shared], &b->bits[local]);
    context_add_place_of(b->c, point, local);
    return point;
}

/* ---- steps ---- */

static void add_finite_step(Builder *b, uint32_t shared, uint32_t local, const LocalStep *step)
{
    const Edge *e = &b->p->edges.data[step->edge.i];
    ContextIds havoc = {NULL, 0, 0};
    EdgeId starts = {e->spawn.i == NO_ID ? NO_ID : step->edge.i};
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (b->p->vars.data[e->assigns[i].var.i].class == VAR_SHARED) vec_push(b->run, &havoc, e->assigns[i].var.i);
    uint32_t edge = context_edge(b->c, local, step->local, starts, havoc.data, havoc.count);
    context_add_effect(b->c, edge, b->shared[shared], b->shared[step->shared]);
    vec_free(b->run, &havoc);
    if (step->child != NO_CHILD)
        context_add_start(b->c, step->edge, point_of(b, step->shared, step->child), step->child);
}

static bool others_allow_step(const Builder *b, uint32_t local)
{
    for (uint32_t i = 0; i < b->c->places.count; i++)
        if (i != local && b->counts[i] && b->c->places.data[i].is_atomic) return false;
    return true;
}

static void add_finite_steps(Builder *b, uint32_t shared, uint32_t local)
{
    uint32_t key[] = {shared, local};
    bool is_new;
    if (!others_allow_step(b, local)) return;
    intern_add(&b->done, key, 2, &is_new);
    if (!is_new) return;
    LocalSteps steps = *locals_steps(b->locals, shared, local);
    for (uint32_t i = 0; i < steps.count; i++)
        if (!b->p->edges.data[steps.data[i].edge.i].is_error) add_finite_step(b, shared, local, &steps.data[i]);
}

/* ---- states ---- */

static uint32_t load_configuration(Builder *b, uint32_t id)
{
    uint32_t length;
    const uint32_t *key = intern_key(&b->r->configurations, id, &length);
    memset(b->counts, 0, b->c->places.count * sizeof *b->counts);
    for (uint32_t i = 1; i < length; i += 2)
        b->counts[key[i]] = key[i + 1] == FINITE_ALWAYS ? CONTEXT_ALWAYS : key[i + 1];
    return key[0];
}

/* The configuration as one of its threads sees it; as one sees it that is yet to be started. */
static void add_finite_configuration(Builder *b, uint32_t shared, const bool *is_spawned)
{
    Bits none = {{0}};
    for (uint32_t local = 0; local < b->c->places.count; local++) {
        if (!b->counts[local]) continue;
        context_add_states_without(b->c, point_of(b, shared, local), local, b->counts);
        add_finite_steps(b, shared, local);
    }
    for (uint32_t t = 0; t < b->p->templates.count; t++)
        if (is_spawned[t])
            context_add_state(b->c, context_point(b->c, (TemplateId){t}, (LocId){NO_ID}, b->shared[shared], &none),
                              b->counts);
}

static void add_starts(Builder *b)
{
    Words shared = {NULL, 0, 0};
    locals_initial_shared(b->locals, &shared);
    for (uint32_t t = 0; t < b->p->templates.count; t++) {
        Words starts = {NULL, 0, 0};
        if (b->p->templates.data[t].initial != COUNT_NONE) locals_initial(b->locals, (TemplateId){t}, &starts);
        for (uint32_t i = 0; i < starts.count; i++)
            for (uint32_t k = 0; k < shared.count; k++)
                context_add_start(b->c, (EdgeId){NO_ID}, point_of(b, shared.data[k], starts.data[i]), starts.data[i]);
        vec_free(b->run, &starts);
    }
    vec_free(b->run, &shared);
}

static void add_all_configurations(Builder *b)
{
    bool *is_spawned = run_alloc(b->run, b->p->templates.count + 1);
    for (uint32_t e = 0; e < b->p->edges.count; e++)
        if (b->p->edges.data[e].spawn.i != NO_ID) is_spawned[b->p->edges.data[e].spawn.i] = true;
    b->counts = run_alloc(b->run, (b->c->places.count + 1) * sizeof *b->counts);
    intern_init(b->run, &b->done);
    add_starts(b);
    for (uint32_t i = 0; i < b->r->configurations.count; i++) {
        run_poll(b->run);
        uint32_t shared = load_configuration(b, i);
        add_finite_configuration(b, shared, is_spawned);
    }
    intern_clear(&b->done);
    run_release(b->run, b->counts);
    run_release(b->run, is_spawned);
}

const Context *finite_proof(Program *threads, FiniteResult *r)
{
    Builder builder = {.r = r, .locals = &r->locals, .p = threads, .run = threads->run}, *b = &builder;
    CHECK(r->kind == FINITE_TRUE && r->locals.shared_ids.count);
    b->c = context_new(threads, r->k);
    b->values = run_alloc(b->run, (threads->vars.count + 1) * sizeof *b->values);
    b->first = run_alloc(b->run, (threads->vars.count + 1) * sizeof *b->first);
    collect_values(b);
    bool can = add_value_predicates(b);
    if (can) {
        number_shared(b);
        add_local_places(b);
        add_all_configurations(b);
        CHECK(context_is_valid(b->c));
    }
    for (uint32_t v = 0; v < threads->vars.count; v++)
        vec_free(b->run, &b->values[v]);
    run_release(b->run, b->values);
    run_release(b->run, b->first);
    return can ? b->c : NULL;
}
