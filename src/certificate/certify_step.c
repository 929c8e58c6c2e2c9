/* What a step does to the values of predicates, asked of the solver.
 *
 * A question is: given values of predicates before the step (and, for a passive thread, those that the move chose),
 * which values can the others have after it? Predicates that share no variable, directly or through others, with what
 * is asked are left out; that adds answers at most, as every answer kept is one of the concrete steps that satisfy the
 * rest. The answers are complete when the solver finds no other: that is the obligation. */
#include <string.h>

#include "certificate/certify_internal.h"
#include "term/boolean.h"
#include "term/build.h"
#include "term/walk.h"

#define ANSWERS_LIMIT (1u << 16)
#define CHILD_INSTANCE UINT32_MAX /* of arbitrary locals of a started thread; passive ones count from 1 */

typedef enum How { HOW_CONST, HOW_COPY, HOW_SLOT } How;

/* How a predicate gets its value after the step. */
typedef struct Output {
    CertifySpace space;
    uint32_t index;
    How how;
    bool negated;      /* CONST: the value */
    CertifySpace from; /* COPY */
    uint32_t source;   /* COPY: index in its space; SLOT: index of the slot */
} Output;

/* A predicate whose value is given. */
typedef struct Item {
    CertifySpace space;
    uint32_t index;
    bool after, negated;
    Term term;
} Item;

typedef struct CertifyShape {
    uint32_t id;
    VEC(Output) outputs;
    VEC(Term) slots;
    VEC(Item) items;
    VEC(Term) fixed; /* guard, facts of counting predicates and tickets */
    bool is_trivial; /* one answer, nothing to ask */
} Shape;

/* Predicate values around a step. */
typedef struct Around {
    const Bits *shared, *active, *passive, *shared_after, *active_after;
} Around;

/* ---- terms ---- */

static const CertificateTerms *predicates_of(const Checker *k, CertifySpace space, LocId l)
{
    return space == OF_SHARED ? &k->c->shared : &k->c->local[k->p->locs.data[l.i].template.i];
}

static Term assigned(const Assign *assigns, uint32_t count, uint32_t v)
{
    for (uint32_t i = 0; i < count; i++)
        if (assigns[i].var.i == v) return assigns[i].value;
    return TERM_NONE;
}

typedef struct Rename {
    const Checker *k;
    const CertifyPath *path; /* NULL: no step */
    LocId at;                /* where the thread is before the step */
    uint32_t instance;       /* of the locals of the thread; active: 0 */
    bool child;
} Rename;

/* A local before the step: its value where that is known. */
static Term local_before(const Rename *r, TermManager *tm, uint32_t v)
{
    const Reduced *known = r->k->reduced;
    if (r->at.i != NO_ID && known->local[r->at.i]) {
        Term value = known->local[r->at.i][known->place[v]];
        if (term_is(value)) return value;
    }
    return term_var(tm, r->k->p->vars.data[v].sort, v, r->instance);
}

/* A predicate's variable after the path (or without one), in terms of the state before it. */
static Term rename_var(void *arg, TermManager *tm, Term var)
{
    const Rename *r = arg;
    uint32_t v = term_symbol(tm, var);
    const Var *info = &r->k->p->vars.data[v];
    bool own = info->class == VAR_SHARED || (!r->instance && !r->child);
    Term value = own && r->path ? assigned(r->path->assigns, r->path->assign_count, v) : TERM_NONE;
    if (term_is(value)) return value;
    if (info->class == VAR_SHARED) return r->k->reduced->shared[v];
    if (!r->child) return local_before(r, tm, v);
    value = assigned(r->path->args, r->path->arg_count, v);
    if (term_is(value)) return value;
    return term_is(info->init) ? info->init : term_var(tm, info->sort, v, CHILD_INSTANCE);
}

Term step_renamed(Checker *k, Term t, const CertifyPath *path, LocId at, uint32_t instance, bool child)
{
    Rename r = {k, path, at, instance, child};
    return term_substitute(k->tm, t, rename_var, &r);
}

