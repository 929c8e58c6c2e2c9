#include "frontend/code/unknown.h"

#include <string.h>

#include "base/check.h"
#include "frontend/code/computed.h"
#include "frontend/code/effect.h"
#include "frontend/code/result.h"
#include "frontend/memory/object.h"
#include "frontend/memory/operand.h"
#include "frontend/memory/values.h"
#include "frontend/model/emit.h"
#include "frontend/model/facts.h"
#include "frontend/model/names.h"
#include "frontend/module/summary.h"

static void warn_once(Lowering *L, const char *text)
{
    const Diags *diags = run_diags(L->run);
    for (uint32_t i = 0; i < diags->count; i++)
        if (strcmp(diags->data[i].text, text) == 0) return;
    diag_assume(L->run, SEVERITY_WARNING, L->pos, (Assumption){"functions without a body change nothing here", NULL},
                "%s", text);
}

/* A proof covers every result; a counterexample may need one that never comes back. */
void unknown_bind(Lowering *L, LLVMValueRef call, const char *name)
{
    Step step = {0};
    step.approximate = run_format(L->run, "the result of %s is arbitrary", name);
    if (call_is_void(call)) {
        step_emit(L, &step);
        return;
    }
    Sort sort = type_sort(L, LLVMTypeOf(call));
    VarId result = var_temporary(L, run_format(L->run, "%s.result", name), sort, true);
    CHECK(program_is_local_of(L->program, result, L->thread->id));
    step_assign(L, &step, result, fresh_input(L, sort, name));
    step_emit(L, &step);
    value_bind(L, L->frame, call, val_term(var_term(L, result)));
}

/* A function without a body changes nothing: one that has an address could. */
static void check_arguments(Lowering *L, LLVMValueRef call, const char *name)
{
    unsigned n = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < n; i++) {
        Val v = operand_val(L, LLVMGetOperand(call, i));
        bool is_address = v.kind == VAL_POINTER;
        if (v.kind == VAL_ADDRESS && val_is_address(&v))
            lower_refuse(L,
                         "an address is passed to %s, which has no body and could change what is there; give %s a body",
                         name, name);
        if (is_address) {
            const Object *o = &L->objects.data[v.object];
            is_address = o->kind != OBJECT_GLOBAL || !LLVMIsGlobalConstant(o->value);
        }
        if (is_address)
            lower_refuse(L, "%s is passed to %s, which has no body and could change it; give %s a body",
                         object_describe(L, &v), name, name);
        if (v.kind == VAL_FUNCTION)
            lower_refuse(L, "a function is passed to %s, which has no body and could call it; give %s a body", name,
                         name);
    }
}

void lower_unknown(Lowering *L, LLVMValueRef call, const char *name)
{
    const Summary *summary = summary_find(name);
    if (summary)
        lower_effects(L, call, summary);
    else
        check_arguments(L, call, name);
    if (!L->cursor.is_reachable) return;
    Val computed = computed_result(L, call, name);
    if (computed.kind != VAL_NONE) {
        operands_retire(L, call);
        statement_end(L);
        value_bind(L, L->frame, call, computed);
        return;
    }
    if (call_is_void(call) || !LLVMGetFirstUse(call))
        warn_once(L, run_format(L->run, "calls of `%s` are ignored: the function has no body", name));
    else
        warn_once(L, run_format(L->run, "result of `%s` is arbitrary: the function has no body", name));
    operands_retire(L, call);
    statement_end(L);
    if (summary && summary->result == SUMMARY_LIBRARY && !call_is_void(call) && LLVMGetFirstUse(call))
        unknown_bind(L, call, name);
    else
        call_bind_arbitrary(L, call, name);
}
