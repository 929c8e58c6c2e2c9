#include "engines/symmpa/refine/chain.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "program/step.h"

#define LINKS_MIN 6     /* of a chain */
#define WRAPS_MIN 2     /* of a chain of overflows */
#define DISTANCES_MIN 3 /* of a chain of distances */
#define ATOMS_MAX 4     /* of guards, for one variable */
#define ATOM_SIZE 20
#define STEPS_BACK 2 /* in search of what must hold before */
#define PRECONDITIONS_MAX 8

/* x + offset is less, or more, than a constant. */
typedef struct Link {
    uint32_t x; /* VarId.i */
    uint64_t offset;
} Link;

static bool is_number_term(TermManager *tm, Term t) { return term_sort(tm, t).kind != SORT_BOOL; }

/* Is t a variable, or one and a constant? */
static bool read_sum(TermManager *tm, Term t, Link *link)
{
    bool is_sum = term_kind(tm, t) == TERM_ADD && term_is_const(tm, term_arg(tm, t, 1));
    Term x = is_sum ? term_arg(tm, t, 0) : t;
    if (term_kind(tm, x) != TERM_VAR) return false;
    link->x = term_symbol(tm, x);
    link->offset = is_sum ? term_value(tm, term_arg(tm, t, 1)) : 0;
    return true;
}

static bool read_link(TermManager *tm, Term t, Link *link)
{
    TermKind kind = term_kind(tm, t);
    if (kind != TERM_ULT && kind != TERM_SLT) return false;
    Term left = term_arg(tm, t, 0), right = term_arg(tm, t, 1);
    bool is_swapped = term_is_const(tm, left);
    Term sum = is_swapped ? right : left, bound = is_swapped ? left : right;
    return term_is_const(tm, bound) && is_number_term(tm, sum) && read_sum(tm, sum, link);
}

/* x + a < x + b: that x + b, or x + a, does not wrap around. */
static bool read_wrap(TermManager *tm, Term t, uint32_t *x)
{
    TermKind kind = term_kind(tm, t);
    Link left, right;
    if (kind != TERM_ULT && kind != TERM_SLT) return false;
    if (!read_sum(tm, term_arg(tm, t, 0), &left) || !read_sum(tm, term_arg(tm, t, 1), &right)) return false;
    *x = left.x;
    return left.x == right.x;
}

/* x + a == y + b, of two variables, the one with the smaller number first. */
static bool read_distance(TermManager *tm, Term t, uint32_t vars[2])
{
    Link left, right;
    if (term_kind(tm, t) != TERM_EQ || !is_number_term(tm, term_arg(tm, t, 0))) return false;
    if (!read_sum(tm, term_arg(tm, t, 0), &left) || !read_sum(tm, term_arg(tm, t, 1), &right)) return false;
    vars[0] = left.x < right.x ? left.x : right.x;
    vars[1] = left.x < right.x ? right.x : left.x;
    return left.x != right.x;
}

/* Is x compared with some variable and DISTANCES_MIN different constants? */
static bool has_distances(TermManager *tm, const Predicates *set, uint32_t x)
{
    for (uint32_t i = 0; i < set->all.count; i++) {
        uint32_t first[2], other[2], members = 0;
        if (!read_distance(tm, set->all.data[i].term, first) || (first[0] != x && first[1] != x)) continue;
        for (uint32_t k = 0; k < set->all.count; k++)
            members += read_distance(tm, set->all.data[k].term, other) && other[0] == first[0] && other[1] == first[1];
        if (members >= DISTANCES_MIN) return true;
    }
    return false;
}

typedef VEC(uint64_t) Offsets;

static void add_chain_offset(Run *run, Offsets *offsets, uint64_t offset)
{
    for (uint32_t i = 0; i < offsets->count; i++)
        if (offsets->data[i] == offset) return;
    vec_push(run, offsets, offset);
}

/* Are the last ones equal modulo 2? The first may come from several comparisons. */
static bool are_even_apart(const Offsets *offsets)
{
    CHECK(offsets->count >= LINKS_MIN);
    for (uint32_t i = offsets->count - LINKS_MIN + 1; i < offsets->count; i++)
        if ((offsets->data[i] - offsets->data[i - 1]) & 1) return false;
    return true;
}

/* ---- what assignments make of them ---- */

static bool assigns_any(const Edge *e, const Predicate *predicate)
{
    for (uint32_t i = 0; i < predicate->vars.count; i++)
        if (term_is(step_value(e, (VarId){predicate->vars.data[i]}))) return true;
    return false;
}

static bool is_of_template(const Program *p, const Edge *e, const Predicate *predicate)
{
    return predicate->template == NO_ID || p->locs.data[e->from.i].template.i == predicate->template;
}

/* What must hold before a step for the predicates from `first` on to hold after it: those that assign to what they
 * speak of pass the test on through variables that no guard reads. */
static uint32_t add_preconditions(Program *p, Predicates *set, uint32_t first)
{
    uint32_t added = 0;
    for (int step = 0; step < STEPS_BACK; step++) {
        uint32_t end = set->all.count;
        for (uint32_t i = first; i < end; i++)
            for (uint32_t k = 0; k < p->edges.count; k++) {
                const Predicate *predicate = &set->all.data[i]; /* moves when others are added */
                const Edge *e = &p->edges.data[k];
                if (!assigns_any(e, predicate) || !is_of_template(p, e, predicate)) continue;
                Term before = step_before(p, e, predicate->term, SPACE_ACTIVE);
                if (term_size(p->tm, before, ATOM_SIZE + 1) <= ATOM_SIZE) added += predicates_add(set, before);
                if (added >= PRECONDITIONS_MAX) return added;
            }
        first = end;
    }
    return added;
}

