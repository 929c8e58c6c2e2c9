/* The options of a session: one table gives their names, values, help texts and parsers. */
#ifndef CHORUS_SESSION_OPTIONS_H
#define CHORUS_SESSION_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Properties, by SV-COMP's names where it has them; which can be checked: chorus check --engines. */
#define SESSION_PROPERTIES                                                                                             \
    "unreach-call|no-data-race|valid-memsafety|valid-memcleanup|no-overflow|termination|no-deadlock|valid-sync|"       \
    "valid-deref|valid-free|valid-memtrack"

/* X(field, name, kind, shape, default, help)
 *   SWITCH  on or off
 *   CHOICE  one of the words of the shape; the value is its position
 *   COUNT   a number from 1 to 1000000, or the default word, which is 0
 *   LEVEL   a number from 0 to 9
 *   MEMORY  a number from 1 to 1000000, "none", or the default word; the value of both words is 0
 *   SECONDS a decimal number above 0, "none", or the default word; the value of both words is 0 */
#define SESSION_OPTIONS(X)                                                                                             \
    X(property, "property", CHOICE, SESSION_PROPERTIES, "unreach-call", "what to check")                               \
    X(errors, "errors", CHOICE, "auto|assert|reach_error|abort", "auto",                                               \
      "which calls are errors (docs/properties.md)")                                                                   \
    X(method, "method", CHOICE, "auto|symmpa|circ|omega-circ|finite|modular|lockstep|exhaustive|survey", "auto",       \
      "which method: see --engines; also --engine")                                                                    \
    X(threads, "threads", COUNT, "all|N", "all", "every number of threads, or at most N")                              \
    X(model, "model", CHOICE, "auto|exact|outline", "auto", "exact, then an outline where that ends")                  \
    X(granularity, "granularity", CHOICE, "access|statement", "access", "what one step of a C program is")             \
    X(integers, "integers", CHOICE, "machine|ideal", "machine", "wrapping around, or mathematical")                    \
    X(nondet_static, "nondet-static", SWITCH, "on|off", "off", "statics start arbitrary, not zero")                    \
    X(share_calls, "share-calls", COUNT, "auto|N", "auto", "one copy of a function above N instructions")              \
    X(unknown_functions, "unknown-functions", CHOICE, "havoc|pure|refuse", "havoc",                                    \
      "what functions without a body do")                                                                              \
    X(malloc, "malloc", CHOICE, "auto|may-fail|never-fails|covered", "auto", "whether malloc may fail")                \
    X(memory, "memory", CHOICE, "auto|sc|c11|tso", "auto", "which memory model (docs/memory.md)")                      \
    X(volatiles, "volatile", CHOICE, "plain|relaxed", "plain", "volatile accesses: as C has them, or atomic")          \
    X(abstraction, "abstraction", CHOICE, "exact|c0|c1|c2|c3|c4", "exact", "exact, or published (cubes of K)")         \
    X(passive, "passive", SWITCH, "on|off", "on", "off: cK looks at the active thread only")                           \
    X(mixed, "mixed", CHOICE, "broadcast|local|shared", "broadcast", "local, shared: unsound baselines, for cK")       \
    X(symmetry, "symmetry", SWITCH, "on|off", "on", "off: n copies of everything, a baseline, for cK")                 \
    X(parts, "parts", CHOICE, "auto|off|on", "auto", "what can go wrong: together at first, always, never")            \
    X(excuse, "excuse", SWITCH, "on|off", "on", "settle first what needs no exploration")                              \
    X(merge, "merge", SWITCH, "on|off", "on", "join steps that no other thread sees")                                  \
    X(mask, "mask", SWITCH, "on|off", "on", "drop predicates over dead variables")                                     \
    X(seed_values, "seed-values", SWITCH, "on|off", "on", "when stuck, learn from random runs")                        \
    X(self_check, "self-check", SWITCH, "on|off", "on", "certify a proof before reporting it")                         \
    X(explorer, "explorer", CHOICE, "auto|counter|view|dd", "auto", "counters and views, or only that one")            \
    X(time_limit, "time-limit", SECONDS, "SECONDS", "auto", "or none; auto: 240, 40 if a model ends")                  \
    X(memory_limit, "memory-limit", MEMORY, "MB", "auto", "or none; auto: 3/4 of the machine's")                       \
    X(iterations, "iterations", COUNT, "N", "none", "give up after N refinements")                                     \
    X(trace_detail, "trace-detail", CHOICE, "short|all", "short", "all: every step of a long counterexample")          \
    X(verbosity, "verbosity", LEVEL, "0..9", "0", "log the work on standard error")

/* Values of "errors". Auto: reach_error where the property is asked by its name and the program calls reach_error, so
 * that it means what it means in SV-COMP; else assert, which is both. */
enum { ERRORS_AUTO, ERRORS_ASSERT, ERRORS_REACH_ERROR, ERRORS_ABORT };

/* Values of "model". */
enum { MODEL_AUTO, MODEL_EXACT, MODEL_OUTLINE };

/* Values of "unknown-functions". */
enum { UNKNOWN_HAVOC, UNKNOWN_PURE, UNKNOWN_REFUSE };

/* Values of "malloc". */
enum { MALLOC_AUTO, MALLOC_MAY_FAIL, MALLOC_NEVER_FAILS, MALLOC_COVERED };

/* Values of "memory". Auto: C11 for races where a program has weaker orders; of other proofs it is said whether they
 * are about interleavings only. */
enum { MEMORY_MODEL_AUTO, MEMORY_MODEL_SC, MEMORY_MODEL_C11, MEMORY_MODEL_TSO };

/* Values of "volatile". */
enum { VOLATILE_PLAIN, VOLATILE_RELAXED };

typedef enum OptionId {
#define X(field, name, kind, shape, value, help) OPTION_##field,
    SESSION_OPTIONS(X)
#undef X
        OPTION_COUNT
} OptionId;

typedef struct SessionOptions {
    double values[OPTION_COUNT];  /* meaning by kind, see above; exact for all of them */
    char texts[OPTION_COUNT][32]; /* as given, or the default */
    bool given[OPTION_COUNT];
} SessionOptions;

static inline uint32_t session_option(const SessionOptions *options, OptionId id)
{
    return (uint32_t)options->values[id];
}

void session_options_init(SessionOptions *options);
/* Parses strictly. On failure returns false with the reason, one line, in error. */
bool session_options_set(SessionOptions *options, const char *name, const char *value, char *error, size_t error_size);

#endif
