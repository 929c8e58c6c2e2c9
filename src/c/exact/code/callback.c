/* A function that the library calls while one of its own runs, as qsort does, is called there, in the same thread, any
 * number of times.
 *
 * Another function of the program whose address the library has may be called at any time from then on: it becomes a
 * thread of its own, which calls it again and again, or never, with any arguments. That covers a handler of a signal,
 * which runs between two steps of a thread, and one that is called when the program ends: each run of those is one in
 * which the other thread does its steps just then. Where it may run twice at a time (library/handler.h) there are any
 * number of such threads. Pointers that it gets are those that the library has. Memory that
 * the library keeps and goes on writing is written by such a thread, too.
 *
 * What such a thread does is more than what happens, so that a counterexample must not need it: its steps are marked,
 * the first one and the last, too (library/runner.h). That it is there is exact, since it need not move: a run in which
 * it stands still is one in which no signal comes, or one in which the program has not ended yet. It does less where
 * the function uses what belongs to a thread: then the model ends. */
#include "c/compile/link/spoiled.h"
#include "c/exact/code/callback.h"

#include <string.h>

#include "base/check.h"
#include "c/compile/intrinsics.h"
#include "c/compile/plain.h"
#include "c/compile/state_object.h"
#include "c/exact/code/control.h"
#include "c/exact/code/template.h"
#include "c/exact/library/handler.h"
#include "c/exact/library/runner.h"
#include "c/exact/library/unknown.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/external.h"
#include "c/exact/memory/operand.h"
#include "c/exact/memory/sync_object.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/outside.h"
#include "c/exact/model/values.h"
#include "c/exact/races/record.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

/* Who calls while it runs, and never afterwards. */
static const char *const at_once[] = {
    "qsort",  "qsort_r", "bsearch",   "lfind", "lsearch", "ftw",     "ftw64",   "nftw",  "nftw64",   "glob",
    "glob64", "scandir", "scandir64", "twalk", "twalk_r", "tsearch", "tdelete", "tfind", "tdestroy", "dl_iterate_phdr"};

static bool is_one_of(const char *name, const char *const *names, size_t count)
{
    size_t i = 0;
    while (i < count && strcmp(names[i], name) != 0)
        i++;
    return i < count;
}

static bool calls_at_once(const char *name) { return is_one_of(name, at_once, sizeof at_once / sizeof *at_once); }

static bool value_is_own(const Lowering *L, LLVMValueRef value, Intern *seen);

/* Functions that do something else in another thread: tell it who it is, take locks that a thread may take again, or
 * wait, where deadlocks are asked: the thread that is interrupted may hold what is waited for.
 */
static bool asks_who_it_is(const Lowering *L, LLVMValueRef function)
{
    static const char *const names[] = {"pthread_self", "thrd_current", "gettid"};
    static const char *const takes[] = {"pthread_mutex_lock", "pthread_mutex_trylock", "mtx_lock", "mtx_trylock"};
    size_t n = 0;
    const char *name = LLVMGetValueName2(function, &n);
    if (!LLVMIsDeclaration(function)) return false;
    if (is_one_of(name, names, sizeof names / sizeof *names)) return true;
    if (property_is_asked(L, PROPERTY_NO_DEADLOCK) && intrinsic_may_wait(name)) return true;
    bool is_lock = intrinsic_may_wait(name) && strcmp(name, "sem_post") != 0; /* who is interrupted may hold it */
    if (property_is_asked(L, PROPERTY_VALID_SYNC) && is_lock) return true;
    bool are_recursive = sync_has_attributes(L) || LLVMGetNamedFunction(L->module, "mtx_init");
    return are_recursive && is_one_of(name, takes, sizeof takes / sizeof *takes);
}

/* Whether a function, or one that it mentions, uses variables that each thread has for itself. */
static bool function_is_own(const Lowering *L, LLVMValueRef function, Intern *seen)
{
    bool is_new, found = false;
    pointer_id(seen, function, &is_new);
    if (!is_new) return false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b && !found; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !found; i = LLVMGetNextInstruction(i))
            for (int k = 0; k < LLVMGetNumOperands(i) && !found; k++)
                found = value_is_own(L, LLVMGetOperand(i, (unsigned)k), seen);
    return found;
}

