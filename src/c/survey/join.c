/* A join of a variable that keeps the handle of one thread.
 *
 * The thread has ended when the join returns if the join gets that thread's handle. So: the class is single (one thread
 * in each run); it is started with a handle at a place that is one place in each run, and nothing else in the program
 * writes there or has its address; the join gets what it loads from there just before, with no step in between that
 * could start the thread. When the thread is not started by then, the variable has no handle, and C leaves open what a
 * join does; that cannot be in a run that goes on. A thread that is detached is not joined either: programs that
 * detach, or start threads with attributes, are left out. */
#include "c/survey/join.h"

#include <string.h>

#include "base/check.h"
#include "c/survey/call.h"
#include "c/survey/effect.h"
#include "c/survey/object.h"
#include "c/survey/solve.h"

#define HANDLE_BYTES 8u

bool is_detaching(const Survey *s)
{
    static const char *const names[] = {"pthread_detach", "thrd_detach"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(s->module, names[i]);
        if (f && LLVMIsDeclaration(f) && LLVMGetFirstUse(f)) return true;
    }
    return false;
}

static const Ids *targets_of(const Survey *s, LLVMValueRef value)
{
    uint32_t id = pointer_find(&s->node_ids, value);
    return id == INTERN_NONE ? NULL : node_targets(s, s->value_nodes.data[id]);
}

/* ---- addresses that are one place in each run ---- */

/* Where a handle is kept: so many bytes behind the beginning of an object of which there is one. An element of an array
 * with a constant index is told from the others here, which places (object.h) do not. */
typedef struct StoredHandle {
    uint32_t object; /* UINT32_MAX: not known */
    int64_t offset;
} StoredHandle;

static const StoredHandle no_handle = {UINT32_MAX, 0};

/* Also of a constant that is converted, as the counters of loops are that have been written out. */
static LLVMValueRef constant_index(LLVMValueRef index)
{
    bool is_converted = LLVMIsASExtInst(index) || LLVMIsAZExtInst(index);
    LLVMValueRef v = is_converted ? LLVMGetOperand(index, 0) : index;
    if (!LLVMIsAConstantInt(v) || (LLVMIsAZExtInst(index) && LLVMConstIntGetSExtValue(v) < 0)) return NULL;
    return v;
}

/* Adds what a computed address lies behind that it is computed from; false: that is not known. */
static bool add_constant_offset(const Survey *s, LLVMValueRef gep, int64_t *offset)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    int n = LLVMGetNumOperands(gep);
    for (int i = 1; i < n; i++) {
        LLVMValueRef index = constant_index(LLVMGetOperand(gep, (unsigned)i));
        if (!index) return false;
        int64_t k = LLVMConstIntGetSExtValue(index);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            *offset += (int64_t)LLVMOffsetOfElement(s->layout, type, (unsigned)k);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)k);
            continue;
        }
        if (i > 1) type = LLVMGetElementType(type);
        *offset += k * (int64_t)LLVMABISizeOfType(s->layout, type);
    }
    return true;
}

static StoredHandle handle_at(const Survey *s, LLVMValueRef address)
{
    StoredHandle h = {UINT32_MAX, 0};
    while (LLVMIsAGetElementPtrInst(address) ||
           (LLVMIsAConstantExpr(address) && LLVMGetConstOpcode(address) == LLVMGetElementPtr)) {
        if (!add_constant_offset(s, address, &h.offset)) return no_handle;
        address = LLVMGetOperand(address, 0);
    }
    if (!LLVMIsAAllocaInst(address) && !LLVMIsAGlobalVariable(address)) return no_handle;
    uint32_t id = pointer_find(&s->object_ids, address);
    if (id != INTERN_NONE && s->objects.data[s->object_of_id.data[id]].is_single) h.object = s->object_of_id.data[id];
    return h;
}

/* ---- who else writes there ---- */

static bool is_kept_anywhere(const Survey *s, uint32_t object)
{
    const Ids *places = &s->objects.data[object].places;
    for (uint32_t i = 0; i < places->count; i++) {
        if (node_has_target(s, s->outside, places->data[i])) return true;
        for (uint32_t o = 0; o < s->objects.count; o++)
            if (s->objects.data[o].all != UINT32_MAX && node_has_target(s, s->objects.data[o].all, places->data[i]))
                return true;
    }
    return false;
}

typedef struct Writers {
    Survey *s;
    StoredHandle handle;
    bool found;
} Writers;

static bool is_outside_handle(const StoredHandle *h, int64_t offset, uint64_t bytes)
{
    return offset >= h->offset + (int64_t)HANDLE_BYTES || offset + (int64_t)bytes <= h->offset;
}

