#include "c/exact/threads/valid_join.h"

#include <string.h>

#include "base/check.h"
#include "c/compile/function.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/threads/edges.h"
#include "c/exact/threads/valid_resolve.h"
#include "c/exact/threads/waits.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

/* ---- threads that are detached from the start ---- */

static LLVMValueRef attribute_base(LLVMValueRef address)
{
    while (address && LLVMIsAGetElementPtrInst(address))
        address = LLVMGetOperand(address, 0);
    return address;
}

static const char *callee_name(LLVMValueRef i)
{
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    size_t n = 0;
    return callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : "";
}

/* Whether the attributes surely say so: the last call on them in front of the start, in its block, does. */
static bool is_surely_detached(LLVMValueRef create)
{
    LLVMValueRef base = attribute_base(LLVMGetOperand(create, 1));
    for (LLVMValueRef i = LLVMGetPreviousInstruction(create); i; i = LLVMGetPreviousInstruction(i)) {
        const char *name = callee_name(i);
        if (!LLVMIsACallInst(i) || LLVMGetNumArgOperands(i) < 1 || LLVMIsAIntrinsicInst(i)) continue;
        if (strcmp(name, "pthread_create") == 0) continue;
        if (strncmp(name, "pthread_", 8) != 0) return false; /* which may do what it likes */
        if (attribute_base(LLVMGetOperand(i, 0)) != base) continue;
        if (strcmp(name, "pthread_attr_setdetachstate") != 0) return false;
        LLVMValueRef state = LLVMGetOperand(i, 1);
        return LLVMIsAConstantInt(state) && LLVMConstIntGetZExtValue(state) == 1;
    }
    return false;
}

void valid_join_note_detached(Lowering *L, LLVMValueRef create, uint32_t first)
{
    EdgeIds *starts = is_surely_detached(create) ? &L->detached_starts : &L->perhaps_detached_starts;
    for (uint32_t i = first; i < L->program->edges.count; i++)
        if (L->program->edges.data[i].spawn.i != NO_ID) vec_push(L->run, starts, ((EdgeId){i}));
}

static bool is_in(const EdgeIds *edges, EdgeId e)
{
    for (uint32_t i = 0; i < edges->count; i++)
        if (edges->data[i].i == e.i) return true;
    return false;
}

/* ---- handles ---- */

typedef struct Known {
    bool is_used;    /* joined or detached */
    bool is_unknown; /* what is there may be something else than what the variable says */
    uint32_t starts;
    EdgeId start;      /* the only one */
    VarId is_joinable; /* NO_ID unless used and known */
    const char *name;
} Known;

typedef struct ValidJoin {
    Lowering *L;
    Known *handles;
    bool has_names;
    VarId named; /* which names are those of threads that may be joined */
} ValidJoin;

static TemplateId template_at(const Lowering *L, EdgeId e)
{
    return L->program->locs.data[L->program->edges.data[e.i].from.i].template;
}

static bool is_untold(const Lowering *L, uint32_t object)
{
    for (uint32_t i = 0; i < L->indexed_handles.count; i++)
        if (L->indexed_handles.data[i] == object) return true;
    return false;
}

/* A use in another thread than that which has the object is not one of it. */
static void note_use(ValidJoin *v, EdgeId edge, const HandleUses *uses, TemplateId *owners)
{
    for (uint32_t i = 0; i < uses->count; i++) {
        uint32_t h = uses->data[i].handle;
        v->handles[h].is_used = true;
        TemplateId t = template_at(v->L, edge);
        if (owners[h].i != NO_ID && owners[h].i != t.i) v->handles[h].is_unknown = true;
        owners[h] = t;
    }
}

/* Each of several threads has the handle for itself. */
static bool is_of_each_thread(const Lowering *L, const Handle *h, TemplateId owner)
{
    if (owner.i != NO_ID && L->program->templates.data[owner.i].cardinality != COUNT_MANY) return false;
    const Object *o = &L->objects.data[h->object];
    return o->kind == OBJECT_THREAD_LOCAL || (o->kind != OBJECT_GLOBAL && !o->is_shared);
}

