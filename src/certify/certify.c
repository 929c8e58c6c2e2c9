#include "certify/certify.h"

#include "base/check.h"
#include "certify/certify_bounds.h"
#include "certify/certify_certificate.h"
#include "certify/certify_counted.h"
#include "certify/checker/checker.h"
#include "certify/context/context.h"
#include "certify/lockstep/lockstep.h"
#include "certify/certify_modular.h"
#include "certify/parts/certify_part.h"
#include "certify/certify_reasons.h"
#include "certify/certify_watched.h"

/* Do the reasons hold, and exclude the errors? */
static void certify_reasons(const Proof *proof, const ProofPart *part, const char *smtlib_dir, CertifyResult *result)
{
    Run *run = proof->p->run;
    Checker checker = {.p = proof->p, .run = run, .tm = proof->p->tm, .smtlib_dir = smtlib_dir}, *k = &checker;
    k->obligations = result->did.obligations;
    k->smt = smt_new(k->tm);
    reasons_check(k, part->reasons, part->errors);
    smt_free(k->smt);
    result->problem = k->problem;
    result->did.obligations = k->obligations;
    result->cannot_write = k->cannot_write;
}

/* Are the bounds right, and enough? */
static void certify_bounds(const Proof *proof, const ProofPart *part, const char *smtlib_dir, CertifyResult *result)
{
    Run *run = proof->p->run;
    Checker checker = {.p = proof->p, .run = run, .tm = proof->p->tm, .smtlib_dir = smtlib_dir}, *k = &checker;
    k->obligations = result->did.obligations;
    k->smt = smt_new(k->tm);
    bounds_check(k, part->bounds, part->reasons, part->errors);
    smt_free(k->smt);
    result->problem = k->problem;
    result->did.obligations = k->obligations;
    result->cannot_write = k->cannot_write;
}

/* Is what the certificate says of threads among others inductive, and without errors? */
static void certify_context(const Proof *proof, const ProofPart *part, const char *smtlib_dir, CertifyResult *result)
{
    Program *p = part->context->p;
    Checker checker = {.p = p, .run = p->run, .tm = p->tm, .smtlib_dir = smtlib_dir}, *k = &checker;
    k->obligations = result->did.obligations;
    k->smt = smt_new(k->tm);
    context_check(k, part->context, &proof->subject);
    smt_free(k->smt);
    result->problem = k->problem;
    result->did.obligations = k->obligations;
    result->steps += k->steps;
    result->cannot_write = k->cannot_write;
}

/* Is every run to an error one of those that the product looks at, and are there none? */
static void certify_lockstep(const Proof *proof, const ProofPart *part, const char *smtlib_dir, CertifyResult *result)
{
    Program *p = certify_part(proof->p, part, &result->problem);
    if (!p) return;
    const Reduced *reduced = certify_reduce(p, lockstep_variables(p, part->lockstep), true);
    Checker checker = {.p = reduced->p, .reduced = reduced, .run = p->run, .tm = p->tm, .smtlib_dir = smtlib_dir};
    Checker *k = &checker;
    k->obligations = result->did.obligations;
    k->smt = smt_new(k->tm);
    lockstep_check(k, part->lockstep, proof->p);
    smt_free(k->smt);
    result->problem = k->problem;
    result->did.obligations = k->obligations;
    result->steps += k->steps;
    result->cannot_write = k->cannot_write;
}

/* Do the values count threads? Then the program in which that is said; NULL: a problem. */
static Program *certify_counts(const Proof *proof, const ThreadCounts *counts, const char *smtlib_dir,
                               CertifyResult *result)
{
    Run *run = proof->p->run;
    Checker checker = {.p = proof->p, .run = run, .tm = proof->p->tm, .smtlib_dir = smtlib_dir}, *k = &checker;
    k->obligations = result->did.obligations;
    k->smt = smt_new(k->tm);
    Program *p = counted_check(k, counts);
    smt_free(k->smt);
    result->problem = k->problem;
    result->did.obligations = k->obligations;
    result->cannot_write = k->cannot_write;
    return p;
}

static void certify_one(const Proof *proof, const ProofPart *part, const char *smtlib_dir, CertifyResult *result)
{
    Program *p;
    switch (part->kind) {
    case PROOF_REASONS: certify_reasons(proof, part, smtlib_dir, result); break;
    case PROOF_BOUNDS: certify_bounds(proof, part, smtlib_dir, result); break;
    case PROOF_CONTEXT: certify_context(proof, part, smtlib_dir, result); break;
    case PROOF_MODULAR: modular_certify(proof->p, part->modular, part->errors, smtlib_dir, result); break;
    case PROOF_LOCKSTEP: certify_lockstep(proof, part, smtlib_dir, result); break;
    case PROOF_INVARIANT:
        p = part->watch    ? certify_watched(proof->p, part->watch, &result->problem)
            : part->counts ? certify_counts(proof, part->counts, smtlib_dir, result)
                           : proof->p;
        if (p) p = certify_part(p, part, &result->problem);
        if (p) certificate_certify(part->invariant, p, smtlib_dir, result);
        break;
    }
}

static const char *describe_left_out(const Proof *proof, EdgeId error)
{
    const Edge *e = &proof->p->edges.data[error.i];
    const char *what = e->what ? e->what : "an assertion";
    if (!e->pos.file) return run_format(proof->p->run, "no part is about an error edge (%s)", what);
    return run_format(proof->p->run, "no part is about %s:%u (%s)", e->pos.file, e->pos.line, what);
}

CertifyResult certify(const Proof *proof, const char *smtlib_dir)
{
    CertifyResult result = {0};
    EdgeId left_out = proof_left_out(proof);
    result.problem = proof->p->unproved; /* there may be errors that no part can speak of */
    if (!result.problem && left_out.i != NO_ID) result.problem = describe_left_out(proof, left_out);
    for (uint32_t i = 0; i < proof->parts.count && !result.problem; i++)
        certify_one(proof, &proof->parts.data[i], smtlib_dir, &result);
    result.certified = !result.problem;
    return result;
}
