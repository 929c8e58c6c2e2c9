#include "kernel/kinds/context/image.h"

#include <string.h>

#include "base/check.h"
#include "kernel/checker/assigned.h"
#include "logic/smt/allsat.h"
#include "logic/smt/check.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

#define ANSWERS_LIMIT (1u << 16)
/* Instances of variables; 0: as in the program. */
#define INSTANCE_AFTER 3   /* shared ones that another thread has changed */
#define INSTANCE_BORN 4    /* locals of a thread that is started, as far as they are arbitrary */
#define INSTANCE_SPACE 100 /* of inputs of another thread, on top of their own */

typedef enum ContextKind { OF_START, OF_STEP, OF_DISTURBANCE, OF_BIRTH } ContextKind;

/* A question being put together: predicates that are known afterwards, and those that are asked. */
typedef struct Ask {
    ContextCheck *x;
    CertifyTerms assumptions, asked;
    VEC(uint32_t) slots; /* of what is asked: index, of the template's predicates from BITS_MAX on */
    Bits shared, bits;
    ContextAfters answers;
} Ask;

const char *context_describe(const ContextCheck *x, EdgeId edge)
{
    return program_describe_edge(x->p, &x->p->edges.data[edge.i]);
}

/* ---- variables around a step ---- */

typedef struct Around {
    const ContextCheck *x;
    const Edge *edge;
    const ContextIds *havoc;
    uint32_t instance;
} Around;

static Term initial_value(void *arg, TermManager *tm, Term var)
{
    const Around *a = arg;
    return a->x->p->vars.data[term_symbol(tm, var)].init; /* TERM_NONE: arbitrary, stays a variable */
}

static Term value_after_edge(void *arg, TermManager *tm, Term var)
{
    const Around *a = arg;
    return checker_edge_assigns(a->edge, term_symbol(tm, var));
}

static Term after_havoc(void *arg, TermManager *tm, Term var)
{
    const Around *a = arg;
    uint32_t v = term_symbol(tm, var);
    return context_has(a->havoc, v) ? term_var(tm, a->x->p->vars.data[v].sort, v, INSTANCE_AFTER) : TERM_NONE;
}

/* Does any shared predicate speak of what is assigned? */
static bool changes_shared(const ContextCheck *x, Around *around)
{
    for (uint32_t i = 0; i < x->c->shared.count; i++) {
        Term before = x->c->shared.data[i];
        if (!term_same(before, term_substitute(x->p->tm, before, after_havoc, around))) return true;
    }
    return false;
}

/* Of the thread that a step starts, over the state before the step. */
static Term of_born(void *arg, TermManager *tm, Term var)
{
    const Around *a = arg;
    uint32_t v = term_symbol(tm, var);
    const Var *info = &a->x->p->vars.data[v];
    if (info->class == VAR_SHARED) return checker_edge_assigns(a->edge, v);
    Term argument = checker_edge_gives(a->edge, v);
    if (term_is(argument)) return argument;
    return term_is(info->init) ? info->init : term_var(tm, info->sort, v, INSTANCE_BORN);
}

static Term of_instance(void *arg, TermManager *tm, Term var)
{
    const Around *a = arg;
    const Var *info = &a->x->p->vars.data[term_symbol(tm, var)];
    uint32_t instance = term_instance(tm, var);
    switch (info->class) {
    case VAR_SHARED: return TERM_NONE;
    case VAR_LOCAL: return term_var(tm, info->sort, term_symbol(tm, var), a->instance);
    case VAR_INPUT: return term_var(tm, info->sort, term_symbol(tm, var), INSTANCE_SPACE * a->instance + instance);
    }
    return TERM_NONE;
}

/* ---- questions ---- */

static Term atom_or_negation(const ContextCheck *x, Term atom, bool value)
{
    return value ? atom : term_not(x->p->tm, atom);
}

static void add_shared_atoms(ContextCheck *x, uint32_t shared, CertifyTerms *out)
{
    CHECK(shared < x->shareds);
    for (uint32_t i = 0; i < x->c->shared.count; i++)
        vec_push(x->run, out, atom_or_negation(x, x->c->shared.data[i], bits_get(&x->c->shareds.data[shared], i)));
}

