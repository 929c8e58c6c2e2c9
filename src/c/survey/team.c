/* Threads that a loop starts, and how they are told apart, however many there are:
 *
 *     for (i = 0; i < n; i++) pthread_create(&t[i], NULL, work, &w[i]);
 *     for (i = 0; i < n; i++) pthread_join(t[i], NULL);
 *
 * A counter of a loop begins at a constant that is not negative and grows by one in each round, without overflow, so
 * that it has another value in each round. The loop of a team is executed at most once in each run, and the call that
 * starts a thread at most once in each of its rounds. So two threads of the team were started with different values of
 * the counter, and if each is told `&w[counter]`, where w is one value in each run, the bytes up to the next element
 * are told to nobody else. That the thread accesses them only is not said: accesses whose addresses are computed from
 * what it was told, and stay in these bytes, are its own. The same holds of memory that was allocated since the call
 * started the thread before.
 *
 * The thread that executes the loop may access an element in the round of its counter, before the call: it has not been
 * told yet. So it may behind a join of t[k], an element k of w: who was told w[k] has its handle in t[k], since both
 * have the index that the same counter was, nothing else is ever written to the array t, and no value is written twice.
 * A join before the start would be of no handle, which C leaves open.
 *
 * All threads have ended behind a loop that joins t[k] for each k from its beginning to its bound, if the bound is not
 * less than any index of the team's loop:
 *   - both loops go on while their counters are less than the same value, or constants in that order; or
 *   - the bound is the counter of the team's loop, as it was left behind: nothing leads from the call to the joins
 *     except by the loop's header, so that each index that was used is less.
 * Programs that detach threads, and threads with attributes, are left out, as in join.c. */
#include "c/survey/join.h"
#include "c/survey/team.h"

#include <string.h>

#include "base/check.h"
#include "c/survey/call.h"
#include "c/survey/effect.h"
#include "c/survey/gather.h"
#include "c/survey/object.h"
#include "c/survey/rounds.h"
#include "c/survey/solve.h"
#include "c/survey/wrapper.h"

#define HANDLE_BYTES 8u

/* Whether an instruction gives memory that it has just allocated. */
static bool is_new_memory(const Survey *s, LLVMValueRef v)
{
    LLVMValueRef callee = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    size_t n = 0;
    if (!callee || !LLVMIsAFunction(callee) || !is_allocation(s, v, true)) return false;
    if (is_wrapper(s, callee)) return node_targets(s, s->reached.data[function_find(s, callee)].rest)->count == 0;
    const char *name = LLVMGetValueName2(callee, &n);
    return strcmp(name, "malloc") == 0 || strcmp(name, "calloc") == 0;
}

/* ---- who else writes ---- */

static const Ids *targets_of(const Survey *s, LLVMValueRef value)
{
    uint32_t id = pointer_find(&s->node_ids, value);
    return id == INTERN_NONE ? NULL : node_targets(s, s->value_nodes.data[id]);
}

typedef struct Writers {
    Survey *s;
    uint32_t object;
    uint64_t from, to; /* of the values: the same bytes of each element */
    bool *leads;       /* by object: addresses that are kept there lead to the values */
    bool found;
} Writers;

/* Objects from which one can come to the values by what is kept in them, itself among them. */
static void find_leading(Writers *w)
{
    Survey *s = w->s;
    w->leads = run_alloc(s->run, (s->objects.count + 1) * sizeof *w->leads);
    w->leads[w->object] = true;
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (uint32_t o = 0; o < s->objects.count; o++) {
            if (w->leads[o] || s->objects.data[o].all == UINT32_MAX) continue;
            const Ids *held = node_targets(s, s->objects.data[o].all);
            for (uint32_t i = 0; i < held->count && !w->leads[o]; i++)
                goes_on |= w->leads[o] = w->leads[s->places.data[held->data[i]].object];
        }
    }
}

