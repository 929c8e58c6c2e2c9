/* The verdict as a witness in the YAML format 2.0 of SV-COMP. */
#ifndef CHORUS_REPORT_WITNESS_H
#define CHORUS_REPORT_WITNESS_H

#include "report/report.h"

/* What holds at a place whenever a thread is there. */
typedef struct WitnessInvariant {
    SourcePos place;
    bool is_loop;
    const char *text; /* an expression of C */
} WitnessInvariant;

/* What the format wants to know beside the report. */
typedef struct WitnessTask {
    const char *const *hashes;          /* SHA-256 of Report.files */
    const char *data_model;             /* "ILP32", "LP64" */
    const char *created;                /* when, as in ISO 8601 */
    const WitnessInvariant *invariants; /* of a proof */
    uint32_t invariant_count;
} WitnessTask;

/* The specification of a property in SV-COMP; NULL: it has none, and there are no witnesses. */
const char *witness_specification(const char *property);
/* A violation_sequence for a counterexample, an invariant_set for a proof. */
void report_add_witness(Str *out, const Report *report, const WitnessTask *task);

#endif
