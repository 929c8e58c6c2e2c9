/* Synchronisation objects are no data: what their functions do to them, their making and their end included, is no
 * access. What the functions store beside is one: the handle of a thread (as glibc does it, before the thread starts),
 * the result that a join gets, the value of a semaphore, a remaining time. To free memory is to write all of it.
 *
 * Of a string only the first byte is known to be read, or written; how far it goes on is not modelled. */
#include "c/exact/races/call.h"

#include <string.h>

#include "base/check.h"
#include "c/exact/library/reach.h"
#include "c/exact/library/room.h"
#include "c/exact/library/unknown.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/choices.h"
#include "c/exact/memory/external.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/pointsto.h"
#include "c/exact/model/values.h"
#include "c/exact/races/record.h"
#include "c/exact/races/state.h"
#include "c/exact/races/text.h"
#include "c/library/state.h"
#include "c/library/summary.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"

#define ACCESSES_MAX 16 /* of one call; what more arguments point to is refused */

typedef struct Calls {
    LLVMValueRef call;
    const char *name;
    RaceAccess list[ACCESSES_MAX];
    uint32_t count;
} Calls;

/* ---- one argument ---- */

static bool is_pointer(LLVMValueRef v) { return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind; }

/* Whether the argument may be the address of something. */
static bool may_point(Lowering *L, const Calls *c, unsigned k)
{
    if (k >= LLVMGetNumArgOperands(c->call) || !is_pointer(LLVMGetOperand(c->call, k))) return false;
    Val v = operand_val(L, LLVMGetOperand(c->call, k));
    return val_is_address(&v);
}

static void add_call_access(Lowering *L, Calls *c, unsigned k, uint64_t bytes, bool is_write, bool is_approximate)
{
    if (!may_point(L, c, k)) return;
    if (c->count == ACCESSES_MAX) lower_refuse(L, "%s with so many addresses is not supported", c->name);
    RaceAccess *a = &c->list[c->count++];
    *a = (RaceAccess){.pointer = LLVMGetOperand(c->call, k), .bytes = bytes};
    a->is_write = is_write;
    a->is_approximate = is_approximate;
}

/* From the first byte on, nobody knows how far. */
static void add_text_access(Lowering *L, Calls *c, unsigned k, bool is_write)
{
    add_call_access(L, c, k, 1, is_write, false);
    add_call_access(L, c, k, WHOLE_OBJECT, is_write, true);
}

/* ---- sizes that other arguments say ---- */

/* False: it is not constant. */
static bool constant_argument(Lowering *L, const Calls *c, unsigned k, uint64_t *n)
{
    if (k >= LLVMGetNumArgOperands(c->call)) return false;
    Val v = operand_val(L, LLVMGetOperand(c->call, k));
    if (v.kind != VAL_TERM || !term_is_const(L->tm, v.terms[0])) return false;
    *n = term_value(L->tm, v.terms[0]);
    return *n <= INT32_MAX;
}

/* n bytes, or at most n of them. */
static void add_sized(Lowering *L, Calls *c, unsigned k, uint64_t n, bool is_write, bool is_all)
{
    if (n == 0) return;
    add_call_access(L, c, k, is_all ? n : 1, is_write, false);
    if (!is_all && n > 1) add_call_access(L, c, k, n, is_write, true);
}

static bool is_one_of(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}
#define IS_ONE_OF(name, names) is_one_of(name, names, sizeof(names) / sizeof(names)[0])

/* Functions that read as many bytes as the argument behind the addresses says, or stop before. */
static const char *const counted[] = {"write", "memcmp", "bcmp", "strncmp", "strnlen"};
static const char *const times[] = {"nanosleep", "thrd_sleep", "clock_nanosleep"};