/* What is freed has no values any more, which C lets nobody read. */
static void look_for_team_write(void *arg, const SurveyEffect *e)
{
    Writers *w = arg;
    const Ids *targets = e->is_write && !e->is_freed && !e->is_static ? targets_of(w->s, e->pointer) : NULL;
    for (uint32_t i = 0; targets && i < targets->count && !w->found; i++) {
        const SurveyPlace *p = &w->s->places.data[targets->data[i]];
        uint64_t from, to;
        w->found |= e->is_reached && w->leads[p->object];
        if (p->object != w->object) continue;
        bool is_known = !e->is_all && e->bytes > 0 && p->offset != ANYWHERE &&
                        place_range(w->s, targets->data[i], e->bytes, &from, &to);
        w->found |= !is_known || (from < w->to && w->from < to);
    }
}

/* Whether an instruction writes so many bytes to an object that is one in each run, and nothing else writes there, or
 * to the same bytes of other elements. */
static bool is_only_writer(Survey *s, LLVMValueRef writer, LLVMValueRef pointer, uint64_t bytes)
{
    const Ids *targets = targets_of(s, pointer);
    Writers w = {.s = s};
    if (!targets || targets->count != 1) return false;
    uint32_t place = targets->data[0];
    w.object = s->places.data[place].object;
    const SurveyObject *o = &s->objects.data[w.object];
    bool is_memory = o->kind == SURVEY_STATIC || o->kind == SURVEY_LOCAL || o->kind == SURVEY_HEAP;
    if (!is_memory || !o->is_single || s->places.data[place].offset == ANYWHERE) return false;
    if (!place_range(s, place, bytes, &w.from, &w.to)) return false;
    for (uint32_t i = 0; i < o->places.count; i++)
        if (node_has_target(s, s->outside, o->places.data[i])) return false;
    find_leading(&w);
    for (uint32_t f = 0; f < s->reached.count && !w.found; f++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->reached.data[f].function); b && !w.found;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !w.found; i = LLVMGetNextInstruction(i))
                if (i != writer) effects_of(s, i, look_for_team_write, &w);
    run_release(s->run, w.leads);
    return !w.found;
}

/* ---- teams ---- */

/* The loop is executed once, and the call once in each round. */
static bool is_loop_of_team(Survey *s, Loop *loop, LLVMValueRef start)
{
    uint32_t f = function_find(s, instruction_function(start));
    LLVMBasicBlockRef block = LLVMGetInstructionParent(start);
    if (f == INTERN_NONE || !s->reached.data[f].is_once) return false;
    if (function_in_cycle(s->run, s->reached.data[f].info, loop->before)) return false;
    return !block_leads(s->run, block, block, loop->header);
}

static bool is_by_counter(Survey *s, Loop *loop, const Element *e)
{
    return e->index && counter_start(loop, e->index) >= 0 && e->stride > 0 && value_is_fixed(s, e->base);
}

/* Whether a value is memory that is allocated again before the call starts another thread. */
static bool is_allocated_for(Survey *s, LLVMValueRef start, LLVMValueRef v)
{
    if (!is_new_memory(s, v) || instruction_function(v) != instruction_function(start)) return false;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(start), made = LLVMGetInstructionParent(v);
    return made == block || !block_leads(s->run, block, block, made);
}

/* Where each thread finds its number behind what it is told: where the counter is stored before, in each round, and
 * nothing else. */
