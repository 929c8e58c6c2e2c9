/* The state of a survey: types only. What a survey is, and why what it says holds, is in survey.h.
 *
 * Memory is made of objects: variables, calls that allocate, functions, and what lies outside of the program. One
 * object stands for all that its declaration or call ever makes. A place is an object with an offset in bytes, where
 * all elements of an array are its first one (object.h); ANYWHERE is all offsets. A node is whatever may hold an
 * address: a value of the program, or eight bytes of an object. Its targets are the places whose addresses it may hold.
 */
#ifndef CHORUS_C_SURVEY_STATE_H
#define CHORUS_C_SURVEY_STATE_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "base/bits.h"
#include "base/intern.h"
#include "base/vec.h"
#include "c/compile/function.h"
#include "c/compile/source.h"

#define ANYWHERE UINT64_MAX
#define GRAIN 8u /* bytes: addresses are kept by the word */

typedef VEC(uint32_t) Ids;

typedef enum SurveyObjectKind {
    SURVEY_STATIC, /* a global variable */
    SURVEY_THREAD, /* one that each thread has for itself; errno */
    SURVEY_LOCAL,
    SURVEY_HEAP,
    SURVEY_FUNCTION,
    SURVEY_CONSTANT, /* never written */
    SURVEY_OUTSIDE   /* memory of the library, and whatever else the program does not define */
} SurveyObjectKind;

/* What is at an address that lies so far behind a place of the object is also at another place: memory was copied. */
typedef struct Mirror {
    uint64_t from, bytes; /* from: ANYWHERE = everything */
    uint32_t place;       /* where `from` went */
} Mirror;

typedef struct SurveyObject {
    SurveyObjectKind kind;
    LLVMValueRef value; /* that makes it; SURVEY_OUTSIDE: NULL, or the declaration */
    LLVMTypeRef type;   /* NULL: bytes, all of which are one */
    uint64_t size;      /* of the type */
    bool repeats;       /* any number of values of the type, one after the other */
    bool is_single;     /* stands for one object in each run */
    bool is_shared;     /* its address may be known to several threads */
    bool is_own;        /* of other code, which knows of all that it holds without it (declared.h) */
    Ids places, grains;
    uint32_t any, all; /* nodes: what is stored ANYWHERE; what is stored at all */
    VEC(Mirror) mirrors;
} SurveyObject;

typedef struct SurveyPlace {
    uint32_t object;
    uint64_t offset;
} SurveyPlace;

/* A word of an object. */
typedef struct Grain {
    uint64_t offset;
    uint32_t node; /* what is kept there */
} Grain;

/* What becomes of an address that a node may hold. */
typedef enum UseKind {
    USE_COPY,    /* `node` may hold it, too */
    USE_INSIDE,  /* `amount` bytes behind it, in the value of `type` that it points to */
    USE_INDEX,   /* `amount` bytes behind it, by an index of values of `type` */
    USE_VARY,    /* see place_vary */
    USE_LOAD,    /* what is kept there, `amount` bytes */
    USE_STORE,   /* what `node` holds is kept there, `amount` bytes */
    USE_FROM,    /* `amount` bytes there are copied to where `node` points to; ANYWHERE: nobody knows how many */
    USE_TO,      /* the other direction */
    USE_CALL,    /* a call calls it */
    USE_START,   /* a thread begins with it; `node` is its argument */
    USE_LIBRARY, /* a call of the library gets it: functions may be called back */
    USE_OUTSIDE  /* who is outside has it */
} UseKind;

typedef struct Use {
    UseKind kind;
    uint32_t node;
    int64_t amount;
    LLVMValueRef call;
    LLVMTypeRef type;
} Use;

typedef struct Node {
    uint32_t leader;      /* itself, or a node whose targets are the same */
    Ids targets;          /* in the order in which they came */
    uint32_t *table;      /* the same, for finding: place + 1 */
    uint32_t table_count; /* slots */
    uint32_t done;        /* targets that all uses know of */
    bool is_queued;
    VEC(Use) uses;
} Node;

