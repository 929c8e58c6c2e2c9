/* Finished verdicts, and as text for people; trace_text.h has counterexamples, json_report.h all
 * of it for programs. */
#ifndef CHORUS_REPORT_REPORT_H
#define CHORUS_REPORT_REPORT_H

#include "base/str.h"
#include "report/steps.h"

typedef struct ReportOption {
    const char *name, *value;
} ReportOption;

typedef struct ReportNumber {
    const char *name;
    double value;
} ReportNumber;

/* What is taken for granted. */
typedef struct ReportAssumption {
    const char *text, *property; /* property: the one that shows it, or NULL */
    SourcePos pos;
} ReportAssumption;

/* What a proof rests on. */
/* Why accesses to a piece of memory never meet: how many pairs of them. */
typedef struct ReportReason {
    const char *what, *why;
    uint32_t pairs;
    bool is_access; /* false: `what` is an error of another kind, which cannot happen */
} ReportReason;

typedef struct ReportProof {
    const char *const *predicates; /* as text, shared first */
    uint32_t predicate_count;
    uint32_t shared, local, mixed, counting, tickets;
    uint32_t iterations;
    uint32_t view_size; /* 0: explored with counters, not views */
    uint64_t views, states;
    const ReportReason *reasons; /* what needed no exploration */
    uint32_t reason_count;
    uint64_t facts, sequential_checks; /* of a modular proof; no checks: it is none */
    uint32_t refuted;         /* errors that no thread comes to along its own edges, which needed none either */
    uint64_t replayed_states; /* of the program itself, which the check made again */
    uint32_t replayed;        /* parts that rest on these */
    uint32_t by_one_code;     /* parts that were found and checked by one code */
} ReportProof;

/* A violation that somebody allows. */
typedef struct ReportSuppressed {
    const char *why; /* NULL: nobody does */
    bool in_source;  /* in a comment; else in a file of suppressions */
} ReportSuppressed;

typedef struct Report {
    const char *version;
    const char *property; /* what was asked: "unreach-call", ... */
    const char *verdict;  /* "true", "false(unreach-call)", "unknown" */
    const char *scope;    /* what stands in the bracket of the result line */
    const char *memory;   /* "interleaving" where a proof is about that only; NULL otherwise */
    const char *error;    /* why nothing was checked; "" = none */
    uint32_t threads;     /* true: the bound; false: threads that take part; 0 = every number, or none */
    const char *const *files;
    uint32_t file_count;
    const ReportOption *options;
    uint32_t option_count;
    const ReportNumber *statistics;
    uint32_t statistic_count;
    const ReportNumber *checked; /* places of each property */
    uint32_t checked_count;
    const ReportAssumption *assumptions;
    uint32_t assumption_count;
    const Diags *diags;
    const ReportSteps *steps;    /* false; NULL otherwise */
    const ReportSteps *possible; /* unknown: a possible error; NULL: none is known */
    ReportSuppressed suppressed; /* false */
    const ReportProof *proof;    /* true; NULL otherwise */
    const SourcePos *unreached;  /* true: assertions that no run evaluates */
    uint32_t unreached_count;
} Report;

/* The proof's summary and its predicates. */
void report_add_proof(Str *out, const ReportProof *proof);
/* "file:line:column: warning: text" */
void report_add_diagnostic(Str *out, const Diag *diag);

const char *report_severity(Severity severity);

#endif
