#include "c/exact/code/builtin.h"

#include <string.h>

#include "base/check.h"
#include "c/exact/code/arith.h"
#include "c/exact/code/fill.h"
#include "c/exact/code/havoc.h"
#include "c/exact/code/overflow.h"
#include "c/exact/code/thread.h"
#include "c/exact/code/unknown.h"
#include "c/exact/library/bits.h"
#include "c/exact/library/float.h"
#include "c/exact/library/list.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/assumption.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/frame_check.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/term.h"

static bool starts_with(const char *name, const char *prefix) { return strncmp(name, prefix, strlen(prefix)) == 0; }

static Term min_or_max(Lowering *L, LLVMValueRef call, TermKind less, bool is_max)
{
    Term a = operand_term(L, LLVMGetOperand(call, 0)), b = operand_term(L, LLVMGetOperand(call, 1));
    CHECK(sort_same(term_sort(L->tm, a), term_sort(L->tm, b)));
    Term a_less = term_binary(L->tm, less, a, b);
    return is_max ? term_ite(L->tm, a_less, b, a) : term_ite(L->tm, a_less, a, b);
}

/* What depends on the compiler, or on where the program runs: any value. */
static bool is_arbitrary_intrinsic(const char *name)
{
    static const char *const names[] = {"llvm.is.constant.",  "llvm.objectsize.",      "llvm.frameaddress.",
                                        "llvm.returnaddress", "llvm.readcyclecounter", "llvm.x86.rdtsc"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (starts_with(name, names[i])) return true;
    return false;
}

/* Without pointers: llvm.fabs, llvm.fmuladd, llvm.is.fpclass and so on. */
static bool is_float_builtin(LLVMValueRef call)
{
    bool found = type_is_float(LLVMTypeOf(call));
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, i));
        if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) return false;
        found |= type_is_float(type);
    }
    return found && LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind;
}

static bool builtin_val(Lowering *L, LLVMValueRef call, const char *name, Val *v)
{
    LLVMValueRef first = LLVMGetOperand(call, 0);
    if (starts_with(name, "llvm.threadlocal.address") || starts_with(name, "llvm.expect")) {
        *v = operand_val(L, first);
    } else if (starts_with(name, "llvm.smax")) {
        *v = val_term(min_or_max(L, call, TERM_SLT, true));
    } else if (starts_with(name, "llvm.smin")) {
        *v = val_term(min_or_max(L, call, TERM_SLT, false));
    } else if (starts_with(name, "llvm.umax")) {
        *v = val_term(min_or_max(L, call, TERM_ULT, true));
    } else if (starts_with(name, "llvm.umin")) {
        *v = val_term(min_or_max(L, call, TERM_ULT, false));
    } else if (starts_with(name, "llvm.abs")) {
        bool is_undefined = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)) != 0; /* without -fwrapv */
        *v = val_term(overflow_absolute(L, operand_term(L, first), is_undefined));
    } else if (starts_with(name, "llvm.bswap.")) {
        *v = val_term(bits_swapped(L, operand_term(L, first)));
    } else if (starts_with(name, "llvm.ctpop.i")) {
        *v = val_term(bits_ones(L, operand_term(L, first)));
    } else if (starts_with(name, "llvm.ctlz.i") || starts_with(name, "llvm.cttz.i")) {
        *v = val_term(
            bits_zeros(L, operand_term(L, first), starts_with(name, "llvm.ctlz.i"))); /* of 0: any value will do */
    } else if (starts_with(name, "llvm.fshl.i") || starts_with(name, "llvm.fshr.i")) {
        *v = val_term(bits_funnel(L, operand_term(L, first), operand_term(L, LLVMGetOperand(call, 1)),
                                  operand_term(L, LLVMGetOperand(call, 2)), starts_with(name, "llvm.fshl.i")));
    } else if (strstr(name, ".with.overflow.")) {
        *v = overflow_val(L, name + 5, operand_term(L, first), operand_term(L, LLVMGetOperand(call, 1)));
    } else {
        return false;
    }
    return true;
}

static bool has_no_effect(const char *name)
{
    static const char *const names[] = {"llvm.dbg.",
                                        "llvm.lifetime.",
                                        "llvm.prefetch",
                                        "llvm.stackrestore",
                                        "llvm.donothing",
                                        "llvm.pseudoprobe",
                                        "llvm.x86.sse2.pause",
                                        "llvm.x86.sse.sfence",
                                        "llvm.x86.sse2.lfence",
                                        "llvm.x86.sse2.mfence",
                                        "llvm.aarch64.hint",
                                        "llvm.aarch64.dmb",
                                        "llvm.aarch64.dsb",
                                        "llvm.aarch64.isb",
                                        "llvm.arm.hint",
                                        "llvm.arm.dmb"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (starts_with(name, names[i])) return true;
    return false;
}

void lower_builtin(Lowering *L, LLVMValueRef call, const char *name)
{
    Val v;
    CHECK(starts_with(name, "llvm."));
    if (starts_with(name, "llvm.dbg.declare")) {
        lower_declare(L, call);
    } else if (has_no_effect(name)) {
        operands_retire(L, call);
    } else if (starts_with(name, "llvm.memset.")) {
        lower_memset(L, call);
    } else if (starts_with(name, "llvm.memcpy.") || starts_with(name, "llvm.memmove.")) {
        lower_memcpy(L, call, starts_with(name, "llvm.memmove."));
    } else if (starts_with(name, "llvm.ubsantrap")) {
        overflow_trap(L);
        thread_halt(L);
    } else if (starts_with(name, "llvm.trap") || starts_with(name, "llvm.debugtrap")) {
        assumption_trap(L);
        thread_halt(L);
    } else if (starts_with(name, "llvm.assume")) {
        Term condition = operand_term(L, LLVMGetOperand(call, 0));
        CHECK(term_sort(L->tm, condition).kind == SORT_BOOL);
        condition_add(L, condition);
        operands_retire(L, call);
    } else if (starts_with(name, "llvm.va_")) {
        lower_list(L, call, name);
    } else if (starts_with(name, "llvm.stacksave")) {
        operands_retire(L, call);
        Val only_restored = val_term(term_bv(L->tm, L->pointer_width, 0));
        value_bind(L, L->frame, call, only_restored);
    } else if (is_arbitrary_intrinsic(name)) {
        operands_retire(L, call);
        statement_end(L);
        unknown_bind(L, call, name);
    } else if (is_float_builtin(call)) {
        lower_float(L, call);
    } else if (builtin_val(L, call, name, &v)) {
        CHECK(value_fits(L, &v, LLVMTypeOf(call)));
        operands_retire(L, call);
        value_bind(L, L->frame, call, v);
    } else {
        lower_refuse(L, "the builtin %s is not supported; rewrite it in plain C", name);
    }
}
