#include "native/instrument.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <string.h>

#include "frontend/model/origin.h"
#include "frontend/module/debuginfo.h"
#include "frontend/module/function.h"
#include "frontend/module/source.h"

/* ---- sites ---- */

static void site_key(uint32_t key[4], LLVMValueRef at, OriginKind kind, uint32_t part)
{
    uintptr_t p = (uintptr_t)at;
    key[0] = (uint32_t)p;
    key[1] = (uint32_t)((uint64_t)p >> 32);
    key[2] = kind;
    key[3] = part;
}

uint32_t sites_find(const Sites *sites, LLVMValueRef at, OriginKind kind, uint32_t part)
{
    uint32_t key[4];
    site_key(key, at, kind, part);
    uint32_t id = intern_find(&sites->ids, key, 4);
    return id == INTERN_NONE ? NO_ID : id;
}

static LLVMValueRef function_of(LLVMValueRef at)
{
    if (LLVMIsAArgument(at)) return LLVMGetParamParent(at);
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(at));
}

static void add_site(Run *run, const Origins *origins, Sites *sites, const OriginEvent *event)
{
    uint32_t key[4];
    bool is_new;
    site_key(key, event->at, event->kind, event->part);
    intern_add(&sites->ids, key, 4, &is_new);
    if (!is_new) return;
    Site site = {event->at, event->kind, event->part, event->offset, event->size, {NULL, 0, 0}};
    if (LLVMIsAInstruction(event->at)) site.pos = sources_pos(origins->sources, event->at);
    if (!site.pos.line) site.pos = sources_pos(origins->sources, function_of(event->at));
    vec_push(run, &sites->all, site);
}

static bool needs_site(const OriginEvent *event, const Intern *scheduled)
{
    switch (event->kind) {
    case ORIGIN_ACCESS: return pointer_find(scheduled, event->at) != INTERN_NONE;
    case ORIGIN_FILL: return event->scalars.count > 0;
    case ORIGIN_VALUE:
    case ORIGIN_START:
    case ORIGIN_FAIL: return true;
    }
    return false;
}

void sites_collect(Run *run, const Origins *origins, Sites *sites)
{
    Intern scheduled; /* instructions that have their turn on some way */
    intern_init(run, &scheduled);
    intern_init(run, &sites->ids);
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t e = 0; e < origins->edges.count; e++)
            for (uint32_t i = 0; i < origins->edges.data[e].count; i++) {
                const OriginEvent *event = &origins->edges.data[e].data[i];
                if (pass == 0 && event->is_scheduled) pointer_id(&scheduled, event->at, NULL);
                if (pass == 1 && needs_site(event, &scheduled)) add_site(run, origins, sites, event);
            }
    intern_clear(&scheduled);
}

const char *site_place(Run *run, const Site *site)
{
    if (!site->pos.file) return "an unknown place";
    char *place = run_format(run, "%s:%u", site->pos.file, site->pos.line);
    for (char *c = place; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f) *c = '?';
    return place;
}

/* ---- calls of the runtime ---- */

typedef struct Instrument {
    Run *run;
    const Origins *origins;
    const Sites *sites;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTypeRef i32, i64, pointer, nothing;
    bool has_foreign_mutexes;
    uint32_t start_count;
} Instrument;

static LLVMValueRef call_runtime(Instrument *in, const char *name, LLVMTypeRef result, LLVMValueRef *args, unsigned n)
{
    LLVMTypeRef types[4];
    for (unsigned i = 0; i < n; i++)
        types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(result, types, n, false);
    LLVMValueRef function = LLVMGetNamedFunction(in->module, name);
    if (!function) function = LLVMAddFunction(in->module, name, type);
    return LLVMBuildCall2(in->builder, type, function, args, n, "");
}

static LLVMValueRef number(const Instrument *in, uint64_t n) { return LLVMConstInt(in->i32, n, false); }

static void call_done(Instrument *in) { call_runtime(in, "chorus_done", in->nothing, NULL, 0); }
static void call_park(Instrument *in) { call_runtime(in, "chorus_park", in->nothing, NULL, 0); }

static LLVMValueRef call_turn(Instrument *in, uint32_t site)
{
    LLVMValueRef args[] = {number(in, site)};
    return call_runtime(in, "chorus_turn", in->i32, args, 1);
}

static void before(Instrument *in, LLVMValueRef instruction) { LLVMPositionBuilderBefore(in->builder, instruction); }
static void after(Instrument *in, LLVMValueRef instruction) { before(in, LLVMGetNextInstruction(instruction)); }

