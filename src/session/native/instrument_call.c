#include "session/native/instrument_call.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "c/compile/debuginfo.h"
#include "c/compile/source.h"
#include "c/exact/model/origin.h"
#include "c/library/process.h"
#include "session/native/insert.h"
#include "session/native/instrument_memory.h"
#include "session/native/instrument_violation.h"
#include "session/native/sites.h"

/* ---- threads ---- */

/* A function that unpacks the arguments and calls the start function, which may have any number of them. */
static LLVMValueRef make_thunk(Instrument *in, LLVMValueRef call, LLVMTypeRef pack)
{
    char name[40];
    snprintf(name, sizeof name, "chorus_start_%u", in->start_count++);
    LLVMTypeRef type = LLVMFunctionType(in->pointer, &in->pointer, 1, false);
    LLVMValueRef thunk = LLVMAddFunction(in->module, name, type);
    LLVMSetLinkage(thunk, LLVMInternalLinkage);
    unsigned n = LLVMGetNumArgOperands(call);
    LLVMValueRef *args = run_alloc(in->run, (n + 1) * sizeof *args);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(in->context);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(in->context, thunk, "entry"));
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef place = LLVMBuildStructGEP2(b, pack, LLVMGetParam(thunk, 0), i, "");
        args[i] = LLVMBuildLoad2(b, LLVMTypeOf(LLVMGetOperand(call, i)), place, "");
    }
    LLVMBuildCall2(b, LLVMGetCalledFunctionType(call), LLVMGetCalledValue(call), args, n, "");
    LLVMBuildRet(b, LLVMConstNull(in->pointer));
    CHECK(!LLVMVerifyFunction(thunk, LLVMReturnStatusAction));
    LLVMDisposeBuilder(b);
    run_release(in->run, args);
    return thunk;
}

static void instrument_async(Instrument *in, LLVMValueRef call)
{
    unsigned n = LLVMGetNumArgOperands(call);
    CHECK(sites_find(in->sites, call, ORIGIN_START, 0) != NO_ID);
    LLVMTypeRef *types = run_alloc(in->run, (n + 1) * sizeof *types);
    for (unsigned i = 0; i < n; i++)
        types[i] = LLVMTypeOf(LLVMGetOperand(call, i));
    LLVMTypeRef pack = LLVMStructTypeInContext(in->context, types, n, false);
    run_release(in->run, types);
    insert_before(in, call);
    LLVMValueRef size[] = {LLVMConstInt(in->i64, LLVMABISizeOfType(LLVMGetModuleDataLayout(in->module), pack) + 1, 0)};
    LLVMValueRef memory = insert_call(in, "chorus_allocate", in->pointer, size, 1);
    for (unsigned i = 0; i < n; i++)
        LLVMBuildStore(in->builder, LLVMGetOperand(call, i), LLVMBuildStructGEP2(in->builder, pack, memory, i, ""));
    LLVMValueRef args[] = {insert_number(in, sites_find(in->sites, call, ORIGIN_START, 0)), LLVMConstNull(in->pointer),
                           make_thunk(in, call, pack), memory};
    insert_call(in, "chorus_create", in->i32, args, 4);
    call_erase(call, insert_value(in, call, LLVMTypeOf(call)));
}

/* thrd_create has no attributes; that its function returns an int makes no difference to how it is called. */
static void instrument_create(Instrument *in, LLVMValueRef call)
{
    unsigned n = LLVMGetNumArgOperands(call);
    CHECK(n == 3 || n == 4);
    insert_before(in, call);
    LLVMValueRef args[] = {insert_number(in, sites_find(in->sites, call, ORIGIN_START, 0)), LLVMGetOperand(call, 0),
                           LLVMGetOperand(call, n - 2), LLVMGetOperand(call, n - 1)};
    LLVMValueRef result = insert_call(in, "chorus_create", in->i32, args, 4);
    call_erase(call, LLVMBuildIntCast2(in->builder, result, LLVMTypeOf(call), true, ""));
}

static void instrument_exit(Instrument *in, LLVMValueRef call)
{
    LLVMValueRef result = LLVMGetOperand(call, 0); /* of thrd_exit: an int, which nobody looks at */
    bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMPointerTypeKind;
    LLVMValueRef args[] = {is_pointer ? result : LLVMConstNull(in->pointer)};
    insert_before(in, call);
    insert_call(in, "chorus_exit", in->nothing, args, 1);
    call_erase(call, NULL);
}

/* ---- memory ---- */

/* The runtime keeps all memory, to give it again when the trace says so. */
static void instrument_free(Instrument *in, LLVMValueRef call)
{
    LLVMValueRef old = LLVMGetOperand(call, 0);
    if (!in->tells_locals) instrument_violation(in, call);
    instrument_access(in, call);
    insert_before(in, call);
    insert_call(in, "chorus_free", in->nothing, &old, 1);
    call_erase(call, NULL);
}

