#include "session/report.h"

#include <string.h>

#include "base/check.h"
#include "session/account.h"
#include "session/suppressed.h"

const char *chorus_scope(const ChorusSession *session)
{
    return chorus_verdict(session) == CHORUS_NONE ? "nothing was checked" : session->scope; /* none: why */
}

/* The property that the counterexample violates. Boolean broadcast programs have assertions only. */
static const char *violated(const ChorusSession *s)
{
    if (s->is_mc) return property_name(PROPERTY_UNREACH_CALL);
    CHECK(s->verdict.trace && s->verdict.trace->steps.count > 0);
    const Edge *last = &s->program->edges.data[vec_last(&s->verdict.trace->steps).edge.i];
    CHECK(last->is_error);
    return property_name(last->property);
}

const char *session_verdict_word(const ChorusSession *s)
{
    switch (chorus_verdict(s)) {
    case CHORUS_TRUE: return "true";
    case CHORUS_FALSE: return run_format(s->run, "false(%s)", violated(s));
    case CHORUS_UNKNOWN:
    case CHORUS_NONE: break;
    }
    return "unknown";
}

ReportProof session_proof(const ChorusSession *s)
{
    const EngineStats *e = &s->verdict.stats;
    uint32_t all = s->verdict.predicates.count;
    CHECK(s->verdict.kind == VERDICT_TRUE || !all);
    ReportReason *reasons = run_alloc(s->run, (s->verdict.excuses.count + 1) * sizeof *reasons);
    for (uint32_t i = 0; i < s->verdict.excuses.count; i++) {
        const ExcuseNote *note = &s->verdict.excuses.data[i];
        reasons[i] = (ReportReason){note->what, note->why, note->pairs, strcmp(note->what, EXCUSED_ERROR) != 0};
    }
    uint32_t plain = e->predicates_shared + e->predicates_local + e->predicates_mixed;
    return (ReportProof){.predicates = s->verdict.predicates.data,
                         .predicate_count = all,
                         .shared = e->predicates_shared,
                         .local = e->predicates_local,
                         .mixed = e->predicates_mixed,
                         .counting = all - plain - e->predicates_tickets,
                         .tickets = e->predicates_tickets,
                         .iterations = e->iterations,
                         .view_size = e->view_size,
                         .views = e->views,
                         .states = e->states,
                         .reasons = reasons,
                         .reason_count = s->verdict.excuses.count,
                         .facts = e->environment_facts,
                         .sequential_checks = e->sequential_checks,
                         .refuted = e->errors_bounded,
                         .replayed_states = s->proof_check.replay_states,
                         .replayed = s->proof_check.replayed,
                         .by_one_code = s->proof_check.by_one_code};
}

/* Places by property, and assumptions, as a report has them. */
static void fill_account(const ChorusSession *s, Report *report)
{
    ReportNumber *checked = run_alloc(s->run, PROPERTY_COUNT * sizeof *checked);
    PropertySet asked = property_set(session_option_text(s, OPTION_property));
    for (int p = 0; p < PROPERTY_COUNT && s->has_account; p++)
        if (asked & PROPERTY_BIT(p))
            checked[report->checked_count++] = (ReportNumber){property_name((Property)p), s->checked[p]};
    AssumedList list = {0};
    session_list_assumptions(s, &list);
    ReportAssumption *assumptions = run_alloc(s->run, (list.count + 1) * sizeof *assumptions);
    for (uint32_t i = 0; i < list.count; i++)
        assumptions[i] = (ReportAssumption){list.data[i].what.text, list.data[i].what.property, list.data[i].pos};
    report->checked = checked;
    report->assumptions = assumptions;
    report->assumption_count = list.count;
    vec_free(s->run, &list);
}

void session_report(ChorusSession *s, Report *report)
{
    Run *run = s->run;
    ReportOption *options = run_alloc(run, OPTION_COUNT * sizeof *options);
    for (size_t i = 0; i < OPTION_COUNT; i++)
        options[i] = (ReportOption){chorus_option_name(i), s->options.texts[i]};
    size_t count = chorus_statistic_count(s);
    ReportNumber *numbers = run_alloc(run, (count + 1) * sizeof *numbers);
    for (size_t i = 0; i < count; i++)
        numbers[i] = (ReportNumber){chorus_statistic_name(s, i), chorus_statistic_value(s, i)};
    SourcePos *unreached = run_alloc(run, (s->unreached.all.count + 1) * sizeof *unreached);
    for (uint32_t i = 0; i < s->unreached.all.count; i++)
        unreached[i] = s->unreached.all.data[i].pos;
    ReportProof *proof = run_alloc(run, sizeof *proof);
    *proof = session_proof(s);
    bool proof_given = chorus_verdict(s) == CHORUS_TRUE && !s->is_surveyed;
    *report = (Report){.version = CHORUS_VERSION,
                       .property = session_option_text(s, OPTION_property),
                       .verdict = session_verdict_word(s),
                       .scope = chorus_scope(s),
                       .memory = chorus_memory(s),
                       .error = s->error,
                       .threads = s->steps      ? s->steps->thread_count
                                  : proof_given ? s->verdict.threads
                                                : 0,
                       .files = s->files.data,
                       .file_count = s->files.count,
                       .options = options,
                       .option_count = OPTION_COUNT,
                       .statistics = numbers,
                       .statistic_count = (uint32_t)count,
                       .diags = run_diags(s->run),
                       .steps = s->steps,
                       .possible = chorus_verdict(s) == CHORUS_UNKNOWN ? s->possible : NULL,
                       .suppressed = session_suppressed(s),
                       .proof = proof_given ? proof : NULL,
                       .unreached = unreached,
                       .unreached_count = s->unreached.all.count};
    fill_account(s, report);
}
