/* Several properties of the same files, one after the other, by sessions of their own: each has a program of its own,
 * whose errors are those of what is asked. */
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "session/account.h"
#include "session/races.h"
#include "session/session.h"

#define SHARE_LEAST 0.01 /* seconds */
#define SHARE_MORE 1.5   /* times the time that was not enough: then it is tried again */
#define PUT_OFF_MAX 2    /* each keeps its memory */

typedef struct Asker {
    ChorusSession *session;
    const ChorusQuestions *questions;
    double end;          /* of the time that all have; 0: there is no limit */
    ChorusVerdict races; /* of those that have been asked */
    struct {
        ChorusSession *one;
        size_t property;
        ChorusStatus status;
        double share;
    } put_off[PUT_OFF_MAX]; /* properties that had not enough time */
    size_t put_off_count;
} Asker;

static double share_of(const Asker *a, size_t left)
{
    double share = (a->end - run_seconds(a->session->first)) / (double)left;
    return share > SHARE_LEAST ? share : SHARE_LEAST;
}

/* Of the time that is left each of the properties that are left gets the same. */
static void share_time(const Asker *a, ChorusSession *one, size_t left)
{
    char text[32];
    if (a->end <= 0) return;
    snprintf(text, sizeof text, "%.2f", share_of(a, left));
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

/* The property, and as many behind it share the time. NULL: memory has run out. */
static ChorusSession *ask(Asker *a, size_t property, size_t left, ChorusStatus *status)
{
    const ChorusQuestions *q = a->questions;
    ChorusSession *one = chorus_clone(a->session);
    if (!one) return NULL;
    run_set_beside(one->first, a->session->first);
    share_time(a, one, left);
    bool ok = chorus_set_option(one, "property", q->properties[property]) == CHORUS_OK;
    if (q->errors) ok = ok && chorus_set_option(one, "errors", q->errors) == CHORUS_OK;
    one->races_are_answered = has_answer_about_races(q, property, a->races);
    *status = ok ? ask_one_property(one, q) : CHORUS_BAD_OPTION;
    if (session_asks_races(one)) a->races = chorus_verdict(one);
    return one;
}

/* What others leave it may have yet. */
static bool put_off(Asker *a, ChorusSession *one, size_t property, ChorusStatus status, double share)
{
    bool is_late = a->end > 0 && status == CHORUS_OK && chorus_verdict(one) == CHORUS_UNKNOWN &&
                   one->stopped == STOP_TIME && property + 1 < a->questions->property_count;
    if (!is_late || a->put_off_count == PUT_OFF_MAX) return false;
    a->put_off[a->put_off_count].one = one;
    a->put_off[a->put_off_count].property = property;
    a->put_off[a->put_off_count].status = status;
    a->put_off[a->put_off_count++].share = share;
    return true;
}

typedef int Answered(void *arg, ChorusSession *one, size_t property, ChorusStatus status);

/* Once more, where there is much more time than before; else what was said before is the answer. */
static int answer_put_off(Asker *a, size_t i, Answered *answered, void *arg)
{
    ChorusSession *one = a->put_off[i].one;
    size_t property = a->put_off[i].property, left = a->put_off_count - i;
    ChorusStatus status = a->put_off[i].status;
    if (share_of(a, left) >= SHARE_MORE * a->put_off[i].share) {
        ChorusSession *again = ask(a, property, left, &status);
        if (!again) return -1;
        chorus_free(one);
        a->put_off[i].one = one = again;
    }
    return answered(arg, one, property, status);
}

int chorus_check_several(ChorusSession *session, const ChorusQuestions *questions, Answered *answered, void *arg)
{
    double limit = session->options.values[OPTION_time_limit], now = run_seconds(session->first);
    Asker asker = {.session = session, .questions = questions, .races = CHORUS_UNKNOWN}, *a = &asker;
    int stop = 0;
    CHECK(session->stage == SESSION_NEW || session->stage == SESSION_LOADED);
    a->end = limit <= 0 ? 0 : session->stage == SESSION_LOADED ? session->end : now + limit;
    for (size_t i = 0; i < questions->property_count && !stop; i++) {
        double share = share_of(a, questions->property_count - i);
        ChorusStatus status;
        ChorusSession *one = ask(a, i, questions->property_count - i, &status);
        if (one && put_off(a, one, i, status, share)) continue;
        stop = one ? answered(arg, one, i, status) : -1;
        chorus_free(one);
    }
    for (size_t i = 0; i < a->put_off_count; i++) {
        if (!stop) stop = answer_put_off(a, i, answered, arg);
        chorus_free(a->put_off[i].one);
    }
    recall_clear(run_recall(session->first)); /* whoever asks again may have changed the files */
    return stop;
}
