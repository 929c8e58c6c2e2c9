/* Completions for shells, made of the tables of subcommands and options: `chorus help completion bash|zsh|fish`. */
#ifndef CHORUS_CLI_HELP_COMPLETION_H
#define CHORUS_CLI_HELP_COMPLETION_H

#include "cli/files/output.h"

/* A script for the shell; false: none is known. */
bool completion_add(Output *out, const char *shell);

#endif
