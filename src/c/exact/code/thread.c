#include "c/exact/code/thread.h"

#include <string.h>

#include "base/check.h"
#include "c/compile/function.h"
#include "c/compile/intrinsics.h"
#include "c/compile/source.h"
#include "c/exact/code/control.h"
#include "c/exact/code/key.h"
#include "c/exact/code/template.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/argv.h"
#include "c/exact/memory/bounds.h"
#include "c/exact/memory/cell.h"
#include "c/exact/memory/choices.h"
#include "c/exact/memory/external.h"
#include "c/exact/memory/handle.h"
#include "c/exact/memory/operand.h"
#include "c/exact/memory/place.h"
#include "c/exact/memory/scope.h"
#include "c/exact/memory/slot.h"
#include "c/exact/model/action.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/frame_check.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/values.h"
#include "c/exact/threads/join.h"
#include "c/exact/threads/misuse.h"
#include "c/exact/threads/valid_join.h"
#include "c/exact/threads/named.h"
#include "c/exact/threads/start.h"
#include "c/exact/threads/tagged.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/term.h"

/* ---- parameters ---- */

static const char *parameter_name(Lowering *L, Thread *t, LLVMValueRef parameter)
{
    for (LLVMUseRef u = LLVMGetFirstUse(parameter); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        const AllocaInfo *a = LLVMIsAStoreInst(user) ? function_alloca(t->info, LLVMGetOperand(user, 1)) : NULL;
        if (a && a->variable.name) return run_format(L->run, "%s.arg", a->variable.name);
    }
    return value_name(L, parameter);
}

static void pass_number(Lowering *L, Thread *t, uint32_t k, Term value, Step *step)
{
    CHECK(k < t->parameters.count && !t->parameters.data[k].is_unused);
    ThreadParameter *p = &t->parameters.data[k];
    LLVMValueRef parameter = LLVMGetParam(t->function, k);
    if (!sort_same(term_sort(L->tm, value), type_sort(L, LLVMTypeOf(parameter))))
        lower_refuse(L, "the arguments do not fit the definition of %s; correct the call", t->info->name);
    if (!p->has_var) {
        Var var = {0};
        var.name = name_unique(L, parameter_name(L, t, parameter));
        var.sort = term_sort(L->tm, value);
        var.class = VAR_LOCAL;
        var.template = t->id;
        var.is_signed = true;
        var.is_parameter = true;
        var.pos = sources_pos(L->sources, t->function);
        p->var = var_add(L, &var, NULL);
        p->has_var = true;
    }
    CHECK(program_is_local_of(L->program, p->var, t->id));
    CHECK(sort_same(term_sort(L->tm, value), L->program->vars.data[p->var.i].sort));
    Assign a = {p->var, value};
    vec_push(L->run, &step->args, a);
}

/* Only addresses, all the same: without a variable. False: they have to be told apart at run time. */
static bool pass_address(Lowering *L, Thread *t, uint32_t k, const Val *v)
{
    ThreadParameter *p = &t->parameters.data[k];
    if (v->kind == VAL_ADDRESS || p->has_var || v->count || (p->has_pointer && !val_same_shape(&p->pointer, v)))
        return false;
    if (v->kind == VAL_POINTER && L->objects.data[v->object].kind != OBJECT_GLOBAL) {
        const Object *o = &L->objects.data[v->object];
        if (o->kind == OBJECT_THREAD_LOCAL)
            lower_refuse(L,
                         "the address of the thread-local variable `%s` is passed to another thread, which is not "
                         "supported; use a global variable",
                         o->name);
        facts_add(L, o->value, o->scope, FACT_SHARED);
    }
    p->pointer = *v;
    p->has_pointer = true;
    CHECK(value_fits(L, &p->pointer, LLVMTypeOf(LLVMGetParam(t->function, k))));
    return true;
}

static SlotKey parameter_slot(const Thread *t, uint32_t k) { return (SlotKey){t->function, 0, k, SLOT_PARAMETER}; }

static void pass_runtime(Lowering *L, Thread *t, uint32_t k, const Val *v, Step *step)
{
    SlotKey key = parameter_slot(t, k);
    pass_number(L, t, k, slot_store(L, &key, v, true), step);
    Val a = address_val(L, v);
    targets_share(L, a.targets);
}

