/* A forward analysis of one function, for each set of parameters that are addresses of fresh memory.
 *
 * An origin is a parameter of the set, a call of malloc or calloc, or a call of a function that returns fresh memory.
 * It stands for the memory that its latest execution gave. A slot is a local pointer whose own address is not taken.
 * The state says of each slot which origin's address it has, if any, and which origins are published. What is kept
 * true: the address of an origin that is not published is in slots that say so, in values of the block at hand, and
 * nowhere else. Therefore
 * - an instruction that is not known to leave the address where it is publishes the origin;
 * - where two ways meet and a slot has the address on one of them only, the origin is published: nothing would say
 *   any more that the slot may have it. A slot that is NULL or has no value yet can count as having it;
 * - a new execution of an origin takes the name: older copies of its addresses are those of other memory, of which
 *   nothing is claimed any more. */
#include "c/exact/races/fresh.h"

#include <string.h>

#include "base/check.h"
#include "c/compile/memory_order.h"
#include "c/compile/function.h"
#include "c/compile/intrinsics.h"
#include "c/library/summary.h"

#define ORIGINS_MAX 64u
#define PARAMETERS_MAX 32u

/* What a slot has: */
enum { SLOT_EMPTY = -1, SLOT_OTHER = -2 }; /* NULL or no value; another address; otherwise an origin's number */

/* What a function returns, if not the parameter of that number: */
enum { RETURNS_NOTHING = -1, RETURNS_NEW = -2 }; /* nothing fresh; the address of new memory */

struct FreshSummary {
    uint64_t parameters; /* the fresh ones */
    bool is_ready;       /* not while it is found: what calls itself publishes all */
    uint64_t published;  /* parameters that are when the function returns */
    int returns;
    Intern instructions;    /* that have fresh operands */
    VEC(uint64_t) operands; /* of those: which */
};

typedef struct FlowState {
    bool is_reached;
    uint64_t published;
    int *slots;
} FlowState;

typedef struct OriginValue {
    LLVMValueRef value;
    int origin;
} OriginValue;

typedef struct Flow {
    Lowering *L;
    FunctionInfo *info;
    FreshSummary *summary;
    Intern origin_ids, slot_ids;
    int parameters[ORIGINS_MAX]; /* of which parameter an origin is; -1: of none */
    FlowState *in;               /* by block */
    FlowState now;
    VEC(OriginValue) values;    /* of the block at hand */
    bool is_last, has_returned; /* last: facts are noted */
} Flow;

static const FreshSummary *summary_of(Lowering *L, LLVMValueRef function, uint64_t parameters);

/* ---- slots and origins ---- */

static bool is_slot(LLVMValueRef alloca)
{
    if (LLVMGetTypeKind(LLVMGetAllocatedType(alloca)) != LLVMPointerTypeKind) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_load = LLVMIsALoadInst(user) != NULL;
        if (!is_load && !(LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != alloca)) return false;
    }
    return true;
}

static void find_slots(Flow *f)
{
    for (uint32_t i = 0; i < f->info->allocas.count; i++)
        if (is_slot(f->info->allocas.data[i].alloca)) pointer_id(&f->slot_ids, f->info->allocas.data[i].alloca, NULL);
}

static int slot_of_pointer(const Flow *f, LLVMValueRef pointer)
{
    uint32_t id = pointer_find(&f->slot_ids, pointer);
    return id == INTERN_NONE ? -1 : (int)id;
}

static void publish_origin(Flow *f, int origin)
{
    CHECK(origin >= 0 && origin < (int)ORIGINS_MAX);
    f->now.published |= UINT64_C(1) << origin;
    for (uint32_t s = 0; s < f->slot_ids.count; s++)
        if (f->now.slots[s] == origin) f->now.slots[s] = SLOT_OTHER;
}

/* The origin whose address the value is, if that is not published; negative: none. */
static int fresh_origin_of(const Flow *f, LLVMValueRef value)
{
    int origin = SLOT_OTHER;
    uint32_t id = LLVMIsAArgument(value) ? pointer_find(&f->origin_ids, value) : INTERN_NONE;
    if (id != INTERN_NONE) origin = (int)id;
    for (uint32_t i = 0; i < f->values.count; i++)
        if (f->values.data[i].value == value) origin = f->values.data[i].origin;
    return origin >= 0 && f->now.published >> origin & 1 ? SLOT_OTHER : origin;
}

