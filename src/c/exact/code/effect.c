/* A summary becomes a list of writes. All of them are done together, on one of two ways that meet again behind them:
 *
 *   exact        what is known to happen in some run: %n writes the number of characters, a call that may or may not
 *                write does not
 *   approximate  everything that is written is arbitrary; a counterexample that goes this way must not depend on what
 *                is written (program/rests.h)
 *
 * A proof covers both. It would be unsound to leave out the second way, since output can fail and sleep can end early.
 */
#include "c/exact/code/effect.h"

#include <string.h>

#include "c/exact/code/callback.h"
#include "c/exact/code/fill.h"
#include "c/exact/code/given.h"
#include "c/exact/library/argument.h"
#include "c/exact/library/clock.h"
#include "c/exact/library/inside.h"
#include "c/exact/library/leave.h"
#include "c/exact/library/reach.h"
#include "c/exact/library/room.h"
#include "c/exact/library/text_end.h"
#include "c/exact/library/weak.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/argv.h"
#include "c/exact/memory/choices.h"
#include "c/exact/memory/external.h"
#include "c/exact/memory/merge.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/action.h"
#include "c/exact/model/assumption.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/outside.h"
#include "c/exact/model/values.h"
#include "c/exact/races/text.h"
#include "c/library/format.h"
#include "c/library/state.h"
#include "c/library/variable.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/term.h"

#define FORMAT_BYTES 8u  /* the largest integer that %n writes */
#define SIZE_ARGUMENT 2u /* of ARGUMENT_SIZED */
#define SMALL_BYTES 64u  /* of a buffer whose scalars are written one by one */

typedef enum WriteKind {
    WRITE_MAYBE,    /* or nothing */
    WRITE_COUNT,    /* a known number */
    WRITE_ALWAYS,   /* arbitrary, but not any value may be the result of a real run */
    WRITE_WEAK,     /* likewise, or nothing, or a part (library/weak.h) */
    WRITE_ARBITRARY /* likewise, and any value may be */
} WriteKind;

typedef struct Write {
    LLVMValueRef pointer;
    WriteKind kind;
    uint64_t bytes;
    bool is_open;           /* or fewer, if the object ends before */
    ClockForm clock;        /* WRITE_ALWAYS: what is written is a time */
    bool is_text;           /* the last byte stays as it was, or becomes 0: see text_is_ended */
    uint64_t value;         /* WRITE_COUNT */
    uint32_t object;        /* pointer is NULL */
    LLVMValueRef told;      /* WRITE_WEAK: the argument that says how many bytes at most; NULL: none does */
    const Targets *targets; /* WRITE_WEAK: of addresses that are written; NULL: outside of the program */
} Write;

typedef struct Effects {
    LLVMValueRef call;
    const char *name;
    VEC(Write) writes;
} Effects;

static void write_add(Lowering *L, Effects *effects, LLVMValueRef pointer, WriteKind kind, uint64_t bytes, bool is_open)
{
    if (!argument_may_point(L, pointer))
        lower_refuse(L, "%s writes through an argument that is no pointer; correct the call", effects->name);
    if (argument_is_null(L, pointer)) return; /* nothing is written, or that is undefined */
    vec_push(L->run, &effects->writes, ((Write){.pointer = pointer, .kind = kind, .bytes = bytes, .is_open = is_open}));
}

static void add_clock(Lowering *L, Effects *effects, LLVMValueRef argument, uint64_t bytes)
{
    uint32_t before = effects->writes.count;
    write_add(L, effects, argument, WRITE_ALWAYS, bytes, false);
    if (effects->writes.count > before)
        effects->writes.data[before].clock = clock_form(L, effects->call, effects->name);
}

/* ---- formats ---- */

/* first: of the arguments behind the format. */
static void add_format_writes(Lowering *L, Effects *effects, const Format *format, unsigned first)
{
    unsigned count = LLVMGetNumArgOperands(effects->call);
    for (uint32_t i = 0; i < format->count; i++) {
        const FormatWrite *w = &format->writes[i];
        if (first + w->argument >= count)
            lower_refuse(L, "the format of %s wants more arguments than there are; correct the call", effects->name);
        uint32_t before = effects->writes.count;
        write_add(L, effects, LLVMGetOperand(effects->call, first + w->argument), WRITE_ALWAYS, w->bytes, false);
        if (effects->writes.count == before) continue;
        effects->writes.data[before].kind = w->is_known ? WRITE_COUNT : WRITE_ALWAYS;
        effects->writes.data[before].value = w->count;
    }
}

