/* What one session said about its property, kept when the session is gone; and what verdicts are about, in words. */
#ifndef CHORUS_CLI_ANSWER_H
#define CHORUS_CLI_ANSWER_H

#include "chorus.h"
#include "cli/files/output.h"

typedef struct AnswerAssumption {
    char *text, *place; /* place: "f.c:7"; NULL: nowhere */
    char *property;     /* NULL: none */
} AnswerAssumption;

typedef struct Answer {
    char *property;
    ChorusVerdict verdict; /* CHORUS_NONE: there is nothing to check */
    char *result, *scope;  /* result: "true [scope]" */
    char *checked;         /* "3 assertions"; "": not known */
    char *suppressed;      /* why the violation is allowed; NULL: it is not, or there is none */
    const char *memory;    /* chorus_memory */
    AnswerAssumption *assumptions;
    size_t assumption_count;
} Answer;

/* From a session that has a verdict. To be cleared. */
void answer_take(Answer *answer, ChorusSession *session, const char *property);
void answer_clear(Answer *answer);

/* Of answers that rest on interleavings unless there is no data race, and that there is none is another of the answers,
 * says so no more. */
void answers_lift_memory(Answer *answers, size_t count);

/* The lines before the result: "checked: ...; not checked: ...", and "assumed: ..." when something is true. What
 * another of the answers proves is not assumed. is_c: what is not checked is of interest, since C leaves it undefined.
 */
void answers_add_account(Output *out, const Answer *answers, size_t count, bool is_c);

#endif
