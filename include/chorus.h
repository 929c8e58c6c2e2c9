/* libchorus: verify multi-threaded C programs. docs/api.md has an example.
 *
 * A session is one verification run: set options, load, check, read the verdict, free. Sessions are
 * independent of each other; one session is used by one thread at a time, except chorus_interrupt.
 * What is given to a function need not stay when the function has returned. All strings returned are owned by the
 * session and live until chorus_free. No function exits, prints or aborts. Text is UTF-8.
 *
 * What stays: a program that was made with this header runs with every later libchorus.so.1. Functions keep their
 * arguments and their meaning, structs and enums are as they are. New functions, options, and statistics may come.
 * Verdicts may change where they were wrong or "unknown"; texts for people (scopes, evidence, diagnostics, errors) may
 * be worded in another way. What stands behind CHORUS_UNSTABLE may change with every version. */
#ifndef CHORUS_H
#define CHORUS_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define CHORUS_API __attribute__((visibility("default")))
#else
#define CHORUS_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define CHORUS_VERSION "1.0.0"

typedef struct ChorusSession ChorusSession;

typedef enum ChorusVerdict {
    CHORUS_TRUE,    /* the property holds, for the scope that chorus_scope names */
    CHORUS_FALSE,   /* a counterexample was found and replayed */
    CHORUS_UNKNOWN, /* neither; chorus_scope says why */
    CHORUS_NONE     /* nothing checked yet */
} ChorusVerdict;

typedef enum ChorusStatus {
    CHORUS_OK = 0,
    CHORUS_BAD_OPTION = 64, /* unknown option or value; chorus_error says which */
    CHORUS_BAD_INPUT = 65,  /* the input was not understood; diagnostics say where */
    CHORUS_NO_INPUT = 66,   /* no such file, or not readable */
    CHORUS_INTERNAL = 70
} ChorusStatus;

typedef enum ChorusSeverity { CHORUS_NOTE, CHORUS_WARNING, CHORUS_ERROR } ChorusSeverity;

/* ---- life ---- */
CHORUS_API const char *chorus_version(void); /* of the library, which may be later than CHORUS_VERSION */
/* What the library is made of, one line: "LLVM 19.1.7, Z3 4.8.12, release build". Cut off at size. */
CHORUS_API void chorus_describe_build(char *text, size_t size);
CHORUS_API ChorusSession *chorus_new(void); /* NULL when out of memory */
CHORUS_API void chorus_free(ChorusSession *session);
/* A new session with the options, flags and texts of another one, which may be at any stage. NULL: out of memory. */
CHORUS_API ChorusSession *chorus_clone(const ChorusSession *session);

/* ---- options, before chorus_load ----
 * Names and values are those of the command line without dashes, e.g. ("threads", "4"), ("integers", "ideal"),
 * ("granularity", "statement"), ("nondet-static", "on"), ("time-limit", "60"). chorus_option_* lists them all. */
CHORUS_API ChorusStatus chorus_set_option(ChorusSession *session, const char *name, const char *value);
/* An argument for the C compiler, as it stands in a Makefile: what changes the program (-DX, "-isystem dir", -std=c99,
 * -m32, -fwrapv, -O2, which defines macros) is passed on; what is known to change nothing (-Wall, -g, -lm) is accepted
 * and means nothing here; anything else is refused. A value that stands apart follows a blank. */
CHORUS_API ChorusStatus chorus_add_compiler_flag(ChorusSession *session, const char *flag);
/* A flag of one of the files only, by its number among those that are loaded: a file may be there several times, each
 * time compiled with other flags. */
CHORUS_API ChorusStatus chorus_add_file_flag(ChorusSession *session, size_t file, const char *flag);
/* Threads that the program does not start itself: each calls its function again and again, with arbitrary arguments,
 * from the beginning on (a callback, a function of a library). functions: "f,g:*" for one thread that calls f and any
 * number that call g. only: there are no others, whether there is a main or not. */
CHORUS_API ChorusStatus chorus_add_clients(ChorusSession *session, const char *functions, int only);
CHORUS_API size_t chorus_option_count(void);
CHORUS_API const char *chorus_option_name(size_t i);
CHORUS_API const char *chorus_option_value(size_t i); /* shape of the value, e.g. "access|statement" */
CHORUS_API const char *chorus_option_default(size_t i);
CHORUS_API const char *chorus_option_help(size_t i);