static void add_read_accesses(Lowering *L, Calls *c, unsigned k)
{
    uint64_t n, size;
    unsigned last = LLVMGetNumArgOperands(c->call) - 1;
    if (IS_ONE_OF(c->name, times)) {
        add_call_access(L, c, k, 2 * L->pointer_width / 8, false, false);
    } else if (IS_ONE_OF(c->name, counted)) {
        if (constant_argument(L, c, last, &n))
            add_sized(L, c, k, n, false, strcmp(c->name, "write") == 0);
        else
            add_call_access(L, c, k, WHOLE_OBJECT, false, true);
    } else if (strcmp(c->name, "fwrite") == 0) {
        if (constant_argument(L, c, 1, &size) && constant_argument(L, c, 2, &n))
            add_sized(L, c, k, n * size, false, true);
        else
            add_call_access(L, c, k, WHOLE_OBJECT, false, true);
    } else {
        add_text_access(L, c, k, false);
    }
}

/* Written, as many elements as argument `told` says. */
static void add_buffer_access(Lowering *L, Calls *c, unsigned k, unsigned told, uint64_t element, bool is_all)
{
    uint64_t n;
    if (constant_argument(L, c, told, &n))
        add_sized(L, c, k, n * element, true, is_all);
    else
        add_call_access(L, c, k, WHOLE_OBJECT, true, true);
}

/* Text that fits its array (library/room.h). What is appended begins where the text before ends, nobody knows where. */
static void add_written_text(Lowering *L, Calls *c, unsigned k)
{
    uint64_t room = text_room(LLVMGetOperand(c->call, k));
    add_call_access(L, c, k, 1, !strstr(c->name, "cat"), false);
    add_call_access(L, c, k, room == NO_ROOM_KNOWN ? WHOLE_OBJECT : room, true, true);
}

/* ---- by summary ---- */

/* The arguments from k on, of the format before: text that is printed, integers for %n. A pointer that is only printed
 * is not followed. Where the format is not known any of them may be written. */
static void add_printed_accesses(Lowering *L, Calls *c, const Summary *summary, unsigned k)
{
    const char *format = strpbrk(summary->uses, (char[]){ARGUMENT_FORMAT, ARGUMENT_WIDE_FORMAT, 0});
    Format f;
    CHECK(format && summary->uses[k] == ARGUMENT_REST);
    LLVMValueRef text = LLVMGetOperand(c->call, (unsigned)(format - summary->uses));
    bool is_known = text_format(L, text, *format == ARGUMENT_WIDE_FORMAT, &f);
    for (unsigned i = k; i < LLVMGetNumArgOperands(c->call); i++) {
        uint64_t bit = i - k < 64 ? UINT64_C(1) << (i - k) : 0;
        if (!is_known) add_call_access(L, c, i, WHOLE_OBJECT, true, true);
        if (is_known && f.some_texts & bit) add_call_access(L, c, i, 1, false, false);
        if (is_known && f.texts & bit) add_call_access(L, c, i, WHOLE_OBJECT, false, true);
    }
    for (uint32_t i = 0; is_known && i < f.count; i++)
        add_call_access(L, c, k + f.writes[i].argument, f.writes[i].bytes, true, false);
}

/* Perhaps all that the library can reach is written. */
static void race_reached(Lowering *L, const Targets *targets)
{
    for (uint32_t i = 0; i < targets->list.count && L->cursor.is_reachable; i++) {
        const Target t = targets->list.data[i];
        if (LLVMIsAFunction(t.value)) continue;
        RaceAccess access = {.bytes = WHOLE_OBJECT, .is_write = true, .is_approximate = true};
        access.address = val_pointer(object_of_target(L, &t), 0);
        race_accesses(L, NULL, &access, 1);
    }
}

static void race_kept_by_call(Lowering *L, LLVMValueRef argument)
{
    Val v = operand_val(L, argument);
    Targets *targets = targets_new(L);
    if (!val_is_address(&v)) return;
    targets_join(L->run, targets, address_val(L, &v).targets);
    reach_close(L, targets);
    race_reached(L, targets);
}

/* Whatever a call in the thread has passed to be found by va_arg may be read. */
static void add_list_accesses(Lowering *L, Calls *c)
{
    const Targets *targets = external_left(L, EXTERNAL_ARGUMENTS);
    for (uint32_t i = 0; i < targets->list.count && L->cursor.is_reachable; i++) {
        const Target t = targets->list.data[i];
        if (LLVMIsAFunction(t.value)) continue;
        RaceAccess access = {.bytes = WHOLE_OBJECT, .is_approximate = true};
        access.address = val_pointer(object_of_target(L, &t), 0);
        race_accesses(L, NULL, &access, 1);
    }
    CHECK(c->call != NULL);
}