/* The valuation is that after something, in terms of the state before. */
static void add_shared_after(ContextCheck *x, uint32_t shared, TermMap map, Around *around, CertifyTerms *out)
{
    for (uint32_t i = 0; i < x->c->shared.count; i++) {
        Term after = term_substitute(x->p->tm, x->c->shared.data[i], map, around);
        vec_push(x->run, out, atom_or_negation(x, after, bits_get(&x->c->shareds.data[shared], i)));
    }
}

void context_add_literals(ContextCheck *x, uint32_t point, uint32_t instance, CertifyTerms *out)
{
    const ContextPoint *p = &x->c->points.data[point];
    Around around = {.x = x, .instance = instance};
    add_shared_atoms(x, p->shared, out);
    if (p->loc.i == NO_ID) return;
    const CertificateTerms *local = &x->c->local[p->template.i];
    for (uint32_t i = 0; i < local->count; i++) {
        if (!bits_get(&x->c->tracked[p->loc.i], i)) continue;
        Term t = instance ? term_substitute(x->p->tm, local->data[i], of_instance, &around) : local->data[i];
        vec_push(x->run, out, atom_or_negation(x, t, bits_get(&p->bits, i)));
    }
}

/* The predicate is `value` afterwards. */
static void ask_predicate_after(Ask *q, uint32_t slot, Term value)
{
    if (term_is_const(q->x->p->tm, value)) {
        bits_set(slot < BITS_MAX ? &q->shared : &q->bits, slot % BITS_MAX, term_is_true(q->x->p->tm, value));
        return;
    }
    vec_push(q->x->run, &q->asked, value);
    vec_push(q->x->run, &q->slots, slot);
}

static void ask_shared(Ask *q, TermMap map, Around *around)
{
    for (uint32_t i = 0; i < q->x->c->shared.count; i++) {
        Term before = q->x->c->shared.data[i], after = term_substitute(q->x->p->tm, before, map, around);
        if (!term_same(before, after) || map == initial_value) ask_predicate_after(q, i, after);
    }
}

/* known: whether those that the map leaves as they are have the values in q->bits already. */
static void ask_local(Ask *q, uint32_t template, LocId at, const Bits *known, TermMap map, Around *around)
{
    const CertificateTerms *local = &q->x->c->local[template];
    for (uint32_t i = 0; i < local->count; i++) {
        if (!bits_get(&q->x->c->tracked[at.i], i)) continue;
        Term after = term_substitute(q->x->p->tm, local->data[i], map, around);
        if (!known || !bits_get(known, i) || !term_same(after, local->data[i]))
            ask_predicate_after(q, BITS_MAX + i, after);
    }
}

static bool collect_image_answer(void *arg, const bool *values)
{
    Ask *q = arg;
    for (uint32_t i = 0; i < q->asked.count; i++) {
        uint32_t slot = q->slots.data[i];
        bits_set(slot < BITS_MAX ? &q->shared : &q->bits, slot % BITS_MAX, values[i]);
    }
    uint32_t shared = intern_find(&q->x->c->shared_ids, (const uint32_t *)q->shared.w, BITS_MAX / 32);
    vec_push(q->x->run, &q->answers, ((ContextAfter){shared == INTERN_NONE ? NO_ID : shared, q->shared, q->bits}));
    return true;
}

/* That there is no answer but these. */
static void add_image_completeness(Ask *q, const char *about)
{
    ContextCheck *x = q->x;
    TermManager *tm = x->p->tm;
    CertifyTerms all = {NULL, 0, 0};
    if (!q->asked.count && q->answers.count) return; /* possible: nothing was shown */
    for (uint32_t i = 0; x->k->smtlib_dir && i < q->assumptions.count; i++)
        vec_push(x->run, &all, q->assumptions.data[i]);
    for (uint32_t a = 0; x->k->smtlib_dir && a < q->answers.count; a++) {
        const ContextAfter *answer = &q->answers.data[a];
        Term other = term_bool(tm, false);
        for (uint32_t i = 0; i < q->asked.count; i++) {
            uint32_t slot = q->slots.data[i];
            const Bits *bits = slot < BITS_MAX ? &answer->shared_bits : &answer->bits;
            other = term_or(tm, other, atom_or_negation(x, q->asked.data[i], !bits_get(bits, slot % BITS_MAX)));
        }
        vec_push(x->run, &all, other);
    }
    checker_add_obligation(x->k, &all, about);
    vec_free(x->run, &all);
}

