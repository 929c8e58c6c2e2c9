#include "c/outline/call.h"

#include <string.h>

#include "base/check.h"
#include "c/compile/intrinsics.h"
#include "c/outline/access.h"
#include "c/outline/emit.h"
#include "c/outline/memory.h"
#include "c/outline/sync.h"
#include "c/outline/thread.h"
#include "c/outline/value.h"
#include "c/survey/call.h"
#include "c/survey/cells/gap.h"
#include "c/survey/effect.h"
#include "c/survey/gather.h"
#include "c/survey/threads.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"

/* ---- functions of the program ---- */

uint32_t outline_body(Outline *o, uint32_t function)
{
    bool is_new;
    uint32_t id = intern_add(&o->body_ids, &function, 1, &is_new);
    if (!is_new) return id;
    const SurveyFunction *f = &o->survey->reached.data[function];
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(f->function));
    OutlineBody body = {.function = function, .is_recursive = o->recursive[function]};
    body.returns_to.i = body.result.i = NO_ID;
    SourcePos here = o->pos;
    o->pos = sources_pos(o->survey->sources, f->function);
    body.entry = outline_loc(o, NULL);
    body.leaves = outline_loc(o, NULL);
    if (!body.is_recursive)
        body.returns_to = outline_local(o, sort_bv(32), run_format(o->run, "%s.returns_to", f->info->name));
    if (outline_has_sort(type))
        body.result = outline_local(o, outline_sort(type), run_format(o->run, "%s.result", f->info->name));
    o->pos = here;
    vec_push(o->run, &o->bodies, body);
    return id;
}

/* Parameters get what they are given, as far as types agree; any value otherwise. */
static void bind_parameters(Outline *o, LLVMValueRef call, LLVMValueRef function, OutlineStep *step)
{
    unsigned n = LLVMCountParams(function);
    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef parameter = LLVMGetParam(function, k);
        LLVMTypeRef type = LLVMTypeOf(parameter);
        if (!outline_has_sort(type) || !LLVMGetFirstUse(parameter)) continue;
        bool is_given = call && k < LLVMGetNumArgOperands(call) && LLVMTypeOf(LLVMGetOperand(call, k)) == type;
        Term value = is_given ? outline_operand(o, LLVMGetOperand(call, k)) : outline_any(o, outline_sort(type));
        outline_assign(o, step, outline_variable(o, parameter, 0), value);
    }
}

/* The way into one function. call: NULL where the library calls it, with any arguments. */
static void enter_function(Outline *o, LLVMValueRef call, LLVMValueRef function, LocId back, bool has_result,
                           OutlineStep *step, LocId *to)
{
    uint32_t id = outline_body(o, function_find(o->survey, function));
    bind_parameters(o, call, function, step);
    OutlineBody *body = &o->bodies.data[id];
    vec_push(o->run, &body->sites, ((OutlineSite){has_result ? call : NULL, o->body, back}));
    if (body->returns_to.i != NO_ID) outline_assign(o, step, body->returns_to, term_bv(o->tm, 32, body->sites.count));
    *to = body->entry;
}

void outline_enter(Outline *o, LLVMValueRef function, LocId back)
{
    OutlineStep step = {0};
    Saves none = {0};
    LocId to;
    enter_function(o, NULL, function, back, false, &step, &to);
    outline_edge(o, &step, &none, to);
}

/* The thread may be cancelled where it calls the library: then handlers run. Where none do it just stays there. */
static void may_be_cancelled(Outline *o)
{
    if (!o->cancels || !o->cleans_up) return;
    if (!o->has_cancelled) {
        o->cancelled = outline_loc(o, NULL);
        vec_push(o->run, &o->jumps, o->cancelled);
        o->has_cancelled = true;
    }
    OutlineStep step = {0};
    Saves none = {0};
    outline_edge(o, &step, &none, o->cancelled);
}

/* Whether what is called may be no function of the program; what is none that is known is none of its. */
static bool may_be_unknown(const Outline *o, LLVMValueRef pointer)
{
    const Survey *s = o->survey;
    const Ids *targets = effect_targets(s, pointer);
    if (!targets || targets->count == 0) return true;
    for (uint32_t i = 0; targets && i < targets->count; i++) {
        const SurveyObject *object = &s->objects.data[s->places.data[targets->data[i]].object];
        bool is_body = object->kind == SURVEY_FUNCTION && !LLVMIsDeclaration(object->value);
        if (!is_body && object->kind != SURVEY_CONSTANT) return true;
    }
    return false;
}

