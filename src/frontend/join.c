/* Thread handles and joins. A join waits when its handle can belong to one thread only: then that thread sets a flag at
 * its end. Threads of one function that are started in several places know their place by a hidden parameter, so
 * that each sets its own flag. Otherwise the join is passed without waiting, which is marked as an over-approximation.
 */
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
    Handle h = {object, offset, 0, {NO_ID}};
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
    Val result = LLVMGetNumArgOperands(call) > 1 ? operand_val(L, LLVMGetOperand(call, 1)) : val_none();
    if (val_is_address(&result) && !address_settle(L, &result)) return;
    if (val_is_address(&result) && result.kind != VAL_POINTER)
        lower_refuse(L, "the result of a joined thread is stored through a pointer with several targets, which is not "
                        "supported; pass the address of a variable");
    Join join = {{NO_ID}, joined_handle(L, LLVMGetOperand(call, 0)), L->pos};
    operands_retire(L, call);
    origin_access(L, call, true);
    Step step = {0};
    join.edge = step_emit(L, &step);
    if (join.edge.i != NO_ID) vec_push(L->run, &L->joins, join);
    if (result.kind == VAL_POINTER && L->cursor.is_reachable) {
        bool is_c11 = strcmp(L->callee, "thrd_join") == 0;
        LLVMTypeRef type = is_c11 ? LLVMInt32TypeInContext(L->context) : LLVMPointerTypeInContext(L->context, 0);
        Place place = place_find(L, &result, type, true);
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
    bool is_once = L->threads.data[creator.i]->is_main && !edge_in_cycle(L, h->create);
    return is_once ? h->create : none;
}

/* A flag that the thread started by an edge sets at its end. */
typedef struct Done {
    EdgeId start;
    VarId flag;
} Done;

typedef VEC(Done) Dones;

static VarId done_flag(Lowering *L, Dones *dones, EdgeId start)
{
    for (uint32_t i = 0; i < dones->count; i++)
        if (dones->data[i].start.i == start.i) return dones->data[i].flag;
    Thread *t = L->threads.data[L->program->edges.data[start.i].spawn.i];
    Var var = {0};
    var.name = name_unique(L, run_format(L->run, "%s.done", t->info->name));
    var.sort = sort_bool();
    var.class = VAR_SHARED;
    var.init = term_bool(L->tm, false);
    var.pos = sources_pos(L->sources, t->function);
    Done done = {start, var_add(L, &var, NULL)};
    vec_push(L->run, dones, done);
    return done.flag;
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
        Assign set = {d->flag, term_bool(L->tm, true)};
        edge.assigns = &set;
        edge.assign_count = 1;
        edge.text = "end of thread";
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

void threads_resolve_joins(Lowering *L)
{
    program_index(L->program);
    EdgeId *starts = run_alloc(L->run, (L->joins.count + 1) * sizeof *starts);
    for (uint32_t i = 0; i < L->joins.count; i++)
        starts[i] = joined_start(L, &L->joins.data[i]);
    Dones dones = {0};
    for (uint32_t i = 0; i < L->joins.count; i++) {
        const Join *join = &L->joins.data[i];
        if (starts[i].i != NO_ID) {
            VarId flag = done_flag(L, &dones, starts[i]);
            Edge *edge = &L->program->edges.data[join->edge.i];
            edge->guard = term_and(L->tm, edge->guard, var_term(L, flag));
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
