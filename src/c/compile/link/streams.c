/* The library has opened the three before the program begins, and they are three: that they lead to objects which stay
 * is what C says. What the library keeps in such an object changes with its functions: a program that looks into them
 * has none. */
#include "c/compile/link/streams.h"

#include <stdio.h>
#include <string.h>

#define STREAM_BYTES 216u /* of glibc's FILE */
#define END ".stream"     /* of the names of the objects, which C cannot say */

static bool looks_into_stream(LLVMValueRef instruction)
{
    LLVMTypeRef type = LLVMIsAGetElementPtrInst(instruction) ? LLVMGetGEPSourceElementType(instruction) : NULL;
    const char *name = type && LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
    return name && strncmp(name, "struct._IO_FILE", strlen("struct._IO_FILE")) == 0;
}

static bool are_looked_into(LLVMModuleRef program)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(program); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (looks_into_stream(i)) return true;
    return false;
}

bool streams_has_variable(LLVMValueRef global)
{
    LLVMValueRef stream = LLVMGetInitializer(global);
    size_t length = 0;
    const char *name = stream && LLVMIsAGlobalVariable(stream) ? LLVMGetValueName2(stream, &length) : "";
    return length > strlen(END) && strcmp(name + length - strlen(END), END) == 0;
}

void streams_define(LLVMModuleRef program)
{
    static const char *const names[] = {"stdin", "stdout", "stderr"};
    LLVMContextRef context = LLVMGetModuleContext(program);
    if (are_looked_into(program)) return;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef variable = LLVMGetNamedGlobal(program, names[i]);
        if (!variable || !LLVMIsDeclaration(variable) || !LLVMGetFirstUse(variable)) continue;
        if (LLVMGetTypeKind(LLVMGlobalGetValueType(variable)) != LLVMPointerTypeKind) continue;
        char name[32];
        snprintf(name, sizeof name, "%s%s", names[i], END);
        LLVMTypeRef type = LLVMArrayType2(LLVMInt8TypeInContext(context), STREAM_BYTES);
        LLVMValueRef stream = LLVMAddGlobal(program, type, name);
        LLVMSetLinkage(stream, LLVMInternalLinkage);
        LLVMSetInitializer(stream, LLVMConstNull(type));
        LLVMSetInitializer(variable, stream);
        LLVMSetLinkage(variable, LLVMExternalLinkage);
    }
}
