#include "session/memory_model.h"

#include "session/file.h"
#include "session/races.h"
#include "session/survey.h"

/* Beside what has been spent, so that it does not depend on what else the machine does. Most programs need some
 * milliseconds; teams of threads take longest. */
#define SECONDS_MOST 10.0

/* .scpl has interleavings by definition, and so do the other programs that are no C. Where nothing can go wrong the
 * proof rests on nothing; but that two accesses are none at once may rest on how memory is made known to others. */
static bool is_memory_model_asked(const ChorusSession *s)
{
    uint32_t asked = session_option(&s->options, OPTION_memory);
    bool is_named = asked == MEMORY_MODEL_C11 || asked == MEMORY_MODEL_TSO;
    bool is_text = s->program && !s->is_mc && s->files.count > 0;
    if (!is_text || (session_is_text(s->files.data[0]) && !is_named)) return false;
    return is_named || program_has_errors(s->program) || session_asks_races(s);
}

/* Races themselves are asked of the program with the accesses. A proof that there are none of any variable speaks of
 * plain accesses. */
static Program *program_with_accesses(const ChorusSession *s) { return s->accessing ? s->accessing : s->program; }

/* Where an attempt fails, the proof may rest on what that tells. */
static bool is_race_free(const ChorusSession *s)
{
    return session_asks_races(s) && !s->race_variables && !s->program->has_peeks;
}

/* Whether plain accesses race is another's question, which takes that proof's time; here it is known as far as the
 * accesses themselves say, and what that other session proves shows the rest. */
static bool leaves_races(const ChorusSession *s)
{
    return s->races_are_answered && !session_asks_races(s) && !s->program->has_peeks;
}

static void guess_memory_model(Run *run, void *arg)
{
    (void)run;
    ChorusSession *s = arg;
    s->memory = memory_model_guess(program_with_accesses(s), is_race_free(s));
}

static void find_memory_model(Run *run, void *arg)
{
    ChorusSession *s = arg;
    run_progress(run, "looking for accesses whose order is weak");
    Program *p = program_with_accesses(s);
    s->memory = memory_model_find(p, is_race_free(s) || leaves_races(s));
    if (leaves_races(s) && s->memory.need == MEMORY_NEEDS_NOTHING) s->memory = memory_model_guess(p, false);
}

/* Only what the model knows of is settled by the simple reasons; a survey knows of read-write locks, and elements. */
static void look_for_weak_accesses(ChorusSession *s, double most)
{
    StopKind stop = session_run(s, guess_memory_model, s);
    if (stop == STOP_NONE && s->memory.need != MEMORY_NEEDS_NOTHING) {
        run_set_time_limit(s->run, most);
        stop = session_run(s, find_memory_model, s);
    }
    if (stop != STOP_NONE) run_log(s->run, 1, "memory model: %s", run_reason(s->run));
    if (s->memory.need == MEMORY_NEEDS_NO_RACES && stop != STOP_INTERRUPTED && !leaves_races(s) &&
        session_survey_is_safe(s, most))
        s->memory = (MemoryModel){MEMORY_NEEDS_NOTHING, {NULL, 0, 0}};
}

void session_find_memory(ChorusSession *s)
{
    s->memory = (MemoryModel){MEMORY_NEEDS_NOTHING, {NULL, 0, 0}};
    s->memory_proved = NULL;
    if (!is_memory_model_asked(s)) return;
    double start = run_seconds(s->run), left = run_seconds_left(s->run), most = SECONDS_MOST + start;
    bool is_limited = s->deadline > 0;
    if (is_limited && left / 3 < most) most = left > 0.15 ? left / 3 : 0.05;
    run_set_time_limit(s->run, 0);
    s->memory.need = MEMORY_NEEDS_INTERLEAVING; /* should memory not do for a guess */
    look_for_weak_accesses(s, most);
    left -= run_seconds(s->run) - start;
    run_set_time_limit(s->run, !is_limited ? 0 : left > 0.01 ? left : 0.01);
}

const char *chorus_memory(const ChorusSession *session)
{
    if (chorus_verdict(session) == CHORUS_FALSE && !session->is_mc && trace_is_weak(session->verdict.trace))
        return session->memory_shown;
    if (chorus_verdict(session) != CHORUS_TRUE) return NULL;
    if (session->memory_proved) return session->memory_proved;
    return session->memory.need != MEMORY_NEEDS_NOTHING ? MEMORY_INTERLEAVING : NULL;
}
