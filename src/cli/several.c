/* Several properties: all are asked, also after one that is violated; its evidence is what is shown. */
#include "cli/several.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "cli/answer.h"
#include "cli/diagnostics.h"
#include "cli/files/input.h"
#include "cli/arguments/inputs.h"
#include "cli/files/memory.h"
#include "cli/process/monitor.h"
#include "cli/reports.h"
#include "cli/files/output.h"
#include "cli/files/status.h"
#include "cli/verdict.h"

typedef struct Several {
    const ChorusSession *like;
    const Arguments *arguments;
    int json; /* see verdict_open_json */
    Answer *answers;
    size_t count;
    Output evidence, possible, statistics, documents; /* possible: of the first error that is only possible */
    Diagnostics diagnostics;                          /* the same is said about each property */
    Output cells;                                     /* why there is no data race, where the survey says so */
    char *words;                                      /* promised to the monitor */
    Reports *reports;
    bool has_violation;
    int status; /* of writing files: 0 or why not */
} Several;

/* ---- what all of them say ---- */

/* Was anything checked? */
static bool has_answer(const Several *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->answers[i].verdict != CHORUS_NONE) return true;
    return false;
}

/* Is there one of which nothing could be checked? */
static bool has_none(const Several *s)
{
    bool any = false;
    for (size_t i = 0; i < s->count; i++)
        any |= s->answers[i].verdict == CHORUS_NONE;
    return any;
}

static ChorusVerdict whole_verdict(const Several *s)
{
    bool all_true = has_answer(s);
    for (size_t i = 0; i < s->count; i++) {
        if (s->answers[i].verdict == CHORUS_FALSE) return CHORUS_FALSE;
        all_true &= s->answers[i].verdict != CHORUS_UNKNOWN;
    }
    return all_true ? CHORUS_TRUE : CHORUS_UNKNOWN;
}

/* "no-overflow, no-deadlock: ", the properties with that verdict. */
static void add_property_names(const Several *s, ChorusVerdict verdict, Output *out)
{
    const char *between = "";
    for (size_t i = 0; i < s->count; i++) {
        if (s->answers[i].verdict != verdict) continue;
        output_addf(out, "%s%s", between, s->answers[i].property);
        between = ", ";
    }
    output_add(out, ": ");
}

/* Of answers that all say the same it is said once. Properties are named where they are not all of what was asked: some
 * are unknown, or there are no assertions. */
static void add_scope(const Several *s, ChorusVerdict verdict, Output *out)
{
    const char *common = NULL;
    bool same = true;
    for (size_t i = 0; i < s->count; i++) {
        if (s->answers[i].verdict != verdict) continue;
        same = same && (!common || strcmp(common, s->answers[i].scope) == 0);
        common = s->answers[i].scope;
    }
    if (same && common) {
        if (verdict != CHORUS_TRUE || has_none(s)) add_property_names(s, verdict, out);
        output_add(out, common);
        return;
    }
    const char *between = "";
    for (size_t i = 0; i < s->count; i++) {
        if (s->answers[i].verdict != verdict) continue;
        output_addf(out, "%s%s: %s", between, s->answers[i].property, s->answers[i].scope);
        between = "; ";
    }
}

/* What stands after "RESULT: ". */
static char *whole_result(const Several *s)
{
    ChorusVerdict verdict = whole_verdict(s);
    for (size_t i = 0; i < s->count && verdict == CHORUS_FALSE; i++)
        if (s->answers[i].verdict == CHORUS_FALSE) return memory_format("%s", s->answers[i].result);
    Output scope = {NULL, 0, 0, false};
    add_scope(s, verdict, &scope);
    char *result = memory_format("%s [%.*s]", verdict == CHORUS_TRUE ? "true" : "unknown", (int)scope.length,
                                 scope.data ? scope.data : "");
    output_clear(&scope);
    return result;
}

/* ---- JSON ---- */

static void add_json_text(Output *out, const char *key, const char *text)
{
    output_addf(out, "  \"%s\": \"", key);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            output_addf(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            output_addf(out, "\\u%04x", (unsigned)*text);
        else
            output_addf(out, "%c", *text);
    }
    output_add(out, "\",\n");
}

/* Of the whole, if that is true. */
static const char *whole_memory(const Several *s)
{
    const char *memory = NULL;
    for (size_t i = 0; i < s->count; i++)
        if (s->answers[i].memory) memory = s->answers[i].memory;
    return whole_verdict(s) == CHORUS_TRUE ? memory : NULL;
}

