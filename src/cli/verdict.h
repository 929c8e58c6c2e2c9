/* What commands that end with a verdict do with their sessions: progress, diagnostics, evidence, files. */
#ifndef CHORUS_CLI_VERDICT_H
#define CHORUS_CLI_VERDICT_H

#include "cli/arguments/options.h"
#include "cli/files/output.h"

/* One line on standard error that is rewritten, unless it is no terminal or not wanted. */
void verdict_start_progress(ChorusSession *session, const Arguments *arguments);
void verdict_end_progress(const Arguments *arguments);

void verdict_print_diagnostics(ChorusSession *session, const Arguments *arguments);
void verdict_add_statistics(Output *out, const ChorusSession *session);
/* "RESULT: ...", in colours where there are some. */
void verdict_add_result(Output *out, ChorusVerdict verdict, const char *result);

/* --json=-: nothing else goes to standard output. */
bool verdict_is_json(const Arguments *arguments);
/* The file of --json: -1 no file wanted; otherwise its descriptor, or -2 after a complaint. */
int verdict_open_json(const Arguments *arguments);
/* Writes and closes it, unless it is -1. Returns the status, or another after a complaint. */
int verdict_write_json(const char *text, const Arguments *arguments, int fd, int status);
/* Writes evidence for the verdict `of`; leaves the file (NULL: none wanted) alone when that is not the verdict, and
 * says so. Returns as verdict_write_json. */
int verdict_write_evidence(ChorusSession *session, const char *path, ChorusVerdict of, int status);

#define VERDICT_FOLDER 4096
/* With --cache the folder of XDG in which evidence is kept, which is there then; NULL: nothing is kept. */
const char *verdict_folder(const Arguments *arguments, char folder[VERDICT_FOLDER]);
/* Checks what is loaded, with --cache by what is kept. */
void verdict_check(ChorusSession *session, const Arguments *arguments);
/* The exit status for a verdict. */
int verdict_status(ChorusVerdict verdict);
/* Says what is wrong on standard error; returns the exit status. */
int verdict_complain(const ChorusSession *session, ChorusStatus status);
/* Says why the session did not load, with this status, as JSON, too, where that is wanted. Returns the exit status. */
int verdict_refuse(ChorusSession *session, const Arguments *arguments, ChorusStatus loaded, int json);

#endif
