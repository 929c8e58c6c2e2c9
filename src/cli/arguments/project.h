/* Projects: from a compilation database, or a folder, to the files of one program. */
#ifndef CHORUS_CLI_ARGUMENTS_PROJECT_H
#define CHORUS_CLI_ARGUMENTS_PROJECT_H

#include "cli/arguments/options.h"

/* If the arguments name a project, its program's files take the place of the paths from `first` on: the file with main
 * (or those that are given), then all without, of which those are linked that are needed. False after input_fail. */
bool project_resolve(Arguments *arguments, ChorusSession *session, size_t first, InputError *error);
/* Prints the programs of the project; the exit status. */
int project_list(const Arguments *arguments);

#endif
