#include "engines/modular/proof.h"

#include "base/check.h"

/* The certificate becomes one of the frame, whose numbers the program has; diagrams speak of numbers only. */
static ModularClaim take_modular_claim(const ModularThreads *t, const ModularClaim *claim, uint32_t thread,
                                       bool is_query)
{
    if (claim->diagram) return *claim;
    claim->invariant->p = sequential_frame(t->written, t->switches, thread, is_query).p;
    certificate_sort(claim->invariant);
    return *claim;
}

static ModularMain take_main(const ModularThreads *t, const ModularRoot *root)
{
    Run *run = t->p->run;
    uint32_t count = root->levels.count;
    ModularMain out;
    out.order = run_alloc(run, (count + 1) * sizeof *out.order);
    out.facts = run_alloc(run, (count + 1) * sizeof *out.facts);
    for (uint32_t i = 0; i < count; i++) {
        const ModularLevel *level = &root->levels.data[i];
        CHECK(level->facts.count == level->proofs.count && (i + 1 < count || !level->facts.count));
        out.order[i] = level->thread;
        for (uint32_t k = 0; k < level->facts.count; k++) {
            ModularFact fact = {level->facts.data[k].before, level->facts.data[k].after,
                                take_modular_claim(t, &level->proofs.data[k], root->levels.data[i + 1].thread, true)};
            vec_push(run, &out.facts[i], fact);
        }
    }
    out.proof = take_modular_claim(t, &root->proof, out.order[0], false);
    return out;
}

ModularProof *modular_proof_of(const ModularResult *r)
{
    Run *run = r->threads->p->run;
    ModularProof *proof = run_alloc(run, sizeof *proof);
    CHECK(r->kind == MODULAR_TRUE);
    proof->written = r->threads->written;
    proof->turns = r->threads->switches;
    for (uint32_t i = 0; i < r->roots.count; i++) {
        if (!r->roots.data[i].proof.invariant && !r->roots.data[i].proof.diagram) return NULL;
        ModularMain main = take_main(r->threads, &r->roots.data[i]);
        vec_push(run, &proof->mains, main);
    }
    return proof;
}
