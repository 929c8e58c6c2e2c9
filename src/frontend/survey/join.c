/* A join of a variable that keeps the handle of one thread.
 *
 * The thread has ended when the join returns if the join gets that thread's handle. So: the class is single (one thread
 * in each run); it is started with a handle at a place that is one place in each run, and nothing else in the program
 * writes there or has its address; the join gets what it loads from there just before, with no step in between that
 * could start the thread. When the thread is not started by then, the variable has no handle, and C leaves open what a
 * join does; that cannot be in a run that goes on. A thread that is detached is not joined either: programs that
 * detach, or start threads with attributes, are left out. */
#include "frontend/survey/join.h"

#include <string.h>

#include "base/check.h"
#include "frontend/survey/call.h"
#include "frontend/survey/effect.h"
#include "frontend/survey/object.h"
#include "frontend/survey/solve.h"

#define HANDLE_BYTES 8u

static bool is_detaching(const Survey *s)
{
    static const char *const names[] = {"pthread_detach", "thrd_detach"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(s->module, names[i]);
        if (f && LLVMGetFirstUse(f)) return true;
    }
    return false;
}

static const Ids *targets_of(const Survey *s, LLVMValueRef value)
{
    uint32_t id = pointer_find(&s->node_ids, value);
    return id == INTERN_NONE ? NULL : node_targets(s, s->value_nodes.data[id]);
}

/* The only place that an address can be of, if that is one place in each run; UINT32_MAX: it is not. */
static uint32_t only_place(const Survey *s, LLVMValueRef address)
{
    const Ids *targets = targets_of(s, address);
    uint64_t begin, element, length;
    if (!targets || targets->count != 1) return UINT32_MAX;
    const Place *p = &s->places.data[targets->data[0]];
    bool is_one = s->objects.data[p->object].is_single && p->offset != ANYWHERE &&
                  !place_array(s, targets->data[0], &begin, &element, &length);
    return is_one ? targets->data[0] : UINT32_MAX;
}

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
    uint32_t place;
    bool found;
} Writers;

static void look_at_effect(void *arg, const SurveyEffect *e)
{
    Writers *w = arg;
    const Survey *s = w->s;
    const Place *handle = &s->places.data[w->place];
    const Ids *targets = targets_of(s, e->pointer);
    for (uint32_t i = 0; e->is_write && targets && i < targets->count; i++) {
        const Place *p = &s->places.data[targets->data[i]];
        bool is_beside = !e->is_all && e->bytes > 0 && p->offset != ANYWHERE &&
                         (p->offset >= handle->offset + HANDLE_BYTES || p->offset + e->bytes <= handle->offset);
        w->found |= p->object == handle->object && !is_beside;
    }
}

static bool is_written_elsewhere(Survey *s, uint32_t place, LLVMValueRef start)
{
    Writers w = {s, place, false};
    for (uint32_t f = 0; f < s->reached.count && !w.found; f++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->reached.data[f].function); b && !w.found;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !w.found; i = LLVMGetNextInstruction(i))
                if (i != start) effects_of(s, i, look_at_effect, &w);
    return w.found;
}

static bool is_note(LLVMValueRef call)
{
    size_t n = 0;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return LLVMIsAFunction(callee) && strncmp(LLVMGetValueName2(callee, &n), "llvm.dbg", 8) == 0;
}

/* The load of the handle that a call joins, just before it; NULL: there is none. */
static LLVMValueRef joined_load(LLVMValueRef call)
{
    LLVMValueRef load = LLVMGetOperand(call, 0);
    if (!LLVMIsALoadInst(load) || LLVMGetInstructionParent(load) != LLVMGetInstructionParent(call)) return NULL;
    for (LLVMValueRef i = LLVMGetNextInstruction(load); i != call; i = LLVMGetNextInstruction(i))
        if (LLVMIsACallInst(i) && !is_note(i)) return NULL;
    return load;
}

/* Which thread, started by a class, keeps its handle at a place that nothing else writes. */
static uint32_t kept_handle(Survey *s, const ThreadClass *t)
{
    if (!t->site || !t->is_single || t->is_callback || !LLVMIsACallInst(t->site)) return UINT32_MAX;
    LLVMValueRef callee = LLVMGetCalledValue(t->site);
    Intrinsic intrinsic = INTRINSIC_NONE;
    if (!LLVMIsAFunction(callee) || !library_name(callee, &intrinsic) || intrinsic != INTRINSIC_THREAD_CREATE)
        return UINT32_MAX;
    if (start_argument(callee) == 2 && !LLVMIsNull(LLVMGetOperand(t->site, 1))) return UINT32_MAX;
    uint32_t place = only_place(s, LLVMGetOperand(t->site, 0));
    if (place == UINT32_MAX || is_kept_anywhere(s, s->places.data[place].object)) return UINT32_MAX;
    return is_written_elsewhere(s, place, t->site) ? UINT32_MAX : place;
}

static void note_join(Survey *s, LLVMValueRef call)
{
    LLVMValueRef load = joined_load(call);
    uint32_t place = load ? only_place(s, LLVMGetOperand(load, 0)) : UINT32_MAX;
    for (uint32_t c = 0; place != UINT32_MAX && c < s->classes.count; c++)
        if (s->classes.data[c].handle == place) vec_push(s->run, &s->joins, ((Join){call, c}));
}

void joins_find(Survey *s)
{
    bool is_any = false, is_left_out = is_detaching(s);
    for (uint32_t c = 0; c < s->classes.count; c++) {
        run_poll(s->run);
        s->classes.data[c].handle = is_left_out ? UINT32_MAX : kept_handle(s, &s->classes.data[c]);
        is_any |= s->classes.data[c].handle != UINT32_MAX;
    }
    for (uint32_t f = 0; f < s->reached.count && is_any; f++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->reached.data[f].function); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
                Intrinsic intrinsic = INTRINSIC_NONE;
                if (callee && LLVMIsAFunction(callee) && library_name(callee, &intrinsic) &&
                    intrinsic == INTRINSIC_THREAD_JOIN && LLVMGetNumArgOperands(i) > 0)
                    note_join(s, i);
            }
}

void join_visit(const Survey *s, LLVMValueRef call, JoinVisit *visit, void *arg)
{
    for (uint32_t i = 0; i < s->joins.count; i++)
        if (s->joins.data[i].call == call) visit(arg, s->joins.data[i].class);
}