/* One of the functions is called; the result is in the call's variable when control comes back. */
static void call_functions(Outline *o, LLVMValueRef call, uint32_t first, uint32_t end, bool may_be_other)
{
    const SurveyFunction *caller = &o->survey->reached.data[o->bodies.data[o->body].function];
    uint32_t count = end - first;
    bool has_result = LLVMGetFirstUse(call) && outline_has_sort(LLVMTypeOf(call));
    CHECK(count + may_be_other > 0);
    OutlineStep *steps = run_alloc(o->run, (count + 1) * sizeof *steps);
    LocId *to = run_alloc(o->run, (count + 1) * sizeof *to), back = outline_loc(o, NULL);
    if (count + may_be_other > 1) outline_note(o, "a call through a pointer is to any function that it may hold");
    for (uint32_t i = 0; i < count; i++)
        enter_function(o, call, caller->calls.data[first + i].function, back, has_result, &steps[i], &to[i]);
    Saves saves;
    outline_save(o, &saves);
    for (uint32_t i = 0; i < count; i++)
        outline_edge(o, &steps[i], &saves, to[i]);
    if (may_be_other) may_be_cancelled(o);
    if (may_be_other) {
        OutlineStep other = {0};
        LocId there = outline_loc(o, NULL);
        outline_edge(o, &other, &saves, there);
        o->loc = there;
        outline_library(o, call);
        OutlineStep leave = {0};
        Saves none = {0};
        if (has_result)
            outline_assign(o, &leave, outline_variable(o, call, 0), outline_any(o, outline_sort(LLVMTypeOf(call))));
        outline_edge(o, &leave, &none, back);
    }
    vec_free(o->run, &saves);
    run_release(o->run, steps);
    run_release(o->run, to);
    o->loc = back;
    if (has_result) outline_bind_variable(o, call, 0);
}

/* ---- the library ---- */

/* While it runs it calls functions of the program, as often as it likes, and writes between the calls. */
static void call_back_loop(Outline *o, LLVMValueRef call, uint32_t first, uint32_t end)
{
    const SurveyFunction *caller = &o->survey->reached.data[o->bodies.data[o->body].function];
    OutlineStep begin = {0};
    if (first == end) return;
    outline_note(o, "the library calls functions of the program as often as it likes");
    outline_step(o, &begin);
    outline_library_loop(o, call);
    for (; first < end; first++)
        outline_enter(o, caller->calls.data[first].function, o->loc);
}

static bool is_named(const char *name, const char *const *names)
{
    while (*names && strcmp(name, *names) != 0)
        names++;
    return *names != NULL;
}

bool outline_is_jump(const char *name)
{
    static const char *const names[] = {"longjmp", "siglongjmp", "_longjmp", "__longjmp_chk", NULL};
    return is_named(name, names);
}

/* To any setjmp of the thread. */
static void lower_jump(Outline *o)
{
    OutlineStep step = {0};
    outline_note(o, "longjmp leads to any setjmp of the thread");
    outline_step(o, &step);
    if (!o->thread->function) outline_jump_away(o);
    vec_push(o->run, &o->jumps, o->loc);
    o->is_reachable = false;
}

/* Handlers of cleanup run first: they are behind a setjmp. */
static void abstract_exit(Outline *o)
{
    if (o->cleans_up) {
        OutlineStep step = {0};
        outline_step(o, &step);
        vec_push(o->run, &o->jumps, o->loc);
    }
    outline_end(o);
}

static void lower_landing(Outline *o, LLVMValueRef call)
{
    bool has_result = LLVMGetFirstUse(call) && outline_has_sort(LLVMTypeOf(call));
    OutlineStep step = {0};
    outline_note(o, "setjmp has any result");
    if (has_result)
        outline_assign(o, &step, outline_variable(o, call, 0), outline_any(o, outline_sort(LLVMTypeOf(call))));
    outline_step(o, &step);
    if (has_result) outline_bind_variable(o, call, 0);
    vec_push(o->run, &o->landings, ((OutlineLanding){o->body, o->loc}));
}

static bool is_error(const Outline *o, Intrinsic intrinsic, const char *name)
{
    const FrontendOptions *options = o->options;
    if (options->properties && !(options->properties & PROPERTY_BIT(PROPERTY_UNREACH_CALL))) return false;
    if (intrinsic == INTRINSIC_HALT) return options->abort_fails && strcmp(name, "abort") == 0;
    if (intrinsic != INTRINSIC_ERROR) return false;
    return !options->only_reach_error || strcmp(name, "reach_error") == 0 || strcmp(name, "__VERIFIER_error") == 0;
}

