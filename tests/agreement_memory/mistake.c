#include "agreement_memory/mistake.h"

#include <stdio.h>
#include <string.h>

#ifdef CHORUS_UNSOUND
#include "base/unsound.h"

Unsound chorus_unsound = UNSOUND_NOTHING;

typedef struct Mistake {
    const char *name;
    Unsound switched_off;
} Mistake;

static const Mistake mistakes[] = {{"relaxed-releases", UNSOUND_RELAXED_RELEASES},
                                   {"message-kept", UNSOUND_MESSAGE_KEPT},
                                   {"fence-orders-all", UNSOUND_FENCE_ORDERS_ALL},
                                   {"psc-behind", UNSOUND_PSC_BEHIND},
                                   {"location-unasked", UNSOUND_LOCATION_UNASKED}};

bool mistake_choose(const char *name)
{
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++)
        if (strcmp(name, mistakes[i].name) == 0) {
            chorus_unsound = mistakes[i].switched_off;
            return true;
        }
    return false;
}
#else
bool mistake_choose(const char *name)
{
    (void)name;
    return false;
}
#endif

Shown mistake_show(const MemoryProgram *p, const Judgement *j, const CheckOptions *options)
{
    CheckOptions without = *options, with = *options;
    without.self_check = "off";
    with.self_check = "on";
    CheckResult r = check_program(p, j, &without);
    if (r.wrong == QUESTION_COUNT || r.answers[r.wrong] != ANSWER_WRONG) return SHOWN_NOT;
    printf("# %s\n", r.message);
    Question shown = r.wrong;
    for (Question q = ASK_SC_ASSERTION; q < QUESTION_COUNT; q++)
        with.is_asked[q] = q == shown;
    r = check_program(p, j, &with);
    /* Without the proof an execution that fails is looked for, and told. Else the answer came in another way. */
    if (r.wrong == QUESTION_COUNT) return r.answers[shown] == ANSWER_FALSE ? SHOWN_AND_NOTICED : SHOWN_NOT;
    printf("# with self-check: %s\n", r.message);
    return r.answers[r.wrong] == ANSWER_BROKEN && strstr(r.message, "self-check failed") ? SHOWN_AND_NOTICED
                                                                                         : SHOWN_UNNOTICED;
}
