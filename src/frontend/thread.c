/* Threads: one template a start function, parameters, join, end. */
#include <string.h>

#include "frontend/lower.h"

/* ---- templates ---- */

/* A parameter that is only copied into storage that nobody reads. */
static bool is_unused_parameter(FunctionInfo *info, LLVMValueRef parameter)
{
    for (LLVMUseRef u = LLVMGetFirstUse(parameter); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        const AllocaInfo *a = LLVMIsAStoreInst(user) ? function_alloca(info, LLVMGetOperand(user, 1)) : NULL;
        if (!a || !a->is_write_only)
            return false;
    }
    return true;
}

Thread *thread_of(Lowering *L, LLVMValueRef function)
{
    for (uint32_t i = 0; i < L->threads.count; i++)
        if (L->threads.data[i]->function == function)
            return L->threads.data[i];
    Thread *t = run_alloc(L->run, sizeof *t);
    t->function = function;
    t->info = function_info(L->functions, function);
    t->id = program_add_template(L->program, t->info->name);
    unsigned n = LLVMCountParams(function);
    for (unsigned i = 0; i < n; i++) {
        ThreadParameter p = {0};
        p.is_unused = is_unused_parameter(t->info, LLVMGetParam(function, i));
        vec_push(L->run, &t->parameters, p);
    }
    vec_push(L->run, &L->threads, t);
    return t;
}

static const char *parameter_name(Lowering *L, Thread *t, LLVMValueRef parameter)
{
    for (LLVMUseRef u = LLVMGetFirstUse(parameter); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        const AllocaInfo *a = LLVMIsAStoreInst(user) ? function_alloca(t->info, LLVMGetOperand(user, 1)) : NULL;
        if (a && a->variable.name)
            return run_format(L->run, "%s.arg", a->variable.name);
    }
    return value_name(L, parameter);
}

static void pass_number(Lowering *L, Thread *t, uint32_t k, Term value, Step *step)
{
    ThreadParameter *p = &t->parameters.data[k];
    LLVMValueRef parameter = LLVMGetParam(t->function, k);
    if (p->has_pointer)
        lower_refuse(L, "%s is started with an address here and with a number elsewhere, which is not supported yet; "
                        "use two start functions",
                     t->info->name);
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
    Assign a = {p->var, value};
    vec_push(L->run, &step->args, a);
}

static void pass_address(Lowering *L, Thread *t, uint32_t k, const Val *v)
{
    ThreadParameter *p = &t->parameters.data[k];
    if (p->has_var || v->count || (p->has_pointer && !val_same_shape(&p->pointer, v)))
        lower_refuse(L, "%s is started with different addresses, which is not supported yet; pass a number and index "
                        "a global array",
                     t->info->name);
    if (v->kind == VAL_POINTER && L->objects.data[v->object].kind != OBJECT_GLOBAL) {
        const Object *o = &L->objects.data[v->object];
        if (o->kind != OBJECT_LOCAL || !L->thread->is_main)
            lower_refuse(L, "the address of the local variable `%s` of a thread is passed to another thread, which is "
                            "not supported yet; make it global",
                         o->name);
        facts_add(L, o->value, 0, FACT_SHARED);
    }
    p->pointer = *v;
    p->has_pointer = true;
}

static void pass_arguments(Lowering *L, Thread *t, const LLVMValueRef *args, uint32_t count, Step *step)
{
    for (uint32_t k = 0; k < t->parameters.count; k++) {
        if (t->parameters.data[k].is_unused)
            continue;
        if (k >= count)
            lower_refuse(L, "%s is started with too few arguments; correct the call", t->info->name);
        Val v = operand_val(L, args[k]);
        if (v.kind == VAL_POINTER || v.kind == VAL_FUNCTION)
            pass_address(L, t, k, &v);
        else
            pass_number(L, t, k, operand_term(L, args[k]), step);
    }
}

/* ---- handles ---- */

static bool is_call_of(LLVMValueRef user, const char *name, LLVMValueRef first)
{
    LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
    size_t n = 0;
    const char *found = callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : NULL;
    return found && strcmp(found, name) == 0 && LLVMGetNumArgOperands(user) > 0 && LLVMGetOperand(user, 0) == first;
}

static bool is_load_for_join(LLVMValueRef load)
{
    for (LLVMUseRef u = LLVMGetFirstUse(load); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!is_call_of(user, "pthread_join", load) && !is_call_of(user, "pthread_detach", load))
            return false;
    }
    return true;
}

static bool is_only_handle(LLVMValueRef address, int depth)
{
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_gep = LLVMIsAGetElementPtrInst(user) || LLVMIsAConstantExpr(user);
        if (is_gep ? depth > 8 || !is_only_handle(user, depth + 1)
                   : !is_call_of(user, "pthread_create", address) &&
                         !(LLVMIsALoadInst(user) && is_load_for_join(user)))
            return false;
    }
    return true;
}

bool handle_is_only_joined(Lowering *L, LLVMValueRef load, const Val *address)
{
    return address->kind == VAL_POINTER && LLVMGetFirstUse(load) && is_load_for_join(load) &&
           is_only_handle(L->objects.data[address->object].value, 0);
}