static void add_format_argument(Lowering *L, Effects *effects, unsigned at, const char *uses, unsigned first)
{
    Format format = {.count = 0};
    LLVMValueRef text = LLVMGetOperand(effects->call, at);
    bool is_known = text_format(L, text, uses[at] == ARGUMENT_WIDE_FORMAT, &format);
    bool is_list = strchr(uses, ARGUMENT_LIST) != NULL;
    if (is_list && format.count)
        lower_refuse(L, "what %s writes through its list of arguments is not known; use a format without %%n",
                     effects->name);
    if (is_list) {
        if (!is_known) assumption_format(L);
        return;
    }
    if (is_known) {
        add_format_writes(L, effects, &format, first);
        return;
    }
    for (unsigned i = first; i < LLVMGetNumArgOperands(effects->call); i++)
        if (argument_is_writable(L, LLVMGetOperand(effects->call, i)))
            write_add(L, effects, LLVMGetOperand(effects->call, i), WRITE_MAYBE, FORMAT_BYTES, true);
}

/* ---- all arguments ---- */

/* Whether each scalar can be written by itself: few bytes at one place. */
static bool is_small_write(Lowering *L, LLVMValueRef pointer, uint64_t size)
{
    Val v = operand_val(L, pointer);
    return size <= SMALL_BYTES && v.kind == VAL_POINTER && v.count == 0;
}

static void add_weak(Lowering *L, Effects *effects, LLVMValueRef pointer, uint64_t bytes, const Targets *targets)
{
    uint32_t before = effects->writes.count;
    write_add(L, effects, pointer, WRITE_WEAK, bytes, true);
    if (effects->writes.count > before) effects->writes.data[before].targets = targets;
}

static void add_byte_writes(Lowering *L, Effects *effects, LLVMValueRef pointer, uint64_t size)
{
    if (is_small_write(L, pointer, size))
        write_add(L, effects, pointer, WRITE_ALWAYS, size, false);
    else
        add_weak(L, effects, pointer, size, NULL);
}

/* Into a buffer of so many bytes. */
static void add_text_bytes(Lowering *L, Effects *effects, LLVMValueRef pointer, uint64_t size)
{
    uint32_t before = effects->writes.count;
    add_weak(L, effects, pointer, size, NULL);
    if (effects->writes.count > before) effects->writes.data[before].is_text = true;
}

/* As many elements as argument `told` says. */
static void add_buffer_write(Lowering *L, Effects *effects, unsigned i, unsigned told, WriteKind kind, uint64_t element)
{
    LLVMValueRef pointer = LLVMGetOperand(effects->call, i);
    if (argument_is_null(L, pointer)) return;
    uint64_t size = argument_size(L, effects->call, told, element);
    if (size == UINT64_MAX && kind == WRITE_ARBITRARY)
        lower_refuse(L, "%s with a size that is not constant is not supported; use a constant size", effects->name);
    bool has_bytes = size > 0 && size != UINT64_MAX;
    uint32_t before = effects->writes.count;
    if (kind == WRITE_ARBITRARY)
        write_add(L, effects, pointer, kind, size, false);
    else if (has_bytes && deref_is_asked(L) && text_is_ended(effects->name))
        add_text_bytes(L, effects, pointer, size);
    else
        add_byte_writes(L, effects, pointer, size);
    bool is_told = size == UINT64_MAX && element == 1 && told < LLVMGetNumArgOperands(effects->call);
    if (is_told && effects->writes.count > before && effects->writes.data[before].kind == WRITE_WEAK)
        effects->writes.data[before].told = LLVMGetOperand(effects->call, told);
}

/* An address is stored there: in what the first argument points to, or outside of the program. */
static void add_pointer(Lowering *L, Effects *effects, LLVMValueRef argument)
{
    if (argument_is_null(L, argument)) return;
    Val first = operand_val(L, LLVMGetOperand(effects->call, 0));
    add_weak(L, effects, argument, L->pointer_width / 8, inside_targets(L, &first));
}

/* What may be written is not, where it is constant: nothing else is defined. */
static void add_string(Lowering *L, Effects *effects, LLVMValueRef argument)
{
    Val v = operand_val(L, argument);
    bool is_constant = v.kind == VAL_POINTER && object_is_constant(L, v.object);
    if (is_constant && !property_is_asked(L, PROPERTY_VALID_DEREF)) {
        assumption_constant(L);
        return;
    }
    bool is_known = v.kind == VAL_POINTER && v.count == 0 && v.offset >= 0;
    uint64_t size = is_known ? object_size(L, &L->objects.data[v.object]) : UINT64_MAX;
    if (is_known && size - (uint64_t)v.offset <= SMALL_BYTES)
        write_add(L, effects, argument, WRITE_ALWAYS, UINT64_MAX, true);
    else
        add_weak(L, effects, argument, UINT64_MAX, NULL);
}

