/* Names that the linker gives to bounds of all data of a program (_end, __bss_start): an address computed from one may
 * be that of any object, in no order that the source tells. */
#ifndef CHORUS_C_COMPILE_IMAGE_BOUNDS_H
#define CHORUS_C_COMPILE_IMAGE_BOUNDS_H

#include <llvm-c/Core.h>

#include "c/compile/source.h"

/* Ends the run where more is done with such an address than to compare it. Variables of other files that are called so
 * and are read or written by their names are variables. */
void bounds_refuse(Run *run, LLVMModuleRef module, Sources *sources);

#endif
