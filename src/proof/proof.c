#include "proof/proof.h"

#include "base/check.h"

Proof *proof_new(Program *p)
{
    Proof *proof = run_alloc(p->run, sizeof *proof);
    proof->p = p;
    proof->subject.p = p;
    return proof;
}

static bool *all_errors(const Program *p)
{
    bool *errors = run_alloc(p->run, p->edges.count + 1);
    for (uint32_t i = 0; i < p->edges.count; i++)
        errors[i] = p->edges.data[i].is_error;
    return errors;
}

Program *proof_threads(const ProofSubject *subject) { return subject->threads ? subject->threads : subject->p; }

Proof *proof_of_context(const ProofSubject *subject, const Context *c)
{
    Proof *proof = proof_new(subject->p);
    proof->subject = *subject;
    CHECK(c->p == proof_threads(subject));
    ProofPart part = {.kind = PROOF_CONTEXT, .errors = all_errors(subject->p), .context = c};
    vec_push(subject->p->run, &proof->parts, part);
    return proof;
}

Proof *proof_of_certificate(Certificate *c)
{
    Proof *proof = proof_new(c->p);
    ProofPart part = {.kind = PROOF_INVARIANT, .errors = all_errors(c->p), .invariant = c};
    vec_push(c->p->run, &proof->parts, part);
    CHECK(proof_is_whole(proof));
    return proof;
}

bool proof_is_whole(const Proof *proof)
{
    if (proof->parts.count != 1) return false;
    const ProofPart *part = &proof->parts.data[0];
    return !part->kept && !part->watch && !part->counts && part->kind == PROOF_INVARIANT &&
           proof_left_out(proof).i == NO_ID;
}

EdgeId proof_left_out(const Proof *proof)
{
    for (uint32_t i = 0; i < proof->p->edges.count; i++) {
        bool is_in = !proof->p->edges.data[i].is_error;
        for (uint32_t k = 0; k < proof->parts.count; k++)
            is_in |= proof->parts.data[k].errors[i];
        if (!is_in) return (EdgeId){i};
    }
    return (EdgeId){NO_ID};
}

ProofClaim proof_claim(const Proof *proof)
{
    uint32_t created = UINT32_MAX, bound = UINT32_MAX, views = 0;
    CHECK(proof_left_out(proof).i == NO_ID);
    for (uint32_t i = 0; i < proof->parts.count; i++) {
        const Certificate *c = proof->parts.data[i].invariant;
        const Joined *joined = proof->parts.data[i].joined;
        if (proof->parts.data[i].kind == PROOF_MODULAR) {
            uint32_t size = written_created(proof->parts.data[i].modular->written);
            created = created < size ? created : size;
            continue;
        }
        if (proof->parts.data[i].kind == PROOF_LOCKSTEP) {
            uint32_t size = written_created(proof->parts.data[i].lockstep->written);
            created = created < size ? created : size;
            continue;
        }
        if (proof->parts.data[i].kind != PROOF_INVARIANT) continue; /* for every number of threads */
        switch (c->kind) {
        case CERTIFICATE_VIEWS: views = views < c->size ? c->size : views; break;
        case CERTIFICATE_STATES: bound = bound < c->size ? bound : c->size; break;
        case CERTIFICATE_CONCRETE:
        case CERTIFICATE_CREATED:
            if (joined && joined_has_idle(proof->p, joined)) break;
            created = created < c->size ? created : c->size;
            break;
        }
    }
    if (created != UINT32_MAX && created <= bound) return (ProofClaim){CERTIFICATE_CREATED, created};
    if (bound != UINT32_MAX) return (ProofClaim){CERTIFICATE_STATES, bound};
    return (ProofClaim){CERTIFICATE_VIEWS, views};
}