static void find_uses(ValidJoin *v)
{
    Lowering *L = v->L;
    TemplateId *owners = run_alloc(L->run, (L->handles.count + 1) * sizeof *owners);
    for (uint32_t h = 0; h < L->handles.count; h++)
        owners[h] = (TemplateId){NO_ID};
    for (uint32_t i = 0; i < L->joins.count; i++)
        note_use(v, L->joins.data[i].edge, &L->joins.data[i].uses, owners);
    for (uint32_t i = 0; i < L->detaches.count; i++)
        if (L->detaches.data[i].edge.i != NO_ID)
            note_use(v, L->detaches.data[i].edge, &L->detaches.data[i].uses, owners);
    for (uint32_t i = 0; i < L->creations.count; i++) {
        const HandleUse *c = &L->creations.data[i];
        bool is_used = v->handles[c->handle].is_used;
        note_use(v, c->edge, &(HandleUses){.data = &L->creations.data[i], .count = 1}, owners);
        v->handles[c->handle].is_used = is_used;
        v->handles[c->handle].starts++;
        v->handles[c->handle].start = c->edge;
        if (is_in(&L->perhaps_detached_starts, c->edge)) v->handles[c->handle].is_unknown = true;
    }
    for (uint32_t h = 0; h < L->handles.count; h++) {
        Known *k = &v->handles[h];
        bool is_each = is_of_each_thread(L, &L->handles.data[h], owners[h]);
        if (!is_each) k->is_unknown = false;
        for (uint32_t i = 0; i < L->creations.count; i++)
            if (L->creations.data[i].handle == h && is_in(&L->perhaps_detached_starts, L->creations.data[i].edge))
                k->is_unknown = true;
        k->is_unknown |= is_untold(L, L->handles.data[h].object);
        k->name = L->objects.data[L->handles.data[h].object].name;
        k->is_joinable = (VarId){NO_ID};
        if (!k->is_used || k->is_unknown) continue;
        Var var = {.name = name_unique(L, run_format(L->run, "%s.joinable", k->name)), .sort = sort_bool()};
        var.class = is_each ? VAR_LOCAL : VAR_SHARED;
        var.template = is_each ? owners[h] : (TemplateId){NO_ID};
        var.init = term_bool(L->tm, false);
        var.is_temporary = true;
        var.pos = L->objects.data[L->handles.data[h].object].pos;
        k->is_joinable = var_add(L, &var, is_each ? &L->everyone : NULL);
    }
    run_release(L->run, owners);
}

static void fill_handles(ValidJoin *v)
{
    Lowering *L = v->L;
    for (uint32_t i = 0; i < L->creations.count; i++) {
        const HandleUse *c = &L->creations.data[i];
        VarId var = v->handles[c->handle].is_joinable;
        if (var.i == NO_ID) continue;
        Term is_one = term_bool(L->tm, !is_in(&L->detached_starts, c->edge));
        edge_add_assign(L, c->edge, var, term_ite(L->tm, c->guard, is_one, var_term(L, var)));
    }
}

/* ---- threads that detach or join themselves ---- */

/* Can the edge be taken once only in a run? */
static bool is_taken_once(Lowering *L, EdgeId id)
{
    bool is_one = L->program->templates.data[template_at(L, id).i].cardinality != COUNT_MANY;
    return is_one && !edge_in_cycle(L, id);
}

/* The handle is that of the only thread of the template, and nothing else is ever in it. */
static bool is_handle_of(ValidJoin *v, uint32_t handle, TemplateId t)
{
    const Known *k = &v->handles[handle];
    if (k->is_joinable.i == NO_ID || k->starts != 1) return false;
    const Edge *start = &v->L->program->edges.data[k->start.i];
    return start->spawn.i == t.i && v->L->threads.data[t.i]->spawn_count == 1 && is_taken_once(v->L, k->start);
}

static bool may_start(const Lowering *L, uint32_t handle, TemplateId t)
{
    for (uint32_t i = 0; i < L->creations.count; i++)
        if (L->creations.data[i].handle == handle && L->program->edges.data[L->creations.data[i].edge.i].spawn.i == t.i)
            return true;
    return false;
}

