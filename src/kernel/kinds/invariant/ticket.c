#include "kernel/kinds/invariant/ticket.h"

#include "base/check.h"
#include "kernel/checker/paths.h"
#include "kernel/kinds/invariant/rename.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

#define OTHER 1 /* instance of the other thread's ticket */

static bool is_ticket_held(const CertificateTicket *t, LocId l, VarId v)
{
    for (uint32_t i = 0; i < t->held[l.i].count; i++)
        if (t->held[l.i].data[i].i == v.i) return true;
    return false;
}

static Term ticket_is_behind(Checker *k, const CertificateTicket *t, Term ticket, Term counter)
{
    return t->descending ? term_binary(k->tm, t->order, counter, ticket)
                         : term_binary(k->tm, t->order, ticket, counter);
}

/* The value of a variable of the active thread, or a shared one, after the path, or before it (NULL). */
static Term value_around_path(Checker *k, VarId v, const CertifyPath *path, LocId at)
{
    return rename_term(k, program_var_term(k->p, v), path, at, 0, false);
}

static Term other_ticket(Checker *k, const CertificateTicket *t)
{
    return term_var(k->tm, k->p->vars.data[t->counter.i].sort, t->counter.i, OTHER);
}

/* What is known before the step; with_other: of another thread's ticket, too. */
static void assume_ticket_facts(Checker *k, const CertificateTicket *t, const CertifyPath *path, bool with_other,
                                CertifyTerms *out)
{
    Term counter = value_around_path(k, t->counter, NULL, path->from), other = other_ticket(k, t);
    vec_clear(out);
    vec_push(k->run, out, path->guard);
    if (term_is(t->known[path->from.i]))
        vec_push(k->run, out, rename_term(k, t->known[path->from.i], NULL, path->from, 0, false));
    if (with_other) vec_push(k->run, out, ticket_is_behind(k, t, other, counter));
    for (uint32_t i = 0; i < t->held[path->from.i].count; i++) {
        Term own = value_around_path(k, t->held[path->from.i].data[i], NULL, path->from);
        vec_push(k->run, out, ticket_is_behind(k, t, own, counter));
        if (with_other) vec_push(k->run, out, term_ne(k->tm, own, other));
    }
}

static bool is_impossible_on_path(Checker *k, CertifyTerms *terms, Term t, const CertifyPath *path, const char *what)
{
    vec_push(k->run, terms, t);
    return checker_unsatisfiable(k, terms,
                                 k->smtlib_dir ? run_format(k->run, "%s: %s", checker_describe(k, path), what) : what);
}

/* What is known where the path ends is about the thread's own locals, which only its own steps change. */
static bool keeps_known_of_locals(Checker *k, const CertificateTicket *t, const CertifyPath *path,
                                  CertifyTerms *scratch)
{
    if (path->to.i == NO_ID || !term_is(t->known[path->to.i])) return true;
    assume_ticket_facts(k, t, path, false, scratch);
    Term after = rename_term(k, t->known[path->to.i], path, path->from, 0, false);
    return is_impossible_on_path(k, scratch, term_not(k->tm, after), path, "what is known of the thread's locals");
}

