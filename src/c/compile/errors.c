/* A program that was written for SV-COMP calls reach_error, and its assertions are none of the property's business. Any
 * other program has assertions, and who asks for unreach-call means these.
 *
 * What refers to reach_error is followed upwards, through functions, constants and initialisers, to main. This errs
 * towards "it is called": then fewer calls are errors, each assertion that is none gets its note, and where no call of
 * reach_error is left the result line says that nothing was checked. */
#include "c/compile/errors.h"

#include "base/vec.h"
#include "c/compile/intrinsics.h"

#define FOLLOWED_MOST 4000 /* more is no program that never calls it */

typedef VEC(LLVMValueRef) Values;

static void add_value_once(Run *run, Values *values, LLVMValueRef value)
{
    for (uint32_t i = 0; i < values->count; i++)
        if (values->data[i] == value) return;
    vec_push(run, values, value);
}

static bool main_refers_to(Run *run, LLVMModuleRef module, const char *name)
{
    LLVMValueRef error = LLVMGetNamedFunction(module, name), main_function = LLVMGetNamedFunction(module, "main");
    Values values = {0};
    bool is_found = false;
    if (!error) return false;
    add_value_once(run, &values, error);
    for (uint32_t i = 0; i < values.count && !is_found; i++) {
        for (LLVMUseRef use = LLVMGetFirstUse(values.data[i]); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            bool is_instruction = LLVMIsAInstruction(user) != NULL;
            add_value_once(run, &values,
                           is_instruction ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) : user);
        }
        is_found = values.data[i] == main_function || i == FOLLOWED_MOST;
    }
    vec_free(run, &values);
    return is_found;
}

FrontendOptions errors_decide(Run *run, LLVMModuleRef module, const FrontendOptions *options)
{
    FrontendOptions own = *options;
    if (options->program_says_errors)
        own.only_reach_error =
            main_refers_to(run, module, "reach_error") || main_refers_to(run, module, "__VERIFIER_error");
    return own;
}

/* Whether a call of that name can be an error, with a body of the program's or without. */
static bool is_error_name(const char *name, const FrontendOptions *options)
{
    for (int has_body = 0; has_body <= 1; has_body++) {
        Intrinsic intrinsic = intrinsic_find(name, has_body != 0);
        bool is_end = intrinsic == INTRINSIC_HALT && options->abort_fails;
        if (is_end || intrinsic == INTRINSIC_ASSERT || intrinsic == INTRINSIC_ERROR || intrinsic == INTRINSIC_PLACE)
            return true;
    }
    return false;
}

bool errors_have_calls(LLVMModuleRef module, const FrontendOptions *options)
{
    size_t length;
    if (options->place_count || LLVMGetFirstGlobalIFunc(module)) return true;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (LLVMGetFirstUse(f) && is_error_name(LLVMGetValueName2(f, &length), options)) return true;
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(module); a; a = LLVMGetNextGlobalAlias(a))
        if (is_error_name(LLVMGetValueName2(a, &length), options)) return true;
    return false;
}
