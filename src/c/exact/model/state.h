/* The state of lowering LLVM IR to a Program: types only, which all parts share. What a part offers is in its own
 * header.
 *
 * One thread template at a time is executed symbolically, block by block, with every call inlined. A Frame is one
 * inlined instance of a function. The Cursor says where the next edge starts. SSA values are bound to terms over
 * the program's variables (Val); a term is only as good as the variables in it, so:
 *
 * - a term over a shared variable or an input is "volatile": it is valid until the next edge only, and every edge
 *   saves the volatile terms still needed into temporaries as part of its own parallel assignment;
 * - a term over a local variable is saved by the edge that assigns the variable;
 * - where control joins or branches everything still needed is saved, except terms over temporaries, which only
 *   their own definition assigns.
 *
 * So an edge reads shared memory exactly where the program's own read stands, up to moving local computation
 * across it. Under access granularity at most one shared read is pending at a time (reads_flush); this is what
 * makes each read a step of its own, and must not be weakened.
 *
 * Which globals are written, which arrays have a variable index, and where pointers may point to is found by
 * lowering optimistically and starting over while new Facts turn up; the last pass has used no fact that does not
 * hold. What is refused in a pass that has learnt something is only a reason to start over. */
#ifndef CHORUS_C_EXACT_MODEL_STATE_H
#define CHORUS_C_EXACT_MODEL_STATE_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <setjmp.h>

#include "base/str.h"
#include "c/compile/debugnames.h"
#include "c/compile/function.h"
#include "c/compile/intrinsics.h"
#include "c/compile/options.h"
#include "c/compile/source.h"
#include "c/exact/model/handles.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/pointsto.h"
#include "c/exact/model/sync_checks.h"
#include "program/program.h"

/* ---- values ---- */

#define VAL_INDICES 4 /* variable indices of one address */
#define VAL_TERMS (VAL_INDICES + 1)

typedef enum ValKind {
    VAL_NONE, /* no value (void), or one that must not be used */
    VAL_TERM, /* an integer, Boolean (i1), or a pointer that is known as a number only */
    VAL_PAIR, /* { iN, i1 } of cmpxchg and the overflow intrinsics; a struct of two scalars, as it is passed by value */
    VAL_POINTER, /* address inside a known object: offset + sum of terms[i] * strides[i] */
    VAL_FUNCTION,
    VAL_ADDRESS /* chosen at run time: terms[0] is the address of one of the targets, as a number (see address.h), or
                   0, or one that must not be used; further terms and offset are as with VAL_POINTER */
} ValKind;

typedef struct Val {
    ValKind kind;
    uint32_t count; /* terms in use */
    Term terms[VAL_TERMS];
    uint64_t strides[VAL_TERMS];
    uint32_t object;
    int64_t offset;
    uint32_t free_terms; /* a bit for each term: an index of what a pointer points to, in whatever array that lies */
    LLVMValueRef function;
    const Targets *targets; /* VAL_ADDRESS; VAL_PAIR: of its first element, NULL = a number */
    const Targets *second;  /* VAL_PAIR: likewise */
} Val;

/* ---- frames ---- */

typedef VEC(EdgeId) EdgeIds;

/* Where the next edge starts: at loc, or at a location still to be made, to which the dangling edges lead. */
typedef struct Cursor {
    bool is_reachable, has_loc;
    LocId loc;
    EdgeIds dangling;
    uint32_t depth;    /* of atomic sections */
    bool is_mid;       /* in the middle of a statement (statement granularity) */
    bool has_boundary; /* a statement ended since the last edge: pending reads must not meet new ones */
    bool has_read;     /* a shared read may be pending */
    Term condition;    /* undefined behaviour was met unless this holds; goes into the next guard */
    MemoryOrder order; /* of what may be pending */
    SourcePos read_pos;
    OriginEvents events; /* passed since the last edge; empty unless origins are recorded */
} Cursor;

typedef struct ValueEntry {
    LLVMValueRef value;
    uint32_t remaining; /* uses not yet lowered */
    bool is_volatile, is_unstable;
    Val val;
} ValueEntry;

