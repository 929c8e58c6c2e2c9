/* The list of subcommands. Each is a function command_NAME of the header of that name. */
#ifndef CHORUS_CLI_HELP_COMMANDS_H
#define CHORUS_CLI_HELP_COMMANDS_H

/* X(name, help) */
#define CLI_COMMANDS(X)                                                                                                \
    X(check, "verify programs: can an assertion fail?")                                                                \
    X(race, "verify programs: is there a data race?")                                                                  \
    X(mc, "model-check a Boolean broadcast program (.bbp)")                                                            \
    X(suite, "check many tasks and compare with what is expected")                                                     \
    X(explain, "say what is in the way of a verdict, line by line")                                                    \
    X(dump, "print a program as Chorus understands it")                                                                \
    X(replay, "run a counterexample again, step by step")                                                              \
    X(certify, "check a proof with a small checker of its own")                                                        \
    X(validate, "check a witness of SV-COMP, of any tool")                                                             \
    X(lsp, "tell editors what is wrong, and how (language server)")                                                    \
    X(help, "print this, or the help of a subcommand")                                                                 \
    X(version, "print the version")

#endif
