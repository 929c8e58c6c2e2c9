#include "engines/circ/thread.h"

#include <string.h>

#include "base/check.h"
#include "engines/circ/acfa.h"
#include "logic/smt/allsat.h"
#include "logic/smt/check.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "program/step.h"

#define INSTANCE_NEXT 3   /* of shared variables after a step of another thread */
#define ANSWERS_MAX 20000 /* valuations of one image */

/* What is known of a guard: see is_thread_guard_apart. */
enum { GUARD_NEW, GUARD_APART, GUARD_ASKED };

typedef enum Kind { IMAGE_INITIAL, IMAGE_STEP, IMAGE_INTERFERENCE, IMAGE_BIRTH } Kind;

/* ---- valuations ---- */

static uint32_t intern_bits(Run *run, Intern *ids, const Bits *bits)
{
    (void)run;
    return intern_add(ids, (const uint32_t *)bits->w, BITS_MAX / 32, NULL);
}

static uint32_t shared_id(AbstractThreads *t, const Bits *bits)
{
    uint32_t id = intern_bits(t->run, &t->shared_ids, bits);
    if (id == t->shared.count) vec_push(t->run, &t->shared, *bits);
    if (id >> EFFECT_BITS) run_stop(t->run, STOP_UNSUPPORTED, "too many valuations of the predicates");
    return id;
}

static uint32_t local_id(AbstractThreads *t, const Bits *bits)
{
    uint32_t id = intern_bits(t->run, &t->local_ids, bits);
    if (id == t->local.count) vec_push(t->run, &t->local, *bits);
    return id;
}

static const Predicate *shared_predicate(const AbstractThreads *t, uint32_t i)
{
    return &t->predicates->all.data[t->predicates->shared.data[i]];
}

static const Predicate *local_predicate(const AbstractThreads *t, uint32_t template, uint32_t i)
{
    return &t->predicates->all.data[t->predicates->local[template].data[i]];
}

static uint32_t template_number_at(const AbstractThreads *t, uint32_t loc) { return t->p->locs.data[loc].template.i; }

static uint32_t local_predicate_count(const AbstractThreads *t, uint32_t template)
{
    return t->predicates->local[template].count;
}

static Term literal_of_atom(const AbstractThreads *t, Term atom, bool value)
{
    return value ? atom : term_not(t->p->tm, atom);
}

static void add_shared_literals(const AbstractThreads *t, uint32_t shared, LiteralTerms *out)
{
    CHECK(shared < t->shared.count);
    for (uint32_t i = 0; i < t->predicates->shared.count; i++)
        vec_push(t->run, out, literal_of_atom(t, shared_predicate(t, i)->term, bits_get(&t->shared.data[shared], i)));
}

void threads_add_literals(const AbstractThreads *t, uint32_t loc, Valuation v, LiteralTerms *out)
{
    add_shared_literals(t, v.shared, out);
    if (loc == UNBORN) return;
    CHECK(v.local < t->local.count);
    for (uint32_t i = 0; i < local_predicate_count(t, template_number_at(t, loc)); i++)
        if (bits_get(&t->tracked[loc], i))
            vec_push(t->run, out,
                     literal_of_atom(t, local_predicate(t, template_number_at(t, loc), i)->term,
                                     bits_get(&t->local.data[v.local], i)));
}

Term threads_shared_term(const AbstractThreads *t, uint32_t shared)
{
    LiteralTerms literals = {NULL, 0, 0};
    add_shared_literals(t, shared, &literals);
    Term all = literals.count ? term_and_n(t->p->tm, literals.data, literals.count) : term_bool(t->p->tm, true);
    vec_free(t->run, &literals);
    return all;
}

/* ---- images ---- */

/* An image being computed: the bits that keep their value, and those that are asked. */
typedef struct Image {
    AbstractThreads *t;
    Bits shared, local;
    LiteralTerms assumptions, asked;
    VEC(uint32_t) slots; /* of what is asked: index, locals from BITS_MAX on */
    Valuations *answer;
} Image;

