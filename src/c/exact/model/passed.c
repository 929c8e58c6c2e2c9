#include "c/exact/model/passed.h"

#include "base/check.h"
#include "c/compile/source.h"

void passed_add(Lowering *L, LLVMValueRef instruction, bool is_decided)
{
    pointer_id(&L->passed, instruction, NULL);
    if (is_decided) pointer_id(&L->decided, instruction, NULL);
}

void passed_cut(Lowering *L, LLVMValueRef instruction)
{
    bool is_new;
    pointer_id(&L->cut_ids, LLVMGetInstructionParent(instruction), &is_new);
    if (is_new) vec_push(L->run, &L->cuts, L->pos);
    CHECK(L->cuts.count == L->cut_ids.count);
}

void passed_failing(Lowering *L, LLVMValueRef call)
{
    SourcePos pos = sources_pos(L->sources, call);
    if (!L->pos.file || !L->pos.line || !pos.file) return;
    if (pos.line == L->pos.line && pos.column == L->pos.column) return;
    program_note_assertion(L->program, ASSERTION_WRITTEN_OUT, L->pos, (SourcePos){NULL, 0, 0});
}

void passed_clear(Lowering *L)
{
    intern_clear(&L->passed);
    intern_clear(&L->decided);
    intern_clear(&L->cut_ids);
    vec_free(L->run, &L->cuts);
}