/* Of a whole number of bytes. */
static void instrument_realloc(Instrument *in, LLVMValueRef call)
{
    if (LLVMGetNumArgOperands(call) != 2) return; /* reallocarray is never reached */
    if (!in->tells_locals) instrument_violation(in, call);
    insert_before(in, call);
    LLVMValueRef size = LLVMBuildIntCast2(in->builder, LLVMGetOperand(call, 1), in->i64, false, "");
    LLVMValueRef args[] = {LLVMGetOperand(call, 0), size};
    call_erase(call, insert_call(in, "chorus_realloc", in->pointer, args, 2));
}

/* The trace says which memory: fresh, or some that was freed. */
static void instrument_memory(Instrument *in, LLVMValueRef call)
{
    uint32_t site = sites_find(in->sites, call, ORIGIN_MEMORY, 0);
    if (site == NO_ID) return; /* never reached */
    insert_before(in, call);
    LLVMValueRef size = LLVMConstInt(in->i64, 1, false);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        size = LLVMBuildMul(in->builder, size,
                            LLVMBuildIntCast2(in->builder, LLVMGetOperand(call, i), in->i64, false, ""), "");
    LLVMValueRef args[] = {insert_number(in, site), size};
    call_erase(call, insert_call(in, "chorus_memory", in->pointer, args, 2));
}

/* ---- properties ---- */

static void instrument_error(Instrument *in, LLVMValueRef call)
{
    CHECK(sites_find(in->sites, call, ORIGIN_FAIL, 0) != NO_ID);
    LLVMValueRef args[] = {insert_number(in, sites_find(in->sites, call, ORIGIN_FAIL, 0))};
    insert_before(in, call);
    insert_call(in, "chorus_fail", in->nothing, args, 1);
    call_erase(call, NULL);
}

static void instrument_condition(Instrument *in, LLVMValueRef call, const char *name)
{
    LLVMValueRef condition = LLVMGetOperand(call, 0);
    insert_before(in, call);
    LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(condition));
    LLVMValueRef holds = LLVMBuildICmp(in->builder, LLVMIntNE, condition, zero, "");
    LLVMValueRef args[] = {insert_number(in, sites_find(in->sites, call, ORIGIN_FAIL, 0)),
                           LLVMBuildZExt(in->builder, holds, in->i32, "")};
    insert_call(in, name, in->nothing, args, 2);
    call_erase(call, NULL);
}

/* ---- calls ---- */

static bool prints_by_name(const char *name)
{
    return strstr(name, "print") || strstr(name, "put") || strcmp(name, "fflush") == 0 || strcmp(name, "perror") == 0;
}

static void instrument_value(Instrument *in, LLVMValueRef call, bool stays)
{
    insert_before(in, call);
    LLVMValueRef value = insert_value(in, call, LLVMTypeOf(call));
    if (stays)
        call_replace(call, value);
    else
        call_erase(call, value);
}

static void instrument_halt(Instrument *in, LLVMValueRef call)
{
    insert_before(in, call);
    insert_park(in);
    call_erase(call, NULL);
}

/* What the trace never reaches need not exist; when it is reached all the same, that is said. */
static void instrument_lost(Instrument *in, LLVMValueRef call)
{
    insert_before(in, call);
    insert_call(in, "chorus_lost", in->nothing, NULL, 0);
    call_erase(call, NULL);
}

static void call_foreign_mutex(Instrument *in, const char *name, LLVMValueRef call)
{
    LLVMValueRef mutex = LLVMGetOperand(call, 0);
    CHECK(in->has_foreign_mutexes && LLVMTypeOf(mutex) == in->pointer);
    insert_before(in, call);
    LLVMValueRef result = insert_call(in, name, in->i32, &mutex, 1);
    result = LLVMBuildIntCast2(in->builder, result, LLVMTypeOf(call), true, "");
    call_erase(call, result);
}

/* name: of the runtime's own function. */
static void instrument_mutex(Instrument *in, LLVMValueRef call, const char *name)
{
    instrument_access(in, call);
    if (in->has_foreign_mutexes) call_foreign_mutex(in, name, call);
}

static uint32_t access_site(const Instrument *in, LLVMValueRef call)
{
    return sites_find(in->sites, call, ORIGIN_ACCESS, 0);
}

