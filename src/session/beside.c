#include "session/beside.h"

#include "base/check.h"
#include "base/machine.h"

#define BESIDE_MEGABYTES 1500 /* beside what is used already, where no limit is given */

bool session_is_plain(const ChorusSession *s)
{
    static const OptionId plain[] = {OPTION_method,      OPTION_integers, OPTION_granularity,
                                     OPTION_abstraction, OPTION_symmetry, OPTION_threads};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (s->options.given[plain[i]]) return false;
    return true;
}

void session_begin_beside(ChorusSession *s, Run *run, double seconds)
{
    uint64_t most = chorus_memory_limit(s, NULL, 0), wanted = (machine_memory_used() >> 20) + BESIDE_MEGABYTES;
    CHECK(run != s->run);
    s->run = run;
    s->tm = NULL;
    s->accessing = s->program = NULL;
    s->scope = NULL;
    s->steps = s->possible = NULL;
    s->outline_why[0] = 0;
    s->exclusions = (Exclusions){0};
    s->outline = (OutlineResult){0};
    s->unreached = (Unreached){0};
    s->verdict = (Verdict){.kind = VERDICT_UNKNOWN};
    s->stopped = STOP_NONE;
    s->has_own_limits = s->has_limit = false;
    s->deadline = seconds;
    run_set_time_limit(run, seconds);
    if (s->options.given[OPTION_memory_limit] || wanted > most) wanted = most;
    run_set_memory_limit(run, (size_t)wanted << 20);
    run_set_process_limit(run, (size_t)wanted << 20);
}
