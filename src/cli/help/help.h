/* Help texts. Those of subcommands are made from the list of options; they fit a screen of 80 columns. */
#ifndef CHORUS_CLI_HELP_HELP_H
#define CHORUS_CLI_HELP_HELP_H

#include "cli/arguments/options.h"

/* The arguments after the name of the subcommand; returns the exit status. */
int command_help(int argc, char **argv);
int command_version(int argc, char **argv);

/* Prints the help of a subcommand on standard output. */
int help_print_command(Command command);

#endif