/* A call where the trace may end, since the thread waits. */
static void instrument_lock(Instrument *in, LLVMValueRef call)
{
    LLVMValueRef mutex = LLVMGetOperand(call, 0);
    if (in->tells_locks) {
        insert_before(in, call);
        LLVMTypeRef type = LLVMFunctionType(in->i32, &in->pointer, 1, false);
        LLVMValueRef take = LLVMGetNamedFunction(in->module, "chorus_mutex_lock");
        if (!take && in->has_foreign_mutexes) take = LLVMAddFunction(in->module, "chorus_mutex_lock", type);
        if (!in->has_foreign_mutexes) take = LLVMGetCalledValue(call);
        LLVMValueRef args[] = {insert_number(in, access_site(in, call)),
                               insert_number(in, sites_find(in->sites, call, ORIGIN_FAIL, 0)), mutex, take};
        insert_call(in, "chorus_wait_lock", in->nothing, args, 4);
        insert_after(in, call);
        insert_call(in, "chorus_locked", in->nothing, &mutex, 1);
    }
    instrument_mutex(in, call, "chorus_mutex_lock");
}

static void instrument_unlock(Instrument *in, LLVMValueRef call)
{
    LLVMValueRef mutex = LLVMGetOperand(call, 0);
    if (in->tells_locks) {
        insert_after(in, call);
        insert_call(in, "chorus_unlocked", in->nothing, &mutex, 1);
    }
    instrument_mutex(in, call, "chorus_mutex_unlock");
}

static void instrument_trylock(Instrument *in, LLVMValueRef call)
{
    if (in->tells_locks)
        run_stop(in->run, STOP_UNSUPPORTED, "who holds a lock that is only tried to be taken cannot be observed yet");
    instrument_mutex(in, call, "chorus_mutex_trylock");
}

static void instrument_join(Instrument *in, LLVMValueRef call)
{
    if (in->tells_locks) {
        insert_before(in, call);
        LLVMValueRef handle = LLVMBuildIntCast2(in->builder, LLVMGetOperand(call, 0), in->i64, false, "");
        LLVMValueRef args[] = {insert_number(in, access_site(in, call)),
                               insert_number(in, sites_find(in->sites, call, ORIGIN_FAIL, 0)), handle};
        insert_call(in, "chorus_wait_join", in->nothing, args, 3);
    }
    instrument_access(in, call);
}

/* With default attributes: others are not modelled. */
static void instrument_mutex_init(Instrument *in, LLVMValueRef call)
{
    if (LLVMGetNumArgOperands(call) > 1) LLVMSetOperand(call, 1, LLVMConstNull(LLVMTypeOf(LLVMGetOperand(call, 1))));
    instrument_mutex(in, call, "chorus_mutex_init");
}

static void instrument_known(Instrument *in, LLVMValueRef call, const OriginCall *known, const char *name)
{
    switch (known->intrinsic) {
    case INTRINSIC_NONE:
        if (LLVMIsDeclaration(known->callee)) instrument_value(in, call, false);
        return;
    case INTRINSIC_IGNORE: instrument_value(in, call, LLVMIsDeclaration(known->callee) && prints_by_name(name)); return;
    case INTRINSIC_ASSUME: instrument_condition(in, call, "chorus_assume"); return;
    case INTRINSIC_ASSERT: instrument_condition(in, call, "chorus_assert"); return;
    case INTRINSIC_ERROR: instrument_error(in, call); return;
    case INTRINSIC_HALT: instrument_halt(in, call); return;
    case INTRINSIC_ZERO:
    case INTRINSIC_KEY_DELETE:
    case INTRINSIC_THREAD_SELF:    /* asked for by what is not called */
    case INTRINSIC_ATTRIBUTE_INIT: /* mutexes are initialised without attributes */
    case INTRINSIC_ATTRIBUTE_SET_TYPE:
    case INTRINSIC_MUTEX_DESTROY:
    case INTRINSIC_ATOMIC_BEGIN:
    case INTRINSIC_ATOMIC_END: call_erase(call, NULL); return;
    case INTRINSIC_NONDET:
    case INTRINSIC_NONDET_BOOL: instrument_value(in, call, false); return;
    case INTRINSIC_THREAD_CREATE: instrument_create(in, call); return;
    case INTRINSIC_THREAD_EXIT: instrument_exit(in, call); return;
    case INTRINSIC_THREAD_EQUAL: return;
    case INTRINSIC_CANCEL_STATE:
    case INTRINSIC_PLACE: return;
    case INTRINSIC_MUTEX_INIT: instrument_mutex_init(in, call); return;
    case INTRINSIC_THREAD_JOIN: instrument_join(in, call); return;
    case INTRINSIC_MUTEX_LOCK: instrument_lock(in, call); return;
    case INTRINSIC_MUTEX_TRYLOCK: instrument_trylock(in, call); return;
    case INTRINSIC_MUTEX_UNLOCK: instrument_unlock(in, call); return;
    case INTRINSIC_FREE: instrument_free(in, call); return;
    case INTRINSIC_MALLOC:
    case INTRINSIC_CALLOC: instrument_memory(in, call); return; /* failures are over-approximations, not run */
    case INTRINSIC_REALLOC: instrument_realloc(in, call); return;
    case INTRINSIC_COND_WAIT: /* refused when origins are recorded */
    case INTRINSIC_MUTEX_TIMEDLOCK:
    case INTRINSIC_RWLOCK_INIT:
    case INTRINSIC_RWLOCK_READ:
    case INTRINSIC_RWLOCK_TRY_READ:
    case INTRINSIC_RWLOCK_TIMED_READ:
    case INTRINSIC_RWLOCK_WRITE:
    case INTRINSIC_RWLOCK_TRY_WRITE:
    case INTRINSIC_RWLOCK_TIMED_WRITE:
    case INTRINSIC_RWLOCK_UNLOCK:
    case INTRINSIC_ONCE:
    case INTRINSIC_BARRIER_INIT:
    case INTRINSIC_BARRIER_WAIT:
    case INTRINSIC_BARRIER_DESTROY:
    case INTRINSIC_SEMAPHORE_INIT:
    case INTRINSIC_SEMAPHORE_WAIT:
    case INTRINSIC_SEMAPHORE_TRY_WAIT:
    case INTRINSIC_SEMAPHORE_POST:
    case INTRINSIC_SEMAPHORE_GET:
    case INTRINSIC_KEY_CREATE:
    case INTRINSIC_KEY_GET:
    case INTRINSIC_KEY_SET:
    case INTRINSIC_THREAD_CANCEL:
    case INTRINSIC_UNSUPPORTED_SYNC:
    case INTRINSIC_UNSUPPORTED: return; /* refused when the program was loaded */
    }
}

