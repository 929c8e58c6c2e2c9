#include "c/survey/effect.h"

#include <string.h>
#include <sys/prctl.h>

#include "base/check.h"
#include "c/library/variable.h"
#include "c/survey/call.h"
#include "c/survey/callback.h"
#include "c/survey/gather.h"
#include "c/survey/library_state.h"
#include "c/survey/object.h"
#include "c/survey/print.h"
#include "c/survey/solve.h"

typedef struct Effects {
    Survey *s;
    EffectVisit *visit;
    void *arg;
} Effects;

static void add_access_effect(const Effects *e, LLVMValueRef pointer, uint64_t bytes, bool is_write)
{
    if (LLVMGetTypeKind(LLVMTypeOf(pointer)) != LLVMPointerTypeKind || LLVMIsNull(pointer)) return;
    SurveyEffect effect = {.pointer = pointer, .bytes = bytes, .is_write = is_write};
    e->visit(e->arg, &effect);
}

static void add_all_effects(const Effects *e, LLVMValueRef pointer, bool is_reached)
{
    if (!may_hold(LLVMTypeOf(pointer)) || LLVMIsNull(pointer) || LLVMIsAConstantInt(pointer)) return;
    SurveyEffect effect = {.pointer = pointer, .is_write = true, .is_all = true, .is_reached = is_reached};
    e->visit(e->arg, &effect);
}

static void add_freed(const Effects *e, LLVMValueRef pointer)
{
    if (LLVMIsNull(pointer) || LLVMIsAConstantInt(pointer)) return;
    SurveyEffect effect = {.pointer = pointer, .is_write = true, .is_all = true, .is_freed = true};
    e->visit(e->arg, &effect);
}

bool effect_is_to(const Survey *s, const SurveyEffect *effect, uint32_t place)
{
    const SurveyPlace *p = &s->places.data[place];
    const SurveyObject *o = &s->objects.data[p->object];
    if (!effect->is_freed) return true;
    return (o->kind == SURVEY_HEAP || (o->kind == SURVEY_OUTSIDE && !o->value)) &&
           (p->offset == 0 || p->offset == ANYWHERE);
}

const Ids *effect_targets(const Survey *s, LLVMValueRef value)
{
    uint32_t id = pointer_find(&s->node_ids, value);
    return id == INTERN_NONE ? NULL : node_targets(s, s->value_nodes.data[id]);
}

/* Nobody knows how far: in an array of bytes that is some of its elements. */
bool effect_range(const Survey *s, uint32_t place, const SurveyEffect *e, uint64_t *from, uint64_t *to)
{
    if (e->is_all || s->places.data[place].offset == ANYWHERE) return false;
    if (e->bytes > 0) return place_range(s, place, e->bytes, from, to);
    if (!place_is_text(s, place, from)) return false;
    *to = *from + 1;
    return true;
}

static uint64_t constant_size(LLVMValueRef call, unsigned k)
{
    if (k >= LLVMGetNumArgOperands(call) || !LLVMIsAConstantInt(LLVMGetOperand(call, k))) return 0;
    return LLVMConstIntGetZExtValue(LLVMGetOperand(call, k));
}

static bool is_atomic_instruction(LLVMValueRef i)
{
    if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) return LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic;
    return LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i);
}

static void add_memory_effect(const Effects *e, LLVMValueRef i)
{
    bool is_store = LLVMIsAStoreInst(i);
    LLVMValueRef value = is_store ? LLVMGetOperand(i, 0) : LLVMIsALoadInst(i) ? i : LLVMGetOperand(i, 1);
    SurveyEffect effect = {.pointer = LLVMGetOperand(i, is_store ? 1 : 0),
                           .bytes = LLVMABISizeOfType(e->s->layout, LLVMTypeOf(value)),
                           .is_write = !LLVMIsALoadInst(i),
                           .is_atomic = is_atomic_instruction(i)};
    e->visit(e->arg, &effect);
}

/* ---- the library ---- */

