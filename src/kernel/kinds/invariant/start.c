#include "kernel/kinds/invariant/start.h"

#include <string.h>

#include "base/check.h"
#include "kernel/checker/paths.h"
#include "kernel/kinds/invariant/invariant.h"
#include "kernel/kinds/invariant/rename.h"
#include "logic/smt/allsat.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"

typedef VEC(Bits) BitSets;

typedef struct Start {
    Checker *k;
    uint32_t shared;               /* being looked at */
    BitSets *entries;              /* per template: possible values at its entry; empty when it starts none */
    bool atomic;                   /* some thread starts in an atomic section */
    VEC(uint32_t) singles, others; /* the configuration being built; states: others are (local, count) pairs */
} Start;

static Term initial_value(void *arg, TermManager *tm, Term var)
{
    const Checker *k = arg;
    return k->p->vars.data[term_symbol(tm, var)].init; /* TERM_NONE: arbitrary, stays a variable */
}

typedef struct Collect {
    Checker *k;
    uint32_t count;
    BitSets *out;
} Collect;

static bool collect_initial_bits(void *arg, const bool *values)
{
    Collect *c = arg;
    Bits bits;
    memset(&bits, 0, sizeof bits);
    for (uint32_t i = 0; i < c->count; i++)
        bits_set(&bits, i, values[i]);
    vec_push(c->k->run, c->out, bits);
    return true;
}

/* All values that the predicates can have at the start. */
static void enumerate_start_bits(Checker *k, const CertifyTerms *assumptions, const CertificateTerms *predicates,
                                 const Bits *mask, BitSets *out)
{
    CHECK(predicates->count <= BITS_MAX);
    Term *terms = run_alloc(k->run, (predicates->count + 1) * sizeof *terms);
    for (uint32_t i = 0; i < predicates->count; i++)
        terms[i] = mask && !bits_get(mask, i) ? term_bool(k->tm, false)
                                              : term_substitute(k->tm, predicates->data[i], initial_value, k);
    Collect c = {k, predicates->count, out};
    if (smt_all_sat(k->smt, assumptions->data, assumptions->count, terms, predicates->count, 1u << 16,
                    collect_initial_bits, &c) == SMT_UNKNOWN)
        checker_fail(k, "the SMT solver gave up on the initial states");
    run_poll(k->run);
    CertifyTerms all = {NULL, 0, 0};
    for (uint32_t i = 0; i < assumptions->count; i++)
        vec_push(k->run, &all, assumptions->data[i]);
    for (uint32_t a = 0; a < out->count; a++) {
        Term other = term_bool(k->tm, false);
        for (uint32_t i = 0; i < predicates->count; i++)
            other = term_or(k->tm, other, bits_get(&out->data[a], i) ? term_not(k->tm, terms[i]) : terms[i]);
        vec_push(k->run, &all, other);
    }
    if (!k->problem && !checker_unsatisfiable(k, &all, "there are no other initial values"))
        checker_fail(k, "internal error: initial values were overlooked");
    vec_free(k->run, &all);
    run_release(k->run, terms);
}

/* ---- views ---- */

static Count start_count_of(const Start *s, uint32_t t)
{
    const Template *template = &s->k->p->templates.data[t];
    if (template->initial == COUNT_NONE) return COUNT_NONE;
    return template->initial;
}

static void check_initial_view(Start *s)
{
    Checker *k = s->k;
    if (invariant_has_view(k, s->shared, s->atomic, s->singles.data, s->singles.count, s->others.data, s->others.count))
        return;
    checker_fail(k, "the initial configurations are not in the invariant");
}

static uint32_t entry_local(const Start *s, uint32_t t, uint32_t choice)
{
    CHECK(choice < s->entries[t].count);
    return paths_local(s->k, (TemplateId){t}, s->k->p->templates.data[t].entry, &s->entries[t].data[choice]);
}

/* Every choice of at most k threads of the templates t.. that are not single, from `choice` on. */
static void choose_others(Start *s, uint32_t t, uint32_t choice)
{
    Checker *k = s->k;
    if (k->problem) return;
    check_initial_view(s);
    CHECK(s->others.count <= k->c->size);
    if (s->others.count == k->c->size) return;
    for (; t < k->p->templates.count; t++, choice = 0) {
        if (k->c->single[t] || paths_ended(k, k->p->templates.data[t].entry)) continue;
        bool many = start_count_of(s, t) == COUNT_MANY;
        for (uint32_t c = choice; c < s->entries[t].count; c++) {
            vec_push(k->run, &s->others, entry_local(s, t, c));
            choose_others(s, many ? t : t + 1, many ? c : 0);
            (void)vec_pop(&s->others);
        }
    }
}

