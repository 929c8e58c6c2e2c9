/* For each run of the plain program, and each access in it that may be the guessed one, the program at hand has the
 * run, with the bits that the rules say from the guessed access on, and an error where a later access conflicts with it
 * and does not happen after it. So if it has no run to an error there is no race.
 *
 * What is guessed is a number that the step assigns to `race`. The same number may stand for several accesses: of each
 * number that an access may get, errors must be there with all accesses that it conflicts with. */
#include "kernel/memory/races.h"

#include "base/check.h"
#include "base/intern.h"
#include "kernel/checker/assigned.h"
#include "kernel/memory/match.h"
#include "kernel/memory/step.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "program/access.h"

typedef struct RaceSite {
    EdgeId edge;
    uint32_t access;
    bool is_in_question;
    uint32_t number; /* as the guessed one */
} RaceSite;

typedef struct RaceCheck {
    MemoryCheck m;
    Program *p;
    const MonitorQuestion *asks;
    VEC(RaceSite) sites; /* by object */
    uint32_t *starts;    /* of the sites of each object; one more at the end */
    Intern shown;        /* errors that are there: [location, guard] */
} RaceCheck;

static const Edge *edge_of(const RaceCheck *r, const RaceSite *s) { return &r->p->edges.data[s->edge.i]; }
static const Access *access_of(const RaceCheck *r, const RaceSite *s) { return &edge_of(r, s)->accesses[s->access]; }
static const Loc *place_of(const RaceCheck *r, const RaceSite *s) { return &r->p->locs.data[edge_of(r, s)->from.i]; }

static void find_race_sites(RaceCheck *r)
{
    r->starts = run_alloc(r->p->run, (r->p->objects.count + 2) * sizeof *r->starts);
    uint32_t *next = run_alloc(r->p->run, (r->p->objects.count + 2) * sizeof *next), all = 0;
    for (uint32_t i = 0; i < r->p->edges.count; i++)
        for (uint32_t k = 0; k < r->p->edges.data[i].access_count; k++)
            next[r->p->edges.data[i].accesses[k].object + 1]++;
    for (uint32_t o = 0; o <= r->p->objects.count; o++) {
        all += next[o];
        r->starts[o] = next[o] = all;
    }
    vec_resize(r->p->run, &r->sites, all);
    for (uint32_t i = 0; i < r->p->edges.count; i++)
        for (uint32_t k = 0; k < r->p->edges.data[i].access_count; k++)
            r->sites.data[next[r->p->edges.data[i].accesses[k].object]++] = (RaceSite){.edge = {i}, .access = k};
    run_release(r->p->run, next);
}

/* Two accesses inside of atomic sections exclude each other. An error edge is one, whatever it accesses. */
static bool is_in_question(const RaceCheck *r, const RaceSite *a, const RaceSite *b)
{
    if (edge_of(r, a)->is_error || edge_of(r, b)->is_error) return false;
    TemplateId t = place_of(r, a)->template;
    bool one_thread = t.i == place_of(r, b)->template.i && r->p->templates.data[t.i].cardinality != COUNT_MANY;
    if (one_thread || (place_of(r, a)->atomic && place_of(r, b)->atomic)) return false;
    if (!accesses_conflict(access_of(r, a), access_of(r, b))) return false;
    return !r->asks->asks || r->asks->asks(r->asks->arg, a->edge, a->access, b->edge, b->access);
}

static void find_pairs_in_question(RaceCheck *r)
{
    for (uint32_t o = 0; o < r->p->objects.count; o++)
        for (uint32_t i = r->starts[o]; i < r->starts[o + 1]; i++) {
            run_poll(r->p->run);
            for (uint32_t k = r->starts[o]; k <= i; k++)
                if (is_in_question(r, &r->sites.data[i], &r->sites.data[k]))
                    r->sites.data[i].is_in_question = r->sites.data[k].is_in_question = true;
        }
}

static Term when_made(const RaceCheck *r, const RaceSite *s)
{
    Term guard = edge_of(r, s)->guard, condition = access_of(r, s)->condition;
    return term_is(condition) ? term_and(r->p->tm, guard, condition) : guard;
}

