/* A local outlives its function when an instruction may use it that is not executed before the function returns. Where
 * addresses go is over-approximated, and so is who executes what and which threads have been joined by then; so a local
 * that is not named here is not used too late, as far as functions go. Of blocks only those of the source that
 * declare a local are known. */
#include "c/survey/outlive.h"

#include "base/check.h"
#include "c/compile/byval.h"
#include "c/survey/call.h"
#include "c/survey/effect.h"
#include "c/survey/gather.h"
#include "c/survey/solve.h"
#include "c/survey/threads.h"

/* What is known of a function that has such locals. */
typedef struct Life {
    bool is_known;
    bool *within; /* functions that are called while it runs */
    Bits after;   /* classes that may run when it has ended */
    Bits starts;  /* those that it has started itself */
} Life;

typedef struct Outlive {
    Survey *s;
    Life *lives;       /* by function */
    uint32_t function; /* at hand */
    LLVMValueRef instruction;
} Outlive;

static bool is_exit(LLVMValueRef i)
{
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    Intrinsic intrinsic = INTRINSIC_NONE;
    return callee && LLVMIsAFunction(callee) && library_name(callee, &intrinsic) && intrinsic == INTRINSIC_THREAD_EXIT;
}

static bool has_exit(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (is_exit(i)) return true;
    return false;
}

static void note_exit(void *arg, LLVMValueRef i, const Bits *started)
{
    Life *life = arg;
    if (is_exit(i)) life->after = bits_or(life->after, *started);
}

/* The process ends where main returns; the memory is there until then. */
static const Life *life_of(Outlive *o, uint32_t function)
{
    Survey *s = o->s;
    Life *life = &o->lives[function];
    const SurveyFunction *f = &s->reached.data[function];
    if (life->is_known) return life;
    life->is_known = true;
    life->within = run_alloc(s->run, (s->reached.count + 1) * sizeof *life->within);
    life->starts = threads_closure(s, f->starts);
    bool is_main = f->function == s->classes.data[0].function;
    if (!is_main) life->after = f->leaves;
    threads_walk(s, function, note_exit, life);
    Ids stack = {0};
    vec_push(s->run, &stack, function);
    while (stack.count > 0) {
        uint32_t g = vec_pop(&stack);
        if (life->within[g]) continue;
        life->within[g] = true;
        const SurveyFunction *callee = &s->reached.data[g];
        if (g != function && has_exit(callee->function)) life->after = bits_or(life->after, f->starts);
        for (uint32_t i = 0; i < callee->calls.count; i++)
            vec_push(s->run, &stack, function_find(s, callee->calls.data[i].function));
    }
    vec_free(s->run, &stack);
    life->after = threads_closure(s, life->after);
    return life;
}

/* ---- blocks of the source ---- */

typedef struct BlockEnd {
    const Survey *s;
    LLVMMetadataRef block;
    Bits after;
} BlockEnd;

static void note_outside(void *arg, LLVMValueRef i, const Bits *started)
{
    BlockEnd *e = arg;
    bool is_inside = debug_is_in_block(e->s->context, i, e->block);
    if (LLVMInstructionGetDebugLoc(i) && !is_inside) e->after = bits_or(e->after, *started);
}

/* Classes that may run where control is outside of the block that declares the local. */
static Bits after_block(Survey *s, uint32_t function, LLVMValueRef local)
{
    bool is_own = s->reached.data[function].function == instruction_function(local);
    const AllocaInfo *info = is_own ? function_alloca(s->reached.data[function].info, local) : NULL;
    BlockEnd e = {.s = s};
    if (info) e.block = alloca_block(s->context, info);
    if (e.block) threads_walk(s, function, note_outside, &e);
    return threads_closure(s, e.after);
}

/* ---- uses ---- */

/* Whether the instruction at hand may be executed when the local of the function is no more. */
static bool may_be_late(Outlive *o, uint32_t function, LLVMValueRef local)
{
    const Survey *s = o->s;
    const Life *life = life_of(o, function);
    const Bits *own = &s->reached.data[function].classes, *users = &s->reached.data[o->function].classes;
    bool is_main = s->reached.data[function].function == s->classes.data[0].function, is_found = false;
    Bits block = {{0}};
    for (uint32_t c = 0; c < s->classes.count && c < BITS_MAX; c++) {
        if (!bits_get(users, c) || (life->within[o->function] && bits_get(own, c))) continue;
        if (!is_found) block = after_block(o->s, function, local);
        is_found = true;
        bool is_joined = is_main || bits_get(&life->starts, c);
        if (!is_joined || bits_get(&life->after, c) || bits_get(&block, c)) return true;
    }
    return false;
}

/* What a local ends with: the function that has it, or that gets it by value. */
static LLVMValueRef owning_function(LLVMValueRef local)
{
    LLVMValueRef call = byval_call(local), callee = call ? LLVMGetCalledValue(call) : NULL;
    bool is_known = callee && LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee);
    return is_known ? callee : instruction_function(local);
}

static void find_use(void *arg, const SurveyEffect *e)
{
    Outlive *o = arg;
    Survey *s = o->s;
    const Ids *targets = e->is_static ? NULL : effect_targets(s, e->pointer);
    for (uint32_t i = 0; targets && i < targets->count; i++) {
        SurveyObject *object = &s->objects.data[s->places.data[targets->data[i]].object];
        if (object->kind != SURVEY_LOCAL || !object->value || e->pointer == object->value) continue;
        uint32_t function = function_find(s, owning_function(object->value));
        if (!may_be_late(o, function, object->value)) continue;
        object->is_single = false;
        if (!s->outlived) s->outlived = object->value;
        if (!s->outlived_shared && object->is_shared) s->outlived_shared = object->value;
    }
}

void outlive_find(Survey *s)
{
    Outlive o = {.s = s};
    o.lives = run_alloc(s->run, (s->reached.count + 1) * sizeof *o.lives);
    for (o.function = 0; o.function < s->reached.count; o.function++) {
        LLVMValueRef function = s->reached.data[o.function].function;
        run_poll(s->run);
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                effects_of(s, i, find_use, &o);
    }
}

/* ---- what is said of them ---- */

SourcePos outlive_pos(const Survey *s, LLVMValueRef local)
{
    const AllocaInfo *info = function_alloca(function_info(s->functions, instruction_function(local)), local);
    SourcePos pos = sources_pos(s->sources, info ? alloca_place(info) : local);
    return (SourcePos){pos.file, pos.line, 0};
}

const char *outlive_assumption(const Survey *s, LLVMValueRef local)
{
    SourcePos pos = outlive_pos(s, local);
    return pos.file ? run_format(s->run, OUTLIVE_ASSUMPTION " (first at %s:%u)", pos.file, pos.line)
                    : OUTLIVE_ASSUMPTION;
}
