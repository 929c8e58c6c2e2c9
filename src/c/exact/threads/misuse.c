#include "c/exact/threads/misuse.h"

#include <string.h>

#include "base/check.h"
#include "base/components.h"
#include "c/exact/memory/handle.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/operand.h"
#include "c/exact/memory/sync_object.h"
#include "c/exact/model/assumption.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/values.h"
#include "c/exact/threads/join.h"
#include "logic/term/boolean.h"

/* ---- what calls are ---- */

static bool starts_with(const char *name, const char *start) { return strncmp(name, start, strlen(start)) == 0; }

static bool ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n >= m && strcmp(name + n - m, end) == 0;
}

/* Whether the call is on a synchronisation object, its first operand. */
static bool sync_use(const char *name, SyncUseKind *kind)
{
    static const char *const objects[] = {"pthread_mutex_",
                                          "pthread_rwlock_",
                                          "pthread_spin_",
                                          "pthread_cond_",
                                          "pthread_barrier_",
                                          "sem_",
                                          "mtx_",
                                          "cnd_"};
    bool is_sync = false;
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++)
        is_sync |= starts_with(name, objects[i]);
    *kind = ends_with(name, "_init")      ? SYNC_USE_MAKE
            : ends_with(name, "_destroy") ? SYNC_USE_DESTROY
            : strstr(name, "unlock")      ? SYNC_USE_GIVE
            : strstr(name, "lock")        ? SYNC_USE_TAKE
                                          : SYNC_USE_OTHER;
    return is_sync && !ends_with(name, "_open") && !ends_with(name, "_unlink") && !ends_with(name, "_close");
}

/* The only object that the address is in; false: it may be in several. */
static bool only_place(Lowering *L, const Val *v, SyncUse *use)
{
    bool is_only =
        v->kind == VAL_ADDRESS && v->targets->list.count == 1 && !LLVMIsAFunction(v->targets->list.data[0].value);
    if (is_only) {
        const Target *t = &v->targets->list.data[0];
        use->object = object_of_target(L, t);
        use->offset = (int64_t)t->offset + v->offset;
        use->is_exact = v->count == 1;
    } else if (v->kind == VAL_POINTER) {
        use->object = v->object;
        use->offset = v->offset;
        use->is_exact = v->count == 0;
    }
    return is_only || v->kind == VAL_POINTER;
}

static void add_sync_use(Lowering *L, LLVMValueRef operand, SyncUseKind kind, const char *name)
{
    Val v = operand_val(L, operand);
    SyncUse use = {.kind = kind, .loc = cursor_loc(L), .pos = L->pos};
    use.is_counted = starts_with(name, "pthread_rwlock_");
    if (only_place(L, &v, &use)) vec_push(L->run, &L->sync_uses, use);
}

static bool is_own_name(LLVMValueRef handle)
{
    LLVMValueRef callee = LLVMIsACallInst(handle) ? LLVMGetCalledValue(handle) : NULL;
    size_t n = 0;
    const char *name = callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : "";
    return strcmp(name, "pthread_self") == 0 || strcmp(name, "thrd_current") == 0;
}

static void add_detach(Lowering *L, LLVMValueRef handle)
{
    bool is_asked = property_is_asked(L, PROPERTY_VALID_SYNC);
    if (is_asked) values_flush(L);
    Detach d = {.edge = {NO_ID}, .is_self = is_own_name(handle), .pos = L->pos};
    Val address = LLVMIsALoadInst(handle) ? operand_val(L, handle) : val_none();
    if (d.is_self) L->thread->is_detached = true;
    if (address.kind == VAL_POINTER) handles_at(L, &address, &d.uses);
    if (is_asked && d.uses.count == 0 && !d.is_self) d.name = join_name(L, handle);
    d.loc = cursor_loc(L);
    if (is_asked) d.edge = step_emit(L, &(Step){0});
    if (!d.is_self || is_asked) vec_push(L->run, &L->detaches, d);
}

void misuse_call(Lowering *L, LLVMValueRef call, const char *name)
{
    SyncUseKind kind;
    if (LLVMGetNumArgOperands(call) == 0) return;
    LLVMValueRef first = LLVMGetOperand(call, 0);
    bool joins = strcmp(name, "pthread_join") == 0 || strcmp(name, "thrd_join") == 0;
    if (joins && is_own_name(first)) emit_violation(L, TERM_NONE, PROPERTY_VALID_SYNC, "this thread joins itself");
    if (strcmp(name, "pthread_detach") == 0 || strcmp(name, "thrd_detach") == 0) add_detach(L, first);
    if (!sync_use(name, &kind)) return;
    add_sync_use(L, first, kind, name);
    bool waits = starts_with(name, "pthread_cond_") || starts_with(name, "cnd_");
    if (waits && strstr(name, "wait") && LLVMGetNumArgOperands(call) >= 2)
        add_sync_use(L, LLVMGetOperand(call, 1), SYNC_USE_WAIT, name);
}

