/* Help texts. Those of subcommands are made from the list of options; they fit a screen of 80 columns. */
#ifndef CHORUS_CLI_HELP_H
#define CHORUS_CLI_HELP_H

#include "cli/options.h"

/* The arguments after the name of the subcommand; returns the exit status. */
int command_help(int argc, char **argv);
int command_version(int argc, char **argv);

/* What the help of a subcommand says before and after its options. */
typedef struct HelpText {
    Command command;
    const char *head, *tail;
} HelpText;

/* False: there is no subcommand of that name that has options. */
bool help_text(const char *word, HelpText *text);
/* The i-th of all options of the subcommand, also of those that its help only names; false after the last. */
bool help_option(Command command, size_t i, OptionView *option);

/* Prints the help of a subcommand on standard output. */
int help_print_command(Command command);

#endif
