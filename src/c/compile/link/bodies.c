#include "c/compile/link/bodies.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "base/check.h"
#include "c/compile/driver.h"
#include "c/compile/link/printed.h"
#include "c/compile/link/scanned.h"
#include "c/compile/link/spoiled.h"
#include "c/compile/string_h.h"

static LLVMModuleRef read_body_module(LLVMModuleRef program, const char *name)
{
    size_t length = 0;
    const char *bitcode = library_bitcode(name, LLVMPointerSize(LLVMGetModuleDataLayout(program)) == 4, &length);
    CHECK(length > 0);
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(bitcode, length, name, 0);
    LLVMModuleRef module = NULL;
    bool failed = LLVMParseBitcodeInContext2(LLVMGetModuleContext(program), buffer, &module);
    LLVMDisposeMemoryBuffer(buffer);
    return failed ? NULL : module;
}

/* The program declares it in the same way, and uses it. */
static bool is_wanted(LLVMModuleRef program, LLVMValueRef body)
{
    size_t n = 0;
    const char *name = LLVMGetValueName2(body, &n);
    bool is_function = LLVMIsAFunction(body) != NULL;
    LLVMValueRef f = is_function ? LLVMGetNamedFunction(program, name) : LLVMGetNamedGlobal(program, name);
    return f && LLVMIsDeclaration(f) && LLVMGetFirstUse(f) && LLVMGlobalGetValueType(f) == LLVMGlobalGetValueType(body);
}

static bool may_be_left_out(LLVMModuleRef program, LLVMValueRef global, bool *wanted)
{
    bool is_own = LLVMGetLinkage(global) != LLVMExternalLinkage;
    *wanted = !is_own && !LLVMIsDeclaration(global) && is_wanted(program, global);
    return !*wanted && !LLVMGetFirstUse(global);
}

/* What nobody wants is left out, once nothing else is left that uses it. Returns whether anything is wanted. */
static bool choose_bodies(LLVMModuleRef program, LLVMModuleRef bodies)
{
    bool any, is_wanted_one, is_less = true;
    while (is_less) {
        any = is_less = false;
        for (LLVMValueRef f = LLVMGetFirstFunction(bodies), next; f; f = next) {
            next = LLVMGetNextFunction(f);
            bool is_idle = may_be_left_out(program, f, &is_wanted_one);
            any |= is_wanted_one;
            is_less |= is_idle;
            if (is_idle) LLVMDeleteFunction(f);
        }
        for (LLVMValueRef g = LLVMGetFirstGlobal(bodies), next; g; g = next) {
            next = LLVMGetNextGlobal(g);
            bool is_idle = may_be_left_out(program, g, &is_wanted_one);
            is_less |= is_idle;
            if (is_idle) LLVMDeleteGlobal(g);
        }
    }
    return any;
}

/* What the program has a body for already is another function, which the bodies must not call; nor may two of a name
 * meet. */
static void hide_bodies(LLVMModuleRef program, LLVMModuleRef bodies)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(bodies); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) && !is_wanted(program, f)) LLVMSetLinkage(f, LLVMInternalLinkage);
    for (LLVMValueRef g = LLVMGetFirstGlobal(bodies); g; g = LLVMGetNextGlobal(g))
        if (!LLVMIsDeclaration(g) && !is_wanted(program, g)) LLVMSetLinkage(g, LLVMInternalLinkage);
}

/* The function does nothing; what it returns is 0. */
static void empty_body(LLVMModuleRef bodies, const char *name)
{
    LLVMValueRef f = LLVMGetNamedFunction(bodies, name);
    if (!f) return;
    for (LLVMBasicBlockRef b; (b = LLVMGetFirstBasicBlock(f)) != NULL;)
        LLVMDeleteBasicBlock(b);
    LLVMContextRef context = LLVMGetModuleContext(bodies);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, f, "entry"));
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(f));
    if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(builder);
    else
        LLVMBuildRet(builder, LLVMConstNull(type));
    LLVMDisposeBuilder(builder);
}

