/* The concurrent program: variables, thread templates and their control-flow automata.
 *
 * An edge is one step of one thread: a guarded parallel assignment over the shared variables, the thread's
 * own locals and the edge's inputs (arbitrary values chosen when the step is taken). While a thread stands at
 * an atomic location no other thread runs, not even when it is blocked there. An error edge is the failure of
 * an assertion, or a violation of another property (property.h); the question is whether one can be taken.
 *
 * Terms over a program use VarId.i as symbol. Instance 0 is the variable itself (of the active thread). */
#ifndef CHORUS_PROGRAM_PROGRAM_H
#define CHORUS_PROGRAM_PROGRAM_H

#include "base/diag.h"
#include "base/str.h"
#include "base/vec.h"
#include "logic/term/term.h"
#include "program/property.h"

typedef struct {
    uint32_t i;
} VarId;
typedef struct {
    uint32_t i;
} TemplateId;
typedef struct {
    uint32_t i;
} LocId;
typedef struct {
    uint32_t i;
} EdgeId;
#define NO_ID UINT32_MAX

typedef enum VarClass {
    VAR_SHARED,
    VAR_LOCAL, /* one copy in every thread of its template */
    VAR_INPUT  /* an arbitrary value, fresh each time an edge that mentions it is taken */
} VarClass;

/* How an access to memory orders others: C11, 7.17.3. A step has that of the weakest of its accesses. */
typedef enum MemoryOrder {
    MEMORY_ORDERED, /* sequentially consistent atomic, or in an atomic section */
    MEMORY_ACQ_REL,
    MEMORY_ACQUIRE,
    MEMORY_RELEASE,
    MEMORY_RELAXED, /* atomic, and no more */
    MEMORY_PLAIN    /* not atomic, volatile or not */
} MemoryOrder;

/* What a shared variable that is no memory hands on from thread to thread: who takes it comes after what those did who
 * gave it. */
typedef enum Handing {
    HANDS_UNKNOWN, /* who waits for it may come after others */
    HANDS_NOTHING,
    HANDS_LOCK,    /* true while somebody has it */
    HANDS_READERS, /* counts who has the lock to read */
    HANDS_PERMITS, /* counts what a semaphore may still give */
    HANDS_END,     /* true when a thread has ended, or the routine of a once has */
    HANDS_BARRIER  /* of a barrier */
} Handing;

typedef struct Var {
    const char *name;
    Sort sort;
    VarClass class;
    TemplateId template; /* VAR_LOCAL */
    Term init;           /* constant (or constant array); TERM_NONE = arbitrary. Locals: when the thread starts */
    bool is_signed;      /* for printing */
    bool is_parameter;   /* VAR_LOCAL: spawn sets it */
    bool is_temporary;   /* made by the front end; hidden in traces */
    bool is_untold;      /* made by the front end: traces have the steps that read or write it, but not its name */
    bool is_number;      /* an integer of the source whose values are those that C gives it: no address, no handle */
    bool is_memory;      /* VAR_SHARED: memory that C accesses by loads and stores; no lock, and none of our own */
    bool is_unknown;     /* VAR_INPUT: over-approximates a value that the program computes (program/rests.h) */
    Handing hands;       /* VAR_SHARED */
    const char *lock;    /* of which lock of the thread library it says who has it, for people; NULL: of none */
    SourcePos pos;
} Var;

typedef struct Loc {
    TemplateId template;
    const char *name; /* label; NULL = none */
    bool atomic;      /* no other thread runs while a thread is here */
    SourcePos pos;
    bool eager;      /* merged programs: the thread may be run on from here at once; see program/analysis/merge.h */
    uint32_t origin; /* merged programs: LocId.i in the unmerged one, NO_ID: none (`stuck`) */
} Loc;

typedef struct Assign {
    VarId var;  /* shared or local */
    Term value; /* over the state before the step, and inputs */
} Assign;

/* A piece of memory that several threads may access: what accesses speak of. */
typedef struct MemoryObject {
    const char *name;
    SourcePos pos;   /* where it is declared or allocated */
    bool is_library; /* what the C library keeps: what is atomic is done under a lock of its own. For reports */
} MemoryObject;

/* An access of an edge to memory, in the state before the step: bytes [offset + index * stride, + bytes) of an object.
 * What edges do to variables says nothing about it: a value that nobody needs is read all the same, and a variable of
 * the model need not be one of C. See program/access.h for races. */
typedef struct Access {
    uint32_t object; /* in Program.objects */
    uint64_t offset; /* in bytes */
    uint64_t bytes;  /* how many; 0: the whole object, at offset 0 without index */
    Term index;      /* a bit-vector, no constant, read as unsigned; TERM_NONE: the stride is 0 and there is no index */
    uint64_t stride; /* in bytes */
    Term condition;  /* the edge makes the access only if this holds; TERM_NONE: always */
    const char *name; /* what is accessed, for people: "s.f", "a[]"; NULL: the object's name */
    bool is_write;
    bool is_update; /* a read-modify-write: it reads as well */
    bool is_atomic; /* atomic as such, or inside an atomic section: two of these do not race */
} Access;

