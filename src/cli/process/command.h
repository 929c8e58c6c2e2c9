/* Other programs that a command asks something: started, waited for, what they say as text. */
#ifndef CHORUS_CLI_PROCESS_COMMAND_H
#define CHORUS_CLI_PROCESS_COMMAND_H

/* Runs the program that PATH finds, with nothing to read. Returns its exit status, 127 when there is none, 128 when it
 * did not end by itself; *said is what it wrote, standard output and error, to be freed. */
int command_run(char *const *arguments, char **said);

#endif