static LLVMValueRef variable_base(LLVMValueRef address)
{
    while (LLVMIsAGetElementPtrInst(address))
        address = LLVMGetOperand(address, 0);
    return LLVMIsAAllocaInst(address) || LLVMIsAGlobalVariable(address) ? address : NULL;
}

/* Attributes that are not known to be others are the same. */
bool misuse_starts_detached(LLVMValueRef call)
{
    LLVMValueRef attributes = LLVMGetNumArgOperands(call) == 4 ? LLVMGetOperand(call, 1) : NULL;
    if (!attributes || (LLVMIsAConstant(attributes) && LLVMIsNull(attributes))) return false;
    LLVMModuleRef module = LLVMGetGlobalParent(instruction_function(call));
    LLVMValueRef set = LLVMGetNamedFunction(module, "pthread_attr_setdetachstate"), base = variable_base(attributes);
    for (LLVMUseRef u = set ? LLVMGetFirstUse(set) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != set || LLVMGetNumArgOperands(user) < 2) return true;
        LLVMValueRef state = LLVMGetOperand(user, 1), other = variable_base(LLVMGetOperand(user, 0));
        bool is_joinable = LLVMIsAConstantInt(state) && LLVMIsNull(state);
        if (!is_joinable && (!base || !other || base == other)) return true;
    }
    return false;
}

bool misuse_detaches_any(const Lowering *L)
{
    bool any = false;
    for (uint32_t i = 0; i < L->detaches.count; i++)
        any |= L->detaches.data[i].uses.count == 0 && !L->detaches.data[i].is_self;
    for (uint32_t i = 0; i < L->named_starts.count; i++)
        any |= L->threads.data[L->program->edges.data[L->named_starts.data[i].i].spawn.i]->is_detached;
    return any;
}

/* ---- along the edges ---- */

typedef struct Misuse {
    Lowering *L;
    Program *p;
    uint32_t *component; /* of each location, in the graph of edges */
    uint32_t *size;      /* of each component */
    bool *joins;         /* by component: a thread is joined there */
    bool *seen;          /* by location */
    uint32_t *first;     /* by location: its first use, one more than its index; 0: none */
    uint32_t *next;      /* by use: likewise */
    bool *fills;         /* by edge: it fills the handle at hand */
    bool *starts;        /* from, to: threads of the one template start some of the other, themselves or by others */
    VEC(uint32_t) stack;
} Misuse;

static void find_loc_components(Misuse *m)
{
    Program *p = m->p;
    uint32_t n = p->locs.count, *start = run_alloc(p->run, (n + 2) * sizeof *start);
    uint32_t *to = run_alloc(p->run, (p->edges.count + 1) * sizeof *to);
    for (uint32_t l = 0; l < n; l++) {
        start[l + 1] = start[l];
        for (uint32_t k = 0; k < program_out_count(p, (LocId){l}); k++)
            to[start[l + 1]++] = program_out_edge(p, (LocId){l}, k)->to.i;
    }
    m->component = run_alloc(p->run, (n + 1) * sizeof *m->component);
    components_find(p->run, n, start, to, m->component);
    m->size = run_alloc(p->run, (n + 1) * sizeof *m->size);
    for (uint32_t l = 0; l < n; l++)
        m->size[m->component[l]]++;
    m->joins = run_alloc(p->run, (n + 1) * sizeof *m->joins);
    for (uint32_t i = 0; i < m->L->joins.count; i++)
        m->joins[m->component[p->edges.data[m->L->joins.data[i].edge.i].from.i]] = true;
    run_release(p->run, start);
    run_release(p->run, to);
}

static void find_uses(Misuse *m)
{
    const Lowering *L = m->L;
    m->seen = run_alloc(L->run, (m->p->locs.count + 1) * sizeof *m->seen);
    m->first = run_alloc(L->run, (m->p->locs.count + 1) * sizeof *m->first);
    m->next = run_alloc(L->run, (L->sync_uses.count + 1) * sizeof *m->next);
    m->fills = run_alloc(L->run, (m->p->edges.count + 1) * sizeof *m->fills);
    for (uint32_t i = L->sync_uses.count; i-- > 0;) {
        uint32_t loc = L->sync_uses.data[i].loc.i;
        m->next[i] = m->first[loc];
        m->first[loc] = i + 1;
    }
}

