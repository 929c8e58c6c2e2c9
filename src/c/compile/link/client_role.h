/* What functions that clients call are for: they make objects, use them, or end them. Types say it, and names where
 * types do not: `struct ctr *ctr_new(...)`, `ctr_init(struct ctr *, ...)`, `ctr_free(struct ctr *)`. Which role a
 * function was taken to have is printed with what is assumed. */
#ifndef CHORUS_C_COMPILE_LINK_CLIENT_ROLE_H
#define CHORUS_C_COMPILE_LINK_CLIENT_ROLE_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "base/run.h"

typedef enum ClientRole {
    ROLE_USES,  /* whatever is left */
    ROLE_MAKES, /* returns a pointer to a struct and takes none to such a one */
    ROLE_INITS, /* makes an object of the memory that its first parameter points to */
    ROLE_ENDS   /* takes an object that is not used any more */
} ClientRole;

ClientRole client_role(Run *run, LLVMValueRef function);
/* Whether clients of a library may call it: it has a body, other files can name it, and the file has its text. */
bool client_is_offered(LLVMValueRef function);
/* The struct whose objects it makes or ends, in the words of the source; NULL: ROLE_USES. */
const char *client_role_struct(Run *run, LLVMValueRef function, ClientRole role);
/* A function of the module with a body that makes objects of a struct, or makes them of memory; NULL: there is none.
 * Functions that other files can name come first. */
LLVMValueRef client_find_maker(Run *run, LLVMModuleRef module, const char *name);

#endif
