/* Strengthening: which cubes of at most K predicates imply a condition, which its negation (paper 001, section 2.2, the
 * operator F; after Ball, Majumdar, Millstein and Rajamani, PLDI 2001). Cubes that contain one already found are left
 * out: they say nothing new. An answer that the solver does not give counts as "does not imply", which is weaker and
 * sound. */
#include "engines/symmpa/abstraction/cartesian_cubes.h"

#include "base/check.h"
#include "logic/smt/check.h"
#include "logic/term/boolean.h"
#include "logic/term/walk.h"

bool literal_holds(const Literal *l, const CartesianAround *a)
{
    if (l->space == SPACE_PASSIVE && (l->template != a->template || !a->tracked || !bits_get(a->tracked, l->index)))
        return false;
    const Bits *bits = l->space == SPACE_SHARED    ? (l->after ? a->shared_after : a->shared)
                       : l->space == SPACE_ACTIVE  ? (l->after ? a->active_after : a->active)
                       : l->space == SPACE_PASSIVE ? (l->after ? a->passive_after : a->passive)
                                                   : a->child;
    return bits && bits_get(bits, l->index) == l->value;
}

bool cube_holds(const Cube *cube, const CartesianAround *around)
{
    for (uint32_t i = 0; i < cube->count; i++)
        if (!literal_holds(&cube->literals[i], around)) return false;
    return true;
}

typedef struct Search {
    Cartesian *x;
    Strengthening *s;
    const CubeCandidates *candidates;
    uint32_t first_new; /* candidates from here on are new: a cube needs one of them */
    Term condition, negation, guard;
    Cube cube;
    Term terms[CARTESIAN_CUBE_MAX + 2];
} Search;

static bool cube_contains(const Cube *cube, const Cube *part)
{
    for (uint32_t i = 0; i < part->count; i++) {
        bool found = false;
        for (uint32_t k = 0; k < cube->count && !found; k++) {
            const Literal *a = &cube->literals[k], *b = &part->literals[i];
            found = a->space == b->space && a->index == b->index && a->value == b->value;
        }
        if (!found) return false;
    }
    return true;
}

static bool is_cube_covered(const Search *q)
{
    const Cubes *lists[2] = {&q->s->holds, &q->s->fails};
    for (int l = 0; l < 2; l++)
        for (uint32_t i = 0; i < lists[l]->count; i++)
            if (cube_contains(&q->cube, &lists[l]->data[i])) return true;
    return false;
}

static bool cube_implies(Search *q, Term denied)
{
    uint32_t n = q->cube.count;
    CHECK(n <= CARTESIAN_CUBE_MAX);
    q->terms[n] = q->guard;
    q->terms[n + 1] = denied;
    SmtResult r = smt_check(q->x->smt, q->terms, n + 2);
    run_poll(q->x->p->run);
    return r == SMT_UNSAT;
}

/* Tries all cubes of `size` literals that extend the current one by candidates from `from` on. */
static void try_cubes(Search *q, uint32_t from, uint32_t size, bool has_new)
{
    Run *run = q->x->p->run;
    if (q->cube.count == size) {
        if (!has_new || is_cube_covered(q)) return;
        if (cube_implies(q, q->negation))
            vec_push(run, &q->s->holds, q->cube);
        else if (cube_implies(q, q->condition))
            vec_push(run, &q->s->fails, q->cube);
        return;
    }
    for (uint32_t i = from; i < q->candidates->count; i++) {
        const CubeCandidate *c = &q->candidates->data[i];
        for (int value = 0; value < 2; value++) {
            CHECK(q->cube.count < size && size <= CARTESIAN_CUBE_MAX);
            uint32_t n = q->cube.count++;
            q->cube.literals[n] = (Literal){c->space, false, value != 0, c->index, c->template};
            q->terms[n] = value ? c->term : term_not(q->x->p->tm, c->term);
            try_cubes(q, i + 1, size, has_new || i >= q->first_new);
            CHECK(q->cube.count == n + 1);
            q->cube.count--;
        }
    }
}

