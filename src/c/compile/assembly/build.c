/* What an instruction reads and writes is exact: its width is that of its suffix or register, not of the operand's
 * type. A locked instruction is one atomic step; one without the prefix that reads memory and writes it is two, between
 * which other processors may step. An exchange is locked always.
 *
 * The compiler may give an input the register of an output, unless that is an early one: once such an output has been
 * written, inputs are not read any more. Nor is memory, whose address is in an input. */
#include "c/compile/assembly/build.h"

#include <stddef.h>

#include "base/check.h"
#include "c/compile/assembly/exchange.h"

static LLVMTypeRef integer_type(AsmBuild *b, unsigned bits) { return LLVMIntTypeInContext(b->context, bits); }

static bool is_pointer_type(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMPointerTypeKind; }

/* 0: neither a number nor an address. */
static unsigned width_of_type(AsmBuild *b, LLVMTypeRef type)
{
    if (is_pointer_type(type)) return LLVMGetPointerAddressSpace(type) == 0 ? b->pointer_bits : 0;
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

LLVMValueRef asm_coerce(AsmBuild *b, LLVMValueRef value, LLVMTypeRef type)
{
    LLVMTypeRef own = LLVMTypeOf(value);
    if (own == type) return value;
    if (width_of_type(b, own) == 0 || width_of_type(b, own) != width_of_type(b, type)) return NULL;
    return is_pointer_type(own) ? LLVMBuildPtrToInt(b->builder, value, type, "")
                                : LLVMBuildIntToPtr(b->builder, value, type, "");
}

LLVMValueRef asm_flag(AsmBuild *b, AsmFlag flag, LLVMTypeRef type)
{
    if (!b->zero || LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) < 2) return NULL;
    LLVMValueRef bit = flag == ASM_ZERO ? b->zero : LLVMBuildNot(b->builder, b->zero, "");
    return LLVMBuildZExt(b->builder, bit, type, "flag");
}

/* ---- registers ---- */

static LLVMValueRef read_slot(AsmBuild *b, unsigned k, unsigned bits, bool may_be_part)
{
    const AsmSlot *slot = &b->operands.slots[k];
    bool is_input = !slot->is_output && !slot->is_clobber;
    if (!slot->value || (is_input && b->has_written)) return NULL;
    LLVMTypeRef type = LLVMTypeOf(slot->value);
    unsigned width = width_of_type(b, type);
    if (width == bits) return slot->value;
    if (!may_be_part || width < bits || is_pointer_type(type)) return NULL;
    return LLVMBuildTrunc(b->builder, slot->value, integer_type(b, bits), "");
}

/* The rest of a register that is written in part only is not known: its value has the width of what is written. */
static bool write_slot(AsmBuild *b, unsigned k, LLVMValueRef value)
{
    AsmSlot *slot = &b->operands.slots[k];
    if (!slot->is_output && !slot->is_clobber) return false;
    b->has_written |= slot->is_output && !slot->is_early;
    slot->value = value;
    return true;
}

static const AsmOperand *operand_of(const AsmBuild *b, const AsmArg *arg)
{
    bool is_one = arg->kind == ASM_OPERAND && arg->index < b->operands.count;
    return is_one ? &b->operands.operands[arg->index] : NULL;
}

static bool is_memory_arg(const AsmBuild *b, const AsmArg *arg)
{
    const AsmOperand *operand = operand_of(b, arg);
    return arg->is_address || (operand && operand->is_memory);
}

/* Where the argument is a register. */
static bool register_slot(const AsmBuild *b, const AsmArg *arg, unsigned *slot)
{
    const AsmOperand *operand = operand_of(b, arg);
    if (is_memory_arg(b, arg) || (!operand && arg->kind != ASM_NAMED) || (operand && operand->flag)) return false;
    *slot = operand ? operand->slot : arg->index;
    return true;
}

/* The type of the register; NULL: it has none, or is none. */
static LLVMTypeRef register_type(const AsmBuild *b, const AsmArg *arg)
{
    unsigned slot = 0;
    return register_slot(b, arg, &slot) ? b->operands.slots[slot].type : NULL;
}

static LLVMValueRef read_register(AsmBuild *b, const AsmArg *arg, unsigned bits)
{
    if (arg->kind == ASM_NUMBER && !arg->is_address)
        return LLVMConstInt(integer_type(b, bits), (unsigned long long)arg->number, true);
    unsigned slot = 0;
    if (!register_slot(b, arg, &slot) || (arg->bits && arg->bits != bits)) return NULL;
    return read_slot(b, slot, bits, arg->bits != 0);
}

