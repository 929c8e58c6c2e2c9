/* A session's verdict as the report that JSON and SARIF are made of. Inside the run. */
#ifndef CHORUS_SESSION_REPORT_H
#define CHORUS_SESSION_REPORT_H

#include "report/report.h"
#include "session/session.h"

/* "true", "false(PROPERTY)", "unknown" */
const char *session_verdict_word(const ChorusSession *s);
ReportProof session_proof(const ChorusSession *s);
/* Everything that is known, as long as the run lives. */
void session_report(ChorusSession *s, Report *report);

#endif
