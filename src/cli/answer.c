#include "cli/answer.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "cli/files/input.h"
#include "cli/files/memory.h"

static char *copy_text_or_null(const char *text) { return text ? memory_format("%s", text) : NULL; }

void answer_take(Answer *answer, ChorusSession *session, const char *property)
{
    *answer = (Answer){.property = copy_text_or_null(property),
                       .verdict = chorus_verdict(session),
                       .result = copy_text_or_null(chorus_result_line(session)),
                       .scope = copy_text_or_null(chorus_scope(session)),
                       .checked = copy_text_or_null(chorus_checked(session)),
                       .suppressed = copy_text_or_null(chorus_suppressed(session)),
                       .memory = chorus_memory(session),
                       .assumption_count = chorus_assumption_count(session)};
    answer->assumptions = memory_new((answer->assumption_count + 1) * sizeof *answer->assumptions);
    for (size_t i = 0; i < answer->assumption_count; i++) {
        const char *shown_by = NULL, *file = NULL;
        uint32_t line = 0;
        const char *text = chorus_assumption(session, i, &shown_by, &file, &line);
        CHECK(text);
        char *place = file ? memory_format("%s:%u", input_base(file), line) : NULL;
        answer->assumptions[i] = (AnswerAssumption){copy_text_or_null(text), place, copy_text_or_null(shown_by)};
    }
}

void answer_clear(Answer *answer)
{
    free(answer->property);
    free(answer->result);
    free(answer->scope);
    free(answer->checked);
    free(answer->suppressed);
    for (size_t i = 0; i < answer->assumption_count; i++) {
        free(answer->assumptions[i].text);
        free(answer->assumptions[i].place);
        free(answer->assumptions[i].property);
    }
    free(answer->assumptions);
    *answer = (Answer){.verdict = CHORUS_NONE};
}

static const Answer *find_answer(const Answer *answers, size_t count, const char *property)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(answers[i].property, property) == 0) return &answers[i];
    return NULL;
}

/* "word: a, b" of the answers that are undecided, or of the others. */
static void add_checked(Output *out, const Answer *answers, size_t count, bool undecided, const char **between)
{
    const char *before = undecided ? "not decided: " : "checked: ";
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (!*answers[i].checked || (answers[i].verdict == CHORUS_UNKNOWN) != undecided) continue;
        output_addf(out, "%s%s%s", any ? "" : *between, any ? ", " : before, answers[i].checked);
        any = true;
    }
    if (any) *between = "; ";
}

/* Who waits for a thread that runs for ever is no deadlock, but hangs all the same. */
static bool may_wait_for_ever(const Answer *answers, size_t count)
{
    const Answer *deadlock = find_answer(answers, count, "no-deadlock");
    return deadlock && deadlock->verdict == CHORUS_TRUE && *deadlock->checked &&
           strncmp(deadlock->checked, "0 ", 2) != 0;
}

static void add_not_checked(Output *out, const Answer *answers, size_t count)
{
    const char *before = "; not checked: ";
    bool is_any = false;
    if (may_wait_for_ever(answers, count)) {
        output_addf(out, "%swaits for threads that run for ever", before);
        before = ", ";
    }
    for (size_t i = 0; chorus_property(i); i++) {
        const char *subject = chorus_property_subject(i);
        if (!subject || find_answer(answers, count, chorus_property(i))) continue;
        output_addf(out, "%s%s", before, subject);
        before = ", ";
        is_any = true;
    }
    if (is_any) output_add(out, " (see --property)");
}

/* Does the proof of a property show it? Not one that takes it for granted itself. */
static bool is_proved(const Answer *answers, size_t count, const AnswerAssumption *assumed)
{
    const Answer *answer = assumed->property ? find_answer(answers, count, assumed->property) : NULL;
    if (!answer || answer->verdict != CHORUS_TRUE) return false;
    if (answer->memory && strcmp(answer->property, "no-data-race") == 0) return false; /* of interleavings only */
    for (size_t i = 0; i < answer->assumption_count; i++)
        if (strcmp(answer->assumptions[i].text, assumed->text) == 0) return false;
    return true;
}

static void leave_out_word(char *text, const char *word)
{
    char *part = memory_format(", %s", word), *at = strstr(text, part);
    size_t length = strlen(part);
    if (at) memmove(at, at + length, strlen(at + length) + 1);
    free(part);
}

void answers_lift_memory(Answer *answers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        Answer *a = &answers[i];
        bool lifts = false;
        for (size_t k = 0; k < a->assumption_count && a->memory && !lifts; k++) {
            const char *property = a->assumptions[k].property;
            lifts = property && strcmp(property, "no-data-race") == 0 && is_proved(answers, count, &a->assumptions[k]);
        }
        if (!lifts) continue;
        leave_out_word(a->scope, a->memory);
        leave_out_word(a->result, a->memory);
        a->memory = NULL;
    }
}

static bool is_told_before(const Answer *answers, size_t answer, size_t assumption)
{
    const char *text = answers[answer].assumptions[assumption].text;
    for (size_t i = 0; i < answer; i++)
        for (size_t k = 0; k < answers[i].assumption_count && answers[i].verdict == CHORUS_TRUE; k++)
            if (strcmp(answers[i].assumptions[k].text, text) == 0) return true;
    return false;
}

/* Each thing that goes wrong first is seen by the session of its property, since nothing went wrong before: so where
 * all are true, none of them need be assumed. */
static void add_assumed_line(Output *out, const Answer *answers, size_t count)
{
    const char *before = "assumed: ";
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < answers[i].assumption_count && answers[i].verdict == CHORUS_TRUE; k++) {
            const AnswerAssumption *a = &answers[i].assumptions[k];
            if (is_proved(answers, count, a) || is_told_before(answers, i, k)) continue;
            output_addf(out, "%s%s", before, a->text);
            if (a->place) output_addf(out, " (first at %s)", a->place);
            before = "; ";
        }
    if (strcmp(before, "; ") == 0) output_add(out, "\n");
}

void answers_add_account(Output *out, const Answer *answers, size_t count, bool is_c)
{
    const char *between = "";
    add_checked(out, answers, count, false, &between);
    add_checked(out, answers, count, true, &between);
    if (!*between) return; /* nothing was loaded */
    if (is_c) add_not_checked(out, answers, count);
    output_add(out, "\n");
    add_assumed_line(out, answers, count);
}
