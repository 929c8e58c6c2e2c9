#include "program/analysis/merged.h"

#include "base/check.h"
#include "program/analysis/merge.h"
#include "program/analysis/slice.h"

Program *merged_program(Program *program, MergedOptions options)
{
    Program *merged = merge_program(slice_program(program, options.drop_branches), options.merge, options.mask);
    CHECK(merged->tm == program->tm && merged->is_merged);
    program_infer_cardinality(merged);
    return merged;
}
