#include "c/exact/threads/start.h"

#include "base/check.h"
#include "c/exact/memory/cell.h"
#include "c/exact/memory/handle.h"
#include "c/exact/memory/place.h"
#include "c/exact/memory/split.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/values.h"
#include "c/exact/threads/named.h"
#include "c/exact/threads/tagged.h"

bool handle_is_named(Lowering *L, const Val *address, const HandleUses *uses)
{
    return uses->count == 0 && handles_have_names(L) && !handle_is_kept_apart(L, address);
}

/* The thread has any name, or the one that it was given, which no other thread has: of the first way a proof is needed,
 * too, unless nobody looks at the values of handles (named.c), but only the second is one that the library may go (the
 * names could be given so), and of use for a counterexample. */
static void write_name(Lowering *L, const Val *address, LLVMTypeRef type, VarId chosen)
{
    Step ways[2] = {0};
    step_assign(L, &ways[1], chosen, fresh_input(L, sort_bv(L->pointer_width), "thread"));
    ways[1].approximate = "a thread handle is arbitrary";
    uint32_t first = L->program->edges.count;
    steps_emit(L, ways, 2);
    for (uint32_t i = first; i < L->program->edges.count; i++)
        if (L->program->edges.data[i].approximate) vec_push(L->run, &L->arbitrary_names, ((EdgeId){i}));
    Val name = val_term(var_term(L, chosen));
    address_write(L, address, type, &name, NULL);
}

void handle_write(Lowering *L, const Val *address, EdgeId create, VarId name, HandleUses *uses)
{
    for (uint32_t i = 0; i < uses->count; i++) {
        CHECK(uses->data[i].edge.i == NO_ID && uses->data[i].handle < L->handles.count);
        uses->data[i].edge = create;
        if (create.i != NO_ID) vec_push(L->run, &L->creations, uses->data[i]);
    }
    CHECK(create.i == NO_ID || L->program->edges.data[create.i].spawn.i != NO_ID);
    bool is_known = uses->count > 0;
    vec_free(L->run, uses);
    if (is_known) return;
    LLVMTypeRef type = LLVMIntTypeInContext(L->context, L->pointer_width);
    if (name.i != NO_ID) {
        if (create.i != NO_ID) named_note(L, create);
        write_name(L, address, type, name);
        return;
    }
    if (create.i != NO_ID && !handle_is_kept_apart(L, address)) {
        tagged_start(L, address, create);
        return;
    }
    L->has_unnamed_handles = true;
    if (address->kind != VAL_POINTER) {
        address_havoc(L, address, type, "thread", "a thread handle is arbitrary");
        return;
    }
    if (handle_is_kept_apart(L, address)) {
        vec_push(L->run, &L->indexed_handles, address->object);
        return;
    }
    Place place = place_find(L, address, type, true);
    place_havoc(L, &place, "thread", "a thread handle is arbitrary");
}
