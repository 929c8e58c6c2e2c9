/* What earlier checks found answers many later ones without a solver.
 *
 * Witnesses: assignments of the variables in which a check held. Any assignment in which all assertions and assumptions
 * evaluate to true proves a check satisfiable, wherever it comes from (here: old models, and in all-sat small changes
 * to them). Cores: sets of terms that contradict the base assertions; as those are never taken back, each check that
 * contains one is unsatisfiable. (Cadar, Dunbar, Engler: KLEE, OSDI 2008, section 3.3, counterexample cache.)
 *
 * Would be unsound: a core that depends on a literal which is not a term of the check (the guard of all-sat), or an
 * evaluation that differs from the solver's meaning of a term; mathematical integers and arrays are left out. */
#include "logic/smt/cache.h"

#include <string.h>

#include "base/check.h"
#include "logic/smt/translate.h"

#define CORES_MAX 20000
#define CORE_SIZE_MAX 24
#define DEPTH_MAX 2000

/* ---- witnesses ---- */

uint64_t *witness_place(Smt *smt, Witness *w, Term var)
{
    CHECK(term_kind(smt->tm, var) == TERM_VAR && smt_info(smt, var)->ast && !smt_info(smt, var)->general);
    uint32_t place = smt_info(smt, var)->place;
    CHECK(place < smt->places);
    if (place >= w->bits.count) vec_resize(smt->run, &w->bits, smt->places);
    return &w->bits.data[place];
}

static Value witness_value(void *arg, TermManager *tm, Term var)
{
    Smt *smt = arg;
    (void)tm;
    if (!smt_translate(smt, var) || smt_info(smt, var)->general) return (Value){.bits = 0};
    return (Value){.bits = *witness_place(smt, smt->evaluated, var)};
}

Value witness_evaluate(Smt *smt, Witness *w, Term t)
{
    CHECK(w);
    smt->evaluated = w;
    return term_evaluate(smt->tm, t, witness_value, smt, NULL);
}

static bool hold_all(Smt *smt, Witness *w, const Term *terms, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!witness_evaluate(smt, w, terms[i]).bits) return false;
    return true;
}

static bool may_evaluate(Smt *smt, const Term *terms, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!smt_translate(smt, terms[i]) || smt_info(smt, terms[i])->general ||
            smt_info(smt, terms[i])->depth > DEPTH_MAX)
            return false;
    return true;
}

bool cache_may_evaluate(Smt *smt, const Query *query)
{
    return may_evaluate(smt, smt->assertions.data, smt->assertions.count) &&
           may_evaluate(smt, query->assumptions, query->count) && may_evaluate(smt, query->bits, query->bit_count);
}

bool witness_holds(Smt *smt, Witness *w, const Query *query)
{
    if (!hold_all(smt, w, query->assumptions, query->count)) return false;
    return hold_all(smt, w, smt->assertions.data, smt->assertions.count);
}

void witness_copy(Smt *smt, Witness *to, const Witness *from)
{
    vec_resize(smt->run, &to->bits, from->bits.count);
    if (from->bits.count) memcpy(to->bits.data, from->bits.data, from->bits.count * sizeof *from->bits.data);
}

Witness *cache_new_witness(Smt *smt)
{
    Witness *last = smt->witnesses[SMT_WITNESSES - 1];
    memmove(smt->witnesses + 1, smt->witnesses, (SMT_WITNESSES - 1) * sizeof *smt->witnesses);
    CHECK(!last || last != smt->witness); /* the model of the last check is in use */
    if (!last) last = run_alloc(smt->run, sizeof *last);
    vec_clear(&last->bits);
    smt->witnesses[0] = last;
    return last;
}

Witness *cache_find_witness(Smt *smt, const Query *query)
{
    if (!smt->witnesses[0] || !cache_may_evaluate(smt, query)) return NULL;
    for (int i = 0; i < SMT_WITNESSES && smt->witnesses[i]; i++) {
        Witness *w = smt->witnesses[i];
        if (!witness_holds(smt, w, query)) continue;
        memmove(smt->witnesses + 1, smt->witnesses, (size_t)i * sizeof *smt->witnesses);
        smt->witnesses[0] = w;
        return w;
    }
    return NULL;
}