void step_add_cube(Checker *k, CertifyTerms *terms, const CertificateTerms *predicates, const Bits *mask,
                   const Bits *bits, TermMap map, void *arg)
{
    for (uint32_t i = 0; i < predicates->count; i++) {
        if (mask && !bits_get(mask, i)) continue;
        Term t = map ? term_substitute(k->tm, predicates->data[i], map, arg) : predicates->data[i];
        vec_push(k->run, terms, bits_get(bits, i) ? t : term_not(k->tm, t));
    }
}

/* ---- counting predicates ---- */

static uint32_t weight_at(const CertificateCounting *counting, LocId l)
{
    return l.i == NO_ID ? 0 : counting->weight[l.i];
}

/* By how much the path changes the variable; false: not by a constant. */
static bool path_delta(Checker *k, const CertifyPath *path, VarId x, int64_t *delta)
{
    Term value = assigned(path->assigns, path->assign_count, x.i);
    *delta = 0;
    if (!term_is(value)) return true;
    Term d = term_sub(k->tm, value, program_var_term(k->p, x));
    if (!term_is_const(k->tm, d)) return false;
    Sort s = k->p->vars.data[x.i].sort;
    unsigned unused = s.kind == SORT_BV ? 64u - s.width : 0;
    *delta = (int64_t)(term_value(k->tm, d) << unused) >> unused;
    return true;
}

static bool check_weights(Checker *k, const CertificateCounting *counting, LocId l)
{
    const CertifyPaths *paths = paths_from(k, l);
    for (uint32_t i = 0; i < paths->count && !k->problem; i++) {
        const CertifyPath *path = &paths->data[i];
        int64_t delta;
        if (path->error) continue;
        bool ok = path_delta(k, path, counting->var, &delta) && delta > -1000 && delta < 1000;
        int64_t w = ok ? counting->weight[l.i] + (counting->descending ? -delta : delta) : -1;
        uint32_t least = path->to.i == NO_ID ? 0 : counting->weight[path->to.i];
        if (path->to.i != NO_ID && !paths_ended(k, path->to))
            ok = ok && w == least;
        else
            ok = ok && w >= least && w <= counting->most;
        if (!ok)
            checker_fail(k, "%s does not keep the counting predicate over %s", checker_describe(k, path),
                         k->p->vars.data[counting->var.i].name);
    }
    return !k->problem;
}

bool step_check_counting(Checker *k)
{
    Program *p = k->p;
    for (uint32_t i = 0; i < k->c->countings.count && !k->problem; i++) {
        const CertificateCounting *counting = &k->c->countings.data[i];
        const Var *x = &p->vars.data[counting->var.i];
        if (!term_is(x->init) || (x->sort.kind != SORT_BV && x->sort.kind != SORT_INT))
            checker_fail(k, "the counting predicate over %s has no initial value", x->name);
        for (uint32_t t = 0; t < p->templates.count && !k->problem; t++)
            if (counting->weight[p->templates.data[t].entry.i])
                checker_fail(k, "the counting predicate over %s counts threads that have just started", x->name);
        for (uint32_t l = 0; l < p->locs.count && !k->problem; l++) {
            if (counting->weight[l] > counting->most)
                checker_fail(k, "the counting predicate over %s: a weight is too large", x->name);
            else if (k->reached[l])
                check_weights(k, counting, (LocId){l});
        }
    }
    return !k->problem;
}

