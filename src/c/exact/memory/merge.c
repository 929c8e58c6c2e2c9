#include "c/exact/memory/merge.h"

#include "base/check.h"
#include "c/compile/source.h"
#include "c/exact/memory/slot.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/values.h"

/* ---- ways ---- */

SourcePos block_pos(Lowering *L, LLVMBasicBlockRef block)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        SourcePos pos = sources_pos(L->sources, i);
        if (pos.line && !LLVMIsAPHINode(i)) return pos;
    }
    return L->pos;
}

/* For checks: a location of the thread at hand, where others wait exactly inside of atomic sections and statements that
 * are one step. */
static bool join_loc_is_valid(const Lowering *L, const BlockState *state)
{
    if (!state->has_loc || !program_has_loc(L->program, state->loc)) return false;
    const Loc *loc = &L->program->locs.data[state->loc.i];
    return loc->template.i == L->thread->id.i && loc->atomic == (state->depth > 0 || state->is_mid) &&
           (!state->is_mid || L->options->granularity == GRANULARITY_STATEMENT || state->depth > 0);
}

void work_push(Lowering *L, LLVMBasicBlockRef block, const Cursor *cursor)
{
    CHECK(block && cursor->is_reachable && cursor_is_valid(L, cursor));
    CHECK(!term_is(cursor->condition) && !cursor->has_read); /* an edge leads there */
    Work work = {block, *cursor};
    vec_push(L->run, &L->frame->work, work);
}

static bool wanted_atomic(const Lowering *L, bool is_mid) { return L->cursor.depth > 0 || is_mid; }

/* First arrival: the join's location is this one, and block (if any) is to be lowered from there. */
static void join_open(Lowering *L, BlockState *state, LocId loc, LLVMBasicBlockRef block, bool is_mid)
{
    state->has_loc = true;
    state->loc = loc;
    state->depth = L->cursor.depth;
    state->is_mid = is_mid;
    CHECK(join_loc_is_valid(L, state));
    if (!block) return;
    Cursor cursor = {0};
    cursor.events = state->events;
    cursor.is_reachable = cursor.has_loc = true;
    cursor.loc = loc;
    cursor.depth = state->depth;
    cursor.is_mid = is_mid;
    work_push(L, block, &cursor);
}

LocId join_loc(Lowering *L, BlockState *state, LLVMBasicBlockRef block, bool is_mid)
{
    if (!state->has_loc) {
        SourcePos here = L->pos;
        if (block) L->pos = block_pos(L, block);
        LocId loc = loc_make(L, L->thread, NULL, wanted_atomic(L, is_mid));
        L->pos = here;
        join_open(L, state, loc, block, is_mid);
        return loc;
    }
    if (state->depth != L->cursor.depth)
        lower_refuse(L, "this point is reached both inside and outside of an atomic section; balance the calls");
    if (state->is_mid && !is_mid) { /* where in doubt, finer */
        state->is_mid = false;
        L->program->locs.data[state->loc.i].atomic = state->depth > 0;
    }
    CHECK(join_loc_is_valid(L, state));
    return state->loc;
}

void join_enter(Lowering *L, BlockState *state, LLVMBasicBlockRef block, Step *step, bool is_mid)
{
    Cursor *c = &L->cursor;
    CHECK(cursor_is_valid(L, c) && emitted_step_is_valid(L, step));
    bool needs_edge = step->assigns.count > 0 || term_is(c->condition);
    if (!needs_edge && c->has_loc && !state->has_loc &&
        L->program->locs.data[c->loc.i].atomic == wanted_atomic(L, is_mid)) {
        state->events = origin_take_optional(L);
        join_open(L, state, c->loc, block, is_mid);
    } else if (!needs_edge && !c->has_loc) {
        origin_end_dangling(L);
        LocId to = join_loc(L, state, block, is_mid);
        for (uint32_t i = 0; i < c->dangling.count; i++)
            edge_set_target(L, c->dangling.data[i], to);
        vec_free(L->run, &c->dangling);
    } else {
        EdgeId edge = step_add(L, step);
        if (edge.i != NO_ID) edge_set_target(L, edge, join_loc(L, state, block, is_mid));
    }
    step_free(L, step);
    c->is_reachable = false;
}

/* ---- values ---- */

/* Addresses that differ become numbers; what they may be belongs to the place where they meet. */
static void merge_addresses(Lowering *L, Val *merged, bool is_first, const Val *v, const SlotKey *key, const char *name,
                            Step *step)
{
    Term t = slot_store(L, key, v, true);
    if (is_first) {
        Term temporary = var_term(L, var_temporary(L, name, sort_bv(L->pointer_width), false));
        *merged = slot_load(L, key, temporary, true);
    }
    CHECK(term_kind(L->tm, merged->terms[0]) == TERM_VAR);
    step_assign(L, step, (VarId){term_symbol(L->tm, merged->terms[0])}, t);
}

void merge_value(Lowering *L, Val *merged, bool is_first, const Val *v, const SlotKey *key, const char *name,
                 Step *step)
{
    if (v->kind == VAL_NONE || v->kind == VAL_PAIR)
        lower_refuse(L, "a value of this kind cannot be chosen between; use integers");
    if (facts_has(L->facts, key->value, 0, FACT_RUNTIME)) {
        merge_addresses(L, merged, is_first, v, key, name, step);
        return;
    }
    if (v->kind == VAL_ADDRESS || (!is_first && !val_same_shape(merged, v))) {
        facts_add(L, key->value, 0, FACT_RUNTIME);
        longjmp(L->restart, 1);
    }
    if (is_first) {
        *merged = *v;
        for (uint32_t i = 0; i < v->count; i++) {
            VarId temporary = var_temporary(L, name, term_sort(L->tm, v->terms[i]), true);
            merged->terms[i] = var_term(L, temporary);
        }
    }
    CHECK(val_is_valid(L, merged) && val_same_shape(merged, v));
    for (uint32_t i = 0; i < v->count; i++)
        step_assign(L, step, (VarId){term_symbol(L->tm, merged->terms[i])}, v->terms[i]);
}