static void pass_argument(Lowering *L, Thread *t, uint32_t k, LLVMValueRef arg, Step *step)
{
    Val v = operand_val(L, arg);
    LLVMValueRef parameter = LLVMGetParam(t->function, k);
    scope_store(L, NO_ID, &v, TERM_NONE);
    bool is_address = val_is_address(&v);
    if (LLVMGetTypeKind(LLVMTypeOf(parameter)) == LLVMPointerTypeKind && v.kind != VAL_NONE) {
        if (facts_has(L->facts, parameter, 0, FACT_RUNTIME)) {
            pass_runtime(L, t, k, &v, step);
            return;
        }
        if (is_address ? !pass_address(L, t, k, &v) : t->parameters.data[k].has_pointer) {
            facts_add(L, parameter, 0, FACT_RUNTIME);
            longjmp(L->restart, 1);
        }
        if (is_address) return;
    }
    pass_number(L, t, k, operand_term(L, arg), step);
}

static void pass_arguments(Lowering *L, Thread *t, const LLVMValueRef *args, uint32_t count, Step *step)
{
    for (uint32_t k = 0; k < t->parameters.count; k++) {
        if (t->parameters.data[k].is_unused) continue;
        if (k >= count) lower_refuse(L, "%s is started with too few arguments; correct the call", t->info->name);
        pass_argument(L, t, k, args[k], step);
    }
}

/* ---- start ---- */

void lower_spawn(Lowering *L, LLVMValueRef call, LLVMValueRef function, const LLVMValueRef *args, uint32_t count,
                 LLVMValueRef handle)
{
    if (LLVMIsDeclaration(function))
        lower_refuse(L, "the start function %s has no body; define it", value_name(L, function));
    if (intrinsic_is_atomic_function(value_name(L, function)))
        lower_refuse(L, "a thread that is one atomic section is not supported; call %s from its start function",
                     value_name(L, function));
    Thread *t = thread_of_function(L, function);
    if (t->is_main) lower_refuse(L, "main started as a thread is not supported; use another function");
    if (intrinsic_is_atomic_function(t->info->name))
        lower_refuse(L, "a thread that is one atomic section, %s, is not supported; call it from another function",
                     t->info->name);
    if (accesses_split(L)) reads_flush(L);
    Val address = handle ? operand_val(L, handle) : val_none();
    if (!address_settle(L, &address)) return;
    if (handle) bounds_require_access(L, &address, L->pointer_width / 8);
    if (!L->cursor.is_reachable) return;
    HandleUses uses = {0};
    if (handle) handles_at(L, &address, &uses);
    Step step = {0};
    step.has_spawn = true;
    step.spawn = t->id;
    VarId name = {NO_ID};
    if (handle && handle_is_named(L, &address, &uses)) name = named_start(L, &step);
    pass_arguments(L, t, args, count, &step);
    operands_retire(L, call);
    origin_start(L, call);
    CHECK(step.args.count <= t->parameters.count && L->cursor.is_reachable);
    if (handle && uses.count == 0 && tagged_has_rounds(L) && !handle_is_kept_apart(L, &address)) {
        uint32_t before = L->program->edges.count;
        tagged_start_rounds(L, &step, &name);
        t->spawn_count += L->program->edges.count - before;
        tagged_write(L, &address, name);
        return;
    }
    EdgeId edge = step_emit(L, &step);
    CHECK(edge.i == NO_ID || L->program->edges.data[edge.i].spawn.i == t->id.i);
    t->spawn_count++;
    t->spawn = edge;
    if (handle) handle_write(L, &address, edge, name, &uses);
}

static LLVMValueRef start_function(Lowering *L, LLVMValueRef value)
{
    Val v = operand_val(L, value);
    if (!address_settle(L, &v)) return NULL;
    if (v.kind != VAL_FUNCTION)
        lower_refuse(L,
                     "a thread whose start function is not known statically is not supported yet; name the function");
    CHECK(LLVMIsAFunction(v.function));
    return v.function;
}

