/* Of several weak definitions linkers take the one of the first object. Files are linked here in another order where
 * they are linked as needed: the one with main comes first. */
#ifndef CHORUS_C_COMPILE_LINK_ORDER_H
#define CHORUS_C_COMPILE_LINK_ORDER_H

#include <llvm-c/Core.h>

#include "base/run.h"
#include "base/vec.h"

/* The position of the first object that has a weak definition of the name. */
typedef struct WeakOwner {
    const char *name;
    uint32_t position;
} WeakOwner;
typedef VEC(WeakOwner) WeakOwners;

/* Before the module, whose object has the position, is linked with the program (NULL: it is the first): weak
 * definitions of the program that stand behind those of the module give way to them. */
void order_weak(Run *run, LLVMModuleRef program, LLVMModuleRef module, uint32_t position, WeakOwners *owners);

#endif
