/* Which functions of a module call which, how large they are when calls are inlined, and where it is better to share
 * calls instead (share.h). */
#ifndef CHORUS_C_EXACT_CALLS_GRAPH_H
#define CHORUS_C_EXACT_CALLS_GRAPH_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "base/intern.h"
#include "base/vec.h"

#define NO_SHARING UINT64_MAX

typedef struct CallEdge {
    LLVMValueRef call;
    uint32_t to;
    bool may_share; /* the call may become a jump; otherwise it stays a call */
} CallEdge;

/* A function with a body. */
typedef struct CallNode {
    LLVMValueRef function;
    VEC(CallEdge) calls; /* of functions with bodies, by their names */
    uint32_t own;        /* instructions */
    bool may_move;       /* its body may stand in another function */
    bool is_recursive;
    bool is_level; /* atomic sections that begin in it end in it */
    bool is_entry; /* control may come to it in other ways than by such a call */
    bool has_caller;
    uint64_t once;    /* an entry's: instructions with each function once */
    bool is_sharer;   /* with the plan: calls in it are shared */
    uint64_t inlined; /* instructions after inlining, without a plan */
    uint64_t size;    /* likewise, with it */
} CallNode;

typedef struct CallGraph {
    Run *run;
    Intern ids;
    VEC(CallNode) nodes;
    uint32_t *order; /* all nodes, callees before their callers */
    uint64_t small;  /* with the plan: a function of no more instructions is inlined even where calls are shared */
} CallGraph;

void call_graph_init(Run *run, LLVMModuleRef module, CallGraph *graph);
void call_graph_clear(CallGraph *graph);
/* Lets functions share calls that are larger than the limit without a plan, and smaller with shared calls: also callers
 * of such functions, so that what is called stands once in all of them. With a limit of 1 all that can. Returns how
 * many instructions there are then, after inlining, in all that control may come to from outside. */
uint64_t call_graph_plan(CallGraph *graph, uint64_t limit);
/* With the plan: what call_graph_plan has returned. */
uint64_t call_graph_size(const CallGraph *graph);
/* With the plan: how many times as many instructions an entry has as with each function once, at most. */
uint64_t call_graph_multiple(const CallGraph *graph);
/* With the plan: whether the call becomes a jump where calls are shared. */
bool call_is_shared(const CallGraph *graph, const CallEdge *edge);
/* That of the node with the call, or NULL. */
const CallEdge *call_edge(const CallNode *node, LLVMValueRef call);

#endif