static void add_answers_json(const Several *s, Output *out)
{
    static const char *const verdicts[] = {
        [CHORUS_TRUE] = "true", [CHORUS_FALSE] = "false", [CHORUS_UNKNOWN] = "unknown", [CHORUS_NONE] = "unknown"};
    Output names = {NULL, 0, 0, false};
    char *result = whole_result(s);
    const char *memory = whole_memory(s);
    for (size_t i = 0; i < s->count; i++)
        if (s->answers[i].verdict != CHORUS_NONE)
            output_addf(&names, "%s%s", names.length ? "," : "", s->answers[i].property);
    output_add(&names, "");
    char *list = memory_format("%.*s", (int)names.length, names.data ? names.data : "");
    output_add(out, "{\n");
    add_json_text(out, "chorus", chorus_version());
    add_json_text(out, "verdict", verdicts[whole_verdict(s)]);
    add_json_text(out, "property", list);
    add_json_text(out, "result", result);
    output_addf(out, "  \"memory\": %s%s%s,\n", memory ? "\"" : "", memory ? memory : "null", memory ? "\"" : "");
    output_addf(out, "  \"properties\": [\n%.*s  ]\n}\n", (int)s->documents.length,
                s->documents.data ? s->documents.data : "");
    output_clear(&names);
    free(list);
    free(result);
}

/* ---- one property ---- */

static bool wants_json(const Several *s) { return s->arguments->json != NULL; }

static void write_evidence_files(Several *s, ChorusSession *session, size_t property)
{
    ChorusVerdict verdict = chorus_verdict(session);
    if (verdict == CHORUS_FALSE && !s->has_violation)
        s->status = verdict_write_evidence(session, s->arguments->trace, CHORUS_FALSE, s->status);
    char *path = verdict == CHORUS_TRUE ? inputs_certificate(s->arguments, property) : NULL;
    s->status = verdict_write_evidence(session, path, CHORUS_TRUE, s->status);
    free(path);
}

/* From now on the whole is "false", whatever becomes of the rest. */
static void promise(Several *s)
{
    Output out = {NULL, 0, 0, false};
    if (verdict_is_json(s->arguments)) {
        add_answers_json(s, &out);
    } else {
        char *result = whole_result(s);
        output_addf(&out, "RESULT: %s\n", result);
        free(result);
    }
    s->words = memory_format("%.*s", (int)out.length, out.data ? out.data : "");
    output_clear(&out);
    monitor_promise_words(s->words, STATUS_FALSE);
}

/* Where no assertion is reached, that is an answer, too: to "what was checked". */
static void take_nothing(Several *s, ChorusSession *session)
{
    diagnostics_print(&s->diagnostics, session);
    s->answers = memory_grow(s->answers, s->count, sizeof *s->answers);
    s->answers[s->count++] = (Answer){.property = memory_format("unreach-call"),
                                      .verdict = CHORUS_NONE,
                                      .result = memory_format("nothing to check"),
                                      .scope = memory_format("%s", ""),
                                      .checked = memory_format("0 assertions")};
}

static void take_answer(Several *s, ChorusSession *session, size_t property)
{
    const Arguments *a = s->arguments;
    if (chorus_verdict(session) == CHORUS_NONE) {
        take_nothing(s, session);
        return;
    }
    diagnostics_print(&s->diagnostics, session);
    if (chorus_verdict(session) == CHORUS_TRUE) output_add(&s->cells, chorus_cells(session));
    s->answers = memory_grow(s->answers, s->count, sizeof *s->answers);
    Answer *answer = &s->answers[s->count++];
    answer_take(answer, session, a->properties[property]);
    reports_take(s->reports, session);
    write_evidence_files(s, session, property);
    if (a->stats) {
        output_addf(&s->statistics, "statistics of %s:\n", answer->property);
        verdict_add_statistics(&s->statistics, session);
    }
    if (wants_json(s)) output_addf(&s->documents, "%s%s", s->documents.length ? ",\n" : "", chorus_json(session));
    if (answer->verdict == CHORUS_UNKNOWN && !s->possible.length) output_add(&s->possible, chorus_evidence(session));
    if (answer->verdict != CHORUS_FALSE || s->has_violation) return;
    s->has_violation = true;
    output_add(&s->evidence, chorus_evidence(session));
    promise(s);
}