/* Whether the library has a lock of its own while it uses what it is given (initstate). */
static bool is_safe(const char *name)
{
    const StateUse *use;
    for (size_t i = 0; (use = state_next(name, &i)) != NULL;)
        if (use->access == STATE_SAFE) return true;
    return false;
}

/* Written from now on: as a part of what the library keeps. */
static void add_written(Lowering *L, Calls *c, unsigned k)
{
    uint32_t before = c->count;
    add_text_access(L, c, k, true);
    for (uint32_t i = before; i < c->count; i++)
        c->list[i].is_atomic = is_safe(c->name);
}

/* Read from the first byte on; where it is written is not known. */
static void add_taken(Lowering *L, Calls *c, unsigned k)
{
    add_call_access(L, c, k, 1, false, false);
    add_call_access(L, c, k, WHOLE_OBJECT, true, true);
}

static void add_use_accesses(Lowering *L, Calls *c, const Summary *summary, unsigned k)
{
    uint64_t word = L->pointer_width / 8;
    switch ((ArgumentUse)summary->uses[k]) {
    case ARGUMENT_VALUE:
    case ARGUMENT_OBJECT:
    case ARGUMENT_LIBRARY: return;
    case ARGUMENT_LIST: add_list_accesses(L, c); return;
    case ARGUMENT_READ:
    case ARGUMENT_SENT: add_read_accesses(L, c, k); return;
    case ARGUMENT_ORDERED: add_call_access(L, c, k, WHOLE_OBJECT, true, true); return;
    case ARGUMENT_WRITTEN: add_written(L, c, k); return;
    case ARGUMENT_TAKEN: add_taken(L, c, k); return;
    case ARGUMENT_KEPT: race_kept_by_call(L, LLVMGetOperand(c->call, k)); return;
    case ARGUMENT_FORMAT:
    case ARGUMENT_WIDE_FORMAT: add_text_access(L, c, k, false); return;
    case ARGUMENT_BUFFER:
        add_buffer_access(L, c, k, k + 1, strchr(summary->uses, ARGUMENT_WIDE_FORMAT) ? 4 : 1, false);
        return;
    case ARGUMENT_SIZED: add_buffer_access(L, c, k, 2, 1, true); return;
    case ARGUMENT_NONDET: add_buffer_access(L, c, k, k + 1, 1, true); return;
    case ARGUMENT_STRING: add_text_access(L, c, k, true); return;
    case ARGUMENT_TEXT: add_written_text(L, c, k); return;
    case ARGUMENT_TIMESPEC: add_call_access(L, c, k, 2 * word, true, true); return;
    case ARGUMENT_CLOCK: add_call_access(L, c, k, 2 * word, true, false); return;
    case ARGUMENT_INT: /* a wait that fails writes nothing */
        add_call_access(L, c, k, 4, true, strncmp(c->name, "wait", 4) == 0);
        return;
    case ARGUMENT_JUMP: add_sized(L, c, k, summary_jump_bytes((unsigned)word), true, false); return;
    case ARGUMENT_TIME:
    case ARGUMENT_POINTER: add_call_access(L, c, k, word, true, false); return;
    case ARGUMENT_REST: add_printed_accesses(L, c, summary, k); return;
    }
}

static void add_summary_accesses(Lowering *L, Calls *c, const Summary *summary)
{
    unsigned known = (unsigned)strlen(summary->uses), count = LLVMGetNumArgOperands(c->call);
    for (unsigned k = 0; k < known && (k < count || summary->uses[k] == ARGUMENT_REST); k++)
        add_use_accesses(L, c, summary, k);
}

/* ---- by function ---- */