/* A thread that detaches itself: the detach is one of its handle, or nothing is known of handles that may be its. */
static void resolve_self(ValidJoin *v, Detach *d)
{
    Lowering *L = v->L;
    TemplateId t = template_at(L, d->edge);
    for (uint32_t h = 0; h < L->handles.count; h++) {
        if (!may_start(L, h, t)) continue;
        HandleUse use = {{NO_ID}, h, term_bool(L->tm, true)};
        if (is_handle_of(v, h, t) && L->program->vars.data[v->handles[h].is_joinable.i].class == VAR_SHARED)
            vec_push(L->run, &d->uses, use);
        else
            v->handles[h].is_unknown = true;
    }
    if (d->uses.count) return;
    Var var = {.name = name_unique(L, "self.detached"), .sort = sort_bool(), .class = VAR_LOCAL, .template = t};
    var.init = term_bool(L->tm, false);
    var.is_temporary = true;
    VarId done = {NO_ID};
    for (uint32_t i = 0; i < L->program->vars.count; i++) { /* one for all such calls of the thread */
        const Var *other = &L->program->vars.data[i];
        if (other->class == VAR_LOCAL && other->template.i == t.i && strncmp(other->name, "self.detached", 13) == 0)
            done = (VarId){i};
    }
    if (done.i == NO_ID) done = var_add(L, &var, &L->everyone);
    const Edge *e = &L->program->edges.data[d->edge.i];
    valid_sync_add_wrong(L, e->from, term_and(L->tm, e->guard, var_term(L, done)), "this thread detaches itself twice",
                         NULL, d->pos);
    edge_add_assign(L, d->edge, done, term_bool(L->tm, true));
}

static void check_self(ValidJoin *v, const Join *j, const HandleUse *u)
{
    Lowering *L = v->L;
    TemplateId t = template_at(L, j->edge);
    const Edge *e = &L->program->edges.data[j->edge.i];
    const Object *o = &L->objects.data[L->handles.data[u->handle].object];
    bool is_own = o->kind != OBJECT_GLOBAL && !o->is_shared; /* which only the thread itself fills */
    if (is_own || !may_start(L, u->handle, t)) return;
    Term guard = term_and(L->tm, e->guard, u->guard);
    if (is_handle_of(v, u->handle, t))
        valid_sync_add_wrong(L, e->from, guard, "this thread joins itself", NULL, j->pos);
    else
        valid_sync_add_wrong(L, e->from, guard, NULL, "a thread is joined that may be the one that joins it", j->pos);
}

/* ---- joins and detaches ---- */

/* The call ends that a handle can be joined; before it must be so. */
static bool resolve_uses(ValidJoin *v, EdgeId edge, const HandleUses *uses, bool is_join, SourcePos pos)
{
    Lowering *L = v->L;
    bool is_known = true;
    const char *how = is_join ? "joined" : "detached";
    for (uint32_t i = 0; i < uses->count; i++) {
        const HandleUse *u = &uses->data[i];
        const Known *k = &v->handles[u->handle];
        const Edge *e = &L->program->edges.data[edge.i];
        Term guard = term_and(L->tm, e->guard, u->guard);
        is_known &= !k->is_unknown;
        if (k->is_unknown) {
            valid_sync_add_wrong(L, e->from, guard, NULL,
                                 "a thread that may be detached, or is not known, is joined or detached", pos);
            continue;
        }
        Term joinable = var_term(L, k->is_joinable);
        const char *what = run_format(
            L->run, "the thread of `%s` is %s, which was joined or detached before, or never started", k->name, how);
        valid_sync_add_wrong(L, e->from, term_and(L->tm, guard, term_not(L->tm, joinable)), what, NULL, pos);
        edge_add_assign(L, edge, k->is_joinable, term_and(L->tm, joinable, term_not(L->tm, u->guard)));
    }
    return is_known;
}

static VarId named_array(ValidJoin *v)
{
    Lowering *L = v->L;
    if (v->has_names) return v->named;
    Sort name = sort_bv(L->pointer_width), sort = sort_array(name, sort_bv(1));
    Var var = {.name = name_unique(L, "threads.joinable"), .sort = sort, .class = VAR_SHARED, .is_temporary = true};
    var.template.i = NO_ID;
    var.init = term_const_array(L->tm, sort, term_bv(L->tm, 1, 0));
    v->named = var_add(L, &var, NULL);
    v->has_names = true;
    for (uint32_t i = 0; i < L->named_starts.count; i++) {
        EdgeId e = L->named_starts.data[i];
        Term next = term_add(L->tm, var_term(L, L->names_given), term_const(L->tm, name, 1));
        Term is_one = term_bv(L->tm, 1, !is_in(&L->detached_starts, e));
        edge_add_assign(L, e, v->named, term_store(L->tm, var_term(L, v->named), next, is_one));
    }
    return v->named;
}

/* Whether each thread that is found by its name has what the array says of it. */
static bool names_are_known(const Lowering *L)
{
    if (L->named_starts.count == 0 || L->has_unnamed_handles) return false;
    for (uint32_t i = 0; i < L->named_starts.count; i++) {
        const Thread *t = L->threads.data[L->program->edges.data[L->named_starts.data[i].i].spawn.i];
        if (is_in(&L->perhaps_detached_starts, L->named_starts.data[i])) return false;
        for (uint32_t k = 0; k < L->detaches.count; k++)
            if (L->detaches.data[k].is_self && template_at(L, L->detaches.data[k].edge).i == t->id.i) return false;
    }
    return true;
}

