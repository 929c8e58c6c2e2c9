/* Each number becomes a call of its own, which stores it if those before it were there:
 *
 *   n = scanf("%d %ld", &a, &b)      there = scan_4(&a, 1); also = scan_8(&b, there); n = scanned(there + also)
 */
#include "c/compile/link/scanned.h"

#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "c/compile/constant.h"

/* Bytes of the numbers that the format has, and nothing else; 0: it has others. */
static unsigned parse_format(LLVMValueRef format, unsigned word, unsigned *bytes)
{
    LLVMValueRef text =
        LLVMIsAGlobalVariable(format) && LLVMIsGlobalConstant(format) ? LLVMGetInitializer(format) : NULL;
    size_t length = 0;
    unsigned n = 0;
    const char *at = constant_characters(text, &length);
    if (!at || length == 0 || at[length - 1] != 0 || strlen(at) + 1 != length) return 0;
    while (*at) {
        if (*at == ' ' || *at == '\n' || *at == '\t') {
            at++;
            continue;
        }
        if (*at++ != '%' || n == SCANNED_NUMBERS) return 0;
        bytes[n] = 4;
        if (strncmp(at, "hh", 2) == 0 || strncmp(at, "ll", 2) == 0) {
            bytes[n] = *at == 'h' ? 1 : 8;
            at += 2;
        } else if (*at == 'h' || *at == 'l' || *at == 'z') {
            bytes[n] = *at == 'h' ? 2 : word;
            at++;
        }
        if (*at != 'd' && *at != 'u') return 0;
        at++;
        n++;
    }
    return n;
}

/* Where the format stands; NO: it is no such call. */
#define NO UINT32_MAX
static unsigned format_argument(LLVMValueRef call)
{
    static const char *const names[] = {"scanf",  "__isoc99_scanf",  "__isoc23_scanf",
                                        "fscanf", "__isoc99_fscanf", "__isoc23_fscanf"};
    LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    size_t n = 0;
    if (!callee || !LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee)) return NO;
    const char *name = LLVMGetValueName2(callee, &n);
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0 && LLVMGetNumArgOperands(call) > i / 3) return i / 3;
    return NO;
}

static LLVMValueRef own_function(LLVMModuleRef program, const char *name, LLVMTypeRef type)
{
    LLVMValueRef f = LLVMGetNamedFunction(program, name);
    return f ? f : LLVMAddFunction(program, name, type);
}

static LLVMValueRef build_scan(LLVMModuleRef program, LLVMBuilderRef builder, LLVMValueRef to, unsigned bytes,
                               LLVMValueRef goes_on)
{
    LLVMContextRef context = LLVMGetModuleContext(program);
    char name[32];
    snprintf(name, sizeof name, "chorus_input_scan_%u", bytes);
    LLVMTypeRef types[] = {LLVMPointerTypeInContext(context, 0), LLVMInt1TypeInContext(context)};
    LLVMTypeRef type = LLVMFunctionType(types[1], types, 2, false);
    return LLVMBuildCall2(builder, type, own_function(program, name, type), (LLVMValueRef[]){to, goes_on}, 2, "is");
}

static void replace_call(LLVMModuleRef program, LLVMValueRef call, unsigned first, const unsigned *bytes, unsigned n)
{
    LLVMContextRef context = LLVMGetModuleContext(program);
    LLVMTypeRef result = LLVMInt32TypeInContext(context), type = LLVMFunctionType(result, &result, 1, false);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderBefore(builder, call);
    LLVMValueRef goes_on = LLVMConstInt(LLVMInt1TypeInContext(context), 1, false),
                 count = LLVMConstInt(result, 0, false);
    for (unsigned i = 0; i < n; i++) {
        goes_on = build_scan(program, builder, LLVMGetOperand(call, first + i), bytes[i], goes_on);
        count = LLVMBuildAdd(builder, count, LLVMBuildZExt(builder, goes_on, result, ""), "");
    }
    LLVMValueRef scanned = own_function(program, "chorus_input_scanned", type);
    LLVMReplaceAllUsesWith(call, LLVMBuildCall2(builder, type, scanned, &count, 1, "scanned"));
    LLVMInstructionEraseFromParent(call);
    LLVMDisposeBuilder(builder);
}

unsigned scanned_numbers(LLVMModuleRef program, LLVMValueRef call, unsigned *first, unsigned bytes[SCANNED_NUMBERS])
{
    unsigned format = format_argument(call);
    if (format == NO) return 0;
    unsigned count = LLVMGetNumArgOperands(call), word = LLVMPointerSize(LLVMGetModuleDataLayout(program));
    unsigned n = parse_format(LLVMGetOperand(call, format), word, bytes);
    bool is_known =
        n > 0 && format + 1 + n == count && LLVMTypeOf(call) == LLVMInt32TypeInContext(LLVMGetModuleContext(program));
    for (unsigned i = format + 1; i < count; i++)
        is_known &= LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMPointerTypeKind;
    *first = format + 1;
    return is_known ? n : 0;
}

static void replace_if_known(LLVMModuleRef program, LLVMValueRef call)
{
    unsigned first, bytes[SCANNED_NUMBERS], n = scanned_numbers(program, call, &first, bytes);
    if (n) replace_call(program, call, first, bytes, n);
}

void scanned_replace(LLVMModuleRef program)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(program); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                replace_if_known(program, i);
            }
}
