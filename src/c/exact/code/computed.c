#include "c/exact/code/computed.h"

#include <string.h>

#include "base/check.h"
#include "c/exact/code/overflow.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/values.h"
#include "c/exact/races/text.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

/* The number of the lowest bit that is set, from 1; 0: none is. */
static Term first_set(TermManager *tm, Term x, Sort result)
{
    unsigned width = term_sort(tm, x).width;
    Term first = term_const(tm, result, 0);
    for (unsigned i = width; i-- > 0;) {
        Term is_set = term_eq(tm, term_extract(tm, x, i, 1), term_bv(tm, 1, 1));
        first = term_ite(tm, is_set, term_const(tm, result, i + 1), first);
    }
    return first;
}

static bool is_one_of(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

/* Of constant texts. */
static Val computed_length(Lowering *L, LLVMValueRef call)
{
    if (LLVMGetNumArgOperands(call) != 1 || LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMIntegerTypeKind) return val_none();
    Val text = operand_val(L, LLVMGetOperand(call, 0));
    Term length = text_length(L, &text, type_sort(L, LLVMTypeOf(call)));
    return term_is(length) ? val_term(length) : val_none();
}

Val computed_result(Lowering *L, LLVMValueRef call, const char *name)
{
    if (strcmp(name, "strlen") == 0) return computed_length(L, call);
    static const char *const firsts[] = {"ffs", "ffsl", "ffsll"}, *const absolutes[] = {"abs", "labs", "llabs"};
    bool is_first = is_one_of(name, firsts, 3), is_absolute = is_one_of(name, absolutes, 3);
    if ((!is_first && !is_absolute) || LLVMGetNumArgOperands(call) != 1 || !LLVMGetFirstUse(call)) return val_none();
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMIntegerTypeKind) return val_none();
    if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, 0))) != LLVMIntegerTypeKind) return val_none();
    Term x = operand_term(L, LLVMGetOperand(call, 0));
    Sort result = type_sort(L, LLVMTypeOf(call));
    if (term_sort(L->tm, x).kind != SORT_BV || result.kind != SORT_BV) return val_none();
    if (is_absolute && !sort_same(term_sort(L->tm, x), result)) return val_none();
    return val_term(is_first ? first_set(L->tm, x, result) : overflow_absolute(L, x, true));
}
