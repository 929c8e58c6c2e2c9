/* An access is atomic if LLVM says so, whatever its order: C11's, __atomic's and __sync's are. A volatile one is not.
 * A bit-field is accessed as the storage unit that LLVM loads and stores, which is the memory location of C11 3.14. An
 * exchange that fails is a load (C11 7.17.7.4). */
#include "c/exact/races/instruction.h"

#include <string.h>

#include "base/unsound.h"
#include "c/exact/memory/operand.h"
#include "c/exact/races/record.h"

static uint64_t type_bytes(const Lowering *L, LLVMTypeRef type) { return LLVMStoreSizeOfType(L->layout, type); }

static void race_load(Lowering *L, LLVMValueRef load)
{
    if (IS_UNSOUND(UNSOUND_READ_DROPPED)) return;
    RaceAccess access = {.pointer = LLVMGetOperand(load, 0), .bytes = type_bytes(L, LLVMTypeOf(load))};
    access.is_atomic = LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic;
    race_accesses(L, load, &access, 1);
}

static void race_store(Lowering *L, LLVMValueRef store)
{
    RaceAccess access = {.pointer = LLVMGetOperand(store, 1), .is_write = true};
    access.bytes = type_bytes(L, LLVMTypeOf(LLVMGetOperand(store, 0)));
    access.is_atomic = LLVMGetOrdering(store) != LLVMAtomicOrderingNotAtomic;
    race_accesses(L, store, &access, 1);
}

static void race_rmw(Lowering *L, LLVMValueRef rmw)
{
    RaceAccess access = {.pointer = LLVMGetOperand(rmw, 0), .is_write = true, .is_atomic = true};
    access.is_update = true;
    access.bytes = type_bytes(L, LLVMTypeOf(rmw));
    race_accesses(L, rmw, &access, 1);
}

static void race_exchange(Lowering *L, LLVMValueRef cmpxchg)
{
    RaceAccess read = {.pointer = LLVMGetOperand(cmpxchg, 0), .is_atomic = true};
    read.bytes = type_bytes(L, LLVMTypeOf(LLVMGetOperand(cmpxchg, 1)));
    RaceAccess write = read;
    write.is_write = true;
    write.compares = cmpxchg;
    RaceAccess both[] = {read, write};
    race_accesses(L, cmpxchg, both, 2);
}

/* Copies of structs are that, too. All bytes at once: a thread that could reach one of them only after another has been
 * copied already races with that copy. */
static void race_fill(Lowering *L, LLVMValueRef call)
{
    size_t n = 0;
    LLVMValueRef callee = LLVMGetCalledValue(call), length;
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : "";
    bool is_set = strncmp(name, "llvm.memset.", 12) == 0;
    bool is_copy = strncmp(name, "llvm.memcpy.", 12) == 0 || strncmp(name, "llvm.memmove.", 13) == 0;
    if (!is_set && !is_copy) return;
    length = LLVMGetOperand(call, 2);
    RaceAccess both[2] = {{.pointer = LLVMGetOperand(call, 0), .is_write = true}, {.pointer = LLVMGetOperand(call, 1)}};
    if (operand_is_constant(L, length, &both[0].bytes)) {
        both[1].bytes = both[0].bytes;
        if (both[0].bytes == 0) return;
    } else {
        both[0].bytes = both[1].bytes = WHOLE_OBJECT;
        both[0].is_approximate = both[1].is_approximate = true;
    }
    race_accesses(L, call, both, is_copy ? 2 : 1);
}

void race_instruction(Lowering *L, LLVMValueRef instruction)
{
    if (!races_are_asked(L)) return;
    if (LLVMIsALoadInst(instruction)) race_load(L, instruction);
    if (LLVMIsAStoreInst(instruction)) race_store(L, instruction);
    if (LLVMIsAAtomicRMWInst(instruction)) race_rmw(L, instruction);
    if (LLVMIsAAtomicCmpXchgInst(instruction)) race_exchange(L, instruction);
    if (LLVMIsACallInst(instruction)) race_fill(L, instruction);
}
