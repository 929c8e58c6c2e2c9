/* The inside of a session, shared by session.c and session_load.c (work) and session_results.c (what is asked about
 * it). */
#ifndef CHORUS_ENGINE_SESSION_H
#define CHORUS_ENGINE_SESSION_H

#include "certificate/evidence.h"
#include "chorus.h"
#include "engine/engine.h"
#include "engine/session_options.h"
#include "frontend/frontend.h"
#include "report/report.h"

/* X(name, value): the statistics; s is the ChorusSession, e its EngineStats. */
#define SESSION_STATISTICS(X)                                                                                          \
    X("predicates-shared", e->predicates_shared)                                                                       \
    X("predicates-local", e->predicates_local)                                                                         \
    X("predicates-mixed", e->predicates_mixed)                                                                         \
    X("iterations", e->iterations)                                                                                     \
    X("transition-refinements", e->transitions)                                                                        \
    X("states", e->states)                                                                                             \
    X("views", e->views)                                                                                               \
    X("view-size", e->view_size)                                                                                       \
    X("local-states", e->local_states)                                                                                 \
    X("smt-checks", e->smt_checks)                                                                                     \
    X("seconds-load", s->seconds_load)                                                                                 \
    X("seconds-abstraction", e->seconds_abstraction)                                                                   \
    X("seconds-exploration", e->seconds_exploration)                                                                   \
    X("seconds-refinement", e->seconds_refinement)                                                                     \
    X("seconds-self-check", s->seconds_self_check)                                                                     \
    X("obligations", s->obligations)                                                                                   \
    X("seconds", s->seconds_load + s->seconds_check)                                                                   \
    X("memory-peak-mb", s->memory_peak_mb)

typedef enum SessionStage {
    SESSION_NEW,    /* options may be set */
    SESSION_FAILED, /* load refused the input */
    SESSION_LOADED, /* a program is there, or a reason why there is only "unknown" */
    SESSION_CHECKED
} SessionStage;

struct ChorusSession {
    Run *run;
    TermManager *tm;
    Program *program; /* NULL: none */
    SessionStage stage;
    bool is_busy; /* inside the run: results are not available to callbacks */
    SessionOptions options;
    VEC(const char *) flags; /* for the compiler */
    VEC(const char *) files;
    char error[1024];
    Verdict verdict;
    ReportSteps *steps;    /* of a false verdict */
    bool is_rejected;      /* a certificate, by an obligation that fails */
    bool has_states;       /* the steps come with states */
    bool is_mc;            /* the verdict is about a Boolean broadcast program, and there is no `program` */
    struct Native *native; /* the counterexample as a program; NULL: not made */
    const char *evidence;  /* of mc's "true"; NULL otherwise */
    VEC(Term) predicates;  /* to start with */
    const char *scope;     /* NULL: nothing checked */
    char why[600];         /* the scope of "unknown" when made without memory */
    double deadline;       /* run_seconds at which the time limit is reached, 0 = none */
    double seconds_load, seconds_check, seconds_self_check, memory_peak_mb;
    uint64_t obligations; /* of the certificate, when it was checked */
};

/* Calls body inside the run; marks the session busy meanwhile. */
StopKind session_run(ChorusSession *s, void (*body)(Run *run, void *arg), void *arg);
/* The same for what gives results: false when it was left early (chorus_error says why) or the session is busy. */
bool session_guard(ChorusSession *session, void (*body)(Run *run, void *arg), void *arg);
/* Sets chorus_error and returns the status. */
ChorusStatus session_fail(ChorusSession *s, ChorusStatus status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Makes the verdict "unknown" because of a stop, or of a reason of the engine (STOP_UNSUPPORTED). Does not allocate. */
void session_set_unknown(ChorusSession *s, StopKind stop, const char *reason);
void session_measure_memory(ChorusSession *s);
/* The steps and the scope of a false verdict, whose trace is set; inside the run. */
void session_describe(ChorusSession *s);
/* How to load the C files of the session; flags: for the compiler. */
FrontendOptions session_frontend_options(const ChorusSession *s, const char *const *flags, uint32_t count);
/* Is that a .scpl file, by its name? */
bool session_is_scpl(const char *path);
/* The text of a file, owned by the run; stops the run with STOP_INPUT when it cannot be read. */
char *session_read_file(Run *run, const char *path, size_t *length);
/* Is that a regular file of acceptable size that can be read? Otherwise sets chorus_error. */
ChorusStatus session_check_file(ChorusSession *s, const char *path);
ChorusStatus session_check_file_of(ChorusSession *s, const char *path, long mb_max);
/* The limits of the options hold from now on; the time. */
double session_start_limits(ChorusSession *s);
/* The first error of the run's diagnostics as chorus_error; says how many there are more. */
ChorusStatus session_report_bad_input(ChorusSession *s);
/* Certifies the proof just found; makes the verdict "unknown" when that fails. Inside the run. */
void session_self_check(ChorusSession *s);
/* Options that decide what program a source is, for the headers of evidence. */
typedef struct OptionTable {
    TraceOption data[3];
    TraceOptions options;
} OptionTable;
const TraceOptions *session_trace_options(const ChorusSession *s, OptionTable *table);
/* Before reading evidence: status of the file, and whether there is a program to hold it against. */
ChorusStatus session_check_evidence(ChorusSession *s, const char *path, const char *kind);
/* The options of the engine. */
EngineOptions session_engine_options(const ChorusSession *s);
/* The option's value as text. */
const char *session_option_text(const ChorusSession *s, OptionId id);

#endif