/* Candidates that share variables with the condition or the guard, directly or through others; old ones first. */
typedef struct Cone {
    Cartesian *x;
    Intern vars;
    bool touched;
} Cone;

static void mark_in_cone(void *arg, Term var)
{
    Cone *c = arg;
    uint32_t key[2] = {term_symbol(c->x->p->tm, var), term_instance(c->x->p->tm, var)};
    intern_add(&c->vars, key, 2, NULL);
}

static void look_for_cone_var(void *arg, Term var)
{
    Cone *c = arg;
    uint32_t key[2] = {term_symbol(c->x->p->tm, var), term_instance(c->x->p->tm, var)};
    c->touched |= intern_find(&c->vars, key, 2) != INTERN_NONE;
}

static bool is_candidate_known(const Strengthening *s, const CubeCandidate *c)
{
    for (uint32_t i = 0; i < s->known.count; i++)
        if (s->known.data[i].space == c->space && s->known.data[i].index == c->index) return true;
    return false;
}

static void close_cube_cone(Cartesian *x, Term condition, Term guard, const CubeCandidates *all, const Strengthening *s,
                            CubeCandidates *out)
{
    Run *run = x->p->run;
    TermManager *tm = x->p->tm;
    Cone cone = {.x = x};
    intern_init(run, &cone.vars);
    term_for_each_var(tm, condition, mark_in_cone, &cone);
    term_for_each_var(tm, guard, mark_in_cone, &cone);
    bool *taken = run_alloc(run, all->count + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < all->count; i++) {
            cone.touched = false;
            if (!taken[i]) term_for_each_var(tm, all->data[i].term, look_for_cone_var, &cone);
            if (!cone.touched) continue;
            taken[i] = changed = true;
            term_for_each_var(tm, all->data[i].term, mark_in_cone, &cone);
        }
    }
    for (uint32_t i = 0; i < s->known.count; i++)
        vec_push(run, out, s->known.data[i]);
    for (uint32_t i = 0; i < all->count; i++)
        if (taken[i] && !is_candidate_known(s, &all->data[i])) vec_push(run, out, all->data[i]);
    run_release(run, taken);
    intern_clear(&cone.vars);
}

uint32_t strengthen(Cartesian *x, uint32_t edge, Term condition, bool is_guard, const CubeCandidates *candidates)
{
    Run *run = x->p->run;
    uint32_t key[3] = {edge, condition.id, is_guard};
    bool is_new;
    uint32_t id = intern_add(&x->strengthening_ids, key, 3, &is_new);
    if (is_new) {
        Strengthening fresh = {{NULL, 0, 0}, {NULL, 0, 0}, {NULL, 0, 0}};
        vec_push(run, &x->strengthenings, fresh);
    }
    CHECK(id < x->strengthenings.count);
    Strengthening *s = &x->strengthenings.data[id];
    Term guard = is_guard ? term_bool(x->p->tm, true) : x->p->edges.data[edge].guard;
    CubeCandidates cone = {NULL, 0, 0};
    close_cube_cone(x, condition, guard, candidates, s, &cone);
    Search q = {.x = x, .s = s, .candidates = &cone, .first_new = s->known.count, .condition = condition};
    q.negation = term_not(x->p->tm, condition);
    q.guard = guard;
    uint32_t longest = x->options.cube ? x->options.cube : 1; /* c0: the caller gives only what is precise */
    if (is_new) try_cubes(&q, 0, 0, true);
    for (uint32_t size = 1; size <= longest && cone.count > q.first_new; size++)
        try_cubes(&q, 0, size, false);
    CHECK(cone.count >= s->known.count); /* known ones are never forgotten */
    vec_free(run, &s->known);
    s->known.data = cone.data, s->known.count = cone.count, s->known.capacity = cone.capacity;
    return id;
}
