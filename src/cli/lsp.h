/* chorus lsp: a language server. */
#ifndef CHORUS_CLI_LSP_H
#define CHORUS_CLI_LSP_H

/* The arguments after the name of the subcommand; returns the exit status. */
int command_lsp(int argc, char **argv);

#endif
