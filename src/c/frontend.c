/* C files to a Program: compile, link, lower until no new facts turn up. */
#include "c/frontend.h"

#include "base/check.h"
#include "c/compile/assembly/text.h"
#include "c/compile/memory_order.h"
#include "c/compile/debuginfo.h"
#include "c/compile/debugnames.h"
#include "c/compile/errors.h"
#include "c/compile/function.h"
#include "c/compile/image/complete.h"
#include "c/compile/link/link.h"
#include "c/compile/source.h"
#include "c/exact/calls/share.h"
#include "c/exact/code/template.h"
#include "c/exact/code/thread.h"
#include "c/exact/heap/lost.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/frame_check.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/passed.h"
#include "c/exact/model/reuse.h"
#include "c/exact/model/state.h"
#include "c/exact/threads/deadlock.h"
#include "c/exact/threads/ended.h"
#include "c/exact/threads/holds.h"
#include "c/exact/threads/misuse.h"
#include "c/exact/threads/tagged.h"
#include "c/exact/threads/valid_join.h"
#include "c/exact/threads/valid_resolve.h"
#include "c/exact/threads/valid_sync.h"
#include "c/exact/threads/waits.h"
#include "c/first_value.h"
#include "c/unreached.h"
#include "program/check.h"

/* ---- lowering ---- */

static void lower_threads(Lowering *L, LLVMValueRef main_function)
{
    Thread *first = thread_of_function(L, main_function);
    first->is_main = true;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < L->threads.count; i++)
            if (!L->threads.data[i]->is_lowered) {
                thread_lower(L, L->threads.data[i]);
                again = true;
            }
    }
    CHECK(model_threads_are_valid(L) && first->id.i == 0);
}

static void reserve_global_names(Lowering *L)
{
    /* Shared variables keep their names; locals of the same name get a suffix. */
    for (LLVMValueRef g = LLVMGetFirstGlobal(L->module); g; g = LLVMGetNextGlobal(g))
        if (!LLVMIsGlobalConstant(g) && !LLVMIsThreadLocal(g) && LLVMGetFirstUse(g)) {
            DebugVariable variable = debug_global_variable(L->run, L->context, g);
            vec_push(L->run, &L->reserved, variable.name ? variable.name : value_name(L, g));
        }
}

/* A variable of a thread that other threads can reach is modelled once: so there must be only one such thread. Memory
 * that it allocates is taken from a pool that its threads share. */
static void check_shared_locals(Lowering *L)
{
    program_index(L->program);
    program_infer_cardinality(L->program);
    for (uint32_t i = 0; i < L->objects.count; i++) {
        const Object *o = &L->objects.data[i];
        if (!o->is_shared || (o->kind != OBJECT_LOCAL && o->kind != OBJECT_HEAP)) continue;
        for (uint32_t k = 0; k < L->threads.count; k++) {
            const Thread *t = L->threads.data[k];
            CHECK(program_has_template(L->program, t->id));
            if (t->function != o->root || L->program->templates.data[t->id.i].cardinality != COUNT_MANY) continue;
            if (o->kind == OBJECT_HEAP) {
                facts_add(L, o->value, 0, FACT_POOLED);
                continue;
            }
            L->pos = o->pos;
            lower_refuse(L,
                         "the address of `%s`, of which every thread that runs %s has its own, becomes visible to "
                         "other threads, which is not supported yet; make it global, or start the thread once",
                         o->name, t->info->name);
        }
    }
}

/* One pass over everything. */
static Program *lower_once(Lowering *L, LLVMValueRef main_function)
{
    Run *run = L->run;
    L->program = program_new(run, L->tm);
    intern_init(run, &L->object_ids);
    intern_init(run, &L->cell_ids);
    intern_init(run, &L->names);
    intern_init(run, &L->shared_ids);
    intern_init(run, &L->key_ids);
    intern_init(run, &L->pool_ids);
    intern_init(run, &L->passed);
    intern_init(run, &L->decided);
    intern_init(run, &L->cut_ids);
    intern_init(run, &L->life_ids);
    intern_init(run, &L->unlike_ids);
    L->everyone.is_active = true;
    facts_begin_pass(L);
    origins_begin(L);
    reserve_global_names(L);
    lower_threads(L, main_function);
    if (!L->facts->has_changed) {
        lost_check(L);
        tagged_resolve(L);
        misuse_resolve(L);
        valid_join_resolve(L);
        threads_resolve_joins(L);
        valid_sync_resolve(L);
        holds_resolve(L);
        deadlock_resolve(L);
        check_shared_locals(L);
        origins_end(L);
        if (!L->facts->has_changed) unreached_end(L);
        reuse_end(L);
    }
    return L->program;
}

static void lowering_clear(Lowering *L)
{
    intern_clear(&L->object_ids);
    intern_clear(&L->cell_ids);
    intern_clear(&L->names);
    intern_clear(&L->shared_ids);
    vec_free(L->run, &L->shared_sites);
    intern_clear(&L->key_ids);
    vec_free(L->run, &L->key_vars);
    intern_clear(&L->pool_ids);
    passed_clear(L);
    vec_free(L->run, &L->pool_vars);
    vec_free(L->run, &L->started_functions);
    vec_free(L->run, &L->started_vars);
    vec_free(L->run, &L->sync_uses);
    for (uint32_t i = 0; i < L->detaches.count; i++)
        vec_free(L->run, &L->detaches.data[i].uses);
    vec_free(L->run, &L->detaches);
    vec_free(L->run, &L->named_starts);
    vec_free(L->run, &L->arbitrary_names);
    vec_free(L->run, &L->declarations);
    vec_free(L->run, &L->name_counts);
    vec_free(L->run, &L->objects);
    vec_free(L->run, &L->cells);
    vec_free(L->run, &L->threads);
    vec_free(L->run, &L->var_owners);
    for (uint32_t i = 0; i < L->joins.count; i++)
        vec_free(L->run, &L->joins.data[i].uses);
    vec_free(L->run, &L->joins);
    vec_free(L->run, &L->handles);
    vec_free(L->run, &L->creations);
    vec_free(L->run, &L->indexed_handles);
    intern_clear(&L->life_ids);
    vec_free(L->run, &L->life_vars);
    intern_clear(&L->unlike_ids);
    vec_free(L->run, &L->unlike);
    waits_clear(L);
    valid_sync_clear(L);
    vec_free(L->run, &L->detached_starts);
    vec_free(L->run, &L->perhaps_detached_starts);
    vec_free(L->run, &L->reserved);
}