/* The predicate is `value` afterwards, in terms of the state before. */
static void ask_image_predicate(Image *image, uint32_t slot, Term value)
{
    TermManager *tm = image->t->p->tm;
    if (term_is_const(tm, value)) {
        bits_set(slot < BITS_MAX ? &image->shared : &image->local, slot % BITS_MAX, term_is_true(tm, value));
        return;
    }
    vec_push(image->t->run, &image->asked, value);
    vec_push(image->t->run, &image->slots, slot);
}

static bool emit_valuation(void *arg, const bool *values)
{
    Image *image = arg;
    for (uint32_t i = 0; i < image->asked.count; i++) {
        uint32_t slot = image->slots.data[i];
        bits_set(slot < BITS_MAX ? &image->shared : &image->local, slot % BITS_MAX, values[i]);
    }
    Valuation v = {shared_id(image->t, &image->shared), local_id(image->t, &image->local)};
    vec_push(image->t->run, image->answer, v);
    return true;
}

/* An answer of the solver that is not complete is none: no state may be missed. */
static void enumerate_image(Image *image)
{
    AbstractThreads *t = image->t;
    run_poll(t->run);
    for (uint32_t i = 0; i < image->assumptions.count; i++)
        if (term_is_false(t->p->tm, image->assumptions.data[i])) return;
    if (image->asked.count > BITS_MAX)
        run_stop(t->run, STOP_UNSUPPORTED, "too many predicates change in one step (%u)", image->asked.count);
    SmtResult r = smt_all_sat(t->smt, image->assumptions.data, image->assumptions.count, image->asked.data,
                              image->asked.count, ANSWERS_MAX, emit_valuation, image);
    if (r != SMT_SAT) run_stop(t->run, STOP_UNSUPPORTED, "the solver gave up on the image of a step");
}

static void image_clear(Image *image)
{
    vec_free(image->t->run, &image->assumptions);
    vec_free(image->t->run, &image->asked);
    vec_free(image->t->run, &image->slots);
}

/* Nothing is asked of the solver: all predicates have values that do not depend on the state, and the step does not
 * depend on them. Were there no state of the valuation before it there would be no image; this only allows more. */
static const Valuations *determined_image(Image *image)
{
    CHECK(!image->asked.count);
    emit_valuation(image, NULL);
    image_clear(image);
    return image->answer;
}

/* The answer to a question asked before; else a new one to be filled in, *image then is begun. */
static const Valuations *look_up_image(AbstractThreads *t, Kind kind, uint32_t what, uint32_t loc, Valuation v,
                                       Image *image)
{
    uint32_t key[5] = {kind, what, loc, v.shared, v.local};
    bool is_new;
    uint32_t id = intern_add(&t->images, key, 5, &is_new);
    if (!is_new) return &t->answers.data[id];
    vec_push(t->run, &t->answers, ((Valuations){NULL, 0, 0}));
    CHECK(id + 1 == t->answers.count);
    memset(image, 0, sizeof *image);
    image->t = t;
    image->answer = &t->answers.data[id];
    return NULL;
}

static const Valuations *finish_thread_image(Image *image)
{
    enumerate_image(image);
    image_clear(image);
    return image->answer;
}

static Term initial_value(void *arg, TermManager *tm, Term var)
{
    const Program *p = arg;
    return p->vars.data[term_symbol(tm, var)].init; /* TERM_NONE: arbitrary */
}

const Valuations *threads_initial(AbstractThreads *t, uint32_t template)
{
    Image image;
    const Valuations *known = look_up_image(t, IMAGE_INITIAL, template, 0, (Valuation){0, 0}, &image);
    if (known) return known;
    TermManager *tm = t->p->tm;
    for (uint32_t i = 0; i < t->predicates->shared.count; i++)
        ask_image_predicate(&image, i, term_substitute(tm, shared_predicate(t, i)->term, initial_value, t->p));
    for (uint32_t i = 0; template != NO_ID && i < local_predicate_count(t, template); i++)
        if (bits_get(&t->tracked[t->p->templates.data[template].entry.i], i))
            ask_image_predicate(&image, BITS_MAX + i,
                                term_substitute(tm, local_predicate(t, template, i)->term, initial_value, t->p));
    return finish_thread_image(&image);
}

