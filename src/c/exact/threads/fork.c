/* Each answer errs towards "may": where control goes is followed without values, but for the result of the call itself,
 * which is 0 in the new process; a call through a pointer may be one of any function whose address is used. Which locks
 * are held is not looked at. Waits with a limit end, and functions without a body take no locks (docs/library.md). */
#include "c/exact/threads/fork.h"

#include <string.h>

#include "c/compile/intrinsics.h"
#include "c/compile/source.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/values.h"
#include "c/library/process.h"
#include "c/exact/memory/operand.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

#define FIRST_PROCESS 1000 /* the number of the first new process: any that is none of the system's */
#define FORKS_WIDTH 15     /* bits: numbers of so many processes are told apart */

typedef VEC(LLVMBasicBlockRef) Blocks;

typedef struct Search {
    Run *run;
    LLVMModuleRef module;
    bool starts;                /* starts of threads are sought, else waits */
    Intern functions;           /* looked at, or being so */
    LLVMValueRef call, storage; /* the call of fork, and the local that keeps its result; NULL: none */
} Search;

/* ---- what is sought ---- */

static bool is_wait(Intrinsic intrinsic)
{
    static const Intrinsic waits[] = {
        INTRINSIC_MUTEX_LOCK, INTRINSIC_COND_WAIT,    INTRINSIC_RWLOCK_READ,    INTRINSIC_RWLOCK_WRITE,
        INTRINSIC_ONCE,       INTRINSIC_BARRIER_WAIT, INTRINSIC_SEMAPHORE_WAIT, INTRINSIC_UNSUPPORTED_SYNC,
        INTRINSIC_THREAD_JOIN};
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++)
        if (waits[i] == intrinsic) return true;
    return false;
}

static LLVMValueRef find_in_function(Search *s, LLVMValueRef function);

static bool function_has_address(LLVMValueRef function)
{
    for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u))
        if (!LLVMIsACallInst(LLVMGetUser(u)) || LLVMGetCalledValue(LLVMGetUser(u)) != function) return true;
    return false;
}

/* Who may be called through a pointer. */
static LLVMValueRef find_in_all(Search *s)
{
    LLVMValueRef found = NULL;
    for (LLVMValueRef f = LLVMGetFirstFunction(s->module); f && !found; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) && function_has_address(f)) found = find_in_function(s, f);
    return found;
}

/* The instruction in question that an instruction may come to; NULL: none. */
static LLVMValueRef find_at(Search *s, LLVMValueRef i)
{
    size_t n = 0;
    if (!LLVMIsACallInst(i) || LLVMIsAInlineAsm(LLVMGetCalledValue(i))) return NULL;
    LLVMValueRef callee = LLVMGetCalledValue(i);
    if (!LLVMIsAFunction(callee)) return find_in_all(s);
    Intrinsic intrinsic = intrinsic_find(LLVMGetValueName2(callee, &n), !LLVMIsDeclaration(callee));
    if (s->starts ? intrinsic == INTRINSIC_THREAD_CREATE : is_wait(intrinsic)) return i;
    return LLVMIsDeclaration(callee) ? NULL : find_in_function(s, callee);
}

#define DEPTH 3u

/* Whether the call is of a function of the program that never comes back: no way through it, down to some depth, leads
 * to a return. */
static bool never_returns(LLVMValueRef i, unsigned depth)
{
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    if (!callee || !LLVMIsAFunction(callee) || LLVMIsDeclaration(callee) || depth == 0) return false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(callee); b; b = LLVMGetNextBasicBlock(b)) {
        bool returns = LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(b)) != NULL;
        for (LLVMValueRef k = LLVMGetFirstInstruction(b); k && returns; k = LLVMGetNextInstruction(k))
            returns = !never_returns(k, depth - 1);
        if (returns) return false;
    }
    return true;
}

