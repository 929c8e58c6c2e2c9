/* What is compared errs towards the library: where a program declares one of its functions by hand, or not at all, as
 * old programs do, the function is still the one that a linker would take. Only a declaration that cannot mean it is
 * another one's. */
#include "c/compile/link/known.h"

#include <string.h>

#include "base/check.h"
#include "c/compile/intrinsics.h"
#include "c/library/library_name.h"
#include "c/library/prototype.h"
#include "c/library/summary.h"
#include "c/library/variable.h"

/* Of verification tasks: names that no library has. */
static bool is_dialect(const char *name)
{
    if (strcmp(name, "rand") == 0 || strcmp(name, "random") == 0) return false;
    if (strncmp(name, "__VERIFIER_", 11) == 0 || strncmp(name, "__CPROVER_", 10) == 0) return true;
    Intrinsic meaning = intrinsic_find(name, false);
    return meaning == INTRINSIC_ASSUME || meaning == INTRINSIC_ASSERT || meaning == INTRINSIC_ERROR ||
           meaning == INTRINSIC_ATOMIC_BEGIN || meaning == INTRINSIC_ATOMIC_END || meaning == INTRINSIC_NONDET ||
           meaning == INTRINSIC_NONDET_BOOL;
}

bool known_function(const char *name)
{
    if (is_dialect(name)) return false;
    return intrinsic_find(name, false) != INTRINSIC_NONE || summary_find(name) || library_has_name(name) ||
           prototype_find(name);
}

/* What a linker itself defines is there, too. */
bool known_variable(const char *name)
{
    static const char *const names[] = {"etext",
                                        "_etext",
                                        "__etext",
                                        "edata",
                                        "_edata",
                                        "end",
                                        "_end",
                                        "__bss_start",
                                        "__ehdr_start",
                                        "__data_start",
                                        "data_start",
                                        "_DYNAMIC",
                                        "__executable_start",
                                        "_GLOBAL_OFFSET_TABLE_"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return variable_is_library(name);
}

/* ---- types ---- */

static PrototypeKind prototype_kind(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMIntegerTypeKind) return PROTOTYPE_INTEGER;
    if (kind == LLVMPointerTypeKind) return PROTOTYPE_POINTER;
    if (kind == LLVMVoidTypeKind) return PROTOTYPE_NOTHING;
    bool is_float = kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMX86_FP80TypeKind ||
                    kind == LLVMFP128TypeKind;
    return is_float ? PROTOTYPE_FLOAT : PROTOTYPE_MORE; /* none of the library's */
}

/* Other libraries of threads have pointers where glibc has numbers, and the reverse. */
static bool is_alike_kind(const char *name, PrototypeKind a, PrototypeKind b)
{
    bool is_float = a == PROTOTYPE_FLOAT || b == PROTOTYPE_FLOAT;
    bool is_thread =
        strncmp(name, "pthread_", 8) == 0 || strncmp(name, "thrd_", 5) == 0 || strncmp(name, "tss_", 4) == 0;
    return a == b || (is_thread && !is_float && a != PROTOTYPE_MORE);
}

/* A result may be dropped. Where the library has an address, old programs say a number. */
static bool prototype_result_fits(LLVMTypeRef type, PrototypeKind library, const char *name)
{
    PrototypeKind own = prototype_kind(type);
    return own == PROTOTYPE_NOTHING || own == PROTOTYPE_INTEGER || is_alike_kind(name, own, library);
}

static bool parameters_fit(LLVMValueRef function, const char *kinds, const char *name)
{
    unsigned n = LLVMCountParams(function);
    bool is_open = kinds[strlen(kinds) - 1] == PROTOTYPE_MORE;
    unsigned fixed = (unsigned)strlen(kinds) - is_open;
    if (is_open ? n < fixed : n != fixed) return false;
    for (unsigned k = 0; k < fixed; k++)
        if (!is_alike_kind(name, prototype_kind(LLVMTypeOf(LLVMGetParam(function, k))), kinds[k])) return false;
    return true;
}

/* ---- functions that are declared without types of parameters, or by their use ---- */

/* A zero stands for NULL. */
static bool argument_fits(LLVMValueRef argument, PrototypeKind library, const char *name)
{
    PrototypeKind own = prototype_kind(LLVMTypeOf(argument));
    bool is_zero = LLVMIsAConstantInt(argument) && LLVMConstIntGetZExtValue(argument) == 0;
    return is_alike_kind(name, own, library) || (is_zero && library == PROTOTYPE_POINTER);
}

static bool prototype_call_fits(LLVMValueRef call, const char *kinds, const char *name)
{
    unsigned n = LLVMGetNumArgOperands(call);
    for (unsigned k = 0; k < n && kinds[k] != PROTOTYPE_MORE; k++)
        if (!kinds[k] || !argument_fits(LLVMGetOperand(call, k), kinds[k], name)) return false;
    return true;
}

static bool calls_fit(LLVMValueRef function, const char *kinds, const char *name)
{
    for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        bool is_call = LLVMIsACallInst(call) && LLVMGetCalledValue(call) == function;
        if (is_call && !prototype_call_fits(call, kinds, name)) return false;
    }
    return true;
}

bool known_fits(LLVMValueRef function)
{
    size_t length = 0;
    const char *name = LLVMGetValueName2(function, &length), *kinds = prototype_find(name);
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    CHECK(LLVMIsAFunction(function));
    if (!kinds || intrinsic_find(name, true) != INTRINSIC_NONE) return true; /* reserved: it has one meaning */
    if (!prototype_result_fits(LLVMGetReturnType(type), kinds[0], name)) return false;
    bool is_open = LLVMIsFunctionVarArg(type);
    if (is_open && LLVMCountParams(function) == 0) return calls_fit(function, kinds + 1, name);
    if (is_open && kinds[strlen(kinds) - 1] != PROTOTYPE_MORE) return false;
    return parameters_fit(function, kinds + 1, name);
}