static bool write_register(AsmBuild *b, const AsmArg *arg, LLVMValueRef value, unsigned bits)
{
    unsigned slot = 0;
    LLVMTypeRef type = register_type(b, arg);
    if (!register_slot(b, arg, &slot) || (arg->bits && arg->bits != bits)) return false;
    if (arg->kind == ASM_OPERAND && (!type || width_of_type(b, type) != bits)) return false;
    return write_slot(b, slot, value);
}

/* ---- memory ---- */

/* Whether compilers know from the operands that the assembly reads, or writes, so much there. */
static bool is_declared(AsmBuild *b, const AsmOperand *memory, unsigned bits, bool is_write)
{
    for (unsigned i = 0; i < b->operands.count; i++) {
        const AsmOperand *o = &b->operands.operands[i];
        if (o->is_memory && o->value == memory->value && o->is_output == is_write &&
            width_of_type(b, o->element) == bits)
            return true;
    }
    return false;
}

/* The address of memory that is read, or written, or both; NULL: not known. */
static LLVMValueRef memory_address(AsmBuild *b, const AsmArg *arg, unsigned bits, bool is_read, bool is_write)
{
    if (b->has_written) return NULL;
    if (!arg->is_address) {
        const AsmOperand *operand = operand_of(b, arg);
        if (!operand || !operand->is_memory || arg->bits) return NULL;
        bool is_known =
            (!is_read || is_declared(b, operand, bits, false)) && (!is_write || is_declared(b, operand, bits, true));
        return is_known || b->operands.clobbers_memory ? operand->value : NULL;
    }
    AsmArg base = *arg;
    base.is_address = false;
    LLVMValueRef address = base.kind == ASM_NUMBER ? NULL : read_register(b, &base, b->pointer_bits);
    if (!address || !b->operands.clobbers_memory) return NULL;
    address = asm_coerce(b, address, LLVMPointerTypeInContext(b->context, 0));
    LLVMValueRef offset = LLVMConstInt(integer_type(b, b->pointer_bits), (unsigned long long)arg->number, true);
    return arg->number ? LLVMBuildGEP2(b->builder, integer_type(b, 8), address, &offset, 1, "") : address;
}

/* Where assembly does not say that it changes memory, the compiler may move other accesses past it. */
static LLVMAtomicOrdering effective_order(const AsmBuild *b, LLVMAtomicOrdering order)
{
    return b->operands.clobbers_memory ? order : LLVMAtomicOrderingMonotonic;
}

/* Loads and stores: one step each, ordered as those of C11 that acquire and release. Of what reads and writes without a
 * lock they are not atomic: others may write between them, which counts as a race. */
static LLVMValueRef build_load(AsmBuild *b, LLVMValueRef address, LLVMTypeRef type, bool is_atomic)
{
    LLVMValueRef value = LLVMBuildLoad2(b->builder, type, address, "");
    if (is_atomic) LLVMSetOrdering(value, effective_order(b, LLVMAtomicOrderingAcquire));
    LLVMSetAlignment(value, width_of_type(b, type) / 8);
    return value;
}

static void build_store(AsmBuild *b, LLVMValueRef address, LLVMValueRef value, bool is_atomic)
{
    LLVMValueRef made = LLVMBuildStore(b->builder, value, address);
    if (is_atomic) LLVMSetOrdering(made, effective_order(b, LLVMAtomicOrderingRelease));
    LLVMSetAlignment(made, width_of_type(b, LLVMTypeOf(value)) / 8);
}

/* ---- instructions ---- */

/* Of an instruction with a register, whose type may be that of an address; 0: no width that there is. */
static unsigned instruction_bits(AsmBuild *b, const AsmInstruction *i)
{
    unsigned bits = i->bits;
    for (unsigned k = 0; k < i->arg_count && bits == 0; k++) {
        LLVMTypeRef type = register_type(b, &i->args[k]);
        bits = i->args[k].is_address ? 0 : i->args[k].bits ? i->args[k].bits : type ? width_of_type(b, type) : 0;
    }
    return bits == 8 || bits == 16 || bits == 32 || (bits == 64 && b->pointer_bits == 64) ? bits : 0;
}

