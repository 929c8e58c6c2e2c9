#include "kernel/certify.h"

#include "base/check.h"
#include "kernel/bounds.h"
#include "kernel/certificate.h"
#include "kernel/checker/checker.h"
#include "kernel/counted.h"
#include "kernel/kinds/context/context.h"
#include "kernel/kinds/exclusion/reasons.h"
#include "kernel/kinds/lockstep/lockstep.h"
#include "kernel/modular.h"
#include "kernel/part.h"
#include "kernel/watched.h"
#include "kernel/work.h"

/* The program that an invariant is about; NULL: a problem. */
static Program *program_of_invariant(const Proof *proof, const ProofPart *part, const char *smtlib_dir,
                                     CertifyResult *result)
{
    Program *p = proof->p;
    if (part->watch) {
        p = certify_watched(p, part->watch, &result->problem);
    } else if (part->counts) {
        Checker k = work_begin(p, smtlib_dir, result);
        p = counted_check(&k, part->counts);
        work_end(&k, result);
    }
    return p ? certify_part(p, part, &result->problem) : NULL;
}

/* Is every run to an error one of those that the product looks at, and are there none? */
static void certify_lockstep(const Proof *proof, const ProofPart *part, const char *smtlib_dir, CertifyResult *result)
{
    Program *p = certify_part(proof->p, part, &result->problem);
    if (!p) return;
    const Reduced *reduced = certify_reduce(p, lockstep_variables(p, part->lockstep), true);
    Checker k = work_begin(reduced->p, smtlib_dir, result);
    k.reduced = reduced;
    lockstep_check(&k, part->lockstep, proof->p);
    work_end(&k, result);
}

static void certify_invariant(const Proof *proof, const ProofPart *part, const char *smtlib_dir, CertifyResult *result)
{
    Program *p = program_of_invariant(proof, part, smtlib_dir, result);
    if (p) certificate_certify(part->invariant, p, smtlib_dir, result);
}

/* Facts about the program as it is. */
static void certify_facts(const Proof *proof, const ProofPart *part, const char *smtlib_dir, CertifyResult *result)
{
    Checker k = work_begin(proof->p, smtlib_dir, result);
    if (part->kind == PROOF_BOUNDS)
        bounds_check(&k, part->bounds, part->reasons, part->errors);
    else
        reasons_check(&k, part->reasons, part->errors);
    work_end(&k, result);
}

/* Is what the certificate says of threads among others inductive, and without errors? */
static void certify_context(const Proof *proof, const ProofPart *part, const char *smtlib_dir, CertifyResult *result)
{
    Checker k = work_begin(part->context->p, smtlib_dir, result);
    context_check(&k, part->context, &proof->subject);
    work_end(&k, result);
}

static void certify_one(const Proof *proof, const ProofPart *part, const char *smtlib_dir, CertifyResult *result)
{
    switch (part->kind) {
    case PROOF_REASONS:
    case PROOF_BOUNDS: certify_facts(proof, part, smtlib_dir, result); break;
    case PROOF_CONTEXT: certify_context(proof, part, smtlib_dir, result); break;
    case PROOF_MODULAR: modular_certify(proof->p, part->modular, part->errors, smtlib_dir, result); break;
    case PROOF_LOCKSTEP: certify_lockstep(proof, part, smtlib_dir, result); break;
    case PROOF_INVARIANT: certify_invariant(proof, part, smtlib_dir, result); break;
    }
}

static const char *describe_left_out(const Proof *proof, EdgeId error)
{
    const Edge *e = &proof->p->edges.data[error.i];
    const char *what = e->what ? e->what : "an assertion";
    if (!e->pos.file) return run_format(proof->p->run, "no part is about an error edge (%s)", what);
    return run_format(proof->p->run, "no part is about %s:%u (%s)", e->pos.file, e->pos.line, what);
}

void certify_more(const Proof *proof, const char *smtlib_dir, CertifyResult *result)
{
    EdgeId left_out = proof_left_out(proof);
    if (!result->problem) result->problem = proof->p->unproved; /* there may be errors that no part can speak of */
    if (!result->problem && left_out.i != NO_ID) result->problem = describe_left_out(proof, left_out);
    for (uint32_t i = 0; i < proof->parts.count && !result->problem; i++)
        certify_one(proof, &proof->parts.data[i], smtlib_dir, result);
    result->certified = !result->problem;
}

CertifyResult certify(const Proof *proof, const char *smtlib_dir)
{
    CertifyResult result = {0};
    certify_more(proof, smtlib_dir, &result);
    return result;
}
