/* What is told about a suite that has run: the table, the summary. */
#ifndef CHORUS_CLI_SUITE_REPORT_H
#define CHORUS_CLI_SUITE_REPORT_H

#include "cli/files/output.h"
#include "cli/suite/suite.h"

/* The table as text, one line a task that is done; docs/suite.md describes the columns. */
void suite_add_table(Output *out, const Suite *suite);
/* Its first line, and that of a row that is done. */
void suite_add_head(Output *out);
void suite_add_row(Output *out, const Suite *suite, const SuiteRow *row);
/* Wrong verdicts, crashes and errors; families; causes of "unknown". */
void suite_add_summary(Output *out, const Suite *suite);
/* One line: what came out, and the score. */
void suite_add_total(Output *out, const Suite *suite);

const char *suite_verdict_word(SuiteVerdict verdict);
const char *suite_status_word(SuiteStatus status);
const char *suite_expected_word(Expected expected);

/* How many tasks ended so. */
size_t suite_count(const Suite *suite, SuiteStatus status);

#endif
