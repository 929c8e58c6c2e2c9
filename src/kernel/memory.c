#include "kernel/memory.h"

#include "base/check.h"
#include "kernel/memory/races.h"
#include "kernel/memory/robust.h"
#include "kernel/work.h"

/* Of one location alone all threads agree in which order it is written. Where all accesses are sequentially consistent
 * C promises that there are only interleavings. Both hold where there are no races, and where threads learn of each
 * other by what orders them only. */
static bool needs_no_proofs(const MemoryClaim *claim, const MemoryFacts *f)
{
    if (claim->has_plain || !f->is_promised) return false;
    return f->locations <= 1 || (!claim->is_tso && !f->has_weak);
}

static const Proof *proof_of_location(const MemoryClaim *claim, uint32_t x)
{
    for (uint32_t i = 0; i < claim->locations.count; i++)
        if (claim->locations.data[i].x.i == x) return claim->locations.data[i].proof;
    return NULL;
}

static void check_location(const MemoryClaim *claim, MemoryFacts *f, uint32_t x, const char *smtlib_dir,
                           CertifyResult *result)
{
    const Proof *proof = proof_of_location(claim, x);
    if (!proof) {
        result->problem =
            run_format(claim->p->run, "there is no proof for the location `%s`", claim->p->vars.data[x].name);
        return;
    }
    Checker k = work_begin(proof->p, smtlib_dir, result);
    robust_check(&k, f, claim->is_tso, x);
    work_end(&k, result);
}

CertifyResult memory_certify(const MemoryClaim *claim, const char *smtlib_dir)
{
    CertifyResult result = {0};
    CHECK(claim->is_tso || !claim->has_plain);
    MemoryFacts *f = memory_facts_find(claim->p, claim->has_plain);
    result.problem = f->outside;
    if (claim->hides_sections && f->has_sections) result.problem = "there are atomic sections";
    if (!needs_no_proofs(claim, f))
        for (uint32_t v = 0; v < claim->p->vars.count && !result.problem; v++)
            if (f->is_location[v]) check_location(claim, f, v, smtlib_dir, &result);
    result.certified = !result.problem;
    return result;
}

CertifyResult memory_certify_races(Program *accessing, const MonitorQuestion *asks, const Proof *proof,
                                   const char *smtlib_dir)
{
    CertifyResult result = {0};
    MemoryFacts *f = memory_facts_find(accessing, false);
    Checker k = work_begin(proof->p, smtlib_dir, &result);
    races_check(&k, f, asks);
    work_end(&k, &result);
    result.certified = !result.problem;
    return result;
}
