#include "c/exact/memory/literal.h"

#include "c/exact/memory/address.h"
#include "c/exact/memory/object.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

/* The elements of a literal's array: 0: it is none. */
static unsigned literal_length(LLVMValueRef global)
{
    bool is_mergeable = global && LLVMIsAGlobalVariable(global) && LLVMIsGlobalConstant(global) &&
                        LLVMGetUnnamedAddress(global) == LLVMGlobalUnnamedAddr && LLVMGetInitializer(global);
    if (!is_mergeable) return 0;
    LLVMValueRef value = LLVMGetInitializer(global);
    bool is_text = LLVMIsAConstantDataArray(value) || LLVMIsAConstantAggregateZero(value);
    LLVMTypeRef type = LLVMTypeOf(value);
    if (!is_text || LLVMGetTypeKind(type) != LLVMArrayTypeKind) return 0;
    return LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind ? LLVMGetArrayLength(type) : 0;
}

static LLVMValueRef element(LLVMValueRef global, unsigned i)
{
    LLVMValueRef value = LLVMGetInitializer(global);
    return LLVMGetAggregateElement(value, i);
}

/* Whether the one literal is the end of the other, or all of it. */
static bool is_end_of(LLVMValueRef end, LLVMValueRef whole)
{
    unsigned n = literal_length(end), m = literal_length(whole);
    if (!n || n > m) return false;
    for (unsigned i = 0; i < n; i++)
        if (element(end, i) != element(whole, m - n + i)) return false; /* constants are unique */
    return true;
}

bool literals_may_share(LLVMValueRef a, LLVMValueRef b) { return is_end_of(a, b) || is_end_of(b, a); }

/* The distance of an address from the end of its object. */
static Term from_end(Lowering *L, Term address, uint32_t object)
{
    uint64_t end = object_base(L, object) + object_size(L, &L->objects.data[object]);
    return term_sub(L->tm, address_number(L, end), address);
}

Term literals_may_meet(Lowering *L, const Val *a, const Val *b)
{
    Term meet = term_bool(L->tm, false);
    for (uint32_t i = 0; i < a->targets->list.count; i++)
        for (uint32_t k = 0; k < b->targets->list.count; k++) {
            const Target *x = &a->targets->list.data[i], *y = &b->targets->list.data[k];
            if (x->value == y->value || !literals_may_share(x->value, y->value)) continue;
            uint32_t first = object_of_target(L, x), second = object_of_target(L, y);
            Term is_inside =
                term_and(L->tm, address_inside(L, a->terms[0], first), address_inside(L, b->terms[0], second));
            Term is_same = term_eq(L->tm, from_end(L, a->terms[0], first), from_end(L, b->terms[0], second));
            meet = term_or(L->tm, meet, term_and(L->tm, is_inside, is_same));
        }
    return meet;
}
