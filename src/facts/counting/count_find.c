/* Guesses (facts/counting/count_guess.h) are asked of all edges together: does each step change the value by as much as
 * the thread's weight, given what the counts say of the state before? Those of which that is not so are dropped until
 * all others hold. So they are an invariant by induction over the steps, and how they were guessed does not matter.
 * Values do not wrap either: the difference is one of integers, and what bounds a counter (a guard, or that units are
 * given back by those who have one) is in the guards and in what the counts say. */
#include "facts/counting/count_find.h"

#include "base/unsound.h"
#include "facts/counting/count_guess.h"
#include "facts/counting/counts.h"
#include "facts/counting/thread_facts.h"
#include "logic/smt/check.h"
#include "logic/smt/smt.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/reads.h"

#define LOCS_MAX 2000    /* larger programs have other questions */
#define MILLISECONDS 300 /* of one question */

typedef struct Finder {
    Program *p;
    TermManager *tm;
    Run *run;
    CountCandidates all;
} Finder;

static bool is_left(const Finder *f, uint32_t i)
{
    const CountCandidate *c = &f->all.data[i];
    return !c->is_out && !c->is_broken && (c->part_of == NO_ID || !is_left(f, c->part_of));
}

/* The first ones that are left. */
static void collect_left_counts(const Finder *f, ThreadCounts *out)
{
    out->count = 0;
    for (uint32_t i = 0; i < f->all.count && out->count < COUNTS_MAX; i++)
        if (is_left(f, i)) vec_push(f->run, out, f->all.data[i].count);
}

static bool keeps_count(Finder *f, Smt *smt, const ThreadCounts *all, const CountSums *sums, const ThreadCount *c,
                        const Edge *e)
{
    Term error = counts_error(f->p, c, e), zero = term_bv(f->tm, term_sort(f->tm, error).width, 0);
    if (term_same(error, zero) || IS_UNSOUND(UNSOUND_COUNT_UNASKED)) return true;
    if (term_is_const(f->tm, error) && term_is_true(f->tm, e->guard)) return false;
    Reads *reads = reads_new(f->tm, f->p->vars.count);
    Term asked =
        term_and(f->tm, e->guard, term_and(f->tm, counts_known(f->p, sums, e->from), term_ne(f->tm, error, zero)));
    if (term_is(all->facts[e->from.i])) asked = term_and(f->tm, asked, all->facts[e->from.i]);
    if (term_is(all->everywhere)) asked = term_and(f->tm, asked, all->everywhere);
    asked = reads_eliminate(reads, asked);
    for (uint32_t i = 0; i < reads_fact_count(reads); i++)
        asked = term_and(f->tm, asked, reads_fact(reads, i));
    reads_free(reads);
    run_poll(f->run);
    return term_is_false(f->tm, asked) || smt_check(smt, &asked, 1) == SMT_UNSAT;
}

static void say_broken(const Finder *f, const CountCandidate *c, const Edge *e)
{
    Str value, edge;
    str_init(f->run, &value);
    str_init(f->run, &edge);
    program_print_term(f->p, c->count.value, &value);
    program_print_edge(f->p, e, &edge);
    run_log(f->run, 2, "  not %s: %s", str_text(&value), str_text(&edge));
    str_clear(&value);
    str_clear(&edge);
}

/* Drops the first candidate that some edge breaks; false: there is none. What follows from it is asked again then. */
static bool drop_broken(Finder *f, Smt *smt, const ThreadCounts *all)
{
    const CountSums *sums = counts_sums(f->p, all);
    for (uint32_t i = 0, asked = 0; i < f->all.count && asked < all->count; i++) {
        CountCandidate *c = &f->all.data[i];
        if (!is_left(f, i)) continue;
        asked++;
        for (uint32_t k = 0; k < f->p->edges.count; k++) {
            const Edge *e = &f->p->edges.data[k];
            if (e->is_error || keeps_count(f, smt, all, sums, &c->count, e)) continue;
            c->is_broken = true;
            say_broken(f, c, e);
            return true;
        }
    }
    return false;
}

bool counts_may_be(const Program *p)
{
    if (p->has_ideal_integers || p->locs.count > LOCS_MAX) return false;
    for (uint32_t t = 0; t < p->templates.count; t++)
        if (counts_is_many(p, (TemplateId){t})) return true;
    return false;
}