static bool is_contradiction(const Ask *q)
{
    for (uint32_t i = 0; i < q->assumptions.count; i++)
        if (term_is_false(q->x->p->tm, q->assumptions.data[i])) return true;
    return false;
}

/* No predicate is asked about, and nothing is assumed but what the point says and what does not depend on it: one
 * answer, without the solver. That there may be no state at the point at all only makes this require more of the
 * certificate. */
static ContextAfters image_without_solver(Ask *q, uint32_t id)
{
    CHECK(!q->asked.count);
    collect_image_answer(q, NULL);
    q->x->images.data[id] = q->answers;
    vec_free(q->x->run, &q->assumptions);
    vec_free(q->x->run, &q->slots);
    return q->answers;
}

static ContextAfters finish_image(Ask *q, uint32_t id, const char *about)
{
    ContextCheck *x = q->x;
    run_poll(x->run);
    if (q->asked.count > BITS_MAX) {
        checker_fail(x->k, "too many predicates change at once: %s", about);
    } else if (!is_contradiction(q)) {
        SmtResult r = smt_all_sat(x->k->smt, q->assumptions.data, q->assumptions.count, q->asked.data, q->asked.count,
                                  ANSWERS_LIMIT, collect_image_answer, q);
        if (r != SMT_SAT) checker_fail(x->k, "the SMT solver gave up on: %s", about);
    }
    add_image_completeness(q, about);
    x->images.data[id] = q->answers;
    vec_free(x->run, &q->assumptions);
    vec_free(x->run, &q->asked);
    vec_free(x->run, &q->slots);
    return q->answers;
}

/* Was it asked before? If not *q is begun. */
static bool is_image_known(ContextCheck *x, ContextKind kind, const uint32_t *what, uint32_t count, uint32_t *id,
                           Ask *q)
{
    VEC(uint32_t) key = {NULL, 0, 0};
    bool is_new;
    vec_push(x->run, &key, kind);
    for (uint32_t i = 0; i < count; i++)
        vec_push(x->run, &key, what[i]);
    *id = intern_add(&x->image_ids, key.data, key.count, &is_new);
    vec_free(x->run, &key);
    if (is_new) vec_push(x->run, &x->images, ((ContextAfters){NULL, 0, 0}));
    CHECK(x->image_ids.count == x->images.count);
    memset(q, 0, sizeof *q);
    q->x = x;
    return !is_new;
}

ContextAfters context_initial(ContextCheck *x, uint32_t template)
{
    Ask q;
    uint32_t id;
    if (is_image_known(x, OF_START, &template, 1, &id, &q)) return x->images.data[id];
    Around around = {.x = x};
    ask_shared(&q, initial_value, &around);
    if (template != NO_ID) ask_local(&q, template, x->p->templates.data[template].entry, NULL, initial_value, &around);
    return finish_image(&q, id, "there are no other initial values");
}

static void look_for_any_shared(void *arg, Term var)
{
    Around *around = arg;
    if (around->x->p->vars.data[term_symbol(around->x->p->tm, var)].class == VAR_SHARED) around->instance = 1;
}

bool context_initial_depends(ContextCheck *x, uint32_t template)
{
    Around around = {.x = x};
    LocId entry = x->p->templates.data[template].entry;
    const CertificateTerms *local = &x->c->local[template];
    for (uint32_t i = 0; i < local->count; i++)
        if (bits_get(&x->c->tracked[entry.i], i))
            term_for_each_var(x->p->tm, term_substitute(x->p->tm, local->data[i], initial_value, &around),
                              look_for_any_shared, &around);
    return around.instance != 0;
}

static void look_for_observed(void *arg, Term var)
{
    Around *around = arg;
    if (around->x->observed[term_symbol(around->x->p->tm, var)]) around->instance = 1;
}

/* Can the guard hold, and does it speak of nothing that predicates speak of? Then they do not matter to it. */
static bool is_guard_unobserved(ContextCheck *x, EdgeId edge)
{
    uint8_t *known = &x->guards[edge.i];
    if (*known == CONTEXT_GUARD_NEW) {
        Around around = {.x = x};
        Term guard = x->p->edges.data[edge.i].guard;
        term_for_each_var(x->p->tm, guard, look_for_observed, &around);
        bool is_apart = !around.instance && smt_check(x->k->smt, &guard, 1) == SMT_SAT;
        *known = is_apart ? CONTEXT_GUARD_APART : CONTEXT_GUARD_ASKED;
    }
    return *known == CONTEXT_GUARD_APART;
}

