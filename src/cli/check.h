/* Subcommands that end with a verdict: chorus check, chorus mc. */
#ifndef CHORUS_CLI_CHECK_H
#define CHORUS_CLI_CHECK_H

#include "cli/options.h"

/* Reads the arguments, lets `work` load and check, prints evidence and result. Returns the exit status. */
int verdict_command(Command command, int argc, char **argv,
                    ChorusStatus (*work)(ChorusSession *session, const Arguments *arguments));

#endif
