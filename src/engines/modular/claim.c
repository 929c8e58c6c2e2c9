#include "engines/modular/claim.h"

#include <string.h>

SequentialTask claim_of_main(const ModularRoot *root)
{
    const ModularLevel *first = &root->levels.data[0];
    return (SequentialTask){
        .thread = first->thread, .inner = first->inner, .facts = first->facts.data, .fact_count = first->facts.count};
}

SequentialTask claim_of_fact(const ModularRoot *root, uint32_t level, uint32_t fact)
{
    const ModularLevel *above = &root->levels.data[level], *at = &root->levels.data[level + 1];
    const Fact *f = &above->facts.data[fact];
    return (SequentialTask){.thread = at->thread,
                            .inner = at->inner,
                            .outer = at->outer,
                            .facts = at->facts.data,
                            .fact_count = above->proofs.data[fact].uses,
                            .from = f->before,
                            .to = f->after};
}

static const char *prove_claim(const ModularResult *r, const SequentialChecker *checker, const SequentialTask *task,
                               ModularClaim *claim)
{
    SequentialResult result;
    ModularTerms learned = {0};
    Run *run = r->threads->p->run;
    if (claim->invariant || claim->diagram) return NULL;
    memset(&result, 0, sizeof result);
    checker->prove(checker->self, sequential_new(r->threads, task)->p, &learned, 0, &result);
    claim->invariant = result.invariant;
    claim->diagram = result.diagram;
    switch (result.answer) {
    case SEQUENTIAL_SAFE: return NULL;
    case SEQUENTIAL_PATH:
        return run_format(run, "wrong answer: '%s' takes a sequential program to be safe that is not", checker->name);
    case SEQUENTIAL_UNKNOWN: break;
    }
    return run_format(run, "safe as '%s' says, but without proof: %s", checker->name, result.why);
}

const char *claims_prove(ModularResult *r, const SequentialChecker *checker)
{
    const char *why = NULL;
    for (uint32_t i = 0; i < r->roots.count && !why; i++) {
        ModularRoot *root = &r->roots.data[i];
        SequentialTask task = claim_of_main(root);
        why = prove_claim(r, checker, &task, &root->proof);
        for (uint32_t level = 0; level + 1 < root->levels.count; level++)
            for (uint32_t k = 0; k < root->levels.data[level].facts.count && !why; k++) {
                task = claim_of_fact(root, level, k);
                why = prove_claim(r, checker, &task, &root->levels.data[level].proofs.data[k]);
            }
    }
    return why;
}
