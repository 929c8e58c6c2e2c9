#include "c/outline/access.h"

#include "base/check.h"
#include "c/compile/memory_order.h"
#include "c/outline/arith.h"
#include "c/outline/emit.h"
#include "c/outline/memory.h"
#include "c/outline/value.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

static uint64_t bytes_of(const Outline *o, LLVMTypeRef type) { return LLVMABISizeOfType(o->survey->layout, type); }

/* The variable that the access is to, whatever happens; NO_ID: memory that is not followed, or perhaps another one. */
static VarId exact_variable(Outline *o, LLVMValueRef pointer, LLVMTypeRef type)
{
    const VarId none = {NO_ID};
    if (!outline_has_sort(type) || LLVMGetIntTypeWidth(type) % 8 != 0) return none;
    uint32_t cell = outline_cell(o, pointer, bytes_of(o, type), OUTLINE_NUMBER);
    return cell == UINT32_MAX ? none : o->cells.data[cell].var;
}

static bool is_used(LLVMValueRef i) { return LLVMGetFirstUse(i) != NULL; }

/* Where control stands, before it goes on. */
static void add_writes(Outline *o, LLVMValueRef i, const Ids *cells)
{
    for (uint32_t k = 0; k < cells->count; k++) {
        VarId var = o->cells.data[cells->data[k]].var;
        OutlineStep step = {.order = memory_order(i)};
        Saves none = {0};
        outline_assign(o, &step, var, outline_any(o, o->program->vars.data[var.i].sort));
        outline_edge(o, &step, &none, o->loc);
    }
}

/* Any of them change, in any order, as often as one likes: an access may be to several at once. */
static void write_any(Outline *o, LLVMValueRef i)
{
    const Ids *cells = outline_written(o, i);
    OutlineStep enter = {0};
    if (cells->count == 0) return;
    outline_step(o, &enter);
    add_writes(o, i, cells);
}

static void abstract_load(Outline *o, LLVMValueRef i)
{
    VarId from = exact_variable(o, LLVMGetOperand(i, 0), LLVMTypeOf(i));
    if (from.i == NO_ID) {
        outline_note(o, "what is read is any value where memory is not followed");
        outline_bind_any(o, i);
        return;
    }
    if (!is_used(i)) return;
    OutlineStep step = {.order = memory_order(i)};
    outline_assign(o, &step, outline_variable(o, i, 0), outline_term(o, from));
    outline_step(o, &step);
    outline_bind_variable(o, i, 0);
}

static void abstract_store(Outline *o, LLVMValueRef i)
{
    LLVMValueRef value = LLVMGetOperand(i, 0), pointer = LLVMGetOperand(i, 1);
    VarId to = exact_variable(o, pointer, LLVMTypeOf(value));
    if (to.i == NO_ID) {
        outline_note(o, "what is written is forgotten where memory is not followed");
        write_any(o, i);
        return;
    }
    OutlineStep step = {.order = memory_order(i)};
    outline_assign(o, &step, to, outline_operand(o, value));
    outline_step(o, &step);
}

static void abstract_rmw(Outline *o, LLVMValueRef i)
{
    LLVMValueRef pointer = LLVMGetOperand(i, 0), value = LLVMGetOperand(i, 1);
    VarId at = exact_variable(o, pointer, LLVMTypeOf(value));
    if (at.i == NO_ID) {
        outline_note(o, "atomic operations have any result where memory is not followed");
        write_any(o, i);
        outline_bind_any(o, i);
        return;
    }
    Term old = outline_term(o, at), new = outline_exchange(o, LLVMGetAtomicRMWBinOp(i), old, outline_operand(o, value));
    OutlineStep step = {.order = memory_order(i)};
    if (!term_is(new)) outline_note(o, "some arithmetic is arbitrary");
    outline_assign(o, &step, at, term_is(new) ? new : outline_any(o, term_sort(o->tm, old)));
    if (is_used(i)) outline_assign(o, &step, outline_variable(o, i, 0), old);
    outline_step(o, &step);
    if (is_used(i)) outline_bind_variable(o, i, 0);
}

/* Any value, if somebody asks for it, which succeeds or not. */
static void bind_exchange(Outline *o, LLVMValueRef i, Sort sort)
{
    if (!is_used(i)) return;
    outline_bind(o, i, 0, outline_any(o, sort));
    outline_bind(o, i, 1, outline_any(o, sort_bool()));
}

/* A weak exchange may fail whatever is there. */
static void lower_exchange(Outline *o, LLVMValueRef i)
{
    LLVMValueRef expected = LLVMGetOperand(i, 1);
    if (exchange_is_miscompiled(i)) {
        outline_limit(o, "a compound assignment to an _Atomic _Bool is compiled wrongly");
        return;
    }
    VarId at = exact_variable(o, LLVMGetOperand(i, 0), LLVMTypeOf(expected));
    if (at.i == NO_ID) {
        outline_note(o, "atomic operations have any result where memory is not followed");
        write_any(o, i);
        if (outline_has_sort(LLVMTypeOf(expected))) bind_exchange(o, i, outline_sort(LLVMTypeOf(expected)));
        return;
    }
    Term old = outline_term(o, at), same = term_eq(o->tm, old, outline_operand(o, expected));
    OutlineStep steps[2] = {{.guard = same}, {.guard = LLVMGetWeak(i) ? TERM_NONE : term_not(o->tm, same)}};
    steps[0].order = steps[1].order = memory_order(i);
    outline_assign(o, &steps[0], at, outline_operand(o, LLVMGetOperand(i, 2)));
    for (unsigned k = 0; k < 2 && is_used(i); k++) {
        outline_assign(o, &steps[k], outline_variable(o, i, 0), old);
        outline_assign(o, &steps[k], outline_variable(o, i, 1), term_bool(o->tm, k == 0));
    }
    outline_ways(o, steps, 2);
    if (!is_used(i)) return;
    outline_bind_variable(o, i, 0);
    outline_bind_variable(o, i, 1);
}

/* Using null is undefined: the path ends. An address to which nothing of the program's is ever assigned is null, too,
 * or a number that is none of its addresses: what is read there is any value, what is written there is not the
 * program's.
 */
static bool is_undefined(LLVMValueRef pointer) { return LLVMIsNull(pointer) || LLVMIsUndef(pointer); }

bool outline_access(Outline *o, LLVMValueRef i)
{
    bool is_load = LLVMIsALoadInst(i) != NULL, is_store = LLVMIsAStoreInst(i) != NULL;
    if (!is_load && !is_store && !LLVMIsAAtomicRMWInst(i) && !LLVMIsAAtomicCmpXchgInst(i)) return false;
    if (is_undefined(LLVMGetOperand(i, is_store ? 1 : 0)))
        o->is_reachable = false;
    else if (is_load)
        abstract_load(o, i);
    else if (is_store)
        abstract_store(o, i);
    else if (LLVMIsAAtomicRMWInst(i))
        abstract_rmw(o, i);
    else
        lower_exchange(o, i);
    return true;
}

void outline_library(Outline *o, LLVMValueRef call)
{
    const Ids *cells = outline_written(o, call);
    if (cells->count) outline_note(o, "what functions of the library write is arbitrary");
    write_any(o, call);
}

void outline_library_loop(Outline *o, LLVMValueRef call) { add_writes(o, call, outline_written(o, call)); }
