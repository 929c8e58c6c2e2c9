/* Breadth-first search over sets of counter states, and traces back through its layers. */
#include "engines/symmpa/explore/dd.h"

#include <string.h>

#include "base/check.h"
#include "engines/symmpa/explore/dd_image.h"
#include "engines/symmpa/explore/dd_tables.h"

/* ---- search ---- */

/* States of one shape that were new in one layer. */
typedef struct DdEntry {
    uint32_t shape;
    BDD set;
} DdEntry;

typedef struct DdSearch {
    Run *run;
    DdManager m;
    BoolOracle *oracle;
    const bool *errors;
    bool *locations; /* reached; may be NULL */
    Intern shapes;   /* [location, count]* */
    VEC(BDD) reached;
    VEC(BDD) fresh; /* by shape: found in this layer */
    VEC(DdEntry) entries;
    VEC(uint32_t) layers; /* first entry of each */
    VEC(uint32_t) key;
    bool error;
    uint32_t error_shape, error_group; /* the group that is at an error location, or whose assertion fails */
    const BoolEdge *error_edge;        /* NULL: at an error location */
    BDD error_set;
} DdSearch;

/* Groups in canonical order, which makes n threads of them. */
static bool is_shape(const DdManager *m, const DdGroup *groups, uint32_t count)
{
    uint32_t threads = 0;
    for (uint32_t i = 0; i < count; i++) {
        threads += groups[i].count;
        if (!groups[i].count || (i && groups[i - 1].location > groups[i].location)) return false;
    }
    return threads == m->n;
}

static void load_shape(const DdSearch *s, uint32_t shape, DdGroups *groups)
{
    uint32_t length;
    const uint32_t *key = intern_key(&s->shapes, shape, &length);
    vec_clear(groups);
    for (uint32_t i = 0; i < length; i += 2)
        vec_push(s->run, groups, ((DdGroup){key[i], key[i + 1], i / 2}));
}

static uint32_t group_count(const DdSearch *s, uint32_t shape)
{
    uint32_t length;
    intern_key(&s->shapes, shape, &length);
    return length / 2;
}

static uint32_t find_shape(DdSearch *s, const DdGroup *groups, uint32_t count)
{
    CHECK(is_shape(&s->m, groups, count));
    vec_clear(&s->key);
    for (uint32_t i = 0; i < count; i++) {
        vec_push(s->run, &s->key, groups[i].location);
        vec_push(s->run, &s->key, groups[i].count);
    }
    bool is_new;
    uint32_t shape = intern_add(&s->shapes, s->key.data, s->key.count, &is_new);
    if (is_new) {
        vec_push(s->run, &s->reached, bddfalse);
        vec_push(s->run, &s->fresh, bddfalse);
    }
    CHECK(s->reached.count == s->shapes.count && s->fresh.count == s->shapes.count);
    return shape;
}

static void add_dd_states(void *arg, const DdGroup *groups, uint32_t count, BDD set)
{
    DdSearch *s = arg;
    uint32_t shape = find_shape(s, groups, count);
    BDD added = bdd_addref(bdd_apply(set, s->reached.data[shape], bddop_diff));
    BDD fresh = bdd_addref(bdd_or(s->fresh.data[shape], added));
    bdd_delref(added);
    bdd_delref(s->fresh.data[shape]);
    s->fresh.data[shape] = fresh;
}

static void set_error(DdSearch *s, uint32_t shape, uint32_t group, const BoolEdge *edge, BDD set)
{
    CHECK(set != bddfalse && group < group_count(s, shape));
    if (s->error) return;
    s->error = true;
    s->error_shape = shape;
    s->error_group = group;
    s->error_edge = edge;
    s->error_set = bdd_addref(set);
}

/* Ends a layer: what was found is reached, and is the next frontier. */
static bool close_layer(DdSearch *s)
{
    uint32_t first = s->entries.count;
    vec_push(s->run, &s->layers, first);
    DdGroups groups = {NULL, 0, 0};
    for (uint32_t shape = 0; shape < s->shapes.count; shape++) {
        BDD set = s->fresh.data[shape];
        if (set == bddfalse) continue;
        CHECK(bdd_and(set, s->reached.data[shape]) == bddfalse); /* found for the first time */
        vec_push(s->run, &s->entries, ((DdEntry){shape, set}));  /* with its reference */
        s->fresh.data[shape] = bddfalse;
        BDD reached = bdd_addref(bdd_or(s->reached.data[shape], set));
        bdd_delref(s->reached.data[shape]);
        s->reached.data[shape] = reached;
        load_shape(s, shape, &groups);
        for (uint32_t g = 0; g < groups.count; g++) {
            if (s->locations) s->locations[groups.data[g].location] = true;
            if (s->errors[groups.data[g].location]) set_error(s, shape, g, NULL, set);
        }
    }
    vec_free(s->run, &groups);
    return s->entries.count > first;
}