typedef struct SharedSearch {
    const Program *p;
    bool found;
} SharedSearch;

static void look_for_shared_in_guard(void *arg, Term var)
{
    SharedSearch *s = arg;
    s->found |= s->p->vars.data[term_symbol(s->p->tm, var)].class == VAR_SHARED;
}

bool threads_initial_depends(const AbstractThreads *t, uint32_t template)
{
    SharedSearch search = {t->p, false};
    for (uint32_t i = 0; i < local_predicate_count(t, template); i++) {
        if (!bits_get(&t->tracked[t->p->templates.data[template].entry.i], i)) continue;
        Term initial = term_substitute(t->p->tm, local_predicate(t, template, i)->term, initial_value, t->p);
        term_for_each_var(t->p->tm, initial, look_for_shared_in_guard, &search);
    }
    return search.found;
}

static bool mentions_assigned(const Predicate *predicate, const Edge *e)
{
    for (uint32_t i = 0; i < predicate->vars.count; i++)
        if (term_is(step_value(e, (VarId){predicate->vars.data[i]}))) return true;
    return false;
}

typedef struct GuardSearch {
    const AbstractThreads *t;
    bool found;
} GuardSearch;

static void look_for_observed_in_guard(void *arg, Term var)
{
    GuardSearch *s = arg;
    s->found |= s->t->labels->observed[term_symbol(s->t->p->tm, var)];
}

/* Can the guard hold, and does it speak of nothing that predicates speak of? Then they do not matter to it. Asked once
 * for each edge; "no" is always right. */
static bool is_thread_guard_apart(AbstractThreads *t, EdgeId edge)
{
    if (!t->labels->observed) return false;
    uint8_t *known = &t->guards[edge.i];
    if (*known == GUARD_NEW) {
        GuardSearch search = {t, false};
        Term guard = t->p->edges.data[edge.i].guard;
        term_for_each_var(t->p->tm, guard, look_for_observed_in_guard, &search);
        bool is_apart = !search.found && smt_check(t->smt, &guard, 1) == SMT_SAT;
        *known = is_apart ? GUARD_APART : GUARD_ASKED;
    }
    return *known == GUARD_APART;
}

const Valuations *threads_step(AbstractThreads *t, EdgeId edge, Valuation v)
{
    Image image;
    const Edge *e = &t->p->edges.data[edge.i];
    CHECK(edge.i < t->edge_count);
    uint32_t template = template_number_at(t, e->from.i);
    const Valuations *known = look_up_image(t, IMAGE_STEP, edge.i, 0, v, &image);
    if (known) return known;
    threads_add_literals(t, e->from.i, v, &image.assumptions);
    vec_push(t->run, &image.assumptions, e->guard);
    image.shared = t->shared.data[v.shared];
    for (uint32_t i = 0; i < t->predicates->shared.count; i++) {
        const Predicate *predicate = shared_predicate(t, i);
        if (mentions_assigned(predicate, e))
            ask_image_predicate(&image, i, step_before(t->p, e, predicate->term, SPACE_ACTIVE));
    }
    for (uint32_t i = 0; i < local_predicate_count(t, template); i++) {
        const Predicate *predicate = local_predicate(t, template, i);
        if (!bits_get(&t->tracked[e->to.i], i)) continue;
        if (mentions_assigned(predicate, e) || !bits_get(&t->tracked[e->from.i], i))
            ask_image_predicate(&image, BITS_MAX + i, step_before(t->p, e, predicate->term, SPACE_ACTIVE));
        else
            bits_set(&image.local, i, bits_get(&t->local.data[v.local], i));
    }
    if (!image.asked.count && is_thread_guard_apart(t, edge)) return determined_image(&image);
    return finish_thread_image(&image);
}