/* ---- work ---- */
/* Loads C (.c, .i), .scpl or .litmus files (one of these, or any number of C files that are linked); once in a session.
 * What is understood but not supported, or not loaded within the limits, is CHORUS_OK: chorus_check then says "unknown"
 * and why. On failure chorus_error says in one line what is wrong, with the position when there is one. */
CHORUS_API ChorusStatus chorus_load(ChorusSession *session, const char *const *paths, size_t count);
/* Before loading: only races of what has one of these names are asked (property no-data-race); names separated by
 * commas: of an object, or of what accesses call it ("s.f", "a[]"). A name that nothing has is an error of
 * chorus_load. NULL: all races. */
CHORUS_API ChorusStatus chorus_set_race_variables(ChorusSession *session, const char *names);
/* After chorus_load: predicates to start from, lines "predicate shared: x == 0;" or "predicate TEMPLATE: x == l;" as in
 * certificates (docs/certificates.md). */
CHORUS_API ChorusStatus chorus_read_predicates(ChorusSession *session, const char *path);
/* CHORUS_NONE when nothing is loaded. A second call returns the verdict of the first. Asks all that may answer, in the
 * order of the table in src/plan/table.c, within the session's limits: the program, and where that says nothing coarser
 * models of it (an outline where assertions are asked, a survey where data races are: docs/real-programs.md). */
CHORUS_API ChorusVerdict chorus_check(ChorusSession *session);
/* The same, with evidence kept in a folder that exists: what was proved before, of the same program but for its
 * comments and positions, and with the same options, is certified again, a counterexample replayed, instead of found.
 * New evidence is added; what was not used for longest is removed. Several processes may use the folder at the same
 * time. */
CHORUS_API ChorusVerdict chorus_check_kept(ChorusSession *session, const char *folder);
/* Before loading: CHORUS_TRUE is to come with a certificate (chorus_certificate_text); without one it is
 * CHORUS_UNKNOWN.
 */
CHORUS_API ChorusStatus chorus_want_certificate(ChorusSession *session);
/* Several properties of the same files. */
typedef struct ChorusQuestions {
    const char *const *paths;
    size_t path_count;
    const char *const *properties; /* as the option "property" */
    size_t property_count;
    const char *errors;     /* the option "errors" for all of them; NULL: the session's */
    const char *predicates; /* as chorus_read_predicates; NULL: none */
    const char *folder;     /* as chorus_check_kept; NULL: nothing is kept */
} ChorusQuestions;
/* Loads and checks clones of the session, for one property after the other; of the time that is left each gets the
 * same, and what one does not use the others have. Up to two that had not enough are asked again at the end, if much
 * time is left then. `answered` is called once for each, when its answer is known, with the status of loading and a
 * session that lives until it returns; a property that no place is about has no verdict (CHORUS_NONE). When it returns
 * something else than 0 that is the end, and the result; -1: memory has run out. chorus_interrupt(session) ends the one
 * that is asked, and all that follow. */
CHORUS_API int
chorus_check_several(ChorusSession *session, const ChorusQuestions *questions,
                     int (*answered)(void *arg, ChorusSession *one, size_t property, ChorusStatus status), void *arg);
/* Before loading, for chorus_replay and chorus_certify: takes the property that a trace or certificate is about, if
 * none has been set. A file that names none changes nothing; one that is not there is CHORUS_NO_INPUT. Options that
 * decide what the program is ("integers", "granularity", "nondet-static") have to be set as they were. */
CHORUS_API ChorusStatus chorus_take_property(ChorusSession *session, const char *path);
/* Instead of chorus_check: replays a trace file (docs/replay.md) in the interpreter. On CHORUS_OK the verdict is
 * CHORUS_FALSE with evidence and steps as after chorus_check, or CHORUS_UNKNOWN when the trace does not replay, and
 * chorus_scope says why. A trace that is malformed, of another version, for another program or for other options is
 * CHORUS_BAD_INPUT. */
CHORUS_API ChorusStatus chorus_replay(ChorusSession *session, const char *path);
/* After chorus_replay with CHORUS_FALSE, for C: the counterexample as a program (docs/replay.md). chorus_native_emit
 * writes it with sources and Makefile into a new or empty directory; chorus_native_run compiles and runs it. When the
 * run goes another way, the verdict becomes CHORUS_UNKNOWN. CHORUS_BAD_INPUT: what cannot be run, and why. */
