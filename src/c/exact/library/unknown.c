/* A function without a body that the table does not know, either.
 *
 * It may do whatever it likes to memory that can be reached from its arguments, while it runs: every scalar there gets
 * any value. Its result is any value; an address is one that could be reached so, one that was left outside before, or
 * one outside. What it does not do is taken for granted, and said: it does not
 * touch other variables of the program, it frees nothing and takes no locks, and it is finished with what it was given
 * when it returns, but for functions: those that can be reached may be called from then on (code/callback.h). */
#include "c/exact/library/unknown.h"

#include <string.h>

#include "base/check.h"
#include "c/compile/link/scanned.h"
#include "c/exact/library/argument.h"
#include "c/exact/library/extent.h"
#include "c/exact/library/inside.h"
#include "c/exact/library/reach.h"
#include "c/exact/library/weak.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/external.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/outside.h"
#include "c/exact/model/pointsto.h"
#include "c/exact/model/sync_type.h"
#include "c/exact/model/values.h"
#include "c/library/library_name.h"
#include "c/library/variable.h"

#define SIGACTION_64 152 /* bytes of a struct sigaction */
#define SIGACTION_32 140

Targets *unknown_reach(Lowering *L, LLVMValueRef call)
{
    Targets *targets = targets_new(L);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        Val v = operand_val(L, LLVMGetOperand(call, i));
        if (!val_is_address(&v)) continue;
        Val a = address_val(L, &v);
        targets_join(L->run, targets, a.targets);
    }
    reach_close(L, targets);
    inside_widen(L, targets);
    return targets;
}

/* Constants are read, and functions are looked at before. */
static bool is_memory_target(const Target *t)
{
    if (LLVMIsAFunction(t->value) || outside_is(t->value)) return false;
    return !LLVMIsAGlobalVariable(t->value) || !LLVMIsGlobalConstant(t->value);
}

/* Whether the function may access objects of the program, which may be gone, or smaller than it thinks. */
static bool has_memory(const Targets *targets)
{
    for (uint32_t i = 0; i < targets->list.count; i++)
        if (is_memory_target(&targets->list.data[i])) return true;
    return false;
}

/* Who calls functions of the program without an address of the program's. */
static const char *const passes_nothing[] = {"signal",  "sigaction", "__sysv_signal", "bsd_signal",
                                             "ssignal", "sigset",    "atexit",        "at_quick_exit"};

/* What the library may hand to a function of the program that it calls. */
static void leave_arguments(Lowering *L, LLVMValueRef call, const char *name, const Targets *targets)
{
    bool has_functions = false;
    for (size_t i = 0; i < sizeof passes_nothing / sizeof *passes_nothing; i++)
        if (strcmp(passes_nothing[i], name) == 0) return;
    for (uint32_t i = 0; i < targets->list.count; i++)
        has_functions |= LLVMIsAFunction(targets->list.data[i].value) != NULL;
    for (unsigned i = 0; has_functions && i < LLVMGetNumArgOperands(call); i++) {
        Val v = operand_val(L, LLVMGetOperand(call, i));
        external_leave(L, EXTERNAL_MEMORY, &v);
    }
}

/* Everything of that becomes arbitrary; targets grow by memory outside of the program, which the function may know. */
static bool type_has_lock(LLVMTypeRef type)
{
    bool has_lock = type && type_is_mutex(type);
    if (!type || has_lock) return has_lock;
    if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) return type_has_lock(LLVMGetElementType(type));
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind) return false;
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type) && !has_lock; i++)
        has_lock = type_has_lock(LLVMStructGetTypeAtIndex(type, i));
    return has_lock;
}

/* Whoever gets a lock may take it or give it back, in place of who calls. */
static void refuse_locks(Lowering *L, const char *name, const Targets *objects)
{
    if (!property_is_asked(L, PROPERTY_VALID_SYNC) || library_has_name(name)) return;
    bool has_lock = false;
    for (uint32_t i = 0; i < objects->list.count; i++) {
        const Object *o = &L->objects.data[object_of_target(L, &objects->list.data[i])];
        has_lock |= type_has_lock(o->type) || facts_has(L->facts, o->value, 0, FACT_SYNC);
        for (uint32_t k = 0; k < o->cells.count; k++)
            has_lock |= L->cells.data[o->cells.data[k]].kind == CELL_MUTEX;
    }
    if (has_lock)
        lower_refuse(L,
                     "%s has no body, and may take or give back a lock that it gets; give it one, or say what such "
                     "functions do (--unknown-functions)",
                     name);
}

