/* The inside of report_steps_build: the values of all variables, followed through the trace, and the step that is being
 * built. */
#ifndef CHORUS_REPORT_BUILDER_H
#define CHORUS_REPORT_BUILDER_H

#include "logic/term/evaluate.h"
#include "report/steps.h"

/* What is known about a variable. */
typedef struct VarSlot {
    Value value;
    bool known;
    bool arbitrary; /* still its arbitrary initial value */
    bool used;      /* some step read that value */
    Value initial;
} VarSlot;

typedef struct Tracked {
    TemplateId template;
    VarSlot *locals;       /* in the order of Template.locals */
    bool unheld;           /* it waits, or did last, for a condition variable without its mutex */
    ReportChanges decided; /* what the guard of its last decision used */
} Tracked;

typedef struct Dependences Dependences; /* see dependence.h */

/* A step of the trace reads or writes a shared variable. */
typedef struct ReportTouch {
    uint32_t step, var;
} ReportTouch;

#define SEVERAL_USERS UINT32_MAX

typedef struct ReportBuilder {
    Run *run;
    Program *program;
    const Trace *trace;
    const ReportFacts *facts; /* NULL: none */
    ReportSteps *out;
    bool whole;            /* steps are told one by one, whatever they are */
    VarSlot *shared;       /* indexed by VarId.i */
    uint32_t *local_index; /* VarId.i to its place in Template.locals */
    VEC(Tracked) threads;
    VEC(ReportHeld) held;      /* see held.h */
    VEC(ReportSignal) signals; /* see deadlock.h */
    Dependences *dependences;
    VEC(uint32_t) shown_as;   /* for each step of the trace taken: in which of out->steps it is, or NO_ID */
    uint32_t *users;          /* indexed by VarId.i: one more than the thread that uses it, or SEVERAL_USERS; 0: none */
    VEC(ReportTouch) touches; /* of shared variables, once there are several threads */
    /* the step being built */
    uint32_t thread;
    const TraceStep *trace_step;
    ReportStep step;
    bool visible;
    bool changes_local, changes_number; /* what changes just now is a local variable, has Var.is_number */
} ReportBuilder;

const Var *builder_var(const ReportBuilder *b, VarId v);
/* The variable as the thread sees it; NULL for inputs and other templates' locals. */
VarSlot *builder_slot(ReportBuilder *b, VarId v, uint32_t thread);
/* The step at hand reads or writes the variable. */
void builder_touch(ReportBuilder *b, VarId v);
const char *builder_value_text(ReportBuilder *b, VarId v, const Value *value);
void builder_set_arbitrary(VarSlot *slot, const Value *value);
/* Adds a thread with the initial values of its locals. */
void builder_start_thread(ReportBuilder *b, TemplateId template);
/* The change of that name and owner, NULL when there is none. */
ReportChange *builder_find_change(ReportChanges *list, const char *name, const char *owner);
/* Sets up the values of all shared variables. */
void builder_init_shared(ReportBuilder *b);

#endif
