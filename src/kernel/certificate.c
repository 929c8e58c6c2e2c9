#include "kernel/certificate.h"

#include "base/check.h"
#include "kernel/checker/checker.h"
#include "kernel/checker/effects.h"
#include "kernel/checker/paths.h"
#include "kernel/kinds/concrete/concrete.h"
#include "kernel/kinds/concrete/sections.h"
#include "kernel/kinds/invariant/counting.h"
#include "kernel/kinds/invariant/eager.h"
#include "kernel/kinds/invariant/start.h"
#include "kernel/kinds/invariant/states.h"
#include "kernel/kinds/invariant/ticket.h"
#include "kernel/kinds/invariant/views.h"
#include "kernel/replay/replay.h"
#include "kernel/work.h"
#include "proof/certificate_check.h"

typedef struct Asked {
    const char *smtlib_dir;
    StateLimit limit;    /* of concrete states */
    bool keeps_branches; /* those that make no difference are not left out */
    bool trusts;         /* see certificate_explore */
} Asked;

/* Is it about all threads that the program creates? */
static bool is_of_created(const Certificate *c)
{
    return c->kind == CERTIFICATE_CREATED || c->kind == CERTIFICATE_CONCRETE;
}

/* Claims of the certificate about the program's shape. */
static void check_templates(Checker *k)
{
    for (uint32_t t = 0; t < k->p->templates.count && is_of_created(k->c) && !k->problem; t++)
        if (k->p->templates.data[t].initial == COUNT_MANY)
            checker_fail(k, "any number of threads of %s exist at the start, not only those the program creates",
                         k->p->templates.data[t].name);
    for (uint32_t t = 0; t < k->p->templates.count && !k->problem; t++) {
        CHECK(k->step_graph->templates.data[t].initial == k->p->templates.data[t].initial);
        const Template *template = &k->step_graph->templates.data[t];
        if (k->c->single[t] && template->cardinality == COUNT_MANY)
            checker_fail(k, "more than one thread of %s may exist, which is claimed single", template->name);
    }
}

static void init_tables(Checker *k)
{
    Intern *tables[] = {&k->reply_shapes, &k->answer_ids, &k->move_ids, &k->reply_ids, &k->refuted_ids};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        intern_init(k->run, tables[i]);
    uint32_t n = k->p->locs.count + 1;
    k->paths = run_alloc(k->run, n * sizeof *k->paths);
    k->has_paths = run_alloc(k->run, n);
    k->move_shapes = run_alloc(k->run, n * sizeof *k->move_shapes);
}

/* ---- threads that have ended ---- */

static uint32_t without_end(Checker *k, Certificate *to, uint32_t local)
{
    CertificateLocal l = k->c->locals.data[local];
    if (l.loc.i != NO_ID && paths_ended(k, l.loc)) l = (CertificateLocal){.template = l.template, .loc = {NO_ID}};
    return certificate_local(to, &l);
}

static void add_without_ended(Checker *k, Certificate *to, const uint32_t *key, uint32_t length)
{
    uint32_t *ids = run_alloc(k->run, (length + 1) * sizeof *ids), n = 0;
    uint32_t shared = certificate_shared(to, &k->c->shareds.data[key[0]]);
    if (to->kind == CERTIFICATE_VIEWS) {
        uint32_t singles = 0;
        for (uint32_t i = 3; i < length; i++) {
            uint32_t local = without_end(k, to, key[i]);
            if (to->locals.data[local].loc.i == NO_ID) continue;
            ids[n++] = local;
            singles += i < 3 + key[2];
        }
        certificate_add_view(to, shared, key[1] != 0, ids, singles, ids + singles, n - singles);
    } else {
        for (uint32_t i = 1; i < length; i += 2) {
            ids[n++] = without_end(k, to, key[i]);
            ids[n++] = key[i + 1];
        }
        certificate_add_state(to, shared, ids, n / 2);
    }
    CHECK(n <= length);
    run_release(k->run, ids);
}

/* The checker may know of more locations than the certificate that no step leaves; a thread there has ended, and is
 * to be called so everywhere. */
static void call_ended(Checker *k)
{
    bool any = false;
    for (uint32_t i = 0; i < k->c->locals.count && !k->problem; i++)
        any |= k->c->locals.data[i].loc.i != NO_ID && paths_ended(k, k->c->locals.data[i].loc);
    if (!any || k->problem) return;
    Certificate *to = certificate_new(k->c->p, k->c->kind, k->c->size), fresh = *to;
    *to = *k->c;
    to->shareds.data = NULL, to->shareds.count = to->shareds.capacity = 0;
    to->locals.data = NULL, to->locals.count = to->locals.capacity = 0;
    to->shared_ids = fresh.shared_ids, to->local_ids = fresh.local_ids, to->states = fresh.states;
    for (uint32_t i = 0; i < k->c->states.count; i++) {
        uint32_t length;
        const uint32_t *key = intern_key(&k->c->states, i, &length);
        add_without_ended(k, to, key, length);
    }
    k->c = to;
    CHECK(certificate_is_valid(k->c));
}