/* Single templates: one thread each, those that are there at the start. */
static void choose_singles(Start *s, uint32_t t)
{
    Checker *k = s->k;
    while (t < k->p->templates.count && (!k->c->single[t] || start_count_of(s, t) == COUNT_NONE))
        t++;
    if (t == k->p->templates.count) {
        choose_others(s, 0, 0);
        return;
    }
    bool ended = paths_ended(k, k->p->templates.data[t].entry);
    for (uint32_t c = 0; c < s->entries[t].count && !k->problem; c++) {
        if (!ended) vec_push(k->run, &s->singles, entry_local(s, t, c));
        choose_singles(s, t + 1);
        if (!ended) (void)vec_pop(&s->singles);
    }
}

/* ---- states ---- */

static void check_initial_state(Start *s)
{
    CHECK(s->others.count % 2 == 0);
    if (!invariant_has_state(s->k, s->shared, s->others.data, s->others.count / 2))
        checker_fail(s->k, "the initial configurations are not in the invariant");
}

/* Splits `left` threads of template t over its choices from `choice` on; then the next template. Not one thread after
 * the other: there may be very many. */
static void choose_threads(Start *s, uint32_t t, uint32_t left, uint32_t choice)
{
    Checker *k = s->k;
    run_poll(k->run);
    if (k->problem) return;
    if (!left) {
        do
            t++;
        while (t < k->p->templates.count && start_count_of(s, t) == COUNT_NONE);
        if (t == k->p->templates.count)
            check_initial_state(s);
        else
            choose_threads(s, t, start_count_of(s, t) == COUNT_MANY ? k->c->size : 1, 0);
        return;
    }
    if (choice == s->entries[t].count) return;
    for (uint32_t take = choice + 1 == s->entries[t].count ? left : 0; take <= left && !k->problem; take++) {
        if (take) {
            vec_push(k->run, &s->others, entry_local(s, t, choice));
            vec_push(k->run, &s->others, take);
        }
        choose_threads(s, t, left - take, choice + 1);
        if (take) s->others.count -= 2;
    }
}

/* ---- the whole ---- */

static void check_initial_shared(Start *s, const Bits *bits)
{
    Checker *k = s->k;
    CertifyTerms cube = {NULL, 0, 0};
    rename_add_cube(k, &cube, &k->c->shared, NULL, bits, initial_value, k);
    s->shared = certificate_shared(k->parts, bits);
    for (uint32_t t = 0; t < k->p->templates.count && !k->problem; t++) {
        vec_clear(&s->entries[t]);
        if (start_count_of(s, t) == COUNT_NONE) continue;
        LocId entry = k->p->templates.data[t].entry;
        enumerate_start_bits(k, &cube, &k->c->local[t], &k->c->tracked[entry.i], &s->entries[t]);
    }
    if (k->problem)
        ;
    else if (k->c->kind == CERTIFICATE_VIEWS)
        choose_singles(s, 0);
    else
        choose_threads(s, UINT32_MAX, 0, 0);
    CHECK(s->singles.count == 0 && s->others.count == 0);
    vec_free(k->run, &cube);
}

void start_check(Checker *k)
{
    Start start = {.k = k}, *s = &start;
    BitSets shareds = {NULL, 0, 0};
    CertifyTerms nothing = {NULL, 0, 0};
    s->entries = run_alloc(k->run, (k->p->templates.count + 1) * sizeof *s->entries);
    for (uint32_t t = 0; t < k->p->templates.count; t++)
        s->atomic |= start_count_of(s, t) != COUNT_NONE && k->p->locs.data[k->p->templates.data[t].entry.i].atomic;
    enumerate_start_bits(k, &nothing, &k->c->shared, NULL, &shareds);
    for (uint32_t i = 0; i < shareds.count && !k->problem; i++)
        check_initial_shared(s, &shareds.data[i]);
    for (uint32_t t = 0; t < k->p->templates.count; t++)
        vec_free(k->run, &s->entries[t]);
    run_release(k->run, s->entries);
    vec_free(k->run, &shareds);
    vec_free(k->run, &s->singles);
    vec_free(k->run, &s->others);
}
