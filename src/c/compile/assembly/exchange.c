/* A call of a function that is one atomic section, by its name (see intrinsic_is_atomic_function):
 *
 *     low = *p; high = *(p + 8); *seen_low = low; *seen_high = high;
 *     if (low == expected_low && high == expected_high) { *p = new_low; *(p + 8) = new_high; return 1; }
 *     return 0;
 *
 * Where it fails, the processor writes what it has read, which nobody can tell from not writing it. */
#include "c/compile/assembly/exchange.h"

#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/check.h"

#define NAME "__VERIFIER_atomic_chorus.cmpxchg16b" /* of no function in C */

typedef struct Exchange {
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMTypeRef word;
    LLVMValueRef function;
} Exchange;

enum { ADDRESS, VALUES, SEEN = VALUES + 4, PARAMETERS = SEEN + 2 };

static LLVMValueRef word_at(Exchange *x, unsigned k)
{
    LLVMValueRef offset = LLVMConstInt(x->word, 8, false), base = LLVMGetParam(x->function, ADDRESS);
    return k ? LLVMBuildInBoundsGEP2(x->builder, LLVMInt8TypeInContext(x->context), base, &offset, 1, "") : base;
}

/* Atomic, since it is part of one instruction. */
static LLVMValueRef read_seen_word(Exchange *x, unsigned k)
{
    LLVMValueRef value = LLVMBuildLoad2(x->builder, x->word, word_at(x, k), "seen");
    LLVMSetOrdering(value, LLVMAtomicOrderingSequentiallyConsistent);
    LLVMSetAlignment(value, 8);
    LLVMSetAlignment(LLVMBuildStore(x->builder, value, LLVMGetParam(x->function, SEEN + k)), 8);
    return value;
}

static void write_word(Exchange *x, unsigned k)
{
    LLVMValueRef made = LLVMBuildStore(x->builder, LLVMGetParam(x->function, VALUES + 2 + k), word_at(x, k));
    LLVMSetOrdering(made, LLVMAtomicOrderingSequentiallyConsistent);
    LLVMSetAlignment(made, 8);
}

static LLVMBasicBlockRef append_block(Exchange *x, const char *name)
{
    return LLVMAppendBasicBlockInContext(x->context, x->function, name);
}

static void build_body(Exchange *x)
{
    LLVMTypeRef bit = LLVMInt1TypeInContext(x->context);
    LLVMBasicBlockRef entry = append_block(x, "entry"), both = append_block(x, "both"), same = append_block(x, "same");
    LLVMBasicBlockRef different = append_block(x, "different");
    LLVMPositionBuilderAtEnd(x->builder, entry);
    LLVMSetCurrentDebugLocation2(x->builder, NULL);
    LLVMValueRef low = read_seen_word(x, 0), high = read_seen_word(x, 1);
    LLVMValueRef is_low = LLVMBuildICmp(x->builder, LLVMIntEQ, low, LLVMGetParam(x->function, VALUES), "");
    LLVMBuildCondBr(x->builder, is_low, both, different);
    LLVMPositionBuilderAtEnd(x->builder, both);
    LLVMValueRef is_high = LLVMBuildICmp(x->builder, LLVMIntEQ, high, LLVMGetParam(x->function, VALUES + 1), "");
    LLVMBuildCondBr(x->builder, is_high, same, different);
    LLVMPositionBuilderAtEnd(x->builder, same);
    write_word(x, 0);
    write_word(x, 1);
    LLVMBuildRet(x->builder, LLVMConstInt(bit, 1, false));
    LLVMPositionBuilderAtEnd(x->builder, different);
    LLVMBuildRet(x->builder, LLVMConstInt(bit, 0, false));
}

static LLVMValueRef new_local(Exchange *x, LLVMValueRef call)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    LLVMPositionBuilderBefore(x->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    return LLVMBuildAlloca(x->builder, x->word, "seen");
}

LLVMValueRef asm_exchange(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef call, LLVMValueRef address,
                          LLVMValueRef values[4], LLVMValueRef seen[2])
{
    Exchange x = {.context = LLVMGetModuleContext(module), .builder = builder};
    x.word = LLVMInt64TypeInContext(x.context);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(x.context, 0), types[PARAMETERS] = {pointer};
    for (unsigned k = VALUES; k < PARAMETERS; k++)
        types[k] = k < SEEN ? x.word : pointer;
    LLVMTypeRef type = LLVMFunctionType(LLVMInt1TypeInContext(x.context), types, PARAMETERS, false);
    x.function = LLVMGetNamedFunction(module, NAME);
    if (!x.function) {
        x.function = LLVMAddFunction(module, NAME, type);
        LLVMSetLinkage(x.function, LLVMInternalLinkage);
        build_body(&x);
    }
    CHECK(LLVMGlobalGetValueType(x.function) == type);
    LLVMValueRef arguments[PARAMETERS] = {address};
    for (unsigned k = 0; k < 4; k++)
        arguments[VALUES + k] = values[k];
    arguments[SEEN] = new_local(&x, call);
    arguments[SEEN + 1] = new_local(&x, call);
    LLVMPositionBuilderBefore(builder, call);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef succeeds = LLVMBuildCall2(builder, type, x.function, arguments, PARAMETERS, "exchanged");
    for (unsigned k = 0; k < 2; k++)
        seen[k] = LLVMBuildLoad2(builder, x.word, arguments[SEEN + k], "seen");
    return succeeds;
}