static void replace(LLVMValueRef old, LLVMValueRef with)
{
    if (with && LLVMGetTypeKind(LLVMTypeOf(old)) != LLVMVoidTypeKind) LLVMReplaceAllUsesWith(old, with);
}

/* The call and its result go; with: NULL = zero. */
static void erase(LLVMValueRef call, LLVMValueRef with)
{
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
        LLVMReplaceAllUsesWith(call, with ? with : LLVMConstNull(LLVMTypeOf(call)));
    LLVMInstructionEraseFromParent(call);
}

/* The traced value of a type, at the builder's place; NULL when there is no such site. */
static LLVMValueRef traced_value(Instrument *in, LLVMValueRef at, LLVMTypeRef type)
{
    uint32_t site = sites_find(in->sites, at, ORIGIN_VALUE, 0);
    if (site == NO_ID) return NULL;
    LLVMValueRef args[] = {number(in, site)};
    LLVMValueRef value = call_runtime(in, "chorus_value", in->i64, args, 1);
    switch ((int)LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind: return LLVMBuildIntCast2(in->builder, value, type, false, "");
    case LLVMPointerTypeKind: return LLVMBuildIntToPtr(in->builder, value, type, "");
    default: return NULL;
    }
}

/* ---- memory ---- */

/* A weak exchange that the trace says fails is made to put back what it finds, and to report a failure. */
static void instrument_weak_exchange(Instrument *in, LLVMValueRef exchange, LLVMValueRef turn)
{
    VEC(LLVMValueRef) users = {0};
    for (LLVMUseRef u = LLVMGetFirstUse(exchange); u; u = LLVMGetNextUse(u))
        vec_push(in->run, &users, LLVMGetUser(u));
    LLVMValueRef fails = LLVMBuildICmp(in->builder, LLVMIntNE, turn, number(in, 0), "");
    LLVMValueRef expected = LLVMGetOperand(exchange, 1), desired = LLVMGetOperand(exchange, 2);
    LLVMSetWeak(exchange, false);
    LLVMSetOperand(exchange, 2, LLVMBuildSelect(in->builder, fails, expected, desired, ""));
    after(in, exchange);
    LLVMValueRef swapped = LLVMBuildExtractValue(in->builder, exchange, 1, "");
    swapped = LLVMBuildAnd(in->builder, swapped, LLVMBuildNot(in->builder, fails, ""), "");
    LLVMValueRef result = LLVMBuildInsertValue(in->builder, exchange, swapped, 1, "");
    for (uint32_t i = 0; i < users.count; i++)
        for (int k = 0; k < LLVMGetNumOperands(users.data[i]); k++)
            if (LLVMGetOperand(users.data[i], (unsigned)k) == exchange)
                LLVMSetOperand(users.data[i], (unsigned)k, result);
    vec_free(in->run, &users);
}

static void instrument_access(Instrument *in, LLVMValueRef instruction)
{
    uint32_t site = sites_find(in->sites, instruction, ORIGIN_ACCESS, 0);
    if (site == NO_ID) return;
    before(in, instruction);
    LLVMValueRef turn = call_turn(in, site);
    if (LLVMIsAAtomicCmpXchgInst(instruction) && LLVMGetWeak(instruction))
        instrument_weak_exchange(in, instruction, turn);
    else
        after(in, instruction);
    call_done(in);
}

static LLVMValueRef scalar_address(Instrument *in, LLVMValueRef base, uint64_t offset)
{
    LLVMValueRef index = LLVMConstInt(in->i64, offset, false);
    return LLVMBuildGEP2(in->builder, LLVMInt8TypeInContext(in->context), base, &index, 1, "");
}

static void instrument_part(Instrument *in, LLVMValueRef call, uint32_t id, LLVMValueRef *copied)
{
    const Site *site = &in->sites->all.data[id];
    bool is_write = site->part & 1, is_scalar = site->size <= 8;
    LLVMTypeRef type = LLVMIntTypeInContext(in->context, is_scalar ? (unsigned)site->size * 8 : 8);
    LLVMValueRef address = scalar_address(in, LLVMGetOperand(call, is_write ? 0 : 1), site->offset);
    call_turn(in, id);
    if (!is_write) {
        *copied = LLVMBuildLoad2(in->builder, type, address, "");
        LLVMSetAlignment(*copied, 1);
    } else if (is_scalar) {
        LLVMValueRef byte = LLVMGetOperand(call, 1);
        uint64_t bits = LLVMIsAConstantInt(byte) ? UINT64_C(0x0101010101010101) * LLVMConstIntGetZExtValue(byte) : 0;
        LLVMValueRef value = *copied ? *copied : LLVMConstInt(type, bits, false);
        LLVMSetAlignment(LLVMBuildStore(in->builder, value, address), 1);
        *copied = NULL;
    } else { /* a mutex: unlocked */
        LLVMValueRef zero = LLVMConstInt(LLVMInt8TypeInContext(in->context), 0, false);
        LLVMBuildMemSet(in->builder, address, zero, LLVMConstInt(in->i64, site->size, false), 1);
        if (in->has_foreign_mutexes) call_runtime(in, "chorus_mutex_init", in->i32, &address, 1);
    }
    call_done(in);
}