typedef struct CallTarget {
    LLVMValueRef call, function;
} CallTarget;

typedef VEC(CallTarget) CallTargets;

/* Threads that begin with one function at one place of the program. */
typedef struct ThreadClass {
    LLVMValueRef function;
    LLVMValueRef site; /* NULL: main, or a function that the library may call */
    bool is_callback, is_single;
    uint32_t handle;       /* the object with the only handle of a single one (join.h); UINT32_MAX: not known */
    int64_t handle_offset; /* in bytes, where it lies there */
} ThreadClass;

/* A call behind which the thread of a class has ended. */
typedef struct ClassJoin {
    LLVMValueRef call;
    uint32_t class;
} ClassJoin;

/* A function that some thread may come to. */
typedef struct SurveyFunction {
    LLVMValueRef function;
    FunctionInfo *info;
    uint32_t result, rest; /* nodes: what it returns; the same without memory that its callers name themselves */
    uint32_t varargs;      /* node: arguments beyond the parameters */
    uint32_t list_object;  /* where they lie, for va_list; UINT32_MAX = not yet */
    bool is_once;          /* executed at most once in each run */
    Bits classes;          /* of threads that may execute it */
    CallTargets calls;     /* of functions of the program, by what stands in it */
    Ids callers;           /* functions */
    Bits started;          /* classes that may have been started when main enters it */
    Bits starts;           /* that it may start itself, with all that it calls */
    Bits leaves;           /* of those, without the ones that have ended when it returns */
    bool is_entered;       /* by main */
} SurveyFunction;

typedef struct SolveHooks SolveHooks; /* solve.h */

typedef struct Survey {
    Run *run;
    const SolveHooks *hooks;
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMTargetDataRef layout;
    Sources *sources;
    FunctionTable *functions;

    Intern object_ids; /* pointers: what makes the object */
    VEC(uint32_t) object_of_id;
    VEC(SurveyObject) objects;
    Intern place_ids; /* (object, offset) */
    VEC(SurveyPlace) places;
    Intern node_ids; /* values */
    Ids value_nodes;
    VEC(Node) nodes;
    Intern grain_ids; /* (object, offset) */
    VEC(Grain) grains;
    Intern edge_ids; /* (from, to) of USE_COPY */
    Intern copy_ids; /* pairs of places between which memory was copied */
    Ids queue;
    uint32_t queue_first;

    Intern function_ids;
    VEC(SurveyFunction) reached;
    Ids fresh_functions; /* not gathered yet */
    Intern call_ids;     /* (call, function) */
    VEC(ThreadClass) classes;
    VEC(ClassJoin) joins;
    struct Teams *teams;
    Intern class_ids;

    uint32_t outside;        /* node: addresses that who is outside knows */
    uint32_t outside_object; /* the memory there */
    uint32_t own_object;     /* memory of the library that each thread has for itself */
    uint32_t sent;           /* node: addresses in what is sent somewhere */
    uint32_t results;        /* node: what threads return */
    uint32_t keys;           /* node: what threads keep under keys */
    uint32_t given;          /* node: arguments of threads */
    Intern wrapper_ids;      /* functions that return memory which they have just allocated */
    bool has_callbacks, has_unknown_threads;
    unsigned writing_texts; /* texts that have %n (print.c): 0 = not looked for, 1 = there are none, 2 = there are */
    LLVMValueRef outlived;  /* a local that may be used when its function has returned; NULL: there is none */
    LLVMValueRef outlived_shared; /* likewise, one that several threads may know */
    Intern leak_ids;              /* parameters, whose addresses the function may tell */
    VEC(uint8_t) leaks;
    Intern start_ids; /* steps that start threads */
    VEC(Bits) start_sets;
} Survey;

#endif
