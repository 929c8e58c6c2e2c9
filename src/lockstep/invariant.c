/* Symbolic abstraction (Reps, Sagiv, Yorsh, VMCAI 2004): of each cut node nothing is reached at first. A model of a way
 * into it that what is known does not allow yet is joined: atoms that it violates go (as in Houdini), and the point
 * that it is enlarges the affine set. When there is no such model the invariant is inductive, and the least in this
 * domain. Equations with large coefficients hold by accident of the few points seen so far; they are left out, which
 * only weakens the invariant, and they make the solver slow. */
#include "lockstep/invariant.h"

#include "lockstep/affine.h"
#include "lockstep/flags.h"
#include "lockstep/region.h"
#include "smt/value.h"
#include "term/boolean.h"
#include "term/build.h"
#include "term/compare.h"
#include "term/walk.h"

#define ATOMS_MAX 400
#define COEFFICIENT_MAX 64
#define SUMMANDS_MAX 6
#define GROUPS 4 /* of widths */
#define ROUNDS 4 /* of pruning */

typedef VEC(Term) Terms;

static const unsigned group_width[GROUPS] = {8, 16, 32, 64};

typedef struct Cut {
    uint32_t node;
    Region *region;
    Terms coordinates[GROUPS]; /* over program variables */
    Affine affine[GROUPS];
    Terms atoms;              /* that hold as far as known */
    Terms known;              /* the invariant: conjuncts */
    bool reached, dirty, any; /* any: the solver gave up on it, nothing is known */
} Cut;

typedef struct Finder {
    Product *p;
    Run *run;
    TermManager *tm;
    const Program *w;
    VEC(Cut) cuts;
    uint32_t *cut_of; /* per node */
    Terms pool;       /* atoms */
    Terms reads;      /* elements of arrays */
    double deadline;
    size_t memory; /* that must be left */
    bool failed;
    InvariantStats *stats;
} Finder;

/* ---- candidates ---- */

typedef struct Live {
    const Finder *f;
    const uint64_t *live;
    bool all;
    uint32_t count;
} Live;

static void look_live(void *arg, Term var)
{
    Live *l = arg;
    l->count++;
    l->all &= varset_has(l->live, term_symbol(l->f->tm, var));
}

static bool is_live(const Finder *f, uint32_t node, Term t)
{
    Live l = {f, f->p->nodes.data[node].live, true, 0};
    term_for_each_var(f->tm, t, look_live, &l);
    return l.all && l.count;
}

static void add_once(const Finder *f, Terms *terms, Term t)
{
    for (uint32_t i = 0; i < terms->count; i++)
        if (term_same(terms->data[i], t)) return;
    vec_push(f->run, terms, t);
}

typedef struct AtomSearch {
    Finder *f;
    Region *region;
} AtomSearch;

static bool is_comparison(TermKind kind) { return kind == TERM_EQ || kind == TERM_ULT || kind == TERM_SLT; }

static void look_for_atom(void *arg, Term t)
{
    AtomSearch *s = arg;
    Finder *f = s->f;
    TermKind kind = term_kind(f->tm, t);
    bool is_bool = term_sort(f->tm, t).kind == SORT_BOOL;
    if (f->pool.count >= ATOMS_MAX || !is_bool || (!is_comparison(kind) && kind != TERM_VAR)) return;
    if (term_size(f->tm, t, 60) >= 60) return;
    Term atom = region_over_state(s->region, t);
    if (!term_is(atom) || term_is_const(f->tm, atom)) return;
    add_once(f, &f->pool, atom);
    add_once(f, &f->pool, term_not(f->tm, atom));
    if (kind != TERM_ULT && kind != TERM_SLT) return;
    Term back = term_binary(f->tm, kind, term_arg(f->tm, atom, 1), term_arg(f->tm, atom, 0));
    if (term_kind(f->tm, atom) == kind) add_once(f, &f->pool, term_not(f->tm, back));
}