ContextAfters context_step_image(ContextCheck *x, uint32_t point, EdgeId edge)
{
    Ask q;
    uint32_t id, what[] = {point, edge.i};
    if (is_image_known(x, OF_STEP, what, 2, &id, &q)) return x->images.data[id];
    const ContextPoint *p = &x->c->points.data[point];
    const Edge *e = &x->p->edges.data[edge.i];
    Around around = {.x = x, .edge = e};
    CHECK(p->loc.i == e->from.i);
    context_add_literals(x, point, 0, &q.assumptions);
    vec_push(x->run, &q.assumptions, e->guard);
    q.shared = x->c->shareds.data[p->shared];
    q.bits = bits_and(p->bits, x->c->tracked[e->to.i]);
    ask_shared(&q, value_after_edge, &around);
    ask_local(&q, p->template.i, e->to, &x->c->tracked[e->from.i], value_after_edge, &around);
    if (!q.asked.count && is_guard_unobserved(x, edge)) return image_without_solver(&q, id);
    return finish_image(&q, id, x->k->smtlib_dir ? context_describe(x, edge) : "a step");
}

static void add_bits_to_key(ContextCheck *x, ContextIds *key, const Bits *bits)
{
    uint32_t words[BITS_MAX / 32];
    memcpy(words, bits->w, sizeof words);
    for (uint32_t i = 0; i < BITS_MAX / 32; i++)
        vec_push(x->run, key, words[i]);
}

ContextAfters context_disturbed(ContextCheck *x, uint32_t point, uint32_t context_edge, uint32_t shared)
{
    Ask q;
    ContextIds what = {NULL, 0, 0};
    uint32_t id;
    const ContextPoint *p = &x->c->points.data[point];
    const ContextIds *havoc = &x->c->edges.data[context_edge].havoc;
    /* Of where the thread is, only which predicates are tracked there is asked about: one question for all such
     * locations. */
    Bits tracked = {{0}};
    if (p->loc.i != NO_ID) tracked = x->c->tracked[p->loc.i];
    vec_push(x->run, &what, p->loc.i == NO_ID ? NO_ID : p->template.i);
    vec_push(x->run, &what, p->shared);
    vec_push(x->run, &what, shared);
    add_bits_to_key(x, &what, &tracked);
    add_bits_to_key(x, &what, &p->bits);
    for (uint32_t i = 0; i < havoc->count; i++)
        vec_push(x->run, &what, havoc->data[i]);
    bool known = is_image_known(x, OF_DISTURBANCE, what.data, what.count, &id, &q);
    vec_free(x->run, &what);
    if (known) return x->images.data[id];
    Around around = {.x = x, .havoc = havoc};
    context_add_literals(x, point, 0, &q.assumptions);
    add_shared_after(x, shared, after_havoc, &around, &q.assumptions);
    q.shared = x->c->shareds.data[shared];
    q.bits = p->bits;
    if (p->loc.i != NO_ID) ask_local(&q, p->template.i, p->loc, &x->c->tracked[p->loc.i], after_havoc, &around);
    if (!q.asked.count && shared == p->shared && !changes_shared(x, &around)) return image_without_solver(&q, id);
    return finish_image(&q, id, "a step of another thread");
}

ContextAfters context_born(ContextCheck *x, uint32_t point, EdgeId edge, uint32_t shared)
{
    Ask q;
    uint32_t id, what[] = {point, edge.i, shared};
    if (is_image_known(x, OF_BIRTH, what, 3, &id, &q)) return x->images.data[id];
    const Edge *e = &x->p->edges.data[edge.i];
    Around around = {.x = x, .edge = e};
    CHECK(x->c->points.data[point].loc.i == e->from.i);
    context_add_literals(x, point, 0, &q.assumptions);
    vec_push(x->run, &q.assumptions, e->guard);
    add_shared_after(x, shared, value_after_edge, &around, &q.assumptions);
    q.shared = x->c->shareds.data[shared];
    ask_local(&q, e->spawn.i, x->p->templates.data[e->spawn.i].entry, NULL, of_born, &around);
    return finish_image(&q, id, x->k->smtlib_dir ? context_describe(x, edge) : "a thread that is started");
}