static void abstract_error(Outline *o, LLVMValueRef call, bool fails)
{
    if (!fails) {
        outline_halt(o);
        return;
    }
    outline_fail(o, TERM_NONE, sources_pos(o->survey->sources, call));
    o->is_reachable = false;
}

/* A condition that a call is given; any where nothing is known of it. */
static Term given_condition(Outline *o, LLVMValueRef call)
{
    LLVMValueRef operand = LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL;
    if (!operand || !outline_has_sort(LLVMTypeOf(operand))) return outline_any(o, sort_bool());
    Term t = outline_operand(o, operand);
    Sort sort = term_sort(o->tm, t);
    return sort.kind == SORT_BOOL ? t : term_ne(o->tm, t, term_const(o->tm, sort, 0));
}

static void abstract_assume(Outline *o, LLVMValueRef call, bool is_assertion)
{
    Term holds = given_condition(o, call);
    if (is_assertion && (!o->options->properties || (o->options->properties & PROPERTY_BIT(PROPERTY_UNREACH_CALL))))
        outline_fail(o, term_not(o->tm, holds), sources_pos(o->survey->sources, call));
    OutlineStep step = {.guard = holds};
    outline_step(o, &step);
    outline_bind_any(o, call);
}

static void lower_plain(Outline *o, LLVMValueRef call, const char *name)
{
    bool has_result = LLVMGetFirstUse(call) != NULL && outline_has_sort(LLVMTypeOf(call));
    outline_library(o, call);
    if (strncmp(name, "llvm.expect", 11) == 0 && has_result) {
        outline_bind(o, call, 0, outline_operand(o, LLVMGetOperand(call, 0)));
        return;
    }
    if (has_result) outline_note(o, "results of the library are arbitrary");
    outline_bind_any(o, call);
}

/* Calls whose meaning is not that of what they read and write. False: there is no other. */
static bool lower_known(Outline *o, LLVMValueRef call, Intrinsic intrinsic, const char *name)
{
    OutlineKind kind;
    LLVMValueRef lock = outline_lock_operand(call, &kind);
    if (lock) {
        outline_sync(o, call, intrinsic, lock, kind);
        return true;
    }
    switch ((int)intrinsic) {
    case INTRINSIC_ASSUME: abstract_assume(o, call, false); return true;
    case INTRINSIC_ASSERT: abstract_assume(o, call, true); return true;
    case INTRINSIC_ERROR:
    case INTRINSIC_HALT: abstract_error(o, call, is_error(o, intrinsic, name)); return true;
    case INTRINSIC_THREAD_CREATE:
        outline_library(o, call);
        outline_start(o, call);
        if (o->is_reachable) outline_library(o, call); /* the handle may be written when the thread runs */
        return true;
    case INTRINSIC_THREAD_JOIN:
        outline_join(o, call);
        outline_library(o, call);
        return true;
    case INTRINSIC_THREAD_EXIT: abstract_exit(o); return true;
    default: break;
    }
    if (outline_is_jump(name))
        lower_jump(o);
    else if (strcmp(name, "__pthread_unwind_next") == 0)
        abstract_exit(o);
    else if (strstr(name, "setjmp"))
        lower_landing(o, call);
    else if (strncmp(name, "llvm.trap", 9) == 0 || strncmp(name, "llvm.ubsantrap", 14) == 0 ||
             strncmp(name, "llvm.debugtrap", 14) == 0)
        outline_halt(o);
    else
        return false;
    return true;
}

static bool is_silent(const char *name)
{
    return strncmp(name, "llvm.dbg.", 9) == 0 || strncmp(name, "llvm.lifetime.", 14) == 0 ||
           strncmp(name, "llvm.assume", 11) == 0 || strncmp(name, "llvm.prefetch", 13) == 0 ||
           strncmp(name, "llvm.stack", 10) == 0;
}

static void abstract_library_call(Outline *o, LLVMValueRef call, const char *name, Intrinsic intrinsic, uint32_t first,
                                  uint32_t end)
{
    if (is_silent(name)) return;
    if (o->cleans_up && intrinsic == INTRINSIC_CANCEL_STATE && strcmp(name, "pthread_setcanceltype") == 0) {
        outline_limit(o, "threads that are cancelled at any time are not supported where there are cleanup handlers");
        return;
    }
    may_be_cancelled(o);
    if (lower_known(o, call, intrinsic, name)) return;
    call_back_loop(o, call, first, end);
    lower_plain(o, call, name);
}

/* ---- all calls ---- */

