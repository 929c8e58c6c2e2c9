#include "c/survey/whole.h"

#include <llvm-c/Transforms/PassBuilder.h>

#include "c/survey/call.h"
#include "c/survey/gather.h"
#include "c/survey/object.h"
#include "c/survey/outlive.h"
#include "c/survey/threads.h"
#include "c/survey/wrapper.h"

/* Local variables whose addresses are not taken become values: what a pointer holds is then told apart step by step. */
static void promote_locals(Run *run, LLVMModuleRef module)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module, "function(mem2reg)", NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (!error) return;
    LLVMConsumeError(error);
    run_stop(run, STOP_INTERNAL, "local variables could not be made values");
}

static void survey_init(Survey *s, Run *run, LLVMModuleRef module, Sources *sources)
{
    *s = (Survey){.run = run, .module = module, .sources = sources};
    s->context = LLVMGetModuleContext(module);
    s->layout = LLVMGetModuleDataLayout(module);
    s->functions = run_alloc(run, sizeof *s->functions);
    function_table_init(run, s->functions, s->context);
    Intern *tables[] = {&s->object_ids, &s->place_ids,    &s->grain_ids, &s->node_ids,  &s->edge_ids,    &s->copy_ids,
                        &s->call_ids,   &s->function_ids, &s->class_ids, &s->start_ids, &s->wrapper_ids, &s->leak_ids};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        intern_init(run, tables[i]);
    s->outside = node_new(s);
    s->results = node_new(s);
    s->keys = node_new(s);
    s->given = node_new(s);
    s->sent = node_new(s);
    s->outside_object = object_of(s, SURVEY_OUTSIDE, (LLVMValueRef)(void *)module, NULL, false);
    s->objects.data[s->outside_object].value = NULL;
    s->own_object = object_of(s, SURVEY_THREAD, (LLVMValueRef)(void *)s->context, NULL, false);
    s->objects.data[s->own_object].value = NULL;
    /* Tables of the library (__ctype_b_loc) lead to more of them. */
    uint32_t own = place_at(s, s->own_object, 0);
    node_add_target(s, content_written(s, place_anywhere(s, s->own_object)), own);
    node_add_target(s, s->outside, place_at(s, s->outside_object, 0));
    node_add_use(s, s->outside, (Use){.kind = USE_OUTSIDE});
}

/* Everything that main comes to, and the threads that are started there. */
static void follow_main(Survey *s, LLVMValueRef main_function)
{
    wrappers_find(s);
    class_of(s, main_function, NULL);
    function_reach(s, main_function);
    for (unsigned i = 0; i < LLVMCountParams(main_function); i++)
        if (may_hold(LLVMTypeOf(LLVMGetParam(main_function, i))))
            node_copy(s, s->outside, value_node(s, LLVMGetParam(main_function, i)));
    while (s->fresh_functions.count > 0) {
        gather_new(s);
        solve(s, &call_hooks);
    }
    run_log(s->run, 1, "survey: %u functions, %u nodes, %u objects, %u places, %u copies", s->reached.count,
            s->nodes.count, s->objects.count, s->places.count, s->edge_ids.count);
}

Survey *survey_module(Run *run, LLVMModuleRef module, Sources *sources, LLVMValueRef main_function)
{
    Survey *s = run_alloc(run, sizeof *s);
    promote_locals(run, module);
    survey_init(s, run, module, sources);
    follow_main(s, main_function);
    threads_find(s, main_function);
    outlive_find(s);
    return s;
}
