/* chorus dump: prints a stage of a program. */
#ifndef CHORUS_CLI_DUMP_H
#define CHORUS_CLI_DUMP_H

/* The arguments after the name of the subcommand; returns the exit status. */
int command_dump(int argc, char **argv);

#endif