static void lower_pointed(Outline *o, LLVMValueRef call, LLVMValueRef pointer, uint32_t first, uint32_t end)
{
    bool may_be_other = may_be_unknown(o, pointer);
    if (LLVMIsNull(pointer) || LLVMIsUndef(pointer))
        o->is_reachable = false; /* undefined */
    else if (first < end || may_be_other)
        call_functions(o, call, first, end, may_be_other);
    else
        outline_limit(o, "a call through a pointer leads to nothing that is known");
}

void outline_call(Outline *o, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    uint32_t first = 0, end = 0;
    const char *gap = LLVMIsAFunction(callee) || LLVMIsAInlineAsm(callee) ? gap_at(o->survey, call) : NULL;
    size_t n = 0;
    if (gap && !gap_is_write(call)) {
        outline_limit(o, gap);
        return;
    }
    if (!call_targets(o->survey, o->bodies.data[o->body].function, call, &first, &end)) first = end = 0;
    if (LLVMIsAInlineAsm(callee)) {
        lower_plain(o, call, "");
        return;
    }
    if (!LLVMIsAFunction(callee)) {
        lower_pointed(o, call, callee, first, end);
        return;
    }
    const char *name = LLVMGetValueName2(callee, &n);
    Intrinsic intrinsic = intrinsic_find(name, !LLVMIsDeclaration(callee));
    bool is_own = intrinsic == INTRINSIC_NONE || (intrinsic == INTRINSIC_ERROR && !is_error(o, intrinsic, name));
    bool keeps = intrinsic == INTRINSIC_ATOMIC_BEGIN || intrinsic == INTRINSIC_ATOMIC_END ||
                 intrinsic == INTRINSIC_NONDET || intrinsic == INTRINSIC_NONDET_BOOL;
    if (!LLVMIsDeclaration(callee) && is_own)
        call_functions(o, call, first, end, false);
    else if (keeps)
        outline_bind_any(o, call);
    else
        abstract_library_call(o, call, name, intrinsic, first, end);
}

void outline_return(Outline *o, LLVMValueRef instruction)
{
    OutlineBody *body = &o->bodies.data[o->body];
    LLVMValueRef value = LLVMGetNumOperands(instruction) ? LLVMGetOperand(instruction, 0) : NULL;
    OutlineStep step = {0};
    if (value && body->result.i != NO_ID) outline_assign(o, &step, body->result, outline_operand(o, value));
    outline_leave(o, &step, o->bodies.data[o->body].leaves);
}

/* ---- when the template is lowered ---- */

/* Nothing is known of the values of the body. */
static void forget_body_values(Outline *o, const OutlineBody *body, OutlineStep *step)
{
    for (uint32_t i = 0; i < body->vars.count; i++) {
        VarId var = {body->vars.data[i]};
        bool is_assigned = false;
        for (uint32_t k = 0; k < step->assigns.count; k++)
            is_assigned |= step->assigns.data[k].var.i == var.i;
        if (!is_assigned) outline_assign(o, step, var, outline_any(o, o->program->vars.data[var.i].sort));
    }
}

static void resolve_site(Outline *o, const OutlineBody *body, uint32_t k)
{
    const OutlineSite site = body->sites.data[k];
    bool is_again = site.caller != UINT32_MAX && o->bodies.data[site.caller].is_recursive;
    OutlineStep step = {0};
    Saves none = {0};
    if (body->returns_to.i != NO_ID)
        step.guard = term_eq(o->tm, outline_term(o, body->returns_to), term_bv(o->tm, 32, k + 1));
    if (site.call) {
        VarId to = outline_variable(o, site.call, 0);
        Sort sort = o->program->vars.data[to.i].sort;
        bool is_known = body->result.i != NO_ID && sort_same(o->program->vars.data[body->result.i].sort, sort);
        outline_assign(o, &step, to, is_known ? outline_term(o, body->result) : outline_any(o, sort));
    }
    if (is_again) forget_body_values(o, &o->bodies.data[site.caller], &step);
    outline_edge(o, &step, &none, site.back);
}

void outline_resolve(Outline *o)
{
    for (uint32_t b = 0; b < o->bodies.count; b++)
        for (uint32_t k = 0; k < o->bodies.data[b].sites.count; k++) {
            o->loc = o->bodies.data[b].leaves;
            resolve_site(o, &o->bodies.data[b], k);
        }
    for (uint32_t j = 0; j < o->jumps.count; j++)
        for (uint32_t k = 0; k < o->landings.count; k++) {
            OutlineStep step = {0};
            Saves none = {0};
            o->loc = o->jumps.data[j];
            forget_body_values(o, &o->bodies.data[o->landings.data[k].body], &step);
            outline_edge(o, &step, &none, o->landings.data[k].back);
        }
}
