/* Where addresses lead that other files of a program may have: its objects and functions that have names there. */
#ifndef CHORUS_C_COMPILE_IMAGE_TARGETS_H
#define CHORUS_C_COMPILE_IMAGE_TARGETS_H

#include <llvm-c/Core.h>

#include "base/run.h"
#include "base/vec.h"

#define TARGETS_FEW 8u /* a model tells so many apart */

/* Names of what the module declares here, and says no more of than the name does. */
#define LINKER_PREFIX "chorus.other."
#define LINKER_SET LINKER_PREFIX "set"          /* sets what is only declared, if a model can tell its targets apart */
#define LINKER_MANY LINKER_PREFIX "many"        /* sets the rest: a model ends where that is looked at, not here */
#define LINKER_SYMBOL LINKER_PREFIX "symbol"    /* an address, or one of many: a model ends here */
#define LINKER_ADDRESS LINKER_PREFIX "address." /* gives an address that is not of the program's */
#define LINKER_CHOICE LINKER_PREFIX "choice."   /* gives any number */

typedef VEC(LLVMValueRef) LinkTargets;

/* Objects that the library knows are wholes: locks. */
bool targets_is_whole(LLVMTypeRef type);
/* Whether a value of the type may hold an address; of what is not known, and of unions, it may. */
bool targets_may_have_pointers(LLVMTypeRef type);
/* Whether other files can name it; by_name: while the program runs, too (dlsym). */
bool targets_are_visible(LLVMValueRef value, bool by_name);
/* All of them. */
void targets_find(Run *run, LLVMModuleRef module, bool by_name, LinkTargets *out);
/* How many scalars and functions there are, some of them in arrays; TARGETS_FEW + 1: more than a model tells apart. */
uint32_t targets_count(const LinkTargets *targets);

typedef struct LinkChoice {
    Run *run;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMValueRef choice; /* a function that gives any number */
    bool inside;         /* the address may be inside of an object */
    bool is_few;         /* a model looks at it */
} LinkChoice;

/* A function without parameters that the module only declares. */
LLVMValueRef targets_declare(LLVMModuleRef module, const char *name, LLVMTypeRef result);
LLVMValueRef targets_call(const LinkChoice *c, LLVMValueRef function);
/* Any number, if nobody is to depend on it. */
LLVMValueRef targets_any(const LinkChoice *c);
/* An address of any byte of an object; not where a model looks at it. */
LLVMValueRef targets_any_byte(const LinkChoice *c, LLVMValueRef object);
/* The address `other`, or one that leads to a target. */
LLVMValueRef targets_choose(const LinkChoice *c, const LinkTargets *targets, LLVMValueRef other);

#endif