typedef struct Havoc {
    const AbstractThreads *t;
    const Label *label;
} Havoc;

static Term next_instance(void *arg, TermManager *tm, Term var)
{
    const Havoc *h = arg;
    uint32_t v = term_symbol(tm, var);
    if (!ids_have(&h->label->havoc, v)) return TERM_NONE;
    return term_var(tm, h->t->p->vars.data[v].sort, v, INSTANCE_NEXT);
}

static bool mentions_havocked(const Predicate *predicate, const Label *label)
{
    for (uint32_t i = 0; i < predicate->vars.count; i++)
        if (ids_have(&label->havoc, predicate->vars.data[i])) return true;
    return false;
}

const Valuations *threads_interfere(AbstractThreads *t, uint32_t label, uint32_t loc, Valuation v)
{
    Image image;
    const Label *l = &t->labels->all.data[label];
    if (loc != UNBORN) loc = t->alike[loc];
    const Valuations *known = look_up_image(t, IMAGE_INTERFERENCE, label, loc, v, &image);
    if (known) return known;
    Havoc havoc = {t, l};
    TermManager *tm = t->p->tm;
    threads_add_literals(t, loc, v, &image.assumptions);
    image.shared = t->shared.data[v.shared];
    for (uint32_t i = 0; i < t->predicates->shared.count; i++) {
        const Predicate *predicate = shared_predicate(t, i);
        if (mentions_havocked(predicate, l))
            ask_image_predicate(&image, i, term_substitute(tm, predicate->term, next_instance, &havoc));
    }
    if (loc != UNBORN) image.local = t->local.data[v.local];
    for (uint32_t i = 0; loc != UNBORN && i < local_predicate_count(t, template_number_at(t, loc)); i++) {
        const Predicate *predicate = local_predicate(t, template_number_at(t, loc), i);
        if (bits_get(&t->tracked[loc], i) && mentions_havocked(predicate, l))
            ask_image_predicate(&image, BITS_MAX + i, term_substitute(tm, predicate->term, next_instance, &havoc));
    }
    if (!image.asked.count) return determined_image(&image);
    return finish_thread_image(&image);
}

/* What an argument is over the state after the step: of the starting thread's locals, of what it assigns and of inputs
 * nothing is known any more. */
static Term argument_now(void *arg, TermManager *tm, Term var)
{
    const Havoc *h = arg;
    uint32_t v = term_symbol(tm, var);
    const Var *info = &h->t->p->vars.data[v];
    switch (info->class) {
    case VAR_SHARED: return ids_have(&h->label->havoc, v) ? term_var(tm, info->sort, v, INSTANCE_NEXT) : TERM_NONE;
    case VAR_LOCAL: return term_var(tm, info->sort, v, INSTANCE_PASSIVE);
    case VAR_INPUT: break;
    }
    return TERM_NONE;
}

typedef struct Birth {
    Havoc havoc;
    const Edge *edge;
} Birth;

static Term birth_value(void *arg, TermManager *tm, Term var)
{
    Birth *b = arg;
    VarId v = {term_symbol(tm, var)};
    const Var *info = &b->havoc.t->p->vars.data[v.i];
    if (info->class != VAR_LOCAL) return TERM_NONE;
    Term argument = step_argument(b->edge, v);
    return term_is(argument) ? term_substitute(tm, argument, argument_now, &b->havoc) : info->init;
}