static bool build_mov(AsmBuild *b, const AsmInstruction *i, unsigned bits)
{
    const AsmArg *from = &i->args[0], *to = &i->args[1];
    if (i->is_locked || (is_memory_arg(b, from) && is_memory_arg(b, to))) return false;
    if (is_memory_arg(b, from)) {
        LLVMTypeRef type = register_type(b, to);
        if (!type || !is_pointer_type(type) || width_of_type(b, type) != bits) type = integer_type(b, bits);
        LLVMValueRef address = memory_address(b, from, bits, true, false);
        return address && write_register(b, to, build_load(b, address, type, true), bits);
    }
    LLVMValueRef value = read_register(b, from, bits);
    if (!value || !is_memory_arg(b, to)) return value && write_register(b, to, value, bits);
    LLVMValueRef address = memory_address(b, to, bits, false, true);
    if (address) build_store(b, address, value, true);
    return address != NULL;
}

static LLVMValueRef build_arithmetic(AsmBuild *b, LLVMAtomicRMWBinOp op, LLVMValueRef old, LLVMValueRef value)
{
    switch (op) {
    case LLVMAtomicRMWBinOpSub: return LLVMBuildSub(b->builder, old, value, "");
    case LLVMAtomicRMWBinOpAnd: return LLVMBuildAnd(b->builder, old, value, "");
    case LLVMAtomicRMWBinOpOr: return LLVMBuildOr(b->builder, old, value, "");
    case LLVMAtomicRMWBinOpXor: return LLVMBuildXor(b->builder, old, value, "");
    default: return LLVMBuildAdd(b->builder, old, value, "");
    }
}

/* A change of memory in one step, or in two. Gives what was there. */
static LLVMValueRef build_update(AsmBuild *b, bool is_locked, LLVMAtomicRMWBinOp op, LLVMValueRef address,
                                 LLVMValueRef value)
{
    LLVMAtomicOrdering order = effective_order(b, LLVMAtomicOrderingSequentiallyConsistent);
    if (is_locked) return LLVMBuildAtomicRMW(b->builder, op, address, value, order, false);
    LLVMValueRef old = build_load(b, address, LLVMTypeOf(value), false);
    build_store(b, address, build_arithmetic(b, op, old, value), false);
    return old;
}

static bool build_xchg(AsmBuild *b, const AsmInstruction *i, unsigned bits)
{
    bool is_first = is_memory_arg(b, &i->args[0]);
    const AsmArg *memory = &i->args[is_first ? 0 : 1], *other = &i->args[is_first ? 1 : 0];
    if (!is_memory_arg(b, memory) || is_memory_arg(b, other)) return false;
    LLVMValueRef address = memory_address(b, memory, bits, true, true), value = read_register(b, other, bits);
    if (!address || !value || other->kind == ASM_NUMBER) return false;
    return write_register(b, other, build_update(b, true, LLVMAtomicRMWBinOpXchg, address, value), bits);
}

static bool build_xadd(AsmBuild *b, const AsmInstruction *i, unsigned bits)
{
    if (!is_memory_arg(b, &i->args[1]) || i->args[0].kind == ASM_NUMBER) return false;
    LLVMValueRef address = memory_address(b, &i->args[1], bits, true, true),
                 value = read_register(b, &i->args[0], bits);
    if (!address || !value || is_pointer_type(LLVMTypeOf(value))) return false;
    LLVMValueRef old = build_update(b, i->is_locked, LLVMAtomicRMWBinOpAdd, address, value);
    b->zero = NULL;
    return write_register(b, &i->args[0], old, bits);
}

/* Gives what was there, and sets the flag. Without the prefix the memory is written in any case, with what it had where
 * the exchange fails. */
static LLVMValueRef exchange(AsmBuild *b, bool is_locked, LLVMValueRef address, LLVMValueRef expected, LLVMValueRef new)
{
    LLVMAtomicOrdering order = effective_order(b, LLVMAtomicOrderingSequentiallyConsistent);
    if (is_locked) {
        LLVMValueRef pair = LLVMBuildAtomicCmpXchg(b->builder, address, expected, new, order, order, false);
        b->zero = LLVMBuildExtractValue(b->builder, pair, 1, "");
        return LLVMBuildExtractValue(b->builder, pair, 0, "");
    }
    LLVMValueRef old = build_load(b, address, LLVMTypeOf(new), false);
    b->zero = LLVMBuildICmp(b->builder, LLVMIntEQ, old, expected, "");
    build_store(b, address, LLVMBuildSelect(b->builder, b->zero, new, old, ""), false);
    return old;
}

