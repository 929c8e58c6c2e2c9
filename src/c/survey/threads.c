#include "c/survey/threads.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "c/survey/call.h"
#include "c/survey/callback.h"
#include "c/survey/gather.h"
#include "c/survey/join.h"
#include "c/survey/object.h"
#include "c/survey/solve.h"
#include "c/survey/team.h"

/* ---- calls ---- */

static int compare_calls(const void *a, const void *b)
{
    const CallTarget *x = a, *y = b;
    uintptr_t p = (uintptr_t)x->call, q = (uintptr_t)y->call;
    return p < q ? -1 : p > q;
}

bool call_targets(const Survey *s, uint32_t function, LLVMValueRef call, uint32_t *first, uint32_t *end)
{
    const CallTargets *calls = &s->reached.data[function].calls;
    uint32_t low = 0, high = calls->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if ((uintptr_t)calls->data[middle].call < (uintptr_t)call)
            low = middle + 1;
        else
            high = middle;
    }
    for (*first = *end = low; *end < calls->count && calls->data[*end].call == call;)
        ++*end;
    return *first < *end;
}

static void sort_calls(Survey *s)
{
    for (uint32_t f = 0; f < s->reached.count; f++) {
        CallTargets *calls = &s->reached.data[f].calls;
        if (calls->count > 1) qsort(calls->data, calls->count, sizeof *calls->data, compare_calls);
    }
}

/* ---- what is executed once ---- */

/* Whether control may come back to what follows a call: by setjmp, as often as one likes. */
static bool comes_back(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
            size_t n = 0;
            if (callee && LLVMIsAFunction(callee) && strstr(LLVMGetValueName2(callee, &n), "setjmp")) return true;
        }
    return false;
}

/* Functions with one call, or start, that is executed once. */
static void find_once(Survey *s, LLVMValueRef main_function)
{
    uint32_t n = s->reached.count;
    uint32_t *entries = run_alloc(s->run, (n + 1) * sizeof *entries);
    LLVMValueRef *entry = run_alloc(s->run, (n + 1) * sizeof *entry);
    for (uint32_t f = 0; f < n; f++)
        for (uint32_t i = 0; i < s->reached.data[f].calls.count; i++) {
            uint32_t callee = function_find(s, s->reached.data[f].calls.data[i].function);
            LLVMValueRef call = s->reached.data[f].calls.data[i].call;
            entries[callee] += callback_kind(call) == CALLBACK_NONE ? 1 : 2;
            entry[callee] = call;
        }
    for (uint32_t c = 0; c < s->classes.count; c++) {
        uint32_t f = function_find(s, s->classes.data[c].function);
        entries[f] += s->classes.data[c].is_callback ? 2 : 1;
        if (s->classes.data[c].site) entry[f] = s->classes.data[c].site;
    }
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (uint32_t f = 0; f < n; f++) {
            SurveyFunction *r = &s->reached.data[f];
            bool is_main = r->function == main_function;
            if (r->is_once || entries[f] != 1 || comes_back(r->function)) continue;
            if (!is_main && !(entry[f] && is_executed_once(s, entry[f]))) continue;
            s->reached.data[f].is_once = goes_on = true;
        }
    }
    for (uint32_t c = 0; c < s->classes.count; c++) {
        ThreadClass *t = &s->classes.data[c];
        t->is_single = t->function == main_function && !t->site && !t->is_callback;
        t->is_single |= t->site && is_executed_once(s, t->site);
    }
    run_release(s->run, entries);
    run_release(s->run, entry);
}

/* ---- who executes what ---- */

/* The class as an element of a set; the last stands for all that have no number of their own. */
static uint32_t class_bit(uint32_t c) { return c < BITS_MAX ? c : BITS_MAX - 1; }

static void spread_class(Survey *s, uint32_t function, uint32_t bit)
{
    Ids stack = {0};
    vec_push(s->run, &stack, function);
    while (stack.count > 0) {
        SurveyFunction *f = &s->reached.data[vec_pop(&stack)];
        if (bits_get(&f->classes, bit)) continue;
        bits_set(&f->classes, bit, true);
        for (uint32_t i = 0; i < f->calls.count; i++)
            vec_push(s->run, &stack, function_find(s, f->calls.data[i].function));
    }
    vec_free(s->run, &stack);
}