/* Places of arrays stand for all elements. */
static bool place_is_apart(const Writers *w, uint32_t place, const SurveyEffect *e)
{
    const SurveyPlace *p = &w->s->places.data[place];
    uint64_t begin, element, length;
    if (p->object != w->handle.object) return true;
    if (e->is_all || e->bytes == 0 || p->offset == ANYWHERE) return false;
    return !place_array(w->s, place, &begin, &element, &length) &&
           is_outside_handle(&w->handle, (int64_t)p->offset, e->bytes);
}

static void look_for_handle_write(void *arg, const SurveyEffect *e)
{
    Writers *w = arg;
    const Ids *targets = targets_of(w->s, e->pointer);
    StoredHandle at = handle_at(w->s, e->pointer);
    if (!e->is_write) return;
    if (at.object != UINT32_MAX && !e->is_all && e->bytes > 0) {
        w->found |= at.object == w->handle.object && !is_outside_handle(&w->handle, at.offset, e->bytes);
        return;
    }
    for (uint32_t i = 0; targets && i < targets->count; i++)
        w->found |= !place_is_apart(w, targets->data[i], e);
}

static bool is_written_elsewhere(Survey *s, StoredHandle handle, LLVMValueRef start)
{
    Writers w = {s, handle, false};
    for (uint32_t f = 0; f < s->reached.count && !w.found; f++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->reached.data[f].function); b && !w.found;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !w.found; i = LLVMGetNextInstruction(i))
                if (i != start) effects_of(s, i, look_for_handle_write, &w);
    return w.found;
}

static bool is_note(LLVMValueRef call)
{
    size_t n = 0;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return LLVMIsAFunction(callee) && strncmp(LLVMGetValueName2(callee, &n), "llvm.dbg", 8) == 0;
}

LLVMValueRef joined_load(LLVMValueRef call)
{
    LLVMValueRef load = LLVMGetOperand(call, 0);
    if (!LLVMIsALoadInst(load) || LLVMGetInstructionParent(load) != LLVMGetInstructionParent(call)) return NULL;
    for (LLVMValueRef i = LLVMGetNextInstruction(load); i != call; i = LLVMGetNextInstruction(i))
        if (LLVMIsACallInst(i) && !is_note(i)) return NULL;
    return load;
}

/* Which thread, started by a class, keeps its handle at a place that nothing else writes. */
static StoredHandle kept_handle(Survey *s, const ThreadClass *t)
{
    if (!t->site || !t->is_single || t->is_callback || !LLVMIsACallInst(t->site)) return no_handle;
    LLVMValueRef callee = LLVMGetCalledValue(t->site);
    Intrinsic intrinsic = INTRINSIC_NONE;
    if (!LLVMIsAFunction(callee) || !library_name(callee, &intrinsic) || intrinsic != INTRINSIC_THREAD_CREATE)
        return no_handle;
    if (start_argument(callee) == 2 && !LLVMIsNull(LLVMGetOperand(t->site, 1))) return no_handle;
    StoredHandle h = handle_at(s, LLVMGetOperand(t->site, 0));
    if (h.object == UINT32_MAX || is_kept_anywhere(s, h.object)) return no_handle;
    return is_written_elsewhere(s, h, t->site) ? no_handle : h;
}

bool is_join(LLVMValueRef i)
{
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    Intrinsic intrinsic = INTRINSIC_NONE;
    return callee && LLVMIsAFunction(callee) && library_name(callee, &intrinsic) &&
           intrinsic == INTRINSIC_THREAD_JOIN && LLVMGetNumArgOperands(i) > 0;
}

static void note_class_join(Survey *s, LLVMValueRef call)
{
    LLVMValueRef load = joined_load(call);
    StoredHandle h = load ? handle_at(s, LLVMGetOperand(load, 0)) : no_handle;
    for (uint32_t c = 0; h.object != UINT32_MAX && c < s->classes.count; c++) {
        const ThreadClass *t = &s->classes.data[c];
        if (t->handle == h.object && t->handle_offset == h.offset) vec_push(s->run, &s->joins, ((ClassJoin){call, c}));
    }
}

void joins_find(Survey *s)
{
    bool is_any = false, is_left_out = is_detaching(s);
    for (uint32_t c = 0; c < s->classes.count; c++) {
        run_poll(s->run);
        StoredHandle h = is_left_out ? no_handle : kept_handle(s, &s->classes.data[c]);
        s->classes.data[c].handle = h.object;
        s->classes.data[c].handle_offset = h.offset;
        is_any |= s->classes.data[c].handle != UINT32_MAX;
    }
    for (uint32_t f = 0; f < s->reached.count && is_any; f++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->reached.data[f].function); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (is_join(i)) note_class_join(s, i);
}

void join_visit(const Survey *s, LLVMValueRef call, JoinVisit *visit, void *arg)
{
    for (uint32_t i = 0; i < s->joins.count; i++)
        if (s->joins.data[i].call == call) visit(arg, s->joins.data[i].class);
}