static bool is_used_in_other_block(LLVMValueRef instruction)
{
    LLVMBasicBlockRef here = LLVMGetInstructionParent(instruction);
    for (LLVMUseRef u = LLVMGetFirstUse(instruction); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAInstruction(user) || LLVMGetInstructionParent(user) != here || LLVMIsAPHINode(user)) return true;
    }
    return false;
}

/* The instruction computes an address of the origin. */
static void bind(Flow *f, LLVMValueRef instruction, int origin)
{
    if (origin < 0) return;
    if (is_used_in_other_block(instruction))
        publish_origin(f, origin);
    else
        vec_push(f->L->run, &f->values, ((OriginValue){instruction, origin}));
}

/* The instruction makes new memory. */
static void begin_origin(Flow *f, LLVMValueRef instruction)
{
    uint32_t id = pointer_id(&f->origin_ids, instruction, NULL);
    if (id >= ORIGINS_MAX) return;
    publish_origin(f, (int)id); /* what it made before: slots forget it, and so must values */
    for (uint32_t i = 0; i < f->values.count; i++)
        if (f->values.data[i].origin == (int)id) f->values.data[i].origin = SLOT_OTHER;
    f->now.published &= ~(UINT64_C(1) << id);
    bind(f, instruction, (int)id);
}

/* ---- instructions ---- */

static void note_fresh_operand(Flow *f, LLVMValueRef instruction, unsigned operand)
{
    if (!f->is_last || operand >= 64) return;
    bool is_new;
    uint32_t id = pointer_id(&f->summary->instructions, instruction, &is_new);
    if (is_new) vec_push(f->L->run, &f->summary->operands, 0);
    f->summary->operands.data[id] |= UINT64_C(1) << operand;
}

static void publish_operands(Flow *f, LLVMValueRef instruction)
{
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(instruction); k++) {
        int origin = fresh_origin_of(f, LLVMGetOperand(instruction, k));
        if (origin >= 0) publish_origin(f, origin);
    }
}

/* An access through the operand leaves the address where it is. */
static void access(Flow *f, LLVMValueRef instruction, unsigned operand)
{
    if (fresh_origin_of(f, LLVMGetOperand(instruction, operand)) >= 0) note_fresh_operand(f, instruction, operand);
}

static void do_store(Flow *f, LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    int origin = fresh_origin_of(f, value), slot = slot_of_pointer(f, LLVMGetOperand(store, 1));
    access(f, store, 1);
    if (slot >= 0)
        f->now.slots[slot] = origin >= 0 ? origin : LLVMIsAConstantPointerNull(value) ? SLOT_EMPTY : SLOT_OTHER;
    else if (origin >= 0)
        publish_origin(f, origin);
}

static void do_load(Flow *f, LLVMValueRef load)
{
    int slot = slot_of_pointer(f, LLVMGetOperand(load, 0));
    access(f, load, 0);
    if (slot >= 0) bind(f, load, f->now.slots[slot]);
}

static bool is_fill(const char *name)
{
    return strncmp(name, "llvm.memset.", 12) == 0 || strncmp(name, "llvm.memcpy.", 12) == 0 ||
           strncmp(name, "llvm.memmove.", 13) == 0;
}

/* The fresh arguments of a call of a function with a body, each once; what is passed twice is published. */
static uint64_t fresh_arguments(Flow *f, LLVMValueRef call, int *origins)
{
    uint64_t fresh = 0;
    unsigned n = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < n; i++) {
        int origin = fresh_origin_of(f, LLVMGetOperand(call, i));
        bool is_twice = i >= PARAMETERS_MAX || i >= LLVMCountParams(LLVMGetCalledValue(call));
        for (unsigned k = 0; k < i && k < PARAMETERS_MAX; k++)
            is_twice |= origins[k] == origin;
        if (i < PARAMETERS_MAX) origins[i] = origin;
        if (origin >= 0 && is_twice) publish_origin(f, origin);
    }
    for (unsigned i = 0; i < n && i < PARAMETERS_MAX; i++)
        if (fresh_origin_of(f, LLVMGetOperand(call, i)) >= 0) fresh |= UINT64_C(1) << i;
    return fresh;
}

