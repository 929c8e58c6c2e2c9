/* Facts about one function of the module that hold wherever it is inlined: predecessors, cycles, uses of its
 * local storage. */
#ifndef CHORUS_C_COMPILE_FUNCTION_H
#define CHORUS_C_COMPILE_FUNCTION_H

#include <llvm-c/Core.h>

#include "base/intern.h"
#include "base/vec.h"
#include "c/compile/debuginfo.h"

typedef struct BlockInfo {
    LLVMBasicBlockRef block;
    uint32_t index;
    uint32_t predecessors; /* control-flow edges that enter */
    VEC(uint32_t) successors;
    int in_cycle;            /* -1 = not computed */
    LLVMValueRef async_call; /* the call that a label __CPROVER_ASYNC... turns into a spawn */
    bool async_unclear;      /* such a label, but no single call to take */
} BlockInfo;

/* What is assumed where nobody sees that a local is used only while it exists. */
#define OUTLIVE_ASSUMPTION "locals are not used after their function has returned"

typedef struct AllocaInfo {
    LLVMValueRef alloca;
    LLVMValueRef declare; /* its llvm.dbg.declare; NULL = none */
    LLVMValueRef literal; /* of a compound literal: what uses it, in the block that it ends with; NULL = none */
    DebugVariable variable;
    bool is_again;         /* its block has copies that are executed one after the other (function_is_again) */
    bool is_write_only;    /* never read and its address never taken */
    bool is_only_returned; /* every read goes to a ret */
    bool is_passed;        /* its address goes elsewhere than to loads and stores */
    bool is_parameter;     /* written once, at the start, with a parameter, and then only read: as large as that */
    bool is_forwarded; /* nameless, written once, and read only after that in the same block: a value, not storage */
} AllocaInfo;

typedef struct FreshSummary FreshSummary; /* races/fresh.c */

typedef struct FunctionInfo {
    LLVMValueRef function;
    const char *name;
    Intern block_ids;
    VEC(BlockInfo) blocks; /* entry first */
    Intern alloca_ids;
    VEC(AllocaInfo) allocas;
    uint32_t ret_count;
    Intern read_ids;           /* [alloca, place] of function_reads_before_write */
    VEC(bool) reads;           /* what it said */
    VEC(FreshSummary *) fresh; /* one for each set of parameters that was asked for */
} FunctionInfo;

/* All functions looked at so far. */
typedef struct FunctionTable {
    Run *run;
    LLVMContextRef context;
    Intern ids;
    VEC(FunctionInfo *) functions;
} FunctionTable;

void function_table_init(Run *run, FunctionTable *table, LLVMContextRef context);
/* The function that an instruction stands in. */
LLVMValueRef instruction_function(LLVMValueRef i);
FunctionInfo *function_info(FunctionTable *table, LLVMValueRef function);
BlockInfo *function_block(FunctionInfo *info, LLVMBasicBlockRef block);
AllocaInfo *function_alloca(FunctionInfo *info, LLVMValueRef alloca);
/* The block that the storage ends with: that of its variable or literal; NULL = the whole function, or not known. */
LLVMMetadataRef alloca_block(LLVMContextRef context, const AllocaInfo *info);
/* The instruction that says where it stands in the source. */
LLVMValueRef alloca_place(const AllocaInfo *info);
/* For checks: do the facts agree with each other, and with the function as it is now? */
bool function_is_valid(const FunctionInfo *info);
/* The parameter whose value a load gives, if the parameter is never assigned; NULL otherwise. */
LLVMValueRef function_loaded_parameter(LLVMValueRef load);
/* Whether control can come back to the block inside the function. */
bool function_in_cycle(Run *run, FunctionInfo *info, LLVMBasicBlockRef block);
/* Whether the block is a copy that is executed after another copy of the same source (see unroll.h): what is declared
 * there is arbitrary again, as in a loop. */
bool function_is_again(LLVMBasicBlockRef block);
void function_mark_again(LLVMBasicBlockRef block);
/* Whether control can come back to the block or to what it is a copy of. */
bool function_is_repeated(Run *run, FunctionInfo *info, LLVMBasicBlockRef block);
/* Whether the storage may be read after instruction `from` of the same function before it is written as a whole. */
bool function_reads_before_write(Run *run, FunctionInfo *info, LLVMValueRef alloca, LLVMValueRef from);

/* `flag |= 2` on an _Atomic _Bool: clang-19 stores the unconverted value (2 instead of 1), so that the next such
 * assignment never ends. Such an exchange does not do what C says. */
bool exchange_is_miscompiled(LLVMValueRef cmpxchg);

#endif
