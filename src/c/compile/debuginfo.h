/* What the debug information says about names and types. All of it is for people: nothing here decides what a
 * program means, but for blocks, which end what is declared in them. */
#ifndef CHORUS_C_COMPILE_DEBUGINFO_H
#define CHORUS_C_COMPILE_DEBUGINFO_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include "base/intern.h"
#include "base/run.h"

/* A variable's name and type; name NULL and type NULL when unknown. */
typedef struct DebugVariable {
    const char *name; /* owned by the run */
    LLVMMetadataRef type;
    bool is_parameter;
} DebugVariable;

/* The storage that a llvm.dbg.declare call describes, NULL when none. */
LLVMValueRef debug_declared_storage(LLVMValueRef declare);
DebugVariable debug_declared_variable(Run *run, LLVMContextRef context, LLVMValueRef declare);
/* The block that the variable is declared in; NULL when that is the whole function, or not known. */
LLVMMetadataRef debug_declared_block(LLVMContextRef context, LLVMValueRef declare);
/* The block that an instruction stands in; NULL likewise. */
LLVMMetadataRef debug_block_around(LLVMValueRef instruction);
/* Whether an instruction, or a block (NULL: the whole function), stands in a block. What has no place may. */
bool debug_is_in_block(LLVMContextRef context, LLVMValueRef instruction, LLVMMetadataRef block);
bool debug_block_is_in(LLVMContextRef context, LLVMMetadataRef inner, LLVMMetadataRef block);
DebugVariable debug_global_variable(Run *run, LLVMContextRef context, LLVMValueRef global);

/* The member of a struct or union type that starts at a byte offset; name and type NULL when unknown. */
DebugVariable debug_member(Run *run, LLVMContextRef context, LLVMMetadataRef type, uint64_t offset);
/* Tells of each struct or union that has a name and that the type mentions, itself or behind pointers; `seen` are types
 * that are done. */
typedef void DebugStruct(void *arg, const char *name, LLVMMetadataRef type);
void debug_each_struct(Run *run, LLVMContextRef context, LLVMMetadataRef type, Intern *seen, DebugStruct *tell,
                       void *arg);
/* Whether it is that of a pointer to something, which void is not. */
bool debug_is_typed_pointer(LLVMContextRef context, LLVMMetadataRef type);
/* The element type of an array type; the type itself when it is no array. */
LLVMMetadataRef debug_element(LLVMContextRef context, LLVMMetadataRef type);
/* Whether a scalar is better shown as a signed number. */
bool debug_is_signed(LLVMContextRef context, LLVMMetadataRef type);
bool debug_is_bool(LLVMContextRef context, LLVMMetadataRef type);

/* The name of the struct that a function returns a pointer to (k: 0), or takes one as its k-th parameter; NULL when it
 * is no such pointer, or not known. */
const char *debug_struct_of(Run *run, LLVMContextRef context, LLVMValueRef function, unsigned k);

/* The function of the source that an instruction belongs to when it stands in another one; NULL = it is its own. */
const char *debug_moved_from(Run *run, LLVMContextRef context, LLVMValueRef instruction);

#endif
