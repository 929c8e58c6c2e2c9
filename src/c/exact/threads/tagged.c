/* A start whose handle is not told apart by where it is (memory/handle.h) gives it a value of its own, which is kept,
 * copied and passed on like any other number. A join of a value is a case split over the starts: it waits for the
 * thread of the start whose value it has. What a start fills is followed where it is done once at most (ended.c), since
 * a value that stands for several threads would not say which. A call that starts threads again and again is one start
 * at first. Where a deadlock depends on who is joined it is several, of which a count chooses the next one; behind the
 * last one the model ends. Elsewhere it would end for nothing.
 *
 * Where nobody looks at the values of handles (opaque.h) the program does the same whatever values the library gives,
 * so these are all that need to be examined. A join of another value is then one of no handle, which is undefined: such
 * runs are not examined, as a note says. Otherwise a handle may be any number, too, as an over-approximation, and a
 * join of a value that no start gives does not wait, as that of a thread that is not known. */
#include "c/exact/threads/tagged.h"

#include "base/check.h"
#include "c/exact/memory/handle.h"
#include "c/exact/memory/split.h"
#include "c/exact/model/assumption.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/values.h"
#include "c/exact/threads/join.h"
#include "c/exact/threads/opaque.h"
#include "c/exact/threads/waits.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"

#define ROUNDS 8 /* of starts by one call that are told apart */

static Sort value_sort(const Lowering *L) { return sort_bv(L->pointer_width); }

/* Small numbers are what programs write into handles themselves. */
static Term value_of(const Lowering *L, uint32_t creation)
{
    return term_const(L->tm, value_sort(L), UINT64_C(1001) + creation);
}

static uint32_t add_creation(Lowering *L, EdgeId create, bool is_once)
{
    Handle h = {.object = NO_ID, .is_tagged = true, .is_once = is_once, .call = L->instruction};
    vec_push(L->run, &L->handles, h);
    HandleUse creation = {create, L->handles.count - 1, term_bool(L->tm, true)};
    vec_push(L->run, &L->creations, creation);
    return L->creations.count - 1;
}

/* The handle has the value that was chosen, or any, which handles_forget_arbitrary takes back. */
static void add_arbitrary(Lowering *L, VarId chosen, Term value)
{
    Step ways[2] = {0};
    if (term_is(value)) step_assign(L, &ways[0], chosen, value);
    step_assign(L, &ways[1], chosen, fresh_input(L, value_sort(L), "thread"));
    ways[1].approximate = "a thread handle is arbitrary";
    uint32_t first = L->program->edges.count;
    steps_emit(L, ways, 2);
    for (uint32_t i = first; i < L->program->edges.count; i++)
        if (L->program->edges.data[i].approximate) vec_push(L->run, &L->arbitrary_names, ((EdgeId){i}));
}

void tagged_write(Lowering *L, const Val *address, VarId chosen)
{
    Val value = val_term(var_term(L, chosen));
    L->at_handle = true;
    address_write(L, address, LLVMIntTypeInContext(L->context, L->pointer_width), &value, NULL);
    L->at_handle = false;
}

void tagged_start(Lowering *L, const Val *address, EdgeId create)
{
    CHECK(program_has_edge(L->program, create) && L->program->edges.data[create.i].spawn.i != NO_ID);
    VarId chosen = var_temporary(L, "thread.handle", value_sort(L), false);
    add_arbitrary(L, chosen, value_of(L, add_creation(L, create, false)));
    tagged_write(L, address, chosen);
}

/* ---- rounds ---- */

bool tagged_has_rounds(const Lowering *L) { return facts_has(L->facts, L->instruction, 0, FACT_ROUNDS); }

static Step copy_start(Lowering *L, const Step *start)
{
    Step copy = *start;
    copy.assigns.data = NULL, copy.args.data = NULL;
    copy.assigns.count = copy.args.count = copy.assigns.capacity = copy.args.capacity = 0;
    for (uint32_t i = 0; i < start->assigns.count; i++)
        vec_push(L->run, &copy.assigns, start->assigns.data[i]);
    for (uint32_t i = 0; i < start->args.count; i++)
        vec_push(L->run, &copy.args, start->args.data[i]);
    return copy;
}