static int64_t find_number(Survey *s, const Team *t)
{
    LLVMBasicBlockRef start = LLVMGetInstructionParent(t->start);
    for (uint32_t b = 0; b < t->loop->blocks.count; b++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(t->loop->blocks.data[b]); i; i = LLVMGetNextInstruction(i)) {
            Element e;
            LLVMBasicBlockRef block = t->loop->blocks.data[b];
            if (!LLVMIsAStoreInst(i) || LLVMGetOperand(i, 0) != t->counter) continue;
            if (!element_find(s, LLVMGetOperand(i, 1), &e) || e.base != t->told.base || e.index != t->counter) continue;
            uint64_t bytes = LLVMABISizeOfType(s->layout, LLVMTypeOf(t->counter));
            int64_t at = e.offset - t->told.offset;
            if (e.stride != t->told.stride || at < 0 || (uint64_t)at + bytes > t->own) continue;
            bool is_each = block == start ? instruction_is_before(i, t->start)
                                          : !block_leads(s->run, t->loop->header, start, block);
            if ((block == t->loop->header || is_each) && is_only_writer(s, i, LLVMGetOperand(i, 1), bytes)) return at;
        }
    return -1;
}

static void find_told(Survey *s, Team *t, LLVMValueRef told)
{
    LLVMValueRef origin = told;
    while (address_is_computed(origin))
        origin = LLVMGetOperand(origin, 0);
    if (is_allocated_for(s, t->start, origin)) {
        t->told.base = origin;
        t->own = WHOLE_OBJECT;
        return;
    }
    Element e;
    if (!t->loop) return;
    LLVMValueRef number = LLVMIsAIntToPtrInst(told) ? without_conversions(LLVMGetOperand(told, 0)) : NULL;
    if (number && counter_start(t->loop, number) >= 0) {
        t->counter = number;
        t->is_number = true;
    }
    if (number || !element_find(s, told, &e) || !is_by_counter(s, t->loop, &e)) return;
    t->told = e;
    t->own = e.stride;
    t->counter = e.index;
    t->number_at = find_number(s, t);
}

static void find_handle(Survey *s, Team *t)
{
    Element e;
    if (!t->loop || !element_find(s, LLVMGetOperand(t->start, 0), &e) || !is_by_counter(s, t->loop, &e)) return;
    LLVMValueRef pointer = LLVMGetOperand(t->start, 0);
    if (e.stride >= HANDLE_BYTES && is_only_writer(s, t->start, pointer, HANDLE_BYTES)) t->handle = e;
}

static bool has_attributes(LLVMValueRef call, unsigned k) { return k == 2 && !LLVMIsNull(LLVMGetOperand(call, 1)); }

static void find_team(Survey *s, uint32_t class, bool joins)
{
    const ThreadClass *c = &s->classes.data[class];
    LLVMValueRef callee = c->site && LLVMIsACallInst(c->site) ? LLVMGetCalledValue(c->site) : NULL;
    Intrinsic intrinsic = INTRINSIC_NONE;
    if (!callee || c->is_callback || !LLVMIsAFunction(callee) || !library_name(callee, &intrinsic) ||
        intrinsic != INTRINSIC_THREAD_CREATE)
        return;
    unsigned k = start_argument(callee);
    Team t = {.class = class, .start = c->site, .loop = rounds_around(s, c->site), .number_at = -1};
    if (t.loop && !is_loop_of_team(s, t.loop, c->site)) t.loop = NULL;
    find_told(s, &t, LLVMGetOperand(c->site, k + 1));
    if (joins && !has_attributes(c->site, k)) find_handle(s, &t);
    if (t.told.base || t.counter || t.handle.base) vec_push(s->run, &s->teams->all, t);
}

/* ---- joins ---- */

/* A bound of 2^63 or more counts as negative. */
static int64_t constant_bound(const RoundsTest *t)
{
    return t->predicate == LLVMIntSLT ? LLVMConstIntGetSExtValue(t->bound)
                                      : (int64_t)LLVMConstIntGetZExtValue(t->bound);
}

/* Whether a bound is certainly not less than another one. */
static bool is_as_large(Survey *s, const RoundsTest *team, const RoundsTest *join)
{
    LLVMValueRef a = team->bound, b = join->bound;
    if (LLVMIsAConstantInt(a) && LLVMIsAConstantInt(b)) { /* counters are not negative */
        int64_t x = constant_bound(team), y = constant_bound(join);
        return x >= 0 && x <= y;
    }
    if (team->predicate != join->predicate || team->type != join->type) return false;
    bool is_converted =
        LLVMIsACastInst(a) && LLVMIsACastInst(b) && LLVMGetInstructionOpcode(a) == LLVMGetInstructionOpcode(b);
    if (is_converted) {
        a = LLVMGetOperand(a, 0);
        b = LLVMGetOperand(b, 0);
    }
    return a == b && value_is_fixed(s, a);
}

