/* --watch: the same check again whenever a source changes. */
#ifndef CHORUS_CLI_WATCH_H
#define CHORUS_CLI_WATCH_H

#include <stdbool.h>

#include "cli/arguments/options.h"

/* Do the words ask for it? */
bool watch_is_asked(int argc, char **argv);
/* Checks, each time in a process of its own, until it is asked to stop; the exit status of the last check. Watched are
 * the sources in the folders of the inputs, so also what these include from there. */
int watch_run(Command command, int argc, char **argv);

#endif
