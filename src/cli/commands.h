/* The subcommands; each gets the arguments after its name and returns the exit status. */
#ifndef CHORUS_CLI_COMMANDS_H
#define CHORUS_CLI_COMMANDS_H

#include "cli/options.h"

/* X(name, help) */
#define CLI_COMMANDS(X)                                                                                                \
    X(check, "verify programs: can an assertion fail?")                                                                \
    X(mc, "model-check a Boolean broadcast program (.bbp)")                                                            \
    X(suite, "check many tasks and compare with what is expected")                                                     \
    X(dump, "print a program as Chorus understands it")                                                                \
    X(replay, "run a counterexample again, step by step")                                                              \
    X(certify, "check a proof with a small checker of its own")                                                        \
    X(help, "print this, or the help of a subcommand")                                                                 \
    X(version, "print the version")

#define X(name, help) int command_##name(int argc, char **argv);
CLI_COMMANDS(X)
#undef X

/* Prints the help of a subcommand on standard output. */
int help_print_command(Command command);

#endif
