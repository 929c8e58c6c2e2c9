/* The state of lowering LLVM IR to a Program, and what its parts offer each other.
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
#ifndef CHORUS_FRONTEND_MODEL_LOWER_H
#define CHORUS_FRONTEND_MODEL_LOWER_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <setjmp.h>

#include "base/str.h"
#include "frontend/model/origin.h"
#include "frontend/model/pointsto.h"
#include "frontend/module/function.h"
#include "frontend/module/intrinsics.h"
#include "frontend/module/options.h"
#include "frontend/module/source.h"
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
    VAL_ADDRESS /* chosen at run time: terms[0] is the address of one of the targets, as a number (see address.c), or
                   0, or one that must not be used; further terms and offset are as with VAL_POINTER */
} ValKind;

typedef struct Val {
    ValKind kind;
    uint32_t count; /* terms in use */
    Term terms[VAL_TERMS];
    uint64_t strides[VAL_TERMS];
    uint32_t object;
    int64_t offset;
    LLVMValueRef function;
    const Targets *targets; /* VAL_ADDRESS; VAL_PAIR: of its first element, NULL = a number */
    const Targets *second;  /* VAL_PAIR: likewise */
} Val;

/* ---- frames ---- */

typedef VEC(EdgeId) EdgeIds;

/* Where the next edge starts: at loc, or at a location still to be made, to which the dangling edges lead. */
typedef struct Cursor {
    bool is_reachable;
    bool has_loc;
    LocId loc;
    EdgeIds dangling;
    uint32_t depth;    /* of atomic sections */
    bool is_mid;       /* in the middle of a statement (statement granularity) */
    bool has_boundary; /* a statement ended since the last edge: pending reads must not meet new ones */
    bool has_read;     /* a shared read may be pending */
    Term condition;    /* undefined behaviour was met unless this holds; goes into the next guard */
    SourcePos read_pos;
    OriginEvents events; /* passed since the last edge; empty unless origins are recorded */
} Cursor;

typedef struct Entry {
    LLVMValueRef value;
    uint32_t remaining; /* uses not yet lowered */
    bool is_volatile, is_unstable;
    Val val;
} Entry;

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
    bool is_active;
    bool in_loop; /* may be executed more than once by one thread */
    bool is_result_unused;
    bool is_atomic; /* a __VERIFIER_atomic_ function */
    Intern value_ids;
    VEC(Entry) entries;
    VEC(uint32_t) live; /* entries that are volatile or unstable */
    BlockState *blocks;
    VEC(Work) work;
    bool has_returned;
    Cursor after; /* single ret: the state there */
    Val result;
    bool has_result;
    BlockState ret; /* several rets: where they join */
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
    const char *name;
    DebugVariable variable;
    Frame *owner; /* OBJECT_LOCAL; others and those with a number: everyone */
    bool is_shared;
    bool is_temporary;
    SourcePos pos;
    bool is_ignored; /* what is stored there is never read */
    VEC(uint32_t) cells;
} Object;

typedef enum CellKind {
    CELL_SCALAR,
    CELL_ARRAY,   /* all elements of a leaf below arrays */
    CELL_POINTER, /* holds one known address; no variable, or one for each index */
    CELL_MUTEX    /* a mutex or another synchronisation object */
} CellKind;

/* Synchronisation objects; their variables are described in sync.c. */
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
    FACT_SYNC = 64,      /* a scalar that is a synchronisation object: no data */
    FACT_ONCE = 128,     /* and that is one of pthread_once; otherwise it is a spin lock */
    FACT_POOLED = 256,   /* a call of malloc that may be executed more than once; offset: 0 */
    /* A scalar with a cell for each of its pieces, of so many bytes (the smallest counts): some access is to a part. */
    FACT_PIECES_1 = 512,
    FACT_PIECES_2 = 1024,
    FACT_PIECES_4 = 2048,
    FACT_OVERLAPPED = 4096, /* offset: 0; an access covers a part of a scalar, or several */
    FACT_EXPANDED = 8192,   /* offset: 0; variable indices are told apart */
    FACT_PADDING = 16384,   /* offset: 0; bytes between members are used, as those of another type */
    FACT_SAVED = 32768      /* a call: what is called may assign variables in values that the caller still needs */
};

