#include "c/compile/union_type.h"

#include <string.h>

bool type_is_union(LLVMTypeRef type)
{
    const char *name = LLVMIsLiteralStruct(type) ? "union." : LLVMGetStructName(type);
    return name && strncmp(name, "union.", 6) == 0;
}