static bool is_named(const char *name, const char *const *names)
{
    while (*names && strcmp(name, *names) != 0)
        names++;
    return *names != NULL;
}

/* The size of a buffer, where the argument behind it is that in bytes; 0: it is not, or not known. */
static uint64_t told_size(LLVMValueRef call, unsigned k, const char *name)
{
    static const char *const names[] = {"read",   "recv",   "recvfrom", "pread",    "pread64",   "write", "send",
                                        "sendto", "pwrite", "pwrite64", "snprintf", "vsnprintf", "fgets", NULL};
    return is_named(name, names) ? constant_size(call, k + 1) : 0;
}

static void add_format_effects(const Effects *e, LLVMValueRef call, unsigned first, bool is_write)
{
    for (unsigned k = first; k < LLVMGetNumArgOperands(call); k++)
        add_access_effect(e, LLVMGetOperand(call, k), 0, is_write);
}

/* What the arguments in a va_list point to; which they are, only memory tells: all that can be reached. */
static void add_list_effect(const Effects *e, LLVMValueRef list, bool is_write)
{
    SurveyEffect effect = {.pointer = list, .is_write = is_write, .is_all = true, .is_reached = true};
    if (may_hold(LLVMTypeOf(list))) e->visit(e->arg, &effect);
}

/* What is printed, from argument k on: read, and written where the format may have %n. */
static void add_printed_effects(const Effects *e, LLVMValueRef call, unsigned k, const char *name)
{
    bool is_list = false;
    LLVMValueRef format = print_format(call, name, &is_list);
    bool is_write = format && print_kind(e->s, format) == PRINT_WRITES;
    if (is_list && k < LLVMGetNumArgOperands(call))
        add_list_effect(e, LLVMGetOperand(call, k), is_write);
    else
        add_format_effects(e, call, k, is_write);
}

/* asprintf(&result, format, ...) */
static void add_output_effects(const Effects *e, LLVMValueRef call, const char *name)
{
    add_access_effect(e, LLVMGetOperand(call, 0), 8, true);
    if (strstr(name, "printf") && LLVMGetNumArgOperands(call) > 2) add_printed_effects(e, call, 2, name);
}

/* An object that the library looks into, at least four bytes. */
static void add_object_effect(const Effects *e, LLVMValueRef object, bool is_lock)
{
    if (LLVMGetTypeKind(LLVMTypeOf(object)) != LLVMPointerTypeKind || LLVMIsNull(object)) return;
    SurveyEffect effect = {.pointer = object, .bytes = 4, .is_write = true, .is_atomic = is_lock, .is_lock = is_lock};
    e->visit(e->arg, &effect);
}

/* Several threads may signal a condition; nothing else may be done to an object by two at once. */
static bool is_signal(const char *name)
{
    static const char *const names[] = {"pthread_cond_signal", "pthread_cond_broadcast", "cnd_signal", "cnd_broadcast",
                                        NULL};
    return is_named(name, names);
}

static void add_argument_effect(const Effects *e, LLVMValueRef call, unsigned k, char use, const char *name)
{
    LLVMValueRef argument = LLVMGetOperand(call, k);
    switch ((ArgumentUse)use) {
    case ARGUMENT_VALUE:
    case ARGUMENT_LIBRARY: break;
    case ARGUMENT_OBJECT: add_object_effect(e, argument, is_signal(name)); break;
    case ARGUMENT_READ:
    case ARGUMENT_FORMAT:
    case ARGUMENT_WIDE_FORMAT:
    case ARGUMENT_SENT: add_access_effect(e, argument, told_size(call, k, name), false); break;
    case ARGUMENT_BUFFER:
    case ARGUMENT_NONDET: add_access_effect(e, argument, told_size(call, k, name), true); break;
    case ARGUMENT_TIMESPEC:
    case ARGUMENT_CLOCK: add_access_effect(e, argument, 16, true); break;
    case ARGUMENT_INT: add_access_effect(e, argument, 4, true); break;
    case ARGUMENT_JUMP: add_access_effect(e, argument, summary_jump_bytes(8), true); break;
    case ARGUMENT_TIME:
    case ARGUMENT_POINTER: add_access_effect(e, argument, 8, true); break;
    case ARGUMENT_SIZED: add_access_effect(e, argument, constant_size(call, 2), true); break;
    case ARGUMENT_STRING:
    case ARGUMENT_TEXT: add_access_effect(e, argument, 0, true); break;
    case ARGUMENT_ORDERED:
    case ARGUMENT_WRITTEN:
    case ARGUMENT_TAKEN: add_all_effects(e, argument, false); break;
    case ARGUMENT_KEPT: add_all_effects(e, argument, true); break;
    case ARGUMENT_LIST:
    case ARGUMENT_REST: add_printed_effects(e, call, k, name); break;
    }
}