/* ---- what main has started ---- */

/* Whether who is outside may get to know a function of the program by a step, and so may call it from then on. */
static bool may_tell(const Survey *s, LLVMValueRef i)
{
    Intrinsic intrinsic = INTRINSIC_NONE;
    if (LLVMIsAStoreInst(i)) {
        if (!may_hold(LLVMTypeOf(LLVMGetOperand(i, 0))) || LLVMIsAConstantInt(LLVMGetOperand(i, 0))) return false;
        uint32_t id = pointer_find(&s->node_ids, LLVMGetOperand(i, 1));
        const Ids *targets = id == INTERN_NONE ? NULL : node_targets(s, s->value_nodes.data[id]);
        for (uint32_t k = 0; targets && k < targets->count; k++)
            if (node_has_target(s, s->outside, targets->data[k])) return true;
        return false;
    }
    if (!LLVMIsACallInst(i)) return false;
    LLVMValueRef callee = LLVMGetCalledValue(i);
    if (!LLVMIsAFunction(callee)) return true;
    if (!LLVMIsDeclaration(callee)) return false;
    const char *name = library_name(callee, &intrinsic);
    const Summary *summary = summary_find(name);
    if (strncmp(name, "llvm.", 5) == 0) return strncmp(name, "llvm.mem", 8) == 0;
    if (intrinsic == INTRINSIC_FREE || (intrinsic >= INTRINSIC_THREAD_JOIN && intrinsic <= INTRINSIC_SEMAPHORE_GET))
        return false;
    bool gives = !summary || strpbrk(summary->uses, "eamkp");
    for (unsigned k = 0; k < LLVMGetNumArgOperands(i); k++) {
        uint32_t id = pointer_find(&s->node_ids, LLVMGetOperand(i, k));
        const Ids *targets = id == INTERN_NONE ? NULL : node_targets(s, s->value_nodes.data[id]);
        for (uint32_t p = 0; targets && p < targets->count; p++)
            if (gives || s->objects.data[s->places.data[targets->data[p]].object].kind == SURVEY_FUNCTION) return true;
    }
    return false;
}

/* The classes that a step starts itself. */
static Bits step_starts(const Survey *s, LLVMValueRef i)
{
    uint32_t id = pointer_find(&s->start_ids, i);
    Bits none = {{0}};
    return id == INTERN_NONE ? none : s->start_sets.data[id];
}

static void find_step_starts(Survey *s, LLVMValueRef i)
{
    Bits out = {{0}};
    bool tells = s->has_callbacks && may_tell(s, i), is_new;
    for (uint32_t c = 0; c < s->classes.count; c++)
        if (s->classes.data[c].site == i || (s->classes.data[c].is_callback && tells))
            bits_set(&out, class_bit(c), true);
    if (!bits_any(&out)) return;
    pointer_id(&s->start_ids, i, &is_new);
    CHECK(is_new);
    vec_push(s->run, &s->start_sets, out);
}

static bool join_bits(Bits *to, Bits more)
{
    Bits sum = bits_or(*to, more);
    bool is_new = !bits_equal(&sum, to);
    *to = sum;
    return is_new;
}

static bool has_classes(const Survey *s) { return s->classes.count > 1; }

static void find_thread_starts(Survey *s)
{
    for (uint32_t c = 0; c < s->classes.count; c++)
        s->has_callbacks |= s->classes.data[c].is_callback;
    for (uint32_t f = 0; f < s->reached.count && has_classes(s); f++) {
        LLVMValueRef function = s->reached.data[f].function;
        run_poll(s->run);
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (LLVMIsACallInst(i) || LLVMIsAStoreInst(i)) {
                    find_step_starts(s, i);
                    join_bits(&s->reached.data[f].starts, step_starts(s, i));
                }
    }
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (uint32_t f = 0; f < s->reached.count; f++)
            for (uint32_t i = 0; i < s->reached.data[f].calls.count; i++) {
                uint32_t callee = function_find(s, s->reached.data[f].calls.data[i].function);
                goes_on |= join_bits(&s->reached.data[f].starts, s->reached.data[callee].starts);
            }
    }
}