static bool keeps_tickets(Checker *k, const CertificateTicket *t, const CertifyPath *path, CertifyTerms *scratch)
{
    CHECK(k->p->vars.data[t->counter.i].class == VAR_SHARED);
    Term before = value_around_path(k, t->counter, NULL, path->from),
         after = value_around_path(k, t->counter, path, path->from);
    Term other = other_ticket(k, t);
    bool moves = !term_same(before, after);
    if (moves) {
        assume_ticket_facts(k, t, path, true, scratch);
        if (!is_impossible_on_path(k, scratch, term_not(k->tm, ticket_is_behind(k, t, other, after)), path,
                                   "another thread's ticket stays behind the counter"))
            return false;
    }
    if (path->to.i == NO_ID) return true;
    for (uint32_t i = 0; i < t->held[path->to.i].count; i++) {
        VarId v = t->held[path->to.i].data[i];
        CHECK(k->p->vars.data[v.i].template.i == k->p->locs.data[path->to.i].template.i);
        Term own = value_around_path(k, v, path, path->from);
        if (!moves && is_ticket_held(t, path->from, v) && term_same(own, value_around_path(k, v, NULL, path->from)))
            continue;
        assume_ticket_facts(k, t, path, false, scratch);
        if (!is_impossible_on_path(k, scratch, term_not(k->tm, ticket_is_behind(k, t, own, after)), path,
                                   "the thread's ticket is behind the counter"))
            return false;
        assume_ticket_facts(k, t, path, true, scratch);
        if (!is_impossible_on_path(k, scratch, term_eq(k->tm, own, other), path,
                                   "no other thread holds the same ticket"))
            return false;
    }
    return true;
}

static void check_ticket_steps(Checker *k, const CertificateTicket *t, LocId l, CertifyTerms *scratch)
{
    CHECK(k->reached[l.i]);
    const CertifyPaths *paths = paths_from(k, l);
    for (uint32_t i = 0; i < paths->count && !k->problem; i++) {
        const CertifyPath *path = &paths->data[i];
        if (path->error) continue;
        if (keeps_known_of_locals(k, t, path, scratch) && keeps_tickets(k, t, path, scratch)) continue;
        if (k->problem) continue;
        checker_fail(k, "%s does not keep the tickets drawn from %s", checker_describe(k, path),
                     k->p->vars.data[t->counter.i].name);
    }
}

bool ticket_check(Checker *k)
{
    CertifyTerms scratch = {NULL, 0, 0};
    for (uint32_t i = 0; i < k->c->tickets.count && !k->problem; i++) {
        const CertificateTicket *t = &k->c->tickets.data[i];
        for (uint32_t n = 0; n < k->p->templates.count && !k->problem; n++) {
            LocId entry = k->p->templates.data[n].entry;
            if (t->held[entry.i].count)
                checker_fail(k, "a thread of %s that has just started holds no ticket", k->p->templates.data[n].name);
            else if (term_is(t->known[entry.i]))
                checker_fail(k, "of a thread of %s that has just started nothing is known",
                             k->p->templates.data[n].name);
        }
        for (uint32_t l = 0; l < k->p->locs.count && !k->problem; l++)
            if (k->reached[l]) check_ticket_steps(k, t, (LocId){l}, &scratch);
    }
    vec_free(k->run, &scratch);
    return !k->problem;
}

void ticket_add_facts(Checker *k, CertifyTerms *terms, LocId from, const LocId *others, uint32_t count)
{
    for (uint32_t i = 0; i < k->c->tickets.count; i++) {
        const CertificateTicket *t = &k->c->tickets.data[i];
        Term counter = value_around_path(k, t->counter, NULL, from);
        for (uint32_t a = 0; a <= count; a++) {
            LocId at = a ? others[a - 1] : from;
            CHECK(at.i == NO_ID || at.i < k->p->locs.count);
            if (at.i != NO_ID && term_is(t->known[at.i]))
                vec_push(k->run, terms, rename_term(k, t->known[at.i], NULL, at, a, false));
            for (uint32_t n = 0; at.i != NO_ID && n < t->held[at.i].count; n++) {
                Term ticket = rename_term(k, program_var_term(k->p, t->held[at.i].data[n]), NULL, at, a, false);
                vec_push(k->run, terms, ticket_is_behind(k, t, ticket, counter));
                for (uint32_t b = a + 1; b <= count; b++)
                    for (uint32_t m = 0; others[b - 1].i != NO_ID && m < t->held[others[b - 1].i].count; m++) {
                        Term second = program_var_term(k->p, t->held[others[b - 1].i].data[m]);
                        vec_push(k->run, terms,
                                 term_ne(k->tm, ticket, rename_term(k, second, NULL, others[b - 1], b, false)));
                    }
            }
        }
    }
}
