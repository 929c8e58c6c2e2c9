/* What is known of types and locals by their debug information before a module is rewritten, and what objects on the
 * heap are called: by the struct that they are, or by the pointer that keeps them first. All of it is for people. */
#ifndef CHORUS_C_COMPILE_DEBUGNAMES_H
#define CHORUS_C_COMPILE_DEBUGNAMES_H

#include <llvm-c/Target.h>

#include "base/vec.h"
#include "c/compile/debuginfo.h"

typedef struct DebugNames {
    Run *run;
    LLVMContextRef context;
    LLVMTargetDataRef layout;
    Intern seen;     /* types */
    Intern word_ids; /* names of structs, by their letters */
    VEC(LLVMMetadataRef) structs;
    Intern local_ids; /* storage */
    VEC(DebugVariable) locals;
} DebugNames;

typedef struct HeapName {
    const char *name;     /* owned by the run */
    LLVMMetadataRef type; /* of an element; NULL = not known */
} HeapName;

void debug_names_find(DebugNames *names, Run *run, LLVMModuleRef module);
void debug_names_clear(DebugNames *names);
/* The debug type of a struct or union of LLVM's; NULL when unknown. */
LLVMMetadataRef debug_names_struct(DebugNames *names, LLVMTypeRef type);
/* The local in that storage; name NULL when unknown. */
DebugVariable debug_names_local(const DebugNames *names, LLVMValueRef storage);
/* What the memory that a call allocates, which holds one or several elements (NULL: not known), is called: the struct,
 * the variable for arrays and scalars, or "heap_LINE". */
HeapName debug_names_heap(DebugNames *names, LLVMValueRef call, LLVMTypeRef element, bool is_array, unsigned line);

#endif
