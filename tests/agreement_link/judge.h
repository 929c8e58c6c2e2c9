/* One project: natively, and what Chorus says of it. */
#ifndef TESTS_AGREEMENT_LINK_JUDGE_H
#define TESTS_AGREEMENT_LINK_JUDGE_H

#include "agreement_link/project.h"

typedef enum Verdict { VERDICT_NONE, VERDICT_TRUE, VERDICT_FALSE, VERDICT_UNKNOWN, VERDICT_REFUSED } Verdict;

/* Questions about a project. What it asserts is what both compilers computed, or with one number wrong. */
typedef enum Question { ASK_RIGHT, ASK_WRONG, ASK_OUTLINE, QUESTIONS } Question;

typedef struct Answer {
    bool is_asked;
    Verdict verdict; /* VERDICT_NONE: it crashed, or gave none */
    char line[300];
} Answer;

typedef struct Judgement {
    bool is_program;    /* both compilers take it, and it runs */
    char failure[2000]; /* else why */
    uint32_t open;      /* checks that they do not agree about, which are left out */
    uint32_t checks;    /* the others */
    Answer answers[QUESTIONS];
    const char *problem; /* NULL: no disagreement */
} Judgement;

typedef struct JudgeSettings {
    const char *chorus, *limit; /* the executable, "": it is not asked; seconds for each question */
    bool keeps;                 /* the folder stays, and is said */
    bool prints;                /* the project, and all answers */
} JudgeSettings;

/* wrong: the block whose number is wrong in one of the questions, if it has one; chooses: one of its checks. */
Judgement judge_project(const JudgeSettings *s, Plan *plan, uint64_t wrong);

#endif