/* Whether a loop of joins comes to each index that the team's loop has used. */
static bool joins_all(Survey *s, const Team *t, TeamJoin *j)
{
    RoundsTest join, team;
    int64_t start = counter_start(t->loop, t->handle.index);
    if (loop_has(t->loop, j->loop->header) || loop_has_instruction(j->loop, t->start)) return false;
    if (!rounds_test(j->loop, j->counter, &join) || counter_start(j->loop, j->counter) > start) return false;
    if (join.bound == t->handle.index)
        return !block_leads(s->run, LLVMGetInstructionParent(t->start), j->loop->header, t->loop->header);
    return rounds_test(t->loop, t->handle.index, &team) && is_as_large(s, &team, &join);
}

static void note_team_join(Survey *s, LLVMValueRef call)
{
    LLVMValueRef load = joined_load(call);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
    Element e;
    if (!load || !element_find(s, LLVMGetOperand(load, 0), &e) || !e.index) return;
    TeamJoin j = {.call = call, .counter = e.index, .loop = rounds_around(s, call)};
    if (!j.loop || counter_start(j.loop, j.counter) < 0 || block == j.loop->header) return;
    if (block_leads(s->run, j.loop->header, j.loop->latch, block)) return; /* not in each round */
    for (j.team = 0; j.team < s->teams->all.count; j.team++) {
        const Team *t = &s->teams->all.data[j.team];
        if (t->handle.base != e.base || t->handle.offset != e.offset || t->handle.stride != e.stride) continue;
        j.is_all = joins_all(s, t, &j);
        vec_push(s->run, &s->teams->joins, j);
    }
}

void teams_find(Survey *s)
{
    bool joins = !is_detaching(s), has_handles = false;
    s->teams = run_alloc(s->run, sizeof *s->teams);
    for (uint32_t c = 0; c < s->classes.count; c++) {
        run_poll(s->run);
        find_team(s, c, joins);
    }
    for (uint32_t t = 0; t < s->teams->all.count; t++)
        has_handles |= s->teams->all.data[t].handle.base != NULL;
    for (uint32_t f = 0; f < s->reached.count && has_handles; f++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->reached.data[f].function); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (is_join(i)) note_team_join(s, i);
}

/* ---- what follows ---- */

void teams_visit_edge(const Survey *s, LLVMBasicBlockRef from, LLVMBasicBlockRef to, JoinVisit *visit, void *arg)
{
    for (uint32_t i = 0; i < s->teams->joins.count; i++) {
        const TeamJoin *j = &s->teams->joins.data[i];
        if (j->is_all && j->loop->header == from && j->loop->exit == to) visit(arg, s->teams->all.data[j->team].class);
    }
}

const Team *team_of_class(const Survey *s, uint32_t class)
{
    for (uint32_t t = 0; t < s->teams->all.count; t++)
        if (s->teams->all.data[t].class == class) return &s->teams->all.data[t];
    return NULL;
}

const Team *team_of_function(const Survey *s, LLVMValueRef function)
{
    uint32_t found = 0, class = 0;
    for (uint32_t c = 0; c < s->classes.count; c++)
        if (s->classes.data[c].function == function) {
            found++;
            class = c;
        }
    const Team *t = found == 1 ? team_of_class(s, class) : NULL;
    return t && (t->told.base || t->counter) && LLVMCountParams(function) == 1 ? t : NULL;
}

