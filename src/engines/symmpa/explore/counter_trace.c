/* Each state knows by which move it was reached first; the way back from the last one is the trace. */
#include "engines/symmpa/explore/counter_trace.h"

#include <string.h>

#include "base/check.h"

static uint32_t threads_of_state(const CounterSearch *s, uint32_t id)
{
    uint32_t length, threads = 0;
    const uint32_t *key = intern_key(&s->states, id, &length);
    for (uint32_t i = 2; i < length; i += 2)
        threads += key[i];
    return threads;
}

void counter_build_trace(CounterSearch *s, uint32_t id, uint32_t error, AbstractTrace *trace)
{
    CounterPath path;
    VEC(uint32_t) ids = {NULL, 0, 0};
    memset(&path, 0, sizeof path);
    for (uint32_t at = id; at != COUNTER_NONE; at = s->arrivals.data[at].parent) {
        CHECK(at < s->states.count && s->arrivals.data[at].parent + 1 <= at); /* parents are older */
        vec_push(s->run, &ids, at);
    }
    CHECK(error < s->known_moves.count && s->arrivals.data[vec_last(&ids)].move == COUNTER_NONE);
    for (uint32_t i = ids.count; i-- > 0;) {
        uint32_t length;
        const uint32_t *key = intern_key(&s->states, ids.data[i], &length);
        vec_push(s->run, &path.starts, path.words.count);
        for (uint32_t k = 0; k < length; k++)
            vec_push(s->run, &path.words, key[k]);
        KnownMove m = s->known_moves.data[i ? s->arrivals.data[ids.data[i - 1]].move : error];
        s->threads = threads_of_state(s, ids.data[i]);
        if (!counter_starts_child(s, &m.move)) m.move.child = NO_LOCAL;
        if (i == 0) m.move.error = true; /* the end; a start, too, is not taken any more */
        vec_push(s->run, &path.steps, ((CounterStep){m.active, m.move}));
    }
    CHECK(path.starts.count == ids.count && path.steps.count == ids.count);
    arrange_threads(s->run, s->oracle, s->n, &path, trace);
    counter_path_free(s->run, &path);
    vec_free(s->run, &ids);
}
