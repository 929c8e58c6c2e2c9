/* chorus mc: model-checks a Boolean broadcast program. */
#ifndef CHORUS_CLI_MC_H
#define CHORUS_CLI_MC_H

/* The arguments after the name of the subcommand; returns the exit status. */
int command_mc(int argc, char **argv);

#endif
