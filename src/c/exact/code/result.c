#include "c/exact/code/result.h"

#include "base/check.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/frame_check.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/term.h"

bool call_is_void(LLVMValueRef call) { return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind; }

void call_bind(Lowering *L, LLVMValueRef call, Val v)
{
    CHECK(call_is_void(call) || value_fits(L, &v, LLVMTypeOf(call)));
    if (!call_is_void(call)) value_bind(L, L->frame, call, v);
}

void call_bind_arbitrary(Lowering *L, LLVMValueRef call, const char *name)
{
    Term input = TERM_NONE;
    if (!call_is_void(call) && LLVMGetFirstUse(call)) input = fresh_input(L, type_sort(L, LLVMTypeOf(call)), name);
    call_bind(L, call, term_is(input) ? val_term(input) : val_none());
    origin_value(L, call, input);
}

void call_bind_zero(Lowering *L, LLVMValueRef call)
{
    if (!call_is_void(call)) call_bind(L, call, val_term(term_const(L->tm, type_sort(L, LLVMTypeOf(call)), 0)));
}

void call_bind_random(Lowering *L, LLVMValueRef call, const char *name)
{
    Sort sort = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMIntegerTypeKind ? type_sort(L, LLVMTypeOf(call)) : sort_bool();
    if (sort.kind != SORT_BV || sort.width < 32) {
        call_bind_arbitrary(L, call, name);
        return;
    }
    Term input = fresh_input(L, sort_bv(31), name);
    value_bind(L, L->frame, call, val_term(term_zext(L->tm, input, sort.width)));
    origin_value(L, call, input);
}

void call_bind_arbitrary_bool(Lowering *L, LLVMValueRef call, const char *name)
{
    if (call_is_void(call)) return;
    Sort sort = type_sort(L, LLVMTypeOf(call));
    CHECK(sort.kind == SORT_BV || sort.kind == SORT_BOOL);
    Term b = fresh_input(L, sort_bool(), name);
    origin_value(L, call, b);
    if (sort.kind == SORT_BV) b = term_ite(L->tm, b, term_bv(L->tm, sort.width, 1), term_bv(L->tm, sort.width, 0));
    call_bind(L, call, val_term(b));
}