static bool value_is_own(const Lowering *L, LLVMValueRef value, Intern *seen)
{
    bool found = false;
    if (LLVMIsAFunction(value)) return asks_who_it_is(L, value) || function_is_own(L, value, seen);
    if (LLVMIsAGlobalVariable(value)) return LLVMIsThreadLocal(value) && !outside_is(value);
    if (!LLVMIsAConstantExpr(value)) return false;
    for (int k = 0; k < LLVMGetNumOperands(value) && !found; k++)
        found = value_is_own(L, LLVMGetOperand(value, (unsigned)k), seen);
    return found;
}

static bool calls_through_pointers(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
            if (callee && !LLVMIsAFunction(callee) && !LLVMIsAInlineAsm(callee)) return true;
        }
    return false;
}

static bool has_own_variables(const Lowering *L)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(L->module); g; g = LLVMGetNextGlobal(g))
        if (LLVMIsThreadLocal(g) && !outside_is(g)) return true;
    return false;
}

static bool is_identity_asked(const Lowering *L)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(L->module); f; f = LLVMGetNextFunction(f))
        if (asks_who_it_is(L, f) && LLVMGetFirstUse(f)) return true;
    return false;
}

/* Whether the function may use what belongs to the thread in which it is called. */
static bool may_use_own(const Lowering *L, LLVMValueRef function)
{
    Intern seen;
    if (L->facts->key_ids.count) return true;
    if (!has_own_variables(L) && !is_identity_asked(L)) return false;
    intern_init(L->run, &seen);
    bool found = function_is_own(L, function, &seen);
    for (LLVMValueRef f = LLVMGetFirstFunction(L->module); f && !found; f = LLVMGetNextFunction(f))
        found = pointer_find(&seen, f) != INTERN_NONE && calls_through_pointers(f);
    intern_clear(&seen);
    return found;
}

/* ---- its start ---- */

/* Whether the thread has been started. */
static VarId callback_started(Lowering *L, const Thread *t)
{
    for (uint32_t i = 0; i < L->started_functions.count; i++)
        if (L->started_functions.data[i] == t->function) return L->started_vars.data[i];
    Var var = {.name = name_unique(L, run_format(L->run, "%s.started", t->info->name)), .sort = sort_bv(8)};
    var.class = VAR_SHARED;
    var.is_temporary = true;
    var.pos = L->pos;
    var.init = term_bv(L->tm, 8, 0);
    VarId v = var_add(L, &var, NULL);
    vec_push(L->run, &L->started_functions, t->function);
    vec_push(L->run, &L->started_vars, v);
    return v;
}

/* The thread calls the function as often as anybody does, so that one is enough. */
static EdgeId start_once(Lowering *L, const Thread *t, Step *first)
{
    VarId started = callback_started(L, t);
    Term was_started = term_eq(L->tm, var_term(L, started), term_bv(L->tm, 8, 1));
    Step steps[2] = {*first, {.guard = was_started}};
    steps[0].guard = term_not(L->tm, was_started);
    step_assign(L, &steps[0], started, term_bv(L->tm, 8, 1));
    EdgeId edge = {L->program->edges.count};
    steps_emit(L, steps, 2);
    return edge;
}

/* what: why the thread's being there is doubtful; NULL: it is not, since its own steps are. */
static void start_library_thread(Lowering *L, LLVMValueRef function, const char *name, bool is_one, const char *what)
{
    Thread *t = thread_of_function(L, runner_of(L, function, name, false));
    Step saves = {0};
    /* Also when main has returned, whose locals are no more. */
    if (deref_is_asked(L) && !L->facts->main_ends) L->facts->main_ends = L->facts->has_changed = true;
    origin_refuse(L, L->pos, "calls by the library cannot be chosen natively");
    step_save_all(L, &saves);
    step_emit(L, &saves);
    LocId here = cursor_loc(L);
    Step step = {.has_spawn = true, .spawn = t->id, .approximate = what};
    EdgeId edge = is_one ? start_once(L, t, &step) : step_add(L, &step);
    if (!is_one) { /* any number */
        if (edge.i != NO_ID) edge_set_target(L, edge, here);
        step_free(L, &step);
    }
    t->spawn_count += is_one ? 1 : 2;
    t->spawn = edge;
}