typedef struct BlockState {
    bool has_loc, has_phis;
    LocId loc;
    uint32_t depth;
    bool is_mid;
    OriginEvents events; /* passed before, on the way that came first */
} BlockState;

typedef struct Work {
    LLVMBasicBlockRef block;
    Cursor cursor;
} Work;

typedef struct Frame {
    FunctionInfo *info;
    struct Frame *caller;
    LLVMValueRef call; /* in the caller; NULL = none */
    uint32_t serial;   /* of the chain of calls: the same in every pass */
    uint32_t level;
    uint32_t call_site; /* as Edge.call; 0: not made yet, or the thread's own function */
    bool is_active, is_result_unused;
    bool in_loop;   /* may be executed more than once by one thread */
    bool is_atomic; /* a __VERIFIER_atomic_ function */
    Intern value_ids;
    VEC(ValueEntry) entries;
    VEC(uint32_t) live; /* entries that are volatile or unstable */
    BlockState *blocks;
    VEC(Work) work;
    bool has_returned;
    Cursor after; /* single ret: the state there */
    Val result;
    bool has_result;
    BlockState ret;            /* several rets: where they join */
    const FreshSummary *fresh; /* NULL: not asked for yet (races/fresh.h) */
} Frame;

/* ---- memory ---- */

#define OBJECT_IN_FRAME UINT32_C(0x80000000) /* in the key of a local object, beside the frame's serial number */

typedef enum ObjectKind {
    OBJECT_GLOBAL,
    OBJECT_THREAD_LOCAL,
    OBJECT_LOCAL,
    OBJECT_HEAP, /* made by one call of malloc, executed for the k-th time: the scope tells k, too */
    OBJECT_FUNCTION
} ObjectKind;

typedef struct Object {
    ObjectKind kind;
    LLVMValueRef value;
    LLVMTypeRef type;
    uint32_t scope;    /* of the name of a target */
    LLVMValueRef root; /* unless global: the start function of the thread that has it */
    uint64_t base;     /* its address as a number; 0 = not used so */
    bool is_zeroed;    /* OBJECT_HEAP: by calloc */
    bool has_size;     /* see bounds.h */
    VarId size;
    bool has_made; /* see lost.h */
    VarId made;
    bool has_freed; /* see freed.h */
    VarId freed;
    bool has_memory; /* see races/record.h */
    uint32_t memory; /* in Program.objects */
    const char *name;
    DebugVariable variable;
    Frame *owner; /* OBJECT_LOCAL; others and those with a number: everyone */
    bool is_shared, is_temporary;
    SourcePos pos;
    bool is_ignored;  /* what is stored there is never read */
    bool is_external; /* see memory/external.h */
    VEC(uint32_t) cells;
} Object;

typedef enum CellKind {
    CELL_SCALAR,
    CELL_ARRAY,   /* all elements of a leaf below arrays */
    CELL_POINTER, /* holds one known address; no variable, or one for each index */
    CELL_MUTEX    /* a mutex or another synchronisation object */
} CellKind;

/* Synchronisation objects; their variables are described in sync_object.h. */
typedef enum SyncKind {
    SYNC_MUTEX,
    SYNC_ATTRIBUTE, /* of mutexes */
    SYNC_RWLOCK,
    SYNC_SPINLOCK,
    SYNC_ONCE,
    SYNC_BARRIER,
    SYNC_SEMAPHORE
} SyncKind;

#define SYNC_VARS 4

typedef struct Cell {
    CellKind kind;
    uint32_t object;
    uint64_t offset, size;
    VarId var;
    SyncKind sync;         /* CELL_MUTEX */
    VarId more[SYNC_VARS]; /* CELL_MUTEX: its other variables; NO_ID = none */
    bool is_address;       /* its type is a pointer */
    Val pointer;           /* CELL_POINTER */
    bool has_pointer;
} Cell;