typedef struct Ended {
    const Survey *s;
    Bits state;
} Ended;

/* The thread has ended; those that it started may still run. */
static void note_ended(void *arg, uint32_t c)
{
    Ended *e = arg;
    const SurveyFunction *f = &e->s->reached.data[function_find(e->s, e->s->classes.data[c].function)];
    if (class_bit(c) == BITS_MAX - 1 || bits_get(&f->starts, class_bit(c))) return;
    bits_set(&e->state, class_bit(c), false);
    e->state = bits_or(e->state, f->starts);
}

static Bits classes_after_step(const Survey *s, uint32_t function, LLVMValueRef i, Bits state)
{
    uint32_t first, end;
    if (!LLVMIsACallInst(i) && !LLVMIsAStoreInst(i)) return state;
    Ended e = {s, bits_or(state, step_starts(s, i))};
    if (LLVMIsACallInst(i) && call_targets(s, function, i, &first, &end))
        for (; first < end; first++) {
            LLVMValueRef callee = s->reached.data[function].calls.data[first].function;
            e.state = bits_or(e.state, s->reached.data[function_find(s, callee)].leaves);
        }
    join_visit(s, i, note_ended, &e);
    return e.state;
}

/* Behind a loop of joins. */
static Bits classes_after_edge(const Survey *s, LLVMBasicBlockRef from, LLVMBasicBlockRef to, Bits state)
{
    Ended e = {s, state};
    teams_visit_edge(s, from, to, note_ended, &e);
    return e.state;
}

/* The states at the beginnings of blocks, in the order of blocks of FunctionInfo; *left: at returns. */
static Bits *block_states(Survey *s, uint32_t function, Bits entered, Bits *left)
{
    const SurveyFunction *f = &s->reached.data[function];
    uint32_t n = f->info->blocks.count;
    Bits *states = run_alloc(s->run, (n + 1) * sizeof *states);
    if (n > 0) states[0] = entered;
    if (comes_back(f->function)) states[0] = bits_or(entered, f->starts);
    bool *met = run_alloc(s->run, (n + 1) * sizeof *met);
    if (n > 0) met[0] = true;
    *left = (Bits){{0}};
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (uint32_t b = 0; b < n; b++) {
            if (!met[b]) continue;
            Bits state = states[b];
            LLVMBasicBlockRef block = f->info->blocks.data[b].block;
            LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
            for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
                state = classes_after_step(s, function, i, state);
            if (last && LLVMIsAReturnInst(last)) join_bits(left, state);
            for (uint32_t k = 0; k < f->info->blocks.data[b].successors.count; k++) {
                uint32_t to = f->info->blocks.data[b].successors.data[k];
                Bits there = classes_after_edge(s, block, f->info->blocks.data[to].block, state);
                goes_on |= join_bits(&states[to], there) || !met[to];
                met[to] = true;
            }
        }
    }
    run_release(s->run, met);
    return states;
}

/* What is left of each function's threads where it returns, if none was there before: the least solution. A function
 * that control comes back to (setjmp) may have left any. A class that is joined is started at most once in each run, by
 * one call or one loop, so that none of it was there before. */
static void find_left_classes(Survey *s)
{
    Bits none = {{0}}, left;
    for (bool goes_on = has_classes(s); goes_on;) {
        goes_on = false;
        run_poll(s->run);
        for (uint32_t f = 0; f < s->reached.count; f++) {
            if (!bits_any(&s->reached.data[f].starts)) continue;
            run_release(s->run, block_states(s, f, none, &left));
            if (comes_back(s->reached.data[f].function)) left = s->reached.data[f].starts;
            goes_on |= join_bits(&s->reached.data[f].leaves, left);
        }
    }
}

