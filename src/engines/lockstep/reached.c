#include "engines/lockstep/reached.h"

#include "engines/lockstep/candidates.h"
#include "engines/lockstep/model.h"
#include "engines/lockstep/samples.h"
#include "logic/smt/value.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

#define COEFFICIENT_MAX 64
#define SUMMANDS_MAX 6
#define SAMPLES_MAX 300 /* of a cut node */
#define SAMPLE_SECONDS 0.2

static Term equation_term(const InvariantFinder *f, const Cut *c, int g, const uint64_t *e)
{
    unsigned width = candidates_width(g);
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

static bool terms_have(const FinderTerms *terms, Term t)
{
    for (uint32_t i = 0; i < terms->count; i++)
        if (term_same(terms->data[i], t)) return true;
    return false;
}

void reached_find_known(InvariantFinder *f, Cut *c)
{
    vec_clear(&c->known);
    c->stale = false;
    c->version++;
    for (uint32_t i = 0; i < c->atoms.count; i++)
        if (!terms_have(&c->hard, c->atoms.data[i])) vec_push(f->run, &c->known, c->atoms.data[i]);
    for (int g = 0; g < FINDER_GROUPS; g++) {
        AffineEquations equations = {NULL, 0, 0};
        affine_equations(&c->affine[g], &equations);
        for (uint32_t i = 0; i < equations.count; i++) {
            Term t = equation_term(f, c, g, equations.data[i]);
            if (term_is(t) && !term_is_true(f->tm, t) && !terms_have(&c->hard, t)) vec_push(f->run, &c->known, t);
            run_release(f->run, equations.data[i]);
        }
        vec_free(f->run, &equations);
    }
}

/* ---- states that are reached ---- */

/* The value of a term over program variables in a state that is reached at the cut node. */
typedef Value (*ValueOf)(void *arg, Term t);

/* Nothing that the state violates holds. */
static void join_state(InvariantFinder *f, Cut *c, ValueOf value, void *arg)
{
    if (!c->reached)
        for (uint32_t i = 0; i < f->pool.count; i++)
            if (candidates_is_live(f, c->node, f->pool.data[i])) vec_push(f->run, &c->atoms, f->pool.data[i]);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->atoms.count; i++)
        if (value(arg, c->atoms.data[i]).bits) c->atoms.data[kept++] = c->atoms.data[i];
    bool changed = !c->reached || kept < c->atoms.count;
    c->atoms.count = kept;
    for (int g = 0; g < FINDER_GROUPS; g++) {
        uint32_t n = c->coordinates[g].count;
        uint64_t *point = run_alloc(f->run, (n + 1) * sizeof *point);
        for (uint32_t i = 0; i < n; i++)
            point[i] = value(arg, c->coordinates[g].data[i]).bits;
        changed |= affine_add(&c->affine[g], point);
        run_release(f->run, point);
    }
    if (!changed) return;
    c->reached = c->dirty = c->stale = true;
}

typedef struct Model {
    Region *region;
    RegionTarget *target;
} Model;

static Value value_at_target(void *arg, Term t)
{
    const Model *m = arg;
    return smt_value(m->target->view.smt, region_there(m->region, m->target, t));
}

static Value value_in_sample(void *arg, Term t) { return sample_value(arg, t); }

/* A state that steps lead to from one that the invariant allows, whatever it will be. */
static void join_onward(void *arg, const ProductSample *s)
{
    InvariantFinder *f = arg;
    Cut *c = &f->cuts.data[f->cut_of[s->node]];
    if (!c->any) join_state(f, c, value_in_sample, (void *)s);
}

static void find_stale(InvariantFinder *f)
{
    for (uint32_t i = 0; i < f->cuts.count; i++)
        if (f->cuts.data[i].stale) reached_find_known(f, &f->cuts.data[i]);
}

/* Is the state that of the model, as far as coordinates and atoms say? */
static bool is_of_model(const Cut *c, Model *m, Value *state)
{
    ProductSample s = {m->region->p, c->node, state};
    for (uint32_t i = 0; i < c->atoms.count; i++)
        if (sample_value(&s, c->atoms.data[i]).bits != value_at_target(m, c->atoms.data[i]).bits) return false;
    for (int g = 0; g < FINDER_GROUPS; g++)
        for (uint32_t i = 0; i < c->coordinates[g].count; i++) {
            Term t = c->coordinates[g].data[i];
            if (sample_value(&s, t).bits != value_at_target(m, t).bits) return false;
        }
    return true;
}

void reached_join_model(InvariantFinder *f, Cut *c, Region *r, RegionTarget *target)
{
    Model m = {r, target};
    join_state(f, c, value_at_target, &m);
    reached_find_known(f, c);
    Value *state = model_state(r, target);
    CHECK(is_of_model(c, &m, state));
    samples_visit_from(f->p, target->node, state, f->stats->checks, join_onward, f);
    run_release(f->run, state);
    find_stale(f);
}

static void join_sample(void *arg, const ProductSample *s)
{
    InvariantFinder *f = arg;
    Cut *c = &f->cuts.data[f->cut_of[s->node]];
    if (c->any || c->samples == SAMPLES_MAX) return;
    c->samples++;
    join_state(f, c, value_in_sample, (void *)s);
}

/* Random runs say at little cost most of what does not hold. */
void reached_sample(InvariantFinder *f)
{
    samples_visit(f->p, SAMPLE_SECONDS, join_sample, f);
    find_stale(f);
}