/* x - x0 is at least the weight of some threads; over machine integers only while the sum over all cannot wrap. */
static void add_counting_fact(Checker *k, CertifyTerms *terms, const CertificateCounting *counting, uint32_t weight,
                              const CertifyPath *path)
{
    TermManager *tm = k->tm;
    const Var *info = &k->p->vars.data[counting->var.i];
    Term x = step_renamed(k, program_var_term(k->p, counting->var), path, (LocId){NO_ID}, 0, false);
    Term d = counting->descending ? term_sub(tm, info->init, x) : term_sub(tm, x, info->init);
    if (info->sort.kind == SORT_INT) {
        vec_push(k->run, terms, term_binary(tm, TERM_SLE, term_int(tm, weight), d));
        return;
    }
    uint64_t threads = certificate_most_threads(k->c), most = threads * counting->most;
    if (threads == UINT32_MAX || (info->sort.width < 64 && most >> info->sort.width)) return;
    vec_push(k->run, terms, term_binary(tm, TERM_ULE, d, term_bv(tm, info->sort.width, most)));
    vec_push(k->run, terms, term_binary(tm, TERM_ULE, term_bv(tm, info->sort.width, weight), d));
}

/* Before and after a path of the active thread, with `others` passive threads at those locations. */
static void add_counting_facts(Checker *k, CertifyTerms *terms, const CertifyPath *path, const LocId *others,
                               uint32_t count)
{
    for (uint32_t i = 0; i < k->c->countings.count; i++) {
        const CertificateCounting *counting = &k->c->countings.data[i];
        uint32_t weight = 0;
        for (uint32_t o = 0; o < count; o++)
            weight += weight_at(counting, others[o]);
        add_counting_fact(k, terms, counting, weight + weight_at(counting, path->from), NULL);
        if (!path->error) add_counting_fact(k, terms, counting, weight + weight_at(counting, path->to), path);
    }
}

/* ---- shapes ---- */

typedef struct Marks {
    Checker *k;
    Intern vars; /* [symbol, instance] in the cone */
    bool touched;
} Marks;

static void mark_var(void *arg, Term var)
{
    Marks *m = arg;
    uint32_t key[2] = {term_symbol(m->k->tm, var), term_instance(m->k->tm, var)};
    intern_add(&m->vars, key, 2, NULL);
}

static void look_for_mark(void *arg, Term var)
{
    Marks *m = arg;
    uint32_t key[2] = {term_symbol(m->k->tm, var), term_instance(m->k->tm, var)};
    m->touched |= intern_find(&m->vars, key, 2) != INTERN_NONE;
}

static void add_items(Checker *k, Shape *all, CertifySpace space, LocId l, uint32_t instance)
{
    const CertificateTerms *terms = predicates_of(k, space, l);
    for (uint32_t i = 0; i < terms->count; i++) {
        if (space != OF_SHARED && !bits_get(&k->c->tracked[l.i], i)) continue;
        Term t = step_renamed(k, terms->data[i], NULL, l, instance, false);
        vec_push(k->run, &all->items, ((Item){space, i, false, false, t}));
    }
}

static void add_output(Checker *k, Shape *s, const Shape *before, CertifySpace space, uint32_t index, Term t)
{
    Output o = {.space = space, .index = index, .how = HOW_SLOT};
    Term negation = term_not(k->tm, t);
    if (term_is_const(k->tm, t)) {
        o.how = HOW_CONST;
        o.negated = term_is_true(k->tm, t);
        vec_push(k->run, &s->outputs, o);
        return;
    }
    for (uint32_t i = 0; i < before->items.count; i++) {
        const Item *item = &before->items.data[i];
        if (!term_same(item->term, t) && !term_same(item->term, negation)) continue;
        o.how = HOW_COPY;
        o.negated = !term_same(item->term, t);
        o.from = item->space;
        o.source = item->index;
        vec_push(k->run, &s->outputs, o);
        return;
    }
    for (o.source = 0; o.source < s->slots.count; o.source++)
        if (term_same(s->slots.data[o.source], t) || term_same(s->slots.data[o.source], negation)) break;
    if (o.source == s->slots.count) vec_push(k->run, &s->slots, t);
    o.negated = !term_same(s->slots.data[o.source], t);
    vec_push(k->run, &s->outputs, o);
}

/* Keeps those items, and facts about tickets, that share variables with the guard and the slots, directly or through
 * others. */
