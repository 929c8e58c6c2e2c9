#include "c/survey/print.h"

#include <string.h>

#include "c/library/summary.h"
#include "c/survey/call.h"
#include "c/survey/solve.h"

/* Character k of a constant text; 0: its end. */
static uint64_t character(LLVMValueRef text, uint64_t k, uint64_t length)
{
    LLVMValueRef c = k < length ? LLVMGetAggregateElement(text, (unsigned)k) : NULL;
    return c && LLVMIsAConstantInt(c) ? LLVMConstIntGetZExtValue(c) : 0;
}

static bool is_modifier(uint64_t c) { return c > 0 && c < 128 && strchr("0123456789.*-+ #'IhlLqjzt$", (int)c) != NULL; }

/* From anywhere in it: a caller may leave out the beginning. */
bool print_has_conversion(LLVMValueRef text, char letter)
{
    bool is_constant = LLVMIsAGlobalVariable(text) && LLVMIsGlobalConstant(text);
    LLVMValueRef value = is_constant ? LLVMGetInitializer(text) : NULL;
    LLVMTypeRef type = value ? LLVMTypeOf(value) : NULL;
    if (!type || LLVMGetTypeKind(type) != LLVMArrayTypeKind) return false;
    if (LLVMGetTypeKind(LLVMGetElementType(type)) != LLVMIntegerTypeKind || LLVMIsNull(value)) return false;
    uint64_t length = LLVMGetArrayLength2(type);
    for (uint64_t i = 0; i < length; i++) {
        if (character(value, i, length) != '%') continue;
        for (i++; is_modifier(character(value, i, length));)
            i++;
        if (character(value, i, length) == (unsigned char)letter) return true;
    }
    return false;
}

/* Whether some constant text of the program could be a format that writes. */
static bool has_writing_text(Survey *s)
{
    if (s->writing_texts == 0) {
        s->writing_texts = 1;
        for (LLVMValueRef g = LLVMGetFirstGlobal(s->module); g; g = LLVMGetNextGlobal(g))
            if (print_has_conversion(g, 'n')) s->writing_texts = 2;
    }
    return s->writing_texts == 2;
}

/* A format that is in memory which the program writes was copied from a text, or is input: as long as no text of the
 * program is one that writes, none is taken to, which is said. */
PrintKind print_kind(Survey *s, LLVMValueRef format)
{
    uint32_t id = pointer_find(&s->node_ids, format);
    const Ids *targets = id == INTERN_NONE ? NULL : node_targets(s, s->value_nodes.data[id]);
    PrintKind kind = targets && targets->count > 0 ? PRINT_READS : PRINT_IS_ASSUMED;
    for (uint32_t i = 0; targets && i < targets->count; i++) {
        const SurveyObject *o = &s->objects.data[s->places.data[targets->data[i]].object];
        bool is_text = o->kind == SURVEY_CONSTANT && o->value && LLVMIsAGlobalVariable(o->value);
        if (!is_text)
            kind = PRINT_IS_ASSUMED;
        else if (print_has_conversion(o->value, 'n'))
            return PRINT_WRITES;
    }
    return kind == PRINT_IS_ASSUMED && has_writing_text(s) ? PRINT_WRITES : kind;
}

LLVMValueRef print_format(LLVMValueRef call, const char *name, bool *is_list)
{
    /* those that no summary has */
    static const struct {
        const char *name;
        unsigned format;
    } others[] = {{"asprintf", 1}, {"vasprintf", 1}};
    const Summary *summary = summary_find(name);
    const char *at = summary ? strpbrk(summary->uses, (char[]){ARGUMENT_FORMAT, ARGUMENT_WIDE_FORMAT, 0}) : NULL;
    unsigned k = at ? (unsigned)(at - summary->uses) : UINT32_MAX;
    *is_list = at ? strchr(summary->uses, ARGUMENT_LIST) != NULL : name[0] == 'v';
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(name, others[i].name) == 0) k = others[i].format;
    return k < LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, k) : NULL;
}

static bool is_unknown(Survey *s, LLVMValueRef i)
{
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    Intrinsic intrinsic = INTRINSIC_NONE;
    const char *name = callee && LLVMIsAFunction(callee) ? library_name(callee, &intrinsic) : NULL;
    bool is_list;
    LLVMValueRef format = name ? print_format(i, name, &is_list) : NULL;
    return format && print_kind(s, format) == PRINT_IS_ASSUMED;
}

bool print_has_unknown_format(Survey *s)
{
    for (uint32_t f = 0; f < s->reached.count; f++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->reached.data[f].function); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (is_unknown(s, i)) return true;
    return false;
}