static Term guessed_is(const RaceCheck *r, uint32_t number)
{
    Term race = program_var_term(r->m.k->p, r->m.race);
    return term_eq(r->p->tm, race, term_const(r->p->tm, term_sort(r->p->tm, race), number));
}

/* ---- guesses ---- */

/* The step with the access as the guessed one. */
static WantedStep wanted_guess(RaceCheck *r, const RaceSite *s)
{
    MemoryCheck *m = &r->m;
    TermManager *tm = r->p->tm;
    const Edge *e = edge_of(r, s);
    const Access *a = access_of(r, s);
    WantedStep w = {.e = e, .excused = TERM_NONE, .after = memory_bits_begin(m, e)};
    w.guard = term_and(tm, when_made(r, s), guessed_is(r, 0));
    memory_bits_set(&w.after, AFTER, NO_ID, term_bool(tm, true));
    memory_step(&w.after, e, false);
    memory_bits_set_variable(&w.after, m->race, term_const(tm, m->k->p->vars.data[m->race.i].sort, s->number));
    if (!a->stride) return w;
    unsigned width = m->index.i == NO_ID ? 0 : m->k->p->vars.data[m->index.i].sort.width;
    if (width < term_sort(tm, a->index).width)
        checker_fail(m->k, "there is no index of an access that may race");
    else
        memory_bits_set_variable(&w.after, m->index, term_zext(tm, a->index, width));
    return w;
}

static bool is_same_access(const Access *a, const Access *b)
{
    return a->object == b->object && a->offset == b->offset && a->bytes == b->bytes && a->stride == b->stride &&
           a->is_write == b->is_write && a->is_update == b->is_update && a->is_atomic == b->is_atomic &&
           a->index.id == b->index.id && a->condition.id == b->condition.id;
}

/* What the edge calls the access, should it be the one that guesses it; 0: it says nothing of that. Which number it is
 * does not matter: what follows is asked of it. */
static uint32_t number_by(RaceCheck *r, const RaceSite *s, const Edge *actual)
{
    Term value = checker_edge_assigns(actual, r->m.race.i);
    bool is_guess = term_is(value) && term_is_const(r->p->tm, value) && actual->access_count == 1;
    return is_guess && is_same_access(&actual->accesses[0], access_of(r, s)) ? (uint32_t)term_value(r->p->tm, value)
                                                                             : 0;
}

/* Each access in question may be guessed, under some number. */
static void check_guess(RaceCheck *r, RaceSite *s)
{
    const Program *q = r->m.k->p;
    LocId from = edge_of(r, s)->from;
    for (uint32_t i = 0; i < program_out_count(q, from) && !s->number; i++)
        s->number = number_by(r, s, program_out_edge(q, from, i));
    if (!s->number) {
        checker_fail(r->m.k, "no race is asked about with %s", program_describe_edge(r->p, edge_of(r, s)));
        return;
    }
    WantedStep w = wanted_guess(r, s);
    if (!r->m.k->problem) match_step(&r->m, &w);
    vec_free(r->p->run, &w.after.values);
}

/* ---- errors ---- */

/* Each location that the edge accesses it reads, acquires, and finds a message of the guessed access there. Never,
 * where it accesses none. */
static Term takes_messages(RaceCheck *r, BitStep *before, const Edge *e)
{
    TermManager *tm = r->p->tm;
    LocationAccesses list = memory_accesses_of(r->m.f, e);
    Term all = term_bool(tm, list.count > 0);
    bool acquires = e->order == MEMORY_ORDERED || e->order == MEMORY_ACQ_REL || e->order == MEMORY_ACQUIRE;
    for (uint32_t i = 0; i < list.count; i++) {
        bool takes = acquires && list.data[i].reads;
        all = term_and(tm, all, takes ? memory_bits_get(before, AFTER_SENT, list.data[i].var) : term_bool(tm, false));
    }
    vec_free(r->p->run, &list);
    return all;
}

/* An atomic access that acquires comes after what it takes over. It is made by the edge, or else by whatever step
 * follows it. */