static uint32_t template_of_loc(const Misuse *m, LocId loc) { return m->p->locs.data[loc.i].template.i; }

static void find_started_templates(Misuse *m)
{
    uint32_t n = m->p->templates.count;
    m->starts = run_alloc(m->p->run, (n * n + 1) * sizeof *m->starts);
    for (uint32_t i = 0; i < m->p->edges.count; i++) {
        const Edge *e = &m->p->edges.data[i];
        if (e->spawn.i != NO_ID) m->starts[template_of_loc(m, e->from) * n + e->spawn.i] = true;
    }
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t a = 0; a < n; a++)
            for (uint32_t b = 0; b < n && m->starts[a * n + k]; b++)
                m->starts[a * n + b] |= m->starts[k * n + b];
}

static void reach_loc(Misuse *m, LocId loc)
{
    if (m->seen[loc.i]) return;
    m->seen[loc.i] = true;
    vec_push(m->p->run, &m->stack, loc.i);
}

static void clear_search(Misuse *m)
{
    memset(m->seen, 0, m->p->locs.count * sizeof *m->seen);
    vec_clear(&m->stack);
}

static void reach_next(Misuse *m, LocId loc)
{
    for (uint32_t k = 0; k < program_out_count(m->p, loc); k++)
        if (!program_out_edge(m->p, loc, k)->is_error) reach_loc(m, program_out_edge(m->p, loc, k)->to);
}

static bool is_same_sync_object(const SyncUse *a, const SyncUse *b)
{
    return a->object == b->object && a->offset == b->offset;
}

/* ---- locks ---- */

/* Passes the uses of a lock at a location; whether the thread may be without it behind them. An element of an array
 * that is not known is not given back: others may be held. */
static bool pass_free(Misuse *m, const SyncUse *lock, LocId loc)
{
    bool is_free = true;
    for (uint32_t i = m->first[loc.i]; i; i = m->next[i - 1]) {
        const SyncUse *u = &m->L->sync_uses.data[i - 1];
        if (!is_same_sync_object(u, lock)) continue;
        if (u->kind == SYNC_USE_TAKE) is_free = false;
        if (is_free && u->is_exact && (u->kind == SYNC_USE_GIVE || u->kind == SYNC_USE_WAIT))
            assumption_held(m->L, u->pos);
        if (u->kind == SYNC_USE_GIVE && u->is_exact && !u->is_counted) is_free = true;
    }
    return is_free;
}

/* Whoever fails to take a lock is taken to have it: what follows mostly depends on the result. */
static void check_held(Misuse *m, const SyncUse *lock, LocId entry)
{
    clear_search(m);
    reach_loc(m, entry);
    while (m->stack.count) {
        LocId loc = {vec_pop(&m->stack)};
        if (pass_free(m, lock, loc)) reach_next(m, loc);
    }
    /* Behind what gives it back it is free again. */
    for (uint32_t i = 0; i < m->L->sync_uses.count; i++) {
        const SyncUse *u = &m->L->sync_uses.data[i];
        bool gives = u->kind == SYNC_USE_GIVE && u->is_exact && !u->is_counted && is_same_sync_object(u, lock);
        if (!gives || m->seen[u->loc.i] || template_of_loc(m, u->loc) != template_of_loc(m, entry)) continue;
        m->seen[u->loc.i] = true;
        reach_next(m, u->loc);
        while (m->stack.count) {
            LocId loc = {vec_pop(&m->stack)};
            if (pass_free(m, lock, loc)) reach_next(m, loc);
        }
    }
}

static void check_locks(Misuse *m)
{
    const Lowering *L = m->L;
    for (uint32_t i = 0; i < L->sync_uses.count; i++) {
        const SyncUse *lock = &L->sync_uses.data[i];
        bool is_first = lock->kind == SYNC_USE_GIVE || lock->kind == SYNC_USE_WAIT;
        for (uint32_t k = 0; k < i && is_first; k++) {
            const SyncUse *u = &L->sync_uses.data[k];
            is_first = !is_same_sync_object(u, lock) || (u->kind != SYNC_USE_GIVE && u->kind != SYNC_USE_WAIT);
        }
        if (!is_first || sync_has_attributes(L)) continue; /* others than the thread may be told so (EPERM) */
        run_poll(L->run);
        for (uint32_t t = 0; t < L->threads.count; t++)
            check_held(m, lock, m->p->templates.data[L->threads.data[t]->id.i].entry);
    }
}