static void collect(Finder *f, Region *r)
{
    AtomSearch s = {f, r};
    for (uint32_t i = 0; i < r->guards.count; i++)
        term_for_each_subterm(f->tm, r->guards.data[i], look_for_atom, &s);
    for (uint32_t i = 0; i < reads_count(r->reads); i++) {
        Term array, index;
        reads_get(r->reads, i, &array, &index);
        index = region_over_state(r, index);
        if (!term_is(index) || f->w->vars.data[term_symbol(f->tm, array)].class == VAR_INPUT) continue;
        add_once(f, &f->reads, term_select(f->tm, array, index));
    }
}

/* Orders between variables. */
static void collect_orders(Finder *f, const Cut *c)
{
    const Terms *t = &c->coordinates[2];
    for (uint32_t i = 0; i < t->count && t->count <= 16; i++)
        for (uint32_t k = 0; k < t->count && f->pool.count < ATOMS_MAX; k++)
            if (i != k && term_kind(f->tm, t->data[i]) == TERM_VAR && term_kind(f->tm, t->data[k]) == TERM_VAR)
                add_once(f, &f->pool, term_not(f->tm, term_binary(f->tm, TERM_SLT, t->data[i], t->data[k])));
    for (uint32_t i = 0; i < t->count && f->pool.count < ATOMS_MAX; i++)
        if (term_kind(f->tm, t->data[i]) == TERM_VAR)
            add_once(f, &f->pool, term_not(f->tm, term_binary(f->tm, TERM_SLT, t->data[i], term_bv(f->tm, 32, 0))));
}

static int group_of(Sort sort)
{
    for (int g = 0; g < GROUPS; g++)
        if (sort.kind == SORT_BV && sort.width == group_width[g]) return g;
    return -1;
}

static void add_coordinate(Finder *f, Cut *c, Term t)
{
    int g = group_of(term_sort(f->tm, t));
    if (g >= 0 && is_live(f, c->node, t)) add_once(f, &c->coordinates[g], t);
}

static void choose_coordinates(Finder *f, Cut *c)
{
    for (uint32_t v = 0; v < f->w->vars.count; v++)
        if (varset_has(f->p->nodes.data[c->node].live, v) &&
            !term_is(product_known(f->p, &f->p->nodes.data[c->node], v)))
            add_coordinate(f, c, program_var_term((Program *)f->w, (VarId){v}));
    for (uint32_t i = 0; i < f->reads.count; i++)
        add_coordinate(f, c, f->reads.data[i]);
    for (int g = 0; g < GROUPS; g++)
        affine_init(f->run, &c->affine[g], group_width[g], c->coordinates[g].count);
}

/* ---- what is known at a cut node ---- */

static Term equation_term(const Finder *f, const Cut *c, int g, const uint64_t *e)
{
    unsigned width = group_width[g];
    uint32_t summands = 0;
    Term sum = term_bv(f->tm, width, e[0]);
    for (uint32_t i = 0; i < c->coordinates[g].count; i++) {
        if (!e[i + 1]) continue;
        int64_t factor = sign_extend(e[i + 1], width);
        if (factor > COEFFICIENT_MAX || factor < -COEFFICIENT_MAX || ++summands > SUMMANDS_MAX) return TERM_NONE;
        sum = term_add(f->tm, sum,
                       term_binary(f->tm, TERM_MUL, term_bv(f->tm, width, e[i + 1]), c->coordinates[g].data[i]));
    }
    return term_eq(f->tm, sum, term_bv(f->tm, width, 0));
}

static void find_known(Finder *f, Cut *c)
{
    vec_clear(&c->known);
    for (uint32_t i = 0; i < c->atoms.count; i++)
        vec_push(f->run, &c->known, c->atoms.data[i]);
    for (int g = 0; g < GROUPS; g++) {
        AffineEquations equations = {NULL, 0, 0};
        affine_equations(&c->affine[g], &equations);
        for (uint32_t i = 0; i < equations.count; i++) {
            Term t = equation_term(f, c, g, equations.data[i]);
            if (term_is(t) && !term_is_true(f->tm, t)) vec_push(f->run, &c->known, t);
            run_release(f->run, equations.data[i]);
        }
        vec_free(f->run, &equations);
    }
}