static void close_cone(Checker *k, Shape *s, const CertifyPath *path, const LocId *passive, Shape *all)
{
    Term guard = path->guard;
    Marks m = {.k = k};
    CertifyTerms tickets = {NULL, 0, 0};
    ticket_add_facts(k, &tickets, path->from, passive, passive ? 1 : 0);
    intern_init(k->run, &m.vars);
    term_for_each_var(k->tm, guard, mark_var, &m);
    for (uint32_t i = 0; i < s->slots.count; i++)
        term_for_each_var(k->tm, s->slots.data[i], mark_var, &m);
    bool *taken = run_alloc(k->run, all->items.count + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < all->items.count; i++) {
            if (taken[i]) continue;
            m.touched = false;
            term_for_each_var(k->tm, all->items.data[i].term, look_for_mark, &m);
            if (!m.touched) continue;
            taken[i] = changed = true;
            term_for_each_var(k->tm, all->items.data[i].term, mark_var, &m);
        }
        for (uint32_t i = 0; i < tickets.count; i++) {
            m.touched = false;
            if (term_is(tickets.data[i])) term_for_each_var(k->tm, tickets.data[i], look_for_mark, &m);
            if (!m.touched) continue;
            changed = true;
            term_for_each_var(k->tm, tickets.data[i], mark_var, &m);
            vec_push(k->run, &s->fixed, tickets.data[i]);
            tickets.data[i] = TERM_NONE;
        }
    }
    vec_free(k->run, &tickets);
    for (uint32_t i = 0; i < all->items.count; i++)
        if (taken[i]) vec_push(k->run, &s->items, all->items.data[i]);
    run_release(k->run, taken);
    intern_clear(&m.vars);
    vec_free(k->run, &all->items);
}

static void finish_shape(Checker *k, Shape *s, const CertifyPath *path, const LocId *passive)
{
    CertifyTerms facts = {NULL, 0, 0};
    s->id = k->shapes++;
    if (!term_is_true(k->tm, path->guard)) vec_push(k->run, &s->fixed, path->guard);
    add_counting_facts(k, &facts, path, passive, passive ? 1 : 0);
    for (uint32_t i = 0; i < facts.count; i++)
        vec_push(k->run, &s->fixed, facts.data[i]);
    vec_free(k->run, &facts);
}

static void build_move_shape(Checker *k, Shape *s, const CertifyPath *path)
{
    Shape all;
    memset(&all, 0, sizeof all);
    add_items(k, &all, OF_SHARED, path->from, 0);
    add_items(k, &all, OF_ACTIVE, path->from, 0);
    for (uint32_t i = 0; i < k->c->shared.count && !path->error; i++) {
        Term t = step_renamed(k, k->c->shared.data[i], path, path->from, 0, false);
        if (!term_same(t, step_renamed(k, k->c->shared.data[i], NULL, path->from, 0, false)))
            add_output(k, s, &all, OF_SHARED, i, t);
    }
    if (!path->error && !paths_ended(k, path->to)) {
        const CertificateTerms *terms = predicates_of(k, OF_ACTIVE, path->to);
        for (uint32_t i = 0; i < terms->count; i++)
            if (bits_get(&k->c->tracked[path->to.i], i))
                add_output(k, s, &all, OF_ACTIVE, i, step_renamed(k, terms->data[i], path, path->from, 0, false));
    }
    LocId entry = {NO_ID};
    if (path->spawn.i != NO_ID) entry = k->p->templates.data[path->spawn.i].entry;
    if (!paths_ended(k, entry)) {
        const CertificateTerms *terms = predicates_of(k, OF_CHILD, entry);
        for (uint32_t i = 0; i < terms->count; i++)
            if (bits_get(&k->c->tracked[entry.i], i))
                add_output(k, s, &all, OF_CHILD, i, step_renamed(k, terms->data[i], path, path->from, 0, true));
    }
    close_cone(k, s, path, NULL, &all);
    s->is_trivial = s->slots.count == 0 && term_is_true(k->tm, path->guard);
    finish_shape(k, s, path, NULL);
}

