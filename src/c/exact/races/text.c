#include "c/exact/races/text.h"

#include "c/exact/memory/choices.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"

#define FORMAT_LENGTH 4096u /* longer ones are not looked at */

bool address_is_constant(Lowering *L, const Val *v)
{
    const Object *o = v->kind == VAL_POINTER ? &L->objects.data[v->object] : NULL;
    return o && o->kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(o->value);
}

/* The characters from an address in constant memory on; the length, or UINT32_MAX when they are not known. */
static uint32_t constant_characters(Lowering *L, const Val *v, bool is_wide, uint32_t *text)
{
    if (!address_is_constant(L, v) || v->count || v->offset < 0) return UINT32_MAX;
    LLVMValueRef init = LLVMGetInitializer(L->objects.data[v->object].value);
    LLVMTypeRef type = init ? LLVMTypeOf(init) : NULL;
    uint64_t size = is_wide ? 4 : 1, at = (uint64_t)v->offset / size;
    if (!type || LLVMGetTypeKind(type) != LLVMArrayTypeKind || (uint64_t)v->offset % size ||
        LLVMABISizeOfType(L->layout, LLVMGetElementType(type)) != size)
        return UINT32_MAX;
    for (uint32_t n = 0; n < FORMAT_LENGTH && at + n < LLVMGetArrayLength2(type); n++) {
        LLVMValueRef c = LLVMGetAggregateElement(init, (unsigned)(at + n));
        if (!c || !LLVMIsAConstantInt(c)) return UINT32_MAX;
        text[n] = (uint32_t)LLVMConstIntGetZExtValue(c);
        if (text[n] == 0) return n;
    }
    return UINT32_MAX;
}

bool text_is_constant(Lowering *L, const Val *v)
{
    if (v->kind != VAL_POINTER && (v->kind != VAL_ADDRESS || v->targets->has_number)) return false;
    uint32_t *text = run_alloc(L->run, FORMAT_LENGTH * sizeof *text);
    Choices choices = {0};
    choices_find(L, v, &choices);
    bool is_constant = choices.count > 0;
    for (uint32_t i = 0; i < choices.count && is_constant; i++)
        is_constant = constant_characters(L, &choices.data[i].val, false, text) != UINT32_MAX;
    vec_free(L->run, &choices);
    run_release(L->run, text);
    return is_constant;
}

Term text_length(Lowering *L, const Val *v, Sort sort)
{
    if (v->kind != VAL_POINTER && (v->kind != VAL_ADDRESS || v->targets->has_number)) return TERM_NONE;
    uint32_t *text = run_alloc(L->run, FORMAT_LENGTH * sizeof *text);
    Choices choices = {0};
    choices_find(L, v, &choices);
    Term length = TERM_NONE;
    for (uint32_t i = 0; i < choices.count; i++) {
        uint32_t n = constant_characters(L, &choices.data[i].val, false, text);
        Term here = n == UINT32_MAX ? TERM_NONE : term_const(L->tm, sort, n);
        bool is_other = term_is(length) && term_is(here) && term_is(choices.data[i].guard);
        length = is_other ? term_ite(L->tm, choices.data[i].guard, here, length) : here;
        if (!term_is(here)) break;
    }
    vec_free(L->run, &choices);
    run_release(L->run, text);
    return length;
}

bool text_format(Lowering *L, LLVMValueRef argument, bool is_wide, Format *format)
{
    Val v = operand_val(L, argument);
    if (v.kind != VAL_POINTER && (v.kind != VAL_ADDRESS || v.targets->has_number)) return false;
    uint32_t *text = run_alloc(L->run, FORMAT_LENGTH * sizeof *text);
    Choices choices = {0};
    bool is_known = true;
    *format = (Format){.count = 0};
    uint64_t texts = 0, some_texts = UINT64_MAX, narrow = UINT64_MAX; /* of any target, of all */
    choices_find(L, &v, &choices);
    for (uint32_t i = 0; i < choices.count && is_known; i++) {
        uint32_t length = constant_characters(L, &choices.data[i].val, is_wide, text);
        is_known = length != UINT32_MAX && format_parse(text, length, L->pointer_width / 8, format);
        is_known &= format->count == 0 || choices.count == 1;
        texts |= format->texts;
        some_texts &= format->some_texts;
        narrow &= format->narrow;
    }
    is_known &= choices.count > 0;
    format->texts = texts;
    format->some_texts = some_texts;
    format->narrow = narrow;
    vec_free(L->run, &choices);
    run_release(L->run, text);
    return is_known;
}
