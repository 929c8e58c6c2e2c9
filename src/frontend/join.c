/* Thread handles and joins. A join waits when its handle can belong to one thread only: then that thread sets a flag at
 * its end, and leaves its result if a join asks for it. Threads of one function that are started in several places know
 * their place by a hidden parameter, so that each sets its own flag. Otherwise the join is passed without waiting,
 * which is marked as an over-approximation. */
#include <string.h>

#include "frontend/lower.h"

/* ---- handles ---- */

static bool is_call_of(LLVMValueRef user, const char *name, LLVMValueRef first)
{
    LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
    size_t n = 0;
    const char *found = callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : NULL;
    if (!found || strcmp(found, name) != 0 || LLVMGetNumArgOperands(user) == 0) return false;
    for (unsigned i = 1; i < LLVMGetNumArgOperands(user); i++)
        if (LLVMGetOperand(user, i) == first) return false; /* it goes elsewhere, too */
    return LLVMGetOperand(user, 0) == first;
}

/* Whether the call has no effect, whatever it is told (pthread_detach). */
static bool is_without_effect(LLVMValueRef user)
{
    LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
    size_t n = 0;
    return callee && LLVMIsAFunction(callee) &&
           intrinsic_find(LLVMGetValueName2(callee, &n), !LLVMIsDeclaration(callee)) == INTRINSIC_ZERO;
}

static bool is_load_for_join(LLVMValueRef load)
{
    for (LLVMUseRef u = LLVMGetFirstUse(load); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!is_call_of(user, "pthread_join", load) && !is_call_of(user, "thrd_join", load) && !is_without_effect(user))
            return false;
    }
    return true;
}

static bool is_start(LLVMValueRef user, LLVMValueRef handle)
{
    return is_call_of(user, "pthread_create", handle) || is_call_of(user, "thrd_create", handle);
}

static bool is_only_handle(LLVMValueRef address, int depth)
{
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_gep = LLVMIsAGetElementPtrInst(user) || LLVMIsAConstantExpr(user);
        if (is_gep ? depth > 8 || !is_only_handle(user, depth + 1)
                   : !is_start(user, address) && !(LLVMIsALoadInst(user) && is_load_for_join(user)))
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
        if (L->handles.data[i].object == object && L->handles.data[i].offset == offset) return i;
    Handle h = {.object = object, .offset = offset, .create = {NO_ID}};
    vec_push(L->run, &L->handles, h);
    return L->handles.count - 1;
}

void handle_write(Lowering *L, const Val *address, EdgeId create)
{
    LLVMTypeRef type = LLVMIntTypeInContext(L->context, L->pointer_width);
    if (address->kind != VAL_POINTER) {
        address_havoc(L, address, type, "thread", "a thread handle is arbitrary");
        return;
    }
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
    Place place = place_find(L, address, type, true);
    place_havoc(L, &place, "thread", "a thread handle is arbitrary");
}

/* ---- results ---- */

/* Whether the storage is never looked at: joins write their results there, and that is all. */
static bool is_only_result(LLVMValueRef storage)
{
    if (!LLVMIsAAllocaInst(storage) && !LLVMIsAGlobalVariable(storage)) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(storage); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u), callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
        size_t n = 0;
        const char *name = callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : "";
        bool is_join = strcmp(name, "pthread_join") == 0 || strcmp(name, "thrd_join") == 0;
        if (!is_join || LLVMGetNumArgOperands(user) != 2 || LLVMGetOperand(user, 0) == storage) return false;
    }
    return true;
}

static bool reads_result(LLVMValueRef join)
{
    if (LLVMGetNumArgOperands(join) < 2) return false;
    LLVMValueRef storage = LLVMGetOperand(join, 1);
    bool is_null = LLVMIsConstant(storage) && LLVMIsNull(storage);
    return !is_null && !is_only_result(storage);
}

static bool has_reading_call(LLVMValueRef function)
{
    for (LLVMUseRef u = function ? LLVMGetFirstUse(function) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function || reads_result(user)) return true;
    }
    return false;
}

bool joins_read_results(const Lowering *L)
{
    return has_reading_call(LLVMGetNamedFunction(L->module, "pthread_join")) ||
           has_reading_call(LLVMGetNamedFunction(L->module, "thrd_join"));
}

SlotKey result_slot(void) { return (SlotKey){NULL, 0, 0, SLOT_RESULT}; }