typedef struct Facts {
    Intern ids;
    VEC(uint16_t) flags;
    Intern context_ids; /* chains of calls: (caller's, call, function) */
    VEC(LLVMValueRef) context_roots;
    Intern slot_ids; /* places that keep pointers */
    VEC(Targets *) slots;
    Intern heap_ids;                   /* calls of malloc, in their contexts */
    bool is_crowded;                   /* objects of variable size must be small for all to have addresses */
    VEC(LLVMTypeRef) heap_types;       /* of the elements; NULL = not known */
    VEC(uint64_t) heap_sizes;          /* in bytes; 0 = not constant, or not known yet */
    Intern key_ids;                    /* calls of pthread_key_create, in their contexts */
    VEC(LLVMValueRef) key_destructors; /* NULL = none */
    bool has_changed;
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
    bool has_end, has_error, has_halt[2];
    bool has_result;
    VarId result;              /* what it returns, kept for who joins it */
    LocId end, error, halt[2]; /* halt[1]: inside an atomic section */
} Thread;

/* A pthread_t object that is only written by pthread_create and only read for pthread_join. */
typedef struct Handle {
    uint32_t object;
    int64_t offset;
    LLVMTypeRef result; /* of the thread, as joins read it; NULL = none does */
} Handle;

/* A handle that an edge fills or joins, when the guard holds before the edge. */
typedef struct HandleUse {
    EdgeId edge;
    uint32_t handle;
    Term guard;
} HandleUse;

typedef VEC(HandleUse) HandleUses;

typedef struct Join {
    EdgeId edge;
    HandleUses uses; /* none: not known */
    Term result;     /* an input that stands for the joined thread's result; TERM_NONE = not read */
    SourcePos pos;
} Join;

/* Variables that each thread has for something that is no object of its own: zero when the thread starts, but its own
 * name is arbitrary. */
typedef struct ThreadVariable {
    enum { THREAD_KEY, THREAD_HOLDS, THREAD_SELF, THREAD_CANCEL } kind;
    uint32_t id; /* of the key; of the cell of a lock */
    Sort sort;
    const char *name;
    VarId var;
} ThreadVariable;

/* Where a refusal is caught: there the model ends (emit_limit). Whoever holds several ways at once, whose cursors would
 * be lost, must not be left so, and lowers what is refused with tolerance NULL. */
typedef struct Tolerance {
    jmp_buf env;
    const char *volatile text, *volatile remedy; /* set between setjmp and longjmp */
    const char *volatile reason;                 /* file:line: text; NULL: nothing was refused */
} Tolerance;

typedef struct Lowering {
    Run *run;
    TermManager *tm;
    Program *program;
    const FrontendOptions *options;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    unsigned pointer_width;
    Sources *sources;
    FunctionTable *functions;
    Facts *facts;
    Origins *origins; /* NULL: not recorded */

    VEC(Thread *) threads;
    VEC(Object) objects;
    Intern object_ids;
    VEC(Cell) cells;
    Intern cell_ids;
    Intern names;
    VEC(uint32_t) name_counts;  /* by id in names: numbered names tried so far */
    VEC(const char *) reserved; /* names of globals: locals get a suffix */
    VEC(Frame *) var_owners;    /* by VarId: the frame whose code may assign it; NULL = stable */
    VEC(Join) joins;
    VEC(Handle) handles;
    HandleUses creations;
    VEC(uint32_t) indexed_handles; /* objects with handles that are filled without a trace in creations */

    Thread *thread;
    Frame *frame;   /* innermost */
    Frame everyone; /* owner of thread-local variables: any code of the thread may assign them */
    Cursor cursor;
    Intern key_ids; /* of ThreadVariables: (kind, id, thread) */
    VEC(ThreadVariable) key_vars;
    Intern pool_ids; /* (call of malloc, its context): how often it was executed */
    VEC(VarId) pool_vars;
    uint64_t next_base; /* see Object.base */
    uint32_t instruction_count;
    uint32_t once_depth; /* functions around that pthread_once or the end of a thread calls */
    bool in_destructor;
    SourcePos pos;      /* of the instruction at hand */
    const char *callee; /* of the known function that is called there */
    bool was_order_noted;
    jmp_buf restart;      /* leaves the pass; the facts have changed */
    Tolerance *tolerance; /* NULL: refusals end the run */
} Lowering;

/* facts.c */

/* To be freed when the last pass is over; nothing is known yet. */
Facts *facts_new(Run *run);
void facts_free(Run *run, Facts *facts);