void threads_walk(Survey *s, uint32_t function, StartedVisit *visit, void *arg)
{
    const SurveyFunction *f = &s->reached.data[function];
    Bits left, *states = block_states(s, function, f->started, &left);
    for (uint32_t b = 0; b < f->info->blocks.count; b++) {
        Bits state = states[b];
        for (LLVMValueRef i = LLVMGetFirstInstruction(f->info->blocks.data[b].block); i;
             i = LLVMGetNextInstruction(i)) {
            visit(arg, i, &state);
            state = classes_after_step(s, function, i, state);
        }
    }
    run_release(s->run, states);
}

typedef struct Enter {
    Survey *s;
    uint32_t function;
    bool changed;
} Enter;

static void enter_callees_started(void *arg, LLVMValueRef i, const Bits *started)
{
    Enter *e = arg;
    uint32_t first, end;
    if (!LLVMIsACallInst(i) || !call_targets(e->s, e->function, i, &first, &end)) return;
    for (; first < end; first++) {
        SurveyFunction *callee =
            &e->s->reached.data[function_find(e->s, e->s->reached.data[e->function].calls.data[first].function)];
        e->changed |= join_bits(&callee->started, *started) || !callee->is_entered;
        callee->is_entered = true;
    }
}

static void find_started(Survey *s, uint32_t main_id)
{
    s->reached.data[main_id].is_entered = true;
    for (Enter e = {s, 0, true}; e.changed;) {
        e.changed = false;
        run_poll(s->run);
        for (e.function = 0; e.function < s->reached.count; e.function++)
            if (s->reached.data[e.function].is_entered) threads_walk(s, e.function, enter_callees_started, &e);
    }
}

Bits threads_closure(const Survey *s, Bits started)
{
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (uint32_t c = 0; c < s->classes.count; c++)
            if (bits_get(&started, class_bit(c)))
                goes_on |= join_bits(&started, s->reached.data[function_find(s, s->classes.data[c].function)].starts);
    }
    return started;
}

/* ---- what is shared ---- */

/* Whatever can be reached from what several threads know. Memory that a thread has for itself may hold addresses of
 * such memory, but nobody else gets there. */
static void find_shared_objects(Survey *s)
{
    Ids stack = {0};
    const uint32_t roots[] = {s->outside, s->given, s->results};
    for (uint32_t o = 0; o < s->objects.count; o++)
        if (s->objects.data[o].kind == SURVEY_STATIC || s->objects.data[o].kind == SURVEY_OUTSIDE ||
            s->objects.data[o].kind == SURVEY_CONSTANT)
            vec_push(s->run, &stack, o);
    for (size_t r = 0; r < sizeof roots / sizeof *roots; r++)
        for (uint32_t i = 0; i < node_targets(s, roots[r])->count; i++)
            vec_push(s->run, &stack, s->places.data[node_targets(s, roots[r])->data[i]].object);
    while (stack.count > 0) {
        uint32_t id = vec_pop(&stack);
        SurveyObject *o = &s->objects.data[id];
        if (o->is_shared) continue;
        o->is_shared = true;
        for (uint32_t i = 0; o->all != UINT32_MAX && i < node_targets(s, o->all)->count; i++)
            vec_push(s->run, &stack, s->places.data[node_targets(s, o->all)->data[i]].object);
    }
    vec_free(s->run, &stack);
}

static void find_single(Survey *s)
{
    for (uint32_t o = 0; o < s->objects.count; o++) {
        SurveyObject *object = &s->objects.data[o];
        if (object->kind == SURVEY_LOCAL || object->kind == SURVEY_HEAP)
            object->is_single = object->value && is_executed_once(s, object->value);
    }
}

void threads_find(Survey *s, LLVMValueRef main_function)
{
    CHECK(s->classes.count > 0 && s->classes.data[0].function == main_function);
    sort_calls(s);
    find_once(s, main_function);
    for (uint32_t c = 0; c < s->classes.count; c++)
        spread_class(s, function_find(s, s->classes.data[c].function), class_bit(c));
    find_thread_starts(s);
    find_single(s);
    joins_find(s);
    teams_find(s);
    find_left_classes(s);
    find_started(s, function_find(s, main_function));
    find_shared_objects(s);
}