static Lowering *lowering_start(Run *run, TermManager *tm, const FrontendOptions *options, LLVMModuleRef module,
                                Sources *sources, FunctionTable *functions, DebugNames *names, Facts *facts)
{
    Lowering *L = run_alloc(run, sizeof *L);
    L->run = run;
    L->tm = tm;
    L->options = options;
    L->context = LLVMGetModuleContext(module);
    L->module = module;
    L->layout = LLVMGetModuleDataLayout(module);
    L->pointer_width = 8 * LLVMPointerSize(L->layout);
    CHECK(L->pointer_width == 32 || L->pointer_width == 64);
    L->sources = sources;
    L->functions = functions;
    L->debug_names = names;
    L->facts = facts;
    return L;
}

/* Each pass over the program has what those before have found out. Most programs need less than 20; where the model
 * ends nothing can be proved, and one that needs so many is not worth the time. */
#define PASSES_MOST 150u

/* NULL: it has more instructions than size_limit. */
static Program *lower_module(Run *run, TermManager *tm, LLVMModuleRef module, Sources *sources,
                             const FrontendOptions *options, LLVMValueRef main_function, Origins *origins,
                             uint32_t size_limit)
{
    Facts *facts = facts_new(run);
    FunctionTable *functions = run_alloc(run, sizeof *functions);
    function_table_init(run, functions, LLVMGetModuleContext(module));
    DebugNames names;
    debug_names_find(&names, run, module);
    Diags *diags = run_diags(run);
    const uint32_t diag_count = diags->count;
    Program *volatile program = NULL; /* keep their values over longjmp */
    volatile uint32_t passes = 0;
    do {
        run_progress(run, "reading the program");
        run_poll(run);
        diags->count = diag_count; /* what a pass that is not the last had to say */
        Lowering *L = lowering_start(run, tm, options, module, sources, functions, &names, facts);
        L->origins = origins;
        L->size_limit = size_limit;
        if (setjmp(L->restart) == 0) program = lower_once(L, main_function);
        CHECK(program || facts->has_changed || facts->is_large); /* nothing else starts over */
        bool is_hopeless = ++passes > PASSES_MOST && L->has_limit && facts->has_changed;
        lowering_clear(L);
        run_release(run, L);
        if (is_hopeless)
            run_stop(run, STOP_UNSUPPORTED, "the model ends, and is not done after %u passes", PASSES_MOST);
    } while (facts->has_changed && !facts->is_large);
    bool is_large = facts->is_large;
    run_log(run, 1, "%u passes over the program", passes);
    facts_free(run, facts);
    debug_names_clear(&names);
    if (is_large) {
        diags->count = diag_count;
        return NULL;
    }
    RUN_CHECK(run, program != NULL);
    first_values_find(program);
    return program;
}

Program *frontend_load_origins(Run *run, TermManager *tm, const char *const *paths, uint32_t count,
                               const FrontendOptions *given, Origins *origins)
{
    RUN_CHECK(run, count > 0);
    LLVMModuleRef module = link_files(run, paths, count, given);
    link_call_constructors(run, module, paths[0]);
    image_complete(run, module, paths, count);
    if (assembly_of_module_names_program(module))
        run_stop(run, STOP_UNSUPPORTED, "%s: assembly outside of functions names variables or functions of the program",
                 paths[0]);
    FrontendOptions own = errors_decide(run, module, given), *options = &own;
    bool may_share = calls_may_share(options);
    bool is_shared = may_share && (options->share_calls || calls_multiply(run, module));
    if (is_shared) calls_share(run, module, options->share_calls);
    Sources *sources = sources_new(run, paths, count);
    uint32_t size_limit = may_share && !is_shared ? SIZE_LARGE : 0;
    LLVMValueRef main_function = link_find_main(run, module, paths[0]);
    Program *program = lower_module(run, tm, module, sources, options, main_function, origins, size_limit);
    if (!program) {
        calls_share(run, module, 0);
        main_function = link_find_main(run, module, paths[0]);
        program = lower_module(run, tm, module, sources, options, main_function, origins, 0);
    }
    program->only_reach_error = options->only_reach_error;
    program->unseen_order = memory_order_unseen(module);
    program->has_hidden_writes = memory_order_has_hidden_writes(module);
    program->has_no_assertions = !errors_have_calls(module, options);
    program_index(program);
    program_infer_cardinality(program);
    const char *wrong = program_check(program);
    if (wrong) run_stop(run, STOP_INTERNAL, "the front end made a program that is not well-formed: %s", wrong);
    return program;
}

Program *frontend_load(Run *run, TermManager *tm, const char *const *paths, uint32_t count,
                       const FrontendOptions *options)
{
    return frontend_load_origins(run, tm, paths, count, options, NULL);
}

void frontend_version(unsigned version[3]) { LLVMGetVersion(&version[0], &version[1], &version[2]); }
