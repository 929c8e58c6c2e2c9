#include "c/compile/link/order.h"

#include <string.h>

typedef struct Order {
    Run *run;
    LLVMModuleRef program;
    uint32_t position;
    WeakOwners *owners;
} Order;

static bool is_weak_definition(LLVMValueRef global)
{
    LLVMLinkage linkage = LLVMGetLinkage(global);
    return !LLVMIsDeclaration(global) && (linkage == LLVMWeakAnyLinkage || linkage == LLVMWeakODRLinkage);
}

static WeakOwner *weak_owner_of(const Order *o, const char *name)
{
    for (uint32_t i = 0; i < o->owners->count; i++)
        if (strcmp(o->owners->data[i].name, name) == 0) return &o->owners->data[i];
    return NULL;
}

/* LLVM's linker keeps the first of two weak definitions, but not one of the kind that may be left out. */
static void give_way(const Order *o, const char *name)
{
    LLVMValueRef f = LLVMGetNamedFunction(o->program, name), old = f ? f : LLVMGetNamedGlobal(o->program, name);
    if (old && is_weak_definition(old)) LLVMSetLinkage(old, LLVMLinkOnceAnyLinkage);
}

static void note_weak(const Order *o, LLVMValueRef global)
{
    size_t n = 0;
    const char *name = LLVMGetValueName2(global, &n);
    if (!is_weak_definition(global)) return;
    WeakOwner *owner = weak_owner_of(o, name);
    if (!owner) {
        vec_push(o->run, o->owners, ((WeakOwner){run_strdup(o->run, name), o->position}));
    } else if (o->position < owner->position) {
        owner->position = o->position;
        if (o->program) give_way(o, name);
    }
}

void order_weak(Run *run, LLVMModuleRef program, LLVMModuleRef module, uint32_t position, WeakOwners *owners)
{
    const Order o = {run, program, position, owners};
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        note_weak(&o, f);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        note_weak(&o, g);
}