/* A flag that one thread at a time sets is a lock: predicates say that as well. */
static bool says_more_than_locks(const Program *p, const ThreadCounts *counts)
{
    for (uint32_t i = 0; i < counts->count; i++)
        if (term_sort(p->tm, counts->data[i].value).width > 1) return true;
    return false;
}

/* Those that can stand in for others count only once these are dropped. */
static uint32_t count_left(const Finder *f)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < f->all.count; i++)
        left += is_left(f, i);
    return left;
}

/* Leaves the counts of which all edges say the same, with what is known of threads beside. False: that takes too long,
 * and some may be wrong. */
static void say_facts(const Finder *f, const ThreadCounts *counts)
{
    for (uint32_t l = 0; l <= f->p->locs.count; l++) {
        Term fact = l < f->p->locs.count ? counts->facts[l] : counts->everywhere;
        Str s;
        if (!term_is(fact)) continue;
        str_init(f->run, &s);
        program_print_term(f->p, fact, &s);
        run_log(f->run, 3, "  fact at %u: %s", l, str_text(&s));
        str_clear(&s);
    }
}

static bool settle_counts(Finder *f, Smt *smt, ThreadCounts *out, FactsAsked asked)
{
    collect_left_counts(f, out);
    out->facts = run_alloc(f->run, (f->p->locs.count + 1) * sizeof *out->facts);
    out->everywhere = TERM_NONE;
    ThreadFacts *facts = out->count ? thread_facts_new(f->p, smt, asked, out) : NULL;
    for (bool again = true; again;) {
        collect_left_counts(f, out);
        if (facts && !thread_facts_settle(facts, out)) return false;
        if (facts) thread_facts_say(facts, out);
        uint32_t before = count_left(f);
        again = drop_broken(f, smt, out);
        bool is_new = again && count_left(f) >= before; /* what was dropped of the facts may hold with those */
        if (!facts || !is_new) continue;
        collect_left_counts(f, out);
        facts = thread_facts_new(f->p, smt, asked, out);
    }
    return true;
}

/* Where nothing but locks counts threads, bounds of shared variables may hold without. False: that takes too long. */
static bool settle_bounds(const Finder *f, ThreadCounts *out)
{
    Smt *smt = smt_new(f->tm);
    smt_set_timeout(smt, MILLISECONDS);
    out->count = 0;
    ThreadFacts *facts = thread_facts_new(f->p, smt, FACTS_BOUNDS, out);
    bool is_settled = facts && thread_facts_settle(facts, out);
    if (is_settled) thread_facts_say(facts, out);
    run_log(f->run, 2, "%llu questions about bounds", (unsigned long long)smt_stats(smt).checks);
    smt_free(smt);
    return is_settled;
}

/* A number of which runs say that it counts threads may be read and written in steps of their own, under a lock. */
static bool restore_broken(Finder *f)
{
    bool any = false;
    for (uint32_t i = 0; i < f->all.count; i++) {
        CountCandidate *c = &f->all.data[i];
        any |= c->is_broken && term_sort(f->tm, c->count.value).width > 1;
    }
    for (uint32_t i = 0; i < f->all.count && any; i++)
        f->all.data[i].is_broken = false;
    return any;
}

const ThreadCounts *counts_find(Program *p)
{
    Finder f = {.p = p, .tm = p->tm, .run = p->run};
    if (!counts_may_be(p)) return NULL;
    counts_guess(p, &f.all);
    if (!f.all.count) return NULL;
    ThreadCounts *out = run_alloc(f.run, sizeof *out);
    Smt *smt = smt_new(p->tm);
    smt_set_timeout(smt, MILLISECONDS);
    bool is_settled =
        settle_counts(&f, smt, out, FACTS_OWN) && (!restore_broken(&f) || settle_counts(&f, smt, out, FACTS_SHARED));
    if (!is_settled || !says_more_than_locks(p, out)) is_settled = settle_bounds(&f, out);
    run_log(p->run, 2, "%llu questions about counts", (unsigned long long)smt_stats(smt).checks);
    smt_free(smt);
    run_log(p->run, 1, "%u of %u values count threads", out->count, f.all.count);
    for (uint32_t i = 0; i < out->count; i++) {
        Str s;
        str_init(p->run, &s);
        program_print_term(p, out->data[i].value, &s);
        run_log(p->run, 2, "  %s", str_text(&s));
        str_clear(&s);
    }
    say_facts(&f, out);
    return is_settled && (out->count || term_is(out->everywhere)) ? out : NULL;
}
