#include "engines/question/question.h"

#include <string.h>

#include "engines/symmpa/abstraction/choose.h"

void engine_options_init(EngineOptions *options)
{
    memset(options, 0, sizeof *options);
    abstraction_options_init(&options->abstraction);
    options->parts = PARTS_OFF;
    options->excuse = options->exhaust = options->lockstep = options->merge = options->certificate =
        options->seed_values = true;
}

void verdict_forget_exploration(Verdict *verdict)
{
    EngineStats *stats = &verdict->stats;
    verdict->predicates.count = 0;
    stats->predicates_shared = stats->predicates_local = stats->predicates_mixed = stats->predicates_tickets = 0;
    stats->views = stats->states = 0;
    stats->view_size = stats->iterations = 0;
}

void verdict_prove_created(Verdict *verdict, Proof *proof, uint32_t threads)
{
    verdict->kind = VERDICT_TRUE;
    verdict->why = NULL;
    verdict->threads = threads;
    verdict->all_created = true;
    verdict->proof = proof;
    verdict->certificate = NULL;
    verdict_forget_exploration(verdict);
}