static void write_all(Lowering *L, const char *name, Targets *targets, bool *writes)
{
    targets->has_number = false;
    Targets objects = {0}; /* once each */
    for (uint32_t i = 0; i < targets->list.count; i++) {
        const Target t = targets->list.data[i];
        bool is_new = is_memory_target(&t);
        for (uint32_t k = 0; k < objects.list.count; k++)
            is_new &= objects.list.data[k].value != t.value || objects.list.data[k].scope != t.scope;
        if (is_new) vec_push(L->run, &objects.list, t);
    }
    *writes = objects.list.count > 0;
    Val outside = external_address(L, EXTERNAL_MEMORY, address_number(L, 0));
    if (!library_is_confined(name)) targets_join(L->run, targets, outside.targets);
    WeakArea *areas = run_alloc(L->run, (objects.list.count + 1) * sizeof *areas);
    for (uint32_t i = 0; i < objects.list.count; i++)
        areas[i] = (WeakArea){
            .to = val_pointer(object_of_target(L, &objects.list.data[i]), 0), .bytes = UINT64_MAX, .targets = targets};
    refuse_locks(L, name, &objects);
    if (objects.list.count) weak_write(L, name, areas, objects.list.count);
    run_release(L->run, areas);
    vec_free(L->run, &objects.list);
}

/* Numbers that are read from a file: perhaps not all of them. */
static bool check_scanned(Lowering *L, LLVMValueRef call, const char *why)
{
    unsigned first, bytes[SCANNED_NUMBERS], count = scanned_numbers(L->module, call, &first, bytes);
    for (unsigned i = 0; i < count; i++) {
        Val v = operand_val(L, LLVMGetOperand(call, first + i));
        extent_limit(L, &v, bytes[i], why);
    }
    return count > 0;
}

/* valid-deref: whether what it is given is there. */
static void check_memory(Lowering *L, LLVMValueRef call, const char *name)
{
    const char *why = lower_reason(L, run_format(L->run, "how much memory %s accesses is not checked", name));
    if (check_scanned(L, call, why)) return;
    if (strcmp(name, "sigaction") != 0 || LLVMGetNumArgOperands(call) != 3) {
        emit_limit(L, TERM_NONE, why);
        return;
    }
    for (unsigned i = 1; i < 3; i++) {
        Val v = operand_val(L, LLVMGetOperand(call, i));
        if (!LLVMIsNull(LLVMGetOperand(call, i)))
            extent_limit(L, &v, L->pointer_width == 64 ? SIGACTION_64 : SIGACTION_32, why);
    }
}

/* Those that the program has; others are nobody's business. */
static void add_library_variables(Lowering *L, const char *name, Targets *targets)
{
    size_t row = 0;
    for (const char *variable; (variable = variable_written(name, &row));) {
        LLVMValueRef global = LLVMGetNamedGlobal(L->module, variable);
        if (global && LLVMIsDeclaration(global) && LLVMGetFirstUse(global))
            targets_add(L->run, targets, target_make(global, 0, 0, NULL, 0));
    }
}

const Targets *unknown_effects(Lowering *L, LLVMValueRef call, const char *name, bool *writes)
{
    Targets *targets = unknown_reach(L, call);
    add_library_variables(L, name, targets);
    leave_arguments(L, call, name, targets);
    bool has_handler = strcmp(name, "sigaction") == 0;
    if ((has_handler || has_memory(targets)) && deref_is_asked(L)) check_memory(L, call, name);
    write_all(L, name, targets, writes);
    external_add_shown(L, name, targets);
    return targets;
}

/* ---- calls of the front end's own ---- */

bool unknown_is_write(const char *name) { return strncmp(name, UNKNOWN_WRITES, strlen(UNKNOWN_WRITES)) == 0; }

Targets *unknown_written(Lowering *L, const char *name)
{
    Targets *targets = targets_new(L);
    bool is_kept = strcmp(name, UNKNOWN_WRITES_KEPT) == 0;
    targets_join(L->run, targets, external_left(L, is_kept ? EXTERNAL_KEPT : EXTERNAL_LENT));
    if (is_kept) return targets;
    reach_close(L, targets);
    inside_widen(L, targets);
    return targets;
}

void unknown_write(Lowering *L, const char *name)
{
    bool writes = false;
    write_all(L, "the library", unknown_written(L, name), &writes);
}
