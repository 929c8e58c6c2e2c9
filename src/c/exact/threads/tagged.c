/* A start whose handle is not told apart by where it is (memory/handle.h) gives it a value of its own, which is kept,
 * copied and passed on like any other number. A join of a value is a case split over the starts: it waits for the
 * thread of the start whose value it has. What a start fills is followed where it is done once at most (ended.c), since
 * a value that stands for several threads would not say which.
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
#include "c/exact/model/names.h"
#include "c/exact/model/values.h"
#include "c/exact/threads/join.h"
#include "c/exact/threads/opaque.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"

static Sort value_sort(const Lowering *L) { return sort_bv(L->pointer_width); }

/* Small numbers are what programs write into handles themselves. */
static Term value_of(const Lowering *L, uint32_t creation)
{
    return term_const(L->tm, value_sort(L), UINT64_C(1001) + creation);
}

static uint32_t add_creation(Lowering *L, EdgeId create)
{
    Handle h = {.object = NO_ID, .offset = 0, .is_tagged = true};
    vec_push(L->run, &L->handles, h);
    HandleUse creation = {create, L->handles.count - 1, term_bool(L->tm, true)};
    vec_push(L->run, &L->creations, creation);
    return L->creations.count - 1;
}

void tagged_start(Lowering *L, const Val *address, EdgeId create)
{
    CHECK(program_has_edge(L->program, create) && L->program->edges.data[create.i].spawn.i != NO_ID);
    VarId chosen = var_temporary(L, "thread.handle", value_sort(L), false);
    Step ways[2] = {0};
    step_assign(L, &ways[0], chosen, value_of(L, add_creation(L, create)));
    step_assign(L, &ways[1], chosen, fresh_input(L, value_sort(L), "thread"));
    ways[1].approximate = "a thread handle is arbitrary";
    uint32_t first = L->program->edges.count;
    steps_emit(L, ways, 2);
    for (uint32_t i = first; i < L->program->edges.count; i++)
        if (L->program->edges.data[i].approximate) vec_push(L->run, &L->arbitrary_names, ((EdgeId){i}));
    Val value = val_term(var_term(L, chosen));
    address_write(L, address, LLVMIntTypeInContext(L->context, L->pointer_width), &value, NULL);
}

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
        join->looked_at = where;
        find_joined(L, join, are_opaque);
    }
    for (uint32_t i = 0; i < L->detaches.count; i++)
        if (L->detaches.data[i].uses.count == 0) find_detached(L, &L->detaches.data[i]);
    if (are_opaque) handles_forget_arbitrary(L);
    L->pos = pos;
}