enum {
    FACT_WRITTEN = 1,
    FACT_INDEXED = 2,
    FACT_SHARED = 4,     /* offset: the scope */
    FACT_RUNTIME = 8,    /* pointers kept there (storage, phi, parameter, result) are told apart at run time */
    FACT_ADDRESSED = 16, /* the address is used as a number */
    FACT_TYPED = 32,     /* the mutex there may be of another type than the default one */
    FACT_SYNC = 64,      /* a scalar that is a synchronisation object: no data (offset: object_scalar) */
    FACT_ONCE = 128,     /* and that is one of pthread_once; otherwise it is a spin lock */
    FACT_POOLED = 256,   /* a call of malloc that may be executed more than once; offset: 0 */
    /* A scalar with a cell for each of its pieces, of so many bytes (the smallest counts): some access is to a part. */
    FACT_PIECES_1 = 512,
    FACT_PIECES_2 = 1024,
    FACT_PIECES_4 = 2048,
    FACT_OVERLAPPED = 4096,     /* offset: 0; an access covers a part of a scalar, or several */
    FACT_EXPANDED = 8192,       /* offset: 0; variable indices are told apart */
    FACT_PADDING = 16384,       /* offset: 0; bytes between members are used, as those of another type */
    FACT_SAVED = 32768,         /* a call: what is called may assign variables in values that the caller still needs */
    FACT_HANDLES_NAMED = 65536, /* offset: 0; thread handles there are found by their values */
    FACT_LATE = 131072,         /* offset: the scope; a local that is used where its function may have returned */
    FACT_ROUNDS = 262144        /* offset: 0; a call whose starts of threads are told apart by how many there were */
};

/* An object on the heap, as far as it is the same in every pass. */
typedef struct HeapRow {
    LLVMValueRef call; /* that makes it */
    uint32_t scope;
    LLVMTypeRef type; /* of the elements; NULL = not known */
    uint64_t size;    /* in bytes; 0 = not constant, or not known yet */
    uint32_t class; /* see reuse.h: of the object that stands for the class of this one; the first of the class's own */
    uint32_t members;  /* of the class; those of one that stands for it */
    bool has_freed;    /* likewise: some member may be freed */
    bool is_freed;     /* by some free or realloc */
    uint64_t stride;   /* of an arena: bytes from one of its objects to the next; 0 = it is none (heap/arena.h) */
    bool has_no_arena; /* since freed memory may be given again */
    bool is_retyped;   /* in this pass: what is known of its scalars is about another layout */
} HeapRow;

typedef struct Facts {
    Intern ids;
    VEC(uint32_t) flags;
    Intern context_ids; /* chains of calls: (caller's, call, function) */
    VEC(LLVMValueRef) context_roots;
    Intern slot_ids; /* places that keep pointers */
    VEC(Targets *) slots;
    Intern heap_ids; /* calls of malloc, in their contexts */
    VEC(HeapRow) heap;
    bool main_ends;    /* and others go on, or the library calls */
    bool has_numbers;  /* that may be addresses of the program's, computed or read as numbers: no pointers then */
    bool is_crowded;   /* objects of variable size must be small for all to have addresses */
    bool is_cut;       /* and are, with numbers for all of their bytes */
    uint32_t halvings; /* so often the largest one is halved instead, since far addresses in it are computed */
    bool keeps_kinds;  /* numbers where numbers are kept, addresses where addresses are (see address.h) */
    bool is_full;      /* and even so not all have addresses: they are small */
    Intern key_ids;    /* calls of pthread_key_create, in their contexts */
    VEC(LLVMValueRef) key_destructors; /* NULL = none */
    bool has_sync;                     /* some scalar has FACT_SYNC */
    bool has_changed, forgets_numbers; /* in this pass */
    bool is_large;                     /* there are more instructions than Lowering.size_limit */
} Facts;

/* ---- threads ---- */

typedef struct ThreadParameter {
    bool is_unused, has_var, has_pointer;
    VarId var;
    Val pointer;
} ThreadParameter;