static Term ordered_by_itself(RaceCheck *r, BitStep *before, const RaceSite *s)
{
    TermManager *tm = r->p->tm;
    const Edge *e = edge_of(r, s);
    if (!access_of(r, s)->is_atomic) return term_bool(tm, false);
    LocationAccesses list = memory_accesses_of(r->m.f, e);
    const bool is_own = list.count > 0;
    vec_free(r->p->run, &list);
    if (is_own) return takes_messages(r, before, e);
    Term all = term_bool(tm, program_out_count(r->p, e->to) > 0);
    for (uint32_t k = 0; k < program_out_count(r->p, e->to); k++)
        all = term_and(tm, all, takes_messages(r, before, program_out_edge(r->p, e->to, k)));
    return all;
}

/* Once for accesses that are made alike. */
static void require_error(RaceCheck *r, const Edge *e, Term guard)
{
    const uint32_t key[] = {e->from.i, guard.id};
    bool is_new;
    intern_add(&r->shown, key, 2, &is_new);
    if (is_new) match_error(&r->m, e, guard, TERM_NONE);
}

/* An access b that conflicts with the guessed one. */
static void check_errors_of(RaceCheck *r, const RaceSite *b)
{
    MemoryCheck *m = &r->m;
    TermManager *tm = r->p->tm;
    const Edge *e = edge_of(r, b);
    BitStep before = memory_bits_begin(m, e);
    Term ordered = term_or(tm, memory_bits_get(&before, AFTER, NO_ID), ordered_by_itself(r, &before, b));
    Term unordered = term_and(tm, when_made(r, b), term_not(tm, ordered));
    uint32_t o = access_of(r, b)->object;
    for (uint32_t i = r->starts[o]; i < r->starts[o + 1] && !m->k->problem; i++) {
        const RaceSite *a = &r->sites.data[i];
        if (!is_in_question(r, a, b)) continue;
        CHECK(a->number != 0);
        Term index = access_of(r, a)->stride ? program_var_term(m->k->p, m->index) : TERM_NONE;
        Term overlap = access_overlap(tm, access_of(r, a), index, access_of(r, b), access_of(r, b)->index);
        require_error(r, e, term_and(tm, unordered, term_and(tm, overlap, guessed_is(r, a->number))));
    }
}

/* ---- all of it ---- */

static void check_steps(RaceCheck *r)
{
    for (uint32_t i = 0; i < r->p->edges.count && !r->m.k->problem; i++) {
        const Edge *e = &r->p->edges.data[i];
        WantedStep w = {.e = e, .guard = e->guard, .excused = TERM_NONE, .after = memory_bits_begin(&r->m, e)};
        run_poll(r->p->run);
        if (e->is_error) {
            match_error(&r->m, e, e->guard, TERM_NONE);
            continue;
        }
        memory_step(&w.after, e, false);
        if (!r->m.k->problem) match_step(&r->m, &w);
        vec_free(r->p->run, &w.after.values);
    }
}

static void check_guesses(RaceCheck *r)
{
    bool any = false;
    for (uint32_t i = 0; i < r->sites.count; i++)
        any |= r->sites.data[i].is_in_question;
    if (any && r->m.race.i == NO_ID) checker_fail(r->m.k, "no access is guessed that may race");
    for (uint32_t i = 0; i < r->sites.count && !r->m.k->problem; i++)
        if (r->sites.data[i].is_in_question) check_guess(r, &r->sites.data[i]);
}

static void check_race_errors(RaceCheck *r)
{
    intern_init(r->p->run, &r->shown);
    for (uint32_t i = 0; i < r->sites.count && !r->m.k->problem; i++) {
        run_poll(r->p->run);
        if (r->sites.data[i].is_in_question) check_errors_of(r, &r->sites.data[i]);
    }
    intern_clear(&r->shown);
}

void races_check(Checker *k, MemoryFacts *f, const MonitorQuestion *asks)
{
    RaceCheck race = {.m = {.k = k, .f = f, .x = NO_ID}, .p = f->p, .asks = asks}, *r = &race;
    match_frame(&r->m, f->p);
    if (k->problem) return;
    memory_bits_find(&r->m);
    find_race_sites(r);
    find_pairs_in_question(r);
    check_steps(r);
    check_guesses(r);
    check_race_errors(r);
    vec_free(k->run, &r->sites);
    run_release(k->run, r->starts);
    memory_bits_release(&r->m);
}