static void add_summary_effects(const Effects *e, LLVMValueRef call, const Summary *summary, const char *name)
{
    size_t n = strlen(summary->uses);
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call) && k < n; k++)
        add_argument_effect(e, call, k, summary->uses[k], name);
    if (n > 0 && summary->uses[n - 1] == ARGUMENT_REST) return;
    for (unsigned k = (unsigned)n; k < LLVMGetNumArgOperands(call); k++) /* none is expected */
        add_access_effect(e, LLVMGetOperand(call, k), 0, true);
}

/* What is read, text or a FILE, comes before the format, but with scanf; what is behind it may be written: by %s, or a
 * number of at most so many bytes. */
static void add_scanned(const Effects *e, LLVMValueRef call, const char *name)
{
    bool is_list = strchr(name, 'v') != NULL; /* vscanf and its like */
    const char *from = strstr(name, "scanf");
    if (from > name && from[-1] == 'w') from--; /* wide characters */
    bool is_text = from > name && from[-1] == 's', is_file = from > name && from[-1] == 'f';
    unsigned first = is_text || is_file ? 2 : 1;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++) {
        if (k == 0 && is_file) continue;
        add_access_effect(e, LLVMGetOperand(call, k), 0, k >= first);
        if (is_list && k >= first) add_list_effect(e, LLVMGetOperand(call, k), true);
    }
}

/* prctl(PR_SET_NAME, name) reads. */
static bool names_thread(LLVMValueRef call, const char *name)
{
    return strcmp(name, "prctl") == 0 && LLVMGetNumArgOperands(call) > 1 && constant_size(call, 0) == PR_SET_NAME;
}

static void add_unknown(const Effects *e, LLVMValueRef call)
{
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
        if (callback_only_reads(call, k))
            add_access_effect(e, LLVMGetOperand(call, k), 0, false);
        else
            add_all_effects(e, LLVMGetOperand(call, k), true);
}

static void add_copy_effects(const Effects *e, LLVMValueRef call)
{
    uint64_t bytes = constant_size(call, 2);
    if (LLVMIsAConstantInt(LLVMGetOperand(call, 2)) && bytes == 0) return;
    add_access_effect(e, LLVMGetOperand(call, 0), bytes, true);
    add_access_effect(e, LLVMGetOperand(call, 1), bytes, false);
}

static void add_builtin(const Effects *e, LLVMValueRef call, const char *name)
{
    if (strncmp(name, "llvm.memcpy.", 12) == 0 || strncmp(name, "llvm.memmove.", 13) == 0)
        add_copy_effects(e, call);
    else if (strncmp(name, "llvm.memset.", 12) == 0 && !LLVMIsNull(LLVMGetOperand(call, 2)))
        add_access_effect(e, LLVMGetOperand(call, 0), constant_size(call, 2), true);
}