CHORUS_API ChorusStatus chorus_native_emit(ChorusSession *session, const char *dir);
CHORUS_API ChorusStatus chorus_native_run(ChorusSession *session);
/* Instead of chorus_check: checks a certificate (docs/certificates.md). On CHORUS_OK the verdict is CHORUS_TRUE for
 * what the certificate claims (chorus_scope), or CHORUS_UNKNOWN when an obligation fails, and chorus_scope says which.
 * What is malformed, of another version, for another program or for other options is CHORUS_BAD_INPUT; a proof about an
 * outline (docs/outline.md) is one about the program with the option model=outline. smtlib_dir: an existing directory
 * for the obligations as SMT-LIB 2 files, or NULL. */
CHORUS_API ChorusStatus chorus_certify(ChorusSession *session, const char *path, const char *smtlib_dir);
/* After chorus_certify with CHORUS_UNKNOWN: 1 when an obligation fails, 0 when the check did not come to its end. */
CHORUS_API int chorus_is_rejected(const ChorusSession *session);
/* Makes a running chorus_load or chorus_check end soon with CHORUS_UNKNOWN "interrupted". Callable from any thread. */
CHORUS_API void chorus_interrupt(ChorusSession *session);
/* Progress lines (short, no newline) of long work. */
CHORUS_API void chorus_on_progress(ChorusSession *session, void (*fn)(void *arg, const char *line), void *arg);

/* ---- properties ----
 * A session answers one; whoever wants to know several asks them one after the other. docs/properties.md. */
/* Those that a session can be asked, without the parts of one (valid-deref), in the order in which chorus check asks
 * them; NULL after the last. */
CHORUS_API const char *chorus_property(size_t i);
CHORUS_API const char *chorus_property_subject(size_t i); /* "memory safety"; NULL: not to be told when not asked */

/* ---- what a verdict is about, after chorus_load ---- */
/* The places of the source where the property is checked: "3 assertions"; "" when no program was loaded, or none of it
 * was looked at. */
CHORUS_API const char *chorus_checked(ChorusSession *session);
/* 0 when there is a program, unreach-call is asked, and there is no place in it that the property is about. With the
 * option errors=reach_error the property is SV-COMP's, which holds then: 1. */
CHORUS_API int chorus_has_checks(const ChorusSession *session);
/* What CHORUS_TRUE takes for granted: "indices in bounds", each once, with its first place (file NULL: nowhere).
 * property: the one whose proof shows it, NULL: none. Pointers may be NULL. */
CHORUS_API size_t chorus_assumption_count(ChorusSession *session);
CHORUS_API const char *chorus_assumption(ChorusSession *session, size_t i, const char **property, const char **file,
                                         uint32_t *line);

/* ---- results ---- */
CHORUS_API ChorusVerdict chorus_verdict(const ChorusSession *session);
/* What the verdict is about: "every number of threads", "at most 4 threads", "main and 2 threads, 14 steps", or why
 * unknown. */
CHORUS_API const char *chorus_scope(const ChorusSession *session);
/* "interleaving" where the proof of CHORUS_TRUE is about interleavings, and accesses that C or the machine may order
 * otherwise make a difference (docs/verdicts.md); "C11" or "x86-TSO" where it is proved that they make none, or where
 * the counterexample of CHORUS_FALSE is an execution of that model and no interleaving; the scope says so, too. NULL
 * otherwise. */
CHORUS_API const char *chorus_memory(const ChorusSession *session);
/* BenchExec's verdict line without "RESULT: ": "true [every number of threads]", "false(unreach-call) [...]". */
CHORUS_API const char *chorus_result_line(ChorusSession *session);
/* The last error of a call that did not return CHORUS_OK: one line, "" when none. */
CHORUS_API const char *chorus_error(const ChorusSession *session);
CHORUS_API size_t chorus_diagnostic_count(const ChorusSession *session);
/* One line: "file:line:column: warning: text". severity may be NULL. */
CHORUS_API const char *chorus_diagnostic(ChorusSession *session, size_t i, ChorusSeverity *severity);
/* Evidence for people: the trace of CHORUS_FALSE, the proof's summary of CHORUS_TRUE. */
CHORUS_API const char *chorus_evidence(ChorusSession *session);
/* Where data races of a C program were asked and the program itself told nothing: what threads share, each with why it
 * is safe, or two accesses that may race (docs/races.md). "": there is nothing to say, or the time was not enough. */
