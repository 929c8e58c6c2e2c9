/* A process that is asked a question and interrupted at some moment. */
#ifndef TESTS_INTERRUPTS_ASKING_H
#define TESTS_INTERRUPTS_ASKING_H

#include <stdbool.h>

#define ASKING_TEXT 1024

/* A question that spends its time in a row of the plan. */
typedef struct Question {
    const char *mark;    /* the line of the log when the row begins; "start": the process does */
    const char *path;    /* the program, from the folder of the project */
    const char *options; /* NAME=VALUE of the library, only=ROWS, without=ROWS, with blanks between them; "": none */
} Question;

typedef struct Asking {
    const Question *question;
    bool is_command; /* SIGINT to the command; else chorus_interrupt from another thread */
    double delay;    /* seconds from the mark to the interrupt; below 0: none */
    double most;     /* seconds after the mark when it is killed */
} Asking;

typedef struct Answer {
    bool is_marked;           /* the row has begun */
    bool is_interrupted;      /* while it was at work */
    bool is_killed;           /* it went on for too long */
    double seconds;           /* from the mark to the next row or the end; with an interrupt: from there to the end */
    double busy;              /* with an interrupt: seconds of the processor from there to the end */
    int status;               /* as of waitpid */
    char result[ASKING_TEXT]; /* the line "RESULT: ", without these; "" */
    char left[ASKING_TEXT];   /* a temporary file that is left; "" */
} Answer;

/* command: the path of chorus. */
void asking_run(const Asking *asking, const char *command, Answer *answer);

#endif