static void do_inlined(Flow *f, LLVMValueRef call, LLVMValueRef callee)
{
    int origins[PARAMETERS_MAX];
    uint64_t fresh = fresh_arguments(f, call, origins);
    const FreshSummary *s = summary_of(f->L, callee, fresh);
    for (unsigned i = 0; i < PARAMETERS_MAX; i++)
        if (fresh >> i & 1) {
            note_fresh_operand(f, call, i);
            if (s->published >> i & 1) publish_origin(f, origins[i]);
        }
    if (s->returns == RETURNS_NEW) begin_origin(f, call);
    if (s->returns >= 0 && fresh >> s->returns & 1 && !(f->now.published >> origins[s->returns] & 1))
        bind(f, call, origins[s->returns]);
}

/* Whether a function without a body uses the address in the argument during the call only. */
static bool is_used_only(Intrinsic intrinsic, const char *name, unsigned argument)
{
    bool is_lock = intrinsic >= INTRINSIC_MUTEX_INIT && intrinsic <= INTRINSIC_SEMAPHORE_GET;
    if ((is_lock && intrinsic != INTRINSIC_ONCE) || intrinsic == INTRINSIC_FREE) return argument == 0;
    const Summary *s = intrinsic <= INTRINSIC_ZERO ? summary_find(name) : NULL;
    const char *end = s ? strchr(s->uses, ARGUMENT_REST) : NULL;
    if (!s || strchr(s->uses, ARGUMENT_POINTER)) return false; /* where an address is left, it may be one of these */
    char use = argument < strlen(s->uses) ? s->uses[argument] : end ? ARGUMENT_REST : ARGUMENT_VALUE;
    return use == ARGUMENT_READ || use == ARGUMENT_OBJECT || use == ARGUMENT_FORMAT || use == ARGUMENT_BUFFER ||
           use == ARGUMENT_STRING || use == ARGUMENT_TEXT || use == ARGUMENT_SIZED || use == ARGUMENT_REST;
}

static void do_external(Flow *f, LLVMValueRef call, Intrinsic intrinsic, const char *name)
{
    bool may_return = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind && LLVMGetFirstUse(call);
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++) {
        int origin = fresh_origin_of(f, LLVMGetOperand(call, k));
        if (origin < 0) continue;
        if (!may_return && is_used_only(intrinsic, name, k))
            access(f, call, k);
        else
            publish_origin(f, origin);
    }
}

static void do_call(Flow *f, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (LLVMIsADbgInfoIntrinsic(call)) return;
    if (!LLVMIsAFunction(callee)) {
        publish_operands(f, call);
        return;
    }
    size_t n;
    const char *name = LLVMGetValueName2(callee, &n);
    bool has_body = !LLVMIsDeclaration(callee);
    Intrinsic intrinsic = intrinsic_find(name, has_body);
    BlockInfo *block = function_block(f->info, LLVMGetInstructionParent(call));
    if (intrinsic == INTRINSIC_MALLOC || intrinsic == INTRINSIC_CALLOC) {
        begin_origin(f, call);
    } else if (is_fill(name)) {
        access(f, call, 0);
        access(f, call, 1);
    } else if (has_body && intrinsic == INTRINSIC_NONE && block->async_call != call && !block->async_unclear) {
        do_inlined(f, call, callee);
    } else if (!has_body) {
        do_external(f, call, intrinsic, name);
    } else {
        publish_operands(f, call);
    }
}

