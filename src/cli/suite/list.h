/* The lists of tasks: each task is found now, so that a wrong path is noticed before hours of work. */
#ifndef CHORUS_CLI_SUITE_LIST_H
#define CHORUS_CLI_SUITE_LIST_H

#include "cli/files/input.h"
#include "cli/suite/suite.h"

/* Adds the tasks of a list: a task, a program, a directory, a .set file or a table. false after input_fail. */
bool suite_add_list(Suite *suite, const char *list, const char *tasks_dir, InputError *error);
/* Leaves only the first of the same paths. */
void suite_drop_repeated(Suite *suite);
void suite_clear(Suite *suite);
/* Has every row its names, and when it is done an end with a reason, a verdict where its status needs one? */
bool suite_is_valid(const Suite *suite);

#endif
