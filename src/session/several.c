/* Several properties of the same files, one after the other, by sessions of their own: each has a program of its own,
 * whose errors are those of what is asked. */
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "session/account.h"
#include "session/races.h"
#include "session/session.h"

#define SHARE_LEAST 0.01 /* seconds */

/* Of the time that is left each of the properties that are left gets the same. */
static void share_time(const ChorusSession *s, ChorusSession *one, double end, size_t left)
{
    char text[32];
    if (end <= 0) return;
    double share = (end - run_seconds(s->first)) / (double)left;
    snprintf(text, sizeof text, "%.2f", share > SHARE_LEAST ? share : SHARE_LEAST);
    ChorusStatus status = chorus_set_option(one, "time-limit", text);
    CHECK(status == CHORUS_OK);
    (void)status;
}

static ChorusStatus ask_one_property(ChorusSession *one, const ChorusQuestions *q)
{
    ChorusStatus status = chorus_load(one, q->paths, q->path_count);
    if (status == CHORUS_OK && q->predicates) status = chorus_read_predicates(one, q->predicates);
    if (status != CHORUS_OK || session_asks_nothing(one)) return status;
    if (q->folder)
        chorus_check_kept(one, q->folder);
    else
        chorus_check(one);
    return status;
}

/* Where the one question has no answer, the others find out what they can. */
static bool has_answer_about_races(const ChorusQuestions *q, size_t property, ChorusVerdict races)
{
    for (size_t i = 0; i < q->property_count; i++)
        if (strcmp(q->properties[i], "no-data-race") == 0) return i > property || races == CHORUS_TRUE;
    return false;
}

int chorus_check_several(ChorusSession *session, const ChorusQuestions *questions,
                         int (*answered)(void *arg, ChorusSession *one, size_t property, ChorusStatus status),
                         void *arg)
{
    double limit = session->options.values[OPTION_time_limit], now = run_seconds(session->first);
    double end = limit <= 0 ? 0 : session->stage == SESSION_LOADED ? session->end : now + limit;
    int stop = 0;
    ChorusVerdict races = CHORUS_UNKNOWN;
    CHECK(session->stage == SESSION_NEW || session->stage == SESSION_LOADED);
    for (size_t i = 0; i < questions->property_count && !stop; i++) {
        ChorusSession *one = chorus_clone(session);
        if (!one) return -1;
        run_set_beside(one->first, session->first);
        share_time(session, one, end, questions->property_count - i);
        bool ok = chorus_set_option(one, "property", questions->properties[i]) == CHORUS_OK;
        if (questions->errors) ok = ok && chorus_set_option(one, "errors", questions->errors) == CHORUS_OK;
        one->races_are_answered = has_answer_about_races(questions, i, races);
        ChorusStatus status = ok ? ask_one_property(one, questions) : CHORUS_BAD_OPTION;
        if (session_asks_races(one)) races = chorus_verdict(one);
        stop = answered(arg, one, i, status);
        chorus_free(one);
    }
    recall_clear(run_recall(session->first)); /* whoever asks again may have changed the files */
    return stop;
}
