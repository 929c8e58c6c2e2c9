#include "c/outline/outline.h"

#include <string.h>

#include "base/check.h"
#include "base/components.h"
#include "c/compile/debuginfo.h"
#include "c/compile/errors.h"
#include "c/compile/image/complete.h"
#include "c/compile/link/link.h"
#include "c/library/ceiling.h"
#include "c/library/mapping.h"
#include "c/library/process.h"
#include "c/outline/call.h"
#include "c/outline/code.h"
#include "c/outline/memory.h"
#include "c/outline/state.h"
#include "c/outline/thread.h"
#include "c/survey/gather.h"
#include "c/survey/outlive.h"
#include "c/survey/print.h"
#include "c/survey/whole.h"

/* Functions that may be entered again before they have returned. */
static void find_recursive(Outline *o)
{
    const Survey *s = o->survey;
    uint32_t n = s->reached.count, total = 0, at = 0;
    for (uint32_t f = 0; f < n; f++)
        total += s->reached.data[f].calls.count;
    uint32_t *start = run_alloc(o->run, (n + 1) * sizeof *start), *to = run_alloc(o->run, (total + 1) * sizeof *to);
    uint32_t *component = run_alloc(o->run, (n + 1) * sizeof *component);
    o->recursive = run_alloc(o->run, (n + 1) * sizeof *o->recursive);
    for (uint32_t f = 0; f < n; f++) {
        start[f] = at;
        for (uint32_t i = 0; i < s->reached.data[f].calls.count; i++)
            to[at++] = function_find(s, s->reached.data[f].calls.data[i].function);
    }
    start[n] = at;
    uint32_t count = components_find(o->run, n, start, to, component);
    uint32_t *members = run_alloc(o->run, (count + 1) * sizeof *members);
    for (uint32_t f = 0; f < n; f++)
        members[component[f]]++;
    for (uint32_t f = 0; f < n; f++) {
        o->recursive[f] = members[component[f]] > 1;
        for (uint32_t i = start[f]; i < start[f + 1]; i++)
            o->recursive[f] |= to[i] == f;
    }
    run_release(o->run, members);
    run_release(o->run, component);
    run_release(o->run, start);
    run_release(o->run, to);
}

/* Any value is stored before an instruction; one that LLVM does not choose, as it may where a value is undefined. */
static void store_any(LLVMBuilderRef builder, LLVMValueRef before, LLVMValueRef storage)
{
    LLVMPositionBuilderBefore(builder, before);
    LLVMValueRef any = LLVMBuildFreeze(builder, LLVMGetUndef(LLVMGetAllocatedType(storage)), "any");
    LLVMBuildStore(builder, any, storage);
}

/* Whether nothing but loads and stores use it, so that the survey may make values of it. What stays in memory has any
 * value from the start, and a variable of the outline only if it is made once. */
static bool is_only_accessed(LLVMValueRef storage)
{
    for (LLVMUseRef u = LLVMGetFirstUse(storage); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_target = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != storage;
        if (!LLVMIsALoadInst(user) && !is_target) return false;
    }
    return true;
}

/* A local is arbitrary when its function begins, and where it is declared in a loop in each round: the survey makes
 * values of locals, which would keep the one from the round before, or be any that suits. */
static void forget_locals(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
                LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
                size_t n = 0;
                next = LLVMGetNextInstruction(i);
                bool is_note = callee && LLVMIsAFunction(callee) &&
                               strncmp(LLVMGetValueName2(callee, &n), "llvm.dbg.declare", 16) == 0;
                LLVMValueRef storage = is_note && b != LLVMGetEntryBasicBlock(f) ? debug_declared_storage(i) : NULL;
                if (storage && LLVMIsAAllocaInst(storage)) store_any(builder, i, storage);
                if (LLVMIsAAllocaInst(i) && next && is_only_accessed(i)) store_any(builder, next, i);
            }
    LLVMDisposeBuilder(builder);
}

static void note_jumps(Outline *o, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
            size_t n = 0;
            if (callee && LLVMIsAFunction(callee)) o->jumps_away |= outline_is_jump(LLVMGetValueName2(callee, &n));
        }
}

/* Whether a function that the library calls may come to a longjmp. */
static void find_jumps(Outline *o)
{
    const Survey *s = o->survey;
    bool *seen = run_alloc(o->run, (s->reached.count + 1) * sizeof *seen);
    Ids stack = {0};
    for (uint32_t c = 0; c < s->classes.count; c++)
        if (s->classes.data[c].is_callback) vec_push(o->run, &stack, function_find(s, s->classes.data[c].function));
    while (stack.count > 0) {
        const SurveyFunction *f = &s->reached.data[vec_pop(&stack)];
        bool *is_seen = &seen[f - s->reached.data];
        if (*is_seen) continue;
        *is_seen = true;
        note_jumps(o, f->function);
        for (uint32_t i = 0; i < f->calls.count; i++)
            vec_push(o->run, &stack, function_find(s, f->calls.data[i].function));
    }
    vec_free(o->run, &stack);
    run_release(o->run, seen);
}

