/* The table of results while it grows: FILE.tsv.part, a line for each task as soon as it is done. A suite that was cut
 * off goes on behind its last line (--resume). FILE.tsv itself, in the order of the lists, is written at the end. */
#ifndef CHORUS_CLI_SUITE_TABLE_H
#define CHORUS_CLI_SUITE_TABLE_H

#include "cli/arguments/suite.h"
#include "cli/files/tsv.h"
#include "cli/suite/suite.h"

/* The name of the growing table; NULL: there is none, as nothing is written, or not to a file. To be freed. */
char *suite_part_path(const SuiteOptions *options);
/* Begins the growing table, or with --resume takes the rows that are done over. false after input_fail. */
bool suite_open_part(Suite *suite, const SuiteOptions *options, const char *path, InputError *error);
/* Adds a row that is done. */
void suite_append(const Suite *suite, const SuiteRow *row);
/* The words of a table's row as the end of the row; false, and nothing is changed, when they do not fit it. */
bool suite_take_row(SuiteRow *row, const Tsv *table);

#endif