/* All steps of one group of the states of an entry; asserts that fail are noted. */
static void expand_group(DdSearch *s, const DdEntry *entry, const DdGroups *groups, uint32_t group)
{
    CHECK(group < groups->count && entry->set != bddfalse);
    const BoolEdges *edges = s->m.edges;
    uint32_t location = groups->data[group].location;
    const DdSink sink = {s, add_dd_states};
    for (uint32_t e = edges->first[location]; e < edges->first[location + 1] && !s->error; e++) {
        const BoolEdge *edge = &edges->edges.data[e];
        if (!edge->fails) {
            dd_image(&s->m, edge, groups->data, groups->count, group, entry->set, &sink);
        } else if (s->errors[0]) {
            BDD failing = dd_guard(&s->m, edge, groups->data, group, entry->set);
            if (failing != bddfalse) set_error(s, entry->shape, group, edge, failing);
            bdd_delref(failing);
        }
    }
}

static void expand_layer(DdSearch *s)
{
    DdGroups groups = {NULL, 0, 0};
    uint32_t end = s->entries.count;
    CHECK(vec_last(&s->layers) < end);
    for (uint32_t i = vec_last(&s->layers); i < end && !s->error; i++) {
        DdEntry entry = s->entries.data[i];
        load_shape(s, entry.shape, &groups);
        for (uint32_t g = 0; g < groups.count && !s->error; g++)
            expand_group(s, &entry, &groups, g);
    }
    vec_free(s->run, &groups);
}

/* ---- traces ---- */

/* One counter state: a shape and a valuation of all its variables. */
typedef struct DdState {
    uint32_t shape;
    BDD set;
} DdState;

/* The variables of a shape's states. */
static void list_variables(const DdSearch *s, uint32_t groups, int *vars, uint32_t *count)
{
    *count = 0;
    for (uint32_t b = 0; b < s->m.shared_bits; b++)
        vars[(*count)++] = dd_shared_var(&s->m, b, false);
    for (uint32_t g = 0; g < groups; g++)
        for (uint32_t b = 0; b < s->m.local_bits; b++)
            vars[(*count)++] = dd_local_var(&s->m, g, b, false);
}

typedef struct Hit {
    DdSearch *search;
    DdState target;
    bool found;
} Hit;

static void notice_hit(void *arg, const DdGroup *groups, uint32_t count, BDD set)
{
    Hit *hit = arg;
    if (hit->found || find_shape(hit->search, groups, count) != hit->target.shape) return;
    hit->found = bdd_and(set, hit->target.set) != bddfalse;
}

/* Does a step by that group along that edge lead from some state of the set to the target? */
static bool hits(DdSearch *s, const BoolEdge *edge, const DdGroups *groups, uint32_t group, BDD set, DdState target)
{
    Hit hit = {s, target, false};
    const DdSink sink = {&hit, notice_hit};
    dd_image(&s->m, edge, groups->data, groups->count, group, set, &sink);
    return hit.found;
}

/* Halves the set, variable by variable, down to one state for which `hits` still holds; edge NULL: any state. */
static DdState narrow(DdSearch *s, uint32_t shape, BDD set, const DdGroups *groups, const BoolEdge *edge,
                      uint32_t group, DdState target)
{
    uint32_t count;
    int *vars = run_alloc(s->run, (s->m.shared_bits + groups->count * s->m.local_bits + 1) * sizeof *vars);
    list_variables(s, groups->count, vars, &count);
    bdd_addref(set);
    for (uint32_t i = 0; i < count; i++) {
        BDD half = bdd_addref(bdd_and(set, bdd_nithvar(vars[i])));
        if (half == bddfalse || (edge && !hits(s, edge, groups, group, half, target))) {
            bdd_delref(half);
            half = bdd_addref(bdd_and(set, bdd_ithvar(vars[i])));
        }
        bdd_delref(set);
        set = half;
    }
    CHECK(set != bddfalse);
    CHECK(!edge || hits(s, edge, groups, group, set, target));
    run_release(s->run, vars);
    return (DdState){shape, set};
}

typedef struct DdStep {
    DdState from;
    uint32_t group;
    const BoolEdge *edge;
} DdStep;

