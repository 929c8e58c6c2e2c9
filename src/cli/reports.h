/* What --sarif and --html write: collected from each session that answers a property, written at the end. */
#ifndef CHORUS_CLI_REPORTS_H
#define CHORUS_CLI_REPORTS_H

#include "cli/files/output.h"
#include "cli/files/suppressions.h"
#include "cli/arguments/options.h"

typedef struct Reports {
    const Arguments *arguments;
    Output runs;      /* of SARIF, separated by commas */
    Output documents; /* JSON, for the page */
    char **files;     /* sources that steps are in */
    size_t file_count;
    ChorusKnown *known; /* of the baseline */
    size_t known_count;
    Suppressions suppressions; /* of --suppressions, which sessions point to */
    bool has_new, has_unknown; /* --new-only: a violation that is not known; no verdict of a property */
    bool failed;               /* something could not be made, and somebody was told */
} Reports;

/* Reads the baseline, and suppressions, which the session is given, and clones of it have. 0, or the exit status after
 * a complaint; to be cleared in any case, when no session is asked any more. */
int reports_open(Reports *reports, ChorusSession *session, const Arguments *arguments);
/* From a session that has a verdict. */
void reports_take(Reports *reports, ChorusSession *session);
/* Writes the files. Returns the status (with --new-only that of what is not known), or another after a complaint. */
int reports_write(Reports *reports, int status);
/* Writes the witness of a session that has a verdict, if one is wanted, or says why there is none. */
int reports_write_witness(ChorusSession *session, const Arguments *arguments, int status);
void reports_clear(Reports *reports);

#endif