/* Scalar by scalar, in the order of the program's steps. */
static void instrument_fill(Instrument *in, LLVMValueRef call)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < in->sites->all.count; i++)
        if (in->sites->all.data[i].at == call && in->sites->all.data[i].part > last) last = in->sites->all.data[i].part;
    if (last == 0) return;
    before(in, call);
    LLVMValueRef copied = NULL;
    for (uint32_t part = 2; part <= last; part++) {
        uint32_t id = sites_find(in->sites, call, ORIGIN_ACCESS, part);
        if (id != NO_ID) instrument_part(in, call, id, &copied);
    }
    LLVMInstructionEraseFromParent(call);
}

static void fill_storage(Instrument *in, LLVMValueRef at, LLVMValueRef storage)
{
    uint32_t site = sites_find(in->sites, at, ORIGIN_FILL, 0);
    if (site == NO_ID || !storage) return;
    after(in, at);
    LLVMValueRef args[] = {number(in, site), storage};
    call_runtime(in, "chorus_fill", in->nothing, args, 2);
}

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
    LLVMDisposeBuilder(b);
    run_release(in->run, args);
    return thunk;
}

static void instrument_async(Instrument *in, LLVMValueRef call)
{
    unsigned n = LLVMGetNumArgOperands(call);
    LLVMTypeRef *types = run_alloc(in->run, (n + 1) * sizeof *types);
    for (unsigned i = 0; i < n; i++)
        types[i] = LLVMTypeOf(LLVMGetOperand(call, i));
    LLVMTypeRef pack = LLVMStructTypeInContext(in->context, types, n, false);
    run_release(in->run, types);
    before(in, call);
    LLVMValueRef size[] = {LLVMConstInt(in->i64, LLVMABISizeOfType(LLVMGetModuleDataLayout(in->module), pack) + 1, 0)};
    LLVMValueRef memory = call_runtime(in, "chorus_allocate", in->pointer, size, 1);
    for (unsigned i = 0; i < n; i++)
        LLVMBuildStore(in->builder, LLVMGetOperand(call, i), LLVMBuildStructGEP2(in->builder, pack, memory, i, ""));
    LLVMValueRef args[] = {number(in, sites_find(in->sites, call, ORIGIN_START, 0)), LLVMConstNull(in->pointer),
                           make_thunk(in, call, pack), memory};
    call_runtime(in, "chorus_create", in->i32, args, 4);
    erase(call, traced_value(in, call, LLVMTypeOf(call)));
}

/* thrd_create has no attributes; that its function returns an int makes no difference to how it is called. */
static void instrument_create(Instrument *in, LLVMValueRef call)
{
    unsigned n = LLVMGetNumArgOperands(call);
    before(in, call);
    LLVMValueRef args[] = {number(in, sites_find(in->sites, call, ORIGIN_START, 0)), LLVMGetOperand(call, 0),
                           LLVMGetOperand(call, n - 2), LLVMGetOperand(call, n - 1)};
    LLVMValueRef result = call_runtime(in, "chorus_create", in->i32, args, 4);
    erase(call, LLVMBuildIntCast2(in->builder, result, LLVMTypeOf(call), true, ""));
}

static void instrument_exit(Instrument *in, LLVMValueRef call)
{
    LLVMValueRef result = LLVMGetOperand(call, 0); /* of thrd_exit: an int, which nobody looks at */
    bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMPointerTypeKind;
    LLVMValueRef args[] = {is_pointer ? result : LLVMConstNull(in->pointer)};
    before(in, call);
    call_runtime(in, "chorus_exit", in->nothing, args, 1);
    erase(call, NULL);
}

/* ---- properties ---- */

static void instrument_error(Instrument *in, LLVMValueRef call)
{
    LLVMValueRef args[] = {number(in, sites_find(in->sites, call, ORIGIN_FAIL, 0))};
    before(in, call);
    call_runtime(in, "chorus_fail", in->nothing, args, 1);
    erase(call, NULL);
}

