#include "kernel/modular.h"

#include "base/check.h"
#include "kernel/certificate.h"
#include "kernel/checker/checker.h"
#include "kernel/checker/written.h"
#include "kernel/kinds/diagram/claimed.h"
#include "kernel/work.h"
#include "logic/term/boolean.h"
#include "logic/term/walk.h"
#include "proof/certificate_check.h"

/* ---- where threads take turns ---- */

typedef struct Turns {
    Checker *k; /* for obligations */
    const CertifyWritten *c;
    uint32_t thread;
    bool is_local; /* what is looked at */
} Turns;

static void note_turn_variable(void *arg, Term var)
{
    Turns *t = arg;
    uint32_t v = term_symbol(t->k->tm, var);
    if (t->c->writes[v] & ~(1u << t->thread) && !written_is_own(t->c, t->thread, v)) t->is_local = false;
}

/* Do other threads neither notice the step nor change what it depends on? */
static bool is_local(Turns *t, const Edge *e)
{
    const CertifyWritten *c = t->c;
    t->is_local = !e->is_error && !c->w->p->locs.data[e->to.i].atomic;
    term_for_each_var(t->k->tm, e->guard, note_turn_variable, t);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        uint32_t v = e->assigns[i].var.i;
        if (!c->relevant[v]) continue;
        term_for_each_var(t->k->tm, e->assigns[i].value, note_turn_variable, t);
        if ((c->reads[v] | c->writes[v]) & ~(1u << t->thread) && !written_is_own(c, t->thread, v)) t->is_local = false;
    }
    return t->is_local;
}

/* May threads be run on from there? */
static bool may_be_passed(Turns *t, LocId l)
{
    const Program *p = t->c->w->p;
    Term none = term_bool(t->k->tm, true);
    t->thread = p->locs.data[l.i].template.i;
    if (l.i == p->templates.data[t->thread].entry.i) return false;
    for (uint32_t i = 0; i < program_out_count(p, l); i++) {
        const Edge *e = program_out_edge(p, l, i);
        if (!is_local(t, e)) return false;
        none = term_and(t->k->tm, none, term_not(t->k->tm, e->guard));
    }
    CertifyTerms terms = {0};
    vec_push(t->k->run, &terms, none);
    return checker_unsatisfiable(t->k, &terms, "a thread can go on where threads do not take turns");
}

/* Is the location on a cycle of locations that are passed? Small programs; a search from each. */
static bool is_on_passed_cycle(const CertifyWritten *c, LocId start)
{
    const Program *p = c->w->p;
    bool *seen = run_alloc(p->run, p->locs.count + 1), found = false;
    VEC(LocId) open = {NULL, 0, 0};
    vec_push(p->run, &open, start);
    while (open.count && !found) {
        LocId l = vec_pop(&open);
        for (uint32_t i = 0; i < program_out_count(p, l); i++) {
            LocId to = program_out_edge(p, l, i)->to;
            found |= to.i == start.i;
            if (seen[to.i] || c->proof->turns[to.i] || p->locs.data[to.i].atomic) continue;
            seen[to.i] = true;
            vec_push(p->run, &open, to);
        }
    }
    vec_free(p->run, &open);
    run_release(p->run, seen);
    return found;
}

static void check_turns(Checker *k, const CertifyWritten *c)
{
    const Program *p = c->w->p;
    Turns t = {k, c, 0, false};
    for (uint32_t l = 0; l < p->locs.count && !k->problem; l++) {
        const char *name = p->templates.data[p->locs.data[l].template.i].name;
        bool atomic = p->locs.data[l].atomic;
        if (c->proof->turns[l] ? atomic : !atomic && !may_be_passed(&t, (LocId){l}))
            checker_fail(k, "%s, location %u: threads %s take turns there", name, l, atomic ? "cannot" : "must");
        if (!c->proof->turns[l] && !atomic && !k->problem && is_on_passed_cycle(c, (LocId){l}))
            checker_fail(k, "%s, location %u: it may stay for ever where threads do not take turns", name, l);
    }
}

/* ---- facts and main threads ---- */

typedef struct Claims {
    const CertifyWritten *c;
    const ModularMain *main;
    uint32_t count; /* threads */
    const char *smtlib_dir;
    CertifyResult *result;
} Claims;

static void fail_modular(Claims *s, const char *why)
{
    if (!s->result->problem) s->result->problem = run_strdup(s->c->from->run, why);
}

static bool is_order(const Claims *s)
{
    uint32_t seen = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->main->order[i] >= s->count || seen >> s->main->order[i] & 1) return false;
        seen |= 1u << s->main->order[i];
    }
    return true;
}

