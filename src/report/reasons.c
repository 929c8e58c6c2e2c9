#include "report/reasons.h"

#include <string.h>

#include "base/check.h"
#include "report/value.h"

#define NAMES_MAX 6  /* on one line */
#define LINES_MAX 24 /* --json has all */

/* What is accessed. */
typedef struct Row {
    const char *what, *why; /* all its reasons, as text */
    bool is_told;
} Row;

typedef VEC(Row) Rows;

/* Is reason i the first of what it is about? */
static bool is_first_of_object(const ReportProof *proof, uint32_t i)
{
    for (uint32_t k = 0; k < i; k++)
        if (strcmp(proof->reasons[k].what, proof->reasons[i].what) == 0) return false;
    return true;
}

static const char *all_reasons(Run *run, const ReportProof *proof, uint32_t first)
{
    Str why;
    str_init(run, &why);
    for (uint32_t i = first; i < proof->reason_count; i++) {
        const ReportReason *r = &proof->reasons[i];
        if (strcmp(r->what, proof->reasons[first].what) != 0) continue;
        str_addf(&why, "%s%s", why.length ? ", " : "", report_clean_text(run, r->why));
    }
    return str_text(&why);
}

static void add_reason_group(Str *out, Rows *rows, uint32_t first)
{
    uint32_t count = 0;
    for (uint32_t i = first; i < rows->count; i++) {
        Row *row = &rows->data[i];
        if (strcmp(row->why, rows->data[first].why) != 0) continue;
        CHECK(!row->is_told);
        row->is_told = true;
        if (count++ < NAMES_MAX)
            str_addf(out, "%s%s", count == 1 ? "  " : ", ", report_clean_text(out->run, row->what));
    }
    if (count > NAMES_MAX) str_addf(out, " and %u more", count - NAMES_MAX);
    str_addf(out, ": %s\n", rows->data[first].why);
}

void report_add_reasons(Str *out, const ReportProof *proof)
{
    Rows rows = {0};
    uint64_t pairs = 0;
    uint32_t lines = 0;
    bool are_accesses = false;
    for (uint32_t i = 0; i < proof->reason_count; i++) {
        pairs += proof->reasons[i].pairs;
        are_accesses |= proof->reasons[i].is_access;
        if (!is_first_of_object(proof, i)) continue;
        vec_push(out->run, &rows, ((Row){proof->reasons[i].what, all_reasons(out->run, proof, i), false}));
    }
    report_add_count(out, pairs, are_accesses ? "pair" : "possible error");
    str_add(out, are_accesses ? " of accesses that do not race\n" : " ruled out\n");
    for (uint32_t i = 0; i < rows.count; i++)
        if (!rows.data[i].is_told && lines++ < LINES_MAX) add_reason_group(out, &rows, i);
    if (lines > LINES_MAX) str_add(out, "  and more for other reasons\n");
    vec_free(out->run, &rows);
}
