/* Objects that clients share: what a function `f(struct ctr *c)` is given. A function that makes such objects is called
 * before any client runs, once for each; where there is none the object is all zeros, as static storage is. A call that
 * takes several of one struct is given different ones, in any order. All of this is assumed, and said. */
#ifndef CHORUS_C_COMPILE_LINK_CLIENT_OBJECT_H
#define CHORUS_C_COMPILE_LINK_CLIENT_OBJECT_H

#include "base/vec.h"
#include "c/compile/link/client_role.h"
#include "c/compile/options.h"

#define CLIENT_OBJECTS 2u /* of one struct at most */

typedef struct ClientObject {
    const char *name; /* of the struct */
    LLVMTypeRef type; /* NULL: only its maker knows it */
    LLVMValueRef maker;
    bool maker_inits;                    /* memory that it is given */
    bool is_made;                        /* by the program that is built */
    uint32_t count;                      /* so many are made */
    LLVMValueRef places[CLIENT_OBJECTS]; /* globals that keep their addresses */
} ClientObject;

typedef struct ClientObjects {
    Run *run;
    LLVMModuleRef module;
    VEC(ClientObject) list;
} ClientObjects;

/* The objects that the clients need; none unless they are the whole program. */
void client_objects_find(ClientObjects *objects, const FrontendOptions *options);
/* The row of the k-th parameter, from 0 on; NULL: it is given something else. */
const ClientObject *client_object_of(const ClientObjects *objects, LLVMValueRef function, unsigned k);
/* Which parameter of this struct it is, from 0 on. */
unsigned client_object_rank(const ClientObjects *objects, LLVMValueRef function, unsigned k);
/* Whether a client is called before the others, to make an object, or after them, as it ends one. */
bool client_makes(const ClientObjects *objects, LLVMValueRef function, const Client *client);
bool client_ends(const ClientObjects *objects, LLVMValueRef function, const Client *client);
/* "; they share ...": what is assumed of the objects; owned by the run. */
const char *client_objects_text(const ClientObjects *objects);

#endif