/* In a program that never looks at errno nobody sets it: a variable of each thread is more than it needs. Where memory
 * safety is asked each text has its bytes: an access to one without would be told as a violation. */
static void settle_bodies(LLVMModuleRef program, LLVMModuleRef bodies, const FrontendOptions *options)
{
    const PropertySet memory =
        PROPERTY_BIT(PROPERTY_VALID_DEREF) | PROPERTY_BIT(PROPERTY_VALID_FREE) | PROPERTY_BIT(PROPERTY_VALID_MEMTRACK);
    if (!LLVMGetNamedFunction(program, "__errno_location")) {
        empty_body(bodies, "chorus_input_fails");
        empty_body(bodies, "chorus_input_is_closed");
    }
    if (options->properties & memory) empty_body(bodies, "chorus_input_is_number");
}

/* The arguments of main are those of the bodies from its beginning on; number is said there to fit them. */
static void set_arguments(LLVMModuleRef program)
{
    LLVMValueRef main = LLVMGetNamedFunction(program, "main");
    if (!main || LLVMIsDeclaration(main) || LLVMCountParams(main) < 2 || LLVMGetFirstUse(main)) return;
    LLVMValueRef number = LLVMGetParam(main, 0), texts = LLVMGetParam(main, 1);
    LLVMTypeRef types[] = {LLVMTypeOf(number)};
    bool is_usual = LLVMGetTypeKind(types[0]) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(types[0]) == 32 &&
                    LLVMGetTypeKind(LLVMTypeOf(texts)) == LLVMPointerTypeKind;
    if (!is_usual || !LLVMGetFirstUse(texts)) return;
    LLVMTypeRef type = LLVMFunctionType(LLVMTypeOf(texts), types, 1, false);
    LLVMValueRef give = LLVMAddFunction(program, "chorus_input_arguments", type);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(program));
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(main));
    while (LLVMIsAAllocaInst(first))
        first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(builder, first);
    LLVMMetadataRef subprogram = LLVMGetSubprogram(main);
    if (subprogram)
        LLVMSetCurrentDebugLocation2(builder, LLVMDIBuilderCreateDebugLocation(LLVMGetModuleContext(program),
                                                                               LLVMDISubprogramGetLine(subprogram), 0,
                                                                               subprogram, NULL));
    LLVMValueRef given = LLVMBuildCall2(builder, type, give, &number, 1, "texts");
    LLVMReplaceAllUsesWith(texts, given);
    LLVMDisposeBuilder(builder);
}

static bool link_text(Run *run, LLVMModuleRef program, const char *name, const FrontendOptions *options)
{
    LLVMModuleRef bodies = read_body_module(program, name);
    if (bodies) settle_bodies(program, bodies, options);
    if (bodies) spoiled_remove(program, bodies);
    bool any = bodies && choose_bodies(program, bodies);
    if (any) hide_bodies(program, bodies);
    if (bodies && !any) LLVMDisposeModule(bodies);
    if (any && LLVMLinkModules2(program, bodies))
        run_stop(run, STOP_UNSUPPORTED, "there are no bodies for functions of the library");
    return any;
}

/* Whether the program asks for memory, which it may not get: that is for the model to say. */
static bool may_run_out(LLVMModuleRef program)
{
    static const char *const names[] = {"malloc", "calloc", "realloc", "strdup", "posix_memalign", "aligned_alloc"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(program, names[i]);
        if (f && LLVMIsDeclaration(f) && LLVMGetFirstUse(f)) return true;
    }
    return false;
}

void bodies_link(Run *run, LLVMModuleRef program, const FrontendOptions *options)
{
    bool has_input = !spoiled_all(program), any = false;
    if (has_input) {
        set_arguments(program);
        scanned_replace(program);
        if (options->bodies == BODIES_ALL) printed_replace(program);
        any = link_text(run, program, INPUT_NAME, options);
    }
    if (options->bodies == BODIES_ALL) any |= link_text(run, program, STRING_H_NAME, options);
    if (!any && !(options->memory == MEMORY_FAILS && may_run_out(program)))
        run_stop(run, STOP_UNSUPPORTED, "there are no bodies for functions of the library");
}