static LLVMValueRef find_in_block(Search *s, LLVMValueRef first, LLVMValueRef end)
{
    for (LLVMValueRef i = first; i && i != end; i = LLVMGetNextInstruction(i)) {
        LLVMValueRef found = find_at(s, i);
        if (found) return found;
        if (never_returns(i, DEPTH)) return NULL;
    }
    return NULL;
}

static LLVMValueRef find_in_function(Search *s, LLVMValueRef function)
{
    bool is_new;
    LLVMValueRef found = NULL;
    pointer_id(&s->functions, function, &is_new);
    if (!is_new) return NULL; /* what was found there ended the search */
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b && !found; b = LLVMGetNextBasicBlock(b))
        found = find_in_block(s, LLVMGetFirstInstruction(b), NULL);
    return found;
}

/* ---- the result of the call ---- */

/* The value where the call gave 0. False: it is not known. */
static bool value_after_fork(const Search *s, LLVMValueRef v, int64_t *value)
{
    int64_t a, b;
    if (LLVMIsAConstantInt(v)) {
        *value = LLVMConstIntGetSExtValue(v);
        return true;
    }
    *value = 0;
    if (v == s->call) return true;
    if (LLVMIsALoadInst(v)) return s->storage && LLVMGetOperand(v, 0) == s->storage;
    bool is_xor = LLVMIsABinaryOperator(v) && LLVMGetInstructionOpcode(v) == LLVMXor;
    if (!is_xor && !LLVMIsAICmpInst(v)) return false;
    if (!value_after_fork(s, LLVMGetOperand(v, 0), &a) || !value_after_fork(s, LLVMGetOperand(v, 1), &b)) return false;
    if (is_xor) {
        *value = (a ^ b) & 1; /* of conditions */
        return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 1;
    }
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(v);
    *value = predicate == LLVMIntEQ    ? a == b
             : predicate == LLVMIntNE  ? a != b
             : predicate == LLVMIntSLT ? a < b
             : predicate == LLVMIntSLE ? a <= b
             : predicate == LLVMIntSGT ? a > b
                                       : a >= b;
    return predicate == LLVMIntEQ || predicate == LLVMIntNE || predicate >= LLVMIntSGT;
}

/* Whether control may go from a block to its successor k where the call gave 0. */
static bool may_follow(const Search *s, LLVMValueRef last, unsigned k)
{
    int64_t value;
    if (!s->call) return true;
    if (LLVMIsABranchInst(last) && LLVMIsConditional(last) && value_after_fork(s, LLVMGetCondition(last), &value))
        return k == (value == 0);
    if (!LLVMIsASwitchInst(last) || !value_after_fork(s, LLVMGetOperand(last, 0), &value)) return true;
    for (unsigned i = 1; i < LLVMGetNumSuccessors(last); i++)
        if (LLVMConstIntGetSExtValue(LLVMGetOperand(last, 2 * i)) == value) return k == i;
    return k == 0;
}

/* ---- where control goes ---- */

static void add_followed_successors(const Search *s, LLVMBasicBlockRef block, Intern *seen, Blocks *out)
{
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if (never_returns(i, DEPTH)) return;
    for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++) {
        bool is_new = false;
        if (may_follow(s, last, k)) pointer_id(seen, LLVMBasicBlockAsValue(LLVMGetSuccessor(last, k)), &is_new);
        if (is_new) vec_push(s->run, out, LLVMGetSuccessor(last, k));
    }
}

/* The blocks that control may come to behind the block. */
static void find_blocks_behind(const Search *s, LLVMBasicBlockRef block, Blocks *out)
{
    Intern seen;
    intern_init(s->run, &seen);
    add_followed_successors(s, block, &seen, out);
    for (uint32_t i = 0; i < out->count; i++)
        add_followed_successors(s, out->data[i], &seen, out);
    intern_clear(&seen);
}

/* In its block. */
static bool is_later(LLVMValueRef call, LLVMValueRef instruction)
{
    for (LLVMValueRef i = call; i; i = LLVMGetNextInstruction(i))
        if (i == instruction) return true;
    return false;
}

