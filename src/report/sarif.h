/* The report as a run of a SARIF 2.1.0 log: what code scanners, editors and CI read. A violation is one result with a
 * code flow, a thread flow for each thread; what is true or unknown is told in the properties of the run. */
#ifndef CHORUS_REPORT_SARIF_H
#define CHORUS_REPORT_SARIF_H

#include "report/report.h"

/* What an earlier log had found. */
typedef struct SarifKnown {
    const char *rule, *fingerprint, *text;
} SarifKnown;

typedef struct SarifOptions {
    bool has_baseline;
    const SarifKnown *known; /* in the baseline, of all properties */
    uint32_t known_count;
} SarifOptions;

/* Is what the report found in the baseline, or suppressed? The report has a counterexample. */
bool report_is_known(Run *run, const Report *report, const SarifOptions *options);
/* The run, an object without line break at the end. */
void report_add_sarif(Str *out, const Report *report, const SarifOptions *options);

#endif