static void instrument_condition(Instrument *in, LLVMValueRef call, const char *name)
{
    LLVMValueRef condition = LLVMGetOperand(call, 0);
    before(in, call);
    LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(condition));
    LLVMValueRef holds = LLVMBuildICmp(in->builder, LLVMIntNE, condition, zero, "");
    LLVMValueRef args[] = {number(in, sites_find(in->sites, call, ORIGIN_FAIL, 0)),
                           LLVMBuildZExt(in->builder, holds, in->i32, "")};
    call_runtime(in, name, in->nothing, args, 2);
    erase(call, NULL);
}

/* ---- calls ---- */

static bool prints(const char *name)
{
    return strstr(name, "print") || strstr(name, "put") || strcmp(name, "fflush") == 0 || strcmp(name, "perror") == 0;
}

static void instrument_value(Instrument *in, LLVMValueRef call, bool stays)
{
    before(in, call);
    LLVMValueRef value = traced_value(in, call, LLVMTypeOf(call));
    if (stays)
        replace(call, value);
    else
        erase(call, value);
}

static void instrument_halt(Instrument *in, LLVMValueRef call)
{
    before(in, call);
    call_park(in);
    erase(call, NULL);
}

/* What the trace never reaches need not exist; when it is reached all the same, that is said. */
static void instrument_lost(Instrument *in, LLVMValueRef call)
{
    before(in, call);
    call_runtime(in, "chorus_lost", in->nothing, NULL, 0);
    erase(call, NULL);
}

static void call_foreign_mutex(Instrument *in, const char *name, LLVMValueRef call)
{
    LLVMValueRef mutex = LLVMGetOperand(call, 0);
    before(in, call);
    LLVMValueRef result = call_runtime(in, name, in->i32, &mutex, 1);
    result = LLVMBuildIntCast2(in->builder, result, LLVMTypeOf(call), true, "");
    erase(call, result);
}

/* name: of the runtime's own function. */
static void instrument_mutex(Instrument *in, LLVMValueRef call, const char *name)
{
    instrument_access(in, call);
    if (in->has_foreign_mutexes) call_foreign_mutex(in, name, call);
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
    case INTRINSIC_IGNORE: instrument_value(in, call, LLVMIsDeclaration(known->callee) && prints(name)); return;
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
    case INTRINSIC_ATOMIC_END: erase(call, NULL); return;
    case INTRINSIC_NONDET:
    case INTRINSIC_NONDET_BOOL: instrument_value(in, call, false); return;
    case INTRINSIC_THREAD_CREATE: instrument_create(in, call); return;
    case INTRINSIC_THREAD_EXIT: instrument_exit(in, call); return;
    case INTRINSIC_THREAD_EQUAL: return;
    case INTRINSIC_CANCEL_STATE: return;
    case INTRINSIC_MUTEX_INIT: instrument_mutex_init(in, call); return;
    case INTRINSIC_THREAD_JOIN: instrument_access(in, call); return;
    case INTRINSIC_MUTEX_LOCK: instrument_mutex(in, call, "chorus_mutex_lock"); return;
    case INTRINSIC_MUTEX_TRYLOCK: instrument_mutex(in, call, "chorus_mutex_trylock"); return;
    case INTRINSIC_MUTEX_UNLOCK: instrument_mutex(in, call, "chorus_mutex_unlock"); return;
    case INTRINSIC_MALLOC: return; /* failures are over-approximations, which are not run */
    case INTRINSIC_CALLOC:
    case INTRINSIC_REALLOC: return;
    case INTRINSIC_FREE: erase(call, NULL); return; /* the model does not use the memory again */
    case INTRINSIC_COND_WAIT:                       /* refused when origins are recorded */
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
    if (strncmp(name, "llvm.mem", 8) == 0)
        instrument_fill(in, call);
    else if (strncmp(name, "llvm.dbg.declare", 16) == 0)
        fill_storage(in, call, debug_declared_storage(call));
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

static void instrument_call(Instrument *in, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (LLVMIsAInlineAsm(callee)) return;
    const OriginCall *known = origins_call(in->origins, call);
    if (known) callee = known->callee;
    size_t n = 0;
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : "";
    if (known && known->is_ambiguous) refuse_ambiguous(in, call, name);
    if (strncmp(name, "llvm.", 5) == 0)
        instrument_builtin(in, call, name);
    else if (sites_find(in->sites, call, ORIGIN_FAIL, 0) != NO_ID && !known)
        instrument_error(in, call);
    else if (!known && LLVMIsAFunction(callee) && LLVMIsDeclaration(callee))
        instrument_lost(in, call);
    else if (known && known->is_async)
        instrument_async(in, call);
    else if (known)
        instrument_known(in, call, known, name);
}

/* ---- the module ---- */

static void instrument_instruction(Instrument *in, LLVMValueRef i)
{
    switch ((int)LLVMGetInstructionOpcode(i)) {
    case LLVMLoad:
    case LLVMStore:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: instrument_access(in, i); break;
    case LLVMAlloca: fill_storage(in, i, i); break;
    case LLVMCall: instrument_call(in, i); break;
    default: break;
    }
}

static void instrument_function(Instrument *in, LLVMValueRef function)
{
    VEC(LLVMValueRef) instructions = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            vec_push(in->run, &instructions, i);
    for (uint32_t k = 0; k < instructions.count; k++)
        instrument_instruction(in, instructions.data[k]);
    vec_free(in->run, &instructions);
}

/* The end of main would be the end of the process; the other threads may have steps to go. */
static void instrument_main(Instrument *in, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
        if (!LLVMIsAReturnInst(last)) continue;
        before(in, last);
        call_park(in);
    }
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
    for (unsigned i = 0; i < LLVMCountParams(function); i++) {
        LLVMValueRef parameter = LLVMGetParam(function, i);
        before(in, first);
        replace(parameter, traced_value(in, parameter, LLVMTypeOf(parameter)));
    }
}

