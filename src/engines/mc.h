/* Model checking of Boolean broadcast programs: can an assertion fail, or a thread reach an error location? */
#ifndef CHORUS_ENGINES_MC_H
#define CHORUS_ENGINES_MC_H

#include "engines/question/question.h"
#include "program/boolprog/boolprog.h"
#include "report/steps.h"

typedef enum McExplorer {
    MC_AUTO,    /* counters, and views for every number of threads */
    MC_COUNTER, /* counters only */
    MC_VIEW,    /* views only, which say "true" or nothing */
    MC_DD       /* decision diagrams only */
} McExplorer;

typedef struct McOptions {
    McExplorer explorer;
    uint32_t threads; /* exactly so many; 0 = every number */
} McOptions;

/* Of an McVerdict, the parts of Verdict that apply: kind, why, threads (TRUE: exactly so many, 0 = every number; FALSE:
 * in the trace), the statistics of explorations. */
typedef struct McVerdict {
    ReportSteps *steps;   /* FALSE */
    const char *evidence; /* TRUE: what was explored; a line */
} McVerdict;

/* Leaves by run_stop when interrupted or out of budget; *verdict then holds the statistics so far. */
void mc_check(BoolProgram *program, const McOptions *options, Verdict *verdict, McVerdict *result);

#endif
