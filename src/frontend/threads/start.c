#include "frontend/threads/start.h"

#include "base/check.h"
#include "frontend/memory/cell.h"
#include "frontend/memory/handle.h"
#include "frontend/memory/place.h"
#include "frontend/memory/split.h"
#include "frontend/memory/values.h"
#include "frontend/model/emit.h"
#include "frontend/model/names.h"
#include "term/boolean.h"
#include "term/build.h"

/* How many names have been given to threads. */
static VarId names_given(Lowering *L)
{
    if (L->has_names) return L->names_given;
    Var var = {.name = name_unique(L, "threads.named"), .sort = sort_bv(L->pointer_width), .class = VAR_SHARED};
    var.template.i = NO_ID;
    var.init = term_bv(L->tm, L->pointer_width, 0);
    var.is_temporary = true;
    L->names_given = var_add(L, &var, NULL);
    L->has_names = true;
    return L->names_given;
}

/* The thread gets any name, or one that no other thread has: of the first way a proof is needed, too, but only the
 * second is one that the library may go (the names could be given so), and of use for a counterexample. */
static void write_name(Lowering *L, const Val *address, LLVMTypeRef type)
{
    Sort sort = sort_bv(L->pointer_width);
    VarId chosen = var_temporary(L, "thread.name", sort, false), given = names_given(L);
    Term next = term_add(L->tm, var_term(L, given), term_bv(L->tm, sort.width, 1));
    Step ways[2] = {0};
    step_assign(L, &ways[0], chosen, next);
    step_assign(L, &ways[0], given, next);
    step_assign(L, &ways[1], chosen, fresh_input(L, sort, "thread"));
    ways[1].approximate = "a thread handle is arbitrary";
    steps_emit(L, ways, 2);
    Val name = val_term(var_term(L, chosen));
    address_write(L, address, type, &name, NULL);
}

void handle_write(Lowering *L, const Val *address, EdgeId create, HandleUses *uses)
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
    if (property_is_asked(L, PROPERTY_NO_DATA_RACE) && !handle_is_kept_apart(L, address)) {
        write_name(L, address, type);
        return;
    }
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