/* A function that the runtime calls before main, and that hands it the globals with arbitrary initial values. */
static void add_globals(Instrument *in)
{
    LLVMValueRef function =
        LLVMAddFunction(in->module, "chorus_fill_globals", LLVMFunctionType(in->nothing, NULL, 0, 0));
    LLVMPositionBuilderAtEnd(in->builder, LLVMAppendBasicBlockInContext(in->context, function, "entry"));
    LLVMSetCurrentDebugLocation2(in->builder, NULL);
    for (uint32_t i = 0; i < in->origins->globals.count; i++) {
        const OriginGlobal *g = &in->origins->globals.data[i];
        if (g->is_thread_local) continue;
        LLVMValueRef args[] = {number(in, i), g->global};
        call_runtime(in, "chorus_fill_global", in->nothing, args, 2);
    }
    LLVMBuildRetVoid(in->builder);
}

static bool is_special(LLVMValueRef value)
{
    size_t n = 0;
    return strncmp(LLVMGetValueName2(value, &n), "llvm.", 5) == 0;
}

static void hide(LLVMValueRef value)
{
    LLVMSetVisibility(value, LLVMDefaultVisibility);
    LLVMSetLinkage(value, LLVMInternalLinkage);
}

/* What the program defines must not replace functions of the C library that the runtime uses; what it only declares
 * and reads gets storage. */
static void hide_definitions(Instrument *in)
{
    for (uint32_t i = 0; i < in->origins->globals.count; i++) {
        LLVMValueRef global = in->origins->globals.data[i].global;
        if (!LLVMGetInitializer(global)) LLVMSetInitializer(global, LLVMConstNull(LLVMGlobalGetValueType(global)));
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(in->module); f; f = LLVMGetNextFunction(f)) {
        size_t n = 0;
        if (!LLVMIsDeclaration(f) && strcmp(LLVMGetValueName2(f, &n), "main") != 0) hide(f);
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(in->module); g; g = LLVMGetNextGlobal(g))
        if (LLVMGetInitializer(g) && !is_special(g)) hide(g);
}

static void dispose_builder(void *builder) { LLVMDisposeBuilder(builder); }

void instrument_module(Run *run, const Origins *origins, const Sites *sites, bool has_foreign_mutexes)
{
    LLVMContextRef context = origins->context;
    Instrument in = {run,
                     origins,
                     sites,
                     context,
                     origins->module,
                     LLVMCreateBuilderInContext(context),
                     LLVMInt32TypeInContext(context),
                     LLVMInt64TypeInContext(context),
                     LLVMPointerTypeInContext(context, 0),
                     LLVMVoidTypeInContext(context),
                     has_foreign_mutexes,
                     0};
    uint32_t ticket = run_on_free(run, dispose_builder, in.builder);
    hide_definitions(&in);
    VEC(LLVMValueRef) functions = {0};
    for (LLVMValueRef f = LLVMGetFirstFunction(origins->module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f)) vec_push(run, &functions, f);
    for (uint32_t i = 0; i < functions.count; i++)
        instrument_function(&in, functions.data[i]);
    instrument_main(&in, LLVMGetNamedFunction(origins->module, "main"));
    add_globals(&in);
    run_cancel(run, ticket);
    LLVMDisposeBuilder(in.builder);
    vec_free(run, &functions);
}