/* Of all returns the same, or nothing: then nobody knows that it is the parameter that is returned. */
static void do_return(Flow *f, LLVMValueRef ret)
{
    FreshSummary *s = f->summary;
    int origin = LLVMGetNumOperands(ret) ? fresh_origin_of(f, LLVMGetOperand(ret, 0)) : SLOT_OTHER;
    int returns = origin < 0 ? RETURNS_NOTHING : f->parameters[origin] < 0 ? RETURNS_NEW : f->parameters[origin];
    if (f->has_returned && s->returns != returns) {
        if (s->returns >= 0) s->published |= UINT64_C(1) << s->returns;
        if (returns >= 0) s->published |= UINT64_C(1) << returns;
        returns = RETURNS_NOTHING;
    }
    s->returns = returns;
    f->has_returned = true;
    for (uint32_t i = 0; i < f->origin_ids.count && i < ORIGINS_MAX; i++)
        if (f->parameters[i] >= 0 && f->now.published >> i & 1) s->published |= UINT64_C(1) << f->parameters[i];
}

static void do_instruction(Flow *f, LLVMValueRef i)
{
    switch ((int)LLVMGetInstructionOpcode(i)) {
    case LLVMLoad: do_load(f, i); break;
    case LLVMStore: do_store(f, i); break;
    case LLVMCall: do_call(f, i); break;
    case LLVMRet:
        if (f->is_last) do_return(f, i);
        break;
    case LLVMICmp: break;
    case LLVMBitCast:
    case LLVMGetElementPtr: bind(f, i, fresh_origin_of(f, LLVMGetOperand(i, 0))); break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        access(f, i, 0);
        for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(i); k++) {
            int origin = fresh_origin_of(f, LLVMGetOperand(i, k));
            if (origin >= 0) publish_origin(f, origin);
        }
        break;
    default: publish_operands(f, i);
    }
}

/* ---- blocks ---- */

static void do_block(Flow *f, uint32_t block)
{
    const FlowState *in = &f->in[block];
    f->now.published = in->published;
    memcpy(f->now.slots, in->slots, f->slot_ids.count * sizeof *in->slots);
    vec_clear(&f->values);
    for (LLVMValueRef i = LLVMGetFirstInstruction(f->info->blocks.data[block].block); i; i = LLVMGetNextInstruction(i))
        do_instruction(f, i);
}

/* What holds at the end of the block at hand is one way into another. Has that lost anything? */
static bool enter_block(Flow *f, uint32_t block)
{
    FlowState *to = &f->in[block];
    uint32_t n = f->slot_ids.count;
    if (!to->is_reached) {
        to->is_reached = true;
        to->published = f->now.published;
        memcpy(to->slots, f->now.slots, n * sizeof *to->slots);
        return true;
    }
    uint64_t lost = f->now.published | to->published;
    for (uint32_t s = 0; s < n; s++) {
        int a = to->slots[s], b = f->now.slots[s];
        if (a == b || a == SLOT_EMPTY || b == SLOT_EMPTY) continue;
        if (a >= 0) lost |= UINT64_C(1) << a;
        if (b >= 0) lost |= UINT64_C(1) << b;
    }
    bool has_changed = lost != to->published;
    to->published = lost;
    for (uint32_t s = 0; s < n; s++) {
        int was = to->slots[s], joined = was == SLOT_EMPTY ? f->now.slots[s] : was;
        if (joined >= 0 && lost >> joined & 1) joined = SLOT_OTHER;
        if (was != f->now.slots[s] && was != SLOT_EMPTY && f->now.slots[s] != SLOT_EMPTY) joined = SLOT_OTHER;
        to->slots[s] = joined;
        has_changed |= joined != was;
    }
    return has_changed;
}

/* Each block that is met is looked at until what holds where it starts is stable: it only shrinks, as slots go from
 * empty to an origin to another address, and origins are published. */
static void find_states(Flow *f)
{
    VEC(uint32_t) open = {0};
    f->in[0].is_reached = true;
    vec_push(f->L->run, &open, 0);
    while (open.count) {
        uint32_t b = vec_pop(&open);
        do_block(f, b);
        for (uint32_t k = 0; k < f->info->blocks.data[b].successors.count; k++) {
            uint32_t to = f->info->blocks.data[b].successors.data[k];
            if (enter_block(f, to)) vec_push(f->L->run, &open, to);
        }
    }
    vec_free(f->L->run, &open);
}

/* ---- functions ---- */