void tagged_start_rounds(Lowering *L, Step *start, VarId *chosen)
{
    Step steps[ROUNDS];
    uint32_t base = L->creations.count;
    VarId rounds = waits_count(L, "threads.started", 0, sort_bv(8));
    *chosen = var_temporary(L, "thread.handle", value_sort(L), false);
    origin_refuse(L, L->pos, "deadlocks of threads that one call starts again and again cannot be run natively yet");
    emit_limit(L, term_eq(L->tm, var_term(L, rounds), term_bv(L->tm, 8, ROUNDS)),
               lower_reason(L, run_format(L->run, "more than %d threads are started here and joined", ROUNDS)));
    for (uint32_t k = 0; k < ROUNDS; k++) {
        Term is_next = term_eq(L->tm, var_term(L, rounds), term_bv(L->tm, 8, k));
        steps[k] = copy_start(L, start);
        steps[k].guard = term_is(start->guard) ? term_and(L->tm, start->guard, is_next) : is_next;
        step_assign(L, &steps[k], rounds, term_bv(L->tm, 8, k + 1));
        step_assign(L, &steps[k], *chosen, value_of(L, base + k));
    }
    step_free(L, start);
    uint32_t first = L->program->edges.count;
    steps_emit(L, steps, ROUNDS);
    for (uint32_t i = first; i < L->program->edges.count; i++)
        if (L->program->edges.data[i].spawn.i != NO_ID) add_creation(L, (EdgeId){i}, true);
    CHECK(L->creations.count <= base + ROUNDS);
    add_arbitrary(L, *chosen, TERM_NONE);
}

void tagged_want_rounds(Lowering *L)
{
    for (uint32_t i = 0; i < L->handles.count; i++)
        if (L->handles.data[i].is_tagged && !L->handles.data[i].is_once && L->handles.data[i].is_lost)
            facts_add(L, L->handles.data[i].call, 0, FACT_ROUNDS);
    for (uint32_t i = 0; i < L->indexed_handles.count; i++)
        facts_add(L, L->objects.data[L->indexed_handles.data[i]].value, 0, FACT_HANDLES_NAMED);
}

/* ---- joins ---- */

static bool is_tagged(const Lowering *L, uint32_t creation)
{
    return L->handles.data[L->creations.data[creation].handle].is_tagged;
}

/* The join is one of the starts whose value it has. */
static void find_joined(Lowering *L, Join *join, bool are_opaque)
{
    Term other = term_bool(L->tm, true);
    for (uint32_t i = 0; i < L->creations.count; i++) {
        if (!is_tagged(L, i)) continue;
        Term here = term_eq(L->tm, join->name, value_of(L, i));
        vec_push(L->run, &join->uses, ((HandleUse){{NO_ID}, L->creations.data[i].handle, here}));
        other = term_and(L->tm, other, term_not(L->tm, here));
    }
    if (join->uses.count == 0) return;
    if (!join_ask_results(L, join)) return;
    join->name = TERM_NONE;
    if (are_opaque)
        assumption_joined(L, join->pos);
    else
        join->other = other;
}

/* Which one a value is does not matter to who asks whether a join is one of a thread that was detached. */
static void find_detached(Lowering *L, Detach *d)
{
    for (uint32_t i = 0; i < L->creations.count; i++)
        if (is_tagged(L, i))
            vec_push(L->run, &d->uses, ((HandleUse){{NO_ID}, L->creations.data[i].handle, term_bool(L->tm, true)}));
}

void tagged_resolve(Lowering *L)
{
    bool any = false;
    SourcePos pos = L->pos, where = {0};
    for (uint32_t i = 0; i < L->creations.count; i++)
        any |= is_tagged(L, i);
    if (!any) return;
    bool are_opaque = handles_are_opaque(L, &where);
    for (uint32_t i = 0; i < L->joins.count; i++) {
        Join *join = &L->joins.data[i];
        if (!term_is(join->name) || join->uses.count > 0) continue;
        if (!are_opaque) join->looked_at = where;
        find_joined(L, join, are_opaque);
    }
    for (uint32_t i = 0; i < L->detaches.count; i++)
        if (L->detaches.data[i].uses.count == 0) find_detached(L, &L->detaches.data[i]);
    if (are_opaque) handles_forget_arbitrary(L);
    L->pos = pos;
}
