/* Each character and each conversion becomes a call of its own, which puts it behind what is there:
 *
 *   n = snprintf(to, size, "a%d", x)      at = put(to, size, 0, 'a'); at = put_number(to, size, at, x); n =
 * put_end(...)
 *
 * The library may fail instead where there is no memory: that is left out. */
#include "c/compile/link/printed.h"

#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "c/compile/constant.h"

#define LENGTH 64 /* of a format, at most */

typedef struct Printed {
    LLVMModuleRef program;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMTypeRef size_type, pointer;
    LLVMValueRef call, to, size, at;
    unsigned next; /* argument */
} Printed;

static LLVMValueRef call_own(const Printed *p, const char *name, LLVMTypeRef result, LLVMValueRef last)
{
    LLVMTypeRef types[] = {p->pointer, p->size_type, p->size_type, last ? LLVMTypeOf(last) : NULL};
    LLVMValueRef args[] = {p->to, p->size, p->at, last};
    LLVMTypeRef type = LLVMFunctionType(result, types, last ? 4 : 3, false);
    LLVMValueRef f = LLVMGetNamedFunction(p->program, name);
    if (!f) f = LLVMAddFunction(p->program, name, type);
    return LLVMBuildCall2(p->builder, type, f, args, last ? 4 : 3, "");
}

static void put_character(Printed *p, LLVMValueRef c) { p->at = call_own(p, "chorus_input_put", p->size_type, c); }

/* The conversion is known, and the argument is what it asks for. */
static bool put_argument(Printed *p, char conversion, unsigned bytes, bool builds)
{
    if (p->next >= LLVMGetNumArgOperands(p->call)) return false;
    LLVMValueRef argument = LLVMGetOperand(p->call, p->next++);
    LLVMTypeRef type = LLVMTypeOf(argument), wide = LLVMInt64TypeInContext(p->context);
    if (conversion == 's') {
        if (LLVMGetTypeKind(type) != LLVMPointerTypeKind || bytes != 4) return false;
        if (builds) p->at = call_own(p, "chorus_input_put_text", p->size_type, argument);
        return true;
    }
    if (!strchr("diuc", conversion)) return false;
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) != 8 * bytes) return false;
    if (conversion == 'c' && bytes != 4) return false;
    if (!builds) return true;
    if (conversion == 'c')
        put_character(p, argument);
    else
        p->at = call_own(p, "chorus_input_put_number", p->size_type,
                         conversion == 'u' ? LLVMBuildZExt(p->builder, argument, wide, "")
                                           : LLVMBuildSExt(p->builder, argument, wide, ""));
    return true;
}

/* Goes through the format; false: it has what is not known here. */
static bool put_format(Printed *p, const char *text, bool builds)
{
    LLVMTypeRef integer = LLVMInt32TypeInContext(p->context);
    for (; *text; text++) {
        if (*text != '%' || text[1] == '%') {
            if (builds) put_character(p, LLVMConstInt(integer, (unsigned char)*text, false));
            text += *text == '%';
            continue;
        }
        unsigned bytes = 4, word = LLVMPointerSize(LLVMGetModuleDataLayout(p->program));
        text++;
        if (strncmp(text, "ll", 2) == 0) {
            bytes = 8;
            text += 2;
        } else if (*text == 'l' || *text == 'z') {
            bytes = word;
            text++;
        }
        /* An unsigned number of 64 bits is no long long. */
        if (!*text || (*text == 'u' && bytes == 8) || !put_argument(p, *text, bytes, builds)) return false;
    }
    return p->next == LLVMGetNumArgOperands(p->call);
}

static const char *constant_text(LLVMValueRef value)
{
    LLVMValueRef text = LLVMIsAGlobalVariable(value) && LLVMIsGlobalConstant(value) ? LLVMGetInitializer(value) : NULL;
    size_t n = 0;
    const char *characters = constant_characters(text, &n);
    bool has_end = characters && n > 0 && n <= LENGTH && characters[n - 1] == 0 && strlen(characters) + 1 == n;
    return has_end ? characters : NULL;
}

static void replace_if_known(LLVMModuleRef program, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    size_t n = 0;
    if (!callee || !LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee)) return;
    const char *name = LLVMGetValueName2(callee, &n);
    bool has_size = strcmp(name, "snprintf") == 0;
    unsigned format = has_size ? 2 : 1;
    if ((!has_size && strcmp(name, "sprintf") != 0) || LLVMGetNumArgOperands(call) <= format) return;
    const char *text = constant_text(LLVMGetOperand(call, format));
    LLVMContextRef context = LLVMGetModuleContext(program);
    LLVMTypeRef size_type = LLVMIntPtrTypeInContext(context, LLVMGetModuleDataLayout(program));
    LLVMTypeRef result = LLVMInt32TypeInContext(context), pointer = LLVMPointerTypeInContext(context, 0);
    if (!text || LLVMTypeOf(call) != result || LLVMTypeOf(LLVMGetOperand(call, 0)) != pointer) return;
    LLVMValueRef size = has_size ? LLVMGetOperand(call, 1) : LLVMConstInt(size_type, INT32_MAX, false);
    if (LLVMTypeOf(size) != size_type) return;
    Printed p = {program, context, NULL, size_type, pointer, call, LLVMGetOperand(call, 0), size, NULL, format + 1};
    if (!put_format(&p, text, false)) return;
    p.builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderBefore(p.builder, call);
    p.at = LLVMConstInt(size_type, 0, false);
    p.next = format + 1;
    put_format(&p, text, true);
    LLVMReplaceAllUsesWith(call, call_own(&p, "chorus_input_put_end", result, NULL));
    LLVMInstructionEraseFromParent(call);
    LLVMDisposeBuilder(p.builder);
}

void printed_replace(LLVMModuleRef program)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(program); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                replace_if_known(program, i);
            }
}