/* The local that only the call writes from there on, if it keeps the result in one whose address nobody takes. */
static LLVMValueRef result_storage(Search *s, LLVMValueRef call)
{
    LLVMValueRef storage = NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(call); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAStoreInst(user) && LLVMIsAAllocaInst(LLVMGetOperand(user, 1))) storage = LLVMGetOperand(user, 1);
    }
    Blocks behind = {0};
    find_blocks_behind(s, LLVMGetInstructionParent(call), &behind);
    for (LLVMUseRef u = storage ? LLVMGetFirstUse(storage) : NULL; u && storage; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == storage;
        bool is_own = is_store && LLVMGetOperand(user, 0) == call;
        bool is_behind = is_later(call, user);
        for (uint32_t i = 0; i < behind.count; i++)
            is_behind |= behind.data[i] == LLVMGetInstructionParent(user);
        if (!(LLVMIsALoadInst(user) || is_own || (is_store && !is_behind))) storage = NULL;
    }
    vec_free(s->run, &behind);
    return storage;
}

/* What is sought behind a call. returns: control may leave the function. */
static LLVMValueRef find_behind(Search *s, LLVMValueRef call, bool *returns)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
    Blocks behind = {0};
    find_blocks_behind(s, block, &behind);
    for (uint32_t i = 0; i < behind.count && s->call; i++) {
        if (behind.data[i] != block) continue;
        s->call = s->storage = NULL; /* the new process forks here, too, and goes on with another result */
        behind.count = 0;
        find_blocks_behind(s, block, &behind);
    }
    LLVMValueRef found = find_in_block(s, LLVMGetNextInstruction(call), NULL);
    *returns = LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(block)) != NULL;
    for (uint32_t i = 0; i < behind.count && !found; i++) {
        found = find_in_block(s, LLVMGetFirstInstruction(behind.data[i]), NULL);
        *returns |= LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(behind.data[i])) != NULL;
    }
    vec_free(s->run, &behind);
    return found;
}

static bool comes_to(const Search *s, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    Blocks behind = {0};
    bool found = false;
    find_blocks_behind(s, from, &behind);
    for (uint32_t i = 0; i < behind.count; i++)
        found |= behind.data[i] == to;
    vec_free(s->run, &behind);
    return found;
}

/* Whether a thread may have been started in the function when control comes to the call. */
static bool is_started_before(Search *s, LLVMValueRef call)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
    LLVMValueRef function = LLVMGetBasicBlockParent(block);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        bool is_before = comes_to(s, b, block);
        LLVMValueRef end = b == block && !is_before ? call : NULL;
        if ((is_before || b == block) && find_in_block(s, LLVMGetFirstInstruction(b), end)) return true;
    }
    return false;
}

/* ---- calls of fork ---- */

static Search search_new(Lowering *L, bool starts)
{
    Search s = {.run = L->run, .module = L->module, .starts = starts};
    intern_init(L->run, &s.functions);
    return s;
}

/* The thread that main runs is alone until it has started one. */
static bool has_threads(Lowering *L, LLVMValueRef call)
{
    Search s = search_new(L, true);
    bool found = !L->thread->is_main;
    for (const Frame *f = L->frame; f && call && !found; call = f->call, f = f->caller)
        found = is_started_before(&s, call);
    intern_clear(&s.functions);
    return found;
}

/* Where the new process may come to what is sought: a start of a thread, or a wait. */
static LLVMValueRef find_in_new_process(Lowering *L, LLVMValueRef call, bool starts)
{
    Search s = search_new(L, starts);
    bool returns = true;
    LLVMValueRef found = NULL;
    s.storage = result_storage(&s, call);
    s.call = call;
    for (const Frame *f = L->frame; f && call && returns && !found; call = f->call, f = f->caller) {
        found = find_behind(&s, call, &returns);
        s.call = s.storage = NULL; /* callers know nothing of the result */
    }
    intern_clear(&s.functions);
    return found;
}

