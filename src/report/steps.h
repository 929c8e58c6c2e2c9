/* A counterexample prepared for people: which steps to show, under which names, with which values. */
#ifndef CHORUS_REPORT_STEPS_H
#define CHORUS_REPORT_STEPS_H

#include "base/str.h"
#include "base/vec.h"
#include "program/exclusion.h"
#include "program/trace.h"

/* A variable or an element of an array with its values, as text. */
typedef struct ReportChange {
    const char *name;   /* "x", "a[3]" */
    const char *owner;  /* thread name of a local variable of another thread than the step's; NULL otherwise */
    const char *before; /* NULL = not known, or the same as after */
    const char *after;
    bool is_local;   /* a local variable, of the owner or of the step's thread */
    bool is_number;  /* of a change: of an integer of the source (Var.is_number) */
    uint32_t writer; /* of a read: the step that wrote it, counted from 1; 0: the initial value, or the same step */
} ReportChange;

typedef VEC(ReportChange) ReportChanges;

/* How much the failure depends on a step, see report/dependence.h. */
typedef enum Relevance {
    RELEVANCE_NONE,
    RELEVANCE_DECISION, /* it decided by what another thread wrote */
    RELEVANCE_VALUE,    /* what it wrote went into what fails */
    RELEVANCE_DIRECT    /* it fails, or wrote what fails uses */
} Relevance;

/* A lock that a thread holds. */
typedef struct ReportLock {
    const char *name;
    VarId var;     /* that says so */
    bool to_read;  /* beside others that read */
    SourcePos pos; /* where it was taken */
} ReportLock;

typedef VEC(ReportLock) ReportLocks;

typedef struct ReportHeld {
    uint32_t thread;
    ReportLock lock;
} ReportHeld;

typedef struct ReportStep {
    uint32_t thread; /* index into ReportSteps.threads */
    SourcePos pos;
    SourcePos at;         /* the same in a file of the program: see program_place_in_file */
    const char *text;     /* source statement, one line */
    const char *function; /* that it is in */
    ReportChanges changes;
    ReportChanges reads;   /* shared variables that the step reads; the failing step: all it mentions */
    VEC(uint32_t) creates; /* threads */
    const char *condition; /* a branch decision over visible variables; NULL = none */
    const char *note;      /* what there is to say otherwise; NULL = nothing. Of a failing step: how it fails */
    const char *stale;     /* how it is out of order (TraceStep.stale); NULL: it is not */
    bool locks;            /* a lock changes hands: */
    VEC(ReportHeld) held;  /* what all threads hold after it */
    bool fails;            /* the assertion that fails */
    bool ends;             /* its thread ends */
    const char *doubt;     /* of a possible error: why the step need not be so; NULL: it is */
    uint32_t folds;        /* it stands for so many steps of the trace, of many threads that do the same; 0: no */
    Relevance relevance;
    bool is_seen;        /* it may matter to other threads */
    ReportChanges state; /* when asked for: all shared variables and the thread's locals after the step */
} ReportStep;

/* One of the two accesses of a race. */
typedef struct ReportAccess {
    uint32_t thread; /* index into ReportSteps.threads */
    bool is_write, is_atomic;
    bool is_library;  /* of what the library keeps: atomic is what it does under a lock of its own */
    uint64_t bytes;   /* 0: of the whole object, or not known */
    const char *name; /* what is accessed */
    SourcePos pos;
    SourcePos at;        /* as ReportStep.at */
    const char *text;    /* source statement, one line */
    uint32_t creator;    /* thread that started this one; NO_ID: there from the beginning */
    SourcePos created;   /* where it did */
    ReportLocks locks;   /* that the thread holds */
    VEC(CallSite) calls; /* that the access is in, the innermost first; not the thread's own function */
} ReportAccess;

typedef struct ReportRace {
    const char *object;    /* its name */
    SourcePos pos;         /* where it is declared or allocated */
    const char *unordered; /* why nothing orders them, one line */
    ReportAccess accesses[2];
} ReportRace;

/* A condition variable is signalled. */
typedef struct ReportSignal {
    const char *condition;
    uint32_t thread;
    SourcePos pos, at; /* as in ReportStep */
    uint32_t step;     /* of the trace */
} ReportSignal;

/* A thread that waits for ever. */
typedef struct ReportWaiter {
    uint32_t thread;
    const char *what; /* for what: "`m`", "the end of worker" */
    SourcePos pos, at;
    const char *text;           /* source statement, one line */
    uint32_t since;             /* printed step, counted from 1; 0: none */
    bool unheld;                /* for a condition variable, without holding the mutex */
    uint32_t holder;            /* who has the lock that it waits for; NO_ID: nobody, it is not a lock */
    ReportLock lock;            /* that, as the holder took it */
    bool holder_ended;          /* the holder has ended with it */
    const ReportSignal *signal; /* the last one of the condition variable; NULL: none */
    uint32_t signal_step;       /* in which printed step, counted from 1; 0: none */
    ReportLocks locks;          /* that the thread holds */
} ReportWaiter;

typedef struct ReportDeadlock {
    VEC(ReportWaiter) waiters; /* the one whose step is the failing one first */
} ReportDeadlock;

typedef struct ReportSteps {
    VEC(const char *) threads;   /* names: "main", "worker#1" */
    VEC(const char *) functions; /* that they run: "main", "worker" */
    ReportChanges inputs;        /* arbitrary initial values that some step reads; owner = thread of a local */
    VEC(ReportStep) steps;
    ReportRace *race;         /* what the trace ends in; NULL: something else */
    ReportDeadlock *deadlock; /* likewise */
    bool is_possible;         /* no counterexample, but a run that rests on over-approximations (program/rests.h) */
    bool shows_all;           /* a long trace is printed as a whole, too */
    uint32_t thread_count;    /* the number of threads that a bound must admit, as the verdict says */
    uint32_t left_out;        /* steps that are told only where all are asked for */
    const char *initial;      /* the one thread that is there from the start and not counted; NULL: none, or several */
} ReportSteps;

/* What is known of all states, to explain races with: about the first locations of the program. */
typedef struct ReportFacts {
    const Exclusions *exclusions;
    uint32_t loc_count;
} ReportFacts;

/* Micro-steps of one thread at one source line become one step unless another thread comes in between;
 * steps that nobody can see (skips, temporaries) are left out. Of hundreds of steps in which threads do the same one
 * after the other the first and the last rounds are shown, and one step for those between (fold.h). Of a long trace of
 * C those are left out, too, that the failure does not depend on, unless a told step reads what they write; of a race
 * or a deadlock only those that no other thread sees: they use what no other uses in this run, or come before there are
 * others. whole: nothing is left out. Edges of the trace are the program's own.
 * with_states: fills in ReportStep.state, which is as long as the program has variables. facts: NULL = none. */
ReportSteps *report_steps_build(Program *program, const Trace *trace, const ReportFacts *facts, bool with_states,
                                bool whole);
/* Likewise of a possible error: the steps that are over-approximated are shown, too, and say so. */
ReportSteps *report_steps_build_possible(Program *program, const Trace *trace, const ReportFacts *facts, bool whole);

/* Do all steps speak of threads that are there, and does only the last fail? */
bool report_steps_are_valid(const ReportSteps *steps);
/* The threads that take part: "main and 2 threads", "2 threads" where no thread alone is there from the start; "the
 * initial thread". */
void report_add_threads(Str *out, const ReportSteps *steps);
/* How many the run has: those that others stand for are counted one by one, and so are those that are not told. */
uint32_t report_steps_total(const ReportSteps *steps);

#endif