/* ---- cores ---- */

void cache_add_core(Smt *smt, const Term *terms, uint32_t count)
{
    if (count > CORE_SIZE_MAX) return;
    if (count == 0) {
        smt->base_unsat = true;
        return;
    }
    if (smt->core_starts.count >= CORES_MAX) cache_clear_cores(smt);
    uint32_t id = smt->core_starts.count;
    CHECK(smt->core_nexts.count == id && id < CORES_MAX);
    vec_push(smt->run, &smt->core_starts, smt->core_terms.count);
    TermInfo *first = smt_info(smt, terms[0]);
    vec_push(smt->run, &smt->core_nexts, first->cores);
    CHECK(first->cores <= id); /* the chain leads to older ones */
    first->cores = id + 1;
    for (uint32_t i = 0; i < count; i++)
        vec_push(smt->run, &smt->core_terms, terms[i]);
}

void cache_clear_cores(Smt *smt)
{
    for (uint32_t i = 0; i < smt->core_starts.count; i++)
        smt_info(smt, smt->core_terms.data[smt->core_starts.data[i]])->cores = 0;
    vec_clear(&smt->core_starts);
    vec_clear(&smt->core_nexts);
    vec_clear(&smt->core_terms);
}

static void stamp_terms(Smt *smt, const Term *terms, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        smt_info(smt, terms[i])->stamp = smt->stamp;
}

static bool core_is_contained(Smt *smt, uint32_t core)
{
    CHECK(core < smt->core_starts.count);
    uint32_t end = core + 1 < smt->core_starts.count ? smt->core_starts.data[core + 1] : smt->core_terms.count;
    CHECK(smt->core_starts.data[core] < end && end <= smt->core_terms.count);
    for (uint32_t i = smt->core_starts.data[core]; i < end; i++)
        if (smt_info(smt, smt->core_terms.data[i])->stamp != smt->stamp) return false;
    return true;
}

/* Among the cores that begin with one of the terms. */
static uint32_t find_core(Smt *smt, const Term *terms, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t c = smt_info(smt, terms[i])->cores; c; c = smt->core_nexts.data[c - 1])
            if (core_is_contained(smt, c - 1)) return c;
    return 0;
}

static void flag_core(Smt *smt, const Query *query, uint32_t core)
{
    uint32_t end = core + 1 < smt->core_starts.count ? smt->core_starts.data[core + 1] : smt->core_terms.count;
    for (uint32_t i = smt->core_starts.data[core]; i < end; i++)
        for (uint32_t k = 0; k < query->count; k++)
            if (term_same(query->assumptions[k], smt->core_terms.data[i])) {
                smt->core.data[k] = 1;
                break;
            }
}

bool cache_find_core(Smt *smt, const Query *query)
{
    uint32_t from = smt->scopes.count ? smt->scopes.data[0] : smt->assertions.count;
    uint32_t scoped = smt->assertions.count - from, core = 0;
    const Term *in_scope = scoped ? smt->assertions.data + from : NULL; /* no assertion at all: no array either */
    if (!smt->base_unsat) {
        smt->stamp++;
        stamp_terms(smt, in_scope, scoped);
        stamp_terms(smt, query->assumptions, query->count);
        core = find_core(smt, query->assumptions, query->count);
        if (!core) core = find_core(smt, in_scope, scoped);
        if (!core) return false;
    }
    vec_clear(&smt->core);
    vec_resize(smt->run, &smt->core, query->count);
    if (core) flag_core(smt, query, core - 1);
    CHECK(core || smt->base_unsat);
    return true;
}

void cache_free(Smt *smt)
{
    for (int i = 0; i < SMT_WITNESSES; i++) {
        if (!smt->witnesses[i]) continue;
        vec_free(smt->run, &smt->witnesses[i]->bits);
        run_release(smt->run, smt->witnesses[i]);
    }
    vec_free(smt->run, &smt->core_terms);
    vec_free(smt->run, &smt->core_starts);
    vec_free(smt->run, &smt->core_nexts);
}
