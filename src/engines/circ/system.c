#include "engines/circ/system.h"

#include <string.h>

#include "base/check.h"

void system_init(System *s, AbstractThreads *threads, const Program *p, uint32_t k, bool is_exact)
{
    memset(s, 0, sizeof *s);
    Run *run = p->run;
    CHECK(k <= COUNTER_K_MAX);
    s->threads = threads;
    s->p = p;
    s->k = k;
    s->is_exact = is_exact;
    s->contexts = run_alloc(run, (p->templates.count + 1) * sizeof *s->contexts);
    s->offsets = run_alloc(run, (p->templates.count + 1) * sizeof *s->offsets);
    s->is_spawned = run_alloc(run, p->templates.count + 1);
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (p->edges.data[i].spawn.i != NO_ID) s->is_spawned[p->edges.data[i].spawn.i] = true;
}

void system_clear(System *s)
{
    Run *run = s->p->run;
    run_release(run, s->contexts);
    run_release(run, s->offsets);
    run_release(run, s->is_spawned);
}

void system_set_contexts(System *s, const Acfa *const *contexts)
{
    s->places = 0;
    for (uint32_t t = 0; t < s->p->templates.count; t++) {
        s->contexts[t] = contexts[t];
        s->offsets[t] = s->places;
        s->places += contexts[t]->locs.count;
    }
    s->offsets[s->p->templates.count] = s->places;
}

const AcfaLoc *system_place(const System *s, uint32_t place)
{
    CHECK(place < s->places);
    uint32_t t = 0;
    while (place >= s->offsets[t + 1])
        t++;
    return &s->contexts[t]->locs.data[place - s->offsets[t]];
}

/* "If no thread is at an atomic location all may move, if one is, that one." */
bool system_may_run(const System *s, const SystemState *state, uint32_t place)
{
    bool main_is_atomic = state->loc != UNBORN && s->p->locs.data[state->loc].atomic;
    if (main_is_atomic && place != NO_ID) return false;
    for (uint32_t t = 0; t < s->p->templates.count; t++)
        for (uint32_t l = 0; l < s->contexts[t]->locs.count; l++) {
            uint32_t other = s->offsets[t] + l;
            if (state->counters[other] && other != place && s->contexts[t]->locs.data[l].is_atomic) return false;
        }
    return true;
}
