/* Texts of inline assembly. */
#ifndef CHORUS_C_COMPILE_ASSEMBLY_TEXT_H
#define CHORUS_C_COMPILE_ASSEMBLY_TEXT_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Whether all instructions of the text do nothing that a model of interleaved steps knows of: fences, hints. */
bool assembly_is_idle(const char *text, size_t length);
/* Whether the text names a function or variable of the program, or calls. */
bool assembly_names_program(LLVMModuleRef module, const char *text, size_t length);
/* Whether assembly outside of functions does: what it puts where is not looked at. Versions of names count as nothing.
 */
bool assembly_of_module_names_program(LLVMModuleRef module);

#endif
