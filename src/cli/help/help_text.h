/* What there is to say about subcommands, for help on the screen, manual pages and completions. */
#ifndef CHORUS_CLI_HELP_HELP_TEXT_H
#define CHORUS_CLI_HELP_HELP_TEXT_H

#include "cli/arguments/options.h"

/* What the help of a subcommand says before and after its options. */
typedef struct HelpText {
    Command command;
    const char *head, *tail;
} HelpText;

/* False: there is no subcommand of that name that has options. */
bool help_text(const char *word, HelpText *text);
/* The i-th of all options of the subcommand, also of those that its help only names; false after the last. */
bool help_option(Command command, size_t i, OptionView *option);

#endif
