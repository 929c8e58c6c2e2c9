/* Where objects of named sections stand among those of the program, which is forgotten when files are linked. */
#ifndef CHORUS_C_COMPILE_LINK_PLACE_H
#define CHORUS_C_COMPILE_LINK_PLACE_H

#include <llvm-c/Core.h>
#include <stdint.h>

typedef struct LinkPlace {
    uint64_t file, index; /* the number of its file among those linked, and its own there, as the compiler has it */
} LinkPlace;

/* To be called for the module of a file before it is linked. */
void link_place_note(LLVMModuleRef module, uint64_t file);
/* Of an object with a section. */
LinkPlace link_place(LLVMValueRef global);

#endif
