#include "library_golden/answer.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"

/* ---- texts ---- */

static void leave_out(char *text, const char *part, size_t kept)
{
    size_t length = strlen(part);
    for (char *at = strstr(text, part); at; at = strstr(at, part))
        memmove(at, at + length - kept, strlen(at + length - kept) + 1);
}

/* As scripts/run.py golden does. */
static void copy_text(char *text, const char *from)
{
    char folder[RESULT_SIZE - 8], part[RESULT_SIZE];
    const char *here = getcwd(folder, sizeof folder);
    CHECK(here);
    snprintf(part, sizeof part, "%s/tests/", here);
    snprintf(text, RESULT_SIZE, "%s", from);
    leave_out(text, part, 0);
    leave_out(text, "tests/golden/", strlen("golden/"));
}

/* ---- answers ---- */

static void take(Answer *a, ChorusSession *session, const char *property)
{
    CHECK(a->count <= PROPERTIES_MAX);
    Told *told = &a->told[a->count++];
    *told = (Told){.property = property, .verdict = chorus_verdict(session)};
    told->is_of_interleavings = chorus_memory(session) != NULL;
    if (told->verdict == CHORUS_NONE)
        copy_text(told->result, "nothing to check");
    else
        copy_text(told->result, chorus_result_line(session));
}

static void refuse(Answer *a, const ChorusSession *session, ChorusStatus status)
{
    a->status = (int)status;
    copy_text(a->error, chorus_error(session));
}

typedef struct Asking {
    Answer *answer;
    const Question *question;
} Asking;

/* Of all properties some have no meaning with some options; then they are left out. */
static int answered(void *arg, ChorusSession *one, size_t property, ChorusStatus status)
{
    Asking *asking = arg;
    const Question *q = asking->question;
    if (status == CHORUS_OK)
        take(asking->answer, one, q->properties[property]);
    else if (status != CHORUS_BAD_OPTION || !q->asks_all)
        refuse(asking->answer, one, status);
    return asking->answer->status;
}

static void ask_several(Answer *a, Question *q)
{
    ChorusQuestions all = {.paths = q->paths,
                           .path_count = q->path_count,
                           .properties = q->properties,
                           .property_count = q->property_count,
                           .errors = q->asks_all && !q->has_errors ? "assert" : NULL,
                           .predicates = q->predicates};
    Asking asking = {a, q};
    a->is_several = true;
    chorus_check_several(q->session, &all, answered, &asking);
}

static void ask_one(Answer *a, Question *q)
{
    ChorusSession *s = q->session;
    const char *first = q->paths[0];
    bool is_c = strcmp(strrchr(first, '.'), ".scpl") != 0 && strcmp(strrchr(first, '.'), ".litmus") != 0;
    ChorusStatus status = chorus_load(s, q->paths, q->path_count);
    if (status == CHORUS_OK && q->predicates) status = chorus_read_predicates(s, q->predicates);
    if (status != CHORUS_OK) {
        refuse(a, s, status);
    } else if (!chorus_has_checks(s) && is_c && !q->property_count) {
        take(a, s, "unreach-call");
        question_ask_others(q);
        ask_several(a, q);
    } else {
        chorus_check(s);
        take(a, s, q->property_count ? q->properties[0] : "unreach-call");
    }
}

/* What holds of all of them: the exit status that the command has. */
static int status_of(const Answer *a)
{
    int status = 0;
    if (a->status) return a->status;
    for (size_t i = 0; i < a->count; i++) {
        if (a->told[i].verdict == CHORUS_FALSE) return 1;
        if (a->told[i].verdict == CHORUS_UNKNOWN) status = 2;
    }
    return status;
}

void answer_get(Answer *answer, Question *q)
{
    memset(answer, 0, sizeof *answer);
    for (size_t i = 0; i < q->property_count && q->status == CHORUS_OK; i++)
        q->status = chorus_set_option(q->session, "property", q->properties[i]);
    if (q->status == CHORUS_OK && q->property_count)
        q->status = chorus_set_option(q->session, "property", q->properties[0]);
    if (q->status != CHORUS_OK)
        refuse(answer, q->session, q->status);
    else if (q->asks_all || q->property_count > 1)
        ask_several(answer, q);
    else
        ask_one(answer, q);
    answer->status = status_of(answer);
}