/* All locations' shapes are kept: bounded by the program. */
static const Shape *move_shape(Checker *k, LocId l, uint32_t path)
{
    const CertifyPaths *paths = paths_from(k, l);
    if (!k->move_shapes[l.i]) {
        k->move_shapes[l.i] = run_alloc(k->run, (paths->count + 1) * sizeof(Shape));
        for (uint32_t i = 0; i < paths->count; i++)
            build_move_shape(k, &k->move_shapes[l.i][i], &paths->data[i]);
    }
    return &k->move_shapes[l.i][path];
}

static Shape *build_reply_shape(Checker *k, LocId l, uint32_t path_index, LocId passive)
{
    const Shape *move = move_shape(k, l, path_index);
    const CertifyPath *path = &paths_from(k, l)->data[path_index];
    Shape *s = run_alloc(k->run, sizeof *s), all;
    memset(&all, 0, sizeof all);
    add_items(k, &all, OF_SHARED, l, 0);
    add_items(k, &all, OF_ACTIVE, l, 0);
    add_items(k, &all, OF_PASSIVE, passive, 1);
    const CertificateTerms *terms = predicates_of(k, OF_PASSIVE, passive);
    for (uint32_t i = 0; i < terms->count; i++) {
        if (!bits_get(&k->c->tracked[passive.i], i)) continue;
        Term before = step_renamed(k, terms->data[i], NULL, passive, 1, false);
        Term after = step_renamed(k, terms->data[i], path, passive, 1, false);
        if (!term_same(after, before)) add_output(k, s, &all, OF_PASSIVE, i, after);
    }
    for (uint32_t i = 0; i < move->outputs.count; i++) {
        const Output *o = &move->outputs.data[i];
        if (o->how != HOW_SLOT || o->space == OF_CHILD) continue;
        vec_push(k->run, &all.items, ((Item){o->space, o->index, true, o->negated, move->slots.data[o->source]}));
    }
    close_cone(k, s, path, &passive, &all);
    s->is_trivial = s->slots.count == 0;
    finish_shape(k, s, path, &passive);
    return s;
}

static const Shape *reply_shape(Checker *k, LocId l, uint32_t path, LocId passive)
{
    uint32_t key[3] = {l.i, path, passive.i};
    bool is_new;
    uint32_t id = intern_add(&k->reply_shapes, key, 3, &is_new);
    if (is_new) vec_push(k->run, &k->reply_shape_of, build_reply_shape(k, l, path, passive));
    return k->reply_shape_of.data[id];
}

/* ---- asking ---- */

bool step_unsatisfiable(Checker *k, const CertifyTerms *terms, const char *text)
{
    SmtResult r = smt_check(k->smt, terms->data, terms->count);
    run_poll(k->run);
    if (r == SMT_UNKNOWN) checker_fail(k, "the SMT solver gave up on: %s", text);
    if (r != SMT_UNSAT) return false;
    if (k->smtlib_dir && !k->problem) {
        const char *path = run_format(k->run, "%s/%06llu.smt2", k->smtlib_dir, (unsigned long long)k->obligations);
        if (!smt_write_query(k->smt, path, text, terms->data, terms->count, SMT_UNSAT)) {
            k->cannot_write = true;
            checker_fail(k, "%s cannot be written", path);
        }
    }
    k->obligations++;
    return true;
}

static const Bits *bits_of(const Around *a, CertifySpace space, bool after)
{
    if (space == OF_SHARED) return after ? a->shared_after : a->shared;
    if (space == OF_PASSIVE) return a->passive;
    return after ? a->active_after : a->active;
}

static bool item_value(const Item *item, const Around *a)
{
    return bits_get(bits_of(a, item->space, item->after), item->index) != item->negated;
}

typedef struct Collect {
    Checker *k;
    uint32_t slots;
} Collect;

