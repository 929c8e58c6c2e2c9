#include "engines/symmpa/evidence.h"

#include "base/check.h"

/* Local parts of threads that never move again say only that. */
static uint32_t convert_local(EvidenceBuilder *b, uint32_t local)
{
    AbstractLocal part = b->abstraction->local(b->abstraction->self, local);
    CHECK(part.loc.i < b->merged->locs.count);
    const Loc *l = &b->merged->locs.data[part.loc.i];
    CHECK(l->origin == NO_ID || l->origin < b->certificate->p->locs.count);
    CertificateLocal out = {.template = l->template, .loc = {NO_ID}};
    if (program_out_count(b->merged, part.loc) || l->atomic) {
        out.loc.i = l->origin;
        out.bits = part.bits;
    }
    return certificate_local(b->certificate, &out);
}

static uint32_t convert_shared(EvidenceBuilder *b, uint32_t shared)
{
    Bits bits = b->abstraction->shared(b->abstraction->self, shared);
    return certificate_shared(b->certificate, &bits);
}

static void add_evidence_state(void *arg, uint32_t shared, const uint32_t *groups, uint32_t count)
{
    EvidenceBuilder *b = arg;
    Run *run = b->certificate->p->run;
    uint32_t *converted = run_alloc(run, (2 * (size_t)count + 1) * sizeof *converted);
    for (uint32_t i = 0; i < count; i++) {
        CHECK(groups[2 * i + 1] > 0 && (!i || groups[2 * i - 2] < groups[2 * i]));
        converted[2 * i] = convert_local(b, groups[2 * i]);
        converted[2 * i + 1] = groups[2 * i + 1];
    }
    certificate_add_state(b->certificate, convert_shared(b, shared), converted, count);
    run_release(run, converted);
}

static void add_evidence_view(void *arg, uint32_t shared, bool atomic, const uint32_t *singles, uint32_t single_count,
                              const uint32_t *others, uint32_t other_count)
{
    EvidenceBuilder *b = arg;
    Run *run = b->certificate->p->run;
    uint32_t *converted = run_alloc(run, ((size_t)single_count + other_count + 1) * sizeof *converted);
    uint32_t kept = 0;
    CHECK(other_count <= b->certificate->size);
    for (uint32_t i = 0; i < single_count; i++) { /* one that has ended may still be there at the start */
        uint32_t local = convert_local(b, singles[i]);
        if (b->certificate->locals.data[local].loc.i != NO_ID) converted[kept++] = local;
    }
    for (uint32_t i = 0; i < other_count; i++)
        converted[kept + i] = convert_local(b, others[i]);
    certificate_add_view(b->certificate, convert_shared(b, shared), atomic, converted, kept, converted + kept,
                         other_count);
    run_release(run, converted);
}

static void add_evidence_counting(EvidenceBuilder *b, const Counting *counting)
{
    Certificate *c = b->certificate;
    Run *run = c->p->run;
    CertificateCounting out = {counting->var, counting->descending, counting->max_weight,
                               run_alloc(run, c->p->locs.count + 1)};
    for (uint32_t l = 0; l < b->merged->locs.count; l++)
        if (b->merged->locs.data[l].origin != NO_ID) out.weight[b->merged->locs.data[l].origin] = counting->weight[l];
    vec_push(run, &c->countings, out);
}

static void add_evidence_ticket(EvidenceBuilder *b, const Ticket *ticket)
{
    Certificate *c = b->certificate;
    Run *run = c->p->run;
    CertificateTicket out = {ticket->counter, ticket->order, ticket->descending, NULL, NULL};
    out.held = run_alloc(run, (c->p->locs.count + 1) * sizeof *out.held);
    out.known = run_alloc(run, (c->p->locs.count + 1) * sizeof *out.known);
    for (uint32_t l = 0; l < b->merged->locs.count; l++)
        if (b->merged->locs.data[l].origin != NO_ID) out.known[b->merged->locs.data[l].origin] = ticket->known[l];
    for (uint32_t l = 0; l < b->merged->locs.count; l++)
        for (uint32_t i = 0; i < ticket->held[l].count && b->merged->locs.data[l].origin != NO_ID; i++)
            vec_push(run, &out.held[b->merged->locs.data[l].origin], ticket->held[l].data[i]);
    vec_push(run, &c->tickets, out);
}