/* "file:line: text" of the current position. */
const char *lower_reason(Lowering *L, const char *text);
/* "reason; remedy": one diagnostic at the current position, and the end of the run with STOP_UNSUPPORTED. */
_Noreturn void lower_refuse(Lowering *L, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool facts_has(const Facts *facts, LLVMValueRef value, uint64_t offset, uint16_t flag);
void facts_add(Lowering *L, LLVMValueRef value, uint64_t offset, uint16_t flag);
/* The chain of calls, in all passes by the same number. caller: NULL = the start of a thread. */
uint32_t context_of(Lowering *L, const Frame *caller, LLVMValueRef function, LLVMValueRef call);
/* Likewise for the k-th object that a call makes: a context of its own. */
uint32_t context_of_object(Lowering *L, uint32_t context, LLVMValueRef call, uint32_t k);

/* origin.c: all do nothing unless origins are recorded */

void origins_begin(Lowering *L);
void origins_end(Lowering *L);
void origin_access(Lowering *L, LLVMValueRef instruction, bool is_scheduled);
/* One scalar of a memset or memcpy; see OriginEvent.part. */
void origin_part(Lowering *L, LLVMValueRef fill, uint32_t part, uint64_t offset, uint64_t size, bool is_scheduled);
/* input: TERM_NONE when the value is not used. */
void origin_value(Lowering *L, LLVMValueRef at, Term input);
void origin_start(Lowering *L, LLVMValueRef call);
void origin_alloca(Lowering *L, LLVMValueRef alloca);
/* scalars: none when the variable keeps what it has. */
void origin_declare(Lowering *L, LLVMValueRef declare, const OriginScalars *scalars, bool is_scheduled);
void origin_call(Lowering *L, LLVMValueRef call, LLVMValueRef callee, Intrinsic intrinsic, bool is_async);
/* The edge starts at the cursor: it takes what was passed since the last one. failing: NULL, or what fails. */
void origin_edge(Lowering *L, EdgeId edge, bool exchange_fails, LLVMValueRef failing);
/* The cursor's edges lead elsewhere now: what was passed since goes to them. */
void origin_end_dangling(Lowering *L);
/* What happens here cannot be run natively. */
void origin_refuse(Lowering *L, SourcePos pos, const char *what);
/* What was passed since the last edge, for a place that is reached in other ways too. */
OriginEvents origin_take_optional(Lowering *L);

/* names.c */

const char *name_unique(Lowering *L, const char *wanted);
/* Likewise, but never the name of a global. */
const char *name_unique_local(Lowering *L, const char *wanted);
VarId var_add(Lowering *L, const Var *var, Frame *owner);
VarId var_temporary(Lowering *L, const char *wanted, Sort sort, bool is_signed);
Term var_term(Lowering *L, VarId var);
Term fresh_input(Lowering *L, Sort sort, const char *name);
const char *value_name(Lowering *L, LLVMValueRef value);
/* Made when first asked for; v.var is not looked at. */
VarId thread_variable(Lowering *L, ThreadVariable v);

/* bound.c */

/* "t < limit", unsigned; true when the shape of t tells. */
Term below_term(Lowering *L, Term t, uint64_t limit);

/* values.c */

Val val_none(void);
Val val_term(Term t);
Val val_pair(Term a, Term b);
Val pair_element(const Val *pair, unsigned k);
Val val_pointer(uint32_t object, int64_t offset);
Val val_function(LLVMValueRef function);
bool val_same_shape(const Val *a, const Val *b);
Sort type_sort(Lowering *L, LLVMTypeRef type);
/* Whether it is, or may be, the address of something. */
bool val_is_address(const Val *v);
/* A number that is the address of one of the targets. */

/* operand.c */

/* The value of an operand; volatile terms are valid until the next edge. */
Val operand_val(Lowering *L, LLVMValueRef value);
/* As a term of the value's sort; refuses addresses. */
Term operand_term(Lowering *L, LLVMValueRef value);
Val constant_val(Lowering *L, LLVMValueRef value);
void value_bind(Lowering *L, Frame *frame, LLVMValueRef value, Val val);
/* The instruction's operands have been used; to be called before the edge that uses them is added. */
void operands_retire(Lowering *L, LLVMValueRef instruction);
void operand_retire(Lowering *L, LLVMValueRef value);
/* Storage that is a value only (AllocaInfo.is_forwarded): the store binds it, each load uses it. */
void forward_bind(Lowering *L, LLVMValueRef alloca, Val val);
Val forward_use(Lowering *L, LLVMValueRef alloca);
/* The address that a getelementptr computes, as an instruction or as a constant. */
Val gep_val(Lowering *L, LLVMValueRef gep);

/* emit.c */

typedef struct Step {
    Term guard;
    VEC(Assign) assigns;
    VEC(Assign) args;
    bool has_spawn;
    TemplateId spawn;
    const char *approximate;
    bool exchange_fails;  /* see OriginEvent.fails */
    LLVMValueRef failing; /* the edge is to be an error edge: what fails */
} Step;

void step_assign(Lowering *L, Step *step, VarId var, Term value);
void step_free(Lowering *L, Step *step);
/* Adds the step as an edge and moves the cursor behind it. */
EdgeId step_emit(Lowering *L, Step *step);
/* Several alternatives from one location to one place; all are freed. The saves go into each. */
void steps_emit(Lowering *L, Step *steps, uint32_t count);
/* Adds to the step the saves that are due at a branch or join. */
void step_save_all(Lowering *L, Step *step);
/* An edge that leads nowhere yet; no saves, the cursor stays. */
EdgeId step_add(Lowering *L, const Step *step);
/* failing: the call that reports the failure. */
void emit_error(Lowering *L, Term guard, LLVMValueRef failing);
/* What the model can represent ends where the guard holds: a proof shows that it never does, and a counterexample does
 * not go beyond. why: the limit. */
void emit_limit(Lowering *L, Term guard, const char *why);
LocId cursor_loc(Lowering *L);
LocId loc_make(Lowering *L, Thread *thread, const char *name, bool is_atomic);
void edge_set_target(Lowering *L, EdgeId edge, LocId to);
/* Undefined behaviour unless t. */
void condition_add(Lowering *L, Term t);
/* Ends pending reads by an edge of their own, if any are needed. */
void reads_flush(Lowering *L);
/* Likewise for all values that are good for one edge only: what follows uses an operand in several. */
void values_flush(Lowering *L);
/* Whether a shared access here must be a step of its own. */
bool accesses_split(const Lowering *L);
bool reads_are_pending(Lowering *L);
void statement_end(Lowering *L);
/* Saves a term, or those of an address, unless nothing can change it. */
void term_keep(Lowering *L, Term *t);
void address_keep(Lowering *L, Val *v);
/* Saves what the callee could change through the address. */
void entries_protect(Lowering *L, const Val *address);

/* address.c: pointers that are told apart at run time */

/* An address of any kind, or a number, as VAL_ADDRESS whose only term is the address; conditions may be added. */
Val address_val(Lowering *L, const Val *v);
/* A comparison of addresses (at least one of the values is one). */
Term address_compare(Lowering *L, LLVMIntPredicate predicate, const Val *a, const Val *b);
Val address_select(Lowering *L, Term c, const Val *a, const Val *b);
/* The difference in bytes, inside one object. */
Term address_difference(Lowering *L, const Val *a, const Val *b);
Val address_of(Term t, const Targets *targets);
uint64_t object_size(Lowering *L, const Object *o);
/* Where its range of numbers starts; from now on it has one. */
uint64_t object_base(Lowering *L, uint32_t id);
Term address_number(Lowering *L, uint64_t n);
/* Whether a number lies in the object, or at its end. */
Term address_inside(Lowering *L, Term t, uint32_t object);
/* Says that an address is taken to stay inside its object. */
void address_note_inside(Lowering *L);
/* Whether it is a number that no object has: NULL, MAP_FAILED and the like. */
bool address_is_reserved(Lowering *L, Term t);
/* Refuses an address that may also be a number. */
void address_refuse_numbers(Lowering *L, const Val *v);
Targets *targets_new(Lowering *L);

/* choices.c */

/* One target that an address may have. */
typedef struct Choice {
    Term guard; /* holds when it has; TERM_NONE = always */
    Val val;    /* VAL_POINTER or VAL_FUNCTION */
} Choice;
typedef VEC(Choice) Choices;
/* All targets; guards exclude each other, and where none holds the behaviour is undefined. Refuses numbers. */
void choices_find(Lowering *L, const Val *address, Choices *choices);
/* Likewise; variable indices of small arrays are told apart, too. */
void accesses_find(Lowering *L, const Val *address, Choices *choices);
/* Likewise, with constant indices only. */
void choices_find_exact(Lowering *L, const Val *address, Choices *choices);
/* When there is only one target it takes the place of the address. False: the cursor is not reachable any more. */
bool address_settle(Lowering *L, Val *v);

/* slot.c */

/* The address that a value has when it is stored in a place, which is recorded; and when it is loaded again from there
 * as a term. Keys: a value with a scope and an offset. */
typedef enum SlotKind { SLOT_SCALAR, SLOT_ARRAY, SLOT_PHI, SLOT_RESULT, SLOT_PARAMETER, SLOT_KEY } SlotKind;
typedef struct SlotKey {
    LLVMValueRef value;
    uint32_t scope;
    uint64_t offset;
    SlotKind kind;
} SlotKey;
Term slot_store(Lowering *L, const SlotKey *key, const Val *v, bool is_pointer);
/* It may be any address from the start. */
void slot_store_unknown(Lowering *L, const SlotKey *key);
Val slot_load(Lowering *L, const SlotKey *key, Term t, bool is_pointer);
/* Whether something was stored there that counts; whether an address was. */
bool slot_is_known(Lowering *L, const SlotKey *key);
bool slot_has_addresses(Lowering *L, const SlotKey *key);
/* The targets become visible to all threads. */
void targets_share(Lowering *L, const Targets *targets);

/* heap.c */

void lower_malloc(Lowering *L, LLVMValueRef call, bool is_calloc);
void lower_realloc(Lowering *L, LLVMValueRef call);
void lower_free(Lowering *L, LLVMValueRef call);
/* Whether an object made by malloc is one of several that the same call makes. */
bool heap_is_pooled(Lowering *L, LLVMValueRef call);

/* object.c */

uint32_t object_of_global(Lowering *L, LLVMValueRef global);
uint32_t object_of_local(Lowering *L, Frame *frame, LLVMValueRef alloca);
/* Likewise when the frame need not be active. */
uint32_t object_of_alloca(Lowering *L, LLVMValueRef alloca, uint32_t scope, Frame *frame);
uint32_t object_of_heap(Lowering *L, LLVMValueRef call, uint32_t scope);
uint32_t object_of_function(Lowering *L, LLVMValueRef function);
/* Refuses what the thread at hand cannot reach. */
uint32_t object_of_target(Lowering *L, const Target *t);
/* Whether what is stored there is never read. */
bool alloca_is_ignored(const Frame *frame, const AllocaInfo *info);
/* The bytes of an object of variable size that are modelled. */
uint64_t variable_size(const Lowering *L);
/* Whether the address is a number somewhere (address.c). */
bool object_is_addressed(Lowering *L, LLVMValueRef value);
const char *object_describe(Lowering *L, const Val *address);
bool object_uses_padding(Lowering *L, uint32_t object);
/* The number of a call of malloc, in its context: of Facts.heap_types and heap_sizes. */
uint32_t heap_id(Lowering *L, LLVMValueRef call, uint32_t scope);
/* The first operand of such a call that says how many bytes: behind the old memory of realloc. */
unsigned heap_first_size(LLVMValueRef call);
/* The parameter whose value a load gives, if the parameter is never assigned; NULL otherwise. */
LLVMValueRef heap_loaded_parameter(LLVMValueRef load);
/* A value of an access type suggests what an object on the heap holds. */
void heap_suggest_type(Lowering *L, uint32_t object, LLVMTypeRef type);
void heap_suggest_targets(Lowering *L, const Val *address, LLVMTypeRef type);
/* The cell of a kind, of so many bytes, without a variable when it is new. */
uint32_t cell_at(Lowering *L, uint32_t object, uint64_t offset, uint64_t size, CellKind kind, bool *is_new);
SlotKey cell_slot(Lowering *L, const Cell *cell);

/* place.c */

typedef struct Place {
    enum { PLACE_CELL, PLACE_CONSTANT, PLACE_OUTSIDE, PLACE_IGNORED, PLACE_PARTS } kind;
    struct Place *parts; /* PLACE_PARTS: cells and constants, the lowest byte first */
    uint32_t part_count;
    uint32_t cell;
    Term index;     /* CELL_ARRAY */
    Term condition; /* index within bounds; TERM_NONE = always */
    Term limit;     /* index beyond an array that a union overlays: not modelled; TERM_NONE = never */
    Val constant;
    bool is_shared;
    LLVMTypeRef type;
} Place;

/* The part of an object that an access of a type at an address touches. is_write: records the fact. */
Place place_find(Lowering *L, const Val *address, LLVMTypeRef type, bool is_write);
/* Likewise for one target among several: the reason when it cannot be modelled, else NULL. Such a target is to be a
 * limit of the model (emit_limit). */
const char *place_try(Lowering *L, const Val *address, LLVMTypeRef type, bool is_write, Place *place);
/* Whether the scalar at an address is a synchronisation object. */
bool scalar_is_sync(Lowering *L, const Val *address, LLVMTypeRef type, SyncKind *kind);

/* walk.c */

/* Where one is on the way from an address to a scalar. */
typedef struct Walk {
    LLVMTypeRef type;
    LLVMMetadataRef debug;
    int64_t rest;      /* offset inside type */
    uint64_t start;    /* of type, all indices counted as 0: names the leaf */
    uint64_t position; /* of type, constant indices counted */
    Term index;        /* flattened, 32 bits; constant parts included */
    Term condition;
    bool is_indexed; /* an index is no constant */
    bool is_outside; /* a constant index is out of bounds */
    bool is_below_array;
    bool is_padding;   /* a byte between members */
    bool is_overlaid;  /* by other members of a union, so that the end of an array is not the end of what may be used */
    Term limit;        /* where an index goes beyond such an array; TERM_NONE = nowhere */
    uint64_t elements; /* product of the dimensions passed */
    Val address;       /* index terms still to be placed */
    Str name, array_name;
} Walk;

/* At the object's start; to be ended. */
Walk walk_start(Lowering *L, const Val *address);
void walk_end(Walk *w);
/* One step, into the element or the member. */
void walk_array(Lowering *L, Walk *w);
void walk_struct(Lowering *L, Walk *w);
/* Refuses a variable index that follows no array of the type: accesses_find tells its values apart, in the next pass.
 */
void walk_check_placed(Lowering *L, const Walk *w);
/* All the way. */
Walk walk_to_scalar(Lowering *L, const Val *address);
/* Says that an index is taken to be in bounds. */
void note_bounds(Lowering *L, const char *name);
bool type_is_aggregate(LLVMTypeRef type);
/* The aggregate or scalar of exactly this size at an address; NULL when there is none. */
LLVMTypeRef type_at(Lowering *L, const Val *address, uint64_t size);
/* Calls fn for every scalar below a type; a mutex counts as one (its type is then the struct's), and a byte between
 * members, too, when they are wanted (see object_uses_padding). */
typedef void (*LeafFn)(Lowering *L, void *arg, uint64_t offset, LLVMTypeRef type);
void leaves_for_each(Lowering *L, LLVMTypeRef type, bool with_padding, LeafFn fn, void *arg);

/* initial.c */

/* The initial value of a global's leaf or leaf array; TERM_NONE = arbitrary. */
Val initial_val(Lowering *L, const Object *object, uint64_t offset, LLVMTypeRef type);
Term initial_array(Lowering *L, const Object *object, uint64_t offset, LLVMTypeRef leaf, Sort sort);
bool initial_is_arbitrary(Lowering *L, const Object *object);
/* Whether static initialisation sets all these bytes to zero. */
bool initial_is_null(Lowering *L, const Object *object, uint64_t offset, uint64_t size);

/* handle.c */

/* The handles that an address may be that of, before the edge that uses it; edges are still to be filled in. */
void handles_at(Lowering *L, const Val *address, HandleUses *uses);
/* The start of a thread writes its handle. uses: from handles_at; they are freed. */
void handle_write(Lowering *L, const Val *address, EdgeId create, HandleUses *uses);
/* Whether a load reads a thread handle only in order to join it. */
bool handle_is_only_joined(Lowering *L, LLVMValueRef load, const Val *address);

/* cell.c */

/* What is met on the way to the place: bounds. */
void place_enter(Lowering *L, const Place *place);
Val place_read(Lowering *L, const Place *place);
/* Whether what is stored there can be read again. */
bool place_is_memory(const Place *place);
/* Adds the assignment to a step. */
void place_assign(Lowering *L, const Place *place, const Val *val, Step *step);
/* Assigns a place; the value's operands must have been retired. */
void place_write(Lowering *L, const Place *place, const Val *val);
void place_havoc(Lowering *L, const Place *place, const char *name, const char *approximate);
/* Why an access to a place with a limit ends the model there. */
const char *place_overlay_reason(Lowering *L);
bool type_is_pointer(LLVMTypeRef type);

/* split.c */

/* One target of an access. */
typedef struct Branch {
    Term guard; /* of the choice, and within bounds */
    Place place;
} Branch;

/* A target that cannot be modelled. */
typedef struct Limit {
    Term guard;
    const char *why;
} Limit;

/* The targets of an access; cleared by branches_emit. */
typedef struct Branches {
    Branch *data;
    uint32_t count, capacity;
    const Val *outside; /* what is read at places outside of their objects; NULL = that is undefined */
    VEC(Limit) limits;
} Branches;

/* Makes the access at hand a step of its own where it must be one. True: fetch operands again. */
bool access_begin(Lowering *L, bool is_shared);
/* The targets of an access, after a flush where the access must be a step of its own. */
void branches_enter(Lowering *L, LLVMValueRef pointer, LLVMTypeRef type, bool is_write, Branches *branches);
bool branches_are_shared(const Branches *branches);
/* So many steps for each branch, with its guard; to be given to branches_emit. */
Step *branches_steps(Lowering *L, const Branches *branches, uint32_t per_branch);
/* What the branches read, as one value: assigns a temporary in each step. */
Val branches_read(Lowering *L, const Branches *branches, LLVMTypeRef type, const char *name, Step *steps,
                  uint32_t per_branch);
/* Emits one edge for each step; none: the behaviour is undefined. Frees both. */
void branches_emit(Lowering *L, Branches *branches, Step *steps, uint32_t per_branch);
/* All that an address may stand for becomes arbitrary. */
void address_havoc(Lowering *L, const Val *address, LLVMTypeRef type, const char *name, const char *approximate);

/* One scalar of a memset or memcpy, for origin_part. */
typedef struct AccessPart {
    LLVMValueRef fill;
    uint32_t part;
    uint64_t offset, size;
} AccessPart;

/* A read and a write through any address, each with steps of its own, which use terms of the address several times:
 * they must be good for more than one edge (address_keep). keeps: the value is good for longer than the next edge. */
Val address_read(Lowering *L, const Val *address, LLVMTypeRef type, const AccessPart *part, bool keeps);
void address_write(Lowering *L, const Val *address, LLVMTypeRef type, const Val *value, const AccessPart *part);
/* A read that finds another value where an object is too small. */
Val address_read_or(Lowering *L, const Val *address, LLVMTypeRef type, const Val *outside);
/* Whether an access through it is a case split. */
bool address_is_split(Lowering *L, const Val *address);
bool operand_is_split(Lowering *L, LLVMValueRef pointer);
/* Loads and stores for which it is. */
void lower_load_split(Lowering *L, LLVMValueRef instruction);
void lower_store_split(Lowering *L, LLVMValueRef instruction);

/* merge.c */

/* Binds the values that meet where control joins: *merged on first arrival, then assigns it. */
void merge_value(Lowering *L, Val *merged, bool is_first, const Val *v, const SlotKey *key, const char *name,
                 Step *step);
/* Leads the cursor into a join; step holds the join's assignments and saves, and is freed. block: to be lowered from
 * there, or NULL. */
void join_enter(Lowering *L, BlockState *state, LLVMBasicBlockRef block, Step *step, bool is_mid);
/* The location of a join, made on first arrival. */
LocId join_loc(Lowering *L, BlockState *state, LLVMBasicBlockRef block, bool is_mid);
/* A block that is to be lowered from there. */
void work_push(Lowering *L, LLVMBasicBlockRef block, const Cursor *cursor);
/* Of the first instruction that has one. */
SourcePos block_pos(Lowering *L, LLVMBasicBlockRef block);

/* havoc.c */

/* Whether a leaf is a synchronisation object, and of which kind. */
bool leaf_is_sync(Lowering *L, const Val *address, LLVMTypeRef type, SyncKind *kind);
/* Whether a store sets one arbitrary byte somewhere in memory of another type; if so it is done (over-approximated). */
bool lower_byte_store(Lowering *L, LLVMValueRef store, const Val *address);
void lower_declare(Lowering *L, LLVMValueRef call);
/* All of a variable becomes arbitrary. */
void object_havoc(Lowering *L, uint32_t object);

/* access.c */

void lower_load(Lowering *L, LLVMValueRef instruction);
void lower_store(Lowering *L, LLVMValueRef instruction);
/* The address, when it is the only one; false: there is none, and control does not go on. */
bool operand_settled(Lowering *L, LLVMValueRef instruction, LLVMValueRef pointer, Val *address);
/* Says, once, that weaker memory orders are taken for the strongest. */
void access_note_order(Lowering *L, LLVMValueRef instruction);

/* atomic.c */

void lower_rmw(Lowering *L, LLVMValueRef instruction);
void lower_cmpxchg(Lowering *L, LLVMValueRef instruction);

/* fill.c */

void lower_memset(Lowering *L, LLVMValueRef call);
void lower_memcpy(Lowering *L, LLVMValueRef call, bool may_overlap);

/* arith.c */

/* Instructions without effect: arithmetic, comparisons, casts, select, address computation. False: not one. */
bool lower_pure(Lowering *L, LLVMValueRef instruction);
/* "t != 0" as a Boolean. */
Term truth_term(Lowering *L, Term t);
Val overflow_val(Lowering *L, const char *operation, Term a, Term b);

/* call.c */

/* The cursor is not reachable afterwards when control does not come back. */
void lower_call(Lowering *L, LLVMValueRef call);
/* Whether the instruction is a call that fails at once, like __assert_fail. */
bool is_error_call(const Lowering *L, LLVMValueRef instruction);
void atomic_begin(Lowering *L);
void atomic_end(Lowering *L);

/* builtin.c */

/* A call of a function named llvm.*. */
void lower_builtin(Lowering *L, LLVMValueRef call, const char *name);

/* thread.c */

Thread *thread_of(Lowering *L, LLVMValueRef function);
/* Starts a thread with these arguments; handle may be NULL. */
void lower_spawn(Lowering *L, LLVMValueRef call, LLVMValueRef function, const LLVMValueRef *args, uint32_t count,
                 LLVMValueRef handle);
void lower_create(Lowering *L, LLVMValueRef call);
void lower_self(Lowering *L, LLVMValueRef call);
void lower_equal(Lowering *L, LLVMValueRef call);
void lower_cancel_state(Lowering *L, LLVMValueRef call);
void thread_end(Lowering *L);
/* Likewise; value: what the thread returns, NULL = nothing. */
void thread_return(Lowering *L, LLVMValueRef value);
/* Leads the cursor to a location that ends it. */
void thread_end_at(Lowering *L, LocId loc);
void thread_halt(Lowering *L);
void thread_lower(Lowering *L, Thread *thread);

/* join.c */

void lower_join(Lowering *L, LLVMValueRef call);
void threads_resolve_joins(Lowering *L);
/* Whether any join of the program asks what the joined thread returned. */
bool joins_read_results(const Lowering *L);
/* Addresses that threads return. */
SlotKey result_slot(void);

/* sync_type.c */

/* Whether it is the type of a mutex or of another synchronisation object that is no scalar. */
bool type_is_mutex(LLVMTypeRef type);
/* Of a type for which type_is_mutex holds. */
SyncKind sync_kind(LLVMTypeRef type);
const char *sync_name(SyncKind kind);
/* Whether such an object is an integer, not a type of its own. */
bool sync_is_scalar(SyncKind kind);
/* The type of the objects; NULL when the program has none. */
LLVMTypeRef sync_type(Lowering *L, SyncKind kind);
/* sync_object.c */

/* The types, as glibc numbers them; all others are like the default one. */
#define MUTEX_RECURSIVE 1
#define MUTEX_ERRORCHECK 2
#define MUTEX_TYPE_MAX 3 /* adaptive, which makes no difference */

/* The synchronisation object of a kind at an address. */
uint32_t sync_cell(Lowering *L, const Val *address, SyncKind kind);
/* Adds the variables of a new cell. name: of the object in the source. */
void sync_declare(Lowering *L, uint32_t cell, const char *name);
/* What a static initialiser makes of an object: the type of a mutex, else 0; refuses what is not supported. */
uint32_t sync_initial(Lowering *L, SyncKind kind, const Object *o, uint64_t offset, uint64_t size);
/* Adds to the step that the object is as static initialisation makes it. */
void sync_reset(Lowering *L, uint32_t cell, uint32_t type, Step *step);
void sync_havoc(Lowering *L, uint32_t cell, Step *step);
/* A count of the thread at hand: how often it holds the mutex; for read-write locks see rwlock.c. */
VarId sync_own(Lowering *L, uint32_t cell);
bool sync_is_typed(const Lowering *L, uint32_t cell);
/* Whether an attribute object may say that a mutex is not like the default one. */
bool sync_has_attributes(const Lowering *L);

/* mutex.c */

void lower_mutex(Lowering *L, LLVMValueRef call, Intrinsic operation);
void lower_attribute(Lowering *L, LLVMValueRef call, Intrinsic operation);
void lower_wait(Lowering *L, LLVMValueRef call);

/* holds.c: when all is lowered */

void holds_resolve(Lowering *L);

/* once.c, barrier.c, semaphore.c */

void lower_run_once(Lowering *L, LLVMValueRef call);
void lower_barrier(Lowering *L, LLVMValueRef call, Intrinsic operation);
void lower_semaphore(Lowering *L, LLVMValueRef call, Intrinsic operation);

/* rwlock.c */

void lower_rwlock(Lowering *L, LLVMValueRef call, Intrinsic operation);

/* key.c */

void lower_key_create(Lowering *L, LLVMValueRef call);
void lower_key_delete(Lowering *L, LLVMValueRef call);
/* Puts the destructors between the body of a thread, lowered in the frame, and its end. */
void keys_destroy(Lowering *L, Frame *body);
void lower_key_get(Lowering *L, LLVMValueRef call);
void lower_key_set(Lowering *L, LLVMValueRef call);

/* control.c */

/* call: the call that is inlined, NULL for the start of a thread. Values of the caller may be saved first. */
Frame *frame_new(Lowering *L, LLVMValueRef function, LLVMValueRef call);
/* Lowers the whole body from the cursor; afterwards the cursor is behind its ret, or not reachable. */
void frame_lower(Lowering *L, Frame *frame);

#endif