/* Of a thread that is found by the value of its handle the rest says (valid_join_names). */
static void resolve_unknown(Lowering *L, EdgeId edge, Term name, SourcePos pos)
{
    const Edge *e = &L->program->edges.data[edge.i];
    if (!term_is(name) || !names_are_known(L))
        valid_sync_add_wrong(L, e->from, e->guard, NULL, "a thread that is not known is joined or detached", pos);
}

static bool is_named_thread(const Lowering *L, TemplateId t)
{
    for (uint32_t i = 0; i < L->named_starts.count; i++)
        if (L->program->edges.data[L->named_starts.data[i].i].spawn.i == t.i) return true;
    return false;
}

static void resolve_name(ValidJoin *v, EdgeId edge, Term name, bool is_join, SourcePos pos)
{
    Lowering *L = v->L;
    if (!term_is(name)) return;
    Term all = var_term(L, named_array(v)), none = term_bv(L->tm, 1, 0);
    const Edge *e = &L->program->edges.data[edge.i];
    Term wrong = term_eq(L->tm, term_select(L->tm, all, name), none);
    const char *what = is_join ? "a thread is joined that was joined or detached before, or never started"
                               : "a thread is detached that was joined or detached before, or never started";
    if (is_join && is_named_thread(L, template_at(L, edge)))
        valid_sync_add_wrong(L, e->from, term_and(L->tm, e->guard, term_not(L->tm, wrong)), NULL,
                             "a thread is joined that may be the one that joins it", pos);
    e = &L->program->edges.data[edge.i];
    valid_sync_add_wrong(L, e->from, term_and(L->tm, e->guard, wrong), what, NULL, pos);
    edge_add_assign(L, edge, v->named, term_store(L->tm, all, name, none));
}

static void resolve_all(ValidJoin *v)
{
    Lowering *L = v->L;
    for (uint32_t i = 0; i < L->detaches.count; i++) {
        Detach *d = &L->detaches.data[i];
        if (d->edge.i == NO_ID) continue;
        resolve_uses(v, d->edge, &d->uses, false, d->pos);
        if (d->uses.count == 0 && !d->is_self) resolve_unknown(L, d->edge, d->name, d->pos);
    }
    for (uint32_t i = 0; i < L->joins.count; i++) {
        Join *j = &L->joins.data[i];
        for (uint32_t k = 0; k < j->uses.count; k++)
            check_self(v, j, &j->uses.data[k]);
        if (resolve_uses(v, j->edge, &j->uses, true, j->pos) && j->uses.count) j->is_detached = false;
        if (j->uses.count == 0) resolve_unknown(L, j->edge, j->name, j->pos);
    }
}

void valid_join_resolve(Lowering *L)
{
    SourcePos pos = L->pos;
    if (!property_is_asked(L, PROPERTY_VALID_SYNC) || L->joins.count + L->detaches.count == 0) return;
    program_index(L->program);
    program_infer_cardinality(L->program);
    ValidJoin v = {.L = L, .handles = run_alloc(L->run, (L->handles.count + 1) * sizeof *v.handles)};
    find_uses(&v);
    for (uint32_t i = 0; i < L->detaches.count; i++)
        if (L->detaches.data[i].is_self && L->detaches.data[i].edge.i != NO_ID) resolve_self(&v, &L->detaches.data[i]);
    fill_handles(&v);
    resolve_all(&v);
    run_release(L->run, v.handles);
    L->pos = pos;
}

void valid_join_names(Lowering *L)
{
    SourcePos pos = L->pos;
    ValidJoin v = {.L = L};
    if (!property_is_asked(L, PROPERTY_VALID_SYNC) || !names_are_known(L)) return;
    for (uint32_t i = 0; i < L->detaches.count; i++) {
        const Detach *d = &L->detaches.data[i];
        if (d->edge.i != NO_ID && d->uses.count == 0) resolve_name(&v, d->edge, d->name, false, d->pos);
    }
    for (uint32_t i = 0; i < L->joins.count; i++) {
        const Join *j = &L->joins.data[i];
        if (j->uses.count == 0) resolve_name(&v, j->edge, j->name, true, j->pos);
    }
    L->pos = pos;
}
