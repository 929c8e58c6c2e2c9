/* Assembly that consists of instructions which are known becomes what these mean: exchanges, additions, loads and
 * stores that are atomic, as those of C11 would be. What is known of these, by all that comes after, holds then.
 *
 * Interleavings of steps are what the machine does but for its store buffers: that a store may become visible to others
 * later than the loads behind it is not modelled, as with weaker memory orders of C11, and said where there are loads
 * and stores (the same note).
 *
 * Memory must be accessed by volatile assembly, which compilers neither move nor make twice nor leave out. What is not
 * known, in the text or among the constraints, leaves the assembly as it is: then its results are any (see
 * code/assembly.c). */
#include "c/compile/assembly/replace.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "base/check.h"
#include "c/compile/assembly/build.h"
#include "c/compile/assembly/operands.h"
#include "c/compile/assembly/template.h"

static bool is_x86(LLVMModuleRef module)
{
    const char *target = LLVMGetTarget(module);
    return strncmp(target, "x86_64-", 7) == 0 || (target[0] == 'i' && strncmp(target + 2, "86-", 3) == 0);
}

static bool is_side_effect_asm(LLVMValueRef instruction)
{
    if (!LLVMIsACallInst(instruction)) return false;
    LLVMValueRef callee = LLVMGetCalledValue(instruction);
    return LLVMIsAInlineAsm(callee) && LLVMGetInlineAsmDialect(callee) == LLVMInlineAsmDialectATT &&
           LLVMGetInlineAsmHasSideEffects(callee);
}

/* Whether results are used only one by one. */
static bool has_plain_uses(LLVMValueRef call)
{
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMStructTypeKind) return true;
    for (LLVMUseRef u = LLVMGetFirstUse(call); u; u = LLVMGetNextUse(u))
        if (!LLVMIsAExtractValueInst(LLVMGetUser(u))) return false;
    return true;
}

/* What the operand has at the end; NULL: not known. */
static LLVMValueRef output_of(AsmBuild *b, const AsmOperand *operand, LLVMTypeRef type)
{
    if (operand->flag) return asm_flag(b, operand->flag, type);
    LLVMValueRef value = b->operands.slots[operand->slot].value;
    return value ? asm_coerce(b, value, type) : NULL;
}

/* Fills results, one for each output that the call returns, and writes the others. */
static bool build_outputs(AsmBuild *b, LLVMValueRef results[ASM_MAX_OPERANDS])
{
    unsigned count = 0;
    for (unsigned i = 0; i < b->operands.count; i++) {
        const AsmOperand *operand = &b->operands.operands[i];
        if (!operand->result && !operand->is_stored) continue;
        LLVMValueRef value = output_of(b, operand, operand->result ? operand->result : operand->element);
        if (!value) return false;
        if (operand->result)
            results[count++] = value;
        else
            LLVMBuildStore(b->builder, value, operand->value);
    }
    return true;
}

static bool build_all(AsmBuild *b, LLVMValueRef results[ASM_MAX_OPERANDS])
{
    AsmInstruction instructions[ASM_MAX_INSTRUCTIONS];
    size_t length = 0;
    const char *text = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(b->call), &length);
    int count = asm_parse(text, length, instructions);
    for (int i = 0; i < count; i++)
        if (!asm_build(b, &instructions[i])) return false;
    return count > 0 && build_outputs(b, results);
}

/* What has been built before the call, behind `last`; NULL: from the start of the block. */
static void take_away(LLVMValueRef call, LLVMValueRef last)
{
    for (LLVMValueRef i = LLVMGetPreviousInstruction(call); i && i != last; i = LLVMGetPreviousInstruction(call))
        LLVMInstructionEraseFromParent(i);
}

static void replace_uses(LLVMValueRef call, LLVMValueRef results[ASM_MAX_OPERANDS])
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(call));
    if (kind != LLVMStructTypeKind && kind != LLVMVoidTypeKind) LLVMReplaceAllUsesWith(call, results[0]);
    for (LLVMUseRef u = LLVMGetFirstUse(call); u; u = LLVMGetFirstUse(call)) {
        LLVMValueRef user = LLVMGetUser(u);
        CHECK(LLVMIsAExtractValueInst(user) && LLVMGetIndices(user)[0] < ASM_MAX_OPERANDS);
        LLVMReplaceAllUsesWith(user, results[LLVMGetIndices(user)[0]]);
        LLVMInstructionEraseFromParent(user);
    }
}

/* Flags and old values that nobody asks for. */
static void take_away_unused(LLVMValueRef call, LLVMValueRef last)
{
    for (LLVMValueRef i = LLVMGetPreviousInstruction(call), previous; i && i != last; i = previous) {
        previous = LLVMGetPreviousInstruction(i);
        bool is_pure = LLVMIsAExtractValueInst(i) || LLVMIsABinaryOperator(i) || LLVMIsAICmpInst(i);
        if (is_pure && !LLVMGetFirstUse(i)) LLVMInstructionEraseFromParent(i);
    }
}

static void replace_assembly(AsmBuild *b)
{
    LLVMValueRef results[ASM_MAX_OPERANDS] = {NULL}, last = LLVMGetPreviousInstruction(b->call);
    if (!has_plain_uses(b->call) || !asm_operands(b->call, &b->operands)) return;
    LLVMPositionBuilderBefore(b->builder, b->call);
    LLVMSetCurrentDebugLocation2(b->builder, LLVMInstructionGetDebugLoc(b->call));
    if (build_all(b, results)) {
        replace_uses(b->call, results);
        take_away_unused(b->call, last);
        LLVMInstructionEraseFromParent(b->call);
    } else
        take_away(b->call, last);
}

#define MARK "chorus.assembly" /* the module had some */

/* A word to the compiler, or a hint to the processor: it orders no accesses of a running program. */
static bool is_pause(LLVMValueRef call)
{
    static const char *const texts[] = {"", "pause", "rep; nop", "rep;nop", "rep nop", "nop"};
    size_t length;
    const char *text = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(call), &length);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strlen(texts[i]) == length && memcmp(text, texts[i], length) == 0) return true;
    return false;
}

bool assembly_was_there(LLVMModuleRef module) { return LLVMGetNamedMetadata(module, MARK, sizeof MARK - 1) != NULL; }

static void mark_assembly(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (LLVMIsACallInst(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i)) && !is_pause(i))
                    LLVMGetOrInsertNamedMetadata(module, MARK, sizeof MARK - 1);
}

void assembly_replace(LLVMModuleRef module)
{
    mark_assembly(module);
    if (!is_x86(module)) return;
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    unsigned bits = 8 * LLVMPointerSize(LLVMGetModuleDataLayout(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                /* Its results may be erased with it. */
                while (is_side_effect_asm(i) && next && LLVMIsAExtractValueInst(next) && LLVMGetOperand(next, 0) == i)
                    next = LLVMGetNextInstruction(next);
                AsmBuild build = {
                    .module = module, .context = context, .builder = builder, .call = i, .pointer_bits = bits};
                if (is_side_effect_asm(i)) replace_assembly(&build);
            }
    LLVMDisposeBuilder(builder);
}
