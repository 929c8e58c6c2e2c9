/* Text for people: proofs, diagnostics; trace_text.c has traces. */
#include "report/report.h"

#include <inttypes.h>
#include <string.h>

#include "base/check.h"
#include "report/reasons.h"
#include "report/value.h"

const char *report_severity(Severity severity)
{
    switch (severity) {
    case SEVERITY_NOTE: return "note";
    case SEVERITY_WARNING: return "warning";
    case SEVERITY_ERROR: return "error";
    }
    return "";
}

void report_add_diagnostic(Str *out, const Diag *diag)
{
    char pos[1024];
    diag_format_pos(diag->pos, pos, sizeof pos);
    str_addf(out, "%s%s: %s", pos, report_severity(diag->severity), report_clean_text(out->run, diag->text));
}

/* ---- proofs ---- */

void report_add_proof(Str *out, const ReportProof *proof)
{
    if (proof->by_one_code)
        str_add(out,
                "found and checked by one code: all states of the program, which are too many to replay, or depend on "
                "arbitrary values\n");
    if (proof->reason_count) report_add_reasons(out, proof);
    if (proof->refuted) {
        report_add_count(out, proof->refuted, "possible error");
        str_addf(out, " refuted backwards from where %s would be\n", proof->refuted == 1 ? "it" : "they");
    }
    bool is_settled = proof->reason_count || proof->refuted || !proof->sequential_checks;
    if (is_settled && !proof->iterations) return; /* nothing was explored */
    if (proof->sequential_checks) {
        str_add(out, "modular proof with ");
        report_add_count(out, proof->facts, "fact");
        str_add(out, " about other threads, ");
        report_add_count(out, proof->sequential_checks, "check");
        str_add(out, " of sequential programs\n");
        return;
    }
    str_add(out, "proof with ");
    report_add_count(out, proof->predicate_count, "predicate");
    if (proof->predicate_count)
        str_addf(out, " (%u shared, %u local, %u mixed", proof->shared, proof->local, proof->mixed);
    if (proof->counting) str_addf(out, ", %u counting", proof->counting);
    if (proof->tickets) str_addf(out, ", %u of tickets", proof->tickets);
    if (proof->predicate_count) str_add(out, ")");
    str_add(out, ", ");
    if (proof->view_size) {
        report_add_count(out, proof->views, "view");
        str_addf(out, " of size %u", proof->view_size);
    } else {
        report_add_count(out, proof->states, "state");
    }
    str_add(out, ", ");
    report_add_count(out, proof->iterations, "iteration");
    str_add(out, "\n");
    for (uint32_t i = 0; i < proof->predicate_count; i++)
        str_addf(out, "  %s\n", report_clean_text(out->run, proof->predicates[i]));
}