/* What the survey does not look at at all. */
static void refuse_unsupported(Run *run, Survey *s)
{
    size_t length = 0;
    LLVMGetModuleInlineAsm(s->module, &length);
    if (length > 0) run_stop(run, STOP_UNSUPPORTED, "assembly outside of functions is not supported");
    if (mapping_find_advice(s->module)) run_stop(run, STOP_UNSUPPORTED, "madvise that changes memory has no outline");
    if (process_find_shared(s->module)) run_stop(run, STOP_UNSUPPORTED, "processes that share memory have no outline");
    if (ceiling_find(s->module)) run_stop(run, STOP_UNSUPPORTED, "mutexes with a priority ceiling have no outline");
    for (uint32_t f = 0; f < s->reached.count; f++) {
        const FunctionInfo *info = s->reached.data[f].info;
        for (uint32_t b = 0; b < info->blocks.count; b++)
            if (info->blocks.data[b].async_call || info->blocks.data[b].async_unclear)
                run_stop(run, STOP_UNSUPPORTED, "labels that start threads have no outline");
    }
}

static void assume_in_outline(Outline *o, const char *what, const char *property, const char *text)
{
    SourcePos pos = sources_pos(o->survey->sources, o->threads.data[0].function);
    diag_assume(o->run, SEVERITY_NOTE, (SourcePos){pos.file, pos.line, 0}, (Assumption){what, property}, "%s", text);
}

static void assume_outlived(Outline *o)
{
    LLVMValueRef local = o->survey->outlived;
    if (!local) return;
    diag_assume(o->run, SEVERITY_NOTE, outlive_pos(o->survey, local),
                (Assumption){OUTLIVE_ASSUMPTION, "valid-memsafety"},
                "a local is assumed not to be used after its function has returned, or its block has ended");
}

static bool uses_threads(const Survey *s)
{
    static const char *const names[] = {"pthread_mutex_unlock", "pthread_rwlock_unlock", "pthread_spin_unlock",
                                        "mtx_unlock",           "pthread_join",          "thrd_join"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (LLVMGetNamedFunction(s->module, names[i])) return true;
    return false;
}

static void assume_for_outline(Outline *o)
{
    bool has_callbacks = !vec_last(&o->threads).function;
    assume_in_outline(o, "indices in bounds", "valid-memsafety", "indices are assumed to be in bounds");
    assume_in_outline(o, "no use after free, no double free", "valid-memsafety",
                      "what is freed is assumed not to be used again");
    assume_in_outline(o, "functions without a body change nothing but what they are given", NULL,
                      "functions without a body are assumed to do no more than docs/library.md says");
    assume_outlived(o);
    if (uses_threads(o->survey))
        assume_in_outline(
            o, "who gives a lock back holds it, a thread is joined once, what is destroyed is not in use", NULL,
            "locks are assumed to be given back by who holds them, threads to be joined once, and what is destroyed "
            "not to be in use");
    if (has_callbacks)
        assume_in_outline(o, "functions that the library is told about run as threads", NULL,
                          "functions that the library is told about are assumed to run as threads of their own would");
    if (print_has_unknown_format(o->survey))
        assume_in_outline(o, "formats that are not known have no %n", NULL,
                          "formats that are not known are assumed to write nothing");
}

bool outline_can_tell(PropertySet asked) { return !(asked & ~PROPERTY_BIT(PROPERTY_UNREACH_CALL)); }

Program *outline_files(Run *run, TermManager *tm, const char *const *paths, uint32_t count,
                       const FrontendOptions *given, OutlineResult *result)
{
    LLVMModuleRef module = link_files(run, paths, count, given);
    link_call_constructors(run, module, paths[0]);
    image_complete(run, module, paths, count);
    const FrontendOptions own = errors_decide(run, module, given), *options = &own;
    LLVMValueRef main_function = link_find_main(run, module, paths[0]);
    Outline *o = run_alloc(run, sizeof *o);
    *o = (Outline){.run = run, .tm = tm, .options = options, .result = result};
    debug_names_find(&o->names, run, module);
    run_progress(run, "surveying the program");
    forget_locals(module);
    o->survey = survey_module(run, module, sources_new(run, paths, count), main_function);
    refuse_unsupported(run, o->survey);
    o->program = program_new(run, tm);
    o->program->only_reach_error = options->only_reach_error;
    o->cancels = LLVMGetNamedFunction(module, "pthread_cancel") != NULL;
    o->cleans_up = LLVMGetNamedFunction(module, "__pthread_register_cancel") != NULL;
    o->is_counted = run_alloc(run, (o->survey->reached.count + 1) * sizeof *o->is_counted);
    intern_init(run, &o->note_ids);
    intern_init(run, &o->cell_ids);
    intern_init(run, &o->written_ids);
    find_recursive(o);
    find_jumps(o);
    outline_memory(o);
    outline_threads(o);
    CHECK(o->threads.data[0].function == main_function);
    for (uint32_t i = 0; i < o->threads.count; i++)
        outline_thread(o, &o->threads.data[i]);
    assume_for_outline(o);
    program_index(o->program);
    program_infer_cardinality(o->program);
    return o->program;
}
