#include "c/obstacle.h"

#include <llvm-c/Core.h>
#include <string.h>

#include "c/compile/assembly/text.h"
#include "c/compile/intrinsics.h"
#include "c/compile/link/link.h"
#include "c/compile/plain.h"
#include "c/compile/source.h"
#include "c/library/summary.h"

typedef struct Explain {
    Run *run;
    Sources *sources;
    Obstacles *out;
    ExplainedFunction *function;
    SourcePos pos; /* the last that is known */
} Explain;

static void add_obstacle(Explain *x, ObstacleKind kind, const char *what)
{
    vec_push(x->run, &x->out->list, ((Obstacle){kind, what, x->pos, x->function->name}));
}

/* ---- calls ---- */

static bool has_letter(const Summary *summary, const char *letters)
{
    return summary->uses[strcspn(summary->uses, letters)];
}

static void explain_summary(Explain *x, const Summary *summary, const char *name, bool is_used)
{
    static const char writes[] = {ARGUMENT_BUFFER,  ARGUMENT_STRING,
                                  ARGUMENT_TEXT,    ARGUMENT_POINTER,
                                  ARGUMENT_SIZED,   ARGUMENT_TAKEN,
                                  ARGUMENT_KEPT,    ARGUMENT_WRITTEN,
                                  ARGUMENT_CLOCK,   ARGUMENT_TIME,
                                  ARGUMENT_INT,     ARGUMENT_JUMP,
                                  ARGUMENT_ORDERED, 0};
    if (summary->result == SUMMARY_STOPS)
        add_obstacle(x, OBSTACLE_APPROXIMATED, run_format(x->run, "%s may not return", name));
    if (has_letter(summary, writes))
        add_obstacle(x, OBSTACLE_APPROXIMATED, run_format(x->run, "what %s writes is arbitrary", name));
    else if (is_used && summary->result != SUMMARY_ARBITRARY && summary->result != SUMMARY_FIXED &&
             summary->result != SUMMARY_STATUS && summary->result != SUMMARY_FIRST && summary->result != SUMMARY_STOPS)
        add_obstacle(x, OBSTACLE_APPROXIMATED, run_format(x->run, "the result of %s is arbitrary", name));
}

static void explain_library(Explain *x, LLVMValueRef call, LLVMValueRef callee, const char *name)
{
    Intrinsic intrinsic = intrinsic_find(name, !LLVMIsDeclaration(callee));
    const Summary *summary = summary_find(name);
    switch ((int)intrinsic) {
    case INTRINSIC_THREAD_CANCEL:
    case INTRINSIC_UNSUPPORTED_SYNC:
    case INTRINSIC_UNSUPPORTED: add_obstacle(x, OBSTACLE_ENDS, run_format(x->run, "%s is not supported", name)); return;
    case INTRINSIC_THREAD_CREATE:
        if (LLVMGetNumArgOperands(call) > 2 &&
            !LLVMIsAFunction(LLVMGetOperand(call, strcmp(name, "thrd_create") ? 2 : 1)))
            add_obstacle(x, OBSTACLE_MAY_END, "a thread whose start function is computed");
        return;
    case INTRINSIC_NONE:
    case INTRINSIC_IGNORE: break;
    default: return;
    }
    if (summary)
        explain_summary(x, summary, name, LLVMGetFirstUse(call) != NULL);
    else if (intrinsic == INTRINSIC_NONE)
        add_obstacle(x, OBSTACLE_APPROXIMATED, run_format(x->run, "nothing is known of %s, which has no body", name));
}

static void explain_assembly(Explain *x, LLVMValueRef call, LLVMValueRef callee)
{
    size_t length = 0;
    const char *text = LLVMGetInlineAsmAsmString(callee, &length);
    LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
    if (assembly_is_idle(text, length)) return;
    if (assembly_names_program(module, text, length))
        add_obstacle(x, OBSTACLE_ENDS, "inline assembly that names variables or functions, or calls");
    else
        add_obstacle(x, OBSTACLE_APPROXIMATED, "what inline assembly does is arbitrary");
}