/* Whether the thread itself may hold the lock where it destroys it. */
static bool thread_may_hold(Misuse *m, const SyncUse *at)
{
    const Lowering *L = m->L;
    clear_search(m);
    for (uint32_t i = 0; i < L->sync_uses.count; i++) {
        const SyncUse *u = &L->sync_uses.data[i];
        if (u->kind == SYNC_USE_TAKE && is_same_sync_object(u, at) &&
            template_of_loc(m, u->loc) == template_of_loc(m, at->loc))
            reach_next(m, u->loc);
    }
    while (m->stack.count) {
        LocId loc = {vec_pop(&m->stack)};
        bool goes_on = true;
        if (loc.i == at->loc.i) return true;
        for (uint32_t i = m->first[loc.i]; i; i = m->next[i - 1]) {
            const SyncUse *u = &L->sync_uses.data[i - 1];
            goes_on &= u->kind != SYNC_USE_GIVE || !is_same_sync_object(u, at);
        }
        if (goes_on) reach_next(m, loc);
    }
    return false;
}

/* ---- objects in use ---- */

/* Whether threads of the template may run there: they are started on a way on which nobody is joined. A loop of joins
 * joins all. */
static bool may_run(Misuse *m, const SyncUse *at, uint32_t template)
{
    bool is_started = false;
    clear_search(m);
    for (uint32_t i = 0; i < m->p->edges.count; i++) {
        const Edge *e = &m->p->edges.data[i];
        if (e->spawn.i == NO_ID || template_of_loc(m, e->from) != template_of_loc(m, at->loc)) continue;
        if (e->spawn.i != template && !m->starts[e->spawn.i * m->p->templates.count + template]) continue;
        is_started = true;
        reach_loc(m, e->to);
    }
    while (m->stack.count) {
        LocId loc = {vec_pop(&m->stack)};
        bool joins = m->joins[m->component[loc.i]], is_loop = m->size[m->component[loc.i]] > 1;
        if (loc.i == at->loc.i && !(joins && is_loop)) return true; /* a call that is no step stands before a join */
        if (joins) continue;
        reach_next(m, loc);
    }
    return !is_started && at->kind == SYNC_USE_DESTROY;
}

static void check_destroyed_use(Misuse *m, const SyncUse *at, bool *is_asked)
{
    const Lowering *L = m->L;
    memset(is_asked, 0, m->p->templates.count * sizeof *is_asked);
    is_asked[template_of_loc(m, at->loc)] = true;
    for (uint32_t k = 0; k < L->sync_uses.count; k++) {
        const SyncUse *u = &L->sync_uses.data[k];
        uint32_t template = template_of_loc(m, u->loc);
        if (!is_same_sync_object(u, at) || u->kind == SYNC_USE_MAKE || u->kind == SYNC_USE_DESTROY ||
            is_asked[template])
            continue;
        is_asked[template] = true;
        if (may_run(m, at, template)) assumption_unused(m->L, at->pos);
    }
}

static void check_unused(Misuse *m)
{
    const Lowering *L = m->L;
    bool *is_asked = run_alloc(L->run, (m->p->templates.count + 1) * sizeof *is_asked);
    for (uint32_t i = 0; i < L->sync_uses.count; i++) {
        const SyncUse *at = &L->sync_uses.data[i];
        if (at->kind != SYNC_USE_MAKE && at->kind != SYNC_USE_DESTROY) continue;
        run_poll(L->run);
        if (thread_may_hold(m, at)) assumption_unused(m->L, at->pos);
        check_destroyed_use(m, at, is_asked);
    }
    run_release(L->run, is_asked);
}

/* ---- threads that are joined or detached twice ---- */

/* The only handle that is meant; NO_ID: it is not known. */
static uint32_t only_handle(const HandleUses *uses) { return uses->count == 1 ? uses->data[0].handle : NO_ID; }

static void mark_fills(Misuse *m, uint32_t handle, bool value)
{
    const Lowering *L = m->L;
    for (uint32_t c = 0; c < L->creations.count; c++)
        if (L->creations.data[c].handle == handle) m->fills[L->creations.data[c].edge.i] = value;
}