CHORUS_API const char *chorus_cells(ChorusSession *session);
/* The trace of CHORUS_FALSE, one entry a step. */
CHORUS_API size_t chorus_step_count(const ChorusSession *session);
CHORUS_API const char *chorus_step_text(ChorusSession *session, size_t i); /* as printed, one line */
CHORUS_API uint32_t chorus_step_thread(const ChorusSession *session, size_t i);
CHORUS_API const char *chorus_step_file(const ChorusSession *session, size_t i); /* NULL when unknown */
CHORUS_API uint32_t chorus_step_line(const ChorusSession *session, size_t i);
/* All shared variables and the step's thread's locals after the step, one line: "x = 1, l = 2"; "?" = not known. */
CHORUS_API const char *chorus_step_state(ChorusSession *session, size_t i);
/* The trace of CHORUS_FALSE as text for chorus_replay (docs/replay.md); NULL otherwise. */
CHORUS_API const char *chorus_trace_text(ChorusSession *session);
/* The certificate of CHORUS_TRUE as text for chorus_certify (docs/certificates.md); NULL otherwise. */
CHORUS_API const char *chorus_certificate_text(ChorusSession *session);
/* Everything (verdict, scope, options, statistics, diagnostics, trace or proof) as JSON, at any time. */
CHORUS_API const char *chorus_json(ChorusSession *session);
/* What an earlier SARIF log had found: the rule and the fingerprint of a result ("chorus/v1"), and its message. */
typedef struct ChorusKnown {
    const char *rule, *fingerprint, *text;
} ChorusKnown;
/* The verdict as a run of a SARIF 2.1.0 log, an element of its array `runs` (docs/reports.md); NULL with chorus_error
 * on failure. has_baseline: results say whether they are among the known ones. */
CHORUS_API const char *chorus_sarif(ChorusSession *session, const ChorusKnown *known, size_t count, int has_baseline);
/* What somebody allows, and why: "*" in a pattern stands for any characters, "?" for one. */
typedef struct ChorusSuppression {
    const char *property; /* "no-data-race"; "valid-memsafety" stands for its parts */
    const char *file;     /* a pattern for the end of a path: all of it, or what follows a slash */
    const char *function; /* a pattern for the function, or one that it is called from; NULL: any */
    const char *cell;     /* a pattern for what races, or what the violation reads; NULL: any */
    const char *why;
} ChorusSuppression;
/* Before loading. A suppression changes no verdict. */
CHORUS_API ChorusStatus chorus_set_suppressions(ChorusSession *session, const ChorusSuppression *suppressions,
                                                size_t count);
/* Of CHORUS_FALSE: why the violation is allowed, by a comment in the source or a suppression; NULL: it is not. */
CHORUS_API const char *chorus_suppressed(ChorusSession *session);
/* Of the i-th suppression: 1 when it allows the violation that was found, 0 when it does not, -1 when its property was
 * not asked, or has no verdict. */
CHORUS_API int chorus_suppresses(const ChorusSession *session, size_t i);
/* Of CHORUS_FALSE: 1 when the violation is among the known ones, or allowed by a comment or a suppression; else 0. */
CHORUS_API int chorus_is_known(ChorusSession *session, const ChorusKnown *known, size_t count);
/* The verdict as a witness in the YAML format 2.0 of SV-COMP (docs/reports.md); NULL with chorus_error where there is
 * none: for what is unknown, for .scpl, for a property or a bound on threads that the format cannot say. */
CHORUS_API const char *chorus_witness(ChorusSession *session);
/* The same in the format 1.0, which is GraphML: it knows threads, and fewer invariants. */
CHORUS_API const char *chorus_witness_graphml(ChorusSession *session);
/* Statistics by name; chorus_statistic_* lists them. "memory-peak-mb" is that of the process. */
CHORUS_API size_t chorus_statistic_count(const ChorusSession *session);
CHORUS_API const char *chorus_statistic_name(const ChorusSession *session, size_t i);
CHORUS_API double chorus_statistic_value(const ChorusSession *session, size_t i);
/* Of a loaded program in C: what ends the model and what it over-approximates, at which lines, and what may be in the
 * way where it does not come, as text or as JSON (docs/library.md). seconds: at most that long; 0: no limit. NULL with
 * chorus_error on failure. */