typedef struct Thread {
    LLVMValueRef function;
    FunctionInfo *info;
    TemplateId id;
    uint32_t scope; /* of thread-local variables */
    bool is_main, is_lowered;
    VEC(ThreadParameter) parameters;
    uint32_t spawn_count;
    EdgeId spawn;
    Term argument_count; /* of main, where memory/argv.h wants it; TERM_NONE otherwise */
    bool has_end, has_error, has_halt[2];
    bool has_result;
    VarId result;                  /* what it returns, kept for who joins it */
    LocId end, error, halt[2];     /* halt[1]: inside an atomic section */
    bool is_detached;              /* perhaps: a join of it need not wait */
    bool has_returned, has_exited; /* see lost.h */
    LocId returned, exited;
} Thread;

/* Variables that each thread has for something that is no object of its own: zero when the thread starts, but its own
 * name is arbitrary. */
typedef struct ThreadVariable {
    enum { THREAD_KEY, THREAD_HOLDS, THREAD_OWNS, THREAD_SELF, THREAD_CANCEL, THREAD_FORKS } kind;
    uint32_t id; /* of the key; of the cell of a lock */
    Sort sort;
    const char *name;
    VarId var;
} ThreadVariable;

/* A comparison of addresses of two objects on the heap (rows of Facts.heap) that are at one address only when memory is
 * given again in another size or in part. */
typedef struct Unlike {
    uint32_t a, b;
    SourcePos pos;
} Unlike;

/* ---- what threads wait for, recorded where the property no-deadlock is asked; see waits.h ---- */

/* A call that may have to wait, at a location of its own. */
typedef struct Wait {
    enum { WAIT_TAKE, WAIT_READ, WAIT_JOIN, WAIT_UNKNOWN } kind; /* for a lock; to read; for a thread: known or not */
    uint32_t id;                                                 /* of the lock's cell; WAIT_JOIN: of the creation */
    LocId loc;
    Term blocked;    /* the call waits there */
    EdgeIds edges;   /* by which it goes on */
    LLVMValueRef at; /* the call; NULL: a join */
    const char *why; /* WAIT_UNKNOWN: not known, in words; "" = nothing to say */
    SourcePos pos;
} Wait;

/* A call that gives a lock back, whoever holds it. */
typedef struct Release {
    uint32_t cell;
    LocId loc;
    Term frees;      /* the call does there */
    bool is_initial; /* it initialises the lock */
    SourcePos pos;
} Release;

/* The end of a thread that a join may wait for. */
typedef struct Ending {
    uint32_t creation; /* that started it */
    TemplateId thread;
    Term own;  /* in the thread: it is the one started there; TERM_NONE = always */
    Term runs; /* it has not ended yet */
    const char *name;
} Ending;

/* A call that waits for something else: a semaphore, a barrier, a function that pthread_once runs. */
typedef struct Stop {
    LocId loc;
    Term blocked;      /* the call waits there */
    Term taken;        /* over shared variables: whoever waits for the same goes on waiting */
    const char *waits; /* for what, in words */
    SourcePos pos;
} Stop;

/* A condition variable; see condition.h. */
typedef struct Condition {
    uint32_t object;
    int64_t offset;
    const char *name;
    VarId asleep, woken;
} Condition;

/* Where a thread waits for a condition variable without a time limit. */
typedef struct Sleep {
    LocId loc;
    Term guard; /* for this one of several; TERM_NONE: always */
    const char *name;
    SourcePos pos;
} Sleep;

typedef struct Waits {
    VEC(Stop) stops;
    VEC(Condition) conditions;
    VEC(Sleep) sleeps;
    bool has_active;
    VarId active; /* how many threads have not ended and do not wait */
    VEC(Wait) list;
    VEC(Release) releases;
    VEC(Ending) endings;
} Waits;

/* Where a refusal is caught: there the model ends (emit_limit). Whoever holds several ways at once, whose cursors would
 * be lost, must not be left so, and lowers what is refused with tolerance NULL. */
typedef struct Tolerance {
    jmp_buf env;
    const char *volatile text, *volatile remedy; /* set between setjmp and longjmp */
    const char *volatile reason;                 /* file:line: text; NULL: nothing was refused */
    bool is_target;                              /* of one target among several */
} Tolerance;