void lower_create(Lowering *L, LLVMValueRef call)
{
    bool is_c11 = strcmp(L->callee, "thrd_create") == 0; /* has no attributes */
    unsigned count = is_c11 ? 3 : 4;
    if (LLVMGetNumArgOperands(call) != count)
        lower_refuse(L, "%s needs %u arguments; correct the call", L->callee, count);
    LLVMValueRef function = start_function(L, LLVMGetOperand(call, count - 2));
    if (!function) return; /* not reachable */
    LLVMValueRef argument = LLVMGetOperand(call, count - 1);
    bool is_detached = misuse_starts_detached(call);
    uint32_t before = L->program->edges.count;
    if (is_detached) thread_of_function(L, function)->is_detached = true;
    lower_spawn(L, call, function, &argument, 1, LLVMGetOperand(call, 0));
    if (is_detached) valid_join_note_detached(L, call, before);
    value_bind(L, L->frame, call, val_term(term_const(L->tm, type_sort(L, LLVMTypeOf(call)), 0)));
}

/* ---- names ---- */

/* Whether the name goes only to functions that have no effect, like pthread_detach; to join it is a violation where
 * that is asked. */
static bool is_name_unused(const Lowering *L, LLVMValueRef call)
{
    for (LLVMUseRef u = LLVMGetFirstUse(call); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u), callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
        if (!callee || callee == call || !LLVMIsAFunction(callee)) return false;
        size_t n = 0;
        Intrinsic does = intrinsic_find(LLVMGetValueName2(callee, &n), !LLVMIsDeclaration(callee));
        bool is_join = does == INTRINSIC_THREAD_JOIN && property_is_asked(L, PROPERTY_VALID_SYNC);
        if (does != INTRINSIC_ZERO && !is_join) return false;
    }
    return true;
}

/* Any number, but in each thread always the same one. */
void lower_self(Lowering *L, LLVMValueRef call)
{
    operands_retire(L, call);
    if (is_name_unused(L, call)) {
        statement_end(L);
        value_bind(L, L->frame, call, val_none());
        return;
    }
    origin_refuse(L, L->pos, "the name of a thread cannot be supplied natively");
    if (reads_are_pending(L)) reads_flush(L);
    const char *name = run_format(L->run, "%s.self", L->thread->info->name);
    VarId self = thread_variable(L, (ThreadVariable){THREAD_SELF, 0, type_sort(L, LLVMTypeOf(call)), name, {NO_ID}});
    Step step = {0};
    step.approximate = "the name of a thread is arbitrary";
    step_assign(L, &step, self, var_term(L, self)); /* this is what is not known */
    action_emit(L, &step);
    value_bind(L, L->frame, call, val_term(var_term(L, self)));
}

void lower_equal(Lowering *L, LLVMValueRef call)
{
    if (LLVMGetNumArgOperands(call) != 2) lower_refuse(L, "%s needs 2 arguments; correct the call", L->callee);
    Term a = operand_term(L, LLVMGetOperand(call, 0)), b = operand_term(L, LLVMGetOperand(call, 1));
    CHECK(sort_same(term_sort(L->tm, a), term_sort(L->tm, b)));
    Term same = term_eq(L->tm, a, b);
    operands_retire(L, call);
    Sort sort = type_sort(L, LLVMTypeOf(call));
    Term result = term_ite(L->tm, same, term_const(L->tm, sort, 1), term_const(L->tm, sort, 0));
    value_bind(L, L->frame, call, val_term(result));
}