/* A call of a function that the front end has written out. For reports; .scpl has none. */
typedef struct CallSite {
    const char *function;
    SourcePos pos;    /* where it is called */
    const char *text; /* of that line; NULL: it is not known */
    bool is_shared;   /* it stands in its caller once, for calls at several places there and in others like it */
    uint32_t caller; /* the call that this one is a part of: k for Program.calls[k - 1]; 0: the thread's own function */
} CallSite;

/* What a step does with a condition variable. For reports. */
typedef struct ConditionEvent {
    enum { EVENT_WAIT, EVENT_SIGNAL, EVENT_BROADCAST } kind;
    const char *name;
    VarId asleep; /* counts who waits and has not been signalled */
    VarId mutex;  /* EVENT_WAIT: says that somebody has the mutex that is given back; .i = NO_ID: not one for all */
} ConditionEvent;

typedef struct Edge {
    LocId from, to;
    Term guard;      /* Boolean; true when absent */
    Assign *assigns; /* parallel; each variable at most once; sorted by variable */
    uint32_t assign_count;
    bool is_error;     /* taking it violates the property; `to` is then the template's `error` location */
    Property property; /* error edges: which; others: PROPERTY_UNREACH_CALL, which is 0 */
    const char *what;  /* error edges: what goes wrong, in words (without end of line); NULL = an assertion fails */
    TemplateId spawn;  /* .i = NO_ID: none. Starts one thread of that template in the same step */
    Assign *args;      /* spawn: parameters of the new thread := terms over the spawner before the step */
    uint32_t arg_count;
    Access *accesses;
    uint32_t access_count;
    MemoryOrder order; /* of the weakest access to a variable that is memory; steps without any: MEMORY_ORDERED */
    bool is_fence;     /* a fence of that order; it accesses nothing */
    bool is_update;    /* what it writes is written by a read-modify-write, although it reads nothing; others need not
                          say so */
    const char
        *approximate; /* not NULL: this edge over-approximates (why); a counterexample through it may be no proof */
    uint32_t action;  /* not 0: one of the edges of an action that happens, but whose values are not known: rests.h */
    bool is_failure;  /* an allocation that fails: the verdict of a counterexample says so, if it is not approximate */
    SourcePos pos;
    uint32_t call; /* in which call, as CallSite.caller */
    uint32_t
        place; /* not 0: it does nothing, and stands before the statement at the place with that number, from 1 on */
    const char
        *waits; /* what a thread waits for that takes it: it steps beside a call, or the deadlock is found there */
    uint32_t waits_lock; /* that is a lock: k for the variable k - 1, which says that somebody has it; 0: it is none */
    const ConditionEvent *event; /* NULL: none */
    const char *text;            /* source statement, one line; NULL = print from the terms */
    EdgeId *path;                /* merged program: edges of the original program, in order; NULL otherwise */
    uint32_t path_count;
} Edge;

typedef enum Count { COUNT_NONE, COUNT_ONE, COUNT_MANY } Count; /* MANY: any number, from 0 up */

typedef struct Template {
    const char *name;
    LocId entry;
    Count initial;        /* threads that exist at the start: NONE, ONE, or MANY ("any number n", n >= 1) */
    Count cardinality;    /* how many threads there can ever be; see program_infer_cardinality */
    VEC(uint32_t) locals; /* VarId.i */
} Template;

/* What a front end knows of assertions beside their edges. */
typedef enum AssertionFact {
    ASSERTION_NOT_REACHED, /* no run comes to it, and it has no edge */
    ASSERTION_DECIDED,     /* one at that line holds whenever control comes there, which needs no edge */
    ASSERTION_WRITTEN_OUT  /* the condition is a statement of the program, and not part of a macro */
} AssertionFact;

typedef struct AssertionNote {
    AssertionFact fact;
    SourcePos pos;   /* a line */
    SourcePos cause; /* not reached: what is undefined whenever a run comes there, before the assertion; or nowhere */
} AssertionNote;

/* A place where a property is checked. Where it provably holds there is no error edge. */
typedef struct CheckedPlace {
    Property property;
    SourcePos pos;
} CheckedPlace;

typedef struct Program {
    Run *run;
    TermManager *tm;
    VEC(Var) vars;
    VEC(Template) templates;
    VEC(Loc) locs;
    VEC(Edge) edges;
    VEC(MemoryObject) objects; /* that edges access; none unless races are asked */
    VEC(CallSite) calls;
    VEC(CheckedPlace) places; /* as the front end met them, perhaps several times; copies have none */
    bool only_reach_error;    /* an assertion that fails is no error of it; copies need not say so */
    bool has_no_assertions;   /* nor has it behind what the model leaves out; copies need not say so */
    bool has_peeks;           /* an attempt to take a lock may fail, which tells of others; copies need not say so */
    bool has_hidden_writes;   /* memory is written, or locks are made, without an access; copies need not say so */
    const char *unseen_order; /* what may order threads, and is no step; NULL: nothing; copies need not say so */
    bool has_ideal_integers;
    bool counts_initial; /* true: -n counts the threads that exist at the start (.scpl); false: threads created (C) */
    bool is_merged;
    const bool *passed; /* per location of the unmerged program: a thread goes on from there on whichever way, and one
                           way is left of several (program/analysis/branches.h); NULL: of none */
    VEC(AssertionNote) assertions; /* each fact once for a line */
    struct Doubt *doubt;  /* for the shortest run to an error that is none for certain (program/rests.h), which copies
                             share; NULL: nobody wants it */
    const char *unproved; /* not NULL: why there may be errors that no error edge is for; a proof is none then */
    /* out-edges of a location: out_edges[out_start[l] .. out_start[l+1]-1]; built by program_index */
    uint32_t *out_start, *out_edges;
} Program;

