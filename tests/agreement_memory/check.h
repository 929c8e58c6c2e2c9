/* One program: what Chorus says of it against all its consistent executions. */
#ifndef TESTS_AGREEMENT_MEMORY_CHECK_H
#define TESTS_AGREEMENT_MEMORY_CHECK_H

#include "agreement_memory/enumerate.h"

#define EXECUTION_LIMIT 300000 /* a program with more is left out */

typedef enum Question {
    ASK_SC_ASSERTION,
    ASK_C11_RACE,
    ASK_C11_ROBUSTNESS,
    ASK_C11_ASSERTION,
    ASK_TSO_ROBUSTNESS,
    ASK_TSO_ASSERTION,
    QUESTION_COUNT
} Question;

typedef enum Answer {
    ANSWER_NONE, /* not asked */
    ANSWER_TRUE,
    ANSWER_FALSE,
    ANSWER_UNKNOWN,
    ANSWER_IMPRECISE, /* "unknown" or "not robust" where all executions are sequentially consistent */
    ANSWER_WRONG,
    ANSWER_BROKEN, /* an internal error, no verdict, a crash */
    ANSWER_COUNT
} Answer;

typedef struct CheckOptions {
    bool is_asked[QUESTION_COUNT];
    bool is_c;       /* Chorus gets C, not automata */
    bool is_lenient; /* of programs with races, which C leaves undefined, nothing but the race is judged */
    ModelOptions models;
    const char *engine_time; /* seconds, for each question */
    const char *self_check;  /* the option of that name; NULL: as it is */
} CheckOptions;

typedef struct CheckResult {
    Answer answers[QUESTION_COUNT];
    Question wrong; /* the first one with a wrong or broken answer; QUESTION_COUNT: none */
    char message[600];
} CheckResult;

extern const char *const question_names[QUESTION_COUNT]; /* as in options */
/* Has this Chorus memory models? Else it can be asked about sequential consistency only. */
bool check_knows_memory(void);
bool check_knows_robustness(void); /* has it the property? */
/* j: the program's. Runs in a child process: a crash or an endless loop is a result, too. */
CheckResult check_program(const MemoryProgram *p, const Judgement *j, const CheckOptions *options);

#endif
