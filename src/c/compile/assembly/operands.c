#include "c/compile/assembly/operands.h"

#include <ctype.h>
#include <string.h>

#include "base/check.h"

typedef struct Constraints {
    LLVMValueRef call;
    AsmOperands *to;
    unsigned argument, result; /* that come next */
} Constraints;

static LLVMTypeRef argument_element_type(LLVMValueRef call, unsigned argument)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", strlen("elementtype"));
    LLVMAttributeRef found = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
    return found ? LLVMGetTypeAttributeValue(found) : NULL;
}

/* The type of the next result of the call. */
static LLVMTypeRef next_result(Constraints *c)
{
    LLVMTypeRef all = LLVMTypeOf(c->call);
    unsigned k = c->result++;
    if (LLVMGetTypeKind(all) != LLVMStructTypeKind) return k == 0 ? all : NULL;
    return k < LLVMCountStructElementTypes(all) ? LLVMStructGetTypeAtIndex(all, k) : NULL;
}

/* Of an operand that is an argument of the call. */
static bool take_argument(Constraints *c, AsmOperand *operand)
{
    if (c->argument >= LLVMGetNumArgOperands(c->call)) return false;
    operand->value = LLVMGetOperand(c->call, c->argument);
    operand->element = argument_element_type(c->call, c->argument);
    c->argument++;
    return true;
}

static bool has_only(const char *text, size_t length, const char *letters)
{
    for (size_t i = 0; i < length; i++)
        if (!strchr(letters, text[i])) return false;
    return length > 0;
}

static bool has_any(const char *text, size_t length, const char *letters)
{
    for (size_t i = 0; i < length; i++)
        if (strchr(letters, text[i])) return true;
    return false;
}

/* Where the compiler may choose: registers for integers, constants, memory. */
#define ANYWHERE "rqQRlgmoVXieZnIJKLMN"

static bool find_flag(const char *text, size_t length, AsmFlag *flag)
{
    static const struct {
        const char *name;
        AsmFlag flag;
    } table[] = {{"{@ccz}", ASM_ZERO}, {"{@cce}", ASM_ZERO}, {"{@ccnz}", ASM_NOT_ZERO}, {"{@ccne}", ASM_NOT_ZERO}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strlen(table[i].name) == length && memcmp(table[i].name, text, length) == 0) {
            *flag = table[i].flag;
            return true;
        }
    return false;
}

/* {register}, or letters that leave the choice to the compiler. */
static bool find_register_slot(const char *text, size_t length, unsigned own, unsigned *slot)
{
    *slot = ASM_REGISTER_COUNT + own;
    if (length == 0 || text[0] != '{') return has_only(text, length, ANYWHERE);
    AsmRegister which = ASM_AX;
    unsigned bits = 0;
    if (text[length - 1] != '}' || !asm_register_find(text + 1, length - 2, &which, &bits)) return false;
    *slot = which;
    return true;
}

static bool add_output_operand(Constraints *c, const char *text, size_t length)
{
    AsmOperand *operand = &c->to->operands[c->to->count];
    bool is_indirect = false, is_early = false;
    for (; length && strchr("*&%", *text); text++, length--) {
        is_indirect |= *text == '*';
        is_early |= *text == '&';
    }
    operand->is_output = true;
    if (is_indirect) {
        bool may_be_register = has_any(text, length, "rqQRgX");
        operand->is_memory = !may_be_register;
        operand->is_stored = may_be_register;
        if (!has_only(text, length, ANYWHERE) || !take_argument(c, operand) || !operand->element) return false;
        if (operand->is_memory) return true;
    } else if (!(operand->result = next_result(c)))
        return false;
    if (!is_indirect && find_flag(text, length, &operand->flag)) return true;
    if (!find_register_slot(text, length, c->to->count, &operand->slot)) return false;
    AsmSlot *slot = &c->to->slots[operand->slot];
    if (slot->is_output) return false;
    *slot =
        (AsmSlot){.type = is_indirect ? operand->element : operand->result, .is_output = true, .is_early = is_early};
    return true;
}

/* The number of the output that an input shares its register with. */
static bool find_tie(const Constraints *c, const char *text, size_t length, unsigned *slot)
{
    if (length != 1 || !isdigit((unsigned char)text[0])) return false;
    unsigned k = (unsigned)(text[0] - '0');
    const AsmOperand *output = &c->to->operands[k];
    if (k >= c->to->count || !output->is_output || output->is_memory || output->is_stored || output->flag) return false;
    *slot = output->slot;
    return true;
}

static bool add_input_operand(Constraints *c, const char *text, size_t length)
{
    AsmOperand *operand = &c->to->operands[c->to->count];
    if (length && *text == '*') {
        operand->is_memory = true;
        return has_only(text + 1, length - 1, "moV") && take_argument(c, operand) && operand->element;
    }
    if (length && *text == '%') {
        text++;
        length--;
    }
    if (!take_argument(c, operand)) return false;
    if (!find_tie(c, text, length, &operand->slot) && !find_register_slot(text, length, c->to->count, &operand->slot))
        return false;
    AsmSlot *slot = &c->to->slots[operand->slot];
    LLVMTypeRef type = LLVMTypeOf(operand->value);
    if (slot->value || slot->is_clobber || (slot->type && slot->type != type && operand->slot >= ASM_REGISTER_COUNT))
        return false;
    if (!slot->type) slot->type = type;
    slot->value = operand->value;
    return true;
}

static bool add_clobber(Constraints *c, const char *text, size_t length)
{
    AsmRegister which = ASM_AX;
    unsigned bits = 0;
    if (length == strlen("{memory}") && memcmp(text, "{memory}", length) == 0) c->to->clobbers_memory = true;
    if (length < 3 || !asm_register_find(text + 1, length - 2, &which, &bits)) return true;
    if (c->to->slots[which].type) return false; /* of an operand, too: the compiler would not have it */
    c->to->slots[which].is_clobber = true;
    return true;
}

static bool add_asm_constraint(Constraints *c, const char *text, size_t length)
{
    if (length == 0) return true;
    if (text[0] == '~') return add_clobber(c, text + 1, length - 1);
    if (text[0] == '!' || c->to->count == ASM_MAX_OPERANDS) return false;
    bool is_known = text[0] == '=' ? add_output_operand(c, text + 1, length - 1) : add_input_operand(c, text, length);
    c->to->count++;
    return is_known;
}

bool asm_operands(LLVMValueRef call, AsmOperands *found)
{
    *found = (AsmOperands){0};
    Constraints c = {.call = call, .to = found};
    size_t length = 0;
    const char *text = LLVMGetInlineAsmConstraintString(LLVMGetCalledValue(call), &length), *end = text + length;
    for (const char *at = text; at <= end;) {
        const char *stop = at;
        while (stop < end && *stop != ',')
            stop++;
        if (!add_asm_constraint(&c, at, (size_t)(stop - at))) return false;
        at = stop + 1;
    }
    CHECK(c.argument <= LLVMGetNumArgOperands(call));
    return c.argument == LLVMGetNumArgOperands(call);
}
