#include "c/compile/link/bodies.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "base/check.h"
#include "c/compile/driver.h"
#include "c/compile/string_h.h"

static LLVMModuleRef read_body_module(LLVMModuleRef program, const Bitcode *bitcode)
{
    CHECK(bitcode->data && bitcode->length > 0);
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRange(bitcode->data, bitcode->length, STRING_H_NAME, 0);
    LLVMModuleRef module = NULL;
    bool failed = LLVMParseBitcodeInContext2(LLVMGetModuleContext(program), buffer, &module);
    LLVMDisposeMemoryBuffer(buffer);
    return failed ? NULL : module;
}

/* The program declares it in the same way, and calls it. */
static bool is_wanted(LLVMModuleRef program, LLVMValueRef body)
{
    size_t n = 0;
    LLVMValueRef f = LLVMGetNamedFunction(program, LLVMGetValueName2(body, &n));
    return f && LLVMIsDeclaration(f) && LLVMGetFirstUse(f) && LLVMGlobalGetValueType(f) == LLVMGlobalGetValueType(body);
}

/* The others are left out: nothing in the text calls them. */
static bool choose_bodies(LLVMModuleRef program, LLVMModuleRef bodies)
{
    bool any = false;
    for (LLVMValueRef f = LLVMGetFirstFunction(bodies), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        if (LLVMIsDeclaration(f) || LLVMGetLinkage(f) != LLVMExternalLinkage) continue;
        bool wanted = is_wanted(program, f);
        any |= wanted;
        if (!wanted && !LLVMGetFirstUse(f)) LLVMDeleteFunction(f);
    }
    return any;
}

void bodies_link(Run *run, LLVMModuleRef program)
{
    DataModel model = LLVMPointerSize(LLVMGetModuleDataLayout(program)) == 4 ? MODEL_ILP32 : MODEL_LP64;
    Bitcode bitcode = driver_compile_text(run, STRING_H_NAME, string_h_text(), model);
    LLVMModuleRef bodies = bitcode.data ? read_body_module(program, &bitcode) : NULL;
    bool any = bodies && choose_bodies(program, bodies);
    if (bodies && !any) LLVMDisposeModule(bodies);
    if (!any || LLVMLinkModules2(program, bodies))
        run_stop(run, STOP_UNSUPPORTED, "there are no bodies for functions of the library");
    run_release(run, bitcode.data);
}