static void instrument_builtin(Instrument *in, LLVMValueRef call, const char *name)
{
    if (strncmp(name, "llvm.mem", 8) == 0) {
        instrument_violation(in, call);
        instrument_fill(in, call);
    } else if (strncmp(name, "llvm.dbg.declare", 16) == 0)
        instrument_storage(in, call, debug_declared_storage(call));
    else if (strncmp(name, "llvm.ubsantrap", 14) == 0 && sites_find(in->sites, call, ORIGIN_FAIL, 0) != NO_ID)
        instrument_error(in, call);
    else if (strncmp(name, "llvm.trap", 9) == 0 || strncmp(name, "llvm.debugtrap", 14) == 0)
        instrument_halt(in, call);
}

_Noreturn static void refuse_ambiguous(Instrument *in, LLVMValueRef call, const char *name)
{
    char pos[512];
    SourcePos at = sources_pos(in->origins->sources, call);
    diag_format_pos((SourcePos){at.file, at.line, 0}, pos, sizeof pos);
    run_stop(in->run, STOP_UNSUPPORTED, "%sa call of different functions through one pointer, %s and others", pos,
             name);
}

/* Which of the two processes the run goes on in is not driven, nor is what the other one does. */
_Noreturn static void refuse_process(Instrument *in, LLVMValueRef call, const char *name)
{
    char pos[512];
    SourcePos at = sources_pos(in->origins->sources, call);
    diag_format_pos((SourcePos){at.file, at.line, 0}, pos, sizeof pos);
    run_stop(in->run, STOP_UNSUPPORTED, "%s%s makes a process", pos, name);
}

/* Whether it stays a call, or becomes one of the runtime. */
static bool stays_library_call(const OriginCall *known)
{
    return known->intrinsic != INTRINSIC_ASSERT && known->intrinsic != INTRINSIC_ERROR &&
           (known->intrinsic != INTRINSIC_NONE || LLVMIsDeclaration(known->callee));
}

void instrument_call(Instrument *in, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (LLVMIsAInlineAsm(callee)) return;
    const OriginCall *known = origins_call(in->origins, call);
    CHECK(!known || LLVMIsAFunction(known->callee));
    if (known) callee = known->callee;
    size_t n = 0;
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : "";
    if (known && known->is_ambiguous) refuse_ambiguous(in, call, name);
    if (known && process_is_new(name)) refuse_process(in, call, name);
    if (strncmp(name, "llvm.", 5) == 0)
        instrument_builtin(in, call, name);
    else if (sites_find(in->sites, call, ORIGIN_FAIL, 0) != NO_ID && !known)
        instrument_error(in, call);
    else if (!known && LLVMIsAFunction(callee) && LLVMIsDeclaration(callee))
        instrument_lost(in, call);
    else if (known && known->is_async)
        instrument_async(in, call);
    else if (known) {
        if (in->tells_locals && stays_library_call(known)) instrument_violation(in, call);
        instrument_known(in, call, known, name);
    }
}
