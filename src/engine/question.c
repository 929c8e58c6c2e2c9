#include "engine/question.h"

#include <string.h>

#include "abstraction/choose.h"

void engine_options_init(EngineOptions *options)
{
    memset(options, 0, sizeof *options);
    abstraction_options_init(&options->abstraction);
    options->parts = PARTS_OFF;
    options->excuse = options->lockstep = options->merge = options->certificate = options->seed_values = true;
}