/* x := x + distance */
static bool read_counting_step(Program *p, const Edge *e, uint32_t x, Term *distance)
{
    Term value = step_value(e, (VarId){x});
    Link link;
    if (!term_is(value) || !is_number_term(p->tm, value) || !read_sum(p->tm, value, &link)) return false;
    if (link.x != x || !link.offset) return false;
    *distance = term_arg(p->tm, value, 1);
    return true;
}

typedef struct Behind {
    Program *p;
    uint32_t x;
    Term distance;
} Behind;

static Term value_behind(void *arg, TermManager *tm, Term var)
{
    Behind *b = arg;
    return term_symbol(tm, var) == b->x ? term_sub(tm, var, b->distance) : TERM_NONE;
}

/* What the predicates from `first` on, when they hold before x is counted, say behind that. */
static uint32_t add_postconditions(Program *p, Predicates *set, uint32_t first, uint32_t x)
{
    uint32_t added = 0, end = set->all.count;
    for (uint32_t k = 0; k < p->edges.count; k++) {
        Behind behind = {p, x, TERM_NONE};
        if (!read_counting_step(p, &p->edges.data[k], x, &behind.distance)) continue;
        for (uint32_t i = first; i < end && added < PRECONDITIONS_MAX; i++) {
            if (!is_of_template(p, &p->edges.data[k], &set->all.data[i])) continue;
            added += predicates_add(set, term_substitute(p->tm, set->all.data[i].term, value_behind, &behind));
        }
    }
    return added;
}

static bool is_counted_by_steps(Program *p, uint32_t x)
{
    Term distance;
    for (uint32_t k = 0; k < p->edges.count; k++)
        if (read_counting_step(p, &p->edges.data[k], x, &distance)) return true;
    return false;
}

/* ---- atoms of guards ---- */

typedef struct Atoms {
    Program *p;
    Predicates *set;
    uint32_t x;
    bool with_order; /* beside x == c also x < c */
    bool found;      /* x, in the atom looked at */
    uint32_t met, added;
} Atoms;

static void look_for_symbol(void *arg, Term var)
{
    Atoms *a = arg;
    a->found |= term_symbol(a->p->tm, var) == a->x;
}

/* A counter that a test for one value ends does not go past it. */
static void add_order_predicate(Atoms *a, Term atom)
{
    TermManager *tm = a->p->tm;
    if (!a->with_order || term_kind(tm, atom) != TERM_EQ) return;
    Term x = program_var_term(a->p, (VarId){a->x});
    for (uint32_t i = 0; i < 2; i++)
        if (term_same(term_arg(tm, atom, i), x) && is_number_term(tm, x)) {
            TermKind less = a->p->vars.data[a->x].is_signed ? TERM_SLT : TERM_ULT;
            a->added += predicates_add(a->set, term_binary(tm, less, x, term_arg(tm, atom, 1 - i)));
        }
}

static void add_atom(void *arg, Term t)
{
    Atoms *a = arg;
    TermManager *tm = a->p->tm;
    if (a->met >= ATOMS_MAX || term_size(tm, t, ATOM_SIZE + 1) > ATOM_SIZE) return;
    a->found = false;
    term_for_each_var(tm, t, look_for_symbol, a);
    if (!a->found) return;
    bool is_new = predicates_add(a->set, t);
    a->met += is_new;
    a->added += is_new;
    add_order_predicate(a, t);
}

static uint32_t add_test_predicates(Program *p, Predicates *set, uint32_t x, bool with_order)
{
    Atoms a = {.p = p, .set = set, .x = x, .with_order = with_order};
    for (uint32_t i = 0; i < p->edges.count; i++)
        term_for_each_atom(p->tm, p->edges.data[i].guard, add_atom, &a);
    return a.added;
}

static uint32_t add_parity(Program *p, Predicates *set, uint32_t x)
{
    Term var = program_var_term(p, (VarId){x});
    if (p->vars.data[x].sort.kind != SORT_BV) return 0;
    Term low = term_extract(p->tm, var, 0, 1);
    return predicates_add(set, term_eq(p->tm, low, term_const(p->tm, term_sort(p->tm, low), 0)));
}

uint32_t discover_chains(Program *p, Predicates *set)
{
    Run *run = p->run;
    uint32_t added = 0, count = set->all.count;
    Offsets *offsets = run_alloc(run, (p->vars.count + 1) * sizeof *offsets);
    uint32_t *wraps = run_alloc(run, (p->vars.count + 1) * sizeof *wraps);
    for (uint32_t i = 0; i < count; i++) {
        Link link;
        uint32_t x;
        if (read_wrap(p->tm, set->all.data[i].term, &x)) wraps[x]++;
        if (!read_link(p->tm, set->all.data[i].term, &link)) continue;
        CHECK(link.x < p->vars.count);
        add_chain_offset(run, &offsets[link.x], link.offset);
    }
    for (uint32_t v = 0; v < p->vars.count; v++) {
        bool is_chain = offsets[v].count >= LINKS_MIN;
        if (is_chain || wraps[v] >= WRAPS_MIN) {
            uint32_t first = set->all.count;
            added += add_test_predicates(p, set, v, wraps[v] >= WRAPS_MIN);
            if (is_chain && are_even_apart(&offsets[v])) added += add_parity(p, set, v);
            added += add_preconditions(p, set, first);
        } else if (is_counted_by_steps(p, v) && has_distances(p->tm, set, v)) {
            uint32_t first = set->all.count;
            added += add_test_predicates(p, set, v, false);
            added += add_postconditions(p, set, first, v);
        }
        vec_free(run, &offsets[v]);
    }
    run_release(run, offsets);
    run_release(run, wraps);
    return added;
}