/* A step from the layer to the target. There is one. */
static DdStep find_predecessor(DdSearch *s, uint32_t layer, DdState target)
{
    DdGroups groups = {NULL, 0, 0};
    CHECK(layer + 1 < s->layers.count && s->layers.data[layer] < s->layers.data[layer + 1]);
    const BoolEdges *edges = s->m.edges;
    for (uint32_t i = s->layers.data[layer]; i < s->layers.data[layer + 1]; i++) {
        DdEntry entry = s->entries.data[i];
        load_shape(s, entry.shape, &groups);
        for (uint32_t g = 0; g < groups.count; g++) {
            uint32_t d = groups.data[g].location;
            for (uint32_t e = edges->first[d]; e < edges->first[d + 1]; e++) {
                const BoolEdge *edge = &edges->edges.data[e];
                if (edge->fails || !hits(s, edge, &groups, g, entry.set, target)) continue;
                DdStep step = {narrow(s, entry.shape, entry.set, &groups, edge, g, target), g, edge};
                vec_free(s->run, &groups);
                return step;
            }
        }
    }
    run_check_failed(s->run, __FILE__, __LINE__, "a layer leads to the next one");
}

static uint64_t bits_of_state(BDD state, const DdSearch *s, uint32_t group, bool shared)
{
    uint64_t bits = 0;
    for (uint32_t b = 0; b < (shared ? s->m.shared_bits : s->m.local_bits); b++) {
        int v = shared ? dd_shared_var(&s->m, b, false) : dd_local_var(&s->m, group, b, false);
        if (bdd_and(state, bdd_ithvar(v)) != bddfalse) bits |= UINT64_C(1) << b;
    }
    return bits;
}

typedef struct Counter {
    uint32_t local, count;
} Counter;

/* Appends the state to the path, in terms of the oracle; ids[g]: the local part of group g. */
static void add_path_state(DdSearch *s, DdState state, CounterPath *path, uint32_t *ids)
{
    DdGroups groups = {NULL, 0, 0};
    VEC(Counter) counters = {NULL, 0, 0};
    load_shape(s, state.shape, &groups);
    for (uint32_t g = 0; g < groups.count; g++) {
        ids[g] = bool_oracle_local_id(s->oracle, groups.data[g].location, bits_of_state(state.set, s, g, false));
        uint32_t at = counters.count;
        vec_push(s->run, &counters, ((Counter){0, 0}));
        for (; at > 0 && counters.data[at - 1].local > ids[g]; at--)
            counters.data[at] = counters.data[at - 1];
        counters.data[at] = (Counter){ids[g], groups.data[g].count};
    }
    for (uint32_t i = 1; i < counters.count; i++)
        CHECK(counters.data[i - 1].local < counters.data[i].local); /* groups differ */
    vec_push(s->run, &path->starts, path->words.count);
    vec_push(s->run, &path->words, bool_oracle_shared_id(s->oracle, bits_of_state(state.set, s, 0, true)));
    for (uint32_t i = 0; i < counters.count; i++) {
        vec_push(s->run, &path->words, counters.data[i].local);
        vec_push(s->run, &path->words, counters.data[i].count);
    }
    vec_free(s->run, &groups);
    vec_free(s->run, &counters);
}

/* The move of the oracle that leads from the last state but one of the path to the last. */
static Move find_move(DdSearch *s, const Oracle *oracle, const CounterPath *path, uint32_t active, const BoolEdge *edge)
{
    CHECK(path->starts.count >= 2);
    uint32_t from = path->starts.count - 2, shared = path->words.data[path->starts.data[from]];
    const Move *moves;
    uint32_t n = oracle->moves(oracle->self, shared, active, &moves);
    for (uint32_t i = 0; i < n; i++) {
        oracle->moves(oracle->self, shared, active, &moves);
        Move m = moves[i];
        if (m.error || bool_oracle_edge(s->oracle, &m) != edge) continue;
        const CounterStep step = {active, m};
        if (counter_step_fits(s->run, oracle, path, from, &step)) return m;
    }
    run_check_failed(s->run, __FILE__, __LINE__, "the oracle has the step of the diagram");
}

static Move find_error_move(DdSearch *s, const Oracle *oracle, uint32_t shared, uint32_t active)
{
    const Move *moves;
    uint32_t n = oracle->moves(oracle->self, shared, active, &moves);
    for (uint32_t i = 0; i < n; i++)
        if (moves[i].error) return moves[i];
    run_check_failed(s->run, __FILE__, __LINE__, "the oracle has the error of the diagram");
}

