/* A session from inside: what all parts of the library behind chorus.h work on; its life, its ways out. */
#ifndef CHORUS_SESSION_SESSION_H
#define CHORUS_SESSION_SESSION_H

#include "c/compile/options.h"
#include "c/outline/outline.h"
#include "chorus.h"
#include "engines/question/question.h"
#include "facts/exclusion/memory_model.h"
#include "plan/unreached.h"
#include "program/litmus/parse.h"
#include "proof/memory_proof.h"
#include "report/report.h"
#include "session/options.h"

typedef enum SessionStage {
    SESSION_NEW,    /* options may be set */
    SESSION_FAILED, /* load refused the input */
    SESSION_LOADED, /* a program is there, or a reason why there is only "unknown" */
    SESSION_CHECKED
} SessionStage;

struct ChorusSession {
    Run *run;        /* of the program that the verdict is about */
    Run *first;      /* of what was set before loading; the others are beside it, so that it is the one to interrupt */
    Account account; /* of what the parts of the work take */
    char account_names[3 * ACCOUNT_LINES][40]; /* of statistics: see session/statistics.h */
    double end;                                /* run_seconds(first) at which the whole is to end; 0: never */
    TermManager *tm;
    const char *thread_order;        /* see chorus_set_thread_order; NULL: that of the flow of data */
    const char *sequential[3];       /* see chorus_set_sequential_checker */
    const char *race_variables;      /* see chorus_set_race_variables; NULL: all */
    ChorusSuppression *suppressions; /* see chorus_set_suppressions */
    size_t suppression_count;
    Program *accessing;    /* races are asked: the program before its races became error edges of `program`; or NULL */
    bool is_ordered;       /* they are races under C11, not accesses that are made at once */
    Exclusions exclusions; /* facts about it, and so about `program` */
    Program *program;      /* NULL: none */
    MarkedPlace *places;   /* that it is to have; see session_load_places */
    uint32_t place_count;
    OutlineResult outline; /* what is in it, if it is an outline */
    SessionStage stage;
    bool is_busy; /* inside the run: results are not available to callbacks */
    SessionOptions options;
    VEC(const char *) flags; /* for the compiler */
    VEC(FileFlag) file_flags;
    VEC(Unit) units;
    bool leaves_doubtful; /* see FrontendOptions */
    VEC(Client) clients;
    bool only_clients;
    bool wants_certificate; /* see chorus_want_certificate */
    Bodies bodies;          /* see FrontendOptions */
    double doubt_seconds;   /* see EngineOptions; 0 but while the exact model is asked for the first time */
    bool is_left_doubtful;  /* the exact model is to be asked again (EngineOptions.doubt_seconds) */
    bool runs_out;          /* nobody says whether malloc may fail, and it does in this program, which has no bodies */
    bool keeps_loops;       /* see FrontendOptions */
    uint32_t loop_rounds;   /* of the longest loop that was written out */
    bool makes_runs;        /* session_try_runs: memory that runs out is for later */
    VEC(const char *) files;
    char error[1024];
    Verdict verdict;
    ReportSteps *steps;     /* of a false verdict */
    ReportSteps *possible;  /* of an unknown one: a possible error; NULL: none */
    bool possible_runs_out; /* an allocation fails in it */
    bool is_rejected;       /* a certificate, by an obligation that fails */
    bool is_certified;      /* verdict.proof, by the check that follows every proof */
    bool has_states;        /* the steps come with states */
    bool is_replay;         /* the verdict is that of a trace file */
    bool is_mc;             /* the verdict is about a Boolean broadcast program, and there is no `program` */
    struct Native *native;  /* the counterexample as a program; NULL: not made */
    Unreached unreached;    /* of a true verdict */
    bool is_surveyed;       /* the verdict is "true" by the survey: there may be no program, and no proof */
    char *cells;            /* of a survey; its own memory; NULL: not made */
    char *explained;        /* its own memory; NULL: not made */
    const char *evidence;   /* of mc's "true"; NULL otherwise */
    VEC(Term) predicates;   /* to start with */
    uint32_t left_out;      /* see EngineOptions */
    uint64_t rows_left_out; /* of the plan: a RowSet (plan/table.h) */
    const char *scope;      /* NULL: nothing checked */
    char why[600];          /* the scope of "unknown" when made without memory */
    double deadline;        /* run_seconds at which the time limit is reached, 0 = none */
    StopKind stopped;       /* why the verdict is "unknown"; STOP_UNSUPPORTED: for the reason that is given */
    bool is_outlined;       /* its outline was asked, and not proved; more time would not change that */
    char outline_why[200];  /* why not, beside what stopped the model; "": nothing to say */
    bool has_own_limits;    /* nobody gave limits, and the model may end: those of session_start_limits hold */
    double seconds_load, seconds_check, seconds_self_check, memory_peak_mb;
    bool has_account;                 /* the program's places were counted */
    bool only_reach_error;            /* an assertion that fails is no error of it */
    bool has_no_assertions;           /* nor behind what the model leaves out */
    bool has_limit;                   /* the model ends somewhere; there may be places behind */
    uint32_t checked[PROPERTY_COUNT]; /* places of each property that is asked */
    bool races_are_answered;          /* whether there are data races another session tells, of the same question */
    MemoryModel memory;               /* that a proof is about, once there is one */
    bool has_accesses;                /* steps say what they access, although no races are asked */
    const char *memory_shown;         /* the name of the model of which a counterexample is an execution, and no
                                         interleaving */
    LitmusTest *litmus;               /* what a litmus test asks; NULL: the program is none */
    const char *memory_proved;        /* the name of the model that it is about, whatever it needs; NULL: none */
    MemoryProof memory_proof;         /* what shows that */
    ProofCheck proof_check;           /* of the certificate, when it was checked */
};

