#include "engine/merged.h"

#include "analysis/merge.h"
#include "analysis/slice.h"

Program *merged_program(Program *program, bool merge, bool mask)
{
    Program *merged = merge_program(slice_program(program), merge, mask);
    program_infer_cardinality(merged);
    const char *problem = program_check(merged);
    if (problem) run_stop(program->run, STOP_INTERNAL, "internal error: merged program: %s", problem);
    return merged;
}