/* What functions of threads write beside synchronisation objects. */
static void add_threads(const Effects *e, LLVMValueRef call, Intrinsic intrinsic)
{
    unsigned n = LLVMGetNumArgOperands(call);
    if (n > 0 && (intrinsic == INTRINSIC_THREAD_CREATE || intrinsic == INTRINSIC_KEY_CREATE))
        add_access_effect(e, LLVMGetOperand(call, 0), intrinsic == INTRINSIC_KEY_CREATE ? 4 : 8, true);
    if (n > 1 && intrinsic == INTRINSIC_THREAD_JOIN) add_access_effect(e, LLVMGetOperand(call, 1), 8, true);
    if (n > 1 && intrinsic == INTRINSIC_SEMAPHORE_GET) add_access_effect(e, LLVMGetOperand(call, 1), 4, true);
    if (n > 2 && intrinsic == INTRINSIC_COND_WAIT) add_access_effect(e, LLVMGetOperand(call, n - 1), 16, false);
    bool is_timed = intrinsic == INTRINSIC_MUTEX_TIMEDLOCK || intrinsic == INTRINSIC_RWLOCK_TIMED_READ ||
                    intrinsic == INTRINSIC_RWLOCK_TIMED_WRITE || intrinsic == INTRINSIC_SEMAPHORE_TRY_WAIT;
    if (n > 1 && is_timed) add_access_effect(e, LLVMGetOperand(call, n - 1), 16, false);
    if (n > 1 && intrinsic == INTRINSIC_CANCEL_STATE) add_access_effect(e, LLVMGetOperand(call, 1), 4, true);
}

/* bsearch(key, array, ...) reads both, qsort(array, ...) reorders the array. */
static void add_sorted(const Effects *e, LLVMValueRef call)
{
    bool is_search = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind;
    SurveyEffect effect = {.pointer = LLVMGetOperand(call, 0), .is_write = !is_search, .is_all = true};
    e->visit(e->arg, &effect);
    effect.pointer = LLVMGetOperand(call, 1);
    if (is_search) e->visit(e->arg, &effect);
}

/* sigaction(signal, new, old); the others have no memory. */
static void add_handled(const Effects *e, LLVMValueRef call)
{
    for (unsigned k = 1; k < LLVMGetNumArgOperands(call); k++)
        add_access_effect(e, LLVMGetOperand(call, k), 0, k == 2);
}

static void add_variable_effect(const Effects *e, const char *name, bool is_write)
{
    LLVMValueRef variable = LLVMGetNamedGlobal(e->s->module, name);
    if (variable && pointer_find(&e->s->node_ids, variable) != INTERN_NONE) add_access_effect(e, variable, 0, is_write);
}

/* What the library accesses beside what the call is given: variables, and the state that it keeps. */
static void add_own_effects(const Effects *e, LLVMValueRef call, const char *name)
{
    size_t row = 0;
    for (const char *v; (v = variable_written(name, &row));)
        add_variable_effect(e, v, true);
    row = 0;
    for (const char *v; (v = variable_read(name, &row));)
        add_variable_effect(e, v, false);
    library_state_effects(e->s, call, name, e->visit, e->arg);
}

/* Locks and their like: other accesses to their memory, those that make and destroy them among them, are accesses to
 * the memory that these use. */
static void add_synchronisation(const Effects *e, LLVMValueRef call, Intrinsic intrinsic)
{
    static const Intrinsic plain[] = {INTRINSIC_MUTEX_INIT,   INTRINSIC_MUTEX_DESTROY,   INTRINSIC_ATTRIBUTE_INIT,
                                      INTRINSIC_RWLOCK_INIT,  INTRINSIC_BARRIER_DESTROY, INTRINSIC_ATTRIBUTE_SET_TYPE,
                                      INTRINSIC_BARRIER_INIT, INTRINSIC_SEMAPHORE_INIT};
    bool is_lock = true;
    if (intrinsic == INTRINSIC_THREAD_CREATE && start_argument(LLVMGetCalledValue(call)) == 2)
        add_access_effect(e, LLVMGetOperand(call, 1), 4, false);
    if (LLVMGetNumArgOperands(call) == 0 || intrinsic < INTRINSIC_MUTEX_INIT || intrinsic > INTRINSIC_SEMAPHORE_GET)
        return;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        is_lock &= plain[i] != intrinsic;
    add_object_effect(e, LLVMGetOperand(call, 0), is_lock);
    bool has_attributes = intrinsic == INTRINSIC_MUTEX_INIT || intrinsic == INTRINSIC_RWLOCK_INIT;
    if (has_attributes && LLVMGetNumArgOperands(call) > 1) add_access_effect(e, LLVMGetOperand(call, 1), 4, false);
}

