/* chorus check: load, check, print; and what it shares with chorus mc. Evidence and result go to standard output, the
 * rest to standard error. */
#ifndef CHORUS_CLI_CHECK_H
#define CHORUS_CLI_CHECK_H

#include "cli/arguments/options.h"

/* Reads the arguments, lets `work` load and check, prints evidence and result. Returns the exit status. */
int verdict_command(Command command, int argc, char **argv,
                    ChorusStatus (*work)(ChorusSession *session, const Arguments *arguments));

/* The arguments after the name of the subcommand; returns the exit status. */
int command_check(int argc, char **argv);
int command_race(int argc, char **argv);

#endif