CHORUS_API const char *chorus_explain(ChorusSession *session, double seconds, int as_json);

/* ---- what may change with every version ----
 * Made for the command line and for experiments. Who uses it defines CHORUS_UNSTABLE, and builds again with each
 * version of the library. */
#ifdef CHORUS_UNSTABLE
/* Whether a violation has been found, and its counterexample is being made. Callable from any thread. */
CHORUS_API int chorus_is_telling(const ChorusSession *session);
/* As chorus_json, without steps in the middle of a counterexample where it would have more than so many bytes. */
CHORUS_API const char *chorus_json_within(ChorusSession *session, size_t bytes);
/* Of a litmus test with a verdict, what that says of its final condition: "observed" or "never", of a forall "always"
 * or "not always". NULL: nothing. */
CHORUS_API const char *chorus_condition(const ChorusSession *session);
/* Files as a build compiles and links them (docs/supported-c.md). */
/* Whether chorus_add_compiler_flag takes the flag, or knows why not. */
CHORUS_API int chorus_is_compiler_flag(const char *flag);
/* Whether the word is a flag without the value that it takes, which is the next word. */
CHORUS_API int chorus_flag_lacks_value(const char *flag);
/* The object that the build makes of the file: it is C, whatever it is called, and messages name it where that matters.
 * position: among the objects of the build, in the order in which they are linked. */
CHORUS_API void chorus_name_output(ChorusSession *session, size_t file, const char *output, size_t position);
/* The file, which is not the first, is linked only if it defines what is missing, as from a library. Of several that
 * define the same, one is taken that defines nothing else twice, of these the nearest, of these the first, with a
 * warning. From a distance of 8 on it belongs to another program: what runs there by itself, or takes the place of
 * something weak, or of a function of the C library, is none of this one's. At 6 and 7 nothing says whose it is: if
 * nothing in it is missing, but there is something like that, loading ends (see chorus_leave_doubtful). */
CHORUS_API void chorus_link_as_needed(ChorusSession *session, size_t file, unsigned distance);
/* The distance of a file that was made for this program: it is linked for functions of the C library, too. */
#define CHORUS_LIBRARY 100u
/* The files of the program are named: of the others, those of which nothing says whose they are (distances 6 and 7) are
 * linked for what is missing only, which is said. */
CHORUS_API void chorus_leave_doubtful(ChorusSession *session);
/* If the file is linked as needed, loading ends with this problem. */
CHORUS_API void chorus_refuse_file(ChorusSession *session, size_t file, const char *problem);
/* Whether the file defines main, with the flags of the session and those of file 0: 1, 0, or -1 where it does not
 * compile (chorus_error). */
CHORUS_API int chorus_defines_main(ChorusSession *session, const char *path);
/* For a process of its own. */
/* The limit of resident memory of the process in MB that these options mean, 0 for none; why: how a verdict says that
 * it is reached (NULL: not asked, size 0). */
CHORUS_API uint64_t chorus_memory_limit(const ChorusSession *session, char *why, size_t size);
/* For a process that is about to end without chorus_free: removes the temporary files of a running chorus_native_run.
 * Callable from any thread, but not while the session is freed. */
CHORUS_API void chorus_abandon(ChorusSession *session);
/* For experiments. */
/* Before loading: the order of threads for the method "modular", names separated by commas, as its sequential programs
 * call them: each thread's environment are those after it, and those that are not named come last. NULL: that of the
 * flow of data. */
CHORUS_API ChorusStatus chorus_set_thread_order(ChorusSession *session, const char *names);
/* Before loading: who checks sequential programs for the method "modular": "auto", "diagrams", "loop", or a command of
 * the shell in which "{file}" stands for a C file, and "{witness}" for a file that it may write a witness to
 * (docs/modular.md). safe, violated: POSIX extended regular expressions, sought in what the command prints; NULL: the
 * usual ones. */
CHORUS_API ChorusStatus chorus_set_sequential_checker(ChorusSession *session, const char *checker, const char *safe,
                                                      const char *violated);
/* Instead of chorus_load and chorus_check: model-checks a Boolean broadcast program (.bbp, docs/boolprog.md), with the
 * options threads (exactly so many, or every number), explorer and the limits. On CHORUS_OK there is a verdict, with
 * evidence, steps and statistics as after chorus_check. */