const Valuations *threads_birth(AbstractThreads *t, uint32_t birth, uint32_t shared)
{
    Image image;
    EdgeId edge = t->labels->births.data[birth];
    Birth b = {{t, &t->labels->all.data[t->labels->of_edge[edge.i]]}, &t->p->edges.data[edge.i]};
    uint32_t template = b.edge->spawn.i;
    const Valuations *known = look_up_image(t, IMAGE_BIRTH, birth, 0, (Valuation){shared, 0}, &image);
    if (known) return known;
    add_shared_literals(t, shared, &image.assumptions);
    image.shared = t->shared.data[shared];
    for (uint32_t i = 0; i < local_predicate_count(t, template); i++)
        if (bits_get(&t->tracked[t->p->templates.data[template].entry.i], i))
            ask_image_predicate(&image, BITS_MAX + i,
                                term_substitute(t->p->tm, local_predicate(t, template, i)->term, birth_value, &b));
    return finish_thread_image(&image);
}

/* ---- life ---- */

static void find_thread_tracked(AbstractThreads *t)
{
    Program *p = t->p;
    t->tracked = run_alloc(t->run, (p->locs.count + 1) * sizeof *t->tracked);
    for (uint32_t l = 0; l < p->locs.count; l++)
        for (uint32_t i = 0; i < local_predicate_count(t, template_number_at(t, l)); i++) {
            const Predicate *predicate = local_predicate(t, template_number_at(t, l), i);
            bool all_live = true;
            for (uint32_t k = 0; k < predicate->vars.count; k++) {
                VarId v = {predicate->vars.data[k]};
                all_live &= p->vars.data[v.i].class != VAR_LOCAL || liveness_is_live(t->live, (LocId){l}, v);
            }
            bits_set(&t->tracked[l], i, all_live);
        }
}

/* Steps of others ask of where a thread is only which of its template's predicates are tracked there. */
static void find_alike(AbstractThreads *t)
{
    uint32_t n = t->p->locs.count;
    uint32_t *first = run_alloc(t->run, (n + 1) * sizeof *first); /* by number of the key */
    Intern keys;
    intern_init(t->run, &keys);
    t->alike = run_alloc(t->run, (n + 1) * sizeof *t->alike);
    for (uint32_t l = 0; l < n; l++) {
        uint32_t key[BITS_MAX / 32 + 1] = {template_number_at(t, l)};
        bool is_new;
        memcpy(key + 1, t->tracked[l].w, sizeof t->tracked[l].w);
        uint32_t id = intern_add(&keys, key, BITS_MAX / 32 + 1, &is_new);
        if (is_new) first[id] = l;
        t->alike[l] = first[id];
    }
    intern_clear(&keys);
    run_release(t->run, first);
}

void threads_init(AbstractThreads *t, Program *p, uint32_t edge_count, const Labels *labels,
                  const Predicates *predicates, Smt *smt)
{
    memset(t, 0, sizeof *t);
    t->run = p->run;
    t->p = p;
    t->edge_count = edge_count;
    t->labels = labels;
    t->predicates = predicates;
    t->smt = smt;
    t->live = liveness_new(p);
    intern_init(p->run, &t->shared_ids);
    intern_init(p->run, &t->local_ids);
    intern_init(p->run, &t->images);
    CHECK(predicates_are_valid(predicates) && edge_count <= p->edges.count);
    t->guards = run_alloc(t->run, edge_count + 1);
    find_thread_tracked(t);
    find_alike(t);
    Bits none;
    memset(&none, 0, sizeof none);
    uint32_t id = local_id(t, &none); /* 0: of a thread that is not there */
    RUN_CHECK(t->run, id == 0);
}

void threads_clear(AbstractThreads *t)
{
    for (uint32_t i = 0; i < t->answers.count; i++)
        vec_free(t->run, &t->answers.data[i]);
    vec_free(t->run, &t->answers);
    vec_free(t->run, &t->shared);
    vec_free(t->run, &t->local);
    intern_clear(&t->shared_ids);
    intern_clear(&t->local_ids);
    intern_clear(&t->images);
    run_release(t->run, t->tracked);
    run_release(t->run, t->alike);
    run_release(t->run, t->guards);
    run_release(t->run, t->live->live);
    run_release(t->run, t->live);
}