static void add_fresh_parameters(Flow *f)
{
    unsigned n = LLVMCountParams(f->info->function);
    for (unsigned i = 0; i < ORIGINS_MAX; i++)
        f->parameters[i] = -1;
    for (unsigned i = 0; i < n && i < PARAMETERS_MAX; i++)
        if (f->summary->parameters >> i & 1)
            f->parameters[pointer_id(&f->origin_ids, LLVMGetParam(f->info->function, i), NULL)] = (int)i;
}

static void analyse_fresh(Lowering *L, FunctionInfo *info, FreshSummary *summary)
{
    Flow f = {.L = L, .info = info, .summary = summary};
    Run *run = L->run;
    uint32_t blocks = info->blocks.count;
    intern_init(run, &f.origin_ids);
    intern_init(run, &f.slot_ids);
    find_slots(&f);
    add_fresh_parameters(&f);
    size_t row = (f.slot_ids.count + 1) * sizeof(int);
    f.in = run_alloc(run, blocks * sizeof *f.in);
    f.now.slots = run_alloc(run, row);
    for (uint32_t b = 0; b < blocks; b++) {
        f.in[b].slots = run_alloc(run, row);
        for (uint32_t s = 0; s < f.slot_ids.count; s++)
            f.in[b].slots[s] = SLOT_EMPTY;
    }
    find_states(&f);
    f.is_last = true;
    for (uint32_t b = 0; b < blocks; b++)
        if (f.in[b].is_reached) do_block(&f, b);
    for (uint32_t b = 0; b < blocks; b++)
        run_release(run, f.in[b].slots);
    run_release(run, f.in);
    run_release(run, f.now.slots);
    vec_free(run, &f.values);
    intern_clear(&f.origin_ids);
    intern_clear(&f.slot_ids);
}

static const FreshSummary *summary_of(Lowering *L, LLVMValueRef function, uint64_t parameters)
{
    static const FreshSummary unknown = {.published = UINT64_MAX, .returns = RETURNS_NOTHING};
    FunctionInfo *info = function_info(L->functions, function);
    for (uint32_t i = 0; i < info->fresh.count; i++) {
        const FreshSummary *s = info->fresh.data[i];
        if (s->parameters == parameters) return s->is_ready ? s : &unknown;
    }
    FreshSummary *s = run_alloc(L->run, sizeof *s);
    s->parameters = parameters;
    s->returns = RETURNS_NOTHING;
    intern_init(L->run, &s->instructions);
    vec_push(L->run, &info->fresh, s);
    analyse_fresh(L, info, s);
    s->is_ready = true;
    return s;
}

static uint64_t fresh_operands(const FreshSummary *s, LLVMValueRef instruction)
{
    uint32_t id = pointer_find(&s->instructions, instruction);
    return id == INTERN_NONE ? 0 : s->operands.data[id];
}

static const FreshSummary *summary_of_frame(Lowering *L, Frame *frame)
{
    if (frame->fresh) return frame->fresh;
    uint64_t parameters = 0;
    if (frame->caller && frame->call && LLVMGetCalledValue(frame->call) == frame->info->function)
        parameters = fresh_operands(summary_of_frame(L, frame->caller), frame->call);
    frame->fresh = summary_of(L, frame->info->function, parameters);
    return frame->fresh;
}

static bool has_weak_order(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (LLVMIsAFenceInst(i) || memory_order_is_weaker(memory_order(i))) return true;
    return false;
}

/* Where orders are weak what is done before an address is published need not be seen by who gets it. */
static bool may_be_published_weakly(Lowering *L)
{
    if (!L->options->fences) return false;
    if (L->weak_order == WEAK_ORDER_UNKNOWN)
        L->weak_order = has_weak_order(L->module) ? WEAK_ORDER_SOME : WEAK_ORDER_NONE;
    return L->weak_order == WEAK_ORDER_SOME;
}

bool fresh_is_private(Lowering *L, LLVMValueRef instruction, LLVMValueRef pointer)
{
    if (may_be_published_weakly(L)) return false;
    if (!pointer || !LLVMIsAInstruction(instruction)) return false;
    uint64_t fresh = fresh_operands(summary_of_frame(L, L->frame), instruction);
    for (unsigned k = 0; fresh >> k; k++)
        if (fresh >> k & 1 && LLVMGetOperand(instruction, k) == pointer) return true;
    return false;
}