static bool collect_answer(void *arg, const bool *values)
{
    Collect *c = arg;
    Bits bits;
    memset(&bits, 0, sizeof bits);
    for (uint32_t i = 0; i < c->slots; i++)
        bits_set(&bits, i, values[i]);
    vec_push(c->k->run, &c->k->answers, bits);
    return true;
}

/* That there is no answer but these. */
static void write_completeness(Checker *k, const CertifyTerms *assumptions, const Shape *s, CertifyRange answers,
                               const char *text)
{
    if (s->slots.count == 0 && answers.count > 0) return; /* possible: nothing was shown */
    if (k->smtlib_dir && !k->problem) {
        CertifyTerms all = {NULL, 0, 0};
        for (uint32_t i = 0; i < assumptions->count; i++)
            vec_push(k->run, &all, assumptions->data[i]);
        for (uint32_t a = 0; a < answers.count; a++) {
            Term other = term_bool(k->tm, false);
            for (uint32_t i = 0; i < s->slots.count; i++) {
                Term slot = s->slots.data[i];
                bool value = bits_get(&k->answers.data[answers.start + a], i);
                other = term_or(k->tm, other, value ? term_not(k->tm, slot) : slot);
            }
            vec_push(k->run, &all, other);
        }
        const char *path = run_format(k->run, "%s/%06llu.smt2", k->smtlib_dir, (unsigned long long)k->obligations);
        if (!smt_write_query(k->smt, path, text, all.data, all.count, SMT_UNSAT)) {
            k->cannot_write = true;
            checker_fail(k, "%s cannot be written", path);
        }
        vec_free(k->run, &all);
    }
    k->obligations++;
}

/* The answers' slots, given the values around. */
static CertifyRange ask(Checker *k, const Shape *s, const CertifyPath *path, const Around *around, const char *about)
{
    Run *run = k->run;
    uint32_t n = s->items.count, words = n / 32 + 1;
    uint32_t *key = run_alloc(run, (1 + (size_t)words) * sizeof *key);
    key[0] = s->id;
    for (uint32_t i = 0; i < n; i++)
        if (item_value(&s->items.data[i], around)) key[1 + i / 32] |= UINT32_C(1) << (i % 32);
    bool is_new;
    uint32_t id = intern_add(&k->answer_ids, key, 1 + words, &is_new);
    if (is_new) {
        CertifyTerms assumptions = {NULL, 0, 0};
        for (uint32_t i = 0; i < n; i++) {
            Term t = s->items.data[i].term;
            vec_push(run, &assumptions, key[1 + i / 32] >> (i % 32) & 1 ? t : term_not(k->tm, t));
        }
        for (uint32_t i = 0; i < s->fixed.count; i++)
            vec_push(run, &assumptions, s->fixed.data[i]);
        Collect c = {k, s->slots.count};
        CertifyRange range = {k->answers.count, 0};
        SmtResult r = smt_all_sat(k->smt, assumptions.data, assumptions.count, s->slots.data, s->slots.count,
                                  ANSWERS_LIMIT, collect_answer, &c);
        run_poll(run);
        if (r == SMT_UNKNOWN) checker_fail(k, "the SMT solver gave up on %s", checker_describe(k, path));
        range.count = k->answers.count - range.start;
        vec_push(run, &k->answer_ranges, range);
        write_completeness(k, &assumptions, s, range,
                           k->smtlib_dir ? run_format(run, "%s: %s", checker_describe(k, path), about) : NULL);
        vec_free(run, &assumptions);
    }
    run_release(run, key);
    return k->answer_ranges.data[id];
}

static bool output_value(const Output *o, const Bits *answer, const Around *around)
{
    if (o->how == HOW_CONST) return o->negated;
    bool value =
        o->how == HOW_SLOT ? bits_get(answer, o->source) : bits_get(bits_of(around, o->from, false), o->source);
    return value != o->negated;
}