static void explain_call(Explain *x, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    size_t n = 0;
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : "";
    if (LLVMIsAInlineAsm(callee))
        explain_assembly(x, call, callee);
    else if (!LLVMIsAFunction(callee))
        add_obstacle(x, OBSTACLE_MAY_END, "a call through a pointer");
    else if (strncmp(name, "llvm.mem", 8) == 0 && !LLVMIsAConstantInt(LLVMGetOperand(call, 2)))
        add_obstacle(x, OBSTACLE_APPROXIMATED, "memory of variable size is set or copied");
    else if (strncmp(name, "llvm.va_", 8) == 0)
        add_obstacle(x, OBSTACLE_APPROXIMATED, "variable arguments are arbitrary");
    else if (strncmp(name, "llvm.", 5) != 0 && LLVMIsDeclaration(callee))
        explain_library(x, call, callee, name);
}

/* ---- other instructions ---- */

/* Types of which there is no value in the model. */
static const char *unknown_type(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMVectorTypeKind:
    case LLVMScalableVectorTypeKind: return "vectors are not supported";
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFP128TypeKind: return "this floating-point type is not supported";
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth(type) > 128 ? "integers of more than 128 bits are not supported" : NULL;
    default: return NULL;
    }
}

static void explain_types(Explain *x, LLVMValueRef i)
{
    const char *what = unknown_type(LLVMTypeOf(i));
    for (int k = 0; !what && k < LLVMGetNumOperands(i); k++)
        what = unknown_type(LLVMTypeOf(LLVMGetOperand(i, (unsigned)k)));
    if (what) add_obstacle(x, OBSTACLE_ENDS, what);
}

static bool is_computed_number(LLVMValueRef v)
{
    return LLVMIsABinaryOperator(v) || LLVMIsATruncInst(v) || LLVMIsAZExtInst(v) || LLVMIsASExtInst(v);
}

static void explain_instruction(Explain *x, LLVMValueRef i)
{
    LLVMTypeRef type = LLVMTypeOf(i);
    explain_types(x, i);
    switch ((int)LLVMGetInstructionOpcode(i)) {
    case LLVMCall: explain_call(x, i); return;
    case LLVMIndirectBr: add_obstacle(x, OBSTACLE_ENDS, "this computed goto is not supported"); return;
    case LLVMCallBr:
        add_obstacle(x, OBSTACLE_ENDS, "inline assembly with results that may jump is not supported");
        return;
    case LLVMInsertValue: add_obstacle(x, OBSTACLE_MAY_END, "a struct passed by value"); return;
    case LLVMIntToPtr:
        if (is_computed_number(LLVMGetOperand(i, 0)))
            add_obstacle(x, OBSTACLE_MAY_END, "a computed number used as an address");
        return;
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem:
    case LLVMFCmp:
    case LLVMFPToSI:
    case LLVMFPToUI: add_obstacle(x, OBSTACLE_APPROXIMATED, "results of floating point are arbitrary"); return;
    default:
        if (LLVMIsABinaryOperator(i) && LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) > 64)
            add_obstacle(x, OBSTACLE_APPROXIMATED, "what is computed with integers of 128 bits is arbitrary");
        return;
    }
}

/* ---- functions ---- */

static void add_line(Explain *x)
{
    uint32_t n = x->function->lines.count;
    SourcePos line = {x->pos.file, x->pos.line, 0};
    for (uint32_t k = n; k-- > 0;)
        if (x->function->lines.data[k].line == line.line && x->function->lines.data[k].file == line.file) return;
    vec_push(x->run, &x->function->lines, line);
}

static void explain_function(Explain *x, LLVMValueRef function)
{
    size_t length = 0;
    ExplainedFunction f = {.name = LLVMGetValueName2(function, &length), .pos = sources_pos(x->sources, function)};
    x->function = &f;
    x->pos = f.pos;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            SourcePos pos = sources_pos(x->sources, i);
            if (pos.line) x->pos = pos;
            if (pos.line && !LLVMIsAAllocaInst(i) && !LLVMIsADbgInfoIntrinsic(i)) add_line(x);
            explain_instruction(x, i);
        }
    vec_push(x->run, &x->out->functions, f);
}

void obstacles_find(Run *run, const char *const *paths, uint32_t count, const FrontendOptions *options, Obstacles *out)
{
    LLVMModuleRef module = link_files(run, paths, count, options);
    Explain x = {.run = run, .sources = sources_new(run, paths, count), .out = out};
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        run_poll(run);
        if (!LLVMIsDeclaration(f) && !plain_is_wrapper(f)) explain_function(&x, f);
    }
}