/* Locations that steps lead to. Where only an error leads, no state of the exploration is, and the steps of the
 * unmerged program that end there for another reason (blocked, say) lead out of none. */
static bool *reached_locations(const Program *p)
{
    bool *reached = run_alloc(p->run, p->locs.count + 1);
    VEC(uint32_t) work = {NULL, 0, 0};
    for (uint32_t t = 0; t < p->templates.count; t++) {
        uint32_t entry = p->templates.data[t].entry.i;
        if (!reached[entry]) vec_push(p->run, &work, entry);
        reached[entry] = true;
    }
    while (work.count) {
        uint32_t l = vec_pop(&work);
        for (uint32_t k = p->out_start[l]; k < p->out_start[l + 1]; k++) {
            const Edge *e = &p->edges.data[p->out_edges[k]];
            if (e->is_error || reached[e->to.i]) continue;
            reached[e->to.i] = true;
            vec_push(p->run, &work, e->to.i);
        }
    }
    vec_free(p->run, &work);
    return reached;
}

void evidence_begin_certificate(EvidenceBuilder *b, Program *original, const Program *merged,
                                const Abstraction *abstraction, const Predicates *predicates, CertificateKind kind,
                                uint32_t size)
{
    Certificate *c = certificate_new(original, kind, size);
    Run *run = original->run;
    *b = (EvidenceBuilder){c, abstraction, merged, {b, add_evidence_state, add_evidence_view}};
    for (uint32_t t = 0; t < merged->templates.count; t++) {
        c->single[t] = merged->templates.data[t].cardinality == COUNT_ONE;
        for (uint32_t i = 0; i < predicates->local[t].count; i++)
            vec_push(run, &c->local[t], predicates->all.data[predicates->local[t].data[i]].term);
    }
    for (uint32_t i = 0; i < predicates->shared.count; i++)
        vec_push(run, &c->shared, predicates->all.data[predicates->shared.data[i]].term);
    bool *reached = reached_locations(merged);
    for (uint32_t l = 0; l < merged->locs.count; l++) {
        const Loc *loc = &merged->locs.data[l];
        if (loc->origin == NO_ID || !reached[l]) continue;
        c->cut[loc->origin] = true;
        c->eager[loc->origin] = loc->eager && kind != CERTIFICATE_VIEWS;
        c->tracked[loc->origin] = abstraction->tracked(abstraction->self, (LocId){l});
    }
    run_release(run, reached);
    AbstractionClaims claims = {{NULL, 0, 0}, {NULL, 0, 0}};
    abstraction->claims(abstraction->self, &claims);
    for (uint32_t i = 0; i < claims.countings.count; i++)
        add_evidence_counting(b, claims.countings.data[i]);
    for (uint32_t i = 0; i < claims.tickets.count; i++)
        add_evidence_ticket(b, claims.tickets.data[i]);
    vec_free(run, &claims.countings);
    vec_free(run, &claims.tickets);
}

Proof *evidence_of_rest(Proof *proof, Program *whole, const Program *rest, Certificate *c, const ElementWatch *watch,
                        const ThreadCounts *counts)
{
    if (!proof->parts.count && !watch && !counts) return proof_of_certificate(c);
    c->p = watch ? watched_frame(whole, watch) : whole;
    if (watch) program_index(c->p);
    ProofPart part = {.kind = PROOF_INVARIANT, .watch = watch, .counts = counts, .invariant = c};
    part.errors = run_alloc(whole->run, rest->edges.count + 1);
    for (uint32_t i = 0; i < rest->edges.count; i++)
        part.errors[i] = rest->edges.data[i].is_error;
    vec_push(whole->run, &proof->parts, part);
    return proof;
}
