#include "facts/exclusion/team_samples.h"

#include "base/check.h"
#include "base/rng.h"
#include "program/random_run.h"

#define RUNS 4
#define THREADS 5
#define STEPS 250

typedef struct TeamSampler {
    const TeamClaims *c;
    const bool *done;
    TeamHeld *held;
    const Machine *m;
    const State *state;
    uint32_t owner, member; /* threads that are spoken of */
    VEC(LocId) seen;        /* where the threads stood after the last step */
    VEC(uint64_t) numbers;  /* of threads of the team, by thread */
} TeamSampler;

static Value sampled_value(void *arg, TermManager *tm, Term var)
{
    const TeamSampler *s = arg;
    uint32_t v = term_symbol(tm, var), instance = term_instance(tm, var);
    if (s->m->p->vars.data[v].class == VAR_SHARED) return s->state->shared[v];
    if (instance == TEAM_NUMBER) return (Value){.bits = s->numbers.data[s->member]};
    const ThreadState *t = &s->state->threads.data[instance == TEAM_MEMBER ? s->member : s->owner];
    CHECK(program_is_local_of(s->m->p, (VarId){v}, t->template));
    return t->locals[s->m->local_index[v]];
}

static void drop_refuted(TeamSampler *s, const Term *claims, bool *holds, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        holds[i] = holds[i] && term_evaluate_in(s->m->values, s->m->tm, claims[i], sampled_value, s, NULL).bits;
}

/* A thread of the team, which is `owner` for its own terms. */
static void sample_team_thread(TeamSampler *s, uint32_t thread, LocId l)
{
    const TeamClaims *c = s->c;
    s->owner = thread;
    drop_refuted(s, c->told.data, s->held->told + (size_t)l.i * c->told.count, c->told.count);
}

static void sample_owner(TeamSampler *s, uint32_t thread, LocId l)
{
    const TeamClaims *c = s->c;
    s->owner = thread;
    drop_refuted(s, c->known.data, s->held->known + (size_t)l.i * c->known.count, c->known.count);
    for (s->member = 0; s->member < s->state->threads.count; s->member++) {
        const ThreadState *t = &s->state->threads.data[s->member];
        if (t->template.i != c->team.i || s->done[t->loc.i]) continue;
        drop_refuted(s, c->about.data, s->held->about + (size_t)l.i * c->about.count, c->about.count);
        drop_refuted(s, c->mine.data, s->held->mine, c->mine.count);
    }
}

/* Threads are never taken out of a state, and new ones are the last. */
static void note_started(TeamSampler *s)
{
    uint64_t number = 0;
    for (uint32_t i = 0; i < s->state->threads.count; i++) {
        const ThreadState *t = &s->state->threads.data[i];
        if (t->template.i == s->c->owner.i) number = t->locals[s->m->local_index[s->c->start.i]].bits;
    }
    while (s->seen.count < s->state->threads.count) {
        vec_push(s->m->run, &s->seen, (LocId){NO_ID});
        vec_push(s->m->run, &s->numbers, number);
    }
}

/* Only who has moved is looked at: what is claimed of the others' own variables has not changed. */
static void sample_state(void *arg, const State *state)
{
    TeamSampler *s = arg;
    s->state = state;
    note_started(s);
    for (uint32_t i = 0; i < state->threads.count; i++) {
        const ThreadState *t = &state->threads.data[i];
        if (s->seen.data[i].i == t->loc.i) continue;
        s->seen.data[i] = t->loc;
        if (t->template.i == s->c->owner.i) sample_owner(s, i, t->loc);
        if (t->template.i == s->c->team.i) sample_team_thread(s, i, t->loc);
    }
}

void team_samples_drop(const TeamClaims *c, const bool *done, TeamHeld *held)
{
    Interpreter *in = interpreter_new(c->p);
    TeamSampler s = {.c = c, .done = done, .held = held, .m = &in->machine};
    for (uint32_t i = 0; i < RUNS; i++) {
        Rng rng = {i + 1};
        vec_clear(&s.seen);
        vec_clear(&s.numbers);
        interpreter_patient_run(in, &rng, THREADS, STEPS, sample_state, &s);
    }
    vec_free(c->p->run, &s.seen);
    vec_free(c->p->run, &s.numbers);
}