static inline bool handing_is_known(Handing h) { return h > HANDS_NOTHING; }
/* Atomic, but not sequentially consistent. */
static inline bool memory_order_is_weaker(MemoryOrder o) { return o != MEMORY_ORDERED && o != MEMORY_PLAIN; }
static inline bool memory_order_acquires(MemoryOrder o) { return o <= MEMORY_ACQUIRE; }
static inline bool memory_order_releases(MemoryOrder o) { return o <= MEMORY_ACQ_REL || o == MEMORY_RELEASE; }
/* What both have. */
static inline MemoryOrder memory_order_weakest(MemoryOrder a, MemoryOrder b)
{
    if (a > b) return memory_order_weakest(b, a);
    return a == MEMORY_ACQUIRE && b == MEMORY_RELEASE ? MEMORY_RELAXED : b;
}

Program *program_new(Run *run, TermManager *tm);
VarId program_add_var(Program *p, const Var *var);
TemplateId program_add_template(Program *p, const char *name);
LocId program_add_loc(Program *p, TemplateId template, const char *name, bool atomic, SourcePos pos);
/* Copies the edge, its accesses, assignments and arguments (sorted by variable). A TERM_NONE guard means true; from/to
 * must be of one template. */
EdgeId program_add_edge(Program *p, const Edge *edge);
/* Its number. */
uint32_t program_add_object(Program *p, const char *name, SourcePos pos);
/* An edge with no effect, to be filled in: guard true, no spawn. */
Edge edge_make(LocId from, LocId to, SourcePos pos);
/* The variable's term, instance 0. */
Term program_var_term(Program *p, VarId var);
/* Adds a fact, unless it is known. */
void program_note_assertion(Program *p, AssertionFact fact, SourcePos pos, SourcePos cause);
bool program_assertion_is(const Program *p, SourcePos pos, AssertionFact fact);
/* A fresh input variable of the sort. */
Term program_fresh_input(Program *p, Sort sort, bool is_signed, const char *name);
/* (Re)builds out_start and out_edges; after the last change. */
void program_index(Program *p);
#define program_out_count(p, l) ((p)->out_start[(l).i + 1] - (p)->out_start[(l).i])
/* Where the edge stands in a file of the program: what is done in a text of the library's own, whose name begins with
 * "<", is done where that is called. */
SourcePos program_place_in_file(const Program *p, const Edge *e);
#define program_out_edge(p, l, k) (&(p)->edges.data[(p)->out_edges[(p)->out_start[(l).i] + (k)]])

bool program_has_errors(const Program *p);
/* Do out_start and out_edges list every edge once, at its source, in order? */
bool program_is_indexed(const Program *p);

/* For checks: are the numbers of something in the program? */
static inline bool program_has_var(const Program *p, VarId v) { return v.i < p->vars.count; }
static inline bool program_has_template(const Program *p, TemplateId t) { return t.i < p->templates.count; }
static inline bool program_has_loc(const Program *p, LocId l) { return l.i < p->locs.count; }
static inline bool program_has_edge(const Program *p, EdgeId e) { return e.i < p->edges.count; }
static inline bool program_is_local_of(const Program *p, VarId v, TemplateId t)
{
    return program_has_var(p, v) && p->vars.data[v.i].class == VAR_LOCAL && p->vars.data[v.i].template.i == t.i;
}

/* Computes Template.cardinality: MANY when started in a loop, by a MANY template or from several places,
 * unless it is started at most once on every path. Errs towards MANY. */
void program_infer_cardinality(Program *p);
/* Are all threads started by threads of one template, of which only one ever exists? Then nobody competes with it for a
 * bound on their number. */
bool program_has_one_starter(const Program *p);
/* Largest number of threads ever created (initial ones not counted); UINT32_MAX = no bound known. */
uint32_t program_thread_bound(const Program *p);

/* Prints names of variables (for term_print; arg = Program). Instance k > 0 appends "@k". */
void program_print_var(void *arg, TermManager *tm, Term var, Str *out);
/* A term in C syntax. */
void program_print_term(Program *p, Term t, Str *out);
/* The edge's statement: its source text, or printed from the terms. */
void program_print_edge(Program *p, const Edge *edge, Str *out);
/* "f.c:12: value = v + 1 (worker)": place, statement in one line, template; owned by the run. */
const char *program_describe_edge(Program *p, const Edge *edge);

#endif