/* Threads of the levels from `first` up to `end`. */
static uint32_t threads_of_levels(const Claims *s, uint32_t first, uint32_t end)
{
    uint32_t threads = 0;
    for (uint32_t i = first; i < end; i++)
        threads |= 1u << s->main->order[i];
    return threads;
}

static void check_diagram(Claims *s, Program *p, const Diagram *d)
{
    Checker k = work_begin(p, s->smtlib_dir, s->result);
    claimed_check(&k, d);
    k.steps += p->edges.count;
    work_end(&k, s->result);
}

static void check_claim(Claims *s, uint32_t level, Term from, Term to, const ModularClaim *claim)
{
    bool is_last = level + 1 == s->count;
    CertifySequential task = {.thread = s->main->order[level],
                              .inner = threads_of_levels(s, level + 1, s->count),
                              .outer = threads_of_levels(s, 0, level),
                              .facts = is_last ? NULL : s->main->facts[level].data,
                              .fact_count = claim->uses,
                              .from = from,
                              .to = to};
    if (claim->uses > (is_last ? 0 : s->main->facts[level].count)) {
        fail_modular(s, "a proof uses facts that are not there");
        return;
    }
    Program *p = written_sequential(s->c, &task);
    if (claim->diagram) {
        check_diagram(s, p, claim->diagram);
        return;
    }
    Certificate certificate = *claim->invariant;
    if (certificate.p->locs.count != p->locs.count || certificate.p->vars.count != p->vars.count) {
        fail_modular(s, "an invariant is of another program");
        return;
    }
    certificate.p = p;
    if (certificate_is_valid(&certificate))
        certificate_certify(&certificate, p, s->smtlib_dir, s->result);
    else
        fail_modular(s, "an invariant is not well-formed");
}

static void reject_foreign_variable(void *arg, Term var)
{
    Claims *s = arg;
    const Program *p = s->c->w->p;
    uint32_t v = term_symbol(p->tm, var);
    if (v >= p->vars.count || p->vars.data[v].class == VAR_INPUT || term_instance(p->tm, var) != 0)
        fail_modular(s, "a fact speaks of something else than variables");
}

/* Facts of the lowest levels come first, since those above use them. */
static void check_main_proof(Claims *s)
{
    if (!is_order(s)) {
        fail_modular(s, "the order does not name every thread once");
        return;
    }
    for (uint32_t level = s->count - 1; level-- > 0;)
        for (uint32_t i = 0; i < s->main->facts[level].count && !s->result->problem; i++) {
            const ModularFact *f = &s->main->facts[level].data[i];
            term_for_each_var(s->c->from->tm, f->before, reject_foreign_variable, s);
            term_for_each_var(s->c->from->tm, f->after, reject_foreign_variable, s);
            if (!s->result->problem) check_claim(s, level + 1, f->before, f->after, &f->proof);
        }
    if (!s->result->problem) check_claim(s, 0, TERM_NONE, TERM_NONE, &s->main->proof);
}

/* Is the thread main where it has errors? */
static bool has_main_for_errors(const CertifyWritten *c, uint32_t thread)
{
    const Program *p = c->w->p;
    bool has_errors = false;
    for (uint32_t e = 0; e < p->edges.count; e++)
        has_errors |= p->edges.data[e].is_error && p->locs.data[p->edges.data[e].from.i].template.i == thread;
    for (uint32_t i = 0; i < c->proof->mains.count; i++)
        if (c->proof->mains.data[i].order[0] == thread) return true;
    return !has_errors;
}

static void check_mains(const CertifyWritten *c, const char *smtlib_dir, CertifyResult *result)
{
    Claims s = {c, NULL, c->w->origins.count, smtlib_dir, result};
    for (uint32_t i = 0; i < c->proof->mains.count && !result->problem; i++) {
        s.main = &c->proof->mains.data[i];
        check_main_proof(&s);
    }
    for (uint32_t t = 0; t < s.count; t++)
        if (!has_main_for_errors(c, t)) fail_modular(&s, "a thread has assertions that nothing is proved of");
}

void modular_certify(Program *p, const ModularProof *proof, const bool *errors, const char *smtlib_dir,
                     CertifyResult *result)
{
    result->problem = written_problem(p, proof);
    if (result->problem) return;
    const CertifyWritten *c = written_new(p, proof, errors);
    Checker k = work_begin(c->w->p, smtlib_dir, result);
    check_turns(&k, c);
    work_end(&k, result);
    if (!result->problem) check_mains(c, smtlib_dir, result);
}