/* Returns 0, or the exit status where nothing more is to be done. */
static int answered(void *arg, ChorusSession *session, size_t property, ChorusStatus status)
{
    Several *s = arg;
    const Arguments *a = s->arguments;
    verdict_end_progress(a);
    if (status == CHORUS_OK) {
        take_answer(s, session, property);
        return 0;
    }
    /* Of all properties some have no meaning with some options. */
    bool is_left_out =
        status == CHORUS_BAD_OPTION && a->asks_all && (has_answer(s) || property + 1 < a->property_count);
    return is_left_out ? 0 : verdict_refuse(session, a, status, s->json);
}

/* ---- all of them ---- */

static void add_answers_text(const Several *s, Output *out)
{
    const Arguments *a = s->arguments;
    ChorusVerdict verdict = whole_verdict(s);
    char *result = whole_result(s);
    if (!a->quiet) {
        const Output *evidence = s->has_violation ? &s->evidence : &s->possible;
        output_addf(out, "%.*s", (int)evidence->length, evidence->data ? evidence->data : "");
        for (size_t i = 0; i < s->count; i++) {
            output_addf(out, "%s: %s\n", s->answers[i].property, s->answers[i].result);
            if (s->answers[i].suppressed) output_addf(out, "  suppressed: %s\n", s->answers[i].suppressed);
        }
        output_addf(out, "%.*s", (int)s->cells.length, s->cells.data ? s->cells.data : "");
        answers_add_account(out, s->answers, s->count, !input_is_text(a->paths[0]));
    }
    output_addf(out, "%.*s", (int)s->statistics.length, s->statistics.data ? s->statistics.data : "");
    verdict_add_result(out, verdict, result);
    free(result);
}

static int print_answers(Several *s, int json)
{
    int status = verdict_status(whole_verdict(s));
    Output out = {NULL, 0, 0, false}, document = {NULL, 0, 0, false};
    monitor_claim_output(status);
    answers_lift_memory(s->answers, s->count);
    if (s->status) status = s->status;
    if (wants_json(s)) add_answers_json(s, &document);
    output_addf(&document, "%c", 0);
    out.failed = document.failed;
    if (verdict_is_json(s->arguments))
        output_add(&out, document.data ? document.data : "");
    else
        add_answers_text(s, &out);
    status = verdict_write_json(document.data ? document.data : "", s->arguments, json, status);
    for (size_t i = 0; i < s->count; i++)
        s->reports->has_unknown |= s->answers[i].verdict == CHORUS_UNKNOWN; /* not asked any more, too */
    status = reports_write(s->reports, status);
    if (s->arguments->witness)
        output_complain("%s: not written: a witness is about one property (--property)", s->arguments->witness);
    output_clear(&document);
    return output_flush(&out, status);
}

static int ask_all(Several *s, ChorusSession *like)
{
    const Arguments *a = s->arguments;
    char folder[VERDICT_FOLDER];
    ChorusQuestions questions = {.paths = a->paths, .path_count = a->path_count};
    questions.properties = (const char *const *)a->properties;
    questions.property_count = a->property_count;
    questions.errors = a->asks_all && !a->has_errors && !a->is_sv_comp ? "assert" : NULL;
    questions.predicates = a->predicates;
    questions.folder = verdict_folder(a, folder);
    monitor_watch(like, a->time_limit);
    verdict_start_progress(like, a);
    int end = chorus_check_several(like, &questions, answered, s);
    verdict_end_progress(a);
    monitor_watch(NULL, 0);
    return end < 0 ? STATUS_INTERNAL : end;
}

int several_check(ChorusSession *like, const Arguments *arguments, Reports *reports, int json)
{
    Several s = {.like = like, .arguments = arguments, .reports = reports, .json = json};
    s.diagnostics = (Diagnostics){.only_errors = arguments->quiet, .prints_all = arguments->verbose};
    if (!arguments->property) take_nothing(&s, like);
    int end = ask_all(&s, like);
    diagnostics_end(&s.diagnostics);
    if (!end) end = print_answers(&s, json);
    for (size_t i = 0; i < s.count; i++)
        answer_clear(&s.answers[i]);
    free(s.answers);
    output_clear(&s.evidence);
    output_clear(&s.possible);
    output_clear(&s.cells);
    output_clear(&s.statistics);
    output_clear(&s.documents);
    return end;
}