/* Adds to the join that it stores the result of the thread: an input, until it is known which thread that is. */
static bool store_result(Lowering *L, const Val *address, Join *join, Step *step)
{
    bool is_c11 = strcmp(L->callee, "thrd_join") == 0;
    LLVMTypeRef type = is_c11 ? LLVMInt32TypeInContext(L->context) : LLVMPointerTypeInContext(L->context, 0);
    Place place = place_find(L, address, type, true);
    place_enter(L, &place);
    if (!L->cursor.is_reachable) return false;
    if (place.kind != PLACE_CELL) return true;
    join->result = fresh_input(L, type_sort(L, type), "result");
    SlotKey key = result_slot();
    Val v = is_c11 ? val_term(join->result) : slot_load(L, &key, join->result, true);
    place_assign(L, &place, &v, step);
    if (join->handle == NO_ID) return true;
    Handle *h = &L->handles.data[join->handle];
    if (!h->result) h->result = type;
    if (h->result != type) join->handle = NO_ID; /* joined as a thread of either library */
    return true;
}

/* ---- join ---- */

static uint32_t joined_handle(Lowering *L, LLVMValueRef value)
{
    if (!LLVMIsALoadInst(value)) return NO_ID;
    Val address = operand_val(L, LLVMGetOperand(value, 0));
    if (address.count || !handle_is_only_joined(L, value, &address)) return NO_ID;
    return handle_find(L, address.object, address.offset);
}

/* Until threads_resolve_joins the edge just continues. */
void lower_join(Lowering *L, LLVMValueRef call)
{
    values_flush(L);
    Val result = reads_result(call) ? operand_val(L, LLVMGetOperand(call, 1)) : val_none();
    if (val_is_address(&result) && !address_settle(L, &result)) return;
    if (val_is_address(&result) && result.kind != VAL_POINTER)
        lower_refuse(L, "the result of a joined thread is stored through a pointer with several targets, which is not "
                        "supported; pass the address of a variable");
    Join join = {{NO_ID}, joined_handle(L, LLVMGetOperand(call, 0)), TERM_NONE, L->pos};
    operands_retire(L, call);
    Step step = {0};
    if (result.kind == VAL_POINTER && !store_result(L, &result, &join, &step)) return;
    origin_access(L, call, true);
    join.edge = step_emit(L, &step);
    if (join.edge.i != NO_ID) vec_push(L->run, &L->joins, join);
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
        if (L->indexed_handles.data[i] == object) return true;
    return false;
}

/* The place that started the thread a join waits for, if that can be only one thread; NO_ID otherwise. */
static EdgeId joined_start(Lowering *L, const Join *join)
{
    EdgeId none = {NO_ID};
    if (join->handle == NO_ID) return none;
    const Handle *h = &L->handles.data[join->handle];
    if (h->create_count != 1 || h->create.i == NO_ID || is_indexed_handle(L, h->object)) return none;
    TemplateId creator = L->program->locs.data[L->program->edges.data[h->create.i].from.i].template;
    bool is_once = L->program->templates.data[creator.i].cardinality != COUNT_MANY && !edge_in_cycle(L, h->create);
    return is_once ? h->create : none;
}

/* What the thread started by an edge leaves at its end: a flag, and its result where a join reads it. */
typedef struct Done {
    EdgeId start;
    VarId flag;
    bool has_result;
    VarId result;
} Done;

typedef VEC(Done) Dones;

static VarId done_variable(Lowering *L, const Thread *t, const char *what, Sort sort)
{
    Var var = {0};
    var.name = name_unique(L, run_format(L->run, "%s.%s", t->info->name, what));
    var.sort = sort;
    var.class = VAR_SHARED;
    var.init = term_const(L->tm, sort, 0);
    var.is_signed = true;
    var.pos = sources_pos(L->sources, t->function);
    return var_add(L, &var, NULL);
}

static const Done *done_find(Lowering *L, Dones *dones, EdgeId start, const Handle *handle)
{
    for (uint32_t i = 0; i < dones->count; i++)
        if (dones->data[i].start.i == start.i) return &dones->data[i];
    Thread *t = L->threads.data[L->program->edges.data[start.i].spawn.i];
    Done done = {.start = start, .flag = done_variable(L, t, "done", sort_bool())};
    if (handle->result) {
        done.has_result = true;
        done.result = done_variable(L, t, "returned", type_sort(L, handle->result));
    }
    vec_push(L->run, dones, done);
    return &vec_last(dones);
}

