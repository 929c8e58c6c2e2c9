#include "analysis/merged.h"

#include "base/check.h"
#include "analysis/merge.h"
#include "analysis/slice.h"

Program *merged_program(Program *program, bool merge, bool mask)
{
    Program *merged = merge_program(slice_program(program), merge, mask);
    CHECK(merged->tm == program->tm && merged->is_merged);
    program_infer_cardinality(merged);
    return merged;
}
