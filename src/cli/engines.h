/* What answers which question: the rows of the plan and the methods. */
#ifndef CHORUS_CLI_ENGINES_H
#define CHORUS_CLI_ENGINES_H

/* Prints both; returns the exit status. */
int engines_print(void);

#endif