/* The time until which a function waits is its last argument. */
static void add_time(Lowering *L, Calls *c)
{
    if (!strstr(c->name, "timed") && !strstr(c->name, "clock")) return;
    add_call_access(L, c, LLVMGetNumArgOperands(c->call) - 1, 2 * L->pointer_width / 8, false, false);
}

static void add_intrinsic(Lowering *L, Calls *c, Intrinsic intrinsic)
{
    switch ((int)intrinsic) {
    case INTRINSIC_THREAD_CREATE: add_call_access(L, c, 0, L->pointer_width / 8, true, false); return;
    case INTRINSIC_KEY_CREATE: add_call_access(L, c, 0, 4, true, false); return;
    case INTRINSIC_CANCEL_STATE:
    case INTRINSIC_SEMAPHORE_GET: add_call_access(L, c, 1, 4, true, false); return;
    case INTRINSIC_FREE:
    case INTRINSIC_REALLOC:
        add_call_access(L, c, 0, WHOLE_OBJECT, true, false);
        if (c->count) c->list[0].is_free = true;
        return;
    case INTRINSIC_MUTEX_TIMEDLOCK:
    case INTRINSIC_COND_WAIT:
    case INTRINSIC_RWLOCK_TIMED_READ:
    case INTRINSIC_RWLOCK_TIMED_WRITE:
    case INTRINSIC_SEMAPHORE_TRY_WAIT: add_time(L, c); return;
    default: return;
    }
}

static bool is_race_summarized(Intrinsic intrinsic)
{
    return intrinsic == INTRINSIC_NONE || intrinsic == INTRINSIC_IGNORE || intrinsic == INTRINSIC_ZERO ||
           intrinsic == INTRINSIC_NONDET || intrinsic == INTRINSIC_NONDET_BOOL;
}

/* Attributes are data, which the model does not look into, and are read by who makes an object with them. How much of
 * them is accessed is not known. */
static void add_data_accesses(Lowering *L, Calls *c)
{
    static const char *const readers[] = {"pthread_create", "pthread_mutex_init", "pthread_rwlock_init",
                                          "pthread_cond_init", "pthread_barrier_init"};
    bool is_attribute = strncmp(c->name, "pthread_", 8) == 0 && strstr(c->name, "attr_");
    if (is_attribute) add_call_access(L, c, 0, WHOLE_OBJECT, true, true);
    if (IS_ONE_OF(c->name, readers)) add_call_access(L, c, 1, WHOLE_OBJECT, false, true);
}

void race_call(Lowering *L, LLVMValueRef call, Intrinsic intrinsic, const char *name)
{
    if (!races_are_asked(L)) return;
    Calls c = {.call = call, .name = name};
    const Summary *summary = is_race_summarized(intrinsic) ? summary_find(name) : NULL;
    if (!summary && unknown_is_write(name)) {
        race_reached(L, unknown_written(L, name));
        return;
    }
    if (!summary && intrinsic == INTRINSIC_NONE) {
        race_reached(L, unknown_reach(L, call));
        race_state(L, call, name);
        return;
    }
    add_data_accesses(L, &c);
    if (summary)
        add_summary_accesses(L, &c, summary);
    else
        add_intrinsic(L, &c, intrinsic);
    race_accesses(L, call, c.list, c.count);
    race_state(L, call, name);
}

/* ---- joins ---- */

RaceAfter race_call_begin(Lowering *L, LLVMValueRef call, Intrinsic intrinsic)
{
    RaceAfter after = {0};
    Calls c = {.call = call};
    if (!races_are_asked(L) || intrinsic != INTRINSIC_THREAD_JOIN || !may_point(L, &c, 1)) return after;
    values_flush(L);
    after.address = operand_val(L, LLVMGetOperand(call, 1));
    address_keep(L, &after.address);
    after.bytes = strcmp(L->callee, "thrd_join") == 0 ? 4 : L->pointer_width / 8;
    after.is_due = true;
    return after;
}

void race_call_end(Lowering *L, const RaceAfter *after)
{
    RaceAccess access = {.address = after->address, .bytes = after->bytes, .is_write = true};
    if (after->is_due) race_accesses(L, NULL, &access, 1);
}