/* In the round that starts the thread which is told the counter's value, before the call that does. */
static bool is_not_told_yet(const Survey *s, const Team *t, LLVMValueRef i, LLVMValueRef index)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(i), start = LLVMGetInstructionParent(t->start);
    if (index != t->counter || !loop_has(t->loop, block)) return false;
    if (block == start) return i != t->start && instruction_is_before(i, t->start);
    return !block_leads(s->run, start, block, t->loop->header);
}

/* In a round of joins, behind the join of the thread that was told the counter's value. */
static bool is_behind_join(const Survey *s, const TeamJoin *j, LLVMValueRef i, LLVMValueRef index)
{
    const Team *t = &s->teams->all.data[j->team];
    LLVMBasicBlockRef block = LLVMGetInstructionParent(i), join = LLVMGetInstructionParent(j->call);
    if (index != j->counter || t->handle.index != t->counter || !loop_has(j->loop, block)) return false;
    if (block == join) return i != j->call && instruction_is_before(j->call, i);
    return block != j->loop->header && !block_leads(s->run, j->loop->header, block, join);
}

/* Whether bytes behind the beginning of an element stay in it. */
static bool stays_in_element(int64_t from, uint64_t bytes, uint64_t element)
{
    return bytes > 0 && from >= 0 && (uint64_t)from + bytes <= element;
}

bool team_leaves_element(const Survey *s, LLVMValueRef instruction, LLVMValueRef address, uint64_t bytes,
                         OwnMemory *out)
{
    Element e;
    if (s->teams->all.count == 0 || !element_find(s, address, &e) || !e.index) return false;
    for (uint32_t k = 0; k < s->teams->all.count; k++) {
        const Team *t = &s->teams->all.data[k];
        bool is_told = t->told.base == e.base && t->told.stride == e.stride &&
                       stays_in_element(e.offset - t->told.offset, bytes, t->own);
        bool is_by_number = LLVMIsAGlobalVariable(e.base) && stays_in_element(e.offset, bytes, e.stride);
        if (!t->counter || (!is_told && !is_by_number)) continue;
        bool is_left = is_not_told_yet(s, t, instruction, e.index);
        for (uint32_t j = 0; j < s->teams->joins.count && !is_left; j++)
            is_left =
                s->teams->joins.data[j].team == k && is_behind_join(s, &s->teams->joins.data[j], instruction, e.index);
        *out = is_told ? (OwnMemory){t->class, NULL, 0} : (OwnMemory){t->class, e.base, e.stride};
        if (is_left) return true;
    }
    return false;
}

/* ---- numbers ---- */

/* Whether a value is the number of the thread that was told what lies `before` bytes before another one. */
static bool is_thread_number(const Survey *s, const Team *t, LLVMValueRef v, LLVMValueRef told, int64_t before)
{
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(t->counter));
    for (; LLVMIsASExtInst(v) || LLVMIsAZExtInst(v) || LLVMIsATruncInst(v); v = LLVMGetOperand(v, 0))
        if (LLVMGetIntTypeWidth(LLVMTypeOf(v)) < width) return false;
    if (t->is_number) return LLVMIsAPtrToIntInst(v) && LLVMGetOperand(v, 0) == told && before == 0;
    Element e;
    if (t->number_at < 0 || !LLVMIsALoadInst(v) || LLVMGetVolatile(v)) return false;
    if (!element_find(s, LLVMGetOperand(v, 0), &e) || e.index || e.base != told) return false;
    return e.offset + before == t->number_at && LLVMTypeOf(v) == LLVMTypeOf(t->counter);
}

bool team_has_element(const Survey *s, const Team *t, LLVMValueRef value, int64_t before, LLVMValueRef address,
                      uint64_t bytes, OwnMemory *out)
{
    Element e;
    if (!t->counter || !element_find(s, address, &e) || !e.index || !LLVMIsAGlobalVariable(e.base)) return false;
    *out = (OwnMemory){t->class, e.base, e.stride};
    return stays_in_element(e.offset, bytes, e.stride) && is_thread_number(s, t, e.index, value, before);
}