/* Since no thread is ever cancelled, the state (or type) matters only to who asks for it. */
void lower_cancel_state(Lowering *L, LLVMValueRef call)
{
    if (LLVMGetNumArgOperands(call) != 2) lower_refuse(L, "%s needs 2 arguments; correct the call", L->callee);
    reads_flush(L);
    uint32_t id = strcmp(L->callee, "pthread_setcanceltype") == 0;
    const char *name = run_format(L->run, "%s.cancel_%s", L->thread->info->name, id ? "type" : "state");
    VarId state = thread_variable(L, (ThreadVariable){THREAD_CANCEL, id, sort_bv(32), name, {NO_ID}});
    Val old = operand_val(L, LLVMGetOperand(call, 1)), value = val_term(var_term(L, state));
    bool is_constant = old.kind == VAL_TERM && term_is_const(L->tm, old.terms[0]);
    if (!is_constant || term_value(L->tm, old.terms[0]) != 0) { /* not NULL */
        if (!address_settle(L, &old)) return;
        Place place = place_find(L, &old, LLVMInt32TypeInContext(L->context), true);
        place_write(L, &place, &value);
        if (!L->cursor.is_reachable) return;
    }
    Term new = operand_term(L, LLVMGetOperand(call, 0));
    Term is_valid = term_binary(L->tm, TERM_ULE, new, term_bv(L->tm, 32, 1));
    Sort sort = type_sort(L, LLVMTypeOf(call));
    Term result = term_ite(L->tm, is_valid, term_const(L->tm, sort, 0), term_const(L->tm, sort, 22 /* EINVAL */));
    operands_retire(L, call);
    value_bind(L, L->frame, call, val_term(result));
    Step step = {0};
    step_assign(L, &step, state, term_ite(L->tm, is_valid, new, var_term(L, state)));
    step_emit(L, &step);
}

/* ---- end ---- */

void thread_end_at(Lowering *L, LocId loc)
{
    Step step = {0};
    CHECK(program_has_loc(L->program, loc) && L->program->locs.data[loc.i].template.i == L->thread->id.i);
    CHECK(L->program->locs.data[loc.i].atomic == (L->cursor.depth > 0));
    if (L->cursor.has_loc || term_is(L->cursor.condition)) {
        EdgeId edge = step_add(L, &step);
        if (edge.i != NO_ID) edge_set_target(L, edge, loc);
    } else {
        origin_end_dangling(L);
        for (uint32_t i = 0; i < L->cursor.dangling.count; i++)
            edge_set_target(L, L->cursor.dangling.data[i], loc);
        vec_clear(&L->cursor.dangling);
    }
    L->cursor.is_reachable = false;
}

void thread_end(Lowering *L)
{
    Thread *t = L->thread;
    if (L->cursor.depth > 0)
        lower_refuse(L, "a thread ends inside an atomic section, which is not supported; end the section first");
    if (L->once_depth > 0)
        lower_refuse(
            L, "a thread ends in a destructor or a function of pthread_once, which is not supported; return from it");
    if (t->is_main && !L->facts->main_ends) L->facts->main_ends = L->facts->has_changed = true;
    if (!t->has_end) {
        t->end = loc_make(L, t, "end", false);
        t->has_end = true;
    }
    thread_end_at(L, t->end);
}

/* What the thread returns goes into a variable of its own, from where its end hands it to who joins it. */
static void keep_result(Lowering *L, LLVMValueRef value)
{
    Thread *t = L->thread;
    Sort sort = type_sort(L, LLVMTypeOf(value));
    if (!t->has_result) {
        Var var = {0};
        var.name = name_unique(L, run_format(L->run, "%s.result", t->info->name));
        var.sort = sort;
        var.class = VAR_LOCAL;
        var.template = t->id;
        var.init = term_const(L->tm, sort, 0);
        var.is_signed = var.is_temporary = true;
        var.pos = L->pos;
        t->result = var_add(L, &var, &L->everyone);
        t->has_result = true;
    }
    if (!sort_same(L->program->vars.data[t->result.i].sort, sort))
        lower_refuse(L, "results of two types of one thread are not supported; return and exit with the same type");
    Val v = operand_val(L, value);
    scope_store(L, NO_ID, &v, TERM_NONE);
    Term result = v.kind == VAL_TERM ? v.terms[0] : TERM_NONE;
    if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind) {
        SlotKey key = result_slot();
        result = slot_store(L, &key, &v, true);
        v = address_val(L, &v);
        targets_share(L, v.targets);
    }
    if (!term_is(result)) lower_refuse(L, "an address returned as an integer is not supported; return a pointer");
    operand_retire(L, value);
    CHECK(program_is_local_of(L->program, t->result, t->id) && sort_same(term_sort(L->tm, result), sort));
    Step step = {0};
    step_assign(L, &step, t->result, result);
    step_emit(L, &step);
}

void thread_return(Lowering *L, LLVMValueRef value)
{
    bool is_kept = value && !L->thread->is_main && joins_read_results(L);
    if (is_kept && L->cursor.depth == 0 && L->once_depth == 0) keep_result(L, value);
    thread_end(L);
}