typedef struct Lowering {
    Run *run;
    TermManager *tm;
    Program *program;
    enum { WEAK_ORDER_UNKNOWN, WEAK_ORDER_NONE, WEAK_ORDER_SOME } weak_order; /* of atomic accesses and fences */
    const FrontendOptions *options;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    unsigned pointer_width;
    Sources *sources;
    FunctionTable *functions;
    DebugNames *debug_names;
    Facts *facts;
    Origins *origins; /* NULL: not recorded */

    VEC(Thread *) threads;
    VEC(Object) objects;
    Intern object_ids;
    VEC(Cell) cells;
    Intern cell_ids;
    Intern names;
    VEC(uint32_t) name_counts; /* by id in names: numbered names tried so far */
    Intern shared_ids;         /* (call of a function, name of another that stands in it): a part of Program.calls */
    VEC(uint32_t) shared_sites;
    VEC(const char *) reserved; /* names of globals: locals get a suffix */
    VEC(Frame *) var_owners;    /* by VarId: the frame whose code may assign it; NULL = stable */
    VEC(Join) joins;
    VEC(Detach) detaches;
    VEC(SyncUse) sync_uses;
    VEC(Handle) handles;
    HandleUses creations;
    bool has_names;
    VarId names_given;             /* see threads/named.c */
    VEC(EdgeId) named_starts;      /* likewise */
    bool has_unnamed_handles;      /* a start fills one that no join finds; likewise */
    VEC(EdgeId) arbitrary_names;   /* edges that make a handle arbitrary; likewise */
    VEC(EdgeId) declarations;      /* edges that only make variables arbitrary where they are declared; likewise */
    VEC(uint32_t) indexed_handles; /* objects with handles that are filled without a trace in creations */
    Waits waits;
    SyncChecks sync_checks;
    EdgeIds detached_starts; /* of threads that nobody may join, perhaps; see threads/valid_join.h */
    EdgeIds perhaps_detached_starts;

    Thread *thread;
    Frame *frame;   /* innermost */
    Frame everyone; /* owner of thread-local variables: any code of the thread may assign them */
    Cursor cursor;
    Intern key_ids; /* of ThreadVariables: (kind, id, thread) */
    VEC(ThreadVariable) key_vars;
    Intern pool_ids; /* (call of malloc, its context): how often it was executed */
    VEC(VarId) pool_vars;
    VEC(LLVMValueRef) started_functions; /* see code/callback.c */
    VEC(VarId) started_vars;
    uint64_t next_base;                     /* see Object.base */
    uint32_t instruction_count, size_limit; /* 0: only the budget */
    bool has_limit;                         /* the model has ended somewhere (emit_limit) */
    uint32_t once_depth;                    /* functions around that pthread_once or the end of a thread calls */
    bool in_destructor;
    Intern passed, decided;   /* instructions: see passed.h */
    Intern cut_ids;           /* blocks in the middle of which control ends */
    VEC(SourcePos) cuts;      /* where */
    bool at_handle;           /* the access at hand is one of a thread handle: it stays in its array */
    SourcePos pos;            /* of the instruction at hand */
    LLVMValueRef instruction; /* at hand; NULL: before the first one of a thread */
    const char *callee;       /* of the known function that is called there */
    Intern life_ids;          /* (scope, what ends with the objects): see memory/scope.h */
    VEC(VarId) life_vars;     /* true when it has ended */
    Intern unlike_ids;        /* (a, b) */
    VEC(Unlike) unlike;
    struct {
        bool free, allocation, lost, trap, resize, in_place, arena, format, arguments, size, joined, handle, threads,
            text, time, state, constant, held, unused, once, failure, outlived;
    } noted;                  /* see assumption.h */
    jmp_buf restart;          /* leaves the pass; the facts have changed */
    Tolerance *tolerance;     /* NULL: refusals end the run */
    uint32_t action, actions; /* at hand, as Edge.action, 0: none; so many have been made */
} Lowering;

#endif