/* ---- models ---- */

static void join_point(Finder *f, Cut *c, Region *r, const RegionTarget *target, int g)
{
    uint32_t n = c->coordinates[g].count;
    uint64_t *point = run_alloc(f->run, (n + 1) * sizeof *point);
    for (uint32_t i = 0; i < n; i++)
        point[i] = smt_value(r->smt, region_there(r, target, c->coordinates[g].data[i])).bits;
    affine_add(&c->affine[g], point);
    run_release(f->run, point);
}

static void join_model(Finder *f, Cut *c, Region *r, const RegionTarget *target)
{
    if (!c->reached)
        for (uint32_t i = 0; i < f->pool.count; i++)
            if (is_live(f, c->node, f->pool.data[i])) vec_push(f->run, &c->atoms, f->pool.data[i]);
    c->reached = c->dirty = true;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->atoms.count; i++)
        if (smt_value(r->smt, region_there(r, target, c->atoms.data[i])).bits) c->atoms.data[kept++] = c->atoms.data[i];
    c->atoms.count = kept;
    for (int g = 0; g < GROUPS; g++)
        join_point(f, c, r, target, g);
    find_known(f, c);
}

static void add_here(const Finder *f, Cut *c, Terms *out)
{
    vec_clear(out);
    for (uint32_t i = 0; i < c->known.count; i++)
        vec_push(f->run, out, region_here(c->region, c->known.data[i]));
}

static bool is_late(Finder *f)
{
    if (run_seconds(f->run) < f->deadline && run_memory_left(f->run) >= f->memory) return false;
    return f->failed = true;
}

/* All ways from one cut node to the other. */
static bool flow(Finder *f, Cut *c, const RegionTarget *target)
{
    Cut *to = &f->cuts.data[f->cut_of[target->node]];
    bool changed = false;
    Terms terms = {NULL, 0, 0};
    while (!to->any && !is_late(f)) {
        Term bad = term_bool(f->tm, !to->reached);
        add_here(f, c, &terms);
        for (uint32_t i = 0; i < to->known.count; i++)
            bad = term_or(f->tm, bad, term_not(f->tm, region_there(c->region, target, to->known.data[i])));
        vec_push(f->run, &terms, target->reach);
        vec_push(f->run, &terms, bad);
        double begun = run_seconds(f->run);
        SmtResult result = term_is_false(f->tm, bad) ? SMT_UNSAT : region_check(c->region, terms.data, terms.count);
        run_log(f->run, 3, "    cut node %u to %u: %s, %.3f s, %u conjuncts before, %u after", c->node, to->node,
                result == SMT_SAT     ? "more"
                : result == SMT_UNSAT ? "no more"
                                      : "unknown",
                run_seconds(f->run) - begun, c->known.count, to->known.count);
        for (uint32_t i = 0; run_verbosity(f->run) >= 4 && i < to->known.count; i++) {
            Str text;
            str_init(f->run, &text);
            program_print_term((Program *)f->w, to->known.data[i], &text);
            run_log(f->run, 4, "      %s", str_text(&text));
            str_clear(&text);
        }
        f->stats->checks++;
        if (result == SMT_UNSAT) break;
        changed = true;
        if (result == SMT_SAT) {
            join_model(f, to, c->region, target);
            continue;
        }
        to->any = to->reached = to->dirty = true;
        to->known.count = 0;
    }
    vec_free(f->run, &terms);
    return changed;
}

