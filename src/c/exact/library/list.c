/* The arguments of a function that takes any number of them lie in memory outside of the program, each thread's own:
 * va_start makes a list whose pointers lead there, and what clang makes of va_arg reads any value there; an address may
 * be any that some call in the thread has passed so. */
#include "c/exact/library/list.h"

#include <string.h>

#include "c/exact/library/weak.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/external.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/values.h"

/* The addresses that the call at hand passes behind the named parameters. */
static void leave_rest(Lowering *L)
{
    Frame *callee = L->frame;
    if (!callee->call) lower_refuse(L, "a thread with variable arguments is not supported; use one parameter");
    L->frame = callee->caller;
    for (unsigned i = LLVMCountParams(callee->info->function); i < LLVMGetNumArgOperands(callee->call); i++) {
        LLVMValueRef argument = LLVMGetOperand(callee->call, i);
        if (LLVMGetTypeKind(LLVMTypeOf(argument)) != LLVMPointerTypeKind) continue;
        Val v = operand_val(L, argument);
        external_leave(L, EXTERNAL_ARGUMENTS, &v);
    }
    L->frame = callee;
}

void lower_list(Lowering *L, LLVMValueRef call, const char *name)
{
    bool is_end = strncmp(name, "llvm.va_end", 11) == 0;
    if (!is_end) {
        if (strncmp(name, "llvm.va_start", 13) == 0) leave_rest(L);
        Val list = operand_val(L, LLVMGetOperand(call, 0));
        Val arguments = external_address(L, EXTERNAL_ARGUMENTS, address_number(L, 0));
        uint64_t bytes = L->pointer_width == 32 ? 4 : 24; /* x86 */
        weak_write(L, "va_start", &(WeakArea){.to = list, .bytes = bytes, .targets = arguments.targets}, 1);
    }
    operands_retire(L, call);
    statement_end(L);
}