/* Also through pointers in what is given: execv. */
static void add_read_effects(const Effects *e, LLVMValueRef call)
{
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
        if (is_pointer_like(LLVMGetOperand(call, k))) add_list_effect(e, LLVMGetOperand(call, k), false);
}

static void add_library_effects(const Effects *e, LLVMValueRef call, LLVMValueRef function)
{
    static const char *const copies[] = {"memcpy", "memmove", "mempcpy", "wmemcpy", "wmemmove", NULL};
    static const char *const outputs[] = {"posix_memalign", "asprintf", "vasprintf", NULL};
    static const char *const plain[] = {"malloc", "calloc", "aligned_alloc", "memalign", "valloc", "pvalloc",
                                        "mmap",   "mmap64", "exit",          "_exit",    "abort",  NULL};
    Intrinsic intrinsic = INTRINSIC_NONE;
    const char *name = library_name(function, &intrinsic);
    const Summary *summary = summary_find(name);
    CHECK(name);
    add_own_effects(e, call, name);
    add_synchronisation(e, call, intrinsic);
    if (strncmp(name, "llvm.", 5) == 0)
        add_builtin(e, call, name);
    else if (intrinsic == INTRINSIC_FREE || strncmp(name, "realloc", 7) == 0)
        add_freed(e, LLVMGetOperand(call, 0));
    else if (is_named(name, copies))
        add_copy_effects(e, call);
    else if (callback_kind(call) == CALLBACK_SORTS)
        add_sorted(e, call);
    else if (is_named(name, outputs))
        add_output_effects(e, call, name);
    else if (is_named(name, plain) || intrinsic == INTRINSIC_HALT || intrinsic == INTRINSIC_ERROR)
        return;
    else if (intrinsic >= INTRINSIC_THREAD_CREATE && intrinsic <= INTRINSIC_KEY_SET)
        add_threads(e, call, intrinsic);
    else if (callback_kind(call) == CALLBACK_READS || callback_kind(call) == CALLBACK_ASKS)
        add_read_effects(e, call);
    else if (callback_kind(call) == CALLBACK_HANDLER)
        add_handled(e, call);
    else if (summary)
        add_summary_effects(e, call, summary, name);
    else if (is_scanning(name))
        add_scanned(e, call, name);
    else if (names_thread(call, name))
        add_access_effect(e, LLVMGetOperand(call, 1), 0, false);
    else
        add_unknown(e, call);
}

bool effect_calls_unknown(const Survey *s, LLVMValueRef pointer)
{
    uint32_t id = pointer_find(&s->node_ids, pointer);
    const Ids *targets = id == INTERN_NONE ? NULL : node_targets(s, s->value_nodes.data[id]);
    for (uint32_t i = 0; targets && i < targets->count; i++) {
        const SurveyObject *o = &s->objects.data[s->places.data[targets->data[i]].object];
        if (o->kind == SURVEY_OUTSIDE || (o->kind == SURVEY_FUNCTION && LLVMIsDeclaration(o->value))) return true;
    }
    return false;
}

void effects_of(Survey *s, LLVMValueRef i, EffectVisit *visit, void *arg)
{
    Effects e = {s, visit, arg};
    if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i) || LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i)) {
        add_memory_effect(&e, i);
    } else if (LLVMIsACallInst(i)) {
        LLVMValueRef callee = LLVMGetCalledValue(i);
        if (LLVMIsAInlineAsm(callee) || (!LLVMIsAFunction(callee) && effect_calls_unknown(s, callee)))
            add_unknown(&e, i);
        else if (LLVMIsAFunction(callee) && LLVMIsDeclaration(callee))
            add_library_effects(&e, i, callee);
    }
}
