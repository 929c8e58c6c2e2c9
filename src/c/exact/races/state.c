/* A state is an object that no program can name. An access that certainly happens is exact, so that a race
 * is a counterexample: two calls that are documented to use one state race whatever the library does inside. What
 * may happen, or to memory that the program sees, is approximate: only a proof needs it. */
#include "c/exact/races/state.h"

#include <string.h>

#include "c/compile/link/streams.h"
#include "c/compile/state_object.h"
#include "c/exact/library/argument.h"
#include "c/exact/memory/external.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/assumption.h"
#include "c/exact/model/values.h"
#include "c/exact/races/record.h"
#include "c/library/variable.h"

static void race_object(Lowering *L, const Val *start, bool is_certain, bool is_write, bool is_atomic)
{
    RaceAccess access = {.address = *start, .bytes = WHOLE_OBJECT, .is_write = is_write, .is_atomic = is_atomic};
    access.is_approximate = !is_certain;
    if (L->cursor.is_reachable) race_accesses(L, NULL, &access, 1);
}

/* Where the program has it: nobody else uses it then. */
static void race_variable(Lowering *L, const char *variable, bool is_write)
{
    LLVMValueRef global = LLVMGetNamedGlobal(L->module, variable);
    if (!global || !LLVMGetFirstUse(global)) return;
    if (!LLVMIsDeclaration(global) && !streams_has_variable(global)) return;
    Val start = val_pointer(object_of_global(L, global), 0);
    bool is_certain = !is_write && (strcmp(variable, "stdout") == 0 || strcmp(variable, "stdin") == 0);
    race_object(L, &start, is_certain, is_write, false);
}

static void race_variables(Lowering *L, const char *name)
{
    size_t row = 0;
    for (const char *variable; (variable = variable_written(name, &row));)
        race_variable(L, variable, true);
    row = 0;
    for (const char *variable; (variable = variable_read(name, &row));)
        race_variable(L, variable, false);
}

/* Whether the call is given what it would keep, and certainly: then it does not go on with what was kept before. */
static bool is_certainly_given(Lowering *L, LLVMValueRef call, const StateUse *use)
{
    if (use->kept != 'w' || !use->keeps || use->keeps > LLVMGetNumArgOperands(call)) return false;
    return operand_val(L, LLVMGetOperand(call, use->keeps - 1)).kind == VAL_POINTER;
}

/* Objects of the program that calls were given before, to go on with them. */
static void race_kept_objects(Lowering *L, LLVMValueRef call, const StateUse *use)
{
    const Targets *targets = use->kept && !is_certainly_given(L, call, use) ? external_kept(L, use->state) : NULL;
    for (uint32_t i = 0; targets && i < targets->list.count; i++) {
        const Target t = targets->list.data[i];
        if (LLVMIsAFunction(t.value)) continue;
        Val start = val_pointer(object_of_target(L, &t), 0);
        race_object(L, &start, false, use->kept == 'w', use->access == STATE_SAFE);
    }
}

/* Whether a lock that the model does not know may order who uses the state: that of a stream. */
static bool may_be_locked(const Lowering *L, LibraryState state)
{
    bool is_stream = state == STATE_STDIN || state == STATE_STDOUT;
    return is_stream &&
           (LLVMGetNamedFunction(L->module, "flockfile") || LLVMGetNamedFunction(L->module, "ftrylockfile"));
}

/* How the call uses the state, by its arguments. False: it does not. */
static bool applies_to_call(Lowering *L, LLVMValueRef call, const StateUse *use, StateAccess *access)
{
    unsigned count = LLVMGetNumArgOperands(call);
    *access = use->access;
    if (use->if_null && use->if_null <= count) {
        LLVMValueRef argument = LLVMGetOperand(call, use->if_null - 1);
        if (argument_is_null(L, argument)) return true;
        if (operand_val(L, argument).kind == VAL_POINTER) return false;
        *access = STATE_MAY_WRITE;
    }
    if (use->if_given && use->if_given <= count) {
        LLVMValueRef argument = LLVMGetOperand(call, use->if_given - 1);
        bool is_certain = operand_val(L, argument).kind == VAL_POINTER;
        if (!is_certain) *access = argument_is_null(L, argument) ? STATE_MAY_READ : STATE_MAY_WRITE;
    }
    bool is_unset = use->if_set && use->if_set <= count && LLVMIsNull(LLVMGetOperand(call, use->if_set - 1));
    if (is_unset || may_be_locked(L, use->state)) *access = STATE_MAY_WRITE;
    return true;
}

static void race_use(Lowering *L, const StateUse *use, StateAccess access)
{
    Val start = val_pointer(object_of_global(L, state_object(L->module, use->state)), 0), shown;
    bool is_write = state_access_is_write(access);
    bool is_shown = external_shown(L, use->state, &shown);
    if (state_is_contended(L->module, use)) {
        bool is_certain = state_access_is_certain(access), is_locked = access == STATE_LOCKS;
        if (is_certain) race_object(L, &start, true, is_write, access == STATE_CHANGES);
        if (!is_certain || access == STATE_CHANGES) race_object(L, &start, false, is_write, is_locked);
    }
    for (size_t i = 0; use->state == STATE_ENVIRONMENT && state_environment(i); i++)
        race_variable(L, state_environment(i), is_write);
    if (use->state == STATE_ENVIRONMENT && is_write) { /* who has environ, or what getenv gave */
        shown = external_start(L, EXTERNAL_MEMORY);
        is_shown = true;
    }
    if (is_shown && is_write && access != STATE_LOCKS) race_object(L, &shown, false, true, false);
}

void race_state(Lowering *L, LLVMValueRef call, const char *name)
{
    const StateUse *use;
    StateAccess access;
    race_variables(L, name);
    for (size_t i = 0; (use = state_next(name, &i)) != NULL;) {
        if (!applies_to_call(L, call, use, &access)) continue;
        race_kept_objects(L, call, use);
        if (access == STATE_SAFE)
            assumption_state(L);
        else
            race_use(L, use, access);
    }
}
