/* Another tool as a checker of sequential programs: a command of the shell that is given the program as a C file.
 *
 * Nothing that it says is believed. "Safe" is a guess, for which a proof is asked in the end (SequentialChecker.prove);
 * "violated" is a reason to look for a path, among the steps that its witness names, then among all; and where it says
 * neither, or that there is a path where there is none, our own checkers' answer counts. */
#ifndef CHORUS_ENGINES_MODULAR_SEQUENTIAL_EXTERNAL_H
#define CHORUS_ENGINES_MODULAR_SEQUENTIAL_EXTERNAL_H

#include "engines/modular/checker.h"

typedef struct ExternalCommand {
    const char *command;         /* of sh; {file} is the C file, {witness} a file that it may write a witness to */
    const char *safe, *violated; /* POSIX extended regular expressions, sought in its output; NULL: the usual ones */
} ExternalCommand;

typedef enum ExternalSays { EXTERNAL_SAFE, EXTERNAL_VIOLATED, EXTERNAL_NOTHING, EXTERNAL_FAILED } ExternalSays;

typedef struct ExternalAnswer {
    ExternalSays says;
    const char *why; /* FAILED: it cannot be run at all; one line */
    bool *is_passed; /* VIOLATED, with a witness: per edge of the program, whether the witness names a line of it */
} ExternalAnswer;

/* Why the expression is none; NULL: it is one. The text belongs to the run. */
const char *external_problem(Run *run, const char *expression);
/* Leaves by run_stop when the time is over; the command is killed then. */
ExternalAnswer external_ask(const ExternalCommand *external, Program *p);

#endif