static uint32_t handle_find(Lowering *L, uint32_t object, int64_t offset)
{
    for (uint32_t i = 0; i < L->handles.count; i++)
        if (L->handles.data[i].object == object && L->handles.data[i].offset == offset)
            return i;
    Handle h = {object, offset, 0, {NO_ID}};
    vec_push(L->run, &L->handles, h);
    return L->handles.count - 1;
}

static void handle_write(Lowering *L, const Val *address, EdgeId create)
{
    if (address->kind != VAL_POINTER)
        lower_refuse(L, "a thread handle through a pointer whose target is not known statically is not supported yet; "
                        "pass the address of a variable");
    const Object *o = &L->objects.data[address->object];
    if (is_only_handle(o->value, 0)) {
        if (address->count) {
            vec_push(L->run, &L->indexed_handles, address->object);
            return;
        }
        uint32_t id = handle_find(L, address->object, address->offset);
        Handle *h = &L->handles.data[id];
        h->create_count++;
        h->create = create;
        return;
    }
    Place place = place_find(L, address, LLVMIntTypeInContext(L->context, L->pointer_width), true);
    place_havoc(L, &place, "thread", "a thread handle is arbitrary");
}

/* ---- start ---- */

void lower_spawn(Lowering *L, LLVMValueRef call, LLVMValueRef function, const LLVMValueRef *args, uint32_t count,
                 LLVMValueRef handle)
{
    if (LLVMIsDeclaration(function))
        lower_refuse(L, "the start function %s has no body; define it", value_name(L, function));
    Thread *t = thread_of(L, function);
    if (t->is_main)
        lower_refuse(L, "main started as a thread is not supported; use another function");
    if (accesses_split(L))
        reads_flush(L);
    Val address = handle ? operand_val(L, handle) : val_none();
    Step step = {0};
    step.has_spawn = true;
    step.spawn = t->id;
    pass_arguments(L, t, args, count, &step);
    operands_retire(L, call);
    EdgeId edge = step_emit(L, &step);
    t->spawn_count++;
    t->spawn = edge;
    if (handle)
        handle_write(L, &address, edge);
}

static LLVMValueRef start_function(Lowering *L, LLVMValueRef value)
{
    Val v = operand_val(L, value);
    if (v.kind != VAL_FUNCTION)
        lower_refuse(L, "a thread whose start function is not known statically is not supported yet; name the function");
    return v.function;
}

void lower_create(Lowering *L, LLVMValueRef call)
{
    if (LLVMGetNumArgOperands(call) != 4)
        lower_refuse(L, "pthread_create needs 4 arguments; correct the call");
    LLVMValueRef function = start_function(L, LLVMGetOperand(call, 2));
    LLVMValueRef argument = LLVMGetOperand(call, 3);
    lower_spawn(L, call, function, &argument, 1, LLVMGetOperand(call, 0));
    value_bind(L, L->frame, call, val_term(term_const(L->tm, type_sort(L, LLVMTypeOf(call)), 0)));
}

/* ---- join ---- */

static uint32_t joined_handle(Lowering *L, LLVMValueRef value)
{
    if (!LLVMIsALoadInst(value))
        return NO_ID;
    Val address = operand_val(L, LLVMGetOperand(value, 0));
    if (address.count || !handle_is_only_joined(L, value, &address))
        return NO_ID;
    return handle_find(L, address.object, address.offset);
}

/* Until threads_resolve_joins the edge just continues. */
void lower_join(Lowering *L, LLVMValueRef call)
{
    reads_flush(L);
    Val result = LLVMGetNumArgOperands(call) > 1 ? operand_val(L, LLVMGetOperand(call, 1)) : val_none();
    Join join = {{NO_ID}, joined_handle(L, LLVMGetOperand(call, 0)), L->pos};
    operands_retire(L, call);
    Step step = {0};
    join.edge = step_emit(L, &step);
    if (join.edge.i != NO_ID)
        vec_push(L->run, &L->joins, join);
    if (result.kind == VAL_POINTER && L->cursor.is_reachable) {
        Place place = place_find(L, &result, LLVMPointerTypeInContext(L->context, 0), true);
        place_havoc(L, &place, "result", "the result of a joined thread is arbitrary");
    }
    value_bind(L, L->frame, call, val_term(term_const(L->tm, type_sort(L, LLVMTypeOf(call)), 0)));
}

/* Whether the edge can be taken twice by one thread. */
static bool edge_in_cycle(Lowering *L, EdgeId id)
{
    Program *p = L->program;
    const Edge *edge = &p->edges.data[id.i];
    bool *seen = run_alloc(L->run, p->locs.count * sizeof *seen);
    VEC(uint32_t) stack = {0};
    vec_push(L->run, &stack, edge->to.i);
    seen[edge->to.i] = true;
    while (stack.count && !seen[edge->from.i]) {
        LocId l = {vec_pop(&stack)};
        for (uint32_t k = 0; k < program_out_count(p, l); k++) {
            uint32_t to = program_out_edge(p, l, k)->to.i;
            if (!seen[to]) {
                seen[to] = true;
                vec_push(L->run, &stack, to);
            }
        }
    }
    bool found = seen[edge->from.i];
    vec_free(L->run, &stack);
    run_release(L->run, seen);
    return found;
}

