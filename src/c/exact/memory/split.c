#include "c/exact/memory/split.h"

#include "base/check.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/bounds.h"
#include "c/exact/memory/cell.h"
#include "c/exact/memory/choices.h"
#include "c/exact/memory/external.h"
#include "c/exact/memory/operand.h"
#include "c/exact/memory/place.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/pointsto.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"

/* For checks: places that can be accessed, each with a guard unless it is the only one. */
static bool branches_are_valid(const Lowering *L, const Branches *branches)
{
    uint32_t ways = branches->count + branches->limits.count;
    for (uint32_t i = 0; i < branches->count; i++) {
        const Branch *b = &branches->data[i];
        if (!place_is_valid(L, &b->place) || (b->place.kind == PLACE_OUTSIDE && !branches->outside)) return false;
        if (term_is(b->guard) ? term_sort(L->tm, b->guard).kind != SORT_BOOL : ways > 1) return false;
    }
    for (uint32_t i = 0; i < branches->limits.count; i++)
        if (!branches->limits.data[i].why) return false;
    return true;
}

bool access_begin(Lowering *L, bool is_shared)
{
    if (!is_shared) return false;
    bool flush = reads_are_pending(L) && (accesses_split(L) || L->cursor.has_boundary);
    if (flush) reads_flush(L);
    L->cursor.has_boundary = false;
    if (accesses_split(L)) L->cursor.order = MEMORY_ORDERED; /* of what nobody needs */
    CHECK(!accesses_split(L) || reads_are_saved(L));         /* this makes each read a step of its own */
    return flush;
}

bool branches_are_shared(const Branches *branches)
{
    for (uint32_t i = 0; i < branches->count; i++)
        if (branches->data[i].place.is_shared) return true;
    return false;
}

static Term guard_or_true(Lowering *L, Term guard) { return term_is(guard) ? guard : term_bool(L->tm, true); }

static bool is_beyond(Lowering *L, const Val *address, LLVMTypeRef type)
{
    uint64_t size = LLVMABISizeOfType(L->layout, L->objects.data[address->object].type);
    return address->count == 0 && address->offset + (int64_t)LLVMABISizeOfType(L->layout, type) > (int64_t)size;
}

/* valid-deref: what goes wrong at one target, and the guard where nothing does. */
static void add_violations(Lowering *L, Branches *branches, Branch *b)
{
    const char *name = L->objects.data[b->place.object].name;
    Term guard = guard_or_true(L, b->guard);
    if (term_is(b->place.dead)) {
        Term dead = term_and(L->tm, guard, b->place.dead);
        const char *why = bounds_dead_text(L, b->place.object), *reason = bounds_dead_reason(L, b->place.object);
        vec_push(L->run, &branches->violations, ((Limit){dead, why, reason}));
        b->guard = guard = term_and(L->tm, guard, term_not(L->tm, b->place.dead));
    }
    if (!term_is(b->place.inside)) return;
    Term outside = term_and(L->tm, guard, term_not(L->tm, b->place.inside));
    const char *why = run_format(L->run, "an access outside of `%s`", name);
    if (!term_is_false(L->tm, outside)) vec_push(L->run, &branches->violations, ((Limit){outside, why, NULL}));
    b->guard = term_and(L->tm, guard, b->place.inside);
}

/* Likewise, where the address is that of none of them. */
static void add_wild(Lowering *L, Branches *branches, const Choices *choices)
{
    Term wild = term_bool(L->tm, true);
    if (!deref_is_asked(L)) return;
    for (uint32_t i = 0; i < choices->count; i++) {
        const Choice *c = &choices->data[i];
        if (c->val.kind == VAL_POINTER) wild = term_and(L->tm, wild, term_not(L->tm, guard_or_true(L, c->guard)));
    }
    if (!term_is_false(L->tm, wild)) vec_push(L->run, &branches->violations, ((Limit){wild, BAD_POINTER, NULL}));
}

static void branches_clear(Branches *branches)
{
    branches->count = branches->limits.count = branches->violations.count = 0;
}

/* False: the model ends at the target. */
static bool branch_place(Lowering *L, const Val *address, LLVMTypeRef type, bool is_write, bool is_only,
                         Branches *branches, Branch *b)
{
    const char *why = NULL;
    if (is_only)
        b->place = place_find(L, address, type, is_write);
    else
        why = place_try(L, address, type, is_write, &b->place);
    if (why) {
        vec_push(L->run, &branches->limits, ((Limit){b->guard, why, NULL}));
        return false;
    }
    add_violations(L, branches, b);
    if (term_is(b->place.limit)) {
        Term beyond = term_and(L->tm, guard_or_true(L, b->guard), b->place.limit);
        vec_push(L->run, &branches->limits, ((Limit){beyond, place_overlay_reason(L), NULL}));
    }
    return b->place.kind != PLACE_OUTSIDE;
}