/* The checker's own numbers of shared and local parts begin with those of the certificate. */
static void number_parts(Checker *k)
{
    k->parts = certificate_new(k->c->p, k->c->kind, k->c->size);
    for (uint32_t i = 0; i < k->c->shareds.count; i++)
        certificate_shared(k->parts, &k->c->shareds.data[i]);
    for (uint32_t i = 0; i < k->c->locals.count; i++)
        certificate_local(k->parts, &k->c->locals.data[i]);
    CHECK(k->parts->shareds.count == k->c->shareds.count && k->parts->locals.count == k->c->locals.count);
}

/* What all kinds need: steps between cut locations, and what is claimed of threads and eager locations. */
static void check_shape(Checker *k)
{
    effects_find_owners(k);
    paths_check_entries(k);
    if (!k->problem) sections_check(k);
    if (!k->problem) paths_find_reached(k);
    if (!k->problem) check_templates(k);
}

/* The states are an invariant. */
static void check_invariant(Checker *k)
{
    if (!k->problem) call_ended(k);
    if (!k->problem) number_parts(k);
    if (!k->problem && k->c->kind != CERTIFICATE_VIEWS) eager_check(k);
    if (!k->problem) counting_check(k);
    if (!k->problem) ticket_check(k);
    if (!k->problem) start_check(k);
    if (!k->problem && k->c->kind == CERTIFICATE_VIEWS)
        views_check(k);
    else if (!k->problem)
        states_check(k);
    CHECK(k->move_ids.count == k->move_ranges.count && k->reply_ids.count == k->reply_ranges.count);
    CHECK(k->answer_ids.count == k->answer_ranges.count && k->refuted_ids.count == k->refuted.count);
}

static void check_concrete(Checker *k, StateLimit limit)
{
    if (!k->problem) eager_check(k);
    if (!k->problem) concrete_check(k, limit);
}

/* Fills in what the search of concrete states tells; .problem as in the result. */
static Checker check_certificate_claim(const Certificate *c, Program *p, const Asked *asked, CertifyResult *result)
{
    CHECK(certificate_is_valid(c));
    const Reduced *reduced = certify_reduce(p, c, !asked->keeps_branches);
    Checker checker = work_begin(reduced->p, asked->smtlib_dir, result), *k = &checker;
    k->c = c;
    k->reduced = reduced;
    k->trusts = asked->trusts;
    init_tables(k);
    check_shape(k);
    if (c->kind == CERTIFICATE_CONCRETE)
        check_concrete(k, asked->limit);
    else
        check_invariant(k);
    work_end(k, result);
    return checker;
}

/* All states of the program, made again by code that has no part in finding proofs. False: it does not come to an end,
 * and nothing is known yet. What else the certificate says is how the states were found, and no longer matters. */
static bool replay_decides(const Certificate *c, Program *p, CertifyResult *result)
{
    CHECK(c->kind == CERTIFICATE_CONCRETE && certificate_is_valid(c));
    ReplayResult replay = replay_program(p, c->size);
    run_log(p->run, 1, "replay of concrete states: %u, %s", replay.states, replay.why ? replay.why : "no error in any");
    switch (replay.answer) {
    case REPLAY_SAFE:
        result->did.replayed++;
        result->did.replay_states += replay.states;
        return true;
    case REPLAY_ERROR: result->problem = replay.why; return true;
    case REPLAY_OPEN: break;
    }
    result->did.by_one_code++;
    return false;
}

void certificate_certify(const Certificate *c, Program *p, const char *smtlib_dir, CertifyResult *result)
{
    if (c->kind == CERTIFICATE_CONCRETE && replay_decides(c, p, result)) return;
    const CertifyResult before = *result;
    Asked asked = {.smtlib_dir = smtlib_dir, .limit = {CONCRETE_STATES_MAX, CONCRETE_STATES_MAX, false}};
    check_certificate_claim(c, p, &asked, result);
    if (!result->problem) return;
    /* The certificate may be one of a program in which fewer branches were left out than the checker finds, and say
     * nothing of threads that are ahead so far. What is true of either program is true of p. */
    CertifyResult again = before;
    asked.keeps_branches = true;
    check_certificate_claim(c, p, &asked, &again);
    if (!again.problem) *result = again;
}

ConcreteStates certificate_explore(const Certificate *c, Program *p, StateLimit limit, bool trusts)
{
    CertifyResult result = {0};
    CHECK(c->kind == CERTIFICATE_CONCRETE && limit.states <= CONCRETE_STATES_MAX &&
          limit.questions <= CONCRETE_STATES_MAX);
    Checker k = check_certificate_claim(c, p, &(Asked){.limit = limit, .trusts = trusts}, &result);
    return (ConcreteStates){.problem = k.problem,
                            .states = k.states,
                            .created = k.created,
                            .undecided = k.undecided,
                            .has_error = k.has_error,
                            .is_outgrown = k.is_outgrown,
                            .growing = k.growing,
                            .is_mistaken = k.is_mistaken,
                            .broken = k.broken,
                            .touched = k.touched};
}
