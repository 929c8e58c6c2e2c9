#include "session/native/instrument_memory.h"

#include "base/check.h"
#include "session/native/insert.h"
#include "session/native/sites.h"

/* A weak exchange that the trace says fails is made to put back what it finds, and to report a failure. */
static void instrument_weak_exchange(Instrument *in, LLVMValueRef exchange, LLVMValueRef turn)
{
    VEC(LLVMValueRef) users = {0};
    for (LLVMUseRef u = LLVMGetFirstUse(exchange); u; u = LLVMGetNextUse(u))
        vec_push(in->run, &users, LLVMGetUser(u));
    LLVMValueRef fails = LLVMBuildICmp(in->builder, LLVMIntNE, turn, insert_number(in, 0), "");
    LLVMValueRef expected = LLVMGetOperand(exchange, 1), desired = LLVMGetOperand(exchange, 2);
    LLVMSetWeak(exchange, false);
    LLVMSetOperand(exchange, 2, LLVMBuildSelect(in->builder, fails, expected, desired, ""));
    insert_after(in, exchange);
    LLVMValueRef swapped = LLVMBuildExtractValue(in->builder, exchange, 1, "");
    swapped = LLVMBuildAnd(in->builder, swapped, LLVMBuildNot(in->builder, fails, ""), "");
    LLVMValueRef result = LLVMBuildInsertValue(in->builder, exchange, swapped, 1, "");
    for (uint32_t i = 0; i < users.count; i++)
        for (int k = 0; k < LLVMGetNumOperands(users.data[i]); k++)
            if (LLVMGetOperand(users.data[i], (unsigned)k) == exchange)
                LLVMSetOperand(users.data[i], (unsigned)k, result);
    CHECK(LLVMTypeOf(result) == LLVMTypeOf(exchange) && !LLVMGetWeak(exchange));
    vec_free(in->run, &users);
}

void instrument_touch(Instrument *in, LLVMValueRef instruction)
{
    for (uint32_t k = 0; k < (uint32_t)LLVMGetNumOperands(instruction); k++) {
        uint32_t site = sites_find(in->sites, instruction, ORIGIN_TOUCH, k);
        if (site == NO_ID) continue;
        insert_before(in, instruction);
        CHECK(LLVMTypeOf(LLVMGetOperand(instruction, k)) == in->pointer);
        LLVMValueRef args[] = {insert_number(in, site), LLVMGetOperand(instruction, k)};
        insert_call(in, "chorus_touch", in->nothing, args, 2);
    }
}

void instrument_access(Instrument *in, LLVMValueRef instruction)
{
    uint32_t site = sites_find(in->sites, instruction, ORIGIN_ACCESS, 0);
    if (site == NO_ID) return;
    insert_before(in, instruction);
    CHECK(in->sites->all.data[site].at == instruction && !LLVMIsATerminatorInst(instruction));
    LLVMValueRef turn = insert_turn(in, site);
    if (LLVMIsAAtomicCmpXchgInst(instruction) && LLVMGetWeak(instruction))
        instrument_weak_exchange(in, instruction, turn);
    else
        insert_after(in, instruction);
    insert_done(in);
}

static LLVMValueRef scalar_address(Instrument *in, LLVMValueRef base, uint64_t offset)
{
    LLVMValueRef index = LLVMConstInt(in->i64, offset, false);
    return LLVMBuildGEP2(in->builder, LLVMInt8TypeInContext(in->context), base, &index, 1, "");
}

static void instrument_part(Instrument *in, LLVMValueRef call, uint32_t id, LLVMValueRef *copied)
{
    CHECK(id < in->sites->all.count && in->sites->all.data[id].at == call);
    const Site *site = &in->sites->all.data[id];
    bool is_write = site->part & 1, is_scalar = site->size <= 8;
    LLVMTypeRef type = LLVMIntTypeInContext(in->context, is_scalar ? (unsigned)site->size * 8 : 8);
    LLVMValueRef address = scalar_address(in, LLVMGetOperand(call, is_write ? 0 : 1), site->offset);
    insert_turn(in, id);
    CHECK(site->part >= 2 && site->size > 0);
    if (!is_write) {
        CHECK(!*copied); /* what was read is written before the next is */
        *copied = LLVMBuildLoad2(in->builder, type, address, "");
        LLVMSetAlignment(*copied, 1);
    } else if (is_scalar) {
        LLVMValueRef byte = LLVMGetOperand(call, 1);
        uint64_t bits = LLVMIsAConstantInt(byte) ? UINT64_C(0x0101010101010101) * LLVMConstIntGetZExtValue(byte) : 0;
        LLVMValueRef value = *copied ? *copied : LLVMConstInt(type, bits, false);
        CHECK(LLVMTypeOf(value) == type && (*copied || LLVMIsAConstantInt(byte)));
        LLVMSetAlignment(LLVMBuildStore(in->builder, value, address), 1);
        *copied = NULL;
    } else { /* a mutex: unlocked */
        LLVMValueRef zero = LLVMConstInt(LLVMInt8TypeInContext(in->context), 0, false);
        LLVMBuildMemSet(in->builder, address, zero, LLVMConstInt(in->i64, site->size, false), 1);
        if (in->has_foreign_mutexes) insert_call(in, "chorus_mutex_init", in->i32, &address, 1);
    }
    insert_done(in);
}

void instrument_fill(Instrument *in, LLVMValueRef call)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < in->sites->all.count; i++)
        if (in->sites->all.data[i].at == call && in->sites->all.data[i].part > last) last = in->sites->all.data[i].part;
    if (last == 0) return;
    insert_before(in, call);
    LLVMValueRef copied = NULL;
    for (uint32_t part = 2; part <= last; part++) {
        uint32_t id = sites_find(in->sites, call, ORIGIN_ACCESS, part);
        if (id != NO_ID) instrument_part(in, call, id, &copied);
    }
    CHECK(!copied && !LLVMGetFirstUse(call));
    LLVMInstructionEraseFromParent(call);
}

void instrument_storage(Instrument *in, LLVMValueRef at, LLVMValueRef storage)
{
    uint32_t site = sites_find(in->sites, at, ORIGIN_FILL, 0);
    if (site == NO_ID || !storage) return;
    insert_after(in, at);
    CHECK(LLVMTypeOf(storage) == in->pointer && in->sites->all.data[site].kind == ORIGIN_FILL);
    LLVMValueRef args[] = {insert_number(in, site), storage};
    insert_call(in, "chorus_fill", in->nothing, args, 2);
}
