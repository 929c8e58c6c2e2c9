#include "c/exact/memory/external.h"

#include "base/check.h"
#include "c/compile/state_object.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/slot.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/outside.h"
#include "c/exact/model/pointsto.h"
#include "c/exact/model/values.h"

/* So large that no program comes to an end of it. */
static uint64_t external_bytes(const Lowering *L) { return L->pointer_width == 32 ? 1u << 24 : UINT64_C(1) << 40; }

/* Made when first asked for; the module keeps it, so that it is the same in every pass. */
static LLVMValueRef external_global(Lowering *L, External kind)
{
    static const char *const names[] = {OUTSIDE_PREFIX "external",  OUTSIDE_PREFIX "table", OUTSIDE_PREFIX "errno",
                                        OUTSIDE_PREFIX "arguments", OUTSIDE_PREFIX "argv",  OUTSIDE_PREFIX "argument",
                                        OUTSIDE_PREFIX "kept",      OUTSIDE_PREFIX "lent"};
    LLVMValueRef global = LLVMGetNamedGlobal(L->module, names[kind]);
    if (global) return global;
    LLVMTypeRef type = LLVMArrayType2(LLVMInt8TypeInContext(L->context), external_bytes(L));
    global = LLVMAddGlobal(L->module, type, names[kind]);
    LLVMSetGlobalConstant(global, kind == EXTERNAL_TABLE);
    LLVMSetThreadLocal(global, kind == EXTERNAL_OWN || kind == EXTERNAL_ARGUMENTS);
    return global;
}

Val external_start(Lowering *L, External kind) { return val_pointer(object_of_global(L, external_global(L, kind)), 0); }

/* What addresses the program has left there; as an argument, each thread for itself. */
static SlotKey left_slot(Lowering *L, External kind)
{
    return (SlotKey){external_global(L, kind), kind == EXTERNAL_ARGUMENTS ? L->thread->scope : 0, 0, SLOT_ARRAY};
}

static void add_byte_target(Lowering *L, LLVMValueRef global, uint32_t scope, Targets *targets)
{
    targets_add(L->run, targets, target_make(global, scope, 0, (uint64_t[]){1}, 1));
}

static void add_area(Lowering *L, External kind, Targets *targets)
{
    add_byte_target(L, external_global(L, kind), kind == EXTERNAL_ARGUMENTS ? L->thread->scope : 0, targets);
}

static void add_slot_targets(Lowering *L, const SlotKey *key, Targets *targets)
{
    slot_load(L, key, address_number(L, 0), true); /* what is left there counts from now on */
    targets_join(L->run, targets, slot_targets(L, key));
}

static void add_left_targets(Lowering *L, External kind, Targets *targets)
{
    SlotKey key = left_slot(L, kind);
    add_slot_targets(L, &key, targets);
}

Val external_address(Lowering *L, External kind, Term t)
{
    Targets *targets = targets_new(L);
    CHECK(kind != EXTERNAL_OWN && term_is(t));
    add_area(L, kind, targets);
    if (kind == EXTERNAL_MEMORY) add_left_targets(L, kind, targets);
    return address_of(t, targets);
}

Val external_area(Lowering *L, External kind, Term t)
{
    Targets *targets = targets_new(L);
    add_area(L, kind, targets);
    return address_of(t, targets);
}

const Targets *external_left(Lowering *L, External kind)
{
    Targets *targets = targets_new(L);
    add_left_targets(L, kind, targets);
    return targets;
}

void external_initial(Lowering *L, const SlotKey *slot)
{
    Val v = external_address(L, EXTERNAL_MEMORY, address_number(L, 0));
    slot_store(L, slot, &v, true);
}

