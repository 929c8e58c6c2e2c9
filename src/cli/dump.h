/* chorus dump: prints a stage of a program. chorus explain: what of it is in the way of a verdict. */
#ifndef CHORUS_CLI_DUMP_H
#define CHORUS_CLI_DUMP_H

/* The arguments after the name of the subcommand; they return the exit status. */
int command_dump(int argc, char **argv);
int command_explain(int argc, char **argv);

#endif