/* The process ends. Whatever the other threads would do afterwards they can do before, so nothing is lost or gained
 * by letting them go on; only inside an atomic section they must not see what the section has half done. */
void thread_halt(Lowering *L)
{
    Thread *t = L->thread;
    bool is_atomic = L->cursor.depth > 0;
    CHECK(cursor_is_valid(L, &L->cursor));
    if (!t->has_halt[is_atomic]) {
        t->halt[is_atomic] = loc_make(L, t, is_atomic ? "halt_atomic" : "halt", is_atomic);
        t->has_halt[is_atomic] = true;
    }
    thread_end_at(L, t->halt[is_atomic]);
}

/* ---- the body ---- */

/* main(int, char **), of which the second is looked at. */
static bool has_usual_arguments(const Thread *t)
{
    if (!t->is_main || t->parameters.count < 2 || t->parameters.data[1].is_unused) return false;
    LLVMTypeRef number = LLVMTypeOf(LLVMGetParam(t->function, 0)), texts = LLVMTypeOf(LLVMGetParam(t->function, 1));
    return LLVMGetTypeKind(number) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(number) == 32 &&
           LLVMGetTypeKind(texts) == LLVMPointerTypeKind;
}

/* A parameter that no start passes. The number of main's arguments is not negative. */
static Val parameter_arbitrary(Lowering *L, Thread *t, uint32_t k)
{
    LLVMValueRef parameter = LLVMGetParam(t->function, k);
    if (memory_is_asked(L) && k < 2 && has_usual_arguments(t))
        return k == 0 ? val_term(argv_count(L, t)) : argv_start(L, t);
    Sort sort = type_sort(L, LLVMTypeOf(parameter));
    bool is_count = t->is_main && k == 0 && sort.kind == SORT_BV && sort.width > 1;
    Term input = fresh_input(L, is_count ? sort_bv(sort.width - 1) : sort, value_name(L, parameter));
    if (t->is_main) origin_value(L, parameter, input);
    CHECK(!t->parameters.data[k].has_var && !t->parameters.data[k].has_pointer);
    if (t->is_main && LLVMGetTypeKind(LLVMTypeOf(parameter)) == LLVMPointerTypeKind)
        return external_area(L, EXTERNAL_MEMORY, input);
    return val_term(is_count ? term_zext(L->tm, input, sort.width) : input);
}

void thread_lower(Lowering *L, Thread *t)
{
    CHECK(!t->is_lowered && L->once_depth == 0 && !L->in_destructor);
    t->is_lowered = true;
    L->thread = t;
    L->frame = NULL;
    L->pos = sources_pos(L->sources, t->function);
    Cursor start = {0};
    start.is_reachable = start.has_loc = true;
    start.loc = loc_make(L, t, NULL, false);
    L->cursor = start;
    L->program->templates.data[t->id.i].entry = start.loc;
    L->program->templates.data[t->id.i].initial = t->is_main ? COUNT_ONE : COUNT_NONE;
    Frame *frame = frame_new(L, t->function, NULL);
    frame->is_result_unused = t->is_main || !joins_read_results(L);
    for (uint32_t k = 0; k < t->parameters.count; k++) {
        const ThreadParameter *p = &t->parameters.data[k];
        LLVMValueRef parameter = LLVMGetParam(t->function, k);
        Val v = val_none();
        SlotKey key = parameter_slot(t, k);
        if (p->has_var && facts_has(L->facts, parameter, 0, FACT_RUNTIME))
            v = slot_load(L, &key, var_term(L, p->var), true);
        else if (p->has_var)
            v = val_term(var_term(L, p->var));
        else if (p->has_pointer)
            v = p->pointer;
        else if (!p->is_unused)
            v = parameter_arbitrary(L, t, k);
        else if (t->is_main)
            origin_value(L, parameter, TERM_NONE);
        CHECK(value_fits(L, &v, LLVMTypeOf(parameter)));
        value_bind(L, frame, parameter, v);
    }
    frame_lower(L, frame);
    CHECK(L->frame == NULL && !L->cursor.is_reachable); /* all ways end the thread, or the program */
    keys_destroy(L, frame);
    CHECK(model_threads_are_valid(L));
}
