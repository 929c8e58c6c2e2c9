/* The library has opened the three before the program begins, and they are three: that they lead to objects which stay
 * is what C says. What the library keeps in such an object no program reads. */
#include "c/compile/link/streams.h"

#include <stdio.h>

#define STREAM_BYTES 216u /* of glibc's FILE */

void streams_define(LLVMModuleRef program)
{
    static const char *const names[] = {"stdin", "stdout", "stderr"};
    LLVMContextRef context = LLVMGetModuleContext(program);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef variable = LLVMGetNamedGlobal(program, names[i]);
        if (!variable || !LLVMIsDeclaration(variable) || !LLVMGetFirstUse(variable)) continue;
        if (LLVMGetTypeKind(LLVMGlobalGetValueType(variable)) != LLVMPointerTypeKind) continue;
        char name[32];
        snprintf(name, sizeof name, "%s.stream", names[i]);
        LLVMTypeRef type = LLVMArrayType2(LLVMInt8TypeInContext(context), STREAM_BYTES);
        LLVMValueRef stream = LLVMAddGlobal(program, type, name);
        LLVMSetLinkage(stream, LLVMInternalLinkage);
        LLVMSetInitializer(stream, LLVMConstNull(type));
        LLVMSetInitializer(variable, stream);
        LLVMSetLinkage(variable, LLVMExternalLinkage);
    }
}
