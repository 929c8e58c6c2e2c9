/* chorus certify: checks a certificate and says whether it proves what it claims. */
#ifndef CHORUS_CLI_CERTIFY_H
#define CHORUS_CLI_CERTIFY_H

/* The arguments after the name of the subcommand; returns the exit status. */
int command_certify(int argc, char **argv);

#endif
