/* A function in which calls are jumps: what stands in it, while it is built. */
#ifndef CHORUS_C_EXACT_CALLS_BODY_H
#define CHORUS_C_EXACT_CALLS_BODY_H

#include <llvm-c/Core.h>

#include "base/intern.h"
#include "base/vec.h"
#include "c/exact/calls/graph.h"

/* A place to which control goes back from an instance. */
typedef struct Return {
    LLVMValueRef jump; /* to the instance */
    LLVMBasicBlockRef back;
} Return;

/* One copy of a function in the body: for all calls that give its pointers the same addresses. */
typedef struct Instance {
    const CallNode *node;
    LLVMValueRef *fixed;  /* by parameter: its value in each call; NULL = it comes by a variable */
    LLVMValueRef *slots;  /* that variable; NULL = fixed, or not used */
    LLVMValueRef *values; /* of the parameters, inside */
    LLVMValueRef result;  /* the variable in which the result goes back; NULL = there is none */
    LLVMBasicBlockRef entry, exit;
    VEC(Return) returns;
    Intern ids; /* of the instructions copied */
    VEC(LLVMValueRef) copies;
    Intern block_ids;
    VEC(LLVMBasicBlockRef) starts, ends; /* of the copies of its blocks, which calls divide */
} Instance;

/* A call that is to become a jump, at the end of its block. */
typedef struct Jump {
    Instance *from;
    const CallEdge *edge;
    LLVMBasicBlockRef block, back;
    LLVMValueRef result; /* a load whose address is still to be said; NULL = none */
} Jump;

typedef struct Body {
    Run *run;
    const CallGraph *graph;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMValueRef function; /* that is built */
    LLVMMetadataRef place; /* of the debug information that says what is a part of the function; NULL = it has none */
    VEC(Instance *) instances; /* the function's own body first */
    Intern instance_ids;
    uint32_t *variants; /* by node: how many instances it has */
    VEC(Jump) jumps;    /* not made yet */
} Body;

/* The instance for a call with these values of parameters; NULL among them: any. */
Instance *body_instance(Body *body, uint32_t node, LLVMValueRef *fixed);
/* Copies the body of the function. Its calls that are shared are added to the jumps. */
void body_copy(Body *body, Instance *in);
/* The value that an operand of the function has in the instance. */
LLVMValueRef instance_value(const Instance *in, LLVMValueRef v);
/* Likewise when it is the same whenever the instance is executed; else NULL. */
LLVMValueRef instance_fixed_value(const Instance *in, LLVMValueRef v);
/* The place in the source of an instruction of the instance, as a part of the function that is built. */
LLVMMetadataRef body_place(const Body *body, const Instance *in, LLVMValueRef i);
/* A variable of the function that is built, for values of the type; writing and reading it where the builder is. */
LLVMValueRef body_variable(Body *body, LLVMTypeRef type, const char *name);
void body_write(Body *body, LLVMValueRef variable, LLVMValueRef value);
LLVMValueRef body_read(Body *body, LLVMValueRef variable, LLVMTypeRef type, const char *name);

#endif
