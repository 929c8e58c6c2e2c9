#include "kernel/memory.h"

#include "base/check.h"
#include "kernel/memory/races.h"
#include "kernel/memory/robust.h"
#include "kernel/work.h"

typedef struct MemoryWork {
    const MemorySubject *subject;
    const MemoryProof *memory;
    MemoryFacts *f;
    bool only_programs; /* the proofs are known to hold */
    const char *smtlib_dir;
    CertifyResult *result;
} MemoryWork;

/* Of one location alone all threads agree in which order it is written. Where all accesses are sequentially consistent
 * C promises that there are only interleavings. Both hold where there are no races, and where threads learn of each
 * other by what orders them only. */
static bool needs_no_proofs(const MemoryWork *w)
{
    if (w->memory->has_plain || !w->f->is_promised) return false;
    return w->f->locations <= 1 || (!w->memory->is_tso && !w->f->has_weak);
}

/* Is it about as many threads as the proof of the property? */
static bool is_of_as_many(const Proof *proof, const Proof *further)
{
    ProofClaim a = proof_claim(proof), b = proof_claim(further);
    return b.kind != CERTIFICATE_STATES || (a.kind == CERTIFICATE_STATES && a.size <= b.size);
}

static void certify_further(MemoryWork *w, const Proof *further)
{
    if (!w->only_programs) certify_more(further, w->smtlib_dir, w->result);
    if (!w->result->problem && w->subject->proof && !is_of_as_many(w->subject->proof, further))
        w->result->problem = "a proof about the memory model is about fewer threads";
}

/* ---- races ---- */

void memory_certify_races(Program *accessing, const MonitorQuestion *asks, const Proof *proof, const char *smtlib_dir,
                          CertifyResult *result)
{
    MemoryFacts *f = memory_facts_find(accessing, false);
    if (result->problem) return;
    Checker k = work_begin(proof->p, smtlib_dir, result);
    races_check(&k, f, asks);
    work_end(&k, result);
    result->certified = !result->problem;
}

/* Under C11 there must be none. x86 keeps C11's orders: where there are none plain accesses need not be asked about. */
static void certify_no_races(MemoryWork *w)
{
    const MonitorQuestion all = {0};
    const Proof *races = w->memory->races;
    if (w->memory->has_plain || w->subject->is_race_free) return;
    if (!races || !w->subject->accessing) {
        w->result->problem = "there is no proof that the program has no data race";
        return;
    }
    certify_further(w, races);
    memory_certify_races(w->subject->accessing, &all, races, w->smtlib_dir, w->result);
}

/* ---- locations ---- */

static const Proof *proof_of_location(const MemoryProof *memory, uint32_t x)
{
    for (uint32_t i = 0; i < memory->locations.count; i++)
        if (memory->locations.data[i].x.i == x) return memory->locations.data[i].proof;
    return NULL;
}

static void certify_location(MemoryWork *w, uint32_t x)
{
    const Program *p = w->subject->p;
    const Proof *proof = proof_of_location(w->memory, x);
    if (!proof) {
        w->result->problem = run_format(p->run, "there is no proof for the location `%s`", p->vars.data[x].name);
        return;
    }
    certify_further(w, proof);
    if (w->result->problem) return;
    Checker k = work_begin(proof->p, w->smtlib_dir, w->result);
    robust_check(&k, w->f, w->memory->is_tso, x);
    work_end(&k, w->result);
}

static void certify_all(MemoryWork *w)
{
    const Program *p = w->subject->p;
    CHECK(w->memory->is_tso || !w->memory->has_plain);
    w->f = memory_facts_find(w->subject->p, w->memory->has_plain);
    if (!w->result->problem) w->result->problem = w->f->outside;
    if (!w->result->problem && w->subject->hides_sections && w->f->has_sections)
        w->result->problem = "there are atomic sections, whose accesses are not told";
    if (!w->result->problem) certify_no_races(w);
    for (uint32_t v = 0; v < p->vars.count && !w->result->problem && !needs_no_proofs(w); v++)
        if (w->f->is_location[v]) certify_location(w, v);
    w->result->certified = !w->result->problem;
}

void memory_certify(const MemorySubject *subject, const MemoryProof *memory, const char *smtlib_dir,
                    CertifyResult *result)
{
    MemoryWork w = {.subject = subject, .memory = memory, .smtlib_dir = smtlib_dir, .result = result};
    certify_all(&w);
}

void memory_certify_programs(const MemorySubject *subject, const MemoryProof *memory, CertifyResult *result)
{
    MemoryWork w = {.subject = subject, .memory = memory, .only_programs = true, .result = result};
    certify_all(&w);
}