static bool is_indexed_handle(Lowering *L, uint32_t object)
{
    for (uint32_t i = 0; i < L->indexed_handles.count; i++)
        if (L->indexed_handles.data[i] == object)
            return true;
    return false;
}

/* The thread that a join waits for, if there can be only one. */
static Thread *joined_thread(Lowering *L, const Join *join)
{
    if (join->handle == NO_ID)
        return NULL;
    const Handle *h = &L->handles.data[join->handle];
    if (h->create_count != 1 || h->create.i == NO_ID || is_indexed_handle(L, h->object))
        return NULL;
    const Edge *create = &L->program->edges.data[h->create.i];
    Thread *t = L->threads.data[create->spawn.i];
    TemplateId creator = L->program->locs.data[create->from.i].template;
    bool is_once = L->threads.data[creator.i]->is_main && !edge_in_cycle(L, h->create);
    return t->spawn_count == 1 && is_once ? t : NULL;
}

typedef struct Done {
    bool has_var;
    VarId var;
} Done;

/* A shared flag that the thread sets at its end. */
static VarId done_variable(Lowering *L, Thread *t, Done *done)
{
    if (done->has_var)
        return done->var;
    SourcePos pos = sources_pos(L->sources, t->function);
    Var var = {0};
    var.name = name_unique(L, run_format(L->run, "%s.done", t->info->name));
    var.sort = sort_bool();
    var.class = VAR_SHARED;
    var.init = term_bool(L->tm, false);
    var.pos = pos;
    done->var = var_add(L, &var, NULL);
    done->has_var = true;
    if (t->has_end) {
        LocId to = program_add_loc(L->program, t->id, "done", false, pos);
        Edge edge = edge_make(t->end, to, pos);
        Assign set = {done->var, term_bool(L->tm, true)};
        edge.assigns = &set;
        edge.assign_count = 1;
        edge.text = "end of thread";
        program_add_edge(L->program, &edge);
    }
    return done->var;
}

void threads_resolve_joins(Lowering *L)
{
    program_index(L->program);
    Done *done = run_alloc(L->run, (L->threads.count + 1) * sizeof *done);
    Thread **joined = run_alloc(L->run, (L->joins.count + 1) * sizeof *joined);
    for (uint32_t i = 0; i < L->joins.count; i++)
        joined[i] = joined_thread(L, &L->joins.data[i]);
    for (uint32_t i = 0; i < L->joins.count; i++) {
        const Join *join = &L->joins.data[i];
        if (joined[i]) {
            VarId flag = done_variable(L, joined[i], &done[joined[i]->id.i]);
            Edge *edge = &L->program->edges.data[join->edge.i];
            edge->guard = term_and(L->tm, edge->guard, var_term(L, flag));
        } else {
            L->program->edges.data[join->edge.i].approximate = "join of an unknown thread";
            diag_add(L->run, SEVERITY_WARNING, join->pos,
                     "the joined thread is not known statically: the join is treated as not waiting");
        }
    }
    run_release(L->run, done);
    run_release(L->run, joined);
}

/* ---- end ---- */

/* Leads the cursor to a location that ends it. */
static void end_at(Lowering *L, LocId loc)
{
    Step step = {0};
    if (L->cursor.has_loc || term_is(L->cursor.condition)) {
        EdgeId edge = step_add(L, &step);
        if (edge.i != NO_ID)
            edge_set_target(L, edge, loc);
    } else {
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
    if (!t->has_end) {
        t->end = loc_make(L, t, "end", false);
        t->has_end = true;
    }
    end_at(L, t->end);
}

/* The process ends. Whatever the other threads would do afterwards they can do before, so nothing is lost or gained
 * by letting them go on; only inside an atomic section they must not see what the section has half done. */
void thread_halt(Lowering *L)
{
    Thread *t = L->thread;
    bool is_atomic = L->cursor.depth > 0;
    if (!t->has_halt[is_atomic]) {
        t->halt[is_atomic] = loc_make(L, t, is_atomic ? "halt_atomic" : "halt", is_atomic);
        t->has_halt[is_atomic] = true;
    }
    end_at(L, t->halt[is_atomic]);
}

/* ---- the body ---- */

void thread_lower(Lowering *L, Thread *t)
{
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
    for (uint32_t k = 0; k < t->parameters.count; k++) {
        const ThreadParameter *p = &t->parameters.data[k];
        LLVMValueRef parameter = LLVMGetParam(t->function, k);
        Val v = val_none();
        if (p->has_var)
            v = val_term(var_term(L, p->var));
        else if (p->has_pointer)
            v = p->pointer;
        else if (!p->is_unused)
            v = val_term(fresh_input(L, type_sort(L, LLVMTypeOf(parameter)), value_name(L, parameter)));
        value_bind(L, frame, parameter, v);
    }
    frame_lower(L, frame);
}