static bool branches_find(Lowering *L, const Val *address, LLVMTypeRef type, bool is_write, Branches *branches)
{
    Choices choices = {0};
    bool is_shared = false;
    branches_clear(branches);
    accesses_find(L, address, &choices);
    add_wild(L, branches, &choices);
    for (uint32_t i = 0; i < choices.count; i++) {
        const Choice *c = &choices.data[i];
        if (c->val.kind != VAL_POINTER) continue; /* a function is no data */
        Branch b = {.guard = c->guard};
        if (branches->outside && is_beyond(L, &c->val, type)) {
            b.place.kind = PLACE_OUTSIDE;
            vec_push(L->run, branches, b);
            continue;
        }
        if (!branch_place(L, &c->val, type, is_write, choices.count == 1, branches, &b)) continue;
        if (term_is(b.place.condition)) b.guard = term_and(L->tm, guard_or_true(L, b.guard), b.place.condition);
        is_shared |= b.place.is_shared;
        vec_push(L->run, branches, b);
    }
    vec_free(L->run, &choices);
    CHECK(branches_are_valid(L, branches) && is_shared == branches_are_shared(branches));
    return is_shared;
}

void branches_enter(Lowering *L, LLVMValueRef pointer, LLVMTypeRef type, bool is_write, Branches *branches)
{
    Val address = operand_val(L, pointer);
    bool is_shared = branches_find(L, &address, type, is_write, branches);
    if (!access_begin(L, is_shared)) return;
    address = operand_val(L, pointer);
    branches_find(L, &address, type, is_write, branches);
}

bool address_is_split(Lowering *L, const Val *address)
{
    Choices choices = {0};
    accesses_find(L, address, &choices);
    bool several = choices.count > 1;
    vec_free(L->run, &choices);
    return several;
}

bool operand_is_split(Lowering *L, LLVMValueRef pointer)
{
    Val address = operand_val(L, pointer);
    return address_is_split(L, &address);
}

void branches_emit(Lowering *L, Branches *branches, Step *steps, uint32_t per_branch)
{
    uint32_t count = branches->count * per_branch;
    CHECK(cursor_is_valid(L, &L->cursor));
    for (uint32_t i = 0; i < count; i++)
        CHECK(emitted_step_is_valid(L, &steps[i]));
    for (uint32_t i = 0; i < branches->violations.count; i++) {
        const Limit *v = &branches->violations.data[i];
        if (v->reason)
            bounds_emit_dead(L, v->guard, v->why, v->reason);
        else
            emit_violation(L, v->guard, PROPERTY_VALID_DEREF, v->why);
    }
    for (uint32_t i = 0; i < branches->limits.count; i++)
        emit_limit(L, branches->limits.data[i].guard, branches->limits.data[i].why);
    vec_free(L->run, branches);
    vec_free(L->run, &branches->limits);
    vec_free(L->run, &branches->violations);
    if (count == 0)
        condition_add(L, term_bool(L->tm, false));
    else
        steps_emit(L, steps, count);
    run_release(L->run, steps);
}

Val branches_read(Lowering *L, const Branches *branches, LLVMTypeRef type, const char *name, Step *steps,
                  uint32_t per_branch)
{
    bool is_address = type_is_pointer(type);
    Val *vals = run_alloc(L->run, (branches->count + 1) * sizeof *vals);
    for (uint32_t i = 0; i < branches->count; i++) {
        vals[i] = place_read(L, &branches->data[i].place);
        if (branches->data[i].place.kind == PLACE_OUTSIDE) vals[i] = *branches->outside;
        if (vals[i].kind == VAL_NONE) vals[i] = val_term(fresh_input(L, type_sort(L, type), "undefined"));
        CHECK(val_is_valid(L, &vals[i]) && val_fits(L, &vals[i], type));
        is_address |= vals[i].kind != VAL_TERM;
    }
    Term temporary = var_term(L, var_temporary(L, name, type_sort(L, type), !is_address));
    Val result = val_term(temporary);
    Targets *targets = is_address ? run_alloc(L->run, sizeof *targets) : NULL;
    for (uint32_t i = 0; i < branches->count; i++) {
        if (is_address) {
            vals[i] = address_val(L, &vals[i]);
            targets_join(L->run, targets, vals[i].targets);
        }
        for (uint32_t k = 0; k < per_branch; k++)
            step_assign(L, &steps[i * per_branch + k], (VarId){term_symbol(L->tm, temporary)}, vals[i].terms[0]);
    }
    run_release(L->run, vals);
    if (!is_address || (targets->list.count == 0 && targets->has_number)) return result;
    result.kind = VAL_ADDRESS;
    result.strides[0] = 1;
    result.targets = targets;
    return result;
}

Step *branches_steps(Lowering *L, const Branches *branches, uint32_t per_branch)
{
    Step *steps = run_alloc(L->run, (branches->count * per_branch + 1) * sizeof *steps);
    for (uint32_t i = 0; i < branches->count * per_branch; i++) {
        steps[i].guard = branches->data[i / per_branch].guard;
        if (branches->data[i / per_branch].place.kind == PLACE_EXTERNAL) steps[i].approximate = EXTERNAL_IS_ARBITRARY;
    }
    return steps;
}