/* After another model of the files was asked about without success: the session is as before, but for what is kept of
 * the work as a whole (the account, texts of its own). */
void session_restore(ChorusSession *s, const ChorusSession *before);
/* Calls body inside the run; marks the session busy meanwhile. */
StopKind session_run(ChorusSession *s, void (*body)(Run *run, void *arg), void *arg);
/* The same for what gives results: false when it was left early (chorus_error says why) or the session is busy. */
bool session_guard(ChorusSession *session, void (*body)(Run *run, void *arg), void *arg);
/* Sets chorus_error and returns the status. */
ChorusStatus session_fail(ChorusSession *s, ChorusStatus status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The first error of the run's diagnostics as chorus_error; says how many there are more. */
ChorusStatus session_report_bad_input(ChorusSession *s);
/* Makes the verdict "unknown" because of a stop, or of a reason of the engine (STOP_UNSUPPORTED). Does not allocate. */
void session_set_unknown(ChorusSession *s, StopKind stop, const char *reason);
/* The limits of the options hold from now on; the time. Of a C program, as far as none are given, some of our own:
 * where the model ends a search can go on for ever, and there is something else to ask, for which memory is needed,
 * too. */
double session_start_limits(ChorusSession *s, bool is_c);
/* The model is complete: what is left to do is worth more time. */
void session_lift_own_limits(ChorusSession *s);
/* From now on there is no memory limit. */
void session_end_memory_limit(ChorusSession *s);
void session_measure_memory(ChorusSession *s);
/* Of the data model: -m32 was given. */
bool session_long_is_32(const ChorusSession *s);
/* Whether there is no verdict: nothing was asked of the program that is loaded, or the answer was "unknown". */
bool session_is_open(const ChorusSession *s);
/* Whether the verdict is "unknown" since a run does what C does not define: no other way to look at it says more. */
bool session_is_undefined(const ChorusSession *s);
/* The option's value as text. */
const char *session_option_text(const ChorusSession *s, OptionId id);

#endif