static void add_string_or_records(Lowering *L, Effects *effects, unsigned i)
{
    uint64_t element = i == 0 ? argument_record_size(L, effects->call, effects->name) : 0;
    if (element > 0)
        add_buffer_write(L, effects, i, RECORD_COUNT, WRITE_ALWAYS, element);
    else
        add_string(L, effects, LLVMGetOperand(effects->call, i));
}

static void add_text_write(Lowering *L, Effects *effects, LLVMValueRef argument)
{
    uint64_t room = text_room(argument);
    if (room == NO_ROOM_KNOWN) {
        add_string(L, effects, argument);
        return;
    }
    assumption_text(L);
    add_byte_writes(L, effects, argument, room);
}

static void add_ordered(Lowering *L, Effects *effects, LLVMValueRef argument)
{
    if (argument_is_outside(L, argument)) return;
    leave_inside_kept(L, argument);
    add_weak(L, effects, argument, UINT64_MAX, NULL);
}

static void add_object_writes(Lowering *L, Effects *effects, const Targets *targets)
{
    for (uint32_t i = 0; i < targets->list.count; i++) {
        const Target t = targets->list.data[i];
        bool is_constant =
            LLVMIsAFunction(t.value) || (LLVMIsAGlobalVariable(t.value) && LLVMIsGlobalConstant(t.value));
        if (is_constant || outside_is(t.value)) continue;
        vec_push(
            L->run, &effects->writes,
            ((Write){.kind = WRITE_WEAK, .bytes = UINT64_MAX, .is_open = true, .object = object_of_target(L, &t)}));
    }
}

/* Objects whose addresses are kept there, directly or not: those of options' flags. */
static void add_kept_writes(Lowering *L, Effects *effects, LLVMValueRef argument)
{
    Val v = operand_val(L, argument);
    Targets *targets = targets_new(L);
    if (!val_is_address(&v)) return;
    reach_kept(L, address_val(L, &v).targets, targets);
    reach_close(L, targets);
    add_object_writes(L, effects, targets);
}

/* Where the program has them: others are nobody's business. */
static void add_variable_writes(Lowering *L, Effects *effects)
{
    size_t row = 0;
    for (const char *name; (name = variable_written(effects->name, &row));) {
        LLVMValueRef global = LLVMGetNamedGlobal(L->module, name);
        if (!global || !LLVMIsDeclaration(global) || !LLVMGetFirstUse(global)) continue;
        uint32_t object = object_of_global(L, global);
        vec_push(L->run, &effects->writes,
                 ((Write){.kind = WRITE_WEAK, .bytes = UINT64_MAX, .is_open = true, .object = object}));
    }
}

/* Without an argument it goes on with what it was given before. */
static void add_left_writes(Lowering *L, Effects *effects, LLVMValueRef argument)
{
    Val v = operand_val(L, argument);
    const StateUse *use;
    if (v.kind == VAL_POINTER) return;
    for (size_t i = 0; (use = state_next(effects->name, &i)) != NULL;)
        if (use->kept == 'w') add_object_writes(L, effects, external_kept(L, use->state));
}

