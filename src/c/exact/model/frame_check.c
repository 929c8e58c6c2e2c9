#include "c/exact/model/frame_check.h"

#include "c/compile/function.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/values.h"

static bool is_loc_of(const Lowering *L, LocId loc, TemplateId template)
{
    return program_has_loc(L->program, loc) && L->program->locs.data[loc.i].template.i == template.i;
}

static bool frame_join_is_valid(const Lowering *L, const BlockState *s)
{
    if (!s->has_loc) return true;
    return is_loc_of(L, s->loc, L->thread->id) && L->program->locs.data[s->loc.i].atomic == (s->depth > 0 || s->is_mid);
}

static bool caller_is_valid(const Frame *f)
{
    const Frame *caller = f->caller;
    if (!caller) return f->level == 0 && !f->call;
    if (f->level != caller->level + 1) return false;
    return !f->call || (caller->is_active && instruction_function(f->call) == caller->info->function);
}

bool frame_is_valid(const Lowering *L, const Frame *f)
{
    if (!f->is_active || !caller_is_valid(f) || f->value_ids.count != f->entries.count) return false;
    for (uint32_t i = 0; i < f->live.count; i++)
        if (f->live.data[i] >= f->entries.count) return false;
    for (uint32_t i = 0; i < f->info->blocks.count; i++)
        if (!frame_join_is_valid(L, &f->blocks[i])) return false;
    for (uint32_t i = 0; i < f->work.count; i++) {
        const Work *w = &f->work.data[i];
        if (!function_block(f->info, w->block) || !w->cursor.is_reachable || !cursor_is_valid(L, &w->cursor))
            return false;
    }
    return frame_join_is_valid(L, &f->ret) && f->info->ret_count >= f->has_returned + 2u * f->ret.has_loc;
}

bool block_is_entered(const Lowering *L, LLVMBasicBlockRef block)
{
    const BlockInfo *info = function_block(L->frame->info, block);
    const BlockState *s = &L->frame->blocks[info->index];
    const Cursor *c = &L->cursor;
    if (!c->is_reachable || !cursor_is_valid(L, c)) return false;
    if (info->predecessors <= 1) return !s->has_loc;
    return s->has_loc && c->has_loc && c->loc.i == s->loc.i && c->depth == s->depth;
}

bool value_fits(const Lowering *L, const Val *v, LLVMTypeRef type)
{
    unsigned width = type_width(L, type);
    switch (v->kind) {
    case VAL_NONE: return true;
    case VAL_TERM:
        if (v->count != 1 || width == 0 || width > 64) return false;
        return sort_same(term_sort(L->tm, v->terms[0]), width == 1 ? sort_bool() : sort_bv(width));
    case VAL_PAIR: return v->count == 2 && width == 0;
    case VAL_POINTER: return width == L->pointer_width && v->object < L->objects.count;
    case VAL_FUNCTION: return width == L->pointer_width && LLVMIsAFunction(v->function);
    case VAL_ADDRESS: return width == L->pointer_width && v->count >= 1 && v->targets;
    }
    return false;
}

static bool model_thread_is_valid(const Lowering *L, const Thread *t, uint32_t i)
{
    if (t->id.i != i || t->info->function != t->function) return false;
    if (t->parameters.count != LLVMCountParams(t->function)) return false;
    for (uint32_t k = 0; k < t->parameters.count; k++) {
        const ThreadParameter *p = &t->parameters.data[k];
        if (p->has_var && (!program_is_local_of(L->program, p->var, t->id) || p->is_unused ||
                           !L->program->vars.data[p->var.i].is_parameter))
            return false;
    }
    if (t->has_end && !is_loc_of(L, t->end, t->id)) return false;
    if (t->has_error && !is_loc_of(L, t->error, t->id)) return false;
    for (uint32_t k = 0; k < 2; k++)
        if (t->has_halt[k] && (!is_loc_of(L, t->halt[k], t->id) || L->program->locs.data[t->halt[k].i].atomic != k))
            return false;
    return !t->has_result || program_is_local_of(L->program, t->result, t->id);
}

bool model_threads_are_valid(const Lowering *L)
{
    for (uint32_t i = 0; i < L->threads.count; i++)
        if (!model_thread_is_valid(L, L->threads.data[i], i)) return false;
    return L->threads.count == L->program->templates.count;
}
