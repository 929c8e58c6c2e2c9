#include "c/exact/code/template.h"

#include "base/check.h"
#include "c/compile/function.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/frame_check.h"

/* A parameter that is only copied into storage that nobody reads. */
static bool is_unused_parameter(FunctionInfo *info, LLVMValueRef parameter)
{
    for (LLVMUseRef u = LLVMGetFirstUse(parameter); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        const AllocaInfo *a = LLVMIsAStoreInst(user) ? function_alloca(info, LLVMGetOperand(user, 1)) : NULL;
        if (!a || !a->is_write_only) return false;
    }
    return true;
}

Thread *thread_of_function(Lowering *L, LLVMValueRef function)
{
    for (uint32_t i = 0; i < L->threads.count; i++)
        if (L->threads.data[i]->function == function) return L->threads.data[i];
    Thread *t = run_alloc(L->run, sizeof *t);
    t->function = function;
    t->info = function_info(L->functions, function);
    t->id = program_add_template(L->program, t->info->name);
    t->scope = context_of(L, NULL, function, NULL);
    unsigned n = LLVMCountParams(function);
    for (unsigned i = 0; i < n; i++) {
        ThreadParameter p = {0};
        p.is_unused = is_unused_parameter(t->info, LLVMGetParam(function, i));
        vec_push(L->run, &t->parameters, p);
    }
    vec_push(L->run, &L->threads, t);
    CHECK(model_threads_are_valid(L));
    return t;
}