static void add_move(Checker *k, const Shape *s, uint32_t path_index, const CertifyPath *path, const Bits *answer,
                     const Around *around)
{
    Bits shared = *around->shared, active, child;
    memset(&active, 0, sizeof active);
    memset(&child, 0, sizeof child);
    for (uint32_t i = 0; i < s->outputs.count; i++) {
        const Output *o = &s->outputs.data[i];
        Bits *to = o->space == OF_SHARED ? &shared : o->space == OF_ACTIVE ? &active : &child;
        bits_set(to, o->index, output_value(o, answer, around));
    }
    TemplateId t = k->p->locs.data[path->from.i].template;
    CertifyMove m = {path_index, certificate_shared(k->parts, &shared), NO_LOCAL, NO_LOCAL};
    m.local = path->error ? NO_LOCAL : paths_local(k, t, path->to, &active);
    if (path->spawn.i != NO_ID)
        m.child = paths_local(k, path->spawn, k->p->templates.data[path->spawn.i].entry, &child);
    vec_push(k->run, &k->moves, m);
}

CertifyRange step_moves(Checker *k, uint32_t shared, uint32_t local)
{
    uint32_t key[2] = {shared, local};
    bool is_new;
    uint32_t id = intern_add(&k->move_ids, key, 2, &is_new);
    if (!is_new) return k->move_ranges.data[id];
    Bits shared_bits = k->parts->shareds.data[shared], active = k->parts->locals.data[local].bits;
    LocId l = k->parts->locals.data[local].loc;
    Around around = {.shared = &shared_bits, .active = &active};
    CertifyRange range = {k->moves.count, 0};
    uint32_t count = l.i == NO_ID ? 0 : paths_from(k, l)->count;
    for (uint32_t i = 0; i < count && !k->problem; i++) {
        const Shape *s = move_shape(k, l, i);
        const CertifyPath *path = &paths_from(k, l)->data[i];
        static const Bits nothing;
        if (s->is_trivial) {
            add_move(k, s, i, path, &nothing, &around);
            continue;
        }
        CertifyRange answers = ask(k, s, path, &around, "what the step does");
        for (uint32_t a = 0; a < answers.count; a++) {
            Bits answer = k->answers.data[answers.start + a];
            add_move(k, s, i, path, &answer, &around);
        }
    }
    range.count = k->moves.count - range.start;
    vec_push(k->run, &k->move_ranges, range);
    return range;
}

CertifyRange step_replies(Checker *k, uint32_t shared, uint32_t local, const CertifyMove *m, uint32_t passive)
{
    uint32_t key[6] = {shared, local, m->path, m->shared, m->local, passive};
    bool is_new;
    uint32_t id = intern_add(&k->reply_ids, key, 6, &is_new);
    if (!is_new) return k->reply_ranges.data[id];
    Certificate *parts = k->parts;
    CertifyRange range = {k->replies.count, 0};
    LocId l = parts->locals.data[local].loc, at = parts->locals.data[passive].loc;
    const Shape *s = at.i == NO_ID ? NULL : reply_shape(k, l, m->path, at);
    if (!s || (s->is_trivial && s->outputs.count == 0)) {
        vec_push(k->run, &k->replies, passive);
    } else {
        Bits shared_bits = parts->shareds.data[shared], shared_after = parts->shareds.data[m->shared];
        Bits active = parts->locals.data[local].bits, active_after = parts->locals.data[m->local].bits;
        CertificateLocal reply = parts->locals.data[passive];
        Bits before = reply.bits;
        Around around = {&shared_bits, &active, &before, &shared_after, &active_after};
        static const Bits nothing;
        CertifyRange answers = {0, 1};
        if (!s->is_trivial)
            answers = ask(k, s, &paths_from(k, l)->data[m->path], &around,
                          run_format(k->run, "what it does to what is known of another thread (%s)",
                                     k->p->templates.data[reply.template.i].name));
        for (uint32_t a = 0; a < answers.count; a++) {
            Bits answer = s->is_trivial ? nothing : k->answers.data[answers.start + a];
            for (uint32_t i = 0; i < s->outputs.count; i++)
                bits_set(&reply.bits, s->outputs.data[i].index, output_value(&s->outputs.data[i], &answer, &around));
            vec_push(k->run, &k->replies, certificate_local(parts, &reply));
        }
    }
    range.count = k->replies.count - range.start;
    vec_push(k->run, &k->reply_ranges, range);
    return range;
}