CHORUS_API ChorusStatus chorus_mc(ChorusSession *session, const char *path);
/* A stage of the loaded program as text: "program" or "merged" (.scpl syntax), or "boolprog": the Boolean broadcast
 * program (.bbp) at the end of refinement with the options given, or "acfa": the inferred context of the option
 * "method" as graphs, or "sequential": the sequential programs of the method "modular" as C, or "graph", after
 * chorus_check: the events of the counterexample, and who reads from whom, for graphviz. NULL with chorus_error on
 * failure. */
CHORUS_API const char *chorus_dump(ChorusSession *session, const char *stage);
/* The plan: a check asks rows, each a way to an answer, one after the other; which is asked when, and for how long, is
 * one table. First come the rows of files, each a model of them, then those of a program, which are asked about each
 * model. What there is of them may change with the version. NULL (0) after the last. */
CHORUS_API const char *chorus_row_name(size_t i);
CHORUS_API const char *chorus_row_description(size_t i); /* one line */
CHORUS_API const char *chorus_row_answers(size_t i);     /* "true", "false" or "true, false" */
CHORUS_API double chorus_row_share(size_t i);            /* of the time that is left, at most; of a row of files: 0 */
/* Before loading: rows, "NAME,NAME", are not asked; or only they are, of their kind (files, a program). No verdict is
 * wrong for that, but there may be none. CHORUS_BAD_OPTION (chorus_error) when there is no such row. */
CHORUS_API ChorusStatus chorus_leave_out_rows(ChorusSession *session, const char *names);
CHORUS_API ChorusStatus chorus_ask_only_rows(ChorusSession *session, const char *names);
/* The values of the option "method": the first is the plan, each of the others answers by itself. NULL (0) after the
 * last. */
CHORUS_API const char *chorus_method_name(size_t i);
CHORUS_API const char *chorus_method_description(size_t i);
CHORUS_API int chorus_method_answers(size_t i, const char *property);
CHORUS_API int chorus_is_answered(const char *property); /* by some method */
/* Witnesses of SV-COMP held against a program, as they were read from a file. */
/* What a violation witness of SV-COMP says of a run (docs/reports.md): what it passes, in order, and where it ends. */
typedef struct ChorusWaypoint {
    const char *file;
    uint32_t line, column;  /* column 0: not told */
    int is_target;          /* the violation */
    int avoid;              /* not to be passed before the next one that is followed */
    int is_return;          /* the condition speaks of what a call returned, as \result */
    int is_after;           /* the condition is one after the statement, not before */
    uint32_t thread;        /* which thread passes it, told apart by numbers from 1; 0: not told of some */
    const char *constraint; /* a condition when it is passed, in C; NULL: none */
    int is_partial; /* it says more than that (which way a branch goes): a run that passes it need not be meant */
} ChorusWaypoint;
/* Instead of chorus_check: looks for a run that the witness describes. On CHORUS_OK the verdict is CHORUS_FALSE with
 * evidence as after chorus_check when there is one, which was replayed; CHORUS_TRUE when there is none, or
 * CHORUS_UNKNOWN, also where a run was found and not all that the waypoints say could be looked at. A target without
 * line (0) is any violation: then the places are those of the steps of some other model, which a run may not have, and
 * CHORUS_TRUE says that the property holds. */
CHORUS_API ChorusStatus chorus_validate_violation(ChorusSession *session, const ChorusWaypoint *waypoints,
                                                  size_t count);
/* What a correctness witness says of a place. */
typedef struct ChorusInvariant {
    const char *file;
    uint32_t line, column; /* column 0: not told */
    int is_loop;           /* where a loop decides whether it goes on; else before the statement */
    int is_candidate;      /* claimed of some runs only: where it does not hold of all the verdict is CHORUS_UNKNOWN */
    const char *text;      /* a condition, in C */
} ChorusInvariant;
/* Instead of chorus_check: is the property true, and do the invariants hold, which are also what the proof begins with?
 * On CHORUS_OK the verdict is CHORUS_TRUE when both have proofs that are certified, CHORUS_FALSE with evidence when one
 * does not hold, or CHORUS_UNKNOWN, also when an invariant has no place in the model or cannot be expressed there. */
CHORUS_API ChorusStatus chorus_validate_invariants(ChorusSession *session, const ChorusInvariant *invariants,
                                                   size_t count);
#endif

#ifdef __cplusplus
}
#endif

#endif