/* What it points to; unlike address_val, good for operands that are not at hand any more: no term is looked at. */
static Targets *value_targets(Lowering *L, const Val *v)
{
    Targets *targets = targets_new(L);
    if (v->kind == VAL_FUNCTION) {
        object_base(L, object_of_function(L, v->function));
        targets_add(L->run, targets, target_make(v->function, 0, 0, NULL, 0));
    } else if (v->kind == VAL_POINTER) {
        const Object *o = &L->objects.data[v->object];
        targets_add(L->run, targets, target_make(o->value, o->scope, v->offset, v->strides, v->count));
        object_base(L, v->object);
    } else if (v->kind == VAL_ADDRESS) {
        targets_join_moved(L->run, targets, v->targets, v->offset, v->strides + 1, v->count - 1);
    }
    targets->has_number = false; /* a number is found there anyway */
    return targets;
}

static void leave_in_slot(Lowering *L, const SlotKey *key, const Val *v, bool is_shared)
{
    if (!val_is_address(v)) return;
    Val any = address_of(address_number(L, 0), value_targets(L, v));
    slot_store(L, key, &any, true);
    if (is_shared) targets_share(L, any.targets);
}

void external_leave(Lowering *L, External kind, const Val *v)
{
    SlotKey key = left_slot(L, kind);
    leave_in_slot(L, &key, v, kind == EXTERNAL_MEMORY || kind == EXTERNAL_KEPT);
}

/* ---- states ---- */

bool external_shown(Lowering *L, LibraryState state, Val *start)
{
    LLVMValueRef global = state_shown_object(L->module, state, external_bytes(L));
    if (global) *start = val_pointer(object_of_global(L, global), 0);
    return global != NULL;
}

bool external_add_shown(Lowering *L, const char *function, Targets *targets)
{
    bool is_any = false;
    const StateUse *row;
    for (size_t i = 0; (row = state_next(function, &i)) != NULL;) {
        LLVMValueRef global = state_shown_object(L->module, row->state, external_bytes(L));
        if (!global) continue;
        add_byte_target(L, global, 0, targets);
        is_any = true;
    }
    return is_any;
}

Val external_result(Lowering *L, const char *function, Term t)
{
    Targets *targets = targets_new(L);
    return external_add_shown(L, function, targets) ? address_of(t, targets) : external_address(L, EXTERNAL_MEMORY, t);
}

static SlotKey kept_slot(Lowering *L, LibraryState state)
{
    return (SlotKey){state_object(L->module, state), 0, 0, SLOT_ARRAY};
}

void external_keep(Lowering *L, LibraryState state, const Val *v)
{
    SlotKey key = kept_slot(L, state);
    leave_in_slot(L, &key, v, true);
}

const Targets *external_kept(Lowering *L, LibraryState state)
{
    SlotKey key = kept_slot(L, state);
    Targets *targets = targets_new(L);
    add_slot_targets(L, &key, targets);
    return targets;
}

/* ---- what is read ---- */

bool external_has_left(Lowering *L)
{
    return !outside_is_all(external_left(L, EXTERNAL_MEMORY)) || !outside_is_all(external_left(L, EXTERNAL_ARGUMENTS));
}

Val external_read(Lowering *L, uint32_t object, LLVMTypeRef type)
{
    LLVMValueRef global = L->objects.data[object].value;
    Term t = unknown_input(L, type_sort(L, type), "external");
    bool is_wide = sort_same(type_sort(L, type), sort_bv(L->pointer_width));
    if (LLVMGetTypeKind(type) != LLVMPointerTypeKind) {
        if (is_wide && !LLVMIsGlobalConstant(global) && external_has_left(L)) facts_note_numbers(L);
        return val_term(t);
    }
    if (LLVMIsGlobalConstant(global)) return external_address(L, EXTERNAL_TABLE, t);
    if (outside_is_shown(global)) {
        Targets *targets = targets_new(L);
        add_byte_target(L, global, 0, targets);
        add_left_targets(L, EXTERNAL_MEMORY, targets);
        return address_of(t, targets);
    }
    Val outside = external_address(L, EXTERNAL_MEMORY, t);
    if (global != external_global(L, EXTERNAL_ARGUMENTS)) return outside;
    Targets *targets = targets_new(L);
    targets_join(L->run, targets, outside.targets);
    add_left_targets(L, EXTERNAL_ARGUMENTS, targets);
    return address_of(t, targets);
}