static bool build_cmpxchg(AsmBuild *b, const AsmInstruction *i, unsigned bits)
{
    if (!is_memory_arg(b, &i->args[1]) || i->args[0].kind == ASM_NUMBER) return false;
    LLVMValueRef address = memory_address(b, &i->args[1], bits, true, true), new = read_register(b, &i->args[0], bits);
    LLVMValueRef expected = read_slot(b, ASM_AX, bits, true);
    if (!address || !new || !expected) return false;
    LLVMTypeRef type = is_pointer_type(LLVMTypeOf(new)) ? LLVMTypeOf(new) : LLVMTypeOf(expected);
    new = asm_coerce(b, new, type);
    expected = asm_coerce(b, expected, type);
    CHECK(new && expected);
    LLVMValueRef old = exchange(b, i->is_locked, address, expected, new);
    /* Where it succeeds, the register stays as it is: that is what the memory had. */
    const AsmSlot *ax = &b->operands.slots[ASM_AX];
    return (!ax->is_output && !ax->is_clobber) || write_slot(b, ASM_AX, old);
}

static bool build_cmpxchg16b(AsmBuild *b, const AsmInstruction *i)
{
    LLVMValueRef address = memory_address(b, &i->args[0], 0, true, true), values[4];
    static const AsmRegister inputs[] = {ASM_AX, ASM_DX, ASM_BX, ASM_CX};
    LLVMTypeRef word = integer_type(b, 64);
    if (!address || !i->is_locked || b->pointer_bits != 64 || !b->operands.clobbers_memory) return false;
    for (unsigned k = 0; k < 4; k++) {
        values[k] = read_slot(b, inputs[k], 64, false);
        if (values[k]) values[k] = asm_coerce(b, values[k], word);
        if (!values[k]) return false;
    }
    LLVMValueRef seen[2];
    b->zero = asm_exchange(b->module, b->builder, b->call, address, values, seen);
    return write_slot(b, ASM_AX, seen[0]) && write_slot(b, ASM_DX, seen[1]);
}

static LLVMAtomicRMWBinOp rmw_op(AsmOp op)
{
    switch (op) {
    case ASM_DEC:
    case ASM_SUB: return LLVMAtomicRMWBinOpSub;
    case ASM_AND: return LLVMAtomicRMWBinOpAnd;
    case ASM_OR: return LLVMAtomicRMWBinOpOr;
    case ASM_XOR:
    case ASM_NOT: return LLVMAtomicRMWBinOpXor;
    default: return LLVMAtomicRMWBinOpAdd;
    }
}

static bool build_change(AsmBuild *b, const AsmInstruction *i, unsigned bits)
{
    const AsmArg *to = &i->args[i->arg_count - 1];
    if (bits == 0 || !is_memory_arg(b, to)) return false;
    LLVMValueRef value = LLVMConstInt(integer_type(b, bits), i->op == ASM_NOT ? UINT64_MAX : 1, false);
    if (i->arg_count == 2) value = read_register(b, &i->args[0], bits);
    LLVMValueRef address = memory_address(b, to, bits, true, true);
    if (!value || !address || is_pointer_type(LLVMTypeOf(value))) return false;
    LLVMAtomicRMWBinOp op = rmw_op(i->op);
    LLVMValueRef new = build_arithmetic(b, op, build_update(b, i->is_locked, op, address, value), value);
    if (i->op != ASM_NOT)
        b->zero = LLVMBuildICmp(b->builder, LLVMIntEQ, new, LLVMConstInt(LLVMTypeOf(value), 0, false), "");
    return true;
}

bool asm_build(AsmBuild *b, const AsmInstruction *i)
{
    unsigned bits = instruction_bits(b, i);
    CHECK(i->arg_count >= 1 && i->arg_count <= 2);
    switch (i->op) {
    case ASM_MOV: return bits && build_mov(b, i, bits);
    case ASM_XCHG: return bits && build_xchg(b, i, bits);
    case ASM_XADD: return bits && build_xadd(b, i, bits);
    case ASM_CMPXCHG: return bits && build_cmpxchg(b, i, bits);
    case ASM_CMPXCHG16B: return build_cmpxchg16b(b, i);
    case ASM_SETZ:
    case ASM_SETNZ: {
        LLVMValueRef flag = asm_flag(b, i->op == ASM_SETZ ? ASM_ZERO : ASM_NOT_ZERO, integer_type(b, 8));
        return flag && !i->is_locked && write_register(b, &i->args[0], flag, 8);
    }
    case ASM_INC:
    case ASM_DEC:
    case ASM_NOT:
    case ASM_ADD:
    case ASM_SUB:
    case ASM_AND:
    case ASM_OR:
    case ASM_XOR: return build_change(b, i, bits);
    }
    CHECK(false);
    return false;
}
