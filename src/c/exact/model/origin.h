/* Where the edges of a program come from: the instructions that a thread passes when it takes an edge. Kept beside the
 * program and only when asked for, so that the program's text and digest do not depend on it.
 *
 * An edge's events are in the order in which the thread passes them. Those that other threads can see (accesses to
 * shared memory, locks, starts and joins of threads) are scheduled; the others are there because the same instruction
 * is scheduled, or gets a value, when it is reached in another way. What a thread passes behind its last edge before
 * control joins changes nothing for others: it is appended to that edge, not scheduled. */
#ifndef CHORUS_C_EXACT_MODEL_ORIGIN_H
#define CHORUS_C_EXACT_MODEL_ORIGIN_H

#include <llvm-c/Core.h>

#include "base/intern.h"
#include "c/compile/intrinsics.h"
#include "c/compile/source.h"
#include "program/program.h"

typedef enum OriginKind {
    ORIGIN_ACCESS, /* memory, a mutex or the end of a thread */
    ORIGIN_VALUE,  /* gets an arbitrary value: a call, or a parameter of main */
    ORIGIN_FILL,   /* storage of a local gets arbitrary values */
    ORIGIN_MEMORY, /* malloc or calloc: which memory it gives, and what is in it */
    ORIGIN_START,  /* starts a thread */
    ORIGIN_TOUCH,  /* is about to access memory through an operand, where data races are asked */
    ORIGIN_FAIL    /* fails an assertion */
} OriginKind;

/* A scalar of a variable's storage, relative to its start. */
typedef struct OriginScalar {
    uint64_t offset, size;
    VarId var;       /* whose value it gets: an input, or a variable with an arbitrary initial value */
    bool is_element; /* of an array: of the element at index */
    uint64_t index;
    uint64_t each; /* of an arena (heap/arena.h): by so much the index grows from one of its objects to the next */
} OriginScalar;

typedef VEC(OriginScalar) OriginScalars;

#define ORIGIN_NO_FRAME UINT32_MAX

typedef struct OriginEvent {
    OriginKind kind;
    LLVMValueRef at; /* the instruction, or the parameter of main */
    bool is_scheduled;
    bool is_optional; /* passed on some of the ways that lead to the edge */
    bool fails;       /* ACCESS: a weak compare-and-exchange that fails even if the value is the expected one */
    /* ACCESS: of a memset or memcpy: 2 * scalar (its read) or 2 * scalar + 1 (its write). TOUCH: the operand. */
    uint32_t part;
    uint64_t offset, size;
    VarId var;             /* VALUE: the input; .i = NO_ID: not used */
    OriginScalars scalars; /* FILL; MEMORY: of memory that is given again, else initial values */
    uint32_t frame;        /* FILL: initial values of the variable in this inlined call; ORIGIN_NO_FRAME: inputs */
    uint32_t object;       /* MEMORY; FAIL: what is lost */
    bool is_lost;          /* FAIL: memory is lost at the end of the thread; at is the call that gave it */
    bool is_again;         /* MEMORY: which was freed */
    uint64_t stride;       /* MEMORY: of an arena, which gives the next of its objects; 0: it is none */
    bool is_own;           /* MEMORY: each thread has its arena */
    uint64_t accesses;     /* TOUCH: those of the edge that are made through the operand, a set of bits */
} OriginEvent;

typedef VEC(OriginEvent) OriginEvents;

/* What a call was taken for. */
typedef struct OriginCall {
    LLVMValueRef callee;
    Intrinsic intrinsic; /* INTRINSIC_NONE: an inlined function, or one without a body */
    bool is_async;       /* starts a thread, by its label */
    bool is_ambiguous;   /* different callees on different ways, and not all of them inlined functions */
} OriginCall;

/* Static storage with arbitrary initial values. */
typedef struct OriginGlobal {
    LLVMValueRef global;
    bool is_thread_local;
    OriginScalars scalars;
} OriginGlobal;

typedef struct Origins {
    LLVMContextRef context;
    LLVMModuleRef module;
    Sources *sources;
    VEC(OriginEvents) edges; /* by EdgeId.i */
    Intern call_ids;
    VEC(OriginCall) calls;
    VEC(OriginGlobal) globals;
} Origins;

/* What the call was taken for; NULL when it was never reached. */
const OriginCall *origins_call(const Origins *origins, LLVMValueRef call);

/* Recording, while the program is lowered: all of this does nothing unless origins are recorded. */

struct Lowering; /* c/exact/model/state.h */

void origins_begin(struct Lowering *L);
void origins_end(struct Lowering *L);
void origin_access(struct Lowering *L, LLVMValueRef instruction, bool is_scheduled);
/* One scalar of a memset or memcpy; see OriginEvent.part. */
void origin_part(struct Lowering *L, LLVMValueRef fill, uint32_t part, uint64_t offset, uint64_t size,
                 bool is_scheduled);
/* The next edge is about accesses of the instruction, some of them through the operand (accesses: OriginEvent); or none
 * is. */
void origin_touch(struct Lowering *L, LLVMValueRef instruction, uint32_t operand, uint64_t accesses);
/* input: TERM_NONE when the value is not used. */
void origin_value(struct Lowering *L, LLVMValueRef at, Term input);
void origin_start(struct Lowering *L, LLVMValueRef call);
void origin_alloca(struct Lowering *L, LLVMValueRef alloca);
/* scalars: none when the variable keeps what it has. */
void origin_declare(struct Lowering *L, LLVMValueRef declare, const OriginScalars *scalars, bool is_scheduled);
void origin_call(struct Lowering *L, LLVMValueRef call, LLVMValueRef callee, Intrinsic intrinsic, bool is_async);
/* The memory that an edge gives, to be part of its step; owned by the run. scalars: none when it is fresh. */
OriginEvent *origin_memory(struct Lowering *L, LLVMValueRef call, uint32_t object, bool is_again,
                           const OriginScalars *scalars, bool is_scheduled);
/* The edge starts at the cursor: it takes what was passed since the last one. memory: NULL, or what it gives. failing:
 * NULL, or what fails. */
void origin_edge(struct Lowering *L, EdgeId edge, bool exchange_fails, const OriginEvent *memory, LLVMValueRef failing);
/* The cursor's edges lead elsewhere now: what was passed since goes to them. */
void origin_end_dangling(struct Lowering *L);
/* The last edge is the failure that the object on the heap is lost. */
void origin_lost(struct Lowering *L, uint32_t object);
/* Edges that are added when everything is lowered, of a thread that waits at a call before it goes on by an edge: one
 * on which it arrives there, one that goes on from there, and (the last edge) the failure there. goes_on: NO_ID = it
 * never does; then call is the place. */
void origin_arrive(struct Lowering *L, EdgeId edge, EdgeId goes_on);
void origin_leave(struct Lowering *L, EdgeId edge, EdgeId goes_on);
void origin_blocked(struct Lowering *L, EdgeId goes_on, LLVMValueRef call);
/* The edge has another number from now on, which is no larger; those of smaller numbers have theirs. */
void origin_renumber(struct Lowering *L, EdgeId edge, EdgeId now);
/* The program has fewer edges than before. */
void origin_truncate(struct Lowering *L);
/* What happens here cannot be run natively. */
void origin_refuse(struct Lowering *L, SourcePos pos, const char *what);
/* What was passed since the last edge, for a place that is reached in other ways too. */
OriginEvents origin_take_optional(struct Lowering *L);

#endif
