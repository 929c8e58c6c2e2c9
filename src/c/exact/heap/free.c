#include "c/exact/heap/free.h"

#include "base/check.h"
#include "c/exact/heap/renew.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/operand.h"
#include "c/exact/memory/split.h"
#include "c/exact/model/assumption.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/freed.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/reuse.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

void free_check(Lowering *L, const Val *old)
{
    CHECK(old->kind == VAL_ADDRESS && old->count == 1 && old->offset == 0);
    if (!memory_is_asked(L)) return;
    address_refuse_numbers(L, old);
    Term any = term_eq(L->tm, old->terms[0], address_number(L, 0));
    for (uint32_t i = 0; i < old->targets->list.count; i++) {
        const Target *t = &old->targets->list.data[i];
        if (!LLVMIsACallInst(t->value)) continue;
        uint32_t object = object_of_target(L, t);
        Term here = term_eq(L->tm, old->terms[0], address_number(L, object_base(L, object)));
        any = term_or(L->tm, any, here);
        if (!freed_is_tracked(L, object)) continue;
        Term twice = term_and(L->tm, here, freed_term(L, object));
        const char *what = run_format(L->run, "`%s` is freed twice", L->objects.data[object].name);
        condition_require(L, term_not(L->tm, twice), PROPERTY_VALID_FREE, what);
    }
    if (L->cursor.is_reachable)
        condition_require(L, any, PROPERTY_VALID_FREE, "what is freed is not the start of memory that malloc gave");
}

void lower_free(Lowering *L, LLVMValueRef call)
{
    assumption_free(L);
    if (LLVMGetNumArgOperands(call) == 0) lower_refuse(L, "free has the wrong arguments; correct the call");
    Val old = operand_val(L, LLVMGetOperand(call, 0));
    bool is_shared = false;
    if (old.kind == VAL_ADDRESS) reuse_note_freed(L, old.targets);
    if (renew_is_tracked(L, &old, &is_shared) || memory_is_asked(L)) {
        if (access_begin(L, is_shared)) old = operand_val(L, LLVMGetOperand(call, 0));
        old = address_val(L, &old);
        free_check(L, &old);
        operands_retire(L, call);
        origin_access(L, call, is_shared);
        if (L->cursor.is_reachable) renew_mark_freed(L, &old, TERM_NONE);
    } else {
        operands_retire(L, call);
    }
    statement_end(L);
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind) value_bind(L, L->frame, call, val_none());
}
