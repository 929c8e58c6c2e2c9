/* chorus replay: runs a counterexample again in the interpreter and prints it. */
#ifndef CHORUS_CLI_REPLAY_H
#define CHORUS_CLI_REPLAY_H

/* The arguments after the name of the subcommand; returns the exit status. */
int command_replay(int argc, char **argv);

#endif