static bool pass(Finder *f, bool all)
{
    bool changed = false;
    for (uint32_t i = 0; i < f->cuts.count && !f->failed; i++) {
        Cut *c = &f->cuts.data[i];
        if (!c->reached || (!c->dirty && !all)) continue;
        c->dirty = false;
        for (uint32_t k = 0; k < c->region->targets.count; k++)
            changed |= flow(f, c, &c->region->targets.data[k]);
    }
    return changed;
}

/* The question of errors decides, and may take all the time that there is. */
static unsigned time_left(const Finder *f)
{
    double seconds = f->deadline - run_seconds(f->run);
    return seconds > 0.1 ? (unsigned)(seconds * 1000) : 100;
}

static void tell_error(Finder *f, const Cut *c)
{
    for (uint32_t i = 0; run_verbosity(f->run) >= 2 && i < c->region->errors.count; i++) {
        const RegionError *e = &c->region->errors.data[i];
        const Letter *letter = &f->p->l->all.data[e->letter];
        bool is_taken = smt_value(c->region->smt, e->reach).bits;
        if (is_taken)
            run_log(f->run, 2, "  open after cut node %u: thread %u, error at line %u", c->node, letter->thread,
                    f->p->l->merged->locs.data[letter->from.i].pos.line);
    }
}

static bool excludes_errors(Finder *f)
{
    Terms terms = {NULL, 0, 0};
    bool all = true;
    for (uint32_t i = 0; i < f->cuts.count && all && !is_late(f); i++) {
        Cut *c = &f->cuts.data[i];
        if (!c->reached || term_is_false(f->tm, c->region->error)) continue;
        add_here(f, c, &terms);
        vec_push(f->run, &terms, c->region->error);
        region_set_time(c->region, time_left(f));
        SmtResult result = region_check(c->region, terms.data, terms.count);
        all = result == SMT_UNSAT;
        f->stats->checks++;
        if (result == SMT_SAT) tell_error(f, c);
        if (result == SMT_UNKNOWN) run_log(f->run, 2, "  no answer about errors after cut node %u", c->node);
    }
    vec_free(f->run, &terms);
    return all && !f->failed;
}

/* ---- edges that cannot be taken ---- */

/* Marks edges to cut nodes that no way takes, with what is known at the cut nodes before. What comes before such an
 * edge need then not be cut, and more is known of it. */
static bool prune(Finder *f)
{
    Intern ways; /* [node, node] */
    VEC(bool) taken = {NULL, 0, 0};
    Terms terms = {NULL, 0, 0};
    bool any = false;
    intern_init(f->run, &ways);
    for (uint32_t i = 0; i < f->cuts.count; i++) {
        Cut *c = &f->cuts.data[i];
        for (uint32_t k = 0; c->reached && k < c->region->entries.count; k++) {
            const RegionEntry *e = &c->region->entries.data[k];
            uint32_t key[] = {e->from, f->p->nodes.data[e->from].out.data[e->edge].to};
            bool is_new;
            uint32_t id = intern_add(&ways, key, 2, &is_new);
            if (is_new) vec_push(f->run, &taken, false);
            if (taken.data[id]) continue;
            add_here(f, c, &terms);
            vec_push(f->run, &terms, e->reach);
            taken.data[id] = is_late(f) || region_check(c->region, terms.data, terms.count) != SMT_UNSAT;
            f->stats->checks++;
        }
    }
    for (uint32_t id = 0; id < ways.count; id++) {
        uint32_t length;
        const uint32_t *key = intern_key(&ways, id, &length);
        Node *n = &f->p->nodes.data[key[0]];
        if (!taken.data[id]) run_log(f->run, 2, "  pruned: from node %u to %u", key[0], key[1]);
        for (uint32_t k = 0; k < n->out.count && !taken.data[id]; k++)
            if (n->out.data[k].to == key[1]) any = n->out.data[k].is_pruned = true;
    }
    intern_clear(&ways);
    vec_free(f->run, &taken);
    vec_free(f->run, &terms);
    return any;
}

/* ---- all ---- */