static void build_dd_trace(DdSearch *s, AbstractTrace *trace)
{
    VEC(DdStep) steps = {NULL, 0, 0}; /* backwards */
    DdGroups groups = {NULL, 0, 0};
    load_shape(s, s->error_shape, &groups);
    const DdState none = {0, bddfalse};
    DdState state = narrow(s, s->error_shape, s->error_set, &groups, NULL, 0, none);
    vec_push(s->run, &steps, ((DdStep){state, s->error_group, s->error_edge}));
    uint32_t layer = 0; /* of the state */
    for (uint32_t i = 0; i < s->entries.count; i++) {
        if (s->entries.data[i].shape != state.shape || bdd_and(s->entries.data[i].set, state.set) == bddfalse) continue;
        while (layer + 1 < s->layers.count && s->layers.data[layer + 1] <= i)
            layer++;
        break;
    }
    for (; layer > 0; layer--) {
        DdStep step = find_predecessor(s, layer - 1, vec_last(&steps).from);
        vec_push(s->run, &steps, step);
    }
    CounterPath path;
    memset(&path, 0, sizeof path);
    Oracle oracle = bool_oracle(s->oracle);
    uint32_t *ids = run_alloc(s->run, s->m.slots * sizeof *ids), active = 0;
    for (uint32_t i = steps.count; i-- > 0;) {
        const DdStep *step = &steps.data[i];
        add_path_state(s, step->from, &path, ids);
        if (i + 1 == steps.count) /* the others may be too many to list */
            bool_oracle_start_from(s->oracle, path.words.data[0], ids, group_count(s, step->from.shape));
        if (i + 1 < steps.count) {
            Move m = find_move(s, &oracle, &path, active, steps.data[i + 1].edge);
            vec_push(s->run, &path.steps, ((CounterStep){active, m}));
        }
        active = ids[step->group];
    }
    uint32_t shared = path.words.data[vec_last(&path.starts)];
    vec_push(s->run, &path.steps, ((CounterStep){active, find_error_move(s, &oracle, shared, active)}));
    CHECK(path.starts.count == steps.count && path.steps.count == steps.count);
    arrange_threads(s->run, &oracle, s->m.n, &path, trace);
    for (uint32_t i = 0; i < steps.count; i++)
        bdd_delref(steps.data[i].from.set);
    vec_free(s->run, &steps);
    vec_free(s->run, &groups);
    counter_path_free(s->run, &path);
    run_release(s->run, ids);
}

/* ---- the whole ---- */

static double count_states(const DdSearch *s)
{
    double states = 0;
    DdGroups groups = {NULL, 0, 0};
    uint32_t bits = s->m.shared_bits + s->m.slots * s->m.local_bits, count;
    int *vars = run_alloc(s->run, (bits + 1) * sizeof *vars);
    for (uint32_t shape = 0; shape < s->shapes.count; shape++) {
        load_shape(s, shape, &groups);
        list_variables(s, groups.count, vars, &count);
        BDD cube = bdd_addref(bdd_makeset(vars, (int)count));
        states += count ? bdd_satcountset(s->reached.data[shape], cube) : s->reached.data[shape] != bddfalse;
        bdd_delref(cube);
    }
    run_release(s->run, vars);
    vec_free(s->run, &groups);
    return states;
}

static void dd_search_clear(DdSearch *s)
{
    dd_manager_clear(&s->m);
    intern_clear(&s->shapes);
    vec_free(s->run, &s->reached);
    vec_free(s->run, &s->fresh);
    vec_free(s->run, &s->entries);
    vec_free(s->run, &s->layers);
    vec_free(s->run, &s->key);
}

ExploreResult dd_explore(Run *run, BoolOracle *oracle, const BoolEdges *edges, uint32_t n, const bool *errors,
                         AbstractTrace *trace, double *states, bool *reached)
{
    DdSearch s;
    memset(&s, 0, sizeof s);
    s.run = run;
    s.oracle = oracle;
    s.errors = errors;
    s.locations = reached;
    const BoolProgram *p = edges->program;
    s.m = (DdManager){.run = run,
                      .edges = edges,
                      .n = n,
                      .shared_bits = p->shared.count,
                      .local_bits = p->local.count,
                      .slots = n + 1};
    uint64_t variables = 2 * ((uint64_t)s.m.shared_bits + (uint64_t)s.m.local_bits * s.m.slots);
    if (n > DD_THREADS_MAX)
        run_stop(run, STOP_UNSUPPORTED, "more than %d threads are too many for decision diagrams", DD_THREADS_MAX);
    if (variables > DD_VARIABLES_MAX)
        run_stop(run, STOP_UNSUPPORTED, "%llu variables of decision diagrams are too many (%u threads)",
                 (unsigned long long)variables, n);
    intern_init(run, &s.shapes);
    intern_init(run, &s.m.formulas);
    intern_init(run, &s.m.orders);
    uint32_t ticket = dd_tables_start(run, (int)variables);
    const DdSink sink = {&s, add_dd_states};
    dd_initial(&s.m, &sink);
    while (close_layer(&s) && !s.error) {
        run_progress(run, "%u threads: layer %u, %d nodes", n, s.layers.count, bdd_getnodenum());
        expand_layer(&s);
        if (s.error) break;
    }
    *states = count_states(&s);
    if (s.error) build_dd_trace(&s, trace);
    dd_search_clear(&s);
    run_cancel(run, ticket);
    dd_tables_release(NULL);
    return s.error ? EXPLORE_ERROR : EXPLORE_SAFE;
}
