#include "c/survey/library_state.h"

#include "c/compile/state_object.h"
#include "c/survey/gather.h"
#include "c/survey/object.h"
#include "c/survey/solve.h"

#define SHOWN_BYTES 4096u

/* The object of what a state shows; NULL: nothing. */
static LLVMValueRef shown_object(Survey *s, LibraryState state)
{
    LLVMValueRef global = state_shown_object(s->module, state, SHOWN_BYTES);
    if (!global || pointer_find(&s->object_ids, global) != INTERN_NONE) return global;
    uint32_t object = object_of(s, SURVEY_STATIC, global, NULL, true);
    node_add_target(s, content_written(s, place_anywhere(s, object)), place_at(s, object, 0));
    return global;
}

bool library_state_gather(Survey *s, LLVMValueRef call, const char *name)
{
    bool is_shown = false;
    const StateUse *use;
    for (size_t i = 0; (use = state_next(name, &i)) != NULL;) {
        uint32_t state = value_node(s, state_object(s->module, use->state));
        LLVMValueRef shown = shown_object(s, use->state);
        unsigned k = use->keeps;
        if (k && k <= LLVMGetNumArgOperands(call) && is_pointer_like(LLVMGetOperand(call, k - 1)))
            node_copy(s, value_node(s, LLVMGetOperand(call, k - 1)), state);
        if (!shown) continue;
        is_shown = true;
        if (may_hold(LLVMTypeOf(call))) node_copy(s, value_node(s, shown), value_node(s, call));
    }
    for (unsigned k = 0; state_gives_back(name) && k < LLVMGetNumArgOperands(call); k++)
        if (is_pointer_like(LLVMGetOperand(call, k))) node_copy(s, value_node(s, LLVMGetOperand(call, k)), s->outside);
    return is_shown;
}

/* Whether the call uses the state, by an argument that must be NULL for it. */
static bool applies_by_null(const Survey *s, LLVMValueRef call, const StateUse *use)
{
    if (!use->if_null || use->if_null > LLVMGetNumArgOperands(call)) return true;
    LLVMValueRef argument = LLVMGetOperand(call, use->if_null - 1);
    uint32_t id = pointer_find(&s->node_ids, argument);
    bool is_object = LLVMIsAAllocaInst(argument) || LLVMIsAGlobalVariable(argument);
    return LLVMIsNull(argument) || id == INTERN_NONE || !is_object;
}

/* Whether the call only reads the state, by an argument that is NULL. */
static bool only_reads_state(LLVMValueRef call, const StateUse *use)
{
    return use->if_given && use->if_given <= LLVMGetNumArgOperands(call) &&
           LLVMIsNull(LLVMGetOperand(call, use->if_given - 1));
}

/* The variable that leads to the environment, by each of its names. */
static void add_environment(Survey *s, bool is_write, EffectVisit *visit, void *arg)
{
    for (size_t i = 0; state_environment(i); i++) {
        SurveyEffect effect = {.is_write = is_write, .is_all = true};
        effect.pointer = LLVMGetNamedGlobal(s->module, state_environment(i));
        if (effect.pointer && pointer_find(&s->node_ids, effect.pointer) != INTERN_NONE) visit(arg, &effect);
    }
}

void library_state_effects(Survey *s, LLVMValueRef call, const char *name, EffectVisit *visit, void *arg)
{
    const StateUse *use;
    for (size_t i = 0; (use = state_next(name, &i)) != NULL;) {
        if (use->access == STATE_SAFE || !applies_by_null(s, call, use)) continue;
        SurveyEffect effect = {.is_write = state_access_is_write(use->access), .is_all = true};
        effect.is_write &= !only_reads_state(call, use);
        effect.is_atomic = use->access == STATE_LOCKS;
        effect.pointer = state_object(s->module, use->state);
        if (use->state == STATE_ENVIRONMENT) add_environment(s, effect.is_write, visit, arg);
        bool is_contended = state_is_contended(s->module, use);
        if (is_contended && pointer_find(&s->node_ids, effect.pointer) != INTERN_NONE) visit(arg, &effect);
        effect.pointer = state_shown_object(s->module, use->state, SHOWN_BYTES);
        if (effect.pointer && effect.is_write && !effect.is_atomic) visit(arg, &effect);
        effect.is_static = use->state == STATE_ENVIRONMENT && effect.is_write; /* who has environ */
        effect.pointer = LLVMConstPointerNull(LLVMPointerTypeInContext(s->context, 0));
        if (effect.is_static) visit(arg, &effect);
    }
}