static void add_argument_writes(Lowering *L, Effects *effects, const Summary *summary, unsigned i)
{
    LLVMValueRef argument = LLVMGetOperand(effects->call, i);
    uint64_t word = L->pointer_width / 8, element = strchr(summary->uses, ARGUMENT_WIDE_FORMAT) ? 4 : 1;
    switch ((ArgumentUse)summary->uses[i]) {
    case ARGUMENT_VALUE:
    case ARGUMENT_READ:
    case ARGUMENT_OBJECT:
    case ARGUMENT_LIBRARY:
    case ARGUMENT_LIST:
    case ARGUMENT_REST: return;
    case ARGUMENT_FORMAT:
    case ARGUMENT_WIDE_FORMAT: add_format_argument(L, effects, i, summary->uses, i + 1); return;
    case ARGUMENT_BUFFER: add_buffer_write(L, effects, i, i + 1, WRITE_ALWAYS, element); return;
    case ARGUMENT_SIZED: add_buffer_write(L, effects, i, SIZE_ARGUMENT, WRITE_ALWAYS, 1); return;
    case ARGUMENT_NONDET: add_buffer_write(L, effects, i, i + 1, WRITE_ARBITRARY, 1); return;
    case ARGUMENT_STRING: add_string_or_records(L, effects, i); return;
    case ARGUMENT_TEXT: add_text_write(L, effects, argument); return;
    case ARGUMENT_TIMESPEC: write_add(L, effects, argument, WRITE_MAYBE, 2 * word, false); return;
    case ARGUMENT_CLOCK: add_clock(L, effects, argument, 2 * word); return;
    case ARGUMENT_TIME: add_clock(L, effects, argument, word); return;
    case ARGUMENT_INT: write_add(L, effects, argument, WRITE_ALWAYS, 4, false); return; /* the old value is one, too */
    case ARGUMENT_JUMP: add_byte_writes(L, effects, argument, summary_jump_bytes((unsigned)word)); return;
    case ARGUMENT_POINTER: add_pointer(L, effects, argument); return;
    case ARGUMENT_ORDERED: add_ordered(L, effects, argument); return;
    case ARGUMENT_KEPT: add_kept_writes(L, effects, argument); return;
    case ARGUMENT_SENT: leave_kept(L, argument); return;
    case ARGUMENT_WRITTEN:
        if (!argument_is_null(L, argument)) lower_keeper(L, argument, effects->name);
        return;
    case ARGUMENT_TAKEN:
        leave_inside(L, argument);
        add_string(L, effects, argument);
        add_left_writes(L, effects, argument);
        return;
    }
}

static void find_call_writes(Lowering *L, Effects *effects, const Summary *summary)
{
    unsigned count = LLVMGetNumArgOperands(effects->call), known = (unsigned)strlen(summary->uses);
    for (unsigned i = 0; i < count && i < known; i++)
        add_argument_writes(L, effects, summary, i);
    add_variable_writes(L, effects);
    if (strchr(summary->uses, ARGUMENT_REST)) return;
    for (unsigned i = known; i < count; i++)
        if (argument_is_writable(L, LLVMGetOperand(effects->call, i)) &&
            !argument_is_outside(L, LLVMGetOperand(effects->call, i)))
            lower_refuse(L, "%s is called with an address that it does not expect; correct the call", effects->name);
}

/* ---- what is done ---- */

static bool writes_are_certain(const Effects *effects)
{
    for (uint32_t i = 0; i < effects->writes.count; i++)
        if (effects->writes.data[i].kind != WRITE_ARBITRARY) return false;
    return true;
}

static bool has_exact_way(const Effects *effects)
{
    for (uint32_t i = 0; i < effects->writes.count; i++)
        if (effects->writes.data[i].kind == WRITE_ALWAYS || effects->writes.data[i].kind == WRITE_WEAK) return false;
    return true;
}

static uint64_t write_size(Lowering *L, const Effects *effects, const Write *w, const Val *v)
{
    if (!w->is_open) return w->bytes;
    if (v->kind != VAL_POINTER || v->count)
        lower_refuse(L, "how much %s writes is not known; pass the start of one array", effects->name);
    int64_t rest = (int64_t)object_size(L, &L->objects.data[v->object]) - v->offset;
    uint64_t size = rest < 0 ? 0 : (uint64_t)rest;
    return size < w->bytes ? size : w->bytes;
}

static void assume_end(Lowering *L, LLVMValueRef call, LLVMValueRef pointer)
{
    Val to = operand_val(L, pointer);
    bool is_told = L->cursor.is_reachable && LLVMGetNumArgOperands(call) > TEXT_SIZE;
    Term end = is_told ? text_own_end(L, &to, LLVMGetOperand(call, TEXT_SIZE)) : TERM_NONE;
    if (term_is(end)) condition_add(L, end);
}

static void write_clock(Lowering *L, LLVMValueRef call, Val to, ClockForm form)
{
    uint64_t word = L->pointer_width / 8;
    memory_set(L, call, &to, word, clock_seconds(L));
    if (form == CLOCK_SECONDS || !L->cursor.is_reachable) return;
    to.offset += (int64_t)word;
    memory_set(L, call, &to, word, clock_parts(L, form));
}

/* TERM_NONE: it is no number of the width of an address. */
static Term told_bytes(Lowering *L, LLVMValueRef told)
{
    Val v = operand_val(L, told);
    bool is_number = v.kind == VAL_TERM && sort_same(term_sort(L->tm, v.terms[0]), sort_bv(L->pointer_width));
    return is_number ? v.terms[0] : TERM_NONE;
}

