/* Manual pages and completions for shells, made of the tables of subcommands and options: `chorus help man
 * [SUBCOMMAND]`, `chorus help completion bash|zsh|fish`. Packages are built with them. */
#ifndef CHORUS_CLI_HELP_MANUAL_H
#define CHORUS_CLI_HELP_MANUAL_H

#include "cli/files/output.h"

/* The page chorus-WORD(1) in roff, or chorus(1) for NULL; false: there is no such subcommand. */
bool manual_add_page(Output *out, const char *word);

#endif