void address_havoc(Lowering *L, const Val *address, LLVMTypeRef type, const char *name, const char *approximate)
{
    Branches branches = {0};
    branches_find(L, address, type, true, &branches);
    Step *steps = branches_steps(L, &branches, 1);
    Val value = val_term(fresh_input(L, type_sort(L, type), name));
    for (uint32_t i = 0; i < branches.count; i++) {
        steps[i].approximate = approximate;
        place_assign(L, &branches.data[i].place, &value, &steps[i]);
    }
    branches_emit(L, &branches, steps, 1);
}

static void record_part(Lowering *L, const AccessPart *part, bool is_shared)
{
    if (part) origin_part(L, part->fill, part->part, part->offset, part->size, is_shared);
}

/* Into a temporary, by a step of its own. */
static void save_val(Lowering *L, Val *v)
{
    Step step = {0};
    if (val_is_address(v)) *v = address_val(L, v);
    CHECK(v->count == 1);
    VarId temporary = var_temporary(L, "copy.tmp", term_sort(L->tm, v->terms[0]), v->kind == VAL_TERM);
    step_assign(L, &step, temporary, v->terms[0]);
    step_emit(L, &step);
    v->terms[0] = var_term(L, temporary);
}

Val address_read(Lowering *L, const Val *address, LLVMTypeRef type, const AccessPart *part, bool keeps)
{
    if (!address_is_split(L, address)) {
        Val only = *address;
        if (!address_settle(L, &only)) return val_none();
        Place place = place_find(L, &only, type, false);
        place_enter(L, &place);
        Val v = place_read(L, &place);
        record_part(L, part, place.is_shared);
        if (v.kind == VAL_NONE) v = val_term(fresh_input(L, type_sort(L, type), "undefined"));
        CHECK(val_fits(L, &v, type));
        if (place.is_shared || keeps) save_val(L, &v);
        return v;
    }
    Branches branches = {0};
    branches_find(L, address, type, false, &branches);
    Step *steps = branches_steps(L, &branches, 1);
    Val result = branches_read(L, &branches, type, "copy.tmp", steps, 1);
    record_part(L, part, branches_are_shared(&branches));
    branches_emit(L, &branches, steps, 1);
    return result;
}

Val address_read_or(Lowering *L, const Val *address, LLVMTypeRef type, const Val *outside)
{
    Branches branches = {.outside = outside};
    branches_find(L, address, type, false, &branches);
    Step *steps = branches_steps(L, &branches, 1);
    Val result = branches_read(L, &branches, type, "copy.tmp", steps, 1);
    branches_emit(L, &branches, steps, 1);
    return result;
}

void address_write(Lowering *L, const Val *address, LLVMTypeRef type, const Val *value, const AccessPart *part)
{
    if (!address_is_split(L, address)) {
        Val only = *address;
        if (!address_settle(L, &only)) return;
        Place place = place_find(L, &only, type, true);
        record_part(L, part, place.is_shared);
        place_write(L, &place, value);
        return;
    }
    Branches branches = {0};
    branches_find(L, address, type, true, &branches);
    Step *steps = branches_steps(L, &branches, 1);
    for (uint32_t i = 0; i < branches.count; i++)
        place_assign(L, &branches.data[i].place, value, &steps[i]);
    record_part(L, part, branches_are_shared(&branches));
    branches_emit(L, &branches, steps, 1);
}

void lower_load_split(Lowering *L, LLVMValueRef instruction)
{
    LLVMValueRef pointer = LLVMGetOperand(instruction, 0);
    LLVMTypeRef type = LLVMTypeOf(instruction);
    Branches branches = {0};
    branches_enter(L, pointer, type, false, &branches);
    Step *steps = branches_steps(L, &branches, 1);
    const char *name = run_format(L->run, "%s.target", value_name(L, pointer));
    Val result = branches_read(L, &branches, type, name, steps, 1);
    operands_retire(L, instruction);
    origin_access(L, instruction, branches_are_shared(&branches));
    branches_emit(L, &branches, steps, 1);
    L->cursor.is_mid = L->options->granularity == GRANULARITY_STATEMENT && L->cursor.is_reachable;
    value_bind(L, L->frame, instruction, result);
}

void lower_store_split(Lowering *L, LLVMValueRef instruction)
{
    LLVMValueRef value = LLVMGetOperand(instruction, 0), pointer = LLVMGetOperand(instruction, 1);
    LLVMTypeRef type = LLVMTypeOf(value);
    Val address = operand_val(L, pointer);
    Branches branches = {0};
    bool is_shared = branches_find(L, &address, type, true, &branches);
    if (accesses_split(L) && is_shared && reads_are_pending(L)) {
        reads_flush(L);
        address = operand_val(L, pointer);
        branches_find(L, &address, type, true, &branches);
    }
    Val v = operand_val(L, value);
    operands_retire(L, instruction);
    Step *steps = branches_steps(L, &branches, 1);
    for (uint32_t i = 0; i < branches.count; i++)
        place_assign(L, &branches.data[i].place, &v, &steps[i]);
    CHECK(is_shared == branches_are_shared(&branches)); /* after the flush, too */
    origin_access(L, instruction, is_shared);
    branches_emit(L, &branches, steps, 1);
}