/* The locations on ways on which the handle is not filled again. */
static void follow_unfilled(Misuse *m, LocId from, uint32_t handle)
{
    clear_search(m);
    mark_fills(m, handle, true);
    reach_loc(m, from);
    while (m->stack.count) {
        LocId loc = {vec_pop(&m->stack)};
        for (uint32_t k = 0; k < program_out_count(m->p, loc); k++) {
            const Edge *e = program_out_edge(m->p, loc, k);
            if (!e->is_error && !m->fills[e - m->p->edges.data]) reach_loc(m, e->to);
        }
    }
    mark_fills(m, handle, false);
    run_poll(m->p->run);
}

static bool has_handle(const HandleUses *uses, uint32_t handle)
{
    for (uint32_t i = 0; i < uses->count; i++)
        if (uses->data[i].handle == handle) return true;
    return false;
}

/* Whether the join may be one of the handle behind what has been followed from the location; of another thread it may
 * be at any time. */
static bool is_after(const Misuse *m, const Join *j, uint32_t handle, LocId from)
{
    LocId at = m->p->edges.data[j->edge.i].from;
    return has_handle(&j->uses, handle) && (m->seen[at.i] || template_of_loc(m, at) != template_of_loc(m, from));
}

static void check_joined(Misuse *m, const Join *first)
{
    const Lowering *L = m->L;
    uint32_t handle = only_handle(&first->uses);
    if (handle == NO_ID) return;
    const Edge *edge = &m->p->edges.data[first->edge.i];
    follow_unfilled(m, edge->to, handle);
    for (uint32_t i = 0; i < L->joins.count; i++) {
        const Join *j = &L->joins.data[i];
        bool is_here = template_of_loc(m, m->p->edges.data[j->edge.i].from) == template_of_loc(m, edge->from);
        if (j->uses.count == 1 && (is_here || j > first) && is_after(m, j, handle, edge->from))
            assumption_once(m->L, j->pos);
    }
    for (uint32_t i = 0; i < L->detaches.count; i++)
        if (only_handle(&L->detaches.data[i].uses) == handle && m->seen[L->detaches.data[i].loc.i])
            assumption_once(m->L, L->detaches.data[i].pos);
}

/* A call that detaches is no step. */
static void check_detached(Misuse *m, const Detach *first)
{
    const Lowering *L = m->L;
    for (uint32_t k = 0; k < first->uses.count; k++) {
        uint32_t handle = first->uses.data[k].handle;
        follow_unfilled(m, first->loc, handle);
        for (uint32_t i = 0; i < L->joins.count; i++) {
            Join *j = &L->joins.data[i];
            if (!is_after(m, j, handle, first->loc)) continue;
            j->is_detached = true;
            assumption_once(m->L, j->pos);
        }
        for (uint32_t i = 0; i < L->detaches.count && first->uses.count == 1; i++) {
            const Detach *d = &L->detaches.data[i];
            bool is_later = d->loc.i == first->loc.i ? d > first : m->seen[d->loc.i];
            if (is_later && only_handle(&d->uses) == handle) assumption_once(m->L, d->pos);
        }
    }
}

/* Threads that detach themselves, or are started so. */
static void check_born_detached(Misuse *m)
{
    Lowering *L = m->L;
    for (uint32_t i = 0; i < L->joins.count; i++)
        for (uint32_t c = 0; c < L->creations.count; c++) {
            Join *j = &L->joins.data[i];
            const HandleUse *creation = &L->creations.data[c];
            uint32_t started = m->p->edges.data[creation->edge.i].spawn.i;
            if (!has_handle(&j->uses, creation->handle) || !L->threads.data[started]->is_detached) continue;
            j->is_detached = true;
            assumption_once(L, j->pos);
        }
}

void misuse_resolve(Lowering *L)
{
    Misuse m = {.L = L, .p = L->program};
    SourcePos pos = L->pos;
    if (L->sync_uses.count + L->joins.count + L->detaches.count == 0) return;
    program_index(L->program);
    find_loc_components(&m);
    find_uses(&m);
    find_started_templates(&m);
    check_locks(&m);
    check_unused(&m);
    check_born_detached(&m);
    for (uint32_t i = 0; i < L->joins.count; i++)
        check_joined(&m, &L->joins.data[i]);
    for (uint32_t i = 0; i < L->detaches.count; i++)
        check_detached(&m, &L->detaches.data[i]);
    vec_free(L->run, &m.stack);
    run_release(L->run, m.component);
    run_release(L->run, m.size);
    run_release(L->run, m.joins);
    run_release(L->run, m.seen);
    run_release(L->run, m.first);
    run_release(L->run, m.next);
    run_release(L->run, m.fills);
    run_release(L->run, m.starts);
    L->pos = pos;
}