/* ---- refuting ---- */

static void add_thread(Checker *k, CertifyTerms *terms, uint32_t local, const CertifyPath *path, LocId at,
                       uint32_t instance, bool child)
{
    const CertificateLocal *l = &k->parts->locals.data[local];
    if (l->loc.i == NO_ID) return;
    Rename r = {k, path, at, instance, child};
    step_add_cube(k, terms, &k->c->local[l->template.i], &k->c->tracked[l->loc.i], &l->bits, rename_var, &r);
}

/* The step with these passive threads has no model. */
static bool refute(Checker *k, uint32_t shared, uint32_t local, const CertifyMove *m, const uint32_t *before,
                   const uint32_t *after, uint32_t count)
{
    Run *run = k->run;
    uint32_t *key = run_alloc(run, (6 + 2 * (size_t)count) * sizeof *key), n = 0;
    key[n++] = shared, key[n++] = local, key[n++] = m->path, key[n++] = m->shared, key[n++] = m->local;
    key[n++] = m->child;
    for (uint32_t i = 0; i < count; i++) {
        key[n++] = before[i];
        key[n++] = after ? after[i] : NO_LOCAL;
    }
    bool is_new;
    uint32_t id = intern_add(&k->refuted_ids, key, n, &is_new);
    run_release(run, key);
    if (!is_new) return k->refuted.data[id];
    LocId l = k->parts->locals.data[local].loc;
    const CertifyPath *path = &paths_from(k, l)->data[m->path];
    CertifyTerms terms = {NULL, 0, 0};
    Rename now = {k, NULL, l, 0, false}, then = {k, path, l, 0, false};
    step_add_cube(k, &terms, &k->c->shared, NULL, &k->parts->shareds.data[shared], rename_var, &now);
    add_thread(k, &terms, local, NULL, l, 0, false);
    vec_push(run, &terms, path->guard);
    if (!path->error) {
        step_add_cube(k, &terms, &k->c->shared, NULL, &k->parts->shareds.data[m->shared], rename_var, &then);
        add_thread(k, &terms, m->local, path, l, 0, false);
        if (m->child != NO_LOCAL) add_thread(k, &terms, m->child, path, l, 0, true);
    }
    LocId *others = run_alloc(run, (count + 1) * sizeof *others);
    for (uint32_t i = 0; i < count; i++) {
        others[i] = k->parts->locals.data[before[i]].loc;
        add_thread(k, &terms, before[i], NULL, others[i], i + 1, false);
        if (after) add_thread(k, &terms, after[i], path, others[i], i + 1, false);
    }
    add_counting_facts(k, &terms, path, others, count);
    ticket_add_facts(k, &terms, l, others, count);
    const char *text = k->smtlib_dir ? run_format(run, "%s: cannot be with these %u threads beside it",
                                                  checker_describe(k, path), count)
                                     : "a step cannot be";
    bool refuted = step_unsatisfiable(k, &terms, text);
    vec_push(run, &k->refuted, refuted);
    vec_free(run, &terms);
    run_release(run, others);
    return refuted;
}

bool step_refuted(Checker *k, uint32_t shared, uint32_t local, const CertifyMove *m, const uint32_t *before,
                  const uint32_t *after, uint32_t count)
{
    for (uint32_t i = 0; i < count && !k->problem; i++)
        if (refute(k, shared, local, m, before + i, after ? after + i : NULL, 1)) return true;
    return !k->problem && refute(k, shared, local, m, before, after, count);
}