static void end_at(Lowering *L, LLVMValueRef at, const char *what)
{
    SourcePos here = L->pos;
    L->pos = sources_pos(L->sources, at);
    const char *why = lower_reason(L, what);
    L->pos = here;
    emit_limit(L, fresh_input(L, sort_bool(), "fork"), why);
}

void fork_check(Lowering *L, LLVMValueRef call)
{
    if (!L->cursor.is_reachable) return;
    LLVMValueRef shared = process_find_shared(L->module);
    if (shared) {
        Step goes_on = {.approximate = "what another process does to shared memory is not modelled"};
        end_at(L, shared, "the processes of a fork share this, and what another one does to it is not modelled");
        step_emit(L, &goes_on);
    }
    if (!property_is_asked(L, PROPERTY_NO_DEADLOCK) || !has_threads(L, call)) return;
    LLVMValueRef wait = find_in_new_process(L, call, false);
    if (wait) end_at(L, wait, "the new process of a fork may wait here for ever, for what another thread held");
}

/* ---- the result ---- */

static bool gives_function(LLVMValueRef call)
{
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
        if (LLVMIsAFunction(LLVMGetOperand(call, k))) return true;
    return false;
}

/* Whether the library may call functions of the program at any time (code/callback.h), as handlers of signals: it does
 * so in the new process, too. Who starts threads is another one. */
static bool has_callbacks(LLVMModuleRef module)
{
    size_t n;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        const char *name = LLVMGetValueName2(f, &n);
        if (!LLVMIsDeclaration(f) || intrinsic_find(name, false) == INTRINSIC_THREAD_CREATE) continue;
        for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            if (strcmp(name, "sigaction") == 0 || !LLVMIsACallInst(user) || gives_function(user)) return true;
        }
    }
    return false;
}

/* Whether what is asked can go wrong in a new process that has one thread, while the old one has several: all but a
 * race, as long as it starts none and nobody calls functions beside it, and a deadlock, for which fork_check has
 * looked.
 */
static bool matters(Lowering *L, LLVMValueRef call)
{
    for (Property p = 0; p < PROPERTY_COUNT; p++)
        if (p != PROPERTY_NO_DATA_RACE && p != PROPERTY_NO_DEADLOCK && property_is_asked(L, p)) return true;
    return property_is_asked(L, PROPERTY_NO_DATA_RACE) &&
           (has_callbacks(L->module) || find_in_new_process(L, call, true));
}

void fork_bind(Lowering *L, LLVMValueRef call)
{
    Sort sort = type_sort(L, LLVMTypeOf(call));
    bool is_alone = !has_threads(L, call), is_examined = is_alone || matters(L, call);
    VarId result = var_temporary(L, "fork.result", sort, true);
    ThreadVariable forks = {.kind = THREAD_FORKS, .sort = sort_bv(FORKS_WIDTH), .name = "forks"};
    Step steps[3] = {0};
    uint32_t count = 0;
    if (is_examined) {
        Step *new = &steps[count++];
        if (!is_alone) new->approximate = "the new process of a fork has one thread, here all go on";
        step_assign(L, new, result, term_const(L->tm, sort, 0));
    }
    if (L->thread->is_main) {
        Step *old = &steps[count++];
        VarId made = thread_variable(L, forks);
        Term number = term_zext(L->tm, var_term(L, made), sort.width);
        step_assign(L, old, made, term_add(L->tm, var_term(L, made), term_const(L->tm, forks.sort, 1)));
        step_assign(L, old, result, term_add(L->tm, number, term_const(L->tm, sort, FIRST_PROCESS)));
    }
    Step *other = &steps[count++];
    Term any = fresh_input(L, sort, "fork");
    other->approximate = "the result of fork is arbitrary";
    other->guard = term_ne(L->tm, any, term_const(L->tm, sort, 0));
    step_assign(L, other, result, any);
    steps_emit(L, steps, count);
    value_bind(L, L->frame, call, val_term(var_term(L, result)));
}