static void tell_cut(const Finder *f, uint32_t number)
{
    const Node *n = &f->p->nodes.data[number];
    Str text;
    if (run_verbosity(f->run) < 3) return;
    str_init(f->run, &text);
    for (uint32_t t = 0; t < f->p->l->threads; t++)
        if (n->at[t] == AT_NOTHING)
            str_add(&text, " -");
        else
            str_addf(&text, " %s%u", n->asleep >> t & 1 ? "zzz" : "",
                     n->at[t] - f->p->l->merged->templates.data[f->p->l->w->origins.data[t].of.i].entry.i);
    run_log(f->run, 3, "  cut node %u: at%s, pointer %u", number, str_text(&text), n->pointer);
    str_clear(&text);
}

static void begin(Finder *f)
{
    f->cut_of = run_alloc(f->run, (f->p->nodes.count + 1) * sizeof *f->cut_of);
    for (uint32_t i = 0; i < f->p->topological.count && !is_late(f); i++) {
        uint32_t node = f->p->topological.data[i];
        if (!f->p->nodes.data[node].cut || !f->p->nodes.data[node].leads_to_error) continue;
        Cut c = {.node = node, .region = region_new(f->p, node)};
        tell_cut(f, node);
        f->cut_of[node] = f->cuts.count;
        vec_push(f->run, &f->cuts, c);
        collect(f, c.region);
    }
    for (uint32_t i = 0; i < f->cuts.count && !f->failed; i++) {
        choose_coordinates(f, &f->cuts.data[i]);
        collect_orders(f, &f->cuts.data[i]);
    }
    if (f->cuts.count) f->cuts.data[0].reached = f->cuts.data[0].dirty = f->cuts.data[0].any = true;
}

static void finish(Finder *f)
{
    for (uint32_t i = 0; i < f->cuts.count; i++) {
        Cut *c = &f->cuts.data[i];
        region_free(c->region);
        for (int g = 0; g < GROUPS; g++) {
            vec_free(f->run, &c->coordinates[g]);
            affine_clear(&c->affine[g]);
        }
        vec_free(f->run, &c->atoms);
        vec_free(f->run, &c->known);
    }
    vec_free(f->run, &f->cuts);
    vec_free(f->run, &f->pool);
    vec_free(f->run, &f->reads);
    run_release(f->run, f->cut_of);
}

static Term *result_of(const Finder *f)
{
    Term *out = run_alloc(f->run, (f->p->nodes.count + 1) * sizeof *out);
    for (uint32_t i = 0; i < f->p->nodes.count; i++)
        if (f->p->nodes.data[i].cut) out[i] = term_bool(f->tm, true);
    for (uint32_t i = 0; i < f->cuts.count; i++) {
        const Cut *c = &f->cuts.data[i];
        out[c->node] = c->reached ? term_and_n(f->tm, c->known.data, c->known.count) : term_bool(f->tm, false);
    }
    return out;
}

static Term *find_once(Product *p, double deadline, InvariantStats *stats, bool *pruned)
{
    Run *run = p->l->merged->run;
    Finder f = {.p = p, .run = run, .tm = p->l->merged->tm, .w = p->l->w->p, .stats = stats, .deadline = deadline};
    f.memory = run_memory_left(run) / 2;
    begin(&f);
    stats->cuts = f.cuts.count;
    stats->atoms = f.pool.count;
    while (!f.failed && (pass(&f, false) || pass(&f, true)))
        run_poll(run);
    Term *out = !f.failed && excludes_errors(&f) ? result_of(&f) : NULL;
    *pruned = !out && !f.failed && prune(&f);
    finish(&f);
    return out;
}

Term *invariant_find(Product *p, double seconds, InvariantStats *stats)
{
    double deadline = run_seconds(p->l->merged->run) + seconds;
    bool pruned = true;
    Term *out = NULL;
    for (int round = 0; round < ROUNDS && pruned && !out; round++) {
        if (round) product_refresh(p);
        out = find_once(p, deadline, stats, &pruned);
    }
    return out;
}