/* The function is called here, in this thread, as often as one likes, with any arguments that the library has, among
 * them addresses of what the call at hand was given. */
static void call_now(Lowering *L, LLVMValueRef call, LLVMValueRef function, const char *name)
{
    origin_refuse(L, L->pos, "calls by the library cannot be chosen natively");
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        Val v = operand_val(L, LLVMGetOperand(call, i));
        if (v.kind == VAL_POINTER) entries_protect(L, &v);
        external_leave(L, EXTERNAL_LENT, &v);
    }
    LLVMValueRef runner = runner_of(L, function, name, true);
    Step enter = {.approximate = run_format(L->run, "%s may call %s", name, value_name(L, function))};
    step_emit(L, &enter);
    Frame *frame = frame_new(L, runner, call), *caller = L->frame;
    SourcePos here = L->pos;
    statement_end(L);
    frame_lower(L, frame);
    CHECK(L->frame == caller && !frame->is_active);
    L->pos = here;
}

/* Written at any time, or never: each write is doubtful by itself. */
static void keep_given(Lowering *L, const Val *v, const char *name)
{
    external_leave(L, EXTERNAL_KEPT, v);
    if (val_is_address(v)) start_library_thread(L, runner_own_function(L, UNKNOWN_WRITES_KEPT), name, true, NULL);
}

void lower_keeper(Lowering *L, LLVMValueRef argument, const char *name)
{
    Val v = operand_val(L, argument);
    keep_given(L, &v, name);
}

void lower_pending(Lowering *L, const Targets *targets, const char *name)
{
    Val v = address_of(address_number(L, 0), targets);
    if (L->cursor.is_reachable) keep_given(L, &v, name);
}

/* A function of the library that is called at a time of its own choosing: what it does to the state that it keeps is
 * not modelled, which counts where another call may race with it. */
static void limit_library(Lowering *L, LLVMValueRef function, const char *name)
{
    const char *called = value_name(L, function);
    const StateUse *use;
    bool is_contended = false;
    for (size_t i = 0; races_are_asked(L) && (use = state_next(called, &i)) != NULL;)
        is_contended |= use->access != STATE_SAFE && state_is_contended(L->module, use);
    if (!is_contended) return;
    emit_limit(L, TERM_NONE,
               lower_reason(L, run_format(L->run,
                                          "%s may call %s, whose state others use; call it in a function of "
                                          "the program",
                                          name, called)));
}

void lower_callbacks(Lowering *L, LLVMValueRef call, const char *name, const Targets *targets)
{
    for (uint32_t i = 0; i < targets->list.count && L->cursor.is_reachable; i++) {
        LLVMValueRef function = targets->list.data[i].value;
        if (!LLVMIsAFunction(function) || plain_is_wrapper(function)) continue;
        if (LLVMIsDeclaration(function)) {
            limit_library(L, function, name);
            continue;
        }
        if (calls_at_once(name)) {
            call_now(L, call, function, name);
            continue;
        }
        if (L->cursor.depth > 0) /* other threads do not run here, but the function may */
            lower_refuse(L,
                         "%s gets the address of a function in an atomic section, which is not supported; give it a "
                         "body",
                         name);
        if (may_use_own(L, function))
            lower_refuse(
                L,
                "%s gets the address of the function %s and could call it, in a program whose threads have "
                "variables of their own, or take locks again, or wait where deadlocks are asked; give %s a body",
                name, value_name(L, function), name);
        SourcePos pos = {L->pos.file, L->pos.line, 0};
        diag_assume(L->run, SEVERITY_NOTE, pos,
                    (Assumption){"functions that the library is told about run as threads", NULL},
                    "%s may call %s at any time from here on", name, value_name(L, function));
        /* What is sent after a time has come when the program has waited long enough; a race does not depend on that.
         */
        bool is_late = spoiled_by_timers(L->module) && !property_is_asked(L, PROPERTY_NO_DATA_RACE);
        const char *what =
            is_late ? run_format(L->run, "%s may call %s at any time", name, value_name(L, function)) : NULL;
        start_library_thread(L, function, name, handler_comes_alone(call, function, name), what);
    }
}