/* The hidden parameter: each edge that starts a thread of the template passes its own number. */
static Term place_parameter(Lowering *L, Thread *t)
{
    Var var = {0};
    var.name = name_unique(L, run_format(L->run, "%s.place", t->info->name));
    var.sort = sort_bv(32);
    var.class = VAR_LOCAL;
    var.template = t->id;
    var.is_parameter = true;
    var.is_temporary = true;
    var.pos = sources_pos(L->sources, t->function);
    VarId id = var_add(L, &var, NULL);
    for (uint32_t i = 0; i < L->program->edges.count; i++) {
        Edge *e = &L->program->edges.data[i];
        if (e->spawn.i != t->id.i) continue;
        Assign *args = run_alloc(L->run, (e->arg_count + 1) * sizeof *args);
        for (uint32_t k = 0; k < e->arg_count; k++)
            args[k] = e->args[k];
        args[e->arg_count] = (Assign){id, term_bv(L->tm, 32, i)}; /* the newest variable: still sorted */
        e->args = args;
        e->arg_count++;
    }
    return var_term(L, id);
}

static void leave_result(Lowering *L, const Thread *t, const Done *done, Edge *edge, Assign *assign)
{
    Sort sort = L->program->vars.data[done->result.i].sort;
    bool fits = t->has_result && sort_same(sort, L->program->vars.data[t->result.i].sort);
    assign->var = done->result;
    assign->value = fits ? var_term(L, t->result) : fresh_input(L, sort, "result");
    edge->assign_count++;
    if (!fits) edge->approximate = "the result of a thread whose function returns none is arbitrary";
}

/* The end of the threads of a template: sets the flag of the place where the thread was started. */
static void add_end(Lowering *L, Thread *t, const Dones *dones)
{
    SourcePos pos = sources_pos(L->sources, t->function);
    uint32_t count = 0;
    for (uint32_t i = 0; i < dones->count; i++)
        count += L->program->edges.data[dones->data[i].start.i].spawn.i == t->id.i;
    if (!count || !t->has_end) return;
    Term place = t->spawn_count > 1 ? place_parameter(L, t) : TERM_NONE;
    Term others = term_bool(L->tm, true);
    LocId to = program_add_loc(L->program, t->id, "done", false, pos);
    for (uint32_t i = 0; i < dones->count; i++) {
        const Done *d = &dones->data[i];
        if (L->program->edges.data[d->start.i].spawn.i != t->id.i) continue;
        Edge edge = edge_make(t->end, to, pos);
        Assign sets[2] = {{d->flag, term_bool(L->tm, true)}};
        edge.assigns = sets;
        edge.assign_count = 1;
        edge.text = "end of thread";
        if (d->has_result) leave_result(L, t, d, &edge, &sets[1]);
        if (term_is(place)) {
            edge.guard = term_eq(L->tm, place, term_bv(L->tm, 32, d->start.i));
            others = term_and(L->tm, others, term_not(L->tm, edge.guard));
        }
        program_add_edge(L->program, &edge);
    }
    if (!term_is(place)) return;
    Edge edge = edge_make(t->end, to, pos); /* started in a place that nobody waits for */
    edge.guard = others;
    edge.text = "end of thread";
    program_add_edge(L->program, &edge);
}

typedef struct Known {
    Term input, value;
} Known;

static Term known_result(void *arg, TermManager *tm, Term var)
{
    (void)tm;
    const Known *k = arg;
    return term_same(var, k->input) ? k->value : TERM_NONE;
}

/* The join waits for the thread, and stores what that has left. */
static void resolve_join(Lowering *L, const Join *join, const Done *done)
{
    Edge *edge = &L->program->edges.data[join->edge.i];
    edge->guard = term_and(L->tm, edge->guard, var_term(L, done->flag));
    if (!term_is(join->result)) return;
    Known known = {join->result, var_term(L, done->result)};
    for (uint32_t i = 0; i < edge->assign_count; i++)
        edge->assigns[i].value = term_substitute(L->tm, edge->assigns[i].value, known_result, &known);
}

void threads_resolve_joins(Lowering *L)
{
    program_index(L->program);
    program_infer_cardinality(L->program);
    EdgeId *starts = run_alloc(L->run, (L->joins.count + 1) * sizeof *starts);
    for (uint32_t i = 0; i < L->joins.count; i++)
        starts[i] = joined_start(L, &L->joins.data[i]);
    Dones dones = {0};
    for (uint32_t i = 0; i < L->joins.count; i++) {
        const Join *join = &L->joins.data[i];
        if (starts[i].i != NO_ID) {
            resolve_join(L, join, done_find(L, &dones, starts[i], &L->handles.data[join->handle]));
        } else {
            L->program->edges.data[join->edge.i].approximate = "join of an unknown thread";
            diag_add(L->run, SEVERITY_WARNING, join->pos,
                     "the joined thread is not known statically: the join is treated as not waiting");
        }
    }
    for (uint32_t i = 0; i < L->threads.count; i++)
        add_end(L, L->threads.data[i], &dones);
    vec_free(L->run, &dones);
    run_release(L->run, starts);
}