static void do_write(Lowering *L, const Effects *effects, const Write *w, bool is_exact)
{
    if (is_exact && w->kind == WRITE_MAYBE) return;
    Val to = w->pointer ? operand_val(L, w->pointer) : val_pointer(w->object, 0);
    if (w->kind == WRITE_WEAK) {
        WeakArea area = {.to = to, .bytes = w->bytes, .targets = w->targets, .is_text = w->is_text};
        if (w->told) area.length = told_bytes(L, w->told);
        weak_write(L, effects->name, &area, 1);
        if (w->is_text && text_is_surely_ended(effects->name)) assume_end(L, effects->call, w->pointer);
        return;
    }
    if (!address_settle(L, &to)) return;
    bool is_external = to.kind == VAL_POINTER && L->objects.data[to.object].is_external;
    if (is_external && (argv_is_array(L, to.object) || argv_is_text(L, to.object))) argv_refuse(L);
    if (is_external) return; /* forgotten */
    uint64_t bytes = write_size(L, effects, w, &to);
    if (w->clock != CLOCK_NONE)
        write_clock(L, effects->call, to, w->clock);
    else if (is_exact && w->kind == WRITE_COUNT)
        memory_set(L, effects->call, &to, bytes, term_bv(L->tm, 8 * (unsigned)bytes, w->value));
    else
        memory_havoc(L, effects->call, &to, bytes);
}

static void do_writes(Lowering *L, const Effects *effects, bool is_exact)
{
    for (uint32_t i = 0; i < effects->writes.count && L->cursor.is_reachable; i++) {
        do_write(L, effects, &effects->writes.data[i], is_exact);
        statement_end(L);
    }
}

/* One of the ways, from the place where the cursor is. The model ends where it cannot be gone. The approximate one is
 * an action: whichever of the writes the function makes, and with which values, it is one of those that the edges stand
 * for, and it returns. */
static void do_way(Lowering *L, const Effects *effects, bool is_exact, bool is_approximate)
{
    Step enter = {0};
    const uint32_t before = L->action;
    if (is_approximate) action_begin(L);
    if (is_approximate) enter.approximate = run_format(L->run, "what %s writes is arbitrary", effects->name);
    step_emit(L, &enter);
    Tolerance here = {.reason = NULL}, *outer = L->tolerance;
    L->tolerance = &here;
    if (setjmp(here.env) == 0) do_writes(L, effects, is_exact);
    L->tolerance = outer;
    action_end(L, before);
    if (!here.reason) return;
    diag_add(L->run, SEVERITY_WARNING, L->pos, "%s; what follows is not examined%s", here.text, here.remedy);
    if (!L->cursor.is_reachable) return;
    emit_limit(L, TERM_NONE, here.reason);
    condition_add(L, term_bool(L->tm, false));
}

/* Both ways; they join behind. */
static void do_both_ways(Lowering *L, const Effects *effects)
{
    Step saves = {0};
    step_save_all(L, &saves);
    step_emit(L, &saves);
    LocId start = cursor_loc(L);
    vec_free(L->run, &L->cursor.dangling); /* the copies must not share it */
    const Cursor here = L->cursor;
    BlockState join = {0};
    for (int is_exact = 0; is_exact < 2; is_exact++) {
        L->cursor = here;
        L->cursor.has_loc = true;
        L->cursor.loc = start;
        do_way(L, effects, is_exact, !is_exact);
        if (!L->cursor.is_reachable) continue;
        Step leave = {0};
        step_save_all(L, &leave);
        join_enter(L, &join, NULL, &leave, false);
    }
    Cursor after = {0};
    after.is_reachable = after.has_loc = join.has_loc;
    after.loc = join.loc;
    after.depth = join.depth;
    L->cursor = after;
}

void lower_effects(Lowering *L, LLVMValueRef call, const Summary *summary)
{
    const char *name = L->callee;
    Effects effects = {.call = call, .name = name};
    given_check(L, call, summary);
    if (!L->cursor.is_reachable) return;
    find_call_writes(L, &effects, summary);
    if (effects.writes.count) {
        origin_refuse(L, L->pos, run_format(L->run, "what %s writes cannot be chosen natively", name));
        values_flush(L);
        if (writes_are_certain(&effects))
            do_way(L, &effects, false, false);
        else if (has_exact_way(&effects))
            do_both_ways(L, &effects);
        else
            do_way(L, &effects, false, true);
    }
    vec_free(L->run, &effects.writes);
}
